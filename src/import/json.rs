//! Reads what [`crate::export`] has written, or somebody else in the same format, into an empty site: all of it or nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Progress, rehearsable, store};
use crate::db::{Db, Write};
use crate::error::{Error, Result};
use crate::export::store::{KINDS, Kind, kind};
use crate::export::{END, FORMAT, HEAD};
use crate::questions::counters;

/// No line is longer: a file that is none of ours must not fill the memory.
const LINE: u64 = 64 << 20;
/// How far ahead of ours the clock may have been that made the ids and told the times.
const AHEAD: Duration = Duration::from_secs(24 * 3600);

/// Why nothing was imported.
#[derive(Debug)]
pub enum ImportError {
    NotFound(String),
    /// It is no export.
    Foreign(String),
    /// A newer program made it.
    Newer {
        theirs: u64,
    },
    /// There is something on the site already.
    NotEmpty,
    Io(io::Error),
    /// A line is wrong, or the database failed.
    Site(Error),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(what) => f.write_str(what),
            Self::Foreign(what) => write!(f, "this is no export of Stoa: {what}"),
            Self::Newer { theirs } => write!(f, "the export has format {theirs}, this program knows {FORMAT}"),
            Self::NotEmpty => f.write_str("the site is not empty"),
            Self::Io(error) => error.fmt(f),
            Self::Site(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for ImportError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for ImportError {
    fn from(error: Error) -> Self {
        Self::Site(error)
    }
}

/// An export whose first line has been read.
pub struct Source {
    lines: Box<dyn BufRead + Send>,
    /// Of the file; 0 where it is not known.
    total: u64,
    /// So far.
    done: u64,
    number: u64,
}

impl Source {
    /// The export in a file.
    pub fn open(path: &Path) -> Result<Self, ImportError> {
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ImportError::NotFound(format!("there is no file {}", path.display())),
            _ => ImportError::Io(error),
        })?;
        let total = file.metadata()?.len();
        Self::new(BufReader::new(file), total)
    }

    /// The export in `lines`, which are `total` bytes if that is known, and otherwise 0.
    pub fn new(lines: impl BufRead + Send + 'static, total: u64) -> Result<Self, ImportError> {
        let mut source = Self { lines: Box::new(lines), total, done: 0, number: 0 };
        let head = source.next()?.unwrap_or_default();
        let is = |name: &str| head.get("type").and_then(Value::as_str) == Some(name);
        match head.get("format").and_then(Value::as_u64) {
            Some(FORMAT) if is(HEAD) => Ok(source),
            Some(theirs) if is(HEAD) && theirs > FORMAT => Err(ImportError::Newer { theirs }),
            _ => Err(ImportError::Foreign(format!("its first line should be {{\"type\":\"{HEAD}\",\"format\":{FORMAT}}}"))),
        }
    }

    /// The object on the next line; none at the end.
    fn next(&mut self) -> Result<Option<Map<String, Value>>, ImportError> {
        let mut line = Vec::new();
        let read = (&mut self.lines).take(LINE).read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            return Ok(None);
        }
        self.done += read;
        self.number += 1;
        let number = self.number;
        let wrong = |what: &dyn fmt::Display| ImportError::Foreign(format!("line {number} is not a JSON object ({what})"));
        match serde_json::from_slice(&line).map_err(|error| wrong(&error))? {
            Value::Object(record) => Ok(Some(record)),
            other => Err(wrong(&other)),
        }
    }
}

/// What an import brought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// How many records of each type there are.
    pub records: BTreeMap<&'static str, u64>,
    /// Whether all of it was undone again, because that was asked for.
    pub rehearsed: bool,
}

impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begin = if self.rehearsed { "Dry run: this is what an import would bring; nothing was kept." } else { "Imported:" };
        writeln!(f, "{begin}")?;
        KINDS
            .iter()
            .filter_map(|kind| self.records.get_key_value(kind.name))
            .try_for_each(|(name, count)| writeln!(f, "{count:>12}  {name}"))
    }
}

/// Imports an export into a site on which there is nothing yet. On an error, and after a dry run, the database is as it was.
pub fn import(db: &Db, source: Source, dry_run: bool, progress: impl FnMut(Progress) + Send + 'static) -> Result<Imported, ImportError> {
    let imported = rehearsable(db, dry_run, move |tx| {
        if !store::is_empty(tx)? {
            return Ok(None);
        }
        let records = Import { tx, source, records: BTreeMap::new(), later: Vec::new() }.run(progress)?;
        Ok(Some(Imported { records, rehearsed: dry_run }))
    })?;
    imported.ok_or(ImportError::NotEmpty)
}

struct Import<'a, 'w> {
    tx: &'a mut Write<'w>,
    source: Source,
    records: BTreeMap<&'static str, u64>,
    /// Records that are finished when all are there.
    later: Vec<(&'static Kind, String)>,
}

impl Import<'_, '_> {
    fn run(mut self, mut progress: impl FnMut(Progress)) -> Result<BTreeMap<&'static str, u64>> {
        let statements: BTreeMap<&str, Vec<String>> = KINDS.iter().map(|kind| (kind.name, kind.statements())).collect();
        let latest = self.tx.now.plus(AHEAD);
        loop {
            let Some(record) = self.source.next().map_err(Error::internal)? else {
                return Err(Error::internal(format_args!(
                    "the file ends after line {}, before the line of type \"{END}\": it was cut off",
                    self.source.number
                )));
            };
            let name = record.get("type").and_then(Value::as_str).unwrap_or_default();
            if name == END {
                self.check_end(&record)?;
                break;
            }
            let kind = kind(name).ok_or_else(|| self.wrong(format_args!("there is no type {name:?}")))?;
            let record = kind.read(&record, latest).map_err(|what| self.wrong(what))?;
            for sql in &statements[kind.name] {
                self.tx.execute(sql, [&record]).map_err(|error| self.refused(error))?;
            }
            *self.records.entry(kind.name).or_default() += 1;
            if kind.is_finished_later() {
                self.later.push((kind, record));
            }
            progress(Progress { step: kind.name, done: self.source.done, total: self.source.total });
        }
        progress(Progress { step: "counters, search", done: self.source.done, total: self.source.total });
        for (kind, record) in &self.later {
            kind.finish(self.tx, record)?;
        }
        counters::recompute(self.tx)?;
        for post in store::posts_without_revision(self.tx)? {
            store::insert_first_revision(self.tx, post)?;
        }
        store::share_texts(self.tx)?;
        Ok(self.records)
    }

    /// The last line must be the last, and right.
    fn check_end(&mut self, end: &Map<String, Value>) -> Result<()> {
        let found: u64 = self.records.values().sum();
        if end.get("records").and_then(Value::as_u64) != Some(found) {
            let said = end.get("records").cloned().unwrap_or_default();
            return Err(self.wrong(format_args!("\"records\" is {said}, but there were {found}")));
        }
        match self.source.next().map_err(Error::internal)? {
            None => Ok(()),
            Some(_) => Err(self.wrong(format_args!("nothing may follow the line of type \"{END}\""))),
        }
    }

    fn wrong(&self, what: impl fmt::Display) -> Error {
        Error::internal(format_args!("line {}: {what}; nothing was imported", self.source.number))
    }

    /// What the database's constraints say, in words.
    fn refused(&self, error: Error) -> Error {
        let text = error.to_string();
        if text.contains("FOREIGN KEY") {
            self.wrong("it refers to something that no line before it describes")
        } else if text.contains("UNIQUE") {
            self.wrong(format_args!("the same was there before ({text})"))
        } else if text.contains("question_id <> original_id") {
            self.wrong("a question is no duplicate of itself")
        } else {
            self.wrong(text)
        }
    }
}
