//! What takes the rows of a dump.

use crate::core::error::Result;

/// A value as bytes. `None`: NULL, or the value of a column that is not read.
pub type Value = Option<Vec<u8>>;

/// What takes the rows.
///
/// The name of a table is that without its database. Of PostgreSQL it has its schema (`backup.posts`), unless that is `public`.
pub trait Sink {
    /// Takes the columns of a table. Rejects what the program cannot read.
    fn table(&mut self, name: &str, columns: &[String]) -> Result<()>;
    /// Returns for each column of the rows that follow whether it is read. `None`: the rows are skipped.
    fn wants(&mut self, table: &str, columns: &[String]) -> Result<Option<Vec<bool>>>;
    /// Takes a row of that table.
    fn row(&mut self, values: Vec<Value>) -> Result<()>;
}
