//! Routes with which moderators merge questions.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::super::routes::{QuestionAndReason, moderate};
use super::access::{CanMerge, CanUndoMerge};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::questions::model::Question;
use crate::features::users::Me;
use crate::platform::web::{Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in().for_moderation();
        /// Move the answers of a question to another one in the same place, and close it as its duplicate (moderators
        /// only)
        call(Method::POST, "/moderation/mergeQuestions", Limit::Edit.refuses_silenced(), merge);
        /// Undo the merge of a question within 30 days (moderators only)
        call(Method::POST, "/moderation/undoMerge", Limit::Edit.refuses_silenced(), undo);
    }
}

#[derive(Deserialize, ToSchema)]
struct MergeQuestions {
    /// The id of the question whose answers move.
    id: Id,
    /// The id of the question that gets them.
    into: Id,
    /// The reason. Readers of the question see it.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn merge(
    call: RequestContext<Me>,
    Body(body): Body<MergeQuestions>,
) -> Result<Json<Question>> {
    moderate(
        call,
        "POST /moderation/mergeQuestions",
        body.id,
        move |tx, me| {
            let reason = text::reason(&body.reason)?;
            let merge = CanMerge::find(tx, me, body.id, body.into)?;
            super::apply(tx, me, &merge, &reason)
        },
    )
    .await
}

async fn undo(
    call: RequestContext<Me>,
    Body(body): Body<QuestionAndReason>,
) -> Result<Json<Question>> {
    moderate(
        call,
        "POST /moderation/undoMerge",
        body.id,
        move |tx, me| {
            let reason = text::reason(&body.reason)?;
            let undo = CanUndoMerge::find(tx, me, body.id)?;
            super::undo(tx, me, &undo, &reason)
        },
    )
    .await
}
