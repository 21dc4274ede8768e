//! Routes with which members suggest edits, and authors and moderators decide about them.

use serde::Deserialize;
use utoipa::ToSchema;

use super::new_question::{TagName, new_question};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::questions::access::CanSuggestEdit;
use crate::features::questions::model::{NewContent, PostKind, SuggestedEdits};
use crate::features::questions::store::content;
use crate::features::questions::suggested_edits::{self, Decision};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Pace, Path, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the current version of a question or an answer, and its open suggested edits: all to its author and
        /// moderators, to others their own
        get_paced("/post/getSuggestedEdits/{id}", |_| Pace::Slow, list);
        /// Suggest an edit of a question or an answer that the caller may not edit. It replaces their earlier one of the post
        post("/post/suggestEdit", Limit::Edit.refuses_silenced().adds_text(), suggest);
        /// Accept or decline a suggested edit (the author of the post and moderators only)
        post("/post/decideSuggestedEdit", Limit::Edit.refuses_silenced().adds_text(), decide);
        /// Withdraw an open suggested edit of the caller
        delete("/post/withdrawSuggestedEdit", Limit::Edit.allows_silenced(), withdraw);
    }
}

fn list(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<SuggestedEdits>> {
    suggested_edits::list(read, me, id).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SuggestEdit {
    /// The id of the question or the answer.
    id: Id,
    /// The version that was edited. It must be the current one.
    revision_id: Id,
    /// Of a question.
    #[serde(default)]
    #[schema(schema_with = schemas::title)]
    title: String,
    #[serde(default)]
    #[schema(schema_with = schemas::question_text, required = true)]
    text: String,
    /// Of a question.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 5)]
    tags: Vec<TagName>,
    /// Why, for those who decide.
    #[serde(default)]
    #[schema(schema_with = schemas::optional_reason)]
    reason: String,
}

fn suggest(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<SuggestEdit>,
) -> Result<Json<SuggestedEdits>> {
    let post = CanSuggestEdit::find(tx, me, body.id)?;
    let reason = text::optional_reason(&body.reason)?;
    let before = content::text(tx, post.kind(), body.id)?;
    let new = match post.kind() {
        PostKind::Question => {
            let (title, text) = (&body.title, &body.text);
            NewContent::Question(new_question(tx, title, text, &before, &body.tags)?)
        }
        PostKind::Answer | PostKind::Comment => {
            NewContent::Answer(text::edited_answer_text(&body.text, &before)?)
        }
    };
    suggested_edits::suggest(tx, me, &post, &new, body.revision_id, &reason)?;
    suggested_edits::list(tx, me, body.id).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DecideSuggestedEdit {
    /// The id of the suggested edit.
    id: Id,
    /// Whether it becomes the current version.
    accepted: bool,
    /// The version with which it was compared, which must be the current one. An acceptance needs it.
    revision_id: Option<Id>,
    /// A sentence for the member.
    #[serde(default)]
    #[schema(schema_with = schemas::optional_reason)]
    note: String,
}

fn decide(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<DecideSuggestedEdit>,
) -> Result<Json<SuggestedEdits>> {
    let note = text::optional_reason(&body.note)?;
    let decision = Decision {
        is_accepted: body.accepted,
        revision: body.revision_id,
    };
    let post = suggested_edits::decide(tx, me, body.id, &decision, &note)?;
    suggested_edits::list(tx, me, post).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct SuggestedEditRef {
    /// The id of the suggested edit.
    id: Id,
}

fn withdraw(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<SuggestedEditRef>,
) -> Result<Json<SuggestedEdits>> {
    let post = suggested_edits::withdraw(tx, me, body.id)?;
    suggested_edits::list(tx, me, post).map(Json)
}
