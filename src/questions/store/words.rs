//! Stores the words of questions, to complete prefixes and to correct typing errors.
//!
//! Each word is stored per scope, so that a viewer gets only words that they may read.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::slice;

use super::full_text::{Index, count_up_to};
use crate::communities::store::VISIBLE_SCOPE;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::query::quoted;
use crate::tokenizer::{candidate_trigrams, folded, trigrams, words};

pub type Words = BTreeSet<String>;

/// The largest number of completions of a prefix: more than any site has, except for prefixes of
/// three letters.
const MAX_COMPLETIONS: i64 = 10_000;
/// The largest number of words that are compared with a mistyped one.
const MAX_COMPARED: i64 = 20_000;
/// The largest number of equally similar words whose uses are counted.
const MAX_CANDIDATES: usize = 20;
/// The number of questions per batch of a rebuild, whose words are held in memory.
const REBUILD_BATCH: i64 = 5_000;
/// The uses of a word are counted up to this number.
const MAX_USES: i64 = 1_000;

/// Stores the words of questions in a scope. All can complete a prefix. Of the new words of each
/// question, the first `max_corrections` can also correct a typing error.
pub fn insert(
    tx: &Write<'_>,
    scope: i64,
    questions: &[Words],
    max_corrections: usize,
) -> Result<()> {
    // Most words are in several of the questions and need one look-up.
    let all: BTreeSet<&String> = questions.iter().flatten().collect();
    let unknown = "SELECT value FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM search_words WHERE word = value AND scope = ?2)";
    let unknown = tx.all(
        unknown,
        (serde_json::json!(all).to_string(), scope),
        |row| row.get(0),
    )?;
    let mut unknown: HashSet<String> = unknown.into_iter().collect();
    // One row per statement: a statement that can fail half-way opens a savepoint, which flushes
    // FTS5.
    for words in questions {
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

/// Deletes all words and stores those of the current questions.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    tx.execute("DELETE FROM search_word_trigrams", [])?;
    tx.execute("DELETE FROM search_words", [])?;
    let sql = "SELECT id, scope, concat_ws(' ', title, tags, text, answers) FROM search_documents WHERE id > ?1 ORDER BY id LIMIT ?2";
    let mut last = 0;
    loop {
        let mut found: BTreeMap<i64, Words> = BTreeMap::new();
        let ids: Vec<i64> = tx.all(sql, (last, REBUILD_BATCH), |row| {
            found
                .entry(row.get(1)?)
                .or_default()
                .extend(words(row.get_ref(2)?.as_str()?));
            row.get(0)
        })?;
        found.iter().try_for_each(|(scope, words)| {
            insert(tx, *scope, slice::from_ref(words), usize::MAX)
        })?;
        match ids.last() {
            Some(id) => last = *id,
            None => return Ok(()),
        }
    }
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

/// Returns the most probable correction of a word without results.
///
/// Of the words with visible results, this is the one with the fewest wrong, missing, additional or
/// swapped letters (at most one, and two for words of eight letters or more). Ties are resolved by
/// the number of uses, then by the most similar length.
pub fn similar(
    read: &Read<'_>,
    viewer: Id,
    indexes: &[Index],
    word: &str,
) -> Result<Option<String>> {
    let word = folded(word);
    let length = word.chars().count();
    let max_errors = if length < 8 { 1 } else { 2 };
    let lengths = (
        length.saturating_sub(max_errors) as i64,
        (length + max_errors) as i64,
    );
    let trigrams = serde_json::json!(candidate_trigrams(&word, max_errors)).to_string();
    let sql = format!(
        "SELECT search_words.word FROM search_word_trigrams CROSS JOIN search_words ON search_words.id = search_word_trigrams.word_id
         WHERE trigram IN (SELECT value FROM json_each(?2)) AND length(word) BETWEEN ?3 AND ?4 AND {VISIBLE_SCOPE} LIMIT ?5"
    );
    let words: Vec<String> = read.all(
        &sql,
        (viewer, trigrams, lengths.0, lengths.1, MAX_COMPARED),
        |row| row.get(0),
    )?;
    let mut nearest: Vec<(usize, usize, String)> = words
        .into_iter()
        .map(|other| {
            (
                strsim::osa_distance(&word, &other),
                other.chars().count().abs_diff(length),
                other,
            )
        })
        .filter(|(distance, _, _)| *distance <= max_errors)
        .collect();
    nearest.sort_unstable();
    nearest.dedup();
    for equals in nearest.chunk_by(|(a, _, _), (b, _, _)| a == b) {
        let mut best: Option<(i64, &String)> = None;
        for (_, _, other) in equals.iter().take(MAX_CANDIDATES) {
            let uses = count_up_to(read, indexes, &quoted(other), MAX_USES)?;
            if uses > best.map_or(0, |(most, _)| most) {
                best = Some((uses, other));
            }
        }
        if let Some((_, best)) = best {
            return Ok(Some(best.clone()));
        }
    }
    Ok(None)
}
