//! Preferences follow the account.

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{PASSWORD, Person, TestSite};

impl Person {
    async fn prefer(&self, preferences: Value) -> Value {
        let reply = self.patch("/user/setPreferences", preferences).await;
        reply.ok()
    }
}

#[tokio::test]
async fn they_stay_until_they_are_changed_and_only_their_owner_sees_them() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    assert_eq!(ann.get("/user/me").await.ok()["preferences"], Value::Null);
    ann.prefer(json!({"theme": "minty", "shortcuts": false}))
        .await;
    let all = ann.prefer(json!({"theme": "quartz"})).await;
    assert_eq!(all, json!({"theme": "quartz", "shortcuts": false}));
    assert_eq!(ann.get("/user/me").await.ok()["preferences"], all);
    assert_eq!(
        ann.get("/user/getData").await.ok()["user"]["preferences"],
        all
    );
    let seen = ben.get("/user/getUser/ann").await.ok();
    assert!(seen.get("preferences").is_none());
    assert_eq!(ben.get("/user/me").await.ok()["preferences"], Value::Null);
}

#[tokio::test]
async fn another_browser_gets_them_at_the_login_and_every_change_at_once() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.prefer(json!({"textSize": "large"})).await;
    let login = json!({"username": "ann", "password": PASSWORD});
    let user = site.visitor().post_when_busy("/user/login", login).await;
    assert_eq!(user.ok()["preferences"], json!({"textSize": "large"}));
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    // What is chosen already changes nothing.
    ann.prefer(json!({"textSize": "large"})).await;
    ann.prefer(json!({"voice": "off"})).await;
    assert_eq!(
        by_ann.event().await,
        (
            "preferencesUpdate".to_owned(),
            json!({"preferences": {"textSize": "large", "voice": "off"}})
        )
    );
    by_ben.expect_silence().await;
}

#[tokio::test]
async fn other_values_are_refused_and_change_nothing() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.prefer(json!({"theme": "light"})).await;
    for invalid in [
        json!({"theme": "solarized"}),
        json!({"theme": 1}),
        json!({"theme": "dark\u{0}"}),
        json!({"theme": "dark", "voice": "x".repeat(5_000)}),
        json!({"shortcuts": "true"}),
    ] {
        let reply = ann.patch("/user/setPreferences", invalid).await;
        assert_eq!(reply.status, 400);
    }
    let all = ann.prefer(json!({"theme": null, "color": "red"})).await;
    assert_eq!(all, json!({"theme": "light"}));
}

#[tokio::test]
async fn a_deleted_account_has_none() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.prefer(json!({"theme": "light"})).await;
    ann.delete("/user/deleteUser/ann").await.ok();
    let left = site
        .site
        .app
        .db
        .read(|read| read.value::<String>("SELECT group_concat(preferences) FROM users", []));
    assert_eq!(left.await.unwrap(), "{}");
}
