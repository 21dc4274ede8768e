//! Accounts as a whole: all that the site keeps of somebody, handed to him or, when he deletes his account, forgotten.
//! Both concern every feature, which is why they stand above them all.

pub mod routes;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::communities;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::games::{self, GameInstance};
use crate::id::Id;
use crate::live::{Audience, TokenHash};
use crate::messages;
use crate::notifications::{self, Notification};
use crate::questions::revisions::Revision;
use crate::stars;
use crate::users::invitations::Invitation;
use crate::users::{self, Account, Session, User, UserChange, UserUpdate};

/// All that the site keeps of one user, for himself alone. What he wrote is in it whether or not it was deleted, and
/// whether or not he may still read what it belongs to; of others there is nothing that he may not read.
#[derive(Serialize, ToSchema)]
pub struct OwnData {
    pub user: User,
    pub questions: Vec<OwnPost>,
    pub answers: Vec<OwnPost>,
    pub comments: Vec<OwnPost>,
    pub votes: Vec<OwnVote>,
    pub stars: Vec<OwnStar>,
    pub communities: Vec<OwnMembership>,
    /// To join private communities.
    pub requests: Vec<OwnRequest>,
    pub notifications: Vec<Notification>,
    /// In the global chat and in others.
    pub messages: Vec<OwnMessage>,
    pub chats: Vec<OwnChat>,
    /// That he plays or has played.
    pub games: Vec<GameInstance>,
    pub sessions: Vec<Session>,
    /// Those that he has made for others, and the one with which he has come.
    pub invitations: Vec<Invitation>,
}

/// A question, an answer or a comment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPost {
    #[serde(rename = "_id")]
    pub id: Id,
    /// An answer's and a comment's: the question that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// A comment's: the answer that it is on, if it is on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aid: Option<Id>,
    /// A question's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// A question's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Markdown.
    pub text: String,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Why an administrator has removed it, if one has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removal_reason: Option<String>,
    /// What it said before, newest first; of a question or an answer also what it says now.
    pub revisions: Vec<Revision>,
}

/// A vote on a question or an answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnVote {
    /// The question, or that of the answer.
    pub qid: Id,
    /// The answer that was voted on, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aid: Option<Id>,
    /// 1 is up, -1 is down.
    pub value: i8,
    pub voted_at: Timestamp,
}

/// A starred question.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnStar {
    pub qid: Id,
    pub starred_at: Timestamp,
}

/// A community that the user belongs to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnMembership {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub is_moderator: bool,
    pub is_owner: bool,
    pub joined_at: Timestamp,
}

/// A request to join a private community.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnRequest {
    pub community_id: Id,
    /// Of the community.
    pub name: String,
    pub requested_at: Timestamp,
}

/// A message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnMessage {
    #[serde(rename = "_id")]
    pub id: Id,
    /// Where it was written, if not in the global chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Id>,
    pub msg: String,
    pub created_at: Timestamp,
}

/// A chat in which the user takes part.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnChat {
    #[serde(rename = "_id")]
    pub id: Id,
    pub participants: Vec<String>,
    pub created_at: Timestamp,
}

/// How much somebody has left on the site.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    pub questions: u32,
    pub answers: u32,
    pub comments: u32,
    pub votes: u32,
    /// In the global chat and in others.
    pub messages: u32,
    pub owned_communities: u32,
}

/// All that the site keeps of the owner of an account; `current` is the session in which he asks for it.
pub fn data(read: &Read<'_>, account: &Account, current: Option<&TokenHash>) -> Result<OwnData> {
    Ok(OwnData {
        user: users::store::by_id(read, account.id)?.ok_or(Sentence::UserNotFound)?,
        questions: store::questions(read, account)?,
        answers: store::answers(read, account)?,
        comments: store::comments(read, account)?,
        votes: store::votes(read, account)?,
        stars: store::stars(read, account)?,
        communities: store::communities(read, account)?,
        requests: store::requests(read, account)?,
        notifications: notifications::store::all(read, account)?,
        messages: store::messages(read, account)?,
        chats: store::chats(read, account)?,
        games: games::store::of_user(read, account)?.iter().map(games::Game::instance).collect(),
        sessions: users::store::sessions::of(read, account, current)?,
        invitations: users::store::invitations::of(read, account)?,
    })
}

/// Deletes an account. What its owner wrote stays, by nobody; his votes count on without his name.
pub fn delete(tx: &mut Write<'_>, account: &Account) -> Result<User> {
    account.check_replaceable(tx)?;
    let user = users::store::by_id(tx, account.id)?.ok_or(Sentence::UserNotFound)?;
    communities::forget_user(tx, account)?;
    notifications::store::forget_user(tx, account)?;
    stars::store::forget_user(tx, account)?;
    messages::forget_user(tx, account)?;
    games::play::forget_user(tx, account)?;
    users::store::delete(tx, account)?;
    tx.emit(UserUpdate { user: user.clone(), change: UserChange::Deleted }, Audience::SignedIn);
    users::account::end_sessions(tx, account, None)?;
    Ok(user)
}
