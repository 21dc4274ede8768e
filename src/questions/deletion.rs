//! Deleting what one wrote, and bringing it back. A question that others have answered is closed instead: it keeps
//! its answers, and takes no new ones.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::{Deletable, Deleted, Own, PostKind};
use super::answers::Answer;
use super::comments::{self, Comment};
use super::{Question, QuestionUpdate, announce, change, duplicates, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::Me;

/// Something of one's own that was deleted, by oneself or by an administrator, as its author alone may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeletedPost {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    #[serde(rename = "type")]
    pub kind: PostKind,
    /// The question that it is or belongs to.
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    /// Of that question.
    pub title: String,
    /// Markdown.
    pub text: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub deleted_at: Timestamp,
    /// Why an administrator has removed it: then its author cannot bring it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub removal_reason: Option<String>,
}

impl Question {
    /// What others are told of a question that was deleted: that, and whose it was and when.
    fn gone(self) -> Self {
        Self {
            title: "[deleted]".to_owned(),
            text: String::new(),
            tags: Vec::new(),
            answers: Vec::new(),
            views: Vec::new(),
            up_votes: Vec::new(),
            down_votes: Vec::new(),
            comments: Vec::new(),
            community_id: None,
            view_count: 0,
            score: 0,
            edited_at: None,
            attribution: None,
            ..self
        }
    }
}

/// Deletes a question without answers, and closes one that has some.
pub fn delete_question(tx: &mut Write<'_>, me: &Me, own: Own) -> Result<Question> {
    if store::answer_count(tx, own.id)? > 0 {
        return set_closed(tx, &own, true);
    }
    let question = own.id;
    delete(tx, &Deletable::own(me, own))?;
    store::one(tx, question)
}

/// Brings a question back that its asker has deleted, or opens one again that he has closed.
pub fn undelete_question(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Question> {
    let Some(deleted) = Deleted::find(tx, me, PostKind::Question, id)? else {
        return set_closed(tx, &Own::find(tx, me, PostKind::Question, id)?, false);
    };
    undelete(tx, &deleted)?;
    store::one(tx, id)
}

fn set_closed(tx: &mut Write<'_>, own: &Own, closed: bool) -> Result<Question> {
    if store::is_closed(tx, own.id)? == closed {
        return store::one(tx, own.id);
    }
    store::changes::set_closed(tx, own, closed)?;
    duplicates::announce_to_linked(tx, &own.on)?;
    announce(tx, &own.on)
}

/// Deletes an answer.
pub fn delete_answer(tx: &mut Write<'_>, me: &Me, own: Own) -> Result<Answer> {
    let answer = own.id;
    delete(tx, &Deletable::own(me, own))?;
    store::answer(tx, answer)
}

/// Brings an answer back that its author has deleted.
pub fn undelete_answer(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Answer> {
    undelete(tx, &Deleted::find(tx, me, PostKind::Answer, id)?.ok_or(Sentence::PostNotFound)?)?;
    store::answer(tx, id)
}

/// Deletes a comment.
pub fn delete_comment(tx: &mut Write<'_>, me: &Me, own: Own) -> Result<Comment> {
    let comment = own.id;
    delete(tx, &Deletable::own(me, own))?;
    store::comment(tx, comment)
}

/// Brings a comment back that its author has deleted.
pub fn undelete_comment(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Comment> {
    undelete(tx, &Deleted::find(tx, me, PostKind::Comment, id)?.ok_or(Sentence::PostNotFound)?)?;
    store::comment(tx, id)
}

/// Deletes whatever it is, a question with its answers too, and tells whoever could read it.
pub(super) fn delete(tx: &mut Write<'_>, what: &Deletable) -> Result<()> {
    match what.kind {
        PostKind::Question => {
            change(tx, what.id, |tx| store::changes::delete_question(tx, what))?;
            duplicates::announce_to_linked(tx, &what.on)?;
            let gone = store::one(tx, what.id)?.gone();
            let audience = what.on.scope.audience(tx)?;
            tx.emit(QuestionUpdate(gone), audience);
            Ok(())
        }
        PostKind::Answer => {
            change(tx, what.on.question, |tx| store::changes::delete_answer(tx, what))?;
            announce(tx, &what.on).map(drop)
        }
        PostKind::Comment => {
            store::changes::delete_comment(tx, what)?;
            comments::announce(tx, &what.on)
        }
    }
}

/// Brings back whatever it is, and tells whoever may read it.
pub(super) fn undelete(tx: &mut Write<'_>, what: &Deleted) -> Result<()> {
    match what.kind {
        PostKind::Question => {
            change(tx, what.id, |tx| store::changes::undelete_question(tx, what))?;
            duplicates::announce_to_linked(tx, &what.on)?;
            announce(tx, &what.on).map(drop)
        }
        PostKind::Answer => {
            change(tx, what.on.question, |tx| store::changes::undelete_answer(tx, what))?;
            announce(tx, &what.on).map(drop)
        }
        PostKind::Comment => {
            store::changes::undelete_comment(tx, what)?;
            comments::announce(tx, &what.on)
        }
    }
}
