//! Why moderators close questions.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a moderator has closed a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// It has been asked before.
    Duplicate,
    /// It is not about what this place is for.
    OffTopic,
    /// It lacks what an answer needs to know.
    Unclear,
    /// It asks several things at once.
    TooBroad,
    /// Answers would be opinions.
    Opinion,
}

impl CloseReason {
    /// Returns the word in the database and on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::OffTopic => "off-topic",
            Self::Unclear => "unclear",
            Self::TooBroad => "too-broad",
            Self::Opinion => "opinion",
        }
    }
}

impl ToSql for CloseReason {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.word()))
    }
}

impl FromSql for CloseReason {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "duplicate" => Ok(Self::Duplicate),
            "off-topic" => Ok(Self::OffTopic),
            "unclear" => Ok(Self::Unclear),
            "too-broad" => Ok(Self::TooBroad),
            "opinion" => Ok(Self::Opinion),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}
