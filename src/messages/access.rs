//! The right to read and write in a chat.

use super::store::participants::{self, Hidden};
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::Me;

/// The id of the global chat.
const GLOBAL: Id = Id::from_i64(0);

/// Proof that the actor may read and write in a chat: it is the global chat, or they participate in
/// it.
pub struct ChatAccess {
    id: Id,
    hidden: Hidden,
}

impl ChatAccess {
    /// Returns the right for the global chat, which every signed-in user has.
    pub fn global(_: &Me) -> Self {
        Self {
            id: GLOBAL,
            hidden: Hidden::default(),
        }
    }

    /// Returns the right for a direct chat. Rejects an unknown chat and users who do not
    /// participate in it with the same 404.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let hidden = participants::hidden(read, id, me.id())?.ok_or(Sentence::ChatNotFound)?;
        Ok(Self { id, hidden })
    }

    /// Returns the right to all messages, for an event that each participant gets without the
    /// messages from before they were added.
    pub fn unrestricted(&self) -> Self {
        Self {
            id: self.id,
            hidden: Hidden::default(),
        }
    }

    /// Returns the id of the chat.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the messages of the chat that the actor may not read.
    pub fn hidden(&self) -> &Hidden {
        &self.hidden
    }

    pub fn is_global(&self) -> bool {
        is_global(self.id)
    }
}

/// Returns whether `chat` is the id of the global chat.
pub fn is_global(chat: Id) -> bool {
    chat == GLOBAL
}
