use super::ranking::{RANK, RANKED};
use super::statement::SORTABLE;
use super::*;
use crate::clock::Clock;
use crate::db::{Db, plans};
use crate::live::Hub;
use crate::questions::search::Filter;
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
            let counted = asked.iter().find(|(sql, _)| sql.starts_with("SELECT count(*)")).expect("a community's questions are counted");
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
