//! The full-text index. It holds no copy of the texts: it reads them through the view `search_documents`.

use std::collections::BTreeSet;

use super::{tags, words};
use crate::communities::store::memberships;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::Search;

/// Of a question's words that are new to the site, so many can be what a mistyped one means: more are no language, and
/// would hold up the writer.
const CORRECTING: usize = 500;

/// A question as the index knows it.
#[derive(PartialEq, Eq)]
pub struct Document {
    title: String,
    tags: Option<String>,
    text: String,
    answers: Option<String>,
    /// What [`Index`] asks for: who may read it, and the ids of its tags.
    marks: String,
    scope: i64,
}

impl Document {
    fn texts(&self) -> [&str; 4] {
        [&self.title, self.tags.as_deref().unwrap_or_default(), &self.text, self.answers.as_deref().unwrap_or_default()]
    }

    /// The words to keep for completing and correcting what is typed, without those that `before` has in the same
    /// place. Most changes add an answer after the others: then only that is taken apart.
    fn new_words(&self, before: Option<&Self>) -> words::Words {
        let before = before.map_or([""; 4], Self::texts);
        let texts = self.texts().into_iter().zip(before);
        texts
            .flat_map(|(now, before)| match now.strip_prefix(before) {
                Some(added) if before.is_empty() || added.is_empty() || added.starts_with('\n') => crate::words::words(added),
                _ => &crate::words::words(now) - &crate::words::words(before),
            })
            .collect()
    }
}

/// A question as it is now; nothing if it is deleted.
pub fn document(read: &Read<'_>, question: Id) -> Result<Option<Document>> {
    let sql = "SELECT d.title, d.tags, d.text, d.answers, d.marks, q.scope
               FROM search_documents d JOIN questions q ON q.id = d.id WHERE d.id = ?1";
    read.first(sql, [question], |row| {
        Ok(Document {
            title: row.get(0)?,
            tags: row.get(1)?,
            text: row.get(2)?,
            answers: row.get(3)?,
            marks: row.get(4)?,
            scope: row.get(5)?,
        })
    })
}

/// Indexes a question as it is now in place of what is indexed. Words that it has no more stay known: that does not
/// mean that anything with them is found.
pub fn replace(tx: &Write<'_>, question: Id, indexed: Option<&Document>) -> Result<()> {
    let now = document(tx, question)?;
    if now.as_ref() == indexed {
        return Ok(());
    }
    // One row at a time: a statement that could fail half-way would be a savepoint too.
    if let Some(old) = indexed {
        let sql = "INSERT INTO search (search, rowid, title, tags, text, answers, marks) VALUES ('delete', ?1, ?2, ?3, ?4, ?5, ?6)";
        tx.execute(sql, (question, &old.title, &old.tags, &old.text, &old.answers, &old.marks))?;
    }
    let Some(now) = now else { return Ok(()) };
    let sql = "INSERT INTO search (rowid, title, tags, text, answers, marks) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    tx.execute(sql, (question, &now.title, &now.tags, &now.text, &now.answers, &now.marks))?;
    let known = indexed.filter(|indexed| indexed.scope == now.scope);
    words::insert(tx, now.scope, &now.new_words(known), CORRECTING)
}

/// Indexes everything anew.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    tx.execute("INSERT INTO search (search) VALUES ('rebuild')", [])?;
    words::rebuild(tx)
}

/// The index as a viewer may use it: what he may not read is not found, counted or ranked.
pub struct Index {
    /// FTS5's expression of what is hidden from the viewer.
    hidden: String,
}

/// An FTS5 expression for the columns that hold texts, without the marks.
pub fn in_texts(expression: &str) -> String {
    format!("{{title tags text answers}} : ({expression})")
}

/// The FTS5 expression of what has such tags; none without tags.
fn marks(read: &Read<'_>, tags: &BTreeSet<String>, with: &str) -> Result<Option<String>> {
    // No tag has the id 0.
    let mark = |tag: &String| Ok(format!("t{}", tags::id(read, tag)?.map_or(0, Id::as_i64)));
    let marks: Vec<String> = tags.iter().map(mark).collect::<Result<_>>()?;
    Ok((!marks.is_empty()).then(|| format!("marks : ({})", marks.join(with))))
}

impl Index {
    /// Says in the index's own words what [`crate::communities::store::VISIBLE`] says, so that hits can be counted
    /// without looking at each question.
    pub fn of(read: &Read<'_>, viewer: Id) -> Result<Self> {
        let mine: Vec<String> = memberships(read, viewer)?.iter().map(|community| format!("c{}", community.as_i64())).collect();
        let hidden = if mine.is_empty() { "private".to_owned() } else { format!("private NOT ({})", mine.join(" OR ")) };
        Ok(Self { hidden: format!("marks : ({hidden})") })
    }

    /// The FTS5 expression of what the viewer may read and `words` matches.
    pub fn expression(&self, words: &str) -> String {
        format!("({}) NOT ({})", in_texts(words), self.hidden)
    }

    /// The expression for the words of a search (all or any of them), with its tags and without what it excludes.
    pub fn restricted(&self, read: &Read<'_>, words: &str, search: &Search) -> Result<String> {
        let mut expression = self.expression(words);
        if let Some(all) = marks(read, &search.tags, " AND ")? {
            expression = format!("({all}) AND ({expression})");
        }
        let texts = search.excluded().map(|excluded| in_texts(&excluded));
        for excluded in texts.into_iter().chain(marks(read, &search.excluded_tags, " OR ")?) {
            expression = format!("({expression}) NOT ({excluded})");
        }
        Ok(expression)
    }

    /// How many questions an expression finds, as far as it is worth counting.
    pub fn count_up_to(read: &Read<'_>, expression: &str, most: i64) -> Result<i64> {
        read.value("SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ?1 LIMIT ?2)", (expression, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(title: &str, answers: Option<&str>) -> Document {
        let (title, answers) = (title.to_owned(), answers.map(str::to_owned));
        Document { title, tags: None, text: "something".to_owned(), answers, marks: String::new(), scope: 0 }
    }

    #[test]
    fn only_what_was_added_is_new() {
        let words = |now: &Document, before| now.new_words(before).into_iter().collect::<Vec<_>>().join(" ");
        let one = document("question", Some("first answer"));
        assert_eq!(words(&one, None), "answer first question something");
        assert_eq!(words(&document("question", None), Some(&one)), "");
        assert_eq!(words(&document("question", Some("first answer\nanother answer")), Some(&one)), "another answer");
        // The end of a text is not always the end of a word.
        assert_eq!(words(&document("questionable", Some("first answers")), Some(&one)), "answers questionable");
    }
}
