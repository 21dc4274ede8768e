//! `stoa-bench spam`: measures how much spam the scores hold, and how many honest first texts.
//!
//! Each dump is imported into a temporary site, and its texts are judged in their order, as if the setting
//! `holdSpam` had been on from the first day. The first text of each author is an honest first text of a new
//! member, and later ones are judged as if they were one. Spam of new accounts comes in between, at random
//! times. What the site knows of domains and texts grows as it does on a site.

mod corpus;
mod report;
mod store;

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

pub use report::Report;

use super::search::QuerySet;
use super::site::Directory;
use corpus::Spam;
use report::Judged;
use stoa::core::clock::{Clock, Timestamp};
use stoa::core::error::Result;
use stoa::core::id::Id;
use stoa::features::trust::{HoldReason, NewText, spam};
use stoa::operations::import::stackexchange::{self, Dump};
use stoa::operations::import::{self, Progress};
use stoa::platform::db::{Db, Write};
use stoa::platform::realtime::Hub;
use store::SiteText;

/// A member whose first text is older has level 1.
const NEW_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Measures on the dumps together: `count` spam texts of one half, and the honest texts of a half of the
/// authors.
pub fn run(
    dumps: &[PathBuf],
    half: QuerySet,
    count: usize,
    seed: u64,
    progress: impl FnMut(Progress) + Clone + Send + 'static,
) -> Result<Report> {
    let mut judged = Vec::new();
    for (number, dump) in dumps.iter().enumerate() {
        let of_dump = count / dumps.len() + usize::from(number < count % dumps.len());
        let seed = seed + number as u64;
        judged.extend(measure(dump, half, of_dump, seed, progress.clone())?);
    }
    Ok(Report::new(half, seed, &judged))
}

/// What happens on the site at a time.
enum Event {
    Text(SiteText),
    Spam(Spam, Id),
}

/// How long the author of a text has been here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Author {
    /// It is their first text.
    First,
    /// Their first text is less than a day old.
    Returning,
    Known,
}

fn measure(
    dump: &std::path::Path,
    half: QuerySet,
    count: usize,
    seed: u64,
    progress: impl FnMut(Progress) + Send + 'static,
) -> Result<Vec<Judged>> {
    let directory = Directory::open(None)?;
    let clock = Clock::fixed_at(Timestamp::from_millis(0));
    let db = Db::open(directory.path(), clock.clone(), Hub::default())?;
    let opened = Dump::open(dump, import::Options::default())?;
    stackexchange::import(&db, opened, progress)?;
    let texts = db.read_blocking(store::texts)?;
    let events = timeline(texts, half, count, seed);
    let mut authors: HashMap<Id, Timestamp> = HashMap::new();
    let mut judged = Vec::new();
    for (at, event) in events {
        clock.advance(at.since(clock.now()));
        let author = match &event {
            Event::Text(text) if text.number.is_none() => Author::Known,
            Event::Text(text) => match authors.get(&text.author) {
                Some(first) if at.since(*first) >= NEW_FOR => Author::Known,
                Some(_) => Author::Returning,
                None => Author::First,
            },
            Event::Spam(..) => Author::First,
        };
        if let Event::Text(text) = &event {
            authors.entry(text.author).or_insert(at);
        }
        judged.extend(db.write_blocking(move |tx| {
            tx.without_event("a site for measuring");
            judge(tx, half, author, event)
        })?);
    }
    Ok(judged)
}

/// Returns the texts of the site and the spam in the order of their times.
fn timeline(
    texts: Vec<SiteText>,
    half: QuerySet,
    count: usize,
    seed: u64,
) -> Vec<(Timestamp, Event)> {
    let spam = corpus::spam(half, count, seed, &texts);
    let mut events = Vec::new();
    for (number, (position, spam)) in spam.into_iter().enumerate() {
        let at = texts[position].created_at;
        events.push((at, Event::Spam(spam, Id::at(at, number as u64))));
    }
    events.extend(
        texts
            .into_iter()
            .map(|text| (text.created_at, Event::Text(text))),
    );
    events.sort_by_key(|(at, _)| *at);
    events
}

fn judge(tx: &Write<'_>, half: QuerySet, author: Author, event: Event) -> Result<Option<Judged>> {
    match event {
        Event::Spam(spam, id) => {
            let new = NewText {
                question: spam.question,
                edits: None,
                title: &spam.title,
                text: &spam.text,
            };
            let reasons = look(tx, id, &new, false)?;
            Ok(Some(Judged::spam(spam, reasons)))
        }
        Event::Text(text) => {
            let new = NewText {
                question: text.question,
                edits: None,
                title: &text.title,
                text: &text.text,
            };
            let is_first = author == Author::First;
            let reasons = if is_first {
                look(tx, text.id, &new, true)?
            } else {
                let reasons = spam::suspicions(tx, &new)?;
                let is_trusted = author == Author::Known;
                spam::remember_text(tx, text.id, &new, false, is_trusted)?;
                reasons
            };
            Ok(of_half(&text, half).then(|| Judged::honest(&text, is_first, reasons)))
        }
    }
}

/// Judges a text of a new member, and remembers it. A moderator approves an honest text.
fn look(tx: &Write<'_>, id: Id, new: &NewText<'_>, is_honest: bool) -> Result<Vec<HoldReason>> {
    let reasons = spam::suspicions(tx, new)?;
    let is_held = !reasons.is_empty();
    spam::remember_text(tx, id, new, is_held && !is_honest, is_held && is_honest)?;
    Ok(reasons)
}

/// Returns whether the author of a text belongs to a half: those with even numbers are for tuning.
fn of_half(text: &SiteText, half: QuerySet) -> bool {
    text.number
        .is_some_and(|number| (number % 2 == 0) == (half == QuerySet::Tune))
}
