//! Every table is considered by account deletion, the own-data download, the export and the doctor.
//!
//! The test records which tables each of them uses. A table that one of them does not use needs a
//! line with the reason below, and a line without need fails too.

use std::collections::BTreeSet;

use serde_json::json;

use super::TestSite;
use crate::core::error::{Error, Result};
use crate::features::{account_data, users};
use crate::operations::{doctor, export, invariants};
use crate::platform::db::{Read, TableRecorder};

const DELETION: &[(&str, &str)] = &[
    ("author_counts", "a counter of content that stays"),
    ("attributions", "content stays under the name `[deleted]`"),
    (
        "comment_revisions",
        "content stays under the name `[deleted]`",
    ),
    ("duplicates", "links between questions stay"),
    ("external_ids", "origins of imported rows stay"),
    ("game_counts", "ended games stay"),
    ("game_moves", "ended games stay"),
    (
        "login_throttles",
        "a key expires a day after the last failure",
    ),
    (
        "media_files",
        "files of pictures that stay or are deleted later",
    ),
    ("messages", "content stays under the name `[deleted]`"),
    ("participants", "chats keep their deleted participants"),
    ("pending_indexing", "search index of content that stays"),
    ("pins", "places of questions, not data of one user"),
    ("community_tags", "a counter of content that stays"),
    ("question_counts", "a counter of content that stays"),
    ("question_links", "links between questions stay"),
    ("question_merges", "places of answers, not data of one user"),
    (
        "question_moves",
        "places of questions, not data of one user",
    ),
    ("question_tags", "content stays under the name `[deleted]`"),
    ("question_views", "view counts stay; no page names viewers"),
    ("removals", "content stays under the name `[deleted]`"),
    (
        "removal_batches",
        "content stays under the name `[deleted]`",
    ),
    ("scoped_tags", "a counter of content that stays"),
    ("search_entries", "search index of content that stays"),
    ("search_ranges", "search index of content that stays"),
    ("search_rebuild", "search index of content that stays"),
    ("search_strong", "search index of content that stays"),
    ("search_texts", "search index of content that stays"),
    ("search_corrections", "search index of content that stays"),
    ("search_trigrams", "search index of content that stays"),
    ("search_words", "search index of content that stays"),
    ("tag_revisions", "content stays under the name `[deleted]`"),
    ("public_reading", "a setting of the site"),
    ("staff_second_factor", "a setting of the site"),
    ("site_keys", "keys of the server"),
    ("tag_synonyms", "names that the site's administrators chose"),
    ("tags", "content stays under the name `[deleted]`"),
    ("votes", "votes still count; no page names deleted voters"),
    (
        "text_signatures",
        "hashes of content that stays; they expire",
    ),
    ("text_bands", "hashes of content that stays; they expire"),
    ("link_domains", "domains of links of all authors"),
    ("spam_counts", "a counter of rows that stay"),
    ("media_counts", "the size of all files"),
    (
        "waiting_accounts",
        "not users yet: a row is deleted with the decision, or after 30 days",
    ),
    ("bulk_removals", "a record of the site, like the log"),
    ("waiting_identities", "belong to accounts that wait"),
    (
        "webhooks",
        "belong to the site or a community; one whose manager is gone is turned off before its next message",
    ),
    (
        "webhook_deliveries",
        "without a text; a deleted account is named in none that is sent later",
    ),
];
const OWN_DATA: &[(&str, &str)] = &[
    (
        "visitor_reports",
        "reports of visitors, who have no account",
    ),
    ("attributions", "about authors on other sites"),
    ("author_counts", "derived from other tables"),
    (
        "avatars",
        "which of the listed pictures is chosen, which the profile shows",
    ),
    ("community_counts", "derived from other tables"),
    ("community_names", "derived from other tables"),
    (
        "duplicates",
        "links between questions, not data of one user",
    ),
    (
        "external_ids",
        "origins of imported rows, not data of one user",
    ),
    ("game_counts", "derived from other tables"),
    (
        "login_throttles",
        "failed attempts of unknown clients, deleted after a day",
    ),
    (
        "known_devices",
        "random ids of browsers; the sessions show the logins",
    ),
    (
        "deliveries",
        "what was sent about their notifications and notices, deleted after 14 days",
    ),
    ("mail_links", "hashes of links that are valid for an hour"),
    ("recovery_codes", "hashes of codes, which were shown once"),
    ("staff_second_factor", "a setting of the site"),
    ("media_files", "files of pictures, not data of one user"),
    (
        "picture_quotas",
        "what was uploaded today, which the usage shows",
    ),
    (
        "picture_uses",
        "the texts contain the addresses of their pictures",
    ),
    ("public_reading", "a setting of the site"),
    ("site_keys", "keys of the server"),
    ("pending_indexing", "derived from other tables"),
    (
        "former_usernames",
        "names that lead to the user, which the log tells them",
    ),
    (
        "pending_erasures",
        "deleted accounts, which download nothing",
    ),
    (
        "password_links",
        "hashes of links that are valid for a day; the notices tell who created them",
    ),
    ("pending_purges", "deleted accounts, which download nothing"),
    ("player_counts", "derived from other tables"),
    ("player_stats", "derived from other tables"),
    ("pins", "places of questions, not data of one user"),
    ("community_tags", "derived from other tables"),
    ("question_counts", "derived from other tables"),
    ("question_merges", "places of answers, not data of one user"),
    (
        "question_moves",
        "places of questions, not data of one user",
    ),
    (
        "question_links",
        "links between questions, not data of one user",
    ),
    ("question_tags", "the revisions contain the tags"),
    ("question_views", "seen questions; no page shows them"),
    (
        "inboxes",
        "positions in the inbox, which shows what comes after, and a switch that the profile shows",
    ),
    (
        "mention_cursors",
        "positions among the mentions, which show what comes after",
    ),
    (
        "read_cursors",
        "positions in chats, shown only as unread counts",
    ),
    ("scoped_tags", "derived from other tables"),
    ("search_entries", "derived from other tables"),
    ("search_ranges", "derived from other tables"),
    ("search_rebuild", "derived from other tables"),
    ("search_strong", "derived from other tables"),
    ("search_texts", "derived from other tables"),
    ("search_corrections", "derived from other tables"),
    ("search_trigrams", "derived from other tables"),
    ("search_words", "derived from other tables"),
    (
        "tag_synonyms",
        "names that administrators chose, which belong to the site",
    ),
    ("user_counts", "derived from other tables"),
    ("user_names", "derived from other tables"),
    ("waiting_accounts", "not users yet, who download nothing"),
    ("waiting_identities", "not users yet, who download nothing"),
    (
        "provider_sessions",
        "through which login a session began, which the list of sessions shows",
    ),
    ("bulk_removals", "a record of the site, like the log"),
    (
        "member_trust",
        "how much staff trust a member; their log tells them who has vouched",
    ),
    ("text_signatures", "hashes of content, which is contained"),
    ("text_bands", "hashes of content, which is contained"),
    ("link_domains", "domains of links, not data of one user"),
    ("spam_counts", "derived from other tables"),
    ("media_counts", "derived from other tables"),
    (
        "webhooks",
        "belong to the site or a community, whose pages show them",
    ),
    ("webhook_deliveries", "belong to webhooks, and have no text"),
    ("incoming_hooks", "of bots, who have no data of their own"),
];
const EXPORT: &[(&str, &str)] = &[
    ("push_devices", "belong to sessions"),
    ("provider_sessions", "belong to sessions"),
    ("waiting_identities", "belong to accounts that wait"),
    ("public_reading", "the server notes it at its start"),
    ("staff_second_factor", "the server notes it at its start"),
    ("site_keys", "belongs to the server"),
    (
        "login_throttles",
        "belongs to the server; expires after a day",
    ),
    ("question_counts", "derived from other tables"),
    ("search_entries", "derived from other tables"),
    ("search_ranges", "derived from other tables"),
    ("search_rebuild", "derived from other tables"),
    ("search_strong", "derived from other tables"),
    ("search_texts", "derived from other tables"),
    ("search_corrections", "derived from other tables"),
    ("search_trigrams", "derived from other tables"),
    ("search_words", "derived from other tables"),
    (
        "text_signatures",
        "remembered to recognize copies; they expire",
    ),
    ("text_bands", "derived from other tables"),
    ("link_domains", "remembered to recognize new domains"),
    ("spam_counts", "derived from other tables"),
    (
        "waiting_accounts",
        "strangers, who sign up again at another site",
    ),
];
const DOCTOR: &[(&str, &str)] = &[
    (
        "tag_revisions",
        "foreign keys cover it; nothing is derived from it",
    ),
    (
        "admin_log",
        "append-only: nothing may repair it, and nothing is derived from it",
    ),
    (
        "comment_revisions",
        "foreign keys cover it; nothing is derived from it",
    ),
    (
        "removal_batches",
        "foreign keys cover it; nothing is derived from it",
    ),
    ("external_ids", "refers to rows of several tables by design"),
    ("login_throttles", "refers to no other table"),
    ("pending_views", "work in steps of this server"),
    (
        "revisions",
        "misfiled_words reads it for words without a post",
    ),
    ("public_reading", "refers to no other table"),
    ("staff_second_factor", "refers to no other table"),
    ("site_keys", "refers to no other table"),
    ("search_strong", "misindexed_words reads it"),
    ("search_texts", "misindexed_words reads it"),
    ("search_trigrams", "misindexed_words reads it"),
    (
        "bulk_removals",
        "foreign keys cover it; nothing is derived from it",
    ),
];

/// Returns the tables of the schema without those that belong to SQLite, FTS5 and refinery.
fn tables(read: &Read<'_>) -> Result<BTreeSet<String>> {
    let sql = "SELECT t.name FROM sqlite_schema t
               WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'refinery_schema_history'
               AND NOT EXISTS (SELECT 1 FROM sqlite_schema v WHERE v.sql LIKE 'CREATE VIRTUAL TABLE%'
                   AND t.name <> v.name AND t.name IN (v.name || '_config', v.name || '_data', v.name || '_docsize', v.name || '_idx', v.name || '_content'))";
    Ok(read.all(sql, [], |row| row.get(0))?.into_iter().collect())
}

/// Fails unless each table is either used or listed with a reason.
#[track_caller]
fn check(what: &str, tables: &BTreeSet<String>, used: &BTreeSet<String>, exempt: &[(&str, &str)]) {
    let exempt: BTreeSet<String> = exempt
        .iter()
        .map(|(table, _)| (*table).to_owned())
        .collect();
    let unused: BTreeSet<String> = tables.difference(used).cloned().collect();
    let missing: Vec<&String> = unused.difference(&exempt).collect();
    assert!(
        missing.is_empty(),
        "{what} considers none of these tables; use them there, or list them here with a reason: {missing:?}"
    );
    let stale: Vec<&String> = exempt.difference(&unused).collect();
    assert!(
        stale.is_empty(),
        "{what} uses these tables, or they do not exist; remove their lines: {stale:?}"
    );
}

#[tokio::test]
async fn account_deletion_considers_every_table() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.post(
        "/addCommunity",
        json!({"name": "Stoics", "visibility": "private"}),
    )
    .await;
    let deletion = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        let account = users::AdminAuthority::of_operator().account(tx, "ann")?;
        let recorder = TableRecorder::start(tx)?;
        account_data::delete(tx, &account, false)?;
        Ok((tables(tx)?, recorder.finish(tx)?))
    });
    let (tables, used) = deletion.await.expect("the account is deleted");
    check("the deletion of an account", &tables, &used, DELETION);
}

#[tokio::test]
async fn the_own_data_download_considers_every_table() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    // The revisions and the moves are looked up for each post and game.
    let question = ann.ask("T", "x", &["a"]).await;
    ann.comment("question", &question, "y").await;
    let game = ann.post("/games/create", json!({"gameType": "Nim"})).await;
    ann.post("/join", json!({"gameID": game.ok()})).await.ok();
    let download = site.site.app.db.read(|read| {
        let account = users::AdminAuthority::of_operator().account(read, "ann")?;
        let recorder = TableRecorder::start(read)?;
        let data = account_data::data(read, &account, None)?;
        serde_json::to_writer(std::io::sink(), &data).map_err(Error::internal)?;
        Ok((tables(read)?, recorder.finish(read)?))
    });
    let (tables, used) = download.await.expect("the data are read");
    check("the own-data download", &tables, &used, OWN_DATA);
}

#[tokio::test]
async fn the_export_considers_every_table() {
    let site = TestSite::new();
    let exported = site.site.app.db.read(|read| {
        let recorder = TableRecorder::start(read)?;
        for kind in export::store::kinds() {
            for sql in kind.statements() {
                recorder.prepare(read, &sql)?;
            }
        }
        Ok((tables(read)?, recorder.finish(read)?))
    });
    let (tables, used) = exported.await.expect("the statements are valid");
    check("the export", &tables, &used, EXPORT);
}

#[tokio::test]
async fn the_doctor_considers_every_table() {
    let site = TestSite::new();
    let checked = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        let recorder = TableRecorder::start(tx)?;
        for invariant in [
            invariants::ORPHANS.concat(),
            invariants::DERIVED.concat(),
            invariants::INDEXES.concat(),
        ]
        .concat()
        {
            invariant.count_violations(tx)?;
        }
        doctor::store::misindexed_posts(tx)?;
        doctor::store::misfiled_words(tx)?;
        Ok((tables(tx)?, recorder.finish(tx)?))
    });
    let (tables, used) = checked.await.expect("the checks run");
    check("the doctor", &tables, &used, DOCTOR);
}
