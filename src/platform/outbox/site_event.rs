//! What happens on the site that webhooks are about.

use crate::core::id::Id;
use crate::core::string_enum::string_enum;

string_enum! {
    /// What happened.
    #[derive(Hash)]
    SiteEvent {
        /// A question appeared.
        QuestionCreated = "question.created",
        /// An answer appeared.
        AnswerCreated = "answer.created",
        /// A comment appeared.
        CommentCreated = "comment.created",
        /// A question or an answer has another text, title or tags.
        PostEdited = "post.edited",
        AnswerAccepted = "answer.accepted",
        QuestionClosed = "question.closed",
        QuestionReopened = "question.reopened",
        /// A question, an answer or a comment can no longer be read.
        PostRemoved = "post.removed",
        /// It can be read again.
        PostRestored = "post.restored",
        /// A person who manages the webhook tries it.
        Test = "test",
    }
}

impl SiteEvent {
    /// The events that can be chosen.
    pub const CHOSEN: [Self; 9] = [
        Self::QuestionCreated,
        Self::AnswerCreated,
        Self::CommentCreated,
        Self::PostEdited,
        Self::AnswerAccepted,
        Self::QuestionClosed,
        Self::QuestionReopened,
        Self::PostRemoved,
        Self::PostRestored,
    ];

    /// Returns the bit of the event in `webhooks.events`.
    pub fn bit(self) -> i64 {
        1 << self as i64
    }
}

/// Something that happened to a question, or to an answer or a comment in it.
pub struct Happened {
    pub event: SiteEvent,
    /// Whom the messages name.
    pub by: Option<Id>,
    pub object: Id,
    pub question: Id,
    /// Whether everyone may read the question, with and without an account.
    pub is_public: bool,
}
