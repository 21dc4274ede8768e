//! The numbers of posts in the index: which ranges a viewer reads, and where a post lies.

use std::ops::RangeInclusive;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::{VISIBLE, private_scopes};
use crate::features::users::NOBODY;
use crate::platform::db::{Read, Write};

/// The number of bits of a place among the posts of a number.
const PLACE_BITS: u32 = 12;
/// The number of bits of a number and a place.
const RANGE_BITS: u32 = 44;
/// The last place of a number. A question with more posts gets another number.
const LAST_PLACE: i64 = (1 << PLACE_BITS) - 1;

/// The row of a post in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(pub i64);

/// The posts of a question in the index: its range and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(i64);

impl Entry {
    pub fn number(self) -> Number {
        Number(self.0 >> PLACE_BITS)
    }

    /// Returns the place among the posts of the question: 0 for the question itself.
    pub fn place(self) -> i64 {
        self.0 & LAST_PLACE
    }

    /// Returns the first and the last entry of a range.
    fn of_range(range: i64) -> RangeInclusive<Self> {
        Self(range << RANGE_BITS)..=Self(((range + 1) << RANGE_BITS) - 1)
    }
}

impl Number {
    pub fn entry(self, place: i64) -> Entry {
        Entry(self.0 << PLACE_BITS | place)
    }

    /// Returns the last entry that a post of the number can have.
    pub fn last(self) -> Entry {
        self.entry(LAST_PLACE)
    }

    /// Returns the number within its range: about the number of questions that are older.
    pub fn in_range(self) -> i64 {
        self.0 & ((1 << (RANGE_BITS - PLACE_BITS)) - 1)
    }

    /// Returns the number that lies `distance` before this one, but in the same range.
    pub fn before(self, distance: i64) -> Self {
        Self(self.0 - distance.clamp(0, self.in_range()))
    }
}

/// The entries of one scope.
#[derive(Clone, Debug)]
pub struct Span {
    pub first: Entry,
    pub last: Entry,
    /// Whether some posts of the index may be hidden, because it changes in steps.
    pub may_hide: bool,
    /// Whether some posts are in communities that need an account, which the viewer has not.
    pub hides_communities: bool,
}

impl Span {
    pub fn contains(&self, entry: Entry) -> bool {
        (self.first..=self.last).contains(&entry)
    }
}

/// The largest number of private communities that a search reads. Each costs a look-up per word.
const MAX_PRIVATE: usize = 200;

/// Returns the entries that a viewer may read: the public ones first.
pub fn visible(read: &Read<'_>, viewer: Id) -> Result<Vec<Span>> {
    let mut public = span(read, 0)?;
    public.hides_communities = viewer == NOBODY
        && read.exists(
            "SELECT 1 FROM communities WHERE needs_account = 1 AND question_count > 0",
            [],
        )?;
    let mut spans = vec![public];
    let mut private = private_scopes(read, viewer)?;
    // The newest communities.
    private.sort_unstable_by_key(|scope| std::cmp::Reverse(*scope));
    for scope in private.into_iter().take(MAX_PRIVATE) {
        if let Some(range) = range(read, scope.as_i64())? {
            spans.push(span(read, range)?);
        }
    }
    Ok(spans)
}

/// Returns the entries of a scope, if it has any.
pub fn of_scope(read: &Read<'_>, scope: i64) -> Result<Option<Span>> {
    range(read, scope)?
        .map(|range| span(read, range))
        .transpose()
}

fn range(read: &Read<'_>, scope: i64) -> Result<Option<i64>> {
    read.first(
        "SELECT id FROM search_ranges WHERE scope = ?1",
        [scope],
        |row| row.get(0),
    )
}

fn span(read: &Read<'_>, range: i64) -> Result<Span> {
    let entries = Entry::of_range(range);
    let sql = "SELECT (SELECT max(entry) FROM search_entries WHERE entry BETWEEN ?1 AND ?2), EXISTS (SELECT 1 FROM pending_indexing)";
    let ends = (entries.start().0, entries.end().0);
    let found: Option<(Option<i64>, bool)> =
        read.first(sql, ends, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (last, may_hide) = found.unwrap_or_default();
    Ok(Span {
        first: *entries.start(),
        last: last.map_or(Entry(entries.start().0 - 1), Entry),
        may_hide,
        hides_communities: false,
    })
}

/// Returns the entry of a post, if it has one.
pub fn of_post(read: &Read<'_>, post: Id) -> Result<Option<Entry>> {
    let sql = "SELECT entry FROM search_entries WHERE post_id = ?1";
    read.first(sql, [post], |row| row.get(0).map(Entry))
}

/// Returns the numbers of questions in ascending order.
pub fn numbers(read: &Read<'_>, questions: &[Id]) -> Result<Vec<Number>> {
    let sql = "SELECT entry FROM search_entries WHERE post_id = ?1";
    let entries = read.each(sql, questions.iter().map(|id| [id]), |row| {
        row.get(0).map(Entry)
    })?;
    let mut numbers: Vec<Number> = entries.into_iter().flatten().map(Entry::number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Returns the questions with these numbers that the viewer may read, in the same order.
pub fn questions(
    read: &Read<'_>,
    viewer: Id,
    numbers: impl IntoIterator<Item = Number>,
) -> Result<Vec<(Number, Id)>> {
    // The first post of a further number of a very long thread is an answer.
    let sql = format!(
        "SELECT e.entry, q.id FROM search_entries e JOIN posts p ON p.id = e.post_id
         JOIN questions q ON q.id = coalesce(p.question_id, p.id) WHERE e.entry = ?2 AND {VISIBLE}"
    );
    let first = numbers
        .into_iter()
        .map(|number| (viewer, number.entry(0).0));
    let found = read.each(&sql, first, |row| {
        Ok((Entry(row.get(0)?).number(), row.get(1)?))
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// Returns the first question that is not in the index yet, or nothing if it is complete.
pub fn boundary(read: &Read<'_>) -> Result<Option<Id>> {
    read.first("SELECT next_question FROM search_rebuild", [], |row| {
        row.get(0)
    })
}

/// Returns whether a post of a question belongs to an entry: it is in the range of the scope, and its number
/// is one of the question. Neither is so after the question or the answer was moved.
fn is_entry_of(read: &Read<'_>, entry: Entry, question: Id, scope: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM search_entries e JOIN posts p ON p.id = e.post_id
               WHERE e.entry = ?1 AND coalesce(p.question_id, p.id) = ?2 AND EXISTS (SELECT 1 FROM search_ranges WHERE scope = ?3 AND id = ?4)";
    let first = entry.number().entry(0).0;
    read.exists(sql, (first, question, scope, entry.0 >> RANGE_BITS))
}

/// Returns the entry of a post, and gives it one if it has none or was moved: a new number to a question, the
/// next place to an answer.
pub fn assign(tx: &Write<'_>, post: Id, question: Id, scope: i64) -> Result<Entry> {
    if let Some(entry) = of_post(tx, post)? {
        if is_entry_of(tx, entry, question, scope)? {
            return Ok(entry);
        }
        tx.execute("DELETE FROM search_entries WHERE post_id = ?1", [post])?;
    }
    let entry = match of_post(tx, question)? {
        Some(first) if post != question && is_entry_of(tx, first, question, scope)? => {
            next_place(tx, question, first, scope)?
        }
        _ => None,
    };
    let entry = match entry {
        Some(entry) => entry,
        None => next_number(tx, scope)?.entry(0),
    };
    tx.execute(
        "INSERT INTO search_entries (entry, post_id) VALUES (?1, ?2)",
        (entry.0, post),
    )?;
    Ok(entry)
}

/// Deletes the entry of a hidden post that was moved to another question.
pub fn leave_other_question(tx: &Write<'_>, post: Id) -> Result<()> {
    let sql = "DELETE FROM search_entries WHERE post_id = ?1
               AND (SELECT coalesce(p.question_id, p.id) FROM search_entries f JOIN posts p ON p.id = f.post_id WHERE f.entry = search_entries.entry & ~?2)
                   IS NOT (SELECT coalesce(question_id, id) FROM posts WHERE id = ?1)";
    tx.execute(sql, (post, LAST_PLACE)).map(drop)
}

/// Returns the place after the last one of a question, or nothing if its number is full.
fn next_place(tx: &Write<'_>, question: Id, first: Entry, scope: i64) -> Result<Option<Entry>> {
    let within = |number: Number| -> Result<Option<Entry>> {
        let last: i64 = tx.value(
            "SELECT max(entry) FROM search_entries WHERE entry BETWEEN ?1 AND ?2",
            (number.entry(0).0, number.entry(LAST_PLACE).0),
        )?;
        Ok((Entry(last).place() < LAST_PLACE).then_some(Entry(last + 1)))
    };
    if let Some(entry) = within(first.number())? {
        return Ok(Some(entry));
    }
    // The number of its newest answer.
    let newest = "SELECT e.entry FROM posts p JOIN search_entries e ON e.post_id = p.id WHERE p.question_id = ?1 ORDER BY p.id DESC LIMIT 1";
    match tx.first(newest, [question], |row| row.get(0).map(Entry))? {
        Some(newest) if is_entry_of(tx, newest, question, scope)? => within(newest.number()),
        _ => Ok(None),
    }
}

fn next_number(tx: &Write<'_>, scope: i64) -> Result<Number> {
    let range = match range(tx, scope)? {
        Some(range) => range,
        None => {
            tx.execute("INSERT INTO search_ranges (scope) VALUES (?1)", [scope])?;
            tx.value("SELECT last_insert_rowid()", [])?
        }
    };
    let last = span(tx, range)?.last;
    Ok(Number(last.number().0 + 1).max(Entry::of_range(range).start().number()))
}
