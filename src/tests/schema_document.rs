//! `docs/schema.sql`, the schema on one page: each table with its indexes and triggers, and each derived
//! column with the triggers that set it.
//!
//! Who sets what comes from SQLite's authorizer, which names the trigger of each write when a statement
//! is prepared.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use tempfile::TempDir;

use super::derived::{columns, derived, open};
use super::{check_fresh, repository};
use crate::core::clock::Clock;
use crate::operations::invariants::DERIVED_TABLES;
use crate::platform::db::{self, Db};
use crate::platform::realtime::Hub;

const HEAD: &str = "-- Generated from the migrations by `cargo test`, which rewrites a stale file. Do not edit.
--
-- The schema: each table with its indexes and triggers. A derived column follows from other rows; `stoa doctor` checks and
-- repairs it. Its comment names the triggers that set it, each with the table whose changes run it.
";
/// The longest line of a note.
const WIDTH: usize = 120;

/// A statement of the migrations with the comment before it.
struct Statement {
    comment: String,
    sql: String,
}

impl Statement {
    /// Returns the table or the view that the statement creates or belongs to.
    fn home(&self) -> &str {
        let words: Vec<&str> = self.sql.split([' ', '(', '\n']).collect();
        let before = match words[..] {
            ["CREATE", "TABLE" | "VIEW", ..] => words[1],
            ["CREATE", "VIRTUAL", ..] => "TABLE",
            ["CREATE", ..] => "ON",
            _ => "INTO",
        };
        let place = words.iter().position(|word| *word == before);
        place
            .and_then(|place| words.get(place + 1).copied())
            .expect("a name")
    }

    /// Returns the place of the statement among those of its table.
    fn place(&self) -> usize {
        let kinds = ["VIEW", "TABLE", "VIRTUAL", "UNIQUE", "INDEX", "TRIGGER"];
        let kind = self.sql.split(' ').nth(1).expect("a second word");
        // Indexes stay in their order, and rows come last.
        match kinds.iter().position(|known| *known == kind) {
            Some(place) if place < 3 => 0,
            Some(5) => 2,
            Some(_) => 1,
            None => 3,
        }
    }
}

/// Splits a migration into the comment at its beginning and its statements.
fn split(text: &str) -> (String, Vec<Statement>) {
    let (mut head, mut statements) = (String::new(), Vec::new());
    let (mut comment, mut sql) = (String::new(), String::new());
    for line in text.lines() {
        let is_comment = line.trim_start().starts_with("--");
        if sql.is_empty() && line.is_empty() {
            head += &std::mem::take(&mut comment);
            continue;
        }
        if sql.is_empty() && is_comment {
            comment = comment + line + "\n";
            continue;
        }
        sql = sql + line + "\n";
        let is_end = match sql.starts_with("CREATE TRIGGER") {
            true => line == "END;",
            false => !is_comment && line.ends_with(';'),
        };
        if is_end {
            statements.push(Statement {
                comment: std::mem::take(&mut comment),
                sql: std::mem::take(&mut sql),
            });
        }
    }
    assert_eq!(sql, "", "a statement without an end");
    (head, statements)
}

/// What a trigger writes in a table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Inserted,
    Deleted,
    Column(String),
}

/// The triggers that write each target, as (table of the trigger, trigger).
type Writers = BTreeMap<(String, Target), BTreeSet<(String, String)>>;

/// Returns what the triggers of a database write.
fn writers(connection: &Connection) -> rusqlite::Result<Writers> {
    let tables: BTreeMap<String, String> = connection
        .prepare("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let changes: Vec<String> = columns(connection)
        .into_iter()
        .flat_map(|(table, column, _)| {
            [
                format!("INSERT INTO {table} DEFAULT VALUES"),
                format!("DELETE FROM {table}"),
                format!("UPDATE {table} SET {column} = {column}"),
            ]
        })
        .collect();
    let seen = Arc::new(Mutex::new((Writers::new(), BTreeSet::new())));
    let recorded = Arc::clone(&seen);
    connection.authorizer(Some(move |context: AuthContext<'_>| {
        let trigger = context.accessor.and_then(|name| tables.get_key_value(name));
        if let Some((trigger, table)) = trigger {
            let mut recorded = recorded.lock().expect("no panic while recording");
            recorded.1.insert(trigger.clone());
            let written = match context.action {
                AuthAction::Insert { table_name } => Some((table_name, Target::Inserted)),
                AuthAction::Delete { table_name } => Some((table_name, Target::Deleted)),
                AuthAction::Update {
                    table_name,
                    column_name,
                } => Some((table_name, Target::Column(column_name.to_owned()))),
                _ => None,
            };
            if let Some((name, target)) = written {
                let writers = recorded.0.entry((name.to_owned(), target)).or_default();
                writers.insert((table.clone(), trigger.clone()));
            }
        }
        Authorization::Allow
    }))?;
    for change in changes {
        drop(connection.prepare(&change)?);
    }
    connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>)?;
    let (writers, found) = std::mem::take(&mut *seen.lock().expect("no panic while recording"));
    let all: i64 = connection.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'",
        [],
        |row| row.get(0),
    )?;
    assert_eq!(found.len() as i64, all, "a change runs every trigger");
    Ok(writers)
}

/// Returns the names of triggers by their tables: `triggers on posts (a, b), votes (c)`.
fn names(triggers: &BTreeSet<(String, String)>) -> String {
    let mut by_table: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (table, trigger) in triggers {
        by_table.entry(table).or_default().push(trigger);
    }
    let named: Vec<String> = by_table
        .iter()
        .map(|(table, triggers)| format!("{table} ({})", triggers.join(", ")))
        .collect();
    format!("triggers on {}", named.join(", "))
}

/// Returns a text as the lines of a comment.
fn comment(indent: &str, text: &str) -> String {
    let mut lines = vec![format!("{indent}--")];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if line.len() + 1 + word.len() > WIDTH {
            lines.push(format!("{indent}-- {word}"));
        } else {
            *line = format!("{line} {word}");
        }
    }
    lines.join("\n") + "\n"
}

/// Says who sets what in the tables.
struct Notes {
    writers: Writers,
    derived: BTreeSet<(String, String)>,
}

impl Notes {
    fn triggers(&self, table: &str, target: Target) -> Option<String> {
        self.writers.get(&(table.to_owned(), target)).map(names)
    }

    /// Returns what is said about a column, if its rows do not simply say what users wrote.
    fn of_column(&self, table: &str, column: &str) -> Option<String> {
        let triggers = self.triggers(table, Target::Column(column.to_owned()));
        let key = (table.to_owned(), column.to_owned());
        match (self.derived.contains(&key), triggers) {
            (true, Some(triggers)) => Some(format!("Derived. Set by {triggers}.")),
            (true, None) => Some("Derived. Set by the program.".to_owned()),
            (false, Some(triggers)) => Some(format!("Also set by {triggers}.")),
            (false, None) => None,
        }
    }

    /// Returns what is said about the rows of a table.
    fn of_table(&self, table: &str) -> Option<String> {
        let mut parts = Vec::new();
        if DERIVED_TABLES.contains(&table) {
            let is_set_by_triggers = self.writers.keys().any(|(written, _)| written == table);
            let derived = ["Derived. Set by the program.", "Derived."];
            parts.push(derived[usize::from(is_set_by_triggers)].to_owned());
        }
        let rows = [(Target::Inserted, "inserted"), (Target::Deleted, "deleted")];
        for (target, done) in rows {
            if let Some(triggers) = self.triggers(table, target) {
                parts.push(format!("Rows {done} by {triggers}."));
            }
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// Returns the statement that creates a table, with a note before each column that has one.
    fn annotated(&self, table: &str, sql: &str) -> String {
        let mut text = String::new();
        for line in sql.lines() {
            let column = line
                .strip_prefix("    ")
                .and_then(|line| line.split(' ').next())
                .and_then(|column| self.of_column(table, column));
            if let Some(note) = column {
                text += &comment("    ", &note);
            }
            text = text + line + "\n";
        }
        text
    }
}

/// Returns the page.
fn page(notes: &Notes) -> String {
    let mut names: Vec<String> = std::fs::read_dir(repository().join("migrations"))
        .expect("the migrations")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    names.sort();
    let mut files = Vec::new();
    let mut of_table: BTreeMap<String, Vec<Statement>> = BTreeMap::new();
    for name in names {
        let path = repository().join("migrations").join(&name);
        let (head, statements) = split(&std::fs::read_to_string(path).expect("a migration"));
        let created: Vec<String> = statements
            .iter()
            .filter(|statement| statement.place() == 0)
            .map(|statement| statement.home().to_owned())
            .collect();
        files.push((name, head, created));
        for statement in statements {
            let home = statement.home().to_owned();
            of_table.entry(home).or_default().push(statement);
        }
    }
    let mut page = HEAD.to_owned();
    for (name, head, created) in files {
        write!(page, "\n\n-- {name}\n--\n{head}").expect("text");
        for table in created {
            let mut statements = of_table.remove(&table).expect("a table");
            statements.sort_by_key(Statement::place);
            for statement in statements {
                let is_table = statement.place() == 0;
                if is_table || statement.sql.starts_with("CREATE TRIGGER") {
                    page.push('\n');
                }
                page += &statement.comment;
                if let Some(note) = notes.of_table(&table).filter(|_| is_table) {
                    page += &comment("", &note);
                }
                page += &match is_table {
                    true => notes.annotated(&table, &statement.sql),
                    false => statement.sql,
                };
            }
        }
    }
    assert!(
        of_table.is_empty(),
        "statements of no table: {:?}",
        of_table.keys()
    );
    page
}

/// Returns the tables, indexes, triggers and views of a database as (type, name, table).
fn objects(connection: &Connection) -> BTreeSet<(String, String, String)> {
    connection
        .prepare("SELECT type, name, tbl_name FROM sqlite_schema WHERE tbl_name <> 'refinery_schema_history'")
        .and_then(|mut statement| {
            statement
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
        .expect("objects")
}

#[test]
fn the_page_of_the_schema_names_what_sets_each_derived_column() {
    let directory = TempDir::new().expect("a directory");
    drop(Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database"));
    let connection = open(directory.path());
    let notes = Notes {
        writers: writers(&connection).expect("the triggers"),
        derived: derived(),
    };
    let page = page(&notes);
    for (table, column) in &notes.derived {
        let (_, rest) = page
            .split_once(&format!("\nCREATE TABLE {table} (\n"))
            .unwrap_or_else(|| panic!("no table {table}"));
        let note = comment("    ", &notes.of_column(table, column).expect("a note"));
        let place = rest.find(&format!("{note}    {column} "));
        let end = rest.find("\n)").expect("an end of the table");
        assert!(
            place.is_some_and(|place| place < end),
            "{table}.{column} has no note"
        );
    }
    let made = Connection::open_in_memory().expect("a database");
    db::add_functions(&made).expect("functions");
    made.execute_batch(&page).expect("a schema");
    assert_eq!(objects(&made), objects(&connection));
    check_fresh(Path::new("docs/schema.sql"), &page);
}
