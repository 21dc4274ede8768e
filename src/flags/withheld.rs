//! Posts that are hidden by reports, and the decisions about them and about held posts.

use super::access::{DecidableCase, DecidedCase, VisibleCase};
use super::model::Decision;
use super::weights;
use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::questions::access::DeletablePost;
use crate::questions::model::RemovalKind;
use crate::questions::store::withheld as store;
use crate::questions::withheld::WithheldPost;
use crate::questions::{hiding, holding};
use crate::settings::{self, SettingKey};
use crate::users::Me;

/// Hides a reported post if the site wants this and the reports of its case are enough.
pub fn hide_if_enough(tx: &mut Write<'_>, case: Id, post: Id) -> Result<()> {
    if !settings::store::is_on(tx, SettingKey::HideReported)? {
        return Ok(());
    }
    match DeletablePost::find_to_hide(tx, post)? {
        Some(post) if weights::hide(tx, case, post.deleted_by())? => hiding::hide(tx, &post),
        _ => Ok(()),
    }
}

/// Shows a hidden post again if the reports of its open case that are left are not enough.
pub fn release_if_too_few(tx: &mut Write<'_>, case: Id, post: Id) -> Result<()> {
    match WithheldPost::find_hidden(tx, post)? {
        Some(hidden) if !weights::hide(tx, case, hidden.author())? => {
            hiding::release(tx, None, &hidden)
        }
        _ => Ok(()),
    }
}

/// Returns whether reports hide the object of a case.
pub fn is_hidden(read: &Read<'_>, post: Id) -> Result<bool> {
    let state = store::state(read, post)?;
    Ok(state.is_some_and(|(state, _)| state == RemovalKind::Hidden))
}

/// Rejects a decision about another version of a held post than the one that the moderator read.
pub fn check_version(read: &Read<'_>, post: Id, version: Option<Id>) -> Result<()> {
    let state = store::state(read, post)?;
    let current = state.map(|(_, version)| version);
    if version.is_some() && version != current {
        return Err(Sentence::FlagChanged.into());
    }
    Ok(())
}

fn find(read: &Read<'_>, me: &Me, case: &VisibleCase) -> Result<WithheldPost> {
    let id = case.record().object;
    match case.site() {
        Some(site) => WithheldPost::find_as_site_moderator(read, site, id),
        None => WithheldPost::find_as_moderator(read, me, id),
    }
}

/// Approves or rejects a held post.
pub fn decide_held(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidableCase,
    decision: Decision,
    reason: &str,
) -> Result<()> {
    let post = find(tx, me, case.case())?;
    match decision {
        Decision::Approve => holding::approve(tx, me, &post),
        _ => holding::reject(tx, me, &post, reason),
    }
}

/// Shows a hidden post again, or makes it a removed one.
pub fn decide_hidden(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidableCase,
    decision: Decision,
    reason: &str,
) -> Result<()> {
    let post = find(tx, me, case.case())?;
    match decision {
        Decision::Uphold => hiding::confirm(tx, me, &post, reason),
        _ => hiding::release(tx, Some(me), &post),
    }
}

/// Lets a post wait again whose approval or rejection is undone.
pub fn undo_held(
    tx: &mut Write<'_>,
    me: &Me,
    case: &DecidedCase,
    decision: Decision,
) -> Result<()> {
    let at = decided_at(case)?;
    match decision {
        Decision::Approve => holding::undo_approval(tx, &shown(tx, me, case.case())?, at),
        _ => holding::undo_rejection(tx, &find(tx, me, case.case())?, at),
    }
}

/// Hides a post again if a decision that is undone had ended its hiding. Returns whether it did. A post that
/// was restored since the decision stays.
pub fn undo_hidden(tx: &mut Write<'_>, me: &Me, case: &DecidedCase) -> Result<bool> {
    let (record, at) = (case.case().record(), decided_at(case)?);
    if store::ended_at(tx, record.object, at)? != Some(RemovalKind::Hidden) {
        return Ok(false);
    }
    if !record.removed {
        hiding::undo_release(tx, &shown(tx, me, case.case())?, at)?;
    } else if store::state(tx, record.object)?.is_some() {
        hiding::undo_confirmation(tx, &find(tx, me, case.case())?, at)?;
    }
    Ok(true)
}

/// Finds a post that a decision showed.
fn shown(read: &Read<'_>, me: &Me, case: &VisibleCase) -> Result<DeletablePost> {
    let id = case.record().object;
    match case.site() {
        Some(site) => DeletablePost::find_decided(read, site, id),
        None => DeletablePost::find_as_moderator(read, me, id),
    }
}

fn decided_at(case: &DecidedCase) -> Result<Timestamp> {
    let at = case.case().record().decided_at;
    at.ok_or_else(|| Sentence::FlagNotFound.into())
}
