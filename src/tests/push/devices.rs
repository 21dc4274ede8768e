//! The devices that are told of news.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::browser::Browser;
use super::{PushSite, enable_push, settings, wants};
use crate::features::users::account;
use crate::features::users::store::sessions::{ABSOLUTE_LIFETIME, IDLE_LIFETIME};
use crate::tests::{Person, Reply, TestSite, id_of};

fn ids(settings: &Value) -> Vec<String> {
    let devices = settings["devices"].as_array().expect("devices");
    devices.iter().map(id_of).collect()
}

/// Logs a user in with another browser.
async fn log_in(site: &TestSite, name: &str) -> Person {
    let mut person = site.visitor();
    person.name = name.to_owned();
    person.authenticate("login").await;
    person
}

#[tokio::test]
async fn a_device_has_a_name_and_is_known_to_its_own_session() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    site.site.sql("UPDATE sessions SET user_agent = 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0'");
    let found = settings(&ann).await;
    let device = &found["devices"][0];
    assert_eq!(
        *device,
        json!({
            "_id": device["_id"],
            "name": "Firefox on Android",
            "createdAt": "2026-11-21T00:00:00.000Z",
            "isCurrent": true,
            "hidesText": false,
            "kinds": ["answer", "comment", "mention", "reminder"],
        })
    );
    let elsewhere = settings(&log_in(&site.site, "ann").await).await;
    assert_eq!(elsewhere["devices"][0]["isCurrent"], false);
    assert_eq!(ids(&elsewhere), ids(&found));
}

#[tokio::test]
async fn the_public_key_is_a_point_of_the_curve_that_stays() {
    let site = TestSite::with(enable_push);
    let ann = site.sign_up("ann").await;
    let key = settings(&ann).await["publicKey"].clone();
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(key.as_str().expect("a key"));
    let bytes = bytes.expect("Base64");
    assert_eq!((bytes.len(), bytes[0]), (65, 4));
    let again = TestSite::within(site.directory, enable_push);
    let ben = again.sign_up("ben").await;
    assert_eq!(settings(&ben).await["publicKey"], key);
}

#[tokio::test]
async fn the_first_device_is_told_of_what_concerns_its_user_and_a_later_one_of_what_was_chosen() {
    let site = PushSite::new().await;
    let (ann, browser) = site.sign_up("ann").await;
    let all = settings(&ann).await["kinds"].clone();
    assert_eq!(all, json!(["answer", "comment", "mention", "reminder"]));
    assert!(
        all.as_array()
            .is_some_and(|kinds| kinds.contains(&json!("answer")))
    );
    wants(&ann, "answer", false).await;
    let kinds = settings(&ann).await["kinds"].clone();
    assert_ne!(kinds, all);
    browser.subscribe(&ann).await;
    Browser::new("b")
        .subscribe(&log_in(&site.site, "ann").await)
        .await;
    assert_eq!(settings(&ann).await["kinds"], kinds);
}

#[tokio::test]
async fn a_subscription_that_is_not_valid_is_rejected() {
    let site = PushSite::new().await;
    let ann = site.site.sign_up("ann").await;
    let valid = Browser::new("a").subscription();
    let with = |pointer: &str, value: Value| {
        let mut changed = valid.clone();
        *changed.pointer_mut(pointer).expect("a field") = value;
        changed
    };
    let encode = |bytes: &[u8]| json!(BASE64_URL_SAFE_NO_PAD.encode(bytes));
    let unknown = "This site does not use the push service of this browser";
    for endpoint in [
        "",
        "x",
        "http://fcm.googleapis.com/a",
        "https://fcm.googleapis.com:8443/a",
        "https://fcm.googleapis.com@127.0.0.1/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://push.example.org/a",
        "https://push.apple.com/a",
        "https://fcm.googleapis.com/\u{0}",
    ] {
        let device = with("/endpoint", json!(endpoint));
        ann.post("/user/addPushDevice", device)
            .await
            .refused(400, unknown);
    }
    let long = format!("https://fcm.googleapis.com/{}", "a".repeat(2_000));
    let device = with("/endpoint", json!(long));
    ann.post("/user/addPushDevice", device)
        .await
        .refused(400, unknown);
    let invalid = "The keys of this browser's subscription are not valid";
    for key in [
        json!(""),
        json!("not Base64!"),
        encode(&[4; 64]),
        encode(&[4; 65]),
        encode(&[0; 65]),
        encode(&[4; 66]),
    ] {
        let device = with("/keys/p256dh", key);
        ann.post("/user/addPushDevice", device)
            .await
            .refused(400, invalid);
    }
    for secret in [json!(""), encode(&[1; 15]), encode(&[1; 17])] {
        let device = with("/keys/auth", secret);
        ann.post("/user/addPushDevice", device)
            .await
            .refused(400, invalid);
    }
    for (device, sentence) in [
        (json!({}), unknown),
        (json!({"endpoint": valid["endpoint"]}), invalid),
        (json!({"endpoint": valid["endpoint"], "keys": {}}), invalid),
    ] {
        ann.post("/user/addPushDevice", device)
            .await
            .refused(400, sentence);
    }
    assert_eq!(site.devices(), 0);
    assert_eq!(
        settings(&ann).await["kinds"],
        json!([]),
        "nothing was chosen"
    );
}

#[tokio::test]
async fn a_session_has_one_device_and_an_address_one_session() {
    let site = PushSite::new().await;
    let (ann, first) = site.sign_up("ann").await;
    let before = ids(&settings(&ann).await);
    // The browser has subscribed again.
    let second = Browser::new("second");
    let after = ids(&second.subscribe(&ann).await);
    assert_eq!(after.len(), 1);
    assert_ne!(after, before);
    // Another user logs in with the same browser, whose subscription stays.
    let ben = site.site.sign_up("ben").await;
    assert_eq!(ids(&second.subscribe(&ben).await).len(), 1);
    assert!(ids(&settings(&ann).await).is_empty());
    assert_eq!(ids(&first.subscribe(&ann).await).len(), 1);
    assert_eq!(site.devices(), 2);
}

#[tokio::test]
async fn the_eleventh_device_replaces_the_oldest() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    let oldest = ids(&settings(&ann).await);
    for number in 0..9 {
        let other = log_in(&site.site, "ann").await;
        Browser::new(&format!("b{number}")).subscribe(&other).await;
    }
    let ten = ids(&settings(&ann).await);
    assert_eq!((ten.len(), ten.last()), (10, oldest.last()));
    let last = log_in(&site.site, "ann").await;
    Browser::new("last").subscribe(&last).await;
    let ten = ids(&settings(&ann).await);
    assert_eq!(ten.len(), 10);
    assert!(!ten.contains(&oldest[0]));
}

#[tokio::test]
async fn users_remove_their_own_devices_only() {
    let site = PushSite::new().await;
    let ((ann, _), (ben, _)) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let remove = async |by: &Person, id: &str| {
        let body = json!({"deviceId": id});
        by.delete_with("/user/removePushDevice", body).await
    };
    let (of_ann, of_ben) = (ids(&settings(&ann).await), ids(&settings(&ben).await));
    remove(&ben, &of_ann[0])
        .await
        .refused(404, "Device not found");
    remove(&ben, "7").await.refused(404, "Device not found");
    assert_eq!(site.devices(), 2);
    // Any session of the user may do it.
    let elsewhere = log_in(&site.site, "ben").await;
    let rest = remove(&elsewhere, &of_ben[0]).await.ok();
    assert_eq!(rest["devices"], json!([]));
    remove(&ben, &of_ben[0])
        .await
        .refused(404, "Device not found");
    assert_eq!(ids(&settings(&ann).await), of_ann);
}

/// Changes whether the only device of a user is told of a kind.
async fn tells(person: &Person, kind: &str, wanted: bool) -> Reply {
    let device = ids(&settings(person).await)[0].clone();
    let body = json!({"deviceId": device, "kind": kind, "wanted": wanted});
    person.patch("/user/chooseDeviceDelivery", body).await
}

fn kinds(settings: &Value) -> Value {
    settings["devices"][0]["kinds"].clone()
}

#[tokio::test]
async fn a_device_is_told_of_what_its_user_wants_without_what_is_off_there() {
    let site = PushSite::new().await;
    let (ann, browser) = site.sign_up("ann").await;
    let chosen = tells(&ann, "comment", false).await.ok();
    assert_eq!(kinds(&chosen), json!(["answer", "mention", "reminder"]));
    assert_eq!(
        chosen["kinds"],
        json!(["answer", "comment", "mention", "reminder"])
    );
    // Twice is once, and a device does not get what its user does not want.
    tells(&ann, "comment", false).await.ok();
    let chosen = tells(&ann, "watched", true).await.ok();
    assert_eq!(kinds(&chosen), json!(["answer", "mention", "reminder"]));
    wants(&ann, "watched", true).await;
    wants(&ann, "answer", false).await;
    let now = json!(["mention", "reminder", "watched"]);
    assert_eq!(kinds(&settings(&ann).await), now);
    // A browser that subscribes again keeps what was chosen.
    assert_eq!(kinds(&browser.subscribe(&ann).await), now);
    let chosen = tells(&ann, "comment", true).await.ok();
    assert_eq!(
        kinds(&chosen),
        json!(["comment", "mention", "reminder", "watched"])
    );
}

#[tokio::test]
async fn users_choose_for_their_own_devices_and_only_kinds_of_news() {
    let site = PushSite::new().await;
    let ((ann, _), (ben, _)) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let device = ids(&settings(&ann).await)[0].clone();
    let choose = async |by: &Person, kind: &str| {
        let body = json!({"deviceId": device, "kind": kind, "wanted": false});
        by.patch("/user/chooseDeviceDelivery", body).await
    };
    let refused = choose(&ben, "answer").await;
    refused.refused(404, "Device not found");
    assert_eq!(choose(&ann, "dailyDigest").await.status, 400);
    assert_eq!(choose(&ann, "resetPassword").await.status, 400);
    assert_eq!(choose(&ann, "x").await.status, 400);
    let all = json!(["answer", "comment", "mention", "reminder"]);
    assert_eq!(kinds(&settings(&ann).await), all);
    // Any session of the user may do it.
    let elsewhere = log_in(&site.site, "ann").await;
    choose(&elsewhere, "answer").await.ok();
    assert_ne!(kinds(&settings(&ann).await), all);
}

/// The ways in which a session ends.
const ENDINGS: [&str; 13] = [
    "logout",
    "login with the same browser",
    "another password",
    "end of other sessions",
    "end of one session",
    "end of the account",
    "disabling",
    "stoa session revoke",
    "reset of the login",
    "another password by the operator",
    "too many sessions",
    "two weeks without use",
    "thirty days",
];

/// Ends the session of `ann`.
async fn end_session(ending: &str, site: &TestSite, ann: &Person) {
    let end_expired = async || {
        let ended = site
            .site
            .app
            .db
            .write(crate::features::users::session::end_expired);
        ended.await.expect("ended");
    };
    match ending {
        "logout" => {
            ann.post("/user/logout", json!({})).await.ok();
        }
        "login with the same browser" => ann.authenticate("login").await,
        "another password" => {
            let body = json!({"username": "ann", "password": "another stoa 1"});
            ann.patch("/user/resetPassword", body).await.ok();
        }
        "end of other sessions" => {
            let other = log_in(site, "ann").await;
            other.post("/user/endOtherSessions", json!({})).await.ok();
        }
        "end of one session" => {
            let other = log_in(site, "ann").await;
            let sessions = other.get("/user/getSessions").await.ok();
            let sessions = sessions.as_array().expect("sessions");
            let session = sessions.iter().find(|session| session["current"] == false);
            let id = id_of(session.expect("another session"));
            other.delete(&format!("/user/endSession/{id}")).await.ok();
        }
        "end of the account" => {
            ann.delete("/user/deleteUser/ann").await.ok();
        }
        "disabling" => {
            let disabled = site.with_account("ann", account::disable).await;
            disabled.expect("disabled");
        }
        "stoa session revoke" => {
            let ended = site.with_account("ann", account::log_out).await;
            ended.expect("ended");
        }
        "reset of the login" => {
            let admin = site.sign_up("root1").await;
            site.promote("root1").await;
            let user = json!({"userId": "ann"});
            admin.post("/administration/resetSignIn", user).await.ok();
        }
        "another password by the operator" => {
            let assigned = site.with_account("ann", |tx, by, account| {
                account::assign_password(tx, by, account, "$argon2id$none")?;
                account::end_sessions(tx, account, None)
            });
            assigned.await.expect("assigned");
        }
        "too many sessions" => {
            for _ in 0..20 {
                log_in(site, "ann").await;
            }
        }
        "two weeks without use" => {
            site.clock.advance(IDLE_LIFETIME);
            end_expired().await;
        }
        "thirty days" => {
            site.sql("UPDATE sessions SET last_seen_at = last_seen_at + 9999999999");
            site.clock.advance(ABSOLUTE_LIFETIME);
            end_expired().await;
        }
        _ => unreachable!("{ending}"),
    }
}

#[tokio::test]
async fn a_device_ends_with_its_session_however_that_ends() {
    for ending in ENDINGS {
        let site = PushSite::new().await;
        let (ann, _) = site.sign_up("ann").await;
        assert_eq!(site.devices(), 1, "{ending}");
        end_session(ending, &site.site, &ann).await;
        assert_eq!(site.devices(), 0, "{ending}");
    }
}

#[tokio::test]
async fn an_expired_session_gets_no_message_before_it_is_deleted() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    site.site
        .clock
        .advance(IDLE_LIFETIME - Duration::from_secs(10));
    let ben = site.site.sign_up("ben").await;
    // Signing up has deleted what had expired.
    ben.answer(&question, "y").await;
    assert_eq!(site.states(), ["waiting"]);
    assert!(site.send_later().await.is_empty());
    assert_eq!((site.devices(), site.states().len()), (1, 0));
}

#[tokio::test]
async fn a_site_without_push_has_no_calls_and_forgets_the_devices() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    site.site.sign_up("ben").await.answer(&question, "y").await;
    assert_eq!((site.devices(), site.states().len()), (1, 1));
    let directory = site.site.directory;
    let off = TestSite::within(directory, |config| config.push.enabled = false);
    crate::features::push::start(&off.site.app);
    let is_forgotten = async || {
        let rows = "SELECT count(*) FROM (SELECT id FROM push_devices UNION ALL SELECT id FROM deliveries WHERE channel = 'push')";
        let count: i64 = off
            .connection()
            .query_row(rows, [], |row| row.get(0))
            .expect("a count");
        count == 0
    };
    for _ in 0..500 {
        if is_forgotten().await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(is_forgotten().await);
    let ben = off.sign_up("ben2").await;
    ben.get("/user/getPushSettings")
        .await
        .refused(404, "Not found");
    let device = Browser::new("ben").subscription();
    ben.post("/user/addPushDevice", device)
        .await
        .refused(404, "Not found");
}
