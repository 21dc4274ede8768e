//! What the page of a question shows of the replies.

use serde::Deserialize;

use crate::core::id::Id;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub text: String,
    pub tags: Vec<Tag>,
    pub answers: Vec<Answer>,
    pub asked_by: String,
    pub asked_by_reputation: Option<u32>,
    #[serde(default)]
    pub asked_by_bot: bool,
    pub ask_date_time: String,
    pub comments: Vec<Comment>,
    pub community_id: Option<Id>,
    pub view_count: i64,
    pub answer_count: i64,
    pub score: i64,
    pub accepted_answer_id: Option<Id>,
    pub edited_at: Option<String>,
    pub closed_at: Option<String>,
    pub close_reason: Option<String>,
    pub close_note: Option<String>,
    pub locked_at: Option<String>,
    pub deleted_at: Option<String>,
    pub attribution: Option<Attribution>,
    #[serde(default)]
    pub mentions: Vec<String>,
    #[serde(default)]
    pub pictures: Vec<Picture>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    #[serde(rename = "_id")]
    pub id: Id,
    pub text: String,
    pub ans_by: String,
    pub ans_by_reputation: Option<u32>,
    #[serde(default)]
    pub ans_by_bot: bool,
    #[serde(default)]
    pub wiki: bool,
    pub last_edited_by: Option<String>,
    pub ans_date_time: String,
    pub comments: Vec<Comment>,
    pub up_votes: Vec<String>,
    pub down_votes: Vec<String>,
    pub score: i64,
    pub edited_at: Option<String>,
    pub deleted_at: Option<String>,
    pub attribution: Option<Attribution>,
    #[serde(default)]
    pub mentions: Vec<String>,
}

impl Answer {
    /// Returns the score without the vote of the author, which no ranking counts.
    pub fn peer_score(&self) -> i64 {
        let by_author = |votes: &[String]| i64::from(votes.contains(&self.ans_by));
        self.score - by_author(&self.up_votes) + by_author(&self.down_votes)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    #[serde(rename = "_id")]
    pub id: Id,
    pub text: String,
    pub comment_by: String,
    #[serde(default)]
    pub comment_by_bot: bool,
    pub comment_date_time: String,
    pub deleted_at: Option<String>,
    pub attribution: Option<Attribution>,
    #[serde(default)]
    pub mentions: Vec<String>,
}

#[derive(Deserialize)]
pub struct Tag {
    pub name: String,
}

#[derive(Deserialize)]
pub struct Attribution {
    pub author: String,
    pub url: String,
    pub licence: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Linked {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub answer_count: i64,
    pub duplicate: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Community {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub is_member: bool,
    #[serde(default)]
    pub archived: bool,
}

/// The size of a picture.
#[derive(Deserialize)]
pub struct Picture {
    #[serde(rename = "_id")]
    pub id: Id,
    pub width: u32,
    pub height: u32,
}

/// Returns the size of a picture.
pub fn size_of(pictures: &[Picture], id: Id) -> Option<(u32, u32)> {
    let picture = pictures.iter().find(|picture| picture.id == id)?;
    Some((picture.width, picture.height))
}
