//! Puts the rows of a dump into a temporary database.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rusqlite::types::Value as Bound;
use rusqlite::{Connection, params_from_iter};

use super::read;
use super::sink::{Sink, Value};
use crate::core::error::{Error, Result};
use crate::operations::import::error::ImportError;

/// The tables of a program that are read. Everything else in a dump is skipped, so what is secret is in none of their columns.
pub struct Schema {
    /// The program and its version, as errors name them.
    pub program: &'static str,
    pub tables: &'static [Table],
    /// Whether the names of tables have a beginning that each site chooses.
    pub is_prefixed: bool,
    /// Returns whether the row with this value is read, for a column of a table.
    pub takes: fn(table: &str, column: &str, value: &str) -> bool,
}

/// A table that is read.
pub struct Table {
    pub name: &'static str,
    /// The columns with their types in SQLite. A `BOOLEAN` becomes 1 or 0, a `BLOB` can be other than UTF-8.
    pub columns: &'static [&'static str],
    /// Columns that only some versions have. They are NULL in the others.
    pub others: &'static [&'static str],
    /// Whether there is no site without it.
    pub is_required: bool,
}

impl Table {
    /// Returns a table without which there is no site.
    pub const fn required(name: &'static str, columns: &'static [&'static str]) -> Self {
        Self {
            name,
            columns,
            others: &[],
            is_required: true,
        }
    }

    /// Returns a table that has no rows if the dump does not have it.
    pub const fn optional(name: &'static str, columns: &'static [&'static str]) -> Self {
        Self {
            is_required: false,
            ..Self::required(name, columns)
        }
    }

    /// Adds columns that only some versions have.
    pub const fn with(self, others: &'static [&'static str]) -> Self {
        Self { others, ..self }
    }

    fn definition(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().chain(self.others).copied().collect();
        columns.join(", ")
    }

    /// Returns the type of a column, if it is read.
    fn type_of(&self, column: &str) -> Option<&'static str> {
        let mut columns = self.columns.iter().chain(self.others);
        columns.find_map(|known| {
            let (name, kind) = known.split_once(' ')?;
            (name == column).then_some(kind)
        })
    }
}

/// The rows of a dump in a temporary database, which disappears with the connection.
pub struct Loaded {
    pub connection: Connection,
    /// The file in errors.
    pub file: String,
    schema: &'static Schema,
    /// The tables of the dump that are read, by their names: the place of each in the schema.
    tables: BTreeMap<String, usize>,
}

/// Reads a dump from a file. `progress` gets the bytes read.
pub fn load_file(
    path: &Path,
    schema: &'static Schema,
    progress: &mut dyn FnMut(u64),
) -> Result<Loaded, ImportError> {
    let name = path.display();
    if !path.is_file() {
        return Err(ImportError::NotFound(format!("there is no file {name}")));
    }
    let file = File::open(path)
        .map_err(|error| Error::internal(format_args!("cannot read {name}: {error}")))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(load(&name, file, schema, progress)?)
}

/// Reads a dump. `name` is the file in errors.
pub fn load(
    name: &str,
    input: impl Read,
    schema: &'static Schema,
    progress: &mut dyn FnMut(u64),
) -> Result<Loaded> {
    let input = Counted::new(input, progress);
    // A temporary file that only this connection knows.
    let connection = Connection::open("").map_err(failed)?;
    connection
        .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        .map_err(failed)?;
    let mut loading = Loading {
        connection: &connection,
        schema,
        tables: BTreeMap::new(),
        current: Statement::default(),
    };
    read(name, input, &mut loading)?;
    let tables = loading.tables;
    connection.execute_batch("COMMIT").map_err(failed)?;
    Ok(Loaded {
        connection,
        file: name.to_owned(),
        schema,
        tables,
    })
}

impl Loaded {
    /// Returns the names in the dump that a table of the schema has.
    pub fn names(&self, table: &str) -> impl Iterator<Item = &str> {
        let schema = self.schema;
        let names = self.tables.iter();
        names.filter_map(move |(name, place)| {
            (schema.tables[*place].name == table).then_some(name.as_str())
        })
    }

    /// Gives the tables the names of the schema. `choose` returns which table of the dump is one of the schema. Those that are
    /// not there have no rows.
    pub fn rename(&self, choose: impl Fn(&Table) -> Option<String>) -> Result<()> {
        for table in self.schema.tables {
            let sql = match choose(table) {
                Some(name) => format!("ALTER TABLE {} RENAME TO \"{}\"", raw(&name), table.name),
                None if table.is_required => {
                    return Err(Error::internal(format_args!(
                        "{} has no table {} of {}: dump the whole database of the site",
                        self.file, table.name, self.schema.program
                    )));
                }
                None => format!("CREATE TABLE \"{}\"({})", table.name, table.definition()),
            };
            self.connection.execute_batch(&sql).map_err(failed)?;
        }
        Ok(())
    }
}

/// An input, and how much of it was read.
pub struct Counted<'a, R> {
    input: R,
    read: u64,
    progress: &'a mut dyn FnMut(u64),
}

impl<'a, R> Counted<'a, R> {
    pub fn new(input: R, progress: &'a mut dyn FnMut(u64)) -> Self {
        Self {
            input,
            read: 0,
            progress,
        }
    }
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(out)?;
        self.read += read as u64;
        (self.progress)(self.read);
        Ok(read)
    }
}

/// The rows that were read.
struct Loading<'a> {
    connection: &'a Connection,
    schema: &'static Schema,
    tables: BTreeMap<String, usize>,
    current: Statement,
}

/// The statement that inserts the rows that follow.
#[derive(Default)]
struct Statement {
    sql: String,
    /// The place, the name and the type of each column that is read.
    columns: Vec<(usize, String, &'static str)>,
    table: &'static str,
}

impl Loading<'_> {
    /// Returns the place in the schema of the table that this can be: of those whose names fit, the one with the longest.
    fn place(&self, name: &str) -> Option<usize> {
        let fits = |(_, table): &(usize, &Table)| {
            name == table.name || self.schema.is_prefixed && name.ends_with(table.name)
        };
        let tables = self.schema.tables.iter().enumerate().filter(fits);
        tables
            .max_by_key(|(_, table)| table.name.len())
            .map(|(place, _)| place)
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Returns the name of the table with the rows of one of the dump.
fn raw(name: &str) -> String {
    quoted(&format!("dump {name}"))
}

impl Sink for Loading<'_> {
    fn table(&mut self, name: &str, found: &[String]) -> Result<()> {
        let Some(place) = self.place(name) else {
            return Ok(());
        };
        let table = &self.schema.tables[place];
        let is_there = |column: &&&str| {
            let name = column.split(' ').next();
            found.iter().any(|found| Some(found.as_str()) == name)
        };
        let there = table.columns.iter().filter(is_there).count();
        // Another program can have a table of such a name.
        if there * 2 <= table.columns.len() {
            return Ok(());
        }
        if let Some(missing) = table.columns.iter().find(|column| !is_there(column)) {
            let missing = missing.split(' ').next().unwrap_or_default();
            return Err(Error::internal(format_args!(
                "the table {name} has no column {missing}: update the old site to {}, and dump it again",
                self.schema.program
            )));
        }
        if self.tables.insert(name.to_owned(), place).is_none() {
            let sql = format!("CREATE TABLE {}({})", raw(name), table.definition());
            self.connection.execute_batch(&sql).map_err(failed)?;
        }
        Ok(())
    }

    fn wants(&mut self, table: &str, found: &[String]) -> Result<Option<Vec<bool>>> {
        let Some(&place) = self.tables.get(table) else {
            return Ok(None);
        };
        let known = &self.schema.tables[place];
        let types: Vec<_> = found.iter().map(|name| known.type_of(name)).collect();
        let wanted = types.iter().map(Option::is_some).collect();
        let columns = found.iter().zip(types).enumerate();
        let columns: Vec<_> = columns
            .filter_map(|(at, (name, kind))| Some((at, name.clone(), kind?)))
            .collect();
        if columns.is_empty() {
            return Ok(None);
        }
        let names: Vec<String> = columns.iter().map(|(_, name, _)| quoted(name)).collect();
        self.current = Statement {
            sql: format!(
                "INSERT INTO {}({}) VALUES ({})",
                raw(table),
                names.join(", "),
                vec!["?"; names.len()].join(", ")
            ),
            columns,
            table: known.name,
        };
        Ok(Some(wanted))
    }

    fn row(&mut self, mut values: Vec<Value>) -> Result<()> {
        let Statement {
            sql,
            columns,
            table,
        } = &self.current;
        let mut bound = Vec::with_capacity(columns.len());
        for (at, name, kind) in columns {
            let Some(bytes) = values.get_mut(*at).and_then(Option::take) else {
                bound.push(Bound::Null);
                continue;
            };
            if *kind == "BLOB" {
                bound.push(Bound::Blob(bytes));
                continue;
            }
            let text = String::from_utf8(bytes).map_err(|_| {
                Error::internal(format_args!(
                    "a text of the column {name} is not in UTF-8: dump the database again with \
                     mysqldump --default-character-set=utf8mb4, or with pg_dump --encoding=UTF8"
                ))
            })?;
            if !(self.schema.takes)(table, name, &text) {
                return Ok(());
            }
            bound.push(match (*kind, text.as_str()) {
                ("BOOLEAN", "t" | "true") => Bound::Integer(1),
                ("BOOLEAN", "f" | "false") => Bound::Integer(0),
                _ => Bound::Text(text),
            });
        }
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        statement.execute(params_from_iter(bound)).map_err(failed)?;
        Ok(())
    }
}

/// Returns the error of a statement of the temporary database.
pub fn failed(error: rusqlite::Error) -> Error {
    Error::internal(format_args!(
        "the temporary database of the import failed: {error}"
    ))
}
