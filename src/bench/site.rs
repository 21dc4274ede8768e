//! The directory with the site that is measured: a temporary one, or one that is kept and used again.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::dataset::{self, Dataset};
use super::{Progress, store};
use crate::clock::Clock;
use crate::db::{Db, Write};
use crate::error::{Error, Result};
use crate::live::Hub;
use crate::questions::counters;

/// Questions that one COMMIT holds.
const CHUNK: usize = 1_000;
const DATABASE: &str = "stoa.db";
/// Says that a directory was filled here, and with what: nobody's real site is ever measured, that is written to.
const MARK: &str = "bench";

/// Where the measured site is. A temporary one goes when this is dropped.
pub enum Directory {
    Temporary(TempDir),
    Kept(PathBuf),
}

impl Directory {
    /// A temporary directory, unless there is one to keep.
    pub fn open(kept: Option<&Path>) -> Result<Self> {
        let Some(path) = kept else {
            let made = tempfile::Builder::new().prefix("stoa-bench-").tempdir();
            return made.map(Self::Temporary).map_err(|error| Error::internal(format_args!("cannot make a temporary directory: {error}")));
        };
        fs::create_dir_all(path).map_err(|error| Error::internal(format_args!("cannot create {}: {error}", path.display())))?;
        Ok(Self::Kept(path.to_owned()))
    }

    pub fn path(&self) -> &Path {
        match self {
            Self::Temporary(directory) => directory.path(),
            Self::Kept(path) => path,
        }
    }
}

/// Fills the directory, unless it holds a site of the same content. Blocks for a minute and more on large sites.
pub fn fill(directory: &Path, dataset: &Dataset, progress: &dyn Fn(Progress)) -> Result<()> {
    let mark = format!("{} questions, content {}\n", dataset.questions, dataset::VERSION);
    if directory.join(DATABASE).exists() {
        return match fs::read_to_string(directory.join(MARK)) {
            Ok(found) if found == mark => Ok(()),
            _ => Err(Error::internal(format_args!(
                "{} holds another site; choose an empty directory with --data-dir, or remove this one",
                directory.display()
            ))),
        };
    }
    let db = Db::open(directory, Clock::system(), Hub::default())?;
    write_rows(&db, dataset, progress)?;
    progress(Progress { step: "counters, search".to_owned(), done: 0, total: 0 });
    write(&db, counters::recompute)?;
    drop(db);
    fs::write(directory.join(MARK), mark).map_err(|error| Error::internal(format_args!("cannot write in {}: {error}", directory.display())))
}

fn write_rows(db: &Db, dataset: &Dataset, progress: &dyn Fn(Progress)) -> Result<()> {
    let (users, tags) = (dataset.users(), dataset.tags());
    write(db, move |tx| {
        store::enlarge_cache(tx)?;
        (0..users).try_for_each(|user| store::insert_user(tx, user))?;
        (0..tags).try_for_each(|tag| store::insert_tag(tx, tag))
    })?;
    for start in (0..dataset.questions).step_by(CHUNK) {
        progress(Progress { step: "filling a site".to_owned(), done: start, total: dataset.questions });
        let chunk: Vec<_> = (start..dataset.questions.min(start + CHUNK)).map(|question| dataset.question(question)).collect();
        write(db, move |tx| chunk.iter().try_for_each(|question| store::insert_question(tx, question)))?;
    }
    Ok(())
}

fn write<T: Send + 'static>(db: &Db, f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static) -> Result<T> {
    db.write_blocking(|tx| {
        tx.quietly("nobody listens to a site before it is served");
        f(tx)
    })
}
