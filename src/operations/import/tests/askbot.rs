//! The dump of a site of Askbot 0.13 with an example of everything that it stores, made by `scripts/import-peers/askbot --sample`.

use std::fs;
use std::path::PathBuf;

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
        fs::write(folder.path().join("17690000001234567.png"), picture(9)).expect("a file");
        Self {
            folder,
            dump: include_str!("askbot.sql").to_owned(),
        }
    }

    /// Replaces a part of the dump.
    fn with(mut self, part: &str, other: &str) -> Self {
        assert!(self.dump.contains(part), "{part}");
        self.dump = self.dump.replace(part, other);
        self
    }

    fn write(&self) -> PathBuf {
        let file = self.folder.path().join("askbot.sql");
        fs::write(&file, &self.dump).expect("a file");
        file
    }

    /// Returns the dump as the importer reads it. `everyone` is the name of the group of all users.
    fn open_with(
        &self,
        everyone: Option<&str>,
        options: Options,
    ) -> Result<stackexchange::Dump, ImportError> {
        let uploads = Some(self.folder.path());
        stackexchange::Dump::open_askbot(&self.write(), everyone, uploads, options, |_| ())
    }

    pub fn open(&self, options: Options) -> Result<stackexchange::Dump, ImportError> {
        self.open_with(None, options)
    }

    fn import_with(
        &self,
        target: &Target,
        everyone: Option<&str>,
        options: Options,
    ) -> Result<Summary, ImportError> {
        let options = Options {
            media: Some(Media::of(target.directory.path())),
            ..options
        };
        let dump = self.open_with(everyone, options)?;
        Ok(stackexchange::import(&target.db, dump, |_| ())?)
    }

    fn import(&self, target: &Target) -> Result<Summary, ImportError> {
        self.import_with(target, None, Options::default())
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
fn users_come_with_their_names_and_what_they_wrote_about_themselves() {
    let (target, summary) = imported();
    // A name that this site does not allow, or that another user has, gets one like it.
    target.check(
        "SELECT username, display_name, biography, password_hash FROM users WHERE display_name NOT LIKE 'anonymous %' ORDER BY created_at",
        &[
            "ada|ada|I bake **at night**, see https://bread.example.org/a_b_c.|-",
            "two-words|two words||-",
            "Low-Arger|Löw Ärger||-",
            "j.r.dots|j.r.dots||-",
            "Two-Words-2|Two Words||-",
            "newcomer|newcomer||-",
            "spammer|spammer||-",
            "anonymous8|anonymous8||-",
            "user9|x||-",
        ],
    );
    target.check("SELECT count(*) FROM mail_addresses", &["0"]);
    assert_eq!(summary.skipped["passwords and mail addresses of users"], 9);
}

#[test]
fn nobody_reads_about_themselves_what_the_old_site_hid() {
    let (old, target) = (Old::new(), Target::new());
    // Ada is blocked.
    let old = old.with("1\t{}\td\tf", "1\t{}\tb\tf");
    let summary = old.import(&target).expect("an import");
    target.check("SELECT biography FROM users WHERE username = 'ada'", &[""]);
    let what = "texts about users who are blocked or wait for approval";
    assert_eq!(summary.skipped[what], 1);
}

#[test]
fn texts_are_the_markdown_of_their_authors() {
    let (target, _) = imported();
    let picture = Id::from_i64(
        target.rows("SELECT id FROM pictures")[0]
            .parse()
            .expect("an id"),
    );
    let [first, second, good] = [1, 2, 8].map(|number| id_of(&target, number));
    assert_eq!(
        text_of(&target, 1),
        format!(
            "It is **pale** and *soft*:\n\n![A loaf](/media/{picture})\n\n- one\n- two `a*b*`\n\n> said Ann\n\n\
             See [this](https://bread.example.org/x?a=1&b=2). https://bread.example.org/a_b_c in words.\n\n\
             | Heat | Time |\n|---|---|\n| 200 | 1 |\n\n```python\nif hot:\n    bake()\n```\n\n    indented <code>\n\n\
             The heat is $E = mc^2$, and\n\n$$\\int_0^1 x\\,dx$$\n\nIt costs \\$5."
        )
    );
    assert_eq!(
        text_of(&target, 2),
        "Is < b > 200 * 2 enough? A long address: https://bread.example.org/a/very/long/path/with/many/parts/of/it.html Or *more*?"
    );
    assert_eq!(
        text_of(&target, 3),
        format!(
            "Any, see [that one](/question/{first}) or [https://old.example.com/question/{second}/how-hot/](/question/{second})\n\nIt is soft, too."
        )
        .replace(&format!("question/{second}/how-hot"), "question/2/how-hot")
    );
    // The site shows HTML tags as text.
    assert_eq!(
        text_of(&target, 4),
        "It is **bold** and *wide*.\n\nA paragraph & more"
    );
    assert_eq!(text_of(&target, 6), "");
    assert_eq!(
        text_of(&target, 9),
        format!("Or [as they said](/question/{first}#{good}), @two words.")
    );
}

#[test]
fn what_is_hidden_in_any_way_is_left_out_with_what_is_below_it() {
    let (target, summary) = imported();
    target.check(
        "SELECT title FROM questions ORDER BY id",
        &[
            "Why is my 'crust' pale & <soft>?",
            "How hot is it?",
            "Which flour is it?",
            "Is HTML shown?",
            "Who asks this?",
            "Nothing but a title?",
            "A page of all?",
            "Which oven do you sell?",
            "Why so pale?",
            "Is an edit suggested?",
        ],
    );
    assert_eq!(
        (
            summary.questions.imported,
            summary.answers.imported,
            summary.comments.imported
        ),
        (10, 5, 5)
    );
    target.check(
        "SELECT count(*) FROM scoped_tags WHERE name = 'secret-tag'",
        &["0"],
    );
    for (what, count) in [
        ("deleted questions, answers and comments", 3),
        ("questions, answers and comments that are marked as spam", 1),
        ("questions, answers and comments that wait for a review", 3),
        (
            "questions, answers and comments that only a group may read",
            3,
        ),
        ("answers and comments below what is not imported", 2),
        ("edits that wait for a review", 1),
        ("tags without a question that is imported", 2),
        ("votes for comments", 1),
        ("names, websites, locations and other details of users", 1),
        ("blocks and suspensions of users", 1),
        ("roles of administrators and moderators", 1),
    ] {
        assert_eq!(summary.skipped.get(what), Some(&count), "{what}");
    }
    for hidden in [
        "secret",
        "hidden",
        "deleted",
        "waiting",
        "A suggested",
        "private",
        "Spam",
    ] {
        let sql = format!(
            "SELECT text FROM (SELECT text FROM posts UNION ALL SELECT text FROM comments UNION ALL SELECT decompressed(compressed_text) FROM revisions) WHERE text LIKE '%{hidden}%'"
        );
        assert_eq!(target.rows(&sql), Vec::<String>::new());
    }
}

#[test]
fn posts_of_no_group_are_public_only_if_the_old_site_has_no_groups() {
    let start = "COPY public.askbot_post_groups (id, group_id, post_id) FROM stdin;\n";
    let without_groups = |mut old: Old| {
        let at = old.dump.find(start).expect("the groups") + start.len();
        let end = old.dump[at..].find("\\.\n").expect("their end");
        old.dump.replace_range(at..at + end, "");
        old
    };
    let summary = without_groups(Old::new())
        .import(&Target::new())
        .expect("an import");
    assert_eq!(summary.questions.imported, 0);
    let old = without_groups(Old::new()).with("GROUPS_ENABLED\tTrue", "GROUPS_ENABLED\tFalse");
    let summary = old.import(&Target::new()).expect("an import");
    assert_eq!(summary.questions.imported, 11);
}

#[test]
fn the_group_of_all_users_is_named_if_the_dump_does_not() {
    let old = || Old::new().with("1\teveryone", "1\ttout le monde");
    let error = old().refused();
    assert!(
        error.contains("askbot.sql has no group \"everyone\", whose posts all may read: name that of all users with --public-group. The groups are: tout le monde, bakers"),
        "{error}"
    );
    let target = Target::new();
    let summary = old().import_with(&target, Some("tout le monde"), Options::default());
    assert_eq!(summary.expect("an import").questions.imported, 10);
    let setting =
        "GROUPS_ENABLED\tTrue\t1\n99\tGROUP_SETTINGS\tGLOBAL_GROUP_NAME\ttout le monde\t1";
    let old = old().with("GROUPS_ENABLED\tTrue\t1", setting);
    let summary = old.import(&Target::new()).expect("an import");
    assert_eq!(summary.questions.imported, 10);
}

#[test]
fn anonymous_posts_do_not_name_their_authors() {
    let (target, _) = imported();
    for number in [5, 11] {
        let id = id_of(&target, number).as_i64();
        target.check(
            &format!("SELECT u.username FROM posts p JOIN users u ON u.id = p.author_id WHERE p.id = {id}"),
            &["anonymous-old.example.com"],
        );
        let sql = format!(
            "SELECT DISTINCT u.username FROM revisions r JOIN users u ON u.id = r.author_id WHERE r.post_id = {id}"
        );
        target.check(&sql, &["anonymous-old.example.com"]);
    }
    // Neither does an edit of the same author that is not marked.
    let (old, target) = (Old::new(), Target::new());
    let line = old
        .dump
        .lines()
        .find(|line| line.starts_with("17\t2\t2026-03-07"))
        .expect("the edit")
        .to_owned();
    let marked = line.replacen("\tt\t\\N\t3\t5\t", "\tf\t\\N\t3\t5\t", 1);
    assert_ne!(line, marked);
    old.with(&line, &marked).import(&target).expect("an import");
    let id = id_of(&target, 5).as_i64();
    let sql = format!(
        "SELECT DISTINCT u.username FROM revisions r JOIN users u ON u.id = r.author_id WHERE r.post_id = {id}"
    );
    target.check(&sql, &["anonymous-old.example.com"]);
}

#[test]
fn comments_come_as_they_were_shown_with_the_reasons_of_closed_questions() {
    let (target, _) = imported();
    let first = id_of(&target, 1);
    target.check(
        "SELECT u.username, c.text, q.title FROM comments c JOIN users u ON u.id = c.author_id JOIN questions q ON q.id = c.question_id ORDER BY c.id",
        &[
            "Low-Arger|Which \\*oven\\* is it, a_b_c & ? <https://bread.example.org/_x_>|Why is my 'crust' pale & <soft>?",
            "ada|@two words thanks, all of you|Why is my 'crust' pale & <soft>?",
            "Low-Arger|I asked this|Who asks this?",
            "ada|Ask a shop, such as <https://ovens.example.org>|Which oven do you sell?",
            &format!("ada|Duplicate of [https://old.example.com/question/1/why/](/question/{first})|Why so pale?"),
        ],
    );
}

#[test]
fn scores_views_and_votes_are_those_of_the_old_site() {
    let (target, summary) = imported();
    let score = |number| {
        let id = id_of(&target, number).as_i64();
        target
            .rows(&format!("SELECT score FROM posts WHERE id = {id}"))
            .remove(0)
    };
    assert_eq!([1, 2, 8, 9, 10].map(score), ["2", "0", "1", "-1", "1"]);
    assert_eq!((summary.votes.up, summary.votes.down), (5, 3));
    target.check("SELECT sum(imported_views) FROM questions", &["41"]);
}

#[test]
fn the_accepted_answer_is_that_of_the_thread() {
    let (target, _) = imported();
    target.check(
        "SELECT q.title, p.id FROM questions q JOIN posts p ON p.id = q.accepted_answer_id",
        &[&format!(
            "Why is my 'crust' pale & <soft>?|{}",
            id_of(&target, 8).as_i64()
        )],
    );
}

#[test]
fn questions_are_closed_or_duplicates_of_the_question_that_the_reason_names() {
    let (target, _) = imported();
    target.check(
        "SELECT title, datetime(closed_at / 1000, 'unixepoch') FROM questions WHERE closed_at IS NOT NULL ORDER BY id",
        &["Which oven do you sell?|2026-03-16 10:00:20", "Why so pale?|2026-03-22 10:00:22"],
    );
    target.check(
        "SELECT c.title, o.title, u.username FROM duplicates d JOIN questions c ON c.id = d.question_id JOIN questions o ON o.id = d.original_id JOIN users u ON u.id = d.linked_by",
        &["Why so pale?|Why is my 'crust' pale & <soft>?|ada"],
    );
}

#[test]
fn revisions_are_those_that_members_saw() {
    let (target, summary) = imported();
    let second = id_of(&target, 2).as_i64();
    target.check(
        &format!("SELECT u.username, r.title, r.tags FROM revisions r JOIN users u ON u.id = r.author_id WHERE r.post_id = {second} ORDER BY r.id"),
        &["two-words|How hot?|crust", "ada|How hot is it?|crust heat"],
    );
    // 10 questions and 5 answers, and what is edited: two of a question once, one of it twice, and an answer once.
    assert_eq!(summary.revisions, 20);
}

#[test]
fn tags_come_with_their_descriptions_and_synonyms() {
    let (target, _) = imported();
    target.check(
        "SELECT s.name FROM question_tags t JOIN questions q ON q.id = t.question_id JOIN scoped_tags s ON s.tag_id = t.tag_id WHERE q.title LIKE 'Why is%' ORDER BY t.position",
        &["crust", "two-words", "c++"],
    );
    target.check(
        "SELECT name, description FROM scoped_tags WHERE description <> 'user added tag'",
        &["crust|The outer part of a loaf"],
    );
    target.check(
        "SELECT y.name, s.name FROM tag_synonyms y JOIN scoped_tags s ON s.tag_id = y.main_id",
        &["rind|crust"],
    );
}

#[test]
fn times_are_those_of_their_zones() {
    let (old, target) = (Old::new(), Target::new());
    let old = old.with(
        "2026-01-18 10:00:01.123456+00",
        "2026-01-18 15:30:01.123456+05:30",
    );
    old.import(&target).expect("an import");
    let id = id_of(&target, 1).as_i64();
    target.check(
        &format!(
            "SELECT datetime(created_at / 1000, 'unixepoch'), edited_at FROM posts WHERE id = {id}"
        ),
        &["2026-01-18 10:00:01|-"],
    );
}

#[test]
fn nothing_secret_is_kept_from_the_dump() {
    let (old, target) = (Old::new(), Target::new());
    let setting = "GROUPS_ENABLED\tTrue\t1\n99\tEMAIL\tSMTP_PASSWORD\tsmtp-password-1\t1";
    let old = old.with("GROUPS_ENABLED\tTrue\t1", setting);
    old.import(&target).expect("an import");
    target.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    let stored = fs::read(target.directory.path().join("stoa.db")).expect("the database");
    for secret in [
        "user0@example.com",
        "a-secret-hash",
        "smtp-password-1",
        "Ada Secret",
        "Secretville",
        "192.0.2.7",
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
    // The answer that waited is approved.
    let line = old
        .dump
        .lines()
        .find(|line| line.contains("\tA waiting answer\t"))
        .expect("the answer")
        .to_owned();
    let approved = line.replacen("\tf\t\\N\tf\tf\t", "\tf\t\\N\tt\tf\t", 1);
    assert_ne!(line, approved);
    let revision = old
        .dump
        .lines()
        .find(|line| line.starts_with("30\t0\t"))
        .expect("its revision")
        .to_owned();
    let old = old
        .with(&line, &approved)
        .with(&revision, &revision.replacen("30\t0", "30\t1", 1));
    let third = old.import(&target).expect("a third import");
    assert_eq!((third.new_rows(), third.answers.imported), (1, 1));
}

#[test]
fn a_question_that_was_merged_later_keeps_its_address() {
    let (old, target) = (Old::new(), Target::new());
    // The import before the merge.
    let line = old
        .dump
        .lines()
        .find(|line| line.starts_with("3\tquestion\t18\t"))
        .expect("the question")
        .to_owned();
    let before = Old::new().with(&line, &line.replacen("18", "\\N", 1));
    before.import(&target).expect("an import");
    old.import(&target).expect("a second import");
    target.check(
        "SELECT count(*) FROM external_ids WHERE kind = 'post' AND external_id = '18'",
        &["0"],
    );
    let target = Target::new();
    old.import(&target).expect("an import");
    assert_eq!(id_of(&target, 18), id_of(&target, 3));
}

#[test]
fn a_dry_run_keeps_nothing_and_says_what_an_import_says() {
    let (old, target) = (Old::new(), Target::new());
    let options = Options {
        dry_run: true,
        ..Options::default()
    };
    let rehearsed = old.import_with(&target, None, options).expect("a dry run");
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
fn what_is_not_a_whole_dump_of_the_right_version_is_named_and_nothing_is_imported() {
    let missing = Old::new();
    let path = missing.folder.path().join("nothing.sql");
    let nowhere = stackexchange::Dump::open_askbot(&path, None, None, Options::default(), |_| ());
    assert!(matches!(nowhere.map(drop), Err(ImportError::NotFound(_))));
    let whole = Old::new().dump;
    let cut = whole.find("A suggested text").expect("a row");
    let line = whole[..cut].matches('\n').count() + 1;
    let between = whole.find("COPY public.vote").expect("a statement");
    let lines = whole[..between].matches('\n').count() + 1;
    for (dump, sentence) in [
        (whole[..cut].to_owned(), format!("askbot.sql, line {line}: ")),
        (
            whole[..between].to_owned(),
            format!("askbot.sql, line {lines}: the last line of a complete dump is missing"),
        ),
        (
            whole.replace("    marked_as_spam boolean NOT NULL,\n", ""),
            "the table askbot_post has no column marked_as_spam: update the old site to Askbot 0.13".to_owned(),
        ),
        (
            whole.replace("public.auth_user ", "public.members "),
            "askbot.sql has no table auth_user of Askbot 0.13: dump the whole database".to_owned(),
        ),
        (
            "CREATE TABLE t (a int); INSERT INTO t VALUES (1);".to_owned(),
            "askbot.sql has no table askbot_post of Askbot 0.13".to_owned(),
        ),
        (String::new(), "askbot.sql has no table askbot_post".to_owned()),
    ] {
        let mut old = Old::new();
        old.dump = dump;
        let error = old.refused();
        assert!(error.contains(&sentence), "{error}\n{sentence}");
    }
}
