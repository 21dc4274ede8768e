//! A site with the content of a dump.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::Path;

use super::store::{self, Thread};
use crate::site::Directory;
use stoa::core::clock::Clock;
use stoa::core::error::Result;
use stoa::operations::import::stackexchange::{self, Dump, Link};
use stoa::operations::import::{Options, Progress};
use stoa::platform::db::{Db, SearchSetting};
use stoa::platform::realtime::Hub;

/// A temporary site with the content of a dump.
pub struct Site {
    pub db: Db,
    /// The host name of the dumped site.
    pub host: String,
    /// Oldest first.
    pub threads: Vec<Thread>,
    pub links: Vec<Link>,
    positions: HashMap<i64, usize>,
    words_only: OnceCell<Db>,
    directory: Directory,
}

impl Site {
    /// Imports a dump into a temporary directory.
    pub fn import(dump: &Path, progress: impl FnMut(Progress) + Send + 'static) -> Result<Self> {
        let directory = Directory::open(None)?;
        let db = Db::open(directory.path(), Clock::system(), Hub::default())?;
        let opened = Dump::open(dump, Options::default())?;
        let summary = stackexchange::import(&db, opened, progress)?;
        let threads = db.read_blocking(store::threads)?;
        Ok(Self {
            host: summary.source,
            positions: threads
                .iter()
                .enumerate()
                .map(|(position, thread)| (thread.external_id, position))
                .collect(),
            threads,
            links: stackexchange::links(dump)?,
            db,
            words_only: OnceCell::new(),
            directory,
        })
    }

    /// Returns the same site, whose search compares words alone.
    pub fn words_only(&self) -> Result<&Db> {
        if let Some(db) = self.words_only.get() {
            return Ok(db);
        }
        let db = Db::open_shared(self.directory.path(), Clock::system())?;
        db.search_as(SearchSetting {
            meaning: false,
            ..SearchSetting::default()
        });
        Ok(self.words_only.get_or_init(|| db))
    }

    /// Returns the thread of a question of the dump, as its position in `threads`.
    pub fn position(&self, external_id: i64) -> Option<usize> {
        self.positions.get(&external_id).copied()
    }
}
