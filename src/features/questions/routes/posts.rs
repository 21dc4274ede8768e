//! Routes that return a question, and that ask, answer, comment and vote.

use std::str::FromStr;

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::new_question::{TagName, new_question};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::core::text;
use crate::features::communities::access::CanPost;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::model::{Answer, Comment, Question, Vote, VoteReply};
use crate::features::questions::store::{self, load};
use crate::features::questions::views::Views;
use crate::features::questions::{posting, votes};
use crate::features::users::{Me, PublicReader};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, Either, IdempotencyKey, Json, Limit, Pace, Path, Query, Routes,
    register, schemas,
};

/// Registers the routes. `views` receives the views of questions.
pub fn routes(routes: &mut Routes, views: &Views) {
    let views = views.clone();
    register! { routes.public();
        /// Return a question and count a view of a member
        get_measured(
            "/question/getQuestionById/{id}",
            move |read: &Read<'_>, viewer: &PublicReader, input: &_, pace| by_id(read, viewer, input, pace, &views),
        );
    }
    register! { routes.signed_in();
        /// Ask a question
        post("/question/addQuestion", Limit::Ask.refuses_silenced().allows_bots(), add);
        /// Answer a question
        post("/answer/addAnswer", Limit::Answer.refuses_silenced().allows_bots(), answer);
        /// Comment on a question or an answer
        post("/comment/addComment", Limit::Comment.refuses_silenced().allows_bots(), comment);
        /// Upvote a question, or cancel the upvote
        post(
            "/question/upvoteQuestion",
            Limit::Vote.refuses_silenced(),
            |tx: &mut Write<'_>, me: &Me, body| vote(tx, me, body, Vote::Up),
        );
        /// Downvote a question, or cancel the downvote
        post(
            "/question/downvoteQuestion",
            Limit::Vote.refuses_silenced(),
            |tx: &mut Write<'_>, me: &Me, body| vote(tx, me, body, Vote::Down),
        );
        /// Upvote an answer, or cancel the upvote
        post(
            "/answer/upvoteAnswer",
            Limit::Vote.refuses_silenced(),
            |tx: &mut Write<'_>, me: &Me, body| vote_on_answer(tx, me, body, Vote::Up),
        );
        /// Downvote an answer, or cancel the downvote
        post(
            "/answer/downvoteAnswer",
            Limit::Vote.refuses_silenced(),
            |tx: &mut Write<'_>, me: &Me, body| vote_on_answer(tx, me, body, Vote::Down),
        );
    }
}

#[derive(Deserialize, IntoParams)]
struct ByIdQuery {
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: ClaimedIdentity,
}

/// A complete question: the text that its readers share, or with the caller's first view.
type WholeQuestion = Either<Json<JsonText<Question>>, Json<Question>>;

fn by_id(
    read: &Read<'_>,
    viewer: &PublicReader,
    (Path(id), _): &(Path<Id>, Query<ByIdQuery>),
    pace: Pace,
    views: &Views,
) -> Result<Option<WholeQuestion>> {
    let question = ReadablePost::find(read, viewer, *id)?.question();
    if pace == Pace::Short && load::is_large(read, question)? {
        return Ok(None);
    }
    let first_view_of = match viewer {
        PublicReader::Member(me) if !store::views::exists(read, question, me.id())? => Some(me),
        PublicReader::Member(_) | PublicReader::Nobody(_) => None,
    };
    let Some(me) = first_view_of else {
        let question = load::question_json(read, question)?;
        return Ok(Some(Either::A(Json(question))));
    };
    views.add(question, me.id());
    let mut question = load::question(read, question)?;
    question.views.push("");
    question.view_count += 1;
    Ok(Some(Either::B(Json(question))))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddQuestion {
    #[serde(default)]
    #[schema(schema_with = schemas::title, required = true)]
    title: String,
    #[serde(default)]
    #[schema(schema_with = schemas::question_text, required = true)]
    text: String,
    #[serde(default)]
    #[schema(required = true, min_items = 1, max_items = 5)]
    tags: Vec<TagName>,
    #[serde(default, rename = "askedBy")]
    _asked_by: ClaimedIdentity,
    /// An empty text means none.
    #[serde(default, deserialize_with = "Id::deserialize_or_none")]
    community_id: Option<Id>,
    /// Client-chosen idempotency key, at most 64 bytes: a repeated request with the same one
    /// returns the existing question.
    #[schema(max_length = 64)]
    nonce: Option<String>,
}

fn add(
    tx: &mut Write<'_>,
    me: &Me,
    (key, Body(body)): (IdempotencyKey, Body<AddQuestion>),
) -> Result<Json<Question>> {
    let new = new_question(tx, &body.title, &body.text, "", &body.tags)?;
    let nonce = text::nonce(key.unless(body.nonce))?;
    let community = body
        .community_id
        .map(|community| CanPost::find(tx, me, community))
        .transpose()?;
    posting::ask(tx, me, &new, community.as_ref(), nonce.as_deref()).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct AddAnswer {
    qid: Id,
    ans: AnswerText,
}

#[derive(Deserialize, ToSchema)]
struct AnswerText {
    #[serde(default)]
    #[schema(schema_with = schemas::answer_text, required = true)]
    text: String,
    #[serde(default, rename = "ansBy")]
    _ans_by: ClaimedIdentity,
    /// Client-chosen idempotency key, at most 64 bytes: a repeated request with the same one
    /// returns the existing answer.
    #[schema(max_length = 64)]
    nonce: Option<String>,
}

fn answer(
    tx: &mut Write<'_>,
    me: &Me,
    (key, Body(body)): (IdempotencyKey, Body<AddAnswer>),
) -> Result<Json<Answer>> {
    let readable = ReadablePost::find(tx, me, body.qid)?;
    posting::answer(
        tx,
        me,
        &readable,
        &text::answer_text(&body.ans.text)?,
        text::nonce(key.unless(body.ans.nonce))?.as_deref(),
    )
    .map(Json)
}

#[derive(Deserialize, ToSchema)]
struct AddComment {
    /// The id of the question or the answer.
    id: Id,
    /// question or answer.
    #[serde(default, rename = "type")]
    #[schema(schema_with = schemas::post_kind, required = true)]
    target: String,
    comment: CommentText,
}

/// The kind of post that a comment is on.
enum CommentTarget {
    Question,
    Answer,
}

impl FromStr for CommentTarget {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "question" => Ok(Self::Question),
            "answer" => Ok(Self::Answer),
            _ => Err(Sentence::CommentTypeInvalid),
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct CommentText {
    #[serde(default)]
    #[schema(schema_with = schemas::comment_text, required = true)]
    text: String,
    #[serde(default, rename = "commentBy")]
    _comment_by: ClaimedIdentity,
    /// Client-chosen idempotency key, at most 64 bytes: a repeated request with the same one
    /// returns the existing comment.
    #[schema(max_length = 64)]
    nonce: Option<String>,
}

fn comment(
    tx: &mut Write<'_>,
    me: &Me,
    (key, Body(body)): (IdempotencyKey, Body<AddComment>),
) -> Result<Json<Comment>> {
    let readable = match body.target.parse()? {
        CommentTarget::Question => ReadablePost::find(tx, me, body.id)?,
        CommentTarget::Answer => ReadablePost::find_answer(tx, me, body.id)?,
    };
    posting::comment(
        tx,
        me,
        &readable,
        &text::comment_text(&body.comment.text)?,
        text::nonce(key.unless(body.comment.nonce))?.as_deref(),
    )
    .map(Json)
}

#[derive(Deserialize, ToSchema)]
struct VoteOn {
    qid: Id,
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
}

fn vote(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<VoteOn>,
    vote: Vote,
) -> Result<Json<VoteReply>> {
    let readable = ReadablePost::find(tx, me, body.qid)?;
    votes::vote(tx, me, &readable, vote).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct VoteOnAnswer {
    aid: Id,
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
}

fn vote_on_answer(
    tx: &mut Write<'_>,
    me: &Me,
    Body(body): Body<VoteOnAnswer>,
    vote: Vote,
) -> Result<Json<VoteReply>> {
    let readable = ReadablePost::find_answer(tx, me, body.aid)?;
    votes::vote(tx, me, &readable, vote).map(Json)
}
