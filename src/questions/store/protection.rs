//! SQL of protected questions.

use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::moderated::ProtectableQuestion;

/// Returns whether a question is protected.
pub fn is_protected(read: &Read<'_>, question: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM questions WHERE id = ?1 AND protected_at IS NOT NULL";
    read.exists(sql, [question])
}

/// Protects a question, or ends its protection.
pub fn set(tx: &Write<'_>, question: &ProtectableQuestion, is_protected: bool) -> Result<()> {
    let sql = "UPDATE questions SET protected_at = ?2 WHERE id = ?1";
    tx.execute(sql, (question.id(), is_protected.then_some(tx.now)))
        .map(drop)
}
