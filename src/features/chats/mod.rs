//! Direct chats, visible to their participants only. A set of participants has at most one chat.
//!
//! A participant who is added later reads a chat from that point on. A participant can leave; the
//! chat goes on for the others, and its messages stay. Other users get the same 404 as for a chat
//! that does not exist.

mod model;
pub mod presence;
pub mod routes;
pub mod store;

use std::collections::{BTreeMap, BTreeSet};

use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::core::text::fold;
use crate::core::text::limits::PARTICIPANTS;
use crate::features::messages::{
    self, ChatAccess, Message, MessageEdited, NewMessage, OwnMessage, ReadState,
};
use crate::features::trust::limits;
use crate::features::users::blocks;
use crate::features::users::{self, Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::{Audience, Changed, Outgoing, Room, Subject};

pub use model::{
    Chat, ChatChange, ChatLeft, ChatPresence, ChatRead, ChatTyping, ChatUpdate, ReadPosition,
    UnreadChats,
};

/// Returns the chat of exactly these participants, and creates it if it does not exist. Then sends
/// the messages to it. The participants are given by username or id and must include the actor.
pub fn create(
    tx: &mut Write<'_>,
    me: &Me,
    names: &[String],
    new: &[NewMessage],
) -> Result<ChatAccess> {
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    if names.is_empty() {
        return Err(Sentence::ChatPartnerMissing.into());
    }
    if names.len() > PARTICIPANTS {
        return Err(Sentence::ParticipantsTooMany.into());
    }
    let is_me = |name: &str| fold(name) == fold(me.username()) || name == me.id().to_string();
    if !names.iter().any(|name| is_me(name)) {
        return Err(Sentence::NotYou.into());
    }
    let mut participants = BTreeSet::from([me.id()]);
    for name in names.into_iter().filter(|name| !is_me(name)) {
        participants.insert(
            users::store::by_id_or_name(tx, name)?
                .ok_or(Sentence::UserNotFound)?
                .id,
        );
    }
    if participants.len() == 1 {
        return Err(Sentence::ChatPartnerMissing.into());
    }
    let (id, is_new) = store::insert(tx, &participants)?;
    if is_new {
        blocks::check(
            tx,
            me,
            participants.into_iter().filter(|user| *user != me.id()),
        )?;
    }
    if is_new {
        limits::check_direct_message(tx, me)?;
    }
    let chat = ChatAccess::find(tx, me, id)?;
    if !new.is_empty() {
        check_partner(tx, &chat)?;
    }
    let mut is_changed = is_new;
    for message in new {
        is_changed |= messages::send(tx, me, &chat, message)?.is_new;
    }
    if is_changed {
        emit_update(
            tx,
            &chat,
            if is_new {
                ChatChange::Created
            } else {
                ChatChange::NewMessage
            },
        )?;
    }
    Ok(chat)
}

/// Sends a message to the participants.
pub fn send(tx: &mut Write<'_>, me: &Me, chat: &ChatAccess, new: &NewMessage) -> Result<()> {
    check_partner(tx, chat)?;
    if messages::send(tx, me, chat, new)?.is_new {
        emit_update(tx, chat, ChatChange::NewMessage)?;
    }
    Ok(())
}

/// Changes the text of a message of the actor, and shows it to the participants who may read it.
/// Rejects the call with 403 where the actor could not send a message.
pub fn edit(tx: &mut Write<'_>, me: &Me, chat: &ChatAccess, id: Id, text: &str) -> Result<Message> {
    let message = OwnMessage::find(tx, me, chat, id)?;
    check_partner(tx, chat)?;
    let (msg, is_changed) = messages::edit(tx, me, chat, &message, text)?;
    if is_changed {
        // The participants by whether the quoted message is hidden from them.
        let mut audiences: BTreeMap<bool, (Id, Vec<Id>)> = BTreeMap::new();
        for (user, hidden_up_to) in store::participants(tx, chat)? {
            if id > hidden_up_to {
                let audience = audiences.entry(msg.quotes_hidden(hidden_up_to));
                audience.or_insert((hidden_up_to, Vec::new())).1.push(user);
            }
        }
        let whole = messages::store::find(tx, &chat.unrestricted(), id)?
            .ok_or_else(|| Error::internal("the message does not exist"))?;
        for (hidden_up_to, users) in audiences.into_values() {
            let edited = MessageEdited {
                chat_id: Some(chat.id()),
                msg: whole.without_hidden_quote(hidden_up_to),
            };
            tx.emit(edited, Audience::Users(users));
        }
    }
    Ok(msg)
}

/// Marks a chat as read up to a message. If that is news, the other participants who may read the
/// message learn of it, unless the only other one and the actor are blocked from each other.
pub fn mark_read(tx: &mut Write<'_>, me: &Me, chat: &ChatAccess, message: Id) -> Result<ReadState> {
    let (state, has_moved) = messages::mark_read(tx, me, chat, message)?;
    if has_moved && !store::is_silenced(tx, chat.id())? {
        let readers = store::participants(tx, chat)?.into_iter();
        let readers =
            readers.filter(|(user, hidden_up_to)| *user != me.id() && message > *hidden_up_to);
        let audience = Audience::Users(readers.map(|(user, _)| user).collect());
        let position = ReadPosition {
            username: me.username().to_owned(),
            read_up_to: message,
        };
        let chat_id = chat.id();
        tx.emit(ChatRead { chat_id, position }, audience);
    } else {
        tx.without_event("nobody else learns of it");
    }
    Ok(state)
}

/// Returns how far the other participants have read in a chat.
pub fn read_positions(read: &Read<'_>, me: &Me, chat: &ChatAccess) -> Result<Vec<ReadPosition>> {
    if store::is_silenced(read, chat.id())? {
        return Ok(Vec::new());
    }
    store::read_positions(read, me, chat)
}

/// Rejects what only another participant would learn of with 403, if they and the actor are blocked from
/// each other.
fn check_partner(read: &Read<'_>, chat: &ChatAccess) -> Result<()> {
    if store::is_silenced(read, chat.id())? {
        return Err(Sentence::Blocked.into());
    }
    Ok(())
}

/// Adds a participant. Succeeds without changes if they participate. Rejects the call with 409 if
/// the resulting participants have a chat, and with 403 if the actor and the user are blocked from
/// each other.
pub fn add_participant(tx: &mut Write<'_>, me: &Me, chat: &ChatAccess, name: &str) -> Result<()> {
    if name.is_empty() {
        return Err(Sentence::ChatPartnerMissing.into());
    }
    let user = users::store::by_id_or_name(tx, name)?
        .ok_or(Sentence::UserNotFound)?
        .id;
    let mut participants: BTreeSet<_> = store::participants(tx, chat)?.into_keys().collect();
    if !participants.insert(user) {
        return Ok(());
    }
    if participants.len() > PARTICIPANTS {
        return Err(Sentence::ParticipantsTooMany.into());
    }
    blocks::check(tx, me, [user])?;
    store::add_participant(tx, chat, user, &participants)?;
    emit_update(tx, chat, ChatChange::NewParticipant)
}

/// Ends the actor's participation. They no longer see the chat, which goes on for the others.
pub fn leave(tx: &mut Write<'_>, me: &Me, chat: &ChatAccess) -> Result<ChatLeft> {
    let audience = store::participants(tx, chat)?.into_keys().collect();
    store::remove_participant(tx, me, chat)?;
    let left = ChatLeft {
        chat_id: chat.id(),
        username: me.username().to_owned(),
    };
    tx.emit(left.clone(), Audience::Users(audience));
    tx.send(Outgoing::Excluded {
        user: me.id(),
        room: Room::Chat(chat.id()),
    });
    Ok(left)
}

/// Sends the chat to its participants, each without the messages that are hidden from them.
fn emit_update(tx: &mut Write<'_>, chat: &ChatAccess, change: ChatChange) -> Result<()> {
    let whole = store::chat(tx, &chat.unrestricted(), &Paging::first())?.value;
    // The participants by the number of messages, and of quotes, that are hidden from them.
    let mut audiences: BTreeMap<(usize, usize), (Id, Vec<Id>)> = BTreeMap::new();
    for (user, hidden_up_to) in store::participants(tx, chat)? {
        let messages = whole.messages.iter();
        let hidden = whole
            .messages
            .partition_point(|message| message.id <= hidden_up_to);
        let hidden_quotes = messages.filter(|message| message.quotes_hidden(hidden_up_to));
        let audience = audiences.entry((hidden, hidden_quotes.count()));
        audience.or_insert((hidden_up_to, Vec::new())).1.push(user);
    }
    for ((hidden, _), (hidden_up_to, users)) in audiences {
        let messages = whole.messages[hidden..].iter();
        let chat = Chat {
            messages: messages
                .map(|message| message.without_hidden_quote(hidden_up_to))
                .collect(),
            ..whole.clone()
        };
        tx.emit(ChatUpdate { chat, change }, Audience::Users(users));
    }
    Ok(())
}

/// Deletes some messages of a deleted account, in the global chat too, and lets the participants of the
/// direct chats fetch these again. Returns whether there may be more.
pub fn purge_author(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    let (chats, has_more) = messages::purge_author(tx, account)?;
    for chat in chats {
        let participants = store::participant_ids(tx, chat)?;
        let changed = Changed::of::<ChatUpdate>(Subject::object(chat));
        tx.emit(changed, Audience::Users(participants));
    }
    Ok(has_more)
}
