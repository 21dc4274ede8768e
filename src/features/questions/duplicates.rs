//! Links between duplicate questions.
//!
//! A user who may read both questions may link them. A link is visible only to users who may read
//! both. It goes with the posts of its author when a moderator removes everything of them.

use super::access::{CanRespond, ReadablePost};
use super::store::content;
use super::{events, store};
use crate::core::error::{Result, Sentence};
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Me, SiteModerator};
use crate::platform::db::Write;

/// The largest number of links per question that the linking user can see. Links that they cannot
/// see do not count.
const MAX_LINKS: i64 = 20;

/// Links `copy` to `original` as its duplicate. Does nothing if the link exists. Rejects a link of
/// a question to itself, the reverse of an existing link, more than 20 links, and one of a locked question by who
/// does not moderate it.
pub fn link(
    tx: &mut Write<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<()> {
    for question in [copy, original] {
        CanRespond::find(tx, me, question)?;
    }
    if insert(tx, me, copy, original)? {
        events::emit_duplicate_link(tx, copy, original)?;
    }
    Ok(())
}

/// Does the same without an event. Returns whether the link is new.
pub(super) fn insert(
    tx: &Write<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<bool> {
    if copy.question() == original.question() {
        return Err(Sentence::DuplicateOfItself.into());
    }
    if store::duplicates::exists(tx, copy, original)? {
        return Ok(false);
    }
    if store::duplicates::exists(tx, original, copy)? {
        return Err(Sentence::LinkedReversed.into());
    }
    for question in [copy, original] {
        if store::duplicates::count(tx, me, question)? >= MAX_LINKS {
            return Err(Sentence::LinksTooMany.into());
        }
    }
    store::duplicates::insert(tx, me, copy, original)?;
    Ok(true)
}

/// Removes a link. Does nothing if there is none. Rejects users who neither made the link nor asked
/// one of the two questions nor moderate one with 403, and everybody while the questions are merged. What a
/// moderator removes is in the log, and who made the link is told.
pub fn unlink(
    tx: &mut Write<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<()> {
    let Some(link) = store::duplicates::find(tx, me, copy, original)? else {
        return Ok(());
    };
    let moderates = SiteModerator::find(me).is_some()
        || content::moderated_community(tx, me, copy.question())?.is_some()
        || content::moderated_community(tx, me, original.question())?.is_some();
    if link.is_merged || !(link.is_own || moderates) {
        return Err(Sentence::NotYourLink.into());
    }
    store::duplicates::delete(tx, copy, original)?;
    if !link.is_own {
        let id = copy.question();
        let title = store::load::head(tx, id)?.0.title;
        let target = AdminTarget::new(AdminTargetKind::Question, Some(id), &title)
            .in_scope(copy.scope().value())
            .concerning(link.linked_by);
        admin_log::record(tx, me, AdminAction::RemoveLink, &target, "")?;
    }
    events::emit_duplicate_link(tx, copy, original)
}
