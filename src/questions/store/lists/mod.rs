//! Finding questions: every order by an index, every search with the same predicate of what may be read.

mod ranking;
mod statement;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use ranking::ranked_page;
pub(super) use ranking::{fused, rank};
use statement::{Driver, Statement, index_of_few};

use super::search::{Index, count_up_to};
use super::{tags, words};
use crate::communities::store::VISIBLE_SCOPE;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::order::Order;
use crate::questions::search::{Match, Search};
use crate::web::{Page, Paging};

/// Which questions, for whom, in which order.
pub struct Wanted {
    pub viewer: Id,
    pub order: Order,
    pub search: Search,
    pub community: Option<Id>,
}

impl Page<Id> {
    /// The same page with what the ids stand for.
    pub fn with_items<T>(self, load: impl FnOnce(&[Id]) -> Result<Vec<T>>) -> Result<Page<T>> {
        Ok(Page { items: load(&self.items)?, total: self.total, next: self.next })
    }
}

/// The ids of one page of questions, and for a search with words, what of them was found.
pub fn find(read: &Read<'_>, mut wanted: Wanted, paging: &Paging) -> Result<(Page<Id>, Option<Match>)> {
    if wanted.search.means_nothing() {
        return Ok((Page { items: Vec::new(), total: 0, next: None }, None));
    }
    let tagged = match wanted.search.tags.first() {
        Some(tag) => tags::total(read, wanted.viewer, tag)?,
        None => 0,
    };
    if !wanted.search.has_words() {
        let few = index_of_few(read, &wanted)?;
        let total = total(read, &wanted, tagged, few)?;
        let statement = Statement::without_words(read, &wanted, Driver::of_page(&wanted, tagged, few))?;
        return Ok((page(read, vec![statement], wanted.order, paging, total)?, None));
    }

    let indexes = Index::of(read, wanted.viewer)?;
    let counted = |wanted: &Wanted, words: Option<String>| -> Result<Option<(Vec<Statement>, i64)>> {
        let Some(words) = words else { return Ok(None) };
        let mut found = (Vec::new(), 0);
        for index in &indexes {
            let statement = Statement::with_words(wanted, index.restricted(read, &words, &wanted.search)?);
            let count = statement.count(read)?;
            if count > 0 {
                found.0.push(statement);
                found.1 += count;
            }
        }
        Ok((found.1 > 0).then_some(found))
    };
    let mut completions = completions(read, &wanted)?;
    let mut matched = Match::All;
    let mut found = counted(&wanted, wanted.search.all(&completions))?;
    if found.is_none() && wanted.search.widen(readable(read, wanted.viewer, "questions")?) {
        found = counted(&wanted, wanted.search.all(&completions))?;
    }
    if found.is_none()
        && let Some(corrected) = correct(read, &indexes, &wanted, &completions)?
    {
        matched = Match::Similar(corrected.text().to_owned());
        wanted.search = corrected;
        completions = self::completions(read, &wanted)?;
        found = counted(&wanted, wanted.search.all(&completions))?;
    }
    if found.is_none() {
        found = counted(&wanted, wanted.search.any(&completions))?;
        matched = if matched == Match::All { Match::Any } else { matched };
    }
    match found {
        Some((statements, total)) => Ok((page(read, statements, wanted.order, paging, total)?, Some(matched))),
        None => Ok((Page { items: Vec::new(), total: 0, next: None }, Some(Match::All))),
    }
}

fn completions(read: &Read<'_>, wanted: &Wanted) -> Result<Vec<String>> {
    wanted.search.beginning().map_or(Ok(Vec::new()), |beginning| words::completions(read, wanted.viewer, &beginning))
}

/// The search with similar words for those that the viewer finds nowhere.
fn correct(read: &Read<'_>, indexes: &[Index], wanted: &Wanted, completions: &[String]) -> Result<Option<Search>> {
    wanted.search.corrected(completions, |word, expression| {
        let is_found = count_up_to(read, indexes, expression, 1)? > 0;
        if is_found { Ok(None) } else { words::similar(read, wanted.viewer, indexes, word) }
    })
}

/// How many questions the viewer may read, of all or of the unanswered ones.
fn readable(read: &Read<'_>, viewer: Id, column: &str) -> Result<i64> {
    read.value(&format!("SELECT coalesce(sum({column}), 0) FROM question_totals WHERE {VISIBLE_SCOPE}"), [viewer])
}

/// How long a list without words is: from the totals where there are some, and else from what an index knows.
fn total(read: &Read<'_>, wanted: &Wanted, tagged: i64, few: Option<&'static str>) -> Result<i64> {
    let (search, is_unanswered) = (&wanted.search, wanted.order == Order::Unanswered);
    let all = || readable(read, wanted.viewer, if is_unanswered { "unanswered" } else { "questions" });
    if wanted.community.is_none() && search.is_empty() {
        return all();
    }
    if wanted.community.is_some() || is_unanswered || !search.filters.is_empty() {
        return Statement::without_words(read, wanted, Driver::of_count(wanted, few))?.count(read);
    }
    if search.is_one_tag() {
        return Ok(tagged);
    }
    let indexes = Index::of(read, wanted.viewer)?;
    let counts = indexes.iter().map(|index| index.count_tagged_or_excluded(read, search));
    let count = counts.sum::<Result<i64>>()?;
    Ok(if search.tags.is_empty() { all()? - count } else { count })
}

/// One page of what several statements find together, each questions of its own.
fn page(read: &Read<'_>, mut statements: Vec<Statement>, order: Order, paging: &Paging, total: i64) -> Result<Page<Id>> {
    if order == Order::Relevance && statements.iter().all(|statement| statement.index.is_some()) {
        return ranked_page(read, &statements, paging, total);
    }
    let mut rows = Vec::new();
    for statement in &mut statements {
        rows.append(&mut statement.rows(read, order, paging)?);
    }
    if statements.len() > 1 {
        rows.sort_unstable_by_key(|(id, key)| Reverse((*key, *id)));
    }
    Ok(Page::cut(rows, paging.limit, total, |(id, key)| format!("{key}.{}", id.as_i64())).map(|(id, _)| id))
}
