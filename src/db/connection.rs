//! What every connection has.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ToSqlOutput;

use super::BUSY;
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
