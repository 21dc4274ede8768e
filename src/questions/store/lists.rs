//! Finding questions: every order by an index, every search with the same predicate of what may be read.

use std::cmp::Reverse;

use rusqlite::types::Value;

use super::search::{Asked, Index, count_up_to};
use super::{tags, words};
use crate::communities::store::{VISIBLE, VISIBLE_SCOPE};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::order::Order;
use crate::questions::search::{Filter, Match, Search};
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

impl Filter {
    /// The index that knows which questions meet it, if there is one.
    fn index(&self) -> Option<&'static str> {
        match self {
            Self::Unanswered => Some("questions_unanswered"),
            Self::Accepted => Some("questions_accepted"),
            Self::Score(_) => Some("questions_by_score"),
            Self::Answers(1..) => Some("questions_by_answers"),
            Self::Answers(_) | Self::Author(_) => None,
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

/// How long a list without words is: from the totals where there are some, and else from what an index knows.
fn total(read: &Read<'_>, wanted: &Wanted, tagged: i64, few: Option<&'static str>) -> Result<i64> {
    let (search, is_unanswered) = (&wanted.search, wanted.order == Order::Unanswered);
    let all = || {
        let column = if is_unanswered { "unanswered" } else { "questions" };
        let sql = format!("SELECT coalesce(sum({column}), 0) FROM question_totals WHERE {VISIBLE_SCOPE}");
        read.value::<i64>(&sql, [wanted.viewer])
    };
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

/// The index of a filter that so few questions meet that they can be sorted, whoever may read them.
fn index_of_few(read: &Read<'_>, wanted: &Wanted) -> Result<Option<&'static str>> {
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

/// What a list without words is driven by.
#[derive(Clone, Copy)]
enum Driver {
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
const SORTABLE: i64 = 2_000;

impl Driver {
    /// For a page; `tagged` is how many questions have the first tag, and `few` the [`index_of_few`].
    fn of_page(wanted: &Wanted, tagged: i64, few: Option<&'static str>) -> Self {
        let has_tag = !wanted.search.tags.is_empty();
        match few {
            Some(index) => Self::Few(index),
            None if has_tag && (wanted.order.key().is_none() || tagged <= SORTABLE) => Self::Tag,
            None if wanted.community.is_some() || wanted.search.has_author() => Self::Any,
            None => Self::Order,
        }
    }

    /// For counting.
    fn of_count(wanted: &Wanted, few: Option<&'static str>) -> Self {
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

    fn from(self, order: Order) -> String {
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
struct Statement {
    from: String,
    /// The question's id in `from`.
    id: String,
    conditions: Vec<String>,
    parameters: Vec<Value>,
    /// The full-text index, if one drives it.
    index: Option<Asked>,
}

impl Statement {
    /// For a search with words: what one of the full-text indexes finds.
    fn with_words(wanted: &Wanted, index: Asked) -> Self {
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
    fn without_words(read: &Read<'_>, wanted: &Wanted, driver: Driver) -> Result<Self> {
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

    fn count(&self, read: &Read<'_>) -> Result<i64> {
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
    fn rows(&mut self, read: &Read<'_>, order: Order, paging: &Paging) -> Result<Vec<(Id, i64)>> {
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
    fn newest(&self, read: &Read<'_>, limit: i64, skipped: i64) -> Result<Vec<Id>> {
        let place = self.parameters.len() + 1;
        self.hits(read, "", &format!("{} DESC LIMIT ?{place} OFFSET ?{}", self.id, place + 1), &[limit.into(), skipped.into()])
    }

    /// So many hits older than this, newest first.
    fn older(&self, read: &Read<'_>, than: i64, limit: i64) -> Result<Vec<Id>> {
        let (id, place) = (&self.id, self.parameters.len() + 1);
        self.hits(read, &format!("AND {id} < ?{place}"), &format!("{id} DESC LIMIT ?{}", place + 1), &[than.into(), limit.into()])
    }

    /// So many of the hits not older than `oldest`, best first, after the first `skipped`.
    fn best(&self, read: &Read<'_>, oldest: i64, limit: i64, skipped: i64) -> Result<Vec<Id>> {
        let (id, place) = (&self.id, self.parameters.len() + 1);
        let mut values: Vec<Value> = vec![oldest.into(), limit.into(), skipped.into()];
        let rank = self.index.as_ref().map_or_else(|| format!("{id} DESC"), |index| rank(index, place + values.len(), &mut values));
        self.hits(read, &format!("AND {id} >= ?{place}"), &format!("{rank} LIMIT ?{} OFFSET ?{}", place + 1, place + 2), &values)
    }
}

/// The order of the hits of an index, best first. The parameters that it needs begin at `place`.
pub(super) fn rank(index: &Asked, place: usize, values: &mut Vec<Value>) -> String {
    let table = index.table;
    if index.tiers.is_empty() {
        return format!("{RANK}, {table}.rowid DESC");
    }
    let tiers = index.tiers.len();
    values.extend(index.tiers.iter().cloned().map(Value::from));
    let met = (place..place + tiers).map(|place| format!("({table}.rowid IN (SELECT rowid FROM {table} WHERE {table} MATCH ?{place}))"));
    format!("{} DESC, {table}.rowid DESC", met.collect::<Vec<_>>().join(" + "))
}

/// Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009) of lists that have nothing in common: there the rank in its
/// list is all that counts, and of equals comes first what is newer. It needs no scores that could be compared, and of a
/// list no more than the fused one shall have.
pub(super) fn fused(lists: Vec<Vec<Id>>) -> Vec<Id> {
    let mut ranked: Vec<(usize, Reverse<Id>)> =
        lists.into_iter().flat_map(|list| list.into_iter().enumerate()).map(|(rank, id)| (rank, Reverse(id))).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, Reverse(id))| id).collect()
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

/// One page by relevance: of the ranked hits, and where they end, of the older ones.
fn ranked_page(read: &Read<'_>, statements: &[Statement], paging: &Paging, total: i64) -> Result<Page<Id>> {
    let wanted = paging.limit as i64 + 1;
    let several = statements.len() > 1;
    let lists = |list: &dyn Fn(&Statement) -> Result<Vec<Id>>| statements.iter().map(list).collect::<Result<Vec<_>>>();
    let by_age = |list: &dyn Fn(&Statement) -> Result<Vec<Id>>| -> Result<Vec<Id>> {
        let mut ids = lists(list)?.concat();
        ids.sort_unstable_by_key(|id| Reverse(*id));
        Ok(ids)
    };
    let place = match RankedPlace::of(paging)? {
        Some(place) => place,
        None if total <= RANKED => RankedPlace::Ranked { shown: 0, oldest: 0 },
        None => {
            // Of one list only the last is needed.
            let skipped = if several { 0 } else { RANKED - 1 };
            let newest = by_age(&|statement| statement.newest(read, RANKED - skipped, skipped))?;
            let oldest = newest.get((RANKED - 1 - skipped) as usize);
            RankedPlace::Ranked { shown: 0, oldest: oldest.map_or(0, |id| id.as_i64()) }
        }
    };
    let (mut ids, older_than) = match place {
        RankedPlace::Ranked { shown, oldest } if several => {
            let best = fused(lists(&|statement| statement.best(read, oldest, shown.saturating_add(wanted), 0))?);
            (best.into_iter().skip(usize::try_from(shown).unwrap_or(usize::MAX)).take(paging.limit + 1).collect(), oldest)
        }
        RankedPlace::Ranked { shown, oldest } => (lists(&|statement| statement.best(read, oldest, wanted, shown))?.concat(), oldest),
        RankedPlace::Older { than } => (Vec::new(), than),
    };
    let ranked = ids.len();
    if ids.len() <= paging.limit && older_than > 0 {
        let missing = wanted - ranked as i64;
        ids.extend(by_age(&|statement| statement.older(read, older_than, missing))?);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::db::{Db, plans};
    use crate::live::Hub;
    use crate::questions::store;
    use crate::questions::store::similar::{similar, similar_in};

    const ORDERS: [Order; 5] = [Order::Newest, Order::Unanswered, Order::Active, Order::MostViewed, Order::Relevance];
    const SEARCHES: [&str; 26] = [
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
        "answers:0",
        "score:1 is:accepted answers:1",
        "user:ann score:1",
        "[tag] score:1",
        "score:1 -word",
        "-word",
        "-[tag]",
        "[tag] -[other] word",
    ];

    /// The indexes of filters that hold only what meets one.
    const PARTIAL: [&str; 3] = ["questions_unanswered", "questions_accepted", "questions_by_answers"];

    /// What a plan does that costs with the size of the site: goes through a table or an index that holds everything
    /// without stopping at the end of the page, or sorts.
    fn expensive(sql: &str, plan: &[String]) -> Option<&'static str> {
        let is_page = sql.contains("LIMIT");
        let sorts = plan.iter().any(|line| line.contains("TEMP B-TREE FOR") && line.contains("ORDER BY"));
        // The lines of the full-text index name its virtual table, and small tables are read as sets.
        let scans = plan.iter().any(|line| {
            let table = line.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next());
            !PARTIAL.iter().any(|index| line.contains(index))
                && matches!(table, Some("q" | "p" | "questions" | "posts" | "qt" | "question_tags" | "words" | "tag_totals" | "users"))
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
            _ if sql.contains("FROM search") && !counts && (is_keyed || ranks(sql)) => Some("sorts"),
            // At most SORTABLE questions with a tag.
            "[tag]" | "[tag][other]" if is_keyed && sql.contains("FROM question_tags") => Some("sorts"),
            // What one person has asked.
            "user:ann" | "user:ann score:1" if !counts => Some("sorts"),
            // At most SORTABLE questions that meet a filter.
            _ if !counts && PARTIAL.iter().chain(&["questions_by_score"]).any(|index| sql.contains(&format!("INDEXED BY {index}"))) => {
                Some("sorts")
            }
            // Questions with so many answers, and those without any or at least none: nothing, and all.
            "answers:0" if counts => Some("scans"),
            // How many of the many questions that meet one filter meet others.
            "score:1 is:accepted answers:1" if counts && sql.contains("NOT INDEXED") => Some("scans"),
            _ => None,
        }
    }

    fn ranks(sql: &str) -> bool {
        sql.contains(RANK) || sql.contains("ORDER BY (search_private.rowid IN")
    }

    #[test]
    fn fusing_lists_keeps_their_orders() {
        let ids = |numbers: &[i64]| numbers.iter().copied().map(Id::from_i64).collect::<Vec<_>>();
        assert_eq!(fused(vec![ids(&[3, 9, 1])]), ids(&[3, 9, 1]));
        assert_eq!(fused(vec![ids(&[3, 9, 1]), ids(&[5, 2])]), ids(&[5, 3, 9, 2, 1]));
        assert_eq!(fused(vec![ids(&[]), ids(&[5, 2])]), ids(&[5, 2]));
    }

    /// Ann is in community 9, not in 8. Of each kind there are several: public, in either community and deleted, with and without
    /// answers, an accepted one, tags, a score.
    const QUESTIONS: &str = "
        INSERT INTO users (id, username, folded, created_at) VALUES (1, 'ann', 'ann', 0), (2, 'bob', 'bob', 0);
        INSERT INTO communities (id, name, folded, visibility, owner_id, created_at)
            VALUES (9, 'c', 'c', 'private', 1, 0), (8, 'd', 'd', 'private', 2, 0);
        INSERT INTO members (community_id, user_id, role, joined_at) VALUES (9, 1, 'moderator', 0), (8, 2, 'moderator', 0);
        INSERT INTO tags (id, folded) VALUES (1, 'tag'), (2, 'other');
        WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 100)
        INSERT INTO posts (id, author_id, text, imported_score, created_at)
            SELECT id, 1 + id % 2, iif(id % 7 = 0, 'a word', 'text'), id % 4 - 1, 0 FROM n;
        INSERT INTO questions (id, title, community_id, scope, imported_views)
            SELECT id, 'T', CASE id % 5 WHEN 3 THEN 9 WHEN 4 THEN 8 END,
                CASE WHEN id % 11 = 0 THEN NULL WHEN id % 5 = 3 THEN 9 WHEN id % 5 = 4 THEN 8 ELSE 0 END, id * 17 % 10 FROM posts;
        INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at) SELECT 1000 - id, id, 2, 'a', 9, 0 FROM questions WHERE id % 3 = 0;
        UPDATE questions SET accepted_answer_id = 1000 - id WHERE id % 6 = 0;
        INSERT INTO question_tags (tag_id, question_id, position) SELECT 1, id, 0 FROM questions WHERE id % 2 = 0;
        INSERT INTO question_tags (tag_id, question_id, position) SELECT 2, id, 1 FROM questions WHERE id % 13 < 5";

    #[test]
    fn whatever_drives_a_list_it_is_the_same() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        db.write_blocking(|tx| {
            tx.quietly("a test");
            QUESTIONS.split(';').try_for_each(|sql| tx.execute(sql, []).map(drop))?;
            crate::questions::counters::recompute(tx)?;
            let viewer = Id::from_i64(1);
            let mut found = 0;
            for search in SEARCHES.into_iter().filter(|search| !Search::parse(search).has_words()) {
                for order in [Order::Newest, Order::Unanswered, Order::Active, Order::MostViewed] {
                    for community in [None, Some(Id::from_i64(9))] {
                        let wanted = Wanted { viewer, order, search: Search::parse(search), community };
                        let pages_by = |driver: Driver| -> Result<Vec<Id>> {
                            let (mut ids, mut paging) = (Vec::new(), Paging { limit: 7, cursor: None });
                            loop {
                                let statement = Statement::without_words(tx, &wanted, driver)?;
                                let page = page(tx, vec![statement], order, &paging, 0)?;
                                ids.extend(page.items);
                                paging.cursor = page.next;
                                if paging.cursor.is_none() {
                                    return Ok(ids);
                                }
                            }
                        };
                        let name = format!("{search:?} {order:?} {community:?}");
                        let tag = Some(Driver::Tag).filter(|_| !wanted.search.tags.is_empty());
                        let few: Vec<&str> = wanted.search.filters.iter().filter_map(Filter::index).collect();
                        let all = pages_by(Driver::All)?;
                        for driver in [Driver::Order, Driver::Any].into_iter().chain(tag).chain(few.iter().copied().map(Driver::Few)) {
                            assert_eq!(pages_by(driver)?, all, "{name}: {}", driver.from(order));
                        }
                        let tagged = wanted.search.tags.first().map_or(Ok(0), |tag| tags::total(tx, viewer, tag))?;
                        for few in [None].into_iter().chain(few.into_iter().map(Some)) {
                            assert_eq!(total(tx, &wanted, tagged, few)?, all.len() as i64, "{name}: its length, by {few:?}");
                        }
                        found += all.len();
                    }
                }
            }
            assert!(found > 1_000, "only {found} questions were found");
            Ok(())
        })
        .expect("the lists");
    }

    #[test]
    fn no_list_scans_or_sorts_a_table() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        db.write_blocking(|tx| {
            tx.quietly("a test");
            let viewer = Id::from_i64(1);
            for sql in [
                "INSERT INTO users (id, username, folded, created_at) VALUES (1, 'ann', 'ann', 0)",
                "INSERT INTO communities (id, name, folded, visibility, owner_id, created_at) VALUES (9, 'c', 'c', 'private', 1, 0)",
                "INSERT INTO members (community_id, user_id, role, joined_at) VALUES (9, 1, 'moderator', 0)",
            ] {
                tx.execute(sql, [])?;
            }
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
                                let may = |sql: &str| may(sql, search, order);
                                check(format!("{search:?} {order:?} {community:?}"), &may, &|| {
                                    find(tx, wanted(), &paging)?;
                                    // An empty site does not get as far as a page with words.
                                    let statements = match Search::parse(search).all(&[]) {
                                        None => {
                                            let few = wanted().search.filters.iter().find_map(Filter::index).filter(|_| tagged <= SORTABLE);
                                            super::total(tx, &wanted(), tagged, few)?;
                                            vec![Statement::without_words(tx, &wanted(), Driver::of_page(&wanted(), tagged, few))?]
                                        }
                                        Some(words) => {
                                            let asked = Index::of(tx, viewer)?.into_iter();
                                            let asked = asked.map(|index| index.restricted(tx, &words, &wanted().search));
                                            asked.map(|asked| Ok(Statement::with_words(&wanted(), asked?))).collect::<Result<_>>()?
                                        }
                                    };
                                    for statement in statements.iter().filter(|statement| statement.index.is_some()) {
                                        statement.count(tx)?;
                                    }
                                    page(tx, statements, order, &paging, total).map(drop)
                                })?;
                            }
                        }
                    }
                }
            }
            for order in [Order::Newest, Order::Unanswered] {
                let wanted = || Wanted { viewer, order, search: Search::parse(""), community: Some(Id::from_i64(9)) };
                let asked = plans(tx, || find(tx, wanted(), &Paging::first()).map(drop))?;
                let counted =
                    asked.iter().find(|(sql, _)| sql.starts_with("SELECT count(*)")).expect("a community's questions are counted");
                assert!(counted.1[0].contains("COVERING INDEX"), "each question is looked at to count them: {counted:?}");
            }
            let never = |_: &str| None;
            check("similar words".to_owned(), &never, &|| words::similar(tx, viewer, &Index::of(tx, viewer)?, "validator").map(drop))?;
            check("similar questions".to_owned(), &|sql| ranks(sql).then_some("sorts"), &|| {
                similar(tx, viewer, "a telling title", 5)?;
                Index::of(tx, viewer)?.iter().try_for_each(|index| similar_in(tx, viewer, &index.asked("word"), 5).map(drop))
            })?;
            for sql in [
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
