//! Records as rows: how each kind is read from the tables, and how it is put back.

mod kinds;

use std::borrow::Cow;
use std::io;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

use super::ExportError;
use crate::clock::Timestamp;
use crate::db::{self, Write};
use crate::error::Result;
use crate::id::Id;
use crate::text::{self, fold};
use crate::users::password::{MOST_MEMORY_KIB, MOST_PASSES, is_hash};

pub use kinds::KINDS;

/// No number is greater, nor less than its negative: with others JavaScript does not count on.
const GREATEST: u64 = 1 << 53;

/// A kind of record, named by its `type`.
pub struct Kind {
    pub name: &'static str,
    /// What it is, for the documentation.
    pub about: &'static str,
    /// The table, or what else stands between FROM and ORDER BY.
    from: &'static str,
    /// By a key, so that the same site is always written in the same order, and after what it refers to.
    order: &'static str,
    pub fields: &'static [Field],
    /// What puts a record (`?1`, in JSON) into the database; without any, it becomes a row of the table.
    insert: &'static [&'static str],
    /// What is done with the record when all others are there.
    finish: Option<&'static str>,
}

/// What a record says under one name.
pub struct Field {
    pub name: &'static str,
    pub about: &'static str,
    /// The column, or what else stands after SELECT.
    column: &'static str,
    pub form: Form,
    pub need: Need,
}

/// When a field is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Always,
    /// If there is something to say.
    Sometimes,
    /// The same, if secrets are asked for.
    Secret,
}

/// What values look like, outside and in the database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Id,
    /// Of which each is an [`Form::Id`].
    Ids,
    Text,
    /// A name that is unique whatever its case.
    Name,
    /// The same, which follows the rule for usernames.
    Username,
    /// The same, without spaces.
    Tag,
    /// Names of tags.
    Tags,
    /// Words; in the database separated by spaces.
    Words,
    Time,
    Number,
    /// A number of things.
    Count,
    /// One of two numbers.
    Either(i64, i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A password's hash, with which it can be compared.
    Hash,
    /// Written if it is so.
    Flag,
    Json,
}

impl Form {
    /// As the documentation calls it.
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
            Self::Number => "a whole number",
            Self::Count => "a whole number from 0 on",
            Self::Either(one, other) => return format!("{one} or {other}").into(),
            Self::OneOf([all @ .., last]) if !all.is_empty() => return format!("{} or {last}", all.join(", ")).into(),
            Self::OneOf(words) => return words.concat().into(),
            Self::Hash => {
                let (memory, passes) = (MOST_MEMORY_KIB, MOST_PASSES);
                return format!("an argon2id hash as a PHC string (m at most {memory}, t at most {passes})").into();
            }
            Self::Flag => "true or false",
            Self::Json => "JSON",
        })
    }

    /// As whoever wrote something else is told.
    fn wanted(self) -> String {
        let when = if matches!(self, Self::Id | Self::Ids | Self::Time) { " from 1970 on and not in the future" } else { "" };
        format!("{}{when}", self.name())
    }

    /// What stands in a column, as it is written.
    fn written(self, value: ValueRef<'_>) -> Result<Value, ExportError> {
        let wrong = |what: &dyn std::fmt::Display| ExportError::Damaged(format!("{what} instead of {}", self.name()));
        let text = || value.as_str().map_err(|error| wrong(&error));
        let number = || value.as_i64().map_err(|error| wrong(&error));
        let parsed = || text().and_then(|text| serde_json::from_str::<Value>(text).map_err(|error| wrong(&error)));
        Ok(match self {
            Self::Id => json!(Id::from_i64(number()?)),
            Self::Ids => {
                let ids: Vec<i64> = serde_json::from_value(parsed()?).map_err(|error| wrong(&error))?;
                json!(ids.into_iter().map(Id::from_i64).collect::<Vec<_>>())
            }
            Self::Text | Self::Name | Self::Username | Self::Tag | Self::OneOf(_) | Self::Hash => json!(text()?),
            Self::Words => json!(text()?.split_whitespace().collect::<Vec<_>>()),
            Self::Time => json!(Timestamp::from_millis(number()?)),
            Self::Number | Self::Count | Self::Either(..) => json!(number()?),
            Self::Flag => json!(number()? != 0),
            Self::Tags | Self::Json => parsed()?,
        })
    }

    /// What somebody has written, as the statements take it; None if it is not of this form. No time may be later than
    /// `latest`, and no id, because all ids to come must be greater.
    fn read(self, value: &Value, latest: Timestamp) -> Option<Value> {
        let id = |value: &Value| {
            let id: Id = value.as_str()?.parse().ok()?;
            (Id::from_i64(0) < id && id <= Id::at(latest, u64::MAX)).then(|| id.as_i64())
        };
        let number = |value: &Value| value.as_i64().filter(|number| number.unsigned_abs() <= GREATEST);
        let list = |value: &Value, each: &dyn Fn(&Value) -> Option<Value>| value.as_array()?.iter().map(each).collect::<Option<Vec<_>>>();
        let tag = |value: &Value| Some(value.as_str()?).filter(|name| is_word(name)).map(fold);
        Some(match self {
            Self::Id => json!(id(value)?),
            Self::Ids => json!(list(value, &|value| Some(json!(id(value)?)))?),
            Self::Text => json!(plain(value)?),
            Self::Name => json!(plain(value).filter(|name| !name.trim().is_empty())?),
            Self::Username => json!(plain(value).filter(|name| is_username(name))?),
            Self::Tag => json!(plain(value).filter(|name| is_word(name))?),
            Self::Tags => json!(list(value, &|value| Some(json!(tag(value)?)))?),
            Self::Words => {
                let words = list(value, &|value| Some(json!(value.as_str().filter(|word| is_word(word))?)))?;
                json!(words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
            }
            Self::Time => {
                let time = value.as_str()?.parse::<jiff::Timestamp>().ok()?.as_millisecond();
                json!(Some(time).filter(|time| (0..=latest.millis()).contains(time))?)
            }
            Self::Number => json!(number(value)?),
            Self::Count => json!(number(value).filter(|count| *count >= 0)?),
            Self::Either(one, other) => json!(value.as_i64().filter(|number| [one, other].contains(number))?),
            Self::OneOf(words) => json!(value.as_str().filter(|word| words.contains(word))?),
            Self::Hash => json!(value.as_str().filter(|hash| is_hash(hash))?),
            Self::Flag => json!(i64::from(value.as_bool()?)),
            Self::Json => json!(value.to_string()),
        })
    }
}

/// Text that SQLite can hold.
fn plain(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.contains('\0'))
}

/// Whether this may be one of several words that are separated by spaces.
fn is_word(word: &str) -> bool {
    !word.is_empty() && !word.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// Whoever runs the site may give out the names that are kept back from others.
fn is_username(name: &str) -> bool {
    text::username(name).is_ok() || text::is_reserved(name)
}

/// A site's database at one moment.
pub struct Snapshot(Connection);

impl Snapshot {
    /// Opens the database in `data_dir` beside whoever else uses it.
    pub fn open(data_dir: &Path) -> Result<Self, ExportError> {
        let path = data_dir.join(db::FILE);
        if !path.try_exists()? {
            return Err(ExportError::NotFound(format!("there is no site in {}", data_dir.display())));
        }
        let connection = db::open_to_read(&path)?;
        connection.busy_timeout(std::time::Duration::from_secs(30))?;
        connection.execute_batch("BEGIN")?;
        let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        if application != db::APPLICATION_ID {
            return Err(ExportError::Damaged(format!("{} is not a database of Stoa", path.display())));
        }
        let theirs = connection.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0))?;
        let ours = db::newest_schema();
        if theirs == ours { Ok(Self(connection)) } else { Err(ExportError::Schema { theirs, ours }) }
    }

    /// Hands each record of a kind to `take`, as a line.
    pub fn each(&self, kind: &Kind, secrets: bool, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> Result<(), ExportError> {
        let fields: Vec<&Field> = kind.fields.iter().filter(|field| secrets || field.need != Need::Secret).collect();
        let columns = fields.iter().map(|field| field.column).collect::<Vec<_>>().join(", ");
        let mut statement = self.0.prepare(&format!("SELECT {columns} FROM {} ORDER BY {}", kind.from, kind.order))?;
        let mut rows = statement.query([])?;
        let begin = format!("{{\"type\":\"{}\"", kind.name);
        let mut line = Vec::new();
        while let Some(row) = rows.next()? {
            line.clear();
            line.extend_from_slice(begin.as_bytes());
            for (index, field) in fields.iter().enumerate() {
                let value = row.get_ref(index)?;
                if value != ValueRef::Null {
                    line.extend_from_slice(format!(",\"{}\":", field.name).as_bytes());
                    serde_json::to_writer(&mut line, &field.form.written(value)?).map_err(io::Error::from)?;
                }
            }
            line.extend_from_slice(b"}\n");
            take(&line)?;
        }
        Ok(())
    }
}

/// The kind of this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

impl Kind {
    /// What somebody has written, as the statements take it, or what is wrong with it.
    pub fn read(&self, record: &Map<String, Value>, latest: Timestamp) -> Result<String, String> {
        if let Some(unknown) = record.keys().find(|name| *name != "type" && !self.fields.iter().any(|field| field.name == name.as_str())) {
            return Err(format!("a record of the type {} has no {unknown:?}", self.name));
        }
        let mut read = Map::new();
        for field in self.fields {
            let value = record.get(field.name).filter(|value| !value.is_null());
            let Some(value) = value else {
                if field.need == Need::Always {
                    return Err(format!("a record of the type {} needs {:?}: {}", self.name, field.name, field.form.wanted()));
                }
                continue;
            };
            let understood = field.form.read(value, latest);
            let understood = understood.ok_or_else(|| {
                // Who reads along is told no secret.
                let is = if field.need == Need::Secret { String::new() } else { format!(", but is {value}") };
                format!("{:?} should be {}{is}", field.name, field.form.wanted())
            })?;
            if let (Form::Name | Form::Username | Form::Tag, Some(name)) = (field.form, understood.as_str()) {
                read.insert("folded".to_owned(), json!(fold(name)));
            }
            read.insert(field.name.to_owned(), understood);
        }
        Ok(Value::Object(read).to_string())
    }

    /// The statements that put a record into the database.
    pub fn statements(&self) -> Vec<String> {
        if !self.insert.is_empty() {
            return self.insert.iter().map(|sql| (*sql).to_owned()).collect();
        }
        let columns = self.fields.iter().map(|field| field.column).collect::<Vec<_>>().join(", ");
        let values = self.fields.iter().map(|field| format!("?1 ->> '{}'", field.name)).collect::<Vec<_>>().join(", ");
        vec![format!("INSERT INTO {} ({columns}) VALUES ({values})", self.from)]
    }

    /// What is done with a record when all others are there.
    pub fn finish(&self, tx: &Write<'_>, record: &str) -> Result<()> {
        self.finish.map_or(Ok(()), |sql| tx.execute(sql, [record]).map(drop))
    }

    /// Whether [`Kind::finish`] does anything.
    pub fn is_finished_later(&self) -> bool {
        self.finish.is_some()
    }
}
