//! Bringing a community's questions along from elsewhere.
//!
//! [`stackexchange::import`] reads an unpacked dump in one transaction: all of it arrives or nothing. It remembers
//! where every row came from, so that running it again adds only what is new. [`json::import`] reads a whole site that
//! was exported, or that a program of one's own has made of something else.

pub mod json;
pub mod stackexchange;

mod comments;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod history;
mod html;
mod links;
mod names;
mod people;
mod posts;
mod rows;
mod store;
mod summary;
#[cfg(test)]
mod tests;

use std::sync::mpsc;

use crate::db::{Db, Write};
use crate::error::{Error, Result};

pub use summary::{Count, Summary, Votes};

/// What an import is told besides where the dump is.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The site that the dump is from; else the directory's name says it.
    pub site: Option<String>,
    /// Do everything and then undo it.
    pub dry_run: bool,
    /// How many questions to bring that were not imported before, with what hangs on them and whoever wrote it; else all.
    pub limit: Option<u64>,
}

/// How far an import has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub step: &'static str,
    /// In bytes read.
    pub done: u64,
    pub total: u64,
}

/// Runs an import in one transaction, which after a dry run is undone.
fn rehearsable<T: Send + 'static>(db: &Db, dry_run: bool, import: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static) -> Result<T> {
    let (rehearsed, rehearsal) = mpsc::channel();
    let done = db.write_blocking(move |tx| {
        tx.quietly("an import: nobody is reading yet what it brings");
        let done = import(tx)?;
        if !dry_run {
            return Ok(done);
        }
        let _ = rehearsed.send(done);
        // Only an error undoes a transaction.
        Err(Error::internal("a dry run keeps nothing"))
    });
    rehearsal.try_recv().or(done)
}
