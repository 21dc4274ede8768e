//! Suggestions for the search field, while the user types.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::SuggestedQuestion;
use super::store;
use super::store::lists::About;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::core::text::fold;
use crate::features::communities;
use crate::features::communities::store::private_scopes;
use crate::features::search::query::Match;
use crate::features::users;
use crate::platform::db::Read;

/// The number of characters of a text that count.
const MAX_CHARS: usize = 200;
/// The largest number of suggestions of each kind.
const MAX_EACH: usize = 5;

/// What a text in the search field can lead to: at most 5 of each kind, best first.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    /// The best results of the text as a search.
    pub questions: Vec<SuggestedQuestion>,
    /// The number of all results.
    pub total: i64,
    /// The corrected search that found them, if similar words helped words that nobody used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched_for: Option<String>,
    /// A search that may have been meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// Tags whose names or synonyms begin with the text, then those whose names or synonyms contain it.
    pub tags: Vec<SuggestedTag>,
    /// Usernames that begin with the text.
    pub users: Vec<String>,
    /// Communities whose names begin with the text.
    pub communities: Vec<SuggestedCommunity>,
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
///
/// Members who are in no private community share them until the next commit.
pub fn suggest(read: &Read<'_>, viewer: Id, text: &str) -> Result<JsonText<Suggestions>> {
    let text: String = text.trim().chars().take(MAX_CHARS).collect();
    let suggested = || JsonText::of(find(read, viewer, &text)?);
    if private_scopes(read, viewer)?.is_empty() {
        let key = text.as_str().into();
        return read
            .cached_for("suggestions", Id::from_i64(0), &key, suggested)
            .map(JsonText::from);
    }
    suggested().map(JsonText::from)
}

fn find(read: &Read<'_>, viewer: Id, text: &str) -> Result<Suggestions> {
    let key = fold(text);
    let tag = key.trim_start_matches('[').trim_end_matches(']');
    let user = key.strip_prefix("user:").unwrap_or(&key);
    let communities = if key.is_empty() {
        Vec::new()
    } else {
        communities::store::lists::with_prefix(read, &key, MAX_EACH)?
    };
    let (questions, found) = store::suggestions::questions(read, viewer, text, MAX_EACH)?;
    let (total, about) = found.map_or((0, None), |found| (found.page.total, Some(found.about)));
    let (searched_for, suggestion) = match about {
        Some(About {
            matched: Match::Similar(search),
            suggestion,
            ..
        }) => (Some(search), suggestion),
        Some(about) => (None, about.suggestion),
        None => (None, None),
    };
    Ok(Suggestions {
        questions,
        total,
        searched_for,
        suggestion,
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
