//! Deleting what one wrote, and bringing it back. A question that others have answered is closed instead: it keeps
//! its answers, and takes no new ones.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::{Deleted, Own, PostKind};
use super::answers::Answer;
use super::comments::{self, Comment};
use super::{Question, QuestionUpdate, announce, change, duplicates, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::Me;

/// Something that its author has deleted, as he alone may see it.
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
pub fn delete_question(tx: &mut Write<'_>, me: &Me, own: &Own) -> Result<Question> {
    if store::answer_count(tx, own.id)? > 0 {
        return set_closed(tx, own, true);
    }
    change(tx, own.id, |tx| store::changes::delete_question(tx, me, own))?;
    duplicates::announce_to_linked(tx, &own.on)?;
    let question = store::one(tx, own.id)?;
    let audience = own.on.scope.audience(tx)?;
    tx.emit(QuestionUpdate(question.clone().gone()), audience);
    Ok(question)
}

/// Brings a question back that its asker has deleted, or opens one again that he has closed.
pub fn undelete_question(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Question> {
    let Some(deleted) = Deleted::find(tx, me, PostKind::Question, id)? else {
        return set_closed(tx, &Own::find(tx, me, PostKind::Question, id)?, false);
    };
    change(tx, id, |tx| store::changes::undelete_question(tx, &deleted))?;
    duplicates::announce_to_linked(tx, &deleted.on)?;
    announce(tx, &deleted.on)
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
pub fn delete_answer(tx: &mut Write<'_>, me: &Me, own: &Own) -> Result<Answer> {
    change(tx, own.on.question, |tx| store::changes::delete_answer(tx, me, own))?;
    announce(tx, &own.on)?;
    store::answer(tx, own.id)
}

/// Brings an answer back that its author has deleted.
pub fn undelete_answer(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Answer> {
    let deleted = Deleted::find(tx, me, PostKind::Answer, id)?.ok_or(Sentence::PostNotFound)?;
    change(tx, deleted.on.question, |tx| store::changes::undelete_answer(tx, &deleted))?;
    announce(tx, &deleted.on)?;
    store::answer(tx, id)
}

/// Deletes a comment.
pub fn delete_comment(tx: &mut Write<'_>, me: &Me, own: &Own) -> Result<Comment> {
    store::changes::delete_comment(tx, me, own)?;
    comments::announce(tx, &own.on)?;
    store::comment(tx, own.id)
}

/// Brings a comment back that its author has deleted.
pub fn undelete_comment(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Comment> {
    let deleted = Deleted::find(tx, me, PostKind::Comment, id)?.ok_or(Sentence::PostNotFound)?;
    store::changes::undelete_comment(tx, &deleted)?;
    comments::announce(tx, &deleted.on)?;
    store::comment(tx, id)
}
