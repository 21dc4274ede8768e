//! The orders of question lists.

use std::str::FromStr;
use std::time::Duration;

use crate::core::clock::Timestamp;
use crate::core::error::Sentence;
use crate::core::id::Id;

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
    /// Highest score first, without the votes of authors for their own questions; then most recently asked first.
    Votes,
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
            "votes" => Ok(Self::Votes),
            "relevance" => Ok(Self::Relevance),
            _ => Err(Sentence::InvalidOrder),
        }
    }
}

impl Order {
    /// Parses the `period` parameter, which only the order by votes has, and returns the first id of the questions asked in
    /// it. `None`: all questions.
    pub fn since(self, period: &str, now: Timestamp) -> Result<Option<Id>, Sentence> {
        let days = match (self, period) {
            (_, "") | (Self::Votes, "all") => return Ok(None),
            (Self::Votes, "week") => 7,
            (Self::Votes, "month") => 30,
            (Self::Votes, "year") => 365,
            _ => return Err(Sentence::InvalidOrder),
        };
        Ok(Some(Id::at(now.minus(Duration::from_hours(24 * days)), 0)))
    }
}
