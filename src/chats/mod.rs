//! Chats of few: direct messages between those who take part, and nobody else. The same people have one chat.
//!
//! Whoever is added reads what was written before, too. Nobody else can find out that a chat is there.

pub mod routes;
pub mod store;

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::{Audience, Event};
use crate::messages::{self, Message, NewMessage, Room};
use crate::text::{fold, limits};
use crate::users::{self, Me};
use crate::web::Paging;

/// A chat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Chat {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    /// Usernames in alphabetical order; `[deleted]` for who is gone.
    pub participants: Vec<String>,
    /// The newest, the oldest of them first: in a list of chats the last one, elsewhere at most 100.
    pub messages: Vec<Message>,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
    /// When the last message was written, or somebody was added after it.
    #[cfg_attr(test, ts(type = "string"))]
    pub updated_at: Timestamp,
    /// In replies: messages with a greater id the viewer has not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub read_up_to: Option<Id>,
    /// In replies: how many those are; 100 stands for 100 and more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unread: Option<u32>,
}

/// In how many of one's chats something is unread.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UnreadChats {
    /// 100 stands for 100 and more.
    pub unread: u32,
}

/// What became of a chat. Who takes part in it then is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatUpdate {
    pub chat: Chat,
    #[serde(rename = "type")]
    pub change: ChatChange,
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ChatChange {
    Created,
    NewMessage,
    NewParticipant,
}

impl Event for ChatUpdate {
    const NAME: &'static str = "chatUpdate";
}

/// The chat of these people, who are named by username or id and must include the actor: the one that is there, or a new
/// one. Then the messages are sent to it.
pub fn create(tx: &mut Write<'_>, me: &Me, names: &[String], new: &[NewMessage]) -> Result<Room> {
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    if names.is_empty() {
        return Err(Sentence::ChatPartnerMissing.into());
    }
    if names.len() > limits::PARTICIPANTS {
        return Err(Sentence::ParticipantsTooMany.into());
    }
    let is_me = |name: &str| fold(name) == fold(&me.username) || name == me.id.to_string();
    if !names.iter().any(|name| is_me(name)) {
        return Err(Sentence::NotYou.into());
    }
    let mut people = BTreeSet::from([me.id]);
    for name in names.into_iter().filter(|name| !is_me(name)) {
        people.insert(users::store::by_id_or_name(tx, name)?.ok_or(Sentence::UserNotFound)?.id);
    }
    if people.len() == 1 {
        return Err(Sentence::ChatPartnerMissing.into());
    }
    let (chat, is_new) = store::insert(tx, &people)?;
    let room = Room::find(tx, me, chat)?;
    let mut is_changed = is_new;
    for message in new {
        is_changed |= messages::send(tx, me, &room, message)?.is_new;
    }
    if is_changed {
        announce(tx, &room, if is_new { ChatChange::Created } else { ChatChange::NewMessage })?;
    }
    Ok(room)
}

/// Sends a message to those who take part.
pub fn send(tx: &mut Write<'_>, me: &Me, room: &Room, new: &NewMessage) -> Result<()> {
    if messages::send(tx, me, room, new)?.is_new {
        announce(tx, room, ChatChange::NewMessage)?;
    }
    Ok(())
}

/// Lets somebody else take part, unless he does already.
pub fn add_participant(tx: &mut Write<'_>, room: &Room, name: &str) -> Result<()> {
    if name.is_empty() {
        return Err(Sentence::ChatPartnerMissing.into());
    }
    let user = users::store::by_id_or_name(tx, name)?.ok_or(Sentence::UserNotFound)?.id;
    let mut people = store::people(tx, room)?;
    if !people.insert(user) {
        return Ok(());
    }
    if people.len() > limits::PARTICIPANTS {
        return Err(Sentence::ParticipantsTooMany.into());
    }
    store::add_participant(tx, room, user, &people)?;
    announce(tx, room, ChatChange::NewParticipant)
}

fn announce(tx: &mut Write<'_>, room: &Room, change: ChatChange) -> Result<()> {
    let chat = store::chat(tx, room, &Paging::first())?.value;
    let audience = Audience::Users(store::people(tx, room)?.into_iter().collect());
    tx.emit(ChatUpdate { chat, change }, audience);
    Ok(())
}
