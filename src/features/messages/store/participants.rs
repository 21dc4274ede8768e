//! The query behind [`ChatAccess`](crate::features::messages::ChatAccess).

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Read;

/// The messages of a chat from before a participant was added, which they cannot read.
pub struct Hidden {
    /// The last of these messages; 0 if there are none.
    pub up_to: Id,
    pub count: i64,
}

impl Default for Hidden {
    fn default() -> Self {
        Self {
            up_to: Id::from_i64(0),
            count: 0,
        }
    }
}

/// Returns what a direct chat hides from a user, or `None` if they do not participate in it.
pub fn hidden(read: &Read<'_>, chat: Id, user: Id) -> Result<Option<Hidden>> {
    read.first(
        "SELECT hidden_up_to, hidden_count FROM participants WHERE chat_id = ?1 AND user_id = ?2",
        (chat, user),
        |row| {
            Ok(Hidden {
                up_to: row.get(0)?,
                count: row.get(1)?,
            })
        },
    )
}
