//! Routes of addresses.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::mail_addresses as store;
use super::{Confirmed, Me, mail_addresses, session};
use crate::core::error::Result;
use crate::core::text;
use crate::features::auth::password::Passwords;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::store::MAX_REFUSALS;
use crate::platform::web::{
    Anyone, Body, ClaimedIdentity, Json, Limit, RequestContext, Routes, register, schemas,
};

/// Adds the routes, for a site that sends mail.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.anyone();
        /// Send a link to choose another password to an address, if an account has it; the reply does not tell
        call(Method::POST, "/user/forgotPassword", Limit::Mail, forgot_password);
        /// Confirm an address with the link that was sent to it
        post("/user/verifyMailAddress", Limit::LogIn, verify);
    }
    register! { routes.signed_in().sessions_only();
        /// Return the caller's address
        get("/user/getMailSettings", settings);
    }
    register! { routes.with_password(passwords);
        /// Send a link to another address of the caller; the present one stays until the link is used
        call(Method::PATCH, "/user/setMailAddress", Limit::Mail.allows_silenced(), set_address);
        /// Remove the caller's address
        delete("/user/removeMailAddress", Limit::Account.allows_silenced(), remove_address);
    }
}

/// A user's address.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailSettings {
    /// The address that mails go to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// An address whose link has not been used yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<String>,
    /// Whether the mail server has refused the address so often that only mails about the account go to it.
    pub is_refused: bool,
}

fn settings_of(read: &Read<'_>, me: &Me) -> Result<Json<MailSettings>> {
    let addresses = store::of(read, me.id())?;
    Ok(Json(MailSettings {
        address: addresses.address,
        pending: addresses.pending,
        is_refused: addresses.refusals >= MAX_REFUSALS,
    }))
}

fn settings(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<MailSettings>> {
    settings_of(read, me)
}

#[derive(Deserialize, ToSchema)]
struct NewAddress {
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
    #[serde(default)]
    #[schema(schema_with = schemas::mail_address, required = true)]
    address: String,
}

async fn set_address(
    call: RequestContext<Confirmed<Me>>,
    Body(new): Body<NewAddress>,
) -> Result<Json<MailSettings>> {
    call.read(|_, _| Ok(())).await?;
    let address = text::mail_address(&new.address)?;
    mail_addresses::charge(&call.app.limiter, &address)?;
    call.write(move |tx, me| {
        mail_addresses::request(tx, me, &address)?;
        settings_of(tx, me)
    })
    .await
}

fn remove_address(tx: &mut Write<'_>, me: &Confirmed<Me>, (): ()) -> Result<Json<MailSettings>> {
    mail_addresses::remove(tx, me)?;
    settings_of(tx, me)
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct Verification {
    /// The token of the link.
    token: String,
    /// Whether the owner wants mails about answers to their questions, as if they had chosen it in their settings.
    answers: bool,
}

/// The address that a link has confirmed.
#[derive(Serialize, ToSchema)]
pub struct VerifiedAddress {
    pub address: String,
}

fn verify(
    tx: &mut Write<'_>,
    _: &Anyone,
    Body(link): Body<Verification>,
) -> Result<Json<VerifiedAddress>> {
    let address = mail_addresses::verify(tx, &session::hash(link.token.trim()), link.answers)?;
    Ok(Json(VerifiedAddress { address }))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct Forgotten {
    #[schema(schema_with = schemas::mail_address, required = true)]
    address: String,
}

/// The reply to a forgotten password, whether or not there is such an account.
#[derive(Serialize, ToSchema)]
struct Asked {}

async fn forgot_password(
    call: RequestContext<Anyone>,
    Body(forgotten): Body<Forgotten>,
) -> Result<Json<Asked>> {
    call.read(|_, _| Ok(())).await?;
    let address = text::mail_address(&forgotten.address)?;
    mail_addresses::charge_address(&call.app.limiter, &address)?;
    // The reply does not wait for it: its time would tell whether there was something to write.
    let app = call.app.clone();
    call.app
        .db
        .write_later(move |tx| mail_addresses::request_reset(tx, &app.limiter, &address));
    Ok(Json(Asked {}))
}
