//! A feed before it is written in a format.

use crate::core::clock::Timestamp;

/// A feed. All addresses are absolute.
pub struct Feed {
    pub title: String,
    /// The address of the page that the feed follows.
    pub page: String,
    /// The path of the feed without the ending of its format.
    pub path: String,
    /// When the newest change of an entry happened; without entries, when what the feed follows began.
    pub updated_at: Timestamp,
    /// Newest first.
    pub entries: Vec<Entry>,
}

/// A question or an answer.
pub struct Entry {
    /// An address that stays the same and need not lead anywhere.
    pub id: String,
    pub page: String,
    pub title: String,
    pub author: String,
    /// Absent for an account that was deleted.
    pub author_page: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub tags: Vec<String>,
    pub html: String,
}

/// The formats of a feed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Atom,
    Json,
}

impl Format {
    const ALL: [Self; 2] = [Self::Atom, Self::Json];

    /// Returns the ending of addresses.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Atom => ".atom",
            Self::Json => ".json",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml; charset=utf-8",
            Self::Json => "application/feed+json; charset=utf-8",
        }
    }

    /// Splits the last part of an address into a name and a format.
    pub fn split(file: &str) -> Option<(&str, Self)> {
        let mut all = Self::ALL.into_iter();
        all.find_map(|format| Some((file.strip_suffix(format.ending())?, format)))
    }
}
