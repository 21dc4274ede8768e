//! Routes with which moderators of the site and of communities act on posts.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::places::{CanMove, CanPin, CanUndoMove, PinPlace};
use super::{closing, locking, moving};
use super::{editing, pinning};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::core::text;
use crate::features::communities;
use crate::features::questions::access::ModeratedPost;
use crate::features::questions::model::{
    EditedPost, NewContent, PinKind, PostKind, Question, QuestionCard,
};
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::features::questions::routes::new_question::{TagName, new_question};
use crate::features::questions::store::content;
use crate::features::questions::store::moderation::lookup;
use crate::features::users::{Me, PublicReader, Recorded};
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Query, RequestContext, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return up to 3 questions that are pinned above a list, the latest pin first
        get("/question/getPinned", pinned);
    }
    register! { routes.signed_in().for_moderation();
        /// Close a question to new answers, with a reason and what to do next (moderators only)
        call(Method::POST, "/moderation/closeQuestion", Limit::Edit.refuses_silenced(), close);
        /// Reopen a question that a moderator has closed (moderators only)
        call(Method::POST, "/moderation/reopenQuestion", Limit::Edit.refuses_silenced(), reopen);
        /// Lock or unlock a question: while it is locked, only moderators answer, comment, vote and edit (moderators
        /// only)
        call(Method::PATCH, "/moderation/setLock", Limit::Edit.refuses_silenced(), set_lock);
        /// Edit a question, an answer or a comment of any author (moderators only)
        call(Method::PATCH, "/moderation/editPost", Limit::Edit.refuses_silenced().adds_text(), edit);
        /// Pin or unpin a question above a list (moderators only)
        call(Method::PATCH, "/moderation/setPin", Limit::Edit.refuses_silenced(), set_pin);
        /// Move a question to another community, or out of its community (moderators of both places only)
        call(Method::POST, "/moderation/moveQuestion", Limit::Edit.refuses_silenced(), move_question);
        /// Undo the latest move of a question within 30 days (moderators of both places only)
        call(Method::POST, "/moderation/undoMove", Limit::Edit.refuses_silenced(), undo_move);
    }
}

#[derive(Deserialize, IntoParams)]
struct PinnedQuery {
    /// The questions of a tag.
    #[serde(default)]
    tag: String,
    /// The questions of a community. Without it and a tag, all questions.
    community: Option<Id>,
}

type Cards = Json<JsonText<Vec<QuestionCard>>>;

fn pinned(
    read: &Read<'_>,
    viewer: &PublicReader,
    Query(query): Query<PinnedQuery>,
) -> Result<Cards> {
    let place = match query.community {
        Some(community) if communities::store::exists(read, community)? => {
            PinPlace::Community(community)
        }
        Some(_) => return Err(Sentence::CommunityNotFound.into()),
        None if query.tag.is_empty() => PinPlace::Site,
        None => match lookup::main_tag(read, &query.tag)? {
            Some(tag) => PinPlace::Tag(tag),
            None => return Ok(Json(JsonText::of(Vec::<QuestionCard>::new())?.into())),
        },
    };
    pinning::list(read, viewer, place).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct CloseQuestion {
    id: Id,
    reason: CloseReason,
    /// What to do next. Readers of the question see it.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    note: String,
}

async fn close(
    call: RequestContext<Me>,
    Body(body): Body<CloseQuestion>,
) -> Result<Json<Question>> {
    moderate(
        call,
        "POST /moderation/closeQuestion",
        body.id,
        move |tx, me| {
            let note = text::reason(&body.note)?;
            let question = ModeratedPost::find_question(tx, me, body.id)?;
            closing::close(tx, me, &question, body.reason, &note)
        },
    )
    .await
}

#[derive(Deserialize, ToSchema)]
pub(super) struct QuestionAndReason {
    /// The id of the question.
    pub id: Id,
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    pub reason: String,
}

async fn reopen(
    call: RequestContext<Me>,
    Body(body): Body<QuestionAndReason>,
) -> Result<Json<Question>> {
    moderate(
        call,
        "POST /moderation/reopenQuestion",
        body.id,
        move |tx, me| {
            let reason = text::reason(&body.reason)?;
            let question = ModeratedPost::find_question(tx, me, body.id)?;
            closing::reopen(tx, me, &question, &reason)
        },
    )
    .await
}

#[derive(Deserialize, ToSchema)]
struct SetLock {
    /// The id of the question.
    id: Id,
    locked: bool,
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn set_lock(call: RequestContext<Me>, Body(body): Body<SetLock>) -> Result<Json<Question>> {
    moderate(call, "PATCH /moderation/setLock", body.id, move |tx, me| {
        let reason = text::reason(&body.reason)?;
        let question = ModeratedPost::find_question(tx, me, body.id)?;
        locking::set_locked(tx, me, &question, body.locked, &reason)
    })
    .await
}

#[derive(Deserialize, ToSchema)]
struct EditPost {
    /// The id of the question, answer or comment.
    id: Id,
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
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn edit(call: RequestContext<Me>, Body(body): Body<EditPost>) -> Result<Json<EditedPost>> {
    let change = move |tx: &mut Write<'_>, me: &Me| {
        let reason = text::reason(&body.reason)?;
        let post = ModeratedPost::find(tx, me, body.id)?;
        let before = content::text(tx, post.kind(), body.id)?;
        let new = match post.kind() {
            PostKind::Question => {
                let (title, text) = (&body.title, &body.text);
                NewContent::Question(new_question(tx, title, text, &before, &body.tags)?)
            }
            PostKind::Answer => NewContent::Answer(text::edited_answer_text(&body.text, &before)?),
            PostKind::Comment => NewContent::Comment(text::comment_text(&body.text)?),
        };
        editing::edit(tx, me, &post, &new, &reason)
    };
    let name = "PATCH /moderation/editPost";
    let edited = call
        .moderate_unrecorded(name, |edited| edited.id, change)
        .await?;
    Ok(Json(edited))
}

#[derive(Deserialize, ToSchema)]
struct SetPin {
    /// The id of the question.
    id: Id,
    /// site: all questions; tag: those with the tag; community: those of the question's community.
    place: PinKind,
    /// The name of the tag, with the place `tag`.
    #[serde(default)]
    tag: String,
    pinned: bool,
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn set_pin(call: RequestContext<Me>, Body(body): Body<SetPin>) -> Result<Cards> {
    moderate(call, "PATCH /moderation/setPin", body.id, move |tx, me| {
        let reason = text::reason(&body.reason)?;
        let pin = match body.place {
            PinKind::Site => CanPin::for_site(tx, me, body.id)?,
            PinKind::Tag => CanPin::for_tag(tx, me, body.id, &body.tag)?,
            PinKind::Community => CanPin::for_community(tx, me, body.id)?,
        };
        pinning::set_pinned(tx, me, &pin, body.pinned, &reason)
    })
    .await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MoveQuestion {
    /// The id of the question.
    id: Id,
    /// The community to which it goes. An empty text means none.
    #[serde(default, deserialize_with = "Id::deserialize_or_none")]
    community_id: Option<Id>,
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn move_question(
    call: RequestContext<Me>,
    Body(body): Body<MoveQuestion>,
) -> Result<Json<Question>> {
    moderate(
        call,
        "POST /moderation/moveQuestion",
        body.id,
        move |tx, me| {
            let reason = text::reason(&body.reason)?;
            let movement = CanMove::find(tx, me, body.id, body.community_id)?;
            moving::apply(tx, me, &movement, &reason)
        },
    )
    .await
}

async fn undo_move(
    call: RequestContext<Me>,
    Body(body): Body<QuestionAndReason>,
) -> Result<Json<Question>> {
    moderate(call, "POST /moderation/undoMove", body.id, move |tx, me| {
        let reason = text::reason(&body.reason)?;
        let undo = CanUndoMove::find(tx, me, body.id)?;
        moving::undo(tx, me, &undo, &reason)
    })
    .await
}

/// Runs a change about a question.
pub(super) async fn moderate<T: Send + 'static>(
    call: RequestContext<Me>,
    name: &str,
    target: Id,
    change: impl FnOnce(&mut Write<'_>, &Me) -> Result<Recorded<T>> + Send + 'static,
) -> Result<Json<T>> {
    let changed = call.moderate(name, |_| target, change).await?;
    Ok(Json(changed))
}
