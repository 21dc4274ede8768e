//! Bringing a site to the schema of this program: with a backup before, or on a copy that is thrown away.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::NamedTempFile;

use super::{BackupError, DATABASE, Result, create, holds_site, room, store};
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
    let schema = if holds_site(data_dir) { schema::version(&data_dir.join(DATABASE))? } else { 0 };
    Ok(Status { schema, newest: schema::newest(), pending: schema::after(schema) })
}

/// Does all that is missing, after a backup into `backups` of what is there. Nobody else may be using the directory, which must
/// exist. All of it is done or nothing.
pub fn up(data_dir: &Path, backups: Option<&Path>, now: Timestamp) -> Result<Migrated> {
    let Status { schema, newest, pending } = status(data_dir)?;
    let backup = match backups {
        Some(backups) if schema > 0 && !pending.is_empty() => Some(create(data_dir, backups, now)?.path),
        _ => None,
    };
    schema::migrate(&data_dir.join(DATABASE))?;
    Ok(Migrated { from: schema, to: newest, steps: pending, backup })
}

/// Does all that is missing on a copy, which needs as much space as the database for that time. Someone may be serving the site.
pub fn rehearse(data_dir: &Path) -> Result<Rehearsal> {
    if !holds_site(data_dir) {
        return Err(BackupError::NotFound(format!("there is no site in {}", data_dir.display())));
    }
    let from = status(data_dir)?.schema;
    let directory = room(data_dir)?;
    let copy = NamedTempFile::new_in(&directory)?.into_temp_path();
    store::copy(&data_dir.join(DATABASE), &copy)?;
    let rows_before = store::inspect(&copy)?.rows;
    let rehearsed = |(step, took): (Step, std::time::Duration)| Rehearsed { step, milliseconds: took.as_millis() as u64 };
    let steps = schema::rehearse(&copy)?.into_iter().map(rehearsed).collect();
    let rows_after = store::inspect(&copy)?.rows;
    Ok(Rehearsal { from, to: schema::newest(), steps, rows_before, rows_after })
}
