//! Lists of questions: each order uses an index, and each search the predicate of what the viewer
//! may read.

mod filter;
mod found;
mod statement;
#[cfg(test)]
mod tests;

pub use filter::ListFilter;
pub use found::{About, Found, find_as_typed, find_words};
use statement::{IndexHint, Statement, find_selective};

use super::tags;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::store::VISIBLE_SCOPE;
use crate::features::questions::order::Order;
use crate::platform::db::Read;

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
    filter: &ListFilter,
    paging: &Paging,
) -> Result<(Page<Id>, Option<About>)> {
    if filter.search.is_meaningless() {
        return Ok((empty_page(), None));
    }
    if filter.search.has_words() {
        return find_words(read, filter, paging).map(|found| (found.page, Some(found.about)));
    }
    let tag_count = match filter.search.tags.first() {
        Some(tag) => tags::question_count(read, filter.viewer, tag)?,
        None => 0,
    };
    let selective = find_selective(read, filter)?;
    let total = total(read, filter, tag_count, selective)?;
    let hint = IndexHint::for_page(filter, tag_count, selective);
    let mut statement = Statement::without_words(read, filter, hint)?;
    let rows = statement.rows(read, filter.order, paging)?;
    let page = Page::cut(rows, paging.limit, total, |(id, key)| {
        format!("{key}.{}", id.as_i64())
    });
    Ok((page.map(|(id, _)| id), None))
}

/// Returns how many questions the viewer may read: all, or the unanswered ones.
fn visible_count(read: &Read<'_>, viewer: Id, is_unanswered: bool) -> Result<i64> {
    let (column, hidden) = if is_unanswered {
        let unanswered = "SELECT count(*) FROM communities o CROSS JOIN questions q INDEXED BY questions_by_community_unanswered
                          ON q.community_id = o.id AND q.answer_count = 0 AND q.scope = 0 WHERE o.needs_account = 1";
        ("unanswered", unanswered)
    } else {
        let all = "SELECT sum(question_count) FROM communities WHERE needs_account = 1";
        ("questions", all)
    };
    let sql = format!(
        "SELECT coalesce(sum({column}), 0) - iif(?1 <> 0, 0, coalesce(({hidden}), 0)) FROM question_counts WHERE {VISIBLE_SCOPE}"
    );
    read.value(&sql, [viewer])
}

/// Returns the length of a list without words: from a counter if there is one, else from an index.
fn total(
    read: &Read<'_>,
    filter: &ListFilter,
    tag_count: i64,
    selective: Option<IndexHint>,
) -> Result<i64> {
    let (search, is_unanswered) = (&filter.search, filter.order == Order::Unanswered);
    let all = || visible_count(read, filter.viewer, is_unanswered);
    let is_everywhere = filter.community.is_none() && filter.since.is_none();
    if is_everywhere && search.is_empty() {
        return all();
    }
    if is_everywhere && search.is_one_tag() && !is_unanswered {
        return Ok(tag_count);
    }
    if is_everywhere && search.is_without_one_tag() && !is_unanswered {
        let excluded = tags::question_count(read, filter.viewer, &search.excluded_tags[0])?;
        return Ok(all()? - excluded);
    }
    Statement::without_words(read, filter, IndexHint::for_count(filter, selective))?.count(read)
}
