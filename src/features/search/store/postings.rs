//! Reads postings: which posts contain a word.

use std::collections::BTreeSet;

use super::entries::{Entry, Number, Span};
use crate::core::error::Result;
use crate::core::tokenizer::CLASSES;
use crate::features::search::query::quoted;
use crate::platform::db::Read;

/// The number of newest posts from which the frequency of a word is estimated.
const SAMPLE: i64 = 512;
/// SQLite's LIMIT for all rows.
const UNLIMITED: i64 = -1;

/// Returns a condition on entries that leaves out the posts of communities that need an account, if the viewer has
/// none, and those that are hidden with their question, but that the steps have not yet taken out of the index. It is
/// empty unless there are any.
fn not_hidden(span: &Span, entry: &str) -> String {
    let mut condition = String::new();
    if span.hides_communities {
        condition = format!(
            "AND NOT EXISTS (SELECT 1 FROM search_entries e CROSS JOIN posts p ON p.id = e.post_id
                 CROSS JOIN questions q ON q.id = coalesce(p.question_id, p.id) CROSS JOIN communities c ON c.id = q.community_id
                 WHERE e.entry = {entry} AND c.needs_account = 1)"
        );
    }
    if span.may_hide {
        condition += &not_removed(entry);
    }
    condition
}

fn not_removed(entry: &str) -> String {
    format!(
        " AND {entry} NOT IN (SELECT e.entry FROM pending_indexing i CROSS JOIN posts p ON p.id = i.post_id
             CROSS JOIN questions q ON q.id = coalesce(p.question_id, p.id) CROSS JOIN search_entries e ON e.post_id = p.id
             WHERE i.is_indexed AND q.scope IS NULL)"
    )
}

/// Returns the entries of a span that match an FTS5 expression, newest first.
pub fn texts(read: &Read<'_>, span: &Span, expression: &str, limit: i64) -> Result<Vec<Entry>> {
    let sql = format!(
        "SELECT rowid FROM search_texts WHERE search_texts MATCH ?1 AND rowid BETWEEN ?2 AND ?3 {} ORDER BY rowid DESC LIMIT ?4",
        not_hidden(span, "search_texts.rowid")
    );
    read.all(
        &sql,
        (expression, span.first.0, span.last.0, limit),
        |row| row.get(0).map(Entry),
    )
}

/// Returns the entries of a span for which stems that match an FTS5 expression are strong, and the
/// class of their strength, newest first.
pub fn strong(
    read: &Read<'_>,
    span: &Span,
    expression: &str,
    limit: i64,
) -> Result<Vec<(Entry, i64)>> {
    let sql = format!(
        "SELECT rowid FROM search_strong WHERE search_strong MATCH ?1 AND rowid BETWEEN ?2 AND ?3 {} ORDER BY rowid DESC LIMIT ?4",
        not_hidden(span, &format!("search_strong.rowid / {CLASSES}"))
    );
    let rows = (
        expression,
        span.first.0 * CLASSES,
        span.last.0 * CLASSES + CLASSES - 1,
        limit,
    );
    read.all(&sql, rows, |row| {
        let row: i64 = row.get(0)?;
        Ok((Entry(row.div_euclid(CLASSES)), row.rem_euclid(CLASSES)))
    })
}

/// Returns the number of visible posts with a word, but at most `limit`.
pub fn count_up_to(read: &Read<'_>, visible: &[Span], word: &str, limit: i64) -> Result<i64> {
    let expression = quoted(word);
    let mut count = 0;
    for span in visible {
        count += texts(read, span, &expression, limit - count)?.len() as i64;
        if count >= limit {
            break;
        }
    }
    Ok(count)
}

/// How frequent words are. Counts public posts alone, so that no order tells of a text that the
/// viewer may not read.
pub struct Frequencies {
    public: Span,
    /// The number of public questions.
    questions: i64,
}

impl Frequencies {
    /// Returns those for a viewer, whose spans begin with the public one.
    pub fn new(visible: &[Span]) -> Self {
        let public = visible[0].clone();
        let questions = public.last.number().in_range() + 1;
        let questions = if public.last < public.first {
            0
        } else {
            questions
        };
        Self { public, questions }
    }

    /// Returns the number of public questions, about.
    pub fn questions(&self) -> f32 {
        self.questions as f32
    }

    /// Returns the number of public posts, about.
    pub fn posts(&self) -> f32 {
        // A question has two or three answers on most sites.
        3.0 * self.questions as f32
    }

    /// Returns the number of public posts that match an FTS5 expression: exact if they are few,
    /// otherwise estimated from how far back the newest ones reach.
    pub fn of(&self, read: &Read<'_>, expression: &str) -> Result<f32> {
        Ok(self.look_up(read, expression)?.0)
    }

    /// Returns this number, and the entries of the posts, newest first, if they are few.
    pub fn look_up(&self, read: &Read<'_>, expression: &str) -> Result<(f32, Option<Vec<Entry>>)> {
        let newest = texts(read, &self.public, expression, SAMPLE)?;
        match newest.last() {
            Some(oldest) if newest.len() as i64 == SAMPLE => {
                let reach = self.questions - oldest.number().in_range();
                let frequency = SAMPLE as f32 * self.questions as f32 / reach.max(1) as f32;
                Ok((frequency, None))
            }
            _ => Ok((newest.len() as f32, Some(newest))),
        }
    }

    /// Returns the number of public posts with the rarest word of an FTS5 string.
    fn of_rarest_word(&self, read: &Read<'_>, string: &str) -> Result<f32> {
        let mut rarest = self.posts();
        for word in string.trim_matches('"').split(' ') {
            rarest = rarest.min(self.of(read, &quoted(word))?);
        }
        Ok(rarest)
    }

    /// Returns the part of a span with about `posts` posts that match an expression in `frequency`
    /// public ones: the newest ones, or all.
    pub fn newest_part(&self, span: &Span, frequency: f32, posts: f32) -> Span {
        if frequency <= posts {
            return span.clone();
        }
        let share = f64::from(posts / frequency);
        let distance = (share * span.last.number().in_range() as f64) as i64;
        let first: Number = span.last.number().before(distance);
        Span {
            first: first.entry(0).max(span.first),
            last: span.last,
            ..span.clone()
        }
    }
}

/// The largest number of postings that are read for the phrases or the exclusions of a search.
const MAX_CONDITION_POSTINGS: f32 = 100_000.0;

/// The questions that match conditions.
#[derive(Debug)]
pub struct Matches {
    /// In ascending order.
    pub numbers: Vec<Number>,
    /// The parts of the spans in which all matches are known: the newest questions, if the words of
    /// the conditions are too common to look at all.
    pub known: Vec<Span>,
}

/// Returns the questions that match all of several FTS5 expressions, or any of them; nothing without
/// expressions.
pub fn matching(
    read: &Read<'_>,
    visible: &[Span],
    expressions: &[String],
    all: bool,
) -> Result<Option<Matches>> {
    if expressions.is_empty() {
        return Ok(None);
    }
    let frequencies = Frequencies::new(visible);
    let share = MAX_CONDITION_POSTINGS / expressions.len() as f32;
    let mut known = visible.to_vec();
    let mut found: Option<BTreeSet<Number>> = None;
    for expression in expressions {
        let frequency = frequencies.of_rarest_word(read, expression)?;
        let mut numbers = BTreeSet::new();
        for (span, known) in visible.iter().zip(&mut known) {
            let part = frequencies.newest_part(span, frequency, share);
            known.first = known.first.max(part.first);
            let entries = texts(read, &part, expression, UNLIMITED)?;
            numbers.extend(entries.into_iter().map(Entry::number));
        }
        found = Some(match found {
            None => numbers,
            Some(found) if all => &found & &numbers,
            Some(found) => &found | &numbers,
        });
    }
    Ok(found.map(|numbers| Matches {
        numbers: numbers.into_iter().collect(),
        known,
    }))
}
