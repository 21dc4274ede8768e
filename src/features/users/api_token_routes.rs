//! Routes of the caller's API tokens. No API token may call them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::api_tokens::{self, needs_administrator};
use super::model::NewApiToken;
use super::store::api_tokens::ApiToken;
use super::{AdminAuthority, Confirmed, Me, store};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::auth::password::Passwords;
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Path, Routes, Scope, register, schemas};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.signed_in().sessions_only();
        /// List the caller's API tokens, newest first
        get("/user/getApiTokens", |read: &Read<'_>, me: &Me, ()| list(read, me));
        /// Revoke an API token of the caller
        delete(
            "/user/revokeApiToken/{id}",
            Limit::Account.allows_silenced(),
            |tx: &mut Write<'_>, me: &Me, Path(id): Path<Id>| {
                tx.without_event("API tokens are private");
                store::api_tokens::delete(tx, me, id)?;
                list(tx, me)
            },
        );
    }
    register! { routes.with_password(passwords);
        /// Add an API token of the caller; return the token, which is shown only now
        post("/user/addApiToken", Limit::Account.allows_silenced(), add);
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TokenToAdd {
    #[serde(default)]
    #[schema(schema_with = schemas::label, required = true)]
    name: String,
    /// What it may do: at least one. Only administrators may give it `admin`.
    #[serde(default)]
    #[schema(required = true, min_items = 1)]
    scopes: Vec<Scope>,
    /// For how many days it is valid. Absent: it has no end.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 366)]
    days: Option<u16>,
}

/// A new API token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddedToken {
    /// The token itself. No other reply has it.
    token: String,
    /// All API tokens of the caller.
    api_tokens: Vec<ApiToken>,
}

fn list(read: &Read<'_>, me: &Me) -> Result<Json<Vec<ApiToken>>> {
    store::api_tokens::of(read, me).map(Json)
}

fn add(
    tx: &mut Write<'_>,
    me: &Confirmed<Me>,
    Body(wanted): Body<TokenToAdd>,
) -> Result<Json<AddedToken>> {
    tx.without_event("API tokens are private");
    let scopes = wanted.scopes.into_iter().collect();
    let session = Some(me.session());
    let new = NewApiToken::new(&wanted.name, scopes, wanted.days)?;
    let (token, _) = if !needs_administrator(scopes) {
        api_tokens::insert(tx, me, &new, session)?
    } else if me.is_administrator() {
        let by = AdminAuthority::of_administrator(me);
        api_tokens::create(tx, &by, me, &new, session)?.into_value()
    } else {
        return Err(Sentence::AdministratorsOnly.into());
    };
    Ok(Json(AddedToken {
        token,
        api_tokens: store::api_tokens::of(tx, me)?,
    }))
}
