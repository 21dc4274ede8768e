//! The right to read and write in a chat.

use super::store::messages;
use super::store::participants::{self, Hidden};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::{Me, SiteModerator};
use crate::platform::db::Read;

/// Proof that the actor may read and write in a chat: it is the global chat, or they participate in
/// it.
pub struct ChatAccess {
    id: Id,
    hidden: Hidden,
}

impl ChatAccess {
    /// The id of the global chat.
    pub const GLOBAL: Id = Id::from_i64(0);

    /// Returns the right for the global chat, which every signed-in user has.
    pub fn global(_: &Me) -> Self {
        Self {
            id: Self::GLOBAL,
            hidden: Hidden::default(),
        }
    }

    /// Returns the right for a direct chat. Rejects an unknown chat and users who do not
    /// participate in it with the same 404.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        Self::of_participant(read, me, id)?.ok_or_else(|| Sentence::ChatNotFound.into())
    }

    /// Does the same, but returns `None` instead of a 404.
    pub fn of_participant(read: &Read<'_>, me: &Me, id: Id) -> Result<Option<Self>> {
        let hidden = participants::hidden(read, id, me.id())?;
        Ok(hidden.map(|hidden| Self { id, hidden }))
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

/// Proof that the actor wrote a message of a chat that they may write in.
pub struct OwnMessage {
    id: Id,
}

impl OwnMessage {
    /// Finds a message of a chat. Rejects one that is absent, in another chat or hidden from the actor
    /// with 404, and one by another user with 403.
    pub fn find(read: &Read<'_>, me: &Me, chat: &ChatAccess, id: Id) -> Result<Self> {
        let message = messages::find(read, chat.id, id)?
            .filter(|_| id > chat.hidden.up_to)
            .ok_or(Sentence::MessageNotFound)?;
        if message.author != me.id() {
            return Err(Sentence::NotYourMessageToEdit.into());
        }
        Ok(Self { id })
    }

    pub fn id(&self) -> Id {
        self.id
    }
}

/// Proof that the actor may remove a message of the global chat: they wrote it, or moderate the site.
pub struct RemovableMessage {
    id: Id,
    author: Id,
    author_name: String,
}

impl RemovableMessage {
    /// Finds a message by its author. Rejects one that is absent or in a direct chat with 404, and one
    /// by another user with 403.
    pub fn find_own(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let message =
            messages::find(read, ChatAccess::GLOBAL, id)?.ok_or(Sentence::MessageNotFound)?;
        if message.author != me.id() {
            return Err(Sentence::NotYourMessage.into());
        }
        Ok(Self::of(id, message))
    }

    /// Finds a message of any author. Rejects one that is absent or in a direct chat with 404.
    pub fn find_as_site_moderator(read: &Read<'_>, _: &SiteModerator, id: Id) -> Result<Self> {
        let message =
            messages::find(read, ChatAccess::GLOBAL, id)?.ok_or(Sentence::MessageNotFound)?;
        Ok(Self::of(id, message))
    }

    fn of(id: Id, message: messages::MessageRecord) -> Self {
        Self {
            id,
            author: message.author,
            author_name: message.author_name,
        }
    }

    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the author.
    pub fn author(&self) -> Id {
        self.author
    }

    /// Returns the name of the author.
    pub fn author_name(&self) -> &str {
        &self.author_name
    }
}

/// Returns whether `chat` is the id of the global chat.
pub fn is_global(chat: Id) -> bool {
    chat == ChatAccess::GLOBAL
}
