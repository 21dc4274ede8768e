//! The types of communities: what stores return and what goes on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::error::Sentence;
use crate::core::id::Id;
use crate::features::pictures::PictureSize;
use crate::features::users::UserReference;
use crate::platform::realtime::{Event, Subject};

/// Who may read the questions of a community: all signed-in users, or its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    Public,
    Private,
}

impl std::str::FromStr for Visibility {
    type Err = Sentence;

    /// Parses the wire form. An empty text means public.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "" | "public" => Ok(Self::Public),
            "private" => Ok(Self::Private),
            _ => Err(Sentence::InvalidVisibility),
        }
    }
}

/// A community as one viewer sees it. Users outside a private community see empty lists, except for
/// their own join request.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Community {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub description: String,
    /// The names of members in the description, without the `@`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<String>,
    /// The sizes of the pictures in the description.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<PictureSize>,
    pub visibility: Visibility,
    /// The username; `[deleted]` if the account is deleted.
    pub owner: String,
    /// Usernames of the newest 1,000 members, oldest membership first. Responses always include a
    /// viewer who is a member.
    pub members: Vec<String>,
    /// Usernames, limited and ordered like `members`.
    pub moderators: Vec<String>,
    /// The newest 1,000 requests, oldest first. Moderators see all requests, other viewers only
    /// their own.
    pub member_requests: Vec<MemberRequest>,
    /// Ids of the newest 1,000 questions, newest first.
    pub questions: Vec<Id>,
    /// The number of all members, for every viewer.
    pub member_count: u32,
    pub created_at: Timestamp,
    /// When the community was archived. Nobody can join or post in an archived community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Timestamp>,
    /// Whether only members of the site read what is in this public community, also while everyone may read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub needs_account: bool,
    /// When the community was opened again to readers without an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<Timestamp>,
    /// Present if one of the lists was cut at 1,000 entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
}

/// A community in a list: counts instead of arrays, and the viewer's role.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityCard {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub description: String,
    /// The names of members in the description, without the `@`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<String>,
    /// The sizes of the pictures in the description. Absent in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<PictureSize>,
    pub visibility: Visibility,
    /// The username; `[deleted]` if the account is deleted.
    pub owner: String,
    pub member_count: u32,
    /// 0 for users outside a private community.
    pub moderator_count: u32,
    /// 0 for everyone except moderators.
    pub request_count: u32,
    /// 0 for users outside a private community.
    pub question_count: u32,
    pub is_member: bool,
    pub is_moderator: bool,
    /// Whether the viewer has a pending join request.
    pub requested: bool,
    pub archived: bool,
    /// Whether only members of the site read what is in this public community, also while everyone may read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub needs_account: bool,
    /// When the community was opened again to readers without an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// A member of a community.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The id of the user.
    #[serde(rename = "_id")]
    pub id: Id,
    pub username: String,
    pub is_moderator: bool,
    pub is_owner: bool,
    pub joined_at: Timestamp,
}

/// A pending request to join a private community.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberRequest {
    /// The `_id` of the user.
    pub user_id: Id,
    pub requested_at: Timestamp,
    /// Who asks to join.
    pub user: UserReference,
}

/// How much of a community becomes public when it is opened to readers without an account.
#[derive(Serialize, ToSchema)]
pub struct CommunityReach {
    /// The number of questions and answers.
    pub posts: u32,
    pub authors: u32,
}

/// The validated input for a new community.
pub struct NewCommunity {
    pub name: String,
    pub description: String,
    pub visibility: Visibility,
}

/// A user's role in a community. Each role may do everything that the roles before it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommunityRole {
    Outsider,
    /// Has a pending join request.
    Requester,
    Member,
    Moderator,
    Owner,
}

/// How much of a community a viewer sees. Each level includes the levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DetailLevel {
    /// What every signed-in user sees of a private community, and strangers of one that needs an account.
    Outside,
    /// The members and the questions.
    Inside,
    /// The join requests.
    Moderating,
}

/// Which members a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberFilter {
    All,
    Moderators,
}

impl std::str::FromStr for MemberFilter {
    type Err = Sentence;

    /// Parses the wire form. An empty text means all members.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "" | "member" => Ok(Self::All),
            "moderator" => Ok(Self::Moderators),
            _ => Err(Sentence::InvalidRole),
        }
    }
}

/// Requests to join that wait in a private community that the caller moderates.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingRequests {
    pub community_id: Id,
    pub name: String,
    /// The number of waiting requests.
    pub requests: i64,
    /// Who made the newest of them.
    pub newest_by: String,
    pub requested_at: Timestamp,
}

/// What everyone may read since some time, also without an account: a community of the caller, or the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// The name of the community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub opened_at: Timestamp,
}

/// A community was created or changed. Sent to each viewer whose projection of it changed.
#[derive(Serialize, ToSchema)]
pub struct CommunityUpdate {
    /// The recipient's projection of the community.
    pub community: Community,
    #[serde(rename = "type")]
    pub change: CommunityChange,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CommunityChange {
    Created,
    Updated,
}

impl Event for CommunityUpdate {
    const NAME: &'static str = "communityUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::object(self.community.id)
    }
}
