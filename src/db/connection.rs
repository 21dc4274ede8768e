//! What every connection has.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{BUSY, files};
use crate::words::{separated, trigrams, words};

/// What holds on every connection.
pub(super) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    add_functions(connection)?;
    connection.busy_timeout(BUSY)?;
    // Without it SQLite plans a statement anew whenever another LIMIT is bound, even if it is the same.
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

/// Opens a database to read it, beside whoever has it open. SQLite makes files beside it for that; where nobody can write, and
/// nobody has left any, it does without. The error says if it was that and not the database.
pub fn open_to_read(database: &Path) -> rusqlite::Result<Connection> {
    let directory = database.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let is_still = files::is_read_only(directory) && !files::log_of(database).exists() && !files::shared_memory_of(database).exists();
    let opened = if is_still {
        Connection::open_with_flags(immutable(database), flags | OpenFlags::SQLITE_OPEN_URI)
    } else {
        Connection::open_with_flags(database, flags)
    };
    let looked_at = opened.and_then(|connection| {
        connection.busy_timeout(BUSY)?;
        // Only now it is really opened.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        add_functions(&connection)?;
        Ok(connection)
    });
    looked_at.map_err(|error| match error {
        rusqlite::Error::SqliteFailure(failure, _) if is_refused(&error) => {
            let (name, place) = (database.display(), directory.display());
            let why = match std::fs::File::open(database) {
                Err(error) => format!("cannot open {name}: {error}"),
                Ok(_) if files::is_writable(directory) => format!("cannot open {name}: {failure}"),
                Ok(_) => format!("cannot read {name}: SQLite has to make files beside it, and we may not write in {place}"),
            };
            rusqlite::Error::SqliteFailure(failure, Some(why))
        }
        error => error,
    })
}

/// Whether the system did not let us open a database, whatever is in it.
pub fn is_refused(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied))
}

/// The address of a database that nobody changes.
fn immutable(database: &Path) -> String {
    let path: String = database.as_os_str().as_bytes().iter().map(|byte| format!("%{byte:02x}")).collect();
    format!("file:{path}?immutable=1")
}

/// The functions that the schema uses: `separated(text)`, and as arrays in JSON `words(text)` and `trigrams(word)`.
pub fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    // Only innocuous functions may stand in a schema that is not trusted.
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("separated", 1, flags, |context| {
        Ok(match text_of(context)?.map(separated) {
            Some(Cow::Owned(text)) => ToSqlOutput::from(text),
            Some(Cow::Borrowed(_)) | None => ToSqlOutput::Arg(0),
        })
    })?;
    for (name, function) in [("words", words as fn(&str) -> _), ("trigrams", trigrams)] {
        connection.create_scalar_function(name, 1, flags, move |context| {
            let set: BTreeSet<String> = function(text_of(context)?.unwrap_or_default());
            serde_json::to_string(&set).map_err(|error| rusqlite::Error::UserFunctionError(error.into()))
        })?;
    }
    Ok(())
}

/// The text that a function is called with, or NULL.
fn text_of<'a>(context: &'a Context<'_>) -> rusqlite::Result<Option<&'a str>> {
    Ok(context.get_raw(0).as_str_or_null()?)
}
