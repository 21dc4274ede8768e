//! The fields of a record: their types, in JSON and in the database.

use std::borrow::Cow;
use std::time::Duration;

use rusqlite::types::ValueRef;
use serde_json::{Value, json};

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::text::{self, fold};
use crate::features::auth::password::{MOST_MEMORY_KIB, MOST_PASSES, is_hash};
use crate::features::pictures::files::FileHash;
use crate::operations::export::error::ExportError;

/// The largest absolute value of a number: greater ones lose precision in JavaScript.
const MAX_NUMBER: u64 = 1 << 53;
/// How far a right clock can be ahead of another one.
const MAX_CLOCK_SKEW: Duration = Duration::from_hours(24);

/// A field of a record.
pub struct Field {
    pub name: &'static str,
    /// The description in the documentation.
    pub about: &'static str,
    /// The column, or another SQL expression.
    pub(super) column: &'static str,
    pub field_type: FieldType,
    pub presence: Presence,
}

/// When a record has a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    Required,
    Optional,
    /// Optional, and exported only with secrets.
    Secret,
}

/// The type of a field, which determines its encoding in JSON and in the database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    Id,
    /// A list of [`FieldType::Id`].
    Ids,
    Text,
    /// A name that is unique without regard to case.
    Name,
    /// A [`FieldType::Name`] that is a valid username.
    Username,
    /// A [`FieldType::Name`] without white space.
    Tag,
    /// Names of tags.
    Tags,
    /// A list of words; one text with spaces in the database.
    Words,
    Time,
    /// A time that may be in the future.
    PlannedTime,
    Number,
    /// A number that is not negative.
    Count,
    /// One of two numbers.
    Either(i64, i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A password hash.
    Hash,
    /// The SHA-256 of a file.
    FileHash,
    /// Present only if it is true.
    Flag,
    Json,
}

impl FieldType {
    /// Returns the name in the documentation and in error messages.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Id => "an id",
            Self::Ids => "a list of ids",
            Self::Text => "text",
            Self::Name => "a name",
            Self::Username => "a username",
            Self::Tag => "a tag's name",
            Self::Tags => "a list of tags' names",
            Self::Words => "a list of words",
            Self::Time => "a time",
            Self::PlannedTime => "a time from 1970 on",
            Self::Number => "a whole number",
            Self::Count => "a whole number from 0 on",
            Self::Either(one, other) => return format!("{one} or {other}").into(),
            Self::OneOf([all @ .., last]) if !all.is_empty() => {
                return format!("{} or {last}", all.join(", ")).into();
            }
            Self::OneOf(words) => return words.concat().into(),
            Self::Hash => {
                let (memory, passes) = (MOST_MEMORY_KIB, MOST_PASSES);
                return format!(
                    "an argon2id hash as a PHC string (m at most {memory}, t at most {passes})"
                )
                .into();
            }
            Self::FileHash => "the SHA-256 of a file in hexadecimal",
            Self::Flag => "true or false",
            Self::Json => "JSON",
        })
    }

    /// Returns the name with the allowed range, for error messages.
    pub(super) fn expectation(self) -> String {
        let when = if self == Self::Time {
            " from 1970 on"
        } else {
            ""
        };
        format!("{}{when}", self.name())
    }

    /// Returns whether a value is a time or an id that a clock made which was ahead of `now`.
    pub(super) fn is_ahead(self, value: &Value, now: Timestamp) -> bool {
        match self {
            Self::Time => millis(value).map(Timestamp::from_millis),
            Self::Id => value.as_str().and_then(|id| id.parse().ok()).map(Id::time),
            _ => None,
        }
        .is_some_and(|time| is_ahead(time, now))
    }

    /// Converts the value of a column to JSON.
    pub(super) fn encode(self, value: ValueRef<'_>) -> Result<Value, ExportError> {
        let damaged = |found: &dyn std::fmt::Display| {
            ExportError::Damaged(format!(
                "the database contains {found} instead of {}",
                self.name()
            ))
        };
        let text = || value.as_str().map_err(|error| damaged(&error));
        let number = || value.as_i64().map_err(|error| damaged(&error));
        let parsed = || {
            text().and_then(|text| {
                serde_json::from_str::<Value>(text).map_err(|error| damaged(&error))
            })
        };
        Ok(match self {
            Self::Id => json!(Id::from_i64(number()?)),
            Self::Ids => {
                let ids: Vec<i64> =
                    serde_json::from_value(parsed()?).map_err(|error| damaged(&error))?;
                json!(ids.into_iter().map(Id::from_i64).collect::<Vec<_>>())
            }
            Self::Text
            | Self::Name
            | Self::Username
            | Self::Tag
            | Self::OneOf(_)
            | Self::Hash
            | Self::FileHash => json!(text()?),
            Self::Words => json!(text()?.split_whitespace().collect::<Vec<_>>()),
            Self::Time | Self::PlannedTime => json!(Timestamp::from_millis(number()?)),
            Self::Number | Self::Count | Self::Either(..) => json!(number()?),
            Self::Flag => json!(number()? != 0),
            Self::Tags | Self::Json => parsed()?,
        })
    }

    /// Converts JSON to a parameter of the SQL statements, or returns `None` if the value has
    /// another type. A time that is ahead of `now` becomes `now`, but a [`FieldType::PlannedTime`].
    pub(super) fn decode(self, value: &Value, now: Timestamp) -> Option<Value> {
        let id = |value: &Value| {
            let id: Id = value.as_str()?.parse().ok()?;
            (id > Id::from_i64(0)).then(|| id.as_i64())
        };
        let number = |value: &Value| {
            value
                .as_i64()
                .filter(|number| number.unsigned_abs() <= MAX_NUMBER)
        };
        let list = |value: &Value, each: &dyn Fn(&Value) -> Option<Value>| {
            value
                .as_array()?
                .iter()
                .map(each)
                .collect::<Option<Vec<_>>>()
        };
        let tag = |value: &Value| Some(value.as_str()?).filter(|name| is_word(name)).map(fold);
        Some(match self {
            Self::Id => json!(id(value)?),
            Self::Ids => json!(list(value, &|value| Some(json!(id(value)?)))?),
            Self::Text => json!(storable_text(value)?),
            Self::Name => json!(storable_text(value).filter(|name| !name.trim().is_empty())?),
            Self::Username => json!(storable_text(value).filter(|name| is_username(name))?),
            Self::Tag => json!(storable_text(value).filter(|name| is_word(name))?),
            Self::Tags => json!(list(value, &|value| Some(json!(tag(value)?)))?),
            Self::Words => {
                let words = list(value, &|value| {
                    Some(json!(value.as_str().filter(|word| is_word(word))?))
                })?;
                json!(
                    words
                        .iter()
                        .filter_map(Value::as_str)
                        .collect::<Vec<_>>()
                        .join(" ")
                )
            }
            Self::Time => match Timestamp::from_millis(millis(value)?) {
                time if is_ahead(time, now) => json!(now.millis()),
                time => json!(time.millis()),
            },
            Self::PlannedTime => json!(millis(value)?),
            Self::Number => json!(number(value)?),
            Self::Count => json!(number(value).filter(|count| *count >= 0)?),
            Self::Either(one, other) => json!(
                value
                    .as_i64()
                    .filter(|number| [one, other].contains(number))?
            ),
            Self::OneOf(words) => json!(value.as_str().filter(|word| words.contains(word))?),
            Self::Hash => json!(value.as_str().filter(|hash| is_hash(hash))?),
            Self::FileHash => json!(value.as_str()?.parse::<FileHash>().ok()?.as_str()),
            Self::Flag => json!(i64::from(value.as_bool()?)),
            Self::Json => json!(value.to_string()),
        })
    }
}

/// Returns whether a time is ahead of `now` by more than clocks differ.
fn is_ahead(time: Timestamp, now: Timestamp) -> bool {
    time.since(now) > MAX_CLOCK_SKEW
}

/// Returns a time from 1970 on, in milliseconds since then.
fn millis(value: &Value) -> Option<i64> {
    let time: jiff::Timestamp = value.as_str()?.parse().ok()?;
    Some(time.as_millisecond()).filter(|time| *time >= 0)
}

/// Returns a text without NUL, which SQLite does not store.
fn storable_text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.contains('\0'))
}

/// Returns whether a text is one word without white space and control characters.
fn is_word(word: &str) -> bool {
    !word.is_empty() && !word.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// Returns whether a text has the form of a username. Reserved names and their lookalikes are
/// allowed, because operators and imports can create them.
fn is_username(name: &str) -> bool {
    text::username_form(name).is_ok()
}
