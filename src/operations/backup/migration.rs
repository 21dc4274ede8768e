//! Migrates a site to the schema of this program, after a backup, or rehearses that on a temporary
//! copy.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::archive::DATABASE;
use super::create::{Place, create, holds_site, with_copy};
use super::error::{BackupError, Result};
use super::store;
use crate::core::clock::Timestamp;
use crate::platform::db::schema::{self, Step};

/// The schema of a site, and the pending migrations.
#[derive(Debug, Serialize)]
pub struct Status {
    /// 0 if there is no database yet.
    pub schema: i32,
    pub newest: i32,
    pub pending: Vec<Step>,
}

/// The result of [`up`].
#[derive(Debug, Serialize)]
pub struct Migrated {
    pub from: i32,
    pub to: i32,
    pub steps: Vec<Step>,
    /// The backup made before the migration, if there was a site and a backup was requested.
    pub backup: Option<PathBuf>,
}

/// The result of [`rehearse`].
#[derive(Debug, Serialize)]
pub struct Rehearsal {
    pub from: i32,
    pub to: i32,
    pub steps: Vec<Rehearsed>,
    pub rows_before: BTreeMap<String, i64>,
    pub rows_after: BTreeMap<String, i64>,
}

/// A migration step run on the copy.
#[derive(Debug, Serialize)]
pub struct Rehearsed {
    #[serde(flatten)]
    pub step: Step,
    /// The duration of the step with the check of the whole database after it.
    pub milliseconds: u64,
}

/// Returns the schema of the site in a directory and its pending migrations. A server may run
/// there.
pub fn status(data_dir: &Path) -> Result<Status> {
    let schema = if holds_site(data_dir)? {
        schema::version(&data_dir.join(DATABASE))?
    } else {
        0
    };
    Ok(Status {
        schema,
        newest: schema::newest(),
        pending: schema::after(schema),
    })
}

/// Runs all pending migrations, after a backup into `backups` if there is a site to change. The
/// directory must exist, and no other process may use it. Either all migrations succeed and leave a
/// consistent database, or nothing changes. A missing or empty database file becomes a new site; see
/// [`refuse_lost`](super::refuse_lost).
pub fn up(data_dir: &Path, backups: Option<&Path>, now: Timestamp) -> Result<Migrated> {
    let Status {
        schema,
        newest,
        pending,
    } = status(data_dir)?;
    let database = data_dir.join(DATABASE);
    let is_change = schema > 0 && !pending.is_empty();
    let backup = match backups {
        Some(backups) if is_change => Some(create(data_dir, Place::Directory(backups), now)?.path),
        _ => None,
    };
    if let Err(error) = schema::migrate(&database) {
        return Err(if is_change {
            BackupError::Migration { error, backup }
        } else {
            error.into()
        });
    }
    Ok(Migrated {
        from: schema,
        to: newest,
        steps: pending,
        backup,
    })
}

/// Runs all pending migrations on a temporary copy, which takes as much space as the database. A
/// server may run meanwhile.
pub fn rehearse(data_dir: &Path) -> Result<Rehearsal> {
    if !holds_site(data_dir)? {
        return Err(BackupError::NotFound(format!(
            "there is no site in {}",
            data_dir.display()
        )));
    }
    let from = status(data_dir)?.schema;
    with_copy(data_dir, |copy| {
        let rows_before = store::inspect(copy)?.rows;
        let rehearsed = |(step, took): (Step, std::time::Duration)| Rehearsed {
            step,
            milliseconds: took.as_millis() as u64,
        };
        let steps = schema::rehearse(copy)?.into_iter().map(rehearsed).collect();
        let rows_after = store::inspect(copy)?.rows;
        Ok(Rehearsal {
            from,
            to: schema::newest(),
            steps,
            rows_before,
            rows_after,
        })
    })?
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use tempfile::TempDir;

    use super::super::archive::read_manifest;
    use super::super::tests::{NOW, file_names, restore};
    use super::*;
    use crate::core::error::Error;
    use crate::platform::db::schema::next_release;

    /// Creates a site with the current schema and one row, and runs some SQL on it. Inside
    /// `next_release::run` its schema is an older one.
    fn site_before_migration(sql: &str) -> TempDir {
        let site = TempDir::new().expect("a directory");
        let database = site.path().join(DATABASE);
        schema::migrate(&database).expect("a database");
        let row = "INSERT INTO login_throttles VALUES ('key', 1, 0, 0)";
        Connection::open(&database)
            .and_then(|connection| connection.execute_batch(&format!("{row}; {sql}")))
            .expect("a row");
        site
    }

    /// Restores an archive, and returns its schema and the key of its row.
    fn restored(archive: &Path) -> (i32, String) {
        let target = TempDir::new().expect("a directory");
        restore(archive, target.path(), NOW).expect("a restored site");
        let database = target.path().join(DATABASE);
        let row = Connection::open(&database)
            .and_then(|db| db.query_row("SELECT key FROM login_throttles", [], |row| row.get(0)));
        (
            schema::version(&database).expect("a version"),
            row.expect("the row"),
        )
    }

    #[test]
    fn a_site_is_backed_up_before_it_is_migrated_and_only_then() {
        let old = schema::newest();
        let (site, unwanted) = (site_before_migration(""), site_before_migration(""));
        next_release::run(|| {
            let backups = site.path().join("backups");
            let migrated = up(site.path(), Some(&backups), NOW).expect("the migration");
            assert_eq!(
                (migrated.from, migrated.to, migrated.steps.is_empty()),
                (old, schema::newest(), false)
            );
            let backup = migrated.backup.expect("a backup");
            assert_eq!(read_manifest(&backup).expect("a manifest").schema, old);
            assert_eq!(restored(&backup), (old, "key".to_owned()));
            assert_eq!(
                schema::version(&site.path().join(DATABASE)).expect("a version"),
                schema::newest()
            );

            let again = up(site.path(), Some(&backups), NOW).expect("nothing to do");
            assert_eq!(
                (again.backup, again.steps.len(), file_names(&backups).len()),
                (None, 0, 1)
            );
            let new = TempDir::new().expect("a directory");
            assert_eq!(
                up(new.path(), Some(&backups), NOW)
                    .expect("a new site")
                    .backup,
                None
            );
            assert_eq!(
                up(unwanted.path(), None, NOW)
                    .expect("the migration")
                    .backup,
                None
            );
            assert_eq!(file_names(&backups).len(), 1);
        });
    }

    #[test]
    fn a_failed_migration_leaves_the_site_as_it_was_and_names_the_backup() {
        let old = schema::newest();
        let conflicting_table = "CREATE TABLE languages (id)";
        let (site, other) = (
            site_before_migration(conflicting_table),
            site_before_migration(conflicting_table),
        );
        next_release::run(|| {
            let failed = up(site.path(), Some(&site.path().join("backups")), NOW);
            let Err(BackupError::Migration {
                error,
                backup: Some(backup),
            }) = failed
            else {
                panic!("{failed:?}")
            };
            assert!(
                error.to_string().contains("languages already exists"),
                "{error}"
            );
            assert_eq!(
                schema::version(&site.path().join(DATABASE)).expect("a version"),
                old
            );
            assert_eq!(restored(&backup), (old, "key".to_owned()));
            let failed = up(other.path(), None, NOW);
            assert!(
                matches!(failed, Err(BackupError::Migration { backup: None, .. })),
                "{failed:?}"
            );
        });
    }

    #[test]
    fn a_database_of_an_unreleased_build_is_neither_migrated_nor_backed_up() {
        let site = site_before_migration("UPDATE refinery_schema_history SET checksum = '7'");
        let backups = site.path().join("backups");
        let before = std::fs::read(site.path().join(DATABASE)).expect("the file");
        let refused = up(site.path(), Some(&backups), NOW).expect_err("an unreleased build");
        assert!(
            matches!(&refused, BackupError::Database(Error::UnreleasedData(_))),
            "{refused:?}"
        );
        assert!(
            refused.to_string().contains("stoa export json"),
            "{refused}"
        );
        assert_eq!(
            std::fs::read(site.path().join(DATABASE)).expect("the file"),
            before
        );
        assert!(!backups.exists());
    }
}
