//! The log of administration.

use std::time::Duration;

use super::*;
use crate::features::users::account;
use crate::features::users::{AdminAuthority, Recorded};

impl Person {
    /// Returns the entries of the log, oldest first, as one line each: actor, action, kind and name of the
    /// target, detail.
    async fn logged(&self) -> Vec<String> {
        let entries = self.get("/administration/getLog").await.ok();
        let line = |entry: &Value| {
            let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
            ["actor", "action", "targetKind", "target", "detail"]
                .map(text)
                .join("|")
        };
        let mut lines: Vec<String> = entries
            .as_array()
            .expect("a list")
            .iter()
            .map(line)
            .collect();
        lines.reverse();
        lines
    }
}

#[tokio::test]
async fn each_action_of_an_administrator_is_in_the_log() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    site.sign_up("cem").await;
    site.sign_up("dan").await;
    let community = ann.creates_community("Columns", "private").await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ben.answer(&question, "giraffe").await;
    let comment = ben.comment("question", &question, "why?").await;
    let message = ben
        .post(
            "/messaging/addMessage",
            json!({"messageToAdd": {"msg": "buy"}}),
        )
        .await
        .ok();
    let picture = ben.picture(1).await;
    let session = id_of(&ben.get("/user/getSessions").await.ok()[0]);
    let call = async |name: &str, body: Value| {
        root.post(&format!("/administration/{name}"), body)
            .await
            .ok()
    };
    let before = root.logged().await.len();
    for name in [
        "disableUser",
        "enableUser",
        "promoteUser",
        "demoteUser",
        "appointModerator",
        "dismissModerator",
    ] {
        call(name, json!({"userId": "ann"})).await;
    }
    site.sql(
        "INSERT INTO second_factors (user_id, secret, created_at, last_step)
         SELECT id, zeroblob(20), 0, 0 FROM users WHERE username = 'ann'",
    );
    call("resetSecondFactor", json!({"userId": "ann"})).await;
    root.delete(&format!("/administration/endSession/{session}"))
        .await
        .ok();
    call("resetSignIn", json!({"userId": "ben"})).await;
    let invited = call("createInvitation", json!({"note": "Ben of the library"})).await;
    let invitation = id_of(&invited["invitation"]);
    root.delete(&format!("/administration/revokeInvitation/{invitation}"))
        .await
        .ok();
    for name in ["archiveCommunity", "unarchiveCommunity"] {
        call(&format!("{name}/{community}"), json!({})).await;
    }
    for (id, reason) in [(&comment, "spam"), (&answer, "rude"), (&question, "off")] {
        call("removePost", json!({"id": id, "reason": reason})).await;
    }
    call("restorePost", json!({"id": question})).await;
    call("removeMessage", json!({"id": id_of(&message)})).await;
    call("removePicture", json!({"id": picture, "reason": "rude"})).await;
    site.sql(
        "INSERT INTO deliveries (id, recipient_id, channel, kind, object_id, is_urgent, created_at, next_attempt_at, state, ended_at)
         SELECT 7, id, 'mail', 'answer', 7, 0, 0, 0, 'failed', 0 FROM users WHERE username = 'ann'",
    );
    let delivery = crate::core::id::Id::from_i64(7).to_string();
    call("resendDelivery", json!({"id": delivery})).await;
    let synonym = json!({"name": "animal", "synonym": "beast"});
    root.post("/tag/addTagSynonym", synonym.clone()).await.ok();
    root.delete_with("/tag/removeTagSynonym", synonym)
        .await
        .ok();
    let name = json!({"name": "animal", "newName": "beast"});
    root.patch("/tag/renameTag", name).await.ok();
    let name = json!({"name": "beast"});
    root.delete_with("/tag/deleteTag", name.clone()).await.ok();
    root.post("/tag/restoreTag", name).await.ok();
    let backup = call("createBackup", json!({})).await;
    call("createInvitations", json!({"notes": ["Dan", "Eve"]})).await;
    let change = json!({"key": "title", "before": "Stoa", "value": "Agora"});
    root.patch("/administration/setSettings", json!({"changes": [change]}))
        .await
        .ok();
    call("deleteUser", json!({"userId": "cem", "withPosts": true})).await;
    for (name, body) in [
        (
            "renameUser",
            json!({"userId": "ann", "newUsername": "anna"}),
        ),
        ("mergeUser", json!({"userId": "dan", "intoUserId": "anna"})),
    ] {
        call(name, body).await;
    }
    let now = site.clock.now();
    let span = json!({"since": now, "until": now, "reason": "spam"});
    let removed = call("removeNewUsers", span).await;
    call("undoBulkRemoval", json!({"id": removed["_id"]})).await;
    let what = format!(
        "{} users and 0 waiting accounts that signed up from {now} to {now}",
        removed["users"]
    );
    let bulk = [
        format!("root1|remove-new-users|site||{what}: spam"),
        format!("root1|undo-removal|site||{what}"),
    ];
    let backup = format!("root1|back-up|backup|{}|", backup["name"].as_str().unwrap());
    assert_eq!(
        root.logged().await[before..],
        [
            "root1|disable|user|ann|",
            "root1|enable|user|ann|",
            "root1|promote|user|ann|",
            "root1|demote|user|ann|",
            "root1|appoint-moderator|user|ann|",
            "root1|dismiss-moderator|user|ann|",
            "root1|reset-second-factor|user|ann|",
            "root1|end-session|user|ben|",
            "root1|reset-sign-in|user|ben|",
            "root1|invite|invitation|Ben of the library|",
            "root1|revoke-invitation|invitation|Ben of the library|",
            "root1|archive-community|community|Columns|",
            "root1|unarchive-community|community|Columns|",
            "root1|remove-post|comment|Zebra|spam",
            "root1|remove-post|answer|Zebra|rude",
            "root1|remove-post|question|Zebra|off",
            "root1|restore-post|question|Zebra|",
            "root1|remove-message|message|ben|",
            "root1|remove-picture|picture|ben|rude",
            "root1|resend-delivery|user|ann|",
            "root1|add-synonym|tag|animal|beast",
            "root1|remove-synonym|tag|animal|beast",
            "root1|rename-tag|tag|beast|animal",
            "root1|delete-tag|tag|beast|",
            "root1|restore-tag|tag|beast|",
            backup.as_str(),
            "root1|invite|invitation||2 invitations",
            "root1|set-setting|setting|title|Agora",
            "root1|delete-user|user|cem|with posts",
            "root1|rename-user|user|ann|anna",
            "root1|merge-user|user|anna|dan",
            &bulk[0],
            &bulk[1],
        ]
    );
}

/// A write by an administrator that is not in the table above.
#[tokio::test]
async fn every_write_route_of_administrators_has_an_action() {
    let site = TestSite::new();
    let mail = [
        "/administration/setMail",
        "/administration/sendTestMail",
        "/administration/mailInvitations",
    ];
    let writes = site.site.table.iter().filter(|route| {
        route.paths[0].starts_with("/administration/") && route.method != axum::http::Method::GET
    });
    // Each of them is called by the test above, or about bots by one in bots.rs. A test mail changes nothing, and the log of the mail server has
    // tests beside its own.
    let writes = writes.filter(|route| !mail.contains(&route.paths[0]));
    assert_eq!(writes.count(), 32);
}

#[tokio::test]
async fn an_entry_names_the_actor_the_target_and_the_time() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let id = async |person: &Person| id_of(&person.get("/user/me").await.ok());
    let (root_id, ann_id) = (id(&root).await, id(&ann).await);
    root.post("/administration/disableUser", json!({"userId": "ann"}))
        .await
        .ok();
    let entry = root.get("/administration/getLog?limit=1").await.ok()[0].clone();
    assert_eq!(
        (&entry["actorId"], &entry["targetId"], &entry["loggedAt"]),
        (
            &json!(root_id),
            &json!(ann_id),
            &json!("2026-11-21T00:00:00.000Z")
        )
    );
}

#[tokio::test]
async fn a_rejected_action_is_not_in_the_log() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let before = root.logged().await;
    let last = "Without this account the site would have no administrator";
    for call in ["disableUser", "demoteUser", "resetSignIn", "deleteUser"] {
        root.post(
            &format!("/administration/{call}"),
            json!({"userId": "root1"}),
        )
        .await
        .refused(409, last);
    }
    let remove = json!({"id": ABSENT, "reason": "x"});
    root.post("/administration/removePost", remove)
        .await
        .refused(404, "Post not found");
    assert_eq!(root.logged().await, before);
}

#[tokio::test]
async fn the_commands_of_the_operator_are_in_the_log_without_an_account() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let before = root.logged().await.len();
    let change = site.site.app.db.write(|tx| {
        let by = AdminAuthority::of_named_operator("erik".to_owned());
        let account = by.account(tx, "ann")?;
        account::log_out(tx, &by, &account).map(Recorded::into_value)?;
        account::log_out_all(tx, &by).map(Recorded::into_value)
    });
    change.await.expect("the sessions end");
    root.authenticate("login").await;
    assert_eq!(
        root.logged().await[before..],
        ["erik|end-sessions|user|ann|", "erik|end-sessions|site||"]
    );
    let newest = root.get("/administration/getLog").await.ok()[0].clone();
    assert_eq!(newest.get("actorId"), None);
}

#[tokio::test]
async fn no_statement_changes_or_deletes_an_entry() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let before = root.logged().await;
    assert!(!before.is_empty());
    for sql in [
        "UPDATE admin_log SET actor = 'ann'",
        "DELETE FROM admin_log",
        "REPLACE INTO admin_log SELECT id, 0, NULL, '', 'enable', 'site', NULL, '', 0, '', NULL, NULL, NULL FROM admin_log",
    ] {
        let refused = site
            .connection()
            .execute_batch(&format!("PRAGMA recursive_triggers = ON; {sql}"));
        let refused = refused.expect_err("a refusal").to_string();
        assert!(refused.contains("append-only"), "{refused}");
    }
    assert_eq!(root.logged().await, before);
}

#[tokio::test]
async fn the_log_is_read_in_pages_newest_first() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    for _ in 0..3 {
        for call in ["disableUser", "enableUser"] {
            root.post(&format!("/administration/{call}"), json!({"userId": "ann"}))
                .await
                .ok();
        }
    }
    let all = root.get("/administration/getLog").await;
    let total = all
        .header("x-total-count")
        .parse::<usize>()
        .expect("a number");
    let (mut found, mut next) = (
        Vec::new(),
        Some("/administration/getLog?limit=4".to_owned()),
    );
    while let Some(path) = next {
        let page = root.get(&path).await;
        // Entries made meanwhile do not shift the pages.
        root.post("/administration/enableUser", json!({"userId": "ben"}))
            .await
            .ok();
        found.extend(page.ok().as_array().expect("a list").clone());
        next = page.next_page();
    }
    assert_eq!((json!(found), found.len()), (all.ok(), total));
}

#[tokio::test]
async fn the_log_of_one_user_has_what_they_did_and_what_was_done_to_them() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    site.promote("ann").await;
    ann.post("/administration/disableUser", json!({"userId": "ben"}))
        .await
        .ok();
    root.post("/administration/enableUser", json!({"userId": "ben"}))
        .await
        .ok();
    let of_ann = root.get("/administration/getLog?user=ANN").await.ok();
    let actions: Vec<_> = of_ann
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| entry["action"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(actions, ["disable", "promote"]);
}

#[tokio::test]
async fn names_in_the_log_stay_when_an_account_is_deleted() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    site.promote("ann").await;
    ann.post("/administration/disableUser", json!({"userId": "ben"}))
        .await
        .ok();
    ann.delete("/user/deleteUser/ann").await.ok();
    let newest = root.logged().await.pop().expect("an entry");
    assert_eq!(newest, "ann|disable|user|ben|");
}

#[tokio::test]
async fn only_members_of_a_private_community_see_what_was_removed_in_it() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let private = site.community(1, "private", &["ann", "ben"]);
    let question = ann.ask_in(&private, "Secret").await;
    site.promote("ben").await;
    let before = root.get("/administration/getLog").await;
    ben.remove(&question, "reason").await;
    let after = root.get("/administration/getLog").await;
    assert_eq!(
        (after.ok(), after.header("x-total-count")),
        (before.ok(), before.header("x-total-count"))
    );
    let newest = ben.logged().await.pop().expect("an entry");
    assert_eq!(newest, "ben|remove-post|question|Secret|reason");
}

#[tokio::test]
async fn lists_name_who_disabled_an_account_and_archived_a_community() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let community = ann.creates_community("Columns", "public").await;
    root.post("/administration/disableUser", json!({"userId": "ben"}))
        .await
        .ok();
    let listed = root.get("/administration/getUsers?search=ben").await.ok();
    assert_eq!(listed[0]["disabledBy"], "root1");
    let archive = format!("/administration/archiveCommunity/{community}");
    let archived = root.post(&archive, json!({})).await.ok();
    assert_eq!(archived["archivedBy"], "root1");
    root.post(
        &format!("/administration/unarchiveCommunity/{community}"),
        json!({}),
    )
    .await
    .ok();
    // The owner archives it without an administrator.
    site.clock.advance(Duration::from_secs(1));
    ann.post(
        &format!("/community/archiveCommunity/{community}"),
        json!({}),
    )
    .await
    .ok();
    let listed = root.get("/administration/getCommunities").await.ok();
    assert_eq!(listed[0].get("archivedBy"), None);
}
