//! The dump of a site of Question2Answer, made up with an example of everything that it stores.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::Target;
use super::pictures::picture;
use super::posts_here::{id_of, text_of};
use crate::core::id::Id;
use crate::features::pictures::files::Media;
use crate::operations::import::stackexchange::{self, Details};
use crate::operations::import::{ImportError, Options, Summary};

/// A folder with a dump.
pub(crate) struct Old {
    folder: TempDir,
    dump: String,
}

impl Old {
    pub fn new() -> Self {
        let blob: String = picture(9)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let dump = include_str!("question2answer.sql").replace("{PICTURE}", &format!("0x{blob}"));
        let folder = TempDir::new().expect("a folder");
        Self { folder, dump }
    }

    /// Replaces a part of the dump.
    fn with(mut self, part: &str, other: &str) -> Self {
        assert!(self.dump.contains(part), "{part}");
        self.dump = self.dump.replace(part, other);
        self
    }

    fn write(&self) -> PathBuf {
        let file = self.folder.path().join("q2a.sql");
        fs::write(&file, &self.dump).expect("a file");
        file
    }

    /// Returns the dump as the importer reads it.
    pub fn open(&self, options: Options) -> Result<stackexchange::Dump, ImportError> {
        let details = Details {
            time_zone: Some("Europe/Berlin"),
            prefix: None,
        };
        self.open_with(details, options)
    }

    fn open_with(
        &self,
        details: Details<'_>,
        options: Options,
    ) -> Result<stackexchange::Dump, ImportError> {
        let blobs = self.folder.path();
        stackexchange::Dump::open_question2answer(
            &self.write(),
            details,
            Some(blobs),
            options,
            |_| (),
        )
    }

    fn import_with(
        &self,
        target: &Target,
        details: Details<'_>,
        options: Options,
    ) -> Result<Summary, ImportError> {
        let options = Options {
            media: Some(Media::of(target.directory.path())),
            ..options
        };
        let dump = self.open_with(details, options)?;
        Ok(stackexchange::import(&target.db, dump, |_| ())?)
    }

    fn import(&self, target: &Target) -> Result<Summary, ImportError> {
        let details = Details {
            time_zone: Some("Europe/Berlin"),
            prefix: None,
        };
        self.import_with(target, details, Options::default())
    }

    /// Returns the error of an import, which must have left the site as it was.
    #[track_caller]
    fn refused(&self) -> String {
        let target = Target::new();
        let error = self.import(&target).expect_err("an error").to_string();
        assert_eq!(target.number("posts") + target.number("users"), 0);
        error
    }
}

fn imported() -> (Target, Summary) {
    let (old, target) = (Old::new(), Target::new());
    let summary = old.import(&target).expect("an import");
    (target, summary)
}

#[test]
fn users_come_with_their_names_and_without_passwords_or_mail_addresses() {
    let (target, summary) = imported();
    // A name that this site does not allow, or that another user has, gets one like it.
    target.check(
        "SELECT username, display_name, biography, password_hash FROM users WHERE display_name NOT LIKE 'anonymous%' ORDER BY created_at",
        &[
            "ada|ada|I bake\\\nat night.|-",
            "two-words|two words||-",
            "Two-Words-2|Two Words||-",
            "admin-2|admin||-",
            "Guest|Guest||-",
        ],
    );
    target.check("SELECT count(*) FROM mail_addresses", &["0"]);
    assert_eq!(summary.skipped["passwords and mail addresses of users"], 4);
}

#[test]
fn texts_are_those_of_the_old_pages_in_each_format() {
    let (target, _) = imported();
    let picture = Id::from_i64(
        target.rows("SELECT id FROM pictures")[0]
            .parse()
            .expect("an id"),
    );
    let [first, second, answer] = [1, 2, 20].map(|number| id_of(&target, number));
    assert_eq!(
        text_of(&target, 1),
        format!(
            "It is **pale**, see ![a](/media/{picture}) and [this](/question/{second}#{answer})."
        )
    );
    assert_eq!(
        text_of(&target, 2),
        "Is \\<b> 200 enough?\n\nif hot:\\\n\u{a0}\u{a0}bake"
    );
    assert_eq!(
        text_of(&target, 3),
        format!("**Which** [flour](/question/{first})?")
    );
    assert_eq!(
        text_of(&target, 4),
        format!(
            "It follows [https://bake.example.org/1/why](/question/{first}), see tag \
             [https://bake.example.org/tag/two%20words](/questionPage?tag=two-words)"
        )
    );
    assert_eq!(text_of(&target, 10), "Bake it \\*hotter\\*");
}

#[test]
fn what_is_hidden_or_waits_is_left_out_with_what_is_below_it() {
    let (target, summary) = imported();
    target.check(
        "SELECT title FROM questions ORDER BY id",
        &[
            "Why is my 'crust' pale?",
            "How hot?",
            "And the crumb?",
            "Which flour?",
        ],
    );
    assert_eq!(
        (summary.questions.imported, summary.answers.imported),
        (4, 2)
    );
    target.check(
        "SELECT count(*) FROM scoped_tags WHERE name = 'hidden-tag'",
        &["0"],
    );
    for (what, count) in [
        ("hidden questions, answers and comments", 3),
        ("questions, answers and comments that wait for a review", 1),
        (
            "answers and comments below what is hidden or waits for a review",
            2,
        ),
        ("votes for comments", 1),
        ("flags", 1),
        ("pictures of users", 1),
        ("names, websites, locations and other details of users", 1),
        ("blocks of users", 1),
        (
            "roles of experts, editors, moderators and administrators",
            1,
        ),
        ("private messages, and messages on walls of users", 1),
        ("uploaded files that are no pictures; their links stay", 1),
    ] {
        assert_eq!(summary.skipped.get(what), Some(&count), "{what}");
    }
}

#[test]
fn comments_come_with_the_notes_of_closed_questions() {
    let (target, _) = imported();
    let second = id_of(&target, 2);
    target.check(
        "SELECT u.username, c.text, q.title FROM comments c JOIN users u ON u.id = c.author_id JOIN questions q ON q.id = c.question_id ORDER BY c.id",
        &[
            "two-words|Which *oven*?|Why is my 'crust' pale?",
            &format!("Guest|Thanks, as in [https://bake.example.org/?qa=2/how-hot](/question/{second})|Why is my 'crust' pale?"),
            "ada|Ask a miller|Which flour?",
        ],
    );
}

#[test]
fn rows_of_votes_that_are_no_votes_do_not_count() {
    let (target, summary) = imported();
    let score = |number| {
        let id = id_of(&target, number).as_i64();
        target
            .rows(&format!("SELECT score FROM posts WHERE id = {id}"))
            .remove(0)
    };
    assert_eq!([1, 2, 10, 20].map(score), ["1", "0", "2", "-1"]);
    assert_eq!((summary.votes.up, summary.votes.down), (3, 1));
}

#[test]
fn the_selected_answer_is_the_accepted_one() {
    let (target, _) = imported();
    target.check(
        "SELECT q.title, p.text FROM questions q JOIN posts p ON p.id = q.accepted_answer_id",
        &["Why is my 'crust' pale?|Bake it \\*hotter\\*"],
    );
}

#[test]
fn questions_are_closed_since_their_note_or_as_a_duplicate() {
    let (target, _) = imported();
    target.check(
        "SELECT title, datetime(closed_at / 1000, 'unixepoch') FROM questions WHERE closed_at IS NOT NULL ORDER BY id",
        &["How hot?|2026-02-04 09:00:00", "Which flour?|2026-07-04 08:00:00"],
    );
    target.check(
        "SELECT c.title, o.title, u.username FROM duplicates d JOIN questions c ON c.id = d.question_id JOIN questions o ON o.id = d.original_id JOIN users u ON u.id = d.linked_by",
        &["How hot?|Why is my 'crust' pale?|ada"],
    );
}

#[test]
fn a_selected_answer_closes_its_question_where_the_old_site_says_so() {
    let (old, target) = (Old::new(), Target::new());
    let old = old.with("('do_close_on_select','0')", "('do_close_on_select','1')");
    old.import(&target).expect("an import");
    target.check(
        "SELECT datetime(closed_at / 1000, 'unixepoch') FROM questions WHERE title LIKE '%crust%'",
        &["2026-02-01 11:00:00"],
    );
}

#[test]
fn a_question_that_follows_on_from_an_answer_refers_to_its_question() {
    let (target, _) = imported();
    let [question, following] = [1, 4].map(|number| id_of(&target, number).as_i64());
    target.check(
        "SELECT min(question_id, linked_id), max(question_id, linked_id) FROM question_links",
        &[&format!("{question}|{following}")],
    );
}

#[test]
fn tags_and_categories_become_tags_with_their_descriptions() {
    let (target, _) = imported();
    target.check(
        "SELECT q.title, s.name FROM question_tags t JOIN questions q ON q.id = t.question_id JOIN scoped_tags s ON s.tag_id = t.tag_id ORDER BY q.id, t.position",
        &[
            "Why is my 'crust' pale?|crust",
            "Why is my 'crust' pale?|two-words",
            "Why is my 'crust' pale?|bread",
            "Why is my 'crust' pale?|rye",
            "How hot?|crust",
        ],
    );
    target.check(
        "SELECT name, description FROM scoped_tags WHERE description <> 'user added tag' ORDER BY name",
        &["crust|The outer part", "rye|Made of rye"],
    );
}

#[test]
fn a_picture_is_also_read_from_the_folder_of_uploads() {
    let (old, target) = (Old::new(), Target::new());
    let start = old.dump.find("0x89").expect("the picture");
    let end = start + old.dump[start..].find(',').expect("its end");
    let bytes = old.dump[start..end].to_owned();
    let old = old.with(&bytes, "NULL");
    assert_eq!(old.import(&Target::new()).expect("an import").pictures, 0);
    let folder = old.folder.path().join("174");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("17446744073709551615.png"), picture(9)).expect("a file");
    assert_eq!(old.import(&target).expect("an import").pictures, 1);
}

#[test]
fn times_are_those_of_the_zone_of_the_old_server() {
    let (target, _) = imported();
    target.check(
        "SELECT datetime(p.created_at / 1000, 'unixepoch'), datetime(p.edited_at / 1000, 'unixepoch') FROM posts p JOIN questions q ON q.id = p.id ORDER BY p.id",
        &[
            "2026-02-01 09:00:00|2026-02-03 09:00:00",
            "2026-02-02 09:00:00|-",
            "2026-02-05 09:00:00|-",
            "2026-07-03 08:00:00|-",
        ],
    );
}

#[test]
fn without_a_time_zone_the_sentence_says_how_to_name_one() {
    let (old, target) = (Old::new(), Target::new());
    for (time_zone, sentence) in [
        (None, "as in --time-zone Europe/Berlin"),
        (
            Some("Berlin"),
            "there is no time zone Berlin: name one such as Europe/Berlin",
        ),
    ] {
        let details = Details {
            time_zone,
            prefix: None,
        };
        let error = old.import_with(&target, details, Options::default());
        let error = error.expect_err("no zone").to_string();
        assert!(error.contains(sentence), "{error}");
    }
    assert_eq!(target.number("users"), 0);
}

#[test]
fn nothing_secret_is_kept_from_the_dump() {
    let (target, _) = imported();
    target.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    let stored = fs::read(target.directory.path().join("stoa.db")).expect("the database");
    for secret in [
        "ada@example.org",
        "$2y$10$secret",
        "smtp-password-1",
        "Ada Secret",
        "A private message",
    ] {
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
    let late = "(90,'A',1,3,NULL,NULL,2,NULL,NULL,0,'','2026-03-01 10:00:00',NULL,NULL,NULL,'Late',NULL,NULL),\n(20,'A'";
    let third = old
        .with("(20,'A'", late)
        .import(&target)
        .expect("a third import");
    assert_eq!((third.new_rows(), third.answers.imported), (1, 1));
}

#[test]
fn a_dry_run_keeps_nothing_and_says_what_an_import_says() {
    let (old, target) = (Old::new(), Target::new());
    let details = Details {
        time_zone: Some("Europe/Berlin"),
        prefix: None,
    };
    let options = Options {
        dry_run: true,
        ..Options::default()
    };
    let rehearsed = old
        .import_with(&target, details, options)
        .expect("a dry run");
    assert_eq!(target.number("posts"), 0);
    let summary = old.import(&target).expect("an import");
    let rehearsed = Summary {
        dry_run: false,
        ..rehearsed
    };
    assert_eq!(rehearsed, summary);
}

#[test]
fn one_of_several_sites_is_named_by_its_prefix() {
    let old = Old::new();
    let other = old
        .dump
        .replace("`qa_", "`other_")
        .replace("'How hot?'", "'How cold?'");
    let old = old.with("-- Dump completed", &format!("{other}\n-- Dump completed"));
    let error = old.refused();
    assert!(
        error.contains("begin with other_, qa_: name one of these with --table-prefix"),
        "{error}"
    );
    let target = Target::new();
    let details = Details {
        time_zone: Some("UTC"),
        prefix: Some("other_"),
    };
    old.import_with(&target, details, Options::default())
        .expect("an import");
    target.check(
        "SELECT title FROM questions WHERE title LIKE 'How%'",
        &["How cold?"],
    );
}

#[test]
fn what_is_not_a_whole_dump_of_the_right_version_is_named_and_nothing_is_imported() {
    let missing = Old::new();
    fs::remove_dir_all(missing.folder.path()).expect("no folder");
    let details = Details {
        time_zone: Some("UTC"),
        prefix: None,
    };
    let nowhere = stackexchange::Dump::open_question2answer(
        &missing.folder.path().join("q2a.sql"),
        details,
        None,
        Options::default(),
        |_| (),
    );
    assert!(matches!(nowhere.map(drop), Err(ImportError::NotFound(_))));
    let whole = Old::new().dump;
    let cut = whole.find("'Which flour?'").expect("a row");
    let line = whole[..cut].matches('\n').count() + 1;
    let between = whole.find("CREATE TABLE `qa_users`").expect("a statement");
    let lines = whole[..between].matches('\n').count() + 1;
    for (dump, sentence) in [
        (
            whole[..cut].to_owned(),
            format!("q2a.sql, line {line}: the file ends within the statement of line"),
        ),
        (
            whole[..between].to_owned(),
            format!("q2a.sql, line {lines}: the last line of a complete dump is missing"),
        ),
        (
            whole.replace("  `closedbyid` int(10) unsigned DEFAULT NULL,\n", ""),
            "the table qa_posts has no column closedbyid: update the old site".to_owned(),
        ),
        (
            whole.replace("'db_version','67'", "'db_version','80'"),
            "is of a version of Question2Answer after 1.8".to_owned(),
        ),
        (
            whole.replace("qa_users", "wp_members"),
            "has no table qa_users of Question2Answer 1.8".to_owned(),
        ),
        (
            whole
                .replace("pale</strong>", "pale\u{1}</strong>")
                .replace('\u{1}', "\\Z"),
            String::new(),
        ),
        (
            "CREATE TABLE t (a int); INSERT INTO t VALUES (1);".to_owned(),
            "has no table with the posts".to_owned(),
        ),
        (
            "{\"type\":\"export\"}".to_owned(),
            "q2a.sql, line 1: `{` begins no statement".to_owned(),
        ),
        (String::new(), "has no table with the posts".to_owned()),
    ] {
        let mut old = Old::new();
        old.dump = dump;
        if sentence.is_empty() {
            // A control character is no reason to refuse a text.
            old.import(&Target::new()).expect("an import");
        } else {
            let error = old.refused();
            assert!(error.contains(&sentence), "{error}");
        }
    }
}
