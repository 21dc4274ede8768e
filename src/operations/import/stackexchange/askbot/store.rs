//! The tables of a site, and the queries of the rows.

use std::path::Path;

use jiff::tz::TimeZone;
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};

use super::html::{question_in, without_mentions};
use crate::core::error::{Error, Result};
use crate::core::text::fold;
use crate::features::addresses::question2answer::tag_name;
use crate::operations::import::dumps::{self, Loaded, Schema, Table, failed};
use crate::operations::import::error::ImportError;
use crate::operations::import::html::contains_html;
use crate::operations::import::stackexchange::question2answer::html_of_plain;
use crate::operations::import::stackexchange::tables::{Queries, Tables, utc};

/// The tables, and their columns that are read. Passwords, mail addresses and addresses of computers are in none of them. (The
/// words of `text_search_vector` in `auth_user` are those of mail addresses, too.)
const TABLES: &[Table] = &[
    Table::required(
        "askbot_post",
        &[
            "id INTEGER",
            "post_type TEXT",
            "old_question_id INTEGER",
            "old_answer_id INTEGER",
            "added_at TEXT",
            "approved BOOLEAN",
            "deleted BOOLEAN",
            "marked_as_spam BOOLEAN",
            "wiki BOOLEAN",
            "locked BOOLEAN",
            "score INTEGER",
            "offensive_flag_count INTEGER",
            "last_edited_at TEXT",
            "html TEXT",
            "text TEXT",
            "is_anonymous BOOLEAN",
            "author_id INTEGER",
            "parent_id INTEGER",
            "thread_id INTEGER",
        ],
    ),
    Table::required(
        "askbot_postrevision",
        &[
            "id INTEGER",
            "post_id INTEGER",
            "revision INTEGER",
            "revised_at TEXT",
            "author_id INTEGER",
            "is_anonymous BOOLEAN",
            "title TEXT",
            "tagnames TEXT",
            "text TEXT",
        ],
    ),
    Table::required(
        "askbot_thread",
        &[
            "id INTEGER",
            "title TEXT",
            "tagnames TEXT",
            "view_count INTEGER",
            "closed BOOLEAN",
            "closed_by_id INTEGER",
            "closed_at TEXT",
            "close_reason INTEGER",
            "close_reason_text TEXT",
            "last_activity_at TEXT",
            "deleted BOOLEAN",
            "approved BOOLEAN",
            "accepted_answer_id INTEGER",
        ],
    ),
    Table::required(
        "askbot_post_groups",
        &["post_id INTEGER", "group_id INTEGER"],
    ),
    Table::required("auth_group", &["id INTEGER", "name TEXT"]),
    Table::required(
        "auth_user",
        &["id INTEGER", "username TEXT", "date_joined TEXT"],
    ),
    Table::required(
        "askbot_userprofile",
        &[
            "auth_user_ptr_id INTEGER",
            "status TEXT",
            "avatar_type TEXT",
            "real_name TEXT",
            "website TEXT",
            "location TEXT",
            "reputation INTEGER",
        ],
    ),
    Table::required(
        "askbot_localizeduserprofile",
        &["id INTEGER", "auth_user_id INTEGER", "about TEXT"],
    ),
    Table::required("livesettings_setting", &["key TEXT", "value TEXT"]),
    Table::required(
        "tag",
        &[
            "id INTEGER",
            "name TEXT",
            "deleted BOOLEAN",
            "tag_wiki_id INTEGER",
        ],
    ),
    Table::required("vote", &["voted_post_id INTEGER", "vote INTEGER"]),
    Table::optional(
        "askbot_tagsynonym",
        &["source_tag_name TEXT", "target_tag_name TEXT"],
    ),
    Table::optional("django_site", &["id INTEGER", "domain TEXT"]),
    Table::optional("award", &["id INTEGER"]),
    Table::optional("favorite_question", &["id INTEGER"]),
    Table::optional("askbot_markedtag", &["id INTEGER"]),
    Table::optional("askbot_draftquestion", &["id INTEGER"]),
    Table::optional("askbot_draftanswer", &["id INTEGER"]),
];

/// The settings that are read. Others can be secrets.
const SETTINGS: &[&str] = &[
    "APP_URL",
    "COMMENTS_EDITOR_TYPE",
    "EDITOR_TYPE",
    "GLOBAL_GROUP_NAME",
    "GROUPS_ENABLED",
];

static SCHEMA: Schema = Schema {
    program: "Askbot 0.13",
    tables: TABLES,
    is_prefixed: false,
    takes: |table, column, value| {
        (table, column) != ("livesettings_setting", "key") || SETTINGS.contains(&value)
    },
};

/// The name that Askbot gives the group of all users, in English.
const EVERYONE: &str = "everyone";

/// What is made of the tables: who may be seen, and tags. `everyone` is the id of the group of all users.
const PREPARE: &str = "
    CREATE INDEX posts_by_id ON askbot_post(id);
    CREATE INDEX posts_by_former_id ON askbot_post(old_question_id);
    CREATE INDEX posts_by_thread ON askbot_post(thread_id);
    CREATE INDEX revisions_by_post ON askbot_postrevision(post_id, revision);
    CREATE INDEX threads_by_id ON askbot_thread(id);
    CREATE INDEX groups_of_post ON askbot_post_groups(post_id, group_id);
    CREATE INDEX profiles_by_user ON askbot_userprofile(auth_user_ptr_id);
    CREATE INDEX texts_about_user ON askbot_localizeduserprofile(auth_user_id, id);
    CREATE INDEX tags_by_name ON tag(name);

    CREATE TABLE shown(id INTEGER PRIMARY KEY, kind TEXT, question INTEGER);
    -- Why a post is left out.
    CREATE TABLE hidden(id INTEGER PRIMARY KEY, reason TEXT);
    INSERT OR IGNORE INTO hidden SELECT p.id,
        CASE WHEN p.marked_as_spam THEN 'spam'
             WHEN p.deleted OR p.post_type = 'question' AND t.deleted THEN 'deleted'
             WHEN NOT p.approved OR p.post_type = 'question' AND NOT t.approved THEN 'waiting'
             ELSE 'private' END
        FROM askbot_post p LEFT JOIN askbot_thread t ON t.id = p.thread_id
        WHERE p.post_type IN ('question', 'answer', 'comment') AND (p.marked_as_spam OR p.deleted OR NOT p.approved
              OR p.post_type = 'question' AND (t.deleted OR NOT t.approved)
              OR NOT EXISTS (SELECT 1 FROM askbot_post_groups g WHERE g.post_id = p.id AND g.group_id = {EVERYONE})
                 AND (EXISTS (SELECT 1 FROM askbot_post_groups g WHERE g.post_id = p.id)
                      OR lower((SELECT value FROM livesettings_setting WHERE key = 'GROUPS_ENABLED')) = 'true'));
    INSERT OR IGNORE INTO shown SELECT p.id, 'Q', p.id FROM askbot_post p JOIN askbot_thread t ON t.id = p.thread_id
        WHERE p.post_type = 'question' AND p.id NOT IN (SELECT id FROM hidden);
    INSERT OR IGNORE INTO shown SELECT p.id, 'A', q.id FROM askbot_post p JOIN askbot_post q ON q.thread_id = p.thread_id AND q.post_type = 'question'
        JOIN shown s ON s.id = q.id WHERE p.post_type = 'answer' AND p.id NOT IN (SELECT id FROM hidden);
    INSERT OR IGNORE INTO shown SELECT p.id, 'C', s.question FROM askbot_post p JOIN shown s ON s.id = p.parent_id AND s.kind IN ('Q', 'A')
        WHERE p.post_type = 'comment' AND p.id NOT IN (SELECT id FROM hidden);

    CREATE TABLE tag_of(post INTEGER, place INTEGER, name TEXT, PRIMARY KEY (post, place));
    INSERT OR IGNORE INTO tag_of SELECT s.id, j.key, tag_name(j.value) FROM shown s JOIN askbot_post p ON p.id = s.id JOIN askbot_thread t ON t.id = p.thread_id,
        json_each(words(t.tagnames)) j WHERE s.kind = 'Q';
    DELETE FROM tag_of WHERE name = '';
    CREATE TABLE used_tag(id INTEGER PRIMARY KEY, name TEXT UNIQUE, description TEXT);
    INSERT OR IGNORE INTO used_tag(name) SELECT name FROM tag_of ORDER BY post, place;
    UPDATE used_tag SET description = (SELECT w.text FROM tag t JOIN askbot_post w ON w.id = t.tag_wiki_id
        WHERE t.name = used_tag.name AND w.approved AND NOT w.deleted AND trim(w.text) <> '' ORDER BY t.deleted, t.id);
";

/// What stands for each file, as errors call it, and the query of its rows, with their attributes as names of columns.
const FILES: &[(&str, &str, &str)] = &[
    (
        "Users.xml",
        "users",
        "SELECT u.id AS Id, utc(u.date_joined) AS CreationDate, u.username AS DisplayName,
                iif(row_number() OVER (PARTITION BY fold(u.username) ORDER BY u.id) = 1, u.username, NULL) AS UserName,
                (SELECT a.about FROM askbot_localizeduserprofile a WHERE a.auth_user_id = u.id AND trim(a.about) <> '' AND {IS_SHOWN_ABOUT} ORDER BY a.id) AS Biography
         FROM auth_user u LEFT JOIN askbot_userprofile f ON f.auth_user_ptr_id = u.id ORDER BY u.id",
    ),
    (
        "Tags.xml",
        "tags",
        "SELECT name AS TagName, id AS ExcerptPostId, NULL AS SynonymOf FROM used_tag
         UNION ALL SELECT source_tag_name, NULL, target_tag_name FROM askbot_tagsynonym",
    ),
    (
        "Posts.xml",
        "questions and answers",
        "SELECT id AS Id, 4 AS PostTypeId, description AS Body, NULL AS Markdown, NULL AS ParentId, NULL AS AcceptedAnswerId, NULL AS CreationDate,
                NULL AS Score, NULL AS ViewCount, NULL AS OwnerUserId, NULL AS LastEditDate, NULL AS Title, NULL AS Tags, NULL AS ClosedDate, NULL AS FormerIds
         FROM used_tag WHERE description IS NOT NULL
         UNION ALL
         SELECT p.id, iif(s.kind = 'Q', 1, 2), iif(has_html(p.text), without_mentions(p.html), ''), iif(has_html(p.text), NULL, {TEXT}),
                iif(s.kind = 'A', s.question, NULL), t.accepted_answer_id, utc(p.added_at), p.score, t.view_count, {AUTHOR},
                iif(p.last_edited_at <> p.added_at, utc(p.last_edited_at), NULL), t.title,
                (SELECT group_concat('|' || name, '') FROM (SELECT name FROM tag_of WHERE post = p.id ORDER BY place)),
                iif(t.closed AND s.kind = 'Q', {CLOSED}, NULL),
                CASE WHEN s.kind = 'Q' THEN (SELECT p.old_question_id WHERE NOT EXISTS (SELECT 1 FROM askbot_post o WHERE o.id = p.old_question_id))
                  ELSE (SELECT p.old_answer_id WHERE NOT EXISTS (SELECT 1 FROM askbot_post o WHERE o.id = p.old_answer_id)
                          AND NOT EXISTS (SELECT 1 FROM askbot_post o WHERE o.old_question_id = p.old_answer_id)) END
         FROM shown s JOIN askbot_post p ON p.id = s.id JOIN askbot_thread t ON t.id = p.thread_id WHERE s.kind IN ('Q', 'A')",
    ),
    (
        // Revision 0 waits for a review; the column `approved` is false also of others. A revision of a question can have the title
        // and the tags from before its edit, but not the last one.
        "PostHistory.xml",
        "revisions",
        "WITH part(part) AS (VALUES (1), (2), (3))
         SELECT r.id * 10 + part AS Id, part AS PostHistoryTypeId, r.post_id AS PostId, r.id AS RevisionGUID, utc(r.revised_at) AS CreationDate,
                iif(r.is_anonymous OR p.is_anonymous AND r.author_id = p.author_id, NULL, r.author_id) AS UserId,
                CASE part WHEN 1 THEN iif({IS_LAST}, t.title, r.title) WHEN 2 THEN iif(trim(r.text) = '', '', r.text)
                  ELSE (SELECT group_concat('|' || tag_name(j.value), '') FROM json_each(words(iif({IS_LAST}, t.tagnames, r.tagnames))) j) END AS Text
         FROM askbot_postrevision r JOIN shown s ON s.id = r.post_id JOIN askbot_post p ON p.id = s.id JOIN askbot_thread t ON t.id = p.thread_id, part
         WHERE r.revision > 0 AND (s.kind = 'Q' OR s.kind = 'A' AND part = 2) ORDER BY r.post_id, r.revision, part",
    ),
    (
        // The reason of a closed question is a comment by who closed it.
        "Comments.xml",
        "comments",
        "SELECT p.id AS Id, p.parent_id AS PostId, iif({IS_RICH}, NULL, without_mentions(p.html)) AS Html, iif({IS_RICH}, p.text, NULL) AS Text,
                utc(p.added_at) AS CreationDate, {AUTHOR} AS UserId
         FROM shown s JOIN askbot_post p ON p.id = s.id WHERE s.kind = 'C'
         UNION ALL
         SELECT -p.id, p.id, plain_html(t.close_reason_text), NULL, {CLOSED}, {CLOSER}
         FROM shown s JOIN askbot_post p ON p.id = s.id JOIN askbot_thread t ON t.id = p.thread_id WHERE s.kind = 'Q' AND t.closed AND trim(t.close_reason_text) <> ''",
    ),
    (
        "Votes.xml",
        "votes",
        "SELECT v.voted_post_id AS PostId, iif(v.vote > 0, 2, 3) AS VoteTypeId FROM vote v JOIN askbot_post p ON p.id = v.voted_post_id
         WHERE p.post_type IN ('question', 'answer')",
    ),
    (
        // Askbot does not store the original of a duplicate, but the reason can name it.
        "PostLinks.xml",
        "links between questions",
        "SELECT PostId, RelatedPostId, LinkTypeId, CreationDate, UserId FROM (
           SELECT p.id AS PostId, question_in(t.close_reason_text, (SELECT value FROM livesettings_setting WHERE key = 'APP_URL')) AS RelatedPostId,
                  3 AS LinkTypeId, {CLOSED} AS CreationDate, {CLOSER} AS UserId
           FROM shown s JOIN askbot_post p ON p.id = s.id JOIN askbot_thread t ON t.id = p.thread_id
           WHERE s.kind = 'Q' AND t.closed AND (t.close_reason = 1 OR t.close_reason_text LIKE '%duplicate%'))
         WHERE RelatedPostId IS NOT NULL",
    ),
];

const PARTS: &[(&str, &str)] = &[
    ("{AUTHOR}", "iif(p.is_anonymous, NULL, p.author_id)"),
    // A text that was left empty is a space.
    ("{TEXT}", "iif(trim(coalesce(p.text, '')) = '', '', p.text)"),
    ("{CLOSED}", "utc(coalesce(t.closed_at, t.last_activity_at))"),
    (
        "{CLOSER}",
        "iif(p.is_anonymous AND t.closed_by_id = p.author_id, NULL, t.closed_by_id)",
    ),
    (
        "{IS_LAST}",
        "NOT EXISTS (SELECT 1 FROM askbot_postrevision n WHERE n.post_id = r.post_id AND n.revision > r.revision)",
    ),
    ("{IS_RICH}", IS_RICH),
    (
        "{IS_SHOWN_ABOUT}",
        "coalesce(f.status, '') NOT IN ('w', 'b')",
    ),
];

/// Whether comments are Markdown. By default they are plain text.
const IS_RICH: &str = "(EXISTS (SELECT 1 FROM livesettings_setting WHERE key = 'COMMENTS_EDITOR_TYPE' AND value = 'rich-text')
    AND NOT EXISTS (SELECT 1 FROM livesettings_setting WHERE key = 'EDITOR_TYPE' AND value <> 'markdown') AND NOT has_html(p.text))";

/// What is left out, as the summary says it, with queries that count it.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "deleted questions, answers and comments",
        "SELECT count(*) FROM hidden WHERE reason = 'deleted'",
    ),
    (
        "questions, answers and comments that are marked as spam",
        "SELECT count(*) FROM hidden WHERE reason = 'spam'",
    ),
    (
        "questions, answers and comments that wait for a review",
        "SELECT count(*) FROM hidden WHERE reason = 'waiting'",
    ),
    (
        "questions, answers and comments that only a group may read",
        "SELECT count(*) FROM hidden WHERE reason = 'private'",
    ),
    (
        "answers and comments below what is not imported",
        "SELECT count(*) FROM askbot_post p WHERE p.post_type IN ('question', 'answer', 'comment')
           AND NOT EXISTS (SELECT 1 FROM shown s WHERE s.id = p.id) AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.id = p.id)",
    ),
    (
        "edits that wait for a review",
        "SELECT count(*) FROM askbot_postrevision r JOIN shown s ON s.id = r.post_id WHERE r.revision = 0",
    ),
    (
        "revisions of comments",
        "SELECT count(*) FROM askbot_postrevision r JOIN shown s ON s.id = r.post_id WHERE s.kind = 'C' AND r.revision > 1",
    ),
    (
        "tags without a question that is imported",
        "SELECT count(*) FROM tag WHERE tag_name(name) NOT IN (SELECT name FROM used_tag)",
    ),
    (
        "votes for comments",
        "SELECT count(*) FROM vote v JOIN askbot_post p ON p.id = v.voted_post_id WHERE p.post_type = 'comment'",
    ),
    (
        "flags",
        "SELECT coalesce(sum(offensive_flag_count), 0) FROM askbot_post",
    ),
    (
        "marks of posts that everybody may edit",
        "SELECT count(*) FROM shown s JOIN askbot_post p ON p.id = s.id WHERE p.wiki",
    ),
    (
        "locks of posts",
        "SELECT count(*) FROM shown s JOIN askbot_post p ON p.id = s.id WHERE p.locked",
    ),
    (
        "passwords and mail addresses of users",
        "SELECT count(*) FROM auth_user",
    ),
    (
        "pictures of users",
        "SELECT count(*) FROM askbot_userprofile WHERE avatar_type = 'a'",
    ),
    (
        "names, websites, locations and other details of users",
        "SELECT count(*) FROM askbot_userprofile WHERE real_name <> '' OR website <> '' OR location <> ''",
    ),
    (
        "texts about users who are blocked or wait for approval",
        "SELECT count(*) FROM askbot_localizeduserprofile a JOIN askbot_userprofile f ON f.auth_user_ptr_id = a.auth_user_id
         WHERE trim(a.about) <> '' AND f.status IN ('w', 'b')",
    ),
    (
        "blocks and suspensions of users",
        "SELECT count(*) FROM askbot_userprofile WHERE status IN ('b', 's')",
    ),
    (
        "roles of administrators and moderators",
        "SELECT count(*) FROM askbot_userprofile WHERE status IN ('d', 'm')",
    ),
    (
        "points of users",
        "SELECT count(*) FROM askbot_userprofile WHERE reputation > 1",
    ),
    ("badges of users", "SELECT count(*) FROM award"),
    ("bookmarks of questions", "SELECT count(*) FROM favorite_question"),
    (
        "tags that users follow or ignore",
        "SELECT count(*) FROM askbot_markedtag",
    ),
    (
        "drafts",
        "SELECT (SELECT count(*) FROM askbot_draftquestion) + (SELECT count(*) FROM askbot_draftanswer)",
    ),
];

const ADDRESS: &str = "SELECT coalesce((SELECT value FROM livesettings_setting WHERE key = 'APP_URL' AND value <> ''),
                                       (SELECT 'https://' || domain FROM django_site ORDER BY id))";

static QUERIES: Queries = Queries {
    files: FILES,
    left_out: LEFT_OUT,
    parts: PARTS,
    picture: None,
    post_at: None,
};

/// Reads a dump into a temporary database, which disappears with the connection. `everyone` is the name of the group of all users,
/// if it is not in the settings. `progress` gets the bytes read.
pub fn open(
    path: &Path,
    everyone: Option<&str>,
    progress: &mut dyn FnMut(u64),
) -> Result<Tables, ImportError> {
    let dump = dumps::load_file(path, &SCHEMA, progress)?;
    add_functions(&dump.connection).map_err(failed)?;
    dump.rename(|table| dump.names(table.name).next().map(str::to_owned))?;
    let group = group_of_all(&dump, everyone)?;
    let prepare = PREPARE.replace("{EVERYONE}", &group.to_string());
    dump.connection.execute_batch(&prepare).map_err(failed)?;
    Ok(Tables::new(dump.connection, &QUERIES, ADDRESS).map_err(failed)?)
}

/// Returns the id of the group of all users, or 0 if no post is in a group. A post that is in others only is private.
fn group_of_all(dump: &Loaded, name: Option<&str>) -> Result<i64> {
    let number = |sql: &str, name: &str| {
        let number = dump.connection.query_row(sql, [name], |row| row.get(0));
        number.map_err(failed)
    };
    let sql = "SELECT coalesce((SELECT id FROM auth_group WHERE name = coalesce(nullif(?1, ''),
                   (SELECT value FROM livesettings_setting WHERE key = 'GLOBAL_GROUP_NAME'), 'everyone')), 0)";
    let sql = sql.replace("everyone", EVERYONE);
    let id = number(&sql, name.unwrap_or_default())?;
    let is_unused = number(
        "SELECT ?1 = '' AND NOT EXISTS (SELECT 1 FROM askbot_post_groups)",
        name.unwrap_or_default(),
    )?;
    if id > 0 || is_unused != 0 {
        return Ok(id);
    }
    let sql = "SELECT coalesce(group_concat(name, ', '), '') FROM (SELECT name FROM auth_group WHERE substr(name, 1, 10) <> '_personal_' ORDER BY id LIMIT 20)";
    let names: String = dump
        .connection
        .query_row(sql, [], |row| row.get(0))
        .map_err(failed)?;
    Err(Error::internal(format_args!(
        "{} has no group {:?}, whose posts all may read: name that of all users with --public-group. The groups are: {names}",
        dump.file,
        name.unwrap_or(EVERYONE)
    )))
}

fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_UTF8;
    let text = |context: &Context<'_>, place| {
        let text = context.get::<Option<String>>(place);
        text.map(Option::unwrap_or_default)
    };
    connection.create_scalar_function("utc", 1, flags, |context| {
        let time: Option<String> = context.get(0)?;
        Ok(time.and_then(|time| utc(&time, &TimeZone::UTC)))
    })?;
    connection.create_scalar_function("fold", 1, flags, move |context| {
        Ok(fold(&text(context, 0)?))
    })?;
    connection.create_scalar_function("tag_name", 1, flags, move |context| {
        Ok(tag_name(&text(context, 0)?))
    })?;
    connection.create_scalar_function("words", 1, flags, move |context| {
        let words = text(context, 0)?;
        let words: Vec<&str> = words.split_whitespace().collect();
        Ok(serde_json::to_string(&words).unwrap_or_default())
    })?;
    connection.create_scalar_function("has_html", 1, flags, move |context| {
        Ok(contains_html(&text(context, 0)?))
    })?;
    connection.create_scalar_function("plain_html", 1, flags, move |context| {
        Ok(html_of_plain(&text(context, 0)?))
    })?;
    connection.create_scalar_function("without_mentions", 1, flags, move |context| {
        Ok(without_mentions(&text(context, 0)?))
    })?;
    connection.create_scalar_function("question_in", 2, flags, move |context| {
        Ok(question_in(&text(context, 0)?, &text(context, 1)?))
    })
}
