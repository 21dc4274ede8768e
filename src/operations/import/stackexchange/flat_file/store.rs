//! Checks the records, puts them into a temporary database, and has the queries of the rows.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::{Connection, OptionalExtension, named_params};
use sha2::{Digest, Sha256};

use super::records::{self, Format, Record};
use crate::core::error::{Error, Result};
use crate::features::addresses::{external_path, question2answer::tag_name};
use crate::operations::import::dumps::{Counted, failed};
use crate::operations::import::error::ImportError;
use crate::operations::import::links::path_on;
use crate::operations::import::stackexchange::tables::{Queries, Tables, time_zone, utc};

/// The largest score, and the largest number of views.
const MAX_NUMBER: i64 = 1_000_000_000;

/// A parent has its id as a number, because it can come later.
const TABLE: &str = "
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE post(line INTEGER PRIMARY KEY, number INTEGER UNIQUE, kind TEXT, parent INTEGER, parent_id TEXT, author TEXT, created_at TEXT,
        title TEXT, markdown TEXT, html TEXT, tags TEXT, score INTEGER, views INTEGER, accepted INTEGER, closed_at TEXT, edited_at TEXT, address TEXT UNIQUE);
    CREATE INDEX by_parent ON post(parent);
    CREATE UNIQUE INDEX accepted_answer ON post(parent) WHERE accepted;
    BEGIN";

const INSERT: &str = "INSERT OR IGNORE INTO post VALUES (:line, :number, :kind, :parent, :parent_id, :author, :created_at,
    :title, :markdown, :html, :tags, :score, :views, :accepted, :closed_at, :edited_at, :address)";

/// The row that has what no other may have.
const EARLIER: &str =
    "SELECT line, iif(number = :number, 'id', iif(address = :address, 'url', 'accepted')) FROM post
    WHERE number = :number OR address = :address OR :accepted AND parent = :parent AND accepted";

/// The first row whose parent is missing or of the wrong kind.
const ORPHAN: &str = "SELECT c.line, c.parent_id, c.kind, p.kind FROM post c LEFT JOIN post p ON p.number = c.parent
    WHERE c.kind = 'answer' AND p.kind IS NOT 'question' OR c.kind = 'comment' AND coalesce(p.kind, 'comment') = 'comment'
    ORDER BY c.line LIMIT 1";

/// What stands for each file, as errors call it, and the query of its rows, with their attributes as names of columns.
const FILES: &[(&str, &str, &str)] = &[
    (
        "Posts.xml",
        "questions and answers",
        // The address of a comment leads to its post, and what follows a # in one never reaches a server.
        "SELECT p.number AS Id, iif(p.kind = 'question', 1, 2) AS PostTypeId, coalesce(p.html, '') AS Body, p.markdown AS Markdown,
                iif(p.kind = 'answer', p.parent, NULL) AS ParentId, a.number AS AcceptedAnswerId, p.created_at AS CreationDate, p.score AS Score,
                p.views AS ViewCount, p.author AS OwnerDisplayName, p.edited_at AS LastEditDate, p.title AS Title, p.tags AS Tags,
                iif(p.kind = 'question', p.closed_at, NULL) AS ClosedDate,
                (SELECT group_concat(c.address, ' ') FROM post c
                 WHERE (c.number = p.number OR c.parent = p.number AND c.kind = 'comment') AND instr(c.address, '#') = 0) AS FormerIds
         FROM post p LEFT JOIN post a ON a.parent = p.number AND a.accepted WHERE p.kind <> 'comment' ORDER BY p.line",
    ),
    (
        "Comments.xml",
        "comments",
        "SELECT number AS Id, parent AS PostId, html AS Html, markdown AS Text, created_at AS CreationDate, author AS UserDisplayName
         FROM post WHERE kind = 'comment' ORDER BY line",
    ),
];

/// What is left out, as the summary says it, with queries that count it.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "titles, tags, views and times of closing of answers and comments",
        "SELECT count(*) FROM post WHERE kind <> 'question' AND coalesce(title, tags, views, closed_at) IS NOT NULL",
    ),
    (
        "scores and times of edits of comments",
        "SELECT count(*) FROM post WHERE kind = 'comment' AND coalesce(score, edited_at) IS NOT NULL",
    ),
];

static QUERIES: Queries = Queries {
    files: FILES,
    left_out: LEFT_OUT,
    parts: &[],
    picture: None,
    post_at: Some("SELECT iif(kind = 'comment', parent, number) FROM post WHERE address = ?1"),
};

/// Reads a file into a temporary database, which disappears with the connection. `host` is that of the old site, `zone` the time
/// zone of times without an offset. `progress` gets the bytes read.
pub fn open(
    path: &Path,
    host: &str,
    zone: Option<&str>,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, ImportError> {
    let name = path.display();
    if !path.is_file() {
        return Err(ImportError::NotFound(format!("there is no file {name}")));
    }
    let format = Format::of(path).ok_or_else(|| {
        Error::internal(format_args!(
            "the name of {name} does not say its format: it must end with .csv or .jsonl"
        ))
    })?;
    let zone = zone.map(|zone| time_zone(Some(zone))).transpose()?;
    let input = File::open(path)
        .map_err(|error| Error::internal(format_args!("cannot read {name}: {error}")))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let connection = load(
        &name,
        Counted::new(input, progress),
        format,
        host,
        zone.as_ref(),
    )?;
    Ok(Tables::new(connection, &QUERIES, "SELECT NULL").map_err(failed)?)
}

fn load(
    name: &str,
    input: impl Read,
    format: Format,
    host: &str,
    zone: Option<&TimeZone>,
) -> Result<Connection> {
    // A temporary file that only this connection knows.
    let connection = Connection::open("").map_err(failed)?;
    connection.execute_batch(TABLE).map_err(failed)?;
    records::read(name, BufReader::new(input), format, |record| {
        insert(&connection, record, host, zone)
    })?;
    connection.execute_batch("COMMIT").map_err(failed)?;
    let orphan = connection.query_row(ORPHAN, [], |row| {
        Ok((
            row.get::<_, i64>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, String>(2)?,
            row.get::<_, Option<String>>(3)?,
        ))
    });
    if let Some((line, parent, kind, parent_kind)) = orphan.optional().map_err(failed)? {
        let whose = if kind == "answer" {
            "an answer"
        } else {
            "a comment"
        };
        let expected = if kind == "answer" {
            "a question"
        } else {
            "a question or an answer"
        };
        return Err(Error::internal(format_args!(
            "{name}, line {line}, parent: {} the id {parent:?}, but {whose} needs that of {expected} in this file",
            parent_kind.map_or("no row has".to_owned(), |kind| format!(
                "one of kind {kind} has"
            )),
        )));
    }
    Ok(connection)
}

/// Checks and inserts a record.
fn insert(
    connection: &Connection,
    record: &Record<'_>,
    host: &str,
    zone: Option<&TimeZone>,
) -> Result<()> {
    let number = number_of(record.required("id")?);
    let kind = record.required("kind")?;
    let parent = match kind {
        "question" if record.get("parent").is_some() => {
            return Err(record.wrong("parent", "a question has none: leave it empty"));
        }
        "question" => None,
        "answer" | "comment" => Some(record.required("parent")?),
        _ => {
            return Err(record.wrong(
                "kind",
                format_args!("{kind:?} is none: write question, answer or comment"),
            ));
        }
    };
    let title = match kind {
        "question" => Some(record.required("title")?),
        _ => record.get("title"),
    };
    let title = title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
    let (markdown, html) = (record.get("text"), record.get("html"));
    if markdown.is_some() == html.is_some() {
        return Err(record.wrong(
            "text",
            "write the text as Markdown there or as HTML in the field html, and leave the other one empty",
        ));
    }
    let created_at = record.required("created_at")?;
    let created_at = time(record, "created_at", created_at, zone)?;
    let other_time = |field| {
        let value = record.get(field);
        value
            .map(|value| time(record, field, value, zone))
            .transpose()
    };
    let is_accepted = is_accepted(record)?;
    if is_accepted && kind != "answer" {
        return Err(record.wrong("accepted", "only an answer can be accepted: leave it empty"));
    }
    let address = record
        .get("url")
        .map(|url| address(record, url, host))
        .transpose()?;
    let parent_number = parent.map(number_of);
    let mut statement = connection.prepare_cached(INSERT).map_err(failed)?;
    let inserted = statement.execute(named_params! {
        ":line": record.line,
        ":number": number,
        ":kind": kind,
        ":parent": parent_number,
        ":parent_id": parent,
        ":author": record.get("author"),
        ":created_at": created_at,
        ":title": title,
        ":markdown": markdown,
        ":html": html,
        ":tags": record.get("tags").map(tags),
        ":score": whole_number(record, "score", -MAX_NUMBER)?,
        ":views": whole_number(record, "views", 0)?,
        ":accepted": is_accepted,
        ":closed_at": other_time("closed_at")?,
        ":edited_at": other_time("edited_at")?,
        ":address": address,
    });
    if inserted.map_err(failed)? > 0 {
        return Ok(());
    }
    let earlier = named_params! {":number": number, ":address": address, ":accepted": is_accepted, ":parent": parent_number};
    let (line, field): (i64, String) = connection
        .query_row(EARLIER, earlier, |row| Ok((row.get(0)?, row.get(1)?)))
        .map_err(failed)?;
    let remedy = match field.as_str() {
        "id" => "also that of line {}: each row needs its own",
        "url" => {
            "also that of line {}: leave one of them empty, or add what tells them apart, such as #answer-5"
        }
        _ => "the answer in line {} is accepted already: a question has at most one",
    };
    Err(record.wrong(&field, remedy.replace("{}", &line.to_string())))
}

/// Returns the number that stands for an id: the same in each import.
fn number_of(id: &str) -> i64 {
    let hash = Sha256::digest(id);
    let number = hash
        .iter()
        .take(8)
        .fold(0, |number, byte| number << 8 | i64::from(*byte));
    number & i64::MAX
}

fn time(record: &Record<'_>, field: &str, value: &str, zone: Option<&TimeZone>) -> Result<String> {
    let time = match zone {
        Some(zone) => utc(value, zone),
        None => value
            .parse::<Timestamp>()
            .ok()
            .and_then(|_| utc(value, &TimeZone::UTC)),
    };
    time.ok_or_else(|| {
        record.wrong(
            field,
            format_args!(
                "{value:?} is no time: write it as 2026-11-01T10:00:00+01:00, or without the offset and with the option --time-zone"
            ),
        )
    })
}

fn is_accepted(record: &Record<'_>) -> Result<bool> {
    let value = record.get("accepted").unwrap_or_default();
    match value.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "" | "false" | "0" => Ok(false),
        _ => Err(record.wrong(
            "accepted",
            format_args!("{value:?} is unknown: write true or false"),
        )),
    }
}

fn whole_number(record: &Record<'_>, field: &str, min: i64) -> Result<Option<i64>> {
    let Some(value) = record.get(field) else {
        return Ok(None);
    };
    let number = value
        .parse()
        .ok()
        .filter(|number| (min..=MAX_NUMBER).contains(number));
    number.map(Some).ok_or_else(|| {
        record.wrong(
            field,
            format_args!("{value:?} is no whole number from {min} to {MAX_NUMBER}"),
        )
    })
}

/// Returns names that commas separate as a dump has them.
fn tags(names: &str) -> String {
    let names = names.split(',').map(tag_name);
    names.flat_map(|name| ["|".to_owned(), name]).collect()
}

/// Returns the path of an address of the old site.
fn address(record: &Record<'_>, url: &str, host: &str) -> Result<String> {
    let path = path_on(host, url).map(external_path);
    path.filter(|path| path.len() > 1).ok_or_else(|| {
        record.wrong(
            "url",
            format_args!("{url:?} is no address of a page of {host}: write it as https://{host}/t/5, or only the path"),
        )
    })
}
