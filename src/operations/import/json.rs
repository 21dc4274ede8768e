//! Imports a file in the format of [`crate::operations::export`] into a site without content, in one
//! transaction.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::error::ImportError;
use super::options::Progress;
use super::pictures::{PictureSource, Taken};
use super::store;
use super::transaction::run_in_transaction;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::questions::counters;
use crate::features::search;
use crate::operations::export::store::{PICTURE, RecordKind, find_kind, kinds};
use crate::operations::export::{END, FORMAT, HEAD};
use crate::platform::db::{Db, Write};

/// The kinds of records with names that other programs compare in other ways.
const COMMUNITY: &str = "community";
const TAG: &str = "tag";

/// The longest line. A foreign file must not fill the memory.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// An export whose first line has been read.
pub struct Source {
    lines: Box<dyn BufRead + Send>,
    /// The size of the file in bytes, or 0 if it is unknown.
    total: u64,
    /// The bytes read so far.
    done: u64,
    /// The number of the last line read.
    number: u64,
    /// The files of pictures, if there are any.
    pictures: Option<PictureSource>,
}

impl Source {
    /// Opens an export.
    pub fn open(path: &Path) -> Result<Self, ImportError> {
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                ImportError::NotFound(format!("the file {} does not exist", path.display()))
            }
            _ => ImportError::Io(error),
        })?;
        let total = file.metadata()?.len();
        Self::new(BufReader::new(file), total)
    }

    /// Reads the first line of an export. `total` is its size in bytes, or 0 if that is unknown.
    pub fn new(lines: impl BufRead + Send + 'static, total: u64) -> Result<Self, ImportError> {
        let mut source = Self {
            lines: Box::new(lines),
            total,
            done: 0,
            number: 0,
            pictures: None,
        };
        let head = source.next()?.unwrap_or_default();
        let is = |name: &str| head.get("type").and_then(Value::as_str) == Some(name);
        match head.get("format").and_then(Value::as_u64) {
            Some(FORMAT) if is(HEAD) => Ok(source),
            Some(theirs) if is(HEAD) && theirs > FORMAT => Err(ImportError::Newer { theirs }),
            _ => Err(ImportError::Foreign(format!(
                "its first line should be {{\"type\":\"{HEAD}\",\"format\":{FORMAT}}}"
            ))),
        }
    }

    /// Adds the files of pictures.
    pub fn with_pictures(self, pictures: PictureSource) -> Self {
        Self {
            pictures: Some(pictures),
            ..self
        }
    }

    /// Returns the object on the next line, or `None` at the end.
    fn next(&mut self) -> Result<Option<Map<String, Value>>, ImportError> {
        let mut line = Vec::new();
        let read = (&mut self.lines)
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            return Ok(None);
        }
        self.done += read;
        self.number += 1;
        let number = self.number;
        let foreign = |found: &dyn fmt::Display| {
            ImportError::Foreign(format!("line {number} is not a JSON object ({found})"))
        };
        match serde_json::from_slice(&line).map_err(|error| foreign(&error))? {
            Value::Object(record) => Ok(Some(record)),
            other => Err(foreign(&other)),
        }
    }
}

/// The result of an import or of a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// The number of records of each type.
    pub records: BTreeMap<&'static str, u64>,
    /// The name of the site's administrator, if an imported user has taken their place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub administrator: Option<String>,
    /// The number of pictures without a file, which are not imported. Texts show in their place that a
    /// picture was removed.
    #[serde(skip_serializing_if = "is_zero")]
    pub pictures_without_file: u64,
    /// The number of pictures whose file is not the one of the export, or no picture. They are not
    /// imported either.
    #[serde(skip_serializing_if = "is_zero")]
    pub refused_pictures: u64,
    /// The number of records with a time or an id that is more than a day ahead of the clock. Such times become that
    /// of the import, ids stay.
    #[serde(skip_serializing_if = "is_zero")]
    pub ahead: u64,
    /// The names that equal an earlier one, and what they became.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<Renamed>,
    /// Whether this was a dry run.
    pub rehearsed: bool,
}

/// A community or a tag with another name than in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Renamed {
    pub kind: &'static str,
    pub from: String,
    pub to: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = if self.rehearsed {
            "Dry run: an import would have this result; nothing was kept."
        } else {
            "Imported:"
        };
        writeln!(f, "{title}")?;
        kinds()
            .filter_map(|kind| self.records.get_key_value(kind.name))
            .try_for_each(|(name, count)| writeln!(f, "{count:>12}  {name}"))?;
        for (count, reason) in [
            (self.pictures_without_file, "without a file"),
            (
                self.refused_pictures,
                "whose file is not the one of the export, or no picture",
            ),
        ] {
            if count > 0 {
                writeln!(f, "Pictures left out, {reason}: {count}")?;
            }
        }
        if self.ahead > 0 {
            writeln!(
                f,
                "Records dated after the clock of this computer: {}; they have the time of the import, and keep their ids",
                self.ahead
            )?;
        }
        for Renamed { kind, from, to } in &self.renamed {
            writeln!(
                f,
                "The {kind} {from} is called {to}: another one has an equal name."
            )?;
        }
        match &self.administrator {
            Some(name) => writeln!(
                f,
                "The imported user {name} is the administrator of the site."
            ),
            None => Ok(()),
        }
    }
}

/// Imports an export into a site that has at most its first administrator. After an error or a dry
/// run, the database is unchanged.
pub fn import(
    db: &Db,
    source: Source,
    dry_run: bool,
    progress: impl FnMut(Progress) + Send + 'static,
) -> Result<Imported, ImportError> {
    let imported = run_in_transaction(db, dry_run, move |tx| {
        if !store::is_empty(tx)? {
            return Ok(None);
        }
        let imported = Import {
            tx,
            source,
            dry_run,
            imported: Imported::default(),
            names: HashMap::new(),
            unfinished: Vec::new(),
        }
        .run(progress)?;
        Ok(Some(Imported {
            rehearsed: dry_run,
            ..imported
        }))
    })?;
    let imported = imported.ok_or(ImportError::NotEmpty)?;
    search::finish_rebuild(db)?;
    Ok(imported)
}

/// A running import.
struct Import<'a, 'w> {
    tx: &'a mut Write<'w>,
    source: Source,
    dry_run: bool,
    imported: Imported,
    /// The names of communities and of the tags of each scope, as their kinds, scopes and keys, with the
    /// next number for an equal one.
    names: HashMap<(&'static str, i64, String), u32>,
    /// Records to finish when all are inserted.
    unfinished: Vec<(&'static RecordKind, String)>,
}

impl Import<'_, '_> {
    /// Imports all records, and computes what the export does not contain.
    fn run(mut self, mut progress: impl FnMut(Progress)) -> Result<Imported> {
        let statements: BTreeMap<&str, Vec<String>> =
            kinds().map(|kind| (kind.name, kind.statements())).collect();
        let administrator = store::set_administrator_aside(self.tx)?;
        loop {
            let Some(record) = self.source.next().map_err(Error::internal)? else {
                return Err(Error::internal(format_args!(
                    "the file ends after line {}, without the line of type \"{END}\": it was cut off",
                    self.source.number
                )));
            };
            let name = record
                .get("type")
                .and_then(Value::as_str)
                .unwrap_or_default();
            if name == END {
                self.check_end(&record)?;
                break;
            }
            let kind = find_kind(name)
                .ok_or_else(|| self.wrong(format_args!("there is no type {name:?}")))?;
            self.imported.ahead += u64::from(kind.is_ahead(&record, self.tx.now));
            let record = kind
                .decode(&record, self.tx.now)
                .map_err(|reason| self.wrong(reason))?;
            *self.imported.records.entry(kind.name).or_default() += 1;
            let record = match kind.name {
                PICTURE => self.take_picture(record)?,
                COMMUNITY | TAG => Some(self.with_free_name(kind.name, record)?),
                _ => Some(record),
            };
            let Some(record) = record else { continue };
            for sql in &statements[kind.name] {
                self.tx
                    .execute(sql, [&record])
                    .map_err(|error| self.constraint_error(error))?;
            }
            if kind.needs_finish() {
                self.unfinished.push((kind, record));
            }
            progress(Progress {
                step: kind.name,
                done: self.source.done,
                total: self.source.total,
            });
        }
        progress(Progress {
            step: "counters, search",
            done: self.source.done,
            total: self.source.total,
        });
        let replaced = match administrator {
            Some((id, name)) => self.place_administrator(id, name)?,
            None => None,
        };
        for (kind, record) in &self.unfinished {
            kind.finish(self.tx, record)?;
        }
        counters::recompute(self.tx)?;
        let tx: &Write<'_> = self.tx;
        store::for_each_post_without_revision(tx, |post| store::insert_first_revision(tx, post))?;
        store::deduplicate_texts(self.tx)?;
        Ok(Imported {
            administrator: replaced,
            ..self.imported
        })
    }

    /// Returns the record of a community or a tag with another name if an earlier one has an equal name: an
    /// export of another program can compare names in another way. (Questions name their tags, so they
    /// get the earlier one.)
    fn with_free_name(&mut self, kind: &'static str, record: String) -> Result<String> {
        let mut fields: Map<String, Value> =
            serde_json::from_str(&record).map_err(Error::internal)?;
        let scope = fields.get("community").and_then(Value::as_i64).unwrap_or(0);
        let name = fields.get("name").and_then(Value::as_str);
        let from = name.unwrap_or_default().to_owned();
        let own = (kind, scope, fold(&from));
        let Some(&(mut number)) = self.names.get(&own) else {
            self.names.insert(own, 2);
            return Ok(record);
        };
        let to = loop {
            let to = format!("{from}-{number}");
            number += 1;
            let key = (kind, scope, fold(&to));
            if let Entry::Vacant(free) = self.names.entry(key) {
                free.insert(2);
                break to;
            }
        };
        self.names.insert(own, number);
        fields.insert("name_key".to_owned(), json!(fold(&to)));
        fields.insert("name".to_owned(), json!(to));
        self.imported.renamed.push(Renamed { kind, from, to });
        Ok(Value::Object(fields).to_string())
    }

    /// Stores the files of a picture. Returns the record of what is stored, or `None` if the picture is
    /// left out.
    fn take_picture(&mut self, record: String) -> Result<Option<String>> {
        let taken = match &self.source.pictures {
            Some(pictures) => pictures.take(&record, self.dry_run)?,
            None => Taken::Missing,
        };
        match taken {
            Taken::Stored(record) => return Ok(Some(record)),
            Taken::Missing => self.imported.pictures_without_file += 1,
            Taken::Refused => self.imported.refused_pictures += 1,
        }
        Ok(None)
    }

    /// Puts the administrator of the site back, or the imported user with the same name in their
    /// place. Returns the name in the second case.
    fn place_administrator(&self, administrator: Id, name: String) -> Result<Option<String>> {
        match store::user_with_name(self.tx, &name)? {
            None => {
                store::restore_administrator(self.tx, administrator, &name)?;
                Ok(None)
            }
            Some((user, false)) => {
                store::replace_administrator(self.tx, administrator, user)?;
                Ok(Some(name))
            }
            Some((_, true)) => Err(Error::internal(format_args!(
                "{name} is the administrator of this site, but a deleted user of the export; nothing was imported"
            ))),
        }
    }

    /// Checks that the end line is the last one, and that its count is right.
    fn check_end(&mut self, end: &Map<String, Value>) -> Result<()> {
        let found: u64 = self.imported.records.values().sum();
        if end.get("records").and_then(Value::as_u64) != Some(found) {
            let declared = end.get("records").cloned().unwrap_or_default();
            return Err(self.wrong(format_args!(
                "\"records\" is {declared}, but the file has {found}"
            )));
        }
        match self.source.next().map_err(Error::internal)? {
            None => Ok(()),
            Some(_) => Err(self.wrong(format_args!(
                "no line may follow the line of type \"{END}\""
            ))),
        }
    }

    /// Creates an error that names the current line.
    fn wrong(&self, reason: impl fmt::Display) -> Error {
        Error::internal(format_args!(
            "line {}: {reason}; nothing was imported",
            self.source.number
        ))
    }

    /// Explains a violated constraint of the database.
    fn constraint_error(&self, error: Error) -> Error {
        let text = error.to_string();
        if text.contains("FOREIGN KEY") {
            self.wrong("it refers to a record that no earlier line contains")
        } else if text.contains("UNIQUE") {
            self.wrong(format_args!(
                "an earlier line contains the same record ({text})"
            ))
        } else if text.contains("question_id <> original_id") {
            self.wrong("a question cannot be a duplicate of itself")
        } else if text.contains("question_id <> linked_id") {
            self.wrong("a question cannot be linked to itself")
        } else {
            self.wrong(text)
        }
    }
}
