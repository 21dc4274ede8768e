//! Questions, and what hangs on them: answers, comments, tags, votes, views, search.

pub mod access;
pub mod answers;
pub mod comments;
pub mod counters;
pub mod deletion;
pub mod duplicates;
pub mod excerpt;
pub mod order;
pub mod removal;
pub mod revisions;
pub mod routes;
pub mod rules;
pub mod search;
pub mod store;
pub mod tags;
pub mod views;
pub mod votes;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::communities::access::{Asking, Scope};
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::live::Event;
use crate::users::Me;
use access::Readable;
use answers::Answer;
use comments::Comment;
use tags::Tag;

/// Where an imported post or comment came from, as its licence asks to be shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Attribution {
    pub author: String,
    pub url: String,
    pub licence: String,
}

/// A question with everything that hangs on it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Question {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub title: String,
    /// Markdown.
    pub text: String,
    pub tags: Vec<Tag>,
    /// The oldest first.
    pub answers: Vec<Answer>,
    pub asked_by: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub ask_date_time: Timestamp,
    /// One empty text for each user here who has seen it: how many, not who.
    pub views: Vec<&'static str>,
    /// Usernames.
    pub up_votes: Vec<String>,
    /// Usernames.
    pub down_votes: Vec<String>,
    pub comments: Vec<Comment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub community_id: Option<Id>,
    /// Viewers here plus what an import brought along.
    pub view_count: u32,
    pub answer_count: u32,
    /// Upvotes minus downvotes, plus what an import brought along.
    pub score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub accepted_answer_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub edited_at: Option<Timestamp>,
    /// Since when it takes no new answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub closed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub deleted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub attribution: Option<Attribution>,
}

/// A question in a list: counts instead of arrays, and the beginning of its text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QuestionCard {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub title: String,
    /// Markdown: the first 1,000 characters, cut between blocks, and up to as much of what links in it refer to by name.
    pub text: String,
    /// Whether the question's text goes on.
    pub truncated: bool,
    pub tags: Vec<Tag>,
    pub asked_by: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub ask_date_time: Timestamp,
    pub answer_count: u32,
    pub view_count: u32,
    pub score: i32,
    /// Whether this viewer has starred it.
    pub starred: bool,
    /// Whether one of its answers is accepted.
    pub accepted: bool,
    /// Whether it takes no new answers.
    pub closed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub community_id: Option<Id>,
}

/// A question was asked or changed. Whoever may read it is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QuestionUpdate(pub Question);

impl Event for QuestionUpdate {
    const NAME: &'static str = "questionUpdate";
}

/// What a question is made of.
pub struct NewQuestion {
    pub title: String,
    pub text: String,
    pub tags: Vec<String>,
}

/// Asks a question, unless the actor has asked it with the same nonce before: in a community, of which he must be a member,
/// or outside of any.
pub fn ask(tx: &mut Write<'_>, me: &Me, new: &NewQuestion, community: Option<&Asking>, nonce: Option<&str>) -> Result<Question> {
    if let Some(asked) = store::posts::by_nonce(tx, me, None, nonce)? {
        // It may have been deleted, or be in a community that he has left.
        return store::one(tx, Readable::find(tx, me, asked)?.question);
    }
    let scope = community.map_or(Scope::Everyone, |asking| asking.scope);
    let question = store::posts::insert_question(tx, me, new, community, nonce)?;
    store::posts::recount(tx, None, store::posts::counted(tx, question)?.as_ref())?;
    search::index(tx, question)?;
    announce(tx, &Readable { post: question, question, scope })
}

/// Runs a change of what a question counts in (its tags, whether it has answers, who may read it) or of what it
/// is found by (its title, text, tags and answers), and lets it be counted and found as it has become.
fn change<T>(tx: &Write<'_>, question: Id, change: impl FnOnce(&Write<'_>) -> Result<T>) -> Result<T> {
    let before = store::posts::counted(tx, question)?;
    search::reindex(tx, question)?;
    let done = change(tx)?;
    store::posts::recount(tx, before.as_ref(), store::posts::counted(tx, question)?.as_ref())?;
    Ok(done)
}

/// Tells whoever may read a question what it is now.
fn announce(tx: &mut Write<'_>, on: &Readable) -> Result<Question> {
    let question = store::one(tx, on.question)?;
    let audience = on.scope.audience(tx)?;
    tx.emit(QuestionUpdate(question.clone()), audience);
    Ok(question)
}
