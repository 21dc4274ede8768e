use super::statement::MAX_SORTED;
use super::*;
use crate::core::clock::Clock;
use crate::features::questions::store::load;
use crate::features::questions::store::similar::{Draft, Others, similar};
use crate::features::search::store::{entries, words};
use crate::features::search::{Search, filter::Filter};
use crate::platform::db::{Db, count_queries, plans};
use crate::platform::realtime::Hub;

const ORDERS: [Order; 6] = [
    Order::Newest,
    Order::Unanswered,
    Order::Active,
    Order::MostViewed,
    Order::Votes,
    Order::Relevance,
];
const SEARCHES: [&str; 27] = [
    "",
    "[tag]",
    "[synonym]",
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

/// The partial indexes of filters.
const PARTIAL: [&str; 3] = [
    "questions_unanswered",
    "questions_accepted",
    "questions_by_answers",
];

/// Returns why the cost of a plan grows with the site: it scans a table or a complete index without
/// stopping at the end of the page, or it sorts.
fn expensive(sql: &str, plan: &[String]) -> Option<&'static str> {
    let is_page = sql.contains("LIMIT");
    let sorts = plan
        .iter()
        .any(|line| line.contains("TEMP B-TREE FOR") && line.contains("ORDER BY"));
    // The lines of a full-text index name its virtual table, and small tables are read as sets.
    let scans = plan.iter().any(|line| {
        let table = line
            .strip_prefix("SCAN ")
            .and_then(|rest| rest.split(' ').next());
        !PARTIAL.iter().any(|index| line.contains(index))
            && matches!(
                table,
                Some(
                    "q" | "p"
                        | "questions"
                        | "posts"
                        | "qt"
                        | "question_tags"
                        | "words"
                        | "tag_totals"
                        | "users"
                )
            )
    });
    match (sorts, scans) {
        (true, _) => Some("sorts"),
        (false, true) if !is_page => Some("scans"),
        _ => None,
    }
}

/// Returns what a statement of a list may do although it is expensive: the cost is bounded, or no
/// index fits a search that a user typed.
fn allowed(sql: &str, search: &str, order: Order) -> Option<&'static str> {
    let is_keyed = order.key().is_some();
    let counts = sql.starts_with("SELECT count(*)");
    match search {
        // At most MAX_SORTED questions of a period.
        _ if !counts
            && is_keyed
            && sql.contains("NOT INDEXED")
            && sql.contains("AND q.id >= ?") =>
        {
            Some("sorts")
        }
        // The results for the words: a bounded number.
        _ if sql.contains("FROM json_each") && !counts => Some("sorts"),
        // At most MAX_SORTED questions with a tag.
        "[tag]" | "[synonym]" | "[tag][other]"
            if is_keyed && sql.contains("FROM question_tags") =>
        {
            Some("sorts")
        }
        // The questions of one author.
        "user:ann" | "user:ann score:1" if !counts => Some("sorts"),
        // At most MAX_SORTED questions that match a filter.
        _ if !counts
            && PARTIAL
                .iter()
                .chain(&["questions_by_score"])
                .any(|index| sql.contains(&format!("INDEXED BY {index}"))) =>
        {
            Some("sorts")
        }
        // The questions without a word: an excluded word is in some of many.
        "-word" if counts => Some("scans"),
        // At least 0 answers matches all questions.
        "answers:0" if counts => Some("scans"),
        // The count of questions that match several filters that each match many.
        "score:1 is:accepted answers:1" if counts && sql.contains("NOT INDEXED") => Some("scans"),
        _ => None,
    }
}

/// Ann is in community 9, not in 8. There are several questions of each kind: public, in each
/// community and deleted, with and without answers, an accepted answer, tags, synonyms and a score.
const QUESTIONS: &str = "
    INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ann', 'ann', 0), (2, 'bob', 'bob', 0);
    INSERT INTO communities (id, name, name_key, visibility, owner_id, created_at)
        VALUES (9, 'c', 'c', 'private', 1, 0), (8, 'd', 'd', 'private', 2, 0);
    INSERT INTO memberships (community_id, user_id, role, joined_at) VALUES (9, 1, 'moderator', 0), (8, 2, 'moderator', 0);
    INSERT INTO tags (id, name_key) VALUES (1, 'tag'), (2, 'other'), (3, 'synonym'), (4, 'second');
    INSERT INTO tag_synonyms (tag_id, main_id, name) VALUES (3, 1, 'synonym'), (4, 1, 'second');
    WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 100)
    INSERT INTO posts (id, author_id, text, imported_score, created_at)
        SELECT id, 1 + id % 2, iif(id % 7 = 0, 'a word', 'text'), id % 4 - 1, 0 FROM n;
    INSERT INTO questions (id, title, community_id, scope, imported_views)
        SELECT id, 'T', CASE id % 5 WHEN 3 THEN 9 WHEN 4 THEN 8 END,
            CASE WHEN id % 11 = 0 THEN NULL WHEN id % 5 = 3 THEN 9 WHEN id % 5 = 4 THEN 8 ELSE 0 END, id * 17 % 10 FROM posts;
    INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at) SELECT 1000 - id, id, 2, 'a', 9, 0 FROM questions WHERE id % 3 = 0;
    UPDATE questions SET accepted_answer_id = 1000 - id WHERE id % 6 = 0;
    INSERT INTO votes (question_id, post_id, user_id, value, voted_at) SELECT id, id, author_id, 1, 0 FROM posts WHERE question_id IS NULL AND id % 4 = 1;
    INSERT INTO question_tags (tag_id, question_id, position) SELECT 1, id, 0 FROM questions WHERE id % 2 = 0;
    INSERT INTO question_tags (tag_id, question_id, position) SELECT 2, id, 1 FROM questions WHERE id % 13 < 5;
    INSERT INTO question_tags (tag_id, question_id, position) SELECT 3, id, 2 FROM questions WHERE id % 7 < 3;
    INSERT INTO question_tags (tag_id, question_id, position) SELECT 4, id, 3 FROM questions WHERE id % 9 < 4";

#[test]
fn every_index_hint_gives_the_same_list() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
    db.write_blocking(|tx| {
        tx.without_event("a test");
        QUESTIONS
            .split(';')
            .try_for_each(|sql| tx.execute(sql, []).map(drop))?;
        crate::features::questions::counters::recompute(tx)?;
        while crate::features::search::step(tx)? {}
        let viewer = Id::from_i64(1);
        let mut found = 0;
        for search in SEARCHES
            .into_iter()
            .filter(|search| !Search::parse(search).has_words())
        {
            let orders = ORDERS
                .into_iter()
                .filter(|order| *order != Order::Relevance);
            let since = orders
                .map(|order| (order, None))
                .chain([(Order::Votes, Some(Id::from_i64(40)))]);
            for (order, since) in since {
                for community in [None, Some(Id::from_i64(9))] {
                    let filter = ListFilter {
                        viewer,
                        order,
                        search: Search::parse(search),
                        community,
                        since,
                    };
                    let pages_by = |hint: IndexHint| -> Result<Vec<Id>> {
                        let (mut ids, mut paging) = (
                            Vec::new(),
                            Paging {
                                limit: 7,
                                cursor: None,
                            },
                        );
                        loop {
                            let mut statement = Statement::without_words(tx, &filter, hint)?;
                            let rows = statement.rows(tx, order, &paging)?;
                            ids.extend(rows.iter().take(paging.limit).map(|(id, _)| *id));
                            if rows.len() <= paging.limit {
                                return Ok(ids);
                            }
                            let (id, key) = rows[paging.limit - 1];
                            paging.cursor = Some(format!("{key}.{}", id.as_i64()));
                        }
                    };
                    let name = format!("{search:?} {order:?} {since:?} {community:?}");
                    let tag = Some(IndexHint::Tag).filter(|_| !filter.search.tags.is_empty());
                    let few: Vec<&str> = filter
                        .search
                        .filters
                        .iter()
                        .filter_map(Filter::index)
                        .collect();
                    let all = pages_by(IndexHint::Scan)?;
                    for hint in [IndexHint::Order, IndexHint::Planner]
                        .into_iter()
                        .chain(tag)
                        .chain(few.iter().copied().map(IndexHint::Selective))
                    {
                        assert_eq!(pages_by(hint)?, all, "{name}: {}", hint.source(order));
                    }
                    let tag_count = filter
                        .search
                        .tags
                        .first()
                        .map_or(Ok(0), |tag| tags::question_count(tx, viewer, tag))?;
                    let few = few.into_iter().map(IndexHint::Selective);
                    for few in [None].into_iter().chain(few.map(Some)) {
                        assert_eq!(
                            total(tx, &filter, tag_count, few)?,
                            all.len() as i64,
                            "{name}: its length, by {:?}",
                            few.map(|hint| hint.source(order))
                        );
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

/// The costliest search that an account can make: all that a search may have, for a member of many
/// private communities.
#[test]
fn the_queries_of_a_search_are_bounded() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
    let words = |count: usize, form: &dyn Fn(usize) -> String| -> String {
        (0..count).map(|number| form(number) + " ").collect()
    };
    let searches = [
        words(400, &|n| {
            format!(
                "unused{}",
                "abcdefghij".repeat(1 + n % 20).split_at(n % 10).1
            )
        }),
        words(400, &|n| format!("word{n}")) + "wo",
        words(400, &|n| format!("\"word{n} word\"")),
        words(400, &|n| format!("-word{n} -\"a{n} b\" -[t{n}] [u{n}]")) + "word1",
    ];
    db.write_blocking(move |tx| {
        tx.without_event("a test");
        for sql in [
            "INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ann', 'ann', 0)",
            "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 500)
             INSERT INTO communities (id, name, name_key, visibility, owner_id, created_at) SELECT id, 'c' || id, 'c' || id, 'private', 1, 0 FROM n",
            "INSERT INTO memberships (community_id, user_id, role, joined_at) SELECT id, 1, 'moderator', 0 FROM communities",
            "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 500)
             INSERT INTO posts (id, author_id, text, created_at) SELECT id, 1, 'word' || id || ' wonder' || id || ' wo', 0 FROM n",
            "INSERT INTO questions (id, title, community_id, scope) SELECT id, 'word', id, id FROM posts",
        ] {
            tx.execute(sql, [])?;
        }
        crate::features::questions::counters::recompute(tx)?;
        while crate::features::search::step(tx)? {}
        let viewer = Id::from_i64(1);
        for search in &searches {
            for order in [Order::Relevance, Order::Active] {
                let search = Search::parse(search);
                let filter = ListFilter { viewer, order, search, community: None, since: None };
                let queries = count_queries(|| find(tx, &filter, &Paging::first()).map(drop))?;
                assert!(queries < 8_000, "{queries} queries for {order:?} {}", filter.search.words().len());
            }
            let draft = Draft { title: search.clone(), text: search.clone(), ..Draft::default() };
            let queries = count_queries(|| similar(tx, viewer, &draft, Others::All, 5).map(drop))?;
            assert!(queries < 8_000, "{queries} queries for similar questions");
        }
        Ok(())
    })
    .expect("the searches");
}

#[test]
fn no_list_scans_or_sorts_a_table() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
    db.write_blocking(|tx| {
        tx.without_event("a test");
        let viewer = Id::from_i64(1);
        for sql in [
            "INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ann', 'ann', 0)",
            "INSERT INTO communities (id, name, name_key, visibility, owner_id, created_at) VALUES (9, 'c', 'c', 'private', 1, 0)",
            "INSERT INTO memberships (community_id, user_id, role, joined_at) VALUES (9, 1, 'moderator', 0)",
            "INSERT INTO tags (id, name_key) VALUES (1, 'tag'), (2, 'other'), (3, 'synonym')",
            "INSERT INTO tag_synonyms (tag_id, main_id, name) VALUES (3, 1, 'synonym')",
        ] {
            tx.execute(sql, [])?;
        }
        let mut wrong = Vec::new();
        let mut seen = 0;
        let mut check = |name: String, allowed: &dyn Fn(&str) -> Option<&'static str>, run: &dyn Fn() -> Result<()>| -> Result<()> {
            for (sql, plan) in plans(tx, run)? {
                seen += 1;
                if let Some(does) = expensive(&sql, &plan).filter(|does| allowed(&sql) != Some(does)) {
                    wrong.push(format!("{name} {does}\n  {sql}\n  {}", plan.join("\n  ")));
                }
            }
            Ok(())
        };
        for search in SEARCHES {
            let orders = ORDERS.into_iter().filter(|order| *order != Order::Relevance || !search.is_empty());
            for (order, since) in orders.map(|order| (order, None)).chain([(Order::Votes, Some(Id::from_i64(1)))]) {
                for community in [None, Some(Id::from_i64(9))] {
                    for tag_count in [MAX_SORTED, MAX_SORTED + 1] {
                        for cursor in [None, Some("1.1".to_owned())] {
                            let filter = ListFilter { viewer, order, search: Search::parse(search), community, since };
                            let has_words = filter.search.has_words();
                            // The place in an order by relevance is one number.
                            let cursor = cursor.filter(|_| !(has_words && order == Order::Relevance));
                            let paging = Paging { limit: 30, cursor };
                            let allowed = |sql: &str| allowed(sql, search, order);
                            check(format!("{search:?} {order:?} {since:?} {community:?}"), &allowed, &|| {
                                find(tx, &filter, &paging)?;
                                // On an empty site, `find` never reaches these.
                                let ids = [Id::from_i64(1)];
                                if has_words {
                                    Statement::among(tx, &filter, &ids)?.up_to(tx, 1)?;
                                    return Statement::among(tx, &filter, &ids)?.rows(tx, order, &paging).map(drop);
                                }
                                let few = filter.search.filters.iter().find_map(Filter::index).map(IndexHint::Selective);
                                let few = since.map(|_| IndexHint::Scan).or(few).filter(|_| tag_count <= MAX_SORTED);
                                super::total(tx, &filter, tag_count, few)?;
                                let hint = IndexHint::for_page(&filter, tag_count, few);
                                Statement::without_words(tx, &filter, hint)?.rows(tx, order, &paging).map(drop)
                            })?;
                        }
                    }
                }
            }
        }
        for order in [Order::Newest, Order::Unanswered] {
            let filter = ListFilter { viewer, order, search: Search::parse(""), community: Some(Id::from_i64(9)), since: None };
            let plans = plans(tx, || find(tx, &filter, &Paging::first()).map(drop))?;
            let counted = plans.iter().find(|(sql, _)| sql.starts_with("SELECT count(*)")).expect("a community's questions are counted");
            assert!(counted.1[0].contains("COVERING INDEX"), "the count reads each question: {counted:?}");
        }
        let never = |_: &str| None;
        let visible = entries::visible(tx, viewer)?;
        check("similar words".to_owned(), &never, &|| words::similar(tx, viewer, &visible, "validator", 3).map(drop))?;
        let draft = Draft { title: "a telling title".to_owned(), ..Draft::default() };
        check("similar questions".to_owned(), &never, &|| similar(tx, viewer, &draft, Others::All, 5).map(drop))?;
        for sql in [
            "INSERT INTO posts (id, author_id, text, created_at) VALUES (1, 1, 'x', 0)",
            "INSERT INTO questions (id, title) VALUES (1, 'T')",
            "INSERT INTO posts (id, question_id, author_id, text, created_at) VALUES (2, 1, 1, 'y', 0)",
        ] {
            tx.execute(sql, [])?;
        }
        let ids = [Id::from_i64(1)];
        check("cards".to_owned(), &never, &|| load::cards(tx, viewer, &ids).map(drop))?;
        check("complete questions".to_owned(), &never, &|| load::questions(tx, &ids, 1).map(drop))?;
        // There are few tags, and their order depends on the viewer.
        let allowed_for_tags = |sql: &str| Some(if sql.contains("ORDER BY") { "sorts" } else { "scans" });
        check("tags".to_owned(), &allowed_for_tags, &|| tags::list(tx, viewer, "", &Paging::first()).map(drop))?;
        assert!(seen > 500, "only {seen} statements were seen");
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
        Ok(())
    })
    .expect("the statements run");
}
