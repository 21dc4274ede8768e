//! Routes with which moderators protect questions from the answers of new members.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::questions::model::Question;
use crate::questions::moderated::ProtectableQuestion;
use crate::questions::protection;
use crate::text;
use crate::users::Me;
use crate::web::{Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Let only members of trust level 1 or higher answer a question (moderators of the site, or of the community)
        call(
            Method::POST,
            "/moderation/protectQuestion",
            Limit::Edit.refuses_silenced(),
            |call, body| set(call, body, true),
        );
        /// Let everybody who may read a protected question answer it (moderators of the site, or of the community)
        call(
            Method::POST,
            "/moderation/unprotectQuestion",
            Limit::Edit.refuses_silenced(),
            |call, body| set(call, body, false),
        );
    }
}

#[derive(Deserialize, ToSchema)]
struct ProtectQuestion {
    qid: Id,
    /// The reason, which the asker sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn set(
    call: RequestContext<Me>,
    Body(body): Body<ProtectQuestion>,
    is_protected: bool,
) -> Result<Json<Question>> {
    let change = move |tx: &mut Write<'_>, me: &Me| {
        let reason = text::reason(&body.reason)?;
        let question = ProtectableQuestion::find(tx, me, body.qid)?;
        let changed = protection::set(tx, me, &question, is_protected, &reason)?;
        Ok((me.username().to_owned(), changed.into_value()))
    };
    let (moderator, question) = call.write(change).await?;
    let (target, address) = (question.id, call.caller.address);
    let name = if is_protected { "protect" } else { "unprotect" };
    tracing::info!(
        "moderation user={moderator:?} call=\"POST /moderation/{name}Question\" target=\"{target}\" client_ip={address}"
    );
    Ok(Json(question))
}
