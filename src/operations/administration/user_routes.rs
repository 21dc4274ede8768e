//! The calls of administrators about accounts and sessions.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::NameQuery;
use super::{SessionInfo, store};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::account_data;
use crate::features::auth::password::Passwords;
use crate::features::trust::spam;
use crate::features::users::account;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::password_links;
use crate::features::users::renaming;
use crate::features::users::second_factor;
use crate::features::users::{
    self, Account, AdminUserView, Administrator, Confirmed, PasswordLink, Recorded, Role, User,
    UserFilter,
};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Outgoing;
use crate::platform::web::{
    Body, Json, Limit, Path, Query, RequestContext, Routes, register, schemas,
};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.administrator();
        /// List accounts by name
        get("/administration/getUsers", users);
        /// List the sessions of all users, newest first
        get("/administration/getSessions", sessions);
        /// Enable a user
        post("/administration/enableUser", Limit::Administration, enable);
        /// End a session of a user
        delete("/administration/endSession/{id}", Limit::Administration, end_session);
    }
    register! { routes.with_password(passwords);
        /// Make a user an administrator
        post("/administration/promoteUser", Limit::Administration, promote);
        /// Remove the administrator role from a user
        post("/administration/demoteUser", Limit::Administration, demote);
        /// Disable a user and end their sessions
        post("/administration/disableUser", Limit::Administration.critical(), disable);
        /// Make a user a moderator of the site
        post(
            "/administration/appointModerator",
            Limit::Administration,
            |tx: &mut Write<'_>, by: &Confirmed<Administrator>, body| set_moderator(tx, by, body, true),
        );
        /// Remove the role of a moderator of the site from a user
        post(
            "/administration/dismissModerator",
            Limit::Administration,
            |tx: &mut Write<'_>, by: &Confirmed<Administrator>, body| set_moderator(tx, by, body, false),
        );
        /// End all sessions of a user, remove their password, passkeys and second factor, and create a link with which they choose another password
        post("/administration/resetSignIn", Limit::Administration, reset_sign_in);
        /// Turn off the second factor of a user who has lost it
        post("/administration/resetSecondFactor", Limit::Administration, reset_second_factor);
        /// Give a user another name; the old one leads to them
        post("/administration/renameUser", Limit::Administration, rename);
        /// Give everything of a user to another one, for good; the name leads to them
        call(Method::POST, "/administration/mergeUser", Limit::Administration, merge_user);
        /// Delete a user; their posts stay, or are deleted too
        call(Method::POST, "/administration/deleteUser", Limit::Administration.critical(), delete_user);
    }
}

#[derive(Deserialize, IntoParams)]
struct UserSearch {
    /// Only names that contain this text.
    #[serde(default)]
    search: String,
    /// Only users with this role: `user`, `moderator` or `administrator`.
    role: Option<Role>,
    /// `true`: only disabled users; `false`: only enabled users.
    disabled: Option<bool>,
    /// Only users who signed up at this time or later.
    since: Option<Timestamp>,
    /// Only users who signed up at this time or earlier.
    until: Option<Timestamp>,
}

fn users(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<UserSearch>, Paging),
) -> Result<Page<AdminUserView>> {
    let filter = UserFilter {
        search: query.search,
        role: query.role,
        disabled: query.disabled,
        since: query.since,
        until: query.until,
    };
    users::store::admin_views(read, by.authority(), &filter, &paging)
}

fn sessions(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<NameQuery>, Paging),
) -> Result<Page<SessionInfo>> {
    store::sessions(read, by, &query.search, &paging)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserTarget {
    /// A username or an id.
    user_id: String,
}

impl UserTarget {
    fn account(&self, read: &Read<'_>, by: &Administrator) -> Result<Account> {
        by.authority().account(read, &self.user_id)
    }
}

fn disable(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<UserTarget>,
) -> Result<Recorded<Json<User>>> {
    let account = body.account(tx, by)?;
    let recorded = account::disable(tx, by.authority(), &account)?;
    Ok(recorded.with(user(tx, &account)?))
}

fn enable(
    tx: &mut Write<'_>,
    by: &Administrator,
    Body(body): Body<UserTarget>,
) -> Result<Recorded<Json<User>>> {
    let account = body.account(tx, by)?;
    let recorded = account::enable(tx, by.authority(), &account)?;
    Ok(recorded.with(user(tx, &account)?))
}

fn promote(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<UserTarget>,
) -> Result<Recorded<Json<User>>> {
    let account = body.account(tx, by)?;
    let changed = account::set_role(tx, by.authority(), &account, Role::Administrator)?;
    Ok(changed.map(Json))
}

fn demote(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<UserTarget>,
) -> Result<Recorded<Json<User>>> {
    let account = body.account(tx, by)?;
    Ok(account::demote(tx, by.authority(), &account)?.map(Json))
}

fn set_moderator(
    tx: &mut Write<'_>,
    by: &Administrator,
    Body(body): Body<UserTarget>,
    is_moderator: bool,
) -> Result<Recorded<Json<User>>> {
    let account = body.account(tx, by)?;
    let changed = account::set_moderator(tx, by.authority(), &account, is_moderator)?;
    Ok(changed.map(Json))
}

fn user(read: &Read<'_>, account: &Account) -> Result<Json<User>> {
    users::store::by_id(read, account.id())?
        .map(Json)
        .ok_or_else(|| Sentence::UserNotFound.into())
}

fn reset_sign_in(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<UserTarget>,
) -> Result<Recorded<Json<PasswordLink>>> {
    let account = body.account(tx, by)?;
    let created = password_links::create(tx, by.authority(), &account)?;
    Ok(created.map(Json))
}

fn reset_second_factor(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<UserTarget>,
) -> Result<Recorded<Json<User>>> {
    let account = body.account(tx, by)?;
    let recorded = second_factor::reset(tx, by.authority(), &account)?;
    Ok(recorded.with(user(tx, &account)?))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewName {
    /// A username or an id.
    user_id: String,
    #[schema(schema_with = schemas::username)]
    new_username: String,
}

fn rename(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<NewName>,
) -> Result<Recorded<Json<User>>> {
    text::username(&body.new_username)?;
    let authority = by.authority();
    let account = authority.account(tx, &body.user_id)?;
    spam::check_username(tx, &body.new_username)?;
    Ok(renaming::rename(tx, authority, &account, &body.new_username)?.map(Json))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserMerge {
    /// A username or an id: the account that ends.
    user_id: String,
    /// A username or an id: the account that gets everything.
    into_user_id: String,
}

async fn merge_user(
    call: RequestContext<Confirmed<Administrator>>,
    Body(body): Body<UserMerge>,
) -> Result<Json<User>> {
    let merge = move |tx: &mut Write<'_>, by: &Confirmed<Administrator>| {
        let authority = by.authority();
        let account = authority.account(tx, &body.user_id)?;
        let into = authority.account(tx, &body.into_user_id)?;
        account_data::merge(tx, authority, &account, &into)
    };
    let user = call.write(merge).await?;
    Ok(Json(user))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UserDeletion {
    /// A username or an id.
    user_id: String,
    /// Whether to delete their questions, with all answers to them, their answers, comments and messages.
    #[serde(default)]
    with_posts: bool,
}

async fn delete_user(
    call: RequestContext<Confirmed<Administrator>>,
    Body(body): Body<UserDeletion>,
) -> Result<Json<User>> {
    let delete = move |tx: &mut Write<'_>, by: &Confirmed<Administrator>| {
        let account = by.authority().account(tx, &body.user_id)?;
        account_data::delete_for(tx, by.authority(), &account, body.with_posts)
    };
    let user = call.write(delete).await?;
    Ok(Json(user))
}

fn end_session(
    tx: &mut Write<'_>,
    by: &Administrator,
    Path(id): Path<Id>,
) -> Result<Recorded<Json<Id>>> {
    let (ended, account) = store::end_session(tx, by, id)?;
    tx.send(Outgoing::SessionsEnded(vec![ended]));
    let (by, action) = (by.authority(), AdminAction::EndSession);
    let recorded = admin_log::record(tx, by, action, &AdminTarget::from(&account), "")?;
    Ok(recorded.with(Json(id)))
}
