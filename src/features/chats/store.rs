//! Queries of chats. A unique constraint ensures that a set of participants has one chat.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Chat, ReadPosition, UnreadChats};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, PagedValue, Paging};
use crate::core::text::fold;
use crate::features::messages::{self, ChatAccess};
use crate::features::users::Me;
use crate::features::users::blocks;
use crate::platform::db::{Read, Write};

/// Returns the unique key of the chat of these participants.
fn participants_key(participants: &BTreeSet<Id>) -> String {
    participants
        .iter()
        .map(|id| id.as_i64().to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the chat of these participants, and whether it is new.
pub fn insert(tx: &Write<'_>, participants: &BTreeSet<Id>) -> Result<(Id, bool)> {
    let (id, key) = (tx.new_id(), participants_key(participants));
    let sql = "INSERT INTO chats (id, participants_key, created_at, updated_at) VALUES (?1, ?2, ?3, ?3) ON CONFLICT (participants_key) DO NOTHING";
    if tx.execute(sql, (id, &key, tx.now))? == 0 {
        return Ok((
            tx.value("SELECT id FROM chats WHERE participants_key = ?1", [&key])?,
            false,
        ));
    }
    for user in participants {
        tx.execute(
            "INSERT INTO participants (chat_id, user_id, last_message_id) VALUES (?1, ?2, ?1)",
            (id, user),
        )?;
    }
    Ok((id, true))
}

/// Adds a user, so that the chat has these `participants`. Rejects the call with 409 if they have a
/// chat.
pub fn add_participant(
    tx: &Write<'_>,
    chat: &ChatAccess,
    user: Id,
    participants: &BTreeSet<Id>,
) -> Result<()> {
    let sql = "UPDATE OR IGNORE chats SET participants_key = ?2, updated_at = ?3 WHERE id = ?1";
    if tx.execute(sql, (chat.id(), participants_key(participants), tx.now))? == 0 {
        return Err(Sentence::ChatExists.into());
    }
    let sql = "INSERT INTO participants (chat_id, user_id, last_message_id, hidden_up_to, hidden_count)
               SELECT p.chat_id, ?2, p.last_message_id, iif(c.message_count > 0, p.last_message_id, 0), c.message_count
               FROM participants p JOIN chats c ON c.id = p.chat_id WHERE p.chat_id = ?1 LIMIT 1";
    tx.execute(sql, (chat.id(), user))?;
    Ok(())
}

/// Removes the actor. The chat has no key any more, so that the others can have another one.
pub fn remove_participant(tx: &Write<'_>, me: &Me, chat: &ChatAccess) -> Result<()> {
    for sql in [
        "DELETE FROM participants WHERE chat_id = ?1 AND user_id = ?2",
        "DELETE FROM read_cursors WHERE chat_id = ?1 AND user_id = ?2",
    ] {
        tx.execute(sql, (chat.id(), me.id()))?;
    }
    tx.execute(
        "UPDATE chats SET participants_key = NULL WHERE id = ?1",
        [chat.id()],
    )?;
    Ok(())
}

/// Returns the participants of a chat, each with the last message that is hidden from them.
pub fn participants(read: &Read<'_>, chat: &ChatAccess) -> Result<BTreeMap<Id, Id>> {
    let users = read.all(
        "SELECT user_id, hidden_up_to FROM participants WHERE chat_id = ?1",
        [chat.id()],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(users.into_iter().collect())
}

/// Returns the participants of a chat, whose id no user has named.
pub fn participant_ids(read: &Read<'_>, chat: Id) -> Result<Vec<Id>> {
    let sql = "SELECT user_id FROM participants WHERE chat_id = ?1";
    read.all(sql, [chat], |row| row.get(0))
}

/// Returns how far the other participants have read, beyond what is hidden from the actor.
pub fn read_positions(read: &Read<'_>, me: &Me, chat: &ChatAccess) -> Result<Vec<ReadPosition>> {
    let sql = "SELECT u.username, r.message_id
               FROM participants p JOIN read_cursors r ON r.user_id = p.user_id AND r.chat_id = p.chat_id
               JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL
               WHERE p.chat_id = ?1 AND p.user_id <> ?2 AND r.message_id > ?3";
    let parameters = (chat.id(), me.id(), chat.hidden().up_to);
    read.all(sql, parameters, |row| {
        Ok(ReadPosition {
            username: row.get(0)?,
            read_up_to: row.get(1)?,
        })
    })
}

/// Returns whether only two participants of a chat still have an account, and are blocked from each
/// other: then neither can write to the other, or learns what the other does.
pub fn is_silenced(read: &Read<'_>, chat: Id) -> Result<bool> {
    let sql = "SELECT u.id FROM participants p JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL WHERE p.chat_id = ?1 LIMIT 3";
    match read.all(sql, [chat], |row| row.get(0))?[..] {
        [one, other] => blocks::store::exists_between(read, one, other),
        _ => Ok(false),
    }
}

/// The number of users in the global chat who are named.
const NAMED: usize = 20;

/// Returns the names of those of some users who participate in a chat, or of [`NAMED`] ones in the global
/// chat. In a [silenced](is_silenced) chat nobody is named.
pub fn present(read: &Read<'_>, chat: Id, users: &BTreeSet<Id>) -> Result<Vec<(Id, String)>> {
    if chat != ChatAccess::GLOBAL {
        if is_silenced(read, chat)? {
            return Ok(Vec::new());
        }
        let sql = "SELECT u.id, u.username FROM participants p JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL WHERE p.chat_id = ?1";
        let mut present: Vec<(Id, String)> =
            read.all(sql, [chat], |row| Ok((row.get(0)?, row.get(1)?)))?;
        present.retain(|(user, _)| users.contains(user));
        return Ok(present);
    }
    let sql = "SELECT username FROM users WHERE id = ?1 AND deleted_at IS NULL";
    let named = users.iter().take(NAMED).map(|&user| {
        let name = read.first(sql, [user], |row| row.get(0))?;
        Ok(name.map(|name| (user, name)))
    });
    named.filter_map(Result::transpose).collect()
}

/// Returns a chat without anyone's read position, with one page of its messages.
pub fn chat(read: &Read<'_>, chat: &ChatAccess, paging: &Paging) -> Result<PagedValue<Chat>> {
    let names =
        "SELECT a.name FROM participants p JOIN authors a ON a.id = p.user_id WHERE p.chat_id = ?1";
    let mut participants: Vec<String> = read.all(names, [chat.id()], |row| row.get(0))?;
    participants.sort_by_cached_key(|name| fold(name));
    let Page {
        items: messages,
        total,
        next,
    } = messages::store::list(read, chat, paging)?;
    let row = read.first(
        "SELECT created_at, updated_at FROM chats WHERE id = ?1",
        [chat.id()],
        |row| {
            let (created_at, updated_at) = (row.get(0)?, row.get(1)?);
            Ok(Chat {
                id: chat.id(),
                participants,
                messages,
                created_at,
                updated_at,
                read_up_to: None,
                unread: None,
            })
        },
    )?;
    Ok(PagedValue {
        value: row.ok_or_else(|| Error::internal("the chat does not exist"))?,
        total,
        next,
    })
}

/// Returns a chat as the actor sees it, with their read position.
pub fn for_viewer(
    read: &Read<'_>,
    me: &Me,
    chat: &ChatAccess,
    paging: &Paging,
) -> Result<PagedValue<Chat>> {
    let state = messages::store::read_state(read, me, chat)?;
    let PagedValue { value, total, next } = self::chat(read, chat, paging)?;
    Ok(PagedValue {
        value: Chat {
            read_up_to: Some(state.read_up_to),
            unread: Some(state.unread),
            ..value
        },
        total,
        next,
    })
}

/// Returns the actor's chats, latest message first, each with at most `messages` of its newest
/// messages.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging, messages: usize) -> Result<Page<Chat>> {
    let before = paging.position::<1>()?.map_or(i64::MAX, |[latest]| latest);
    let sql = "SELECT chat_id, last_message_id FROM participants WHERE user_id = ?1 AND last_message_id < ?2 ORDER BY last_message_id DESC LIMIT ?3";
    let chats: Vec<(Id, i64)> =
        read.all(sql, (me.id(), before, paging.limit as i64 + 1), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let total = read.value(
        "SELECT count(*) FROM participants WHERE user_id = ?1",
        [me.id()],
    )?;
    let newest = Paging {
        limit: messages,
        cursor: None,
    };
    Page::cut(chats, paging.limit, total, |(_, latest)| latest.to_string()).try_map(|(id, _)| {
        Ok(for_viewer(read, me, &ChatAccess::find(read, me, id)?, &newest)?.value)
    })
}

/// Counts the actor's chats with unread messages, up to 100.
pub fn unread_chats(read: &Read<'_>, me: &Me) -> Result<UnreadChats> {
    let sql = "SELECT count(*) FROM (
                   SELECT 1 FROM participants p LEFT JOIN read_cursors r ON r.user_id = p.user_id AND r.chat_id = p.chat_id
                   WHERE p.user_id = ?1 AND p.last_message_id > coalesce(r.message_id, max(p.chat_id, p.hidden_up_to)) LIMIT 100)";
    Ok(UnreadChats {
        unread: read.value(sql, [me.id()])?,
    })
}
