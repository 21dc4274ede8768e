//! Editing content, and its revision history.

use super::access::{CanRespond, EditDecider, EditablePost, PurgeablePost};
use super::counters::{self, Affected};
use super::model::{NewContent, PostKind, PurgedRevision, Revision};
use super::moderation::record::{record, target};
use super::state::Transition;
use super::{awards, events, holding, publishing, store};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text::{self, fold};
use crate::features::cases;
use crate::features::mentions::{self, model::Source};
use crate::features::notifications::entries;
use crate::features::pictures;
use crate::features::trust::{self, Posted};
use crate::features::users::admin_log::{self, AdminAction};
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::outbox::SiteEvent;

/// Edits held content, which stays held.
pub fn edit_held(tx: &mut Write<'_>, me: &Me, held: &Transition, new: &NewContent) -> Result<()> {
    let (id, question) = (held.id, held.target.question());
    trust::limits::check_text(tx, me, Posted::Edit, new.text())?;
    check_tags(tx, me, new)?;
    let remembered = new.to_remember(question, Some(id));
    trust::remember(
        tx,
        me,
        id,
        held.target.scope().is_public(),
        &remembered,
        true,
    )?;
    store::transitions::set_content(tx, held, new)?;
    publishing::show_pictures(tx, me, held.kind, question, id, new.text())?;
    // Those who may decide have read another version.
    cases::tell_staff(tx, Some(me.id()), store::content::community(tx, question)?)
}

/// Edits content that others see. Does nothing if it is the same. Returns whether it was another one.
pub fn edit(
    tx: &mut Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    new: &NewContent,
) -> Result<bool> {
    let kind = new.kind();
    let before = store::load::content(tx, kind, post.id())?;
    if is_same(&before, new) {
        return Ok(false);
    }
    check_tags(tx, me, new)?;
    if post.is_checked() {
        remember_edit(tx, me, post, &before, new)?;
        if kind != PostKind::Comment && post.other_author().is_none() {
            awards::edited(tx, me, post)?;
        }
    }
    write(tx, me, post, &before, new)?;
    if let Some(author) = post.other_author()
        && post.is_checked()
        && mentions::store::may_tell(tx, me, author)?
    {
        entries::tell_edited(tx, author, post.id())?;
    }
    Ok(true)
}

/// Makes a suggested edit of a member the current version, whose editor is the member. Does nothing if it is the same.
/// Returns whether it was another one.
pub fn accept(
    tx: &mut Write<'_>,
    editor: &Account,
    post: &EditablePost<'_>,
    new: &NewContent,
) -> Result<bool> {
    let before = store::load::content(tx, new.kind(), post.id())?;
    let is_changed = !is_same(&before, new);
    if is_changed {
        write(tx, editor, post, &before, new)?;
    }
    Ok(is_changed)
}

/// Stores a new version, and what follows from it.
fn write(
    tx: &mut Write<'_>,
    editor: &Account,
    post: &EditablePost<'_>,
    before: &NewContent,
    new: &NewContent,
) -> Result<()> {
    let (id, target) = (post.id(), post.target());
    match new.kind() {
        PostKind::Comment => store::changes::update(tx, editor, post, new)?,
        PostKind::Question | PostKind::Answer => {
            counters::track_change(tx, target.question(), Affected::Post(id), |tx| {
                store::changes::update(tx, editor, post, new)
            })?;
        }
    }
    record_references(tx, editor, post, new)?;
    if new.kind() != PostKind::Comment {
        events::tell_webhooks(tx, SiteEvent::PostEdited, Some(editor), target, id)?;
    }
    if let (NewContent::Question(before), NewContent::Question(new)) = (before, new) {
        if before.title != new.title {
            events::emit_linked_questions(tx, target)?;
        }
        events::emit_question(tx, target)
    } else {
        events::emit_post(tx, target)
    }
}

/// Makes an answer a wiki, or ends that. Rejects what is in a locked question with 409, and an author who would end it
/// with 403.
pub fn set_wiki(tx: &mut Write<'_>, me: &Me, answer: &EditDecider, is_wiki: bool) -> Result<()> {
    let (id, target) = (answer.target().post(), answer.target());
    CanRespond::find(tx, me, target)?;
    if !is_wiki && answer.moderated().is_none() {
        return Err(Sentence::ModeratorsOnly.into());
    }
    if store::content::is_wiki(tx, id)? == is_wiki {
        return Ok(());
    }
    store::changes::set_wiki(tx, answer, is_wiki)?;
    if let Some(moderated) = answer.moderated() {
        let detail = if is_wiki {
            "community wiki"
        } else {
            "no community wiki"
        };
        record(tx, me, AdminAction::EditPost, moderated, detail)?;
    }
    events::emit_post(tx, target)
}

/// Returns whether two contents are the same, but for the spelling of tags.
pub(super) fn is_same(before: &NewContent, new: &NewContent) -> bool {
    let is_same_question = match (before, new) {
        (NewContent::Question(before), NewContent::Question(new)) => {
            let folded = |tags: &[String]| tags.iter().map(|tag| fold(tag)).collect::<Vec<_>>();
            before.title == new.title && folded(&before.tags) == folded(&new.tags)
        }
        _ => true,
    };
    is_same_question && before.text() == new.text()
}

/// Stores whom an edited text names and which pictures it shows. Whom a moderator or a suggested edit names in a text of
/// another author is not told: the author has not named them.
fn record_references(
    tx: &mut Write<'_>,
    editor: &Account,
    post: &EditablePost<'_>,
    new: &NewContent,
) -> Result<()> {
    let (id, place, text) = (post.id(), post.target().question(), new.text());
    publishing::show_pictures(tx, editor, new.kind(), place, id, text)?;
    let Some(author) = post.other_author() else {
        return publishing::mention(tx, editor, place, id, text);
    };
    let names = text::mentions(text);
    mentions::update_untold(tx, author, &Source { id, place, names })
}

/// Rejects new content that the author may not write here, and remembers any other.
fn remember_edit(
    tx: &Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    before: &NewContent,
    new: &NewContent,
) -> Result<()> {
    let (id, target) = (post.id(), post.target());
    let question = target.question();
    trust::limits::check_text(tx, me, Posted::Edit, new.text())?;
    let before = before.to_remember(question, Some(id));
    let new = new.to_remember(question, Some(id));
    holding::check_edit(tx, me, question, &before, &new)?;
    trust::remember(tx, me, id, target.scope().is_public(), &new, false)
}

/// Rejects a tag with a blocked word with 400.
pub(super) fn check_tags(read: &Read<'_>, me: &Me, new: &NewContent) -> Result<()> {
    match new {
        NewContent::Question(new) => trust::spam::check_allowed(read, me, &new.tags.join(" ")),
        NewContent::Answer(_) | NewContent::Comment(_) => Ok(()),
    }
}

/// Returns the revisions of a question, an answer or a comment, newest first. Rejects content that
/// is absent or hidden with 404.
pub fn history(read: &Read<'_>, me: &Me, id: Id, paging: &Paging) -> Result<Page<Revision>> {
    let record = store::content::find(read, me, id)?.ok_or(Sentence::PostNotFound)?;
    let can_purge = PurgeablePost::is_allowed(read, me, &record)?;
    match record.kind {
        PostKind::Question | PostKind::Answer => {
            store::changes::revisions_of_post(read, id, can_purge, paging)
        }
        PostKind::Comment => store::changes::revisions_of_comment(read, id, can_purge, paging),
    }
}

/// Empties an earlier version for good, for example because it contains something private. Who
/// purged it and when is recorded, also in the log of administration unless it is the author.
pub fn purge(
    tx: &mut Write<'_>,
    me: &Me,
    post: &PurgeablePost,
    revision: Id,
) -> Result<PurgedRevision> {
    store::changes::purge_revision(tx, post, revision)?;
    store::suggested_edits::forget_purged(tx, post.id())?;
    mentions::store::purge_earlier(tx, post.target().question(), post.id())?;
    let remaining = store::changes::earlier_texts(tx, post)?;
    pictures::forget_purged(tx, post.target().question(), post.id(), &remaining)?;
    if !post.is_own() {
        let target = target(tx, post.kind(), post.id(), post.target())?;
        admin_log::record(tx, me, AdminAction::PurgeVersion, &target, "")?;
    }
    tx.without_event("a history is fetched when it is opened");
    Ok(PurgedRevision {
        id: revision,
        purged: true,
    })
}
