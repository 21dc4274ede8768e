//! The calls about the global chat.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{Message, NewMessage, ReadState, Room, store};
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::users::Me;
use crate::web::{Body, Claim, Json, Limit, Page, Paging, Routes, schemas};

/// Adds the calls.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get("/messaging/getMessages", "The newest messages of the global chat, the oldest of them first; then older ones", list)
        .get("/messaging/getUnread", "How far one has read in the global chat", unread)
        .post("/messaging/markRead", "Note that one has read the global chat up to a message", mark_read)
        .limit(Limit::Message)
        .post("/messaging/addMessage", "Write in the global chat", add);
}

fn list(read: &Read<'_>, _: &Me, paging: Paging) -> Result<Page<Message>> {
    store::list(read, &Room::GLOBAL, &paging)
}

fn unread(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<ReadState>> {
    store::read_state(read, me, &Room::GLOBAL).map(Json)
}

/// A message as clients send it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageToAdd {
    #[serde(default)]
    #[schema(schema_with = schemas::message, required = true)]
    msg: String,
    #[serde(default, rename = "msgFrom")]
    _msg_from: Claim,
    /// Of one's own choice, at most 64 bytes: sent again with the same one it is still one message, and answered as before.
    #[schema(max_length = 64)]
    nonce: Option<String>,
}

impl MessageToAdd {
    /// What is to be stored of it.
    pub fn checked(self) -> Result<NewMessage> {
        NewMessage::new(&self.msg, self.nonce)
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddMessage {
    message_to_add: MessageToAdd,
}

fn add(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddMessage>) -> Result<Json<Message>> {
    super::send_to_all(tx, me, &body.message_to_add.checked()?).map(Json)
}

/// Up to where one has read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkRead {
    pub message_id: Id,
}

fn mark_read(tx: &mut Write<'_>, me: &Me, Body(body): Body<MarkRead>) -> Result<Json<ReadState>> {
    super::mark_read(tx, me, &Room::GLOBAL, body.message_id).map(Json)
}
