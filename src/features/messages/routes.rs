//! Routes of the global chat.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::ChatAccess;
use super::model::{
    FoundMessages, Message, MessageRemoved, MessagesAround, NewMessage, Point, ReadState,
};
use super::search::SearchWords;
use super::store;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, IdempotencyKey, Json, Limit, Pace, Query, Routes, register, schemas,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the newest messages of the global chat, oldest first; the next pages contain older messages
        get("/messaging/getMessages", list);
        /// Return the messages of the global chat around a message or a time, oldest first
        get("/messaging/getMessagesAround", around);
        /// Search the newest 2,000 messages of the global chat, or those before `before`, newest first
        get_paced("/messaging/searchMessages", |_| Pace::Slow, search);
        /// Return how far the caller has read in the global chat
        get("/messaging/getUnread", unread);
        /// Mark the global chat as read up to a message
        post("/messaging/markRead", Limit::Request.allows_silenced(), mark_read);
        /// Send a message to the global chat
        post("/messaging/addMessage", Limit::Message.refuses_silenced(), add);
        /// Change the text of a message of the caller in the global chat
        patch("/messaging/editMessage", Limit::Message.refuses_silenced(), edit);
        /// Remove a message of the caller from the global chat
        delete("/messaging/deleteMessage", Limit::Message.allows_silenced(), delete);
    }
}

fn list(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<Message>> {
    store::list(read, &ChatAccess::global(me), &paging)
}

/// Which messages of a chat a caller wants to see. The first that is given counts.
#[derive(Deserialize, IntoParams)]
pub struct PointQuery {
    /// The id of a message.
    #[serde(default, deserialize_with = "Id::deserialize_or_none")]
    message: Option<Id>,
    /// The id of a message, which may be removed meanwhile: only messages after it.
    #[serde(default, deserialize_with = "Id::deserialize_or_none")]
    after: Option<Id>,
    /// A time, such as `2026-11-21T00:00:00.000Z`: the first message from then on, else the newest.
    #[serde(default)]
    at: String,
}

impl PointQuery {
    /// Returns the point. Rejects an invalid time, and a query without a point, with 400.
    pub fn point(&self) -> Result<Point> {
        match (self.message, self.after) {
            (Some(id), _) => Ok(Point::Message(id)),
            (None, Some(id)) => Ok(Point::After(id)),
            (None, None) if self.at.is_empty() => Err(Error::with(
                Sentence::Malformed,
                "message, after or at is missing",
            )),
            (None, None) => Ok(Point::Time(self.at.parse()?)),
        }
    }
}

fn around(
    read: &Read<'_>,
    me: &Me,
    Query(query): Query<PointQuery>,
) -> Result<Json<MessagesAround>> {
    store::around::around(read, &ChatAccess::global(me), query.point()?).map(Json)
}

/// A search in a chat.
#[derive(Deserialize, IntoParams)]
pub struct MessageSearch {
    /// The words that a message must have. The last one may be the beginning of a word.
    #[serde(default)]
    search: String,
    /// Searches only messages before this id: the `before` where the previous call ended.
    #[serde(default)]
    before: String,
}

impl MessageSearch {
    /// Searches a chat. Finds nothing without a word.
    pub fn run(&self, read: &Read<'_>, chat: &ChatAccess) -> Result<Json<FoundMessages>> {
        let before = match self.before.as_str() {
            "" => Id::from_i64(i64::MAX),
            id => id.parse().map_err(|_| Sentence::InvalidCursor)?,
        };
        let Some(words) = SearchWords::parse(&self.search) else {
            return Ok(Json(FoundMessages::default()));
        };
        store::search::search(read, chat, &words, before).map(Json)
    }
}

fn search(
    read: &Read<'_>,
    me: &Me,
    Query(query): Query<MessageSearch>,
) -> Result<Json<FoundMessages>> {
    query.run(read, &ChatAccess::global(me))
}

fn unread(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<ReadState>> {
    store::read_state(read, me, &ChatAccess::global(me)).map(Json)
}

/// A new message in a request body.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageToAdd {
    #[serde(default)]
    #[schema(schema_with = schemas::message, required = true)]
    msg: String,
    #[serde(default, rename = "msgFrom")]
    _msg_from: ClaimedIdentity,
    /// A client-chosen idempotency key of at most 64 bytes. A repeated call with the same nonce
    /// stores no second message and returns the first one.
    #[schema(max_length = 64)]
    nonce: Option<String>,
    /// The id of the message of the same chat that this one replies to.
    #[serde(
        default,
        rename = "replyTo",
        deserialize_with = "Id::deserialize_or_none"
    )]
    reply_to: Option<Id>,
}

impl MessageToAdd {
    /// Validates the message, which has the key unless it has a nonce.
    pub fn with_key(self, key: IdempotencyKey) -> Result<NewMessage> {
        NewMessage::new(&self.msg, key.unless(self.nonce), self.reply_to)
    }

    /// Validates the message.
    pub fn validated(self) -> Result<NewMessage> {
        NewMessage::new(&self.msg, self.nonce, self.reply_to)
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddMessage {
    message_to_add: MessageToAdd,
}

fn add(
    tx: &mut Write<'_>,
    me: &Me,
    (key, Body(body)): (IdempotencyKey, Body<AddMessage>),
) -> Result<Json<Message>> {
    super::send_to_all(tx, me, &body.message_to_add.with_key(key)?).map(Json)
}

/// A new text of a message in a request body.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditMessage {
    pub message_id: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::message, required = true)]
    msg: String,
}

impl EditMessage {
    /// Validates the text.
    pub fn text(&self) -> Result<String> {
        text::message(&self.msg)
    }
}

fn edit(tx: &mut Write<'_>, me: &Me, Body(body): Body<EditMessage>) -> Result<Json<Message>> {
    super::edit_for_all(tx, me, body.message_id, &body.text()?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeleteMessage {
    message_id: Id,
}

fn delete(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<DeleteMessage>,
) -> Result<Json<MessageRemoved>> {
    super::remove_own(tx, me, body.message_id).map(Json)
}

/// A new read position in a request body.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkRead {
    pub message_id: Id,
}

fn mark_read(tx: &mut Write<'_>, me: &Me, Body(body): Body<MarkRead>) -> Result<Json<ReadState>> {
    let (state, _) = super::mark_read(tx, me, &ChatAccess::global(me), body.message_id)?;
    tx.without_event("a read position in the global chat is private to its user");
    Ok(Json(state))
}
