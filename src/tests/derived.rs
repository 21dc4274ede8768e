//! Every column is either a source, which nothing can restore, or derived: the doctor finds a wrong
//! value and restores it from the sources, and never the other way round.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

use super::copy_of;
use super::doctor::{lived_in, look, wrong};
use super::{run_in_full, sampled};
use crate::core::clock::Clock;
use crate::operations::doctor::maintenance;
use crate::operations::invariants::{DERIVED, DERIVED_TABLES};
use crate::platform::db::{self, Db, Invariant};
use crate::platform::realtime::Hub;

/// The columns that hold what users wrote or did. A key of a derived row is among them if the row also
/// holds a source.
const SOURCES: &[(&str, &str)] = &[
    ("attributions", "id author url licence"),
    ("avatars", "object_id picture_id"),
    ("badges", "id user_id badge"),
    ("blocks", "user_id blocked_id blocked_at"),
    ("chats", "id created_at updated_at"),
    (
        "admin_log",
        "id logged_at actor_id actor action target_kind target_id target scope detail before concerns token_id",
    ),
    (
        "cases",
        "id kind object_id ask author_id community_id claimed_by claimed_at decision decided_by decided_at reason by_site removed",
    ),
    (
        "comment_revisions",
        "id comment_id created_at text purged_at purged_by author_id",
    ),
    (
        "comments",
        "post_id id author_id text created_at edited_at edited_by deleted_at deleted_by nonce",
    ),
    (
        "communities",
        "id name needs_account description visibility owner_id created_at archived_at opened_at",
    ),
    ("duplicates", "question_id original_id linked_by linked_at"),
    ("external_ids", "source kind external_id local_id"),
    (
        "flags",
        "id case_id user_id reason text created_at is_public told_as",
    ),
    (
        "visitor_reports",
        "id case_id path place text name mail created_at told_as",
    ),
    ("game_moves", "game_id number seat move made_at"),
    ("game_players", "game_id seat user_id last_seen_at"),
    (
        "games",
        "id game_type status created_at last_activity_at ended_at winner_seat rematch_of",
    ),
    (
        "invitations",
        "token_hash id created_by created_at expires_at note used_by used_at",
    ),
    ("login_throttles", "key failures retry_at last_failed_at"),
    (
        "suggested_edits",
        "id post_id user_id revision_id reason decided_at decided_by is_accepted note title tags text",
    ),
    ("inbox_entries", "id user_id kind object_id votes is_seen"),
    ("mention_cursors", "user_id seen_up_to"),
    ("notice_cursors", "user_id seen_up_to"),
    ("mentions", "id user_id content_id state is_current"),
    ("membership_requests", "community_id user_id requested_at"),
    ("memberships", "community_id user_id role joined_at"),
    (
        "messages",
        "id chat_id author_id text created_at nonce edited_at reply_to",
    ),
    ("notifications", "recipient_id id viewed_at"),
    ("link_domains", "domain content_id linked_at is_trusted"),
    ("member_trust", "user_id vouched_by vouched_at lost_at"),
    ("media_files", "hash bytes unused_since"),
    (
        "pictures",
        "id owner_id file thumbnail type width height bytes unused_since",
    ),
    ("picture_uses", "picture_id kind content_id is_current"),
    ("picture_quotas", "owner_id day files bytes"),
    ("participants", "chat_id user_id hidden_up_to"),
    (
        "deliveries",
        "id recipient_id channel kind object_id destination is_urgent created_at attempts next_attempt_at claimed_at state ended_at problem thread_id",
    ),
    (
        "delivery_choices",
        "user_id channel kind told_up_to next_look_at",
    ),
    (
        "delivery_settings",
        "user_id time_zone quiet_from quiet_to last_used_at",
    ),
    (
        "mail_addresses",
        "user_id address verified_at pending refusals",
    ),
    ("mail_links", "token_hash user_id kind address expires_at"),
    ("public_reading", "id since"),
    ("site_keys", "name key"),
    (
        "push_devices",
        "id session_hash endpoint public_key secret hides_text silent_kinds created_at refusals",
    ),
    (
        "known_devices",
        "user_id token_hash last_used_at second_factor_until",
    ),
    (
        "identities",
        "id issuer subject user_id name created_at last_used_at",
    ),
    ("waiting_identities", "account_id issuer subject name"),
    ("provider_sessions", "token_hash identity_id sid"),
    ("second_factors", "user_id secret created_at last_step"),
    ("recovery_codes", "user_id code_hash"),
    (
        "passkeys",
        "id user_id credential_id rp_id public_key sign_count transports is_syncable is_synced name last_used_at",
    ),
    (
        "api_tokens",
        "id user_id token_hash name scopes expires_at last_used_at address",
    ),
    (
        "incoming_hooks",
        "user_id secret_hash tags created_at last_used_at",
    ),
    (
        "webhooks",
        "id community_id manager_id name address form events secret former_secret former_until next_attempt_at failing_since off_at off_reason",
    ),
    (
        "webhook_deliveries",
        "id webhook_id event actor_id object_id question_id attempts state ended_at status duration reply problem",
    ),
    ("staff_second_factor", "id since"),
    ("password_links", "user_id token_hash created_by expires_at"),
    ("pending_indexing", "post_id is_indexed"),
    ("pending_purges", "user_id with_posts merge_into erase_at"),
    ("pending_erasures", "user_id due_at stage time last_id"),
    ("former_usernames", "user_id username renamed_at"),
    (
        "bulk_removals",
        "id removed_by removed_at reason since until users waiting undone_by undone_at",
    ),
    (
        "waiting_accounts",
        "id username password_hash network created_at rejected_at removal_id",
    ),
    ("pending_views", "recipient_id up_to"),
    // The order in which players reached their wins is not stored elsewhere.
    ("player_stats", "user_id wins_reached_id"),
    (
        "posts",
        "id question_id author_id imported_score created_at edited_at deleted_at deleted_by nonce is_wiki text",
    ),
    ("pins", "place place_id question_id pinned_at"),
    ("question_links", "question_id linked_id"),
    (
        "question_merges",
        "question_id into_id merged_at answers accepted_answer_id was is_linked undone_at",
    ),
    (
        "question_moves",
        "question_id id from_community moved_at added_tags is_undoable left_scopes",
    ),
    ("question_tags", "tag_id question_id position"),
    ("question_views", "question_id user_id"),
    (
        "questions",
        "id community_id title closed_at close_reason close_note locked_at protected_at imported_views accepted_answer_id deleted_accepted_answer_id changed_at",
    ),
    ("read_cursors", "user_id chat_id message_id"),
    (
        "removals",
        "id content_id removed_by removed_at reason restored_by restored_at community_id batch_id kind",
    ),
    (
        "removal_batches",
        "id user_id created_by created_at reason since position entry_id undone_by undone_at with_messages pending bulk_removal_id",
    ),
    (
        "sanctions",
        "id user_id kind reason created_by created_at ends_at lifted_by lifted_at entry_id picture_id",
    ),
    ("appeals", "entry_id user_id text created_at"),
    (
        "revisions",
        "id post_id author_id created_at title tags compressed_text purged_at purged_by",
    ),
    // The spelling of a tag among the readers of a scope.
    ("scoped_tags", "tag_id scope id name description"),
    (
        "sessions",
        "token_hash id user_id created_at last_seen_at address user_agent confirmed_at signed_in_by ends_at",
    ),
    (
        "security_notices",
        "id user_id kind actor device created_at dismissed_at",
    ),
    ("stars", "user_id question_id starred_at"),
    (
        "saved_searches",
        "id user_id text community_id watched_since found_id found_at",
    ),
    ("star_notes", "user_id question_id note remind_at"),
    ("tags", "id name_key deleted_at"),
    ("text_bands", "band content_id"),
    ("text_signatures", "content_id signature"),
    ("site_settings", "key value changed_at changed_by"),
    ("tag_synonyms", "tag_id main_id name"),
    (
        "tag_revisions",
        "id tag_id author_id created_at purged_at purged_by text",
    ),
    (
        "users",
        "id username display_name biography role password_hash created_at disabled_at deleted_at merged_into is_indexed preferences bot_owner_id bot_community_id",
    ),
    ("follows", "user_id kind object_id state scope since"),
    ("inboxes", "user_id seen_up_to watches_answered muted"),
    ("visits", "user_id question_id last_answer_id renewed_at"),
    ("votes", "post_id user_id value voted_at"),
];

pub(super) fn open(directory: &Path) -> Connection {
    let connection = Connection::open(directory.join(db::FILE)).expect("the database opens");
    db::add_functions(&connection).expect("functions");
    connection
        .execute_batch("PRAGMA foreign_keys = OFF")
        .expect("no foreign keys");
    connection
}

/// Returns all columns of ordinary tables, without those that SQLite computes, as (table, column, type).
pub(super) fn columns(connection: &Connection) -> Vec<(String, String, String)> {
    let sql = "SELECT t.name, c.name, c.type FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
               WHERE t.schema = 'main' AND t.type = 'table' AND c.hidden = 0 AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'
                 AND t.name <> 'refinery_schema_history' ORDER BY 1, 2";
    connection
        .prepare(sql)
        .and_then(|mut statement| {
            statement
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
        .expect("columns")
}

/// The derived columns of tables that have sources too.
pub(super) fn derived() -> BTreeSet<(String, String)> {
    DERIVED
        .concat()
        .into_iter()
        .filter_map(|invariant| match invariant {
            Invariant::Derived { table, column, .. }
            | Invariant::DerivedKey { table, column, .. } => {
                Some((table.to_owned(), column.to_owned()))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn every_column_is_a_source_or_derived() {
    let directory = TempDir::new().expect("a directory");
    drop(Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database"));
    let derived = derived();
    let mut sources: BTreeSet<(String, String)> = SOURCES
        .iter()
        .flat_map(|(table, columns)| {
            columns
                .split(' ')
                .map(|column| ((*table).to_owned(), column.to_owned()))
        })
        .collect();
    let both: Vec<_> = sources.intersection(&derived).collect();
    assert!(both.is_empty(), "a derived column is no source: {both:?}");
    let mut unknown = Vec::new();
    for (table, column, _) in columns(&open(directory.path())) {
        let key = (table, column);
        let is_known = sources.remove(&key)
            || derived.contains(&key)
            || DERIVED_TABLES.contains(&key.0.as_str());
        if !is_known {
            unknown.push(key);
        }
    }
    assert!(
        unknown.is_empty(),
        "a derived column needs an invariant in the invariants.rs of its feature, a source a place in SOURCES: {unknown:?}"
    );
    assert!(
        sources.is_empty(),
        "these columns do not exist: {sources:?}"
    );
}

/// What the tables say, without what differs between two ways to say the same.
fn content(directory: &Path) -> Vec<String> {
    let connection = open(directory);
    let mut queries: Vec<String> = SOURCES
        .iter()
        .map(|(table, _)| match *table {
            "scoped_tags" => "SELECT tag_id, scope, name, question_count FROM scoped_tags WHERE question_count > 0".to_owned(),
            table => format!("SELECT * FROM {table}"),
        })
        .collect();
    queries.extend(
        [
            "SELECT * FROM user_counts",
            "SELECT * FROM community_counts",
            "SELECT * FROM player_counts",
            "SELECT * FROM author_counts WHERE questions + answers > 0",
            "SELECT * FROM question_counts WHERE questions > 0",
            "SELECT * FROM community_tags WHERE question_count > 0",
            "SELECT * FROM game_counts WHERE games > 0",
            "SELECT word, scope FROM search_words",
            "SELECT word, scope FROM search_corrections",
            "SELECT e.post_id, r.scope, e.entry & 4095, hex(e.vector) FROM search_entries e JOIN search_ranges r ON r.id = e.entry >> 44",
            "SELECT * FROM search_rebuild",
            "SELECT * FROM spam_counts",
            "SELECT * FROM media_counts",
        ]
        .map(str::to_owned),
    );
    let mut lines = Vec::new();
    for sql in queries {
        let mut statement = connection.prepare(&sql).expect("a query");
        let width = statement.column_count();
        let rows = statement
            .query_map([], |row| {
                (0..width)
                    .map(|column| row.get(column))
                    .collect::<rusqlite::Result<Vec<Value>>>()
            })
            .expect("rows");
        lines.extend(rows.map(|row| format!("{sql}: {:?}", row.expect("a row"))));
    }
    lines.sort();
    lines
}

/// The questions, each with the readers of its scope: 0 for nobody, 1 for a community, 2 for everyone.
fn audiences(directory: &Path) -> Vec<(i64, i64)> {
    let sql = "SELECT id, CASE WHEN scope = 0 THEN 2 WHEN scope IN (SELECT id FROM communities) THEN 1 ELSE 0 END FROM questions ORDER BY id";
    open(directory)
        .prepare(sql)
        .and_then(|mut statement| {
            statement
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
        .expect("scopes")
}

/// Runs a statement on a copy of the site, and lets the doctor repair it. Returns whether the statement
/// changed anything.
fn damage_and_repair(site: &Path, sql: &str) -> bool {
    let copy = copy_of(site);
    let (before, audience) = (content(copy.path()), audiences(copy.path()));
    // A constraint of the schema may forbid the value.
    if open(copy.path()).execute_batch(sql).is_err() || content(copy.path()) == before {
        return false;
    }
    let found = look(copy.path(), false);
    assert!(!wrong(&found).is_empty(), "{sql} is not found");
    let left = look(copy.path(), true);
    for ((question, wanted), (_, readers)) in audience.iter().zip(audiences(copy.path())) {
        assert!(
            readers <= *wanted,
            "{sql}: more people than before can read {question}"
        );
    }
    let left: Vec<&str> = wrong(&left).iter().map(|(id, _)| *id).collect();
    // The stored scope may be the only evidence of a private community that is left.
    if left != ["conflicts"] {
        assert_eq!(left, [""; 0], "{sql}");
        assert_eq!(content(copy.path()), before, "{sql}");
    }
    true
}

#[test]
fn every_derived_column_is_restored_and_nothing_private_becomes_public() {
    let site = lived_in();
    // Words of deleted content stay until a rebuild, which some of the repairs are.
    maintenance::reindex(site.path()).expect("an index of what is visible");
    let derived = derived();
    let mut harmless = Vec::new();
    for (table, column, kind) in sampled(columns(&open(site.path())), 5) {
        let is_derived = derived.contains(&(table.clone(), column.clone()))
            || DERIVED_TABLES.contains(&table.as_str());
        if !is_derived {
            continue;
        }
        let other = if kind == "TEXT" { "|| 'x'" } else { "+ 7" };
        let values = [
            format!("{column} {other}"),
            "0".to_owned(),
            format!("(SELECT max({column}) FROM {table})"),
        ];
        // Which readers a row is for decides whether its damage reveals something.
        let count = if ["scope", "question_id", "post_id"].contains(&column.as_str()) {
            3
        } else {
            1
        };
        let changed = values[..count]
            .iter()
            .filter(|value| {
                damage_and_repair(
                    site.path(),
                    &format!("UPDATE OR IGNORE {table} SET {column} = {value}"),
                )
            })
            .count();
        if changed == 0 {
            harmless.push(format!("{table}.{column}"));
        }
    }
    // A single row with a fixed key, and no rebuild.
    let known = [
        "community_counts.id",
        "media_counts.id",
        "player_counts.id",
        "search_corrections.id",
        "search_rebuild.next_question",
        "spam_counts.id",
        "user_counts.id",
    ];
    if run_in_full() {
        assert_eq!(harmless, known);
    }
    assert!(
        harmless.iter().all(|name| known.contains(&name.as_str())),
        "{harmless:?}"
    );
}

/// The sources that say that a question is private, each damaged alone.
#[test]
fn a_damaged_source_does_not_make_a_repair_reveal_anything() {
    let site = lived_in();
    for damage in [
        "UPDATE questions SET community_id = NULL",
        "UPDATE questions SET community_id = (SELECT id FROM communities WHERE visibility = 'public') WHERE community_id IS NOT NULL",
        "UPDATE questions SET community_id = 7 WHERE community_id IS NOT NULL",
        "UPDATE communities SET visibility = 'public'",
        "DELETE FROM communities WHERE visibility = 'private'",
        "UPDATE posts SET deleted_at = NULL",
    ] {
        assert!(damage_is_left_hidden(site.path(), damage), "{damage}");
    }
}

/// Returns whether no question has more readers after a damage and its repair than before both.
fn damage_is_left_hidden(site: &Path, damage: &str) -> bool {
    let copy = copy_of(site);
    let before = audiences(copy.path());
    open(copy.path()).execute_batch(damage).expect("a damage");
    assert!(
        !wrong(&look(copy.path(), false)).is_empty(),
        "{damage} is not found"
    );
    look(copy.path(), true);
    let after = audiences(copy.path());
    before
        .iter()
        .zip(after)
        .all(|((_, wanted), (_, readers))| readers <= *wanted)
}
