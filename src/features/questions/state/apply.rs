//! What a transition does, and the calls that make one.

use super::PostState::{Shown, Withheld};
use super::{Action, Appearance, Transition};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::cases::{self, Ask, NewCase};
use crate::features::questions::access::OwnPost;
use crate::features::questions::counters::{self, Affected};
use crate::features::questions::holding::{self, HoldReasons};
use crate::features::questions::model::RemovalKind::{Held, Withdrawn};
use crate::features::questions::model::{PostKind, Removal};
use crate::features::questions::moderation::record::target;
use crate::features::questions::store::moderation::{lookup, merge_lookup};
use crate::features::questions::store::{self, content, removals, states, transitions};
use crate::features::questions::{events, publishing};
use crate::features::trust;
use crate::features::users::admin_log::{self, AdminTarget};
use crate::features::users::{self, Account, LoggedActor, Me, Recorded, SiteModerator};
use crate::platform::db::Write;
use crate::platform::outbox::SiteEvent;

/// Makes a transition, and records it in the log if that names it. `reason`: what the author is told.
pub fn apply<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    change: &Transition,
    reason: &str,
) -> Result<Option<Recorded>> {
    match Appearance::of(change.from, change.to) {
        Appearance::Vanishes => {
            track(tx, change, |tx| transitions::hide(tx, change))?;
            emit(tx, change)?;
            tell_webhooks(tx, change, SiteEvent::PostRemoved)?;
            transitions::record(tx, change, reason)?;
        }
        Appearance::Returns => {
            transitions::record(tx, change, "")?;
            track(tx, change, |tx| transitions::show(tx, change))?;
            if change.has_place {
                emit(tx, change)?;
                tell_webhooks(tx, change, SiteEvent::PostRestored)?;
            } else {
                tx.without_event("its question or its post is gone: nobody sees that it is back");
            }
        }
        Appearance::Appears => {
            transitions::record(tx, change, "")?;
            appear(tx, change)?;
        }
        Appearance::Nothing => change_unseen(tx, change, reason)?,
    }
    // The entry of a batch is about all that it removes.
    match change.action.logged_as().filter(|_| change.batch.is_none()) {
        None => Ok(None),
        Some(action) => {
            let target = target(tx, change.kind, change.id, &change.target)?;
            let detail = if change.to == Shown { "" } else { reason };
            admin_log::record(tx, by, action, &target, detail).map(Some)
        }
    }
}

/// Runs a change that hides or shows content, and updates what depends on it.
fn track(
    tx: &mut Write<'_>,
    change: &Transition,
    run: impl FnOnce(&mut Write<'_>) -> Result<()>,
) -> Result<()> {
    let affected = match change.kind {
        PostKind::Question => Affected::Thread,
        PostKind::Answer => Affected::Post(change.id),
        PostKind::Comment => return run(tx),
    };
    counters::track_change(tx, change.target.question(), affected, run)
}

/// Tells those who see a question that something is gone from it, or back, or that it is.
fn emit(tx: &mut Write<'_>, change: &Transition) -> Result<()> {
    let target = &change.target;
    match change.kind {
        PostKind::Question => {
            events::emit_linked_questions(tx, target)?;
            if change.to == Shown {
                events::emit_question(tx, target)
            } else {
                events::emit_deleted_question(tx, target)
            }
        }
        PostKind::Answer => events::emit_question(tx, target),
        PostKind::Comment => events::emit_post(tx, target),
    }
}

/// Adds messages of webhooks, which name nobody: who removes or restores is not public.
fn tell_webhooks(tx: &Write<'_>, change: &Transition, event: SiteEvent) -> Result<()> {
    events::tell_webhooks(tx, event, None, &change.target, change.id)
}

/// Shows content that nobody but its author has seen. Rejects that of a deleted account with 409.
fn appear(tx: &mut Write<'_>, change: &Transition) -> Result<()> {
    let author = users::store::account(tx, change.author)?.ok_or(Sentence::NotWithheld)?;
    let (kind, id, target) = (change.kind, change.id, &change.target);
    let text = content::text(tx, kind, id)?;
    trust::remember_approved(tx, id, target.scope().is_public(), &text)?;
    track(tx, change, |tx| {
        transitions::show(tx, change)?;
        match kind {
            PostKind::Question => store::tags::show(tx, id),
            PostKind::Answer | PostKind::Comment => Ok(()),
        }
    })?;
    if kind == PostKind::Question {
        events::emit_linked_questions(tx, target)?;
    }
    publishing::publish(tx, &author, kind, target, id, &text)
}

/// Makes a transition that only the author and moderators see.
fn change_unseen(tx: &mut Write<'_>, change: &Transition, reason: &str) -> Result<()> {
    tx.without_event("others see no difference");
    match (change.from, change.to) {
        (from, to) if from == to => Ok(()),
        (Withheld(Held), Withheld(Withdrawn)) => {
            transitions::record(tx, change, reason)?;
            cases::withdraw(tx, change.id)
        }
        (Withheld(Withdrawn), Withheld(Held)) => {
            holding::check_waiting(tx, change.author)?;
            transitions::record(tx, change, reason)?;
            let (kind, question) = (change.kind, change.target.question());
            let community = content::community(tx, question)?;
            open_case(tx, kind, change.id, change.author, community)
        }
        _ => transitions::record(tx, change, reason),
    }
}

/// Lets new content of the actor wait for approval.
pub fn hold(
    tx: &mut Write<'_>,
    me: &Me,
    kind: PostKind,
    id: Id,
    community: Option<Id>,
    reasons: &HoldReasons,
) -> Result<()> {
    transitions::insert_held(tx, me, id, reasons.stored())?;
    open_case(tx, kind, id, me.id(), community)
}

fn open_case(
    tx: &mut Write<'_>,
    kind: PostKind,
    object: Id,
    author: Id,
    community: Option<Id>,
) -> Result<()> {
    let case = NewCase {
        kind: kind.case(),
        object,
        ask: Some(Ask::Held),
        author: Some(author),
        community,
    };
    cases::open(tx, &case).map(drop)
}

/// Deletes content of the actor, and withdraws what waits. A question with answers, here or where it was merged, is
/// closed instead: it keeps its answers and takes no new ones.
pub fn delete_own(tx: &mut Write<'_>, me: &Me, kind: PostKind, id: Id) -> Result<()> {
    if let Some(held) = Transition::find_own(tx, me, kind, id, Action::Delete)? {
        return apply(tx, me, &held, "").map(drop);
    }
    let own = OwnPost::find(tx, me, kind, id)?;
    if kind == PostKind::Question
        && (store::posts::answer_count(tx, id)? > 0 || merge_lookup::is_merged(tx, id)?)
    {
        return set_closed(tx, &own, true);
    }
    apply(tx, me, &Transition::delete(tx, &own)?, "").map(drop)
}

/// Restores content that the actor deleted, lets wait again what they withdrew, and reopens a question that they
/// closed. Rejects a question that a moderator has closed with 409.
pub fn undelete_own(tx: &mut Write<'_>, me: &Me, kind: PostKind, id: Id) -> Result<()> {
    match Transition::find_own(tx, me, kind, id, Action::Undelete)? {
        Some(deleted) => apply(tx, me, &deleted, "").map(drop),
        None if kind == PostKind::Question => {
            set_closed(tx, &OwnPost::find(tx, me, kind, id)?, false)
        }
        None => Err(Sentence::PostNotFound.into()),
    }
}

fn set_closed(tx: &mut Write<'_>, question: &OwnPost, closed: bool) -> Result<()> {
    if !closed && lookup::is_closed(tx, question.id())? {
        return Err(Sentence::ClosedByModerator.into());
    }
    if store::posts::is_closed(tx, question.id())? == closed {
        return Ok(());
    }
    store::changes::set_closed(tx, question, closed)?;
    events::tell_of_closing(tx, question.target(), closed)?;
    events::emit_linked_questions(tx, question.target())?;
    events::emit_question(tx, question.target())
}

/// Withdraws all content of an account that waits.
pub fn withdraw_all(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    for id in states::waiting_of(tx, account.id(), holding::MAX_WAITING)? {
        if let Some(change) = Transition::find_waiting(tx, account, id)? {
            apply(tx, LoggedActor::User(account), &change, "")?;
        }
    }
    Ok(())
}

/// The largest number of posts and comments that one step of a purge deletes. Each deletion of a post tells
/// its readers.
const PURGED_AT_ONCE: usize = 5;

/// Deletes some content of a deleted account: a question with its answers, as a removal does. Returns
/// whether there may be more. Nobody can restore it.
pub fn purge_author(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    for _ in 0..PURGED_AT_ONCE {
        // Looked up one by one: deleting a question hides the next answer.
        match content::next_of(tx, account)? {
            Some(id) => {
                if let Some(change) = Transition::of_deleted_account(tx, account, id)? {
                    apply(tx, LoggedActor::User(account), &change, "")?;
                }
            }
            None => return store::changes::delete_hidden_of(tx, account),
        }
    }
    Ok(true)
}

/// Removes a question, an answer or a comment that the moderator of the site may read.
pub fn remove(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    id: Id,
    reason: &str,
) -> Result<Recorded<Removal>> {
    let change = Transition::find_as_site_moderator(tx, by, id, Action::Remove)?;
    change_removal(tx, by, &change, reason)
}

/// Does the same for content in a community that the user moderates.
pub fn remove_as_moderator(
    tx: &mut Write<'_>,
    me: &Me,
    id: Id,
    reason: &str,
) -> Result<Recorded<Removal>> {
    let change = Transition::find_as_moderator(tx, me, id, Action::Remove)?;
    change_removal(tx, me, &change, reason)
}

/// Restores removed content, and returns the removal that this ends.
pub fn restore(tx: &mut Write<'_>, by: &SiteModerator, id: Id) -> Result<Recorded<Removal>> {
    let change = Transition::find_as_site_moderator(tx, by, id, Action::Restore)?;
    change_removal(tx, by, &change, "")
}

/// Does the same for content that a moderator has removed in a community that the user moderates.
pub fn restore_as_moderator(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Recorded<Removal>> {
    let change = Transition::find_as_moderator(tx, me, id, Action::Restore)?;
    change_removal(tx, me, &change, "")
}

fn change_removal(
    tx: &mut Write<'_>,
    me: &Me,
    change: &Transition,
    reason: &str,
) -> Result<Recorded<Removal>> {
    let before = removals::one(tx, me, change.id)?;
    let recorded = apply(tx, me, change, reason)?;
    let removal = match before {
        Some(ended) => Some(ended),
        None => removals::one(tx, me, change.id)?,
    };
    let (recorded, removal) = recorded
        .zip(removal)
        .ok_or_else(|| Error::internal("the removal is missing"))?;
    Ok(recorded.with(removal))
}

/// Removes or restores content for who decides its case: a moderator of its community, or one of the site, who may
/// not read it without this case. `opened_as`: what the log says then was opened.
pub fn decide_removal(
    tx: &mut Write<'_>,
    me: &Me,
    site: Option<&SiteModerator>,
    (id, action): (Id, Action),
    opened_as: &AdminTarget,
    reason: &str,
) -> Result<()> {
    let change = match site {
        Some(site) => Transition::find_or_open(tx, site, id, action, opened_as)?,
        None => Transition::find_as_moderator(tx, me, id, action)?,
    };
    apply(tx, me, &change, reason).map(drop)
}
