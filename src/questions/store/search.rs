//! The full-text indexes: of what everyone may read, and of what only members of private communities may. They hold no
//! copy of the texts: they read them through views.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use super::{tags, words};
use crate::communities::store::private_scopes;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::Search;

/// Of a question's words that are new to the site, so many can be what a mistyped one means: more are no language, and
/// would hold up the writer.
const CORRECTING: usize = 500;

/// Pieces of an index of about the same size that are merged in one transaction. V023 says why they are so many; but when all
/// is indexed anew, that is one transaction anyway, and fewer pieces are faster to search.
const MERGED_AT_ONCE: i64 = 500;
const MERGED_IN_REBUILD: i64 = 16;

/// The index of what everyone may read. In it bm25 ranks, which counts how often a word is in the whole index.
const PUBLIC: &str = "search";
/// The index of what only some may read. Nothing in it is counted to rank it, because no viewer may read it all.
const PRIVATE: &str = "search_private";

/// The index that holds what is in a scope.
fn table(scope: i64) -> &'static str {
    if scope == 0 { PUBLIC } else { PRIVATE }
}

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
    let sql = "SELECT title, tags, text, answers, marks, scope FROM search_documents WHERE id = ?1";
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

/// Indexes questions as they are now in place of what is indexed. Words that they have no more stay known: that does not
/// mean that anything with them is found.
pub fn replace<'d>(tx: &Write<'_>, questions: impl Iterator<Item = (Id, Option<&'d Document>)>) -> Result<()> {
    let mut new_words: BTreeMap<i64, Vec<words::Words>> = BTreeMap::new();
    for (question, indexed) in questions {
        let now = document(tx, question)?;
        if now.as_ref() == indexed {
            continue;
        }
        if let Some(old) = indexed {
            take_out(tx, question, old)?;
        }
        if let Some(now) = now {
            put_in(tx, question, &now)?;
            let known = indexed.filter(|indexed| indexed.scope == now.scope);
            new_words.entry(now.scope).or_default().push(now.new_words(known));
        }
    }
    new_words.iter().try_for_each(|(scope, questions)| words::insert(tx, *scope, questions, CORRECTING))
}

// One row at a time: a statement that could fail half-way would be a savepoint too.
fn take_out(tx: &Write<'_>, question: Id, old: &Document) -> Result<()> {
    let table = table(old.scope);
    let sql = format!("INSERT INTO {table} ({table}, rowid, title, tags, text, answers, marks) VALUES ('delete', ?1, ?2, ?3, ?4, ?5, ?6)");
    tx.execute(&sql, (question, &old.title, &old.tags, &old.text, &old.answers, &old.marks)).map(drop)
}

fn put_in(tx: &Write<'_>, question: Id, now: &Document) -> Result<()> {
    let sql = format!("INSERT INTO {} (rowid, title, tags, text, answers, marks) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", table(now.scope));
    tx.execute(&sql, (question, &now.title, &now.tags, &now.text, &now.answers, &now.marks)).map(drop)
}

/// Indexes everything anew.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    for table in [PUBLIC, PRIVATE] {
        let merge_at_once = |pieces| tx.execute(&format!("INSERT INTO {table} ({table}, rank) VALUES ('crisismerge', ?1)"), [pieces]);
        merge_at_once(MERGED_IN_REBUILD)?;
        tx.execute(&format!("INSERT INTO {table} ({table}) VALUES ('rebuild')"), [])?;
        merge_at_once(MERGED_AT_ONCE)?;
    }
    words::rebuild(tx)
}

/// An index as a viewer may use it: what he may not read is not found, counted or ranked.
pub struct Index {
    table: &'static str,
    /// FTS5's expression of what of it the viewer may read, unless he may read all.
    readable: Option<String>,
}

/// What one index is asked.
pub struct Asked {
    pub table: &'static str,
    /// FTS5's expression of what is to be found.
    pub expression: String,
    /// Where bm25 does not rank, expressions of which a hit meets the more the better it is.
    pub tiers: Vec<String>,
}

/// An FTS5 expression for the columns that hold texts, without the marks.
fn in_texts(expression: &str) -> String {
    format!("{{title tags text answers}} : ({expression})")
}

/// The FTS5 expression of what has such tags; none without tags.
fn marks(read: &Read<'_>, tags: &BTreeSet<String>, with: &str) -> Result<Option<String>> {
    // No tag has the id 0.
    let mark = |tag: &String| Ok(format!("t{}", tags::id(read, tag)?.map_or(0, Id::as_i64)));
    let marks: Vec<String> = tags.iter().map(mark).collect::<Result<_>>()?;
    Ok((!marks.is_empty()).then(|| format!("marks : ({})", marks.join(with))))
}

/// The FTS5 expression of what has a word or a tag that a search excludes; none if it excludes nothing.
fn excluded(read: &Read<'_>, search: &Search) -> Result<Option<String>> {
    let texts = search.excluded().map(|excluded| in_texts(&excluded));
    let either: Vec<String> = texts.into_iter().chain(marks(read, &search.excluded_tags, " OR ")?).collect();
    Ok((!either.is_empty()).then(|| format!("({})", either.join(") OR ("))))
}

impl Index {
    /// The indexes in which the viewer may read something. With them an expression says in the index's own words what
    /// [`crate::communities::store::VISIBLE`] says, so that hits can be counted without looking at each question.
    pub fn of(read: &Read<'_>, viewer: Id) -> Result<Vec<Self>> {
        let mine: Vec<String> = private_scopes(read, viewer)?.iter().map(|community| format!("c{}", community.as_i64())).collect();
        let private = (!mine.is_empty()).then(|| format!("marks : ({})", mine.join(" OR ")));
        let private = private.map(|readable| Self { table: PRIVATE, readable: Some(readable) });
        Ok(iter::once(Self { table: PUBLIC, readable: None }).chain(private).collect())
    }

    /// The FTS5 expression of what the viewer may read and `words` matches.
    fn expression(&self, words: &str) -> String {
        self.readable(&in_texts(words))
    }

    fn readable(&self, expression: &str) -> String {
        self.readable.as_ref().map_or_else(|| expression.to_owned(), |readable| format!("({expression}) AND ({readable})"))
    }

    /// What the index is asked to find what `words` match.
    pub fn asked(&self, words: &str) -> Asked {
        // The title tells more than the tags, these more than the text, and that more than the answers.
        let columns = if self.readable.is_some() { ["title", "title tags", "title tags text"].as_slice() } else { &[] };
        let tiers = columns.iter().map(|columns| self.readable(&format!("{{{columns}}} : ({words})"))).collect();
        Asked { table: self.table, expression: self.expression(words), tiers }
    }

    /// The same for the words of a search (all or any of them), with its tags and without what it excludes.
    pub fn restricted(&self, read: &Read<'_>, words: &str, search: &Search) -> Result<Asked> {
        let mut asked = self.asked(words);
        if let Some(all) = marks(read, &search.tags, " AND ")? {
            asked.expression = format!("({all}) AND ({})", asked.expression);
        }
        if let Some(excluded) = excluded(read, search)? {
            asked.expression = format!("({}) NOT ({excluded})", asked.expression);
        }
        Ok(asked)
    }

    /// How many questions have the tags of a search and nothing that it excludes; without tags, how many have what it excludes.
    pub fn count_tagged_or_excluded(&self, read: &Read<'_>, search: &Search) -> Result<i64> {
        let expression = match (marks(read, &search.tags, " AND ")?, excluded(read, search)?) {
            (Some(tagged), Some(excluded)) => format!("({tagged}) NOT ({excluded})"),
            (Some(expression), None) | (None, Some(expression)) => expression,
            (None, None) => return Ok(0),
        };
        let table = self.table;
        read.value(&format!("SELECT count(*) FROM {table} WHERE {table} MATCH ?1"), [self.readable(&expression)])
    }

    /// The condition that a question `q` is not among those that `words` match, and the value of its `?`.
    pub fn lacks(&self, words: &str) -> (String, String) {
        let table = self.table;
        (format!("q.id NOT IN (SELECT rowid FROM {table} WHERE {table} MATCH ?)"), self.expression(words))
    }
}

/// How many questions that the viewer of the indexes may read `words` match, as far as it is worth counting.
pub fn count_up_to(read: &Read<'_>, indexes: &[Index], words: &str, most: i64) -> Result<i64> {
    let count = |index: &Index| {
        let table = index.table;
        let sql = format!("SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ?1 LIMIT ?2)");
        read.value::<i64>(&sql, (index.expression(words), most))
    };
    indexes.iter().try_fold(0, |sum, index| Ok(most.min(sum + count(index)?)))
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
