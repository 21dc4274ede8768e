//! The types of a user's own data.

use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::flags::model::MyFlag;
use crate::features::flags::moderation_log::OwnLogEntry;
use crate::features::games::GameInstance;
use crate::features::mentions::model::Mention;
use crate::features::notifications::Notification;
use crate::features::notifications::entries::OwnEntry;
use crate::features::pictures::access::OwnPicture;
use crate::features::push::PushDevice;
use crate::features::questions::model::Revision;
use crate::features::sanctions::model::{Appeal, OwnSanction};
use crate::features::stars::model::StarNote;
use crate::features::users::Invitation;
use crate::features::users::badges::AwardedBadge;
use crate::features::users::store::api_tokens::ApiToken;
use crate::features::users::store::passkeys::Passkey;
use crate::features::users::{LinkedIdentity, SecurityNotice, Session, User};
use crate::platform::outbox::DeliveryChoice;

/// Rows that are read while they are serialized, so that they are never all in memory.
pub struct Rows<'r, T>(Box<ReadEach<'r, T>>);

/// Reads the rows and calls the function for each of them.
type ReadEach<'r, T> = dyn Fn(&mut dyn FnMut(T) -> Result<()>) -> Result<()> + 'r;

impl<'r, T> Rows<'r, T> {
    pub fn new(read_each: impl Fn(&mut dyn FnMut(T) -> Result<()>) -> Result<()> + 'r) -> Self {
        Self(Box::new(read_each))
    }
}

impl<T: Serialize> Serialize for Rows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let read = (self.0)(&mut |row| list.serialize_element(&row).map_err(Error::internal));
        read.map_err(S::Error::custom)?;
        list.end()
    }
}

/// All data of one user, for this user alone. It includes their deleted content and content in places
/// that they may no longer read. It includes nothing of others that they may not read.
#[derive(Serialize, ToSchema)]
pub struct OwnData<'r> {
    pub user: User,
    /// Whether search engines may list their profile and show their name beside their posts.
    #[serde(rename = "mayBeIndexed")]
    pub may_be_indexed: bool,
    #[schema(value_type = Vec<PostRecord<'static>>)]
    pub questions: Rows<'r, PostRecord<'r>>,
    #[schema(value_type = Vec<PostRecord<'static>>)]
    pub answers: Rows<'r, PostRecord<'r>>,
    #[schema(value_type = Vec<PostRecord<'static>>)]
    pub comments: Rows<'r, PostRecord<'r>>,
    #[schema(value_type = Vec<VoteRecord>)]
    pub votes: Rows<'r, VoteRecord>,
    /// The edits that they suggested of posts of others.
    #[serde(rename = "suggestedEdits")]
    #[schema(value_type = Vec<SuggestedEditRecord>)]
    pub suggested_edits: Rows<'r, SuggestedEditRecord>,
    #[schema(value_type = Vec<StarRecord>)]
    pub stars: Rows<'r, StarRecord>,
    /// Their private notes and reminders of starred questions, and of questions whose star they removed.
    #[serde(rename = "starNotes")]
    #[schema(value_type = Vec<StarNote>)]
    pub star_notes: Rows<'r, StarNote>,
    /// What they have seen of questions.
    #[schema(value_type = Vec<VisitRecord>)]
    pub visits: Rows<'r, VisitRecord>,
    /// What they watch or have muted.
    #[schema(value_type = Vec<FollowRecord>)]
    pub follows: Rows<'r, FollowRecord>,
    /// The searches that they have saved, oldest first.
    #[serde(rename = "savedSearches")]
    #[schema(value_type = Vec<SavedSearchRecord>)]
    pub saved_searches: Rows<'r, SavedSearchRecord>,
    /// What they wrote as descriptions of tags, oldest first.
    #[serde(rename = "tagDescriptions")]
    #[schema(value_type = Vec<TagDescriptionRecord>)]
    pub tag_descriptions: Rows<'r, TagDescriptionRecord>,
    /// The texts that name them.
    #[schema(value_type = Vec<Mention>)]
    pub mentions: Rows<'r, Mention>,
    pub badges: Vec<AwardedBadge>,
    /// What moderators and administrators did to their content and their account.
    #[schema(value_type = Vec<OwnLogEntry>)]
    pub moderation: Rows<'r, OwnLogEntry>,
    /// What they reported, and what became of it.
    #[schema(value_type = Vec<MyFlag>)]
    pub flags: Rows<'r, MyFlag>,
    /// Their warnings, silences and suspensions.
    #[schema(value_type = Vec<OwnSanction>)]
    pub sanctions: Rows<'r, OwnSanction>,
    /// What they said against actions of moderators, and what became of it.
    #[schema(value_type = Vec<Appeal>)]
    pub appeals: Rows<'r, Appeal>,
    /// The users whom they have blocked.
    #[serde(rename = "blockedUsers")]
    #[schema(value_type = Vec<String>)]
    pub blocked_users: Rows<'r, String>,
    #[schema(value_type = Vec<MembershipRecord>)]
    pub communities: Rows<'r, MembershipRecord>,
    /// Pending requests to join private communities.
    #[schema(value_type = Vec<JoinRequestRecord>)]
    pub requests: Rows<'r, JoinRequestRecord>,
    #[schema(value_type = Vec<Notification>)]
    pub notifications: Rows<'r, Notification>,
    /// The votes that their posts reached, their accepted answers and the communities that admitted them.
    #[schema(value_type = Vec<OwnEntry>)]
    pub inbox_entries: Rows<'r, OwnEntry>,
    /// Messages in the global chat and in other chats.
    #[schema(value_type = Vec<MessageRecord>)]
    pub messages: Rows<'r, MessageRecord>,
    #[schema(value_type = Vec<ChatRecord>)]
    pub chats: Rows<'r, ChatRecord>,
    /// Current and past games.
    #[schema(value_type = Vec<GameInstance>)]
    pub games: Rows<'r, GameInstance>,
    /// The pictures that they have uploaded. Each is at `/media/` and its id.
    #[schema(value_type = Vec<OwnPicture>)]
    pub pictures: Rows<'r, OwnPicture>,
    pub mail: MailRecord,
    pub sessions: Vec<Session>,
    /// Their logins at OpenID Connect providers.
    pub identities: Vec<LinkedIdentity>,
    /// Their passkeys, without the keys.
    pub passkeys: Vec<Passkey>,
    /// Their API tokens, without the tokens themselves.
    #[serde(rename = "apiTokens")]
    pub api_tokens: Vec<ApiToken>,
    /// Since when a login with their password needs a code. Absent: it needs none.
    #[serde(rename = "secondFactorSince", skip_serializing_if = "Option::is_none")]
    pub second_factor_since: Option<Timestamp>,
    /// The devices that are told of news by push messages.
    #[serde(rename = "pushDevices")]
    pub push_devices: Vec<PushDevice>,
    /// Invitations that they created, and the one that they signed up with.
    pub invitations: Vec<Invitation>,
    /// What others did to their sign-in, newest first.
    #[serde(rename = "securityNotices")]
    pub security_notices: Vec<SecurityNotice>,
}

/// A question, an answer or a comment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostRecord<'r> {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The question of an answer or a comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// The answer that a comment is on, if it is on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aid: Option<Id>,
    /// The community of a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// The title of a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Markdown.
    pub text: String,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// The reason, if an administrator removed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removal_reason: Option<String>,
    /// Earlier texts, newest first; for a question or an answer also the current text.
    #[schema(value_type = Vec<Revision>)]
    pub revisions: Rows<'r, Revision>,
}

/// A vote on a question or an answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteRecord {
    /// The question, or the answer's question.
    pub qid: Id,
    /// The answer, if the vote is on an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aid: Option<Id>,
    /// 1 for an upvote, -1 for a downvote.
    pub value: i8,
    pub voted_at: Timestamp,
}

/// An edit that the owner suggested. Its text is in the history of the post if it was accepted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedEditRecord {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The question or the answer.
    pub post: Id,
    pub reason: String,
    /// Only for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Only for questions, separated by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<String>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_accepted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A starred question.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StarRecord {
    pub qid: Id,
    pub starred_at: Timestamp,
}

/// What the user has seen of a question.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitRecord {
    pub qid: Id,
    /// The newest answer that was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<Id>,
    pub renewed_at: Timestamp,
}

/// A version of the description of a tag that the user wrote.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagDescriptionRecord {
    /// The name of the tag, in lower case.
    pub tag: String,
    /// Markdown.
    pub text: String,
    pub edit_date_time: Timestamp,
    /// Whether the text was purged.
    pub purged: bool,
}

/// A question, a tag or a community that the user watches or has muted.
#[derive(Serialize, ToSchema)]
pub struct FollowRecord {
    /// question, tag or community.
    pub kind: String,
    /// The id of the question or the community, or the name of the tag.
    pub object: String,
    /// watching or muted.
    pub state: String,
    pub since: Timestamp,
}

/// A search that the user has saved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearchRecord {
    pub text: String,
    /// The community that is searched. Without it, everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// Since when the user watches the search, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watched_since: Option<Timestamp>,
}

/// A community that the user belongs to.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipRecord {
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
pub struct JoinRequestRecord {
    pub community_id: Id,
    /// The name of the community.
    pub name: String,
    pub requested_at: Timestamp,
}

/// The user's e-mail address, and what they want to be told outside of the site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified_at: Option<Timestamp>,
    /// An address whose link has not been used yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<String>,
    pub choices: Vec<DeliveryChoice>,
    pub time_zone: String,
    /// The quiet hours, in minutes after midnight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_from: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_to: Option<i64>,
}

/// A message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageRecord {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The chat; absent for the global chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Id>,
    pub msg: String,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// The message that it replies to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<Id>,
}

/// A chat of the user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatRecord {
    #[serde(rename = "_id")]
    pub id: Id,
    pub participants: Vec<String>,
    pub created_at: Timestamp,
}

/// The amount of a user's content. Deleted content does not count.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    pub questions: u32,
    pub answers: u32,
    pub comments: u32,
    pub votes: u32,
    /// Messages in the global chat and in other chats.
    pub messages: u32,
    pub owned_communities: u32,
}
