//! Who has a chat open, and who is writing in it. Nothing of it is stored, and only users who have
//! the same chat open learn of it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::model::{ChatPresence, ChatTyping};
use super::{is_silenced, store};
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::messages::ChatAccess;
use crate::realtime::{Audience, Outgoing, Room};
use crate::users::Me;
use crate::web::{Actor, App, Limit, SocketContext};

/// The time between two events about who has a chat open, besides [`INTERVAL_PER_USER`].
pub const INTERVAL: Duration = Duration::from_secs(1);

/// The further time for each of them, so that a full chat receives at most 100 copies a second.
const INTERVAL_PER_USER: Duration = Duration::from_millis(10);

/// The largest number of users in the global chat among whom events about typing are sent.
const TYPING_USERS: usize = 50;

/// Which chat an event names.
#[derive(Clone, Copy)]
enum Named {
    Global,
    Direct(Id),
}

impl Named {
    /// Parses the id of a direct chat, or `global`.
    fn parse(argument: &Value) -> Option<Self> {
        match argument.as_str()? {
            "global" => Some(Self::Global),
            id => id.parse().ok().map(Self::Direct),
        }
    }

    fn access(self, read: &Read<'_>, me: &Me) -> Result<ChatAccess> {
        match self {
            Self::Global => Ok(ChatAccess::global(me)),
            Self::Direct(id) => ChatAccess::find(read, me, id),
        }
    }
}

/// Authenticates the sender of an event, counts it as a request, and finds the chat that it names.
async fn find<T: Send + 'static>(
    app: &App,
    socket: &SocketContext,
    argument: &Value,
    f: impl FnOnce(&Read<'_>, &Me, &ChatAccess) -> Result<T> + Send + 'static,
) -> Option<T> {
    let chat = Named::parse(argument)?;
    let (token, user) = (socket.token, app.hub.user_of(socket.key)?);
    let count = app
        .limiter
        .check(Limit::Request, Some(user), socket.address);
    count.ok()?;
    let found = app.db.read(move |read| {
        let me = Me::authenticate(read, token.as_slice())?;
        let chat = chat.access(read, &me)?;
        f(read, &me, &chat)
    });
    found.await.ok()
}

/// Adds the socket to the users who have a chat open, if its user may read the chat.
pub async fn enter(app: &Arc<App>, socket: &SocketContext, argument: &Value) {
    if let Some(chat) = find(app, socket, argument, |_, _, chat| Ok(chat.id())).await {
        app.hub.join_room(socket.key, Room::Chat(chat));
        announce(app, chat);
    }
}

/// Removes the socket from the users who have a chat open.
pub fn exit(app: &Arc<App>, socket: &SocketContext, argument: &Value) {
    let chat = match Named::parse(argument) {
        Some(Named::Direct(id)) => id,
        Some(Named::Global) => ChatAccess::GLOBAL,
        None => return,
    };
    if app.hub.leave_room(socket.key, Room::Chat(chat)).is_some() {
        announce(app, chat);
    }
}

/// Tells the users who have a chat open who they are, after the interval. Changes until then are part
/// of the same event, so that a client that comes and goes causes no more.
pub fn announce(app: &Arc<App>, chat: Id) {
    let room = Room::Chat(chat);
    if !app.hub.note_changed(room) {
        return;
    }
    let users = u32::try_from(app.hub.users_in(room).len()).unwrap_or(u32::MAX);
    let interval = INTERVAL + INTERVAL_PER_USER * users;
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        tokio::time::sleep(interval).await;
        let Some(app) = app.upgrade() else { return };
        let users = app.hub.take_changed(room);
        let count = users.len();
        if count == 0 {
            return;
        }
        let present = app.db.read(move |read| store::present(read, chat, &users));
        let Ok(present) = present.await else { return };
        let (ids, usernames): (Vec<Id>, Vec<String>) = present.into_iter().unzip();
        let (chat_id, count, audience) = if chat == ChatAccess::GLOBAL {
            let users = Vec::new();
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
    });
}

/// Tells the others who have a chat open that the socket's user is writing in it, if they have it open
/// too and may write.
pub async fn typing(app: &Arc<App>, socket: &SocketContext, argument: &Value) {
    let hub = app.hub.clone();
    let found = find(app, socket, argument, move |read, me, chat| {
        let mut others: BTreeSet<Id> = hub.users_in(Room::Chat(chat.id()));
        if !others.remove(&me.id()) || is_silenced(read, me, chat)? {
            return Err(Sentence::ChatNotFound.into());
        }
        let (chat_id, audience) = if chat.is_global() {
            others = if others.len() < TYPING_USERS {
                others
            } else {
                BTreeSet::new()
            };
            (None, others.into_iter().collect())
        } else {
            let participants = store::participants(read, chat)?.into_keys();
            (
                Some(chat.id()),
                participants.filter(|user| others.contains(user)).collect(),
            )
        };
        let event = ChatTyping {
            chat_id,
            username: me.username().to_owned(),
        };
        Ok((event, Audience::Users(audience)))
    });
    if let Some((event, audience)) = found.await {
        app.db.publish(Outgoing::event(event, audience));
    }
}
