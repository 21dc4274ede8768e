//! Deciding cases: claim, decide, undo. Every decision is in the log, with its reason.

use super::access::{DecidableCase, DecidedCase, OwnClaim, VisibleCase};
use super::model::{Decision, FlagCase, FlagUpdate};
use super::outcomes::{self, Outcome};
use super::store::records::{self, CaseRecord};
use super::store::{cases, flags, objects, rows};
use super::visitors;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::cases::{Ask, CaseKind, tell_staff};
use crate::features::questions::store::states;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::{Me, Opened, Recorded, SiteModerator};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;

/// Returns a case as the actor sees it.
pub fn shown(read: &Read<'_>, me: &Me, id: Id) -> Result<FlagCase> {
    let record = records::find(read, id)?.ok_or(Sentence::FlagNotFound)?;
    rows::shown(read, me, me.moderates_site(), &record)
}

/// Opens the object of a case to a moderator of the site. What they may not read otherwise opens only to two of
/// them, who ask for it one after the other, and its author is told. Rejects what no member who reported it
/// could see with 403.
pub fn open(tx: &mut Write<'_>, by: &SiteModerator, id: Id) -> Result<Recorded<FlagCase>> {
    tx.without_event("nobody else is shown what a moderator opens");
    let case = VisibleCase::find(tx, by, id)?;
    let record = case.record();
    let mut target = target(tx, by, record)?;
    let is_private = objects::readable(tx, by, record, false)?.is_none();
    let (opened, recorded) = if is_private {
        if record.ask.is_none() && !flags::has_seen(tx, record)? {
            return Err(Sentence::FlagUnseen.into());
        }
        if let Some(author) = record.author {
            target = target.concerning(author);
        }
        Opened::with_another(tx, by, &target, record.object)?
    } else {
        let (opened, recorded) = Opened::record(tx, by, &target, record.object)?;
        (Some(opened), recorded)
    };
    let Some(opened) = opened else {
        tell_staff(tx, record.author, None)?;
        return Ok(recorded.with(shown(tx, by, record.id)?));
    };
    let content = objects::opened(tx, &opened, record)?;
    Ok(recorded.with(rows::with_content(tx, by, true, record, Some(content))?))
}

/// Gives a case to the actor for 15 minutes, in which no other moderator decides it. Returns it with the whole
/// text of a post.
pub fn claim(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<FlagCase> {
    let case = DecidableCase::find(tx, me, id)?;
    cases::set_claim(tx, me, &case)?;
    let record = case.case().record();
    tell_staff(tx, record.author, record.community)?;
    // With the claim. The moderator decides about the whole text.
    let record = records::find(tx, id)?.ok_or(Sentence::FlagNotFound)?;
    let content = objects::readable(tx, me, &record, true)?;
    rows::with_content(tx, me, me.moderates_site(), &record, content)
}

/// Lets other moderators decide a case again that the actor has claimed. Does nothing if they have not.
pub fn release(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<FlagCase> {
    tx.without_event("a case that the actor has not claimed stays as it is");
    if let Some(claim) = OwnClaim::find(tx, me, id)? {
        cases::clear_claim(tx, &claim)?;
        let record = claim.case().record();
        tell_staff(tx, record.author, record.community)?;
    }
    shown(tx, me, id)
}

/// Decides a case, and closes all of its reports. `remove` also removes the object. `version`: that of a held post
/// that the moderator read.
pub fn decide(
    tx: &mut Write<'_>,
    me: &Me,
    id: Id,
    decision: Decision,
    remove: bool,
    version: Option<Id>,
    reason: &str,
) -> Result<Recorded<FlagCase>> {
    let case = DecidableCase::find(tx, me, id)?;
    let record = case.case().record();
    check_version(tx, record.object, version)?;
    let outcome = Outcome::of(tx, me, &case, decision, remove)?;
    // Before the removal, after which a message has no author to name.
    let target = decided(tx, me, case.case())?;
    outcome.carry_out(tx, me, case.case(), &target, reason)?;
    cases::set_decision(tx, me, &case, decision, reason, outcome.removes())?;
    tell_flaggers(tx, record, Some(decision))?;
    visitors::decided(tx, me, record.id)?;
    let detail = format!("{}: {reason}", decision.word());
    let action = match record.ask {
        Some(Ask::Appeal) => AdminAction::DecideAppeal,
        _ => AdminAction::DecideFlag,
    };
    let recorded = admin_log::record(tx, me, action, &target, &detail)?;
    tell_staff(tx, record.author, record.community)?;
    Ok(recorded.with(shown(tx, me, id)?))
}

/// Rejects a decision about another version of a held post than the one that the moderator read.
fn check_version(read: &Read<'_>, post: Id, version: Option<Id>) -> Result<()> {
    let current = states::withheld(read, post)?.map(|(_, version)| version);
    if version.is_some() && version != current {
        return Err(Sentence::FlagChanged.into());
    }
    Ok(())
}

/// Undoes a decision: the case is open again, and what the decision removed is restored.
pub fn undo(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Recorded<FlagCase>> {
    let case = DecidedCase::find(tx, me, id)?;
    let record = case.case().record();
    let target = decided(tx, me, case.case())?;
    outcomes::undo(tx, me, &case, &target)?;
    cases::clear_decision(tx, &case)?;
    tell_flaggers(tx, record, None)?;
    visitors::undone(tx, record.id)?;
    let detail = case.decision().map_or("", Decision::word);
    let recorded = admin_log::record(tx, me, AdminAction::UndoDecision, &target, detail)?;
    tell_staff(tx, record.author, record.community)?;
    Ok(recorded.with(shown(tx, me, id)?))
}

/// Closes the reports of a case with its outcome, or opens them, and tells who made them.
fn tell_flaggers(tx: &mut Write<'_>, case: &CaseRecord, outcome: Option<Decision>) -> Result<()> {
    let told_as = outcome.map(|_| tx.new_id());
    let flaggers = flags::set_told(tx, case.id, told_as)?;
    let update = FlagUpdate {
        kind: case.kind,
        object_id: case.object,
        outcome,
    };
    tx.emit(update, Audience::Users(flaggers));
    Ok(())
}

/// Returns the target of a decision. What a moderator of a private community decides is for its members, like
/// what they remove.
fn decided(read: &Read<'_>, me: &Me, case: &VisibleCase) -> Result<AdminTarget> {
    let record = case.record();
    let mut target = target(read, me, record)?;
    if let Some(author) = record
        .author
        .filter(|_| matches!(record.ask, Some(Ask::Held | Ask::Appeal)))
    {
        target = target.concerning(author);
    }
    Ok(match record.community {
        Some(community) if case.site().is_none() && objects::is_private(read, record)? => {
            target.in_scope(community.as_i64())
        }
        _ => target,
    })
}

/// Returns the object of a case as the target of an action. What the actor may not read has no name there.
fn target(read: &Read<'_>, me: &Me, case: &CaseRecord) -> Result<AdminTarget> {
    let content = objects::readable(read, me, case, false)?;
    let is_private = objects::is_private(read, case)?;
    // A held question has a title that nobody else has seen.
    let is_unseen = case.ask == Some(Ask::Held) && case.kind == CaseKind::Question;
    let name = content
        .filter(|_| !is_private && !is_unseen)
        .map(|content| content.title.unwrap_or(content.author));
    Ok(AdminTarget::new(
        case.kind.target(),
        Some(case.object),
        &name.unwrap_or_default(),
    ))
}
