//! The directory of the measured site: temporary, or kept and reused.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::dataset::{self, Dataset};
use super::options::Progress;
use super::store;
use stoa::core::clock::Clock;
use stoa::core::error::{Error, Result};
use stoa::features::questions::counters;
use stoa::features::search;
use stoa::platform::db::{Db, Write};
use stoa::platform::realtime::Hub;

/// Questions per transaction.
const CHUNK: usize = 1_000;
const DATABASE: &str = "stoa.db";
/// File that marks a directory as filled here and names its content. Without it, `fill` rejects the
/// directory: measuring writes to the site, so a real site must never be measured.
const MARKER: &str = "bench";

/// The directory of the measured site. Dropping it removes a temporary directory.
pub enum Directory {
    Temporary(TempDir),
    Persistent(PathBuf),
}

impl Directory {
    /// Creates `persistent`, or a temporary directory if it is `None`.
    pub fn open(persistent: Option<&Path>) -> Result<Self> {
        let Some(path) = persistent else {
            let directory = tempfile::Builder::new().prefix("stoa-bench-").tempdir();
            return directory.map(Self::Temporary).map_err(|error| {
                Error::internal(format_args!("cannot create a temporary directory: {error}"))
            });
        };
        fs::create_dir_all(path).map_err(|error| {
            Error::internal(format_args!("cannot create {}: {error}", path.display()))
        })?;
        Ok(Self::Persistent(path.to_owned()))
    }

    pub fn path(&self) -> &Path {
        match self {
            Self::Temporary(directory) => directory.path(),
            Self::Persistent(path) => path,
        }
    }
}

/// Fills the directory, unless it already holds a site with the same content.
///
/// Blocks for over a minute on large sites. Rejects a directory with any other site.
pub fn fill(directory: &Path, dataset: &Dataset, progress: &dyn Fn(Progress)) -> Result<()> {
    let marker = format!(
        "{} questions, content {}\n",
        dataset.questions,
        dataset::VERSION
    );
    if directory.join(DATABASE).exists() {
        return match fs::read_to_string(directory.join(MARKER)) {
            Ok(found) if found == marker => Ok(()),
            _ => Err(Error::internal(format_args!(
                "{} holds another site; choose an empty directory with --data-dir, or remove this one",
                directory.display()
            ))),
        };
    }
    let db = Db::open(directory, Clock::system(), Hub::default())?;
    write_rows(&db, dataset, progress)?;
    progress(Progress {
        step: "counters, search".to_owned(),
        done: 0,
        total: 0,
    });
    write(&db, counters::recompute)?;
    search::finish_rebuild(&db)?;
    drop(db);
    fs::write(directory.join(MARKER), marker).map_err(|error| {
        Error::internal(format_args!(
            "cannot write in {}: {error}",
            directory.display()
        ))
    })
}

fn write_rows(db: &Db, dataset: &Dataset, progress: &dyn Fn(Progress)) -> Result<()> {
    let (users, tags) = (dataset.users(), dataset.tags());
    write(db, move |tx| {
        store::enlarge_cache(tx)?;
        (0..users).try_for_each(|user| store::insert_user(tx, user))?;
        (0..tags).try_for_each(|tag| store::insert_tag(tx, tag))
    })?;
    for start in (0..dataset.questions).step_by(CHUNK) {
        progress(Progress {
            step: "filling a site".to_owned(),
            done: start,
            total: dataset.questions,
        });
        let chunk: Vec<_> = (start..dataset.questions.min(start + CHUNK))
            .map(|question| dataset.question(question))
            .collect();
        write(db, move |tx| {
            chunk
                .iter()
                .try_for_each(|question| store::insert_question(tx, question))
        })?;
    }
    Ok(())
}

fn write<T: Send + 'static>(
    db: &Db,
    f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    db.write_blocking(|tx| {
        tx.without_event("the site has no clients before it is served");
        f(tx)
    })
}
