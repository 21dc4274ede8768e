//! Warnings, silences and suspensions of members, the removal of everything that they have written, appeals,
//! and undoing what moderators did.
//!
//! A silenced member reads, but writes nothing that others can read: every route with which members write
//! states whether they may call it ([`Silenced`](crate::web::Silenced)). A suspended member has no sessions
//! and cannot log in, and gets only mails about their account. Both end by themselves. Moderators of the site
//! sanction members, and administrators also moderators of the site; nobody sanctions themselves. Each
//! sanction is in the log and told to the member, who may appeal it once.

pub mod appeals;
pub mod invariants;
pub mod model;
pub mod routes;
pub mod store;
pub mod undo;

mod appeal_routes;

use std::sync::Arc;
use std::time::Duration;

use model::{NewSanction, Sanction, SanctionKind};

use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Error, Result, Sentence};
use crate::messages;
use crate::questions::store::batches as batch_store;
use crate::questions::{batches, search};
use crate::users::admin_log::{self, AdminAction, AdminTarget};
use crate::users::{Account, LoggedActor, Recorded, Subordinate, account};
use crate::web::App;

/// The longest sanction.
pub const MAX_DURATION: Duration = Duration::from_secs(10 * 366 * 24 * 3600);
/// The time for which an action can be appealed or undone.
pub const UNDO: Duration = Duration::from_secs(30 * 24 * 3600);

/// Checks the end of a sanction. Rejects one that is past or further away than [`MAX_DURATION`] with 400.
pub fn check_end(until: Timestamp, now: Timestamp) -> Result<()> {
    if until <= now || until > now.plus(MAX_DURATION) {
        return Err(Sentence::SanctionEnd.into());
    }
    Ok(())
}

/// Warns, silences or suspends a member, and tells them. A suspension ends their sessions. Rejects a second
/// silence or suspension before the end of the first one with 409.
pub fn impose<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    member: &Subordinate,
    sanction: NewSanction,
    reason: &str,
) -> Result<Recorded<Sanction>> {
    let by = by.into();
    let kind = sanction.kind();
    if let Some(until) = sanction.ends_at() {
        check_end(until, tx.now)?;
        if store::is_running(tx, member.id(), kind)? {
            return Err(Sentence::SanctionActive.into());
        }
    }
    let target = AdminTarget::from(member.account());
    let action = match kind {
        SanctionKind::Warning => AdminAction::Warn,
        SanctionKind::Silence => AdminAction::Silence,
        SanctionKind::Suspension => AdminAction::Suspend,
    };
    let detail = match sanction.ends_at() {
        Some(until) => format!("until {}: {reason}", until.to_minute()),
        None => reason.to_owned(),
    };
    let recorded = admin_log::record(tx, by, action, &target, &detail)?;
    let id = store::insert(tx, by, member, sanction, reason, recorded.entry())?;
    if kind == SanctionKind::Suspension {
        account::end_sessions(tx, member.account(), None)?;
    }
    let found = store::one(tx, id)?.ok_or_else(|| Error::internal("the sanction is missing"))?;
    Ok(recorded.with(found))
}

/// Lifts a sanction of a member, and tells them. Rejects one that is over or lifted with 409.
pub fn lift<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    member: &Subordinate,
    sanction: &Sanction,
) -> Result<Recorded> {
    if sanction.ends_at.is_some_and(|end| end <= tx.now) {
        return Err(Sentence::SanctionOver.into());
    }
    lift_any(tx, by, member, sanction)
}

/// Does the same as [`lift`] for a sanction that may be over.
fn lift_any<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    member: &Subordinate,
    sanction: &Sanction,
) -> Result<Recorded> {
    let by = by.into();
    if !store::set_lifted(tx, by, member, sanction.id)? {
        return Err(Sentence::SanctionOver.into());
    }
    let target = AdminTarget::from(member.account());
    let detail = sanction.kind.word();
    admin_log::record(tx, by, AdminAction::LiftSanction, &target, detail)
}

/// Starts to remove and restore what batches ask for, step by step, for as long as `app` lives.
pub fn continue_batches(app: &Arc<App>) {
    app.run_in_steps("removal of everything of a member", |tx| {
        Ok(batches::step(tx)? || remove_messages(tx)? || search::step(tx)?)
    });
}

/// Removes some messages of a batch from the global chat. Returns whether there may be more to do.
fn remove_messages(tx: &mut Write<'_>) -> Result<bool> {
    let Some(batch) = batch_store::next_messages(tx)? else {
        return Ok(false);
    };
    tx.without_event("the messages have events of their own");
    match messages::remove_sent(tx, batch.author, batch.sent, batch.after)? {
        Some(last) => batch_store::set_position(tx, batch.id, last)?,
        None => batch_store::end(tx, batch.id)?,
    }
    Ok(true)
}

/// Deletes the sanctions and appeals of a deleted account.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    appeals::purge_user(tx, account)?;
    store::purge_user(tx, account)
}
