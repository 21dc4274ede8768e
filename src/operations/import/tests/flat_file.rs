//! Files of CSV and of lines of JSON with a record for each post.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::Target;
use crate::core::id::Id;
use crate::operations::import::stackexchange;
use crate::operations::import::{ImportError, Options, Summary};

const CSV: &str = include_str!("flat_file.csv");
const JSON: &str = include_str!("flat_file.jsonl");

/// A file of an old site.
pub(crate) struct Old {
    folder: TempDir,
    name: &'static str,
    content: String,
    zone: Option<&'static str>,
}

impl Old {
    pub fn csv() -> Self {
        Self::of("posts.csv", CSV)
    }

    fn of(name: &'static str, content: &str) -> Self {
        Self {
            folder: TempDir::new().expect("a folder"),
            name,
            content: content.to_owned(),
            zone: Some("Europe/Berlin"),
        }
    }

    /// Replaces a part of the file.
    #[track_caller]
    fn with(mut self, part: &str, other: &str) -> Self {
        assert!(self.content.contains(part), "{part}");
        self.content = self.content.replacen(part, other, 1);
        self
    }

    fn write(&self) -> PathBuf {
        let file = self.folder.path().join(self.name);
        fs::write(&file, &self.content).expect("a file");
        file
    }

    pub fn open(&self, options: Options) -> Result<stackexchange::Dump, ImportError> {
        let options = Options {
            site: Some("Forum.Example.org".to_owned()),
            ..options
        };
        stackexchange::Dump::open_flat_file(&self.write(), self.zone, options, |_| ())
    }

    fn import_with(&self, target: &Target, options: Options) -> Result<Summary, ImportError> {
        Ok(stackexchange::import(
            &target.db,
            self.open(options)?,
            |_| (),
        )?)
    }

    fn import(&self, target: &Target) -> Summary {
        let summary = self.import_with(target, Options::default());
        summary.expect("an import")
    }

    /// Checks the error of an import, which must have left the site as it was.
    #[track_caller]
    fn check_refused(&self, expected: &str) {
        let target = Target::new();
        let error = self
            .import_with(&target, Options::default())
            .expect_err("an error");
        let error = error.to_string();
        assert!(error.contains(expected), "{error}\n{expected}");
        assert_eq!(target.number("posts") + target.number("users"), 0);
    }
}

/// Returns what a site has, without the times of its own.
fn content(target: &Target) -> Vec<String> {
    let mut rows = Vec::new();
    for sql in [
        "SELECT id, username, display_name, created_at, password_hash FROM users ORDER BY id",
        "SELECT id, question_id, author_id, text, created_at, edited_at, imported_score FROM posts ORDER BY id",
        "SELECT id, title, imported_views, closed_at, accepted_answer_id FROM questions ORDER BY id",
        "SELECT id, post_id, author_id, text, created_at FROM comments ORDER BY id",
        "SELECT q.question_id, s.name FROM question_tags q JOIN scoped_tags s ON s.tag_id = q.tag_id ORDER BY q.question_id, q.position",
        "SELECT kind, external_id FROM external_ids ORDER BY kind, external_id",
    ] {
        rows.extend(target.rows(sql));
    }
    rows
}

/// Returns the post whose text begins like this.
#[track_caller]
fn post(target: &Target, text: &str) -> Id {
    let rows = target.rows(&format!("SELECT id FROM posts WHERE text LIKE '{text}%'"));
    Id::from_i64(rows[0].parse().expect("an id"))
}

#[test]
fn a_file_becomes_questions_answers_and_comments() {
    let target = Target::new();
    let summary = Old::csv().import(&target);
    println!("{summary}");
    assert_eq!(
        (
            summary.questions.imported,
            summary.answers.imported,
            summary.comments.imported
        ),
        (2, 2, 2)
    );
    assert_eq!(
        (summary.accepted, summary.closed, summary.unnamed),
        (1, 1, 1)
    );
    target.check(
        "SELECT q.title, u.display_name, p.created_at, p.edited_at, p.imported_score, q.imported_views, q.closed_at FROM questions q JOIN posts p ON p.id = q.id JOIN users u ON u.id = p.author_id ORDER BY q.id",
        &[
            "Why is my crust pale, and what helps?|Ada Löw|1706778000000|1706864400000|3|42|-",
            "How hot?|anonymous forum.example.org|1706868000000|-|0|0|1709287200000",
        ],
    );
    target.check(
        "SELECT username, password_hash FROM users ORDER BY username",
        &["Ada-Low|-", "anonymous-forum.example.org|-", "ben|-"],
    );
    target.check(
        "SELECT s.name FROM question_tags q JOIN scoped_tags s ON s.tag_id = q.tag_id ORDER BY q.question_id, q.position",
        &["bread", "oven-heat"],
    );
    target.check(
        "SELECT q.title, p.text FROM questions q JOIN posts p ON p.id = q.accepted_answer_id",
        &["Why is my crust pale, and what helps?|Bake it *hotter*, with **steam**."],
    );
    target.check(
        "SELECT c.text, p.text, c.created_at FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.text LIKE 'Thanks%'",
        &["Thanks|Bake it *hotter*, with **steam**.|1706785200000"],
    );
    target.check("SELECT count(*) FROM revisions", &["4"]);
    target.check("SELECT count(*) FROM attributions", &["0"]);
    target.check("PRAGMA foreign_key_check", &[]);
    assert_eq!(
        summary.skipped.into_iter().collect::<Vec<_>>(),
        [
            ("scores and times of edits of comments".to_owned(), 1),
            (
                "titles, tags, views and times of closing of answers and comments".to_owned(),
                1
            ),
        ]
    );
}

#[test]
fn links_to_old_addresses_lead_to_the_posts_here() {
    let target = Target::new();
    Old::csv().import(&target);
    let [first, second, answer] =
        ["It is **pale**", "See ", "Bake it"].map(|text| post(&target, text));
    target.check(
        "SELECT text FROM posts WHERE text LIKE 'See %'",
        &[&format!(
            "See [this](/question/{first}), [that](/question/{first}#{answer}) and [other](https://forum.example.org/t/9)."
        )],
    );
    target.check(
        "SELECT text FROM comments WHERE text LIKE 'As in %'",
        &[&format!(
            "As in [https://forum.example.org/view.php?t=2](/question/{second})"
        )],
    );
}

#[test]
fn lines_of_json_are_the_same_as_rows_of_csv() {
    let (csv, json) = (Target::new(), Target::new());
    Old::csv().import(&csv);
    Old::of("posts.jsonl", JSON).import(&json);
    assert_eq!(content(&csv), content(&json));
}

#[test]
fn a_second_import_adds_only_what_is_new() {
    let target = Target::new();
    Old::csv().import(&target);
    let before = content(&target);
    assert_eq!(Old::csv().import(&target).new_rows(), 0);
    assert_eq!(content(&target), before);
    let mut more = Old::csv();
    more.content += "a3,answer,q2,ben,2024-03-02 10:00:00,,Late,,,,,,,,\n";
    let third = more.import(&target);
    assert_eq!((third.new_rows(), third.answers.imported), (1, 1));
}

#[test]
fn a_limit_imports_the_first_questions_and_what_belongs_to_them() {
    let target = Target::new();
    let options = Options {
        limit: Some(1),
        ..Options::default()
    };
    let first = Old::csv().import_with(&target, options).expect("an import");
    assert_eq!((first.questions.imported, first.answers.imported), (1, 1));
    let rest = Old::csv().import(&target);
    assert_eq!((rest.questions.imported, rest.answers.imported), (1, 1));
    assert_eq!(target.number("comments"), 2);
}

#[test]
fn a_dry_run_keeps_nothing_and_says_what_an_import_says() {
    let target = Target::new();
    let options = Options {
        dry_run: true,
        ..Options::default()
    };
    let rehearsed = Old::csv().import_with(&target, options).expect("a dry run");
    assert_eq!(target.number("posts"), 0);
    let rehearsed = Summary {
        dry_run: false,
        ..rehearsed
    };
    assert_eq!(rehearsed, Old::csv().import(&target));
}

#[test]
fn what_is_wrong_in_a_row_is_named_with_its_line_and_field_and_nothing_is_imported() {
    for (part, other, expected) in [
        (
            "q2,question",
            ",question",
            "posts.csv, line 2, id: it is missing or empty",
        ),
        (
            "q2,question",
            "q2,topic",
            "posts.csv, line 2, kind: \"topic\" is none: write question, answer or comment",
        ),
        (
            "q2,question,",
            "q2,question,q1",
            "posts.csv, line 2, parent: a question has none: leave it empty",
        ),
        (
            "How hot?",
            "",
            "posts.csv, line 2, title: it is missing or empty",
        ),
        (
            "2024-02-02T10:00:00Z",
            "",
            "posts.csv, line 2, created_at: it is missing or empty",
        ),
        (
            "2024-02-02T10:00:00Z",
            "2/2/24 10:00",
            "posts.csv, line 2, created_at: \"2/2/24 10:00\" is no time: write it as 2026-11-01T10:00:00+01:00",
        ),
        (
            "2024-03-01T10:00:00Z",
            "March",
            "posts.csv, line 2, closed_at: \"March\" is no time",
        ),
        (
            "Thanks",
            "",
            "posts.csv, line 7, text: write the text as Markdown there or as HTML in the field html",
        ),
        (
            "Thanks,",
            "Thanks,<p>x</p>",
            "posts.csv, line 7, text: write the text as Markdown there or as HTML in the field html",
        ),
        (
            "a1,answer,q1",
            "a1,answer,",
            "posts.csv, line 3, parent: it is missing or empty",
        ),
        (
            "a1,answer,q1",
            "a1,answer,q7",
            "posts.csv, line 3, parent: no row has the id \"q7\", but an answer needs that of a question in this file",
        ),
        (
            "a1,answer,q1",
            "a1,answer,a2",
            "posts.csv, line 3, parent: one of kind answer has the id \"a2\", but an answer needs that of a question",
        ),
        (
            "c1,comment,a1",
            "c1,comment,c2",
            "posts.csv, line 7, parent: one of kind comment has the id \"c2\", but a comment needs that of a question or an answer",
        ),
        (
            "c1,comment,a1",
            "a1,comment,a1",
            "posts.csv, line 7, id: also that of line 3: each row needs its own",
        ),
        (
            ",/t/1#answer-1",
            ",https://forum.example.org/view.php?t=2",
            "posts.csv, line 3, url: also that of line 2: leave one of them empty",
        ),
        (
            ",/t/1#answer-1",
            ",https://other.example.org/t/1",
            "posts.csv, line 3, url: \"https://other.example.org/t/1\" is no address of a page of forum.example.org",
        ),
        (
            ",true,",
            ",maybe,",
            "posts.csv, line 3, accepted: \"maybe\" is unknown: write true or false",
        ),
        (
            "a2,answer,q2,ben,2024-02-02T11:00:00+01:00,,Very,,,,,",
            "a2,answer,q1,ben,2024-02-02T11:00:00+01:00,,Very,,,,,TRUE",
            "posts.csv, line 9, accepted: the answer in line 3 is accepted already",
        ),
        (
            "3,42,",
            "3,42,1",
            "posts.csv, line 4, accepted: only an answer can be accepted",
        ),
        (
            "3,42,",
            "3.5,42,",
            "posts.csv, line 4, score: \"3.5\" is no whole number from -1000000000 to 1000000000",
        ),
        (
            "3,42,",
            "3,-1,",
            "posts.csv, line 4, views: \"-1\" is no whole number from 0 to 1000000000",
        ),
        (
            "created_at",
            "date",
            "posts.csv, line 1: there is no field \"date\": the fields are id, kind",
        ),
    ] {
        Old::csv().with(part, other).check_refused(expected);
    }
}

#[test]
fn a_time_without_an_offset_needs_the_zone() {
    let mut old = Old::csv();
    old.zone = None;
    old.check_refused("posts.csv, line 3, created_at: \"2024-02-01 11:00:00\" is no time: write it as 2026-11-01T10:00:00+01:00, or without the offset and with the option --time-zone");
    old.zone = Some("Mars/Olympus");
    old.check_refused("there is no time zone Mars/Olympus");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let old = Old::of("posts.xlsx", CSV);
    old.check_refused("posts.xlsx does not say its format: it must end with .csv or .jsonl");
    let old = Old::of("posts.csv", &CSV[..CSV.len() - 100]);
    old.check_refused("posts.csv, line 8: ");
    let missing = old.folder.path().join("nothing.csv");
    let options = Options {
        site: Some("forum.example.org".to_owned()),
        ..Options::default()
    };
    let nowhere = stackexchange::Dump::open_flat_file(&missing, None, options, |_| ());
    assert!(matches!(nowhere.map(drop), Err(ImportError::NotFound(_))));
    let nameless =
        stackexchange::Dump::open_flat_file(&old.write(), None, Options::default(), |_| ());
    let error = nameless.map(drop).expect_err("no host").to_string();
    assert!(error.contains("--site"), "{error}");
}
