//! Editing content, and its revision history.

use super::access::{OwnPost, PurgeablePost};
use super::counters::{self, Affected};
use super::model::{Answer, Comment, NewQuestion, PostKind, PurgedRevision, Question, Revision};
use super::{awards, events, record_references, removal, store};
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::mentions;
use crate::paging::{Page, Paging};
use crate::pictures::{self, PictureKind};
use crate::text::fold;
use crate::trust::{self, NewText, Posted};
use crate::users::Me;
use crate::users::admin_log::{self, AdminAction};

/// Edits a question. Does nothing if the content is the same.
pub fn edit_question(
    tx: &mut Write<'_>,
    me: &Me,
    own: &OwnPost,
    new: &NewQuestion,
) -> Result<Question> {
    let before = store::load::question(tx, own.id())?;
    let same_tags = before
        .tags
        .iter()
        .map(|tag| fold(&tag.name))
        .eq(new.tags.iter().map(|tag| fold(tag)));
    if same_tags && (&before.title, &before.text) == (&new.title, &new.text) {
        return Ok(before);
    }
    trust::limits::check_text(tx, me, Posted::Edit, &new.text)?;
    let text = new.to_remember(Some(own.id()));
    trust::remember(tx, me, own.id(), own.target().scope(), &text, false)?;
    awards::edited(tx, me, own)?;
    counters::track_change(tx, own.id(), Affected::Post(own.id()), |tx| {
        store::changes::update_question(tx, me, own, new)
    })?;
    record_references(tx, me, PictureKind::Question, own.id(), own.id(), &new.text)?;
    if before.title != new.title {
        events::emit_linked_questions(tx, own.target())?;
    }
    events::emit_question(tx, own.target())?;
    store::load::question(tx, own.id())
}

/// Edits an answer. Does nothing if the text is the same.
pub fn edit_answer(tx: &mut Write<'_>, me: &Me, own: &OwnPost, text: &str) -> Result<Answer> {
    if store::load::answer(tx, own.id())?.text != text {
        awards::edited(tx, me, own)?;
        let affected = Affected::Post(own.id());
        remember_edit(tx, me, own, text)?;
        counters::track_change(tx, own.target().question(), affected, |tx| {
            store::changes::update_answer(tx, me, own, text)
        })?;
        let question = own.target().question();
        record_references(tx, me, PictureKind::Answer, question, own.id(), text)?;
        events::emit_post(tx, own.target())?;
    }
    store::load::answer(tx, own.id())
}

/// Edits a comment. Does nothing if the text is the same.
pub fn edit_comment(tx: &mut Write<'_>, me: &Me, own: &OwnPost, text: &str) -> Result<Comment> {
    if store::load::comment(tx, own.id())?.text != text {
        remember_edit(tx, me, own, text)?;
        store::changes::update_comment(tx, own, text)?;
        let question = own.target().question();
        record_references(tx, me, PictureKind::Comment, question, own.id(), text)?;
        events::emit_post(tx, own.target())?;
    }
    store::load::comment(tx, own.id())
}

/// Rejects a new text of an answer or a comment that a new member may not write, and remembers any other.
fn remember_edit(tx: &Write<'_>, me: &Me, own: &OwnPost, text: &str) -> Result<()> {
    trust::limits::check_text(tx, me, Posted::Edit, text)?;
    let new = NewText {
        edits: Some(own.id()),
        ..NewText::on(own.target().question(), text)
    };
    trust::remember(tx, me, own.id(), own.target().scope(), &new, false)
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
    mentions::store::purge_earlier(tx, post.target().question(), post.id())?;
    let remaining = store::changes::earlier_texts(tx, post)?;
    pictures::forget_purged(tx, post.target().question(), post.id(), &remaining)?;
    if !post.is_own() {
        let target = removal::target(tx, post.kind(), post.id(), post.target())?;
        admin_log::record(tx, me, AdminAction::PurgeVersion, &target, "")?;
    }
    tx.without_event("a history is fetched when it is opened");
    Ok(PurgedRevision {
        id: revision,
        purged: true,
    })
}
