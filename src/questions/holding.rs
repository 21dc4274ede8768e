//! Holding: new content waits until a moderator approves it.
//!
//! Held content is stored like removed content, in the transaction of its call, so that everything that
//! keeps removed content from others keeps it too. Nothing about it is announced or counted. Its approval
//! restores it with its id and its time, and then does what posting does. What a moderator rejects stays
//! removed, and its author sees why. Messages are never held.

use super::access::{DeletablePost, RestorablePost};
use super::counters::{self, Affected};
use super::model::{Answer, Comment, NewQuestion, PostKind, Question, RemovalKind};
use super::moderated::CanRespond;
use super::withheld::WithheldPost;
use super::{deletion, events, publishing, references, store};
use crate::cases::{self, Ask, CaseKind, NewCase};
use crate::clock::Timestamp;
use crate::communities::access::{CanPost, Scope};
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::pictures::PictureKind;
use crate::settings::{self, SettingKey};
use crate::trust::{self, HoldReason, NewText, Posted};
use crate::users::{self, Me};

/// The largest number of posts of a member that wait for approval.
const MAX_WAITING: usize = 20;

/// Why new content waits, as it is stored.
pub struct HoldReasons(String);

/// Returns why new content of the actor waits, if it does: it is among the first posts of a member, or it is
/// suspected spam. Nothing of the moderators of the site and of the community waits. Rejects content that would
/// wait with 409 if too much of the actor waits already.
pub fn reasons(
    read: &Read<'_>,
    me: &Me,
    community: Option<Id>,
    new: &NewText<'_>,
) -> Result<Option<HoldReasons>> {
    let mut reasons = trust::hold_reasons(read, me, new)?;
    let first = settings::store::number(read, SettingKey::HoldFirst)?;
    if first > 0 && store::withheld::count_shown(read, me, first)? < first {
        reasons.insert(0, HoldReason::first());
    }
    if reasons.is_empty() || is_exempt(read, me, community)? {
        return Ok(None);
    }
    check_waiting(read, me)?;
    let stored = serde_json::to_string(&reasons).map_err(Error::internal)?;
    Ok(Some(HoldReasons(stored)))
}

/// Rejects a change of content that others see with 403 if it brings in what would make new content wait. What
/// stood in the earlier version, and so was approved or good enough, is no reason.
pub fn check_edit(
    read: &Read<'_>,
    me: &Me,
    question: Id,
    before: &NewText<'_>,
    new: &NewText<'_>,
) -> Result<()> {
    let mut reasons = trust::hold_reasons(read, me, new)?;
    if reasons.is_empty() || is_exempt(read, me, store::load::community(read, question)?)? {
        return Ok(());
    }
    let known = trust::hold_reasons(read, me, before)?;
    reasons.retain(|reason| !known.contains(reason));
    if reasons.is_empty() {
        return Ok(());
    }
    Err(Sentence::EditSuspicious.into())
}

fn is_exempt(read: &Read<'_>, me: &Me, community: Option<Id>) -> Result<bool> {
    Ok(me.moderates_site()
        || match community {
            Some(community) => store::withheld::moderates(read, me, community)?,
            None => false,
        })
}

fn check_waiting(read: &Read<'_>, me: &Me) -> Result<()> {
    if store::withheld::waiting_of(read, me, MAX_WAITING)?.len() >= MAX_WAITING {
        return Err(Sentence::HeldTooMany.into());
    }
    Ok(())
}

/// Holds a new question.
pub fn hold_question(
    tx: &mut Write<'_>,
    me: &Me,
    new: &NewQuestion,
    community: Option<&CanPost>,
    nonce: Option<&str>,
    reasons: &HoldReasons,
) -> Result<Question> {
    let id = store::posts::insert_question(tx, me, new, community, nonce, true)?;
    let scope = community.map_or(Scope::Everyone, CanPost::scope);
    trust::remember(tx, me, id, scope, &new.to_remember(None), true)?;
    references::show_pictures(tx, me, PictureKind::Question, id, id, &new.text)?;
    let community = community.map(CanPost::community);
    hold(tx, me, PostKind::Question, id, community, reasons)?;
    question(tx, id)
}

/// Holds a new answer.
pub fn hold_answer(
    tx: &mut Write<'_>,
    me: &Me,
    allowed: &CanRespond<'_>,
    text: &str,
    nonce: Option<&str>,
    reasons: &HoldReasons,
) -> Result<Answer> {
    let to = allowed.on();
    let id = store::posts::insert_answer(tx, me, allowed, text, nonce, true)?;
    let remembered = NewText::on(to.question(), text);
    trust::remember(tx, me, id, to.scope(), &remembered, true)?;
    references::show_pictures(tx, me, PictureKind::Answer, to.question(), id, text)?;
    let community = store::load::community(tx, to.question())?;
    hold(tx, me, PostKind::Answer, id, community, reasons)?;
    answer(tx, id)
}

/// Holds a new comment.
pub fn hold_comment(
    tx: &mut Write<'_>,
    me: &Me,
    allowed: &CanRespond<'_>,
    text: &str,
    nonce: Option<&str>,
    reasons: &HoldReasons,
) -> Result<Comment> {
    let on = allowed.on();
    let id = store::posts::insert_comment(tx, me, allowed, text, nonce, true)?;
    let remembered = NewText::on(on.question(), text);
    trust::remember(tx, me, id, on.scope(), &remembered, true)?;
    references::show_pictures(tx, me, PictureKind::Comment, on.question(), id, text)?;
    let community = store::load::community(tx, on.question())?;
    hold(tx, me, PostKind::Comment, id, community, reasons)?;
    comment(tx, id)
}

fn hold(
    tx: &mut Write<'_>,
    me: &Me,
    kind: PostKind,
    id: Id,
    community: Option<Id>,
    reasons: &HoldReasons,
) -> Result<()> {
    store::withholding::insert_held(tx, me, id, &reasons.0)?;
    open_case(tx, me, kind, id, community)
}

fn open_case(
    tx: &mut Write<'_>,
    me: &Me,
    kind: PostKind,
    object: Id,
    community: Option<Id>,
) -> Result<()> {
    let kind = match kind {
        PostKind::Question => CaseKind::Question,
        PostKind::Answer => CaseKind::Answer,
        PostKind::Comment => CaseKind::Comment,
    };
    let case = NewCase {
        kind,
        object,
        ask: Some(Ask::Held),
        author: Some(me.id()),
        community,
    };
    cases::open(tx, &case).map(drop)
}

/// Returns a held question as its author sees it.
pub fn question(read: &Read<'_>, id: Id) -> Result<Question> {
    Ok(Question {
        tags: store::withheld::tags(read, id)?,
        deleted_at: None,
        waiting: true,
        ..store::load::question(read, id)?
    })
}

/// Returns a held answer as its author sees it.
pub fn answer(read: &Read<'_>, id: Id) -> Result<Answer> {
    Ok(Answer {
        deleted_at: None,
        waiting: true,
        ..store::load::answer(read, id)?
    })
}

/// Returns a held comment as its author sees it.
pub fn comment(read: &Read<'_>, id: Id) -> Result<Comment> {
    Ok(Comment {
        deleted_at: None,
        waiting: true,
        ..store::load::comment(read, id)?
    })
}

/// Edits a held question, which stays held.
pub fn edit_question(
    tx: &mut Write<'_>,
    me: &Me,
    held: &WithheldPost,
    new: &NewQuestion,
) -> Result<Question> {
    let id = held.id();
    trust::limits::check_text(tx, me, Posted::Edit, &new.text)?;
    let remembered = new.to_remember(Some(id));
    trust::remember(tx, me, id, held.target().scope(), &remembered, true)?;
    store::withholding::set_question(tx, held, new)?;
    references::show_pictures(tx, me, PictureKind::Question, id, id, &new.text)?;
    tell_staff(tx, me, held)?;
    question(tx, id)
}

/// Edits a held answer, which stays held.
pub fn edit_answer(tx: &mut Write<'_>, me: &Me, held: &WithheldPost, text: &str) -> Result<Answer> {
    edit_text(tx, me, held, PictureKind::Answer, text)?;
    answer(tx, held.id())
}

/// Edits a held comment, which stays held.
pub fn edit_comment(
    tx: &mut Write<'_>,
    me: &Me,
    held: &WithheldPost,
    text: &str,
) -> Result<Comment> {
    edit_text(tx, me, held, PictureKind::Comment, text)?;
    comment(tx, held.id())
}

fn edit_text(
    tx: &mut Write<'_>,
    me: &Me,
    held: &WithheldPost,
    kind: PictureKind,
    text: &str,
) -> Result<()> {
    trust::limits::check_text(tx, me, Posted::Edit, text)?;
    let remembered = NewText {
        edits: Some(held.id()),
        ..NewText::on(held.target().question(), text)
    };
    trust::remember(tx, me, held.id(), held.target().scope(), &remembered, true)?;
    store::withholding::set_text(tx, held, text)?;
    references::show_pictures(tx, me, kind, held.target().question(), held.id(), text)?;
    tell_staff(tx, me, held)
}

/// Tells those who may decide that the author has changed what they read.
fn tell_staff(tx: &mut Write<'_>, me: &Me, held: &WithheldPost) -> Result<()> {
    let community = store::load::community(tx, held.target().question())?;
    cases::tell_staff(tx, Some(me.id()), community)
}

/// Withdraws held content of the actor, which is then deleted by them.
pub fn withdraw(tx: &mut Write<'_>, held: &WithheldPost) -> Result<()> {
    store::withholding::set_state(tx, held, RemovalKind::Withdrawn)?;
    cases::withdraw(tx, held.id())
}

/// Holds content again that the actor withdrew. Does nothing if it waits already. Rejects it with 409 if its
/// question or post is gone.
pub fn hold_again(tx: &mut Write<'_>, me: &Me, withdrawn: &WithheldPost) -> Result<()> {
    if withdrawn.state() == RemovalKind::Held {
        tx.without_event("nothing changes");
        return Ok(());
    }
    withdrawn.restorable()?;
    check_waiting(tx, me)?;
    store::withholding::set_state(tx, withdrawn, RemovalKind::Held)?;
    let community = store::load::community(tx, withdrawn.target().question())?;
    open_case(tx, me, withdrawn.kind(), withdrawn.id(), community)
}

/// Withdraws all held content of an account.
pub fn withdraw_all(tx: &mut Write<'_>, account: &users::Account) -> Result<()> {
    for id in store::withheld::waiting_of(tx, account, MAX_WAITING)? {
        store::withholding::withdraw(tx, id)?;
        cases::withdraw(tx, id)?;
    }
    Ok(())
}

/// Approves held content: it appears with its id and its time, and those are told who are told of new
/// content.
pub fn approve(tx: &mut Write<'_>, me: &Me, held: &WithheldPost) -> Result<()> {
    held.check_state(RemovalKind::Held)?;
    show(tx, me, held.author(), held.restorable()?)
}

/// Shows content that nobody but its author has seen. Rejects that of a deleted account with 409.
pub(super) fn show(tx: &mut Write<'_>, me: &Me, author: Id, post: &RestorablePost) -> Result<()> {
    let author = users::store::account(tx, author)?.ok_or(Sentence::NotWithheld)?;
    let (id, target) = (post.id(), post.target());
    store::changes::end_removal(tx, me, post)?;
    let text = store::withheld::text(tx, post.kind(), id)?;
    trust::remember_approved(tx, id, target.scope(), &text)?;
    match post.kind() {
        PostKind::Question => {
            let tags = store::withheld::tag_names(tx, id)?;
            counters::track_change(tx, id, Affected::Thread, |tx| {
                store::changes::undelete_question(tx, post)?;
                store::tags::show(tx, id, &tags)
            })?;
            events::emit_linked_questions(tx, target)?;
            publishing::question(tx, &author, target, &text)
        }
        PostKind::Answer => {
            counters::track_change(tx, target.question(), Affected::Post(id), |tx| {
                store::changes::undelete_answer(tx, post)
            })?;
            publishing::answer(tx, &author, target, id, &text)
        }
        PostKind::Comment => {
            store::changes::undelete_comment(tx, post)?;
            publishing::comment(tx, &author, target, id, &text)
        }
    }
}

/// Rejects held content, which stays removed. Its author sees the reason.
pub fn reject(tx: &mut Write<'_>, me: &Me, held: &WithheldPost, reason: &str) -> Result<()> {
    held.check_state(RemovalKind::Held)?;
    tx.without_event("the author is told of the entry in the log");
    store::withholding::decide(tx, me, held, RemovalKind::Rejected, reason)?;
    store::withholding::set_deletion(tx, held.kind(), held.id())
}

/// Undoes an approval of a time: the content waits again.
pub fn undo_approval(tx: &mut Write<'_>, post: &DeletablePost, at: Timestamp) -> Result<()> {
    deletion::delete(tx, post)?;
    store::withholding::reopen(tx, post.id(), at)?;
    store::withholding::set_deletion(tx, post.kind(), post.id())
}

/// Undoes a rejection of a time: the content waits again.
pub fn undo_rejection(tx: &mut Write<'_>, post: &WithheldPost, at: Timestamp) -> Result<()> {
    post.check_state(RemovalKind::Rejected)?;
    tx.without_event("the author is told of the entry in the log");
    store::withholding::delete_active(tx, post)?;
    store::withholding::reopen(tx, post.id(), at)?;
    store::withholding::set_deletion(tx, post.kind(), post.id())
}
