//! Detects a write-ahead log that belongs to another database.
//!
//! SQLite applies any log with valid checksums that lies beside a database, and nothing in the two
//! files ties them together: the salts of a log are compared only with its own frames. What shows a
//! foreign log is its content. The database without the log and the database with it must be the same
//! site, and a log that damages a sound database is not its own.

use std::path::Path;

use rusqlite::Connection;

use super::connection::{open_immutable, open_to_read};
use super::files;
use super::identity::created_at;

/// Returns why the write-ahead log beside a database belongs to another one, or is damaged. Reads
/// both files without changing them.
///
/// A log of another site that contains its first pages names that site. A log that makes the database
/// unreadable is found too. A foreign log with a few pages deep inside the tables is not found here:
/// only a check of the whole database ([`is_damaging`]) finds it.
pub fn foreign_log(database: &Path) -> Option<String> {
    if files::size(&files::wal_of(database)) == 0 {
        return None;
    }
    let (log, name) = (files::wal_of(database), database.display());
    let site = |opened: rusqlite::Result<Connection>| {
        opened.and_then(|connection| created_at(&connection))
    };
    // Undecided: a checkpoint may have been interrupted, and only the log makes the database whole.
    let alone = site(open_immutable(database)).ok().flatten()?;
    match site(open_to_read(database)) {
        Ok(Some(together)) if together == alone => None,
        Ok(Some(together)) => Some(format!(
            "{} is not the log of {name}: the log is of the site created at {together}, the database of the site created at {alone}",
            log.display()
        )),
        Ok(None) => Some(format!(
            "{} is not the log of {name}: with the log, the database has no schema",
            log.display()
        )),
        Err(error) if is_corruption(&error) => Some(format!(
            "{} is not the log of {name}, or damaged: the database can be read without it, but not with it ({error})",
            log.display()
        )),
        // For example a permission: other checks report it.
        Err(_) => None,
    }
}

/// Returns whether a database is sound without its write-ahead log, but damaged with it. Reads the
/// whole database.
pub fn is_damaging(database: &Path) -> bool {
    let is_sound = |opened: rusqlite::Result<Connection>| {
        opened.and_then(|connection| {
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        })
    };
    files::size(&files::wal_of(database)) > 0
        && is_sound(open_immutable(database)).is_ok_and(|result| result == "ok")
        && !is_sound(open_to_read(database)).is_ok_and(|result| result == "ok")
}

fn is_corruption(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase, Unknown};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseCorrupt | NotADatabase | Unknown)
    )
}
