//! The calls about questions, answers, comments, votes and tags.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::Readable;
use super::answers::{self, Answer};
use super::comments::{self, Comment, CommentOn};
use super::order::Order;
use super::search::Search;
use super::tags::{Tag, TagCount};
use super::views::Views;
use super::votes::{self, Vote, VoteReply};
use super::{NewQuestion, Question, QuestionCard, store};
use crate::communities;
use crate::communities::access::Member;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::text;
use crate::users::Me;
use crate::web::{Body, Claim, Either, Json, Limit, Page, Paging, Path, Query, Routes, Text};

/// Adds the calls about questions, and starts recording views.
pub fn routes(routes: &mut Routes) {
    let views = Views::start(&routes.app);
    routes
        .signed_in()
        .get("/question/getQuestion", "Questions in an order, or those that a search finds", list)
        .get(["/question/getCommunityQuestions/{id}", "/getCommunityQuestions/{id}"], "A community's questions in an order", of_community)
        .get("/question/getQuestionById/{id}", "One question; counts as a view", move |read: &Read<'_>, me: &Me, input| {
            by_id(read, me, input, &views)
        })
        .get("/tag/getTagByName/{name}", "One tag", tag)
        .get("/tag/getTagsWithQuestionNumber", "All tags and how many questions each has, most used first", tags)
        .limit(Limit::Ask)
        .post("/question/addQuestion", "Ask a question", add)
        .limit(Limit::Answer)
        .post("/answer/addAnswer", "Answer a question", answer)
        .limit(Limit::Comment)
        .post("/comment/addComment", "Comment on a question or an answer", comment)
        .limit(Limit::Vote)
        .post("/question/upvoteQuestion", "Vote a question up, or take that back", |tx: &mut Write<'_>, me: &Me, body| {
            vote(tx, me, body, Vote::Up)
        })
        .post("/question/downvoteQuestion", "Vote a question down, or take that back", |tx: &mut Write<'_>, me: &Me, body| {
            vote(tx, me, body, Vote::Down)
        });
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// newest, unanswered, active, mostViewed; in search results relevance too.
    #[serde(default)]
    order: String,
    #[serde(default)]
    search: String,
    /// card: counts instead of arrays.
    #[serde(default)]
    view: String,
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: Claim,
}

type Questions = Either<Page<Question>, Page<QuestionCard>>;

fn list(read: &Read<'_>, me: &Me, (Query(query), paging): (Query<ListQuery>, Paging)) -> Result<Questions> {
    page(read, me, &query, None, &paging)
}

fn of_community(
    read: &Read<'_>,
    me: &Me,
    (Path(community), (Query(query), paging)): (Path<Id>, (Query<ListQuery>, Paging)),
) -> Result<Questions> {
    if !communities::store::exists(read, community)? {
        return Err(Sentence::CommunityNotFound.into());
    }
    page(read, me, &query, Some(community), &paging)
}

fn page(read: &Read<'_>, me: &Me, query: &ListQuery, community: Option<Id>, paging: &Paging) -> Result<Questions> {
    let search = Search::parse(&query.search);
    let order = query.order.parse()?;
    if order == Order::Relevance && search.is_empty() {
        return Err(Sentence::InvalidOrder.into());
    }
    let found = store::lists::find(read, &store::lists::Wanted { viewer: me.id, order, search, community }, paging)?;
    match query.view.as_str() {
        "" => Ok(Either::A(found.with_items(|ids| store::many(read, ids))?)),
        "card" => Ok(Either::B(found.with_items(|ids| store::cards(read, me.id, ids))?)),
        _ => Err(Sentence::InvalidView.into()),
    }
}

#[derive(Deserialize, IntoParams)]
struct Viewer {
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: Claim,
}

fn by_id(read: &Read<'_>, me: &Me, (Path(id), _): (Path<Id>, Query<Viewer>), views: &Views) -> Result<Json<Question>> {
    let readable = Readable::find(read, me, id)?;
    let mut question = store::one(read, readable.question)?.ok_or(Sentence::QuestionNotFound)?;
    if !store::has_viewed(read, readable.question, me.id)? {
        question.views.push("");
        question.view_count += 1;
        views.note(readable.question, me.id);
    }
    Ok(Json(question))
}

#[derive(Deserialize, ToSchema)]
struct TagName {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddQuestion {
    #[serde(default)]
    title: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    tags: Vec<TagName>,
    #[serde(default, rename = "askedBy")]
    _asked_by: Claim,
    community_id: Option<Id>,
}

fn add(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddQuestion>) -> Result<Json<Question>> {
    let new = NewQuestion {
        title: text::title(&body.title)?,
        text: text::question_text(&body.text)?,
        tags: text::tags(body.tags.iter().map(|tag| tag.name.as_str()))?,
    };
    let member = body.community_id.map(|community| Member::find(tx, me, community)).transpose()?;
    super::ask(tx, me, &new, member.as_ref()).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct AddAnswer {
    qid: Id,
    ans: AnswerText,
}

#[derive(Deserialize, ToSchema)]
struct AnswerText {
    #[serde(default)]
    text: String,
    #[serde(default, rename = "ansBy")]
    _ans_by: Claim,
}

fn answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddAnswer>) -> Result<Json<Answer>> {
    let readable = Readable::find(tx, me, body.qid)?;
    answers::answer(tx, me, &readable, &text::answer_text(&body.ans.text)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct AddComment {
    /// Of the question or the answer.
    id: Id,
    #[serde(rename = "type")]
    on: CommentOn,
    comment: CommentText,
}

#[derive(Deserialize, ToSchema)]
struct CommentText {
    #[serde(default)]
    text: String,
    #[serde(default, rename = "commentBy")]
    _comment_by: Claim,
}

fn comment(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddComment>) -> Result<Json<Comment>> {
    let comment = match body.on {
        CommentOn::Question => {
            let readable = Readable::find(tx, me, body.id)?;
            comments::on_question(tx, me, &readable, &text::comment_text(&body.comment.text)?)
        }
        CommentOn::Answer => {
            let readable = Readable::find_answer(tx, me, body.id)?;
            comments::on_answer(tx, me, &readable, body.id, &text::comment_text(&body.comment.text)?)
        }
    };
    comment.map(Json)
}

#[derive(Deserialize, ToSchema)]
struct VoteOn {
    qid: Id,
    #[serde(default, rename = "username")]
    _username: Claim,
}

fn vote(tx: &mut Write<'_>, me: &Me, Body(body): Body<VoteOn>, vote: Vote) -> Result<Json<VoteReply>> {
    let readable = Readable::find(tx, me, body.qid)?;
    votes::vote(tx, me, &readable, vote).map(Json)
}

fn tag(read: &Read<'_>, me: &Me, Path(Text(name)): Path<Text>) -> Result<Json<Tag>> {
    store::tags::by_name(read, me.id, &name)?.map(Json).ok_or_else(|| Sentence::TagNotFound.into())
}

fn tags(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<TagCount>> {
    store::tags::list(read, me.id, &paging)
}
