//! The calls of administrators.

use std::time::Duration;

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminCommunityView, Backup, Health, LogFilter, SessionInfo, log, settings_routes, store,
};
use crate::account_data;
use crate::backup::BackupLock;
use crate::clock::Timestamp;
use crate::communities::access::CanArchive;
use crate::communities::membership;
use crate::db::{Read, Write};
use crate::deliveries::{self, DeliveryCounts, FailedDelivery};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::messages::{self, MessageRemoved};
use crate::paging::{Page, Paging};
use crate::picture_access::{self, PictureCounts, PictureRecord};
use crate::pictures::{self, PictureDeleted};
use crate::questions;
use crate::questions::model::Removal;
use crate::questions::removal;
use crate::realtime::Outgoing;
use crate::text;
use crate::users::account;
use crate::users::admin_log::{self, AdminAction, AdminLogEntry, AdminTarget, AdminTargetKind};
use crate::users::invitations;
use crate::users::password::Passwords;
use crate::users::password_links;
use crate::users::{self, Administrator, Confirmed, PasswordLink, Recorded, SiteModerator, User};
use crate::users::{Account, AdminUserView, Role, UserFilter};
use crate::users::{Invitation, NewInvitation};
use crate::web::{
    Actor, App, Body, Caller, Json, Limit, Pace, Path, Query, RequestContext, Routes, schemas,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords, lock: BackupLock) {
    let started_at = routes.app.clock.now();
    settings_routes::routes(routes);
    routes
        .administrator()
        .get("/administration/getUsers", "List accounts by name", users)
        .get(
            "/administration/getCommunities",
            "List all communities by name, archived ones included",
            communities,
        )
        .get(
            "/administration/getSessions",
            "List the sessions of all users, newest first",
            sessions,
        )
        .get(
            "/administration/getInvitations",
            "List the open invitations, newest first",
            invitations,
        )
        .get_paced(
            "/administration/getLog",
            "List what administrators, moderators and the operator have done, newest first",
            |_| Pace::Slow,
            log_entries,
        )
        .call(
            Method::GET,
            "/administration/getHealth",
            "Return the state of the server",
            move |call, ()| health(call, started_at),
        )
        .call(
            Method::GET,
            "/administration/getBackups",
            "List the backups on the server, newest first",
            backups,
        )
        .get_paced(
            "/administration/getFailedDeliveries",
            "List the mails that could not be sent, latest failure first",
            |_| Pace::Slow,
            failed_deliveries,
        )
        .get(
            "/administration/getDeliveryCounts",
            "Return the numbers of mails that wait, were sent and failed",
            delivery_counts,
        )
        .get_paced(
            "/administration/getPictureCounts",
            "Return how many pictures the site has, and how much they take",
            |()| Pace::Slow,
            picture_counts,
        )
        .get(
            "/administration/getPictures",
            "List the pictures of a user or of all, newest first, with the texts that show them and that the caller may read",
            pictures_of,
        )
        .limit(Limit::Administration)
        .post(
            "/administration/resendDelivery",
            "Send a mail again that could not be sent",
            resend_delivery,
        )
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
        .delete(
            "/administration/revokeInvitation/{id}",
            "Revoke an unused invitation",
            revoke_invitation,
        )
        .post(
            "/administration/archiveCommunity/{id}",
            "Archive a community: no new members and questions",
            |tx: &mut Write<'_>, by: &Administrator, path| set_archived(tx, by, path, true),
        )
        .post(
            "/administration/unarchiveCommunity/{id}",
            "Reopen an archived community",
            |tx: &mut Write<'_>, by: &Administrator, path| set_archived(tx, by, path, false),
        )
        .critical()
        .post(
            "/administration/disableUser",
            "Disable a user and end their sessions",
            disable,
        )
        .post(
            "/administration/removePicture",
            "Delete a picture of any user, in all texts",
            remove_picture,
        );
    routes
        .site_moderator()
        .get_paced(
            "/administration/getRemovals",
            "List removed posts that can be restored, newest removal first",
            |_| Pace::Slow,
            removals,
        )
        .limit(Limit::Administration)
        .call(
            Method::POST,
            "/administration/restorePost",
            "Restore a removed post",
            restore,
        )
        .critical()
        .call(
            Method::POST,
            "/administration/removePost",
            "Remove a question, an answer or a comment; the author sees the reason",
            remove,
        )
        .post(
            "/administration/removeMessage",
            "Remove a message from the global chat",
            remove_message,
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
            "/administration/createInvitation",
            "Create an invitation link, with which one person can sign up",
            invite,
        )
        .post(
            "/administration/createInvitations",
            "Create up to 100 invitation links, each for one person",
            invite_many,
        )
        .call(
            Method::POST,
            "/administration/createBackup",
            "Create a backup on the server",
            move |call, ()| create_backup(call, lock.clone()),
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
    };
    users::store::admin_views(read, by.authority(), &filter, &paging)
}

#[derive(Deserialize, IntoParams)]
struct Search {
    /// Only names that contain this text.
    #[serde(default)]
    search: String,
}

fn communities(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<Search>, Paging),
) -> Result<Page<AdminCommunityView>> {
    store::communities(read, by, &query.search, &paging)
}

fn sessions(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<Search>, Paging),
) -> Result<Page<SessionInfo>> {
    store::sessions(read, by, &query.search, &paging)
}

#[derive(Deserialize, IntoParams)]
struct LogQuery {
    /// Only what the user with this name did, and what was done to them.
    user: Option<String>,
}

fn log_entries(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<LogQuery>, Paging),
) -> Result<Page<AdminLogEntry>> {
    let filter = LogFilter {
        user: query.user,
        action: None,
    };
    log::entries(read, by, &filter, &paging)
}

fn removals(read: &Read<'_>, by: &SiteModerator, paging: Paging) -> Result<Page<Removal>> {
    questions::store::removals::list(read, by, &paging)
}

fn failed_deliveries(
    read: &Read<'_>,
    _: &Administrator,
    paging: Paging,
) -> Result<Page<FailedDelivery>> {
    deliveries::store::failed(read, &paging)
}

fn delivery_counts(read: &Read<'_>, _: &Administrator, (): ()) -> Result<Json<DeliveryCounts>> {
    deliveries::store::counts(read).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct Resend {
    /// The id of the delivery.
    id: Id,
}

fn resend_delivery(
    tx: &mut Write<'_>,
    by: &Administrator,
    Body(body): Body<Resend>,
) -> Result<Recorded<Json<DeliveryCounts>>> {
    tx.without_event("no browser shows deliveries live");
    let (id, name) = deliveries::store::resend(tx, body.id)?.ok_or(Sentence::DeliveryNotFound)?;
    let target = AdminTarget::new(AdminTargetKind::User, Some(id), &name);
    let action = AdminAction::ResendDelivery;
    let recorded = admin_log::record(tx, by.authority(), action, &target, "")?;
    Ok(recorded.with(Json(deliveries::store::counts(tx)?)))
}

/// Runs `f`, which may wait for a slow disk, on a blocking thread instead of a database reader. `f`
/// runs to its end even if the client disconnects.
async fn run_blocking<A: Actor, T: Send + 'static>(
    call: RequestContext<A>,
    f: impl FnOnce(&App) -> T + Send + 'static,
) -> Result<T> {
    call.read(|_, _| Ok(())).await?;
    let span = tracing::Span::current();
    tokio::task::spawn_blocking(move || span.in_scope(|| f(&call.app)))
        .await
        .map_err(Error::internal)
}

async fn health(
    call: RequestContext<Administrator>,
    started_at: Timestamp,
) -> Result<Json<Health>> {
    let Caller { is_https, host, .. } = call.caller.clone();
    run_blocking(call, move |app| {
        let base_url = app.config.missing_base_url(is_https, &host);
        Json(super::health(&app.config, started_at, base_url))
    })
    .await
}

async fn backups(call: RequestContext<Administrator>, paging: Paging) -> Result<Page<Backup>> {
    let all = run_blocking(call, |app| super::backups(&app.config)).await??;
    let total = all.len() as i64;
    let shown = all
        .into_iter()
        .skip(paging.skipped()? as usize)
        .take(paging.limit + 1)
        .collect();
    Page::numbered(shown, &paging, total)
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
    account_data::continue_purges(&call.app);
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

fn set_archived(
    tx: &mut Write<'_>,
    by: &Administrator,
    Path(id): Path<Id>,
    archived: bool,
) -> Result<Recorded<Json<AdminCommunityView>>> {
    membership::set_archived(tx, &CanArchive::as_administrator(tx, by, id)?, archived)?;
    tx.without_event("a community that stays as it is has no event, but the call is in the log");
    let name = store::community(tx, by, id)?.name;
    let action = if archived {
        AdminAction::ArchiveCommunity
    } else {
        AdminAction::UnarchiveCommunity
    };
    let target = AdminTarget::new(AdminTargetKind::Community, Some(id), &name);
    let recorded = admin_log::record(tx, by.authority(), action, &target, "")?;
    // Loaded after the entry, which says who archived it.
    Ok(recorded.with(Json(store::community(tx, by, id)?)))
}

#[derive(Deserialize, ToSchema)]
struct RemovePost {
    /// The id of the question, answer or comment.
    id: Id,
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn remove(
    call: RequestContext<SiteModerator>,
    Body(body): Body<RemovePost>,
) -> Result<Json<Removal>> {
    let remove = move |tx: &mut Write<'_>, by: &SiteModerator| -> Result<Recorded<Removal>> {
        removal::remove(tx, by, body.id, &text::reason(&body.reason)?)
    };
    let removed = call.write(remove).await?;
    questions::search::continue_indexing(&call.app);
    Ok(Json(removed))
}

#[derive(Deserialize, ToSchema)]
struct RestorePost {
    /// The id of the question, answer or comment.
    id: Id,
}

async fn restore(
    call: RequestContext<SiteModerator>,
    Body(body): Body<RestorePost>,
) -> Result<Json<Removal>> {
    let restore = move |tx: &mut Write<'_>, by: &SiteModerator| removal::restore(tx, by, body.id);
    let restored = call.write(restore).await?;
    questions::search::continue_indexing(&call.app);
    Ok(Json(restored))
}

#[derive(Deserialize, ToSchema)]
struct RemoveMessage {
    id: Id,
}

fn remove_message(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<RemoveMessage>,
) -> Result<Recorded<Json<MessageRemoved>>> {
    Ok(messages::remove_for(tx, by, body.id)?.map(Json))
}

fn picture_counts(read: &Read<'_>, _: &Administrator, (): ()) -> Result<Json<PictureCounts>> {
    picture_access::store::counts(read).map(Json)
}

#[derive(Deserialize, IntoParams)]
struct PicturesQuery {
    /// A username or an id. Without it, the pictures of all users.
    username: Option<String>,
}

fn pictures_of(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<PicturesQuery>, Paging),
) -> Result<Page<PictureRecord>> {
    let owner = match &query.username {
        Some(name) => Some(by.authority().account(read, name)?),
        None => None,
    };
    picture_access::store::list(read, by, owner.as_ref(), &paging)
}

#[derive(Deserialize, ToSchema)]
struct RemovePicture {
    /// The id of the picture.
    id: Id,
    /// The reason, which the log of administration keeps.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

fn remove_picture(
    tx: &mut Write<'_>,
    by: &Administrator,
    Body(body): Body<RemovePicture>,
) -> Result<Recorded<Json<PictureDeleted>>> {
    let reason = text::reason(&body.reason)?;
    Ok(pictures::remove_for(tx, by, body.id, &reason)?.map(Json))
}

async fn create_backup(
    call: RequestContext<Confirmed<Administrator>>,
    lock: BackupLock,
) -> Result<Json<Backup>> {
    let recording = call.for_actor::<Confirmed<Administrator>>();
    let backup = run_blocking(call, move |app| {
        let _guard = lock.try_lock().map_err(|_| Sentence::BackupRunning)?;
        super::back_up(&app.config, &app.metrics, app.clock.now())
    })
    .await??;
    let record = move |tx: &mut Write<'_>, by: &Confirmed<Administrator>| {
        tx.without_event("no browser shows backups live");
        let target = AdminTarget::new(AdminTargetKind::Backup, None, &backup.name);
        let recorded = admin_log::record(tx, by.authority(), AdminAction::BackUp, &target, "")?;
        Ok(recorded.with(Json(backup)))
    };
    recording.write(record).await
}
