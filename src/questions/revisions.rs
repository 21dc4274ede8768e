//! Editing content, and its revision history.

use super::access::PurgeablePost;
use super::counters::{self, Affected};
use super::model::{Answer, Comment, NewQuestion, PostKind, PurgedRevision, Question, Revision};
use super::moderated::EditablePost;
use super::{awards, events, holding, references, removal, store};
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::mentions::{self, model::Source};
use crate::paging::{Page, Paging};
use crate::pictures::{self, PictureKind};
use crate::text::{self, fold};
use crate::trust::{self, NewText, Posted};
use crate::users::Me;
use crate::users::admin_log::{self, AdminAction};

/// Edits a question. Does nothing if the content is the same.
pub fn edit_question(
    tx: &mut Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    new: &NewQuestion,
) -> Result<Question> {
    change_question(tx, me, post, new)?;
    store::load::question(tx, post.id())
}

/// Does the same, and returns whether the content was another one.
pub(super) fn change_question(
    tx: &mut Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    new: &NewQuestion,
) -> Result<bool> {
    let before = store::load::question(tx, post.id())?;
    let same_tags = before
        .tags
        .iter()
        .map(|tag| fold(&tag.name))
        .eq(new.tags.iter().map(|tag| fold(tag)));
    if same_tags && (&before.title, &before.text) == (&new.title, &new.text) {
        return Ok(false);
    }
    if post.other_author().is_none() {
        let edits = Some(post.id());
        let earlier = NewText {
            question: None,
            edits,
            title: &before.title,
            text: &before.text,
        };
        remember_edit(tx, me, post, &earlier, &new.to_remember(edits))?;
        awards::edited(tx, me, post)?;
    }
    counters::track_change(tx, post.id(), Affected::Post(post.id()), |tx| {
        store::changes::update_question(tx, me, post, new)
    })?;
    record_edited_references(tx, me, PictureKind::Question, post, &new.text)?;
    if before.title != new.title {
        events::emit_linked_questions(tx, post.target())?;
    }
    events::emit_question(tx, post.target())?;
    Ok(true)
}

/// Edits an answer. Does nothing if the text is the same.
pub fn edit_answer(
    tx: &mut Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    text: &str,
) -> Result<Answer> {
    change_answer(tx, me, post, text)?;
    store::load::answer(tx, post.id())
}

/// Does the same, and returns whether the text was another one.
pub(super) fn change_answer(
    tx: &mut Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    text: &str,
) -> Result<bool> {
    let before = store::load::answer(tx, post.id())?.text;
    if before == text {
        return Ok(false);
    }
    if post.other_author().is_none() {
        remember_edit(tx, me, post, &edited(post, &before), &edited(post, text))?;
        awards::edited(tx, me, post)?;
    }
    let affected = Affected::Post(post.id());
    counters::track_change(tx, post.target().question(), affected, |tx| {
        store::changes::update_answer(tx, me, post, text)
    })?;
    record_edited_references(tx, me, PictureKind::Answer, post, text)?;
    events::emit_post(tx, post.target())?;
    Ok(true)
}

/// Edits a comment. Does nothing if the text is the same.
pub fn edit_comment(
    tx: &mut Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    text: &str,
) -> Result<Comment> {
    change_comment(tx, me, post, text)?;
    store::load::comment(tx, post.id())
}

/// Does the same, and returns whether the text was another one.
pub(super) fn change_comment(
    tx: &mut Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    text: &str,
) -> Result<bool> {
    let before = store::load::comment(tx, post.id())?.text;
    if before == text {
        return Ok(false);
    }
    if post.other_author().is_none() {
        remember_edit(tx, me, post, &edited(post, &before), &edited(post, text))?;
    }
    store::changes::update_comment(tx, me, post, text)?;
    record_edited_references(tx, me, PictureKind::Comment, post, text)?;
    events::emit_post(tx, post.target())?;
    Ok(true)
}

/// Stores whom an edited text names and which pictures it shows. Whom a moderator names in a text of another
/// author is not told: the author has not named them.
fn record_edited_references(
    tx: &mut Write<'_>,
    me: &Me,
    kind: PictureKind,
    post: &EditablePost<'_>,
    text: &str,
) -> Result<()> {
    let place = post.target().question();
    let Some(author) = post.other_author() else {
        return references::record(tx, me, kind, place, post.id(), text);
    };
    let shown = pictures::Source {
        kind,
        id: post.id(),
        place,
        pictures: text::pictures(text),
    };
    pictures::update(tx, me, &shown)?;
    let source = Source {
        id: post.id(),
        place,
        names: text::mentions(text),
    };
    mentions::update_untold(tx, author, &source)
}

fn edited<'t>(post: &EditablePost<'_>, text: &'t str) -> NewText<'t> {
    NewText {
        edits: Some(post.id()),
        ..NewText::on(post.target().question(), text)
    }
}

/// Rejects a new text that the author may not write here, and remembers any other.
fn remember_edit(
    tx: &Write<'_>,
    me: &Me,
    post: &EditablePost<'_>,
    before: &NewText<'_>,
    new: &NewText<'_>,
) -> Result<()> {
    trust::limits::check_text(tx, me, Posted::Edit, new.text)?;
    holding::check_edit(tx, me, post.target().question(), before, new)?;
    trust::remember(tx, me, post.id(), post.target().scope(), new, false)
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
