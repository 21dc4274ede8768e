//! The types of this feature.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::Id;
use crate::realtime::{Event, Subject};

/// Defines the badges with their words in the database and on the wire: their names in lower case.
macro_rules! badges {
    ($($(#[doc = $doc:literal])* $case:ident = $word:literal),* $(,)?) => {
        /// What a badge is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(rename_all = "lowercase")]
        pub enum Badge {
            $($(#[doc = $doc])* $case),*
        }

        impl Badge {
            /// All words.
            pub const WORDS: &[&str] = &[$($word),*];

            /// Returns the word.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$case => $word),*
                }
            }
        }

        impl FromSql for Badge {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                match value.as_str()? {
                    $($word => Ok(Self::$case),)*
                    _ => Err(FromSqlError::InvalidType),
                }
            }
        }
    };
}

badges! {
    /// Upvoted a post of another member.
    Voted = "voted",
    /// Accepted the answer of another member.
    Solved = "solved",
    /// Gave an answer that another member accepted.
    Helped = "helped",
    /// Edited a post after another member had commented on it.
    Improved = "improved",
    /// Described a tag.
    Explained = "explained",
}

impl ToSql for Badge {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.word()))
    }
}

/// A badge of a user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AwardedBadge {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub badge: Badge,
    #[cfg_attr(test, ts(type = "string"))]
    pub awarded_at: Timestamp,
}

/// Event: the receiver has been awarded a badge.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BadgeAwarded {
    pub badge: Badge,
}

impl Event for BadgeAwarded {
    const NAME: &'static str = "badgeAwarded";

    fn subject(&self) -> Subject {
        Subject::default()
    }
}
