//! The calls of administrators about communities, the log, the server, its backups and its mails, and those of the
//! neighbouring files.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::figures::figures;
use super::model::NameQuery;
use super::{AdminCommunityView, Backup, Health, LogFilter, log, store};
use super::{invitation_routes, mail_routes, removal_routes, settings_routes, user_routes};
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::auth::password::Passwords;
use crate::features::communities::access::CanArchive;
use crate::features::communities::membership;
use crate::features::users::admin_log::{
    self, AdminAction, AdminLogEntry, AdminTarget, AdminTargetKind,
};
use crate::features::users::{Administrator, Confirmed, Recorded, SiteModerator};
use crate::operations::backup::BackupLock;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{self, DeliveryCounts, FailedDelivery};
use crate::platform::web::{
    Actor, App, Body, Caller, Json, Limit, Pace, Path, Query, RequestContext, Routes, register,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords, lock: BackupLock) {
    let started_at = routes.app.clock.now();
    settings_routes::routes(routes, passwords);
    mail_routes::routes(routes, passwords);
    user_routes::routes(routes, passwords);
    invitation_routes::routes(routes, passwords);
    removal_routes::routes(routes);
    register! { routes.site_moderator().for_administration();
        /// List what administrators, moderators and the operator have done, newest first
        get_paced("/administration/getLog", |_| Pace::Slow, log_entries);
    }
    register! { routes.administrator();
        /// List all communities by name, archived ones included
        get("/administration/getCommunities", communities);
        /// Return the state of the server
        get_async("/administration/getHealth", Limit::Request, move |call, ()| health(call, started_at));
        /// Return the figures of the last twelve weeks, oldest first
        get_paced("/administration/getFigures", |_| Pace::Slow, figures);
        /// List the backups on the server, newest first
        get_async("/administration/getBackups", Limit::Request, backups);
        /// List the mails that could not be sent, latest failure first
        get_paced("/administration/getFailedDeliveries", |_| Pace::Slow, failed_deliveries);
        /// Return the numbers of mails that wait, were sent and failed
        get("/administration/getDeliveryCounts", delivery_counts);
        /// Send a mail again that could not be sent
        post("/administration/resendDelivery", Limit::Administration, resend_delivery);
        /// Archive a community: no new members and questions
        post(
            "/administration/archiveCommunity/{id}",
            Limit::Administration,
            |tx: &mut Write<'_>, by: &Administrator, path| set_archived(tx, by, path, true),
        );
        /// Reopen an archived community
        post(
            "/administration/unarchiveCommunity/{id}",
            Limit::Administration,
            |tx: &mut Write<'_>, by: &Administrator, path| set_archived(tx, by, path, false),
        );
    }
    register! { routes.with_password(passwords);
        /// Create a backup on the server
        call(
            Method::POST,
            "/administration/createBackup",
            Limit::Administration,
            move |call, ()| create_backup(call, lock.clone()),
        );
    }
}

fn communities(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<NameQuery>, Paging),
) -> Result<Page<AdminCommunityView>> {
    store::communities(read, by, &query.search, &paging)
}

#[derive(Deserialize, IntoParams)]
struct LogQuery {
    /// Only what the user with this name did, and what was done to them.
    user: Option<String>,
}

fn log_entries(
    read: &Read<'_>,
    by: &SiteModerator,
    (Query(query), paging): (Query<LogQuery>, Paging),
) -> Result<Page<AdminLogEntry>> {
    let filter = LogFilter {
        user: query.user,
        action: None,
    };
    log::entries(read, by, &filter, &paging)
}

fn failed_deliveries(
    read: &Read<'_>,
    _: &Administrator,
    paging: Paging,
) -> Result<Page<FailedDelivery>> {
    outbox::store::failed(read, &paging)
}

fn delivery_counts(read: &Read<'_>, _: &Administrator, (): ()) -> Result<Json<DeliveryCounts>> {
    outbox::store::counts(read).map(Json)
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
    let (id, name) = outbox::store::resend(tx, body.id)?.ok_or(Sentence::DeliveryNotFound)?;
    let target = AdminTarget::new(AdminTargetKind::User, Some(id), &name);
    let action = AdminAction::ResendDelivery;
    let recorded = admin_log::record(tx, by.authority(), action, &target, "")?;
    Ok(recorded.with(Json(outbox::store::counts(tx)?)))
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
    let app = call.app.clone();
    let storage = move |read: &Read<'_>, _: &Administrator| {
        app.db.storage_use(read, app.config.limits.storage_mb)
    };
    let storage = call.read(storage).await?;
    run_blocking(call, move |app| {
        let base_url = app.config.missing_base_url(is_https, &host);
        Json(super::health(&app.config, started_at, storage, base_url))
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
