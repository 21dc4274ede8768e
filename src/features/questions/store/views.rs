//! Stores views of questions.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// Returns whether a user's view of a question is recorded.
pub fn exists(read: &Read<'_>, question: Id, viewer: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM question_views WHERE question_id = ?1 AND user_id = ?2",
        (question, viewer),
    )
}

/// Records a view. Returns whether it is the viewer's first.
pub fn insert(tx: &Write<'_>, question: Id, viewer: Id) -> Result<bool> {
    let first = tx.execute(
        "INSERT INTO question_views (question_id, user_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        (question, viewer),
    )? > 0;
    if first {
        tx.execute(
            "UPDATE questions SET view_count = view_count + 1 WHERE id = ?1",
            [question],
        )?;
    }
    Ok(first)
}
