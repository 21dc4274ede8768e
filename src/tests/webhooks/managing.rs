//! Who manages webhooks, and how.

use axum::http::StatusCode;
use serde_json::json;

use super::{ADDRESS, HookSite, add, deliveries, settings, webhooks};
use crate::core::config::{Config, Networks};
use crate::tests::{TestSite, id_of};

#[tokio::test]
async fn administrators_manage_those_of_the_site() {
    let at = HookSite::new().await;
    let ann = at.site.sign_up("ann").await;
    let reply = ann.post("/webhook/addWebhook", settings(ADDRESS, "standard"));
    assert_eq!(reply.await.status, StatusCode::FORBIDDEN);
    let added = at
        .root
        .post("/webhook/addWebhook", settings(ADDRESS, "standard"));
    let added = added.await.ok();
    let secret = added["secret"].as_str().expect("a secret");
    assert!(
        secret.starts_with("whsec_") && secret.len() == 50,
        "{secret}"
    );
    let hook = &added["webhooks"][0];
    assert_eq!(
        (
            &hook["name"],
            &hook["address"],
            &hook["managedBy"],
            &hook["waiting"]
        ),
        (&json!("hook"), &json!(ADDRESS), &json!("root1"), &json!(0))
    );
    let id = id_of(&added);
    let reply = ann.get("/webhook/getWebhooks").await;
    assert_eq!(reply.status, StatusCode::FORBIDDEN);
    for (is_delete, path) in [
        (true, format!("/webhook/removeWebhook/{id}")),
        (false, format!("/webhook/testWebhook/{id}")),
        (false, format!("/webhook/renewWebhookSecret/{id}")),
    ] {
        let reply = if is_delete {
            ann.delete(&path).await
        } else {
            ann.post(&path, json!({})).await
        };
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}");
    }
    let mut off = settings("https://b.hook.test/", "slack");
    off["isOn"] = json!(false);
    let path = format!("/webhook/changeWebhook/{id}");
    let changed = at.root.patch(&path, off);
    let changed = changed.await.ok();
    assert_eq!(changed[0]["form"], "slack");
    assert!(changed[0]["offAt"].is_string() && changed[0].get("offReason").is_none());
    let removed = at
        .root
        .delete(&format!("/webhook/removeWebhook/{id}"))
        .await;
    assert_eq!(removed.ok(), json!([]));
}

#[tokio::test]
async fn moderators_manage_those_of_their_community_and_its_members_see_the_names() {
    let at = HookSite::new().await;
    let [ann, ben, cid] = [
        at.site.sign_up("ann").await,
        at.site.sign_up("ben").await,
        at.site.sign_up("cid").await,
    ];
    let community = ann.creates_community("wells", "private").await;
    ben.post(
        &format!("/community/addMemberRequest/{community}"),
        json!({}),
    )
    .await
    .ok();
    let approve = format!("/community/approveMemberRequest/{community}");
    ann.post(&approve, json!({"userId": "ben"})).await.ok();
    let mut new = settings(ADDRESS, "standard");
    new["communityId"] = json!(community);
    for other in [&ben, &cid, &at.root] {
        let reply = other.post("/webhook/addWebhook", new.clone()).await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{}", other.name);
    }
    let hook = add(&ann, Some(&community), "standard").await;
    let list = format!("/webhook/getWebhooks?communityId={community}");
    assert_eq!(
        ann.get(&list).await.ok()[0]["communityId"],
        json!(community)
    );
    for other in [&ben, &cid, &at.root] {
        assert_eq!(other.get(&list).await.status, StatusCode::FORBIDDEN);
        let path = format!("/webhook/getWebhookDeliveries/{hook}");
        assert_eq!(other.get(&path).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(webhooks(&at.root).await, json!([]));
    let names = format!("/webhook/getWebhookNames/{community}");
    assert_eq!(ben.get(&names).await.ok(), json!(["hook"]));
    assert_eq!(cid.get(&names).await.ok(), json!([]));
}

#[tokio::test]
async fn settings_are_checked() {
    let at = HookSite::new().await;
    for (field, value, sentence) in [
        ("name", json!(" "), "Webhook name cannot be empty"),
        (
            "name",
            json!("x".repeat(51)),
            "Webhook name cannot be more than 50 characters",
        ),
        ("events", json!([]), "Choose at least one event"),
        ("events", json!(["test"]), "Choose at least one event"),
    ] {
        let mut new = settings(ADDRESS, "standard");
        new["settings"][field] = value;
        let reply = at.root.post("/webhook/addWebhook", new).await;
        reply.refused(400, sentence);
    }
    for address in [
        "",
        "hook",
        "http://a.hook.test/",
        "ftp://a.hook.test/",
        "https://user:password@a.hook.test/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://192.168.1.20/",
        "https://169.254.169.254/latest",
        "https://[::ffff:10.0.0.1]/",
        &format!("https://a.hook.test/{}", "x".repeat(2_000)),
    ] {
        let reply = at
            .root
            .post("/webhook/addWebhook", settings(address, "standard"));
        assert_eq!(reply.await.status, StatusCode::BAD_REQUEST, "{address}");
    }
    let site = TestSite::new();
    let root = site.sign_up("root1").await;
    site.promote("root1").await;
    let reply = root.post("/webhook/addWebhook", settings(ADDRESS, "standard"));
    let reply = reply.await;
    assert_eq!(
        reply.status,
        StatusCode::CONFLICT,
        "without server.base_url"
    );
}

#[tokio::test]
async fn the_operator_allows_private_networks() {
    let site = TestSite::with(|config: &mut Config| {
        super::enable_webhooks(config);
        config.webhooks.networks = Networks::parse(vec!["192.168.1.0/24".to_owned()]).unwrap();
    });
    let root = site.sign_up("root1").await;
    site.promote("root1").await;
    for (address, status) in [
        ("https://192.168.1.20/hook", StatusCode::OK),
        ("http://192.168.1.20:8080/hook", StatusCode::OK),
        ("http://192.168.2.20/hook", StatusCode::BAD_REQUEST),
        ("http://93.184.215.14/hook", StatusCode::BAD_REQUEST),
        ("http://169.254.169.254/", StatusCode::BAD_REQUEST),
    ] {
        let reply = root.post("/webhook/addWebhook", settings(address, "standard"));
        assert_eq!(reply.await.status, status, "{address}");
    }
}

#[tokio::test]
async fn there_are_at_most_ten_in_a_place_and_ten_of_a_moderator() {
    let at = HookSite::new().await;
    for _ in 0..10 {
        add(&at.root, None, "standard").await;
    }
    let reply = at
        .root
        .post("/webhook/addWebhook", settings(ADDRESS, "standard"));
    assert_eq!(reply.await.status, StatusCode::CONFLICT);
    let ann = at.site.sign_up("ann").await;
    let first = ann.creates_community("wells", "public").await;
    let second = ann.creates_community("pumps", "public").await;
    for place in [&first, &second] {
        for _ in 0..5 {
            add(&ann, Some(place), "standard").await;
        }
    }
    let mut new = settings(ADDRESS, "standard");
    new["communityId"] = json!(second);
    let reply = ann.post("/webhook/addWebhook", new).await;
    assert_eq!(reply.status, StatusCode::CONFLICT);
}

/// The address of a receiver is often a secret itself.
#[tokio::test]
async fn the_log_names_the_host_and_neither_the_address_nor_the_secret() {
    let at = HookSite::new().await;
    let added = at
        .root
        .post("/webhook/addWebhook", settings(ADDRESS, "standard"));
    let added = added.await.ok();
    let id = id_of(&added);
    let path = format!("/webhook/renewWebhookSecret/{id}");
    let renewed = at.root.post(&path, json!({}));
    let renewed = renewed.await.ok();
    assert_ne!(renewed["secret"], added["secret"]);
    at.root
        .delete(&format!("/webhook/removeWebhook/{id}"))
        .await
        .ok();
    let log = at.root.get("/administration/getLog").await.ok().to_string();
    for action in ["add-webhook", "change-webhook", "remove-webhook"] {
        assert!(log.contains(action), "{log}");
    }
    assert!(log.contains("hook: a.hook.test"), "{log}");
    assert!(
        !log.contains("secret-path") && !log.contains("whsec_"),
        "{log}"
    );
}

#[tokio::test]
async fn a_test_is_sent_and_a_message_can_be_sent_again_under_its_id() {
    let mut at = HookSite::new().await;
    let hook = add(&at.root, None, "standard").await;
    at.root
        .post(&format!("/webhook/testWebhook/{hook}"), json!({}))
        .await
        .ok();
    let first = at.send().await;
    assert_eq!(super::types(&first), ["test"]);
    let sent = deliveries(&at.root, &hook).await;
    assert_eq!(
        (&sent[0]["isSent"], &sent[0]["status"]),
        (&json!(true), &json!(201))
    );
    let id = id_of(&sent[0]);
    let path = format!("/webhook/sendWebhookAgain/{id}");
    let again = at.root.post(&path, json!({}));
    again.await.ok();
    let ann = at.site.sign_up("ann").await;
    let reply = ann
        .post(&format!("/webhook/sendWebhookAgain/{id}"), json!({}))
        .await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND);
    let second = at.send().await;
    assert_eq!(
        first[0].headers["webhook-id"],
        second[0].headers["webhook-id"]
    );
    assert_eq!(first[0].headers["webhook-id"], id);
}
