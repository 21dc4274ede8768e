//! Messages in the global chat, and what it shares with direct chats (`chats`): sending, listing
//! and marking as read. All signed-in users participate in the global chat, which has the id 0. Its
//! messages can be removed, which leaves nothing of them.
//!
//! No counter of unread messages is stored: unread are the messages after the user's read position.

mod access;
pub mod invariants;
mod model;
pub mod routes;
mod search;
pub mod store;

use std::collections::BTreeSet;

use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::text;
use crate::features::mentions::{self, model::Source};
use crate::features::pictures::{self, PictureKind};
use crate::features::trust::{Posted, limits, spam};
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Account, Me, Recorded, SiteModerator};
use crate::platform::db::Write;
use crate::platform::realtime::Audience;

pub use access::{ChatAccess, OwnMessage, RemovableMessage};
pub use model::{
    FoundMessage, FoundMessages, Message, MessageEdited, MessageKind, MessageRemoved,
    MessageUpdate, MessagesAround, NewMessage, Point, Quote, ReadState, SearchEnd,
};
pub use search::SearchWords;
pub use store::purge_user;

/// The result of [`send`].
pub struct Sent {
    pub message: Message,
    /// False if the author sent a message with the same nonce before.
    pub is_new: bool,
}

/// Stores a message and marks the chat as read up to it. The caller emits the event. Rejects a reply to
/// a message that the actor cannot read in this chat with 404, and with 409 another text than that of an earlier
/// message with this nonce, whose first text is not known after an edit.
pub fn send(tx: &mut Write<'_>, me: &Me, chat: &ChatAccess, new: &NewMessage) -> Result<Sent> {
    if let Some(message) = store::by_nonce(tx, me, chat, new)? {
        if message.edited_at.is_none() && message.msg != new.text() {
            return Err(Sentence::NonceUsed.into());
        }
        return Ok(Sent {
            message,
            is_new: false,
        });
    }
    if let Some(original) = new.reply_to()
        && !store::contains(tx, chat, original)?
    {
        return Err(Sentence::MessageNotFound.into());
    }
    spam::check_allowed(tx, me, new.text())?;
    if chat.is_global() {
        limits::check_text(tx, me, Posted::Message, new.text())?;
    } else {
        limits::check_direct_message(tx, me)?;
    }
    let id = store::insert(tx, me, chat, new)?;
    store::set_read(tx, me, chat, id)?;
    record_references(tx, me, chat, id, new.text())?;
    Ok(Sent {
        message: sent(tx, chat, id)?,
        is_new: true,
    })
}

/// Stores whom a message names and which pictures it shows, and tells those whom it names.
fn record_references(
    tx: &mut Write<'_>,
    me: &Me,
    chat: &ChatAccess,
    id: Id,
    text: &str,
) -> Result<()> {
    let shown = pictures::Source {
        kind: PictureKind::Message,
        id,
        place: chat.id(),
        pictures: text::inline_pictures(text),
    };
    pictures::update(tx, me, &shown)?;
    let source = Source {
        id,
        place: chat.id(),
        names: text::inline_mentions(text),
    };
    mentions::update(tx, me, &source)
}

/// Returns a message that the same transaction has found or written.
fn sent(tx: &Write<'_>, chat: &ChatAccess, id: Id) -> Result<Message> {
    store::find(tx, chat, id)?.ok_or_else(|| Error::internal("the message does not exist"))
}

/// Changes the text of a message. Returns the message, and whether it changed. The caller emits the
/// event.
pub fn edit(
    tx: &mut Write<'_>,
    me: &Me,
    chat: &ChatAccess,
    message: &OwnMessage,
    text: &str,
) -> Result<(Message, bool)> {
    spam::check_allowed(tx, me, text)?;
    limits::check_text(tx, me, Posted::Edit, text)?;
    let is_changed = store::update(tx, message, text)?;
    if is_changed {
        record_references(tx, me, chat, message.id(), text)?;
    }
    Ok((sent(tx, chat, message.id())?, is_changed))
}

/// Changes the text of a message of the actor in the global chat and emits the event.
pub fn edit_for_all(tx: &mut Write<'_>, me: &Me, id: Id, text: &str) -> Result<Message> {
    let chat = ChatAccess::global(me);
    let message = OwnMessage::find(tx, me, &chat, id)?;
    let (msg, is_changed) = edit(tx, me, &chat, &message, text)?;
    if is_changed {
        let edited = MessageEdited {
            chat_id: None,
            msg: msg.clone(),
        };
        tx.emit(edited, Audience::SignedIn);
    }
    Ok(msg)
}

/// Stores a message in the global chat and emits the event.
pub fn send_to_all(tx: &mut Write<'_>, me: &Me, new: &NewMessage) -> Result<Message> {
    let sent = send(tx, me, &ChatAccess::global(me), new)?;
    if sent.is_new {
        tx.emit(
            MessageUpdate {
                msg: sent.message.clone(),
            },
            Audience::SignedIn,
        );
    }
    Ok(sent.message)
}

/// Removes a message of the global chat in the name of its author.
pub fn remove_own(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<MessageRemoved> {
    let message = RemovableMessage::find_own(tx, me, id)?;
    remove(tx, &message)
}

/// Removes a message of the global chat in the name of a moderator of the site. The log of administration keeps
/// its author and the reason, and not its text.
pub fn remove_for(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    id: Id,
    reason: &str,
) -> Result<Recorded<MessageRemoved>> {
    let message = RemovableMessage::find_as_site_moderator(tx, by, id)?;
    let target = AdminTarget::new(AdminTargetKind::Message, Some(id), message.author_name())
        .concerning(message.author());
    let removed = remove(tx, &message)?;
    let action = AdminAction::RemoveMessage;
    Ok(admin_log::record(tx, &**by, action, &target, reason)?.with(removed))
}

/// Removes some messages of an author from the global chat: those sent between two times, in milliseconds since
/// 1970, whose ids are above `after`. Returns the id up to which it has looked, if there may be more.
pub fn remove_sent(
    tx: &mut Write<'_>,
    author: Id,
    sent: (i64, i64),
    after: i64,
) -> Result<Option<i64>> {
    let removed = store::remove_sent(tx, author, sent, after)?;
    let last = removed.iter().max().copied();
    for id in removed {
        tx.emit(MessageRemoved { id }, Audience::SignedIn);
    }
    Ok(last.map(Id::as_i64))
}

/// Deletes some messages of a deleted account. Returns the direct chats in which some were, and whether
/// there may be more. The caller emits the events about these chats.
pub fn purge_author(tx: &mut Write<'_>, account: &Account) -> Result<(BTreeSet<Id>, bool)> {
    let (deleted, has_more) = store::purge_author(tx, account)?;
    let mut chats = BTreeSet::new();
    for (id, chat) in deleted {
        if access::is_global(chat) {
            tx.emit(MessageRemoved { id }, Audience::SignedIn);
        } else {
            chats.insert(chat);
        }
    }
    Ok((chats, has_more))
}

fn remove(tx: &mut Write<'_>, message: &RemovableMessage) -> Result<MessageRemoved> {
    store::delete(tx, message)?;
    let removed = MessageRemoved { id: message.id() };
    tx.emit(removed.clone(), Audience::SignedIn);
    Ok(removed)
}

/// Marks a chat as read up to a message. Keeps a later read position. Rejects a message of another
/// chat with 404. Returns whether the position has moved too.
pub fn mark_read(
    tx: &Write<'_>,
    me: &Me,
    chat: &ChatAccess,
    message: Id,
) -> Result<(ReadState, bool)> {
    if !store::contains(tx, chat, message)? {
        return Err(Sentence::MessageNotFound.into());
    }
    let has_moved = store::set_read(tx, me, chat, message)?;
    Ok((store::read_state(tx, me, chat)?, has_moved))
}
