//! The calls that change, delete, accept and link what is there.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{TagName, new_question};
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::access::{Own, PostKind, Readable};
use crate::questions::answers::{self, Answer};
use crate::questions::comments::Comment;
use crate::questions::deletion::{self, DeletedPost};
use crate::questions::duplicates::{self, LinkedQuestion};
use crate::questions::revisions::{self, Revision};
use crate::questions::{Question, store};
use crate::text;
use crate::users::Me;
use crate::web::{Body, Json, Limit, Page, Paging, Path, Query, Routes, schemas};

/// Adds the calls.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get("/post/getRevisions/{id}", "What a question, an answer or a comment has said, newest first", revisions)
        .get("/post/getDeletedPosts", "One's own deleted posts, the latest first", deleted_posts)
        .get("/question/getDuplicates/{id}", "The questions that ask the same", duplicates)
        .limit(Limit::Vote)
        .post("/question/acceptAnswer", "Accept an answer to one's own question", accept)
        .post("/question/unacceptAnswer", "Take that back", unaccept)
        .post("/question/addDuplicate", "Say that a question asks the same again", add_duplicate)
        .delete("/question/removeDuplicate", "Take that back", remove_duplicate)
        .limit(Limit::Edit)
        .patch("/question/editQuestion", "Change one's own question", edit_question)
        .patch("/answer/editAnswer", "Change one's own answer", edit_answer)
        .patch("/comment/editComment", "Change one's own comment", edit_comment)
        .delete("/question/deleteQuestion", "Delete one's own question; close it if it has answers", delete_question)
        .delete("/answer/deleteAnswer", "Delete one's own answer", delete_answer)
        .delete("/comment/deleteComment", "Delete one's own comment", delete_comment)
        .post("/question/undeleteQuestion", "Bring one's own question back, or open it again", undelete_question)
        .post("/answer/undeleteAnswer", "Bring one's own answer back", undelete_answer)
        .post("/comment/undeleteComment", "Bring one's own comment back", undelete_comment);
}

#[derive(Deserialize, ToSchema)]
struct OfQuestion {
    qid: Id,
}

#[derive(Deserialize, ToSchema)]
struct OfAnswer {
    aid: Id,
}

#[derive(Deserialize, ToSchema)]
struct OfComment {
    cid: Id,
}

fn revisions(read: &Read<'_>, me: &Me, (Path(id), paging): (Path<Id>, Paging)) -> Result<Page<Revision>> {
    revisions::of(read, me, id, &paging)
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

fn edit_question(tx: &mut Write<'_>, me: &Me, Body(body): Body<EditQuestion>) -> Result<Json<Question>> {
    let own = Own::find(tx, me, PostKind::Question, body.qid)?;
    revisions::edit_question(tx, me, &own, &new_question(&body.title, &body.text, &body.tags)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct EditAnswer {
    aid: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::answer_text, required = true)]
    text: String,
}

fn edit_answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<EditAnswer>) -> Result<Json<Answer>> {
    let own = Own::find(tx, me, PostKind::Answer, body.aid)?;
    revisions::edit_answer(tx, me, &own, &text::answer_text(&body.text)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct EditComment {
    cid: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::comment_text, required = true)]
    text: String,
}

fn edit_comment(tx: &mut Write<'_>, me: &Me, Body(body): Body<EditComment>) -> Result<Json<Comment>> {
    let own = Own::find(tx, me, PostKind::Comment, body.cid)?;
    revisions::edit_comment(tx, &own, &text::comment_text(&body.text)?).map(Json)
}

fn delete_question(tx: &mut Write<'_>, me: &Me, Body(body): Body<OfQuestion>) -> Result<Json<Question>> {
    let own = Own::find(tx, me, PostKind::Question, body.qid)?;
    deletion::delete_question(tx, me, own).map(Json)
}

fn undelete_question(tx: &mut Write<'_>, me: &Me, Body(body): Body<OfQuestion>) -> Result<Json<Question>> {
    deletion::undelete_question(tx, me, body.qid).map(Json)
}

fn delete_answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<OfAnswer>) -> Result<Json<Answer>> {
    let own = Own::find(tx, me, PostKind::Answer, body.aid)?;
    deletion::delete_answer(tx, me, own).map(Json)
}

fn undelete_answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<OfAnswer>) -> Result<Json<Answer>> {
    deletion::undelete_answer(tx, me, body.aid).map(Json)
}

fn delete_comment(tx: &mut Write<'_>, me: &Me, Body(body): Body<OfComment>) -> Result<Json<Comment>> {
    let own = Own::find(tx, me, PostKind::Comment, body.cid)?;
    deletion::delete_comment(tx, me, own).map(Json)
}

fn undelete_comment(tx: &mut Write<'_>, me: &Me, Body(body): Body<OfComment>) -> Result<Json<Comment>> {
    deletion::undelete_comment(tx, me, body.cid).map(Json)
}

#[derive(Deserialize, IntoParams)]
struct DeletedQuery {
    /// Only those of this question.
    qid: Option<Id>,
}

fn deleted_posts(read: &Read<'_>, me: &Me, (Query(query), paging): (Query<DeletedQuery>, Paging)) -> Result<Page<DeletedPost>> {
    store::written::deleted(read, me, query.qid, &paging)
}

#[derive(Deserialize, ToSchema)]
struct Accept {
    qid: Id,
    aid: Id,
}

fn accept(tx: &mut Write<'_>, me: &Me, Body(body): Body<Accept>) -> Result<Json<Question>> {
    let asked = Own::asked(tx, me, body.qid)?;
    answers::accept(tx, &asked, Some(&Readable::find_answer(tx, me, body.aid)?)).map(Json)
}

fn unaccept(tx: &mut Write<'_>, me: &Me, Body(body): Body<OfQuestion>) -> Result<Json<Question>> {
    let asked = Own::asked(tx, me, body.qid)?;
    answers::accept(tx, &asked, None).map(Json)
}

fn duplicates(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<Vec<LinkedQuestion>>> {
    store::duplicates::of(read, me, &Readable::find(read, me, id)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DuplicateOf {
    qid: Id,
    /// The question that was there first.
    duplicate_of: Id,
}

fn add_duplicate(tx: &mut Write<'_>, me: &Me, Body(body): Body<DuplicateOf>) -> Result<Json<Vec<LinkedQuestion>>> {
    let (copy, original) = (Readable::find(tx, me, body.qid)?, Readable::find(tx, me, body.duplicate_of)?);
    duplicates::link(tx, me, &copy, &original)?;
    store::duplicates::of(tx, me, &copy).map(Json)
}

fn remove_duplicate(tx: &mut Write<'_>, me: &Me, Body(body): Body<DuplicateOf>) -> Result<Json<Vec<LinkedQuestion>>> {
    let (copy, original) = (Readable::find(tx, me, body.qid)?, Readable::find(tx, me, body.duplicate_of)?);
    duplicates::unlink(tx, me, &copy, &original)?;
    store::duplicates::of(tx, me, &copy).map(Json)
}
