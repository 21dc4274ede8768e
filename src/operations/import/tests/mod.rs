//! Tests with dumps that the tests write, and in `real_data` with published ones.

mod administrator;
pub(crate) mod answer;
pub(crate) mod askbot;
mod authors;
mod closing;
pub(crate) mod discourse;
pub(crate) mod dump;
pub(crate) mod flat_file;
mod skipped;
pub(crate) mod nodebb;
mod originals;
mod pictures;
mod post_links;
mod posts_here;
pub(crate) mod question2answer;
mod real_data;

use std::collections::HashMap;
use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use super::{Count, ImportError, Options, Progress, Summary, stackexchange};
use crate::core::clock::{Clock, Timestamp};
use crate::features::pictures::files::Media;
use crate::platform::db::Db;
use crate::platform::realtime::Hub;
use dump::Dump;

const SITE: &str = "things.example.com";

/// A database to import into.
struct Target {
    directory: TempDir,
    db: Db,
}

impl Target {
    fn new() -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
        let db = Db::open(directory.path(), clock, Hub::default()).expect("a database");
        Self { directory, db }
    }

    fn import(&self, dump: &Path) -> Result<Summary, ImportError> {
        self.import_with(dump, false, |_| ())
    }

    fn import_some(&self, dump: &Path, limit: u64) -> Summary {
        let options = Options {
            site: Some(SITE.to_owned()),
            limit: Some(limit),
            ..Options::default()
        };
        self.import_as(dump, options, |_| ()).expect("an import")
    }

    fn import_with(
        &self,
        dump: &Path,
        dry_run: bool,
        progress: impl FnMut(Progress) + Send + 'static,
    ) -> Result<Summary, ImportError> {
        let options = Options {
            site: Some(SITE.to_owned()),
            dry_run,
            media: Some(Media::of(self.directory.path())),
            ..Options::default()
        };
        self.import_as(dump, options, progress)
    }

    fn import_as(
        &self,
        dump: &Path,
        options: Options,
        progress: impl FnMut(Progress) + Send + 'static,
    ) -> Result<Summary, ImportError> {
        let dump = stackexchange::Dump::open(dump, options)?;
        Ok(stackexchange::import(&self.db, dump, progress)?)
    }

    fn connection(&self) -> Connection {
        let connection =
            Connection::open(self.directory.path().join("stoa.db")).expect("the database opens");
        crate::platform::db::add_functions(&connection).expect("functions");
        connection
    }

    fn execute(&self, sql: &str) {
        self.connection()
            .execute_batch(sql)
            .expect("the statements run");
    }

    /// Returns the rows of a query, their values separated by bars.
    #[track_caller]
    fn rows(&self, sql: &str) -> Vec<String> {
        let connection = self.connection();
        let mut statement = connection.prepare(sql).expect("a query");
        let columns = statement.column_count();
        let text = |value: rusqlite::types::Value| match value {
            rusqlite::types::Value::Null => "-".to_owned(),
            rusqlite::types::Value::Integer(number) => number.to_string(),
            rusqlite::types::Value::Text(text) => text,
            other => format!("{other:?}"),
        };
        let rows = statement.query_map([], |row| {
            let values: rusqlite::Result<Vec<_>> = (0..columns)
                .map(|column| row.get(column).map(text))
                .collect();
            Ok(values?.join("|"))
        });
        rows.and_then(Iterator::collect).expect("the query runs")
    }

    #[track_caller]
    fn check(&self, sql: &str, rows: &[&str]) {
        assert_eq!(self.rows(sql), rows, "{sql}");
    }

    fn number(&self, table: &str) -> u64 {
        self.rows(&format!("SELECT count(*) FROM {table}"))[0]
            .parse()
            .expect("a number")
    }

    fn sum(&self, column: &str, table: &str) -> i64 {
        self.rows(&format!("SELECT sum({column}) FROM {table}"))[0]
            .parse()
            .expect("a number")
    }

    /// Returns the texts of the posts, by their ids in the dump.
    fn texts(&self) -> HashMap<String, String> {
        let rows = self.rows(
            "SELECT external_id, text FROM external_ids JOIN posts ON id = local_id WHERE kind = 'post'",
        );
        rows.iter()
            .filter_map(|row| row.split_once('|'))
            .map(|(number, text)| (number.to_owned(), text.to_owned()))
            .collect()
    }

    /// Returns all rows of the database.
    fn content(&self) -> Vec<String> {
        let tables =
            self.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_texts%' AND name NOT LIKE 'search_strong%' AND name NOT LIKE 'search_trigrams%' AND name NOT LIKE 'user_names%'");
        let mut content = self.rows("SELECT id, hex(block) FROM search_texts_data");
        content.extend(
            tables
                .iter()
                .flat_map(|table| self.rows(&format!("SELECT '{table}', * FROM \"{table}\""))),
        );
        content
    }
}

fn imported(count: u64) -> Count {
    Count {
        imported: count,
        present: 0,
    }
}

#[test]
fn an_import_adds_all_rows_and_reports_the_skipped_ones() {
    let target = Target::new();
    let summary = target
        .import(Dump::sample().write().path())
        .expect("an import");
    assert_eq!(
        (summary.users, summary.placeholders, summary.tags),
        (imported(4), imported(2), imported(4))
    );
    assert_eq!(
        (summary.questions, summary.answers, summary.comments),
        (imported(2), imported(2), imported(2))
    );
    assert_eq!((summary.accepted, summary.revisions), (1, 4));
    assert_eq!(
        (summary.votes.rows, summary.votes.up, summary.votes.down),
        (4, 1, 1)
    );
    let skipped: Vec<_> = summary
        .skipped
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    assert_eq!(
        skipped,
        [
            "1 answers whose question is not in the dump",
            "1 badges: this site does not have them",
            "1 comments on posts that are not imported",
            "1 tag wikis (PostTypeId 5)",
            "1 up votes for posts that are not imported",
            "1 votes of type 5: favorite",
        ]
    );
    let remarks: Vec<_> = summary
        .remarks
        .iter()
        .map(|(remark, count)| format!("{count} {remark}"))
        .collect();
    assert_eq!(
        remarks,
        [
            "1 links that begin with http://",
            "1 tags longer than 20 characters",
            "1 titles longer than 100 characters"
        ]
    );
    target.check("PRAGMA foreign_key_check", &[]);
}

#[test]
fn a_limit_imports_only_related_rows_and_later_runs_add_the_rest() {
    let (target, whole) = (Target::new(), Target::new());
    let dump = Dump::sample().with_history().write();
    let first = target.import_some(dump.path(), 1);
    assert_eq!(
        (first.questions, first.answers, first.comments),
        (imported(1), imported(2), imported(2))
    );
    // Community edited the question; user 77 asked the other one.
    assert_eq!(
        (first.users, first.placeholders, first.tags),
        (imported(4), imported(1), imported(2))
    );
    let skipped = |summary: &Summary, reason: &str| summary.skipped.get(reason).copied();
    assert_eq!(skipped(&first, "questions beyond the limit"), Some(1));
    assert_eq!(
        skipped(&first, "tags of questions that are not imported"),
        Some(1)
    );
    assert_eq!(
        skipped(&first, "users who wrote nothing that is imported"),
        None
    );
    assert_eq!(
        skipped(&first, "answers whose question is not in the dump"),
        Some(1)
    );
    target.check(
        "SELECT name, description, question_count FROM scoped_tags ORDER BY name",
        &[
            "math|About numbers & <signs>.|1",
            "physics|user added tag|1",
        ],
    );
    target.check("PRAGMA foreign_key_check", &[]);

    let nothing = target.import_some(dump.path(), 0);
    assert_eq!((nothing.new_rows(), nothing.questions.present), (0, 1));
    let second = target.import_some(dump.path(), 7);
    assert_eq!(
        (second.questions, second.placeholders),
        (
            Count {
                imported: 1,
                present: 1
            },
            Count {
                imported: 1,
                present: 1
            }
        )
    );
    let rest = target.import(dump.path()).expect("an import");
    assert_eq!(
        (rest.questions, rest.tags.imported, rest.new_rows()),
        (
            Count {
                imported: 0,
                present: 2
            },
            1,
            1
        )
    );
    whole.import(dump.path()).expect("an import");
    for table in [
        "posts",
        "users",
        "comments",
        "revisions",
        "attributions",
        "questions",
        "question_tags",
    ] {
        assert_eq!(target.number(table), whole.number(table), "{table}");
    }
    // Users who wrote nothing are skipped, and so are answers without their question.
    let other = Target::new();
    let dump = Dump::sample().write();
    let none = other.import_some(dump.path(), 0);
    assert_eq!(
        (
            none.new_rows(),
            skipped(&none, "users who wrote nothing that is imported")
        ),
        (0, Some(4))
    );
    assert_eq!(
        (
            skipped(&none, "answers to questions that are not imported"),
            skipped(&none, "questions beyond the limit")
        ),
        (Some(2), Some(2))
    );
}

#[test]
fn users_get_usernames_but_no_password() {
    let target = Target::new();
    target.execute("INSERT INTO users (id, username, name_key, created_at) VALUES (5, 'Ada-Lovelace', 'ada-lovelace', 0)");
    target
        .import(Dump::sample().write().path())
        .expect("an import");
    target.check(
        "SELECT username, name_key, display_name, biography, password_hash FROM users WHERE id > 5 ORDER BY id",
        &[
            "Community-2|community-2|Community||-",
            "Ada-Lovelace-2|ada-lovelace-2|Ada Lovelace|I **compute**.|-",
            "ada-lovelace-3|ada-lovelace-3|ada lovelace||-",
            "user3|user3|田中||-",
            "user77|user77|user77||-",
            "user99|user99|user99||-",
        ],
    );
}

#[test]
fn posts_keep_their_texts_times_and_counts() {
    let target = Target::new();
    target
        .import(Dump::sample().write().path())
        .expect("an import");
    target.check(
        "SELECT q.title, p.text, p.score, p.imported_score, q.view_count, q.answer_count, u.username, p.edited_at IS NOT NULL,
                q.last_answer_id = (SELECT max(id) FROM posts), q.accepted_answer_id = (SELECT id FROM posts WHERE score = -2)
         FROM questions q JOIN posts p ON p.id = q.id JOIN users u ON u.id = p.author_id ORDER BY q.id DESC LIMIT 1",
        &["What & \"why\"?|Is $T_c < \\hbar$?|5|5|120|2|Ada-Lovelace|1|1|1"],
    );
    let question = &target.rows("SELECT id FROM questions ORDER BY id LIMIT 1")[0];
    let question = crate::core::id::Id::from_i64(question.parse().expect("an id"));
    let answer = target
        .rows("SELECT text FROM posts WHERE score = -2")
        .remove(0);
    assert!(
        answer.starts_with(&format!(
            "See [that](/question/{question}) and [this](/question/"
        )),
        "{answer}"
    );
    assert!(answer.ends_with("\n\n```rs\nfn main() {}\n```"), "{answer}");
    // The high bits of an id encode its time.
    target.check(
        "SELECT count(*) FROM posts WHERE id >> 21 <> created_at",
        &["0"],
    );
}

#[test]
fn comments_link_to_imported_posts() {
    let target = Target::new();
    target
        .import(Dump::sample().write().path())
        .expect("an import");
    let question =
        target.rows("SELECT local_id FROM external_ids WHERE kind = 'post' AND external_id = '4'");
    let question = crate::core::id::Id::from_i64(question[0].parse().expect("an id"));
    target.check(
        "SELECT text FROM comments ORDER BY id",
        &["Gone", &format!("*Nice*, see [this](/question/{question})")],
    );
}

#[test]
fn tags_keep_their_order_and_get_descriptions() {
    let target = Target::new();
    target.execute("INSERT INTO tags (id, name_key) VALUES (1, 'physics'), (2, 'math')");
    // Only a private community uses the second tag, in another spelling.
    target.execute(
        "INSERT INTO scoped_tags (tag_id, scope, id, name, description, question_count) VALUES (1, 0, 1, 'Physics', 'How things move', 0), (2, 9, 2, 'MATH', 'Secret', 1)",
    );
    let summary = target
        .import(Dump::sample().write().path())
        .expect("an import");
    assert_eq!(
        summary.tags,
        Count {
            imported: 3,
            present: 1
        }
    );
    target.check(
        "SELECT name, description FROM scoped_tags WHERE scope = 0 ORDER BY lower(name)",
        &[
            "a-tag-of-remarkable-length|user added tag",
            "math|About numbers & <signs>.",
            "Physics|How things move",
            "unused|user added tag",
        ],
    );
    target.check(
        "SELECT group_concat(name, ' ' ORDER BY position) FROM question_tags JOIN scoped_tags USING (tag_id) WHERE scope = 0 GROUP BY question_id ORDER BY question_id",
        &["math a-tag-of-remarkable-length", "Physics math"],
    );
    target.check(
        "SELECT name, question_count FROM scoped_tags ORDER BY name",
        &[
            "MATH|0",
            "Physics|1",
            "a-tag-of-remarkable-length|1",
            "math|2",
            "unused|0",
        ],
    );
}

#[test]
fn posts_and_comments_have_attributions() {
    let target = Target::new();
    target
        .import(Dump::sample().write().path())
        .expect("an import");
    target.check(
        "SELECT author, url, licence FROM attributions ORDER BY url",
        &[
            "user99|https://things.example.com/a/2|CC BY-SA 4.0",
            "ada lovelace|https://things.example.com/a/3|CC BY-SA 4.0",
            "田中|https://things.example.com/posts/comments/1|CC BY-SA 4.0",
            "user99|https://things.example.com/posts/comments/2|CC BY-SA 3.0",
            "Ada Lovelace|https://things.example.com/q/1|CC BY-SA 4.0",
            "user77|https://things.example.com/q/4|CC BY-SA 2.5",
        ],
    );
}

#[test]
fn the_search_finds_imported_posts() {
    let target = Target::new();
    target
        .import(Dump::sample().write().path())
        .expect("an import");
    let found = |words: &str| {
        target
            .rows(&format!(
                "SELECT rowid FROM search_texts WHERE search_texts MATCH '{words}'"
            ))
            .len()
    };
    assert_eq!(
        (
            found("hbar"),
            found("main"),
            found("remarkable"),
            found("absent")
        ),
        (1, 1, 1, 0)
    );
    target.check(
        "SELECT scope, questions, unanswered FROM question_counts",
        &["0|2|1"],
    );
}

#[test]
fn the_history_provides_markdown_and_revisions() {
    let target = Target::new();
    let summary = target
        .import(Dump::sample().with_history().write().path())
        .expect("an import");
    assert_eq!(summary.revisions, 6);
    assert_eq!(summary.skipped["edits of posts that are not imported"], 1);
    assert_eq!(summary.skipped["history events of type 10: closed"], 1);
    assert_eq!(
        summary.remarks["posts with HTML in their Markdown, converted to plain Markdown"],
        1
    );
    let id = |score: i32| {
        crate::core::id::Id::from_i64(
            target.rows(&format!("SELECT id FROM posts WHERE score = {score}"))[0]
                .parse()
                .expect("an id"),
        )
    };
    let so = format!("[so](/question/{}#{})?", id(5), id(1));
    let revision = |title: &str, tags: &str, code: &str, user: &str| {
        format!("{title}|{tags}|Is {code}\n{so}|{user}")
    };
    assert_eq!(
        target.rows("SELECT title, tags, coalesce(decompressed(r.compressed_text), p.text), username FROM revisions r JOIN posts p ON p.id = r.post_id JOIN users u ON u.id = r.author_id
             WHERE title <> '' AND post_id <> (SELECT min(id) FROM posts) ORDER BY r.id"),
        [
            revision("What?", "math", "`$T_c$`", "Ada-Lovelace"),
            revision("What?", "math", "$T_c < \\hbar$", "ada-lovelace-2"),
            revision("What & \"why\"?", "physics math", "$T_c < \\hbar$", "Community-2"),
        ]
    );
    target.check("SELECT text FROM posts WHERE score = 1", &["No."]);
    // The text of the newest revision is stored only in the post.
    target.check(
        "SELECT count(*) FROM revisions r WHERE id = (SELECT max(id) FROM revisions WHERE post_id = r.post_id) AND compressed_text IS NOT NULL",
        &["0"],
    );
    target.check(
        "SELECT count(*) FROM revisions WHERE compressed_text IS NULL",
        &["4"],
    );
}

#[test]
fn a_second_run_adds_nothing() {
    let target = Target::new();
    let dump = Dump::sample().with_history().write();
    target.import(dump.path()).expect("an import");
    let before = target.content();
    let again = target.import(dump.path()).expect("a second import");
    assert_eq!(again.new_rows(), 0);
    assert_eq!(
        again.users,
        Count {
            imported: 0,
            present: 4
        }
    );
    assert_eq!(
        (
            again.questions.present,
            again.answers.present,
            again.comments.present,
            again.tags.present
        ),
        (2, 2, 2, 2)
    );
    assert_eq!(
        (again.revisions, again.votes.up, again.votes.present),
        (0, 0, 2)
    );
    assert!(
        again
            .to_string()
            .starts_with("Nothing new from things.example.com")
    );
    assert_eq!(target.content(), before);
}

#[test]
fn a_newer_dump_adds_only_new_rows() {
    let target = Target::new();
    target
        .import(Dump::sample().write().path())
        .expect("an import");
    let newer = Dump::sample()
        .row(
            "Posts.xml",
            &[
                ("Id", "8"),
                ("PostTypeId", "2"),
                ("ParentId", "4"),
                ("CreationDate", "2021-01-01T00:00:00.000"),
                ("Score", "3"),
                ("Body", "New."),
                ("OwnerUserId", "1"),
            ],
        )
        .row(
            "Comments.xml",
            &[
                ("Id", "4"),
                ("PostId", "1"),
                ("Text", "New too"),
                ("CreationDate", "2021-01-01T00:00:00.000"),
                ("UserDisplayName", "someone"),
            ],
        );
    let summary = target
        .import(newer.write().path())
        .expect("a second import");
    assert_eq!(
        (summary.answers, summary.comments),
        (
            Count {
                imported: 1,
                present: 2
            },
            Count {
                imported: 1,
                present: 2
            }
        )
    );
    // The third is the author of the comment.
    assert_eq!(summary.new_rows(), 3);
    target.check(
        "SELECT answer_count FROM questions ORDER BY id",
        &["1", "2"],
    );
}

#[test]
fn every_import_assigns_the_same_ids() {
    let ids = || {
        let target = Target::new();
        target
            .import(Dump::sample().with_history().write().path())
            .expect("an import");
        target
            .rows("SELECT kind, external_id, local_id FROM external_ids WHERE kind <> 'tag' ORDER BY 1, 2")
    };
    assert_eq!(ids(), ids());
}

#[test]
fn existing_ids_are_not_reused() {
    let free = Target::new();
    free.import(Dump::sample().write().path())
        .expect("an import");
    let question = &free.rows("SELECT max(id) FROM questions")[0];
    let target = Target::new();
    target.execute(&format!("INSERT INTO users (id, username, name_key, created_at) VALUES ({question}, 'First', 'first', 0)"));
    target
        .import(Dump::sample().write().path())
        .expect("an import");
    target.check(
        &format!("SELECT max(id) - {question} FROM questions"),
        &["1"],
    );
}

#[test]
fn a_dry_run_changes_nothing_and_reports_the_same() {
    let target = Target::new();
    let before = target.content();
    let dump = Dump::sample().write();
    let dry_run = target
        .import_with(dump.path(), true, |_| ())
        .expect("a dry run");
    assert_eq!(target.content(), before);
    let summary = target.import(dump.path()).expect("an import");
    assert!(
        dry_run.to_string().contains("nothing was kept")
            && !summary.to_string().contains("nothing was kept")
    );
    assert_eq!(
        Summary {
            dry_run: false,
            ..dry_run
        },
        summary
    );
}

#[test]
fn an_interrupted_import_changes_nothing_and_can_be_repeated() {
    let target = Target::new();
    let before = target.content();
    let dump = Dump::sample().write();
    for step in ["Posts.xml", "Users.xml", "Comments.xml", "Votes.xml"] {
        let failed = target.import_with(dump.path(), false, move |progress| {
            assert_ne!(progress.step, step);
        });
        assert!(failed.is_err());
        assert_eq!(target.content(), before);
    }
    target.import(dump.path()).expect("an import");
    target.check("SELECT count(*) FROM questions", &["2"]);
}

#[test]
fn progress_rises_to_the_total() {
    for limit in [None, Some(1)] {
        let (send, receive) = std::sync::mpsc::channel();
        let options = Options {
            site: Some(SITE.to_owned()),
            limit,
            ..Options::default()
        };
        let report = move |progress| send.send(progress).expect("a receiver");
        Target::new()
            .import_as(Dump::sample().write().path(), options, report)
            .expect("an import");
        let steps: Vec<Progress> = receive.into_iter().collect();
        assert!(steps.is_sorted_by_key(|progress| progress.done));
        let last = steps.last().expect("a last step");
        assert!(
            last.done <= last.total && last.done * 2 > last.total,
            "{limit:?}: {last:?}"
        );
    }
}

/// Damages a file of the sample. The import must fail with an error that contains `message`, and
/// must not change the database.
#[track_caller]
fn check_broken(file: &str, damage: impl Fn(&str) -> Vec<u8>, message: &str) {
    let target = Target::new();
    let before = target.content();
    let dump = Dump::sample().with_history().write();
    let path = dump.path().join(file);
    let text = std::fs::read_to_string(&path).expect("the file");
    std::fs::write(&path, damage(&text)).expect("the file is written");
    let error = target
        .import(dump.path())
        .expect_err("a broken file")
        .to_string();
    assert!(error.contains(message), "{error}");
    assert_eq!(target.content(), before);
}

#[test]
fn an_error_names_the_file_and_the_line() {
    let replace = |from: &'static str, to: &'static str| {
        move |text: &str| text.replacen(from, to, 1).into_bytes()
    };
    check_broken(
        "Posts.xml",
        replace("PostTypeId=\"1\"", "PostTypeId=\"one\""),
        "Posts.xml, line 4: PostTypeId is not a number: one",
    );
    check_broken(
        "Posts.xml",
        replace(" Title=\"What", " Titel=\"What"),
        "Posts.xml, line 4: the row has no Title",
    );
    check_broken(
        "Posts.xml",
        replace("Id=\"4\"", "Id=\"1\""),
        "Posts.xml, line 6: the dump contains post 1 twice",
    );
    check_broken(
        "Posts.xml",
        replace(" ParentId=\"99\"", ""),
        "Posts.xml, line 9: the row has no ParentId",
    );
    check_broken(
        "Users.xml",
        replace("2010-01-03T", "2010-13-03T"),
        "Users.xml, line 5: CreationDate is not a time: 2010-13-03T00:00:00.000",
    );
    check_broken(
        "Users.xml",
        replace("Id=\"2\"", "Id=2"),
        "Users.xml, line 5: ",
    );
    check_broken(
        "Users.xml",
        replace("Id=\"2\"", "Id=\"1\""),
        "Users.xml, line 5: ",
    );
    check_broken(
        "Comments.xml",
        replace("Gone", "Gone &nosuch;"),
        "Comments.xml, line 4: Text: ",
    );
    check_broken(
        "Comments.xml",
        replace("<row", "<raw"),
        "Comments.xml, line 3: this is not a row of a dump",
    );
    check_broken(
        "Votes.xml",
        replace("  <row", "  row"),
        "Votes.xml, line 3: ",
    );
    check_broken(
        "Votes.xml",
        replace("</votes>", "</notes>"),
        "Votes.xml, line 7: ",
    );
    check_broken(
        "Tags.xml",
        replace("TagName=\"unused\"", ""),
        "Tags.xml, line 4: the row has no TagName",
    );
    check_broken(
        "PostHistory.xml",
        replace("RevisionGUID=\"c\"", ""),
        "PostHistory.xml, line 7: the row has no RevisionGUID",
    );
    check_broken(
        "Badges.xml",
        |_| Vec::new(),
        "Badges.xml, line 1: the file ends too early",
    );
    check_broken(
        "Badges.xml",
        |text| {
            text.replace("Student", "\u{fe}")
                .bytes()
                .filter(|b| *b != 0xc3)
                .collect()
        },
        "Badges.xml, line 3: ",
    );
}

#[test]
fn a_truncated_file_is_detected_at_every_length() {
    let whole = Dump::sample().write();
    let text = std::fs::read(whole.path().join("Votes.xml")).expect("the file");
    let target = Target::new();
    for end in (0..text.len()).step_by(7) {
        std::fs::write(whole.path().join("Votes.xml"), &text[..end]).expect("the file is written");
        let error = target
            .import(whole.path())
            .expect_err("a truncated file")
            .to_string();
        let line = text[..end].iter().filter(|b| **b == b'\n').count() + 1;
        assert!(
            error.contains(&format!("Votes.xml, line {line}: ")),
            "{end}: {error}"
        );
    }
    target.check("SELECT count(*) FROM users", &["0"]);
}

#[test]
fn a_directory_without_a_dump_is_rejected() {
    let target = Target::new();
    let error = |dump: &Path| target.import(dump).expect_err("no dump").to_string();
    assert!(error(Dump::new(&["Users.xml"]).write().path()).contains("does not contain Posts.xml"));
    assert!(error(Dump::new(&["Posts.xml"]).write().path()).contains("does not contain Users.xml"));
    assert!(
        error(Path::new("no/such/directory")).contains("there is no directory no/such/directory")
    );
    let options = Options {
        site: Some("not a site".to_owned()),
        ..Options::default()
    };
    let error = target
        .import_as(Dump::sample().write().path(), options, |_| ())
        .expect_err("no site")
        .to_string();
    assert!(error.contains("--site"), "{error}");
}

#[test]
fn optional_files_can_be_missing() {
    let target = Target::new();
    let dump = ["Tags.xml", "Comments.xml", "Votes.xml", "Badges.xml"]
        .iter()
        .fold(Dump::sample(), |dump, file| dump.without(file));
    let summary = target.import(dump.write().path()).expect("an import");
    assert_eq!((summary.tags, summary.comments), (imported(3), imported(0)));
    target.check(
        "SELECT score FROM posts ORDER BY id",
        &["0", "5", "-2", "1"],
    );
}

#[test]
fn control_characters_and_line_ends_are_normalized() {
    let target = Target::new();
    let dump = Dump::sample().write();
    let path = dump.path().join("Comments.xml");
    let text = std::fs::read_to_string(&path).expect("the file");
    std::fs::write(
        &path,
        text.replace(
            "Gone",
            "a&#x0;&#0;b&#x1;\u{7f}&#xD;&#xA;c&#xD;d&#9;e\u{200d}",
        ),
    )
    .expect("the file is written");
    target.import(dump.path()).expect("an import");
    target.check(
        "SELECT text FROM comments ORDER BY id LIMIT 1",
        &["ab\nc\nd\te\u{200d}"],
    );
}

#[test]
fn half_a_surrogate_pair_does_not_stop_an_import() {
    let target = Target::new();
    let dump = Dump::sample().write();
    let path = dump.path().join("Comments.xml");
    let text = std::fs::read_to_string(&path).expect("the file");
    let halves =
        "a&#xD83D;&#xDE00;b&#55357;c&#xDE00;d&#xD83D; &#xDE00;&#xD83D;&#xD83D;&#xDE00;&amp;e";
    std::fs::write(&path, text.replace("Gone", halves)).expect("the file is written");
    target.import(dump.path()).expect("an import");
    target.check(
        "SELECT text FROM comments ORDER BY id LIMIT 1",
        &["a\u{1f600}b\u{fffd}c\u{fffd}d\u{fffd} \u{fffd}\u{fffd}\u{1f600}&e"],
    );
}

#[test]
fn a_row_of_the_future_gets_the_time_of_the_import() {
    let target = Target::new();
    let dump = Dump::sample().write();
    let path = dump.path().join("Posts.xml");
    let text = std::fs::read_to_string(&path).expect("the file");
    let place = text.find("CreationDate=\"").expect("a time") + "CreationDate=\"".len();
    let dated = format!("{}2999{}", &text[..place], &text[place + 4..]);
    std::fs::write(&path, dated).expect("the file is written");
    let summary = target.import(dump.path()).expect("an import");
    assert_eq!(
        summary.left_out["times in the future: these rows have the time of the import"],
        2, // The answer, and the user whom only it names.
    );
    target.check(
        "SELECT max(created_at), max(id) >> 21 FROM posts",
        &["1795219200000|1795219200000"],
    );
}
