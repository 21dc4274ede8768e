//! The right to read and write in a chat.

use super::store::participants;
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
}

impl ChatAccess {
    /// Returns the right for the global chat, which every signed-in user has.
    pub fn global(_: &Me) -> Self {
        Self { id: GLOBAL }
    }

    /// Returns the right for a direct chat. Rejects an unknown chat and users who do not
    /// participate in it with the same 404.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        if participants::contains(read, id, me.id())? {
            Ok(Self { id })
        } else {
            Err(Sentence::ChatNotFound.into())
        }
    }

    /// Returns the id of the chat.
    pub fn id(&self) -> Id {
        self.id
    }

    pub fn is_global(&self) -> bool {
        is_global(self.id)
    }
}

/// Returns whether `chat` is the id of the global chat.
pub fn is_global(chat: Id) -> bool {
    chat == GLOBAL
}
