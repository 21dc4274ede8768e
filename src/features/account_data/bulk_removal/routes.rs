//! The calls of administrators that remove new accounts.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::auth::password::Passwords;
use crate::features::users::store::bulk_removals::{self as store, SignupSpan};
use crate::features::users::{Administrator, BulkRemoval, Confirmed, NewAccounts};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, Json, Limit, Pace, Query, RequestContext, Routes, register, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.administrator();
        /// Count the accounts that signed up in a time span, without staff
        get_paced("/administration/countNewUsers", |_| Pace::Slow, count);
        /// List the removals of new accounts of the last 30 days, newest first
        get("/administration/getBulkRemovals", list);
        /// Undo a removal of new accounts of the last 30 days
        call(Method::POST, "/administration/undoBulkRemoval", Limit::Administration, undo);
    }
    register! { routes.with_password(passwords);
        /// Remove all accounts that signed up in a time span, with their posts, except staff
        call(Method::POST, "/administration/removeNewUsers", Limit::Administration.critical(), remove);
    }
}

#[derive(Deserialize, IntoParams)]
struct SpanQuery {
    /// The first moment, at most 30 days ago.
    since: Timestamp,
    /// The last moment. Without it, now.
    until: Option<Timestamp>,
}

fn count(
    read: &Read<'_>,
    _: &Administrator,
    Query(query): Query<SpanQuery>,
) -> Result<Json<NewAccounts>> {
    let span = SignupSpan {
        since: query.since,
        until: query.until.unwrap_or(read.now),
    };
    store::count(read, span.checked(read.now)?).map(Json)
}

fn list(read: &Read<'_>, _: &Administrator, (): ()) -> Result<Json<Vec<BulkRemoval>>> {
    store::list(read, read.now.minus(super::LIFETIME)).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct NewUsersRemoval {
    /// The first moment of the sign-ups, at most 30 days ago.
    since: Timestamp,
    /// The last moment of the sign-ups.
    until: Timestamp,
    /// The reason, which the log of administration keeps.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn remove(
    call: RequestContext<Confirmed<Administrator>>,
    Body(body): Body<NewUsersRemoval>,
) -> Result<Json<BulkRemoval>> {
    let remove = move |tx: &mut Write<'_>, by: &Confirmed<Administrator>| {
        let NewUsersRemoval { since, until, .. } = body;
        let span = SignupSpan { since, until }.checked(tx.now)?;
        super::remove(tx, by, span, &text::reason(&body.reason)?)
    };
    let removed = call.write(remove).await?;
    Ok(Json(removed))
}

#[derive(Deserialize, ToSchema)]
struct UndoneRemoval {
    /// The id of the removal.
    id: Id,
}

async fn undo(
    call: RequestContext<Administrator>,
    Body(body): Body<UndoneRemoval>,
) -> Result<Json<BulkRemoval>> {
    let undo = move |tx: &mut Write<'_>, by: &Administrator| super::undo(tx, by, body.id);
    let undone = call.write(undo).await?;
    Ok(Json(undone))
}
