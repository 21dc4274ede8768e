//! Damaged databases: what the doctor says, what its repair does, and the site afterwards.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tempfile::TempDir;

use super::TestSite;
use super::copy_of;
use super::doctor::{lived_in, look, sound, sql, wrong};
use crate::app::server::health::Health;
use crate::core::clock::{Clock, Timestamp};
use crate::core::config::Config;
use crate::operations::backup::{self, Place};
use crate::operations::doctor::{DoctorContext, Finding, Status};
use crate::platform::db::{self, Db};
use crate::platform::realtime::Hub;

/// A kind of damage.
struct Case {
    name: &'static str,
    damage: fn(&Path),
    /// The checks that find it, and a part of a message or detail.
    found: &'static [(&'static str, &'static str)],
    /// A part of the advice.
    advice: &'static str,
    /// The checks that fail after `stoa doctor --fix`.
    left: &'static [&'static str],
    /// Whether all rows are as before the damage.
    is_restored: bool,
}

const FIX: &str = "stoa doctor --fix";

const CASES: &[Case] = &[
    Case {
        name: "the database is missing, but backups exist",
        damage: |site| {
            backup::create(
                site,
                Place::Directory(&site.join("backups")),
                Timestamp::from_millis(0),
            )
            .expect("a backup");
            std::fs::remove_file(site.join(db::FILE)).expect("the file is gone");
        },
        found: &[("schema", "is missing, but there are traces of a site")],
        advice: "mount the disk that holds it, or restore a backup",
        left: &["schema"],
        is_restored: false,
    },
    Case {
        name: "private questions are in the public scope",
        damage: |site| sql(site, "UPDATE questions SET scope = 0"),
        found: &[
            ("counters", "questions.scope: 2"),
            ("search-index", "posts in the range of other readers"),
        ],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "the tables of the search indexes are damaged",
        damage: |site| sql(site, DAMAGED_INDEXES),
        found: &[
            ("integrity", "search_texts"),
            ("name-indexes", "malformed"),
            ("search-index", "search_texts"),
        ],
        advice: "makes the database again from its rows; no backup is needed",
        left: &[],
        is_restored: true,
    },
    Case {
        name: "tables of the search indexes are missing",
        damage: |site| sql(site, "DROP TABLE search_strong; DROP TABLE search_words"),
        found: &[
            ("objects", "the table search_strong is missing"),
            ("objects", "the table search_words is missing"),
        ],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "triggers were dropped, and rows were written",
        damage: |site| {
            sql(site, "DROP TRIGGER count_user; DROP TRIGGER index_user_name;
                       INSERT INTO users (id, username, name_key, created_at) VALUES (7, 'eve', 'eve', 0); DELETE FROM users WHERE id = 7;
                       UPDATE user_counts SET users = users + 1");
        },
        found: &[
            ("objects", "the trigger count_user is missing"),
            ("objects", "the trigger index_user_name is missing"),
            ("counters", "user_counts.users: 1"),
        ],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "indexes were dropped",
        damage: |site| {
            sql(
                site,
                "DROP INDEX posts_by_nonce; DROP INDEX questions_by_score",
            );
        },
        found: &[
            ("objects", "the index posts_by_nonce is missing"),
            ("objects", "the index questions_by_score is missing"),
        ],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "a unique index was dropped, and rows collide in it",
        damage: |site| {
            sql(site, "DROP INDEX removals_active;
                       INSERT INTO removals (id, content_id, removed_by, removed_at, reason, restored_by, restored_at, community_id) SELECT 7, (SELECT min(id) FROM posts), min(id), 0, '', NULL, NULL, NULL FROM users;
                       INSERT INTO removals (id, content_id, removed_by, removed_at, reason, restored_by, restored_at, community_id) SELECT 8, (SELECT min(id) FROM posts), min(id), 0, '', NULL, NULL, NULL FROM users");
        },
        found: &[(
            "objects",
            "the index removals_active is missing, and rows collide in it: rows 7, 8 of removals",
        )],
        advice: "delete or change all but one of the rows that collide",
        left: &["objects"],
        is_restored: false,
    },
    Case {
        name: "a constraint was changed",
        damage: |site| {
            sql(site, "PRAGMA writable_schema = ON;
                       UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (value IN (-1, 1))', '') WHERE name = 'votes'");
        },
        found: &[(
            "objects",
            "the table votes has other columns or constraints",
        )],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "an accepted answer belongs to another question",
        damage: |site| {
            sql(site, "UPDATE questions SET accepted_answer_id = (SELECT id FROM posts WHERE question_id <> questions.id LIMIT 1)
                       WHERE id = (SELECT min(id) FROM questions)");
        },
        found: &[("counters", "questions.accepted_answer_id: 1")],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "completion words are empty",
        damage: |site| {
            sql(
                site,
                "UPDATE search_words SET word = '' WHERE word = (SELECT min(word) FROM search_words)",
            );
        },
        found: &[(
            "search-index",
            "1 completions that are words of no post of their readers",
        )],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "a correction is no word of any post",
        damage: |site| {
            sql(
                site,
                "INSERT INTO search_corrections (word, scope) VALUES ('secret', 0)",
            );
        },
        found: &[("search-index", "1 corrections that are no completions")],
        advice: FIX,
        left: &[],
        is_restored: true,
    },
    Case {
        name: "an earlier version of a text is damaged",
        damage: |site| {
            sql(
                site,
                "UPDATE revisions SET compressed_text = x'28b52ffd' WHERE id = (SELECT min(id) FROM revisions)",
            );
        },
        found: &[("conflicts", "revisions.compressed_text: 1")],
        advice: "restore a backup from before the damage",
        left: &["conflicts"],
        is_restored: false,
    },
    Case {
        name: "the write-ahead log is that of another site",
        damage: |site| {
            sql(site, "PRAGMA wal_checkpoint(TRUNCATE)");
            add_foreign_log(site);
        },
        found: &[("log", "the log is of the site created at")],
        advice: "moves the log aside and deletes nothing",
        left: &[],
        is_restored: true,
    },
    Case {
        name: "a page of a table is damaged",
        damage: |site| {
            sql(site, "PRAGMA wal_checkpoint(TRUNCATE)");
            let connection = Connection::open(site.join(db::FILE)).expect("the database");
            let root: isize = connection
                .query_row(
                    "SELECT rootpage FROM sqlite_schema WHERE name = 'posts'",
                    [],
                    |row| row.get(0),
                )
                .expect("a page");
            drop(connection);
            let mut bytes = std::fs::read(site.join(db::FILE)).expect("the file");
            bytes[(root as usize - 1) * 4_096..][..64].fill(0xa5);
            std::fs::write(site.join(db::FILE), bytes).expect("the file");
        },
        found: &[("integrity", "")],
        advice: "restore a backup from before the damage",
        left: &["integrity"],
        is_restored: false,
    },
];

/// Damages the content of every full-text index, but not its structure.
const DAMAGED_INDEXES: &str = "
    UPDATE search_texts_data SET block = zeroblob(length(block)) WHERE id > 10;
    UPDATE search_strong_data SET block = zeroblob(length(block)) WHERE id > 10;
    UPDATE search_trigrams_data SET block = zeroblob(length(block)) WHERE id > 10;
    UPDATE user_names_data SET block = zeroblob(length(block)) WHERE id > 10;
    UPDATE community_names_data SET block = zeroblob(length(block)) WHERE id > 10";

/// Puts the log that a killed process of another site left beside the database.
fn add_foreign_log(site: &Path) {
    let other = TempDir::new().expect("a directory");
    drop(Db::open(other.path(), Clock::system(), Hub::default()).expect("another site"));
    let killed = Connection::open(other.path().join(db::FILE)).expect("its database");
    killed
        .execute_batch("VACUUM")
        .expect("a log with all pages");
    let log = db::files::WAL;
    std::fs::copy(other.path().join(log), site.join(log)).expect("its log");
}

/// All rows of the tables that are not derived.
fn rows(site: &Path) -> Vec<String> {
    let connection = Connection::open(site.join(db::FILE)).expect("the database");
    let mut lines = Vec::new();
    for table in backup::source_tables(&connection).expect("tables") {
        let mut statement = connection
            .prepare(&format!("SELECT * FROM \"{table}\""))
            .expect("a query");
        let width = statement.column_count();
        let found = statement.query_map([], |row| {
            (0..width)
                .map(|column| row.get::<_, rusqlite::types::Value>(column))
                .collect::<rusqlite::Result<Vec<_>>>()
        });
        lines.extend(
            found
                .expect("rows")
                .map(|row| format!("{table}: {:?}", row.expect("a row"))),
        );
    }
    lines.sort();
    lines
}

fn texts(finding: &Finding) -> String {
    format!("{} {}", finding.message, finding.details.join(" "))
}

#[test]
fn every_damage_is_named_and_repaired_as_far_as_possible() {
    let site = lived_in();
    for case in CASES {
        let copy = copy_of(site.path());
        let before = rows(copy.path());
        (case.damage)(copy.path());
        let found = look_at(copy.path());
        for (id, part) in case.found {
            let finding = found
                .iter()
                .find(|finding| finding.id == *id && finding.status == Status::Error);
            assert!(
                finding.is_some_and(|finding| texts(finding).contains(part)),
                "{}: {id} does not say {part}: {:?}",
                case.name,
                wrong(&found)
            );
        }
        let advice: Vec<&str> = found
            .iter()
            .filter(|finding| finding.status == Status::Error)
            .filter_map(|finding| finding.fix.as_deref())
            .collect();
        assert!(
            advice.iter().any(|advice| advice.contains(case.advice)),
            "{}: {advice:?}",
            case.name
        );
        let left = repair(copy.path());
        let left: Vec<&str> = wrong(&left).iter().map(|(id, _)| *id).collect();
        if case.left.is_empty() {
            assert_eq!(left, [""; 0], "{}", case.name);
        }
        for id in case.left {
            assert!(left.contains(id), "{}: {left:?}", case.name);
        }
        if case.is_restored {
            assert_eq!(rows(copy.path()), before, "{}", case.name);
            // And the site works again.
            drop(Db::open(copy.path(), Clock::system(), Hub::default()).expect("it opens"));
        }
    }
}

/// The checks with the backups of the site itself.
fn look_at(site: &Path) -> Vec<Finding> {
    context(&config(site)).inspect(&[])
}

fn repair(site: &Path) -> Vec<Finding> {
    let config = config(site);
    let doctor = context(&config);
    doctor
        .repair(&doctor.inspect(&[]), None)
        .expect("it is repaired as far as possible");
    doctor.inspect(&[])
}

fn config(site: &Path) -> Config {
    let mut config = Config::default();
    config.data.dir = site.to_owned();
    config
}

fn context(config: &Config) -> DoctorContext<'_> {
    DoctorContext {
        config,
        data_dir: config.data.dir.clone(),
        now: Timestamp::from_millis(0),
        is_locked: true,
    }
}

#[test]
fn a_repair_makes_a_backup_first() {
    let site = lived_in();
    sql(site.path(), "UPDATE posts SET score = 77");
    let backups = site.path().join("backups");
    let config = config(site.path());
    let doctor = context(&config);
    let kept = doctor
        .repair(&doctor.inspect(&[]), Some(&backups))
        .expect("repaired");
    let backup = kept.backup.expect("a backup");
    let restored = TempDir::new().expect("a directory");
    backup::restore(
        &backup,
        &backup::FilesOf::default(),
        restored.path(),
        Timestamp::from_millis(1),
    )
    .expect("restored");
    let scores: i64 = Connection::open(restored.path().join(db::FILE))
        .and_then(|db| db.query_row("SELECT min(score) FROM posts", [], |row| row.get(0)))
        .expect("a score");
    assert_eq!(scores, 77, "the backup has the site as it was");
    // Nothing to repair, nothing to keep.
    let kept = doctor
        .repair(&doctor.inspect(&[]), Some(&backups))
        .expect("nothing to do");
    assert_eq!(kept.backup, None);
}

#[test]
fn a_repair_without_room_for_a_backup_changes_nothing() {
    let site = lived_in();
    sql(site.path(), "UPDATE posts SET score = 77");
    let config = config(site.path());
    let doctor = context(&config);
    let findings = doctor.inspect(&[]);
    // A file is in the place of the directory.
    let backups = site.path().join("backups");
    std::fs::write(&backups, "").expect("a file");
    let refused = doctor
        .repair(&findings, Some(&backups))
        .expect_err("there is no backup");
    assert!(
        refused.to_string().contains("nothing was repaired"),
        "{refused}"
    );
    assert!(refused.to_string().contains("--no-backup"), "{refused}");
    let scores: i64 = Connection::open(site.path().join(db::FILE))
        .and_then(|db| db.query_row("SELECT min(score) FROM posts", [], |row| row.get(0)))
        .expect("a score");
    assert_eq!(scores, 77);
}

/// A backup of such rows could not be restored.
#[test]
fn a_database_with_broken_references_is_copied_before_its_repair() {
    let site = lived_in();
    sql(
        site.path(),
        "INSERT INTO stars SELECT id, 7, 0 FROM users LIMIT 1",
    );
    let config = config(site.path());
    let doctor = context(&config);
    let kept = doctor
        .repair(&doctor.inspect(&[]), Some(&site.path().join("backups")))
        .expect("repaired");
    let stars = |directory: &Path| {
        Connection::open(directory.join(db::FILE))
            .and_then(|db| {
                db.query_row(
                    "SELECT count(*) FROM stars WHERE question_id = 7",
                    [],
                    |row| row.get::<_, i64>(0),
                )
            })
            .expect("a count")
    };
    assert_eq!(stars(site.path()), 0);
    assert_eq!(stars(&kept.database.expect("a copy")), 1);
}

/// A backup of sound rows is worth more than none.
#[test]
fn a_site_with_damaged_indexes_can_be_backed_up_and_restored() {
    let site = lived_in();
    let before = rows(site.path());
    sql(site.path(), DAMAGED_INDEXES);
    let created = backup::create(
        site.path(),
        Place::Directory(&site.path().join("backups")),
        Timestamp::from_millis(0),
    )
    .expect("a backup");
    assert!(
        created.rebuilt.is_some(),
        "the damage was copied into the backup"
    );
    let restored = TempDir::new().expect("a directory");
    backup::restore(
        &created.path,
        &backup::FilesOf::default(),
        restored.path(),
        Timestamp::from_millis(1),
    )
    .expect("restored");
    assert_eq!(rows(restored.path()), before);
    crate::operations::doctor::maintenance::reindex(restored.path())
        .expect("the first start builds the index");
    sound(&look(restored.path(), false), "a restore");
}

/// SQLite would merge the log into the database when it opens it.
#[test]
fn a_foreign_log_is_never_merged() {
    let site = lived_in();
    sql(site.path(), "PRAGMA wal_checkpoint(TRUNCATE)");
    let (log, database) = (site.path().join(db::files::WAL), site.path().join(db::FILE));
    add_foreign_log(site.path());
    let before = [&log, &database].map(|path: &PathBuf| std::fs::read(path).expect("a file"));
    let refused = Db::open(site.path(), Clock::system(), Hub::default());
    assert!(refused.is_err_and(|error| error.to_string().contains("is not the log of")));
    let backups = site.path().join("backups");
    backup::create(
        site.path(),
        Place::Directory(&backups),
        Timestamp::from_millis(0),
    )
    .expect_err("no backup");
    look(site.path(), false);
    let after = [&log, &database].map(|path: &PathBuf| std::fs::read(path).expect("a file"));
    assert!(before == after, "both files are as they were");
}

/// Searches fail from then on: monitoring learns it, and the rest of the site works.
#[tokio::test]
async fn a_damaged_search_index_makes_the_site_not_ready() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("How do I see?", "With eyes", &["light"]).await;
    let is_ready = async || {
        let report = Health::new(site.directory.path().to_owned())
            .check(&site.site.app.db)
            .await;
        (report.intact, report.is_ready())
    };
    assert_eq!(is_ready().await, (true, true));
    let search = "/question/getQuestion?search=eyes";
    ann.get(search).await.ok();
    sql(site.directory.path(), DAMAGED_INDEXES);
    assert_eq!(ann.get(search).await.status.as_u16(), 500);
    assert_eq!(is_ready().await, (false, false));
    ann.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
}
