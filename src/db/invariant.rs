//! Invariants between rows that SQL constraints cannot express: derived columns, counter rows,
//! ownership and full-text indexes. Each feature lists its own in `invariants.rs`.

use super::transaction::{Read, Write};
use crate::error::Result;

/// An invariant of a feature's rows. The feature maintains it; `stoa doctor` checks and repairs it.
#[derive(Clone, Copy, Debug)]
pub enum Invariant {
    /// A column is derived: its value equals `expected`, an expression over the table's columns.
    Derived {
        table: &'static str,
        column: &'static str,
        expected: &'static str,
    },
    /// Rows exist. `missing` selects the rows that do not, with a value for each of `columns`.
    Present {
        table: &'static str,
        columns: &'static str,
        missing: &'static str,
    },
    /// Each row has an owner; `orphan` is the condition of rows without one.
    Owned {
        table: &'static str,
        orphan: &'static str,
    },
    /// A full-text index with this tokenizer over these columns contains the rows of `source`: a
    /// rowid and a text for each column.
    Indexed {
        table: &'static str,
        columns: &'static str,
        tokenizer: &'static str,
        source: &'static str,
    },
}

impl Invariant {
    /// Returns the name that `stoa doctor` prints: the table, or the table and the column.
    pub fn name(&self) -> String {
        match self {
            Self::Derived { table, column, .. } => format!("{table}.{column}"),
            Self::Present { table, .. }
            | Self::Owned { table, .. }
            | Self::Indexed { table, .. } => (*table).to_owned(),
        }
    }

    /// Counts the rows that violate the invariant; for an index, the word positions.
    pub fn count_violations(&self, read: &Read<'_>) -> Result<i64> {
        match self {
            Self::Derived {
                table,
                column,
                expected,
            } => read.value(
                &format!("SELECT count(*) FROM {table} WHERE {table}.{column} IS NOT ({expected})"),
                [],
            ),
            Self::Present { missing, .. } => {
                read.value(&format!("SELECT count(*) FROM ({missing})"), [])
            }
            Self::Owned { table, orphan } => {
                read.value(&format!("SELECT count(*) FROM {table} WHERE {orphan}"), [])
            }
            Self::Indexed {
                table,
                columns,
                tokenizer,
                source,
            } => {
                read.connection.execute_batch(&format!(
                    "CREATE VIRTUAL TABLE temp.expected_{table} USING fts5({columns}, content='', tokenize='{tokenizer}');
                     INSERT INTO temp.expected_{table} (rowid, {columns}) {source};
                     CREATE VIRTUAL TABLE temp.expected_words USING fts5vocab('temp', 'expected_{table}', 'instance');
                     CREATE VIRTUAL TABLE temp.indexed_words USING fts5vocab('main', '{table}', 'instance');"
                ))?;
                let count_missing = |these: &str, those: &str| {
                    let words = "SELECT term, doc, col, offset FROM temp.";
                    read.value::<i64>(
                        &format!("SELECT count(*) FROM ({words}{these} EXCEPT {words}{those})"),
                        [],
                    )
                };
                let violations = count_missing("expected_words", "indexed_words")
                    .and_then(|sum| Ok(sum + count_missing("indexed_words", "expected_words")?));
                read.connection.flush_prepared_statement_cache();
                read.connection
                    .execute_batch(&format!("DROP TABLE temp.indexed_words; DROP TABLE temp.expected_words; DROP TABLE temp.expected_{table}"))?;
                violations
            }
        }
    }

    /// Repairs the violations and returns the number of rows written. Correct rows are not written,
    /// except in an index, which is rebuilt.
    pub fn repair(&self, tx: &Write<'_>) -> Result<usize> {
        match self {
            Self::Derived { table, column, expected } => {
                tx.execute(&format!("UPDATE {table} SET {column} = ({expected}) WHERE {table}.{column} IS NOT ({expected})"), [])
            }
            Self::Present { table, columns, missing } => tx.execute(&format!("INSERT INTO {table} ({columns}) {missing}"), []),
            Self::Owned { table, orphan } => tx.execute(&format!("DELETE FROM {table} WHERE {orphan}"), []),
            Self::Indexed { table, columns, source, .. } => {
                tx.execute(&format!("INSERT INTO {table} ({table}) VALUES ('delete-all')"), [])?;
                tx.execute(&format!("INSERT INTO {table} (rowid, {columns}) {source}"), [])
            }
        }
    }
}
