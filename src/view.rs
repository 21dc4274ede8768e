//! The `view` parameter of lists and single values.

use std::str::FromStr;

use crate::error::Sentence;

/// How much of each value a response contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The complete value.
    Full,
    /// A card: counts and excerpts instead of arrays.
    Card,
}

impl FromStr for View {
    type Err = Sentence;

    /// Parses the parameter. An empty one means the complete value.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "" => Ok(Self::Full),
            "card" => Ok(Self::Card),
            _ => Err(Sentence::InvalidView),
        }
    }
}
