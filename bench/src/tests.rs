//! Tests of the generated site: reproducible and consistent.

use std::path::Path;

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::dataset::{Dataset, PLANTED};
use super::site::fill;
use stoa::core::clock::Clock;
use stoa::features::questions::counters;
use stoa::platform::db::Db;
use stoa::platform::realtime::Hub;

fn filled(dataset: &Dataset) -> TempDir {
    let directory = TempDir::new().expect("a temporary directory");
    fill(directory.path(), dataset, &|_| {}).expect("the site is filled");
    directory
}

fn open(directory: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(directory.join("stoa.db")).expect("the database opens")
}

fn number(connection: &rusqlite::Connection, sql: &str) -> i64 {
    connection
        .query_row(sql, [], |row| row.get(0))
        .unwrap_or_else(|error| panic!("{error}: {sql}"))
}

/// Returns a hash of all rows of all tables except search indexes, the migration history and random keys.
fn checksum(directory: &Path) -> Vec<u8> {
    let connection = open(directory);
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'search_texts%' AND name NOT LIKE 'search_strong%' AND name NOT LIKE 'search_trigrams%'
                  AND name NOT LIKE 'user_names%' AND name NOT LIKE 'refinery%' AND name <> 'site_keys' ORDER BY name";
    let mut statement = connection.prepare(tables).expect("the schema");
    let names: Vec<String> = statement
        .query_map([], |row| row.get(0))
        .expect("names")
        .map(Result::unwrap)
        .collect();
    assert!(names.len() > 10, "{names:?}");
    let mut hash = Sha256::new();
    for name in names {
        let mut statement = connection
            .prepare(&format!("SELECT * FROM {name} ORDER BY 1"))
            .expect("a table");
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            for column in 0..columns {
                hash.update(format!("{:?}|", row.get_ref(column).expect("a value")));
            }
        }
    }
    hash.finalize().to_vec()
}

#[test]
fn equal_sizes_give_equal_sites() {
    let sites = [(); 2].map(|()| filled(&Dataset::new(150)));
    let [first, second] = sites.each_ref().map(|site| checksum(site.path()));
    assert_eq!(first, second);
    assert_ne!(first, checksum(filled(&Dataset::new(151)).path()));
}

#[test]
fn a_site_has_the_promised_sizes() {
    let dataset = Dataset::new(1_010);
    let site = filled(&dataset);
    let connection = open(site.path());
    assert_eq!(number(&connection, "SELECT count(*) FROM questions"), 1_010);
    assert_eq!(
        number(
            &connection,
            "SELECT count(*) FROM posts WHERE question_id IS NOT NULL"
        ),
        3 * 1_010
    );
    assert_eq!(number(&connection, "SELECT count(*) FROM users"), 101);
    let assert_between = |sql: &str, min: i64, max: i64| {
        let found = number(&connection, sql);
        assert!(
            (min..=max).contains(&found),
            "{found} is not in {min}..={max}: {sql}"
        );
    };
    assert_between(
        "SELECT CAST(avg(length(title)) AS INTEGER) FROM questions",
        45,
        60,
    );
    assert_between("SELECT max(length(title)) FROM questions", 50, 100);
    assert_between(
        "SELECT CAST(avg(length(text)) AS INTEGER) FROM posts WHERE question_id IS NULL",
        800,
        1_150,
    );
    assert_between(
        "SELECT CAST(avg(length(text)) AS INTEGER) FROM posts WHERE question_id IS NOT NULL",
        600,
        950,
    );
    assert_between(
        "SELECT CAST(avg(length(text)) AS INTEGER) FROM comments",
        130,
        220,
    );
    assert_between(
        "SELECT count(DISTINCT view_count) FROM questions",
        600,
        1_010,
    );
    assert_between(
        "SELECT count(*) FROM questions WHERE answer_count = 0",
        100,
        200,
    );
    assert_between(
        "SELECT count(*) FROM questions WHERE accepted_answer_id IS NOT NULL",
        300,
        600,
    );
    // Zipf: the second tag is about half as frequent as the first, the tenth about a tenth.
    let tag = |rank| {
        number(
            &connection,
            &format!(
                "SELECT question_count FROM scoped_tags WHERE tag_id = {}",
                Dataset::tag_id(rank).as_i64()
            ),
        )
    };
    let (first, second, tenth) = (tag(0) as f64, tag(1) as f64, tag(9) as f64);
    assert!(
        (0.35..0.75).contains(&(second / first)) && (0.05..0.3).contains(&(tenth / first)),
        "{first} {second} {tenth}"
    );
}

#[test]
fn the_counters_of_a_site_are_correct() {
    let site = filled(&Dataset::new(300));
    let before = checksum(site.path());
    let db = Db::open(site.path(), Clock::system(), Hub::default()).expect("a database");
    db.write_blocking(|tx| {
        tx.without_event("a test");
        counters::recompute(tx)
    })
    .expect("the counters");
    stoa::features::search::finish_rebuild(&db).expect("the index");
    drop(db);
    assert_eq!(
        checksum(site.path()),
        before,
        "the counters were correct already"
    );
}

#[test]
fn the_planted_words_have_the_promised_number_of_hits() {
    for (questions, hits) in [(100, 20), (999, 199), (1_500, 200)] {
        let dataset = Dataset::new(questions);
        assert_eq!(dataset.hits(), hits as usize);
        let site = filled(&dataset);
        let connection = open(site.path());
        let found = |words: &str| {
            number(
                &connection,
                &format!(
                    "SELECT count(DISTINCT rowid >> 12) FROM search_texts WHERE search_texts MATCH '{words}'"
                ),
            )
        };
        let with = |words| {
            format!("SELECT rowid >> 12 FROM search_texts WHERE search_texts MATCH '{words}'")
        };
        let both = format!("{} INTERSECT {}", with(PLANTED[0]), with(PLANTED[1]));
        let both = number(&connection, &format!("SELECT count(*) FROM ({both})"));
        assert_eq!(both, hits, "of {questions}");
        assert_eq!(PLANTED.map(found), [2 * hits; 2], "of {questions}");
    }
}

#[test]
fn detail_questions_have_five_answers_and_ten_comments() {
    let dataset = Dataset::new(240);
    let site = filled(&dataset);
    let connection = open(site.path());
    let questions = dataset.detail_questions(20);
    assert!(
        questions.len() > 10 && questions.len() <= 20,
        "{}",
        questions.len()
    );
    for id in &questions {
        let id = id.as_i64();
        assert_eq!(
            number(
                &connection,
                &format!("SELECT answer_count FROM questions WHERE id = {id}")
            ),
            5
        );
        let of_post = format!(
            "SELECT count(*) FROM comments JOIN posts p ON p.id = post_id WHERE {id} IN (p.id, p.question_id)"
        );
        assert_eq!(number(&connection, &of_post), 10);
    }
    assert!(
        dataset
            .other_questions(1_000)
            .iter()
            .all(|id| !questions.contains(id))
    );
}

#[test]
fn only_a_site_with_the_same_content_is_reused() {
    let site = filled(&Dataset::new(100));
    let before = checksum(site.path());
    fill(site.path(), &Dataset::new(100), &|_| {}).expect("the site is reused");
    assert_eq!(checksum(site.path()), before);
    assert!(
        fill(site.path(), &Dataset::new(200), &|_| {})
            .unwrap_err()
            .to_string()
            .contains("holds another site")
    );
    std::fs::remove_file(site.path().join("bench")).expect("the marker");
    assert!(
        fill(site.path(), &Dataset::new(100), &|_| {})
            .unwrap_err()
            .to_string()
            .contains("holds another site")
    );
}
