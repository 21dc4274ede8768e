//! The routes with which members appeal.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::appeals::{self, AppealableEntry};
use super::model::{Appeal, OwnSanction, SuspensionAppealState};
use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::auth::password::Passwords;
use crate::features::users::{Account, GivenCredentials, GivenPassword, Me, appeal_proof};
use crate::platform::db::{Read, Write};
use crate::platform::web::{Anyone, Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Registers the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    let (appealing, asking) = (passwords.clone(), passwords.clone());
    register! { routes.anyone();
        /// Appeal a suspension once, for the account of a refused login
        call(
            Method::POST,
            "/moderation/appealSuspension",
            Limit::Request,
            move |call, body| appeal_suspension(call, body, appealing.clone()),
        );
        /// Return the state of the appeal of a suspension, for the account of a refused login
        call(
            Method::POST,
            "/moderation/getSuspensionAppeal",
            Limit::Request,
            move |call, body| suspension_appeal(call, body, asking.clone()),
        );
    }
    register! { routes.signed_in();
        /// List the newest warnings, silences and suspensions of the caller, without names
        get(
            "/moderation/getMySanctions",
            |read: &Read<'_>, me: &Me, ()| store::own(read, me).map(Json::<Vec<OwnSanction>>),
        );
        /// List the appeals of the caller with what became of them
        get("/moderation/getMyAppeals", list);
        /// Appeal an action that concerns the caller, once, within 30 days
        post("/moderation/appeal", Limit::Flag.allows_silenced(), appeal);
    }
}

fn list(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<Appeal>> {
    store::appeals::list(read, me, &paging)
}

#[derive(Deserialize, ToSchema)]
struct NewAppeal {
    /// The entry of the log that concerns the caller.
    id: Id,
    /// Why the caller disagrees.
    #[serde(default)]
    #[schema(schema_with = schemas::appeal, required = true)]
    text: String,
}

fn appeal(tx: &mut Write<'_>, me: &Me, Body(body): Body<NewAppeal>) -> Result<Json<Appeal>> {
    let text = text::appeal(&body.text)?;
    let entry = AppealableEntry::find(tx, me, body.id)?;
    appeals::add(tx, me, &entry, &text).map(Json)
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct SuspensionAppeal {
    /// The `x-appeal-proof` of a refused login, valid for an hour; the name and the password of the account can take its
    /// place.
    proof: String,
    username: String,
    password: String,
    /// Of the authenticator app, or a recovery code, if the account needs one.
    #[schema(schema_with = schemas::code)]
    code: String,
    /// Why the caller disagrees.
    #[schema(schema_with = schemas::appeal, required = true)]
    text: String,
}

async fn appeal_suspension(
    call: RequestContext<Anyone>,
    Body(body): Body<SuspensionAppeal>,
    passwords: Passwords,
) -> Result<Json<Appeal>> {
    // After the password, whose check costs the same for every text.
    let text = text::appeal(&body.text);
    let credentials = GivenCredentials {
        username: body.username,
        password: body.password,
        code: body.code,
    };
    let member = SuspendedMember::check(&call, body.proof, credentials, &passwords).await?;
    let appealed = call.write(move |tx, _| {
        let account = member.account(tx)?;
        let entry = AppealableEntry::of_suspension(tx, &account)?;
        appeals::add(tx, &account, &entry, &text?)
    });
    appealed.await.map(Json)
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct SuspendedAccount {
    /// The `x-appeal-proof` of a refused login, valid for an hour; the name and the password of the account can take its
    /// place.
    proof: String,
    username: String,
    password: String,
    /// Of the authenticator app, or a recovery code, if the account needs one.
    #[schema(schema_with = schemas::code)]
    code: String,
}

async fn suspension_appeal(
    call: RequestContext<Anyone>,
    Body(body): Body<SuspendedAccount>,
    passwords: Passwords,
) -> Result<Json<SuspensionAppealState>> {
    let credentials = GivenCredentials {
        username: body.username,
        password: body.password,
        code: body.code,
    };
    let member = SuspendedMember::check(&call, body.proof, credentials, &passwords).await?;
    let found = call.write(move |tx, _| {
        tx.without_event("no browser shows logins");
        let account = member.account(tx)?;
        appeals::of_suspension(tx, &account)
    });
    found.await.map(Json)
}

/// What a suspended member gives, who has no session and gets none.
enum SuspendedMember {
    Proof(String),
    Password(GivenPassword),
}

impl SuspendedMember {
    /// Checks the proof, or without one the password as in a login. Rejects a proof that has expired or is none with 403, and
    /// that of a disabled account too.
    async fn check(
        call: &RequestContext<Anyone>,
        proof: String,
        credentials: GivenCredentials,
        passwords: &Passwords,
    ) -> Result<Self> {
        if proof.is_empty() {
            let given = GivenPassword::check(call, credentials, passwords).await?;
            Ok(Self::Password(given))
        } else {
            // A wrong one does not reach the writer.
            let given = proof.clone();
            call.read(move |read, _| appeal_proof::account(read, &given).map(drop))
                .await?;
            Ok(Self::Proof(proof))
        }
    }

    /// Returns the account, if it still has this right.
    fn account(&self, tx: &mut Write<'_>) -> Result<Account> {
        match self {
            Self::Proof(proof) => appeal_proof::account(tx, proof),
            Self::Password(given) => given.account(tx),
        }
    }
}
