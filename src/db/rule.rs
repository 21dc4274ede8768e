//! What must hold between rows beyond what constraints can say: what is counted, and what belongs to something.

use super::{Read, Write};
use crate::error::Result;

/// Something that a feature promises of its rows. In everyday work it holds by itself; `stoa doctor` finds out whether it does.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// A column holds what could be computed: `right` is the expression for that, of the table's columns.
    Counted { table: &'static str, column: &'static str, right: &'static str },
    /// Rows are there in which something is counted. `missing` selects those that are not, with a value for each of `columns`.
    Present { table: &'static str, columns: &'static str, missing: &'static str },
    /// A row belongs to something; `orphan` is the condition under which it does not.
    Belongs { table: &'static str, orphan: &'static str },
    /// A full-text index with this tokenizer over these columns knows what `source` selects: a number, and a text for each column.
    Indexed { table: &'static str, columns: &'static str, tokenizer: &'static str, source: &'static str },
}

impl Rule {
    /// What it is about, for people.
    pub fn name(&self) -> String {
        match self {
            Self::Counted { table, column, .. } => format!("{table}.{column}"),
            Self::Present { table, .. } | Self::Belongs { table, .. } | Self::Indexed { table, .. } => (*table).to_owned(),
        }
    }

    /// How many rows break it; of an index, how many words at a place.
    pub fn broken(&self, read: &Read<'_>) -> Result<i64> {
        match self {
            Self::Counted { table, column, right } => {
                read.value(&format!("SELECT count(*) FROM {table} WHERE {table}.{column} IS NOT ({right})"), [])
            }
            Self::Present { missing, .. } => read.value(&format!("SELECT count(*) FROM ({missing})"), []),
            Self::Belongs { table, orphan } => read.value(&format!("SELECT count(*) FROM {table} WHERE {orphan}"), []),
            Self::Indexed { table, columns, tokenizer, source } => {
                read.connection.execute_batch(&format!(
                    "CREATE VIRTUAL TABLE temp.fresh_{table} USING fts5({columns}, content='', tokenize='{tokenizer}');
                     INSERT INTO temp.fresh_{table} (rowid, {columns}) {source};
                     CREATE VIRTUAL TABLE temp.fresh_words USING fts5vocab('temp', 'fresh_{table}', 'instance');
                     CREATE VIRTUAL TABLE temp.known_words USING fts5vocab('main', '{table}', 'instance');"
                ))?;
                let lacks = |these: &str, those: &str| {
                    let words = "SELECT term, doc, col, offset FROM temp.";
                    read.value::<i64>(&format!("SELECT count(*) FROM ({words}{these} EXCEPT {words}{those})"), [])
                };
                let broken = lacks("fresh_words", "known_words").and_then(|sum| Ok(sum + lacks("known_words", "fresh_words")?));
                read.connection.flush_prepared_statement_cache();
                read.connection
                    .execute_batch(&format!("DROP TABLE temp.known_words; DROP TABLE temp.fresh_words; DROP TABLE temp.fresh_{table}"))?;
                broken
            }
        }
    }

    /// Makes it hold, and tells how many rows that changed. Rows that are right already are not written, but for an index.
    pub fn mend(&self, tx: &Write<'_>) -> Result<usize> {
        match self {
            Self::Counted { table, column, right } => {
                tx.execute(&format!("UPDATE {table} SET {column} = ({right}) WHERE {table}.{column} IS NOT ({right})"), [])
            }
            Self::Present { table, columns, missing } => tx.execute(&format!("INSERT INTO {table} ({columns}) {missing}"), []),
            Self::Belongs { table, orphan } => tx.execute(&format!("DELETE FROM {table} WHERE {orphan}"), []),
            Self::Indexed { table, columns, source, .. } => {
                tx.execute(&format!("INSERT INTO {table} ({table}) VALUES ('delete-all')"), [])?;
                tx.execute(&format!("INSERT INTO {table} (rowid, {columns}) {source}"), [])
            }
        }
    }
}
