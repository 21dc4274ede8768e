//! Lists of questions: each order uses an index, and each search the predicate of what the viewer
//! may read.

mod filter;
mod relevance;
mod statement;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

pub use filter::ListFilter;
use relevance::page_by_relevance;
use statement::{IndexHint, Statement, find_selective_index};

use super::full_text::{Index, count_up_to};
use super::{tags, words};
use crate::communities::store::VISIBLE_SCOPE;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::questions::order::Order;
use crate::questions::search::query::{Match, Search};

impl Page<Id> {
    /// Replaces the ids by the items that `load` returns for them.
    pub fn with_items<T>(self, load: impl FnOnce(&[Id]) -> Result<Vec<T>>) -> Result<Page<T>> {
        Ok(Page {
            items: load(&self.items)?,
            total: self.total,
            next: self.next,
        })
    }
}

fn empty_page() -> Page<Id> {
    Page {
        items: Vec::new(),
        total: 0,
        next: None,
    }
}

/// Returns the ids of one page of questions, and for a search with words, what they match.
pub fn find(
    read: &Read<'_>,
    filter: ListFilter,
    paging: &Paging,
) -> Result<(Page<Id>, Option<Match>)> {
    if filter.search.is_meaningless() {
        return Ok((empty_page(), None));
    }
    if filter.search.has_words() {
        let (page, matched) = find_words(read, filter, paging)?;
        return Ok((page, Some(matched)));
    }
    let tag_count = match filter.search.tags.first() {
        Some(tag) => tags::question_count(read, filter.viewer, tag)?,
        None => 0,
    };
    let selective = find_selective_index(read, &filter)?;
    let total = total(read, &filter, tag_count, selective)?;
    let hint = IndexHint::for_page(&filter, tag_count, selective);
    let statement = Statement::without_words(read, &filter, hint)?;
    let page = page(read, vec![statement], filter.order, paging, total)?;
    Ok((page, None))
}

/// Searches for all words, then with the last word as a prefix, then with corrected words, then for
/// any of the words. Returns the first of these searches that has results.
fn find_words(
    read: &Read<'_>,
    mut filter: ListFilter,
    paging: &Paging,
) -> Result<(Page<Id>, Match)> {
    let indexes = Index::for_viewer(read, filter.viewer)?;
    // Returns one statement per index with results, and their total, unless there are none.
    let run =
        |filter: &ListFilter, words: Option<String>| -> Result<Option<(Vec<Statement>, i64)>> {
            let Some(words) = words else { return Ok(None) };
            let (mut statements, mut total) = (Vec::new(), 0);
            for index in &indexes {
                let query = index.search_query(read, &words, &filter.search)?;
                let statement = Statement::with_words(filter, query);
                let count = statement.count(read)?;
                if count > 0 {
                    statements.push(statement);
                    total += count;
                }
            }
            Ok((total > 0).then_some((statements, total)))
        };
    let mut completions = completions(read, &filter)?;
    let mut matched = Match::All;
    let mut found = run(&filter, filter.search.all(&completions))?;
    if found.is_none() {
        let questions = visible_count(read, filter.viewer, "questions")?;
        if filter.search.widen(questions) {
            found = run(&filter, filter.search.all(&completions))?;
        }
    }
    if found.is_none()
        && let Some(corrected) = correct(read, &indexes, &filter, &completions)?
    {
        matched = Match::Similar(corrected.text().to_owned());
        filter.search = corrected;
        completions = self::completions(read, &filter)?;
        found = run(&filter, filter.search.all(&completions))?;
    }
    if found.is_none() {
        found = run(&filter, filter.search.any(&completions))?;
        if matched == Match::All {
            matched = Match::Any;
        }
    }
    match found {
        Some((statements, total)) => {
            let page = page(read, statements, filter.order, paging, total)?;
            Ok((page, matched))
        }
        None => Ok((empty_page(), Match::All)),
    }
}

fn completions(read: &Read<'_>, filter: &ListFilter) -> Result<Vec<String>> {
    filter.search.prefix().map_or(Ok(Vec::new()), |prefix| {
        words::completions(read, filter.viewer, &prefix)
    })
}

/// Returns the search with similar words in place of those that have no visible result.
fn correct(
    read: &Read<'_>,
    indexes: &[Index],
    filter: &ListFilter,
    completions: &[String],
) -> Result<Option<Search>> {
    filter.search.corrected(completions, |word, expression| {
        let has_results = count_up_to(read, indexes, expression, 1)? > 0;
        if has_results {
            Ok(None)
        } else {
            words::similar(read, filter.viewer, indexes, word)
        }
    })
}

/// Returns how many questions the viewer may read: all, or the unanswered ones, depending on
/// `column`.
fn visible_count(read: &Read<'_>, viewer: Id, column: &str) -> Result<i64> {
    read.value(
        &format!("SELECT coalesce(sum({column}), 0) FROM question_counts WHERE {VISIBLE_SCOPE}"),
        [viewer],
    )
}

/// Returns the length of a list without words: from a counter if there is one, else from an index.
fn total(
    read: &Read<'_>,
    filter: &ListFilter,
    tag_count: i64,
    selective: Option<&'static str>,
) -> Result<i64> {
    let (search, is_unanswered) = (&filter.search, filter.order == Order::Unanswered);
    let all = || {
        let column = if is_unanswered {
            "unanswered"
        } else {
            "questions"
        };
        visible_count(read, filter.viewer, column)
    };
    if filter.community.is_none() && search.is_empty() {
        return all();
    }
    if filter.community.is_some() || is_unanswered || !search.filters.is_empty() {
        let hint = IndexHint::for_count(filter, selective);
        return Statement::without_words(read, filter, hint)?.count(read);
    }
    if search.is_one_tag() {
        return Ok(tag_count);
    }
    let indexes = Index::for_viewer(read, filter.viewer)?;
    let counts = indexes
        .iter()
        .map(|index| index.count_tagged_or_excluded(read, search));
    let count = counts.sum::<Result<i64>>()?;
    Ok(if search.tags.is_empty() {
        all()? - count
    } else {
        count
    })
}

/// Returns one page of the merged results of several statements, which have no question in common.
fn page(
    read: &Read<'_>,
    mut statements: Vec<Statement>,
    order: Order,
    paging: &Paging,
    total: i64,
) -> Result<Page<Id>> {
    if order == Order::Relevance && statements.iter().all(Statement::is_full_text) {
        return page_by_relevance(read, &statements, paging, total);
    }
    let mut rows = Vec::new();
    for statement in &mut statements {
        rows.append(&mut statement.rows(read, order, paging)?);
    }
    if statements.len() > 1 {
        rows.sort_unstable_by_key(|(id, key)| Reverse((*key, *id)));
    }
    Ok(Page::cut(rows, paging.limit, total, |(id, key)| {
        format!("{key}.{}", id.as_i64())
    })
    .map(|(id, _)| id))
}
