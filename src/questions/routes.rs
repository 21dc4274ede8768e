//! The calls about questions, answers, comments, votes and tags.

mod changes;

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::Readable;
use super::answers::{self, Answer};
use super::comments::{self, Comment};
use super::order::Order;
use super::search::{Match, Search};
use super::tags::{Tag, TagCount};
use super::views::Views;
use super::votes::{self, Vote, VoteReply};
use super::{NewQuestion, Question, QuestionCard, store};
use crate::communities;
use crate::communities::access::Asking;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::text;
use crate::users::Me;
use crate::web::{
    Body, Claim, Either, Headers, Json, JsonText, Limit, Page, Paging, Path, Query, Routes, Text, WithHeaders, percent_encoded, schemas,
};

/// Adds the calls about questions, of which one notes views.
pub fn routes(routes: &mut Routes, views: &Views) {
    let views = views.clone();
    routes
        .signed_in()
        .get("/question/getQuestion", "Questions in an order, or those that a search finds", list)
        .get(["/question/getCommunityQuestions/{id}", "/getCommunityQuestions/{id}"], "A community's questions in an order", of_community)
        .get("/question/getQuestionById/{id}", "One question; counts as a view", move |read: &Read<'_>, me: &Me, input| {
            by_id(read, me, input, &views)
        })
        .get("/question/getSimilarQuestions", "Questions like the one with this title, best first, at most 5", similar)
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
        })
        .post("/answer/upvoteAnswer", "Vote an answer up, or take that back", |tx: &mut Write<'_>, me: &Me, body| {
            vote_on_answer(tx, me, body, Vote::Up)
        })
        .post("/answer/downvoteAnswer", "Vote an answer down, or take that back", |tx: &mut Write<'_>, me: &Me, body| {
            vote_on_answer(tx, me, body, Vote::Down)
        });
    changes::routes(routes);
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// newest, unanswered, active, mostViewed; in search results relevance too.
    #[serde(default)]
    #[param(schema_with = schemas::order)]
    order: String,
    /// Words to look for, and among them [tag], -[tag], "a phrase", -word, -"a phrase", user:name, is:answered,
    /// is:unanswered, is:accepted, score:3 and answers:2 (at least). The first 200 characters count.
    #[serde(default)]
    search: String,
    /// card: counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: Claim,
}

/// A page of questions, whole or as cards.
pub type Shown = Either<Page<JsonText<Question>>, Page<JsonText<QuestionCard>>>;

type Questions = WithHeaders<Shown, Option<Match>>;

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
    let (found, matched) = store::lists::find(read, store::lists::Wanted { viewer: me.id, order, search, community }, paging)?;
    Ok(WithHeaders(shown(read, me, found, &query.view)?, matched))
}

/// The questions with these ids, whole or with the view `card` as cards. Whether the viewer may read them is asked before.
pub fn shown(read: &Read<'_>, viewer: &Me, found: Page<Id>, view: &str) -> Result<Shown> {
    Ok(match view {
        "" => Either::A(found.with_items(|ids| store::many(read, ids))?),
        "card" => Either::B(found.with_items(|ids| store::cards(read, viewer.id, ids))?),
        _ => return Err(Sentence::InvalidView.into()),
    })
}

impl Headers for Option<Match> {
    const ABOUT: &'static [(&'static str, &'static str)] = &[
        (
            "X-Search-Match",
            "For a search with words, what was found: all (what has all of them), similar (nothing has all: mistyped words were \
             replaced by similar ones) or any (still nothing has all: what has any of them)",
        ),
        ("X-Searched-For", "With similar: the search that was run instead, percent-encoded"),
    ];

    fn values(self) -> Vec<(&'static str, String)> {
        const MATCH: &str = "x-search-match";
        match self {
            None => Vec::new(),
            Some(Match::All) => vec![(MATCH, "all".to_owned())],
            Some(Match::Any) => vec![(MATCH, "any".to_owned())],
            Some(Match::Similar(search)) => vec![(MATCH, "similar".to_owned()), ("x-searched-for", percent_encoded(&search))],
        }
    }
}

#[derive(Deserialize, IntoParams)]
struct SimilarTo {
    /// Of the question that somebody is about to ask.
    #[serde(default)]
    title: String,
}

/// Questions shown as similar to one, at most.
const SIMILAR: usize = 5;

fn similar(read: &Read<'_>, me: &Me, Query(query): Query<SimilarTo>) -> Result<Json<JsonText<Vec<QuestionCard>>>> {
    // It is just being written: not yet what a title must be.
    let title: String = query.title.chars().take(text::limits::TITLE).collect();
    let ids = store::similar::similar(read, me.id, &title, SIMILAR)?;
    let cards = store::cards(read, me.id, &ids)?;
    Ok(Json(JsonText::of(&cards)?.into()))
}

#[derive(Deserialize, IntoParams)]
struct Viewer {
    #[serde(default, rename = "username")]
    #[param(rename = "username")]
    _username: Claim,
}

fn by_id(read: &Read<'_>, me: &Me, (Path(id), _): (Path<Id>, Query<Viewer>), views: &Views) -> Result<Json<JsonText<Question>>> {
    let question = Readable::find(read, me, id)?.question;
    if store::has_viewed(read, question, me.id)? {
        return store::text_of(read, question).map(Json);
    }
    views.note(question, me.id);
    let mut question = store::one(read, question)?;
    question.views.push("");
    question.view_count += 1;
    Ok(Json(JsonText::of(&question)?.into()))
}

#[derive(Deserialize, ToSchema)]
struct TagName {
    #[serde(default)]
    #[schema(schema_with = schemas::tag, required = true)]
    name: String,
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
    _asked_by: Claim,
    community_id: Option<Id>,
    /// Of one's own choice, at most 64 bytes: sent again with the same one it is still one question, and answered as before.
    #[schema(max_length = 64)]
    nonce: Option<String>,
}

fn add(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddQuestion>) -> Result<Json<Question>> {
    let new = new_question(&body.title, &body.text, &body.tags)?;
    let nonce = text::nonce(body.nonce)?;
    let asking = body.community_id.map(|community| Asking::find(tx, me, community)).transpose()?;
    super::ask(tx, me, &new, asking.as_ref(), nonce.as_deref()).map(Json)
}

/// What somebody wants to ask, after the rules of the form.
fn new_question(title: &str, question: &str, tags: &[TagName]) -> Result<NewQuestion> {
    Ok(NewQuestion {
        title: text::title(title)?,
        text: text::question_text(question)?,
        tags: text::tags(tags.iter().map(|tag| tag.name.as_str()))?,
    })
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
    _ans_by: Claim,
    /// Of one's own choice, at most 64 bytes: sent again with the same one it is still one answer, and answered as before.
    #[schema(max_length = 64)]
    nonce: Option<String>,
}

fn answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddAnswer>) -> Result<Json<Answer>> {
    let readable = Readable::find(tx, me, body.qid)?;
    answers::answer(tx, me, &readable, &text::answer_text(&body.ans.text)?, text::nonce(body.ans.nonce)?.as_deref()).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct AddComment {
    /// Of the question or the answer.
    id: Id,
    /// question or answer.
    #[serde(default, rename = "type")]
    #[schema(schema_with = schemas::post_kind, required = true)]
    on: String,
    comment: CommentText,
}

#[derive(Deserialize, ToSchema)]
struct CommentText {
    #[serde(default)]
    #[schema(schema_with = schemas::comment_text, required = true)]
    text: String,
    #[serde(default, rename = "commentBy")]
    _comment_by: Claim,
    /// Of one's own choice, at most 64 bytes: sent again with the same one it is still one comment, and answered as before.
    #[schema(max_length = 64)]
    nonce: Option<String>,
}

fn comment(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddComment>) -> Result<Json<Comment>> {
    let readable = match body.on.as_str() {
        "question" => Readable::find(tx, me, body.id)?,
        "answer" => Readable::find_answer(tx, me, body.id)?,
        _ => return Err(Sentence::CommentTypeInvalid.into()),
    };
    comments::comment(tx, me, &readable, &text::comment_text(&body.comment.text)?, text::nonce(body.comment.nonce)?.as_deref()).map(Json)
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

#[derive(Deserialize, ToSchema)]
struct VoteOnAnswer {
    aid: Id,
    #[serde(default, rename = "username")]
    _username: Claim,
}

fn vote_on_answer(tx: &mut Write<'_>, me: &Me, Body(body): Body<VoteOnAnswer>, vote: Vote) -> Result<Json<VoteReply>> {
    let readable = Readable::find_answer(tx, me, body.aid)?;
    votes::vote(tx, me, &readable, vote).map(Json)
}

fn tag(read: &Read<'_>, me: &Me, Path(Text(name)): Path<Text>) -> Result<Json<Tag>> {
    store::tags::by_name(read, me.id, &name)?.map(Json).ok_or_else(|| Sentence::TagNotFound.into())
}

#[derive(Deserialize, IntoParams)]
struct TagQuery {
    /// A part of the name.
    #[serde(default)]
    search: String,
}

fn tags(read: &Read<'_>, me: &Me, (Query(query), paging): (Query<TagQuery>, Paging)) -> Result<Page<TagCount>> {
    store::tags::list(read, me.id, query.search.trim(), &paging)
}
