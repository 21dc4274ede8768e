//! Imposing and lifting sanctions.

use std::time::Duration;

use super::model::{NewSanction, Sanction, SanctionKind};
use super::profile;
use super::store;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result, Sentence};
use crate::features::trust;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::store::{api_tokens, bots};
use crate::features::users::{LoggedActor, Recorded, Subordinate, account};
use crate::platform::db::Write;

/// The longest sanction.
const MAX_DURATION: Duration = Duration::from_secs(10 * 366 * 24 * 3600);
/// The time for which an action can be appealed or undone.
pub(super) const UNDO: Duration = Duration::from_secs(30 * 24 * 3600);

/// Checks the end of a sanction. Rejects one that is past or further away than [`MAX_DURATION`] with 400.
fn check_end(until: Timestamp, now: Timestamp) -> Result<()> {
    if until <= now || until > now.plus(MAX_DURATION) {
        return Err(Sentence::SanctionEnd.into());
    }
    Ok(())
}

/// Warns, silences or suspends a member, and tells them. A suspension ends their sessions and the trust in them. Rejects a second
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
    let action = match sanction {
        NewSanction::Warning => AdminAction::Warn,
        NewSanction::SilenceUntil(_) => AdminAction::Silence,
        NewSanction::SuspensionUntil(_) => AdminAction::Suspend,
    };
    let detail = match sanction.ends_at() {
        Some(until) => format!("until {}: {reason}", until.to_minute()),
        None => reason.to_owned(),
    };
    let recorded = admin_log::record(tx, by, action, &target, &detail)?;
    let id = store::insert(
        tx,
        by,
        member,
        (kind, sanction.ends_at()),
        reason,
        recorded.entry(),
    )?;
    if kind == SanctionKind::Suspension {
        account::end_sessions(tx, member.account(), None)?;
        api_tokens::delete_of(tx, member.account())?;
        bots::delete_hook(tx, member.account())?;
        trust::lose(tx, member.id())?;
    }
    let found = store::one(tx, id)?.ok_or_else(|| Error::internal("the sanction is missing"))?;
    Ok(recorded.with(found))
}

/// Lifts a sanction of a member, and tells them. Rejects one that is over or lifted with 409, and the clearing of a
/// profile that the member has written again.
pub fn lift<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    member: &Subordinate,
    sanction: &Sanction,
) -> Result<Recorded> {
    if sanction.ends_at.is_some_and(|end| end <= tx.now) {
        return Err(Sentence::SanctionOver.into());
    }
    let is_clearing = sanction.kind == SanctionKind::Clearing;
    if is_clearing && sanction.lifted_at.is_none() && !profile::can_restore(tx, member, sanction)? {
        return Err(Sentence::ProfileChanged.into());
    }
    lift_any(tx, by, member, sanction)
}

/// Does the same as [`lift`] for a sanction that may be over.
pub(super) fn lift_any<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    member: &Subordinate,
    sanction: &Sanction,
) -> Result<Recorded> {
    let by = by.into();
    if !store::set_lifted(tx, by, member, sanction.id)? {
        return Err(Sentence::SanctionOver.into());
    }
    if sanction.kind == SanctionKind::Suspension {
        let earlier = store::last_suspended(tx, member.id())?;
        trust::regain(tx, member.id(), sanction.created_at, earlier)?;
    }
    if sanction.kind == SanctionKind::Clearing {
        profile::restore(tx, member, sanction)?;
    }
    let target = AdminTarget::from(member.account());
    let detail = sanction.kind.word();
    admin_log::record(tx, by, AdminAction::LiftSanction, &target, detail)
}
