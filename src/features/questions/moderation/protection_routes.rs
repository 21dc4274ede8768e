//! Routes with which moderators protect questions from the answers of new members.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::protection;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::questions::access::ModeratedPost;
use crate::features::questions::model::Question;
use crate::features::users::Me;
use crate::platform::db::Write;
use crate::platform::web::{Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in().for_moderation();
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
    let name = if is_protected { "protect" } else { "unprotect" };
    let change = move |tx: &mut Write<'_>, me: &Me| {
        let reason = text::reason(&body.reason)?;
        let question = ModeratedPost::find_question(tx, me, body.qid)?;
        protection::set(tx, me, &question, is_protected, &reason)
    };
    let call_name = format!("POST /moderation/{name}Question");
    let question = call.moderate(&call_name, |_| body.qid, change).await?;
    Ok(Json(question))
}
