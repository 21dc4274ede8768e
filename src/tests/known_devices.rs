//! Known devices: failed logins of others do not delay a browser that has logged in before.

use std::time::Duration;

use serde_json::json;

use super::{PASSWORD, Person, TestSite};

/// Returns a browser without cookies at another address.
fn elsewhere(site: &TestSite) -> Person {
    let mut person = site.visitor();
    person.peer = ([203, 0, 113, 7], 40_000).into();
    person
}

async fn log_in(person: &Person, name: &str, password: &str) -> u16 {
    let credentials = json!({"username": name, "password": password});
    let reply = person.post("/user/login", credentials).await;
    reply.status.as_u16()
}

/// Fails to log in from elsewhere until the account has a delay.
async fn delay(site: &TestSite, name: &str) {
    let attacker = elsewhere(site);
    for _ in 0..5 {
        assert_eq!(log_in(&attacker, name, "wrong password").await, 401);
    }
    assert_eq!(log_in(&attacker, name, PASSWORD).await, 429);
}

fn with_limits() -> TestSite {
    TestSite::with(|config| config.limits.enabled = true)
}

/// Sets the device cookie of a browser, before its other cookies.
fn plant(person: &Person, tokens: &str) {
    let cookie = ("stoa_device".to_owned(), tokens.to_owned());
    person.cookies.lock().expect("cookies").insert(0, cookie);
}

fn devices(site: &TestSite) -> i64 {
    let sql = "SELECT count(*) FROM known_devices";
    let count = site.connection().query_row(sql, [], |row| row.get(0));
    count.expect("a count")
}

#[tokio::test]
async fn failed_logins_of_others_do_not_delay_a_known_device() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    ann.post("/user/logout", json!({})).await.ok();
    delay(&site, "ann").await;
    assert_eq!(log_in(&site.visitor(), "ann", PASSWORD).await, 429);
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 200);
    // The success of a known device does not end the delay of others.
    assert_eq!(log_in(&site.visitor(), "ann", PASSWORD).await, 429);
}

#[tokio::test]
async fn failed_logins_in_its_network_do_not_delay_a_known_device() {
    let site = with_limits();
    let (ann, neighbour) = (site.sign_up("ann").await, site.visitor());
    let mut refused = None;
    for number in 0..40 {
        let status = log_in(&neighbour, &format!("user{number}"), "wrong password").await;
        if status == 429 {
            refused = Some(number);
            break;
        }
    }
    assert_eq!(refused, Some(30));
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 200);
}

#[tokio::test]
async fn a_known_device_has_a_delay_of_its_own() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    for _ in 0..5 {
        assert_eq!(log_in(&ann, "ann", "wrong password").await, 401);
    }
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 429);
    assert_eq!(log_in(&site.visitor(), "ann", PASSWORD).await, 200);
}

#[tokio::test]
async fn the_logins_of_a_known_device_are_limited() {
    let site = TestSite::with(|config| {
        config.limits.enabled = true;
        config.limits.logins_per_quarter_hour = 3;
    });
    let ann = site.sign_up("ann").await;
    for _ in 0..3 {
        assert_eq!(log_in(&ann, "ann", PASSWORD).await, 200);
    }
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 429);
}

#[tokio::test]
async fn failed_logins_of_others_do_not_delay_a_password_change() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    site.clock.advance(Duration::from_secs(3600));
    delay(&site, "ann").await;
    let change = json!({"password": "another stoa 1", "currentPassword": PASSWORD});
    ann.patch("/user/resetPassword", change).await.ok();
}

#[tokio::test]
async fn a_browser_is_known_to_the_last_four_accounts() {
    let site = with_limits();
    let mut browser = site.visitor();
    let names = ["ann", "ben", "cem", "dan", "eva"];
    for name in names {
        browser.name = name.to_owned();
        browser.authenticate("signup").await;
    }
    for name in names {
        delay(&site, name).await;
        let expected = if name == "ann" { 429 } else { 200 };
        assert_eq!(log_in(&browser, name, PASSWORD).await, expected, "{name}");
    }
}

#[tokio::test]
async fn a_planted_device_cookie_gains_nothing() {
    let site = with_limits();
    let thief = site.sign_up("thief").await;
    let victim = site.visitor();
    plant(&victim, &thief.cookie("stoa_device").expect("a device"));
    site.sign_up("ann").await;
    assert_eq!(log_in(&victim, "ann", PASSWORD).await, 200);
    delay(&site, "ann").await;
    assert_eq!(log_in(&thief, "ann", PASSWORD).await, 429);
    assert_eq!(log_in(&victim, "ann", PASSWORD).await, 200);
}

#[tokio::test]
async fn planted_device_cookies_do_not_lock_a_user_out() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    for number in 10..30 {
        let planted = vec![format!("{number}{}", "P".repeat(41)); 9];
        plant(&ann, &planted.join("."));
    }
    delay(&site, "ann").await;
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 200);
}

#[tokio::test]
async fn a_new_password_forgets_all_devices_except_the_one_that_changed_it() {
    let site = with_limits();
    let (ann, thief) = (site.sign_up("ann").await, elsewhere(&site));
    assert_eq!(log_in(&thief, "ann", PASSWORD).await, 200);
    let change = json!({"password": PASSWORD});
    ann.patch("/user/resetPassword", change).await.ok();
    assert_eq!(devices(&site), 1);
    delay(&site, "ann").await;
    assert_eq!(log_in(&thief, "ann", PASSWORD).await, 429);
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 200);
}

#[tokio::test]
async fn a_password_that_an_administrator_sets_forgets_all_devices() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let reset = site.with_account("ann", |tx, _, account| {
        crate::features::users::account::set_password(tx, account, "x")
    });
    reset.await.expect("another password");
    assert_eq!(devices(&site), 0);
}

#[tokio::test]
async fn a_deleted_account_has_no_devices() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.delete("/user/deleteUser/ann").await.ok();
    assert_eq!(devices(&site), 0);
}

#[tokio::test]
async fn a_device_is_forgotten_after_a_year_without_a_login() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    site.clock.advance(Duration::from_secs(365 * 24 * 3600));
    delay(&site, "ann").await;
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 429);
    let expired = site
        .site
        .app
        .db
        .write(crate::features::users::session::end_expired);
    expired.await.expect("the devices expire");
    assert_eq!(devices(&site), 0);
}

#[tokio::test]
async fn an_account_knows_the_sixteen_devices_that_were_used_last() {
    let site = with_limits();
    let (ann, other) = (site.sign_up("ann").await, elsewhere(&site));
    assert_eq!(log_in(&other, "ann", PASSWORD).await, 200);
    for _ in 0..15 {
        site.clock.advance(Duration::from_secs(1));
        assert_eq!(log_in(&ann, "ann", PASSWORD).await, 200);
        assert_eq!(log_in(&site.visitor(), "ann", PASSWORD).await, 200);
    }
    assert_eq!(devices(&site), 16);
    delay(&site, "ann").await;
    assert_eq!(log_in(&other, "ann", PASSWORD).await, 429);
    assert_eq!(log_in(&ann, "ann", PASSWORD).await, 200);
}

#[tokio::test]
async fn the_cookie_of_a_device_is_hidden_and_survives_a_logout() {
    let site = TestSite::new();
    let ann = site.visitor();
    let credentials = json!({"username": "ann", "password": PASSWORD});
    let reply = ann.post("/user/signup", credentials).await;
    let cookies = reply.headers.get_all("set-cookie").iter();
    let cookies: Vec<&str> = cookies.map(|cookie| cookie.to_str().unwrap()).collect();
    let device = cookies
        .iter()
        .find(|cookie| cookie.starts_with("stoa_device="));
    let attributes = device.and_then(|cookie| cookie.split_once("; "));
    assert_eq!(
        attributes.map(|(_, attributes)| attributes),
        Some("HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000")
    );
    ann.post("/user/logout", json!({})).await.ok();
    assert!(ann.cookie("stoa_device").is_some() && ann.cookie("stoa_session").is_none());
}
