//! SQL of the server itself.

use crate::core::error::Result;
use crate::platform::db::Read;

/// Returns the numbers of users and of questions, from counters.
pub fn counts(read: &Read<'_>) -> Result<(i64, i64)> {
    let users = read.value("SELECT users FROM user_counts", [])?;
    let questions = read.value(
        "SELECT coalesce(sum(questions), 0) FROM question_counts",
        [],
    )?;
    Ok((users, questions))
}

/// Returns the schema version of the database.
pub fn schema_version(read: &Read<'_>) -> Result<i32> {
    read.value("SELECT max(version) FROM refinery_schema_history", [])
}
