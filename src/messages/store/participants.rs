//! The query behind [`ChatAccess`](crate::messages::ChatAccess).

use crate::db::Read;
use crate::error::Result;
use crate::id::Id;

/// Returns whether a user participates in a direct chat.
pub fn contains(read: &Read<'_>, chat: Id, user: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM participants WHERE chat_id = ?1 AND user_id = ?2",
        (chat, user),
    )
}
