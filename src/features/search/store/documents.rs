//! Writes posts into the index.
//!
//! The index stores no copy of the texts: it reads them through the view `search_documents`, and
//! takes a post out only when given its exact content.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::{self, Entry};
use super::words;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::meaning;
use crate::core::tokenizer::{CLASSES, strong_words};
use crate::platform::db::{Read, Write};

/// The largest number of new words per post that can be suggested as corrections. A text with more
/// is not natural language, and would block the writer.
pub(super) const MAX_CORRECTIONS: usize = 500;

/// The indexed content of a post.
#[derive(Clone, PartialEq, Eq)]
pub struct Document {
    entry: Entry,
    /// Absent while the post is hidden.
    scope: Option<i64>,
    title: Option<String>,
    tags: Option<String>,
    text: String,
}

impl Document {
    fn texts(&self) -> [&str; 3] {
        [
            self.title.as_deref().unwrap_or_default(),
            self.tags.as_deref().unwrap_or_default(),
            &self.text,
        ]
    }

    /// Returns the words that complete and correct searches.
    fn words(&self) -> words::Words {
        self.texts()
            .into_iter()
            .flat_map(crate::core::tokenizer::words)
            .collect()
    }

    /// Returns the vector of its meaning.
    fn vector(&self) -> Option<Vec<u8>> {
        let [title, tags, text] = self.texts();
        meaning::of_post(title, tags, text)
    }

    fn strong_words(&self, class: i64) -> String {
        let [title, tags, text] = self.texts();
        strong_words(class, title, tags, text)
    }
}

/// Returns the content of a post in the index, or nothing if it is not in it: it is deleted, hidden
/// with its question, or neither the steps nor a rebuild have reached it.
pub fn document(read: &Read<'_>, post: Id) -> Result<Option<Document>> {
    let sql = "SELECT d.entry, q.scope, d.title, d.tags, d.text
               FROM search_entries e JOIN search_documents d ON d.entry = e.entry
               JOIN posts p ON p.id = e.post_id JOIN questions q ON q.id = coalesce(p.question_id, p.id)
               WHERE e.post_id = ?1";
    read.first(sql, [post], |row| {
        Ok(Document {
            entry: Entry(row.get(0)?),
            scope: row.get(1)?,
            title: row.get(2)?,
            tags: row.get(3)?,
            text: row.get(4)?,
        })
    })
}

/// Returns the posts of a question, deleted ones too: the question before its answers.
pub fn thread(read: &Read<'_>, question: Id) -> Result<Vec<Id>> {
    let sql = "SELECT ?1 UNION ALL SELECT id FROM posts WHERE question_id = ?1";
    read.all(sql, [question], |row| row.get(0))
}

/// The largest number of posts whose indexed content one transaction changes because of their thread.
const STEP_POSTS: usize = 200;
/// The transaction ends after the post with which the texts reach this size.
const STEP_BYTES: i64 = 128 << 10;

/// Returns how many of the posts, which are given with their sizes, one transaction can index.
fn step_length(posts: &[(Id, i64)]) -> usize {
    let mut bytes = 0;
    let is_within = |(_, size): &&(Id, i64)| {
        let is_within = bytes < STEP_BYTES;
        bytes += size;
        is_within
    };
    posts.iter().take(STEP_POSTS).take_while(is_within).count()
}

/// Returns the posts of a question that can be indexed at once before a change that hides or shows
/// them, and whether there are others. Those are marked, and [`step`] follows the change.
pub fn begin_thread(tx: &Write<'_>, question: Id) -> Result<(Vec<Id>, bool)> {
    let sql = "SELECT id, octet_length(text) FROM posts WHERE id = ?1
               UNION ALL SELECT id, octet_length(text) FROM posts WHERE question_id = ?1 AND deleted_at IS NULL";
    let posts: Vec<(Id, i64)> = tx.all(sql, [question], |row| Ok((row.get(0)?, row.get(1)?)))?;
    begin(tx, &posts)
}

/// Does the same for answers that move to another question, deleted ones too.
pub fn begin_answers(tx: &Write<'_>, answers: &[Id]) -> Result<(Vec<Id>, bool)> {
    let sql = "SELECT id, octet_length(text) FROM posts WHERE id = ?1";
    let found = tx.each(sql, answers.iter().map(|id| [id]), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    begin(tx, &found.concat())
}

/// Marks those posts, which are given with their sizes, that cannot be indexed at once. Returns the others, and
/// whether it has marked any.
fn begin(tx: &Write<'_>, posts: &[(Id, i64)]) -> Result<(Vec<Id>, bool)> {
    let (now, later) = posts.split_at(step_length(posts));
    let mark = "INSERT OR IGNORE INTO pending_indexing (post_id, is_indexed)
                VALUES (?1, EXISTS (SELECT 1 FROM search_entries e JOIN search_documents d ON d.entry = e.entry WHERE e.post_id = ?1))";
    for (post, _) in later {
        tx.execute(mark, [post])?;
    }
    let now = now.iter().map(|(post, _)| *post).collect();
    Ok((now, !later.is_empty()))
}

/// Indexes the next marked posts. Returns whether there were any.
pub fn step(tx: &Write<'_>) -> Result<bool> {
    let sql = "SELECT p.id, octet_length(p.text) FROM pending_indexing i CROSS JOIN posts p ON p.id = i.post_id ORDER BY i.post_id LIMIT ?1";
    let posts: Vec<(Id, i64)> = tx.all(sql, [STEP_POSTS as i64], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let stale = posts[..step_length(&posts)].iter().map(|(post, bytes)| {
        Ok(StalePost {
            post: *post,
            indexed: document(tx, *post)?,
            bytes: usize::try_from(*bytes).unwrap_or(0),
        })
    });
    let stale: Vec<StalePost> = stale.collect::<Result<_>>()?;
    replace(tx, stale.iter())?;
    Ok(!stale.is_empty())
}

/// A post whose indexed content is out of date.
pub struct StalePost {
    pub post: Id,
    /// The indexed content, if there is any.
    pub indexed: Option<Document>,
    /// The size of the text when the post became stale.
    pub bytes: usize,
}

/// Returns the size of a post's text.
pub fn bytes(read: &Read<'_>, post: Id) -> Result<usize> {
    let sql = "SELECT octet_length(text) FROM posts WHERE id = ?1";
    let bytes: Option<u32> = read.first(sql, [post], |row| row.get(0))?;
    Ok(bytes.unwrap_or(0) as usize)
}

/// Replaces the indexed content of posts with their current content.
pub fn replace<'s>(tx: &Write<'_>, posts: impl Iterator<Item = &'s StalePost>) -> Result<()> {
    let boundary = entries::boundary(tx)?;
    let mut changes = Vec::new();
    for stale in posts {
        let now = current(tx, stale.post, boundary)?;
        if now != stale.indexed {
            changes.push((stale.indexed.as_ref(), now));
        }
    }
    write(tx, &changes)
}

/// Returns the content that a post should have in the index, and gives it an entry if it has none.
/// The post is no longer marked. Those from the question `boundary` on are left to the rebuild.
fn current(tx: &Write<'_>, post: Id, boundary: Option<Id>) -> Result<Option<Document>> {
    tx.execute("DELETE FROM pending_indexing WHERE post_id = ?1", [post])?;
    let sql =
        "SELECT q.id, q.scope FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id)
               WHERE p.id = ?1 AND p.deleted_at IS NULL AND q.scope IS NOT NULL";
    let found: Option<(Id, i64)> = tx.first(sql, [post], |row| Ok((row.get(0)?, row.get(1)?)))?;
    match found {
        Some((question, scope)) if boundary.is_none_or(|boundary| question < boundary) => {
            entries::assign(tx, post, question, scope)?;
            document(tx, post)
        }
        _ => {
            entries::leave_other_question(tx, post)?;
            Ok(None)
        }
    }
}

/// A post's content in the index before a change, and after it.
type Change<'d> = (Option<&'d Document>, Option<Document>);

/// Adds posts that the index does not contain.
pub(super) fn insert(tx: &Write<'_>, posts: &[Id]) -> Result<()> {
    let mut changes = Vec::new();
    for &post in posts {
        changes.push((None, current(tx, post, None)?));
    }
    write(tx, &changes)
}

/// Writes changes of posts. Words that no post has any more stay stored until the next rebuild; a
/// search for them finds nothing.
fn write(tx: &Write<'_>, changes: &[Change<'_>]) -> Result<()> {
    // FTS5 collects the rows of a transaction as long as they ascend.
    // A moved post leaves its entry, which another post may get in the same transaction.
    let mut by_entry: BTreeMap<Entry, (Option<&Document>, Option<&Document>)> = BTreeMap::new();
    for (before, after) in changes {
        if let Some(document) = before {
            by_entry.entry(document.entry).or_default().0 = Some(document);
        }
        if let Some(document) = after {
            by_entry.entry(document.entry).or_default().1 = Some(document);
        }
    }
    // Before FTS5 begins to collect rows: a vector is of another table.
    for (entry, (_, after)) in &by_entry {
        let vector = after.and_then(Document::vector);
        let sql = "UPDATE search_entries SET vector = ?2 WHERE entry = ?1";
        tx.execute(sql, (entry.0, vector))?;
    }
    for (entry, (before, after)) in &by_entry {
        if let Some(before) = before {
            change_texts(tx, DELETE_TEXTS, *entry, before)?;
        }
        if let Some(after) = after {
            change_texts(tx, INSERT_TEXTS, *entry, after)?;
        }
    }
    for (entry, (before, after)) in &by_entry {
        for class in 0..CLASSES {
            let words = |document: Option<&Document>| {
                document.map_or_else(String::new, |document| document.strong_words(class))
            };
            let (before, after) = (words(*before), words(*after));
            if before == after {
                continue;
            }
            let row = entry.0 * CLASSES + class;
            for (sql, words) in [(DELETE_STRONG, before), (INSERT_STRONG, after)] {
                if !words.is_empty() {
                    tx.execute(sql, (row, words))?;
                }
            }
        }
    }
    let mut new_words: BTreeMap<i64, Vec<words::Words>> = BTreeMap::new();
    for (before, after) in by_entry.values() {
        if let Some(after) = after
            && let Some(scope) = after.scope
        {
            let known = before.map_or_else(BTreeSet::new, Document::words);
            let added = &after.words() - &known;
            new_words.entry(scope).or_default().push(added);
        }
    }
    new_words
        .iter()
        .try_for_each(|(scope, posts)| words::insert(tx, *scope, posts, MAX_CORRECTIONS))
}

// One row per statement: a statement that can fail half-way opens a savepoint, which flushes FTS5.
const INSERT_TEXTS: &str =
    "INSERT INTO search_texts (rowid, title, tags, text) VALUES (?1, ?2, ?3, ?4)";
const DELETE_TEXTS: &str = "INSERT INTO search_texts (search_texts, rowid, title, tags, text) VALUES ('delete', ?1, ?2, ?3, ?4)";
const INSERT_STRONG: &str = "INSERT INTO search_strong (rowid, words) VALUES (?1, ?2)";
const DELETE_STRONG: &str =
    "INSERT INTO search_strong (search_strong, rowid, words) VALUES ('delete', ?1, ?2)";

fn change_texts(tx: &Write<'_>, sql: &str, entry: Entry, document: &Document) -> Result<()> {
    let Document {
        title, tags, text, ..
    } = document;
    tx.execute(sql, (entry.0, title, tags, text)).map(drop)
}
