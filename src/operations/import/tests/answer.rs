//! The database of a site of Apache Answer, made up with an example of everything that it stores.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tempfile::TempDir;

use super::Target;
use super::pictures::picture;
use crate::features::pictures::files::Media;
use crate::operations::import::{ImportError, Options, Summary, stackexchange};

const SITE: &str = "
    INSERT INTO site_info (type, content) VALUES ('general', '{\"name\":\"Baking\",\"site_url\":\"https://bake.example.org:8443/forum\"}');
    INSERT INTO config (id, key, value) VALUES (28, 'question.vote_up', '0'), (29, 'question.vote_down', '0'), (30, 'answer.vote_up', '0'), (31, 'comment.vote_up', '0'),
        (32, 'question.voted_up', '10'), (40, 'question.closed', '0'), (60, 'reason.a_duplicate', '{}');
    INSERT INTO user (id, created_at, username, e_mail, status, display_name, avatar, bio, bio_html, website) VALUES
        (1, '2024-01-01 10:00:00', 'ann.lee', 'ann@example.org', 1, 'Ann Lee', '{\"type\":\"gravatar\"}', 'I **bake**.', '<p>I <strong>bake</strong>.</p>', 'https://ann.example'),
        (2, '2024-01-02 10:00:00', 'two words', 'ben@example.org', 9, 'Ben', '', '', '', ''),
        (3, '2024-01-03 10:00:00', 'cem', 'cem@example.org', 10, 'Cem Secret', '', 'gone', '<p>gone</p>', '');
    INSERT INTO user_role_rel (user_id, role_id) VALUES (1, 2), (2, 1);
    INSERT INTO tag (id, main_tag_id, main_tag_slug_name, slug_name, display_name, original_text, parsed_text, status) VALUES
        (10030000000000001, 0, '', 'sourdough', 'Sourdough', 'Bread with *wild* yeast', '', 1),
        (10030000000000002, 10030000000000001, 'sourdough', 'levain', 'Levain', '', '', 1),
        (10030000000000003, 0, '', 'crust', 'Crust', '', '', 1),
        (10030000000000004, 0, '', 'spam', 'Spam', '', '', 10);
    INSERT INTO question (id, created_at, updated_at, post_update_time, user_id, last_edit_user_id, title, original_text, parsed_text, show, status, view_count, vote_count, accepted_answer_id) VALUES
        (10010000000000001, '2024-02-01 10:00:00', '2024-02-05 10:00:00', '2024-02-05 10:00:00', 1, 2, 'Why is my crust pale?', 'It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).', '<p>It is <strong>pale</strong></p>', 1, 1, 42, 1, 10020000000000001),
        (10010000000000002, '2024-02-02 10:00:00', NULL, NULL, 2, 0, 'How hot?', '<b>How</b> hot?', '<p><b>How</b> hot?</p>', 1, 2, 7, 0, 0),
        (10010000000000003, '2024-02-03 10:00:00', NULL, NULL, 2, 0, 'Deleted?', 'x', '<p>x</p>', 1, 10, 0, 0, 0),
        (10010000000000004, '2024-02-03 10:00:00', NULL, NULL, 2, 0, 'Waiting?', 'x', '<p>x</p>', 1, 11, 0, 0, 0),
        (10010000000000005, '2024-02-03 10:00:00', NULL, NULL, 2, 0, 'Unlisted?', 'x', '<p>x</p>', 2, 1, 0, 0, 0);
    INSERT INTO tag_rel (object_id, tag_id, status) VALUES (10010000000000001, 10030000000000002, 1), (10010000000000001, 10030000000000003, 1),
        (10010000000000001, 10030000000000004, 1), (10010000000000002, 10030000000000003, 10);
    INSERT INTO answer (id, created_at, question_id, user_id, original_text, parsed_text, status, adopted, vote_count) VALUES
        (10020000000000001, '2024-02-01 11:00:00', 10010000000000001, 2, 'Bake it *hotter*', '<p>Bake it <em>hotter</em></p>', 1, 2, 2),
        (10020000000000002, '2024-02-02 11:00:00', 10010000000000002, 3, 'Very', '<p>Very</p>', 1, 1, 0),
        (10020000000000003, '2024-02-02 12:00:00', 10010000000000001, 1, 'Deleted', '<p>Deleted</p>', 10, 1, 0),
        (10020000000000004, '2024-02-02 12:00:00', 10010000000000005, 1, 'To an unlisted one', '<p>x</p>', 1, 1, 0);
    INSERT INTO comment (id, created_at, user_id, object_id, question_id, status, original_text, parsed_text) VALUES
        (10070000000000001, '2024-02-01 12:00:00', 2, 10010000000000001, 10010000000000001, 1, 'Which oven, see [it](https://bake.example.org:8443/forum/questions/D1E1)?', ''),
        (10070000000000002, '2024-02-01 13:00:00', 1, 10020000000000001, 10010000000000001, 1, 'Thanks', ''),
        (10070000000000003, '2024-02-01 13:00:00', 1, 10020000000000001, 10010000000000001, 10, 'Deleted', '');
    INSERT INTO activity (id, created_at, user_id, object_id, activity_type, cancelled) VALUES
        (1, '2024-02-01 10:10:00', 2, 10010000000000001, 28, 0), (2, '2024-02-01 10:10:00', 1, 10010000000000001, 32, 0),
        (3, '2024-02-01 10:10:00', 3, 10010000000000001, 29, 1), (4, '2024-02-01 10:10:00', 1, 10020000000000001, 30, 0),
        (5, '2024-02-01 10:10:00', 1, 10070000000000001, 31, 0), (6, '2024-02-04 10:00:00', 1, 10010000000000002, 40, 0);
    INSERT INTO revision (id, created_at, user_id, object_type, object_id, content, status) VALUES
        (1, '2024-02-01 10:00:00', 1, 1, 10010000000000001, '{\"ID\":\"10010000000000001\",\"Title\":\"Pale\",\"OriginalText\":\"It is pale\",\"tags\":[{\"ID\":\"10030000000000003\",\"SlugName\":\"crust\"}]}', 0),
        (2, '2024-02-05 10:00:00', 2, 1, 10010000000000001, '{\"Title\":\"Why is my crust pale?\",\"OriginalText\":\"It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).\",\"tags\":[{\"SlugName\":\"levain\"},{\"SlugName\":\"crust\"}]}', 2),
        (3, '2024-02-06 10:00:00', 3, 1, 10010000000000001, '{\"Title\":\"Refused\",\"OriginalText\":\"Refused\",\"tags\":[]}', 3),
        (4, '2024-02-01 11:00:00', 2, 2, 10020000000000001, '{\"OriginalText\":\"Bake it hot\"}', 0);
    INSERT INTO meta (created_at, object_id, key, value) VALUES ('2024-02-04 10:00:00', 10010000000000002, 'question.close.reason', '{\"close_type\":60,\"close_msg\":\"https://bake.example.org:8443/forum/questions/D1D1/why\"}');
    INSERT INTO question_link (created_at, from_question_id, to_question_id, status) VALUES ('2024-02-01 10:00:00', 10010000000000001, 10010000000000002, 1), ('2024-02-01 10:00:00', 10010000000000001, 10010000000000003, 2);
";

/// A folder with the database and the uploads of a site.
pub(crate) struct Old(TempDir);

impl Old {
    pub fn new() -> Self {
        let directory = TempDir::new().expect("a directory");
        let connection = Connection::open(directory.path().join("answer.db")).expect("a database");
        connection
            .execute_batch(include_str!("answer_schema.sql"))
            .expect("the tables");
        connection.execute_batch(SITE).expect("the rows");
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
    let dump = stackexchange::Dump::open_answer(file, uploads, options)?;
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
