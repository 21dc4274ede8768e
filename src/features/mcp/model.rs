//! The arguments of the tools and their results.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::features::questions::model::Attribution;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchArguments {
    /// Words, [tag] or tag:name, -[tag], "a phrase", -word, user:name (asked by), by:name (asked or answered by),
    /// is:answered, is:unanswered, is:accepted, score:3, answers:2, after:2026-11-29 and before:2026-11. Any of the words
    /// may match. Empty: the newest questions.
    pub query: String,
    /// The largest number of questions to return: 10 if absent.
    #[schema(minimum = 1, maximum = 20)]
    pub page_size: Option<usize>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadQuestionArguments {
    /// The id or the address of a question or of one of its answers.
    pub question: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListTagsArguments {
    /// The beginning or another part of the name. Absent: all tags.
    pub name: Option<String>,
}

#[derive(Serialize)]
pub struct FoundQuestions {
    /// The number of questions that match.
    pub total: i64,
    pub questions: Vec<FoundQuestion>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundQuestion {
    pub id: Id,
    pub title: String,
    pub tags: Vec<String>,
    pub score: i32,
    pub answer_count: u32,
    /// Whether one of its answers is accepted.
    pub accepted: bool,
    /// Markdown: what matched, else the beginning of the text.
    pub passage: String,
    pub link: String,
}

/// What a result needs of a [`QuestionCard`](crate::features::questions::model::QuestionCard), whose JSON text readers
/// share.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub text: String,
    pub tags: Vec<CardTag>,
    pub score: i32,
    pub answer_count: u32,
    pub accepted: bool,
    #[serde(rename = "match")]
    pub matched: Option<CardMatch>,
}

#[derive(Deserialize)]
pub struct CardTag {
    pub name: String,
}

/// A part of [`SearchMatch`](crate::features::search::model::SearchMatch).
#[derive(Deserialize)]
pub struct CardMatch {
    pub passage: Vec<String>,
}

/// A question with as many of its answers and comments as fit.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WholeQuestion {
    pub title: String,
    pub tags: Vec<String>,
    pub closed: bool,
    #[serde(flatten)]
    pub post: Post,
    /// The number of answers, those that are left out included.
    pub answer_count: u32,
    /// The accepted one first, then by score.
    pub answers: Vec<Answer>,
    pub left_out: LeftOut,
}

#[derive(Serialize)]
pub struct Answer {
    pub accepted: bool,
    #[serde(flatten)]
    pub post: Post,
}

/// A question or an answer.
#[derive(Serialize)]
pub struct Post {
    pub id: Id,
    pub link: String,
    pub score: i32,
    #[serde(flatten)]
    pub text: Text,
    pub comments: Vec<Text>,
}

/// What a member wrote.
#[derive(Serialize)]
pub struct Text {
    pub by: String,
    pub at: Timestamp,
    /// Where an imported text is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<Attribution>,
    /// Markdown.
    pub text: String,
}

/// What a result leaves out because it would be too long.
#[derive(Default, Serialize)]
pub struct LeftOut {
    pub answers: usize,
    pub comments: usize,
    /// Of texts that were cut.
    pub characters: usize,
}

#[derive(Serialize)]
pub struct FoundTags {
    /// The number of tags that match.
    pub total: i64,
    /// Up to 100: those that begin with the text first, then the most used.
    pub tags: Vec<FoundTag>,
}

#[derive(Serialize)]
pub struct FoundTag {
    pub name: String,
    pub description: String,
    /// The number of questions with it that the account may read.
    pub questions: u32,
}
