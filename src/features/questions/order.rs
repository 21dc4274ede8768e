//! The orders of question lists.

use std::str::FromStr;

use crate::core::error::Sentence;

/// The order of a question list. `Unanswered` is also a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Most recently asked first.
    Newest,
    /// Only questions without an answer, most recently asked first.
    Unanswered,
    /// Most recently answered first, then the unanswered, most recently asked first.
    Active,
    /// Most viewed first, then most recently asked first.
    MostViewed,
    /// Best match first. Only for search results.
    Relevance,
}

impl FromStr for Order {
    type Err = Sentence;

    /// Parses the `order` parameter. An empty one means the newest first.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "" | "newest" => Ok(Self::Newest),
            "unanswered" => Ok(Self::Unanswered),
            "active" => Ok(Self::Active),
            "mostViewed" => Ok(Self::MostViewed),
            "relevance" => Ok(Self::Relevance),
            _ => Err(Sentence::InvalidOrder),
        }
    }
}
