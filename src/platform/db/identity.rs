//! What tells the databases of two sites apart.

use rusqlite::{Connection, OptionalExtension};

/// Returns when a database was created, as its first migration recorded it: the identity of a site,
/// which its backups share. `None` if it has no schema yet.
pub fn created_at(connection: &Connection) -> rusqlite::Result<Option<String>> {
    if !connection.table_exists(None, "refinery_schema_history")? {
        return Ok(None);
    }
    let sql = "SELECT applied_on FROM refinery_schema_history WHERE version = 1";
    connection.query_row(sql, [], |row| row.get(0)).optional()
}
