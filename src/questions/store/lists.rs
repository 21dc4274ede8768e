//! Finding questions: every order by an index, every search with the same predicate of what may be read.

use rusqlite::ToSql;
use rusqlite::types::Value;

use super::tags;
use crate::communities::store::{VISIBLE, VISIBLE_SCOPE};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::order::Order;
use crate::questions::search::Search;
use crate::text::fold;
use crate::web::{Page, Paging};

/// Which questions, for whom, in which order.
pub struct Wanted {
    pub viewer: Id,
    pub order: Order,
    pub search: Search,
    pub community: Option<Id>,
}

/// Weights of bm25: title over tags over text over answers.
const RANK: &str = "bm25(search, 10.0, 6.0, 3.0, 1.0)";

impl Page<Id> {
    /// The same page with what the ids stand for.
    pub fn with_items<T>(self, load: impl FnOnce(&[Id]) -> Result<Vec<T>>) -> Result<Page<T>> {
        Ok(Page { items: load(&self.items)?, total: self.total, next: self.next })
    }
}

/// The ids of one page of questions.
pub fn find(read: &Read<'_>, wanted: &Wanted, paging: &Paging) -> Result<Page<Id>> {
    if wanted.search.means_nothing() {
        return Ok(Page { items: Vec::new(), total: 0, next: None });
    }
    let mut statement = Statement::new(wanted, true);
    let mut total = total(read, wanted, &statement)?;
    if total == 0 && wanted.search.has_several_terms() {
        // Nothing has all of the words.
        statement = Statement::new(wanted, false);
        total = statement.count(read)?;
    }
    statement.page(read, wanted.order, paging, total)
}

/// How long the whole list is: from the totals where there are some.
fn total(read: &Read<'_>, wanted: &Wanted, statement: &Statement) -> Result<i64> {
    let column = match wanted.order {
        Order::Unanswered => "unanswered",
        _ => "questions",
    };
    if wanted.community.is_none() && wanted.search.is_empty() {
        let sql = format!("SELECT coalesce(sum({column}), 0) FROM question_totals WHERE {VISIBLE_SCOPE}");
        return read.value(&sql, [wanted.viewer]);
    }
    match wanted.search.only_tag() {
        Some(tag) if wanted.community.is_none() && wanted.order != Order::Unanswered => tags::total(read, wanted.viewer, tag),
        _ => statement.count(read),
    }
}

/// A list's FROM and WHERE with their parameters; `?1` is the viewer.
struct Statement {
    from: &'static str,
    conditions: Vec<String>,
    parameters: Vec<Value>,
    is_ranked: bool,
}

impl Statement {
    fn new(wanted: &Wanted, all_words: bool) -> Self {
        let search = &wanted.search;
        let mut statement = Statement {
            from: "questions q",
            conditions: vec![VISIBLE.to_owned()],
            parameters: vec![wanted.viewer.as_i64().into()],
            is_ranked: false,
        };
        if let Some(expression) = search.expression(all_words) {
            statement.from = "search JOIN questions q ON q.id = search.rowid";
            statement.is_ranked = true;
            statement.add("search MATCH ?", expression);
        }
        if let Some(community) = wanted.community {
            statement.add("q.community_id = ?", community.as_i64());
        }
        if wanted.order == Order::Unanswered {
            statement.conditions.push("q.answer_count = 0".to_owned());
        }
        for tag in &search.tags {
            statement
                .add("q.id IN (SELECT question_id FROM question_tags WHERE tag_id = (SELECT id FROM tags WHERE folded = ?))", fold(tag));
        }
        if let Some(excluded) = search.excluded() {
            statement.add("q.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)", excluded);
        }
        if let Some(author) = &search.author {
            let by = "q.id IN (SELECT id FROM posts WHERE author_id = (SELECT id FROM users WHERE folded = ? AND deleted_at IS NULL))";
            statement.add(by, fold(author));
        }
        match search.is_answered {
            Some(true) => statement.conditions.push("q.answer_count > 0".to_owned()),
            Some(false) => statement.conditions.push("q.answer_count = 0".to_owned()),
            None => {}
        }
        if let Some(score) = search.least_score {
            statement.add("(SELECT score FROM posts WHERE id = q.id) >= ?", score);
        }
        if let Some(answers) = search.least_answers {
            statement.add("q.answer_count >= ?", answers);
        }
        statement
    }

    /// Adds a condition whose `?` is `value`.
    fn add(&mut self, condition: &str, value: impl Into<Value>) {
        self.parameters.push(value.into());
        self.conditions.push(condition.replacen('?', &format!("?{}", self.parameters.len()), 1));
    }

    fn conditions(&self) -> String {
        self.conditions.join(" AND ")
    }

    fn count(&self, read: &Read<'_>) -> Result<i64> {
        let sql = format!("SELECT count(*) FROM {} WHERE {}", self.from, self.conditions());
        read.value(&sql, rusqlite::params_from_iter(&self.parameters))
    }

    /// One page; its cursor holds the sort key of its last row, or how many rows came before where the key is a rank.
    fn page(mut self, read: &Read<'_>, order: Order, paging: &Paging, total: i64) -> Result<Page<Id>> {
        let mut skip = 0;
        let (key, order_by) = match order {
            Order::Newest | Order::Unanswered => ("0", "q.id DESC".to_owned()),
            Order::Active => ("q.last_answer_id", "q.last_answer_id DESC, q.id DESC".to_owned()),
            Order::MostViewed => ("q.view_count", "q.view_count DESC, q.id DESC".to_owned()),
            Order::Relevance if self.is_ranked => ("0", format!("{RANK}, q.id DESC")),
            Order::Relevance => ("0", "q.id DESC".to_owned()),
        };
        if order == Order::Relevance {
            skip = paging.position::<1>()?.map_or(0, |[skip]| skip.max(0));
        } else if let Some([key_before, id_before]) = paging.position::<2>()? {
            match order {
                Order::Active | Order::MostViewed => {
                    let (a, b) = (self.parameters.len() + 1, self.parameters.len() + 2);
                    self.parameters.extend([Value::from(key_before), Value::from(id_before)]);
                    self.conditions.push(format!("({key}, q.id) < (?{a}, ?{b})"));
                }
                _ => self.add("q.id < ?", id_before),
            }
        }
        let (limit, offset) = (paging.limit as i64 + 1, skip);
        let (a, b) = (self.parameters.len() + 1, self.parameters.len() + 2);
        let sql = format!("SELECT q.id, {key} FROM {} WHERE {} ORDER BY {order_by} LIMIT ?{a} OFFSET ?{b}", self.from, self.conditions());
        let parameters = self.parameters.iter().map(|value| value as &dyn ToSql).chain([&limit as &dyn ToSql, &offset]);
        let rows: Vec<(Id, i64)> = read.all(&sql, rusqlite::params_from_iter(parameters), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let next_skip = skip.saturating_add(paging.limit as i64);
        let page = Page::cut(rows, paging.limit, total, |(id, key)| {
            if order == Order::Relevance { next_skip.to_string() } else { format!("{key}.{}", id.as_i64()) }
        });
        Ok(page.map(|(id, _)| id))
    }
}
