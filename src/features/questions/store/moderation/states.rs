//! Closes, locks and protects questions.

use crate::core::error::Result;
use crate::features::questions::access::ModeratedPost;
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::platform::db::Write;

/// Locks a question, or unlocks it.
pub fn set_locked(tx: &Write<'_>, question: &ModeratedPost, is_locked: bool) -> Result<()> {
    let sql = "UPDATE questions SET locked_at = ?2 WHERE id = ?1";
    tx.execute(sql, (question.id(), is_locked.then_some(tx.now)))?;
    Ok(())
}

/// Protects a question, or ends its protection.
pub fn set_protected(tx: &Write<'_>, question: &ModeratedPost, is_protected: bool) -> Result<()> {
    let sql = "UPDATE questions SET protected_at = ?2 WHERE id = ?1";
    tx.execute(sql, (question.id(), is_protected.then_some(tx.now)))?;
    Ok(())
}

/// Closes a question.
pub fn close(
    tx: &Write<'_>,
    question: &ModeratedPost,
    reason: CloseReason,
    note: &str,
) -> Result<()> {
    let sql =
        "UPDATE questions SET closed_at = ?2, close_reason = ?3, close_note = ?4 WHERE id = ?1";
    tx.execute(sql, (question.id(), tx.now, reason, note))?;
    Ok(())
}

/// Reopens a question.
pub fn reopen(tx: &Write<'_>, question: &ModeratedPost) -> Result<()> {
    let sql = "UPDATE questions SET closed_at = NULL, close_reason = NULL, close_note = NULL WHERE id = ?1";
    tx.execute(sql, [question.id()])?;
    Ok(())
}
