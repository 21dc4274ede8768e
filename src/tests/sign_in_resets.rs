//! Resets of sign-ins: the link with which a user chooses another password, and the notice about it.

use std::time::Duration;

use serde_json::{Value, json};

use super::administration::people;
use super::realtime::Listening;
use super::{PASSWORD, Person, Reply, TestSite, id_of};
use crate::features::users::account;
use crate::platform::db::Db;

const INVALID: &str = "This link is not valid, or not any more: ask an administrator for a new one";
const ANOTHER: &str = "another stoa 1";

async fn reset(by: &Person, name: &str) -> Reply {
    by.post("/administration/resetSignIn", json!({"userId": name}))
        .await
}

/// Resets a sign-in and returns the token of the link.
async fn link(by: &Person, name: &str) -> String {
    let link = reset(by, name).await.ok();
    link["token"].as_str().expect("a token").to_owned()
}

async fn open_link(browser: &Person, token: &str, password: &str) -> Reply {
    let body = json!({"token": token, "password": password});
    browser.post_when_busy("/user/usePasswordLink", body).await
}

async fn log_in(browser: &Person, password: &str) -> Reply {
    let body = json!({"username": "ann", "password": password});
    browser.post_when_busy("/user/login", body).await
}

async fn notices(of: &Person) -> Value {
    of.get("/user/getSecurityNotices").await.ok()
}

#[tokio::test]
async fn a_reset_names_the_user_and_the_link_and_no_password() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let link = reset(&root, "ann").await.ok();
    assert_eq!(
        (&link["username"], &link["expiresAt"]),
        (&json!("ann"), &json!("2026-11-22T00:00:00.000Z"))
    );
    assert_eq!(
        link.as_object().expect("an object").len(),
        3,
        "with the token: {link}"
    );
}

#[tokio::test]
async fn a_reset_ends_all_sessions_and_the_password() {
    let server = Listening::start().await;
    let [root, ann, _] = people(&server.site).await;
    let mut socket = server.socket_of(&ann).await;
    link(&root, "ann").await;
    socket.expect_dropped().await;
    ann.get("/user/me").await.refused(401, "Please log in");
    log_in(&ann, PASSWORD)
        .await
        .refused(401, "Invalid username or password");
}

#[tokio::test]
async fn the_link_sets_the_password_and_logs_in() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    let browser = site.visitor();
    let user = open_link(&browser, &token, ANOTHER).await.ok();
    assert_eq!(user["username"], "ann");
    assert_eq!(browser.get("/user/me").await.ok()["username"], "ann");
    log_in(&site.visitor(), ANOTHER).await.ok();
}

#[tokio::test]
async fn a_link_works_once() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    open_link(&site.visitor(), &token, ANOTHER).await.ok();
    open_link(&site.visitor(), &token, "yet another one")
        .await
        .refused(403, INVALID);
}

#[tokio::test]
async fn two_browsers_that_use_a_link_at_once_do_not_both_succeed() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    let (one, two) = (site.visitor(), site.visitor());
    let replies = tokio::join!(
        open_link(&one, &token, ANOTHER),
        open_link(&two, &token, "yet another one")
    );
    let accepted = [replies.0.status, replies.1.status].map(|status| status == 200);
    assert_eq!(accepted.iter().filter(|accepted| **accepted).count(), 1);
}

#[tokio::test]
async fn a_link_expires_after_a_day() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    site.clock.advance(Duration::from_secs(24 * 3600));
    open_link(&site.visitor(), &token, ANOTHER)
        .await
        .refused(403, INVALID);
}

#[tokio::test]
async fn a_newer_link_replaces_an_older_one() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let (older, newer) = (link(&root, "ann").await, link(&root, "ann").await);
    open_link(&site.visitor(), &older, ANOTHER)
        .await
        .refused(403, INVALID);
    open_link(&site.visitor(), &newer, ANOTHER).await.ok();
}

#[tokio::test]
async fn a_password_without_a_valid_link_is_neither_checked_nor_hashed() {
    let site = TestSite::new();
    // Each of these passwords would be another error.
    for password in ["", "short"] {
        for token in ["", "guessed"] {
            open_link(&site.visitor(), token, password)
                .await
                .refused(403, INVALID);
        }
    }
}

#[tokio::test]
async fn a_rejected_password_leaves_the_link_open() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    open_link(&site.visitor(), &token, "short")
        .await
        .refused(400, "Password must be at least 8 characters long");
    open_link(&site.visitor(), &token, "")
        .await
        .refused(400, "Please enter and confirm your new password.");
    open_link(&site.visitor(), &token, ANOTHER).await.ok();
}

#[tokio::test]
async fn guesses_of_links_are_limited_per_address() {
    let site = TestSite::with(|config| {
        config.limits.enabled = true;
        config.limits.logins_per_quarter_hour = 30;
    });
    let visitor = site.visitor();
    for _ in 0..30 {
        open_link(&visitor, "guessed", ANOTHER)
            .await
            .refused(403, INVALID);
    }
    assert_eq!(open_link(&visitor, "guessed", ANOTHER).await.status, 429);
}

#[tokio::test]
async fn the_token_of_a_link_is_not_stored() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    assert!(!site.content().contains(&token));
}

#[tokio::test]
async fn a_disabled_user_cannot_use_a_link_until_they_are_enabled() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    root.post("/administration/disableUser", json!({"userId": "ann"}))
        .await
        .ok();
    open_link(&site.visitor(), &token, ANOTHER)
        .await
        .refused(403, "This account is disabled");
    root.post("/administration/enableUser", json!({"userId": "ann"}))
        .await
        .ok();
    open_link(&site.visitor(), &token, ANOTHER).await.ok();
}

#[tokio::test]
async fn the_links_of_a_former_administrator_are_not_valid() {
    for ending in ["demoteUser", "disableUser"] {
        let site = TestSite::new();
        let [root, _, ben] = people(&site).await;
        site.promote("ben").await;
        let token = link(&ben, "ann").await;
        root.post(
            &format!("/administration/{ending}"),
            json!({"userId": "ben"}),
        )
        .await
        .ok();
        open_link(&site.visitor(), &token, ANOTHER)
            .await
            .refused(403, INVALID);
    }
}

#[tokio::test]
async fn the_links_of_a_deleted_administrator_are_not_valid() {
    let site = TestSite::new();
    let [_root, _, ben] = people(&site).await;
    site.promote("ben").await;
    let token = link(&ben, "ann").await;
    ben.delete("/user/deleteUser/ben").await.ok();
    open_link(&site.visitor(), &token, ANOTHER)
        .await
        .refused(403, INVALID);
}

#[tokio::test]
async fn a_deleted_user_can_neither_be_reset_nor_use_a_link() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    site.with_account("ann", |tx, _, account| {
        crate::features::account_data::delete(tx, account, false).map(drop)
    })
    .await
    .expect("deleted");
    open_link(&site.visitor(), &token, ANOTHER)
        .await
        .refused(403, INVALID);
    reset(&root, "ann").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
}

#[tokio::test]
async fn the_last_administrator_cannot_be_reset() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    reset(&root, "root1").await.refused(
        409,
        "Without this account the site would have no administrator",
    );
    root.get("/user/me").await.ok();
}

#[tokio::test]
async fn a_new_password_ends_an_older_link() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    site.with_account("ann", |tx, by, account| {
        account::assign_password(tx, by, account, "x")
    })
    .await
    .expect("assigned");
    open_link(&site.visitor(), &token, ANOTHER)
        .await
        .refused(403, INVALID);
}

#[tokio::test]
async fn a_login_tells_who_reset_the_sign_in_until_it_is_dismissed() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let token = link(&root, "ann").await;
    site.clock.advance(Duration::from_secs(60));
    let ann = site.visitor();
    open_link(&ann, &token, ANOTHER).await.ok();
    let told = notices(&ann).await;
    assert_eq!(
        (&told[0]["kind"], &told[0]["by"], &told[0]["createdAt"]),
        (
            &json!("signInReset"),
            &json!("root1"),
            &json!("2026-11-21T00:00:00.000Z")
        )
    );
    let path = format!("/user/dismissSecurityNotice/{}", id_of(&told[0]));
    assert_eq!(ann.post(&path, json!({})).await.ok(), json!([]));
    assert_eq!(notices(&ann).await, json!([]));
    // A double click changes nothing.
    ann.post(&path, json!({})).await.ok();
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(
        data["securityNotices"][0]["dismissedAt"],
        "2026-11-21T00:01:00.000Z"
    );
}

#[tokio::test]
async fn a_notice_keeps_the_name_of_an_administrator_who_was_deleted() {
    let site = TestSite::new();
    let [_root, ann, ben] = people(&site).await;
    site.promote("ben").await;
    reset(&ben, "ann").await.ok();
    ben.delete("/user/deleteUser/ben").await.ok();
    let hash = crate::features::auth::password::hash(ANOTHER).expect("a hash");
    site.sql(&format!(
        "UPDATE users SET password_hash = '{hash}' WHERE username = 'ann'"
    ));
    log_in(&ann, ANOTHER).await.ok();
    assert_eq!(notices(&ann).await[0]["by"], "ben");
}

#[tokio::test]
async fn other_users_neither_see_nor_dismiss_a_notice() {
    let site = TestSite::new();
    let [root, _, ben] = people(&site).await;
    let token = link(&root, "ann").await;
    let ann = site.visitor();
    open_link(&ann, &token, ANOTHER).await.ok();
    let id = id_of(&notices(&ann).await[0]);
    for other in [&root, &ben] {
        assert_eq!(notices(other).await, json!([]));
        other
            .post(&format!("/user/dismissSecurityNotice/{id}"), json!({}))
            .await
            .refused(404, "Notice not found");
    }
    assert_eq!(notices(&ann).await.as_array().expect("a list").len(), 1);
}

#[tokio::test]
async fn a_password_that_the_operator_assigns_leaves_a_notice_without_a_name() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let beside = Db::open_shared(site.directory.path(), site.clock.clone()).expect("opened");
    beside
        .write(|tx| {
            let by = crate::features::users::AdminAuthority::of_operator();
            let account = by.account(tx, "ann")?;
            account::assign_password(tx, &by, &account, "x")
        })
        .await
        .expect("assigned");
    assert_eq!(notices(&ann).await[0].get("by"), None);
}

#[tokio::test]
async fn a_user_has_at_most_twenty_notices() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    let mut token = String::new();
    for _ in 0..21 {
        site.clock.advance(Duration::from_secs(1));
        token = link(&root, "ann").await;
    }
    let ann = site.visitor();
    open_link(&ann, &token, ANOTHER).await.ok();
    let told = notices(&ann).await;
    assert_eq!(
        (
            told.as_array().expect("a list").len(),
            &told[19]["createdAt"]
        ),
        (20, &json!("2026-11-21T00:00:02.000Z"))
    );
}
