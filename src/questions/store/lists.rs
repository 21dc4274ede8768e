//! Finding questions: every order by an index, every search with the same predicate of what may be read.

use rusqlite::types::Value;

use super::search::{Index, in_texts};
use super::{tags, words};
use crate::communities::store::{VISIBLE, VISIBLE_SCOPE};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::order::Order;
use crate::questions::search::{Filter, Match, Search, quoted, telling_words};
use crate::web::{Page, Paging};

/// Which questions, for whom, in which order.
pub struct Wanted {
    pub viewer: Id,
    pub order: Order,
    pub search: Search,
    pub community: Option<Id>,
}

/// Weights of bm25: title over tags over text over answers. The marks count nothing.
const RANK: &str = "bm25(search, 10.0, 6.0, 3.0, 1.0, 0.0)";
/// So many of the newest hits are ranked; those that are older follow, newest first. To rank all that have a common
/// word would take long, and among so many it says little.
const RANKED: i64 = 1_000;

impl Order {
    /// The column that a list is ordered by before the id, if there is one.
    fn key(self) -> Option<&'static str> {
        match self {
            Self::Active => Some("q.last_answer_id"),
            Self::MostViewed => Some("q.view_count"),
            Self::Newest | Self::Unanswered | Self::Relevance => None,
        }
    }
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
        let statement = Statement::new(&wanted, None, tagged);
        let total = total(read, &wanted, &statement, tagged)?;
        return Ok((statement.page(read, wanted.order, paging, total)?, None));
    }

    let index = Index::of(read, wanted.viewer)?;
    let counted = |wanted: &Wanted, words: Option<String>| -> Result<Option<(Statement, i64)>> {
        let Some(words) = words else { return Ok(None) };
        let words = index.restricted(read, &words, &wanted.search)?;
        let statement = Statement::new(wanted, Some(words), tagged);
        let total = statement.count(read)?;
        Ok((total > 0).then_some((statement, total)))
    };
    let mut completions = completions(read, &wanted)?;
    let mut matched = Match::All;
    let mut found = counted(&wanted, wanted.search.all(&completions))?;
    if found.is_none()
        && let Some(corrected) = correct(read, &index, &wanted, &completions)?
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
        Some((statement, total)) => Ok((statement.page(read, wanted.order, paging, total)?, Some(matched))),
        None => Ok((Page { items: Vec::new(), total: 0, next: None }, Some(Match::All))),
    }
}

fn completions(read: &Read<'_>, wanted: &Wanted) -> Result<Vec<String>> {
    wanted.search.beginning().map_or(Ok(Vec::new()), |beginning| words::completions(read, wanted.viewer, &beginning))
}

/// The search with similar words for those that the viewer finds nowhere.
fn correct(read: &Read<'_>, index: &Index, wanted: &Wanted, completions: &[String]) -> Result<Option<Search>> {
    wanted.search.corrected(completions, |word, expression| {
        let is_found = Index::count_up_to(read, &index.expression(expression), 1)? > 0;
        if is_found { Ok(None) } else { words::similar(read, wanted.viewer, index, word) }
    })
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
    /// Whether the full-text index drives it.
    has_words: bool,
}

/// Up to so many questions with a tag are sorted; with more, walking all questions in the order finds a page sooner.
const SORTABLE: i64 = 2_000;

impl Statement {
    /// `words` is what the full-text index is asked, if anything (see [`Index::restricted`]), `tagged` how many questions have the first tag.
    fn new(wanted: &Wanted, words: Option<String>, tagged: i64) -> Self {
        let search = &wanted.search;
        let has_words = words.is_some();
        let mut statement =
            Self { from: "questions q", id: "q.id", conditions: Vec::new(), parameters: vec![wanted.viewer.as_i64().into()], has_words };
        let mut tags = search.tags.iter().peekable();
        if let Some(words) = words {
            // CROSS JOIN: the index comes first, whatever the planner thinks of it.
            (statement.from, statement.id) = ("search CROSS JOIN questions q ON q.id = search.rowid", "search.rowid");
            statement.add("search MATCH ?", words);
        } else if let Some(tag) = tags.next_if(|_| wanted.order.key().is_none() || tagged <= SORTABLE) {
            (statement.from, statement.id) = ("question_tags qt CROSS JOIN questions q ON q.id = qt.question_id", "qt.question_id");
            statement.add("qt.tag_id = (SELECT id FROM tags WHERE folded = ?)", tag.clone());
        }
        statement.conditions.push(VISIBLE.to_owned());
        if !has_words {
            const HAS_TAG: &str =
                "EXISTS (SELECT 1 FROM question_tags WHERE tag_id = (SELECT id FROM tags WHERE folded = ?) AND question_id = q.id)";
            tags.for_each(|tag| statement.add(HAS_TAG, tag.clone()));
            search.excluded_tags.iter().for_each(|tag| statement.add(&format!("NOT {HAS_TAG}"), tag.clone()));
            if let Some(excluded) = search.excluded() {
                statement.add("q.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)", in_texts(&excluded));
            }
        }
        if let Some(community) = wanted.community {
            statement.add("q.community_id = ?", community.as_i64());
        }
        if wanted.order == Order::Unanswered {
            statement.filter(&Filter::Unanswered);
        }
        search.filters.iter().for_each(|filter| statement.filter(filter));
        statement
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Author(name) => {
                let by = "q.id IN (SELECT id FROM posts WHERE author_id = (SELECT id FROM users WHERE folded = ? AND deleted_at IS NULL))";
                self.add(by, name.clone());
            }
            Filter::Answered => self.conditions.push("q.answer_count > 0".to_owned()),
            Filter::Unanswered => self.conditions.push("q.answer_count = 0".to_owned()),
            Filter::Accepted => self.conditions.push("q.accepted_answer_id IS NOT NULL".to_owned()),
            Filter::Score(least) => self.add("(SELECT score FROM posts WHERE id = q.id) >= ?", *least),
            Filter::Answers(least) => self.add("q.answer_count >= ?", *least),
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

    fn count(&self, read: &Read<'_>) -> Result<i64> {
        read.value(&self.count_sql(), rusqlite::params_from_iter(&self.parameters))
    }

    fn count_sql(&self) -> String {
        // With words alone the index knows by itself what the viewer may read.
        match self.conditions.as_slice() {
            [words, visible] if self.has_words && visible == VISIBLE => format!("SELECT count(*) FROM search WHERE {words}"),
            conditions => format!("SELECT count(*) FROM {} WHERE {}", self.from, conditions.join(" AND ")),
        }
    }

    fn page(mut self, read: &Read<'_>, order: Order, paging: &Paging, total: i64) -> Result<Page<Id>> {
        if order == Order::Relevance && self.has_words {
            return self.ranked_page(read, paging, total);
        }
        let sql = self.page_sql(order, paging)?;
        let rows: Vec<(Id, i64)> = read.all(&sql, rusqlite::params_from_iter(&self.parameters), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Page::cut(rows, paging.limit, total, |(id, key)| format!("{key}.{}", id.as_i64())).map(|(id, _)| id))
    }

    /// The SQL of one page in an order with a key. Its cursor holds the key and the id of its last row.
    fn page_sql(&mut self, order: Order, paging: &Paging) -> Result<String> {
        let id = self.id;
        let key = order.key();
        if let Some([last_key, last_id]) = paging.position()? {
            if let Some(key) = key {
                let (last_key, last_id) = (self.parameter(last_key), self.parameter(last_id));
                self.conditions.push(format!("({key}, q.id) < ({last_key}, {last_id})"));
            } else {
                self.add(&format!("{id} < ?"), last_id);
            }
        }
        let order_by = key.map_or_else(|| format!("{id} DESC"), |key| format!("{key} DESC, q.id DESC"));
        let key = key.unwrap_or("0");
        let limit = self.parameter(paging.limit as i64 + 1);
        let conditions = self.conditions.join(" AND ");
        Ok(format!("SELECT {id}, {key} FROM {} WHERE {conditions} ORDER BY {order_by} LIMIT {limit}", self.from))
    }

    /// One page by relevance: of the ranked hits, and where they end, of the older ones.
    fn ranked_page(&self, read: &Read<'_>, paging: &Paging, total: i64) -> Result<Page<Id>> {
        let wanted = paging.limit as i64 + 1;
        let all = |sql: &str, numbers: &[i64]| -> Result<Vec<Id>> {
            let numbers = numbers.iter().map(|&number| Value::from(number));
            read.all(sql, rusqlite::params_from_iter(self.parameters.iter().cloned().chain(numbers)), |row| row.get(0))
        };
        let place = match RankedPlace::of(paging)? {
            Some(place) => place,
            None if total <= RANKED => RankedPlace::Ranked { shown: 0, oldest: 0 },
            None => {
                let oldest = all(&self.oldest_ranked_sql(), &[RANKED - 1])?;
                RankedPlace::Ranked { shown: 0, oldest: oldest.first().map_or(0, |id| id.as_i64()) }
            }
        };
        let (mut ids, older_than) = match place {
            RankedPlace::Ranked { shown, oldest } => (all(&self.ranked_sql(), &[oldest, wanted, shown])?, oldest),
            RankedPlace::Older { than } => (Vec::new(), than),
        };
        let ranked = ids.len();
        if ids.len() <= paging.limit && older_than > 0 {
            ids.extend(all(&self.older_sql(), &[older_than, wanted - ranked as i64])?);
        }
        let next = |last: &Id| match place {
            RankedPlace::Ranked { shown, oldest } if ranked > paging.limit => {
                RankedPlace::Ranked { shown: shown.saturating_add(paging.limit as i64), oldest }
            }
            _ if ranked == paging.limit => RankedPlace::Older { than: older_than },
            _ => RankedPlace::Older { than: last.as_i64() },
        };
        Ok(Page::cut(ids, paging.limit, total, |last| next(last).cursor()))
    }

    /// The oldest hit that is ranked.
    fn oldest_ranked_sql(&self) -> String {
        let (from, conditions, place) = (self.from, self.conditions.join(" AND "), self.parameters.len() + 1);
        format!("SELECT search.rowid FROM {from} WHERE {conditions} ORDER BY search.rowid DESC LIMIT 1 OFFSET ?{place}")
    }

    fn ranked_sql(&self) -> String {
        let (from, conditions, place) = (self.from, self.conditions.join(" AND "), self.parameters.len() + 1);
        let (limit, offset) = (place + 1, place + 2);
        format!(
            "SELECT search.rowid FROM {from} WHERE {conditions} AND search.rowid >= ?{place}
             ORDER BY {RANK}, search.rowid DESC LIMIT ?{limit} OFFSET ?{offset}"
        )
    }

    fn older_sql(&self) -> String {
        let (from, conditions, place) = (self.from, self.conditions.join(" AND "), self.parameters.len() + 1);
        let limit = place + 1;
        format!("SELECT search.rowid FROM {from} WHERE {conditions} AND search.rowid < ?{place} ORDER BY search.rowid DESC LIMIT ?{limit}")
    }
}

/// Where a page by relevance begins.
enum RankedPlace {
    /// Among the ranked hits, of which so many were shown; `oldest` is the last of them by age, 0 if all are ranked.
    Ranked { shown: i64, oldest: i64 },
    /// Among those that are too old to be ranked.
    Older { than: i64 },
}

impl RankedPlace {
    /// From a cursor: two numbers or one. They may be anything, for they only say where to begin.
    fn of(paging: &Paging) -> Result<Option<Self>> {
        if let Ok(position) = paging.position::<1>() {
            return Ok(position.map(|[than]| Self::Older { than }));
        }
        Ok(paging.position::<2>()?.map(|[shown, oldest]| Self::Ranked { shown: shown.max(0), oldest }))
    }

    fn cursor(&self) -> String {
        match self {
            Self::Ranked { shown, oldest } => format!("{shown}.{oldest}"),
            Self::Older { than } => than.to_string(),
        }
    }
}

/// Words with more questions say little about what one is about.
const COMMON: i64 = 2_000;
/// Of a title's rarest words, together in at most so many questions, are similar questions found.
const COMPARED: i64 = 4_000;

/// The questions most similar to a title that the viewer may read, best first, at most `limit`.
pub fn similar(read: &Read<'_>, viewer: Id, title: &str, limit: usize) -> Result<Vec<Id>> {
    let index = Index::of(read, viewer)?;
    let mut words = Vec::new();
    for word in telling_words(title) {
        let word = quoted(&word);
        let used = Index::count_up_to(read, &index.expression(&word), COMMON + 1)?;
        if (1..=COMMON).contains(&used) {
            words.push((used, word));
        }
    }
    words.sort_unstable();
    let mut compared = 0;
    let rarest = words.into_iter().take_while(|(used, _)| {
        compared += used;
        compared <= COMPARED
    });
    let rarest: Vec<String> = rarest.map(|(_, word)| word).collect();
    if rarest.is_empty() {
        return Ok(Vec::new());
    }
    read.all(&similar_sql(), (viewer, index.expression(&rarest.join(" OR ")), limit as i64), |row| row.get(0))
}

fn similar_sql() -> String {
    format!(
        "SELECT search.rowid FROM search CROSS JOIN questions q ON q.id = search.rowid WHERE search MATCH ?2 AND {VISIBLE}
         ORDER BY {RANK}, search.rowid DESC LIMIT ?3"
    )
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::db::{Db, plans};
    use crate::live::Hub;
    use crate::questions::store;

    const ORDERS: [Order; 5] = [Order::Newest, Order::Unanswered, Order::Active, Order::MostViewed, Order::Relevance];
    const SEARCHES: [&str; 21] = [
        "",
        "[tag]",
        "[tag][other]",
        "word",
        "two words",
        "beginning",
        "mistypedd words ",
        "\"a phrase\" -word",
        "[tag] word",
        "user:ann word",
        "is:answered word",
        "交易验证",
        "user:ann",
        "is:answered",
        "is:unanswered",
        "is:accepted",
        "score:1",
        "answers:1",
        "-word",
        "-[tag]",
        "[tag] -[other] word",
    ];

    /// What a plan does that costs with the size of the site: goes through a table or an index that holds everything
    /// without stopping at the end of the page, or sorts.
    fn expensive(sql: &str, plan: &[String]) -> Option<&'static str> {
        let is_page = sql.contains("LIMIT");
        let sorts = plan.iter().any(|line| line.contains("TEMP B-TREE FOR") && line.contains("ORDER BY"));
        // The lines of the full-text index name its virtual table, and small tables are read as sets.
        let scans = plan.iter().any(|line| {
            let table = line.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next());
            let partial = ["questions_unanswered", "questions_accepted"].iter().any(|index| line.contains(index));
            !partial && matches!(table, Some("q" | "p" | "questions" | "posts" | "qt" | "question_tags" | "words" | "tag_totals" | "users"))
        });
        match (sorts, scans) {
            (true, _) => Some("sorts"),
            (false, true) if !is_page => Some("scans"),
            _ => None,
        }
    }

    /// The lists' statements, and the few that may be expensive: each is bounded, or there is no better index for what
    /// somebody wrote by hand.
    fn may(sql: &str, search: &str, order: Order) -> Option<&'static str> {
        let is_keyed = order.key().is_some();
        let counts = sql.starts_with("SELECT count(*)");
        match search {
            // Ranking sorts the newest hits, and other orders what the words have found.
            _ if sql.contains("FROM search") && !counts && (is_keyed || sql.contains(RANK)) => Some("sorts"),
            // At most SORTABLE questions with a tag.
            "[tag]" | "[tag][other]" if is_keyed && sql.contains("FROM question_tags") => Some("sorts"),
            // What one person has asked.
            "user:ann" if !counts => Some("sorts"),
            // How many questions there are with so high a score, so many answers, or without a word or a tag.
            "is:answered" | "score:1" | "answers:1" | "-word" | "-[tag]" if counts => Some("scans"),
            _ => None,
        }
    }

    #[test]
    fn no_list_scans_or_sorts_a_table() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        db.write_blocking(|tx| {
            tx.quietly("a test");
            let viewer = Id::from_i64(1);
            let mut wrong = Vec::new();
            let mut seen = 0;
            let mut check = |name: String, may: &dyn Fn(&str) -> Option<&'static str>, run: &dyn Fn() -> Result<()>| -> Result<()> {
                for (sql, plan) in plans(tx, run)? {
                    seen += 1;
                    if let Some(does) = expensive(&sql, &plan).filter(|does| may(&sql) != Some(does)) {
                        wrong.push(format!("{name} {does}\n  {sql}\n  {}", plan.join("\n  ")));
                    }
                }
                Ok(())
            };
            for search in SEARCHES {
                for order in ORDERS.into_iter().filter(|order| *order != Order::Relevance || !search.is_empty()) {
                    for community in [None, Some(Id::from_i64(9))] {
                        for (tagged, total) in [(SORTABLE, RANKED), (SORTABLE + 1, RANKED + 1)] {
                            for cursor in [None, Some("1.1".to_owned())] {
                                let paging = Paging { limit: 30, cursor };
                                let wanted = || Wanted { viewer, order, search: Search::parse(search), community };
                                let may = |sql: &str| {
                                    may(sql, search, order).or((community.is_some() && order.key().is_some()).then_some("sorts"))
                                };
                                check(format!("{search:?} {order:?} {community:?}"), &may, &|| {
                                    find(tx, wanted(), &paging)?;
                                    // An empty site does not get as far as a page with words.
                                    let words = Search::parse(search).all(&[]);
                                    let words =
                                        words.map(|words| Index::of(tx, viewer)?.restricted(tx, &words, &wanted().search)).transpose()?;
                                    Statement::new(&wanted(), words, tagged).page(tx, order, &paging, total).map(drop)
                                })?;
                            }
                        }
                    }
                }
            }
            let never = |_: &str| None;
            check("similar words".to_owned(), &never, &|| words::similar(tx, viewer, &Index::of(tx, viewer)?, "validator").map(drop))?;
            let ranks = |sql: &str| sql.contains(RANK).then_some("sorts");
            check("similar questions".to_owned(), &ranks, &|| {
                similar(tx, viewer, "a telling title", 5)?;
                tx.all(&similar_sql(), (viewer, "word", 5), |row| row.get::<_, Id>(0)).map(drop)
            })?;
            for sql in [
                "INSERT INTO users (id, username, folded, created_at) VALUES (1, 'ann', 'ann', 0)",
                "INSERT INTO posts (id, author_id, text, created_at) VALUES (1, 1, 'x', 0)",
                "INSERT INTO questions (id, title) VALUES (1, 'T')",
                "INSERT INTO posts (id, question_id, author_id, text, created_at) VALUES (2, 1, 1, 'y', 0)",
            ] {
                tx.execute(sql, [])?;
            }
            let ids = [Id::from_i64(1)];
            check("cards".to_owned(), &never, &|| store::cards(tx, viewer, &ids).map(drop))?;
            check("whole questions".to_owned(), &never, &|| store::many(tx, &ids).map(drop))?;
            // The tags are few, and are ordered by how often the viewer meets them.
            let tags = |sql: &str| Some(if sql.contains("ORDER BY") { "sorts" } else { "scans" });
            check("tags".to_owned(), &tags, &|| store::tags::list(tx, viewer, "", &Paging::first()).map(drop))?;
            assert!(seen > 500, "only {seen} statements were seen");
            assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
            Ok(())
        })
        .expect("the statements run");
    }
}
