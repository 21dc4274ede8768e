//! Routes that edit, delete, restore, accept and link content, and that return its history.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::new_question::{TagName, new_question};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::questions::access::{
    EditDecider, EditablePost, OwnPost, PurgeablePost, ReadablePost, WikiAnswer,
};
use crate::features::questions::model::{
    Answer, Comment, DeletedPost, LinkedQuestion, NewContent, PostKind, PurgedRevision, Question,
    Revision,
};
use crate::features::questions::state::{Action, Transition};
use crate::features::questions::{duplicates, revisions, state, store, votes};
use crate::features::users::{Me, PublicReader};
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Pace, Path, Query, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return the originals and duplicates of a question
        get("/question/getDuplicates/{id}", duplicates);
    }
    register! { routes.signed_in();
        /// Return the revisions of a question, an answer or a comment, newest first
        get_paced("/post/getRevisions/{id}", |_| Pace::Slow, revisions);
        /// Return the caller's deleted posts, most recently deleted first
        get_paced("/post/getDeletedPosts", |_| Pace::Slow, deleted_posts);
        /// Accept an answer to a question of the caller
        post("/question/acceptAnswer", Limit::Vote.refuses_silenced().allows_bots(), accept);
        /// Unaccept the accepted answer
        post("/question/unacceptAnswer", Limit::Vote.refuses_silenced().allows_bots(), unaccept);
        /// Link a question as a duplicate of another
        post("/question/addDuplicate", Limit::Link.refuses_silenced(), add_duplicate);
        /// Remove a duplicate link: who made it, who asked one of the questions, and moderators
        delete("/question/removeDuplicate", Limit::Vote.refuses_silenced(), remove_duplicate);
        /// Edit a question of the caller
        patch("/question/editQuestion", Limit::Edit.refuses_silenced().adds_text().allows_bots(), edit::<EditQuestion>);
        /// Edit an answer of the caller, or one that is a community wiki
        patch("/answer/editAnswer", Limit::Edit.refuses_silenced().adds_text().allows_bots(), edit::<EditAnswer>);
        /// Make an answer a community wiki (its author and moderators), or end that (moderators only)
        patch("/answer/setWiki", Limit::Edit.refuses_silenced(), set_wiki);
        /// Edit a comment of the caller
        patch("/comment/editComment", Limit::Edit.refuses_silenced().adds_text().allows_bots(), edit::<EditComment>);
        /// Empty an earlier version of a question, an answer or a comment for good
        delete("/post/purgeRevision", Limit::Edit.allows_silenced(), purge_revision);
        /// Delete a question of the caller, or close it if it has answers
        delete("/question/deleteQuestion", Limit::Edit.allows_silenced().allows_bots(), delete::<QuestionRef>);
        /// Delete an answer of the caller
        delete("/answer/deleteAnswer", Limit::Edit.allows_silenced().allows_bots(), delete::<AnswerRef>);
        /// Delete a comment of the caller
        delete("/comment/deleteComment", Limit::Edit.allows_silenced().allows_bots(), delete::<CommentRef>);
        /// Restore a deleted question of the caller, or reopen a closed one
        post("/question/undeleteQuestion", Limit::Edit.refuses_silenced().allows_bots(), undelete::<QuestionRef>);
        /// Restore a deleted answer of the caller
        post("/answer/undeleteAnswer", Limit::Edit.refuses_silenced().allows_bots(), undelete::<AnswerRef>);
        /// Restore a deleted comment of the caller
        post("/comment/undeleteComment", Limit::Edit.refuses_silenced().allows_bots(), undelete::<CommentRef>);
    }
}

/// A question, an answer or a comment that a body names.
trait PostRef {
    type Post: LoadedPost;

    fn id(&self) -> Id;
}

/// What a call about a question, an answer or a comment returns.
trait LoadedPost: Sized {
    const KIND: PostKind;

    fn load(read: &Read<'_>, id: Id) -> Result<Self>;
}

impl LoadedPost for Question {
    const KIND: PostKind = PostKind::Question;

    fn load(read: &Read<'_>, id: Id) -> Result<Self> {
        store::load::question(read, id)
    }
}

impl LoadedPost for Answer {
    const KIND: PostKind = PostKind::Answer;

    fn load(read: &Read<'_>, id: Id) -> Result<Self> {
        store::load::answer(read, id)
    }
}

impl LoadedPost for Comment {
    const KIND: PostKind = PostKind::Comment;

    fn load(read: &Read<'_>, id: Id) -> Result<Self> {
        store::load::comment(read, id)
    }
}

/// States which field of a body has the id.
macro_rules! post_refs {
    ($($body:ident.$field:ident: $post:ident),* $(,)?) => {$(
        impl PostRef for $body {
            type Post = $post;

            fn id(&self) -> Id {
                self.$field
            }
        }
    )*};
}

post_refs!(
    QuestionRef.qid: Question,
    AnswerRef.aid: Answer,
    CommentRef.cid: Comment,
    EditQuestion.qid: Question,
    EditAnswer.aid: Answer,
    EditComment.cid: Comment,
);

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

/// The new content of a question, an answer or a comment.
trait Edit: PostRef {
    /// Validates the content, which may keep any links of the version `before`.
    fn content(&self, read: &Read<'_>, before: &str) -> Result<NewContent>;
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

impl Edit for EditQuestion {
    fn content(&self, read: &Read<'_>, before: &str) -> Result<NewContent> {
        let new = new_question(read, &self.title, &self.text, before, &self.tags)?;
        Ok(NewContent::Question(new))
    }
}

#[derive(Deserialize, ToSchema)]
struct EditAnswer {
    aid: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::answer_text, required = true)]
    text: String,
}

impl Edit for EditAnswer {
    fn content(&self, _: &Read<'_>, before: &str) -> Result<NewContent> {
        text::edited_answer_text(&self.text, before).map(NewContent::Answer)
    }
}

#[derive(Deserialize, ToSchema)]
struct EditComment {
    cid: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::comment_text, required = true)]
    text: String,
}

impl Edit for EditComment {
    fn content(&self, _: &Read<'_>, _: &str) -> Result<NewContent> {
        text::comment_text(&self.text).map(NewContent::Comment)
    }
}

/// Rejects with 403 what a bot would do to its own content that was moved out of its community.
fn check_place(read: &Read<'_>, me: &Me, content: Id) -> Result<()> {
    if me.is_bot() {
        me.check_community(store::content::community_of(read, content)?)?;
    }
    Ok(())
}

fn edit<E: Edit>(tx: &mut Write<'_>, me: &Me, Body(body): Body<E>) -> Result<Json<E::Post>> {
    let (kind, id) = (E::Post::KIND, body.id());
    check_place(tx, me, id)?;
    if let Some(held) = Transition::find_own(tx, me, kind, id, Action::Edit)? {
        let before = store::content::text(tx, kind, id)?;
        revisions::edit_held(tx, me, &held, &body.content(tx, &before)?)?;
    } else if kind == PostKind::Answer
        && !me.is_bot()
        && let Some(wiki) = WikiAnswer::find(tx, me, id)?
    {
        let new = body.content(tx, &store::content::text(tx, kind, id)?)?;
        revisions::edit(tx, me, &EditablePost::from_wiki(tx, me, &wiki)?, &new)?;
    } else {
        let own = OwnPost::find(tx, me, kind, id)?;
        let new = body.content(tx, &store::content::text(tx, kind, id)?)?;
        revisions::edit(tx, me, &EditablePost::from_own(tx, me, &own)?, &new)?;
    }
    E::Post::load(tx, id).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct SetWiki {
    aid: Id,
    wiki: bool,
}

fn set_wiki(tx: &mut Write<'_>, me: &Me, Body(body): Body<SetWiki>) -> Result<Json<Answer>> {
    ReadablePost::find_answer(tx, me, body.aid)?;
    let answer = EditDecider::find(tx, me, body.aid)?.ok_or(Sentence::NotYourPost)?;
    revisions::set_wiki(tx, me, &answer, body.wiki)?;
    Answer::load(tx, body.aid).map(Json)
}

fn delete<R: PostRef>(tx: &mut Write<'_>, me: &Me, Body(body): Body<R>) -> Result<Json<R::Post>> {
    check_place(tx, me, body.id())?;
    state::delete_own(tx, me, R::Post::KIND, body.id())?;
    R::Post::load(tx, body.id()).map(Json)
}

fn undelete<R: PostRef>(tx: &mut Write<'_>, me: &Me, Body(body): Body<R>) -> Result<Json<R::Post>> {
    check_place(tx, me, body.id())?;
    state::undelete_own(tx, me, R::Post::KIND, body.id())?;
    R::Post::load(tx, body.id()).map(Json)
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
    check_place(tx, me, body.qid)?;
    let question = OwnPost::find_as_asker(tx, me, body.qid)?;
    let answer = ReadablePost::find_answer(tx, me, body.aid)?;
    votes::accept(tx, &question, Some(&answer)).map(Json)
}

fn unaccept(tx: &mut Write<'_>, me: &Me, Body(body): Body<QuestionRef>) -> Result<Json<Question>> {
    check_place(tx, me, body.qid)?;
    let question = OwnPost::find_as_asker(tx, me, body.qid)?;
    votes::accept(tx, &question, None).map(Json)
}

fn duplicates(
    read: &Read<'_>,
    viewer: &PublicReader,
    Path(id): Path<Id>,
) -> Result<Json<Vec<LinkedQuestion>>> {
    let question = ReadablePost::find(read, viewer, id)?;
    let moderates_site = viewer.member().is_ok_and(Me::moderates_site);
    store::duplicates::list(read, viewer, moderates_site, &question).map(Json)
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
    store::duplicates::list(tx, me, me.moderates_site(), &copy).map(Json)
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
    store::duplicates::list(tx, me, me.moderates_site(), &copy).map(Json)
}
