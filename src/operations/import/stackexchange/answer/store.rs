//! The queries of the rows.

use std::fs::File;
use std::io::Read;
use std::panic::UnwindSafe;
use std::path::Path;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OpenFlags};

use crate::core::error::{Error, Result};
use crate::features::addresses::short_id;
use crate::operations::import::dumps::{self, Schema, Table, failed};
use crate::operations::import::error::ImportError;
use crate::operations::import::stackexchange::tables::{Queries, Tables, time_zone, utc};

/// What the file of a database of SQLite begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// The tables of a dump of MySQL or PostgreSQL, and their columns that are read. Passwords, mail addresses and addresses of
/// computers are in none of them.
static SCHEMA: Schema = Schema {
    program: "Apache Answer 2.0",
    tables: &[
        Table::required(
            "user",
            &[
                "id INTEGER",
                "created_at TEXT",
                "status INTEGER",
                "username TEXT",
                "display_name TEXT",
                "avatar TEXT",
                "bio_html TEXT",
                "website TEXT",
                "location TEXT",
            ],
        ),
        Table::required(
            "question",
            &[
                "id INTEGER",
                "created_at TEXT",
                "updated_at TEXT",
                "post_update_time TEXT",
                "user_id INTEGER",
                "last_edit_user_id INTEGER",
                "title TEXT",
                "original_text TEXT",
                "parsed_text TEXT",
                "show INTEGER",
                "status INTEGER",
                "view_count INTEGER",
                "vote_count INTEGER",
                "accepted_answer_id INTEGER",
            ],
        ),
        Table::required(
            "answer",
            &[
                "id INTEGER",
                "created_at TEXT",
                "updated_at TEXT",
                "question_id INTEGER",
                "user_id INTEGER",
                "last_edit_user_id INTEGER",
                "original_text TEXT",
                "parsed_text TEXT",
                "status INTEGER",
                "vote_count INTEGER",
            ],
        ),
        Table::required(
            "comment",
            &[
                "id INTEGER",
                "created_at TEXT",
                "user_id INTEGER",
                "object_id INTEGER",
                "status INTEGER",
                "original_text TEXT",
            ],
        ),
        Table::required(
            "tag",
            &[
                "id INTEGER",
                "main_tag_id INTEGER",
                "slug_name TEXT",
                "original_text TEXT",
                "status INTEGER",
            ],
        ),
        Table::required(
            "tag_rel",
            &[
                "id INTEGER",
                "object_id INTEGER",
                "tag_id INTEGER",
                "status INTEGER",
            ],
        ),
        Table::required(
            "activity",
            &[
                "id INTEGER",
                "created_at TEXT",
                "user_id INTEGER",
                "object_id INTEGER",
                "activity_type INTEGER",
                "cancelled INTEGER",
            ],
        ),
        // Values of the configuration can be secrets.
        Table::required("config", &["id INTEGER", "key TEXT"]),
        Table::required(
            "revision",
            &[
                "id INTEGER",
                "created_at TEXT",
                "user_id INTEGER",
                "object_type INTEGER",
                "object_id INTEGER",
                "content TEXT",
                "status INTEGER",
            ],
        ),
        Table::required(
            "meta",
            &[
                "object_id INTEGER",
                "created_at TEXT",
                "key TEXT",
                "value TEXT",
            ],
        ),
        Table::required(
            "question_link",
            &[
                "from_question_id INTEGER",
                "to_question_id INTEGER",
                "status INTEGER",
            ],
        ),
        Table::required("site_info", &["type TEXT", "content TEXT"]),
        Table::required("user_role_rel", &["user_id INTEGER", "role_id INTEGER"]),
    ],
    is_prefixed: false,
    takes: |table, column, value| (table, column) != ("site_info", "type") || value == "general",
};

/// The indexes that the queries need.
const PREPARE: &str = "
    CREATE UNIQUE INDEX questions ON question(id);
    CREATE UNIQUE INDEX answers ON answer(id);
    CREATE UNIQUE INDEX tags ON tag(id);
    CREATE INDEX tags_of_questions ON tag_rel(object_id);
    CREATE INDEX activities ON activity(object_id);
    CREATE INDEX revisions ON revision(object_id);
    CREATE INDEX configs ON config(id);";

/// Posts that members see: neither deleted, nor waiting for a review, nor unlisted.
const QUESTIONS: &str = "question q WHERE q.status IN (1, 2) AND q.show = 1";
const ANSWERS: &str = "answer a JOIN question q ON q.id = a.question_id WHERE a.status = 1 AND q.status IN (1, 2) AND q.show = 1";

/// What stands for each file, as errors call it, and the query of its rows, with their attributes as names of columns.
const FILES: &[(&str, &str, &str)] = &[
    (
        "Users.xml",
        "users",
        "SELECT id AS Id, iso(created_at) AS CreationDate, iif(status = 10, '', display_name) AS DisplayName,
                iif(status = 10, NULL, username) AS UserName, iif(status = 10, NULL, bio_html) AS AboutMe
         FROM user ORDER BY id",
    ),
    (
        "Tags.xml",
        "tags",
        "SELECT slug_name AS TagName, id AS ExcerptPostId, main.name AS SynonymOf
         FROM tag LEFT JOIN (SELECT id AS main_id, slug_name AS name FROM tag) main ON main.main_id = tag.main_tag_id
         WHERE status = 1 ORDER BY main_tag_id <> 0, id",
    ),
    (
        "Posts.xml",
        "questions and answers",
        "SELECT id AS Id, 4 AS PostTypeId, original_text AS Body, NULL AS ParentId, NULL AS AcceptedAnswerId, NULL AS CreationDate, NULL AS Score,
                NULL AS ViewCount, NULL AS OwnerUserId, NULL AS LastEditDate, NULL AS Title, NULL AS Tags, NULL AS ClosedDate FROM tag WHERE status = 1
         UNION ALL
         SELECT q.id, 1, q.parsed_text, NULL, nullif(q.accepted_answer_id, 0), iso(q.created_at), q.vote_count, q.view_count,
                q.user_id, iif(q.last_edit_user_id > 0, iso(q.post_update_time), NULL), q.title,
                (SELECT group_concat('|' || slug_name, '') FROM
                   (SELECT coalesce(m.slug_name, t.slug_name) AS slug_name FROM tag_rel r JOIN tag t ON t.id = r.tag_id LEFT JOIN tag m ON m.id = t.main_tag_id
                    WHERE r.object_id = q.id AND r.status = 1 AND t.status = 1 ORDER BY r.id)),
                iif(q.status = 2, iso(coalesce((SELECT max(a.created_at) FROM activity a JOIN config c ON c.id = a.activity_type
                                                WHERE a.object_id = q.id AND c.key = 'question.closed'), q.updated_at)), NULL)
         FROM {QUESTIONS}
         UNION ALL
         SELECT a.id, 2, a.parsed_text, a.question_id, NULL, iso(a.created_at), a.vote_count, NULL, a.user_id,
                iif(a.last_edit_user_id > 0, iso(a.updated_at), NULL), NULL, NULL, NULL
         FROM {ANSWERS}",
    ),
    (
        "PostHistory.xml",
        "revisions",
        // What a review has refused, or nobody has reviewed yet, is not part of the history. The text of a post comes last,
        // because older versions did not always keep a revision of it.
        "WITH part(kind) AS (VALUES (1), (2), (3))
         SELECT Id, PostHistoryTypeId, PostId, RevisionGUID, CreationDate, UserId, Text FROM (
           SELECT r.id * 10 + kind AS Id, kind AS PostHistoryTypeId, r.object_id AS PostId, r.id AS RevisionGUID, iso(r.created_at) AS CreationDate,
                  r.user_id AS UserId, r.object_id * 2 AS place,
                  CASE kind WHEN 1 THEN r.content ->> '$.Title' WHEN 2 THEN r.content ->> '$.OriginalText'
                    ELSE (SELECT group_concat('|' || (value ->> '$.SlugName'), '') FROM json_each(r.content, '$.tags')) END AS Text
           FROM revision r, part WHERE r.object_type IN (1, 2) AND r.status IN (0, 2) AND json_valid(r.content) AND (r.object_type = 1 OR kind = 2)
           UNION ALL
           SELECT p.id * 10, 2, p.id, 'text of ' || p.id, iso(max(p.edited_at, coalesce((SELECT max(created_at) FROM revision WHERE object_id = p.id), ''))),
                  p.editor, p.id * 2 + 1, p.original_text
           FROM (SELECT id, original_text, coalesce(nullif(last_edit_user_id, 0), user_id) AS editor, coalesce(post_update_time, updated_at, created_at) AS edited_at FROM question
                 UNION ALL SELECT id, original_text, coalesce(nullif(last_edit_user_id, 0), user_id), coalesce(updated_at, created_at) FROM answer) p
           WHERE p.original_text IS NOT (SELECT r.content ->> '$.OriginalText' FROM revision r
                                         WHERE r.object_id = p.id AND r.status IN (0, 2) AND json_valid(r.content) ORDER BY r.id DESC LIMIT 1))
         WHERE Text IS NOT NULL ORDER BY place, Id",
    ),
    (
        "Comments.xml",
        "comments",
        "SELECT id AS Id, object_id AS PostId, original_text AS Text, iso(created_at) AS CreationDate, user_id AS UserId
         FROM comment WHERE status = 1 ORDER BY id",
    ),
    (
        // Each vote has another row about its effect for the author.
        "Votes.xml",
        "votes",
        "SELECT a.object_id AS PostId, iif(c.key LIKE '%up', 2, 3) AS VoteTypeId
         FROM activity a JOIN config c ON c.id = a.activity_type
         WHERE a.cancelled = 0 AND c.key IN ('question.vote_up', 'question.vote_down', 'answer.vote_up', 'answer.vote_down') ORDER BY a.id",
    ),
    (
        "PostLinks.xml",
        "links between questions",
        "SELECT from_question_id AS PostId, to_question_id AS RelatedPostId, 1 AS LinkTypeId, NULL AS CreationDate, NULL AS UserId
         FROM question_link WHERE status = 1
         UNION ALL
         SELECT m.object_id, post_in(m.value ->> '$.close_msg'), 3, iso(m.created_at),
                (SELECT a.user_id FROM activity a JOIN config c ON c.id = a.activity_type
                 WHERE a.object_id = m.object_id AND c.key = 'question.closed' ORDER BY a.id DESC LIMIT 1)
         FROM meta m JOIN question q ON q.id = m.object_id AND q.status = 2
         JOIN config c ON c.id = m.value ->> '$.close_type' AND c.key = 'reason.a_duplicate'
         WHERE m.key = 'question.close.reason' AND json_valid(m.value) AND post_in(m.value ->> '$.close_msg') IS NOT NULL",
    ),
];

/// What is left out, as the summary says it, with queries that count it.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "deleted questions and answers",
        "SELECT (SELECT count(*) FROM question WHERE status = 10) + (SELECT count(*) FROM answer WHERE status = 10)",
    ),
    (
        "questions and answers that wait for a review",
        "SELECT (SELECT count(*) FROM question WHERE status = 11) + (SELECT count(*) FROM answer WHERE status = 11)",
    ),
    (
        "unlisted questions, which this site would list",
        "SELECT count(*) FROM question WHERE show = 2 AND status IN (1, 2)",
    ),
    (
        "answers to questions that are not imported",
        "SELECT count(*) FROM answer a JOIN question q ON q.id = a.question_id WHERE a.status = 1 AND (q.status NOT IN (1, 2) OR q.show <> 1)",
    ),
    (
        "deleted comments, and those that wait for a review",
        "SELECT count(*) FROM comment WHERE status <> 1",
    ),
    ("deleted tags", "SELECT count(*) FROM tag WHERE status <> 1"),
    (
        "votes for comments",
        "SELECT count(*) FROM activity a JOIN config c ON c.id = a.activity_type WHERE a.cancelled = 0 AND c.key = 'comment.vote_up'",
    ),
    (
        "revisions that were refused or wait for a review",
        "SELECT count(*) FROM revision WHERE status IN (1, 3)",
    ),
    (
        "passwords and mail addresses of users",
        "SELECT count(*) FROM user",
    ),
    (
        "pictures of users",
        "SELECT count(*) FROM user WHERE avatar NOT IN ('', '{}')",
    ),
    (
        "websites and locations of users",
        "SELECT count(*) FROM user WHERE website <> '' OR location <> ''",
    ),
    (
        "suspensions of users",
        "SELECT count(*) FROM user WHERE status = 9",
    ),
    (
        "roles of administrators and moderators",
        "SELECT count(*) FROM user_role_rel WHERE role_id > 1",
    ),
];

const ADDRESS: &str =
    "SELECT content ->> '$.site_url' FROM site_info WHERE type = 'general' AND json_valid(content)";

static QUERIES: Queries = Queries {
    files: FILES,
    left_out: LEFT_OUT,
    parts: &[("{QUESTIONS}", QUESTIONS), ("{ANSWERS}", ANSWERS)],
    picture: None,
    post_at: None,
};

/// Opens a database, and checks that all queries fit it: a file of SQLite, or a dump of MySQL or PostgreSQL with the times of this
/// zone. `progress` gets the bytes read of a dump.
pub fn open(
    path: &Path,
    zone: Option<&str>,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, ImportError> {
    if path.is_file() && begins_with(path, SQLITE)? {
        return open_file(path);
    }
    let dump = dumps::load_file(path, &SCHEMA, progress)?;
    dump.rename(|table| dump.names(table.name).next().map(str::to_owned))?;
    let zone = time_zone(zone)?;
    add_functions(&dump.connection, move |time| utc(&time, &zone)).map_err(failed)?;
    dump.connection.execute_batch(PREPARE).map_err(failed)?;
    Ok(Tables::new(dump.connection, &QUERIES, ADDRESS).map_err(failed)?)
}

fn begins_with(path: &Path, bytes: &[u8]) -> Result<bool, ImportError> {
    let mut start = Vec::new();
    let file = File::open(path)?;
    file.take(bytes.len() as u64).read_to_end(&mut start)?;
    Ok(start == bytes)
}

fn open_file(path: &Path) -> Result<Tables, ImportError> {
    let name = path.display();
    let foreign = |detail: rusqlite::Error| {
        Error::internal(format_args!(
            "{name} is no SQLite database of Apache Answer 2.0, or it is damaged ({detail}): copy the file answer.db of a stopped site; \
             update an older one first"
        ))
    };
    let connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(foreign)?;
    // Answer's times of zero are those of Go: the year 1.
    let time = |time: String| (!time.starts_with("0001-")).then(|| iso(time));
    add_functions(&connection, time).map_err(foreign)?;
    Ok(Tables::new(connection, &QUERIES, ADDRESS).map_err(foreign)?)
}

fn add_functions(
    connection: &Connection,
    time: impl Fn(String) -> Option<String> + Send + UnwindSafe + 'static,
) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_UTF8;
    connection.execute_batch("PRAGMA trusted_schema = OFF")?;
    connection.create_scalar_function("iso", 1, flags, move |context| {
        let text: Option<String> = context.get(0)?;
        Ok(text.and_then(&time))
    })?;
    connection.create_scalar_function("post_in", 1, flags, |context| {
        let address: Option<String> = context.get(0)?;
        Ok(address.and_then(|address| post_in(&address)))
    })
}

/// Returns a time as rows of dumps have it. Answer stores UTC in SQLite, with or without the sign of it.
fn iso(time: String) -> String {
    let time = time
        .trim_end_matches(" +0000 UTC")
        .trim_end_matches("+00:00");
    time.trim_end_matches('Z').trim_end().replacen(' ', "T", 1)
}

/// Returns the id of the question or the answer that an address names: its last part that is one.
fn post_in(address: &str) -> Option<i64> {
    let path = address.split(['?', '#']).next()?;
    let (_, path) = path.split_once("/questions/")?;
    path.split('/').next().and_then(short_id::number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_go_are_those_of_a_dump() {
        for (time, expected) in [
            ("2026-11-01 10:00:00", "2026-11-01T10:00:00"),
            ("2026-11-01T10:00:00Z", "2026-11-01T10:00:00"),
            ("2026-11-01 10:00:00.123+00:00", "2026-11-01T10:00:00.123"),
            ("2026-11-01 10:00:00 +0000 UTC", "2026-11-01T10:00:00"),
        ] {
            assert_eq!(iso(time.to_owned()), expected);
        }
    }

    #[test]
    fn the_address_of_an_original_names_its_question() {
        for (address, id) in [
            (
                "https://a.example/questions/10010000000000001",
                Some(10_010_000_000_000_001),
            ),
            (
                "https://a.example/questions/10010000000000001/title/10020000000000002?x#y",
                Some(10_010_000_000_000_001),
            ),
            (
                "https://a.example/questions/D1D1/title",
                Some(10_010_000_000_000_001),
            ),
            ("https://a.example/tags/x", None),
            ("", None),
        ] {
            assert_eq!(post_in(address), id, "{address}");
        }
    }
}
