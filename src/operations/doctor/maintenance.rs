//! Maintenance of the database: `stoa db`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::context::advice;
use super::database::{self, foreign_keys, integrity};
use super::finding::Finding;
use super::store;
use crate::core::clock::{Clock, Timestamp};
use crate::core::error::{Error, Result};
use crate::platform::db::{self, Db, files, schema};
use crate::platform::realtime::Hub;

/// The sizes of a database.
#[derive(Debug, Serialize)]
pub struct Stats {
    pub schema: i32,
    pub bytes: u64,
    /// The size of the write-ahead log: committed but not yet in the database file.
    pub wal_bytes: u64,
    pub page_size: i64,
    pub pages: i64,
    /// Pages that are free for reuse.
    pub free_pages: i64,
    pub rows: BTreeMap<String, i64>,
}

/// Measures the database. A server may run meanwhile.
pub fn stats(data_dir: &Path, now: Timestamp) -> Result<Stats> {
    let path = data_dir.join(db::FILE);
    let schema = schema::version(&path)?;
    db::inspect(data_dir, now, |read| {
        let [page_size, pages, free_pages] = store::sizes(read)?;
        let rows = store::rows(read)?.into_iter().collect();
        Ok(Stats {
            schema,
            bytes: files::size(&path),
            wal_bytes: files::size(&data_dir.join(files::WAL)),
            page_size,
            pages,
            free_pages,
            rows,
        })
    })
}

/// Checks the integrity and the references of the database. A quick check does not compare indexes
/// with their tables. A database that cannot be read is an error finding. A server may run
/// meanwhile.
pub fn check(data_dir: &Path, now: Timestamp, quick: bool) -> Result<[Finding; 2]> {
    let results = db::inspect(data_dir, now, |read| {
        Ok([integrity(read, quick), foreign_keys(read)])
    });
    let [integrity, foreign_keys] =
        results.unwrap_or_else(|error| [Err(error.clone()), Err(error)]);
    let named = |id, found: Result<Finding>| -> Result<Finding> {
        match found {
            Err(Error::Internal(detail) | Error::Damaged(detail)) => Ok(Finding {
                id,
                ..Finding::error(detail, advice(data_dir))
            }),
            // Other errors, such as a busy database, are not findings.
            found => Ok(Finding { id, ..found? }),
        }
    };
    Ok([
        named("integrity", integrity)?,
        named("foreign-keys", foreign_keys)?,
    ])
}

/// Merges the segments of the search indexes in short steps. Calls `progress` with the number of
/// steps so far. A server may run meanwhile.
pub fn optimize(data_dir: &Path, progress: impl FnMut(u64)) -> Result<()> {
    schema::version(&data_dir.join(db::FILE))?;
    store::optimize(&store::open(data_dir)?, progress)
}

/// The size of the database file before and after [`vacuum`].
#[derive(Debug, Serialize)]
pub struct Vacuumed {
    pub bytes_before: u64,
    pub bytes_after: u64,
}

/// Rewrites the database file without free pages. No other process may use the data directory.
pub fn vacuum(data_dir: &Path) -> Result<Vacuumed> {
    let path = data_dir.join(db::FILE);
    schema::version(&path)?;
    let (bytes_before, free) = (files::size(&path), files::free_bytes(data_dir)?);
    if free / 2 < bytes_before {
        return Err(Error::internal(format_args!(
            "this takes up to {} bytes of disk space, but only {free} are free: free some space first",
            2 * bytes_before
        )));
    }
    store::vacuum(&store::open(data_dir)?)?;
    Ok(Vacuumed {
        bytes_before,
        bytes_after: files::size(&path),
    })
}

/// Rebuilds the search index. No other process may use the data directory.
pub fn reindex(data_dir: &Path) -> Result<()> {
    database::reindex(&Db::open(data_dir, Clock::system(), Hub::default())?)
}
