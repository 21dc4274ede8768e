//! Routes of direct chats. Each route that changes a chat returns the caller's new projection of
//! it.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::{Chat, ChatLeft, ReadPosition, UnreadChats};
use super::store;
use crate::core::error::{Error, Result, Sentence};
use crate::core::paging::View;
use crate::core::paging::{Page, PagedValue, Paging};
use crate::features::messages::routes::{
    EditMessage, MarkRead, MessageSearch, MessageToAdd, PointQuery,
};
use crate::features::messages::{
    self, ChatAccess, FoundMessages, Message, MessagesAround, NewMessage, ReadState,
};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, IdempotencyKey, Json, Limit, Pace, Path, Query, RequestContext, Routes,
    Text, register, schemas,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the caller's chats, latest message first
        get("/chat/getChatsByUser/{username}", list);
        /// Count the caller's chats with unread messages
        get("/chat/getUnreadChats", unread_chats);
        /// Return a chat with its newest messages, oldest first; the next pages contain older messages
        get("/chat/{id}", get);
        /// Return the messages of a chat around a message or a time, oldest first
        get("/chat/{id}/getMessagesAround", around);
        /// Search the newest 2,000 messages of a chat, or those before `before`, newest first
        get_paced("/chat/{id}/searchMessages", |_| Pace::Slow, search);
        /// Return how far the other participants have read in a chat
        get("/chat/{id}/getReadPositions", read_positions);
        /// Mark a chat as read up to a message
        post("/chat/{id}/markRead", Limit::Request.allows_silenced(), mark_read);
        /// Send a message to a chat
        post("/chat/{id}/addMessage", Limit::Message.refuses_silenced(), add_message);
        /// Change the text of a message of the caller in a chat
        patch("/chat/{id}/editMessage", Limit::Message.refuses_silenced(), edit_message);
        /// Create a chat, or return the existing chat of these participants
        call(Method::POST, "/chat/createChat", Limit::Chat.refuses_silenced().adds_text(), create);
        /// Add a participant, who reads the chat from this point on
        post("/chat/{id}/addParticipant", Limit::Chat.refuses_silenced(), add_participant);
        /// Leave a chat, which goes on for the others
        post("/chat/{id}/leave", Limit::Chat.allows_silenced().critical(), leave);
    }
}

/// Returns the chat in the path. Rejects an invalid id with the same 404 as an unknown one.
fn chat_in_path(read: &Read<'_>, me: &Me, Path(Text(id)): Path<Text>) -> Result<ChatAccess> {
    ChatAccess::find(read, me, id.parse().map_err(|_| Sentence::ChatNotFound)?)
}

/// Returns the caller's projection of a chat after a change.
fn projection(read: &Read<'_>, me: &Me, chat: &ChatAccess) -> Result<PagedValue<Chat>> {
    store::for_viewer(read, me, chat, &Paging::first())
}

#[derive(Deserialize, IntoParams)]
struct ViewQuery {
    /// `card` returns only the last message of each chat instead of the newest 100.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

fn list(
    read: &Read<'_>,
    me: &Me,
    (_, (Query(query), paging)): (Path<ClaimedIdentity>, (Query<ViewQuery>, Paging)),
) -> Result<Page<Chat>> {
    let messages = match query.view.parse()? {
        View::Full => Paging::MAX,
        View::Card => 1,
    };
    store::list(read, me, &paging, messages)
}

fn unread_chats(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<UnreadChats>> {
    store::unread_chats(read, me).map(Json)
}

fn get(read: &Read<'_>, me: &Me, (id, paging): (Path<Text>, Paging)) -> Result<PagedValue<Chat>> {
    store::for_viewer(read, me, &chat_in_path(read, me, id)?, &paging)
}

fn around(
    read: &Read<'_>,
    me: &Me,
    (id, Query(query)): (Path<Text>, Query<PointQuery>),
) -> Result<Json<MessagesAround>> {
    let chat = chat_in_path(read, me, id)?;
    messages::store::around::around(read, &chat, query.point()?).map(Json)
}

fn search(
    read: &Read<'_>,
    me: &Me,
    (id, Query(query)): (Path<Text>, Query<MessageSearch>),
) -> Result<Json<FoundMessages>> {
    query.run(read, &chat_in_path(read, me, id)?)
}

#[derive(Deserialize, ToSchema)]
struct CreateChat {
    /// Usernames or ids, including the caller's.
    #[serde(default)]
    #[schema(max_items = 50)]
    participants: Vec<String>,
    /// The first messages.
    #[serde(default)]
    #[schema(max_items = 100)]
    messages: Vec<MessageToAdd>,
}

fn validated(messages: Vec<MessageToAdd>) -> Result<Vec<NewMessage>> {
    if messages.len() > Paging::MAX {
        return Err(Error::with(
            Sentence::Malformed,
            format_args!("more than {} messages", Paging::MAX),
        ));
    }
    messages.into_iter().map(MessageToAdd::validated).collect()
}

async fn create(request: RequestContext<Me>, Body(body): Body<CreateChat>) -> Result<Json<Chat>> {
    let messages = validated(body.messages);
    let weight = messages.as_ref().map_or(0, Vec::len);
    let create = move |tx: &mut Write<'_>, me: &Me| {
        let chat = super::create(tx, me, &body.participants, &messages?)?;
        Ok(Json(projection(tx, me, &chat)?.value))
    };
    request.write_weighted(Limit::Message, weight, create).await
}

fn add_message(
    tx: &mut Write<'_>,
    me: &Me,
    (id, (key, Body(message))): (Path<Text>, (IdempotencyKey, Body<MessageToAdd>)),
) -> Result<Json<Chat>> {
    let chat = chat_in_path(tx, me, id)?;
    super::send(tx, me, &chat, &message.with_key(key)?)?;
    Ok(Json(projection(tx, me, &chat)?.value))
}

fn edit_message(
    tx: &mut Write<'_>,
    me: &Me,
    (id, Body(body)): (Path<Text>, Body<EditMessage>),
) -> Result<Json<Message>> {
    let chat = chat_in_path(tx, me, id)?;
    super::edit(tx, me, &chat, body.message_id, &body.text()?).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct AddParticipant {
    /// The username or the id of the user to add.
    #[serde(default)]
    username: String,
}

fn add_participant(
    tx: &mut Write<'_>,
    me: &Me,
    (id, Body(body)): (Path<Text>, Body<AddParticipant>),
) -> Result<Json<Chat>> {
    let chat = chat_in_path(tx, me, id)?;
    super::add_participant(tx, me, &chat, &body.username)?;
    Ok(Json(projection(tx, me, &chat)?.value))
}

fn leave(tx: &mut Write<'_>, me: &Me, id: Path<Text>) -> Result<Json<ChatLeft>> {
    let chat = chat_in_path(tx, me, id)?;
    super::leave(tx, me, &chat).map(Json)
}

fn mark_read(
    tx: &mut Write<'_>,
    me: &Me,
    (id, Body(body)): (Path<Text>, Body<MarkRead>),
) -> Result<Json<ReadState>> {
    let chat = chat_in_path(tx, me, id)?;
    super::mark_read(tx, me, &chat, body.message_id).map(Json)
}

fn read_positions(read: &Read<'_>, me: &Me, id: Path<Text>) -> Result<Json<Vec<ReadPosition>>> {
    super::read_positions(read, me, &chat_in_path(read, me, id)?).map(Json)
}
