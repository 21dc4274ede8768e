//! The calls about chats of few. Each about one chat answers with it as the caller sees it then.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{Chat, UnreadChats, store};
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::messages::routes::{MarkRead, MessageToAdd};
use crate::messages::{self, ReadState, Room};
use crate::users::Me;
use crate::web::{Body, Claim, Json, Limit, Page, Paging, Path, Query, Routes, Text, WithPart, schemas};

/// Adds the calls.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get("/chat/getChatsByUser/{username}", "One's own chats, that with the last message first", list)
        .get("/chat/getUnreadChats", "In how many of one's chats something is unread", unread_chats)
        .get("/chat/{id}", "One chat with its newest messages, the oldest of them first; then with older ones", get)
        .post("/chat/{id}/markRead", "Note that one has read a chat up to a message", mark_read)
        .limit(Limit::Message)
        .post("/chat/{id}/addMessage", "Write in a chat", add_message)
        .limit(Limit::Chat)
        .post("/chat/createChat", "The chat of some people, oneself among them: a new one, or the one that they have", create)
        .post("/chat/{id}/addParticipant", "Let somebody else take part in a chat, and read what was written in it", add_participant);
}

/// The chat that a path names. What is no id is as absent as any.
fn room(read: &Read<'_>, me: &Me, Path(Text(id)): Path<Text>) -> Result<Room> {
    Room::find(read, me, id.parse().map_err(|_| Sentence::ChatNotFound)?)
}

fn now(read: &Read<'_>, me: &Me, room: &Room) -> Result<WithPart<Chat>> {
    store::seen(read, me, room, &Paging::first())
}

#[derive(Deserialize, IntoParams)]
struct View {
    /// card: of the messages only the last, instead of the newest 100.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

fn list(read: &Read<'_>, me: &Me, (_, (Query(query), paging)): (Path<Claim>, (Query<View>, Paging))) -> Result<Page<Chat>> {
    let messages = match query.view.as_str() {
        "" => Paging::MAX,
        "card" => 1,
        _ => return Err(Sentence::InvalidView.into()),
    };
    store::list(read, me, &paging, messages)
}

fn unread_chats(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<UnreadChats>> {
    store::unread_chats(read, me).map(Json)
}

fn get(read: &Read<'_>, me: &Me, (id, paging): (Path<Text>, Paging)) -> Result<WithPart<Chat>> {
    store::seen(read, me, &room(read, me, id)?, &paging)
}

#[derive(Deserialize, ToSchema)]
struct CreateChat {
    /// Usernames or ids, one's own among them.
    #[serde(default)]
    #[schema(max_items = 50)]
    participants: Vec<String>,
    /// What is to be written first.
    #[serde(default)]
    #[schema(max_items = 100)]
    messages: Vec<MessageToAdd>,
}

fn create(tx: &mut Write<'_>, me: &Me, Body(body): Body<CreateChat>) -> Result<Json<Chat>> {
    if body.messages.len() > Paging::MAX {
        return Err(Error::with(Sentence::Malformed, format_args!("more than {} messages", Paging::MAX)));
    }
    let messages = body.messages.into_iter().map(MessageToAdd::checked).collect::<Result<Vec<_>>>()?;
    let room = super::create(tx, me, &body.participants, &messages)?;
    Ok(Json(now(tx, me, &room)?.value))
}

fn add_message(tx: &mut Write<'_>, me: &Me, (id, Body(message)): (Path<Text>, Body<MessageToAdd>)) -> Result<Json<Chat>> {
    let room = room(tx, me, id)?;
    super::send(tx, me, &room, &message.checked()?)?;
    Ok(Json(now(tx, me, &room)?.value))
}

#[derive(Deserialize, ToSchema)]
struct AddParticipant {
    /// The name or the id of who is to be added.
    #[serde(default)]
    username: String,
}

fn add_participant(tx: &mut Write<'_>, me: &Me, (id, Body(body)): (Path<Text>, Body<AddParticipant>)) -> Result<Json<Chat>> {
    let room = room(tx, me, id)?;
    super::add_participant(tx, &room, &body.username)?;
    Ok(Json(now(tx, me, &room)?.value))
}

fn mark_read(tx: &mut Write<'_>, me: &Me, (id, Body(body)): (Path<Text>, Body<MarkRead>)) -> Result<Json<ReadState>> {
    let room = room(tx, me, id)?;
    messages::mark_read(tx, me, &room, body.message_id).map(Json)
}
