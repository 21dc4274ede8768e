//! Exports and what becomes of them when they are imported: the same site, to the byte.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Cursor;
use std::path::Path;

use image::{ImageFormat, Rgb, RgbImage};
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::noninterference::history::History;
use super::noninterference::replay::{InitialSite, replayed};
use super::noninterference::routes;
use super::{TestSite, check_fresh, repository, run_in_full, sampled};
use crate::core::clock::{Clock, Timestamp};
use crate::features::pictures::ImportedPicture;
use crate::features::pictures::files::Media;
use crate::operations::export::store::{FieldType, Presence, kinds};
use crate::operations::export::{END, FORMAT, HEAD, export};
use crate::operations::import::json::{Imported, Source, import};
use crate::operations::import::{ImportError, PictureSource};
use crate::platform::db::{self, Db};
use crate::platform::realtime::Hub;

/// Histories that are played, and how long they are: together they do everything that can be done.
const HISTORIES: u64 = 24;
const LENGTH: usize = 140;

/// What no step of a history makes, or too few: imports from elsewhere do, browsers, sockets, and
/// administrators.
const BESIDES: &str = "
    INSERT INTO users (id, username, name_key, display_name, created_at) VALUES (3700000000000000000, 'im.ported', 'im.ported', 'Im Ported', 5);
    UPDATE posts SET imported_score = 7, score = score + 7; UPDATE questions SET score = score + 7;
    UPDATE questions SET imported_views = 9, view_count = view_count + 9;
    UPDATE questions SET deleted_accepted_answer_id = (SELECT max(id) FROM posts WHERE question_id = questions.id AND deleted_at IS NOT NULL);
    UPDATE questions SET closed_at = 9, close_reason = 'too-broad', close_note = 'Ask one thing', locked_at = 9 WHERE id = (SELECT max(id) FROM questions);
    UPDATE comments SET edited_at = 8, edited_by = (SELECT id FROM users WHERE username = 'ann') WHERE id = (SELECT min(id) FROM comments);
    INSERT OR IGNORE INTO pins SELECT 'community', community_id, id, 5 FROM questions WHERE community_id IS NOT NULL LIMIT 1;
    INSERT OR IGNORE INTO pins SELECT 'tag', tag_id, question_id, 6 FROM question_tags LIMIT 1;
    UPDATE questions SET closed_at = 9 WHERE id = (SELECT min(id) FROM questions WHERE answer_count > 0);
    UPDATE users SET role = 'administrator', disabled_at = 8 WHERE username = 'ann';
    UPDATE messages SET nonce = 'n' || id WHERE id % 2;
    UPDATE posts SET is_wiki = 1 WHERE id = (SELECT min(id) FROM posts WHERE question_id IS NOT NULL);
    UPDATE posts SET nonce = 'n' || id WHERE id % 2;
    UPDATE comments SET nonce = 'n' || id WHERE id % 2;
    INSERT INTO game_moves SELECT id, 0, 0, '{\"numObjects\":3}', 6 FROM games WHERE status = 'IN_PROGRESS';
    INSERT INTO game_moves SELECT id, 1, 1, '{\"numObjects\":2}', 7 FROM games WHERE status = 'IN_PROGRESS';
    INSERT INTO removals (id, content_id, removed_by, removed_at, reason, restored_by, restored_at, community_id) SELECT 3700000000000000002, 3700000000000000001, id, 5, 'rude', id, 6, (SELECT min(id) FROM communities) FROM users WHERE username = 'ann';
    INSERT OR IGNORE INTO follows SELECT u.id, 'community', c.id, 'muted', c.id, 5 FROM users u, communities c WHERE u.username = 'ann' AND c.visibility = 'private';
    INSERT INTO admin_log SELECT 3700000000000000006, 5, id, 'ann', 'remove-post', 'question', 3700000000000000001, 'Im', 1, 'rude', NULL, id, 3700000000000000009 FROM users WHERE username = 'ann';
    INSERT INTO admin_log VALUES (3700000000000000007, 6, NULL, '', 'back-up', 'backup', NULL, 'stoa.tar.zst', 0, '', 'before', NULL, NULL);
    INSERT OR IGNORE INTO badges SELECT 3700000000000000008, id, 'helped' FROM users WHERE username = 'ann';
    UPDATE inbox_entries SET is_seen = 1 WHERE id = (SELECT max(id) FROM inbox_entries);
    INSERT OR REPLACE INTO suggested_edits SELECT 3700000000000000051, r.post_id, u.id, r.id, 'clearer', 9, u.id, 0, 'No', 'T', 'a b', NULL, NULL, 'x' FROM revisions r, users u WHERE r.title IS NOT NULL AND u.username = 'ann' LIMIT 1;
    INSERT INTO suggested_edits (id, post_id, user_id, revision_id, reason, text) SELECT 3700000000000000053, p.id, 3700000000000000000, (SELECT min(id) FROM revisions WHERE post_id = p.id), '', 'y' FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id) WHERE p.deleted_at IS NULL AND q.community_id IS NOT NULL AND q.scope IS NOT NULL LIMIT 1;
    UPDATE inboxes SET muted = 'votes badge';
    INSERT OR IGNORE INTO notice_cursors SELECT id, 3700000000000000006 FROM users WHERE username = 'ann';
    INSERT INTO cases (id, kind, object_id, ask) VALUES (3700000000000000031, 'question', 3700000000000000001, 'held');
    INSERT INTO site_settings SELECT 'title', '\"Agora\"', 5, id FROM users WHERE username = 'ann';
    UPDATE revisions SET compressed_text = x'', purged_at = 5, purged_by = author_id WHERE id = (SELECT min(id) FROM revisions WHERE compressed_text IS NOT NULL);
    INSERT INTO comment_revisions (id, comment_id, created_at, text, purged_at, purged_by, author_id) SELECT 3700000000000000003, id, 5, '', 6, author_id, author_id FROM comments LIMIT 1;
    INSERT INTO question_links SELECT min(id), max(id) FROM questions HAVING count(*) > 1;
    INSERT INTO external_ids VALUES ('a.example', 'user', '-1', 3700000000000000000);
    INSERT INTO attributions VALUES (3700000000000000001, 'Im', 'https://a.example/1', 'CC BY-SA 4.0');
    INSERT INTO security_notices SELECT 3700000000000000004, id, 'signInReset', 'ben', NULL, 5, 6 FROM users WHERE username = 'ann';
    INSERT INTO security_notices SELECT 3700000000000000005, id, 'newDevice', NULL, 'Firefox on Linux, 203.0.113.7', 7, NULL FROM users WHERE username = 'ann';
    UPDATE users SET is_indexed = 1, preferences = '{\"theme\":\"minty\"}' WHERE username = 'ann';
    INSERT INTO identities SELECT 3700000000000000061, 'https://id.example.org', 's 1', id, 'Ann', 5, 6 FROM users WHERE username = 'ann';
    UPDATE mail_addresses SET address = user_id || '@example.org', verified_at = 5, refusals = 2;
    INSERT INTO delivery_choices SELECT id, 'mail', 'watched', 3700000000000000001, 9 FROM users WHERE username = 'ann';
    INSERT OR REPLACE INTO delivery_settings SELECT id, 'Europe/Berlin', 1320, 420, 5 FROM users WHERE username = 'ann';
    INSERT INTO media_files VALUES ('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 5, 7);
    INSERT INTO pending_purges (user_id, with_posts, erase_at, merge_into) SELECT 3700000000000000000, 1, 9, id FROM users WHERE username = 'ann';
    UPDATE users SET merged_into = (SELECT id FROM users WHERE username = 'ann') WHERE id = 3700000000000000000;
    INSERT INTO former_usernames (name_key, user_id, username, renamed_at) SELECT 'anne', id, 'Anne', 5 FROM users WHERE username = 'ann';
    INSERT INTO sanctions SELECT 3700000000000000041, 3700000000000000000, 'silence', 'rude', id, 5, 9, id, 6, 3700000000000000006, NULL FROM users WHERE username = 'ann';
    INSERT INTO sanctions SELECT 3700000000000000045, id, 'clearing', 'rude', id, 5, NULL, NULL, NULL, 3700000000000000007, 3700000000000000008 FROM users WHERE username = 'ann';
    INSERT INTO removal_batches SELECT 3700000000000000042, 3700000000000000000, id, 5, 'spam', 4, 3, 3700000000000000006, id, 6, 1, 'restore', NULL FROM users WHERE username = 'ann';
    UPDATE removals SET batch_id = 3700000000000000042 WHERE id = (SELECT min(id) FROM removals);
    INSERT INTO appeals SELECT 3700000000000000006, id, 'I disagree', 7 FROM users WHERE username = 'ann';
    INSERT OR REPLACE INTO member_trust SELECT 3700000000000000000, id, 5, 6 FROM users WHERE username = 'ann';
    INSERT INTO visitor_reports (id, case_id, path, place, text, name, mail, created_at, told_as) SELECT 3700000000000000043, id, '/tags', 'Utopia', 'unlawful', 'Vi', 'vi@example.org', 5, 3700000000000000044 FROM cases LIMIT 1;
    INSERT INTO pending_views VALUES (3700000000000000000, 7);";

/// Adds pictures: one that a question shows and a comment has shown, and one that nothing shows.
fn add_pictures(directory: &Path) {
    let media = Media::of(directory);
    let mut sql = String::new();
    for (id, width, format) in [
        (3_700_000_000_000_000_008_i64, 1_300, ImageFormat::Jpeg),
        (3_700_000_000_000_000_009, 3, ImageFormat::Png),
    ] {
        let image = RgbImage::from_fn(width, 20, |x, y| Rgb([x as u8, y as u8, (x * y) as u8]));
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).expect("encoded");
        let picture = ImportedPicture::accept(bytes.into_inner(), None).expect("a picture");
        let stored = picture.store(Some(&media)).expect("stored");
        let mut thumbnail = "NULL".to_owned();
        for file in [Some(&stored.file), stored.thumbnail.as_ref()]
            .into_iter()
            .flatten()
        {
            let (hash, bytes) = (&file.hash, file.bytes);
            thumbnail = format!("'{hash}'");
            writeln!(
                sql,
                "INSERT INTO media_files VALUES ('{hash}', {bytes}, NULL);"
            )
            .expect("text");
        }
        if stored.thumbnail.is_none() {
            thumbnail = "NULL".to_owned();
        }
        let (file, kind, bytes) = (&stored.file.hash, stored.kind.as_str(), stored.bytes());
        writeln!(
            sql,
            "INSERT INTO pictures (id, owner_id, file, thumbnail, type, width, height, bytes, unused_since)
             SELECT {id}, id, '{file}', {thumbnail}, '{kind}', {width}, 20, {bytes}, 5 FROM users WHERE username = 'ann';"
        )
        .expect("text");
    }
    sql += "INSERT INTO picture_uses SELECT 3700000000000000008, 'question', min(id), min(id), 1 FROM questions;
            INSERT INTO picture_uses SELECT 3700000000000000008, 'comment', id, question_id, 0 FROM comments LIMIT 1;";
    open(directory).execute_batch(&sql).expect("pictures");
}

/// Exports a site with secrets, and the files of its pictures into a new folder.
fn exported_with_files(directory: &Path, folder: &Path) -> String {
    let mut bytes = Vec::new();
    export(directory, true, &mut bytes, Some(folder), |_, _| ()).expect("an export");
    String::from_utf8(bytes).expect("UTF-8")
}

fn exported(directory: &Path, secrets: bool) -> String {
    let mut bytes = Vec::new();
    export(directory, secrets, &mut bytes, None, |_, _| ()).expect("an export");
    String::from_utf8(bytes).expect("UTF-8")
}

/// A directory with an empty site, and its database.
fn empty() -> (TempDir, Db) {
    let directory = TempDir::new().expect("a directory");
    let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
    let db = Db::open(directory.path(), clock, Hub::default()).expect("a database");
    (directory, db)
}

fn imported(db: &Db, text: &str, dry_run: bool) -> Result<Imported, ImportError> {
    import(
        db,
        Source::new(Cursor::new(text.to_owned()), 0)?,
        dry_run,
        |_| (),
    )
}

fn open(directory: &Path) -> Connection {
    let connection = Connection::open(directory.join("stoa.db")).expect("the database opens");
    db::add_functions(&connection).expect("the functions");
    connection
}

/// Which rows of a table are compared. Not those that belong to one server, nor the words that searches know, among which those
/// of edited texts may stay, nor totals of nothing, which may be there or not.
fn condition(table: &str) -> Option<&'static str> {
    match table {
        "sessions"
        | "known_devices"
        | "second_factors"
        | "recovery_codes"
        | "passkeys"
        | "api_tokens"
        | "incoming_hooks"
        | "webhooks"
        | "webhook_deliveries"
        | "staff_second_factor"
        | "login_throttles"
        | "invitations"
        | "password_links"
        | "deliveries"
        | "mail_links"
        | "push_devices"
        | "provider_sessions"
        | "waiting_identities"
        | "public_reading"
        | "site_keys"
        | "refinery_schema_history"
        | "pending_indexing"
        | "search_rebuild"
        | "search_words"
        | "search_corrections" => None,
        "picture_quotas" | "question_moves" | "question_merges" => None,
        // Work of the server, and what recognizes spam.
        "bulk_removals" | "waiting_accounts" | "link_domains" | "spam_counts" | "media_counts"
        | "text_bands" | "text_signatures" => None,
        "media_files" => Some("unused_since IS NULL"),
        "question_counts" => Some("questions > 0"),
        "community_tags" => Some("question_count > 0"),
        "game_counts" => Some("games > 0"),
        _ => Some("true"),
    }
}

/// The columns of all tables that hold what a site is.
fn columns(connection: &Connection) -> Vec<(String, Vec<String>)> {
    let sql = "SELECT t.name, group_concat(c.name) FROM pragma_table_list t JOIN pragma_table_info(t.name) c
               WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name ORDER BY t.name";
    let mut statement = connection.prepare(sql).expect("a query");
    let tables = statement
        .query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
        })
        .expect("tables");
    let tables = tables
        .map(|table| table.expect("a table"))
        .filter(|(table, _)| condition(table).is_some());
    tables
        .map(|(table, columns)| (table, columns.split(',').map(str::to_owned).collect()))
        .collect()
}

/// All rows of all tables, as text.
fn rows(connection: &Connection) -> String {
    let mut text = String::new();
    for (table, columns) in columns(connection) {
        let list = columns.join(", ");
        let sql = format!(
            "SELECT {list} FROM {table} WHERE {} ORDER BY {list}",
            condition(&table).expect("a table")
        );
        let mut statement = connection.prepare(&sql).expect("a query");
        let mut rows = statement.query([]).expect("rows");
        while let Some(row) = rows.next().expect("a row") {
            let values: Vec<Sql> = (0..columns.len())
                .map(|index| row.get(index).expect("a value"))
                .collect();
            writeln!(text, "{table} {values:?}").expect("text");
        }
    }
    without_tag_ids(connection, text)
}

/// Replaces the ids of tags by their names. They show nowhere, and tell whether a held question had the tag first.
fn without_tag_ids(connection: &Connection, text: String) -> String {
    let mut tags = connection
        .prepare("SELECT id, name_key FROM tags UNION SELECT s.id, name_key FROM scoped_tags s JOIN tags t ON t.id = s.tag_id")
        .expect("a query");
    let tags = tags.query_map([], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
    });
    let named = tags.expect("tags").fold(text, |text, tag| {
        let (id, name) = tag.expect("a tag");
        text.replace(&format!("Integer({id})"), &format!("Tag({name})"))
    });
    let mut lines: Vec<&str> = named.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// What a full-text index finds: each word with all its places.
fn indexed(connection: &Connection, index: &str) -> String {
    let table = format!(
        "CREATE VIRTUAL TABLE temp.{index}_places USING fts5vocab(main, {index}, instance)"
    );
    connection.execute(&table, []).expect("a view of the index");
    let sql = format!(
        "SELECT concat_ws(' ', term, doc, col, offset) FROM temp.{index}_places ORDER BY term, doc, col, offset"
    );
    let mut statement = connection.prepare(&sql).expect("a query");
    let places = statement
        .query_map([], |row| row.get::<_, String>(0))
        .expect("places");
    places.map(|place| place.expect("a place") + "\n").collect()
}

/// Says where two texts differ first.
#[track_caller]
fn assert_same(one: &str, other: &str, what: &str) {
    if let Some((first, second)) = one
        .lines()
        .zip(other.lines())
        .find(|(one, other)| one != other)
    {
        let only = |some: &str, others: &str| -> Vec<String> {
            let others: BTreeSet<&str> = others.lines().collect();
            some.lines()
                .filter(|line| !others.contains(line))
                .take(5)
                .map(str::to_owned)
                .collect()
        };
        panic!(
            "{what} differs:\n{first}\n{second}\nonly before: {:#?}\nonly after: {:#?}",
            only(one, other),
            only(other, one)
        );
    }
    assert_eq!(
        one.lines().count(),
        other.lines().count(),
        "{what} is longer"
    );
}

#[test]
fn an_imported_export_is_the_same_site() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let (beginning, (writes, _)) =
        runtime.block_on(async { (InitialSite::new().await, routes().await) });
    // The columns with a value other than the default, and the exported fields.
    let (mut used, mut written) = (BTreeSet::new(), BTreeSet::new());
    for seed in sampled(0..HISTORIES, 6) {
        let site = runtime.block_on(replayed(&beginning, &History::new(seed, LENGTH, &writes)));
        open(site.path()).execute_batch(BESIDES).expect("the rest");
        add_pictures(site.path());
        let files = TempDir::new().expect("a directory");
        let folder = files.path().join("site.media");
        let before = exported_with_files(site.path(), &folder);
        let (directory, db) = empty();
        let source = Source::new(Cursor::new(before.clone()), 0).expect("an export");
        let source = source.with_pictures(PictureSource {
            folder,
            media: Media::of(directory.path()),
        });
        let records = import(&db, source, false, |_| ())
            .unwrap_or_else(|error| panic!("history {seed}: {error}"))
            .records;
        assert_eq!(
            records.values().sum::<u64>() + 2,
            before.lines().count() as u64
        );
        assert_same(
            &before,
            &exported(directory.path(), true),
            &format!("the export of history {seed}"),
        );
        // The places of posts in the index tell their history, until it is rebuilt.
        crate::operations::doctor::maintenance::reindex(site.path()).expect("the index");
        let (one, other) = (open(site.path()), open(directory.path()));
        assert_same(
            &rows(&one),
            &rows(&other),
            &format!("the database of history {seed}"),
        );
        for index in [
            "search_texts",
            "search_strong",
            "user_names",
            "community_names",
        ] {
            assert_same(
                &indexed(&one, index),
                &indexed(&other, index),
                &format!("the index {index} of history {seed}"),
            );
        }
        let without = exported(site.path(), false);
        assert!(!without.contains("argon2") && before.contains("argon2"));
        for line in before.lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let kind = record["type"].as_str().expect("a type").to_owned();
            written.extend(
                record
                    .as_object()
                    .expect("an object")
                    .keys()
                    .map(|name| format!("{kind}.{name}")),
            );
        }
        for (table, columns) in columns(&one) {
            for column in columns {
                let sql = format!(
                    "SELECT count(*) FROM {table} WHERE {column} IS NOT NULL AND {column} NOT IN (0, '')"
                );
                let count: i64 = one.query_row(&sql, [], |row| row.get(0)).expect("a count");
                if count > 0 {
                    used.insert(format!("{table}.{column}"));
                }
            }
        }
    }
    if !run_in_full() {
        return;
    }
    // Without such rows the test would not cover them.
    let fields = kinds().flat_map(|kind| {
        kind.fields
            .iter()
            .map(move |field| format!("{}.{}", kind.name, field.name))
    });
    let never: Vec<String> = fields.filter(|field| !written.contains(field)).collect();
    assert!(never.is_empty(), "in no history is there a {never:?}");
    let (directory, _db) = empty();
    let all = columns(&open(directory.path()));
    let all = all.iter().flat_map(|(table, columns)| {
        columns
            .iter()
            .map(move |column| format!("{table}.{column}"))
    });
    // Work of the server, and what follows from sanctions that are in force.
    const FOLLOW: [&str; 4] = [
        "pending_erasures.stage",
        "removal_batches.bulk_removal_id",
        "users.silenced_until",
        "users.suspended_until",
    ];
    let never: Vec<String> = all
        .filter(|column| !used.contains(column) && !FOLLOW.contains(&column.as_str()))
        .collect();
    assert!(
        never.is_empty(),
        "in no history is there something in {never:?}: export it, or say here why it follows from the rest"
    );
}

/// A line of an export.
fn line(record: &Value) -> String {
    record.to_string() + "\n"
}

/// An export that a converter of another site could write: only the required fields.
fn smallest() -> Vec<Value> {
    vec![
        json!({"type": HEAD, "format": FORMAT}),
        json!({"type": "user", "id": "38cmczm000001", "username": "admin", "created_at": "2026-11-01T00:00:00Z"}),
        json!({"type": "tag", "id": "38cmczm000002", "name": "Bread"}),
        json!({"type": "question", "id": "38cmczm000003", "author": "38cmczm000001", "title": "Why?", "text": "Why *crust*?", "tags": ["BREAD"],
               "created_at": "2026-11-01T00:00:00.5Z"}),
        json!({"type": "answer", "id": "38cmczm000004", "question": "38cmczm000003", "author": "38cmczm000001", "text": "Steam.", "accepted": true,
               "created_at": "2026-11-02T00:00:00+01:00"}),
        json!({"type": END, "records": 4}),
    ]
}

fn text(records: &[Value]) -> String {
    records.iter().map(line).collect()
}

/// Another program can compare names in another way.
#[tokio::test]
async fn equal_names_of_an_export_are_renamed_and_reported() {
    let site = TestSite::new();
    let time = "2026-11-01T00:00:00Z";
    let community = |id: &str, name: &str| json!({"type": "community", "id": id, "name": name, "visibility": "public", "owner": "38cmczm000001", "created_at": time});
    let mut records = smallest();
    records[3]["tags"] = json!(["Cafe\u{301}", "bread", "Caf\u{e9}"]);
    records.splice(
        3..3,
        [
            json!({"type": "tag", "id": "38cmczm000005", "name": "Caf\u{e9}"}),
            json!({"type": "tag", "id": "38cmczm000006", "name": "Cafe\u{301}"}),
        ],
    );
    records.splice(
        2..2,
        [
            community("38cmczm000007", "Bakers"),
            community("38cmczm000008", "Ba\u{ad}kers"),
            community("38cmczm000009", "Bakers-2"),
        ],
    );
    let last = records.len() - 1;
    records[last]["records"] = json!(last - 1);
    let (site_of_import, export) = (site.site.clone(), text(&records));
    let done =
        tokio::task::spawn_blocking(move || imported(&site_of_import.app.db, &export, false));
    let done = done.await.expect("a result").expect("an import");
    let renamed: Vec<&str> = done.renamed.iter().map(|new| new.to.as_str()).collect();
    assert_eq!(renamed, ["Ba\u{ad}kers-2", "Bakers-2-2", "Cafe\u{301}-2"]);
    assert!(
        done.to_string().contains(
            "The tag Cafe\u{301} is called Cafe\u{301}-2: another one has an equal name."
        )
    );
    let ann = site.sign_up("ann").await;
    let question = ann
        .get("/question/getQuestionById/38cmczm000003")
        .await
        .ok();
    let tags: Vec<&Value> = question["tags"]
        .as_array()
        .expect("tags")
        .iter()
        .map(|tag| &tag["name"])
        .collect();
    assert_eq!(tags, ["Caf\u{e9}", "Bread"]);
}

#[tokio::test]
async fn an_export_of_another_program_is_imported() {
    let site = TestSite::new();
    let directory = site.directory.path().to_owned();
    let small = text(&smallest());
    let records = tokio::task::spawn_blocking({
        let site = site.site.clone();
        move || {
            (
                imported(&site.app.db, &small, true).expect("a rehearsal"),
                imported(&site.app.db, &small, false).expect("an import"),
            )
        }
    });
    let (rehearsed, imported) = records.await.expect("both");
    assert!(rehearsed.rehearsed && rehearsed.records == imported.records);
    assert_eq!(
        json!(imported.records),
        json!({"user": 1, "tag": 1, "question": 1, "answer": 1})
    );
    let ann = site.sign_up("ann").await;
    let found = ann.get("/question/getQuestion?search=crust").await.ok();
    let question = &found[0];
    assert_eq!(
        (
            &question["askedBy"],
            &question["tags"][0]["name"],
            &question["answerCount"]
        ),
        (&json!("admin"), &json!("Bread"), &json!(1))
    );
    assert_eq!(
        ann.titles("/question/getQuestion?search=steam%20is:accepted")
            .await,
        ["Why?"]
    );
    let revisions = ann.get("/post/getRevisions/38cmczm000003").await.ok();
    assert_eq!(
        (&revisions[0]["text"], &revisions[0]["tags"]),
        (&json!("Why *crust*?"), &json!(["Bread"]))
    );
    assert!(exported(&directory, false).contains("\"created_at\":\"2026-11-01T23:00:00.000Z\""));
}

#[test]
fn what_a_clock_that_was_ahead_wrote_is_imported_with_the_time_of_the_import() {
    let (directory, db) = empty();
    let mut records = smallest();
    records[3]["created_at"] = json!("2099-06-01T00:00:00Z");
    for (place, name) in [(3, "id"), (4, "question")] {
        records[place][name] = json!("6zzzzzzzzzzzz");
    }
    let result = imported(&db, &text(&records), false).expect("the import");
    assert_eq!(result.ahead, 1);
    assert!(
        result
            .to_string()
            .contains("Records dated after the clock of this computer: 1;"),
        "{result}"
    );
    let question = exported(directory.path(), false);
    let question = question
        .lines()
        .find(|line| line.contains("Why *crust*?"))
        .expect("the question");
    assert!(
        question.contains("\"created_at\":\"2026-11-21T00:00:00.000Z\"")
            && question.contains("6zzzzzzzzzzzz"),
        "{question}"
    );
}

#[test]
fn a_wrong_line_is_named_and_nothing_is_imported() {
    let (directory, db) = empty();
    let untouched = rows(&open(directory.path()));
    let refused = |text: &str| {
        let error = imported(&db, text, false)
            .err()
            .unwrap_or_else(|| panic!("imported: {text}"))
            .to_string();
        assert_eq!(rows(&open(directory.path())), untouched, "{error}");
        error
    };
    let with = |place: usize, name: &str, value: Value| {
        let mut records = smallest();
        records[place][name] = value;
        refused(&text(&records))
    };
    let says = |error: String, part: &str| assert!(error.contains(part), "{error}");
    says(
        with(0, "type", json!("other")),
        "its first line should be {\"type\":\"export\",\"format\":1}",
    );
    says(
        with(0, "format", json!(2)),
        "has format 2, but this program supports 1",
    );
    says(
        with(1, "type", json!("person")),
        "line 2: there is no type \"person\"",
    );
    says(
        with(1, "nickname", json!("x")),
        "line 2: a record of the type user has no \"nickname\"",
    );
    says(
        with(1, "username", json!(null)),
        "line 2: a record of the type user needs \"username\": a username",
    );
    says(
        with(1, "username", json!("a b")),
        "line 2: \"username\" should be a username, but is \"a b\"",
    );
    says(
        with(1, "id", json!("zzzzzzzzzzzz1")),
        "line 2: \"id\" should be an id",
    );
    says(
        with(1, "created_at", json!("yesterday")),
        "line 2: \"created_at\" should be a time",
    );
    says(
        with(1, "created_at", json!("1969-12-31T23:59:59Z")),
        "line 2: \"created_at\" should be a time from 1970 on",
    );
    let told = with(1, "password_hash", json!("not a hash"));
    assert!(
        told.contains("line 2: \"password_hash\" should be an argon2id hash as a PHC string")
            && !told.contains("not a hash"),
        "{told}"
    );
    says(
        with(1, "role", json!("king")),
        "line 2: \"role\" should be administrator, moderator or user, but is \"king\"",
    );
    says(
        with(2, "name", json!("white space")),
        "line 3: \"name\" should be a tag's name",
    );
    says(
        with(3, "author", json!("38cmczm000009")),
        "line 4: it refers to a record that no earlier line contains",
    );
    says(
        with(3, "tags", json!(["unknown"])),
        "line 4: it refers to a record that no earlier line contains",
    );
    says(
        with(3, "imported_views", json!(-1)),
        "line 4: \"imported_views\" should be a whole number from 0 on, but is -1",
    );
    says(
        with(3, "imported_score", json!(i64::MAX)),
        "line 4: \"imported_score\" should be a whole number",
    );
    says(
        with(3, "text", json!("a\0b")),
        "line 4: \"text\" should be text",
    );
    says(
        with(4, "id", json!("38cmczm000003")),
        "line 5: an earlier line contains the same record",
    );
    says(
        with(4, "accepted", json!("yes")),
        "line 5: \"accepted\" should be true or false",
    );
    says(
        with(5, "records", json!(3)),
        "line 6: \"records\" is 3, but the file has 4",
    );
    let with_record = |record: Value| {
        let mut records = smallest();
        records.insert(5, record);
        refused(&text(&records))
    };
    let vote = json!({"type": "vote", "post": "38cmczm000003", "user": "38cmczm000001", "value": 2, "voted_at": "2026-11-02T00:00:00Z"});
    says(
        with_record(vote),
        "line 6: \"value\" should be 1 or -1, but is 2",
    );
    let [question, user] = ["38cmczm000003", "38cmczm000001"];
    let itself = json!({"type": "duplicate", "question": question, "original": question, "linked_by": user, "linked_at": "2026-11-02T00:00:00Z"});
    says(
        with_record(itself),
        "line 6: a question cannot be a duplicate of itself",
    );
    let itself = json!({"type": "link", "question": question, "linked": question});
    says(
        with_record(itself),
        "line 6: a question cannot be linked to itself",
    );
    let whole = text(&smallest());
    says(
        refused(&(whole.clone() + "{}\n")),
        "line 7: no line may follow",
    );
    says(
        refused(&whole.replacen("{\"created_at\"", "\"created_at\"", 1)),
        "is not a JSON object",
    );
    for cut in [
        0,
        1,
        whole.len() / 2,
        whole.trim_end().rfind('\n').expect("a line") + 1,
    ] {
        refused(&whole[..cut]);
    }
    imported(&db, &whole, false).expect("after all that");
    assert!(matches!(
        imported(&db, &whole, false),
        Err(ImportError::NotEmpty)
    ));
}

/// The documentation's tables are made from the kinds.
#[test]
fn the_format_is_documented() {
    const MARK: &str =
        "<!-- What follows is made from src/operations/export/store/kinds by a test. -->\n";
    let path = Path::new("docs/export-format.md");
    let now = std::fs::read_to_string(repository().join(path)).expect("the documentation");
    let (by_hand, _) = now.split_once(MARK).expect("the mark");
    let mut text = format!("{by_hand}{MARK}");
    for kind in kinds() {
        writeln!(text, "\n### `{}`\n", kind.name).expect("text");
        if !kind.about.is_empty() {
            writeln!(text, "{}\n", kind.about).expect("text");
        }
        text.push_str("| field | | |\n|---|---|---|\n");
        for field in kind.fields {
            let presence = match field.presence {
                Presence::Required => "",
                Presence::Optional if field.field_type == FieldType::Flag => ", if it is so",
                Presence::Optional => ", if there is one",
                Presence::Secret => ", if secrets are asked for",
            };
            writeln!(
                text,
                "| `{}` | {}{presence} | {} |",
                field.name,
                field.field_type.name(),
                field.about
            )
            .expect("text");
        }
    }
    check_fresh(path, &text);
}

/// The row in `tags` is then older than the first record, which has another id.
#[test]
fn a_tag_that_a_held_question_had_first_is_imported_with_its_description() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let site = runtime.block_on(site_with_held_tag());
    let before = exported(site.directory.path(), true);
    let (directory, db) = empty();
    imported(&db, &before, false).expect("an import");
    assert_same(&before, &exported(directory.path(), true), "the export");
}

/// A site with a described and watched tag that a held question had first.
async fn site_with_held_tag() -> TestSite {
    let site = TestSite::new();
    let [ann, ben] = [site.sign_up("ann").await, site.sign_up("ben").await];
    site.sql("INSERT INTO site_settings (key, value, changed_at, changed_by) SELECT 'holdFirst', '\"1\"', 0, min(id) FROM users");
    site.settle().await;
    site.site.app.reload_settings().await.expect("the settings");
    ann.ask("Held", "held", &["zebra"]).await;
    site.sql("DELETE FROM site_settings WHERE key = 'holdFirst'");
    site.site.app.reload_settings().await.expect("the settings");
    ben.ask("Shown", "shown", &["zebra"]).await;
    let first = "SELECT count(*) FROM scoped_tags WHERE id = tag_id";
    let is_first: i64 = site
        .connection()
        .query_row(first, [], |row| row.get(0))
        .expect("a number");
    assert_eq!(is_first, 0);
    let body = json!({"name": "zebra", "text": "Striped.", "base": null});
    ben.patch("/tag/editTagDescription", body).await.ok();
    let body = json!({"kind": "tag", "object": "zebra", "state": "watching"});
    ben.patch("/following/setFollow", body).await.ok();
    site
}
