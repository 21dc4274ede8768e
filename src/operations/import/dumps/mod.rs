//! Reads the dumps of databases as text: those of `mysqldump`, `mariadb-dump` and phpMyAdmin, and those of `pg_dump`, as they
//! are or after gzip.
//!
//! [`read`] calls a [`Sink`] with the columns of each table and with the rows; [`load_file`] puts the rows of the tables that an
//! importer names into a temporary database. A value is in memory only while its row is. Every error names the file and the line.
//!
//! A value is the text that the dump has for it. Of PostgreSQL that is `t` or `f` for a boolean in `COPY` (and `1` or `0` in
//! `INSERT`), `2026-11-01 10:00:00.5+01` for a time with a zone, `{a,b}` for an array, and `\x00ff` for bytes.

mod reader;
mod scanner;
mod sink;
mod store;
#[cfg(test)]
mod tests;

use std::io::{self, Cursor, Read};

use flate2::read::MultiGzDecoder;

use crate::core::error::{Error, Result};
pub use sink::Sink;
#[cfg(any(test, fuzzing))]
pub use sink::Value;
pub use store::{Counted, Loaded, Schema, Table, failed, load, load_file};

/// Reads a dump of MySQL or PostgreSQL, also after gzip. `name` is the file in errors.
pub fn read(name: &str, input: impl Read, sink: &mut impl Sink) -> Result<()> {
    let (start, input) = beginning(name, Box::new(input))?;
    let (start, input) = if start.starts_with(&[0x1f, 0x8b]) {
        beginning(name, Box::new(MultiGzDecoder::new(input)))?
    } else {
        (start, input)
    };
    if start.starts_with(b"PGDMP") || start.starts_with(b"toc.dat\0") {
        return Err(archive(name));
    }
    reader::read(name, input, sink)
}

/// Returns the error of a file that is an archive of pg_dump.
pub fn archive(name: &str) -> Error {
    Error::internal(format_args!(
        "{name} is an archive of pg_dump, not a dump as text: make one with pg_restore --file=site.sql {name}, or with \
         pg_dump --format=plain"
    ))
}

/// Returns the first bytes of an input, and the whole of it.
fn beginning<'a>(
    name: &str,
    mut input: Box<dyn Read + 'a>,
) -> Result<(Vec<u8>, Box<dyn Read + 'a>)> {
    let mut start = Vec::new();
    let read = input.by_ref().take(8).read_to_end(&mut start);
    read.map_err(|error: io::Error| {
        Error::internal(format_args!("{name} cannot be read: {error}"))
    })?;
    Ok((start.clone(), Box::new(Cursor::new(start).chain(input))))
}
