//! The doctor: whatever is wrong in the rows is found, and mended as it was.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use super::{TestSite, copy_of, id_of, sampled};
use crate::core::clock::Timestamp;
use crate::core::config::Config;
use crate::features::sanctions::{self, model::NewSanction};
use crate::features::users::{AdminAuthority, Subordinate};
use crate::operations::doctor::{CHECKS, DoctorContext, Finding, LOCK, Status, maintenance};
use crate::operations::invariants::{DERIVED, ORPHANS};
use crate::platform::db::{self, Invariant};

/// A site that nobody serves any more, on which every counter has counted something.
pub(super) fn lived_in() -> TempDir {
    tokio::runtime::Runtime::new()
        .expect("a runtime")
        .block_on(live())
}

async fn live() -> TempDir {
    let site = TestSite::new();
    let (ann, ben, cat) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cat").await,
    );
    // What is posted is remembered, to recognize copies.
    site.sql("INSERT INTO site_settings SELECT 'holdSpam', 'true', 0, id FROM users WHERE username = 'ann'");
    // It gets a message about all that follows, and none is sent.
    site.sql(
        "INSERT INTO webhooks (id, manager_id, name, address, form, events, secret)
         SELECT 1, id, 'all', 'https://hook.test/', 'standard', 511, zeroblob(32) FROM users WHERE username = 'ann'",
    );
    let open = id_of(
        &ann.post(
            "/addCommunity",
            json!({"name": "open", "visibility": "public"}),
        )
        .await
        .ok(),
    );
    let closed = id_of(
        &ann.post(
            "/addCommunity",
            json!({"name": "closed", "visibility": "private"}),
        )
        .await
        .ok(),
    );
    ben.post(&format!("/addMember/{open}"), json!({"userId": "ben"}))
        .await
        .ok();
    ben.post(
        &format!("/addMemberRequest/{closed}"),
        json!({"userId": "ben"}),
    )
    .await
    .ok();
    let question = ann
        .ask("How do I see?", "With eyes", &["eyes", "light"])
        .await;
    let inside = ann.ask_in(&closed, "What do we hide?").await;
    ann.ask_in(&open, "What do we show?").await;
    let text =
        "How does the wheel of a bicycle stay round when I ride? See https://wheels.example/round";
    ann.ask("Which wheel?", text, &["light"]).await;
    let answer = ben.answer(&question, "By opening them").await;
    let nothing = ann.answer(&inside, "Nothing").await;
    cat.comment("answer", &answer, "Or by a lamp, @ann").await;
    for reader in [&ben, &cat] {
        reader
            .get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok();
        reader
            .post("/question/upvoteQuestion", json!({"qid": question}))
            .await
            .ok();
        reader
            .post("/star/addStar", json!({"qid": question}))
            .await
            .ok();
    }
    let chat = id_of(
        &ann.post(
            "/chat/createChat",
            json!({"participants": ["ann", "ben"], "messages": []}),
        )
        .await
        .ok(),
    );
    let message = ben
        .post(
            &format!("/chat/{chat}/addMessage"),
            json!({"msg": "hello", "msgFrom": "ben"}),
        )
        .await
        .ok();
    let message = message["messages"]
        .as_array()
        .and_then(|messages| messages.last())
        .map_or_else(|| id_of(&message), id_of);
    ann.post(
        &format!("/chat/{chat}/markRead"),
        json!({"messageId": message}),
    )
    .await
    .ok();
    cat.post(
        "/messaging/addMessage",
        json!({"messageToAdd": {"msg": "to all", "msgFrom": "cat"}}),
    )
    .await
    .ok();
    let game = ann
        .post("/games/create", json!({"gameType": "Nim"}))
        .await
        .ok()
        .as_str()
        .expect("an id")
        .to_owned();
    for (player, call) in [(&ann, "/join"), (&ben, "/join"), (&ben, "/leave")] {
        player
            .post(call, json!({"gameID": game, "playerID": player.name}))
            .await
            .ok();
    }
    cat.delete("/user/deleteUser/cat").await.ok();
    // Content of a private community with a second member, and a deleted question.
    let dan = site.sign_up("dan").await;
    dan.post(
        &format!("/addMemberRequest/{closed}"),
        json!({"userId": "dan"}),
    )
    .await
    .ok();
    ann.post(
        &format!("/approveMemberRequest/{closed}"),
        json!({"userId": "dan"}),
    )
    .await
    .ok();
    site.sql("INSERT INTO former_usernames (name_key, user_id, username, renamed_at) SELECT 'annette', id, 'Annette', 0 FROM users WHERE username = 'ann'");
    dan.flag("question", &question, "spam").await.ok();
    site.sql(
        "INSERT INTO visitor_reports (id, case_id, path, place, text, created_at) SELECT id + 1, id, '/tags', 'x', 'x', 0 FROM cases LIMIT 1",
    );
    let picture = dan.picture(1).await;
    let text = format!("The hidden treasure ![](/media/{picture})");
    let secret = dan.answer(&inside, &text).await;
    dan.comment("answer", &secret, "Beneath the sundial").await;
    dan.suggests(&nothing, "Nothing at all").await;
    let gone = dan
        .ask("What did I want?", "Something deleted", &["light"])
        .await;
    dan.delete_with("/question/deleteQuestion", json!({"qid": gone}))
        .await
        .ok();
    let sanctioned = site.site.app.db.write(|tx| {
        let by = AdminAuthority::of_operator();
        let member = Subordinate::find_for(tx, &by, "dan")?;
        let until = tx.now.plus(Duration::from_secs(24 * 3600));
        for new in [
            NewSanction::SilenceUntil(until),
            NewSanction::SuspensionUntil(until),
        ] {
            sanctions::impose(tx, &by, &member, new, "insults")?;
        }
        Ok(())
    });
    sanctioned.await.expect("sanctions");
    // An entry about nobody.
    site.sql("INSERT INTO admin_log (id, logged_at, actor, action, target_kind, target, scope, detail) VALUES (43, 0, '', 'back-up', 'backup', '', 0, '')");
    site.sql(
        "INSERT INTO waiting_accounts (id, username, name_key, password_hash, network, created_at)
         VALUES (41, 'Waiting', 'waiting', '', '203.0.113.0/24', 0)",
    );
    site.directory
}

/// Looks, and mends if that is wanted.
pub(super) fn look(directory: &Path, mend: bool) -> Vec<Finding> {
    let doctor = DoctorContext {
        config: &Config::default(),
        data_dir: directory.to_owned(),
        now: Timestamp::from_millis(0),
        is_locked: true,
    };
    let findings = doctor.inspect(&[]);
    assert_eq!(findings.len(), CHECKS.len());
    if !mend {
        return findings;
    }
    doctor.repair(&findings, None).expect("it can be mended");
    doctor.inspect(&[])
}

pub(super) fn wrong(findings: &[Finding]) -> Vec<(&str, &[String])> {
    let wrong = findings
        .iter()
        .filter(|finding| finding.status == Status::Error);
    wrong
        .map(|finding| (finding.id, finding.details.as_slice()))
        .collect()
}

/// Expects that the doctor finds nothing on a site that runs.
#[track_caller]
pub(super) fn sound_site(site: &TestSite, after: &str) {
    let copy = copy_of(site.directory.path());
    sound(&look(copy.path(), false), after);
}

#[track_caller]
pub(super) fn sound(findings: &[Finding], after: &str) {
    let wrong = wrong(findings);
    assert!(wrong.is_empty(), "after {after}: {wrong:?}");
}

pub(super) fn sql(directory: &Path, sql: &str) {
    let connection = Connection::open(directory.join(db::FILE)).expect("the database opens");
    db::add_functions(&connection).expect("functions");
    connection
        .execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}"))
        .unwrap_or_else(|error| panic!("{error}: {sql}"));
}

/// What stands in every counter that has counted something.
fn counted(directory: &Path) -> Vec<String> {
    let connection = Connection::open(directory.join(db::FILE)).expect("the database opens");
    let columns = DERIVED.concat().into_iter().filter_map(|rule| match rule {
        Invariant::Derived { table, column, .. }
        | Invariant::DerivedKey { table, column, .. } => {
            Some(format!("SELECT concat_ws(' ', '{table}', '{column}', group_concat({column})) FROM {table} WHERE {column} <> 0"))
        }
        _ => None,
    });
    columns
        .map(|sql| {
            connection
                .query_row(&sql, [], |row| row.get(0))
                .expect("counters")
        })
        .collect()
}

#[test]
fn every_wrong_count_is_found_and_repaired() {
    let directory = lived_in();
    let directory = directory.path();
    sound(&look(directory, false), "nothing");
    let right = counted(directory);
    for rule in sampled(DERIVED.concat(), 5) {
        sql(
            directory,
            &match rule {
                Invariant::Derived { table, column, .. } => {
                    format!("UPDATE {table} SET {column} = coalesce({column}, 0) + 7")
                }
                Invariant::DerivedKey { table, column, .. } => {
                    format!("UPDATE {table} SET {column} = {column} || 'x'")
                }
                Invariant::Cleared { .. } => continue,
                Invariant::Present { table, columns, .. } => {
                    let key = columns.split(',').next().expect("a column");
                    format!("DELETE FROM {table} WHERE {key} = (SELECT min({key}) FROM {table})")
                }
                other => panic!("{other:?} counts nothing"),
            },
        );
        assert!(
            counted(directory) != right,
            "{} has nothing to drift: let more happen on this site",
            rule.name()
        );
        let found = look(directory, false);
        let found = wrong(&found);
        let named = |details: &[String]| {
            details
                .iter()
                .any(|line| line.starts_with(&format!("{}: ", rule.name())))
        };
        assert!(
            found
                .iter()
                .any(|(id, details)| *id == "counters" && named(details)),
            "{} is not found: {found:?}",
            rule.name()
        );
        sound(&look(directory, true), &rule.name());
        assert_eq!(counted(directory), right, "{}", rule.name());
    }
}

#[test]
fn orphans_are_found_and_removed() {
    let directory = lived_in();
    let directory = directory.path();
    let orphans = [
        (
            "sessions",
            "INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, address, user_agent) VALUES (x'00', 7, 7, 0, 0, '', '')",
        ),
        (
            "password_links",
            "INSERT INTO password_links VALUES (7, x'00', NULL, 0)",
        ),
        (
            "security_notices",
            "INSERT INTO security_notices VALUES (7, 7, 'signInReset', NULL, NULL, 0, NULL)",
        ),
        (
            "mail_addresses",
            "INSERT INTO mail_addresses VALUES (7, 'a@example.org', 0, NULL, 0)",
        ),
        (
            "identities",
            "INSERT INTO identities VALUES (7, 'https://id.test', 's', 7, '', 0, 0)",
        ),
        (
            "waiting_identities",
            "INSERT INTO waiting_identities VALUES (7, 'https://id.test', 's', '')",
        ),
        (
            "provider_sessions",
            "INSERT INTO provider_sessions VALUES (x'01', 7, NULL)",
        ),
        (
            "mail_links",
            "INSERT INTO mail_links VALUES (x'00', 7, 'reset', 'a@example.org', 0)",
        ),
        (
            "deliveries",
            "INSERT INTO deliveries (id, recipient_id, channel, kind, object_id, is_urgent, created_at, next_attempt_at) VALUES (7, 7, 'mail', 'answer', 7, 0, 0, 0)",
        ),
        (
            "push_devices",
            "INSERT INTO push_devices (id, session_hash, endpoint, public_key, secret, hides_text, created_at) VALUES (7, x'00', 'a', zeroblob(65), zeroblob(16), 0, 0)",
        ),
        (
            "site_settings",
            "INSERT INTO site_settings SELECT 'cover', '\"x\"', 0, id FROM users LIMIT 1",
        ),
        (
            "delivery_choices",
            "INSERT INTO delivery_choices VALUES (7, 'mail', 'answer', 0, NULL)",
        ),
        (
            "delivery_settings",
            "INSERT INTO delivery_settings VALUES (7, 'UTC', NULL, NULL, 0)",
        ),
        (
            "known_devices",
            "INSERT INTO known_devices VALUES (7, x'00', 0, NULL)",
        ),
        (
            "second_factors",
            "INSERT INTO second_factors VALUES (7, zeroblob(20), 0, 0)",
        ),
        (
            "recovery_codes",
            "INSERT INTO recovery_codes VALUES (7, x'00')",
        ),
        (
            "passkeys",
            "INSERT INTO passkeys VALUES (7, 7, x'00', 'stoa.test', x'00', 0, '[]', 0, 0, 'phone', NULL)",
        ),
        (
            "api_tokens",
            "INSERT INTO api_tokens VALUES (7, 7, zeroblob(32), 'script', 1, NULL, NULL, NULL)",
        ),
        (
            "incoming_hooks",
            "INSERT INTO incoming_hooks VALUES (7, zeroblob(32), '[]', 0, NULL)",
        ),
        (
            "community_tags",
            "INSERT INTO community_tags SELECT 7, id, 0 FROM communities LIMIT 1",
        ),
        (
            "webhooks",
            "INSERT INTO webhooks (id, community_id, manager_id, name, address, form, events, secret) SELECT 7, 7, id, 'x', 'https://x.test/', 'slack', 1, zeroblob(32) FROM users LIMIT 1",
        ),
        (
            "webhook_deliveries",
            "INSERT INTO webhook_deliveries (id, webhook_id, event, object_id, question_id) VALUES (7, 8, 'test', 7, 7)",
        ),
        (
            "invitations",
            "INSERT INTO invitations VALUES (x'00', 7, 7, 0, 0, '', NULL, NULL)",
        ),
        (
            "memberships",
            "INSERT INTO memberships VALUES (7, 7, 'member', 0)",
        ),
        (
            "membership_requests",
            "INSERT INTO membership_requests SELECT community_id, user_id, 0 FROM memberships LIMIT 1",
        ),
        (
            "votes",
            "INSERT INTO votes SELECT 7, 7, id, 1, 0 FROM users LIMIT 1",
        ),
        (
            "question_views",
            "INSERT INTO question_views SELECT 7, id FROM users LIMIT 1",
        ),
        (
            "question_tags",
            "INSERT INTO question_tags SELECT 7, id, 9 FROM questions LIMIT 1",
        ),
        (
            "tag_synonyms",
            "INSERT INTO tag_synonyms SELECT 7, id, 'x' FROM tags LIMIT 1",
        ),
        (
            "sanctions",
            "INSERT INTO sanctions SELECT 7, 7, 'warning', '', NULL, 0, NULL, NULL, NULL, id, NULL FROM admin_log WHERE id NOT IN (SELECT entry_id FROM sanctions) LIMIT 1",
        ),
        (
            "appeals",
            "INSERT INTO appeals SELECT min(id), 7, '', 0 FROM admin_log",
        ),
        ("pins", "INSERT INTO pins VALUES ('site', 0, 7, 0)"),
        (
            "question_moves",
            "INSERT INTO question_moves VALUES (7, 7, NULL, 0, '[]', 1, '[]')",
        ),
        (
            "question_merges",
            "INSERT INTO question_merges SELECT 7, id, 0, '[]', NULL, 'open', 1, NULL FROM questions LIMIT 1",
        ),
        (
            "duplicates",
            "INSERT INTO duplicates SELECT 7, id, 7, 0 FROM questions LIMIT 1",
        ),
        (
            "question_links",
            "INSERT INTO question_links SELECT 7, id FROM questions LIMIT 1",
        ),
        (
            "attributions",
            "INSERT INTO attributions VALUES (7, '', '', '')",
        ),
        (
            "removals",
            "INSERT INTO removals (id, content_id, removed_by, removed_at, reason, restored_by, restored_at, community_id) SELECT 7, 7, id, 0, '', NULL, NULL, NULL FROM users LIMIT 1",
        ),
        (
            "notifications",
            "INSERT INTO notifications SELECT author_id, 7, id, id, NULL FROM posts WHERE question_id IS NULL LIMIT 1",
        ),
        (
            "stars",
            "INSERT INTO stars SELECT id, 7, 0 FROM users LIMIT 1",
        ),
        (
            "star_notes",
            "INSERT INTO star_notes SELECT id, 7, 'note', NULL FROM users LIMIT 1",
        ),
        (
            "visits",
            "INSERT INTO visits SELECT id, 7, 0, 0 FROM users LIMIT 1",
        ),
        (
            "saved_searches",
            "INSERT INTO saved_searches SELECT 7, id, 'x', 7, NULL, NULL, NULL FROM users LIMIT 1",
        ),
        (
            "follows",
            "INSERT INTO follows SELECT id, 'tag', 7, 'watching', 0, 0 FROM users LIMIT 1",
        ),
        ("inboxes", "INSERT INTO inboxes VALUES (7, 7, 0, '')"),
        (
            "inbox_entries",
            "INSERT INTO inbox_entries SELECT 7, id, 'accepted', 7, NULL, 0 FROM users LIMIT 1",
        ),
        (
            "mentions",
            "INSERT INTO mentions SELECT 7, id, 7, id, 7, 'new', 1 FROM users LIMIT 1",
        ),
        (
            "picture_uses",
            "INSERT INTO picture_uses SELECT id, 'comment', 7, 7, 1 FROM pictures LIMIT 1",
        ),
        (
            "picture_quotas",
            "INSERT INTO picture_quotas VALUES (7, 7, 1, 1)",
        ),
        (
            "flags",
            "INSERT INTO flags (id, case_id, user_id, reason, created_at) SELECT 7, 7, id, 'spam', 0 FROM users LIMIT 1",
        ),
        (
            "visitor_reports",
            "INSERT INTO visitor_reports (id, case_id, path, place, text, created_at) VALUES (7, 7, '/', 'x', 'x', 0)",
        ),
        (
            "cases",
            "INSERT INTO cases (id, kind, object_id) VALUES (7, 'user', 7)",
        ),
        (
            "avatars",
            "INSERT INTO avatars SELECT 7, id FROM pictures LIMIT 1",
        ),
        (
            "former_usernames",
            "INSERT INTO former_usernames (name_key, user_id, username, renamed_at) VALUES ('x7', 7, 'x7', 0)",
        ),
        (
            "pending_erasures",
            "INSERT INTO pending_erasures (user_id, due_at) SELECT id, 7 FROM users WHERE username = 'ann'",
        ),
        ("badges", "INSERT INTO badges VALUES (7, 7, 'voted')"),
        (
            "member_trust",
            "INSERT INTO member_trust (user_id, lost_at) VALUES (7, 0)",
        ),
        ("text_bands", "INSERT INTO text_bands VALUES (7, 7)"),
        (
            "text_signatures",
            "INSERT INTO text_signatures VALUES (7, zeroblob(256))",
        ),
        ("notice_cursors", "INSERT INTO notice_cursors VALUES (7, 7)"),
        (
            "mention_cursors",
            "INSERT INTO mention_cursors VALUES (7, 7)",
        ),
        (
            "blocks",
            "INSERT INTO blocks SELECT id, 7, 0 FROM users LIMIT 1",
        ),
        (
            "participants",
            "INSERT INTO participants SELECT 7, id, 7, 0, 0 FROM users LIMIT 1",
        ),
        (
            "author_counts",
            "INSERT INTO author_counts VALUES (7, 7, 1, 0)",
        ),
        (
            "read_cursors",
            "INSERT INTO read_cursors SELECT id, 7, 7 FROM users LIMIT 1",
        ),
        (
            "player_stats",
            "INSERT INTO player_stats SELECT id, 1, 1, 1 FROM users WHERE username = 'cat'",
        ),
        (
            "game_moves",
            "INSERT INTO game_moves VALUES (7, 0, 0, '', 0)",
        ),
    ];
    let right = counted(directory);
    for rule in sampled(ORPHANS.concat(), 5) {
        let table = rule.name();
        let orphan = orphans
            .iter()
            .find(|(name, _)| *name == table)
            .unwrap_or_else(|| panic!("no orphan for {table}"));
        sql(directory, orphan.1);
        let found = look(directory, false);
        let found = wrong(&found);
        assert!(
            found
                .iter()
                .any(|(id, details)| *id == "orphans" && details == &[format!("{table}: 1")]),
            "{table}: {found:?}"
        );
        sound(&look(directory, true), &table);
        assert_eq!(counted(directory), right, "{table}");
    }
}

#[test]
fn wrong_indexes_are_found_and_rebuilt() {
    let directory = lived_in();
    let directory = directory.path();
    for (index, drift) in [
        (
            "name-indexes",
            "INSERT INTO user_names (rowid, username) VALUES (7, 'nobody')",
        ),
        (
            "name-indexes",
            "UPDATE users SET display_name = 'Anne' WHERE username = 'ann'",
        ),
        (
            "name-indexes",
            "INSERT INTO community_names (community_names) VALUES ('delete-all')",
        ),
        // Like a rebuild that ignores the deletion of an account.
        (
            "name-indexes",
            "INSERT INTO user_names (user_names) VALUES ('rebuild')",
        ),
        (
            "search-index",
            "INSERT INTO search_texts (rowid, title) VALUES (7, 'wrong')",
        ),
        (
            "search-index",
            "UPDATE posts SET text = 'With a torch' WHERE text = 'With eyes'",
        ),
        (
            "search-index",
            "INSERT INTO search_strong (search_strong) VALUES ('delete-all')",
        ),
        (
            "search-index",
            "DELETE FROM search_entries WHERE post_id = (SELECT max(post_id) FROM search_entries)",
        ),
    ] {
        sql(directory, drift);
        let found = look(directory, false);
        let ids: Vec<&str> = wrong(&found).iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, [index], "{drift}");
        sound(&look(directory, true), drift);
    }
}

/// A server keeps writing meanwhile.
#[test]
fn wrong_words_are_found_while_the_site_is_served() {
    let directory = lived_in();
    let directory = directory.path();
    let lock = File::create(directory.join(LOCK)).expect("a lock");
    lock.lock().expect("the server has it");
    let server = Connection::open(directory.join(db::FILE)).expect("the database opens");
    let look = || {
        let doctor = DoctorContext {
            config: &Config::default(),
            data_dir: directory.to_owned(),
            now: Timestamp::from_millis(0),
            is_locked: false,
        };
        let found = doctor.inspect(&["search-index".to_owned()]).remove(0);
        (found.status, found.message)
    };
    server
        .execute_batch(
            "BEGIN IMMEDIATE; UPDATE posts SET text = 'With a torch' WHERE text = 'With eyes'",
        )
        .expect("a write");
    assert_eq!(
        look(),
        (
            Status::Ok,
            "the search index contains every word of every post".to_owned()
        )
    );
    server.execute_batch("COMMIT").expect("a commit");
    assert_eq!(
        look(),
        (
            Status::Error,
            "the search index differs from the posts".to_owned()
        )
    );
    let left = std::fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name());
    assert!(
        left.into_iter()
            .all(|name| !name.to_string_lossy().starts_with('.')),
        "a copy was left behind"
    );
}

/// Whatever else a file is, a database in order it is not.
#[test]
fn a_file_that_is_no_database_is_an_error() {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join(db::FILE);
    let found =
        || maintenance::check(directory.path(), Timestamp::from_millis(0), true).expect("findings");
    std::fs::write(
        &path,
        "no database at all, but longer than the head of one".repeat(100),
    )
    .expect("a file");
    for finding in found() {
        assert_eq!(
            (finding.status, finding.message.as_str()),
            (Status::Error, "SQLite: file is not a database"),
            "{}",
            finding.id
        );
    }
    std::fs::remove_file(&path).expect("it is gone");
    std::fs::create_dir(&path).expect("a directory in its place");
    assert_eq!(found().map(|finding| finding.status), [Status::Error; 2]);
}

/// What is damaged, foreign or newer is said, and nothing is done to it.
#[test]
fn unrepairable_damage_is_left_unchanged() {
    let site = lived_in();
    let directory = site.path();
    sql(
        directory,
        "UPDATE posts SET score = 77; PRAGMA wal_checkpoint(TRUNCATE)",
    );
    let path = directory.join(db::FILE);
    let intact = std::fs::read(&path).expect("the file");
    let mut damaged = intact.clone();
    for page in damaged.chunks_mut(4_096).skip(40).step_by(7) {
        page[..64].fill(0xa5);
    }
    std::fs::write(&path, &damaged).expect("the file");
    let ids: Vec<&str> = look(directory, true)
        .iter()
        .filter(|finding| finding.status == Status::Error)
        .map(|finding| finding.id)
        .collect();
    assert!(ids.contains(&"integrity"), "{ids:?}");
    assert_eq!(std::fs::read(&path).expect("the file"), damaged);

    std::fs::write(&path, &intact).expect("the file");
    sql(
        directory,
        "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'x', 'x', '0')",
    );
    let found = look(directory, true);
    assert!(
        matches!(wrong(&found).as_slice(), [("schema", [])]),
        "{:?}",
        wrong(&found)
    );
    sql(
        directory,
        "DELETE FROM refinery_schema_history WHERE version = 9999",
    );
    sound(&look(directory, true), "nothing");

    std::fs::remove_file(&path).expect("it is gone");
    look(directory, true);
    assert!(!path.exists());
}

#[tokio::test]
async fn a_row_dated_after_the_clock_is_named() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let checked_at = |now: Timestamp| {
        let doctor = DoctorContext {
            config: &Config::default(),
            data_dir: site.directory.path().to_owned(),
            now,
            is_locked: false,
        };
        doctor.inspect(&["clock".to_owned()]).remove(0)
    };
    assert_eq!(checked_at(site.clock.now()).status, Status::Ok);
    let behind = checked_at(site.clock.now().minus(Duration::from_hours(48)));
    assert_eq!(behind.status, Status::Warn);
    assert_eq!(
        behind.message,
        "the newest row is dated 2026-11-21 00:00 UTC, 48 h after the clock of this computer"
    );
}
