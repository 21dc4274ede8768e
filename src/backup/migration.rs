//! Bringing a site to the schema of this program: with a backup before, or on a copy that is thrown away.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{BackupError, DATABASE, Result, create, holds_site, list, store, with_copy};
use crate::clock::Timestamp;
use crate::db::schema::{self, Step};

/// The schema that a site has, and what is missing from the newest.
#[derive(Debug, Serialize)]
pub struct Status {
    /// 0, if there is no database yet.
    pub schema: i32,
    pub newest: i32,
    pub pending: Vec<Step>,
}

/// What was done.
#[derive(Debug, Serialize)]
pub struct Migrated {
    pub from: i32,
    pub to: i32,
    pub steps: Vec<Step>,
    /// How the site was before, if there was one and a backup was wanted.
    pub backup: Option<PathBuf>,
}

/// What would be done.
#[derive(Debug, Serialize)]
pub struct Rehearsal {
    pub from: i32,
    pub to: i32,
    pub steps: Vec<Rehearsed>,
    pub rows_before: BTreeMap<String, i64>,
    pub rows_after: BTreeMap<String, i64>,
}

/// One step on the copy.
#[derive(Debug, Serialize)]
pub struct Rehearsed {
    #[serde(flatten)]
    pub step: Step,
    /// How long it took, with the check of the whole database after it.
    pub milliseconds: u64,
}

/// How far the site in a directory is. Someone may be serving it.
pub fn status(data_dir: &Path) -> Result<Status> {
    let schema = if holds_site(data_dir)? { schema::version(&data_dir.join(DATABASE))? } else { 0 };
    Ok(Status { schema, newest: schema::newest(), pending: schema::after(schema) })
}

/// Does all that is missing, after a backup into `backups` of what is there. Nobody else may be using the directory, which must
/// exist. All of it is done, and what it leaves is in order, or nothing is. An empty file is how a new site begins, but not where
/// there are backups of one.
pub fn up(data_dir: &Path, backups: Option<&Path>, now: Timestamp) -> Result<Migrated> {
    let Status { schema, newest, pending } = status(data_dir)?;
    let database = data_dir.join(DATABASE);
    if schema == 0
        && database.metadata().is_ok_and(|file| file.len() == 0)
        && let Some(backups) = backups.filter(|backups| list(backups).is_ok_and(|listed| !listed.is_empty()))
    {
        return Err(BackupError::Emptied { database, backups: backups.to_owned() });
    }
    let is_change = schema > 0 && !pending.is_empty();
    let backup = match backups {
        Some(backups) if is_change => Some(create(data_dir, backups, now)?.path),
        _ => None,
    };
    if let Err(error) = schema::migrate(&database) {
        return Err(if is_change { BackupError::Migration { error, backup } } else { error.into() });
    }
    Ok(Migrated { from: schema, to: newest, steps: pending, backup })
}

/// Does all that is missing on a copy, which needs as much space as the database for that time. Someone may be serving the site.
pub fn rehearse(data_dir: &Path) -> Result<Rehearsal> {
    if !holds_site(data_dir)? {
        return Err(BackupError::NotFound(format!("there is no site in {}", data_dir.display())));
    }
    let from = status(data_dir)?.schema;
    with_copy(data_dir, |copy| {
        let rows_before = store::inspect(copy)?.rows;
        let rehearsed = |(step, took): (Step, std::time::Duration)| Rehearsed { step, milliseconds: took.as_millis() as u64 };
        let steps = schema::rehearse(copy)?.into_iter().map(rehearsed).collect();
        let rows_after = store::inspect(copy)?.rows;
        Ok(Rehearsal { from, to: schema::newest(), steps, rows_before, rows_after })
    })?
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use tempfile::TempDir;

    use super::super::tests::{NOW, content};
    use super::super::{manifest, restore};
    use super::*;

    const OLD: i32 = 5;

    /// A site of an older program, with one row of its own, changed by some SQL.
    fn older(sql: &str) -> TempDir {
        let site = TempDir::new().expect("a directory");
        let database = site.path().join(DATABASE);
        schema::older(&database, OLD);
        let row = "INSERT INTO login_delays VALUES ('mine', 1, 0, 0)";
        Connection::open(&database).and_then(|connection| connection.execute_batch(&format!("{row}; {sql}"))).expect("a row");
        site
    }

    /// What a restored archive is: its schema, and the site's own row.
    fn restored(archive: &Path) -> (i32, String) {
        let elsewhere = TempDir::new().expect("a directory");
        restore(archive, elsewhere.path(), NOW).expect("it comes back");
        let database = elsewhere.path().join(DATABASE);
        let row = Connection::open(&database).and_then(|db| db.query_row("SELECT subject FROM login_delays", [], |row| row.get(0)));
        (schema::version(&database).expect("a version"), row.expect("the row"))
    }

    #[test]
    fn a_site_is_backed_up_before_it_is_migrated_and_only_then() {
        let site = older("");
        let backups = site.path().join("backups");
        let migrated = up(site.path(), Some(&backups), NOW).expect("the migration");
        assert_eq!((migrated.from, migrated.to, migrated.steps.is_empty()), (OLD, schema::newest(), false));
        let backup = migrated.backup.expect("a backup");
        assert_eq!(manifest(&backup).expect("a manifest").schema, OLD);
        assert_eq!(restored(&backup), (OLD, "mine".to_owned()));
        assert_eq!(schema::version(&site.path().join(DATABASE)).expect("a version"), schema::newest());

        let again = up(site.path(), Some(&backups), NOW).expect("nothing to do");
        assert_eq!((again.backup, again.steps.len(), content(&backups).len()), (None, 0, 1));
        let new = TempDir::new().expect("a directory");
        assert_eq!(up(new.path(), Some(&backups), NOW).expect("a new site").backup, None);
        let unwanted = older("");
        assert_eq!(up(unwanted.path(), None, NOW).expect("the migration").backup, None);
        assert_eq!(content(&backups).len(), 1);
    }

    #[test]
    fn a_failed_migration_leaves_the_site_as_it_was_and_names_the_backup() {
        let in_the_way = "CREATE TABLE removals (id)";
        let site = older(in_the_way);
        let failed = up(site.path(), Some(&site.path().join("backups")), NOW);
        let Err(BackupError::Migration { error, backup: Some(backup) }) = failed else { panic!("{failed:?}") };
        assert!(error.to_string().contains("removals already exists"), "{error}");
        assert_eq!(schema::version(&site.path().join(DATABASE)).expect("a version"), OLD);
        assert_eq!(restored(&backup), (OLD, "mine".to_owned()));
        let failed = up(older(in_the_way).path(), None, NOW);
        assert!(matches!(failed, Err(BackupError::Migration { backup: None, .. })), "{failed:?}");
    }
}
