//! Queries of the full-text indexes: one of public questions, one of questions in private
//! communities.

use std::collections::BTreeSet;
use std::iter;

use super::tags;
use crate::communities::store::private_scopes;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::query::Search;

/// The index of public questions. It is ranked by bm25, which counts words in the whole index.
const PUBLIC: &str = "search_public";
/// The index of questions in private communities. It is ranked without such counts, because no
/// viewer may read all of it.
const PRIVATE: &str = "search_private";
pub(super) const INDEXES: [&str; 2] = [PUBLIC, PRIVATE];

/// Returns the index that contains the questions of a scope.
pub(super) fn index_of_scope(scope: i64) -> &'static str {
    if scope == 0 { PUBLIC } else { PRIVATE }
}

/// An index restricted to what a viewer may read: a query neither finds, counts nor ranks anything
/// else.
pub struct Index {
    table: &'static str,
    /// The FTS5 expression that restricts the index, unless the viewer may read all of it.
    visible: Option<String>,
}

/// A query of one index.
pub struct IndexQuery {
    pub table: &'static str,
    /// The FTS5 expression that the results match.
    pub expression: String,
    /// For an index that bm25 does not rank: the more of these FTS5 expressions a result matches,
    /// the better it is.
    pub tiers: Vec<String>,
}

/// Returns an FTS5 expression restricted to the columns with texts.
fn in_texts(expression: &str) -> String {
    format!("{{title tags text answers}} : ({expression})")
}

/// Returns the FTS5 expression that matches tags, or nothing if there are none.
fn filter_terms(
    read: &Read<'_>,
    tags: &BTreeSet<String>,
    operator: &str,
) -> Result<Option<String>> {
    // No tag has the id 0.
    let term = |tag: &String| Ok(format!("t{}", tags::id(read, tag)?.map_or(0, Id::as_i64)));
    let terms: Vec<String> = tags.iter().map(term).collect::<Result<_>>()?;
    Ok((!terms.is_empty()).then(|| format!("filter_terms : ({})", terms.join(operator))))
}

/// Returns the FTS5 expression that matches the excluded words and tags of a search, or nothing if
/// there are none.
fn excluded(read: &Read<'_>, search: &Search) -> Result<Option<String>> {
    let texts = search.excluded().map(|excluded| in_texts(&excluded));
    let either: Vec<String> = texts
        .into_iter()
        .chain(filter_terms(read, &search.excluded_tags, " OR ")?)
        .collect();
    Ok((!either.is_empty()).then(|| format!("({})", either.join(") OR ("))))
}

impl Index {
    /// Returns the indexes in which the viewer may read something. Their restriction states in FTS5
    /// what [`crate::communities::store::VISIBLE`] states in SQL, so that results can be counted
    /// without reading the questions.
    pub fn for_viewer(read: &Read<'_>, viewer: Id) -> Result<Vec<Self>> {
        let scopes: Vec<String> = private_scopes(read, viewer)?
            .iter()
            .map(|community| format!("c{}", community.as_i64()))
            .collect();
        let visible =
            (!scopes.is_empty()).then(|| format!("filter_terms : ({})", scopes.join(" OR ")));
        let private = visible.map(|visible| Self {
            table: PRIVATE,
            visible: Some(visible),
        });
        let public = Self {
            table: PUBLIC,
            visible: None,
        };
        Ok(iter::once(public).chain(private).collect())
    }

    /// Returns the FTS5 expression of the visible questions whose texts match `words`.
    fn expression(&self, words: &str) -> String {
        self.restrict(&in_texts(words))
    }

    fn restrict(&self, expression: &str) -> String {
        self.visible.as_ref().map_or_else(
            || expression.to_owned(),
            |visible| format!("({expression}) AND ({visible})"),
        )
    }

    /// Returns the query for questions whose texts match `words`.
    pub fn query(&self, words: &str) -> IndexQuery {
        // Ranks the title over the tags, these over the text, and that over the answers.
        let columns = if self.visible.is_some() {
            ["title", "title tags", "title tags text"].as_slice()
        } else {
            &[]
        };
        let tiers = columns
            .iter()
            .map(|columns| self.restrict(&format!("{{{columns}}} : ({words})")))
            .collect();
        IndexQuery {
            table: self.table,
            expression: self.expression(words),
            tiers,
        }
    }

    /// Returns the query for the words of a search (all or any of them) with its tags and
    /// exclusions.
    pub fn search_query(
        &self,
        read: &Read<'_>,
        words: &str,
        search: &Search,
    ) -> Result<IndexQuery> {
        let mut query = self.query(words);
        if let Some(tagged) = filter_terms(read, &search.tags, " AND ")? {
            query.expression = format!("({tagged}) AND ({})", query.expression);
        }
        if let Some(excluded) = excluded(read, search)? {
            query.expression = format!("({}) NOT ({excluded})", query.expression);
        }
        Ok(query)
    }

    /// Returns the number of questions with the tags of a search and without its exclusions. For a
    /// search without tags, returns the number of questions that it excludes.
    pub fn count_tagged_or_excluded(&self, read: &Read<'_>, search: &Search) -> Result<i64> {
        let tagged = filter_terms(read, &search.tags, " AND ")?;
        let expression = match (tagged, excluded(read, search)?) {
            (Some(tagged), Some(excluded)) => format!("({tagged}) NOT ({excluded})"),
            (Some(expression), None) | (None, Some(expression)) => expression,
            (None, None) => return Ok(0),
        };
        let table = self.table;
        read.value(
            &format!("SELECT count(*) FROM {table} WHERE {table} MATCH ?1"),
            [self.restrict(&expression)],
        )
    }

    /// Returns the SQL condition that a question `q` does not match `words`, and the value of its
    /// `?`.
    pub fn not_matching(&self, words: &str) -> (String, String) {
        let table = self.table;
        (
            format!("q.id NOT IN (SELECT rowid FROM {table} WHERE {table} MATCH ?)"),
            self.expression(words),
        )
    }
}

/// Returns the number of visible questions that match `words`, but at most `limit`.
pub fn count_up_to(read: &Read<'_>, indexes: &[Index], words: &str, limit: i64) -> Result<i64> {
    let count = |index: &Index| {
        let table = index.table;
        let sql =
            format!("SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ?1 LIMIT ?2)");
        read.value::<i64>(&sql, (index.expression(words), limit))
    };
    indexes
        .iter()
        .try_fold(0, |sum, index| Ok(limit.min(sum + count(index)?)))
}
