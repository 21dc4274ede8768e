//! The tables of a site, and the queries of the rows.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value as Bound;
use rusqlite::{Connection, params_from_iter};

use super::text::{self, Sink, Value};
use super::{Details, html};
use crate::core::error::{Error, Result};
use crate::core::text::fold;
use crate::features::addresses::question2answer::tag_name;
use crate::operations::import::error::ImportError;
use crate::operations::import::stackexchange::tables::{Queries, Tables};

/// The newest version of the tables that is known: that of Question2Answer 1.8.
const VERSION: u32 = 67;

/// What the names of the tables end with, and their columns that are read. Of other tables only the number of rows is.
/// Passwords, mail addresses and addresses of computers are in none of them.
const TABLES: &[(&str, &[&str])] = &[
    (
        "posts",
        &[
            "postid INTEGER",
            "type TEXT",
            "parentid INTEGER",
            "categoryid INTEGER",
            "selchildid INTEGER",
            "closedbyid INTEGER",
            "userid INTEGER",
            "lastuserid INTEGER",
            "views INTEGER",
            "format TEXT",
            "created TEXT",
            "updated TEXT",
            "updatetype TEXT",
            "title TEXT",
            "content TEXT",
            "tags TEXT",
            "name TEXT",
        ],
    ),
    (
        "users",
        &[
            "userid INTEGER",
            "created TEXT",
            "handle TEXT",
            "level INTEGER",
            "flags INTEGER",
            "avatarblobid TEXT",
        ],
    ),
    ("options", &["title TEXT", "content TEXT"]),
    (
        "uservotes",
        &[
            "postid INTEGER",
            "userid INTEGER",
            "vote INTEGER",
            "flag INTEGER",
        ],
    ),
    (
        "userprofile",
        &["userid INTEGER", "title TEXT", "content TEXT"],
    ),
    (
        "categories",
        &[
            "categoryid INTEGER",
            "parentid INTEGER",
            "tags TEXT",
            "content TEXT",
        ],
    ),
    ("tagmetas", &["tag TEXT", "title TEXT", "content TEXT"]),
    ("postmetas", &["postid INTEGER", "title TEXT"]),
    ("blobs", &["blobid TEXT", "format TEXT", "content BLOB"]),
    ("messages", &["messageid INTEGER"]),
    ("userfavorites", &["userid INTEGER", "entityid INTEGER"]),
    ("userpoints", &["userid INTEGER", "points INTEGER"]),
    ("pages", &["pageid INTEGER", "content TEXT"]),
];

/// The tables without which there is no site.
const REQUIRED: usize = 4;

/// The options that are read. Others can be secrets.
const OPTIONS: &[&str] = &["site_url", "do_close_on_select", "db_version"];

/// What is made of the tables: who may be seen, tags, and categories as tags.
const PREPARE: &str = r#"
    CREATE INDEX posts_by_id ON {posts}(postid);
    CREATE INDEX votes_by_post ON {uservotes}(postid);
    CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT);
    INSERT OR REPLACE INTO setting SELECT title, content FROM options;

    CREATE TABLE shown(id INTEGER PRIMARY KEY, kind TEXT, question INTEGER);
    INSERT INTO shown SELECT postid, 'Q', postid FROM posts WHERE type = 'Q';
    INSERT INTO shown SELECT p.postid, 'A', p.parentid FROM posts p JOIN shown s ON s.id = p.parentid AND s.kind = 'Q' WHERE p.type = 'A';
    INSERT INTO shown SELECT p.postid, 'C', s.question FROM posts p JOIN shown s ON s.id = p.parentid AND s.kind IN ('Q', 'A') WHERE p.type = 'C';
    -- The note of a closed question.
    INSERT INTO shown SELECT n.postid, 'C', n.parentid FROM posts n JOIN posts q ON q.postid = n.parentid AND q.closedbyid = n.postid
        JOIN shown s ON s.id = q.postid AND s.kind = 'Q' WHERE n.type = 'NOTE';

    CREATE TABLE category_tag(category INTEGER, depth INTEGER, name TEXT, PRIMARY KEY (category, depth));
    INSERT INTO category_tag
        WITH RECURSIVE path(category, depth, above, name) AS (
            SELECT categoryid, 0, parentid, tag_name(tags) FROM categories
            UNION ALL SELECT category, depth - 1, c.parentid, tag_name(c.tags) FROM path JOIN categories c ON c.categoryid = above WHERE depth > -9)
        SELECT category, depth, name FROM path;

    CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT UNIQUE, description TEXT);
    CREATE TABLE post_tag(post INTEGER, place INTEGER, name TEXT);
    INSERT INTO post_tag SELECT p.postid, j.key, tag_name(j.value) FROM posts p, json_each(tag_list(p.tags)) j WHERE p.type = 'Q';
    INSERT INTO post_tag SELECT p.postid, 1000 + c.depth, c.name FROM posts p JOIN category_tag c ON c.category = p.categoryid WHERE p.type = 'Q';
    DELETE FROM post_tag WHERE name = '';
    CREATE INDEX tags_of_post ON post_tag(post, place);
    INSERT OR IGNORE INTO tag(name) SELECT name FROM post_tag ORDER BY post, place;
    INSERT OR IGNORE INTO tag(name) SELECT name FROM category_tag WHERE name <> '' AND depth = 0;
    UPDATE tag SET description = coalesce(
        (SELECT m.content FROM tagmetas m WHERE m.title = 'description' AND tag_name(m.tag) = tag.name AND m.content <> ''),
        (SELECT c.content FROM categories c WHERE tag_name(c.tags) = tag.name AND c.content <> ''));
"#;

/// What stands for each file, as errors call it, and the query of its rows, with their attributes as names of columns.
const FILES: &[(&str, &str, &str)] = &[
    (
        "Users.xml",
        "users",
        // Names are meant to be unique, but no key says so.
        "SELECT u.userid AS Id, utc(u.created) AS CreationDate, u.handle AS DisplayName,
                iif(row_number() OVER (PARTITION BY fold(u.handle) ORDER BY u.userid) = 1, u.handle, NULL) AS UserName,
                plain_html((SELECT p.content FROM userprofile p WHERE p.userid = u.userid AND p.title = 'about')) AS AboutMe
         FROM users u ORDER BY u.userid",
    ),
    (
        "Tags.xml",
        "tags",
        "SELECT name AS TagName, id AS ExcerptPostId FROM tag ORDER BY id",
    ),
    (
        "Posts.xml",
        "questions and answers",
        "SELECT id AS Id, 4 AS PostTypeId, description AS Body, NULL AS Markdown, NULL AS ParentId, NULL AS AcceptedAnswerId, NULL AS CreationDate,
                NULL AS Score, NULL AS ViewCount, NULL AS OwnerUserId, NULL AS OwnerDisplayName, NULL AS LastEditDate, NULL AS Title, NULL AS Tags,
                NULL AS ClosedDate FROM tag WHERE description IS NOT NULL
         UNION ALL
         SELECT p.postid, iif(s.kind = 'Q', 1, 2), html(p.content, p.format), {MARKDOWN}, iif(s.kind = 'A', p.parentid, NULL), p.selchildid, utc(p.created),
                coalesce((SELECT sum(v.vote) FROM uservotes v WHERE v.postid = p.postid), 0), p.views, p.userid, p.name,
                iif(p.updatetype IN ('E', 'T'), utc(p.updated), NULL), coalesce(p.title, ''),
                (SELECT group_concat('|' || name, '') FROM (SELECT t.name FROM post_tag t WHERE t.post = p.postid ORDER BY t.place)),
                CASE WHEN s.kind = 'A' THEN NULL
                     WHEN p.closedbyid IS NOT NULL THEN coalesce((SELECT utc(n.created) FROM posts n WHERE n.postid = p.closedbyid AND n.type = 'NOTE'), {CLOSED})
                     WHEN p.selchildid IS NOT NULL AND (SELECT value FROM setting WHERE name = 'do_close_on_select') = '1' THEN
                          (SELECT utc(iif(a.updatetype = 'S', coalesce(a.updated, a.created), a.created)) FROM posts a WHERE a.postid = p.selchildid) END
         FROM shown s JOIN posts p ON p.postid = s.id WHERE s.kind IN ('Q', 'A')",
    ),
    (
        "Comments.xml",
        "comments",
        "SELECT p.postid AS Id, p.parentid AS PostId, html(p.content, p.format) AS Html, {MARKDOWN} AS Text, utc(p.created) AS CreationDate,
                p.userid AS UserId, p.name AS UserDisplayName
         FROM shown s JOIN posts p ON p.postid = s.id WHERE s.kind = 'C'",
    ),
    (
        // A row can also be a flag, or a vote that was taken back.
        "Votes.xml",
        "votes",
        "SELECT v.postid AS PostId, iif(v.vote > 0, 2, 3) AS VoteTypeId FROM uservotes v JOIN posts p ON p.postid = v.postid
         WHERE v.vote <> 0 AND substr(p.type, 1, 1) IN ('Q', 'A')",
    ),
    (
        // A question that follows on from an answer refers to the question of the answer.
        "PostLinks.xml",
        "links between questions",
        "SELECT p.postid AS PostId, s.question AS RelatedPostId, 1 AS LinkTypeId, NULL AS CreationDate, NULL AS UserId
         FROM posts p JOIN shown s ON s.id = p.parentid WHERE p.type = 'Q' AND s.question <> p.postid
         UNION ALL
         SELECT p.postid, p.closedbyid, 3, {CLOSED}, iif(p.updatetype = 'C', p.lastuserid, NULL)
         FROM posts p JOIN posts o ON o.postid = p.closedbyid AND o.type IN ('Q', 'Q_HIDDEN', 'Q_QUEUED') WHERE p.type = 'Q'",
    ),
];

const PARTS: &[(&str, &str)] = &[
    (
        "{MARKDOWN}",
        "iif(p.format = 'markdown', coalesce(p.content, ''), NULL)",
    ),
    (
        "{CLOSED}",
        "utc(iif(p.updatetype = 'C', coalesce(p.updated, p.created), p.created))",
    ),
];

/// What is left out, as the summary says it, with queries that count it.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "hidden questions, answers and comments",
        "SELECT count(*) FROM posts WHERE type LIKE '%\\_HIDDEN' ESCAPE '\\'",
    ),
    (
        "questions, answers and comments that wait for a review",
        "SELECT count(*) FROM posts WHERE type LIKE '%\\_QUEUED' ESCAPE '\\'",
    ),
    (
        "answers and comments below what is hidden or waits for a review",
        "SELECT count(*) FROM posts p WHERE p.type IN ('A', 'C', 'NOTE') AND NOT EXISTS (SELECT 1 FROM shown s WHERE s.id = p.postid)",
    ),
    (
        "votes for comments",
        "SELECT count(*) FROM uservotes v JOIN posts p ON p.postid = v.postid WHERE v.vote <> 0 AND substr(p.type, 1, 1) = 'C'",
    ),
    ("flags", "SELECT count(*) FROM uservotes WHERE flag <> 0"),
    (
        "texts in a format that Stoa does not know, imported as plain text",
        "SELECT count(*) FROM shown s JOIN posts p ON p.postid = s.id WHERE p.format NOT IN ('', 'html', 'markdown')",
    ),
    (
        "answers to additional questions of the form",
        "SELECT count(*) FROM postmetas",
    ),
    (
        "passwords and mail addresses of users",
        "SELECT count(*) FROM users",
    ),
    (
        "pictures of users",
        "SELECT count(*) FROM users WHERE avatarblobid IS NOT NULL",
    ),
    (
        "names, websites, locations and other details of users",
        "SELECT count(*) FROM userprofile WHERE title <> 'about' AND content <> ''",
    ),
    (
        "blocks of users",
        "SELECT count(*) FROM users WHERE flags & 2",
    ),
    (
        "roles of experts, editors, moderators and administrators",
        "SELECT count(*) FROM users WHERE level > 10",
    ),
    (
        "points of users",
        "SELECT count(*) FROM userpoints WHERE points <> 0",
    ),
    (
        "private messages, and messages on walls of users",
        "SELECT count(*) FROM messages",
    ),
    ("favorites of users", "SELECT count(*) FROM userfavorites"),
    (
        "pages that administrators wrote",
        "SELECT count(*) FROM pages WHERE content <> ''",
    ),
    (
        "uploaded files that are no pictures; their links stay",
        "SELECT count(*) FROM blobs WHERE lower(format) NOT IN ('png', 'jpg', 'jpeg', 'gif', 'webp')",
    ),
];

/// The bytes of a picture, or else its path in the folder of uploads: a folder of three digits, and the id with the format.
const PICTURE: &str = "SELECT content, iif(format GLOB '*[^A-Za-z0-9]*', NULL, substr('00000000000000000000' || blobid, -20, 3) || '/' || blobid || '.' || format)
                       FROM blobs WHERE blobid = ?1";

const ADDRESS: &str = "SELECT value FROM setting WHERE name = 'site_url'";

static QUERIES: Queries = Queries {
    files: FILES,
    left_out: LEFT_OUT,
    parts: PARTS,
    picture: Some(PICTURE),
};

/// Reads a dump into a temporary database, which disappears with the connection. `progress` gets the bytes read.
pub fn open(
    path: &Path,
    details: Details<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, ImportError> {
    let name = path.display();
    if !path.is_file() {
        return Err(ImportError::NotFound(format!("there is no file {name}")));
    }
    let Some(zone) = details.time_zone else {
        return Err(Error::internal(
            "name the time zone of the old database server, as in --time-zone Europe/Berlin: a dump has its local times, but not their zone",
        )
        .into());
    };
    let zone = TimeZone::get(zone).map_err(|_| {
        Error::internal(format_args!(
            "there is no time zone {zone}: name one such as Europe/Berlin, America/New_York or UTC"
        ))
    })?;
    let file = File::open(path)
        .map_err(|error| Error::internal(format_args!("cannot read {name}: {error}")))?;
    // A temporary file that only this connection knows.
    let connection = Connection::open("").map_err(failed)?;
    add_functions(&connection, zone).map_err(failed)?;
    connection
        .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        .map_err(failed)?;
    let mut loading = Loading {
        connection: &connection,
        tables: BTreeMap::new(),
        current: Statement::default(),
    };
    let counted = Counted {
        file,
        read: 0,
        progress,
    };
    text::read(
        &path.file_name().unwrap_or_default().to_string_lossy(),
        counted,
        &mut loading,
    )?;
    let tables = loading.tables;
    choose(&connection, &name.to_string(), &tables, details.prefix)?;
    connection.execute_batch("COMMIT").map_err(failed)?;
    check_version(&connection, &name.to_string())?;
    Ok(Tables::new(connection, &QUERIES, ADDRESS).map_err(failed)?)
}

/// A file, and how much of it was read.
struct Counted<'a> {
    file: File,
    read: u64,
    progress: &'a mut dyn FnMut(u64),
}

impl std::io::Read for Counted<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(out)?;
        self.read += read as u64;
        (self.progress)(self.read);
        Ok(read)
    }
}

fn add_functions(connection: &Connection, zone: TimeZone) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_UTF8;
    connection.create_scalar_function("utc", 1, flags, move |context| {
        let time: Option<String> = context.get(0)?;
        Ok(time.and_then(|time| utc(&time, &zone)))
    })?;
    connection.create_scalar_function("fold", 1, flags, |context| {
        Ok(fold(&context.get::<Option<String>>(0)?.unwrap_or_default()))
    })?;
    connection.create_scalar_function("tag_name", 1, flags, |context| {
        Ok(tag_name(
            &context.get::<Option<String>>(0)?.unwrap_or_default(),
        ))
    })?;
    // As the site splits them, for which the text `0` is empty.
    connection.create_scalar_function("tag_list", 1, flags, |context| {
        let tags = context.get::<Option<String>>(0)?.unwrap_or_default();
        let tags: Vec<&str> = tags.split(',').filter(|_| tags != "0").collect();
        Ok(serde_json::to_string(&tags).unwrap_or_default())
    })?;
    connection.create_scalar_function("plain_html", 1, flags, |context| {
        let text: Option<String> = context.get(0)?;
        Ok(text.map(|text| html::of_plain(&text)))
    })?;
    connection.create_scalar_function("html", 2, flags, |context| {
        let text = context.get::<Option<String>>(0)?.unwrap_or_default();
        let format = context.get::<Option<String>>(1)?.unwrap_or_default();
        Ok(match format.as_str() {
            "html" => text,
            "markdown" => String::new(),
            _ => html::of_plain(&text),
        })
    })
}

/// The rows that were read.
struct Loading<'a> {
    connection: &'a Connection,
    /// The tables of the dump whose columns are those of a table of such a site, by their names: which one it is.
    tables: BTreeMap<String, usize>,
    current: Statement,
}

/// The statement that inserts the rows that follow.
#[derive(Default)]
struct Statement {
    sql: String,
    /// The place and the name of each column that is read.
    columns: Vec<(usize, String)>,
    kind: usize,
}

/// Returns which table of such a site this can be.
fn kind(name: &str) -> Option<usize> {
    let fits = |(_, (suffix, _)): &(usize, &(&str, _))| name.ends_with(suffix);
    let longest = TABLES.iter().enumerate().filter(fits);
    longest
        .max_by_key(|(_, (suffix, _))| suffix.len())
        .map(|(kind, _)| kind)
}

/// Returns the names of the columns of a table that are read.
fn columns(kind: usize) -> impl Iterator<Item = &'static str> {
    let names = TABLES[kind].1.iter();
    names.filter_map(|column| column.split(' ').next())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Returns the name of the table with the rows of one of the dump.
fn raw(name: &str) -> String {
    quoted(&format!("dump {name}"))
}

impl Sink for Loading<'_> {
    fn table(&mut self, name: &str, found: &[String]) -> Result<()> {
        let Some(kind) = kind(name) else {
            return Ok(());
        };
        let missing = columns(kind).find(|column| !found.iter().any(|name| name == column));
        let is_theirs = |column: &str| found.iter().any(|name| name == column);
        match missing {
            // Another program can have a table of such a name.
            Some(missing) if kind == 0 && is_theirs("postid") && is_theirs("parentid") => {
                return Err(Error::internal(format_args!(
                    "the table {name} has no column {missing}: update the old site to Question2Answer 1.8, and dump it again"
                )));
            }
            Some(_) => return Ok(()),
            None => {}
        }
        if self.tables.insert(name.to_owned(), kind).is_none() {
            let sql = format!("CREATE TABLE {}({})", raw(name), TABLES[kind].1.join(", "));
            self.connection.execute_batch(&sql).map_err(failed)?;
        }
        Ok(())
    }

    fn wants(&mut self, table: &str, found: &[String]) -> Result<Option<Vec<bool>>> {
        let Some(&kind) = self.tables.get(table) else {
            return Ok(None);
        };
        let wanted: Vec<bool> = found
            .iter()
            .map(|name| columns(kind).any(|column| column == name))
            .collect();
        let names = found.iter().cloned().enumerate();
        let names: Vec<(usize, String)> = names.filter(|(place, _)| wanted[*place]).collect();
        if names.is_empty() {
            return Ok(None);
        }
        let quoted: Vec<String> = names.iter().map(|(_, name)| quoted(name)).collect();
        let values = vec!["?"; names.len()].join(", ");
        self.current = Statement {
            sql: format!(
                "INSERT INTO {}({}) VALUES ({values})",
                raw(table),
                quoted.join(", ")
            ),
            columns: names,
            kind,
        };
        Ok(Some(wanted))
    }

    fn row(&mut self, mut values: Vec<Value>) -> Result<()> {
        let Statement { sql, columns, kind } = &self.current;
        let table = TABLES[*kind].0;
        let mut bound = Vec::with_capacity(columns.len());
        for (place, name) in columns {
            let value = values.get_mut(*place).and_then(Option::take);
            bound.push(match value {
                None => Bound::Null,
                Some(bytes) if table == "blobs" && name == "content" => Bound::Blob(bytes),
                Some(bytes) => Bound::Text(String::from_utf8(bytes).map_err(|_| {
                    Error::internal(format_args!(
                        "a text of the column {name} is not in UTF-8: dump the database again with --default-character-set=utf8mb4"
                    ))
                })?),
            });
            let is_read = |title: &Bound| matches!(title, Bound::Text(title) if OPTIONS.contains(&title.as_str()));
            if table == "options" && name == "title" && !bound.last().is_some_and(is_read) {
                return Ok(());
            }
        }
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        statement.execute(params_from_iter(bound)).map_err(failed)?;
        Ok(())
    }
}

/// Gives the tables of the site that is imported the names of the queries, and prepares what these need.
fn choose(
    connection: &Connection,
    file: &str,
    tables: &BTreeMap<String, usize>,
    prefix: Option<&str>,
) -> Result<()> {
    let of_kind = |kind| {
        let names = tables.iter().filter(move |(_, found)| **found == kind);
        names.map(|(name, _)| name.as_str())
    };
    let prefixes = of_kind(0).filter_map(|name| name.strip_suffix(TABLES[0].0));
    let prefixes: Vec<&str> = prefixes.collect();
    let prefix = match (prefix, &prefixes[..]) {
        (Some(prefix), _) if prefixes.contains(&prefix) => prefix,
        (None, [prefix]) => prefix,
        (None, []) => {
            return Err(Error::internal(format_args!(
                "{file} has no table with the posts of a site of Question2Answer 1.8: dump the whole database of the site with mysqldump"
            )));
        }
        _ => {
            return Err(Error::internal(format_args!(
                "the sites in {file} have tables whose names begin with {}: name one of these with --table-prefix",
                prefixes.join(", ")
            )));
        }
    };
    let mut named = Vec::new();
    for (kind, (suffix, columns)) in TABLES.iter().enumerate() {
        let own = format!("{prefix}{suffix}");
        // Sites can share their users.
        let found = of_kind(kind).find(|name| *name == own).or_else(|| {
            let mut others = of_kind(kind).filter(|_| *suffix == "users");
            others.next().filter(|_| others.next().is_none())
        });
        let sql = match found {
            Some(name) => format!("CREATE VIEW {suffix} AS SELECT * FROM {}", raw(name)),
            None if kind < REQUIRED => {
                return Err(Error::internal(format_args!(
                    "{file} has no table {own} of Question2Answer 1.8: dump the whole database of the site. \
                     A site whose users are those of another program, such as WordPress, cannot be imported"
                )));
            }
            None => format!("CREATE TABLE {suffix}({})", columns.join(", ")),
        };
        connection.execute_batch(&sql).map_err(failed)?;
        named.push(found.map(raw));
    }
    let mut sql = PREPARE.to_owned();
    for (kind, name) in named.iter().enumerate().take(REQUIRED) {
        let place = format!("{{{}}}", TABLES[kind].0);
        sql = sql.replace(&place, name.as_deref().unwrap_or_default());
    }
    connection.execute_batch(&sql).map_err(failed)
}

/// Rejects the tables of a version that is not known.
fn check_version(connection: &Connection, file: &str) -> Result<()> {
    let sql =
        "SELECT count(*) FROM setting WHERE name = 'db_version' AND CAST(value AS INTEGER) > ?1";
    let is_newer: bool = connection
        .query_row(sql, [VERSION], |row| row.get(0))
        .map_err(failed)?;
    if is_newer {
        return Err(Error::internal(format_args!(
            "{file} is of a version of Question2Answer after 1.8, whose tables are not known: import it with a newer version of Stoa"
        )));
    }
    Ok(())
}

/// Returns a local time as rows of dumps have it. `None`: it is no time, such as one of only zeros.
fn utc(time: &str, zone: &TimeZone) -> Option<String> {
    let time: DateTime = time.parse().ok()?;
    let time = zone.to_timestamp(time).ok()?.to_string();
    Some(time.trim_end_matches('Z').to_owned())
}

fn failed(error: rusqlite::Error) -> Error {
    Error::internal(format_args!(
        "the temporary database of the import failed: {error}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_time_is_that_of_its_zone_and_its_day() {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        for (time, expected) in [
            ("2026-01-15 12:00:00", Some("2026-01-15T11:00:00")),
            ("2026-07-15 12:00:00", Some("2026-07-15T10:00:00")),
            // An hour that clocks leave out, and one that comes twice.
            ("2026-03-29 02:30:00", Some("2026-03-29T01:30:00")),
            ("2026-10-25 02:30:00", Some("2026-10-25T00:30:00")),
            ("0000-00-00 00:00:00", None),
        ] {
            assert_eq!(utc(time, &zone).as_deref(), expected, "{time}");
        }
    }
}
