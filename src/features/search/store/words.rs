//! Stores the words of posts, to complete prefixes and to correct typing errors.
//!
//! Each word is stored per scope, so that a viewer gets only words that they may read.

use std::collections::{BTreeSet, HashSet};

use super::entries::{self, Span};
use super::postings;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::tokenizer::{candidate_trigrams, trigrams};
use crate::features::communities::store::VISIBLE_SCOPE;
use crate::platform::db::{Read, Write};

pub type Words = BTreeSet<String>;

/// The largest number of completions of a prefix: more than any site has, except for prefixes of
/// three letters.
const MAX_COMPLETIONS: i64 = 10_000;
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
                let id: i64 = tx.value("SELECT last_insert_rowid()", [])?;
                for trigram in trigrams(word) {
                    tx.execute(
                        "INSERT INTO search_word_trigrams (trigram, word_id) VALUES (?1, ?2)",
                        (trigram, id),
                    )?;
                }
            }
        }
    }
    Ok(())
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
        let sql = "DELETE FROM search_words WHERE word = ?1 AND scope = ?2 RETURNING id";
        let deleted: Option<i64> = tx.first(sql, (word, scope), |row| row.get(0))?;
        let Some(id) = deleted else { continue };
        for trigram in trigrams(word) {
            tx.execute(
                "DELETE FROM search_word_trigrams WHERE trigram = ?1 AND word_id = ?2",
                (trigram, id),
            )?;
        }
    }
    Ok(())
}

/// Deletes all words.
pub fn clear(tx: &Write<'_>) -> Result<()> {
    tx.execute("DELETE FROM search_word_trigrams", [])?;
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

/// Returns the shortest words with a prefix, from questions that the viewer may read.
pub fn shortest_completions(read: &Read<'_>, viewer: Id, prefix: &str) -> Result<Vec<String>> {
    let mut words = completions(read, viewer, prefix)?;
    words.sort_by_key(|word| word.chars().count());
    words.truncate(MAX_SHORTEST);
    Ok(words)
}

/// Returns up to `limit` words that may have been meant by a mistyped one, most probable first.
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
) -> Result<Vec<String>> {
    let length = word.chars().count();
    let max_errors = if length < 8 { 1 } else { 2 };
    let lengths = (
        length.saturating_sub(max_errors) as i64,
        (length + max_errors) as i64,
    );
    let trigrams = serde_json::json!(candidate_trigrams(word, max_errors)).to_string();
    let sql = format!(
        "SELECT search_words.word FROM search_word_trigrams CROSS JOIN search_words ON search_words.id = search_word_trigrams.word_id
         WHERE trigram IN (SELECT value FROM json_each(?2)) AND length(word) BETWEEN ?3 AND ?4 AND {VISIBLE_SCOPE} LIMIT ?5"
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
    Ok(used.into_iter().map(|(_, _, word)| word).collect())
}
