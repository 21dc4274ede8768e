//! SQL of the server itself.

use crate::db::Read;
use crate::error::Result;

/// Returns the schema version of the database.
pub fn schema_version(read: &Read<'_>) -> Result<i32> {
    read.value("SELECT max(version) FROM refinery_schema_history", [])
}
