//! A disk that fails. Once it has refused to store something, nobody knows what it holds: a second sync succeeds without
//! having stored what the first one lost. So the process ends, and the next one begins with what can be read again.

use std::cell::RefCell;
use std::ffi::c_int;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::hooks::Wal;

use super::files;
use crate::error::{Error, Result, Sentence};

/// After so many pages a COMMIT moves the WAL into the database, as SQLite does by itself.
const CHECKPOINT: c_int = 1_000;
/// Bytes that are read and written at once.
const PIECE: usize = 1024 * 1024;
/// What is written to see whether anything can be: a few of SQLite's pages.
const PROBE: usize = 64 * 1024;

thread_local! {
    /// Why this thread's last checkpoint failed.
    static CHECKPOINT_FAILURE: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Whether there is no room for what was to be written to a database. When its disk has failed instead, the process ends here.
pub fn is_full(error: &Error, connection: &Connection) -> bool {
    match error {
        Error::DiskFailed(_) => end_process(error),
        // SQLite knows a disk that is full for everybody, and takes our quota for a failure.
        Error::WriteFailed(_) if connection.path().is_some_and(|path| is_out_of_room(Path::new(path))) => true,
        Error::WriteFailed(_) => end_process(error),
        other => other.sentence() == Sentence::StorageFull,
    }
}

/// Whether the system refuses to store anything beside a database because we have used up what we may.
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

/// Ends the process. Nobody who waits for an answer gets one; with what was answered before the next process begins.
fn end_process(error: &Error) -> ! {
    let message = format!("the disk failed, and what was not answered may be lost; stopping, so that nothing false is promised: {error}");
    if tracing::dispatcher::has_been_set() {
        tracing::error!("{message}");
    } else {
        eprintln!("stoa: {message}");
    }
    std::process::exit(1)
}

/// Moves the WAL into the database when it is long enough. SQLite's own way to do so tells nobody when the disk fails, and would
/// call what this returns a failure of the COMMIT, without its code: so [`checkpoint_failure`] has it. Whatever it is, it is
/// tried again after the next COMMIT.
pub fn checkpoint(wal: &Wal, pages: c_int) -> rusqlite::Result<()> {
    if pages >= CHECKPOINT {
        CHECKPOINT_FAILURE.set(wal.checkpoint().err().map(Error::from));
    }
    Ok(())
}

/// Why the checkpoint after this thread's last COMMIT failed, if it did: told once.
pub fn checkpoint_failure() -> Option<Error> {
    CHECKPOINT_FAILURE.take()
}

/// Stores again what the WAL of a database holds. After a sync that failed it can be read although it is not on the disk; and what
/// is built on it would be lost with it when the power goes.
pub fn store_again(connection: &Connection, path: &Path) -> Result<()> {
    // Nobody else may write there meanwhile.
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let wal = files::log_of(path);
    let stored = rewrite(&wal);
    connection.execute_batch("ROLLBACK")?;
    stored.map_err(|error| Error::internal(format_args!("cannot store {} again: {error}", wal.display())))
}

/// Writes a file over itself and syncs it, if it is there.
fn rewrite(path: &Path) -> io::Result<()> {
    let file = match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let (mut piece, mut place) = (vec![0; PIECE], 0);
    loop {
        let length = file.read_at(&mut piece, place)?;
        if length == 0 {
            return if place > 0 { file.sync_all() } else { Ok(()) };
        }
        file.write_all_at(&piece[..length], place)?;
        place += length as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::super::configure;
    use super::*;

    /// A database with a row of so many bytes.
    fn database(directory: &Path, bytes: usize) -> (PathBuf, Connection) {
        let path = directory.join("a.db");
        let connection = Connection::open(&path).expect("a database");
        configure(&connection).expect("configured");
        connection.wal_hook(Some(checkpoint));
        connection.execute_batch("CREATE TABLE texts (text BLOB)").expect("a table");
        connection.execute("INSERT INTO texts VALUES (zeroblob(?1))", [bytes as i64]).expect("a row");
        (path, connection)
    }

    #[test]
    fn a_long_wal_moves_into_the_database() {
        let directory = TempDir::new().expect("a directory");
        let size = |path: &Path| fs::metadata(path).expect("a file").len();
        let (path, short) = database(directory.path(), 1_000_000);
        assert!(size(&path) < 1_000_000, "it was moved already");
        short.execute("INSERT INTO texts VALUES (zeroblob(4000000))", []).expect("a row");
        assert!(size(&path) > 5_000_000, "it was not moved");
    }

    #[test]
    fn what_is_stored_again_stays_as_it_was() {
        let directory = TempDir::new().expect("a directory");
        let (path, connection) = database(directory.path(), 3 * PIECE);
        let wal = directory.path().join("a.db-wal");
        let before = fs::read(&wal).expect("the WAL");
        assert!(before.len() > 3 * PIECE);
        store_again(&connection, &path).expect("stored");
        assert!(fs::read(&wal).expect("the WAL") == before, "the WAL has changed");
        assert_eq!(connection.query_row("SELECT sum(length(text)) FROM texts", [], |row| row.get(0)), Ok(3 * PIECE as i64));
        // Where there is none, there is nothing to do.
        connection.execute_batch("PRAGMA journal_mode = DELETE").expect("another journal");
        assert!(!wal.exists());
        store_again(&connection, &path).expect("nothing to store");
    }
}
