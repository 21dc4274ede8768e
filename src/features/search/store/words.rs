//! Stores the words of posts, to complete prefixes and to correct typing errors.
//!
//! Each word is stored per scope, so that a viewer gets only words that they may read.

use std::collections::{BTreeSet, HashSet};

use super::entries::{self, Span};
use super::postings;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::tokenizer::{candidate_trigrams, marked, trigrams};
use crate::features::communities::store::VISIBLE_SCOPE;
use crate::features::search::query::quoted;
use crate::platform::db::{Read, Write};

pub type Words = BTreeSet<String>;

/// The largest number of completions of a prefix: more than any site has, except for prefixes of
/// three letters.
const MAX_COMPLETIONS: i64 = 10_000;
/// The largest number of words with a prefix, or with the same trigrams, that are looked at.
const MAX_FAMILY: i64 = 500;
/// The largest number of shortest completions, which can have the same stem.
const MAX_SHORTEST: usize = 60;
/// The largest number of words that are compared with a mistyped one.
const MAX_COMPARED: i64 = 20_000;
/// The largest number of equally similar words whose uses are counted.
const MAX_CANDIDATES: usize = 20;
/// The uses of a word are counted up to this number.
const MAX_USES: i64 = 100;

/// Stores the words of posts in a scope. All can complete a prefix. Of the new words of each post,
/// the first `max_corrections` can also correct a typing error.
pub fn insert(tx: &Write<'_>, scope: i64, posts: &[Words], max_corrections: usize) -> Result<()> {
    // Most words are in several of the posts and need one look-up.
    let all: BTreeSet<&String> = posts.iter().flatten().collect();
    let unknown = "SELECT value FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM search_words WHERE word = value AND scope = ?2)";
    let unknown = tx.all(
        unknown,
        (serde_json::json!(all).to_string(), scope),
        |row| row.get(0),
    )?;
    let mut unknown: HashSet<String> = unknown.into_iter().collect();
    // One row per statement: a statement that can fail half-way opens a savepoint, which flushes
    // FTS5.
    for words in posts {
        for (number, word) in words
            .iter()
            .filter(|word| unknown.remove(*word))
            .enumerate()
        {
            tx.execute(
                "INSERT INTO search_words (word, scope) VALUES (?1, ?2)",
                (word, scope),
            )?;
            if number < max_corrections {
                insert_correction(tx, scope, word)?;
            }
        }
    }
    Ok(())
}

fn insert_correction(tx: &Write<'_>, scope: i64, word: &str) -> Result<()> {
    let sql = "INSERT INTO search_corrections (word, scope) VALUES (?1, ?2)";
    tx.execute(sql, (word, scope))?;
    let id: i64 = tx.value("SELECT last_insert_rowid()", [])?;
    let sql = "INSERT INTO search_trigrams (rowid, word) VALUES (?1, ?2)";
    tx.execute(sql, (id, marked(word)))?;
    Ok(())
}

/// Returns a query of the trigrams.
fn trigram_query(trigrams: &BTreeSet<String>, operator: &str) -> String {
    let quoted: Vec<String> = trigrams.iter().map(|trigram| quoted(trigram)).collect();
    quoted.join(operator)
}

/// Returns whether a visible post of a scope has a word with the same stem.
pub fn is_used(read: &Read<'_>, scope: i64, word: &str) -> Result<bool> {
    match entries::of_scope(read, scope)? {
        Some(span) => Ok(postings::count_up_to(read, &[span], word, 1)? > 0),
        None => Ok(false),
    }
}

/// Deletes those of some words of a scope whose stem no visible post has.
pub fn forget(tx: &Write<'_>, scope: i64, words: &Words) -> Result<()> {
    for word in words {
        if is_used(tx, scope, word)? {
            continue;
        }
        let sql = "DELETE FROM search_words WHERE word = ?1 AND scope = ?2";
        if tx.execute(sql, (word, scope))? > 0 {
            forget_correction(tx, scope, word)?;
        }
    }
    Ok(())
}

fn forget_correction(tx: &Write<'_>, scope: i64, word: &str) -> Result<()> {
    let sql = "SELECT c.id FROM search_trigrams t CROSS JOIN search_corrections c ON c.id = t.rowid
               WHERE search_trigrams MATCH ?1 AND c.word = ?2 AND c.scope = ?3";
    let all = trigram_query(&trigrams(word), " AND ");
    let found: Option<i64> = tx.first(sql, (all, word, scope), |row| row.get(0))?;
    let Some(id) = found else { return Ok(()) };
    let sql =
        "INSERT INTO search_trigrams (search_trigrams, rowid, word) VALUES ('delete', ?1, ?2)";
    tx.execute(sql, (id, marked(word)))?;
    tx.execute("DELETE FROM search_corrections WHERE id = ?1", [id])?;
    Ok(())
}

/// Deletes all words.
pub fn clear(tx: &Write<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO search_trigrams (search_trigrams) VALUES ('delete-all')",
        [],
    )?;
    tx.execute("DELETE FROM search_corrections", [])?;
    tx.execute("DELETE FROM search_words", [])?;
    Ok(())
}

/// Returns the words with a prefix, from questions that the viewer may read.
pub fn completions(read: &Read<'_>, viewer: Id, prefix: &str) -> Result<Vec<String>> {
    // The words with a prefix sort between it and the prefix with the last character of Unicode.
    let end = format!("{prefix}\u{10ffff}");
    let sql = format!(
        "SELECT DISTINCT word FROM search_words WHERE word >= ?2 AND word < ?3 AND {VISIBLE_SCOPE} ORDER BY word LIMIT ?4"
    );
    read.all(&sql, (viewer, prefix, end, MAX_COMPLETIONS), |row| {
        row.get(0)
    })
}

/// Returns those of the first words with a prefix that a condition accepts, from questions that the viewer may read.
pub fn first_with_prefix(
    read: &Read<'_>,
    viewer: Id,
    prefix: &str,
    accepts: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let end = format!("{prefix}\u{10ffff}");
    let sql = format!(
        "SELECT DISTINCT word FROM search_words WHERE word >= ?2 AND word < ?3 AND {VISIBLE_SCOPE} ORDER BY word LIMIT ?4"
    );
    let mut words: Vec<String> =
        read.all(&sql, (viewer, prefix, end, MAX_FAMILY), |row| row.get(0))?;
    words.retain(|word| accepts(word));
    Ok(words)
}

/// Returns the shortest longer words that contain a word, from questions that the viewer may read.
pub fn compounds(read: &Read<'_>, viewer: Id, word: &str, limit: usize) -> Result<Vec<String>> {
    let inner: BTreeSet<String> = trigrams(word)
        .into_iter()
        .filter(|trigram| !trigram.contains(['^', '$']))
        .collect();
    if inner.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT c.word FROM search_trigrams t CROSS JOIN search_corrections c ON c.id = t.rowid
         WHERE search_trigrams MATCH ?2 AND {VISIBLE_SCOPE} LIMIT ?3"
    );
    let all = trigram_query(&inner, " AND ");
    let found: BTreeSet<String> = read
        .all(&sql, (viewer, all, MAX_FAMILY), |row| row.get(0))?
        .into_iter()
        .collect();
    let mut longer: Vec<String> = found
        .into_iter()
        .filter(|other| other.len() > word.len() && other.contains(word))
        .collect();
    longer.sort_by_key(|other| other.chars().count());
    longer.truncate(limit);
    Ok(longer)
}

/// Returns the shortest words with a prefix, from questions that the viewer may read.
pub fn shortest_completions(read: &Read<'_>, viewer: Id, prefix: &str) -> Result<Vec<String>> {
    let mut words = completions(read, viewer, prefix)?;
    words.sort_by_key(|word| word.chars().count());
    words.truncate(MAX_SHORTEST);
    Ok(words)
}

/// Returns up to `limit` words that may have been meant by a mistyped one, most probable first, with the number of
/// their uses, which is counted up to [`MAX_USES`].
///
/// Of the words with visible results, these are the ones with the fewest wrong, missing, additional
/// or swapped letters (at most one, and two for words of eight letters or more). Ties are resolved
/// by the number of uses, then by the most similar length.
pub fn similar(
    read: &Read<'_>,
    viewer: Id,
    visible: &[Span],
    word: &str,
    limit: usize,
) -> Result<Vec<(String, i64)>> {
    let length = word.chars().count();
    let max_errors = if length < 8 { 1 } else { 2 };
    let lengths = (
        length.saturating_sub(max_errors) as i64,
        (length + max_errors) as i64,
    );
    let trigrams = trigram_query(&candidate_trigrams(word, max_errors), " OR ");
    let sql = format!(
        "SELECT c.word FROM search_trigrams t CROSS JOIN search_corrections c ON c.id = t.rowid
         WHERE search_trigrams MATCH ?2 AND length(c.word) BETWEEN ?3 AND ?4 AND {VISIBLE_SCOPE} LIMIT ?5"
    );
    let words: BTreeSet<String> = read
        .all(
            &sql,
            (viewer, trigrams, lengths.0, lengths.1, MAX_COMPARED),
            |row| row.get(0),
        )?
        .into_iter()
        .collect();
    let mut nearest: Vec<(usize, String)> = words
        .into_iter()
        .map(|other| (strsim::osa_distance(word, &other), other))
        .filter(|(errors, _)| (1..=max_errors).contains(errors))
        .collect();
    nearest
        .sort_unstable_by_key(|(errors, other)| (*errors, other.chars().count().abs_diff(length)));
    nearest.truncate(MAX_CANDIDATES);
    let mut used = Vec::new();
    for (errors, other) in nearest {
        let uses = postings::count_up_to(read, visible, &other, MAX_USES)?;
        if uses > 0 {
            used.push((errors, std::cmp::Reverse(uses), other));
        }
    }
    used.sort_by_key(|(errors, uses, _)| (*errors, *uses));
    used.truncate(limit);
    Ok(used
        .into_iter()
        .map(|(_, uses, word)| (word, uses.0))
        .collect())
}
