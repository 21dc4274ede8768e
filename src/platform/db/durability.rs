//! Handles disk failures. After a failed sync the state of the disk is unknown: a second sync can
//! succeed without storing what the first one lost. The process therefore ends, and the next process
//! starts from what it can read.

use std::cell::RefCell;
use std::ffi::c_int;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64};

use rusqlite::Connection;
use rusqlite::hooks::Wal;

use super::disk_reserve::DiskReserve;
use super::{cost, files};
use crate::core::error::{Error, Result, Sentence};

/// The number of WAL pages after which a COMMIT runs a checkpoint (SQLite's own default).
const CHECKPOINT: c_int = 1_000;
/// The size of one read and one write, in bytes.
const CHUNK: usize = 1024 * 1024;
/// The number of bytes written to test for free space: a few of SQLite's pages.
const PROBE: usize = 64 * 1024;

/// The state of the disk.
#[derive(Default)]
pub(super) struct Storage {
    /// Whether the last COMMIT failed.
    pub commit_failed: AtomicBool,
    /// The number of changes to the database that are known.
    pub changes: AtomicU64,
    pub reserve: OnceLock<DiskReserve>,
    /// The [`Room`](super::Room) that was last found.
    pub room: AtomicU8,
    /// How the database is damaged, as it was first noticed.
    pub damage: OnceLock<String>,
}

impl Storage {
    /// Remembers and logs the first damage.
    pub fn note_damage(&self, problem: &str) {
        if self.damage.set(problem.to_owned()).is_ok() {
            tracing::error!(
                "the database is damaged, and some requests fail: {problem}; run stoa doctor, which says whether stoa doctor --fix repairs it"
            );
        }
    }

    /// Does the same if a job has failed because of damage.
    pub fn note_error<T>(&self, done: &Result<T>) {
        if let Err(Error::Damaged(detail)) = done {
            self.note_damage(detail);
        }
    }
}

thread_local! {
    /// Why this thread's last checkpoint failed.
    static CHECKPOINT_FAILURE: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Returns whether a write failed for lack of space. Ends the process if the disk has failed.
pub fn is_full(error: &Error, connection: &Connection) -> bool {
    match error {
        Error::DiskFailed(_) => end_process(error),
        // SQLite reports a full disk as such, but a used-up quota as an I/O error.
        Error::WriteFailed(_)
            if connection
                .path()
                .is_some_and(|path| is_out_of_room(Path::new(path))) =>
        {
            true
        }
        Error::WriteFailed(_) => end_process(error),
        other => other.sentence() == Sentence::StorageFull,
    }
}

/// Returns whether the system refuses to store a file beside a database for lack of space or quota.
fn is_out_of_room(database: &Path) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let probe = database.with_extension("probe");
    let written = File::create(&probe).and_then(|mut file| {
        file.write_all(&[0; PROBE])?;
        file.sync_all()
    });
    let _ = fs::remove_file(&probe);
    written.is_err_and(|error| matches!(error.kind(), FileTooLarge | QuotaExceeded | StorageFull))
}

/// Ends the process without answering the waiting requests. The next process starts with all writes
/// that were answered.
fn end_process(error: &Error) -> ! {
    let message =
        format!("the disk failed: stopping, so that no unstored write is acknowledged: {error}");
    if tracing::dispatcher::has_been_set() {
        tracing::error!("{message}");
    } else {
        eprintln!("stoa: {message}");
    }
    std::process::exit(1)
}

/// Runs a checkpoint when the WAL is long enough.
///
/// SQLite's automatic checkpoint hides disk errors, and an error returned from this hook would turn
/// into a failed COMMIT without an error code. [`checkpoint_failure`] returns the error instead. A
/// failed checkpoint is tried again after the next COMMIT.
pub fn checkpoint(wal: &Wal, pages: c_int) -> rusqlite::Result<()> {
    cost::record_log(pages);
    if pages >= CHECKPOINT {
        CHECKPOINT_FAILURE.set(wal.checkpoint().err().map(Error::from));
    }
    Ok(())
}

/// Returns the error of the checkpoint after this thread's last COMMIT, once.
pub fn checkpoint_failure() -> Option<Error> {
    CHECKPOINT_FAILURE.take()
}

/// Writes and syncs the WAL of a database again. After a failed sync its pages can be readable in the
/// page cache without being on the disk; a power cut would lose them and all that builds on them.
pub fn rewrite_wal(connection: &Connection, path: &Path) -> Result<()> {
    // Keeps other processes from writing meanwhile.
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let wal = files::wal_of(path);
    let stored = rewrite(&wal);
    connection.execute_batch("ROLLBACK")?;
    stored
        .map_err(|error| Error::internal(format_args!("cannot rewrite {}: {error}", wal.display())))
}

/// Overwrites a file with its own content and syncs it. A missing file is fine.
fn rewrite(path: &Path) -> io::Result<()> {
    let file = match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let (mut buffer, mut offset) = (vec![0; CHUNK], 0);
    loop {
        let length = file.read_at(&mut buffer, offset)?;
        if length == 0 {
            return if offset > 0 { file.sync_all() } else { Ok(()) };
        }
        file.write_all_at(&buffer[..length], offset)?;
        offset += length as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::super::connection::configure;
    use super::*;

    /// Creates a database with a row of `bytes` bytes.
    fn database(directory: &Path, bytes: usize) -> (PathBuf, Connection) {
        let path = directory.join("a.db");
        let connection = Connection::open(&path).expect("a database");
        configure(&connection).expect("configured");
        connection.wal_hook(Some(checkpoint));
        connection
            .execute_batch("CREATE TABLE texts (text BLOB)")
            .expect("a table");
        connection
            .execute("INSERT INTO texts VALUES (zeroblob(?1))", [bytes as i64])
            .expect("a row");
        (path, connection)
    }

    #[test]
    fn a_long_wal_is_checkpointed() {
        let directory = TempDir::new().expect("a directory");
        let size = |path: &Path| fs::metadata(path).expect("a file").len();
        let (path, short) = database(directory.path(), 1_000_000);
        assert!(size(&path) < 1_000_000, "a short WAL was checkpointed");
        short
            .execute("INSERT INTO texts VALUES (zeroblob(4000000))", [])
            .expect("a row");
        assert!(size(&path) > 5_000_000, "a long WAL was not checkpointed");
    }

    #[test]
    fn rewriting_the_wal_changes_nothing() {
        let directory = TempDir::new().expect("a directory");
        let (path, connection) = database(directory.path(), 3 * CHUNK);
        let wal = directory.path().join("a.db-wal");
        let before = fs::read(&wal).expect("the WAL");
        assert!(before.len() > 3 * CHUNK);
        rewrite_wal(&connection, &path).expect("rewritten");
        assert!(
            fs::read(&wal).expect("the WAL") == before,
            "the WAL has changed"
        );
        assert_eq!(
            connection.query_row("SELECT sum(length(text)) FROM texts", [], |row| row.get(0)),
            Ok(3 * CHUNK as i64)
        );
        // Without a WAL there is nothing to do.
        connection
            .execute_batch("PRAGMA journal_mode = DELETE")
            .expect("another journal");
        assert!(!wal.exists());
        rewrite_wal(&connection, &path).expect("nothing to do");
    }
}
