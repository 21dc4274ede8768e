//! The calls of administrators about invitations.

use std::time::Duration;

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::auth::password::Passwords;
use crate::features::users::invitations;
use crate::features::users::{
    self, Administrator, Confirmed, Invitation, MailedInvitation, NewInvitation, Recorded,
};
use crate::platform::db::{Read, Write};
use crate::platform::settings::SettingKey;
use crate::platform::web::{Body, Json, Limit, Path, Query, Routes, register, schemas};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.administrator();
        /// List the open invitations, newest first
        get("/administration/getInvitations", invitations);
        /// Revoke an unused invitation
        delete("/administration/revokeInvitation/{id}", Limit::Administration, revoke_invitation);
    }
    register! { routes.with_password(passwords);
        /// Create an invitation link, with which one person can sign up
        post("/administration/createInvitation", Limit::Administration, invite);
        /// Create up to 100 invitation links, each for one person
        post("/administration/createInvitations", Limit::Administration, invite_many);
    }
    routes.of_feature(SettingKey::Mail, |routes| {
        register! { routes.with_password(passwords);
            /// Mail an invitation to each of up to 30 addresses
            post("/administration/mailInvitations", Limit::Administration, mail);
        }
    });
}

#[derive(Deserialize, IntoParams)]
struct InvitationsQuery {
    /// `true`: also the invitations used or expired within the last 30 days.
    #[serde(default)]
    all: bool,
}

fn invitations(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<InvitationsQuery>, Paging),
) -> Result<Page<Invitation>> {
    users::store::invitations::list(read, by.authority(), query.all, &paging)
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct InvitationOptions {
    /// A note, such as the recipient. Administrators and the new user can read it.
    #[schema(schema_with = schemas::invitation_note)]
    note: String,
    /// The validity in days, 1 to 365 (default 7).
    days: Option<u32>,
}

fn invite(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<InvitationOptions>,
) -> Result<Recorded<Json<NewInvitation>>> {
    let created = invitations::create(tx, by.authority(), &body.note, validity(body.days))?;
    Ok(created.map(Json))
}

#[derive(Deserialize, ToSchema)]
struct Invitations {
    /// A note for each invitation, which may be empty.
    #[schema(schema_with = schemas::invitation_notes)]
    notes: Vec<String>,
    /// The validity in days, 1 to 365 (default 7).
    days: Option<u32>,
}

fn invite_many(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<Invitations>,
) -> Result<Recorded<Json<Vec<NewInvitation>>>> {
    let created = invitations::create_many(tx, by.authority(), &body.notes, validity(body.days))?;
    Ok(created.map(Json))
}

#[derive(Deserialize, ToSchema)]
struct MailedInvitations {
    #[schema(schema_with = schemas::invited_addresses)]
    addresses: Vec<String>,
    /// The validity in days, 1 to 365 (default 7).
    days: Option<u32>,
}

fn mail(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<MailedInvitations>,
) -> Result<Recorded<Json<Vec<MailedInvitation>>>> {
    let mailed = invitations::mail(tx, by.authority(), &body.addresses, validity(body.days))?;
    Ok(mailed.map(Json))
}

/// Returns the validity of an invitation.
fn validity(days: Option<u32>) -> Duration {
    days.map_or(invitations::DEFAULT_VALIDITY, |days| {
        invitations::DAY.saturating_mul(days)
    })
}

fn revoke_invitation(
    tx: &mut Write<'_>,
    by: &Administrator,
    Path(id): Path<Id>,
) -> Result<Recorded<Json<Id>>> {
    let recorded = invitations::revoke(tx, by.authority(), id)?;
    Ok(recorded.with(Json(id)))
}
