//! The words of questions: completing the beginning of one, and finding what a mistyped one may mean. Each is known
//! in the scopes in which it was written, so that nobody is told a word that only others may read.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::slice;

use super::search::{self, Index};
use crate::communities::store::VISIBLE_SCOPE;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::quoted;
use crate::words::{folded, telling_trigrams, trigrams, words};

pub type Words = BTreeSet<String>;

/// Words that complete a beginning, at most: more than any site has, but for three letters.
const COMPLETIONS: i64 = 10_000;
/// Words that are compared with a mistyped one, at most.
const COMPARED: i64 = 20_000;
/// Equally similar words of which the most used one is found out.
const CANDIDATES: usize = 20;
/// Questions whose words are held in memory while all are found anew.
const AT_ONCE: i64 = 5_000;
/// More questions with a word than so many are not counted.
const USED: i64 = 1_000;

/// Makes the words of questions known in a scope. All complete their beginnings; of each question, `correcting` of those that
/// are new can be what a mistyped one means.
pub fn insert(tx: &Write<'_>, scope: i64, questions: &[Words], correcting: usize) -> Result<()> {
    // Most words are in several of the questions, and are looked up once.
    let all: BTreeSet<&String> = questions.iter().flatten().collect();
    let unknown = "SELECT value FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM words WHERE word = value AND scope = ?2)";
    let unknown = tx.all(unknown, (serde_json::json!(all).to_string(), scope), |row| row.get(0))?;
    let mut unknown: HashSet<String> = unknown.into_iter().collect();
    // One row at a time: a statement that could fail half-way would be a savepoint for FTS5.
    for words in questions {
        for (number, word) in words.iter().filter(|word| unknown.remove(*word)).enumerate() {
            tx.execute("INSERT INTO words (word, scope) VALUES (?1, ?2)", (word, scope))?;
            if number < correcting {
                let id: i64 = tx.value("SELECT last_insert_rowid()", [])?;
                for trigram in trigrams(word) {
                    tx.execute("INSERT INTO word_trigrams (trigram, word_id) VALUES (?1, ?2)", (trigram, id))?;
                }
            }
        }
    }
    Ok(())
}

/// Forgets the words that are in no question any more, and finds those that are.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    tx.execute("DELETE FROM word_trigrams", [])?;
    tx.execute("DELETE FROM words", [])?;
    let sql = "SELECT id, scope, concat_ws(' ', title, tags, text, answers) FROM search_documents WHERE id > ?1 ORDER BY id LIMIT ?2";
    let mut last = 0;
    loop {
        let mut found: BTreeMap<i64, Words> = BTreeMap::new();
        let ids: Vec<i64> = tx.all(sql, (last, AT_ONCE), |row| {
            found.entry(row.get(1)?).or_default().extend(words(row.get_ref(2)?.as_str()?));
            row.get(0)
        })?;
        found.iter().try_for_each(|(scope, words)| insert(tx, *scope, slice::from_ref(words), usize::MAX))?;
        match ids.last() {
            Some(id) => last = *id,
            None => return Ok(()),
        }
    }
}

/// Words that begin so, from questions that the viewer may read.
pub fn completions(read: &Read<'_>, viewer: Id, beginning: &str) -> Result<Vec<String>> {
    // The words that begin so lie between it and its last possible continuation.
    let end = format!("{beginning}\u{10ffff}");
    let sql = format!("SELECT DISTINCT word FROM words WHERE word >= ?2 AND word < ?3 AND {VISIBLE_SCOPE} ORDER BY word LIMIT ?4");
    read.all(&sql, (viewer, beginning, end, COMPLETIONS), |row| row.get(0))
}

/// What a word that is found nowhere was probably meant to be: of the words that the viewer finds, the one with the
/// fewest wrong, missing, additional or swapped letters (one, in words of eight letters and more two), of those the
/// most used, and of those one of the same length.
pub fn similar(read: &Read<'_>, viewer: Id, indexes: &[Index], word: &str) -> Result<Option<String>> {
    let word = folded(word);
    let length = word.chars().count();
    let errors = if length < 8 { 1 } else { 2 };
    let lengths = (length.saturating_sub(errors) as i64, (length + errors) as i64);
    let trigrams = serde_json::json!(telling_trigrams(&word, errors)).to_string();
    let sql = format!(
        "SELECT words.word FROM word_trigrams CROSS JOIN words ON words.id = word_trigrams.word_id
         WHERE trigram IN (SELECT value FROM json_each(?2)) AND length(word) BETWEEN ?3 AND ?4 AND {VISIBLE_SCOPE} LIMIT ?5"
    );
    let words: Vec<String> = read.all(&sql, (viewer, trigrams, lengths.0, lengths.1, COMPARED), |row| row.get(0))?;
    let mut nearest: Vec<(usize, usize, String)> = words
        .into_iter()
        .map(|other| (strsim::osa_distance(&word, &other), other.chars().count().abs_diff(length), other))
        .filter(|(distance, _, _)| *distance <= errors)
        .collect();
    nearest.sort_unstable();
    nearest.dedup();
    for equals in nearest.chunk_by(|(a, _, _), (b, _, _)| a == b) {
        let mut best: Option<(i64, &String)> = None;
        for (_, _, other) in equals.iter().take(CANDIDATES) {
            let used = search::count_up_to(read, indexes, &quoted(other), USED)?;
            if used > best.map_or(0, |(most, _)| most) {
                best = Some((used, other));
            }
        }
        if let Some((_, best)) = best {
            return Ok(Some(best.clone()));
        }
    }
    Ok(None)
}
