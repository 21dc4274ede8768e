//! Chats in SQL. That the same people have one chat is a constraint, whoever creates it how often.

use std::collections::BTreeSet;

use super::{Chat, UnreadChats};
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::messages::{self, Room};
use crate::text::fold;
use crate::users::Me;
use crate::web::{Page, Paging, WithPart};

/// How the chat of these people is told from others.
fn key(people: &BTreeSet<Id>) -> String {
    people.iter().map(|id| id.as_i64().to_string()).collect::<Vec<_>>().join(" ")
}

/// The chat of these people, and whether it is new.
pub fn insert(tx: &Write<'_>, people: &BTreeSet<Id>) -> Result<(Id, bool)> {
    let (id, key) = (tx.new_id(), key(people));
    let sql = "INSERT INTO chats (id, people, created_at, updated_at) VALUES (?1, ?2, ?3, ?3) ON CONFLICT (people) DO NOTHING";
    if tx.execute(sql, (id, &key, tx.now))? == 0 {
        return Ok((tx.value("SELECT id FROM chats WHERE people = ?1", [&key])?, false));
    }
    for user in people {
        tx.execute("INSERT INTO participants (chat_id, user_id, latest_id) VALUES (?1, ?2, ?1)", (id, user))?;
    }
    Ok((id, true))
}

/// Adds somebody, which makes it the chat of all these `people`; [`Sentence::ChatExists`] when they have one already.
pub fn add_participant(tx: &Write<'_>, room: &Room, user: Id, people: &BTreeSet<Id>) -> Result<()> {
    let sql = "UPDATE OR IGNORE chats SET people = ?2, updated_at = ?3 WHERE id = ?1";
    if tx.execute(sql, (room.id(), key(people), tx.now))? == 0 {
        return Err(Sentence::ChatExists.into());
    }
    let sql =
        "INSERT INTO participants (chat_id, user_id, latest_id) SELECT chat_id, ?2, latest_id FROM participants WHERE chat_id = ?1 LIMIT 1";
    tx.execute(sql, (room.id(), user))?;
    Ok(())
}

/// Who takes part.
pub fn people(read: &Read<'_>, room: &Room) -> Result<BTreeSet<Id>> {
    let people = read.all("SELECT user_id FROM participants WHERE chat_id = ?1", [room.id()], |row| row.get(0))?;
    Ok(people.into_iter().collect())
}

/// A chat as everybody sees it who takes part, with a part of its messages.
pub fn chat(read: &Read<'_>, room: &Room, paging: &Paging) -> Result<WithPart<Chat>> {
    let names = "SELECT a.name FROM participants p JOIN authors a ON a.id = p.user_id WHERE p.chat_id = ?1";
    let mut participants: Vec<String> = read.all(names, [room.id()], |row| row.get(0))?;
    participants.sort_by_cached_key(|name| fold(name));
    let Page { items: messages, total, next } = messages::store::list(read, room, paging)?;
    let chat = read.first("SELECT created_at, updated_at FROM chats WHERE id = ?1", [room.id()], |row| {
        let (created_at, updated_at) = (row.get(0)?, row.get(1)?);
        Ok(Chat { id: room.id(), participants, messages, created_at, updated_at, read_up_to: None, unread: None })
    })?;
    Ok(WithPart { value: chat.ok_or_else(|| Error::internal("the chat is not there"))?, total, next })
}

/// A chat as the actor sees it: with how far he has read.
pub fn seen(read: &Read<'_>, me: &Me, room: &Room, paging: &Paging) -> Result<WithPart<Chat>> {
    let state = messages::store::read_state(read, me, room)?;
    let WithPart { value, total, next } = chat(read, room, paging)?;
    Ok(WithPart { value: Chat { read_up_to: Some(state.read_up_to), unread: Some(state.unread), ..value }, total, next })
}

/// The actor's chats, that with the last message first, each with so many of its newest messages.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging, messages: usize) -> Result<Page<Chat>> {
    let before = paging.position::<1>()?.map_or(i64::MAX, |[latest]| latest);
    let sql = "SELECT chat_id, latest_id FROM participants WHERE user_id = ?1 AND latest_id < ?2 ORDER BY latest_id DESC LIMIT ?3";
    let chats: Vec<(Id, i64)> = read.all(sql, (me.id, before, paging.limit as i64 + 1), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let total = read.value("SELECT count(*) FROM participants WHERE user_id = ?1", [me.id])?;
    let newest = Paging { limit: messages, cursor: None };
    Page::cut(chats, paging.limit, total, |(_, latest)| latest.to_string())
        .try_map(|(id, _)| Ok(seen(read, me, &Room::find(read, me, id)?, &newest)?.value))
}

/// In how many of the actor's chats something is unread, as far as we count.
pub fn unread_chats(read: &Read<'_>, me: &Me) -> Result<UnreadChats> {
    let sql = "SELECT count(*) FROM (
                   SELECT 1 FROM participants p LEFT JOIN reads r ON r.user_id = p.user_id AND r.chat_id = p.chat_id
                   WHERE p.user_id = ?1 AND p.latest_id > coalesce(r.message_id, p.chat_id) LIMIT 100)";
    Ok(UnreadChats { unread: read.value(sql, [me.id])? })
}
