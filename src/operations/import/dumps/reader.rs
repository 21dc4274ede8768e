//! Reads the statements of a dump: the columns of tables, and their rows. Other statements are skipped.
//!
//! Sources of the formats: the manuals of `mysqldump` (MySQL 8.4), of `pg_dump` and of `COPY` (PostgreSQL 18).

use std::collections::HashMap;
use std::io::Read;

use super::scanner::{Dialect, Scanner, shown};
use super::sink::{Sink, Value};
use crate::core::error::{Error, Result};

/// The largest number of columns of a table.
const MAX_COLUMNS: usize = 4096;

/// The words that begin a key or a condition in the columns of a table. PostgreSQL has columns with some of these names, without
/// quotes.
const KEYS: &[(Dialect, &[&str])] = &[
    (
        Dialect::MySql,
        &[
            "PRIMARY",
            "KEY",
            "UNIQUE",
            "INDEX",
            "CONSTRAINT",
            "FOREIGN",
            "FULLTEXT",
            "SPATIAL",
            "CHECK",
            "PERIOD",
        ],
    ),
    (
        Dialect::PostgreSql,
        &[
            "PRIMARY",
            "UNIQUE",
            "CONSTRAINT",
            "FOREIGN",
            "CHECK",
            "LIKE",
        ],
    ),
];

/// Reads a dump. `name` is the file in errors.
pub fn read<'a>(name: &str, input: Box<dyn Read + 'a>, sink: &mut impl Sink) -> Result<()> {
    let mut reader = Reader {
        dump: Scanner::new(input),
        schema: "public".to_owned(),
        tables: HashMap::new(),
    };
    reader.statements(sink).map_err(|error| match error {
        Error::Internal(detail) => {
            Error::internal(format_args!("{name}, line {}: {detail}", reader.dump.line))
        }
        other => other,
    })
}

struct Reader<'a> {
    dump: Scanner<'a>,
    /// The schema of tables without one, of PostgreSQL.
    schema: String,
    tables: HashMap<String, Vec<String>>,
}

impl Reader<'_> {
    fn statements(&mut self, sink: &mut impl Sink) -> Result<()> {
        loop {
            self.dump.space()?;
            self.dump.statement = self.dump.line;
            match self.dump.peek()? {
                None if self.dump.is_cut_off() => {
                    return Err(Error::internal(
                        "the last line of a complete dump is missing: the file was cut off, dump the database again",
                    ));
                }
                None => return Ok(()),
                Some(b';') => self.dump.skip_byte(),
                // A command of psql, such as `\restrict`.
                Some(b'\\') => self.dump.skip_line()?,
                Some(byte) if byte.is_ascii_alphabetic() => {
                    match self.dump.word()?.as_str() {
                        "CREATE" => self.create(sink)?,
                        "INSERT" | "REPLACE" => self.insert(sink)?,
                        "COPY" if self.copy(sink)? => continue,
                        "SET" if self.dump.dialect == Dialect::PostgreSql => self.set()?,
                        _ => {}
                    }
                    self.dump.skip_until(b";")?;
                }
                Some(byte) => {
                    return Err(Error::internal(format_args!(
                        "{} begins no statement: this is no dump as text, make one with mysqldump or pg_dump",
                        shown(byte)
                    )));
                }
            }
        }
    }

    /// Reads what follows SET.
    fn set(&mut self) -> Result<()> {
        self.dump.space()?;
        let name = self.dump.word()?;
        if !matches!(
            name.as_str(),
            "CLIENT_ENCODING" | "STANDARD_CONFORMING_STRINGS" | "SEARCH_PATH"
        ) {
            return Ok(());
        }
        self.dump.words(&["TO"])?;
        self.dump.space()?;
        if self.dump.peek()? == Some(b'=') {
            self.dump.skip_byte();
            self.dump.space()?;
        }
        let value = match self.dump.peek()? {
            Some(quote @ b'\'') => {
                let value = self.dump.string(quote, true)?;
                String::from_utf8_lossy(&value).into_owned()
            }
            _ => self.dump.name()?,
        };
        match name.as_str() {
            "SEARCH_PATH" => self.schema = value,
            "STANDARD_CONFORMING_STRINGS" => {
                self.dump.has_escapes = value.eq_ignore_ascii_case("off");
            }
            _ if !matches!(value.to_ascii_uppercase().as_str(), "UTF8" | "UNICODE") => {
                return Err(Error::internal(
                    "the texts are not in UTF-8: dump the database again with pg_dump --encoding=UTF8",
                ));
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads what follows CREATE.
    fn create(&mut self, sink: &mut impl Sink) -> Result<()> {
        self.dump.words(&["UNLOGGED"])?;
        self.dump.space()?;
        if self.dump.word()? != "TABLE" {
            return Ok(());
        }
        self.dump.words(&["IF", "NOT", "EXISTS"])?;
        let name = self.table_name()?;
        self.dump.space()?;
        if self.dump.peek()? != Some(b'(') {
            return Ok(());
        }
        let mut columns = Vec::new();
        loop {
            // A parenthesis or a comma.
            self.dump.skip_byte();
            self.dump.space()?;
            let first = self.dump.peek()?;
            if first == Some(b')') {
                break;
            }
            let column = self.dump.name()?;
            let is_quoted = first.is_some_and(|byte| b"`\"".contains(&byte));
            if is_quoted || !self.is_key(&column) {
                add_column(&mut columns, column)?;
            }
            self.dump.skip_until(b",)")?;
            if self.dump.peek()? == Some(b')') {
                break;
            }
        }
        sink.table(&name, &columns)?;
        self.tables.insert(name, columns);
        Ok(())
    }

    /// Returns whether a word in the columns of a table begins a key or a condition.
    fn is_key(&self, word: &str) -> bool {
        let mut keys = KEYS.iter();
        let keys = keys.find(|(dialect, _)| *dialect == self.dump.dialect);
        keys.is_some_and(|(_, keys)| keys.contains(&word.to_ascii_uppercase().as_str()))
    }

    /// Reads what follows INSERT.
    fn insert(&mut self, sink: &mut impl Sink) -> Result<()> {
        self.dump
            .words(&["LOW_PRIORITY", "DELAYED", "IGNORE", "INTO"])?;
        let (table, columns) = self.columns_of_rows()?;
        let wanted = sink.wants(&table, &columns)?;
        let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else {
            return Ok(());
        };
        if self.dump.dialect == Dialect::PostgreSql {
            self.dump
                .words(&["OVERRIDING", "SYSTEM", "USER", "VALUE"])?;
        }
        self.dump.space()?;
        if !matches!(self.dump.word()?.as_str(), "VALUES" | "VALUE") {
            return Err(Error::internal(format_args!(
                "the rows of {table} are not in a form that Stoa reads: make the dump with {}",
                self.dump.program()
            )));
        }
        loop {
            self.dump.space()?;
            match self.dump.peek()? {
                Some(b'(') => self.dump.skip_byte(),
                other => return Err(self.dump.unexpected(other)),
            }
            let mut values = Vec::with_capacity(wanted.len());
            for (place, is_wanted) in wanted.iter().enumerate() {
                self.dump.space()?;
                values.push(self.value(*is_wanted)?);
                self.dump.space()?;
                let end = if place + 1 == wanted.len() {
                    b')'
                } else {
                    b','
                };
                match self.dump.peek()? {
                    Some(byte) if byte == end => self.dump.skip_byte(),
                    Some(b',' | b')') => return Err(wrong_number(&table, wanted.len())),
                    other => return Err(self.dump.unexpected(other)),
                }
            }
            sink.row(values)?;
            self.dump.space()?;
            if self.dump.peek()? != Some(b',') {
                return Ok(());
            }
            self.dump.skip_byte();
        }
    }

    /// Reads what follows COPY, with its rows. Returns whether the statement has some, which end it.
    fn copy(&mut self, sink: &mut impl Sink) -> Result<bool> {
        self.dump.is_of_postgresql();
        let (table, columns) = self.columns_of_rows()?;
        self.dump.space()?;
        if self.dump.word()? != "FROM" {
            return Ok(false);
        }
        self.dump.space()?;
        if self.dump.word()? != "STDIN" {
            return Ok(false);
        }
        self.dump.space()?;
        match self.dump.peek()? {
            Some(b';') => self.dump.skip_line()?,
            _ => {
                return Err(Error::internal(format_args!(
                    "the rows of {table} are not in a form that Stoa reads: make the dump with pg_dump"
                )));
            }
        }
        // The rows of a table without columns are empty lines.
        let wanted = sink.wants(&table, &columns)?;
        let wanted = wanted.filter(|wanted| !wanted.is_empty());
        loop {
            match self.dump.fill(4)? {
                [] => return Err(self.dump.ends_too_early()),
                [b'\\', b'.'] | [b'\\', b'.', b'\n' | b'\r', ..] => {
                    self.dump.consume(2);
                    return Ok(true);
                }
                _ => {}
            }
            let Some(wanted) = &wanted else {
                self.dump.skip_line()?;
                continue;
            };
            let line = self.dump.line;
            let row = self.copied_row(&table, wanted);
            if let Err(error) = row.and_then(|row| sink.row(row)) {
                // The row ends its line.
                self.dump.line = line;
                return Err(error);
            }
        }
    }

    fn copied_row(&mut self, table: &str, wanted: &[bool]) -> Result<Vec<Value>> {
        let mut values = Vec::with_capacity(wanted.len());
        for is_wanted in wanted {
            let (value, end) = self.dump.field(*is_wanted)?;
            values.push(value);
            if (end == b'\n') != (values.len() == wanted.len()) {
                return Err(wrong_number(table, wanted.len()));
            }
        }
        Ok(values)
    }

    /// Reads the name of a table and the columns of the rows that follow.
    fn columns_of_rows(&mut self) -> Result<(String, Vec<String>)> {
        let table = self.table_name()?;
        self.dump.space()?;
        if self.dump.peek()? != Some(b'(') {
            let columns = self.tables.get(&table).cloned().unwrap_or_default();
            return Ok((table, columns));
        }
        let mut columns = Vec::new();
        loop {
            self.dump.skip_byte();
            self.dump.space()?;
            let column = self.dump.name()?;
            add_column(&mut columns, column)?;
            self.dump.space()?;
            match self.dump.peek()? {
                Some(b',') => {}
                Some(b')') => break,
                other => return Err(self.dump.unexpected(other)),
            }
        }
        self.dump.skip_byte();
        Ok((table, columns))
    }

    fn value(&mut self, is_wanted: bool) -> Result<Value> {
        loop {
            match self.dump.peek()? {
                Some(quote @ (b'\'' | b'"')) => {
                    let text = self.dump.string(quote, is_wanted)?;
                    return Ok(is_wanted.then_some(text));
                }
                Some(b'+' | b'-' | b'.' | b'0'..=b'9') => {
                    let number = self.dump.while_byte(|byte| {
                        byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
                    })?;
                    let value = match number.strip_prefix("0x") {
                        Some(digits) => hex(digits.as_bytes())?,
                        None => number.into_bytes(),
                    };
                    return Ok(is_wanted.then_some(value));
                }
                Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                    let word = self.dump.word()?;
                    match word.as_str() {
                        "NULL" => return Ok(None),
                        "TRUE" => return Ok(Some(b"1".to_vec())),
                        "FALSE" => return Ok(Some(b"0".to_vec())),
                        "X" if self.dump.peek()? == Some(b'\'') => {
                            let digits = self.dump.string(b'\'', true)?;
                            return Ok(Some(hex(&digits)?).filter(|_| is_wanted));
                        }
                        // The character set of the text that follows.
                        charset if charset.starts_with('_') => self.dump.space()?,
                        "B" if self.dump.peek()? == Some(b'\'') => {}
                        word => {
                            return Err(Error::internal(format_args!("{word:?} is no value")));
                        }
                    }
                }
                other => return Err(self.dump.unexpected(other)),
            }
        }
    }

    /// Reads the name of a table, as a sink gets it.
    fn table_name(&mut self) -> Result<String> {
        self.dump.space()?;
        let name = self.dump.name()?;
        let (schema, name) = if self.dump.peek()? == Some(b'.') {
            self.dump.skip_byte();
            (name, self.dump.name()?)
        } else {
            (self.schema.clone(), name)
        };
        Ok(match self.dump.dialect {
            Dialect::PostgreSql if schema != "public" => format!("{schema}.{name}"),
            _ => name,
        })
    }
}

fn add_column(columns: &mut Vec<String>, column: String) -> Result<()> {
    if columns.len() == MAX_COLUMNS {
        return Err(Error::internal("the table has too many columns"));
    }
    columns.push(column);
    Ok(())
}

fn wrong_number(table: &str, columns: usize) -> Error {
    Error::internal(format_args!(
        "a row of {table} has not the {columns} values of its columns"
    ))
}

/// Returns the bytes of hexadecimal digits.
fn hex(digits: &[u8]) -> Result<Vec<u8>> {
    let digit = |digit: &u8| char::from(*digit).to_digit(16);
    let bytes = digits.chunks(2).map(|pair| {
        let [high, low] = pair else { return None };
        u8::try_from(digit(high)? << 4 | digit(low)?).ok()
    });
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.ok_or_else(|| Error::internal("a value has wrong hexadecimal digits"))
}
