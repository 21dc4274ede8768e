//! The queries of the rows. Names of tables and columns: `app/models` and `plugins` of the source of Discourse.

use std::collections::HashSet;

use jiff::tz::TimeZone;
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};

use super::{text, uploads};
use crate::core::error::Result;
use crate::features::addresses::question2answer::tag_name;
use crate::operations::import::dumps::{Loaded, failed};
use crate::operations::import::html;
use crate::operations::import::stackexchange::question2answer::html_of_plain;
use crate::operations::import::stackexchange::tables::{Queries, Tables, utc};
use crate::platform::web::percent_decoded;

/// What is made of the tables: who may see what, accepted answers, tags, and categories as tags.
const PREPARE: &str = r#"
    CREATE UNIQUE INDEX posts_by_id ON posts(id);
    CREATE INDEX posts_by_topic ON posts(topic_id, post_number);
    CREATE UNIQUE INDEX topics_by_id ON topics(id);
    CREATE INDEX likes_by_post ON post_actions(post_id);
    CREATE INDEX votes_by_post ON post_voting_votes(votable_id);
    CREATE INDEX uploads_by_hash ON uploads(sha1);
    CREATE INDEX solved ON discourse_solved_solved_topics(topic_id);
    CREATE INDEX answers ON discourse_solved_topic_answers(solved_topic_id, id);
    CREATE INDEX fields_of_topics ON topic_custom_fields(topic_id);
    CREATE INDEX fields_of_posts ON post_custom_fields(post_id);
    CREATE INDEX tags_of_topics ON topic_tags(topic_id);
    CREATE INDEX profiles ON user_profiles(user_id);
    CREATE INDEX options_of_users ON user_options(user_id);
    CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT);
    INSERT OR REPLACE INTO setting SELECT name, value FROM site_settings;

    -- Topics that everyone may read and that are no descriptions of categories, with their first posts.
    CREATE TABLE question(topic INTEGER PRIMARY KEY, post INTEGER);
    INSERT OR IGNORE INTO question SELECT t.id, p.id FROM topics t JOIN posts p ON p.topic_id = t.id AND p.post_number = 1 LEFT JOIN categories c ON c.id = t.category_id
        WHERE t.archetype IN ('regular', 'banner') AND t.deleted_at IS NULL AND t.visible AND NOT coalesce(c.read_restricted, 0) AND {OWN} AND {SEEN}
        AND t.id NOT IN (SELECT topic_id FROM categories WHERE topic_id IS NOT NULL);
    CREATE TABLE shown(id INTEGER PRIMARY KEY, kind TEXT, question INTEGER, topic INTEGER, number INTEGER);
    INSERT INTO shown SELECT post, 'Q', post, topic, 1 FROM question;
    INSERT OR IGNORE INTO shown SELECT p.id, 'A', q.post, q.topic, p.post_number FROM question q JOIN posts p ON p.topic_id = q.topic AND p.post_number > 1 WHERE {OWN} AND {SEEN};

    CREATE TABLE accepted(question INTEGER PRIMARY KEY, answer INTEGER);
    INSERT INTO accepted SELECT q.post, {ACCEPTED} FROM question q;

    CREATE TABLE hidden_tag(id INTEGER PRIMARY KEY);
    INSERT OR IGNORE INTO hidden_tag SELECT m.tag_id FROM tag_group_memberships m JOIN tag_group_permissions p ON p.tag_group_id = m.tag_group_id
        GROUP BY m.tag_id, m.tag_group_id HAVING sum(p.group_id = 0) = 0;
    CREATE TABLE category_tag(category INTEGER, depth INTEGER, name TEXT, PRIMARY KEY (category, depth));
    INSERT INTO category_tag
        WITH RECURSIVE path(category, depth, above, name) AS (
            SELECT id, 0, parent_category_id, {CATEGORY} FROM categories c WHERE NOT read_restricted
            UNION ALL SELECT category, depth - 1, c.parent_category_id, {CATEGORY} FROM path JOIN categories c ON c.id = above WHERE depth > -9 AND NOT c.read_restricted)
        SELECT category, depth, name FROM path
        WHERE category <> coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'uncategorized_category_id'), -9);

    CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT UNIQUE, description TEXT, main TEXT);
    CREATE TABLE post_tag(post INTEGER, place INTEGER, name TEXT);
    INSERT INTO post_tag SELECT q.post, r.id, tag_name(coalesce(m.name, t.name)) FROM question q JOIN topic_tags r ON r.topic_id = q.topic
        JOIN tags t ON t.id = r.tag_id LEFT JOIN tags m ON m.id = t.target_tag_id WHERE t.id NOT IN (SELECT id FROM hidden_tag);
    INSERT INTO post_tag SELECT q.post, 1000000000000 + c.depth, c.name FROM question q JOIN topics t ON t.id = q.topic JOIN category_tag c ON c.category = t.category_id;
    DELETE FROM post_tag WHERE name = '';
    CREATE INDEX tags_of_post ON post_tag(post, place);
    INSERT OR IGNORE INTO tag(name, description) SELECT tag_name(name), description FROM tags WHERE target_tag_id IS NULL AND tag_name(name) <> ''
        AND id NOT IN (SELECT id FROM hidden_tag) ORDER BY id;
    INSERT OR IGNORE INTO tag(name, description) SELECT n.name, plain(c.description) FROM category_tag n JOIN categories c ON c.id = n.category WHERE n.depth = 0 AND n.name <> '' ORDER BY c.id;
    INSERT OR IGNORE INTO tag(name, main) SELECT tag_name(t.name), tag_name(m.name) FROM tags t JOIN tags m ON m.id = t.target_tag_id
        WHERE tag_name(t.name) <> '' AND t.id NOT IN (SELECT id FROM hidden_tag) AND m.id NOT IN (SELECT id FROM hidden_tag) ORDER BY t.id;

    CREATE TABLE vote(post INTEGER, kind INTEGER);
    INSERT INTO vote SELECT s.id, 2 FROM shown s JOIN topics t ON t.id = s.topic JOIN post_actions a ON a.post_id = s.id
        WHERE a.post_action_type_id = 2 AND a.deleted_at IS NULL AND t.subtype IS NOT 'question_answer';
    INSERT INTO vote SELECT s.id, iif(v.direction = 'up', 2, 3) FROM shown s JOIN topics t ON t.id = s.topic
        JOIN post_voting_votes v ON v.votable_id = s.id AND v.votable_type = 'Post' WHERE t.subtype = 'question_answer';
    CREATE INDEX votes ON vote(post, kind);

    CREATE TABLE writer(id INTEGER PRIMARY KEY);
    INSERT OR IGNORE INTO writer SELECT p.user_id FROM shown s JOIN posts p ON p.id = s.id WHERE p.user_id IS NOT NULL;
    INSERT OR IGNORE INTO writer SELECT c.user_id FROM post_voting_comments c JOIN shown s ON s.id = c.post_id WHERE c.deleted_at IS NULL AND c.user_id IS NOT NULL;
"#;

/// Names in braces, and what they stand for. `p` is a post, `c` a category, `q` a question.
const PARTS: &[(&str, &str)] = &[
    // What its author wrote: also what a moderator wrote in the name of the staff, but not what the program says about an action.
    (
        "{OWN}",
        "(p.post_type = 1 OR p.post_type = 2 AND p.action_code IS NULL AND trim(p.raw) <> '')",
    ),
    (
        "{SEEN}",
        "p.deleted_at IS NULL AND NOT p.hidden AND NOT p.user_deleted",
    ),
    (
        "{CATEGORY}",
        "tag_name(decoded(coalesce(nullif(c.slug, ''), c.name)))",
    ),
    (
        "{CLOSED}",
        "CASE WHEN s.kind = 'Q' AND (t.closed OR t.archived) THEN utc(coalesce(
            (SELECT max(a.created_at) FROM posts a WHERE a.topic_id = t.id AND a.action_code IN ('closed.enabled', 'autoclosed.enabled', 'archived.enabled')), t.updated_at)) END",
    ),
];

/// The accepted answer of a question. The tables of the plug-in, if there are any, replace its older custom fields, which then are
/// out of date. Newer versions have several answers for a topic.
const SOLVED: &str = "(SELECT coalesce((SELECT a.answer_post_id FROM discourse_solved_topic_answers a WHERE a.solved_topic_id = s.id ORDER BY a.id LIMIT 1), s.answer_post_id)
    FROM discourse_solved_solved_topics s WHERE s.topic_id = q.topic)";
const FIELDS: &str = "coalesce((SELECT CAST(f.value AS INTEGER) FROM topic_custom_fields f WHERE f.topic_id = q.topic AND f.name = 'accepted_answer_post_id'),
    (SELECT f.post_id FROM post_custom_fields f JOIN posts p ON p.id = f.post_id AND p.topic_id = q.topic WHERE f.name = 'is_accepted_answer' AND f.value = 'true'))";

/// What stands for each file, as errors call it, and the query of its rows, with their attributes as names of columns.
const FILES: &[(&str, &str, &str)] = &[
    (
        "Users.xml",
        "users",
        // The names of people are shown unless the site says otherwise.
        "SELECT u.id AS Id, utc(u.created_at) AS CreationDate, u.username AS UserName,
                iif(coalesce((SELECT value FROM setting WHERE name = 'enable_names'), 't') = 't', coalesce(nullif(trim(u.name), ''), u.username), u.username) AS DisplayName,
                iif(coalesce((SELECT o.hide_profile OR o.hide_profile_and_presence FROM user_options o WHERE o.user_id = u.id), 0), NULL,
                    (SELECT markdown(p.bio_raw, 1) FROM user_profiles p WHERE p.user_id = u.id)) AS Biography
         FROM users u WHERE u.id > 0 AND u.active AND NOT u.staged OR u.id IN (SELECT id FROM writer) ORDER BY u.id",
    ),
    (
        "Tags.xml",
        "tags",
        "SELECT name AS TagName, id AS ExcerptPostId, main AS SynonymOf FROM tag ORDER BY main IS NOT NULL, id",
    ),
    (
        "Posts.xml",
        "posts",
        "SELECT id AS Id, 4 AS PostTypeId, description AS Body, NULL AS Markdown, NULL AS ParentId, NULL AS AcceptedAnswerId, NULL AS CreationDate,
                NULL AS Score, NULL AS ViewCount, NULL AS OwnerUserId, NULL AS LastEditDate, NULL AS Title, NULL AS Tags,
                NULL AS ClosedDate, NULL AS TopicId, NULL AS PostNumber FROM tag WHERE description <> ''
         UNION ALL
         SELECT p.id, iif(s.kind = 'Q', 1, 2), html(p.raw, p.cook_method), markdown(p.raw, p.cook_method), iif(s.kind = 'A', s.question, NULL),
                iif(s.kind = 'Q', (SELECT a.answer FROM accepted a WHERE a.question = p.id), NULL), utc(p.created_at),
                (SELECT count(*) FROM vote v WHERE v.post = p.id AND v.kind = 2) - (SELECT count(*) FROM vote v WHERE v.post = p.id AND v.kind = 3),
                iif(s.kind = 'Q', t.views, NULL), p.user_id, iif(p.version > 1, utc(p.last_version_at), NULL), t.title,
                (SELECT group_concat('|' || name, '') FROM (SELECT r.name FROM post_tag r WHERE r.post = p.id ORDER BY r.place)), {CLOSED}, s.topic, s.number
         FROM shown s JOIN posts p ON p.id = s.id JOIN topics t ON t.id = s.topic",
    ),
    (
        "Comments.xml",
        "comments",
        "SELECT c.id AS Id, c.post_id AS PostId, c.raw AS Text, utc(c.created_at) AS CreationDate, c.user_id AS UserId
         FROM post_voting_comments c JOIN shown s ON s.id = c.post_id WHERE c.deleted_at IS NULL ORDER BY c.id",
    ),
    (
        "Votes.xml",
        "votes",
        "SELECT post AS PostId, kind AS VoteTypeId FROM vote",
    ),
    (
        "PostLinks.xml",
        "links between questions",
        "SELECT DISTINCT a.post AS PostId, b.post AS RelatedPostId, 1 AS LinkTypeId, NULL AS CreationDate, NULL AS UserId
         FROM topic_links l JOIN question a ON a.topic = l.topic_id JOIN question b ON b.topic = l.link_topic_id
         JOIN shown s ON s.id = l.post_id WHERE l.internal AND NOT l.reflection AND a.topic <> b.topic",
    ),
];

/// What is left out, as the summary says it, with queries that count it. `p` is a post of a topic `t` that members can open.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "personal messages",
        "SELECT count(*) FROM posts p JOIN topics t ON t.id = p.topic_id WHERE t.archetype = 'private_message'",
    ),
    (
        "topics of categories that not everyone may read",
        "SELECT count(*) FROM topics t JOIN categories c ON c.id = t.category_id WHERE c.read_restricted AND t.archetype <> 'private_message' AND t.deleted_at IS NULL",
    ),
    (
        "deleted topics",
        "SELECT count(*) FROM topics WHERE deleted_at IS NOT NULL AND archetype <> 'private_message'",
    ),
    (
        "unlisted topics, which this site would list",
        "SELECT count(*) FROM topics t LEFT JOIN categories c ON c.id = t.category_id
         WHERE NOT t.visible AND t.deleted_at IS NULL AND t.archetype <> 'private_message' AND NOT coalesce(c.read_restricted, 0)",
    ),
    (
        "topics that describe a category",
        "SELECT count(*) FROM topics t JOIN categories c ON c.topic_id = t.id WHERE t.deleted_at IS NULL AND t.visible AND NOT c.read_restricted",
    ),
    (
        "posts of topics that are left out",
        "SELECT count(*) FROM posts p JOIN topics t ON t.id = p.topic_id WHERE t.archetype <> 'private_message' AND t.id NOT IN (SELECT topic FROM question)",
    ),
    (
        "deleted posts",
        "SELECT count(*) FROM question q JOIN posts p ON p.topic_id = q.topic WHERE p.deleted_at IS NOT NULL OR p.user_deleted",
    ),
    (
        "hidden posts",
        "SELECT count(*) FROM question q JOIN posts p ON p.topic_id = q.topic WHERE p.deleted_at IS NULL AND NOT p.user_deleted AND p.hidden",
    ),
    (
        "whispers of the staff",
        "SELECT count(*) FROM question q JOIN posts p ON p.topic_id = q.topic WHERE {SEEN} AND p.post_type = 4",
    ),
    (
        "posts about actions, such as the closing of a topic",
        "SELECT count(*) FROM question q JOIN posts p ON p.topic_id = q.topic WHERE {SEEN} AND p.post_type <> 4 AND NOT coalesce({OWN}, 0)",
    ),
    (
        "topics and posts that wait for a review",
        "SELECT count(*) FROM reviewables WHERE type = 'ReviewableQueuedPost' AND status = 0",
    ),
    (
        "deleted comments",
        "SELECT count(*) FROM post_voting_comments WHERE deleted_at IS NOT NULL",
    ),
    (
        "votes for comments",
        "SELECT count(*) FROM post_voting_votes WHERE votable_type = 'PostVotingComment'",
    ),
    (
        "likes in topics with votes",
        "SELECT count(*) FROM shown s JOIN topics t ON t.id = s.topic JOIN post_actions a ON a.post_id = s.id
         WHERE a.post_action_type_id = 2 AND a.deleted_at IS NULL AND t.subtype = 'question_answer'",
    ),
    (
        "flags",
        "SELECT count(*) FROM post_actions WHERE post_action_type_id NOT IN (1, 2) AND deleted_at IS NULL",
    ),
    (
        "earlier versions of posts",
        "SELECT count(*) FROM post_revisions",
    ),
    (
        "wikis, which are now posts of their authors",
        "SELECT count(*) FROM shown s JOIN posts p ON p.id = s.id WHERE p.wiki",
    ),
    ("polls, whose options become lists", "SELECT count(*) FROM polls"),
    (
        "further accepted answers of a topic",
        "SELECT count(*) - count(DISTINCT solved_topic_id) FROM discourse_solved_topic_answers",
    ),
    (
        "tags that only groups may see",
        "SELECT count(*) FROM hidden_tag",
    ),
    (
        "users who have not confirmed their mail address or were made by a mail, and wrote nothing",
        "SELECT count(*) FROM users u WHERE u.id > 0 AND (NOT u.active OR u.staged) AND u.id NOT IN (SELECT id FROM writer)",
    ),
    (
        "passwords and mail addresses of users",
        "SELECT count(*) FROM users WHERE id > 0",
    ),
    (
        "pictures of users",
        "SELECT count(*) FROM users WHERE id > 0 AND uploaded_avatar_id IS NOT NULL",
    ),
    (
        "websites and locations of users",
        "SELECT count(*) FROM user_profiles WHERE website <> '' OR location <> ''",
    ),
    (
        "suspensions and silences of users",
        "SELECT count(*) FROM users WHERE suspended_till IS NOT NULL OR silenced_till IS NOT NULL",
    ),
    (
        "roles of administrators and moderators",
        "SELECT count(*) FROM users WHERE id > 0 AND (admin OR moderator)",
    ),
    ("bookmarks", "SELECT count(*) FROM bookmarks"),
    ("badges of users", "SELECT count(*) FROM user_badges"),
    ("chat messages", "SELECT count(*) FROM chat_messages"),
    (
        "uploaded files that are no pictures; their links stay",
        "SELECT count(*) FROM named_upload n JOIN uploads u ON u.sha1 = n.sha1 WHERE NOT is_picture(u.url)",
    ),
];

/// The path of a picture in the folder of uploads.
const PICTURE: &str = "SELECT NULL, path(url) FROM uploads WHERE sha1 = sha1(?1)";

const ADDRESS: &str = "SELECT value FROM backup_metadata WHERE name = 'base_url'";

static QUERIES: Queries = Queries {
    files: FILES,
    left_out: LEFT_OUT,
    parts: PARTS,
    picture: Some(PICTURE),
    post_at: None,
};

/// Returns the tables of a dump that was read, and the paths in the folder of uploads of the pictures that posts show.
pub fn open(dump: Loaded) -> Result<(Tables, HashSet<String>)> {
    let is_solved = dump
        .names("discourse_solved_solved_topics")
        .next()
        .is_some();
    let accepted = if is_solved { SOLVED } else { FIELDS };
    let prepare = PARTS.iter().fold(
        PREPARE.replace("{ACCEPTED}", accepted),
        |sql, (name, part)| sql.replace(name, part),
    );
    dump.rename(|table| dump.names(table.name).next().map(str::to_owned))?;
    let connection = dump.connection;
    add_functions(&connection).map_err(failed)?;
    connection.execute_batch(&prepare).map_err(failed)?;
    let pictures = named_pictures(&connection).map_err(failed)?;
    let tables = Tables::new(connection, &QUERIES, ADDRESS).map_err(failed)?;
    Ok((tables, pictures))
}

/// Finds the uploads that posts name. Returns the paths of the pictures among them.
fn named_pictures(connection: &Connection) -> rusqlite::Result<HashSet<String>> {
    connection.execute_batch(
        "CREATE TABLE named_upload(sha1 TEXT PRIMARY KEY);
         INSERT OR IGNORE INTO named_upload SELECT j.value FROM shown s JOIN posts p ON p.id = s.id, json_each(uploads_in(p.raw)) j",
    )?;
    let sql = "SELECT path(u.url) FROM named_upload n JOIN uploads u ON u.sha1 = n.sha1 WHERE is_picture(u.url) AND path(u.url) IS NOT NULL";
    let mut statement = connection.prepare(sql)?;
    statement.query_map([], |row| row.get(0))?.collect()
}

fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let sql = "SELECT count(*) = 0 FROM site_settings WHERE name = 'traditional_markdown_linebreaks' AND value = 't'";
    let has_breaks: bool = connection.query_row(sql, [], |row| row.get(0))?;
    let flags = FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_UTF8;
    let text_of = |context: &Context<'_>| context.get::<Option<String>>(0);
    // Rails stores times in UTC.
    connection.create_scalar_function("utc", 1, flags, move |context| {
        Ok(text_of(context)?.and_then(|time| utc(&time, &TimeZone::UTC)))
    })?;
    for (name, function) in [
        ("tag_name", tag_name as fn(&str) -> String),
        ("decoded", percent_decoded),
        ("plain", |text| html::to_markdown(text, &|_| None)),
        ("uploads_in", |text| {
            serde_json::to_string(&uploads::named_in(text)).unwrap_or_default()
        }),
    ] {
        connection.create_scalar_function(name, 1, flags, move |context| {
            Ok(function(&text_of(context)?.unwrap_or_default()))
        })?;
    }
    for (name, function) in [
        ("sha1", uploads::sha1 as fn(&str) -> Option<String>),
        ("path", uploads::path),
    ] {
        connection.create_scalar_function(name, 1, flags, move |context| {
            Ok(text_of(context)?.and_then(|text| function(&text)))
        })?;
    }
    connection.create_scalar_function("is_picture", 1, flags, move |context| {
        Ok(text_of(context)?.is_some_and(|path| uploads::is_picture(&path)))
    })?;
    connection.create_scalar_function("markdown", 2, flags, move |context| {
        let method: Option<i64> = context.get(1)?;
        let text = text_of(context)?.filter(|_| !matches!(method, Some(RAW_HTML | MAIL)));
        Ok(text.map(|text| text::markdown(&text, has_breaks)))
    })?;
    connection.create_scalar_function("html", 2, flags, move |context| {
        let text = text_of(context)?.unwrap_or_default();
        Ok(match context.get::<Option<i64>>(1)? {
            Some(RAW_HTML) => text,
            Some(MAIL) => html_of_plain(&text),
            _ => String::new(),
        })
    })
}

/// Values of `posts.cook_method`. Others are Markdown.
const RAW_HTML: i64 = 2;
const MAIL: i64 = 3;
