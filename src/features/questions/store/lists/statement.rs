//! The SQL of lists, and the choice of the index that it uses.

use std::cmp::Reverse;

use rusqlite::types::Value;

use super::filter::ListFilter;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::communities::store::VISIBLE;
use crate::features::questions::order::Order;
use crate::features::questions::store::synonyms;
use crate::features::search::filter::Filter;
use crate::features::search::store::entries;
use crate::features::search::store::postings::matching;
use crate::platform::db::Read;

impl Order {
    /// Returns the column that a list is ordered by before the id, if there is one.
    pub(super) fn key(self) -> Option<&'static str> {
        match self {
            Self::Active => Some("q.last_answer_id"),
            Self::MostViewed => Some("q.view_count"),
            Self::Votes => Some("q.peer_score"),
            Self::Newest | Self::Unanswered | Self::Relevance => None,
        }
    }
}

impl Filter {
    /// Returns the index of the questions that match the filter, if there is one.
    pub(super) fn index(&self) -> Option<&'static str> {
        match self {
            Self::Unanswered => Some("questions_unanswered"),
            Self::Accepted => Some("questions_accepted"),
            Self::Score(_) => Some("questions_by_score"),
            Self::Answers(1..) => Some("questions_by_answers"),
            Self::Answers(_)
            | Self::Author(_)
            | Self::Participant(_)
            | Self::After(_)
            | Self::Before(_) => None,
        }
    }
}

/// The index that a list without words reads.
#[derive(Clone, Copy)]
pub(super) enum IndexHint {
    /// The index of a filter that few questions match. They are sorted.
    Selective(&'static str),
    /// The questions with the first tag, newest first.
    Tag,
    /// The index of the order.
    Order,
    /// No index: a scan of all questions, or of those since an id.
    Scan,
    /// The choice of SQLite's planner: an author's questions, a community's, or those that match a
    /// filter.
    Planner,
}

/// The largest number of questions with a tag, or that match a filter, that are sorted. For more, a
/// walk through all questions in the order finds a page sooner.
pub(super) const MAX_SORTED: i64 = 2_000;

impl IndexHint {
    /// Returns the hint for a page. `tag_count` is the number of questions with the first tag, and
    /// `selective` the hint of [`find_selective`].
    pub(super) fn for_page(
        filter: &ListFilter,
        tag_count: i64,
        selective: Option<IndexHint>,
    ) -> Self {
        let has_tag = !filter.search.tags.is_empty();
        match selective {
            Some(hint) => hint,
            None if has_tag && (filter.order.key().is_none() || tag_count <= MAX_SORTED) => {
                Self::Tag
            }
            None if filter.community.is_some() || filter.search.has_user() => Self::Planner,
            None => Self::Order,
        }
    }

    /// Returns the hint for a count.
    pub(super) fn for_count(filter: &ListFilter, selective: Option<IndexHint>) -> Self {
        match selective {
            Some(hint) => hint,
            None if !filter.search.tags.is_empty() => Self::Tag,
            None if filter.community.is_some() || filter.search.has_user() => Self::Planner,
            None if filter.order == Order::Unanswered => Self::Order,
            // Many questions match each filter: a scan in storage order is faster than many random
            // reads.
            None if filter.search.filters.len() > 1 || filter.since.is_some() => Self::Scan,
            None => Self::Planner,
        }
    }

    /// Returns the tables of the FROM clause, with the index to use.
    pub(super) fn source(self, order: Order) -> String {
        let index = match self {
            Self::Selective(index) => index,
            Self::Tag => {
                return "question_tags qt CROSS JOIN questions q ON q.id = qt.question_id"
                    .to_owned();
            }
            Self::Order => match order {
                Order::Unanswered => "questions_unanswered",
                Order::Active => "questions_by_last_answer",
                Order::MostViewed => "questions_by_views",
                Order::Votes => "questions_by_peer_score",
                Order::Newest | Order::Relevance => return Self::Scan.source(order),
            },
            Self::Scan => return "questions q NOT INDEXED".to_owned(),
            Self::Planner => return "questions q".to_owned(),
        };
        format!("questions q INDEXED BY {index}")
    }
}

/// The FROM and WHERE clauses of a list with their parameters. `?1` is the viewer.
///
/// A search for words reads the questions that it has found, and any other list the index of an
/// [`IndexHint`].
pub(super) struct Statement {
    from: String,
    /// The expression for the question's id.
    id: String,
    conditions: Vec<String>,
    parameters: Vec<Value>,
    runs: Option<RunByTag>,
}

/// A list of the questions with a tag reads those with the tag itself, then those with each of its
/// synonyms and none before. So each list is in the order of its index, and no question is in two.
struct RunByTag {
    /// The number of the parameter for the tag. The next one is for a JSON array of those before it.
    parameter: usize,
    tags: Vec<Id>,
}

impl Statement {
    /// Returns the statement for those of some questions that meet the filters.
    pub(super) fn among(read: &Read<'_>, filter: &ListFilter, questions: &[Id]) -> Result<Self> {
        let mut statement = Self::new(
            filter,
            "json_each(?2) CROSS JOIN questions q ON q.id = json_each.value",
            "q.id".to_owned(),
        );
        statement.bind(ids_json(questions));
        statement.conditions.push(VISIBLE.to_owned());
        statement.add_tags(read, &filter.search.tags, filter)?;
        statement.add_since(filter, "+q.id");
        Ok(statement)
    }

    /// Returns the statement for a list without words.
    pub(super) fn without_words(
        read: &Read<'_>,
        filter: &ListFilter,
        hint: IndexHint,
    ) -> Result<Self> {
        let mut statement = Self::filtered(read, filter, hint)?;
        let visible = entries::visible(read, filter.viewer)?;
        if let Some(excluded) = matching(read, &visible, filter.search.excluded(), false)? {
            let questions = entries::questions(read, filter.viewer, excluded.numbers)?;
            let questions: Vec<Id> = questions.into_iter().map(|(_, id)| id).collect();
            statement.add_condition(
                "q.id NOT IN (SELECT value FROM json_each(?))",
                ids_json(&questions),
            );
            let first = excluded
                .known
                .iter()
                .zip(&visible)
                .filter(|(known, span)| known.first > span.first)
                .map(|(known, _)| known.first.number());
            for (_, oldest) in entries::questions(read, filter.viewer, first)? {
                statement.add_condition("q.id >= ?", oldest.as_i64());
            }
        }
        Ok(statement)
    }

    /// Returns the statement for the questions that meet the filters, words apart.
    pub(super) fn filtered(read: &Read<'_>, filter: &ListFilter, hint: IndexHint) -> Result<Self> {
        let mut tags = filter.search.tags.as_slice();
        let is_by_tag = matches!(hint, IndexHint::Tag);
        let id = if is_by_tag { "qt.question_id" } else { "q.id" };
        let mut statement = Self::new(filter, &hint.source(filter.order), id.to_owned());
        if is_by_tag && let [first, others @ ..] = tags {
            statement.run_by_tag(synonyms::with_synonyms(read, first)?);
            tags = others;
        }
        statement.conditions.push(VISIBLE.to_owned());
        statement.add_tags(read, tags, filter)?;
        // The plus keeps the planner from the range of ids, which it would have to sort.
        let is_scan = matches!(hint, IndexHint::Scan);
        statement.add_since(filter, if is_scan { "q.id" } else { "+q.id" });
        Ok(statement)
    }

    fn add_since(&mut self, filter: &ListFilter, id: &str) {
        if let Some(since) = filter.since {
            self.add_condition(&format!("{id} >= ?"), since.as_i64());
        }
    }

    /// Runs the statement once for each of the tags.
    fn run_by_tag(&mut self, tags: Vec<Id>) {
        let parameter = self.parameters.len() + 1;
        self.add_condition("qt.tag_id = ?", Value::Null);
        if tags.len() > 1 {
            self.add_condition(
                "NOT EXISTS (SELECT 1 FROM question_tags WHERE question_id = qt.question_id AND tag_id IN (SELECT value FROM json_each(?)))",
                Value::Null,
            );
        }
        self.runs = Some(RunByTag { parameter, tags });
    }

    /// Adds the conditions that do not depend on the index, and those of `tags`.
    fn add_tags(&mut self, read: &Read<'_>, tags: &[String], filter: &ListFilter) -> Result<()> {
        const HAS_TAG: &str = "EXISTS (SELECT 1 FROM question_tags WHERE question_id = q.id AND tag_id IN (SELECT value FROM json_each(?)))";
        for tag in tags {
            self.add_condition(HAS_TAG, ids_json(&synonyms::with_synonyms(read, tag)?));
        }
        for tag in &filter.search.excluded_tags {
            let ids = synonyms::with_synonyms(read, tag)?;
            self.add_condition(&format!("NOT {HAS_TAG}"), ids_json(&ids));
        }
        self.add_filters(filter);
        Ok(())
    }

    fn new(filter: &ListFilter, from: &str, id: String) -> Self {
        Self {
            from: from.to_owned(),
            id,
            conditions: Vec::new(),
            parameters: vec![filter.viewer.as_i64().into()],
            runs: None,
        }
    }

    /// Returns the parameters of each run.
    fn runs(&self) -> Vec<Vec<Value>> {
        let Some(RunByTag { parameter, tags }) = &self.runs else {
            return vec![self.parameters.clone()];
        };
        let run = |(number, tag): (usize, &Id)| {
            let mut parameters = self.parameters.clone();
            parameters[parameter - 1] = tag.as_i64().into();
            if tags.len() > 1 {
                parameters[*parameter] = ids_json(&tags[..number]).into();
            }
            parameters
        };
        tags.iter().enumerate().map(run).collect()
    }

    fn add_filters(&mut self, filter: &ListFilter) {
        if let Some(community) = filter.community {
            self.add_condition("q.community_id = ?", community.as_i64());
        }
        if filter.order == Order::Unanswered {
            self.add_filter(&Filter::Unanswered);
        }
        filter
            .search
            .filters
            .iter()
            .for_each(|filter| self.add_filter(filter));
    }

    fn add_filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Author(name) => {
                let by = "q.id IN (SELECT id FROM posts WHERE author_id = (SELECT id FROM users WHERE name_key = ? AND deleted_at IS NULL))";
                self.add_condition(by, name.clone());
            }
            Filter::Participant(name) => {
                let by = "q.id IN (SELECT coalesce(question_id, id) FROM posts WHERE author_id = (SELECT id FROM users WHERE name_key = ? AND deleted_at IS NULL) AND deleted_at IS NULL)";
                self.add_condition(by, name.clone());
            }
            // The plus keeps the planner from the range of ids, as above.
            Filter::After(time) => self.add_condition("+q.id >= ?", Id::at(*time, 0).as_i64()),
            Filter::Before(time) => self.add_condition("+q.id < ?", Id::at(*time, 0).as_i64()),
            Filter::Unanswered => self.conditions.push("q.answer_count = 0".to_owned()),
            Filter::Accepted => self
                .conditions
                .push("q.accepted_answer_id IS NOT NULL".to_owned()),
            Filter::Score(min) => self.add_condition("q.score >= ?", *min),
            Filter::Answers(min) => {
                if *min > 0 {
                    // The partial index contains only these, and SQLite uses it only for this
                    // condition; it would take "> 0" as the start of a range.
                    self.conditions.push("q.answer_count <> 0".to_owned());
                }
                self.add_condition("q.answer_count >= ?", *min);
            }
        }
    }

    /// Adds a condition and the value of its `?`.
    fn add_condition(&mut self, condition: &str, value: impl Into<Value>) {
        let parameter = self.bind(value);
        self.conditions.push(condition.replacen('?', &parameter, 1));
    }

    /// Adds a parameter and returns its name.
    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.parameters.push(value.into());
        format!("?{}", self.parameters.len())
    }

    /// Returns the number of results.
    pub(super) fn count(&self, read: &Read<'_>) -> Result<i64> {
        let sql = format!(
            "SELECT count(*) FROM {} WHERE {}",
            self.from,
            self.conditions.join(" AND ")
        );
        let mut count = 0;
        for parameters in self.runs() {
            count += read.value::<i64>(&sql, rusqlite::params_from_iter(parameters))?;
        }
        Ok(count)
    }

    /// Returns all results in any order, but at most `limit`.
    pub(super) fn up_to(&self, read: &Read<'_>, limit: i64) -> Result<Vec<Id>> {
        let sql = format!(
            "SELECT {} FROM {} WHERE {} LIMIT ?{}",
            self.id,
            self.from,
            self.conditions.join(" AND "),
            self.parameters.len() + 1
        );
        let mut found = Vec::new();
        for mut parameters in self.runs() {
            parameters.push((limit - found.len() as i64).into());
            let run: Vec<Id> = read.all(&sql, rusqlite::params_from_iter(parameters), |row| {
                row.get(0)
            })?;
            found.extend(run);
        }
        Ok(found)
    }

    fn count_up_to(&self, read: &Read<'_>, limit: i64) -> Result<i64> {
        let (from, conditions, parameter) = (
            &self.from,
            self.conditions.join(" AND "),
            self.parameters.len() + 1,
        );
        let sql = format!(
            "SELECT count(*) FROM (SELECT 1 FROM {from} WHERE {conditions} LIMIT ?{parameter})"
        );
        read.value(
            &sql,
            rusqlite::params_from_iter(self.parameters.iter().chain([&limit.into()])),
        )
    }

    /// Returns the ids and sort keys of one page plus one question.
    pub(super) fn rows(
        &mut self,
        read: &Read<'_>,
        order: Order,
        paging: &Paging,
    ) -> Result<Vec<(Id, i64)>> {
        let sql = self.page_sql(order, paging)?;
        let mut rows = Vec::new();
        for parameters in self.runs() {
            let run: Vec<(Id, i64)> =
                read.all(&sql, rusqlite::params_from_iter(parameters), |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            rows.extend(run);
        }
        rows.sort_unstable_by_key(|&(id, key)| Reverse((key, id)));
        rows.truncate(paging.limit + 1);
        Ok(rows)
    }

    /// Returns the SQL of one page. Its cursor holds the sort key and the id of the last row of the
    /// page before.
    fn page_sql(&mut self, order: Order, paging: &Paging) -> Result<String> {
        let key = order.key();
        if let Some([last_key, last_id]) = paging.position()? {
            if let Some(key) = key {
                let (last_key, last_id) = (self.bind(last_key), self.bind(last_id));
                self.conditions
                    .push(format!("({key}, q.id) < ({last_key}, {last_id})"));
            } else {
                self.add_condition(&format!("{} < ?", self.id), last_id);
            }
        }
        let id = &self.id;
        let order_by = key.map_or_else(
            || format!("{id} DESC"),
            |key| format!("{key} DESC, q.id DESC"),
        );
        let (key, conditions) = (key.unwrap_or("0"), self.conditions.join(" AND "));
        let select = format!(
            "SELECT {id}, {key} FROM {} WHERE {conditions} ORDER BY {order_by}",
            self.from
        );
        Ok(format!(
            "{select} LIMIT {}",
            self.bind(paging.limit as i64 + 1)
        ))
    }
}

/// Returns ids as a JSON array for SQLite's `json_each`.
fn ids_json(ids: &[Id]) -> String {
    let ids: Vec<i64> = ids.iter().map(|id| id.as_i64()).collect();
    serde_json::json!(ids).to_string()
}

/// Returns the hint for the condition that at most [`MAX_SORTED`] questions meet, visible or not, if there is one.
pub(super) fn find_selective(read: &Read<'_>, filter: &ListFilter) -> Result<Option<IndexHint>> {
    let is_few = |hint: IndexHint, add: &dyn Fn(&mut Statement)| -> Result<bool> {
        let mut statement = Statement::new(filter, &hint.source(filter.order), "q.id".to_owned());
        add(&mut statement);
        Ok(statement.count_up_to(read, MAX_SORTED + 1)? <= MAX_SORTED)
    };
    if filter.since.is_some()
        && is_few(IndexHint::Scan, &|statement| {
            statement.add_since(filter, "q.id");
        })?
    {
        return Ok(Some(IndexHint::Scan));
    }
    for search_filter in &filter.search.filters {
        let Some(index) = search_filter.index() else {
            continue;
        };
        let hint = IndexHint::Selective(index);
        if is_few(hint, &|statement| statement.add_filter(search_filter))? {
            return Ok(Some(hint));
        }
    }
    Ok(None)
}
