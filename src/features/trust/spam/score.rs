//! The score of a text: points for what spam often has. From a number of points on it is held.

use std::collections::HashSet;

use super::words::{words, words_without_links};
use super::{advertising, copies, domains, links, phones, store};
use crate::core::error::Result;
use crate::core::text;
use crate::features::trust::model::{HoldReason, HoldSignal, NewText};
use crate::platform::db::Read;

/// The points from which on a text is held.
const HELD: u32 = 4;

const LINK: u32 = 1;
const NEW_DOMAIN: u32 = 2;
/// The points of a second new domain.
const MORE_NEW_DOMAINS: u32 = 1;
/// The points of a new domain in an answer or a comment that is not about its question.
const OFF_TOPIC: u32 = 1;
/// The points of a new domain in a short question.
const BRIEF: u32 = 1;
const PHONE: u32 = 4;
const COPY: u32 = 4;
/// The points of advertising words: one each, up to this number.
const ADVERTISING: usize = 4;

/// A question with fewer words is short.
const BRIEF_WORDS: usize = 60;
/// The length in characters from which on a word can tell what a text is about.
const TOPIC_LETTERS: usize = 5;
/// A text with fewer words of its question is not about it.
const TOPIC_WORDS: usize = 2;
/// A question with fewer such words does not say what it is about.
const TOPIC_KNOWN: usize = 5;

/// The points of a text so far, and what they are for.
#[derive(Default)]
struct Score {
    points: u32,
    reasons: Vec<HoldReason>,
}

impl Score {
    fn add(&mut self, points: u32, signal: HoldSignal, detail: &str) {
        self.points += points;
        self.reasons.push(HoldReason::new(signal, detail));
    }
}

/// Returns why a text of a new member looks like spam. Empty: it does not, or not enough.
pub fn suspicions(read: &Read<'_>, new: &NewText<'_>) -> Result<Vec<HoldReason>> {
    let mut score = Score::default();
    let whole = format!("{}\n{}", new.title, new.text);
    if let Some(link) = links(&whole).first() {
        score.add(LINK, HoldSignal::Link, link.address);
        add_domains(read, new, &whole, &mut score)?;
    }
    if let Some(number) = phones::phone_number(&whole, &text::mask(&whole)) {
        score.add(PHONE, HoldSignal::Phone, number);
    }
    let phrases = advertising::phrases(&words(&whole));
    if !phrases.is_empty() {
        let listed: Vec<&str> = phrases.iter().copied().take(5).collect();
        let points = phrases.len().min(ADVERTISING) as u32;
        score.add(points, HoldSignal::Advertising, &listed.join(", "));
    }
    if copies::find(read, new)?.is_some() {
        score.add(COPY, HoldSignal::Copy, "");
    }
    Ok(if score.points >= HELD {
        score.reasons
    } else {
        Vec::new()
    })
}

/// Adds the points of domains that are new to the site.
fn add_domains(read: &Read<'_>, new: &NewText<'_>, whole: &str, score: &mut Score) -> Result<()> {
    let found = domains::new_domains(read, whole)?;
    let Some(first) = found.first() else {
        return Ok(());
    };
    let points = NEW_DOMAIN + u32::from(found.len() > 1) * MORE_NEW_DOMAINS;
    score.add(points, HoldSignal::NewDomain, first);
    let written = words_without_links(whole);
    match new.question {
        Some(question) => {
            let asked = store::question_text(read, question)?.unwrap_or_default();
            let asked = topic(words_without_links(&asked));
            let common = topic(written).intersection(&asked).count();
            if asked.len() >= TOPIC_KNOWN && common < TOPIC_WORDS {
                score.add(OFF_TOPIC, HoldSignal::OffTopic, "");
            }
        }
        None if written.len() < BRIEF_WORDS => score.add(BRIEF, HoldSignal::Brief, ""),
        None => {}
    }
    Ok(())
}

/// Returns the words that can tell what a text is about.
fn topic(words: Vec<String>) -> HashSet<String> {
    let is_long = |word: &String| word.chars().count() >= TOPIC_LETTERS;
    words.into_iter().filter(is_long).collect()
}
