//! The routes with which members report.

use serde::Deserialize;
use utoipa::ToSchema;

use super::access::FlaggableObject;
use super::model::{FlagReason, MyFlag};
use super::store;
use crate::cases::CaseKind;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::text;
use crate::users::Me;
use crate::web::{Body, Json, Limit, Routes, Silenced, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    super::queue_routes::routes(routes);
    routes
        .signed_in()
        .get(
            "/flag/getMyFlags",
            "List the reports of the caller with what became of them, newest first",
            list,
        )
        .limit(Limit::Flag)
        .silenced(Silenced::May)
        .post(
            "/flag/withdrawFlag",
            "Withdraw a report of the caller that is not decided",
            withdraw,
        )
        .critical()
        .silenced(Silenced::MayNot)
        .post(
            "/flag/addFlag",
            "Report a post, a comment, a message, a profile or a community to the moderators. Its author does not learn it",
            add,
        );
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

fn add(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddFlag>) -> Result<Json<MyFlag>> {
    let needs_text = matches!(body.reason, FlagReason::Attention | FlagReason::Illegal);
    let text = text::flag_text(&body.text, needs_text)?;
    let object = FlaggableObject::find(tx, me, body.kind, body.id)?;
    super::add(tx, me, &object, body.reason, &text).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct WithdrawFlag {
    /// The id of the report, or of its object.
    id: Id,
}

fn withdraw(tx: &mut Write<'_>, me: &Me, Body(body): Body<WithdrawFlag>) -> Result<Json<Id>> {
    super::withdraw(tx, me, body.id)?;
    Ok(Json(body.id))
}
