//! Looking after a database that is in order.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::{Finding, advice, foreign_keys, integrity, reindex as reindexed, store};
use crate::clock::{Clock, Timestamp};
use crate::db::{self, Db, files, schema};
use crate::error::{Error, Result};
use crate::live::Hub;

/// How large a database is.
#[derive(Debug, Serialize)]
pub struct Stats {
    pub schema: i32,
    pub bytes: u64,
    /// Of what is committed and not in the database's file yet.
    pub wal_bytes: u64,
    pub page_size: i64,
    pub pages: i64,
    /// Pages that are there for what comes.
    pub free_pages: i64,
    pub rows: BTreeMap<String, i64>,
}

/// Counts everything. Someone may be serving the site.
pub fn stats(data_dir: &Path, now: Timestamp) -> Result<Stats> {
    let path = data_dir.join(db::FILE);
    let schema = schema::version(&path)?;
    db::look(data_dir, now, |read| {
        let [page_size, pages, free_pages] = store::sizes(read)?;
        let rows = store::rows(read)?.into_iter().collect();
        Ok(Stats {
            schema,
            bytes: files::size(&path),
            wal_bytes: files::size(&data_dir.join(files::LOG)),
            page_size,
            pages,
            free_pages,
            rows,
        })
    })
}

/// Whether the database is in order, in all or without a look at whether its indexes agree with its tables; what cannot be
/// read is not. Someone may be serving the site.
pub fn check(data_dir: &Path, now: Timestamp, quick: bool) -> Result<[Finding; 2]> {
    let looked = db::look(data_dir, now, |read| Ok([integrity(read, quick), foreign_keys(read)]));
    let [integrity, foreign_keys] = looked.unwrap_or_else(|error| [Err(error.clone()), Err(error)]);
    let named = |id, found: Result<Finding>| -> Result<Finding> {
        match found {
            Err(Error::Internal(detail)) => Ok(Finding { id, ..Finding::error(detail, advice(data_dir)) }),
            // That it is busy, say, is no finding.
            found => Ok(Finding { id, ..found? }),
        }
    };
    Ok([named("integrity", integrity)?, named("foreign-keys", foreign_keys)?])
}

/// Merges the pieces of the search indexes, in short steps of which `done` is told the number. Someone may be serving the site.
pub fn optimize(data_dir: &Path, done: impl FnMut(u64)) -> Result<()> {
    schema::version(&data_dir.join(db::FILE))?;
    store::optimize(&store::beside(data_dir)?, done)
}

/// The database's file before and after.
#[derive(Debug, Serialize)]
pub struct Vacuumed {
    pub bytes_before: u64,
    pub bytes_after: u64,
}

/// Writes the whole database anew, without what is free in it. Nobody else may be using the data directory.
pub fn vacuum(data_dir: &Path) -> Result<Vacuumed> {
    let path = data_dir.join(db::FILE);
    schema::version(&path)?;
    let (bytes_before, free) = (files::size(&path), files::free_bytes(data_dir)?);
    if free / 2 < bytes_before {
        return Err(Error::internal(format_args!(
            "this takes up to {} bytes beside the database, and {free} are free: make room first",
            2 * bytes_before
        )));
    }
    store::vacuum(&store::beside(data_dir)?)?;
    Ok(Vacuumed { bytes_before, bytes_after: files::size(&path) })
}

/// Makes the index of the search anew. Nobody else may be using the data directory.
pub fn reindex(data_dir: &Path) -> Result<()> {
    Db::open(data_dir, Clock::system(), Hub::default())?.write_blocking(reindexed)
}
