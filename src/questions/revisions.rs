//! Changing what one wrote, and what it said before.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::{Own, PostKind};
use super::answers::Answer;
use super::comments::{self, Comment};
use super::{NewQuestion, Question, announce, change, duplicates, store};
use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::text::fold;
use crate::users::Me;
use crate::web::{Page, Paging};

/// What a question, an answer or a comment said from some time on.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub edited_by: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub edit_date_time: Timestamp,
    /// A question's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub title: Option<String>,
    /// A question's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub tags: Option<Vec<String>>,
    /// Markdown.
    pub text: String,
}

/// Changes a question. Saying the same again is no change.
pub fn edit_question(tx: &mut Write<'_>, me: &Me, own: &Own, new: &NewQuestion) -> Result<Question> {
    let before = store::one(tx, own.id)?;
    let same_tags = before.tags.iter().map(|tag| fold(&tag.name)).eq(new.tags.iter().map(|tag| fold(tag)));
    if same_tags && (&before.title, &before.text) == (&new.title, &new.text) {
        return Ok(before);
    }
    change(tx, own.id, |tx| store::changes::update_question(tx, me, own, new))?;
    if before.title != new.title {
        duplicates::announce_to_linked(tx, &own.on)?;
    }
    announce(tx, &own.on)
}

/// Changes an answer. Saying the same again is no change.
pub fn edit_answer(tx: &mut Write<'_>, me: &Me, own: &Own, text: &str) -> Result<Answer> {
    if store::answer(tx, own.id)?.text != text {
        change(tx, own.on.question, |tx| store::changes::update_answer(tx, me, own, text))?;
        comments::announce(tx, &own.on)?;
    }
    store::answer(tx, own.id)
}

/// Changes a comment. Saying the same again is no change.
pub fn edit_comment(tx: &mut Write<'_>, own: &Own, text: &str) -> Result<Comment> {
    if store::comment(tx, own.id)?.text != text {
        store::changes::update_comment(tx, own, text)?;
        comments::announce(tx, &own.on)?;
    }
    store::comment(tx, own.id)
}

/// What a question, an answer or a comment says and has said, newest first. For who may read it.
pub fn of(read: &Read<'_>, me: &Me, id: Id, paging: &Paging) -> Result<Page<Revision>> {
    match store::written::find(read, me, id)?.ok_or(Sentence::PostNotFound)?.kind {
        PostKind::Question | PostKind::Answer => store::changes::revisions_of_post(read, id, paging),
        PostKind::Comment => store::changes::revisions_of_comment(read, id, paging),
    }
}
