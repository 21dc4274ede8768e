//! The result of a run, as a table and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::corpus::Spam;
use super::store::SiteText;
use crate::search::QuerySet;
use stoa::features::trust::HoldReason;

/// A text and why it is held.
pub struct Judged {
    group: &'static str,
    kind: Kind,
    is_held: bool,
    reasons: Vec<HoldReason>,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Honest,
    LaterHonest,
    Spam,
    UnseenSpam,
}

impl Judged {
    /// Returns a judged spam text.
    pub fn spam(spam: Spam, reasons: Vec<HoldReason>) -> Self {
        let kind = if spam.is_unseen {
            Kind::UnseenSpam
        } else {
            Kind::Spam
        };
        let text = format!("{} {}", spam.title, spam.text);
        Self::new(spam.family, kind, reasons, &text)
    }

    /// Returns a judged text of a member. `is_first`: it is their first one.
    pub fn honest(text: &SiteText, is_first: bool, reasons: Vec<HoldReason>) -> Self {
        let (group, kind) = match (text.question, is_first) {
            (None, true) => ("questions", Kind::Honest),
            (Some(_), true) => ("answers and comments", Kind::Honest),
            (None, false) => ("later questions", Kind::LaterHonest),
            (Some(_), false) => ("later answers and comments", Kind::LaterHonest),
        };
        let text = format!("{} {}", text.title, text.text);
        Self::new(group, kind, reasons, &text)
    }

    fn new(group: &'static str, kind: Kind, reasons: Vec<HoldReason>, text: &str) -> Self {
        Self {
            group,
            kind,
            is_held: !reasons.is_empty(),
            reasons,
            text: text.chars().take(300).collect(),
        }
    }
}

/// How many texts of a group are held.
#[derive(Debug, Default, Serialize)]
pub struct Group {
    pub name: String,
    pub texts: usize,
    pub held: usize,
}

impl Group {
    fn new<'j>(name: &str, judged: impl Iterator<Item = &'j Judged>) -> Self {
        let mut group = Self {
            name: name.to_owned(),
            ..Self::default()
        };
        for one in judged {
            group.texts += 1;
            group.held += usize::from(one.is_held);
        }
        group
    }

    fn percent(&self) -> f64 {
        self.held as f64 * 100.0 / self.texts.max(1) as f64
    }
}

/// The shares of spam and of honest first texts that are held.
#[derive(Debug, Serialize)]
pub struct Report {
    pub half: QuerySet,
    pub seed: u64,
    pub spam: Group,
    pub unseen_spam: Group,
    pub honest: Group,
    /// Texts of members who had posted before, judged as if they were their first.
    pub later_honest: Group,
    pub groups: Vec<Group>,
    /// Spam that is not held, and honest texts that are, with the reasons.
    pub wrong: Vec<String>,
}

impl Report {
    /// Counts what was judged.
    pub fn new(half: QuerySet, seed: u64, judged: &[Judged]) -> Self {
        let of = |kind: Kind| judged.iter().filter(move |one| one.kind == kind);
        let mut groups: BTreeMap<(Kind, &str), Vec<&Judged>> = BTreeMap::new();
        for one in judged {
            groups.entry((one.kind, one.group)).or_default().push(one);
        }
        let is_spam = |one: &&Judged| matches!(one.kind, Kind::Spam | Kind::UnseenSpam);
        let is_wrong = |one: &&Judged| one.is_held != is_spam(one);
        let describe = |one: &Judged| {
            let signals: Vec<String> = one
                .reasons
                .iter()
                .map(|reason| format!("{:?} {}", reason.signal, reason.detail))
                .collect();
            format!("{} [{}] {}", one.group, signals.join("; "), one.text)
        };
        Self {
            half,
            seed,
            spam: Group::new("spam", judged.iter().filter(is_spam)),
            unseen_spam: Group::new("spam of unseen families", of(Kind::UnseenSpam)),
            honest: Group::new("honest first texts", of(Kind::Honest)),
            later_honest: Group::new("honest later texts", of(Kind::LaterHonest)),
            groups: groups
                .into_iter()
                .map(|((_, name), judged)| Group::new(name, judged.into_iter()))
                .collect(),
            wrong: judged.iter().filter(is_wrong).map(describe).collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "half: {}, seed: {}", self.half, self.seed)?;
        writeln!(f, "{:<26} {:>6} {:>6} {:>8}", "", "texts", "held", "%")?;
        let totals = [
            &self.spam,
            &self.unseen_spam,
            &self.honest,
            &self.later_honest,
        ];
        for group in totals.into_iter().chain(&self.groups) {
            writeln!(
                f,
                "{:<26} {:>6} {:>6} {:>8.2}",
                group.name,
                group.texts,
                group.held,
                group.percent()
            )?;
        }
        Ok(())
    }
}
