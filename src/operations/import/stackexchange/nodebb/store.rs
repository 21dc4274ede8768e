//! The objects of a site, and the queries of the rows.

use std::path::Path;

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};

use crate::core::error::Result;
use crate::core::text::fold;
use crate::features::addresses::question2answer::tag_name;
use crate::operations::import::dumps::{self, Schema, Table, failed};
use crate::operations::import::error::ImportError;
use crate::operations::import::stackexchange::tables::{Queries, Tables};

/// NodeBB stores objects as JSON, sets and sorted sets, each by its key.
const TABLES: &[Table] = &[
    Table::required("legacy_hash", &["_key TEXT", "data TEXT"]),
    Table::required("legacy_set", &["_key TEXT", "member TEXT"]),
    Table::required("legacy_zset", &["_key TEXT", "value TEXT", "score INTEGER"]),
];

static SCHEMA: Schema = Schema {
    program: "NodeBB 4",
    tables: TABLES,
    is_prefixed: false,
    takes: |table, column, value| column != "_key" || is_read(table, value),
};

/// Returns whether what has a key is read. Other objects can hold what is secret.
fn is_read(table: &str, key: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = ["topic:", "user:", "category:", "topicEvent:"];
    match table {
        "legacy_hash" => {
            key.starts_with("post:")
                || key.starts_with("diff:")
                || numbered
                    .iter()
                    .any(|kind| key.strip_prefix(kind).is_some_and(is_number))
        }
        "legacy_set" => {
            key.starts_with("pid:") && (key.ends_with(":upvote") || key.ends_with(":downvote"))
        }
        _ => {
            key.starts_with("topic:") && key.ends_with(":events")
                || key.starts_with("group:cid:")
                    && (key.ends_with(":privileges:groups:read:members")
                        || key.ends_with(":privileges:groups:topics:read:members"))
        }
    }
}

/// What is made of the objects, whose numbers can be texts: rows, who may be seen, and tags. The object of a user also has the mail address and the hash of
/// the password: it is overwritten as soon as the rest was read.
const PREPARE: &str = "
    PRAGMA secure_delete = ON;
    CREATE TABLE account(uid INTEGER PRIMARY KEY, name TEXT, slug TEXT, joined INTEGER, about TEXT, has_picture INTEGER, has_details INTEGER, is_banned INTEGER, points INTEGER);
    INSERT OR IGNORE INTO account SELECT CAST(substr(_key, 6) AS INTEGER), data ->> '$.username', coalesce(data ->> '$.userslug', ''), data ->> '$.joindate', data ->> '$.aboutme',
        coalesce(data ->> '$.picture', data ->> '$.uploadedpicture', '') <> '',
        coalesce(data ->> '$.fullname', '') || coalesce(data ->> '$.website', '') || coalesce(data ->> '$.location', '') || coalesce(data ->> '$.signature', '')
            || coalesce(data ->> '$.birthday', '') <> '',
        CAST(data ->> '$.banned' AS INTEGER) IS 1, coalesce(CAST(data ->> '$.reputation' AS INTEGER), 0)
        FROM legacy_hash WHERE _key GLOB 'user:[1-9]*' AND json_valid(data) AND data ->> '$.username' IS NOT NULL;
    DELETE FROM legacy_hash WHERE _key GLOB 'user:*';
    CREATE INDEX objects_by_key ON legacy_hash(_key);

    CREATE TABLE category(cid INTEGER PRIMARY KEY, parent INTEGER, tag TEXT, description TEXT, is_public INTEGER);
    CREATE INDEX values_by_key ON legacy_zset(_key, value);
    INSERT OR IGNORE INTO category SELECT CAST(substr(_key, 10) AS INTEGER), data ->> '$.parentCid', tag_name(substr(data ->> '$.slug', instr(data ->> '$.slug', '/') + 1)),
        data ->> '$.description', CAST(data ->> '$.disabled' AS INTEGER) IS NOT 1 AND NOT EXISTS (SELECT 1 FROM (SELECT 'read' AS what UNION SELECT 'topics:read')
            WHERE NOT EXISTS (SELECT 1 FROM legacy_zset z WHERE z._key = 'group:cid:' || substr(legacy_hash._key, 10) || ':privileges:groups:' || what || ':members'
                              AND z.value IN ('guests', 'registered-users')))
        FROM legacy_hash WHERE _key GLOB 'category:*' AND json_valid(data);

    CREATE TABLE topic(tid INTEGER PRIMARY KEY, cid INTEGER, title TEXT, main INTEGER, tags TEXT, views INTEGER, is_deleted INTEGER, is_question INTEGER, solved INTEGER,
        merged_into INTEGER, locked_at INTEGER, is_pinned INTEGER);
    INSERT OR IGNORE INTO topic SELECT CAST(substr(_key, 7) AS INTEGER) AS tid, data ->> '$.cid', data ->> '$.title', CAST(data ->> '$.mainPid' AS INTEGER), coalesce(data ->> '$.tags', ''),
        data ->> '$.viewcount', CAST(data ->> '$.deleted' AS INTEGER) IS 1, CAST(data ->> '$.isQuestion' AS INTEGER) IS 1,
        iif(CAST(data ->> '$.isSolved' AS INTEGER) IS 1, CAST(data ->> '$.solvedPid' AS INTEGER), NULL), CAST(data ->> '$.mergeIntoTid' AS INTEGER),
        iif(CAST(data ->> '$.locked' AS INTEGER) IS 1, coalesce((SELECT max(z.score) FROM legacy_zset z JOIN legacy_hash e ON e._key = 'topicEvent:' || z.value AND e.data ->> '$.type' = 'lock'
            WHERE z._key = legacy_hash._key || ':events'), data ->> '$.lastposttime', data ->> '$.timestamp'), NULL),
        CAST(data ->> '$.pinned' AS INTEGER) IS 1
        FROM legacy_hash WHERE _key GLOB 'topic:*' AND json_valid(data);

    CREATE INDEX topics_by_main ON topic(main);
    CREATE INDEX topics_by_merge ON topic(merged_into);

    CREATE TABLE entry(pid INTEGER PRIMARY KEY, tid INTEGER, uid INTEGER, handle TEXT, text TEXT, written INTEGER, edited INTEGER, replies_to INTEGER, is_deleted INTEGER, score INTEGER);
    INSERT OR IGNORE INTO entry SELECT CAST(substr(_key, 6) AS INTEGER), CAST(data ->> '$.tid' AS INTEGER), nullif(CAST(data ->> '$.uid' AS INTEGER), 0), data ->> '$.handle',
        coalesce(data ->> '$.content', ''), data ->> '$.timestamp', nullif(CAST(data ->> '$.edited' AS INTEGER), 0), nullif(CAST(data ->> '$.toPid' AS INTEGER), 0), CAST(data ->> '$.deleted' AS INTEGER) IS 1,
        coalesce(CAST(data ->> '$.upvotes' AS INTEGER), 0) - coalesce(CAST(data ->> '$.downvotes' AS INTEGER), 0)
        FROM legacy_hash WHERE _key GLOB 'post:[1-9]*' AND json_valid(data);
    CREATE INDEX entries_of_topic ON entry(tid);

    -- Why an entry is left out.
    CREATE TABLE hidden(id INTEGER PRIMARY KEY, reason TEXT);
    INSERT INTO hidden SELECT e.pid, CASE WHEN e.is_deleted OR t.is_deleted IS NOT 0 THEN 'deleted' WHEN c.is_public IS NOT 1 THEN 'private' ELSE 'no question' END
        FROM entry e LEFT JOIN topic t ON t.tid = e.tid LEFT JOIN category c ON c.cid = t.cid
        WHERE e.is_deleted OR t.is_deleted OR c.is_public IS NOT 1 OR NOT t.is_question AND NOT {ALL} AND EXISTS (SELECT 1 FROM topic WHERE is_question);

    CREATE TABLE shown(id INTEGER PRIMARY KEY, kind TEXT, question INTEGER, root INTEGER);
    INSERT OR IGNORE INTO shown SELECT e.pid, 'Q', e.pid, e.pid FROM entry e JOIN topic t ON t.tid = e.tid AND t.main = e.pid WHERE e.pid NOT IN (SELECT id FROM hidden);
    -- A reply to the question is an answer, and so is what solved it, or replies to what is not shown.
    INSERT OR IGNORE INTO shown SELECT e.pid, 'A', s.id, e.pid FROM entry e JOIN topic t ON t.tid = e.tid JOIN shown s ON s.id = t.main
        WHERE e.pid <> t.main AND e.pid NOT IN (SELECT id FROM hidden) AND (e.replies_to IS NULL OR e.replies_to = t.main OR e.pid = t.solved
              OR NOT EXISTS (SELECT 1 FROM entry o WHERE o.pid = e.replies_to AND o.tid = e.tid AND o.pid NOT IN (SELECT id FROM hidden)));
    -- Every other reply is a comment of the answer that it follows on from.
    CREATE INDEX replies ON entry(replies_to);
    INSERT OR IGNORE INTO shown WITH RECURSIVE reply(pid, question, root) AS (SELECT id, question, root FROM shown WHERE kind = 'A'
        UNION ALL SELECT e.pid, r.question, r.root FROM reply r JOIN entry e ON e.replies_to = r.pid JOIN entry o ON o.pid = r.pid AND o.tid = e.tid
            WHERE e.pid NOT IN (SELECT id FROM hidden) AND e.pid NOT IN (SELECT id FROM shown))
        SELECT pid, 'C', question, root FROM reply;
    CREATE INDEX shown_by_root ON shown(root, kind);

    CREATE TABLE category_tag(category INTEGER, depth INTEGER, name TEXT, PRIMARY KEY (category, depth));
    INSERT INTO category_tag WITH RECURSIVE path(category, depth, above, name) AS (
        SELECT cid, 0, parent, tag FROM category UNION ALL SELECT category, depth - 1, c.parent, c.tag FROM path JOIN category c ON c.cid = above WHERE depth > -9)
        SELECT category, depth, name FROM path;
    CREATE TABLE tag_of(post INTEGER, place INTEGER, name TEXT, PRIMARY KEY (post, place));
    INSERT INTO tag_of SELECT s.id, j.key, tag_name(j.value) FROM shown s JOIN topic t ON t.main = s.id, json_each(tag_list(t.tags)) j WHERE s.kind = 'Q';
    INSERT INTO tag_of SELECT s.id, 1000000 + c.depth, c.name FROM shown s JOIN topic t ON t.main = s.id JOIN category_tag c ON c.category = t.cid WHERE s.kind = 'Q';
    DELETE FROM tag_of WHERE name = '';
    CREATE TABLE used_tag(id INTEGER PRIMARY KEY, name TEXT UNIQUE, description TEXT);
    INSERT OR IGNORE INTO used_tag(name) SELECT name FROM tag_of ORDER BY post, place;
    UPDATE used_tag SET description = (SELECT description FROM category WHERE tag = used_tag.name AND is_public AND description <> '' ORDER BY cid);
";

/// What stands for each file, as errors call it, and the query of its rows, with their attributes as names of columns.
const FILES: &[(&str, &str, &str)] = &[
    (
        "Users.xml",
        "users",
        "SELECT uid AS Id, time_of(joined) AS CreationDate, name AS DisplayName, iif(row_number() OVER (PARTITION BY fold(name) ORDER BY uid) = 1, name, NULL) AS UserName,
                slug AS UserSlug, about AS Biography FROM account ORDER BY uid",
    ),
    (
        "Tags.xml",
        "tags",
        "SELECT name AS TagName, id AS ExcerptPostId FROM used_tag ORDER BY id",
    ),
    (
        "Posts.xml",
        "questions and answers",
        "SELECT id AS Id, 4 AS PostTypeId, description AS Body, NULL AS Markdown, NULL AS ParentId, NULL AS AcceptedAnswerId, NULL AS CreationDate,
                NULL AS Score, NULL AS ViewCount, NULL AS OwnerUserId, NULL AS OwnerDisplayName, NULL AS LastEditDate, NULL AS Title, NULL AS Tags, NULL AS ClosedDate,
                NULL AS FormerIds FROM used_tag WHERE description IS NOT NULL
         UNION ALL
         SELECT e.pid, iif(s.kind = 'Q', 1, 2), '', e.text, iif(s.kind = 'A', s.question, NULL), t.solved, time_of(e.written), e.score, t.views, e.uid, e.handle, time_of(e.edited),
                coalesce(t.title, ''), (SELECT group_concat('|' || name, '') FROM (SELECT name FROM tag_of WHERE post = e.pid ORDER BY place)),
                iif(s.kind = 'Q', time_of(t.locked_at), NULL),
                -- The question has the addresses of its topic and of topics that were merged into it, and an answer those of its comments.
                CASE s.kind WHEN 'Q' THEN -t.tid || coalesce((SELECT group_concat(' ' || -m.tid, '') FROM topic m WHERE m.merged_into = t.tid AND m.tid <> t.tid), '')
                  ELSE (SELECT group_concat(c.id, ' ') FROM shown c WHERE c.root = e.pid AND c.kind = 'C') END
         FROM shown s JOIN entry e ON e.pid = s.id JOIN topic t ON t.tid = e.tid WHERE s.kind IN ('Q', 'A')",
    ),
    (
        "Comments.xml",
        "comments",
        "SELECT e.pid AS Id, s.root AS PostId, e.text AS Text, time_of(e.written) AS CreationDate, e.uid AS UserId, e.handle AS UserDisplayName
         FROM shown s JOIN entry e ON e.pid = s.id WHERE s.kind = 'C'",
    ),
    (
        "Votes.xml",
        "votes",
        "SELECT CAST(substr(v._key, 5) AS INTEGER) AS PostId, iif(v._key LIKE '%:upvote', 2, 3) AS VoteTypeId FROM legacy_set v
         WHERE NOT EXISTS (SELECT 1 FROM shown s WHERE s.id = CAST(substr(v._key, 5) AS INTEGER) AND s.kind = 'C')",
    ),
];

/// What is left out, as the summary says it, with queries that count it.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "deleted posts, and posts of deleted topics",
        "SELECT count(*) FROM hidden WHERE reason = 'deleted'",
    ),
    (
        "posts of categories that are disabled, or that not all members may read",
        "SELECT count(*) FROM hidden WHERE reason = 'private'",
    ),
    (
        "posts of topics that are no questions",
        "SELECT count(*) FROM hidden WHERE reason = 'no question'",
    ),
    (
        "posts that wait for a review",
        "SELECT count(*) FROM legacy_hash WHERE _key GLOB 'post:queue:*'",
    ),
    (
        "posts of other servers",
        "SELECT count(*) FROM legacy_hash WHERE _key GLOB 'post:*://*'",
    ),
    (
        "posts below what is not imported",
        "SELECT count(*) FROM entry e WHERE NOT EXISTS (SELECT 1 FROM shown s WHERE s.id = e.pid) AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.id = e.pid)",
    ),
    (
        "earlier versions of posts",
        "SELECT count(*) FROM legacy_hash WHERE _key GLOB 'diff:*'",
    ),
    (
        "votes for comments",
        "SELECT count(*) FROM legacy_set v JOIN shown s ON s.id = CAST(substr(v._key, 5) AS INTEGER) WHERE s.kind = 'C'",
    ),
    (
        "pins of topics",
        "SELECT count(*) FROM shown s JOIN topic t ON t.main = s.id WHERE t.is_pinned",
    ),
    (
        "passwords and mail addresses of users",
        "SELECT count(*) FROM account",
    ),
    (
        "pictures of users",
        "SELECT count(*) FROM account WHERE has_picture",
    ),
    (
        "names, websites, locations and other details of users",
        "SELECT count(*) FROM account WHERE has_details",
    ),
    (
        "bans of users",
        "SELECT count(*) FROM account WHERE is_banned",
    ),
    (
        "points of users",
        "SELECT count(*) FROM account WHERE points <> 0",
    ),
];

static QUERIES: Queries = Queries {
    files: FILES,
    left_out: LEFT_OUT,
    parts: &[],
    picture: None,
    post_at: None,
};

/// Reads a dump into a temporary database, which disappears with the connection. `all_topics`: also those that are not marked as
/// questions, although others are. `progress` gets the bytes read.
pub fn open(
    path: &Path,
    all_topics: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, ImportError> {
    let dump = dumps::load_file(path, &SCHEMA, progress)?;
    add_functions(&dump.connection).map_err(failed)?;
    dump.rename(|table| dump.names(table.name).next().map(str::to_owned))?;
    let prepare = PREPARE.replace("{ALL}", if all_topics { "1" } else { "0" });
    dump.connection.execute_batch(&prepare).map_err(failed)?;
    // The address of the site is in its configuration, which is not in the database.
    Ok(Tables::new(dump.connection, &QUERIES, "SELECT NULL").map_err(failed)?)
}

fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_UTF8;
    let text = |context: &Context<'_>| {
        let text = context.get::<Option<String>>(0);
        text.map(Option::unwrap_or_default)
    };
    connection
        .create_scalar_function("fold", 1, flags, move |context| Ok(fold(&text(context)?)))?;
    connection.create_scalar_function("tag_name", 1, flags, move |context| {
        Ok(tag_name(&text(context)?))
    })?;
    connection.create_scalar_function("tag_list", 1, flags, move |context| {
        let tags = text(context)?;
        let tags: Vec<&str> = tags.split(',').collect();
        Ok(serde_json::to_string(&tags).unwrap_or_default())
    })?;
    // Milliseconds since 1970.
    connection.create_scalar_function("time_of", 1, flags, |context| {
        let time = match context.get::<rusqlite::types::Value>(0)? {
            rusqlite::types::Value::Integer(millis) => Some(millis),
            rusqlite::types::Value::Text(millis) => millis.parse().ok(),
            _ => None,
        };
        let time = time.and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
        Ok(time.map(|time| time.to_string().trim_end_matches('Z').to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::is_read;

    #[test]
    fn only_objects_without_secrets_are_read() {
        for (table, key, expected) in [
            ("legacy_hash", "post:1", true),
            ("legacy_hash", "topic:12", true),
            ("legacy_hash", "user:1", true),
            ("legacy_hash", "user:1:settings", false),
            ("legacy_hash", "user:https://other.example/ann", false),
            ("legacy_hash", "config", false),
            ("legacy_hash", "confirm:abc", false),
            ("legacy_set", "pid:1:upvote", true),
            ("legacy_set", "pid:1:users_bookmarked", false),
            ("legacy_zset", "topic:1:events", true),
            ("legacy_zset", "email:uid", false),
            (
                "legacy_zset",
                "group:cid:5:privileges:groups:topics:read:members",
                true,
            ),
            (
                "legacy_zset",
                "group:cid:5:privileges:groups:topics:create:members",
                false,
            ),
        ] {
            assert_eq!(is_read(table, key), expected, "{table} {key}");
        }
    }
}
