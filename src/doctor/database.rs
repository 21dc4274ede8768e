//! Checks of the database.

use super::context::{DoctorContext, RESTORE, advice, has_site};
use super::finding::{Finding, Status};
use super::store;
use crate::backup;
use crate::db::{self, Db, Invariant, Read, schema};
use crate::error::{Error, Result};
use crate::questions;

/// The advice for a problem that [`DoctorContext::repair`] can solve.
const REPAIRABLE: &str = "stop the server and run stoa doctor --fix";

/// Why repairs send no realtime events.
pub(super) const NOT_SERVED: &str = "no server runs during a repair";

/// Rebuilds the search index.
pub(super) fn reindex(db: &Db) -> Result<()> {
    db.write_blocking(|tx| {
        tx.without_event(NOT_SERVED);
        questions::search::rebuild(tx)
    })?;
    questions::search::finish_rebuild(db)
}

/// Checks that the database has the schema of this program.
pub(super) fn schema_version(doctor: &DoctorContext<'_>) -> Result<Finding> {
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

/// Runs SQLite's integrity check. The quick one does not compare indexes with their tables.
pub(super) fn integrity(read: &Read<'_>, quick: bool) -> Result<Finding> {
    Ok(Finding::from_problems(
        store::integrity(read, quick)?,
        "SQLite finds no damage",
        "the database is damaged",
        RESTORE,
    ))
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
        let details = store::misindexed_posts(read)?;
        if details.is_empty() && store::is_rebuilding(read)? {
            return Ok(Finding::warn(
                "the search index is not complete yet",
                "start the server, which completes it, or run stoa db reindex",
            ));
        }
        Ok(Finding::from_problems(
            details,
            "the search index contains every post",
            "the search index does not contain every post",
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
        backup::with_copy(&doctor.data_dir, store::misindexed_words).map_err(Error::internal)??
    };
    Ok(Finding::from_problems(
        details,
        "the search index contains every word of every post",
        "the search index contains other words than the posts",
        REPAIRABLE,
    ))
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
