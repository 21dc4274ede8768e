//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::features::users::store::api_tokens::ApiToken;

/// What the path of each incoming hook begins with.
pub const HOOK_PATH: &str = "/hook/";

/// A bot as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotView {
    #[serde(rename = "_id")]
    pub id: Id,
    pub username: String,
    pub created_at: Timestamp,
    /// The administrator who owns it.
    pub owner: String,
    /// Whether it may act: it is not disabled or suspended, and its owner is an administrator who may log in.
    pub is_active: bool,
    /// The only community in which it posts. Absent: it posts on the whole site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_name: Option<String>,
    /// Whether it is a member of that community: only then it posts there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_member: bool,
    /// Whether it waits for the moderators of that community to let it in.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_requested: bool,
    /// Newest first.
    pub api_tokens: Vec<ApiToken>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incoming_hook: Option<IncomingHook>,
}

/// The incoming hook of a bot. Its address is shown when it is made, and never again.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomingHook {
    pub created_at: Timestamp,
    /// When a question last came in. Absent: none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// The tags of questions that come in without any.
    pub tags: Vec<String>,
}
