//! What can be wrong with a site, found out without harm beside a running server; and what of it can be mended.

pub mod files;
pub mod maintenance;
pub mod ownership;
mod store;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::backup;
use crate::clock::{Clock, Timestamp};
use crate::config::Config;
use crate::db::{self, Db, Read, Rule, Write, schema};
use crate::error::{Error, Result};
use crate::live::Hub;
use crate::{communities, games, messages, notifications, questions, stars, users};

/// What keeps two processes from using a data directory at once.
pub const LOCK: &str = "stoa.lock";

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Ok,
    /// Something to know.
    Warn,
    /// Something is wrong.
    Error,
    /// It could not be looked at.
    Skip,
}

/// What a check found.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub id: &'static str,
    pub status: Status,
    pub message: String,
    /// One line for each thing that is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl Finding {
    fn new(status: Status, message: impl Into<String>) -> Self {
        Self { id: "", status, message: message.into(), details: Vec::new(), fix: None }
    }

    fn ok(message: impl Into<String>) -> Self {
        Self::new(Status::Ok, message)
    }

    fn skip(message: impl Into<String>) -> Self {
        Self::new(Status::Skip, message)
    }

    fn warn(message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { fix: Some(fix.into()), ..Self::new(Status::Warn, message) }
    }

    fn error(message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { fix: Some(fix.into()), ..Self::new(Status::Error, message) }
    }

    /// Fine if there is nothing to say, else an error.
    fn of(details: Vec<String>, fine: &str, wrong: &str, fix: &str) -> Self {
        if details.is_empty() { Self::ok(fine) } else { Self { details, ..Self::error(wrong, fix) } }
    }
}

/// A site to be looked at.
pub struct Patient<'a> {
    pub config: &'a Config,
    pub data_dir: PathBuf,
    pub now: Timestamp,
    /// Whether the caller holds the lock of the data directory.
    pub is_locked: bool,
}

/// Something that can be looked at.
pub struct Check {
    pub id: &'static str,
    /// What is right.
    pub about: &'static str,
    look: fn(&Patient<'_>) -> Result<Finding>,
}

/// All checks, in their order.
pub const CHECKS: &[Check] = &[
    Check { id: "base-url", about: "the address of the site is one that browsers can use", look: files::base_url },
    Check { id: "data-dir", about: "the data directory is ours, can be written and is nobody else's to read", look: files::data_dir },
    Check { id: "disk-space", about: "the disk has room for twice the database", look: files::disk_space },
    Check { id: "file-system", about: "the data is on a file system on which SQLite is safe", look: files::file_system },
    Check { id: "lock", about: "who is using the data directory", look: lock },
    Check { id: "schema", about: "the database opens, and its schema is that of this program", look: schema_version },
    Check {
        id: "integrity",
        about: "SQLite finds every page and index in order",
        look: |patient| patient.ask(|read| integrity(read, false)),
    },
    Check { id: "foreign-keys", about: "what rows refer to is there", look: |patient| patient.ask_current(foreign_keys) },
    Check {
        id: "orphans",
        about: "every row belongs to something",
        look: |patient| patient.ask_current(|read| rules(read, &ORPHANS.concat(), "rows that belong to nothing")),
    },
    Check {
        id: "counters",
        about: "what is counted is counted right",
        look: |patient| patient.ask_current(|read| rules(read, &COUNTERS.concat(), "wrong counts")),
    },
    Check {
        id: "name-indexes",
        about: "users and communities are found by their names",
        look: |patient| patient.ask_current(|read| rules(read, &INDEXES.concat(), "wrong entries")),
    },
    Check { id: "search-index", about: "the search knows what questions say", look: search_index },
    Check { id: "wal-size", about: "the log of the database does not grow", look: files::wal_size },
    Check { id: "last-backup", about: "there is a recent backup", look: last_backup },
    Check { id: "administrator", about: "somebody can administer the site", look: |patient| patient.ask_current(administrator) },
];

pub(crate) const ORPHANS: [&[Rule]; 7] = [
    users::rules::ORPHANS,
    communities::rules::ORPHANS,
    questions::rules::ORPHANS,
    notifications::rules::ORPHANS,
    stars::rules::ORPHANS,
    messages::rules::ORPHANS,
    games::rules::ORPHANS,
];

/// Of every feature; none counts what another does.
pub(crate) const COUNTERS: [&[Rule]; 5] =
    [users::rules::COUNTERS, questions::rules::COUNTERS, communities::rules::COUNTERS, messages::rules::COUNTERS, games::rules::COUNTERS];

const INDEXES: [&[Rule]; 2] = [users::rules::INDEXES, communities::rules::INDEXES];

const MENDABLE: &str = "stoa doctor --fix, while the site is not served";
const RESTORE: &str = "this cannot be mended: restore a backup from before it went wrong (stoa backup list, stoa backup restore)";

impl Patient<'_> {
    /// Makes the checks with these ids, or all.
    pub fn look(&self, only: &[String]) -> Vec<Finding> {
        let wanted = CHECKS.iter().filter(|check| only.is_empty() || only.iter().any(|id| id == check.id));
        let found = wanted.map(|check| {
            let found = (check.look)(self);
            let found =
                found.unwrap_or_else(|error| Finding::error(format!("this check failed: {error}"), "look at the other checks first"));
            Finding { id: check.id, ..found }
        });
        found.collect()
    }

    /// What a look at the database finds, if there is one.
    fn ask(&self, f: impl FnOnce(&Read<'_>) -> Result<Finding>) -> Result<Finding> {
        if !holds_site(&self.data_dir)? {
            return Ok(Finding::skip("there is no site yet"));
        }
        match db::look(&self.data_dir, self.now, f) {
            Err(Error::Internal(detail)) => Ok(Finding::error(detail, advice(&self.data_dir))),
            // That it is busy, say, is no finding.
            found => found,
        }
    }

    /// The same, if the database is as this program knows it.
    fn ask_current(&self, f: impl FnOnce(&Read<'_>) -> Result<Finding>) -> Result<Finding> {
        if self.is_current() { self.ask(f) } else { Ok(Finding::skip("there is no database with this program's schema")) }
    }

    fn is_current(&self) -> bool {
        schema::version(&self.data_dir.join(db::FILE)).is_ok_and(|version| version == schema::newest())
    }

    /// Mends what of the findings can be mended, each in one transaction. The caller holds the lock of the data directory, and
    /// looks again. Nothing is done to a database that is broken, or not of this program.
    pub fn mend(&self, findings: &[Finding]) -> Result<()> {
        let is_wrong = |id: &str| findings.iter().any(|finding| finding.id == id && finding.status == Status::Error);
        let is_sound = || db::look(&self.data_dir, self.now, |read| integrity(read, false)).is_ok_and(|found| found.status == Status::Ok);
        if !self.is_current() || !is_sound() {
            return Ok(());
        }
        let db = Db::open(&self.data_dir, Clock::system(), Hub::default())?;
        // Rows that are gone are not counted, and a missing row must be there before something is counted in it.
        for (id, rules) in [("orphans", ORPHANS.concat()), ("counters", COUNTERS.concat()), ("name-indexes", INDEXES.concat())] {
            if is_wrong(id) {
                db.write_blocking(move |tx| {
                    tx.quietly(NOBODY_LISTENS);
                    rules.iter().try_for_each(|rule| rule.mend(tx).map(drop))
                })?;
            }
        }
        if is_wrong("search-index") {
            db.write_blocking(reindex)?;
        }
        Ok(())
    }
}

const NOBODY_LISTENS: &str = "the site is not served meanwhile";

/// Makes the index of the search anew.
fn reindex(tx: &mut Write<'_>) -> Result<()> {
    tx.quietly(NOBODY_LISTENS);
    questions::search::rebuild(tx)
}

fn lock(patient: &Patient<'_>) -> Result<Finding> {
    if patient.is_locked {
        return Ok(Finding::ok("nobody else is using the data directory"));
    }
    let Ok(lock) = File::open(patient.data_dir.join(LOCK)) else { return Ok(Finding::skip("nobody has used the data directory yet")) };
    Ok(match lock.try_lock() {
        Ok(()) => Finding::ok("nobody is using the data directory"),
        Err(TryLockError::WouldBlock) => {
            let process = std::fs::read_to_string(patient.data_dir.join(LOCK)).unwrap_or_default();
            let process = if process.trim().is_empty() { "another".to_owned() } else { process.trim().to_owned() };
            Finding::ok(format!("process {process} is using the data directory, such as a server"))
        }
        Err(TryLockError::Error(error)) => Finding::warn(format!("the lock cannot be asked for: {error}"), "use a file system with locks"),
    })
}

fn schema_version(patient: &Patient<'_>) -> Result<Finding> {
    if !holds_site(&patient.data_dir)? {
        return Ok(Finding::skip("there is no site yet"));
    }
    Ok(match schema::version(&patient.data_dir.join(db::FILE)) {
        Ok(0) if db::files::size(&patient.data_dir.join(db::FILE)) == 0 => Finding::error(
            "nothing is in the database's file",
            "restore a backup (stoa backup list, stoa backup restore); stoa serve makes a new site where there is none",
        ),
        Ok(version) if version == schema::newest() => Finding::ok(format!("the schema is {version}")),
        Ok(version) => {
            Finding::error(format!("the schema is {version}, and this program's is {}", schema::newest()), "run stoa migrate up")
        }
        Err(error @ Error::NewerData(_)) => Finding::error(error.to_string(), "run the newer program that made it"),
        Err(error) => Finding::error(error.to_string(), advice(&patient.data_dir)),
    })
}

fn holds_site(data_dir: &Path) -> Result<bool> {
    backup::holds_site(data_dir).map_err(Error::internal)
}

/// What to do about a database that cannot be looked at.
fn advice(data_dir: &Path) -> String {
    let path = data_dir.join(db::FILE);
    match db::open_to_read(&path) {
        Err(error) if db::is_refused(&error) => ownership::hint(if File::open(&path).is_ok() { data_dir } else { &path }),
        _ => RESTORE.to_owned(),
    }
}

/// What SQLite finds in all of the database, or without a look at whether the indexes agree with their tables.
pub fn integrity(read: &Read<'_>, quick: bool) -> Result<Finding> {
    Ok(Finding::of(store::integrity(read, quick)?, "SQLite finds no damage", "the database is damaged", RESTORE))
}

/// What refers to nothing.
pub fn foreign_keys(read: &Read<'_>) -> Result<Finding> {
    Ok(Finding::of(
        store::foreign_keys(read)?,
        "every row refers to what is there",
        "rows refer to what is not there",
        "stoa doctor --fix removes what only belonged to it; if that is not enough, restore a backup",
    ))
}

fn rules(read: &Read<'_>, rules: &[Rule], wrong: &str) -> Result<Finding> {
    let mut details = Vec::new();
    for rule in rules {
        let broken = rule.broken(read)?;
        if broken > 0 {
            details.push(format!("{}: {broken}", rule.name()));
        }
    }
    Ok(Finding::of(details, &format!("{} rules hold", rules.len()), wrong, MENDABLE))
}

/// Which questions the index knows, and which words of them. For the words SQLite locks the database: whoever has not locked
/// the data directory anyway asks a copy, so that nobody waits.
fn search_index(patient: &Patient<'_>) -> Result<Finding> {
    let found = patient.ask_current(|read| {
        let details = store::questions_indexed_wrong(read)?;
        Ok(Finding::of(details, "the index knows each question", "the index knows other questions than there are", MENDABLE))
    })?;
    if found.status != Status::Ok {
        return Ok(found);
    }
    let details = if patient.is_locked {
        store::words_indexed_wrong(&patient.data_dir.join(db::FILE))?
    } else {
        let database = db::files::size_in(&patient.data_dir);
        if db::files::free_bytes(&patient.data_dir)? / 2 < database {
            return Ok(Finding::ok(format!("{}; there is no room for a copy, in which its words could be looked at", found.message)));
        }
        backup::with_copy(&patient.data_dir, store::words_indexed_wrong).map_err(Error::internal)??
    };
    Ok(Finding::of(details, "the index knows each word of each question", "the index knows other words than there are", MENDABLE))
}

fn last_backup(patient: &Patient<'_>) -> Result<Finding> {
    if !holds_site(&patient.data_dir)? {
        return Ok(Finding::skip("there is no site yet"));
    }
    let directory = backup::directory(patient.config);
    let advice = "run stoa backup, or set backup.schedule";
    let listed = match backup::list(&directory) {
        Ok(listed) => listed,
        Err(error) => return Ok(Finding::warn(format!("cannot look into {}: {error}", directory.display()), ownership::hint(&directory))),
    };
    let Some(newest) = backup::last(&listed, patient.now) else {
        return Ok(Finding::warn(format!("there is no backup in {}", directory.display()), advice));
    };
    let hours = patient.now.since(newest).as_secs() / 3_600;
    let message = format!("the last of {} backups is {hours} hours old", listed.len());
    Ok(if hours < BACKUP_HOURS { Finding::ok(message) } else { Finding::warn(message, advice) })
}

/// An older backup is worth a warning.
const BACKUP_HOURS: u64 = 48;

fn administrator(read: &Read<'_>) -> Result<Finding> {
    Ok(match store::administrators(read)? {
        None => Finding::skip("this schema knows no administrators"),
        Some(0) => Finding::warn(
            "nobody can administer the site",
            "run stoa user promote NAME, after an import stoa user set-password NAME, or stoa setup",
        ),
        Some(count) => Finding::ok(format!("{count} can administer the site")),
    })
}
