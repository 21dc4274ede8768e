//! Suggested edits: members propose a new version of a post that they may not edit, and its author or a moderator accepts or
//! declines it.
//!
//! Only the member, the author and moderators see a suggestion, while they may read the post. An accepted one becomes a
//! version whose editor is the member. A suggestion and its acceptance name the version that was compared with, so that
//! neither replaces an edit that nobody has looked at.

use super::access::{CanSuggestEdit, EditDecider, EditablePost, ReadablePost};
use super::model::{NewContent, PostKind, SuggestedEdits};
use super::moderation::record::record;
use super::{holding, revisions, store};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::cases;
use crate::features::mentions;
use crate::features::notifications::entries;
use crate::features::trust::{self, Posted};
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{self, Me};
use crate::platform::db::{Read, Write};

/// The largest number of open suggested edits of a member.
const MAX_OF_MEMBER: i64 = 20;
/// The largest number of open suggested edits of a post.
const MAX_OF_POST: i64 = 5;

/// Returns the current version of a question or an answer, and the open suggested edits of it that the actor sees. Rejects
/// what is absent or hidden with 404.
pub fn list(read: &Read<'_>, me: &Me, post: Id) -> Result<SuggestedEdits> {
    let decides = EditDecider::find(read, me, post)?.is_some();
    let target = ReadablePost::find_post(read, me, post)?;
    let kind = if target.is_question() {
        PostKind::Question
    } else {
        PostKind::Answer
    };
    let (title, tags, text) = match store::load::content(read, kind, post)? {
        NewContent::Question(now) => (Some(now.title), Some(now.tags), now.text),
        NewContent::Answer(text) | NewContent::Comment(text) => (None, None, text),
    };
    let revision_id = store::suggested_edits::current_revision(read, post)?;
    Ok(SuggestedEdits {
        id: post,
        revision_id,
        title,
        tags,
        text,
        may_decide: decides,
        suggestions: store::suggested_edits::list(read, me, &target, revision_id, decides)?,
    })
}

/// Suggests an edit, instead of the actor's earlier one of the post. `revision` is the version that they have edited.
pub fn suggest(
    tx: &mut Write<'_>,
    me: &Me,
    post: &CanSuggestEdit,
    new: &NewContent,
    revision: Id,
    reason: &str,
) -> Result<()> {
    tx.without_event(
        "only the author of the post and moderators are notified, if they may read it",
    );
    let (id, question) = (post.target().post(), post.target().question());
    check_revision(tx, id, revision)?;
    let before = store::load::content(tx, post.kind(), id)?;
    if revisions::is_same(&before, new) {
        return Err(Sentence::SuggestedEditUnchanged.into());
    }
    trust::limits::check_text(tx, me, Posted::Edit, new.text())?;
    revisions::check_tags(tx, me, new)?;
    let (old, changed) = (
        before.to_remember(question, Some(id)),
        new.to_remember(question, Some(id)),
    );
    holding::check_edit(tx, me, question, &old, &changed)?;
    let is_first = !store::suggested_edits::is_open(tx, me, id)?;
    if is_first {
        if store::suggested_edits::count_of_member(tx, me)? >= MAX_OF_MEMBER {
            return Err(Sentence::SuggestedEditsTooMany.into());
        }
        if store::suggested_edits::count_of_post(tx, id)? >= MAX_OF_POST {
            return Err(Sentence::PostHasSuggestedEdits.into());
        }
    }
    store::suggested_edits::put(tx, me, post, new, revision, reason)?;
    if is_first {
        if mentions::store::may_tell(tx, me, post.author())? {
            entries::tell_suggested(tx, post.author(), id)?;
        }
        notify_moderators(tx, post.author(), question)?;
    }
    Ok(())
}

/// Emits to the moderators who may read a question that their queue has changed, but not to the author of the post.
fn notify_moderators(tx: &mut Write<'_>, author: Id, question: Id) -> Result<()> {
    let community = store::content::community(tx, question)?;
    cases::tell_readers(tx, author, community, |read, user| {
        Ok(store::content::visible_scope(read, user, question)?.is_some())
    })
}

/// Rejects a change of another version than the current one with 409.
fn check_revision(read: &Read<'_>, post: Id, revision: Id) -> Result<()> {
    if store::suggested_edits::current_revision(read, post)? != revision {
        return Err(Sentence::PostChanged.into());
    }
    Ok(())
}

/// A decision about a suggested edit.
pub struct Decision {
    pub is_accepted: bool,
    /// The version with which it was compared, which must be the current one. An acceptance needs it.
    pub revision: Option<Id>,
}

/// Accepts or declines a suggested edit, and notifies the member. Succeeds without changes if the actor has decided the same
/// before. Rejects what does not exist and what the actor does not decide about with 404. Returns the id of the post.
pub fn decide(tx: &mut Write<'_>, me: &Me, id: Id, decision: &Decision, note: &str) -> Result<Id> {
    tx.without_event(
        "only the member, the author and moderators are notified, if they may read the post",
    );
    let edit = store::suggested_edits::find(tx, id)?.ok_or(Sentence::SuggestedEditNotFound)?;
    let decider = match EditDecider::find(tx, me, edit.post) {
        Ok(Some(decider)) => decider,
        Ok(None) | Err(Error::Code(Sentence::PostNotFound)) => {
            return Err(Sentence::SuggestedEditNotFound.into());
        }
        Err(error) => return Err(error),
    };
    if let Some(decided_by) = edit.decided_by {
        if decided_by == me.id() && edit.is_accepted == Some(decision.is_accepted) {
            return Ok(edit.post);
        }
        return Err(Sentence::SuggestedEditDecided.into());
    }
    let post = EditablePost::from_decider(tx, me, &decider)?;
    match decision.revision {
        Some(revision) => check_revision(tx, edit.post, revision)?,
        None if decision.is_accepted => return Err(Sentence::PostChanged.into()),
        None => {}
    }
    if decision.is_accepted {
        let editor = users::store::account(tx, edit.user)?;
        let editor = editor.ok_or(Sentence::SuggestedEditNotFound)?;
        let is_changed = revisions::accept(tx, &editor, &post, &edit.content)?;
        if let Some(moderated) = decider.moderated().filter(|_| is_changed) {
            let detail = format!("suggested by {}", editor.username());
            record(tx, me, AdminAction::EditPost, moderated, &detail)?;
        }
    }
    store::suggested_edits::decide(tx, me, &decider, id, decision.is_accepted, note)?;
    entries::tell_decided(tx, edit.user, edit.post)?;
    tell_author(tx, decider.author(), decider.target())?;
    notify_moderators(tx, decider.author(), decider.target().question())?;
    Ok(edit.post)
}

/// Withdraws an open suggested edit of the actor. Rejects any other id with 404. Returns the id of the post.
pub fn withdraw(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Id> {
    tx.without_event(
        "only the author of the post and moderators are notified, if they may read it",
    );
    let edit = store::suggested_edits::find(tx, id)?.ok_or(Sentence::SuggestedEditNotFound)?;
    let found = store::content::find(tx, me, edit.post)?.is_some();
    if !found || !store::suggested_edits::withdraw(tx, me, id)? {
        return Err(Sentence::SuggestedEditNotFound.into());
    }
    let post = ReadablePost::find_post(tx, me, edit.post)?;
    let author = store::content::author(tx, edit.post)?;
    tell_author(tx, author, &post)?;
    notify_moderators(tx, author, post.question())?;
    Ok(edit.post)
}

/// Emits to the author of a post that there is one suggested edit less, if they may read it.
fn tell_author(tx: &mut Write<'_>, author: Id, post: &ReadablePost) -> Result<()> {
    if store::content::visible_scope(tx, author, post.question())?.is_some() {
        entries::emit_changed(tx, author);
    }
    Ok(())
}
