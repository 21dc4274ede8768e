//! Communities: who belongs to them, and what that lets one read and do.
//!
//! That a community is there, what it is called and how many belong to it everybody may know who is signed in. Who
//! they are and what they ask is theirs where it is private. Each viewer is shown his own projection, in replies and
//! in events alike (`access::Sight`), and is told of a change only if that projection has changed (`announce`).

pub mod access;
mod announce;
pub mod membership;
pub mod routes;
pub mod rules;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::error::Sentence;
use crate::id::Id;
use crate::live::Event;

pub use membership::forget_user;

/// Who may read what is asked in a community: everyone who is signed in, or its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    Public,
    Private,
}

impl std::str::FromStr for Visibility {
    type Err = Sentence;

    /// Without one it is public.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "" | "public" => Ok(Self::Public),
            "private" => Ok(Self::Private),
            _ => Err(Sentence::InvalidVisibility),
        }
    }
}

/// A community as one viewer sees it. An outsider of a private one finds its lists empty, but for his own request.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Community {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub name: String,
    pub description: String,
    pub visibility: Visibility,
    /// A username; `[deleted]` when he is gone.
    pub owner: String,
    /// Usernames: of the newest 1,000 memberships the oldest first, and in replies the viewer's own in any case.
    pub members: Vec<String>,
    /// Usernames, as the members'.
    pub moderators: Vec<String>,
    /// The newest 1,000, the oldest of them first: all for moderators, one's own for who has made one.
    pub member_requests: Vec<MemberRequest>,
    /// Ids of the newest 1,000, newest first.
    #[cfg_attr(test, ts(type = "Array<string>"))]
    pub questions: Vec<Id>,
    /// All of them, whoever may know their names.
    pub member_count: u32,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
    /// Since when nobody can join it or ask in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub archived_at: Option<Timestamp>,
    /// Present when one of the lists is longer than what is shown of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "true"))]
    pub truncated: Option<bool>,
}

/// A community in a list: counts instead of arrays, and what the viewer is to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CommunityCard {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub name: String,
    pub description: String,
    pub visibility: Visibility,
    /// A username; `[deleted]` when he is gone.
    pub owner: String,
    pub member_count: u32,
    /// 0 for an outsider of a private one.
    pub moderator_count: u32,
    /// 0 for all but moderators.
    pub request_count: u32,
    /// 0 for an outsider of a private one.
    pub question_count: u32,
    pub is_member: bool,
    pub is_moderator: bool,
    /// Whether the viewer has asked to join and waits for an answer.
    pub requested: bool,
    pub archived: bool,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
}

/// Somebody who belongs to a community.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Of the user.
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub username: String,
    pub is_moderator: bool,
    pub is_owner: bool,
    #[cfg_attr(test, ts(type = "string"))]
    pub joined_at: Timestamp,
}

/// Somebody asks to join a private community.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MemberRequest {
    /// The `_id` of the user.
    #[cfg_attr(test, ts(type = "string"))]
    pub user_id: Id,
    #[cfg_attr(test, ts(type = "string"))]
    pub requested_at: Timestamp,
    pub user: Requester,
}

/// Who asks to join.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Requester {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub username: String,
}

/// A community was made or changed. Everyone is told whose own projection of it changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommunityUpdate {
    /// As the one who is told sees it.
    pub community: Community,
    #[serde(rename = "type")]
    pub change: CommunityChange,
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CommunityChange {
    Created,
    Updated,
}

impl Event for CommunityUpdate {
    const NAME: &'static str = "communityUpdate";
}
