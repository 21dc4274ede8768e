//! Suggestions for the search field, while the user types.

use serde::Serialize;
use utoipa::ToSchema;

use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::communities;
use crate::features::users;
use crate::platform::db::Read;

/// The number of characters of a text that count.
const MAX_CHARS: usize = 200;
/// The largest number of suggestions of each kind.
const MAX_EACH: usize = 5;

/// What a text in the search field can lead to: at most 5 of each kind, best first.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Suggestions {
    /// The best results of the text as a search.
    pub questions: Vec<SuggestedQuestion>,
    /// Tags whose names or synonyms begin with the text, then those whose names or synonyms contain it.
    pub tags: Vec<SuggestedTag>,
    /// Usernames that begin with the text.
    pub users: Vec<String>,
    /// Communities whose names begin with the text.
    pub communities: Vec<SuggestedCommunity>,
}

/// A question to open.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedQuestion {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
}

/// A tag to open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedTag {
    pub name: String,
    /// The number of questions with it that the caller may read.
    pub question_count: u32,
    /// The synonym that contains the text, unless the name does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synonym: Option<String>,
}

/// A community to open.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestedCommunity {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
}

/// Returns the suggestions for a text, nothing for a blank one. Tags and users also match in the
/// notation of the search: `[tag` and `user:name`.
pub fn suggest(read: &Read<'_>, viewer: Id, text: &str) -> Result<Suggestions> {
    let text: String = text.trim().chars().take(MAX_CHARS).collect();
    let key = fold(&text);
    let tag = key.trim_start_matches('[').trim_end_matches(']');
    let user = key.strip_prefix("user:").unwrap_or(&key);
    let communities = if key.is_empty() {
        Vec::new()
    } else {
        communities::store::lists::with_prefix(read, &key, MAX_EACH)?
    };
    Ok(Suggestions {
        questions: store::suggestions::questions(read, viewer, &text, MAX_EACH)?
            .into_iter()
            .map(|(id, title)| SuggestedQuestion { id, title })
            .collect(),
        tags: if tag.is_empty() {
            Vec::new()
        } else {
            store::suggestions::tags(read, viewer, tag, MAX_EACH)?
                .into_iter()
                .map(|(name, question_count, synonym)| SuggestedTag {
                    name,
                    question_count,
                    synonym,
                })
                .collect()
        },
        users: if user.is_empty() {
            Vec::new()
        } else {
            users::store::with_prefix(read, user, MAX_EACH)?
        },
        communities: communities
            .into_iter()
            .map(|(id, name)| SuggestedCommunity { id, name })
            .collect(),
    })
}
