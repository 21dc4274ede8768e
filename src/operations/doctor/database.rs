//! Checks of the database.

use std::time::Duration;

use super::context::{DoctorContext, REBUILDABLE, RESTORE, advice, has_site};
use super::finding::{Finding, Status};
use super::store;
use crate::core::error::{Error, Result};
use crate::features::auth::passkey::RelyingParty;
use crate::features::push::SiteKey;
use crate::features::users;
use crate::operations::backup::{self, BackupError};
use crate::operations::invariants::CONFLICTS;
use crate::platform::db::schema_objects::{self, Remedy};
use crate::platform::db::{self, Db, Invariant, Read, Room, StorageUse, schema};
use crate::platform::outbox::{self, Channel};
use crate::platform::settings::{self, SiteSettings};

/// The advice for a problem that [`DoctorContext::repair`] can solve.
const REPAIRABLE: &str = "stop the server and run stoa doctor --fix";

/// The advice for the write-ahead log of another database.
const SET_ASIDE: &str = "if you copied one of the two files, copy the other one too; otherwise stop the server and run stoa doctor --fix, which moves the log aside and deletes nothing";

/// The advice for a lost database.
pub(super) const LOST: &str = "mount the disk that holds it, or restore a backup (stoa backup list, stoa backup restore); for a new site, stoa serve --new";

/// Why repairs send no realtime events.
pub(super) const NOT_SERVED: &str = "no server runs during a repair";

/// Rebuilds the search index.
pub(super) fn reindex(db: &Db) -> Result<()> {
    db.write_blocking(|tx| {
        tx.without_event(NOT_SERVED);
        crate::features::search::rebuild(tx)
    })?;
    crate::features::search::finish_rebuild(db)
}

/// Checks that the database has the schema of this program.
pub(super) fn schema_version(doctor: &DoctorContext<'_>) -> Result<Finding> {
    match backup::refuse_lost(&doctor.data_dir, &backup::directory(doctor.config)) {
        Err(lost @ BackupError::Lost { .. }) => {
            return Ok(Finding::error(lost.to_string(), LOST));
        }
        other => other.map_err(Error::internal)?,
    }
    if !has_site(&doctor.data_dir)? {
        return Ok(Finding::skip("there is no site yet"));
    }
    Ok(match schema::version(&doctor.data_dir.join(db::FILE)) {
        Ok(0) if db::files::size(&doctor.data_dir.join(db::FILE)) == 0 => Finding::error(
            "the database file is empty",
            "restore a backup (stoa backup list, stoa backup restore), or delete the file: stoa serve then creates a new site",
        ),
        Ok(version) if version == schema::newest() => {
            Finding::ok(format!("the database has schema {version}"))
        }
        Ok(version) => Finding::error(
            format!(
                "the database has schema {version}, but this program needs {}",
                schema::newest()
            ),
            "run stoa migrate up",
        ),
        Err(error @ Error::NewerData(_)) => Finding::error(
            error.to_string(),
            "run the newer program that wrote this database",
        ),
        Err(error @ Error::UnreleasedData(_)) => {
            Finding::error(error.to_string(), "follow docs/upgrading.md")
        }
        Err(error) => Finding::error(error.to_string(), advice(&doctor.data_dir)),
    })
}

/// Checks that the write-ahead log is that of the database.
pub(super) fn log(doctor: &DoctorContext<'_>) -> Result<Finding> {
    if !has_site(&doctor.data_dir)? {
        return Ok(Finding::skip("there is no site yet"));
    }
    let database = doctor.data_dir.join(db::FILE);
    Ok(match db::foreign_log(&database) {
        Some(problem) => Finding::error(problem, SET_ASIDE),
        // A server has opened the database with this log, and changes both meanwhile.
        None if doctor.is_locked && db::is_damaging(&database) => Finding::error(
            format!(
                "{} belongs to another database, or is damaged: the database is sound without it, and damaged with it",
                db::files::wal_of(&database).display()
            ),
            SET_ASIDE,
        ),
        None => Finding::ok("the write-ahead log does not contradict the database"),
    })
}

/// Compares the objects of the schema with those of this program.
pub(super) fn objects(read: &Read<'_>) -> Result<Finding> {
    let differences = schema_objects::differing(read)?;
    let must_change_rows = differences
        .iter()
        .any(|difference| difference.remedy == Remedy::ChangeRows);
    let problems = differences
        .into_iter()
        .map(|difference| difference.problem)
        .collect();
    Ok(Finding::from_problems(
        problems,
        "the tables, indexes, triggers and views are those of this program",
        "some tables, indexes, triggers or views are not those of this program",
        if must_change_rows {
            "back up, and delete or change all but one of the rows that collide; then stop the server and run stoa doctor --fix"
        } else {
            REPAIRABLE
        },
    ))
}

/// Checks that the site has room for new texts and pictures.
pub(super) fn storage(doctor: &DoctorContext<'_>) -> Result<Finding> {
    let (limit, disk) = (
        doctor.config.limits.storage_mb,
        db::files::disk_space(&doctor.data_dir).ok(),
    );
    doctor.check_current_database(move |read| {
        let found = StorageUse::of(read, limit, disk)?;
        let of = found.limit.map_or_else(String::new, |limit| format!(" of {} MB", limit / 1_000_000));
        let message = format!(
            "the database and the pictures take {} MB{of}",
            found.used / 1_000_000
        );
        let advice = "raise limits.storage_mb, free disk space, or delete pictures and texts that nobody needs";
        Ok(match found.room() {
            Room::Enough => Finding::ok(message),
            Room::Little => Finding::warn(format!("{message}: little room is left for new texts"), advice),
            Room::No => Finding::error(format!("{message}: new texts and pictures are refused"), advice),
        })
    })
}

/// Finds sources that contradict each other.
pub(super) fn conflicts(read: &Read<'_>) -> Result<Finding> {
    invariants(
        read,
        &CONFLICTS.concat(),
        "some rows contradict each other",
    )
    .map(|found| match found.status {
        Status::Error => Finding {
            fix: Some(
                "the doctor does not guess which side is right, and shows these rows to nobody else: restore a backup from before the damage, or correct the rows by hand"
                    .to_owned(),
            ),
            ..found
        },
        _ => found,
    })
}

/// Runs SQLite's integrity check. The quick one does not compare indexes with their tables.
pub(super) fn integrity(read: &Read<'_>, quick: bool) -> Result<Finding> {
    let problems = store::integrity(read, quick);
    if matches!(&problems, Ok(problems) if problems.is_empty()) {
        return Ok(Finding::ok("SQLite finds no damage"));
    }
    let (error, fix) = match store::damaged_rows(read) {
        Ok(damaged) if damaged.is_empty() => (
            "indexes of the database are damaged, but its rows are sound",
            REBUILDABLE,
        ),
        _ => ("the database is damaged", RESTORE),
    };
    Ok(Finding::from_problems(problems?, "", error, fix))
}

/// Finds rows that refer to missing rows.
pub(super) fn foreign_keys(read: &Read<'_>) -> Result<Finding> {
    Ok(Finding::from_problems(
        store::foreign_keys(read)?,
        "every reference leads to an existing row",
        "some rows refer to missing rows",
        "stop the server and run stoa doctor --fix, which removes rows without an owner; if that is not enough, restore a backup",
    ))
}

/// Checks invariants between rows.
pub(super) fn invariants(
    read: &Read<'_>,
    invariants: &[Invariant],
    error: &str,
) -> Result<Finding> {
    let mut details = Vec::new();
    for invariant in invariants {
        let violations = invariant.count_violations(read)?;
        if violations > 0 {
            details.push(format!("{}: {violations}", invariant.name()));
        }
    }
    Ok(Finding::from_problems(
        details,
        &format!("{} invariants hold", invariants.len()),
        error,
        REPAIRABLE,
    ))
}

/// Compares the search index with the questions and their words. SQLite locks the database to
/// compare words, so this checks a copy, unless the caller holds the lock of the data directory
/// anyway.
pub(super) fn search_index(doctor: &DoctorContext<'_>) -> Result<Finding> {
    let found = doctor.check_current_database(|read| {
        let mut details = store::misindexed_posts(read)?;
        details.extend(store::misfiled_words(read)?);
        if details.is_empty() && store::is_rebuilding(read)? {
            return Ok(Finding::warn(
                "the search index is not complete yet",
                "start the server, which completes it, or run stoa db reindex",
            ));
        }
        Ok(Finding::from_problems(
            details,
            "the search index contains every post",
            "the search index differs from the posts",
            REPAIRABLE,
        ))
    })?;
    if found.status != Status::Ok {
        return Ok(found);
    }
    let details = if doctor.is_locked {
        store::misindexed_words(&doctor.data_dir.join(db::FILE))?
    } else {
        let database = db::files::size_in(&doctor.data_dir);
        if db::files::free_bytes(&doctor.data_dir)? / 2 < database {
            return Ok(Finding::ok(format!(
                "{}; its words were not checked, because the disk has no room for a copy of the database",
                found.message
            )));
        }
        match backup::with_copy(&doctor.data_dir, store::misindexed_words) {
            Ok(details) => details?,
            Err(error) => vec![format!("cannot copy the database: {error}")],
        }
    };
    Ok(Finding::from_problems(
        details,
        "the search index contains every word of every post",
        "the search index differs from the posts",
        REPAIRABLE,
    ))
}

/// The time after which a waiting mail is worth a warning.
const LONG_WAIT: Duration = Duration::from_secs(3_600);

/// Checks that mails do not wait for long.
pub(super) fn mail(doctor: &DoctorContext<'_>) -> Result<Finding> {
    doctor.check_current_database(|read| {
        let settings = SiteSettings::new(doctor.config, settings::store::stored(read)?);
        if !settings.config.has_mail() {
            return Ok(Finding::skip("this site sends no mail"));
        }
        let (count, since) = outbox::store::waiting(read, Channel::Mail)?;
        let wait = since.map_or(Duration::ZERO, |since| doctor.now.since(since));
        Ok(if wait > LONG_WAIT {
            let hours = wait.as_secs() / 3_600;
            Finding::warn(
                format!("mails wait: {count}, the oldest for {hours} h"),
                "run stoa mail test ADDRESS, which shows what the mail server says",
            )
        } else {
            Finding::ok(format!(
                "mails that wait: {count}, none for more than an hour"
            ))
        })
    })
}

/// Checks that push messages do not wait for long, and that the key of the site is valid.
pub(super) fn push(doctor: &DoctorContext<'_>) -> Result<Finding> {
    if !doctor.config.push.enabled {
        return Ok(Finding::skip("this site sends no push messages"));
    }
    doctor.check_current_database(|read| {
        if SiteKey::find(read).is_err() {
            return Ok(Finding::error(
                "the key of the site for push services is damaged",
                "restore a backup, which has the key: with another key, no device gets messages any more",
            ));
        }
        let (count, since) = outbox::store::waiting(read, Channel::Push)?;
        let wait = since.map_or(Duration::ZERO, |since| doctor.now.since(since));
        Ok(if wait > LONG_WAIT {
            let hours = wait.as_secs() / 3_600;
            Finding::warn(
                format!("push messages wait: {count}, the oldest for {hours} h"),
                "look at the log for what the push services say, and whether the server may connect to them at port 443",
            )
        } else {
            Finding::ok(format!(
                "push messages that wait: {count}, none for more than an hour"
            ))
        })
    })
}

/// How far the newest row may be ahead of the clock.
const AHEAD: Duration = Duration::from_hours(24);

/// Checks that no row is dated after the clock.
pub(super) fn clock(doctor: &DoctorContext<'_>) -> Result<Finding> {
    doctor.check_current_database(|read| {
        let newest = db::newest_time(read)?;
        let ahead = newest.since(doctor.now);
        Ok(if ahead > AHEAD {
            Finding::warn(
                format!(
                    "the newest row is dated {}, {} h after the clock of this computer",
                    newest.to_minute(),
                    ahead.as_secs() / 3_600
                ),
                "set the clock if it is behind; if it was ahead when that row was written, export the site and import it (stoa export json, stoa import json): the rows get the time of the import, but keep their ids and their place among others",
            )
        } else {
            Finding::ok("no row is dated after the clock of this computer")
        })
    })
}

/// Checks that no passkey was made for another host than that of `server.base_url`, at which it does not work.
pub(super) fn passkeys(doctor: &DoctorContext<'_>) -> Result<Finding> {
    let site = RelyingParty::of(doctor.config);
    let host = site.map(|site| site.id).unwrap_or_default();
    doctor.check_current_database(|read| {
        let (count, hosts) = users::store::passkeys::orphaned(read, &host)?;
        let (Some(former), true) = (hosts.first(), count > 0) else {
            return Ok(Finding::ok("every passkey works at this address"));
        };
        Ok(Finding::warn(
            format!(
                "passkeys that do not work at the address of this site: {count}, made for {}",
                hosts.join(", ")
            ),
            format!(
                "if server.base_url may still be changed, keep the host {former}: members without a password need a new link otherwise (stoa user reset-sign-in NAME), and the others add their passkeys again"
            ),
        ))
    })
}

/// Checks that the site has an administrator who can log in.
pub(super) fn administrator(read: &Read<'_>) -> Result<Finding> {
    Ok(match store::administrators(read)? {
        None => Finding::skip("this schema has no administrators"),
        Some(0) => Finding::warn(
            "the site has no administrator",
            "run stoa user promote NAME or stoa setup; after an import, run stoa user set-password NAME",
        ),
        Some(count) => Finding::ok(format!("the site has {count} administrator(s)")),
    })
}
