//! The calls of administrators about accounts and sessions.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::NameSearch;
use super::{SessionInfo, store};
use crate::account_data;
use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::realtime::Outgoing;
use crate::text;
use crate::users::account;
use crate::users::admin_log::{self, AdminAction, AdminTarget};
use crate::users::password::Passwords;
use crate::users::password_links;
use crate::users::renaming;
use crate::users::{
    self, Account, AdminUserView, Administrator, Confirmed, PasswordLink, Recorded, Role, User,
    UserFilter,
};
use crate::web::{Body, Json, Limit, Path, Query, RequestContext, Routes, schemas};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    routes
        .administrator()
        .get("/administration/getUsers", "List accounts by name", users)
        .get(
            "/administration/getSessions",
            "List the sessions of all users, newest first",
            sessions,
        )
        .limit(Limit::Administration)
        .post("/administration/enableUser", "Enable a user", enable)
        .post(
            "/administration/demoteUser",
            "Remove the administrator role from a user",
            demote,
        )
        .delete(
            "/administration/endSession/{id}",
            "End a session of a user",
            end_session,
        )
        .critical()
        .post(
            "/administration/disableUser",
            "Disable a user and end their sessions",
            disable,
        );
    routes
        .with_password(passwords)
        .limit(Limit::Administration)
        .post(
            "/administration/promoteUser",
            "Make a user an administrator",
            promote,
        )
        .post(
            "/administration/appointModerator",
            "Make a user a moderator of the site",
            |tx: &mut Write<'_>, by: &Confirmed<Administrator>, body| {
                set_moderator(tx, by, body, true)
            },
        )
        .post(
            "/administration/dismissModerator",
            "Remove the role of a moderator of the site from a user",
            |tx: &mut Write<'_>, by: &Confirmed<Administrator>, body| {
                set_moderator(tx, by, body, false)
            },
        )
        .post(
            "/administration/resetSignIn",
            "End all sessions of a user, remove their password, and create a link with which they choose another",
            reset_sign_in,
        )
        .post(
            "/administration/renameUser",
            "Give a user another name; the old one leads to them",
            rename,
        )
        .call(
            Method::POST,
            "/administration/mergeUser",
            "Give everything of a user to another one, for good; the name leads to them",
            merge_user,
        )
        .critical()
        .call(
            Method::POST,
            "/administration/deleteUser",
            "Delete a user; their posts stay, or are deleted too",
            delete_user,
        );
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
    (Query(query), paging): (Query<NameSearch>, Paging),
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
    by: &Administrator,
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
    by: &Administrator,
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
