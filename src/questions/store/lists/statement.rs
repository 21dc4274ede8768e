//! The SQL of lists, and which index drives it.

use rusqlite::types::Value;

use super::Wanted;
use super::ranking::rank;
use crate::communities::store::VISIBLE;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::order::Order;
use crate::questions::search::Filter;
use crate::questions::store::search::{Asked, Index};
use crate::web::Paging;

impl Order {
    /// The column that a list is ordered by before the id, if there is one.
    pub(super) fn key(self) -> Option<&'static str> {
        match self {
            Self::Active => Some("q.last_answer_id"),
            Self::MostViewed => Some("q.view_count"),
            Self::Newest | Self::Unanswered | Self::Relevance => None,
        }
    }
}

impl Filter {
    /// The index that knows which questions meet it, if there is one.
    pub(super) fn index(&self) -> Option<&'static str> {
        match self {
            Self::Unanswered => Some("questions_unanswered"),
            Self::Accepted => Some("questions_accepted"),
            Self::Score(_) => Some("questions_by_score"),
            Self::Answers(1..) => Some("questions_by_answers"),
            Self::Answers(_) | Self::Author(_) => None,
        }
    }
}

/// What a list without words is driven by.
#[derive(Clone, Copy)]
pub(super) enum Driver {
    /// The index of a filter that few questions meet. They are sorted.
    Few(&'static str),
    /// The questions with the first tag, the newest first.
    Tag,
    /// The index of the order.
    Order,
    /// All questions, in no matter what order.
    All,
    /// What SQLite chooses: what somebody has asked, a community's questions, or those that meet a filter.
    Any,
}

/// Up to so many questions with a tag, or that meet a filter, are sorted; with more, walking all questions in the order finds a
/// page sooner.
pub(super) const SORTABLE: i64 = 2_000;

impl Driver {
    /// For a page; `tagged` is how many questions have the first tag, and `few` the [`index_of_few`].
    pub(super) fn of_page(wanted: &Wanted, tagged: i64, few: Option<&'static str>) -> Self {
        let has_tag = !wanted.search.tags.is_empty();
        match few {
            Some(index) => Self::Few(index),
            None if has_tag && (wanted.order.key().is_none() || tagged <= SORTABLE) => Self::Tag,
            None if wanted.community.is_some() || wanted.search.has_author() => Self::Any,
            None => Self::Order,
        }
    }

    /// For counting.
    pub(super) fn of_count(wanted: &Wanted, few: Option<&'static str>) -> Self {
        match few {
            Some(index) => Self::Few(index),
            None if !wanted.search.tags.is_empty() => Self::Tag,
            None if wanted.community.is_some() || wanted.search.has_author() => Self::Any,
            None if wanted.order == Order::Unanswered => Self::Order,
            // Many questions meet each filter: to look at all in their own order takes less time than at many in another.
            None if wanted.search.filters.len() > 1 => Self::All,
            None => Self::Any,
        }
    }

    pub(super) fn from(self, order: Order) -> String {
        let index = match self {
            Self::Few(index) => index,
            Self::Tag => return "question_tags qt CROSS JOIN questions q ON q.id = qt.question_id".to_owned(),
            Self::Order => match order {
                Order::Unanswered => "questions_unanswered",
                Order::Active => "questions_active",
                Order::MostViewed => "questions_most_viewed",
                Order::Newest | Order::Relevance => return Self::All.from(order),
            },
            Self::All => return "questions q NOT INDEXED".to_owned(),
            Self::Any => return "questions q".to_owned(),
        };
        format!("questions q INDEXED BY {index}")
    }
}

/// A list's FROM and WHERE with their parameters; `?1` is the viewer.
///
/// It is driven by the full-text index for words, and for everything else by a [`Driver`].
pub(super) struct Statement {
    from: String,
    /// The question's id in `from`.
    pub(super) id: String,
    conditions: Vec<String>,
    parameters: Vec<Value>,
    /// The full-text index, if one drives it.
    pub(super) index: Option<Asked>,
}

impl Statement {
    /// For a search with words: what one of the full-text indexes finds.
    pub(super) fn with_words(wanted: &Wanted, index: Asked) -> Self {
        let table = index.table;
        // CROSS JOIN: the index comes first, whatever the planner thinks of it.
        let mut statement =
            Self::driven_by(wanted, &format!("{table} CROSS JOIN questions q ON q.id = {table}.rowid"), format!("{table}.rowid"));
        statement.add(&format!("{table} MATCH ?"), index.expression.clone());
        statement.conditions.push(VISIBLE.to_owned());
        statement.index = Some(index);
        statement.restrict(wanted);
        statement
    }

    /// For everything else.
    pub(super) fn without_words(read: &Read<'_>, wanted: &Wanted, driver: Driver) -> Result<Self> {
        const HAS_TAG: &str =
            "EXISTS (SELECT 1 FROM question_tags WHERE tag_id = (SELECT id FROM tags WHERE folded = ?) AND question_id = q.id)";
        let search = &wanted.search;
        let mut tags = search.tags.iter();
        let id = if matches!(driver, Driver::Tag) { "qt.question_id" } else { "q.id" };
        let mut statement = Self::driven_by(wanted, &driver.from(wanted.order), id.to_owned());
        if matches!(driver, Driver::Tag) {
            tags.next().into_iter().for_each(|tag| statement.add("qt.tag_id = (SELECT id FROM tags WHERE folded = ?)", tag.clone()));
        }
        statement.conditions.push(VISIBLE.to_owned());
        tags.for_each(|tag| statement.add(HAS_TAG, tag.clone()));
        search.excluded_tags.iter().for_each(|tag| statement.add(&format!("NOT {HAS_TAG}"), tag.clone()));
        if let Some(excluded) = search.excluded() {
            for index in Index::of(read, wanted.viewer)? {
                let (condition, expression) = index.lacks(&excluded);
                statement.add(&condition, expression);
            }
        }
        statement.restrict(wanted);
        Ok(statement)
    }

    fn driven_by(wanted: &Wanted, from: &str, id: String) -> Self {
        Self { from: from.to_owned(), id, conditions: Vec::new(), parameters: vec![wanted.viewer.as_i64().into()], index: None }
    }

    /// Adds what restricts every list alike.
    fn restrict(&mut self, wanted: &Wanted) {
        if let Some(community) = wanted.community {
            self.add("q.community_id = ?", community.as_i64());
        }
        if wanted.order == Order::Unanswered {
            self.filter(&Filter::Unanswered);
        }
        wanted.search.filters.iter().for_each(|filter| self.filter(filter));
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Author(name) => {
                let by = "q.id IN (SELECT id FROM posts WHERE author_id = (SELECT id FROM users WHERE folded = ? AND deleted_at IS NULL))";
                self.add(by, name.clone());
            }
            Filter::Unanswered => self.conditions.push("q.answer_count = 0".to_owned()),
            Filter::Accepted => self.conditions.push("q.accepted_answer_id IS NOT NULL".to_owned()),
            Filter::Score(least) => self.add("q.score >= ?", *least),
            Filter::Answers(least) => {
                if *least > 0 {
                    // The index has no others, and SQLite must see that they are not wanted; "> 0" would be where it begins.
                    self.conditions.push("q.answer_count <> 0".to_owned());
                }
                self.add("q.answer_count >= ?", *least);
            }
        }
    }

    /// Adds a condition whose `?` is `value`.
    fn add(&mut self, condition: &str, value: impl Into<Value>) {
        let place = self.parameter(value);
        self.conditions.push(condition.replacen('?', &place, 1));
    }

    /// Adds a parameter and returns its name.
    fn parameter(&mut self, value: impl Into<Value>) -> String {
        self.parameters.push(value.into());
        format!("?{}", self.parameters.len())
    }

    pub(super) fn count(&self, read: &Read<'_>) -> Result<i64> {
        read.value(&self.count_sql(), rusqlite::params_from_iter(&self.parameters))
    }

    fn count_sql(&self) -> String {
        // With words alone the index knows by itself what the viewer may read.
        match (&self.index, self.conditions.as_slice()) {
            (Some(index), [words, visible]) if visible == VISIBLE => format!("SELECT count(*) FROM {} WHERE {words}", index.table),
            (_, conditions) => format!("SELECT count(*) FROM {} WHERE {}", self.from, conditions.join(" AND ")),
        }
    }

    fn count_up_to(&self, read: &Read<'_>, most: i64) -> Result<i64> {
        let (from, conditions, place) = (&self.from, self.conditions.join(" AND "), self.parameters.len() + 1);
        let sql = format!("SELECT count(*) FROM (SELECT 1 FROM {from} WHERE {conditions} LIMIT ?{place})");
        read.value(&sql, rusqlite::params_from_iter(self.parameters.iter().chain([&most.into()])))
    }

    /// The ids and keys of up to one question more than a page has.
    pub(super) fn rows(&mut self, read: &Read<'_>, order: Order, paging: &Paging) -> Result<Vec<(Id, i64)>> {
        let sql = self.page_sql(order, paging)?;
        read.all(&sql, rusqlite::params_from_iter(&self.parameters), |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The SQL of one page in an order with a key. Its cursor holds the key and the id of its last row.
    fn page_sql(&mut self, order: Order, paging: &Paging) -> Result<String> {
        let key = order.key();
        if let Some([last_key, last_id]) = paging.position()? {
            if let Some(key) = key {
                let (last_key, last_id) = (self.parameter(last_key), self.parameter(last_id));
                self.conditions.push(format!("({key}, q.id) < ({last_key}, {last_id})"));
            } else {
                self.add(&format!("{} < ?", self.id), last_id);
            }
        }
        let id = &self.id;
        let order_by = key.map_or_else(|| format!("{id} DESC"), |key| format!("{key} DESC, q.id DESC"));
        let (key, conditions) = (key.unwrap_or("0"), self.conditions.join(" AND "));
        let select = format!("SELECT {id}, {key} FROM {} WHERE {conditions} ORDER BY {order_by}", self.from);
        Ok(format!("{select} LIMIT {}", self.parameter(paging.limit as i64 + 1)))
    }

    /// The ids that a query made of `select`, a condition and an order finds, of the hits of the index.
    fn hits(&self, read: &Read<'_>, condition: &str, order: &str, values: &[Value]) -> Result<Vec<Id>> {
        let (id, from, conditions) = (&self.id, &self.from, self.conditions.join(" AND "));
        let sql = format!("SELECT {id} FROM {from} WHERE {conditions} {condition} ORDER BY {order}");
        read.all(&sql, rusqlite::params_from_iter(self.parameters.iter().chain(values)), |row| row.get(0))
    }

    /// So many hits, newest first, after the first `skipped`.
    pub(super) fn newest(&self, read: &Read<'_>, limit: i64, skipped: i64) -> Result<Vec<Id>> {
        let place = self.parameters.len() + 1;
        self.hits(read, "", &format!("{} DESC LIMIT ?{place} OFFSET ?{}", self.id, place + 1), &[limit.into(), skipped.into()])
    }

    /// So many hits older than this, newest first.
    pub(super) fn older(&self, read: &Read<'_>, than: i64, limit: i64) -> Result<Vec<Id>> {
        let (id, place) = (&self.id, self.parameters.len() + 1);
        self.hits(read, &format!("AND {id} < ?{place}"), &format!("{id} DESC LIMIT ?{}", place + 1), &[than.into(), limit.into()])
    }

    /// So many of the hits not older than `oldest`, best first, after the first `skipped`.
    pub(super) fn best(&self, read: &Read<'_>, oldest: i64, limit: i64, skipped: i64) -> Result<Vec<Id>> {
        let (id, place) = (&self.id, self.parameters.len() + 1);
        let mut values: Vec<Value> = vec![oldest.into(), limit.into(), skipped.into()];
        let rank = self.index.as_ref().map_or_else(|| format!("{id} DESC"), |index| rank(index, place + values.len(), &mut values));
        self.hits(read, &format!("AND {id} >= ?{place}"), &format!("{rank} LIMIT ?{} OFFSET ?{}", place + 1, place + 2), &values)
    }
}

/// The index of a filter that so few questions meet that they can be sorted, whoever may read them.
pub(super) fn index_of_few(read: &Read<'_>, wanted: &Wanted) -> Result<Option<&'static str>> {
    for filter in &wanted.search.filters {
        let Some(index) = filter.index() else { continue };
        let mut statement = Statement::driven_by(wanted, &Driver::Few(index).from(wanted.order), "q.id".to_owned());
        statement.filter(filter);
        if statement.count_up_to(read, SORTABLE + 1)? <= SORTABLE {
            return Ok(Some(index));
        }
    }
    Ok(None)
}
