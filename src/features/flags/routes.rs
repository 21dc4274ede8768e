//! The routes with which members report.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::FlaggableObject;
use super::model::{FlagReason, MyFlag};
use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::cases::CaseKind;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    super::queue_routes::routes(routes);
    super::visitor_routes::routes(routes);
    register! { routes.signed_in();
        /// List the reports of the caller with what became of them, newest first
        get("/flag/getMyFlags", list);
        /// Withdraw a report of the caller that is not decided
        call(Method::POST, "/flag/withdrawFlag", Limit::Flag.allows_silenced(), withdraw);
        /// Report a post, a comment, a message, a profile or a community to the moderators. Its author does not learn
        /// it
        call(Method::POST, "/flag/addFlag", Limit::Flag.refuses_silenced().critical(), add);
    }
}

fn list(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<MyFlag>> {
    store::flags::list(read, me, &paging)
}

#[derive(Deserialize, ToSchema)]
struct AddFlag {
    kind: CaseKind,
    /// The id of the object.
    id: Id,
    reason: FlagReason,
    /// What is wrong. `attention` and `illegal` need it.
    #[serde(default)]
    #[schema(schema_with = schemas::flag_text)]
    text: String,
}

async fn add(call: RequestContext<Me>, Body(body): Body<AddFlag>) -> Result<Json<MyFlag>> {
    let change = move |tx: &mut Write<'_>, me: &Me| {
        let needs_text = matches!(body.reason, FlagReason::Attention | FlagReason::Illegal);
        let text = text::flag_text(&body.text, needs_text)?;
        let object = FlaggableObject::find(tx, me, body.kind, body.id)?;
        super::add(tx, me, &object, body.reason, &text)
    };
    let flag = call.write(change).await?;
    Ok(Json(flag))
}

#[derive(Deserialize, ToSchema)]
struct WithdrawFlag {
    /// The id of the report, or of its object.
    id: Id,
}

async fn withdraw(call: RequestContext<Me>, Body(body): Body<WithdrawFlag>) -> Result<Json<Id>> {
    let change = move |tx: &mut Write<'_>, me: &Me| super::withdraw(tx, me, body.id);
    call.write(change).await?;
    Ok(Json(body.id))
}
