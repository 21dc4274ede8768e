//! Reports of members about posts, comments, messages, profiles and communities, and the queue in which
//! moderators decide them.
//!
//! A member reports only what they may read, and an object once until it is decided. All reports of an
//! object are one case, which one decision closes. The author of the object learns nothing of it, and
//! moderators of a community do not learn who reported. Moderators of the site see all cases; of what
//! they may not read they see neither title nor text until they open it, which the log records.

pub mod access;
mod address;
pub mod invariants;
mod member;
pub mod model;
pub mod moderation_log;
mod outcomes;
pub mod queue;
pub mod queue_routes;
pub mod routes;
pub mod store;
mod visitor_routes;
pub mod visitors;
pub mod weights;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::cases;
use crate::features::questions::state::{self, Action, Transition};
use crate::features::users::{Account, LoggedActor, Me};
use crate::platform::db::Write;
use crate::platform::settings::{self, SettingKey};

use access::FlaggableObject;
use model::{FlagReason, MyFlag};
use store::records::CaseRecord;

/// The largest number of open reports of a member.
pub const MAX_OPEN: i64 = 50;

/// The largest number of reports of an object until it is decided: one decision closes all of them.
const MAX_IN_CASE: u32 = 1_000;

/// Reports an object. Rejects a second open report of it by the same member with 409, and one more than
/// [`MAX_OPEN`] or [`MAX_IN_CASE`].
pub fn add(
    tx: &mut Write<'_>,
    me: &Me,
    object: &FlaggableObject,
    reason: FlagReason,
    text: &str,
) -> Result<MyFlag> {
    let case = match store::cases::open_of(tx, object)? {
        Some(case) if store::records::has_flagged(tx, me, case)? => {
            return Err(Sentence::FlaggedAlready.into());
        }
        found => found,
    };
    if store::flags::count_open(tx, me)? >= MAX_OPEN {
        return Err(Sentence::FlagsTooMany.into());
    }
    let case = match case {
        Some(case) => {
            let record = store::records::find(tx, case)?;
            if record.is_some_and(|record| record.flag_count >= MAX_IN_CASE) {
                return Err(Sentence::FlagsEnough.into());
            }
            cases::tell_staff(tx, object.author(), object.community())?;
            case
        }
        None => cases::open(tx, &object.case())?,
    };
    let id = store::flags::insert(tx, me, case, reason, text)?;
    if object.case().kind.is_post() {
        hide_if_enough(tx, case, object.id())?;
    }
    store::flags::one(tx, me, id)?.ok_or_else(|| Sentence::FlagNotFound.into())
}

/// Hides a reported post if the site wants this and the reports of its case are enough.
fn hide_if_enough(tx: &mut Write<'_>, case: Id, post: Id) -> Result<()> {
    if !settings::store::is_on(tx, SettingKey::HideReported)? {
        return Ok(());
    }
    match Transition::find_reported(tx, post, Action::Hide)? {
        Some(found) if weights::hide(tx, case, post, found.author)? => {
            state::apply(tx, LoggedActor::Site, &found, "").map(drop)
        }
        _ => Ok(()),
    }
}

/// Shows a hidden post again if the reports of its open case that are left are not enough.
fn release_if_too_few(tx: &mut Write<'_>, case: Id, post: Id) -> Result<()> {
    match Transition::find_reported(tx, post, Action::Release)? {
        Some(hidden) if !weights::hide(tx, case, post, hidden.author)? => {
            state::apply(tx, LoggedActor::Site, &hidden, "").map(drop)
        }
        _ => Ok(()),
    }
}

/// Withdraws an open report of the actor. A case without reports is gone.
pub fn withdraw(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<()> {
    let case = store::flags::delete_open(tx, me, id)?.ok_or(Sentence::FlagNotFound)?;
    let record = store::records::find(tx, case)?.ok_or(Sentence::FlagNotFound)?;
    forget(tx, &record)?;
    cases::tell_staff(tx, record.author, record.community)
}

/// Shows the object of a case again that the reports that are left do not hide, and deletes an open case
/// without reports.
fn forget(tx: &mut Write<'_>, case: &CaseRecord) -> Result<()> {
    if case.decision.is_none() && case.ask.is_none() {
        release_if_too_few(tx, case.id, case.object)?;
    }
    store::cases::delete_empty(tx, case.id)
}

/// Deletes some reports of a deleted account. Returns whether there may be more.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    let (cases, may_be_more) = store::flags::purge_user(tx, account)?;
    for case in cases {
        if let Some(record) = store::records::find(tx, case)? {
            forget(tx, &record)?;
        }
    }
    Ok(may_be_more)
}
