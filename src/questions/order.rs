//! The orders of question lists.

use std::str::FromStr;

use crate::error::Sentence;

/// How a list of questions is ordered, and for `Unanswered` cut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Asked last first.
    Newest,
    /// Only those without an answer, asked last first.
    Unanswered,
    /// Latest answer first, then the unanswered, asked last first.
    Active,
    /// Most viewed first, then asked last first.
    MostViewed,
    /// Best match first; only in search results.
    Relevance,
}

impl FromStr for Order {
    type Err = Sentence;

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
