//! Compares the tables, indexes, triggers and views of a database with those that the migrations
//! make.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::connection::add_functions;
use super::schema;
use super::transaction::Read;
use crate::core::error::{Error, Result};

/// A table, an index, a trigger or a view.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Object {
    /// 'table', 'index', 'trigger' or 'view'.
    kind: String,
    /// The table that an index or a trigger belongs to.
    table: String,
    sql: String,
}

type Objects = BTreeMap<String, Object>;

/// How a difference can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The object is created again: [`repair`].
    Create,
    /// The database is made again from its rows.
    Rebuild,
    /// First an operator changes rows that collide.
    ChangeRows,
}

/// An object that is not as the migrations make it.
#[derive(Clone, Debug)]
pub struct Difference {
    pub name: String,
    /// What is wrong, in words.
    pub problem: String,
    pub remedy: Remedy,
    /// `None` if it is missing.
    found: Option<Object>,
    expected: Object,
}

/// Returns the objects of a database without those of SQLite itself.
fn objects(connection: &Connection) -> rusqlite::Result<Objects> {
    let sql = "SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    connection
        .prepare(sql)?
        .query_map([], |row| {
            let object = Object {
                kind: row.get(1)?,
                table: row.get(2)?,
                sql: row.get(3)?,
            };
            Ok((row.get(0)?, object))
        })?
        .collect()
}

/// Returns the objects of the schema of this program.
fn expected() -> Result<Arc<Objects>> {
    static BY_VERSION: Mutex<BTreeMap<i32, Arc<Objects>>> = Mutex::new(BTreeMap::new());
    let version = schema::newest();
    let mut known = BY_VERSION.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(objects) = known.get(&version) {
        return Ok(objects.clone());
    }
    let mut connection = Connection::open_in_memory()?;
    add_functions(&connection)?;
    schema::create_in(&mut connection)?;
    let made = Arc::new(objects(&connection)?);
    known.insert(version, made.clone());
    Ok(made)
}

/// The SHA-256 of the schema of this program (see [`digest`]): a database that has it is not compared
/// with the objects that the migrations make, which takes most of the time of a start.
const DIGEST: &str = "eb621f73309863db36d9a5d76dcae50ca071dd69ecae722623f85b7c9fe9cea6";

/// Returns the SHA-256 of objects in hexadecimal digits. The text of a shadow table does not count:
/// FTS5 chooses it.
fn digest(objects: &Objects) -> String {
    let mut hash = Sha256::new();
    for (name, object) in objects {
        let is_shadow = virtual_table_of(name, objects).is_some();
        let sql = if is_shadow { "" } else { &object.sql };
        for part in [name, &object.kind, &object.table, sql] {
            hash.update(part);
            hash.update([0]);
        }
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Returns the name of the virtual table that a shadow table belongs to.
fn virtual_table_of<'n>(name: &str, objects: &'n Objects) -> Option<&'n str> {
    let is_owner = |table: &str| {
        name.strip_prefix(table).is_some_and(|rest| {
            ["_data", "_idx", "_content", "_docsize", "_config"].contains(&rest)
        })
    };
    objects
        .iter()
        .filter(|(_, object)| object.sql.starts_with("CREATE VIRTUAL TABLE"))
        .map(|(table, _)| table.as_str())
        .find(|table| is_owner(table))
}

/// Returns the differences in the database of a snapshot.
pub fn differing(read: &Read<'_>) -> Result<Vec<Difference>> {
    differences(read.connection)
}

/// Returns the objects that are missing or changed. Objects that the migrations do not make are none
/// of Stoa's business: replication programs add tables, for example.
pub(super) fn differences(connection: &Connection) -> Result<Vec<Difference>> {
    let found = objects(connection)?;
    if digest(&found) == DIGEST {
        return Ok(Vec::new());
    }
    let expected = expected()?;
    let mut differences = Vec::new();
    for (name, object) in expected.iter() {
        let there = found.get(name);
        let is_shadow = virtual_table_of(name, &expected).is_some();
        // FTS5 chooses the text of its tables.
        if there.is_some_and(|there| there == object || is_shadow && there.kind == object.kind) {
            continue;
        }
        let (mut problem, mut remedy) = match (object.kind.as_str(), there) {
            ("table", None) => ("is missing".to_owned(), Remedy::Rebuild),
            ("table", Some(_)) => (
                "has other columns or constraints than it should".to_owned(),
                Remedy::Rebuild,
            ),
            (_, None) => ("is missing".to_owned(), Remedy::Create),
            (_, Some(_)) => (
                "has another definition than it should".to_owned(),
                Remedy::Create,
            ),
        };
        if object.sql.starts_with("CREATE UNIQUE INDEX") {
            let colliding = collisions(connection, object).unwrap_or_default();
            if !colliding.is_empty() {
                problem = format!(
                    "{problem}, and rows collide in it: {}",
                    colliding.join("; ")
                );
                remedy = Remedy::ChangeRows;
            }
        }
        differences.push(Difference {
            name: name.clone(),
            problem: format!("the {} {name} {problem}", object.kind),
            remedy,
            found: there.cloned(),
            expected: object.clone(),
        });
    }
    Ok(differences)
}

/// The number of collisions that a message lists.
const MAX_COLLISIONS: usize = 5;

/// Returns the groups of rows that a unique index does not allow, in words.
fn collisions(connection: &Connection, index: &Object) -> rusqlite::Result<Vec<String>> {
    let Some((keys, condition)) = parts_of_index(&index.sql, &index.table) else {
        return Ok(Vec::new());
    };
    let (table, filter) = (&index.table, condition.unwrap_or("TRUE"));
    let sql = format!(
        "SELECT concat('rows ', group_concat(id, ', '), ' of {table}') FROM {table} NOT INDEXED WHERE {filter} GROUP BY {keys} HAVING count(*) > 1 LIMIT {MAX_COLLISIONS}"
    );
    connection
        .prepare(&sql)?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// Returns the columns and the condition of an index.
fn parts_of_index<'s>(sql: &'s str, table: &str) -> Option<(&'s str, Option<&'s str>)> {
    let (_, rest) = sql.split_once(&format!("ON {table}("))?;
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    let condition = rest[end + 1..].trim().strip_prefix("WHERE ");
    Some((&rest[..end], condition))
}

/// Creates missing and changed indexes, triggers and views as the migrations make them: all or none.
/// Does nothing about differences with another remedy.
pub fn repair(path: &Path) -> Result<()> {
    let mut connection = Connection::open(path)?;
    add_functions(&connection)?;
    let transaction = connection.transaction()?;
    for difference in differences(&transaction)? {
        if difference.remedy != Remedy::Create {
            continue;
        }
        let name = &difference.name;
        let dropped = difference.found.map_or_else(String::new, |found| {
            format!("DROP {} \"{name}\"; ", found.kind)
        });
        let created = format!("{dropped}{}", difference.expected.sql);
        transaction.execute_batch(&created).map_err(|error| {
            Error::internal(format_args!("cannot create {name} again: {error}"))
        })?;
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_migrations_make_what_is_expected() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join("a.db");
        schema::migrate(&path).expect("a database");
        let connection = Connection::open(&path).expect("the database");
        assert!(differences(&connection).expect("compared").is_empty());
        connection
            .execute_batch("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
            .expect("a table of another program");
        assert!(differences(&connection).expect("compared").is_empty());
    }

    /// Another one costs each start tens of milliseconds.
    #[test]
    fn the_digest_is_that_of_the_schema() {
        assert_eq!(digest(&expected().expect("the schema")), DIGEST);
    }

    #[test]
    fn the_parts_of_every_unique_index_are_found() {
        let expected = expected().expect("the schema");
        let unique: Vec<_> = expected
            .values()
            .filter(|object| object.sql.starts_with("CREATE UNIQUE INDEX"))
            .map(|object| parts_of_index(&object.sql, &object.table).expect("its columns"))
            .collect();
        assert!(unique.contains(&(
            "author_id, nonce, coalesce(question_id, 0)",
            Some("nonce IS NOT NULL")
        )));
        assert_eq!(unique.len(), 10);
    }
}
