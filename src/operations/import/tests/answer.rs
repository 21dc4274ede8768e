//! The database of a site of Apache Answer, made up with an example of everything that it stores.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tempfile::TempDir;

use super::Target;
use super::pictures::picture;
use crate::features::pictures::files::Media;
use crate::operations::import::{ImportError, Options, Summary, stackexchange};

/// A folder with the database and the uploads of a site.
pub(crate) struct Old(TempDir);

impl Old {
    pub fn new() -> Self {
        let directory = TempDir::new().expect("a directory");
        let connection = Connection::open(directory.path().join("answer.db")).expect("a database");
        connection
            .execute_batch(include_str!("answer_schema.sql"))
            .expect("the tables");
        connection
            .execute_batch(include_str!("answer_rows.sql"))
            .expect("the rows");
        std::fs::create_dir_all(directory.path().join("uploads/post")).expect("a folder");
        std::fs::write(directory.path().join("uploads/post/pale.png"), picture(9))
            .expect("a picture");
        Self(directory)
    }

    pub fn database(&self) -> PathBuf {
        self.0.path().join("answer.db")
    }

    fn change(&self, sql: &str) {
        let connection = Connection::open(self.database()).expect("the database");
        connection.execute_batch(sql).expect("the change");
    }

    fn import(&self, target: &Target) -> Result<Summary, ImportError> {
        import(
            target,
            &self.database(),
            Some(&self.0.path().join("uploads")),
            false,
        )
    }
}

fn import(
    target: &Target,
    file: &Path,
    uploads: Option<&Path>,
    dry_run: bool,
) -> Result<Summary, ImportError> {
    let options = Options {
        dry_run,
        media: Some(Media::of(target.directory.path())),
        ..Options::default()
    };
    let dump =
        stackexchange::Dump::open_answer(file, Some("Asia/Shanghai"), uploads, options, |_| ())?;
    Ok(stackexchange::import(&target.db, dump, |_| ())?)
}

#[test]
fn a_site_of_answer_is_imported_with_its_users_posts_tags_and_links() {
    let (old, target) = (Old::new(), Target::new());
    let summary = old.import(&target).expect("an import");
    println!("{summary}");
    // A name that this site does not allow gets one like it, and a deleted user keeps none.
    target.check(
        "SELECT username, display_name, biography, password_hash FROM users ORDER BY id",
        &[
            "ann.lee|Ann Lee|I **bake**.|-",
            "two-words|Ben||-",
            "user3|||-",
        ],
    );
    target.check("SELECT count(*) FROM mail_addresses", &["0"]);
    target.check(
        "SELECT q.title, u.username, p.created_at, q.imported_views, p.score, q.closed_at IS NOT NULL FROM questions q JOIN posts p ON p.id = q.id JOIN users u ON u.id = p.author_id ORDER BY q.id",
        &["Why is my crust pale?|ann.lee|1706781600000|42|1|0", "How hot?|two-words|1706868000000|7|0|1"],
    );
    target.check(
        "SELECT q.title, s.name FROM question_tags t JOIN questions q ON q.id = t.question_id JOIN scoped_tags s ON s.tag_id = t.tag_id ORDER BY q.id, t.position",
        &["Why is my crust pale?|sourdough", "Why is my crust pale?|crust"],
    );
    target.check(
        "SELECT name, description FROM scoped_tags WHERE description LIKE '%yeast%'",
        &["sourdough|Bread with *wild* yeast"],
    );
    target.check(
        "SELECT y.name, s.name FROM tag_synonyms y JOIN scoped_tags s ON s.tag_id = y.main_id",
        &["levain|sourdough"],
    );
    // The Markdown of authors stays; HTML in it, which this site would show as text, is converted.
    let [first, second, answer] = [
        "10010000000000001",
        "10010000000000002",
        "10020000000000002",
    ]
    .map(|id| {
        target.rows(&format!(
            "SELECT local_id FROM external_ids WHERE external_id = '{id}'"
        ))[0]
            .clone()
    })
    .map(|id| crate::core::id::Id::from_i64(id.parse().expect("an id")));
    let picture = target.rows("SELECT id FROM pictures")[0]
        .parse()
        .map(crate::core::id::Id::from_i64)
        .expect("a picture");
    target.check(
        "SELECT text FROM posts ORDER BY id",
        &[
            &format!("It is **pale**, see ![a](/media/{picture}) and [this](/question/{second}#{answer})."),
            "Bake it *hotter*",
            "**How** hot?",
            "Very",
        ],
    );
    target.check(
        "SELECT u.username, r.title, r.tags, decompressed(r.compressed_text) FROM revisions r JOIN users u ON u.id = r.author_id WHERE r.title LIKE '%ale%' ORDER BY r.id",
        &["ann.lee|Pale|crust|It is pale", "two-words|Why is my crust pale?|levain crust|-"],
    );
    target.check(
        "SELECT q.title, p.text FROM questions q JOIN posts p ON p.id = q.accepted_answer_id",
        &["Why is my crust pale?|Bake it *hotter*"],
    );
    target.check(
        "SELECT text FROM comments ORDER BY id",
        &[
            &format!("Which oven, see [it](/question/{second})?"),
            "Thanks",
        ],
    );
    target.check(
        &format!("SELECT u.username FROM duplicates d JOIN users u ON u.id = d.linked_by WHERE d.question_id = {} AND d.original_id = {}", second.as_i64(), first.as_i64()),
        &["ann.lee"],
    );
    target.check("SELECT count(*) FROM question_links", &["1"]);
    // Nobody claims a licence for texts of a community that moves.
    target.check("SELECT count(*) FROM attributions", &["0"]);
    assert_eq!((summary.votes.up, summary.votes.down), (2, 0));
    for (what, count) in [
        ("deleted questions and answers", 2),
        ("questions and answers that wait for a review", 1),
        ("unlisted questions, which this site would list", 1),
        ("answers to questions that are not imported", 1),
        ("deleted comments, and those that wait for a review", 1),
        ("deleted tags", 1),
        ("votes for comments", 1),
        ("revisions that were refused or wait for a review", 1),
        ("passwords and mail addresses of users", 3),
        ("pictures of users", 1),
        ("websites and locations of users", 1),
        ("suspensions of users", 1),
        ("roles of administrators and moderators", 1),
    ] {
        assert_eq!(summary.skipped.get(what), Some(&count), "{what}");
    }
}

#[test]
fn a_second_import_of_answer_adds_only_what_is_new() {
    let (old, target) = (Old::new(), Target::new());
    old.import(&target).expect("an import");
    let before = target.rows("SELECT (SELECT count(*) FROM users) || ' ' || (SELECT count(*) FROM posts) || ' ' || (SELECT count(*) FROM revisions) || ' ' || (SELECT count(*) FROM external_ids)");
    let again = old.import(&target).expect("a second import");
    assert_eq!(again.new_rows(), 0);
    let after = target.rows("SELECT (SELECT count(*) FROM users) || ' ' || (SELECT count(*) FROM posts) || ' ' || (SELECT count(*) FROM revisions) || ' ' || (SELECT count(*) FROM external_ids)");
    assert_eq!(before, after);
    old.change("INSERT INTO answer (id, created_at, question_id, user_id, original_text, parsed_text, status) VALUES (10020000000000009, '2024-03-01 11:00:00', 10010000000000001, 1, 'Late', '<p>Late</p>', 1)");
    let third = old.import(&target).expect("a third import");
    assert_eq!((third.new_rows(), third.answers.imported), (1, 1));
}

#[test]
fn a_dry_run_of_answer_keeps_nothing() {
    let (old, target) = (Old::new(), Target::new());
    let rehearsed = import(
        &target,
        &old.database(),
        Some(&old.0.path().join("uploads")),
        true,
    )
    .expect("a dry run");
    assert_eq!(target.number("posts"), 0);
    let summary = old.import(&target).expect("an import");
    assert_eq!(
        Summary {
            dry_run: false,
            ..rehearsed
        },
        summary
    );
}

#[test]
fn a_file_that_is_no_database_of_answer_is_named_and_nothing_is_imported() {
    let (old, target) = (Old::new(), Target::new());
    let missing = old.0.path().join("nothing.db");
    assert!(matches!(
        import(&target, &missing, None, false),
        Err(ImportError::NotFound(_))
    ));
    let whole = std::fs::read(old.database()).expect("the file");
    for (name, bytes) in [
        ("text.db", b"hello".to_vec()),
        ("empty.db", Vec::new()),
        ("short.db", whole[..whole.len() / 2].to_vec()),
        ("archive.db", b"PGDMP\x01\x0e\0".to_vec()),
    ] {
        let file = old.0.path().join(name);
        std::fs::write(&file, bytes).expect("a file");
        let error = import(&target, &file, None, false)
            .expect_err(name)
            .to_string();
        assert!(
            error.contains(name) || error.contains("cannot be read"),
            "{error}"
        );
    }
    old.change(
        "ALTER TABLE answer DROP COLUMN adopted; ALTER TABLE question RENAME COLUMN show TO hidden",
    );
    let error = old
        .import(&target)
        .expect_err("an older version")
        .to_string();
    assert!(
        error.contains("answer.db") && error.contains("show"),
        "{error}"
    );
    assert_eq!(target.number("posts"), 0);
}

/// The dumps of databases with the same rows, whose times are those of Shanghai: `scripts/import-peers/answer` has made them.
const DUMPS: &[(&str, &str)] = &[
    ("mysql.sql", include_str!("answer_mysql.sql")),
    ("postgresql.sql", include_str!("answer_postgresql.sql")),
];

/// Returns everything that an import brings, apart from ids of pictures and the text of a post that shows one.
fn contents(target: &Target) -> Vec<String> {
    [
        "SELECT id, username, display_name, biography, created_at FROM users ORDER BY id",
        "SELECT id, author_id, score, created_at, edited_at, deleted_at, replace(text, (SELECT id FROM pictures), '') FROM posts ORDER BY id",
        "SELECT id, title, imported_views, closed_at, accepted_answer_id FROM questions ORDER BY id",
        "SELECT t.question_id, s.name, t.position FROM question_tags t JOIN scoped_tags s ON s.tag_id = t.tag_id ORDER BY 1, 3",
        "SELECT name, description FROM scoped_tags ORDER BY 1",
        "SELECT y.name, s.name FROM tag_synonyms y JOIN scoped_tags s ON s.tag_id = y.main_id ORDER BY 1",
        "SELECT id, post_id, author_id, text, created_at FROM comments ORDER BY id",
        "SELECT id, post_id, author_id, title, tags FROM revisions ORDER BY id",
        "SELECT question_id, original_id, linked_by FROM duplicates ORDER BY 1, 2",
        "SELECT question_id, linked_id FROM question_links ORDER BY 1, 2",
        "SELECT kind, external_id FROM external_ids ORDER BY 1, 2",
    ]
    .iter()
    .flat_map(|sql| target.rows(sql))
    .collect()
}

#[test]
fn a_dump_of_mysql_or_postgresql_brings_what_the_file_of_sqlite_does() {
    let (old, target) = (Old::new(), Target::new());
    let expected = old.import(&target).expect("an import");
    for (name, dump) in DUMPS {
        let file = old.0.path().join(name);
        std::fs::write(&file, dump).expect("a dump");
        let (other, uploads) = (Target::new(), old.0.path().join("uploads"));
        let summary = import(&other, &file, Some(&uploads), false).expect(name);
        assert_eq!(summary, expected, "{name}");
        assert_eq!(contents(&other), contents(&target), "{name}");
        let again = import(&other, &file, Some(&uploads), false).expect(name);
        assert_eq!(again.new_rows(), 0, "{name}");
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        let stored = std::fs::read(other.directory.path().join("stoa.db")).expect("the database");
        let secret = b"ann@example.org";
        assert!(
            !stored.windows(secret.len()).any(|part| part == secret),
            "{name}"
        );
    }
}

#[test]
fn a_dump_of_answer_that_is_not_whole_or_of_another_version_is_named_with_the_remedy() {
    let (old, target) = (Old::new(), Target::new());
    for (name, dump) in DUMPS {
        let cut = dump.find("Bake it").expect("a row");
        let line = dump[..cut].matches('\n').count() + 1;
        for (dump, sentence) in [
            (
                dump[..cut].to_owned(),
                format!("{name}, line {line}: the file ends within the statement of line"),
            ),
            (
                dump.replace("omplete", ""),
                "the last line of a complete dump is missing".to_owned(),
            ),
            (
                dump.replace("parsed_text", "parsed"),
                "has no column parsed_text: update the old site to Apache Answer 2.0".to_owned(),
            ),
            (
                dump.replace("question_link", "other_link"),
                format!("{name} has no table question_link of Apache Answer 2.0"),
            ),
        ] {
            let file = old.0.path().join(name);
            std::fs::write(&file, dump).expect("a dump");
            let error = import(&target, &file, None, false)
                .expect_err(&sentence)
                .to_string();
            assert!(error.contains(&sentence), "{error}");
        }
        let file = old.0.path().join(name);
        std::fs::write(&file, dump).expect("a dump");
        let nowhere =
            stackexchange::Dump::open_answer(&file, None, None, Options::default(), |_| ());
        let error = nowhere.map(drop).expect_err("no zone").to_string();
        assert!(error.contains("as in --time-zone"), "{error}");
    }
    assert_eq!(target.number("users"), 0);
}
