//! Writes the full-text indexes and the words that complete and correct searches.
//!
//! The indexes store no copy of the texts: they read them through the view `search_documents`.

use std::collections::BTreeMap;

use super::full_text::{INDEXES, index_of_scope};
use super::words;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;

/// The largest number of new words per question that can be suggested as corrections. A text with
/// more is not natural language, and would block the writer.
const MAX_CORRECTIONS: usize = 500;

/// FTS5's `crisismerge`: the number of segments of one level at which a transaction must merge
/// them. The migration that creates the indexes explains the high value.
const CRISIS_MERGE: i64 = 500;
/// The value for a rebuild: it is one transaction in any case, and fewer segments are faster to
/// search.
const CRISIS_MERGE_IN_REBUILD: i64 = 16;

/// The indexed content of a question.
#[derive(PartialEq, Eq)]
pub struct Document {
    title: String,
    tags: Option<String>,
    text: String,
    answers: Option<String>,
    /// Who may read it, and the ids of its tags, as words that an index query can filter by.
    filter_terms: String,
    scope: i64,
}

impl Document {
    fn texts(&self) -> [&str; 4] {
        [
            &self.title,
            self.tags.as_deref().unwrap_or_default(),
            &self.text,
            self.answers.as_deref().unwrap_or_default(),
        ]
    }

    /// Returns the words to store, without those that `before` has in the same field. Most changes
    /// append an answer: then only the answer is tokenized.
    fn new_words(&self, before: Option<&Self>) -> words::Words {
        let before = before.map_or([""; 4], Self::texts);
        let texts = self.texts().into_iter().zip(before);
        texts
            .flat_map(|(now, before)| match now.strip_prefix(before) {
                Some(added) if before.is_empty() || added.is_empty() || added.starts_with('\n') => {
                    crate::tokenizer::words(added)
                }
                _ => &crate::tokenizer::words(now) - &crate::tokenizer::words(before),
            })
            .collect()
    }
}

/// Returns the current content of a question, or nothing if it is deleted.
pub fn document(read: &Read<'_>, question: Id) -> Result<Option<Document>> {
    let sql = "SELECT title, tags, text, answers, filter_terms, scope FROM search_documents WHERE id = ?1";
    read.first(sql, [question], |row| {
        Ok(Document {
            title: row.get(0)?,
            tags: row.get(1)?,
            text: row.get(2)?,
            answers: row.get(3)?,
            filter_terms: row.get(4)?,
            scope: row.get(5)?,
        })
    })
}

/// Replaces the indexed content of questions with their current content. Words that no question has
/// any more stay stored until the next rebuild; a search for them finds nothing.
pub fn replace<'d>(
    tx: &Write<'_>,
    questions: impl Iterator<Item = (Id, Option<&'d Document>)>,
) -> Result<()> {
    let mut new_words: BTreeMap<i64, Vec<words::Words>> = BTreeMap::new();
    for (question, indexed) in questions {
        let now = document(tx, question)?;
        if now.as_ref() == indexed {
            continue;
        }
        if let Some(old) = indexed {
            delete(tx, question, old)?;
        }
        if let Some(now) = now {
            insert(tx, question, &now)?;
            let before = indexed.filter(|indexed| indexed.scope == now.scope);
            new_words
                .entry(now.scope)
                .or_default()
                .push(now.new_words(before));
        }
    }
    new_words
        .iter()
        .try_for_each(|(scope, questions)| words::insert(tx, *scope, questions, MAX_CORRECTIONS))
}

// One row per statement: a statement that can fail half-way opens a savepoint, which flushes FTS5.
fn delete(tx: &Write<'_>, question: Id, old: &Document) -> Result<()> {
    let table = index_of_scope(old.scope);
    let sql = format!(
        "INSERT INTO {table} ({table}, rowid, title, tags, text, answers, filter_terms) VALUES ('delete', ?1, ?2, ?3, ?4, ?5, ?6)"
    );
    tx.execute(
        &sql,
        (
            question,
            &old.title,
            &old.tags,
            &old.text,
            &old.answers,
            &old.filter_terms,
        ),
    )
    .map(drop)
}

fn insert(tx: &Write<'_>, question: Id, now: &Document) -> Result<()> {
    let sql = format!(
        "INSERT INTO {} (rowid, title, tags, text, answers, filter_terms) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        index_of_scope(now.scope)
    );
    tx.execute(
        &sql,
        (
            question,
            &now.title,
            &now.tags,
            &now.text,
            &now.answers,
            &now.filter_terms,
        ),
    )
    .map(drop)
}

/// Rebuilds both indexes and the stored words.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    for table in INDEXES {
        let set_crisis_merge = |segments| {
            tx.execute(
                &format!("INSERT INTO {table} ({table}, rank) VALUES ('crisismerge', ?1)"),
                [segments],
            )
        };
        set_crisis_merge(CRISIS_MERGE_IN_REBUILD)?;
        tx.execute(
            &format!("INSERT INTO {table} ({table}) VALUES ('rebuild')"),
            [],
        )?;
        set_crisis_merge(CRISIS_MERGE)?;
    }
    words::rebuild(tx)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(title: &str, answers: Option<&str>) -> Document {
        let (title, answers) = (title.to_owned(), answers.map(str::to_owned));
        Document {
            title,
            tags: None,
            text: "something".to_owned(),
            answers,
            filter_terms: String::new(),
            scope: 0,
        }
    }

    #[test]
    fn new_words_are_those_that_a_change_adds() {
        let words = |now: &Document, before| {
            now.new_words(before)
                .into_iter()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let one = document("question", Some("first answer"));
        assert_eq!(words(&one, None), "answer first question something");
        assert_eq!(words(&document("question", None), Some(&one)), "");
        assert_eq!(
            words(
                &document("question", Some("first answer\nanother answer")),
                Some(&one)
            ),
            "another answer"
        );
        // An appended text can continue the last word.
        assert_eq!(
            words(&document("questionable", Some("first answers")), Some(&one)),
            "answers questionable"
        );
    }
}
