//! Who has a chat open, and who is writing in it. Nothing of it is stored, and only users who have
//! the same chat open learn of it.
//!
//! The hub notes each change of the users who have a chat open. One task reads who they are and tells
//! them, so that no list follows a newer one.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::model::{ChatPresence, ChatTyping};
use super::{check_partner, store};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::messages::ChatAccess;
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::realtime::{Audience, Outgoing, Room};
use crate::platform::web::{App, Identity, SocketContext};

/// The time between two events about who has a chat open.
const INTERVAL: Duration = Duration::from_secs(1);

/// The shortest time between two events about typing from one socket. Earlier ones are ignored.
const TYPING_PAUSE: Duration = Duration::from_secs(2);

/// The largest number of users in the global chat among whom events about typing are sent.
const TYPING_USERS: usize = 50;

/// Parses the id of a direct chat, or `global`.
fn parse(argument: &Value) -> Option<Id> {
    match argument.as_str()? {
        "global" => Some(ChatAccess::GLOBAL),
        id => id.parse().ok(),
    }
}

/// Finds the chat that an event names.
fn find(read: &Read<'_>, me: &Me, chat: Id) -> Result<ChatAccess> {
    if chat == ChatAccess::GLOBAL {
        Ok(ChatAccess::global(me))
    } else {
        ChatAccess::find(read, me, chat)
    }
}

/// Adds the socket to the users who have a chat open, if its user may read the chat.
pub async fn enter(app: &App, socket: &SocketContext, argument: &Value) {
    let Some(chat) = parse(argument) else { return };
    let found = socket.read(app, move |read, me| find(read, me, chat).map(drop));
    if found.await.is_ok() {
        app.hub.join_room(socket.key, Room::Chat(chat));
    }
}

/// Removes the socket from the users who have a chat open.
pub fn exit(app: &App, socket: &SocketContext, argument: &Value) {
    if let Some(chat) = parse(argument) {
        app.hub.leave_room(socket.key, Room::Chat(chat));
    }
}

/// Starts to tell the users who have a chat open who they are. All changes of an interval are part of
/// one event, so that a client that comes and goes causes no more.
pub fn start(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            announce_changes(&app).await;
        }
    });
}

/// Tells the users of each chat whose users have changed. If this fails, the change stays noted.
pub async fn announce_changes(app: &App) {
    for chat in app.hub.changed_chats() {
        if let Err(error) = announce(app, chat).await {
            tracing::debug!(%error, "could not tell who has a chat open");
            app.hub.note_untold(chat);
        }
    }
}

/// Tells the users who have a chat open who they are.
///
/// Blocking and unblocking are not told: a user does so on another page, so that their browser has
/// left the chat. Only a second tab of theirs stays named until the other user leaves the chat.
async fn announce(app: &App, chat: Id) -> Result<()> {
    let users = app.hub.take_changed(chat);
    let count = users.len();
    let present = app.db.read(move |read| store::present(read, chat, &users));
    let (ids, usernames): (Vec<Id>, Vec<String>) = present.await?.into_iter().unzip();
    let (chat_id, count, audience) = if chat == ChatAccess::GLOBAL {
        let (room, users) = (Room::Chat(chat), Vec::new());
        (None, count, Audience::Room { room, users })
    } else {
        (Some(chat), ids.len(), Audience::Users(ids))
    };
    let event = ChatPresence {
        chat_id,
        count,
        usernames,
    };
    app.db.publish(Outgoing::event(event, audience));
    Ok(())
}

/// Tells the others who have a chat open that the socket's user is writing in it, if the socket has it
/// open too and the user may write. Events that would reach nobody cost no look-up.
pub async fn typing(app: &App, socket: &SocketContext, argument: &Value) {
    let Some(chat) = parse(argument) else { return };
    let room = Room::Chat(chat);
    if !app.hub.begin_typing(socket.key, room, TYPING_PAUSE) {
        return;
    }
    let mut users = app.hub.users_in(room, TYPING_USERS + 1);
    if users.len() < 2 || users.len() > TYPING_USERS {
        return;
    }
    let found = socket.read(app, move |read, me: &Me| {
        me.check_may_write()?;
        let chat = find(read, me, chat)?;
        check_partner(read, &chat)?;
        if !chat.is_global() {
            let participants = store::participants(read, &chat)?;
            users.retain(|user| participants.contains_key(user));
        }
        users.remove(&me.id());
        let event = ChatTyping {
            chat_id: (!chat.is_global()).then_some(chat.id()),
            username: me.username().to_owned(),
        };
        Ok((event, Audience::Users(users.into_iter().collect())))
    });
    if let Ok((event, audience)) = found.await {
        app.db.publish(Outgoing::event(event, audience));
    }
}
