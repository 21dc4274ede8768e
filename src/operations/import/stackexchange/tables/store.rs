//! Runs the queries of the rows.

use std::borrow::Cow;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};

use crate::core::error::{Error, Result};
use crate::operations::import::rows::Row;

/// The queries of a program.
pub struct Queries {
    /// What stands for each file, as errors call it, and the query of its rows, with their attributes as names of columns.
    pub files: &'static [(&'static str, &'static str, &'static str)],
    /// What is left out, as the summary says it, with queries that count it.
    pub left_out: &'static [(&'static str, &'static str)],
    /// Names in braces in the queries, and what they stand for.
    pub parts: &'static [(&'static str, &'static str)],
    /// The query of the file of a picture with this name: its bytes, or else its path in the folder of uploads.
    pub picture: Option<&'static str>,
    /// The query of the post with this address, on sites whose addresses do not have the ids of the posts.
    pub post_at: Option<&'static str>,
}

/// The tables of a site.
pub struct Tables {
    connection: Connection,
    queries: &'static Queries,
    /// The host of the site and the path below which it is, if it says its address.
    pub host: Option<String>,
}

/// The file of a picture.
pub enum PictureFile {
    Bytes(Vec<u8>),
    /// Its path in the folder of uploads.
    Path(String),
}

impl Tables {
    /// Checks that all queries fit the tables. `address` is the query of the address of the site.
    pub fn new(
        connection: Connection,
        queries: &'static Queries,
        address: &str,
    ) -> rusqlite::Result<Self> {
        let host = connection
            .query_row(address, [], |row| row.get::<_, Option<String>>(0))
            .optional()?
            .flatten();
        let host = host.as_deref().and_then(host_of).map(str::to_owned);
        let tables = Self {
            connection,
            queries,
            host,
        };
        let files = queries.files.iter().map(|(_, _, sql)| tables.complete(sql));
        let counts = queries.left_out.iter().map(|(_, sql)| tables.complete(sql));
        for sql in files.chain(counts) {
            tables.connection.prepare(&sql)?;
        }
        Ok(tables)
    }

    /// Returns whether such a site has what is in a file.
    pub fn has(&self, file: &str) -> bool {
        self.find(file).is_some()
    }

    /// Returns the number of rows of a file, or zero for one that such a site does not have.
    pub fn count(&self, file: &str) -> Result<u64> {
        match self.find(file) {
            Some((_, sql)) => self.number(&format!("SELECT count(*) FROM ({sql})")),
            None => Ok(0),
        }
    }

    fn number(&self, sql: &str) -> Result<u64> {
        let number = self
            .connection
            .query_row(sql, [], |row| row.get::<_, i64>(0));
        Ok(number.map_err(broken)?.unsigned_abs())
    }

    /// Calls `handle` with each row of a file.
    pub fn for_each_row(
        &self,
        file: &'static str,
        mut handle: impl FnMut(&Row<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some((what, sql)) = self.find(file) else {
            return Ok(());
        };
        let mut statement = self.connection.prepare(&sql).map_err(broken)?;
        let names: Vec<String> = statement
            .column_names()
            .iter()
            .map(ToString::to_string)
            .collect();
        let mut rows = statement.query([]).map_err(broken)?;
        while let Some(row) = rows.next().map_err(broken)? {
            let mut attributes = Vec::with_capacity(names.len());
            for (column, name) in names.iter().enumerate() {
                let value = match row.get_ref(column).map_err(broken)? {
                    ValueRef::Null => continue,
                    ValueRef::Integer(number) => Cow::Owned(number.to_string()),
                    ValueRef::Real(number) => Cow::Owned(number.to_string()),
                    ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text),
                };
                attributes.push((name.as_str(), value));
            }
            let row = Row::plain(attributes);
            let id = row.text("Id")?.unwrap_or_default();
            handle(&row).map_err(|error| match error {
                Error::Internal(detail) => Error::internal(format_args!(
                    "the {what} of the database, id {id}: {detail}"
                )),
                other => other,
            })?;
        }
        Ok(())
    }

    /// Returns what is left out, and how often.
    pub fn left_out(&self) -> Result<Vec<(&'static str, u64)>> {
        let count =
            |(what, sql): &(&'static str, &str)| Ok((*what, self.number(&self.complete(sql))?));
        self.queries.left_out.iter().map(count).collect()
    }

    /// Returns whether such a site has files of pictures in its tables.
    pub fn has_pictures(&self) -> bool {
        self.queries.picture.is_some()
    }

    /// Returns the file of the picture with this name, if the tables know it.
    pub fn picture(&self, name: &str) -> Result<Option<PictureFile>> {
        let Some(sql) = self.queries.picture else {
            return Ok(None);
        };
        let file = self.connection.query_row(sql, params![name], |row| {
            let bytes: Option<Vec<u8>> = row.get(0)?;
            let path: Option<String> = row.get(1)?;
            Ok(bytes
                .map(PictureFile::Bytes)
                .or(path.map(PictureFile::Path)))
        });
        Ok(file.optional().map_err(broken)?.flatten())
    }

    /// Returns the post with an address, if the tables know it.
    pub fn post_at(&self, address: &str) -> Result<Option<i64>> {
        let Some(sql) = self.queries.post_at else {
            return Ok(None);
        };
        let mut statement = self.connection.prepare_cached(sql).map_err(broken)?;
        let post = statement.query_row([address], |row| row.get(0));
        post.optional().map_err(broken)
    }

    /// Returns what stands for a file, and the query of its rows.
    fn find(&self, file: &str) -> Option<(&'static str, String)> {
        let (_, what, sql) = self.queries.files.iter().find(|(name, ..)| *name == file)?;
        Some((what, self.complete(sql)))
    }

    fn complete(&self, sql: &str) -> String {
        let parts = self.queries.parts.iter();
        parts.fold(sql.to_owned(), |sql, (name, part)| sql.replace(name, part))
    }
}

/// Returns the host of an address and the path below which the site is.
fn host_of(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    Some(rest.trim_end_matches('/'))
}

fn broken(error: rusqlite::Error) -> Error {
    Error::internal(format_args!(
        "the database of the other site cannot be read: {error}"
    ))
}
