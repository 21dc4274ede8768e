//! The query behind [`RemovableMessage`](crate::features::messages::RemovableMessage).

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Read;

/// The author of a message.
pub struct MessageRecord {
    pub author: Id,
    pub author_name: String,
}

/// Finds a message of a chat.
pub fn find(read: &Read<'_>, chat: Id, message: Id) -> Result<Option<MessageRecord>> {
    let sql = "SELECT m.author_id, a.name FROM messages m JOIN authors a ON a.id = m.author_id WHERE m.id = ?1 AND m.chat_id = ?2";
    read.first(sql, (message, chat), |row| {
        Ok(MessageRecord {
            author: row.get(0)?,
            author_name: row.get(1)?,
        })
    })
}
