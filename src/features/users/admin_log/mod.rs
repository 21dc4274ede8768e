//! The log of administration: what administrators, moderators and the operator have done, on what, and
//! why.
//!
//! An entry is written in the transaction of its change, so that it is neither lost nor invented. The
//! writes of administrators and of the commands return [`Recorded`], which only [`record`] makes: without
//! an entry they do not compile. Entries are never changed or deleted; triggers refuse it.

pub(super) mod entry;

use super::identity::LoggedActor;
use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Write;
use crate::platform::realtime::Audience;

pub use entry::{AdminAction, AdminLogEntry, AdminTarget, AdminTargetKind, ModerationNotice};

/// Proof that the change of a transaction is in the log, with the result of the change.
pub struct Recorded<T = ()> {
    value: T,
    entry: Id,
}

impl<T> Recorded<T> {
    /// Replaces the result.
    pub fn with<U>(self, value: U) -> Recorded<U> {
        Recorded {
            value,
            entry: self.entry,
        }
    }

    /// Converts the result.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Recorded<U> {
        Recorded {
            value: f(self.value),
            entry: self.entry,
        }
    }

    /// Returns the result, without giving up the proof.
    pub fn value(&self) -> &T {
        &self.value
    }

    /// Returns the id of the entry.
    pub fn entry(&self) -> Id {
        self.entry
    }

    /// Returns the result.
    pub fn into_value(self) -> T {
        self.value
    }
}

/// Adds an entry to the log, and tells the member whom it concerns, unless they are the actor or may not read the
/// entry. `detail` is
/// the reason, or what else the action says.
pub fn record<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    action: AdminAction,
    target: &AdminTarget,
    detail: &str,
) -> Result<Recorded> {
    add(tx, by.into(), action, target, detail, None)
}

/// Adds an entry about what the site did by itself, and tells the member whom it concerns.
pub fn record_by_site(tx: &mut Write<'_>, action: AdminAction, target: &AdminTarget) -> Result<()> {
    add(tx, LoggedActor::Site, action, target, "", None).map(drop)
}

/// Adds an entry about a value that was replaced: `before`, by `after`.
pub fn record_replacement<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    action: AdminAction,
    target: &AdminTarget,
    before: &str,
    after: &str,
) -> Result<Recorded> {
    add(tx, by.into(), action, target, after, Some(before))
}

fn add(
    tx: &mut Write<'_>,
    by: LoggedActor<'_>,
    action: AdminAction,
    target: &AdminTarget,
    detail: &str,
    before: Option<&str>,
) -> Result<Recorded> {
    let actor = by.id();
    let log_id = store::admin_log::insert(tx, by, action, target, detail, before)?;
    if let Some(member) = target.concerns().filter(|member| Some(*member) != actor)
        && store::admin_log::may_read(tx, member, target.scope())?
    {
        tx.emit(ModerationNotice { log_id }, Audience::Users(vec![member]));
    }
    Ok(Recorded {
        value: (),
        entry: log_id,
    })
}
