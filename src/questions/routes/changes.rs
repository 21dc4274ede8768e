//! Routes that edit, delete, restore, accept and link content, and that return its history.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::questions::access::{OwnPost, PurgeablePost, ReadablePost};
use crate::questions::model::{
    Answer, Comment, DeletedPost, LinkedQuestion, PostKind, PurgedRevision, Question, Revision,
};
use crate::questions::moderated::EditablePost;
use crate::questions::new_question::{TagName, new_question};
use crate::questions::withheld::WithheldPost;
use crate::questions::{answers, deletion, duplicates, holding, revisions, store};
use crate::text;
use crate::users::Me;
use crate::web::{Body, Json, Limit, Pace, Path, Query, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the revisions of a question, an answer or a comment, newest first
        get_paced("/post/getRevisions/{id}", |_| Pace::Slow, revisions);
        /// Return the caller's deleted posts, most recently deleted first
        get_paced("/post/getDeletedPosts", |_| Pace::Slow, deleted_posts);
        /// Return the originals and duplicates of a question
        get("/question/getDuplicates/{id}", duplicates);
        /// Accept an answer to a question of the caller
        post("/question/acceptAnswer", Limit::Vote.refuses_silenced(), accept);
        /// Unaccept the accepted answer
        post("/question/unacceptAnswer", Limit::Vote.refuses_silenced(), unaccept);
        /// Link a question as a duplicate of another
        post("/question/addDuplicate", Limit::Vote.refuses_silenced(), add_duplicate);
        /// Remove a duplicate link
        delete("/question/removeDuplicate", Limit::Vote.refuses_silenced(), remove_duplicate);
        /// Edit a question of the caller
        patch("/question/editQuestion", Limit::Edit.refuses_silenced(), edit_question);
        /// Edit an answer of the caller
        patch("/answer/editAnswer", Limit::Edit.refuses_silenced(), edit_answer);
        /// Edit a comment of the caller
        patch("/comment/editComment", Limit::Edit.refuses_silenced(), edit_comment);
        /// Empty an earlier version of a question, an answer or a comment for good
        delete("/post/purgeRevision", Limit::Edit.allows_silenced(), purge_revision);
        /// Delete a question of the caller, or close it if it has answers
        delete("/question/deleteQuestion", Limit::Edit.allows_silenced(), delete_question);
        /// Delete an answer of the caller
        delete("/answer/deleteAnswer", Limit::Edit.allows_silenced(), delete_answer);
        /// Delete a comment of the caller
        delete("/comment/deleteComment", Limit::Edit.allows_silenced(), delete_comment);
        /// Restore a deleted question of the caller, or reopen a closed one
        post("/question/undeleteQuestion", Limit::Edit.refuses_silenced(), undelete_question);
        /// Restore a deleted answer of the caller
        post("/answer/undeleteAnswer", Limit::Edit.refuses_silenced(), undelete_answer);
        /// Restore a deleted comment of the caller
        post("/comment/undeleteComment", Limit::Edit.refuses_silenced(), undelete_comment);
    }
}

#[derive(Deserialize, ToSchema)]
struct QuestionRef {
    qid: Id,
}

#[derive(Deserialize, ToSchema)]
struct AnswerRef {
    aid: Id,
}

#[derive(Deserialize, ToSchema)]
struct CommentRef {
    cid: Id,
}

fn revisions(
    read: &Read<'_>,
    me: &Me,
    (Path(id), paging): (Path<Id>, Paging),
) -> Result<Page<Revision>> {
    revisions::history(read, me, id, &paging)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevisionRef {
    /// The question, answer or comment.
    id: Id,
    revision_id: Id,
}

fn purge_revision(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<RevisionRef>,
) -> Result<Json<PurgedRevision>> {
    let post = PurgeablePost::find(tx, me, body.id)?;
    revisions::purge(tx, me, &post, body.revision_id).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct EditQuestion {
    qid: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::title, required = true)]
    title: String,
    #[serde(default)]
    #[schema(schema_with = schemas::question_text, required = true)]
    text: String,
    #[serde(default)]
    #[schema(required = true, min_items = 1, max_items = 5)]
    tags: Vec<TagName>,
}

fn edit_question(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<EditQuestion>,
) -> Result<Json<Question>> {
    if let Some(held) = WithheldPost::find_held(tx, me, PostKind::Question, body.qid)? {
        let new = new_question(tx, &body.title, &body.text, &body.tags)?;
        return holding::edit_question(tx, me, &held, &new).map(Json);
    }
    let own = OwnPost::find(tx, me, PostKind::Question, body.qid)?;
    let new = new_question(tx, &body.title, &body.text, &body.tags)?;
    let editable = EditablePost::from_own(tx, me, &own)?;
    revisions::edit_question(tx, me, &editable, &new).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct EditAnswer {
    aid: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::answer_text, required = true)]
    text: String,
}

fn edit_answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<EditAnswer>) -> Result<Json<Answer>> {
    if let Some(held) = WithheldPost::find_held(tx, me, PostKind::Answer, body.aid)? {
        return holding::edit_answer(tx, me, &held, &text::answer_text(&body.text)?).map(Json);
    }
    let own = OwnPost::find(tx, me, PostKind::Answer, body.aid)?;
    let text = text::answer_text(&body.text)?;
    let editable = EditablePost::from_own(tx, me, &own)?;
    revisions::edit_answer(tx, me, &editable, &text).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct EditComment {
    cid: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::comment_text, required = true)]
    text: String,
}

fn edit_comment(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<EditComment>,
) -> Result<Json<Comment>> {
    if let Some(held) = WithheldPost::find_held(tx, me, PostKind::Comment, body.cid)? {
        return holding::edit_comment(tx, me, &held, &text::comment_text(&body.text)?).map(Json);
    }
    let own = OwnPost::find(tx, me, PostKind::Comment, body.cid)?;
    let text = text::comment_text(&body.text)?;
    let editable = EditablePost::from_own(tx, me, &own)?;
    revisions::edit_comment(tx, me, &editable, &text).map(Json)
}

fn delete_question(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<QuestionRef>,
) -> Result<Json<Question>> {
    if let Some(held) = WithheldPost::find_held(tx, me, PostKind::Question, body.qid)? {
        holding::withdraw(tx, &held)?;
        return store::load::question(tx, held.id()).map(Json);
    }
    let own = OwnPost::find(tx, me, PostKind::Question, body.qid)?;
    deletion::delete_question(tx, me, own).map(Json)
}

fn undelete_question(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<QuestionRef>,
) -> Result<Json<Question>> {
    if let Some(withdrawn) = WithheldPost::find_own(tx, me, PostKind::Question, body.qid)? {
        holding::hold_again(tx, me, &withdrawn)?;
        return holding::question(tx, withdrawn.id()).map(Json);
    }
    deletion::undelete_question(tx, me, body.qid).map(Json)
}

fn delete_answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<AnswerRef>) -> Result<Json<Answer>> {
    if let Some(held) = WithheldPost::find_held(tx, me, PostKind::Answer, body.aid)? {
        holding::withdraw(tx, &held)?;
        return store::load::answer(tx, held.id()).map(Json);
    }
    let own = OwnPost::find(tx, me, PostKind::Answer, body.aid)?;
    deletion::delete_answer(tx, me, own).map(Json)
}

fn undelete_answer(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<AnswerRef>,
) -> Result<Json<Answer>> {
    if let Some(withdrawn) = WithheldPost::find_own(tx, me, PostKind::Answer, body.aid)? {
        holding::hold_again(tx, me, &withdrawn)?;
        return holding::answer(tx, withdrawn.id()).map(Json);
    }
    deletion::undelete_answer(tx, me, body.aid).map(Json)
}

fn delete_comment(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<CommentRef>,
) -> Result<Json<Comment>> {
    if let Some(held) = WithheldPost::find_held(tx, me, PostKind::Comment, body.cid)? {
        holding::withdraw(tx, &held)?;
        return store::load::comment(tx, held.id()).map(Json);
    }
    let own = OwnPost::find(tx, me, PostKind::Comment, body.cid)?;
    deletion::delete_comment(tx, me, own).map(Json)
}

fn undelete_comment(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<CommentRef>,
) -> Result<Json<Comment>> {
    if let Some(withdrawn) = WithheldPost::find_own(tx, me, PostKind::Comment, body.cid)? {
        holding::hold_again(tx, me, &withdrawn)?;
        return holding::comment(tx, withdrawn.id()).map(Json);
    }
    deletion::undelete_comment(tx, me, body.cid).map(Json)
}

#[derive(Deserialize, IntoParams)]
struct DeletedQuery {
    /// Only the posts of this question.
    qid: Option<Id>,
}

fn deleted_posts(
    read: &Read<'_>,
    me: &Me,
    (Query(query), paging): (Query<DeletedQuery>, Paging),
) -> Result<Page<DeletedPost>> {
    store::content::list_deleted(read, me, query.qid, &paging)
}

#[derive(Deserialize, ToSchema)]
struct AcceptAnswer {
    qid: Id,
    aid: Id,
}

fn accept(tx: &mut Write<'_>, me: &Me, Body(body): Body<AcceptAnswer>) -> Result<Json<Question>> {
    let question = OwnPost::find_as_asker(tx, me, body.qid)?;
    let answer = ReadablePost::find_answer(tx, me, body.aid)?;
    answers::accept(tx, &question, Some(&answer)).map(Json)
}

fn unaccept(tx: &mut Write<'_>, me: &Me, Body(body): Body<QuestionRef>) -> Result<Json<Question>> {
    let question = OwnPost::find_as_asker(tx, me, body.qid)?;
    answers::accept(tx, &question, None).map(Json)
}

fn duplicates(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<Vec<LinkedQuestion>>> {
    store::duplicates::list(read, me, &ReadablePost::find(read, me, id)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DuplicateLink {
    qid: Id,
    /// The original question.
    duplicate_of: Id,
}

fn add_duplicate(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<DuplicateLink>,
) -> Result<Json<Vec<LinkedQuestion>>> {
    let (copy, original) = (
        ReadablePost::find(tx, me, body.qid)?,
        ReadablePost::find(tx, me, body.duplicate_of)?,
    );
    duplicates::link(tx, me, &copy, &original)?;
    store::duplicates::list(tx, me, &copy).map(Json)
}

fn remove_duplicate(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<DuplicateLink>,
) -> Result<Json<Vec<LinkedQuestion>>> {
    let (copy, original) = (
        ReadablePost::find(tx, me, body.qid)?,
        ReadablePost::find(tx, me, body.duplicate_of)?,
    );
    duplicates::unlink(tx, me, &copy, &original)?;
    store::duplicates::list(tx, me, &copy).map(Json)
}
