//! The dump of a site of NodeBB 4.15 with an example of what its members write, made by `scripts/import-peers/nodebb --sample`.

use std::fs;

use tempfile::TempDir;

use super::Target;
use super::pictures::picture;
use super::posts_here::{id_of, text_of};
use crate::core::id::Id;
use crate::features::pictures::files::Media;
use crate::operations::import::stackexchange;
use crate::operations::import::{ImportError, Options, Summary};

/// A folder with a dump, and with a picture that the first question shows.
pub(crate) struct Old {
    folder: TempDir,
    dump: String,
}

impl Old {
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let files = folder.path().join("files");
        fs::create_dir(&files).expect("a folder");
        fs::write(files.join("1769000000123-loaf.png"), picture(9)).expect("a file");
        Self {
            folder,
            dump: include_str!("nodebb.sql").to_owned(),
        }
    }

    /// Replaces a part of the dump.
    fn with(mut self, part: &str, other: &str) -> Self {
        assert!(self.dump.contains(part), "{part}");
        self.dump = self.dump.replace(part, other);
        self
    }

    fn open_with(
        &self,
        all_topics: bool,
        options: Options,
    ) -> Result<stackexchange::Dump, ImportError> {
        let file = self.folder.path().join("nodebb.sql");
        fs::write(&file, &self.dump).expect("a file");
        let options = Options {
            site: options.site.or_else(|| Some("old.example.com".to_owned())),
            ..options
        };
        let uploads = Some(self.folder.path());
        stackexchange::Dump::open_nodebb(&file, all_topics, uploads, options, |_| ())
    }

    pub fn open(&self, options: Options) -> Result<stackexchange::Dump, ImportError> {
        self.open_with(false, options)
    }

    fn import_with(
        &self,
        target: &Target,
        all_topics: bool,
        options: Options,
    ) -> Result<Summary, ImportError> {
        let options = Options {
            media: Some(Media::of(target.directory.path())),
            ..options
        };
        let dump = self.open_with(all_topics, options)?;
        Ok(stackexchange::import(&target.db, dump, |_| ())?)
    }

    fn import(&self, target: &Target) -> Result<Summary, ImportError> {
        self.import_with(target, false, Options::default())
    }
}

fn imported() -> (Target, Summary) {
    let (old, target) = (Old::new(), Target::new());
    let summary = old.import(&target).expect("an import");
    (target, summary)
}

#[test]
fn users_and_guests_come_with_their_names() {
    let (target, summary) = imported();
    target.check(
        "SELECT username, display_name, biography, password_hash FROM users ORDER BY created_at",
        &[
            "ada|ada|I bake **at night**, see https://bread.example.org/a_b_c.|-",
            "two-words|two words||-",
            "Low-Arger|Löw Ärger||-",
            "j.r.dots|j.r.dots||-",
            "newcomer|newcomer||-",
            "x_y|x_y||-",
            "A-guest|A guest||-",
            "anonymous-old.example.com|anonymous old.example.com||-",
            // An account that was deleted.
            "user6|user6||-",
        ],
    );
    target.check("SELECT count(*) FROM mail_addresses", &["0"]);
    assert_eq!(summary.skipped["passwords and mail addresses of users"], 6);
}

#[test]
fn texts_are_the_markdown_of_their_authors() {
    let (target, _) = imported();
    let rows = target.rows("SELECT id FROM pictures");
    let picture = Id::from_i64(rows[0].parse().expect("an id"));
    let [first, second, good] = [2, 3, 7].map(|number| id_of(&target, number));
    let text = text_of(&target, 2);
    let start = format!("It is **pale** and *soft*:\n\n![A loaf](/media/{picture})\n\n- one\n");
    assert!(text.starts_with(&start), "{text}");
    let end = "```python\nif hot:\n    bake()\n```\n\n    indented <code>\n\nIt costs $5.";
    assert!(text.ends_with(end), "{text}");
    assert_eq!(
        text_of(&target, 4),
        format!(
            "Any, see [that one](/question/{first}) or [https://old.example.com/post/3](/question/{second})"
        )
    );
    assert_eq!(
        text_of(&target, 8),
        format!("Or [as they said](/question/{first}#{good}), @ada.")
    );
}

#[test]
fn replies_to_the_question_are_answers_and_those_to_answers_comments() {
    let (target, summary) = imported();
    target.check(
        "SELECT q.title, p.text FROM posts p JOIN questions q ON q.id = p.question_id WHERE p.id <> q.id ORDER BY p.id",
        &[
            &format!("Why is my 'crust' pale & <soft>?|{}", text_of(&target, 7)),
            &format!("Why is my 'crust' pale & <soft>?|{}", text_of(&target, 8)),
            "Why is my 'crust' pale & <soft>?|A reply to the question",
            "Asked by a guest?|Very late.",
            "How hot is it?|By someone who left",
            // Of a topic that was merged.
            "Which flour is it?|It is soft, too.",
            // What it replies to was deleted.
            "How hot is it?|Below a deleted answer",
        ],
    );
    let good = id_of(&target, 7).as_i64();
    target.check(
        "SELECT post_id, text FROM comments ORDER BY id",
        &[
            &format!("{good}|Thanks, all of you"),
            &format!("{good}|You are *welcome*"),
        ],
    );
    assert_eq!(summary.answers.imported, 7);
}

#[test]
fn what_not_all_members_see_or_is_no_question_is_left_out() {
    let (target, summary) = imported();
    target.check(
        "SELECT title FROM questions ORDER BY id",
        &[
            "Why is my 'crust' pale & <soft>?",
            "How hot is it?",
            "Which flour is it?",
            "Asked by a guest?",
            "Asked by nobody?",
            "Which oven do you sell?",
        ],
    );
    for (what, count) in [
        ("deleted posts, and posts of deleted topics", 4),
        (
            "posts of categories that are disabled, or that not all members may read",
            2,
        ),
        ("posts of topics that are no questions", 1),
        ("posts that wait for a review", 1),
        ("earlier versions of posts", 1),
        ("votes for comments", 1),
        ("names, websites, locations and other details of users", 1),
    ] {
        assert_eq!(summary.skipped.get(what), Some(&count), "{what}");
    }
    target.check(
        "SELECT count(*) FROM scoped_tags WHERE name IN ('secret-tag', 'bakers-only', 'chat')",
        &["0"],
    );
}

#[test]
fn numbers_that_are_texts_mean_the_same() {
    let (old, target) = (Old::new(), Target::new());
    let expected = old.import(&target).expect("an import").skipped;
    let names = [
        "deleted",
        "disabled",
        "isQuestion",
        "isSolved",
        "solvedPid",
        "locked",
        "tid",
        "uid",
        "mainPid",
        "toPid",
    ];
    let old = names.iter().fold(old, |mut old, name| {
        let start = format!("\"{name}\": ");
        let mut parts = old.dump.split(&start).map(str::to_owned);
        let mut dump = parts.next().expect("a part");
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            let quote = if end > 0 { "\"" } else { "" };
            dump.push_str(&format!(
                "{start}{quote}{}{quote}{}",
                &part[..end],
                &part[end..]
            ));
        }
        old.dump = dump;
        old
    });
    assert!(old.dump.contains("\"deleted\": \"1\""));
    let target = Target::new();
    let summary = old.import(&target).expect("an import");
    assert_eq!(
        (
            summary.skipped,
            summary.questions.imported,
            summary.accepted
        ),
        (expected, 6, 1)
    );
}

#[test]
fn all_topics_are_questions_if_none_is_marked_or_an_option_says_so() {
    let summary = Old::new().import_with(&Target::new(), true, Options::default());
    assert_eq!(summary.expect("an import").questions.imported, 7);
    let old = Old::new().with("\"isQuestion\": 1", "\"isQuestion\": 0");
    let summary = old.import(&Target::new()).expect("an import");
    assert_eq!(summary.questions.imported, 7);
}

#[test]
fn what_solved_the_question_is_the_accepted_answer_also_if_it_replies_to_another() {
    let (target, _) = imported();
    let accepted = "SELECT accepted_answer_id FROM questions WHERE accepted_answer_id IS NOT NULL";
    target.check(accepted, &[&id_of(&target, 7).as_i64().to_string()]);
    let (old, target) = (Old::new(), Target::new());
    let old = old.with("\"solvedPid\": 7", "\"solvedPid\": 10");
    old.import(&target).expect("an import");
    target.check(accepted, &[&id_of(&target, 10).as_i64().to_string()]);
}

#[test]
fn tags_come_before_those_of_the_category_and_the_ones_above_it() {
    let (target, _) = imported();
    target.check(
        "SELECT s.name FROM question_tags t JOIN questions q ON q.id = t.question_id JOIN scoped_tags s ON s.tag_id = t.tag_id WHERE q.title LIKE 'Why is%' ORDER BY t.position",
        &["crust", "two-words", "c++", "bread", "rye-bread"],
    );
    target.check(
        "SELECT name, description FROM scoped_tags WHERE description <> 'user added tag' ORDER BY name",
        &["bread|Of flour and water", "rye-bread|Made of rye"],
    );
}

#[test]
fn scores_views_times_and_locks_are_those_of_the_old_site() {
    let (target, summary) = imported();
    let score = |number| {
        let id = id_of(&target, number).as_i64();
        target
            .rows(&format!("SELECT score FROM posts WHERE id = {id}"))
            .remove(0)
    };
    assert_eq!([2, 3, 7, 8].map(score), ["1", "0", "1", "-1"]);
    assert_eq!((summary.votes.up, summary.votes.down), (3, 2));
    target.check("SELECT sum(imported_views) FROM questions", &["41"]);
    let second = id_of(&target, 3).as_i64();
    target.check(
        &format!("SELECT created_at, edited_at > created_at FROM posts WHERE id = {second}"),
        &["1768989602123|1"],
    );
    target.check(
        "SELECT title FROM questions WHERE closed_at IS NOT NULL",
        &["Which oven do you sell?"],
    );
}

#[test]
fn topics_merged_topics_and_comments_lead_to_their_posts() {
    let (target, _) = imported();
    assert_eq!(id_of(&target, -2), id_of(&target, 2));
    // Topic 8 was merged into topic 4.
    assert_eq!(id_of(&target, -8), id_of(&target, 4));
    assert_eq!(id_of(&target, 10), id_of(&target, 7));
}

#[test]
fn nothing_secret_is_kept_from_the_dump() {
    let (old, target) = (Old::new(), Target::new());
    old.import(&target).expect("an import");
    target.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    let stored = fs::read(target.directory.path().join("stoa.db")).expect("the database");
    for secret in [
        "user0@example.com",
        "a-secret-hash",
        "smtp-password-1",
        "Ada Secret",
        "Secretville",
    ] {
        assert!(old.dump.contains(secret), "{secret}");
        let found = stored
            .windows(secret.len())
            .any(|part| part == secret.as_bytes());
        assert!(!found, "{secret}");
    }
}

#[test]
fn a_second_import_adds_only_what_is_new() {
    let (old, target) = (Old::new(), Target::new());
    old.import(&target).expect("an import");
    let counts = "SELECT (SELECT count(*) FROM users) || ' ' || (SELECT count(*) FROM posts) || ' ' || (SELECT count(*) FROM comments) || ' ' || (SELECT count(*) FROM external_ids)";
    let before = target.rows(counts);
    assert_eq!(old.import(&target).expect("a second import").new_rows(), 0);
    assert_eq!(target.rows(counts), before);
    // A comment that has become the solution stays a comment.
    let old = old.with("\"solvedPid\": 7", "\"solvedPid\": 10");
    assert_eq!(old.import(&target).expect("a third import").new_rows(), 0);
    // A deleted topic is restored.
    let old = Old::new().with(
        "\"title\": \"Deleted question?\", \"deleted\": 1",
        "\"title\": \"Deleted question?\"",
    );
    let summary = old.import(&target).expect("a fourth import");
    assert_eq!(
        (summary.questions.imported, summary.answers.imported),
        (1, 1)
    );
}

#[test]
fn a_dry_run_keeps_nothing_and_says_what_an_import_says() {
    let (old, target) = (Old::new(), Target::new());
    let options = Options {
        dry_run: true,
        ..Options::default()
    };
    let rehearsed = old.import_with(&target, false, options).expect("a dry run");
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
fn what_is_not_a_whole_dump_is_named_and_nothing_is_imported() {
    let whole = Old::new().dump;
    let cut = whole.find("A deleted answer").expect("a row");
    let line = whole[..cut].matches('\n').count() + 1;
    for (dump, sentence) in [
        (
            whole[..cut].to_owned(),
            format!("nodebb.sql, line {line}: "),
        ),
        (
            whole.replace("public.legacy_set ", "public.others "),
            "nodebb.sql has no table legacy_set of NodeBB 4: dump the whole database".to_owned(),
        ),
        (
            "CREATE TABLE t (a int); INSERT INTO t VALUES (1);".to_owned(),
            "nodebb.sql has no table legacy_hash of NodeBB 4".to_owned(),
        ),
    ] {
        let (mut old, target) = (Old::new(), Target::new());
        old.dump = dump;
        let error = old.import(&target).expect_err("an error").to_string();
        assert!(error.contains(&sentence), "{error}\n{sentence}");
        assert_eq!(target.number("posts") + target.number("users"), 0);
    }
    let options = Options {
        site: Some(String::new()),
        ..Options::default()
    };
    let error = Old::new()
        .open(options)
        .map(drop)
        .expect_err("no host")
        .to_string();
    assert!(
        error.contains("name the site of the dump with --site"),
        "{error}"
    );
}

#[test]
fn replies_that_reply_to_each_other_are_left_out() {
    let (old, target) = (Old::new(), Target::new());
    let old = old.with("\"toPid\": 7", "\"toPid\": 10");
    let summary = old.import(&target).expect("an import");
    assert_eq!(summary.comments.imported, 0);
    assert_eq!(summary.skipped["posts below what is not imported"], 2);
}
