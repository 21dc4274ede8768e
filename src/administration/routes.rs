//! The calls of administrators.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{Backup, CommunityStanding, Health, NewPassword, SignIn, store};
use crate::backup::Turn;
use crate::clock::Timestamp;
use crate::communities::access::Archiving;
use crate::communities::membership;
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::live::Outgoing;
use crate::questions;
use crate::questions::removal::{self, Removal};
use crate::text;
use crate::users::account::{self, Account, Filter, Role, Standing};
use crate::users::invitations::{self, Invitation, NewInvitation};
use crate::users::password::{self, Passwords};
use crate::users::{self, Administrator, User};
use crate::web::{App, Body, Call, Json, Limit, Page, Paging, Path, Query, Routes, schemas};

/// Adds the calls.
pub fn routes(routes: &mut Routes, passwords: &Passwords, turn: Turn) {
    let passwords = passwords.clone();
    let started_at = routes.app.clock.now();
    routes
        .administrator()
        .get("/administration/getUsers", "How accounts stand, by name", users)
        .get("/administration/getCommunities", "All communities by name, archived ones too", communities)
        .get("/administration/getSessions", "Where people are logged in, the last login first", sessions)
        .get(
            "/administration/getInvitations",
            "With what people may still sign up where that is by invitation, the last made first",
            invitations,
        )
        .get("/administration/getRemovals", "What was removed and can be restored, the last removed first", removals)
        .call(Method::GET, "/administration/getHealth", "How the server is", move |call, ()| health(call, started_at))
        .call(Method::GET, "/administration/getBackups", "The backups on the server, the newest first", backups)
        .limit(Limit::Administration)
        .post("/administration/enableUser", "Let him log in again", enable)
        .post("/administration/promoteUser", "Make an administrator of somebody", |tx: &mut Write<'_>, by: &Administrator, body| {
            set_role(tx, by, body, Role::Administrator)
        })
        .post("/administration/demoteUser", "Make an administrator a user like others", |tx: &mut Write<'_>, by: &Administrator, body| {
            set_role(tx, by, body, Role::User)
        })
        .call(Method::POST, "/administration/resetSignIn", "Log somebody out everywhere and give him a new password", move |call, body| {
            reset_sign_in(call, body, passwords.clone())
        })
        .delete("/administration/endSession/{id}", "Log somebody out in one place", end_session)
        .post("/administration/createInvitation", "Make a link by which one person may sign up where that is by invitation", invite)
        .delete("/administration/revokeInvitation/{id}", "Take an invitation back that nobody has used", revoke_invitation)
        .post(
            "/administration/archiveCommunity/{id}",
            "Let nobody join or ask in a community any more",
            |tx: &mut Write<'_>, by: &Administrator, path| set_archived(tx, by, path, true),
        )
        .post("/administration/unarchiveCommunity/{id}", "Take that back", |tx: &mut Write<'_>, by: &Administrator, path| {
            set_archived(tx, by, path, false)
        })
        .post("/administration/restorePost", "Bring back what was removed", restore)
        .call(Method::POST, "/administration/createBackup", "Make a backup on the server; it takes its time", move |call, ()| {
            create_backup(call, turn.clone())
        })
        .even_when_full()
        .post("/administration/disableUser", "Keep somebody from logging in, and log him out", disable)
        .post("/administration/removePost", "Remove a question, an answer or a comment, with a reason for its author", remove);
}

#[derive(Deserialize, IntoParams)]
struct UserSearch {
    /// Part of a name.
    #[serde(default)]
    search: String,
    /// user or administrator: only those.
    role: Option<Role>,
    /// true: only those who may not log in. false: only the others.
    disabled: Option<bool>,
}

fn users(read: &Read<'_>, by: &Administrator, (Query(query), paging): (Query<UserSearch>, Paging)) -> Result<Page<Standing>> {
    let filter = Filter { search: query.search, role: query.role, disabled: query.disabled };
    users::store::standings(read, by.authority(), &filter, &paging)
}

#[derive(Deserialize, IntoParams)]
struct Search {
    /// Part of a name.
    #[serde(default)]
    search: String,
}

fn communities(read: &Read<'_>, by: &Administrator, (Query(query), paging): (Query<Search>, Paging)) -> Result<Page<CommunityStanding>> {
    store::communities(read, by, &query.search, &paging)
}

fn sessions(read: &Read<'_>, by: &Administrator, (Query(query), paging): (Query<Search>, Paging)) -> Result<Page<SignIn>> {
    store::sign_ins(read, by, &query.search, &paging)
}

fn removals(read: &Read<'_>, by: &Administrator, paging: Paging) -> Result<Page<Removal>> {
    questions::store::removals::list(read, by, &paging)
}

/// What `f` finds or makes on a disk that may let it wait: not on one of the few threads that read the database. It goes on to
/// its end, whether or not somebody still waits for it.
async fn on_disk<T: Send + 'static>(call: Call<Administrator>, f: impl FnOnce(&App) -> T + Send + 'static) -> Result<T> {
    call.read(|_, _| Ok(())).await?;
    tokio::task::spawn_blocking(move || f(&call.app)).await.map_err(Error::internal)
}

async fn health(call: Call<Administrator>, started_at: Timestamp) -> Result<Json<Health>> {
    on_disk(call, move |app| Json(super::health(&app.config, started_at))).await
}

async fn backups(call: Call<Administrator>, paging: Paging) -> Result<Page<Backup>> {
    let all = on_disk(call, |app| super::backups(&app.config)).await??;
    let total = all.len() as i64;
    let shown = all.into_iter().skip(paging.skipped()? as usize).take(paging.limit + 1).collect();
    Page::numbered(shown, &paging, total)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfUser {
    /// His name or id.
    user_id: String,
}

impl OfUser {
    fn account(&self, read: &Read<'_>, by: &Administrator) -> Result<Account> {
        by.authority().account(read, &self.user_id)
    }
}

fn disable(tx: &mut Write<'_>, by: &Administrator, Body(body): Body<OfUser>) -> Result<Json<User>> {
    let account = body.account(tx, by)?;
    account::disable(tx, by.authority(), &account)?;
    user(tx, &account)
}

fn enable(tx: &mut Write<'_>, by: &Administrator, Body(body): Body<OfUser>) -> Result<Json<User>> {
    let account = body.account(tx, by)?;
    account::enable(tx, by.authority(), &account)?;
    user(tx, &account)
}

fn set_role(tx: &mut Write<'_>, by: &Administrator, Body(body): Body<OfUser>, role: Role) -> Result<Json<User>> {
    let account = body.account(tx, by)?;
    account::set_role(tx, by.authority(), &account, role).map(Json)
}

fn user(read: &Read<'_>, account: &Account) -> Result<Json<User>> {
    users::store::by_id(read, account.id)?.map(Json).ok_or_else(|| Sentence::UserNotFound.into())
}

async fn reset_sign_in(call: Call<Administrator>, Body(body): Body<OfUser>, passwords: Passwords) -> Result<Json<NewPassword>> {
    let (whom, body) = call.read(move |read, by| Ok((to_be_reset(read, by, &body)?.username, body))).await?;
    let password = password::generate(&call.app.config);
    let hash = passwords.hash(password.clone()).await?;
    call.write(move |tx, by| {
        let account = to_be_reset(tx, by, &body)?;
        account::set_password(tx, &account, &hash, None)?;
        Ok(Json(NewPassword { username: whom, password }))
    })
    .await
}

/// An administrator's own password is not for a stolen session: there the current one is asked for, elsewhere.
fn to_be_reset(read: &Read<'_>, by: &Administrator, body: &OfUser) -> Result<Account> {
    let account = body.account(read, by)?;
    if account.id == by.id && !by.is_fresh() { Err(Sentence::CurrentPasswordRequired.into()) } else { Ok(account) }
}

fn end_session(tx: &mut Write<'_>, by: &Administrator, Path(id): Path<Id>) -> Result<Json<Id>> {
    let ended = store::end_session(tx, by, id)?;
    tx.send(Outgoing::SessionsEnded(vec![ended]));
    Ok(Json(id))
}

#[derive(Deserialize, IntoParams)]
struct WhichInvitations {
    /// true: those too that were used or have expired within the last 30 days.
    #[serde(default)]
    all: bool,
}

fn invitations(read: &Read<'_>, by: &Administrator, (Query(query), paging): (Query<WhichInvitations>, Paging)) -> Result<Page<Invitation>> {
    users::store::invitations::list(read, by.authority(), query.all, &paging)
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct Invite {
    /// For whom it is; administrators read it, and whoever signs up with it.
    #[schema(schema_with = schemas::invitation_note)]
    note: String,
    /// For how many days it is good, 1 to 365. Without it 7.
    days: Option<u32>,
}

fn invite(tx: &mut Write<'_>, by: &Administrator, Body(body): Body<Invite>) -> Result<Json<NewInvitation>> {
    let life = body.days.map_or(invitations::LIFE, |days| invitations::DAY.saturating_mul(days));
    invitations::create(tx, by.authority(), Some(by), &body.note, life).map(Json)
}

fn revoke_invitation(tx: &mut Write<'_>, by: &Administrator, Path(id): Path<Id>) -> Result<Json<Id>> {
    invitations::revoke(tx, by.authority(), id)?;
    Ok(Json(id))
}

fn set_archived(tx: &mut Write<'_>, by: &Administrator, Path(id): Path<Id>, archived: bool) -> Result<Json<CommunityStanding>> {
    membership::set_archived(tx, &Archiving::as_administrator(tx, by, id)?, archived)?;
    store::community(tx, by, id).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct RemovePost {
    /// Of the question, the answer or the comment.
    id: Id,
    /// What its author is told.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

fn remove(tx: &mut Write<'_>, by: &Administrator, Body(body): Body<RemovePost>) -> Result<Json<Removal>> {
    removal::remove(tx, by, body.id, &text::reason(&body.reason)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct RestorePost {
    /// Of the question, the answer or the comment.
    id: Id,
}

fn restore(tx: &mut Write<'_>, by: &Administrator, Body(body): Body<RestorePost>) -> Result<Json<Removal>> {
    removal::restore(tx, by, body.id).map(Json)
}

async fn create_backup(call: Call<Administrator>, turn: Turn) -> Result<Json<Backup>> {
    on_disk(call, move |app| {
        let _turn = turn.try_lock().map_err(|_| Sentence::BackupRunning)?;
        super::back_up(&app.config, app.clock.now()).map(Json)
    })
    .await?
}
