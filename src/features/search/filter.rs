//! The conditions of a search other than words and tags.

use std::num::{IntErrorKind, ParseIntError};

use crate::core::clock::Timestamp;
use crate::core::text::fold;

/// A condition other than words and tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Asked by the user with this folded name.
    Author(String),
    /// Asked or answered by the user with this folded name.
    Participant(String),
    Unanswered,
    /// With an accepted answer.
    Accepted,
    /// At least this score.
    Score(i64),
    /// At least this number of answers.
    Answers(i64),
    /// Asked at this time or later.
    After(Timestamp),
    /// Asked before this time.
    Before(Timestamp),
}

impl Filter {
    /// Parses a part of a search. Nothing if it is no condition.
    pub fn parse(word: &str) -> Option<Self> {
        let word = fold(word);
        match word.split_once(':')? {
            ("user", name) if !name.is_empty() => Some(Self::Author(name.to_owned())),
            ("by", name) if !name.is_empty() => Some(Self::Participant(name.to_owned())),
            ("is", "answered") => Some(Self::Answers(1)),
            ("is", "unanswered") => Some(Self::Unanswered),
            ("is", "accepted") => Some(Self::Accepted),
            ("score", number) => saturating_number(number).map(Self::Score),
            ("answers", number) => saturating_number(number).map(Self::Answers),
            ("after", date) => start_of(date).map(Self::After),
            ("before", date) => start_of(date).map(Self::Before),
            _ => None,
        }
    }
}

/// Parses a number. One that does not fit becomes the largest or smallest `i64`.
fn saturating_number(number: &str) -> Option<i64> {
    number.parse().map_or_else(
        |error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

/// Returns the start of a year, a month or a day in UTC: `2026`, `2026-11` or `2026-11-29`.
fn start_of(date: &str) -> Option<Timestamp> {
    let rest = "0000-01-01".get(date.len()..)?;
    if !matches!(date.len(), 4 | 7 | 10) {
        return None;
    }
    format!("{date}{rest}T00:00:00Z").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_year_a_month_or_a_day() {
        for (text, start) in [
            ("after:2026", "2026-01-01T00:00:00.000Z"),
            ("after:2026-11", "2026-11-01T00:00:00.000Z"),
            ("AFTER:2024-02-29", "2024-02-29T00:00:00.000Z"),
        ] {
            let start = start.parse().expect("time");
            assert_eq!(Filter::parse(text), Some(Filter::After(start)), "{text}");
        }
        for text in [
            "after:202",
            "after:2026-",
            "before:2025-02-29",
            "before:٢٠٢٦",
        ] {
            assert_eq!(Filter::parse(text), None, "{text}");
        }
    }
}
