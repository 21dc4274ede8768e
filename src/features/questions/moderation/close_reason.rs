//! Why moderators close questions.

use crate::core::string_enum::string_enum;

string_enum! {
    /// Why a moderator has closed a question.
    CloseReason {
        /// It has been asked before.
        Duplicate = "duplicate",
        /// It is not about what this place is for.
        OffTopic = "off-topic",
        /// It lacks what an answer needs to know.
        Unclear = "unclear",
        /// It asks several things at once.
        TooBroad = "too-broad",
        /// Answers would be opinions.
        Opinion = "opinion",
    }
}
