//! What the server itself asks the database.

use crate::db::Read;
use crate::error::Result;

/// The version of the schema that the database has.
pub fn schema(read: &Read<'_>) -> Result<i32> {
    read.value("SELECT max(version) FROM refinery_schema_history", [])
}
