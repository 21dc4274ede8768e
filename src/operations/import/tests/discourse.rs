//! The backup of a site of Discourse, made up with an example of everything that is imported: `scripts/import-peers/discourse` has
//! made its dump.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use super::Target;
use super::pictures::picture;
use super::posts_here::{id_of, text_of};
use crate::core::id::Id;
use crate::features::pictures::files::Media;
use crate::operations::import::stackexchange;
use crate::operations::import::{ImportError, Options, Summary};

const PICTURE: &str = "uploads/default/original/1X/0000000000000000000000000000000000000064.png";

/// A folder with a backup.
pub(crate) struct Old {
    folder: TempDir,
    dump: String,
}

impl Old {
    pub fn new() -> Self {
        Self {
            folder: TempDir::new().expect("a folder"),
            dump: include_str!("discourse.sql").to_owned(),
        }
    }

    /// Replaces a part of the dump.
    fn with(mut self, part: &str, other: &str) -> Self {
        assert!(self.dump.contains(part), "{part}");
        self.dump = self.dump.replace(part, other);
        self
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let file = self.folder.path().join(name);
        fs::write(&file, bytes).expect("a file");
        file
    }

    /// Writes a backup as the page of administrators makes it.
    fn backup(&self) -> PathBuf {
        let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        let files = [
            ("dump.sql.gz", compressed(self.dump.as_bytes())),
            (PICTURE, picture(9)),
            (
                "uploads/default/original/1X/0000000000000000000000000000000000000065.png",
                b"not shown".to_vec(),
            ),
        ];
        for (name, bytes) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, name, bytes.as_slice())
                .expect("a file");
        }
        let gzip = tar.into_inner().expect("an archive");
        self.write("bake.tar.gz", &gzip.finish().expect("a backup"))
    }

    fn import_file(
        &self,
        target: &Target,
        file: &Path,
        options: Options,
    ) -> Result<Summary, ImportError> {
        let options = Options {
            media: Some(Media::of(target.directory.path())),
            ..options
        };
        let uploads = self.folder.path().join("uploads");
        let uploads = uploads.is_dir().then_some(uploads);
        let dump = stackexchange::Dump::open_discourse(file, uploads.as_deref(), options, |_| ())?;
        Ok(stackexchange::import(&target.db, dump, |_| ())?)
    }

    /// Returns the backup as the importer reads it.
    pub fn open(&self, options: Options) -> Result<stackexchange::Dump, ImportError> {
        stackexchange::Dump::open_discourse(&self.backup(), None, options, |_| ())
    }

    fn import(&self, target: &Target) -> Result<Summary, ImportError> {
        self.import_file(target, &self.backup(), Options::default())
    }
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).expect("gzip");
    gzip.finish().expect("gzip")
}

fn imported() -> (Target, Summary) {
    let (old, target) = (Old::new(), Target::new());
    let summary = old.import(&target).expect("an import");
    (target, summary)
}

#[test]
fn users_come_with_their_names_and_without_passwords_or_mail_addresses() {
    let (target, summary) = imported();
    let question = id_of(&target, 100);
    // Those who have written nothing come only if they have confirmed their mail address; hidden profiles come without a biography.
    target.check(
        "SELECT username, display_name, biography, password_hash FROM users WHERE display_name NOT LIKE 'anonymous%' ORDER BY created_at",
        &[
            &format!("ada|Ada Löw|I **bake**, see [this](/question/{question}).|-"),
            "two_words|two_words||-",
            "mailer|By Mail||-",
            "Luk|Łuk||-",
        ],
    );
    target.check("SELECT count(*) FROM mail_addresses", &["0"]);
    assert_eq!(summary.skipped["passwords and mail addresses of users"], 5);
    let (old, target) = (Old::new(), Target::new());
    let old = old.with("smtp_secret\t1\tsmtp-password-1", "enable_names\t5\tf");
    old.import(&target).expect("an import");
    target.check(
        "SELECT display_name FROM users WHERE username = 'ada'",
        &["ada"],
    );
}

#[test]
fn topics_become_questions_and_their_posts_answers() {
    let (target, summary) = imported();
    target.check(
        "SELECT q.title, u.username, q.imported_views, p.score, datetime(p.created_at / 1000, 'unixepoch'), datetime(p.edited_at / 1000, 'unixepoch'), datetime(q.closed_at / 1000, 'unixepoch')
         FROM questions q JOIN posts p ON p.id = q.id JOIN users u ON u.id = p.author_id ORDER BY q.id",
        &[
            "Why is my 'crust' pale? \\ a|ada|42|-1|2024-02-01 10:00:00|2024-02-05 10:00:00|-",
            "How hot?|two_words|7|2|2024-02-02 10:00:00|-|2024-02-04 10:00:00",
            "Which flour?|mailer|3|0|2024-02-06 10:00:00|-|-",
        ],
    );
    target.check(
        "SELECT q.title, u.username, p.score FROM posts p JOIN questions q ON q.id = p.question_id JOIN users u ON u.id = p.author_id WHERE p.id <> q.id ORDER BY p.id",
        &[
            "Why is my 'crust' pale? \\ a|two_words|2",
            "Why is my 'crust' pale? \\ a|mailer|0",
            "How hot?|anonymous-bake.example.org|0",
            "How hot?|two_words|0",
            "Which flour?|Luk|0",
        ],
    );
    assert_eq!((summary.votes.up, summary.votes.down), (4, 1));
}

#[test]
fn texts_are_markdown_with_links_and_pictures_of_this_site() {
    let (target, _) = imported();
    let pictures = target.rows("SELECT id FROM pictures ORDER BY owner_id IN (SELECT id FROM users WHERE username = 'ada') DESC");
    let picture = |place: usize| Id::from_i64(pictures[place].parse().expect("an id"));
    let [first, second, answer, other] = [100, 110, 101, 111].map(|number| id_of(&target, number));
    assert_eq!(
        text_of(&target, 100),
        format!(
            "It is **pale**, see ![a loaf](/media/{}) and [this](/question/{second}#{other}).\n\n\tcode\\n\n\n\
             Also [https://bake.example.org/p/101](/question/{first}#{answer}) and \
             [recipe.pdf](https://bake.example.org/uploads/short-url/2B.pdf) (1 KB), by @two_words.",
            picture(0)
        )
    );
    assert_eq!(
        text_of(&target, 101),
        format!("> [ada](/question/{first}):\n>\n> It is **pale**\n\nBake it *hotter*")
    );
    assert_eq!(
        text_of(&target, 110),
        "<details>\n<summary>What I tried</summary>\n\n200 degrees\n\n</details>\n\n* yes\n* no\n\nIs it\n\n>! 250\n\n?"
    );
    assert_eq!(
        text_of(&target, 111),
        format!("Very, as ![old](/media/{}) shows", picture(1))
    );
    // Raw HTML, and a mail.
    assert_eq!(text_of(&target, 160), "Which **flour**?");
    assert_eq!(text_of(&target, 161), "Rye & 2 < 3\\\nby mail \\*as is\\*");
    assert_eq!(text_of(&target, 108), "As the staff: ask a miller");
}

#[test]
fn what_not_everyone_can_read_is_left_out_and_counted() {
    let (_, summary) = imported();
    for (what, count) in [
        ("personal messages", 1),
        ("topics of categories that not everyone may read", 1),
        ("deleted topics", 1),
        ("unlisted topics, which this site would list", 1),
        ("topics that describe a category", 1),
        ("posts of topics that are left out", 6),
        ("deleted posts", 2),
        ("hidden posts", 1),
        ("whispers of the staff", 1),
        ("posts about actions, such as the closing of a topic", 2),
        ("topics and posts that wait for a review", 1),
        ("deleted comments", 1),
        ("votes for comments", 1),
        ("likes in topics with votes", 1),
        ("flags", 1),
        ("earlier versions of posts", 1),
        ("polls, whose options become lists", 1),
        ("wikis, which are now posts of their authors", 1),
        ("tags that only groups may see", 1),
        (
            "users who have not confirmed their mail address or were made by a mail, and wrote nothing",
            1,
        ),
        ("pictures of users", 1),
        ("websites and locations of users", 1),
        ("suspensions and silences of users", 1),
        ("roles of administrators and moderators", 2),
        ("bookmarks", 1),
        ("badges of users", 2),
        ("chat messages", 1),
        ("uploaded files that are no pictures; their links stay", 1),
    ] {
        assert_eq!(summary.skipped.get(what), Some(&count), "{what}");
    }
}

#[test]
fn nothing_secret_is_kept_from_the_backup() {
    let (target, _) = imported();
    target.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    let stored = fs::read(target.directory.path().join("stoa.db")).expect("the database");
    for secret in [
        "ada@example.org",
        "secret-hash-1",
        "192.0.2.7",
        "smtp-password-1",
        "A private text",
        "A private chat",
        "A text for the staff",
        "staff-only",
        "A whisper",
        "A hidden post",
        "Hidden bio",
        "secret-field-1",
        "luk@example.org",
        "Never Confirmed",
    ] {
        let found = stored
            .windows(secret.len())
            .any(|part| part == secret.as_bytes());
        assert!(!found, "{secret}");
    }
}

#[test]
fn the_accepted_answer_is_that_of_the_newest_table() {
    let accepted = "SELECT p.text LIKE '%hotter%', p.text FROM questions q JOIN posts p ON p.id = q.accepted_answer_id ORDER BY q.id";
    let (target, _) = imported();
    assert_eq!(target.rows(accepted).len(), 1);
    assert!(target.rows(accepted)[0].starts_with("1|"));
    // Without the table of the plug-in, its older fields count.
    let (old, target) = (Old::new(), Target::new());
    let old = old.with("discourse_solved_solved_topics", "other_table");
    old.import(&target).expect("an import");
    let texts = target.rows(accepted);
    assert_eq!(texts.len(), 3);
    assert_eq!(texts[0], "0|Or longer");
    // The newest versions have a table of answers.
    let (old, target) = (Old::new(), Target::new());
    let answers = "CREATE TABLE public.discourse_solved_topic_answers (id bigint, solved_topic_id bigint, answer_post_id bigint);\n\
                   INSERT INTO public.discourse_solved_topic_answers VALUES (1, 1, 102), (2, 1, 101);\nCOPY public.bookmarks";
    let old = old.with("COPY public.bookmarks", answers);
    let summary = old.import(&target).expect("an import");
    assert_eq!(target.rows(accepted), ["0|Or longer"]);
    assert_eq!(summary.skipped["further accepted answers of a topic"], 1);
}

#[test]
fn tags_and_categories_become_tags_with_their_descriptions_and_synonyms() {
    let (target, _) = imported();
    target.check(
        "SELECT q.title, s.name FROM question_tags t JOIN questions q ON q.id = t.question_id JOIN scoped_tags s ON s.tag_id = t.tag_id ORDER BY q.id, t.position",
        &[
            "Why is my 'crust' pale? \\ a|oven",
            "Why is my 'crust' pale? \\ a|crust",
            "Why is my 'crust' pale? \\ a|bread",
            "Why is my 'crust' pale? \\ a|rye",
            "How hot?|crust",
            "How hot?|bread",
        ],
    );
    target.check(
        "SELECT name, description FROM scoped_tags WHERE description IN ('The outer part', 'All about **bread**') ORDER BY name",
        &["bread|All about **bread**", "crust|The outer part"],
    );
    target.check(
        "SELECT y.name, s.name FROM tag_synonyms y JOIN scoped_tags s ON s.tag_id = y.main_id",
        &["kruste|crust"],
    );
}

#[test]
fn comments_and_links_between_questions_come_with_them() {
    let (target, _) = imported();
    let second = id_of(&target, 110);
    target.check(
        "SELECT u.username, c.text FROM comments c JOIN users u ON u.id = c.author_id ORDER BY c.id",
        &[
            &format!("ada|Thanks, see [it](/question/{second})"),
            "Luk|Which oven?",
        ],
    );
    target.check("SELECT count(*) FROM question_links", &["1"]);
}

#[test]
fn a_dump_with_a_folder_of_uploads_brings_the_same_as_a_backup() {
    let (backup, expected) = imported();
    let (old, target) = (Old::new(), Target::new());
    let folder = old.folder.path().join(PICTURE);
    fs::create_dir_all(folder.parent().expect("a folder")).expect("a folder");
    fs::write(folder, picture(9)).expect("a picture");
    for (name, bytes) in [
        ("dump.sql", old.dump.clone().into_bytes()),
        ("dump.sql.gz", compressed(old.dump.as_bytes())),
    ] {
        let file = old.write(name, &bytes);
        let summary = old.import_file(&target, &file, Options::default());
        let summary = summary.expect(name);
        if name == "dump.sql" {
            assert_eq!(summary, expected);
        } else {
            assert_eq!(summary.new_rows(), 0);
        }
    }
    let texts = "SELECT id, text FROM posts ORDER BY id";
    assert_eq!(target.rows(texts), backup.rows(texts));
}

#[test]
fn a_second_import_adds_only_what_is_new() {
    let (old, target) = (Old::new(), Target::new());
    old.import(&target).expect("an import");
    let counts = "SELECT (SELECT count(*) FROM users) || ' ' || (SELECT count(*) FROM posts) || ' ' || (SELECT count(*) FROM comments) || ' ' || (SELECT count(*) FROM external_ids)";
    let before = target.rows(counts);
    assert_eq!(old.import(&target).expect("a second import").new_rows(), 0);
    assert_eq!(target.rows(counts), before);
    let late = "\n199\t1\t16\t3\tLate\t\t2024-03-01 11:00:00\t2024-03-01 11:00:00\t\\N\t\\N\t0\t1\tf\t2024-03-01 11:00:00\tf\t1\t1\t\\N\t\\N\tf\n101\t2\t10\t2\t";
    let third = old.with("\n101\t2\t10\t2\t", late).import(&target);
    let third = third.expect("a third import");
    assert_eq!((third.new_rows(), third.answers.imported), (1, 1));
}

#[test]
fn a_dry_run_keeps_nothing_and_says_what_an_import_says() {
    let (old, target) = (Old::new(), Target::new());
    let options = Options {
        dry_run: true,
        ..Options::default()
    };
    let rehearsed = old.import_file(&target, &old.backup(), options);
    let rehearsed = rehearsed.expect("a dry run");
    assert_eq!(target.number("posts"), 0);
    let summary = old.import(&target).expect("an import");
    let rehearsed = Summary {
        dry_run: false,
        ..rehearsed
    };
    assert_eq!(rehearsed, summary);
}

#[test]
fn what_is_no_whole_backup_of_discourse_is_named_and_nothing_is_imported() {
    let old = Old::new();
    let backup = fs::read(old.backup()).expect("the backup");
    let line = |part: &str| {
        old.dump[..old.dump.find(part).expect(part)]
            .matches('\n')
            .count()
            + 1
    };
    let cut = old.dump.find("A whisper").expect("a row");
    let archive = |inside: &str| {
        let mut tar = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        tar.append_data(&mut header, inside, &b"x"[..])
            .expect("a file");
        compressed(&tar.into_inner().expect("an archive"))
    };
    for (name, bytes, sentence) in [
        (
            "cut.sql",
            old.dump.as_bytes()[..cut].to_vec(),
            format!(
                "cut.sql, line {}: the file ends within the statement of line",
                line("A whisper")
            ),
        ),
        (
            "cut.tar.gz",
            backup[..backup.len() / 3].to_vec(),
            "cut.tar.gz".to_owned(),
        ),
        (
            "other.tar.gz",
            archive("meta.json"),
            "other.tar.gz contains no dump.sql.gz: make a backup on the page /admin/backups"
                .to_owned(),
        ),
        (
            "archive.tar",
            archive("toc.dat"),
            "archive.tar is an archive of pg_dump".to_owned(),
        ),
        (
            "archive.dump",
            b"PGDMP\x01\x0e\0".to_vec(),
            "archive.dump is an archive of pg_dump".to_owned(),
        ),
        (
            "text.sql",
            b"{}".to_vec(),
            "text.sql, line 1: `{` begins no statement".to_owned(),
        ),
        (
            "empty.sql",
            Vec::new(),
            "empty.sql has no table posts".to_owned(),
        ),
        (
            "old.sql",
            old.dump.replace("cook_method", "method").into_bytes(),
            "the table posts has no column cook_method: update the old site".to_owned(),
        ),
        (
            "nameless.sql",
            old.dump.replace("base_url", "other_url").into_bytes(),
            "name the site of the dump with --site".to_owned(),
        ),
    ] {
        let target = Target::new();
        let file = old.write(name, &bytes);
        let error = old.import_file(&target, &file, Options::default());
        let error = error.expect_err(&sentence).to_string();
        assert!(error.contains(&sentence), "{error}");
        assert_eq!(target.number("posts") + target.number("users"), 0);
    }
    let missing = old.folder.path().join("nothing");
    let nowhere = old.import_file(&Target::new(), &missing, Options::default());
    assert!(matches!(nowhere, Err(ImportError::NotFound(_))));
}
