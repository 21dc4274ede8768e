//! The content of the demo site: TOML files that are part of the binary.

use jiff::{Span, SpanRelativeTo};
use serde::Deserialize;

use crate::core::error::{Error, Result};
use crate::features::flags::model::FlagReason;
use crate::features::questions::moderation::close_reason::CloseReason;

/// Username of the administrator.
pub const LOGIN: &str = "demo";
/// Username of the moderator of the site.
pub const MODERATOR: &str = "priya";
/// Username of a member who has just joined.
pub const NEWCOMER: &str = "newt";

const SITE: &str = include_str!("content/site.toml");
const SUBJECTS: [&str; 3] = [
    include_str!("content/baking.toml"),
    include_str!("content/bicycles.toml"),
    include_str!("content/servers.toml"),
];

/// All content.
pub struct Content {
    pub site: Site,
    /// In any order. Titles are unique, and other content refers to questions by them.
    pub questions: Vec<Question>,
}

impl Content {
    /// Reads the embedded files.
    pub fn load() -> Result<Self> {
        let mut questions = Vec::new();
        for subject in SUBJECTS {
            let subject: Subject = toml::from_str(subject).map_err(Error::internal)?;
            questions.extend(subject.questions);
        }
        Ok(Self {
            site: toml::from_str(SITE).map_err(Error::internal)?,
            questions,
        })
    }
}

/// A length of time, such as `2d 4h`. A day has 24 hours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "Span")]
pub struct Period {
    pub millis: i64,
}

impl TryFrom<Span> for Period {
    type Error = jiff::Error;

    fn try_from(span: Span) -> Result<Self, jiff::Error> {
        let duration = span.to_duration(SpanRelativeTo::days_are_24_hours())?;
        Ok(Self {
            millis: duration.as_secs() * 1_000,
        })
    }
}

/// Everything but the questions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub announcement: String,
    pub members: Vec<Member>,
    pub communities: Vec<Community>,
    pub tags: Vec<Tag>,
    pub synonyms: Vec<Synonym>,
    pub watched: Vec<Watched>,
    pub notes: Vec<Note>,
    /// In the chat of everyone.
    pub messages: Vec<Message>,
    pub chats: Vec<Chat>,
    pub reports: Vec<Report>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    pub name: String,
    /// How long ago.
    pub joined: Period,
    pub biography: String,
    /// A role of the export format. Absent: an ordinary member.
    pub role: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Community {
    pub name: String,
    pub owner: String,
    /// How long ago.
    pub created: Period,
    pub visibility: Visibility,
    pub description: String,
    /// Without the owner.
    pub members: Vec<String>,
    /// Who asks to join.
    #[serde(default)]
    pub requests: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    Public,
    Private,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tag {
    pub name: String,
    /// Markdown.
    pub description: String,
    /// Who has described it. Absent: [`LOGIN`].
    pub by: Option<String>,
    /// The private community whose tag it is. Its description has no versions.
    pub community: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Synonym {
    pub name: String,
    pub tag: String,
}

/// What a member watches.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watched {
    pub by: String,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default)]
    pub communities: Vec<String>,
    #[serde(default)]
    pub questions: Vec<String>,
}

/// A private note on a question that [`LOGIN`] has starred.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    pub question: String,
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    pub by: String,
    pub ago: Period,
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    pub participants: Vec<String>,
    pub messages: Vec<Message>,
}

/// A report of an answer, which no moderator has decided yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    pub by: String,
    pub ago: Period,
    pub reason: FlagReason,
    pub text: Option<String>,
    pub question: String,
    /// The author of the answer.
    pub answer_by: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    questions: Vec<Question>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub title: String,
    pub by: String,
    pub ago: Period,
    pub tags: Vec<String>,
    pub community: Option<String>,
    /// The score.
    #[serde(default)]
    pub votes: i64,
    #[serde(default)]
    pub starred_by: Vec<String>,
    pub closed: Option<Closed>,
    /// The title of the question that was asked first.
    pub duplicate_of: Option<String>,
    /// Who has linked it to that question.
    pub duplicate_by: Option<String>,
    pub text: String,
    #[serde(default)]
    pub comments: Vec<Comment>,
    #[serde(default)]
    pub answers: Vec<Answer>,
}

/// Who has closed a question, and why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    pub by: String,
    /// How long after the question.
    pub after: Period,
    pub reason: CloseReason,
    pub note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub by: String,
    /// How long after the question.
    pub after: Period,
    #[serde(default)]
    pub accepted: bool,
    /// The score.
    #[serde(default)]
    pub votes: i64,
    pub text: String,
    #[serde(default)]
    pub comments: Vec<Comment>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    pub by: String,
    /// How long after the post.
    pub after: Period,
    pub text: String,
}
