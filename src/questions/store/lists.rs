//! Finding questions: every order by an index, every search with the same predicate of what may be read.

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
    let tagged = match wanted.search.tags.first() {
        Some(tag) => tags::total(read, wanted.viewer, tag)?,
        None => 0,
    };
    let completions = match wanted.search.beginning() {
        Some(beginning) => super::search::completions(read, &beginning)?,
        None => Vec::new(),
    };
    let mut statement = Statement::new(wanted, wanted.search.expression(true, &completions), tagged);
    let mut total = total(read, wanted, &statement, tagged)?;
    if total == 0 && wanted.search.has_several_terms() {
        // Nothing has all of the words.
        statement = Statement::new(wanted, wanted.search.expression(false, &completions), tagged);
        total = statement.count(read)?;
    }
    statement.page(read, wanted.order, paging, total)
}

/// How long the whole list is: from the totals where there are some.
fn total(read: &Read<'_>, wanted: &Wanted, statement: &Statement, tagged: i64) -> Result<i64> {
    let column = match wanted.order {
        Order::Unanswered => "unanswered",
        _ => "questions",
    };
    if wanted.community.is_none() && wanted.search.is_empty() {
        let sql = format!("SELECT coalesce(sum({column}), 0) FROM question_totals WHERE {VISIBLE_SCOPE}");
        return read.value(&sql, [wanted.viewer]);
    }
    let is_tag = wanted.search.is_one_tag() && wanted.community.is_none() && wanted.order != Order::Unanswered;
    if is_tag { Ok(tagged) } else { statement.count(read) }
}

/// A list's FROM and WHERE with their parameters; `?1` is the viewer.
///
/// It is driven by the table in whose order the newest come first without sorting: the full-text index for words,
/// a tag's questions for tags, else the questions.
struct Statement {
    from: &'static str,
    /// The question's id in `from`.
    id: &'static str,
    conditions: Vec<String>,
    parameters: Vec<Value>,
    is_ranked: bool,
}

/// Up to so many questions with a tag are sorted; with more, walking all questions in the order finds a page sooner.
const SORTABLE: i64 = 2_000;

impl Statement {
    /// `words` is what the full-text index is asked, if anything, `tagged` how many questions have the first tag.
    fn new(wanted: &Wanted, words: Option<String>, tagged: i64) -> Self {
        let search = &wanted.search;
        let mut statement = Self {
            from: "questions q",
            id: "q.id",
            conditions: Vec::new(),
            parameters: vec![wanted.viewer.as_i64().into()],
            is_ranked: false,
        };
        let mut tags = search.tags.iter().peekable();
        let is_keyed = matches!(wanted.order, Order::Active | Order::MostViewed);
        if let Some(words) = words {
            // CROSS JOIN: the index comes first, whatever the planner thinks of it.
            (statement.from, statement.id) = ("search CROSS JOIN questions q ON q.id = search.rowid", "search.rowid");
            statement.is_ranked = true;
            statement.add("search MATCH ?", words);
        } else if let Some(tag) = tags.next_if(|_| !is_keyed || tagged <= SORTABLE) {
            (statement.from, statement.id) = ("question_tags qt CROSS JOIN questions q ON q.id = qt.question_id", "qt.question_id");
            statement.add("qt.tag_id = (SELECT id FROM tags WHERE folded = ?)", fold(tag));
        }
        statement.conditions.push(VISIBLE.to_owned());
        for tag in tags {
            let has_tag =
                "EXISTS (SELECT 1 FROM question_tags WHERE tag_id = (SELECT id FROM tags WHERE folded = ?) AND question_id = q.id)";
            statement.add(has_tag, fold(tag));
        }
        if let Some(community) = wanted.community {
            statement.add("q.community_id = ?", community.as_i64());
        }
        if wanted.order == Order::Unanswered || search.is_answered == Some(false) {
            statement.conditions.push("q.answer_count = 0".to_owned());
        }
        if search.is_answered == Some(true) {
            statement.conditions.push("q.answer_count > 0".to_owned());
        }
        if let Some(excluded) = search.excluded() {
            statement.add("q.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)", excluded);
        }
        if let Some(author) = &search.author {
            let by = "q.id IN (SELECT id FROM posts WHERE author_id = (SELECT id FROM users WHERE folded = ? AND deleted_at IS NULL))";
            statement.add(by, fold(author));
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
        let place = self.parameter(value);
        self.conditions.push(condition.replacen('?', &place, 1));
    }

    /// Adds a parameter and returns its name.
    fn parameter(&mut self, value: impl Into<Value>) -> String {
        self.parameters.push(value.into());
        format!("?{}", self.parameters.len())
    }

    fn count(&self, read: &Read<'_>) -> Result<i64> {
        let sql = format!("SELECT count(*) FROM {} WHERE {}", self.from, self.conditions.join(" AND "));
        read.value(&sql, rusqlite::params_from_iter(&self.parameters))
    }

    /// The SQL of one page. Its cursor holds the sort key of its last row, or how many rows came before where the
    /// order is by rank.
    fn page_sql(&mut self, order: Order, paging: &Paging) -> Result<String> {
        let id = self.id;
        let (key, order_by) = match order {
            Order::Active => ("q.last_answer_id", "q.last_answer_id DESC, q.id DESC".to_owned()),
            Order::MostViewed => ("q.view_count", "q.view_count DESC, q.id DESC".to_owned()),
            Order::Relevance if self.is_ranked => ("0", format!("{RANK}, {id} DESC")),
            Order::Newest | Order::Unanswered | Order::Relevance => ("0", format!("{id} DESC")),
        };
        match (order, paging) {
            (Order::Relevance, _) => {}
            (Order::Active | Order::MostViewed, paging) => {
                if let Some([last_key, last_id]) = paging.position()? {
                    let (last_key, last_id) = (self.parameter(last_key), self.parameter(last_id));
                    self.conditions.push(format!("({key}, q.id) < ({last_key}, {last_id})"));
                }
            }
            (Order::Newest | Order::Unanswered, paging) => {
                if let Some([_, last_id]) = paging.position()? {
                    self.add(&format!("{id} < ?"), last_id);
                }
            }
        }
        let (limit, offset) = (self.parameter(paging.limit as i64 + 1), self.parameter(skipped(order, paging)?));
        let conditions = self.conditions.join(" AND ");
        Ok(format!("SELECT {id}, {key} FROM {} WHERE {conditions} ORDER BY {order_by} LIMIT {limit} OFFSET {offset}", self.from))
    }

    fn page(mut self, read: &Read<'_>, order: Order, paging: &Paging, total: i64) -> Result<Page<Id>> {
        let sql = self.page_sql(order, paging)?;
        let rows: Vec<(Id, i64)> = read.all(&sql, rusqlite::params_from_iter(&self.parameters), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let next_skip = skipped(order, paging)?.saturating_add(paging.limit as i64);
        let page = Page::cut(rows, paging.limit, total, |(id, key)| {
            if order == Order::Relevance { next_skip.to_string() } else { format!("{key}.{}", id.as_i64()) }
        });
        Ok(page.map(|(id, _)| id))
    }
}

/// How many rows the pages before have shown, where the cursor counts them.
fn skipped(order: Order, paging: &Paging) -> Result<i64> {
    let skipped = if order == Order::Relevance { paging.position::<1>()? } else { None };
    Ok(skipped.map_or(0, |[skipped]| skipped.max(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::explain;

    /// Every list in every order finds its rows by an index that has them in that order. The exceptions sort what
    /// a search or a small tag has found.
    #[test]
    fn no_list_scans_or_sorts_all_questions() {
        let directory = tempfile::TempDir::new().unwrap();
        let orders = [Order::Newest, Order::Unanswered, Order::Active, Order::MostViewed, Order::Relevance];
        for search in ["", "[tag]", "[tag][other]", "word", "two words", "[tag] word", "user:ann", "is:answered", "score:1", "-word"] {
            for order in orders {
                for tagged in [SORTABLE, SORTABLE + 1] {
                    for cursor in [None, Some("1.1".to_owned())] {
                        if order == Order::Relevance && (cursor.is_some() || search.is_empty()) {
                            continue;
                        }
                        let wanted = Wanted { viewer: Id::from_i64(1), order, search: Search::parse(search), community: None };
                        let mut statement = Statement::new(&wanted, wanted.search.expression(true, &[]), tagged);
                        let sql = statement.page_sql(order, &Paging { limit: 30, cursor }).unwrap();
                        let plan = explain(directory.path(), &sql).join("\n");
                        // In the order of ids a table is walked backwards, which SQLite calls a scan.
                        let walks = plan.contains("SCAN q USING") || (sql.contains("ORDER BY q.id DESC") && !plan.contains("TEMP B-TREE"));
                        assert!(walks || !plan.contains("SCAN q"), "{search:?} {order:?}\n{sql}\n{plan}");
                        let is_keyed = matches!(order, Order::Active | Order::MostViewed);
                        let may_sort = order == Order::Relevance || (is_keyed && (statement.is_ranked || statement.id == "qt.question_id"));
                        let may_sort = may_sort || (search == "user:ann");
                        assert!(may_sort || !plan.contains("TEMP B-TREE FOR ORDER BY"), "{search:?} {order:?}\n{sql}\n{plan}");
                    }
                }
            }
        }
    }
}
