//! Invariants between rows that SQL constraints cannot express: derived columns, counter rows,
//! ownership and full-text indexes. Each feature lists its own in `invariants.rs`.

use super::transaction::{Read, Write};
use crate::core::error::Result;

/// An invariant of a feature's rows. The feature maintains it; `stoa doctor` checks and repairs it.
#[derive(Clone, Copy, Debug)]
pub enum Invariant {
    /// A column is derived: its value equals `expected`, an expression over the table's columns.
    Derived {
        table: &'static str,
        column: &'static str,
        expected: &'static str,
    },
    /// The same for a column with a unique constraint.
    DerivedKey {
        table: &'static str,
        column: &'static str,
        expected: &'static str,
    },
    /// A reference is valid or NULL; `invalid` is the condition of one that is neither.
    Cleared {
        table: &'static str,
        column: &'static str,
        invalid: &'static str,
    },
    /// A column does not contradict another source; `conflict` is the condition of a row in which it
    /// does. No repair knows which of them is right.
    Conflict {
        table: &'static str,
        column: &'static str,
        conflict: &'static str,
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
            Self::Derived { table, column, .. }
            | Self::DerivedKey { table, column, .. }
            | Self::Cleared { table, column, .. }
            | Self::Conflict { table, column, .. } => format!("{table}.{column}"),
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
            }
            | Self::DerivedKey {
                table,
                column,
                expected,
            } => read.value(
                &format!("SELECT count(*) FROM {table} WHERE {table}.{column} IS NOT ({expected})"),
                [],
            ),
            Self::Cleared {
                table,
                column,
                invalid,
            } => read.value(
                &format!("SELECT count(*) FROM {table} WHERE {column} IS NOT NULL AND {invalid}"),
                [],
            ),
            Self::Conflict {
                table, conflict, ..
            } => read.value(
                &format!("SELECT count(*) FROM {table} WHERE {conflict}"),
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
            // With OR FAIL, SQLite does not remember the pages of the whole table in memory to undo the
            // statement alone. An error undoes the job.
            Self::Derived { table, column, expected } => {
                tx.execute(&format!("UPDATE OR FAIL {table} SET {column} = ({expected}) WHERE {table}.{column} IS NOT ({expected})"), [])
            }
            Self::DerivedKey { table, column, expected } => {
                let wrong = format!("{table}.{column} IS NOT ({expected})");
                // Two rows may have each other's key: first they get keys that nothing else has.
                tx.execute(&format!("CREATE TEMP TABLE wrong_keys AS SELECT rowid AS wrong FROM {table} WHERE {wrong}"), [])?;
                let is_wrong = "rowid IN (SELECT wrong FROM temp.wrong_keys)";
                tx.execute(&format!("UPDATE {table} SET {column} = char(57344) || rowid WHERE {is_wrong}"), [])?;
                let written = tx.execute(&format!("UPDATE {table} SET {column} = ({expected}) WHERE {is_wrong}"), [])?;
                tx.execute("DROP TABLE temp.wrong_keys", [])?;
                Ok(written)
            }
            Self::Cleared { table, column, invalid } => {
                tx.execute(&format!("UPDATE {table} SET {column} = NULL WHERE {column} IS NOT NULL AND {invalid}"), [])
            }
            Self::Conflict { .. } => Ok(0),
            Self::Present { table, columns, missing } => tx.execute(&format!("INSERT INTO {table} ({columns}) {missing}"), []),
            Self::Owned { table, orphan } => tx.execute(&format!("DELETE FROM {table} WHERE {orphan}"), []),
            Self::Indexed { table, columns, source, .. } => {
                tx.execute(&format!("INSERT INTO {table} ({table}) VALUES ('delete-all')"), [])?;
                tx.execute(&format!("INSERT INTO {table} (rowid, {columns}) {source}"), [])
            }
        }
    }
}
