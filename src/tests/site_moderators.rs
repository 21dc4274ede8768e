//! Moderators of the site: between users and administrators.

use serde_json::json;

use super::realtime::Listening;
use super::{PASSWORD, Person, TestSite};
use crate::features::users::{Role, account};

impl TestSite {
    /// Makes a user a moderator of the site.
    pub(super) async fn appoint(&self, name: &str) {
        self.with_account(name, |tx, by, account| {
            account::set_role(tx, by, account, Role::Moderator)
        })
        .await
        .expect("appointed");
    }
}

impl Person {
    async fn sets_moderator(&self, call: &str, name: &str) -> super::Reply {
        let body = json!({"userId": name, "currentPassword": PASSWORD});
        self.post(&format!("/administration/{call}"), body).await
    }
}

#[tokio::test]
async fn an_administrator_appoints_and_dismisses_moderators_of_the_site_who_learn_it_at_once() {
    let server = Listening::start().await;
    let [root, ann] = [
        server.site.sign_up("root1").await,
        server.site.sign_up("ann").await,
    ];
    server.site.promote("root1").await;
    let mut socket = server.socket_of(&ann).await;
    for (call, expected) in [
        ("appointModerator", json!(true)),
        ("dismissModerator", json!(null)),
    ] {
        let user = root.sets_moderator(call, "ann").await.ok();
        assert_eq!(user["isSiteModerator"], expected);
        let (name, payload) = socket.event().await;
        assert_eq!(
            (name.as_str(), &payload["user"]["isSiteModerator"]),
            ("userUpdate", &expected)
        );
        assert_eq!(socket.event().await.0, "moderationNotice");
        assert_eq!(ann.get("/user/me").await.ok()["isSiteModerator"], expected);
    }
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        (&log[0]["action"], &log[1]["action"], &log[1]["target"]),
        (
            &json!("dismiss-moderator"),
            &json!("appoint-moderator"),
            &json!("ann")
        )
    );
}

#[tokio::test]
async fn appointing_a_moderator_asks_for_the_password_again() {
    let site = TestSite::new();
    let [root, _ann] = [site.sign_up("root1").await, site.sign_up("ann").await];
    site.promote("root1").await;
    site.sql("UPDATE sessions SET confirmed_at = 0");
    for call in ["appointModerator", "dismissModerator"] {
        root.post(&format!("/administration/{call}"), json!({"userId": "ann"}))
            .await
            .refused(403, "Current password required");
    }
}

#[tokio::test]
async fn the_roles_of_moderators_and_administrators_are_not_mixed_up() {
    let site = TestSite::new();
    let [root, _ann, _ben] = [
        site.sign_up("root1").await,
        site.sign_up("ann").await,
        site.sign_up("ben").await,
    ];
    site.promote("root1").await;
    site.promote("ben").await;
    site.appoint("ann").await;
    for call in ["appointModerator", "dismissModerator"] {
        root.sets_moderator(call, "ben").await.refused(
            409,
            "This user is an administrator, who has the rights of a moderator already",
        );
    }
    root.post("/administration/demoteUser", json!({"userId": "ann"}))
        .await
        .refused(
            409,
            "This user is a moderator of the site and not an administrator",
        );
}

#[tokio::test]
async fn a_moderator_of_the_site_removes_restores_and_sees_nothing_of_the_administration() {
    let site = TestSite::new();
    let [moderator, ann] = [site.sign_up("max1").await, site.sign_up("ann").await];
    site.appoint("max1").await;
    let question = ann.ask("Zebra", "x", &["a"]).await;
    let removed = moderator
        .post(
            "/administration/removePost",
            json!({"id": question, "reason": "spam"}),
        )
        .await
        .ok();
    assert_eq!(removed["removedBy"], "max1");
    let removals = moderator.get("/administration/getRemovals").await.ok();
    assert_eq!(removals[0]["_id"], json!(question));
    moderator
        .post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
    for call in [
        "getUsers",
        "getSessions",
        "getCommunities",
        "getFigures",
        "getHealth",
        "getBackups",
        "getInvitations",
    ] {
        moderator
            .get(&format!("/administration/{call}"))
            .await
            .refused(403, "Only administrators can do this");
    }
}

#[tokio::test]
async fn a_dismissed_moderator_of_the_site_has_no_right_any_more() {
    let site = TestSite::new();
    let [moderator, ann] = [site.sign_up("max1").await, site.sign_up("ann").await];
    site.appoint("max1").await;
    let question = ann.ask("Zebra", "x", &["a"]).await;
    site.with_account("max1", |tx, by, account| {
        account::set_moderator(tx, by, account, false)
    })
    .await
    .expect("dismissed");
    moderator
        .post(
            "/administration/removePost",
            json!({"id": question, "reason": "spam"}),
        )
        .await
        .refused(403, "Only moderators of the site can do this");
}

#[tokio::test]
async fn a_moderator_of_the_site_reads_the_log_as_administrators_do() {
    let site = TestSite::new();
    let [root, max, ann] = [
        site.sign_up("root1").await,
        site.sign_up("max1").await,
        site.sign_up("ann").await,
    ];
    site.promote("root1").await;
    site.appoint("max1").await;
    let community = ann.creates_community("Columns", "private").await;
    let question = ann.ask_in(&community, "Zebra").await;
    let answer = ann.answer(&question, "striped").await;
    let removed = json!({"id": answer, "reason": "rude"});
    ann.post("/post/removePost", removed).await.ok();
    let log = max.get("/administration/getLog").await.ok();
    assert_eq!(log, root.get("/administration/getLog").await.ok());
    assert_eq!(log[0]["action"], json!("appoint-moderator"));
}
