//! Opens connections and sets them up: PRAGMAs, limits and SQL functions.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::files;
use crate::core::meaning;
use crate::core::text::{compressed, decompressed, fold};
use crate::core::tokenizer::{segmented, strong_words};

/// The time that a connection waits for another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Sets the PRAGMAs and functions of every connection of the site.
pub(super) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    add_functions(connection)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Without this, SQLite plans a statement again at every binding of its LIMIT.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -8000;
         PRAGMA trusted_schema = OFF;
         PRAGMA cell_size_check = ON;
         PRAGMA journal_size_limit = 67108864;",
    )
}

/// Opens a database read-only, also while another process has it open.
///
/// SQLite creates `-wal` and `-shm` files for this. On a read-only file system that has none of them,
/// the database is opened as immutable. The error tells a missing permission from a damaged file.
pub fn open_to_read(database: &Path) -> rusqlite::Result<Connection> {
    let directory = database
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let is_immutable = files::is_read_only(directory)
        && !files::wal_of(database).exists()
        && !files::shared_memory_of(database).exists();
    let opened = if is_immutable {
        Connection::open_with_flags(immutable_uri(database), flags | OpenFlags::SQLITE_OPEN_URI)
    } else {
        Connection::open_with_flags(database, flags)
    };
    let checked = opened.and_then(|connection| {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        // SQLite opens the file at the first query.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        add_functions(&connection)?;
        Ok(connection)
    });
    checked.map_err(|error| match error {
        rusqlite::Error::SqliteFailure(failure, _) if is_refused(&error) => {
            let (name, place) = (database.display(), directory.display());
            let why = match std::fs::File::open(database) {
                Err(error) => format!("cannot open {name}: {error}"),
                Ok(_) if files::is_writable(directory) => format!("cannot open {name}: {failure}"),
                Ok(_) => format!("cannot read {name}: SQLite has to create files beside it, and {place} is not writable"),
            };
            rusqlite::Error::SqliteFailure(failure, Some(why))
        }
        error => error,
    })
}

/// Opens a database file as it is, without its write-ahead log and without locks.
pub(super) fn open_immutable(database: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(immutable_uri(database), flags)?;
    add_functions(&connection)?;
    Ok(connection)
}

/// Returns whether the operating system refused to open a database.
pub fn is_refused(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    )
}

/// Returns the URI that opens a database as immutable.
fn immutable_uri(database: &Path) -> String {
    format!("file:{}?immutable=1", encoded(database))
}

/// Returns the URI that opens a database read-only.
pub fn read_only_uri(database: &Path) -> String {
    format!("file:{}?mode=ro", encoded(database))
}

/// Returns a path as a URI writes it.
fn encoded(path: &Path) -> String {
    path.as_os_str()
        .as_bytes()
        .iter()
        .map(|byte| format!("%{byte:02x}"))
        .collect()
}

/// Registers the SQL functions that the views of the schema, the stores and the invariants use: `segmented(text)`,
/// `strong_words(class, title, tags, text)`, `meaning(title, tags, text)`, `folded(text)`, `compressed(text)`, `decompressed(bytes)` and
/// `is_damaged(bytes)`.
pub fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    // With trusted_schema off, a schema may use innocuous functions only.
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("segmented", 1, flags, |context| {
        Ok(text_argument(context, 0)?.map(segmented))
    })?;
    connection.create_scalar_function("folded", 1, flags, |context| {
        Ok(text_argument(context, 0)?.map(fold))
    })?;
    connection.create_scalar_function("compressed", 1, flags, |context| {
        let stored = text_argument(context, 0)?.map(compressed).transpose();
        stored.map_err(|error| rusqlite::Error::UserFunctionError(error.into()))
    })?;
    connection.create_scalar_function("decompressed", 1, flags, |context| {
        let text = context.get_raw(0).as_blob_or_null()?.map(decompressed);
        text.transpose().map_err(|error| {
            rusqlite::Error::UserFunctionError(format!("a stored text is damaged: {error}").into())
        })
    })?;
    connection.create_scalar_function("is_damaged", 1, flags, |context| {
        let stored = context.get_raw(0).as_blob_or_null()?;
        Ok(stored.is_some_and(|stored| decompressed(stored).is_err()))
    })?;
    connection.create_scalar_function("meaning", 3, flags, |context| {
        let text = |index| Ok::<_, rusqlite::Error>(text_argument(context, index)?.unwrap_or(""));
        Ok(meaning::of_post(text(0)?, text(1)?, text(2)?))
    })?;
    connection.create_scalar_function("strong_words", 4, flags, |context| {
        let text = |index| Ok::<_, rusqlite::Error>(text_argument(context, index)?.unwrap_or(""));
        Ok(strong_words(context.get(0)?, text(1)?, text(2)?, text(3)?))
    })
}

/// Returns an argument of a function, or `None` for NULL.
fn text_argument<'a>(context: &'a Context<'_>, index: usize) -> rusqlite::Result<Option<&'a str>> {
    Ok(context.get_raw(index).as_str_or_null()?)
}
