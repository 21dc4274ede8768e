//! Deleting and restoring questions, answers and comments.
//!
//! A question with answers is closed instead of deleted: it keeps its answers and takes no new
//! ones. One whose answers were merged into another question leads to them, and is kept as well.

use super::access::{DeletablePost, OwnPost, RestorablePost};
use super::counters::{self, Affected};
use super::model::{Answer, Comment, PostKind, Question};
use super::store::moderation::{lookup, merge_lookup};
use super::{events, store};
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{Account, Me};

/// Deletes the author's question, or closes it if it has answers, here or where it was merged.
pub fn delete_question(tx: &mut Write<'_>, me: &Me, own: OwnPost) -> Result<Question> {
    if store::posts::answer_count(tx, own.id())? > 0 || merge_lookup::is_merged(tx, own.id())? {
        return set_closed(tx, &own, true);
    }
    let question = own.id();
    delete(tx, &DeletablePost::from_own(me, own))?;
    store::load::question(tx, question)
}

/// Restores a question that its author deleted, or reopens one that they closed. Rejects one that a
/// moderator has closed with 409.
pub fn undelete_question(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Question> {
    let Some(deleted) = RestorablePost::find_own(tx, me, PostKind::Question, id)? else {
        return set_closed(tx, &OwnPost::find(tx, me, PostKind::Question, id)?, false);
    };
    restore(tx, &deleted)?;
    store::load::question(tx, id)
}

fn set_closed(tx: &mut Write<'_>, question: &OwnPost, closed: bool) -> Result<Question> {
    if !closed && lookup::is_closed(tx, question.id())? {
        return Err(Sentence::ClosedByModerator.into());
    }
    if store::posts::is_closed(tx, question.id())? == closed {
        return store::load::question(tx, question.id());
    }
    store::changes::set_closed(tx, question, closed)?;
    events::emit_linked_questions(tx, question.target())?;
    events::emit_question(tx, question.target())?;
    store::load::question(tx, question.id())
}

/// Deletes the author's answer.
pub fn delete_answer(tx: &mut Write<'_>, me: &Me, own: OwnPost) -> Result<Answer> {
    let answer = own.id();
    delete(tx, &DeletablePost::from_own(me, own))?;
    store::load::answer(tx, answer)
}

/// Restores an answer that its author deleted.
pub fn undelete_answer(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Answer> {
    restore_own(tx, me, PostKind::Answer, id)?;
    store::load::answer(tx, id)
}

/// Deletes the author's comment.
pub fn delete_comment(tx: &mut Write<'_>, me: &Me, own: OwnPost) -> Result<Comment> {
    let comment = own.id();
    delete(tx, &DeletablePost::from_own(me, own))?;
    store::load::comment(tx, comment)
}

/// Restores a comment that its author deleted.
pub fn undelete_comment(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Comment> {
    restore_own(tx, me, PostKind::Comment, id)?;
    store::load::comment(tx, id)
}

fn restore_own(tx: &mut Write<'_>, me: &Me, kind: PostKind, id: Id) -> Result<()> {
    let deleted = RestorablePost::find_own(tx, me, kind, id)?.ok_or(Sentence::PostNotFound)?;
    restore(tx, &deleted)
}

/// The largest number of posts and comments that one step of a purge deletes. Each deletion of a post tells
/// its readers.
const PURGED_AT_ONCE: usize = 5;

/// Deletes some content of a deleted account: a question with its answers, as a removal does. Returns
/// whether there may be more. Nobody can restore it.
pub fn purge_author(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    for _ in 0..PURGED_AT_ONCE {
        // Looked up one by one: deleting a question hides the next answer.
        let Some(post) = DeletablePost::next_of(tx, account)? else {
            return store::changes::delete_hidden_of(tx, account);
        };
        delete(tx, &post)?;
    }
    Ok(true)
}

/// Deletes content of any kind, a question even if it has answers, and emits the change.
pub(super) fn delete(tx: &mut Write<'_>, post: &DeletablePost) -> Result<()> {
    match post.kind() {
        PostKind::Question => {
            counters::track_change(tx, post.id(), Affected::Thread, |tx| {
                store::changes::delete_question(tx, post)
            })?;
            events::emit_linked_questions(tx, post.target())?;
            events::emit_deleted_question(tx, post.target())
        }
        PostKind::Answer => {
            let affected = Affected::Post(post.id());
            counters::track_change(tx, post.target().question(), affected, |tx| {
                store::changes::delete_answer(tx, post)
            })?;
            events::emit_question(tx, post.target())
        }
        PostKind::Comment => {
            store::changes::delete_comment(tx, post)?;
            events::emit_post(tx, post.target())
        }
    }
}

/// Restores content of any kind and emits the change.
pub(super) fn restore(tx: &mut Write<'_>, post: &RestorablePost) -> Result<()> {
    undelete(tx, post)?;
    match post.kind() {
        PostKind::Question => {
            events::emit_linked_questions(tx, post.target())?;
            events::emit_question(tx, post.target())
        }
        PostKind::Answer => events::emit_question(tx, post.target()),
        PostKind::Comment => events::emit_post(tx, post.target()),
    }
}

/// Restores content of any kind and updates what depends on it.
pub(super) fn undelete(tx: &mut Write<'_>, post: &RestorablePost) -> Result<()> {
    let question = post.target().question();
    match post.kind() {
        PostKind::Question => counters::track_change(tx, question, Affected::Thread, |tx| {
            store::changes::undelete_question(tx, post)
        }),
        PostKind::Answer => counters::track_change(tx, question, Affected::Post(post.id()), |tx| {
            store::changes::undelete_answer(tx, post)
        }),
        PostKind::Comment => store::changes::undelete_comment(tx, post),
    }
}
