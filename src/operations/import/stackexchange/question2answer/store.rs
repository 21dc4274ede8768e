//! The tables of a site, and the queries of the rows.

use std::path::Path;

use jiff::tz::TimeZone;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use super::{Details, html};
use crate::core::error::{Error, Result};
use crate::core::text::fold;
use crate::features::addresses::question2answer::tag_name;
use crate::operations::import::dumps::{self, Loaded, Schema, Table, failed};
use crate::operations::import::error::ImportError;
use crate::operations::import::stackexchange::tables::{Queries, Tables, time_zone, utc};

/// The newest version of the tables that is known: that of Question2Answer 1.8.
const VERSION: u32 = 67;

/// What the names of the tables end with, and their columns that are read. Of other tables only the number of rows is.
/// Passwords, mail addresses and addresses of computers are in none of them.
const TABLES: &[Table] = &[
    Table::required(
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
    Table::required(
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
    Table::required("options", &["title TEXT", "content TEXT"]),
    Table::required(
        "uservotes",
        &[
            "postid INTEGER",
            "userid INTEGER",
            "vote INTEGER",
            "flag INTEGER",
        ],
    ),
    Table::optional(
        "userprofile",
        &["userid INTEGER", "title TEXT", "content TEXT"],
    ),
    Table::optional(
        "categories",
        &[
            "categoryid INTEGER",
            "parentid INTEGER",
            "tags TEXT",
            "content TEXT",
        ],
    ),
    Table::optional("tagmetas", &["tag TEXT", "title TEXT", "content TEXT"]),
    Table::optional("postmetas", &["postid INTEGER", "title TEXT"]),
    Table::optional("blobs", &["blobid TEXT", "format TEXT", "content BLOB"]),
    Table::optional("messages", &["messageid INTEGER"]),
    Table::optional("userfavorites", &["userid INTEGER", "entityid INTEGER"]),
    Table::optional("userpoints", &["userid INTEGER", "points INTEGER"]),
    Table::optional("pages", &["pageid INTEGER", "content TEXT"]),
];

/// The options that are read. Others can be secrets.
const OPTIONS: &[&str] = &["site_url", "do_close_on_select", "db_version"];

/// What is made of the tables: who may be seen, tags, and categories as tags.
const PREPARE: &str = r#"
    CREATE INDEX posts_by_id ON posts(postid);
    CREATE INDEX votes_by_post ON uservotes(postid);
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
    post_at: None,
};

static SCHEMA: Schema = Schema {
    program: "Question2Answer 1.8",
    tables: TABLES,
    is_prefixed: true,
    takes: |table, column, value| {
        (table, column) != ("options", "title") || OPTIONS.contains(&value)
    },
};

/// Reads a dump into a temporary database, which disappears with the connection. `progress` gets the bytes read.
pub fn open(
    path: &Path,
    details: Details<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, ImportError> {
    let zone = time_zone(details.time_zone)?;
    let dump = dumps::load_file(path, &SCHEMA, progress)?;
    add_functions(&dump.connection, zone).map_err(failed)?;
    choose(&dump, details.prefix)?;
    dump.connection.execute_batch(PREPARE).map_err(failed)?;
    check_version(&dump)?;
    Ok(Tables::new(dump.connection, &QUERIES, ADDRESS).map_err(failed)?)
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

/// Gives the tables of the site that is imported the names of the queries.
fn choose(dump: &Loaded, prefix: Option<&str>) -> Result<()> {
    let file = &dump.file;
    let prefixes = dump
        .names("posts")
        .filter_map(|name| name.strip_suffix("posts"));
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
    let found = |suffix: &str| {
        let own = format!("{prefix}{suffix}");
        let mut names = dump.names(suffix);
        // Sites can share their users.
        let mut others = dump.names(suffix).filter(|_| suffix == "users");
        let shared = others.next().filter(|_| others.next().is_none());
        names
            .find(|name| *name == own)
            .or(shared)
            .map(str::to_owned)
    };
    if found("users").is_none() {
        return Err(Error::internal(format_args!(
            "{file} has no table {prefix}users of Question2Answer 1.8: dump the whole database of the site. \
             A site whose users are those of another program, such as WordPress, cannot be imported"
        )));
    }
    dump.rename(|table| found(table.name))
}

/// Rejects the tables of a version that is not known.
fn check_version(dump: &Loaded) -> Result<()> {
    let sql =
        "SELECT count(*) FROM setting WHERE name = 'db_version' AND CAST(value AS INTEGER) > ?1";
    let is_newer = dump
        .connection
        .query_row(sql, [VERSION], |row| row.get(0))
        .map_err(failed)?;
    if is_newer {
        return Err(Error::internal(format_args!(
            "{} is of a version of Question2Answer after 1.8, whose tables are not known: import it with a newer version of Stoa",
            dump.file
        )));
    }
    Ok(())
}
