//! Actions that ask for the password again, and the log lines of administrators' changes.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};

use super::administration::people;
use super::realtime::Listening;
use super::security::CapturedLog;
use super::{PASSWORD, Person, Reply, TestSite, id_of};
use crate::core::clock::Timestamp;

const REQUIRED: &str = "Current password required";
/// A little longer than a password that was given counts as recent.
const LONG: Duration = Duration::from_secs(601);

/// The calls that ask, all of them. `SESSION` stands for another session of the caller, an administrator, and `SINCE` and
/// `UNTIL` for a time span in which accounts signed up.
const ASKING: [(&str, &str); 40] = [
    ("DELETE /user/deleteUser/ben", r#"{"posts": "remove"}"#),
    (
        "POST /administration/renameUser",
        r#"{"userId": "ann", "newUsername": "anna"}"#,
    ),
    (
        "POST /administration/mergeUser",
        r#"{"userId": "ann", "intoUserId": "root1"}"#,
    ),
    ("DELETE /user/deleteUser/ben", "{}"),
    (
        "PATCH /user/resetPassword",
        r#"{"password": "another stoa 1"}"#,
    ),
    ("DELETE /user/endSession/SESSION", "{}"),
    ("POST /user/endOtherSessions", "{}"),
    ("POST /administration/promoteUser", r#"{"userId": "ann"}"#),
    ("POST /administration/resetSignIn", r#"{"userId": "ann"}"#),
    ("POST /administration/createInvitation", "{}"),
    (
        "POST /administration/createInvitations",
        r#"{"notes": ["x"]}"#,
    ),
    (
        "POST /administration/mailInvitations",
        r#"{"addresses": ["ann@example.org"]}"#,
    ),
    ("POST /administration/createBackup", "{}"),
    ("DELETE /user/endSession/SESSION", "null"),
    (
        "POST /administration/appointModerator",
        r#"{"userId": "ann"}"#,
    ),
    (
        "POST /administration/sendTestMail",
        r#"{"address": "ann@example.org"}"#,
    ),
    (
        "PATCH /administration/setMail",
        r#"{"before": {"host": "localhost", "tls": "implicit", "from": "Stoa <stoa@stoa.test>"}, "value": null}"#,
    ),
    (
        "POST /administration/dismissModerator",
        r#"{"userId": "ann"}"#,
    ),
    ("POST /administration/deleteUser", r#"{"userId": "ann"}"#),
    ("POST /administration/demoteUser", r#"{"userId": "root1"}"#),
    ("POST /administration/disableUser", r#"{"userId": "ann"}"#),
    (
        "PATCH /administration/setSettings",
        r#"{"changes": [{"key": "blockedWords", "before": "", "value": "casino"}]}"#,
    ),
    (
        "POST /administration/removeNewUsers",
        r#"{"since": "SINCE", "until": "UNTIL", "reason": "spam"}"#,
    ),
    (
        "PATCH /user/setMailAddress",
        r#"{"address": "ben@example.org"}"#,
    ),
    ("DELETE /user/removeMailAddress", "{}"),
    (
        "POST /administration/resetSecondFactor",
        r#"{"userId": "ann"}"#,
    ),
    ("POST /user/beginPasskey", "{}"),
    (
        "POST /user/addPasskey",
        r#"{"name": "x", "credential": {"rawId": "AA", "response": {"clientDataJSON": "AA", "attestationObject": "AA"}}}"#,
    ),
    ("DELETE /user/removePasskey/SESSION", "{}"),
    (
        "POST /user/addApiToken",
        r#"{"name": "x", "scopes": ["read"]}"#,
    ),
    ("POST /user/beginSecondFactor", "{}"),
    (
        "POST /user/addSecondFactor",
        r#"{"secret": "x", "code": "x"}"#,
    ),
    ("POST /user/renewRecoveryCodes", r#"{"code": "x"}"#),
    ("POST /user/removeSecondFactor", r#"{"code": "x"}"#),
    ("POST /user/removePassword", "{}"),
    ("POST /oidc/startLink", r#"{"provider": "none"}"#),
    ("DELETE /oidc/removeIdentity/SESSION", "{}"),
    (
        "POST /administration/addBot",
        r#"{"username": "helper", "community": ""}"#,
    ),
    (
        "POST /administration/addBotToken",
        r#"{"botId": "0000000000001", "name": "x", "scopes": ["read"]}"#,
    ),
    (
        "POST /administration/addIncomingHook",
        r#"{"botId": "0000000000001", "tags": ["a"]}"#,
    ),
];

/// A site with an administrator whose session is old.
struct Old {
    site: TestSite,
    ben: Person,
    session: String,
}

impl Old {
    async fn site(limited: bool) -> Self {
        let site = TestSite::with(|config| config.limits.enabled = limited);
        let [_root, _ann, ben] = people(&site).await;
        site.promote("ben").await;
        let elsewhere = site.visitor();
        let credentials = json!({"username": "ben", "password": PASSWORD});
        elsewhere
            .post_when_busy("/user/login", credentials)
            .await
            .ok();
        let session = id_of(&elsewhere.get("/user/getSessions").await.ok()[0]);
        site.clock.advance(LONG);
        // Records the use of the session.
        ben.get("/user/me").await.ok();
        site.settle().await;
        Self { site, ben, session }
    }

    /// Makes one of the calls, with a password if there is one.
    async fn call(&self, call: (&str, &str), password: Option<&str>) -> Reply {
        let (method, path) = call.0.split_once(' ').expect("a method");
        let now = self.site.clock.now();
        let time = |time: Timestamp| json!(time).as_str().expect("a time").to_owned();
        let body = call
            .1
            .replace("SINCE", &time(now.minus(Duration::from_secs(3_600))))
            .replace("UNTIL", &time(now));
        let mut body: Value = serde_json::from_str(&body).expect("JSON");
        if let Some(password) = password {
            body["currentPassword"] = json!(password);
        }
        let method: Method = method.parse().expect("a method");
        let path = path.replace("SESSION", &self.session);
        let body = Some(body).filter(|body| !body.is_null());
        self.ben.request_when_busy(method, &path, body).await
    }
}

#[tokio::test]
async fn an_old_session_needs_the_password() {
    let old = Old::site(false).await;
    let before = old.site.content();
    for call in ASKING {
        old.call(call, None).await.refused(403, REQUIRED);
    }
    assert_eq!(old.site.content(), before);
}

#[tokio::test]
async fn a_wrong_password_is_rejected() {
    let old = Old::site(false).await;
    let before = old.site.content();
    for call in ASKING {
        old.call(call, Some("wrong password"))
            .await
            .refused(403, REQUIRED);
    }
    assert_eq!(old.site.content(), before);
}

#[tokio::test]
async fn the_password_lets_each_call_through() {
    // What is asked for is then refused for reasons of its own: there is no second factor, passkey or provider.
    let refused = [
        ("resetSecondFactor", "Two-factor login is not on"),
        ("beginPasskey", "This site cannot have passkeys"),
        ("addPasskey", "This site cannot have passkeys"),
        ("removePasskey", "Passkey not found"),
        ("addSecondFactor", "This code is wrong or was used already"),
        ("renewRecoveryCodes", "Two-factor login is not on"),
        ("removeSecondFactor", "Two-factor login is not on"),
        (
            "removePassword",
            "This is your only way to log in: add another one first",
        ),
        ("startLink", "This site has no such provider"),
        ("removeIdentity", "This login is not one of your account"),
        (
            "addBotToken",
            "No user data found. Make sure the username parameter is correct.",
        ),
        (
            "addIncomingHook",
            "No user data found. Make sure the username parameter is correct.",
        ),
    ];
    for call in ASKING {
        let old = Old::site(false).await;
        let reply = old.call(call, Some(PASSWORD)).await;
        let name = call.0.split('/').nth(2).expect("a name");
        match refused.iter().find(|(refused, _)| *refused == name) {
            Some((_, why)) => assert_eq!(reply.text, *why, "{name}"),
            None => drop(reply.ok()),
        }
    }
}

#[tokio::test]
async fn exactly_these_routes_ask_for_the_password() {
    let site = TestSite::new();
    let mut asking: Vec<&str> = site
        .site
        .table
        .iter()
        .filter(|route| route.asks_for_password)
        .map(|route| route.paths[0])
        .collect();
    asking.sort_unstable();
    let mut expected: Vec<String> = ASKING
        .iter()
        .map(|(call, _)| {
            let path = call.split_once(' ').expect("a method").1;
            path.replace("SESSION", "{id}").replace("ben", "{username}")
        })
        .collect();
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(asking, expected);
}

#[tokio::test]
async fn a_password_counts_for_ten_minutes() {
    let old = Old::site(false).await;
    let ask = async |password| {
        old.call(("POST /user/endOtherSessions", "{}"), password)
            .await
    };
    ask(Some(PASSWORD)).await.ok();
    old.site.clock.advance(Duration::from_secs(600));
    ask(None).await.ok();
    old.site.clock.advance(Duration::from_secs(1));
    ask(None).await.refused(403, REQUIRED);
}

#[tokio::test]
async fn a_password_counts_for_its_session_only() {
    let old = Old::site(false).await;
    let elsewhere = old.site.visitor();
    let credentials = json!({"username": "ben", "password": PASSWORD});
    elsewhere
        .post_when_busy("/user/login", credentials)
        .await
        .ok();
    old.call(("POST /user/endOtherSessions", "{}"), None)
        .await
        .refused(403, REQUIRED);
}

#[tokio::test]
async fn a_recent_session_needs_no_password_and_costs_no_hash() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    // More guesses than an account has.
    for _ in 0..10 {
        let body = json!({"currentPassword": "wrong password"});
        ann.post("/user/endOtherSessions", body).await.ok();
    }
}

#[tokio::test]
async fn wrong_passwords_count_as_failed_logins() {
    let old = Old::site(true).await;
    for call in &ASKING[..5] {
        old.call(*call, Some("wrong password"))
            .await
            .refused(403, REQUIRED);
    }
    let too_many = "Too many attempts, please try again later";
    old.call(ASKING[5], Some(PASSWORD))
        .await
        .refused(429, too_many);
    // The browser is one that the account knows: its failures count for it alone.
    let credentials = json!({"username": "ben", "password": PASSWORD});
    let other = old.site.visitor();
    other.post("/user/login", credentials).await.ok();
}

#[tokio::test]
async fn without_the_role_a_password_is_not_checked() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    site.clock.advance(LONG);
    for _ in 0..10 {
        let body = json!({"userId": "ann", "currentPassword": "wrong password"});
        ann.post("/administration/promoteUser", body)
            .await
            .refused(403, "Only administrators can do this");
    }
}

#[tokio::test]
async fn a_call_without_a_body_may_name_its_type() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let request = Request::delete("/user/deleteUser/ann")
        .header(header::HOST, "stoa.test")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::empty());
    ann.send(request.expect("a request")).await.ok();
}

#[tokio::test]
async fn community_calls_never_ask() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.clock.advance(LONG);
    let community = ann
        .post(
            "/community/addCommunity",
            json!({"name": "Stoics", "visibility": "private"}),
        )
        .await
        .ok();
    let id = id_of(&community);
    ann.post(&format!("/community/archiveCommunity/{id}"), json!({}))
        .await
        .ok();
}

async fn reset_password(person: &Person) {
    let body = Some(json!({"password": "another stoa 1"}));
    person
        .request_when_busy(Method::PATCH, "/user/resetPassword", body)
        .await
        .ok();
}

#[tokio::test]
async fn a_new_password_renews_the_session() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let copy = site.visitor();
    copy.cookies
        .lock()
        .unwrap()
        .clone_from(&ann.cookies.lock().unwrap());
    reset_password(&ann).await;
    copy.get("/user/me").await.refused(401, "Please log in");
    let sessions = ann.get("/user/getSessions").await.ok();
    assert_eq!(
        (
            sessions.as_array().expect("a list").len(),
            &sessions[0]["current"]
        ),
        (1, &json!(true))
    );
    assert_ne!(ann.cookie("XSRF-TOKEN"), copy.cookie("XSRF-TOKEN"));
}

#[tokio::test]
async fn the_sockets_of_a_renewed_session_come_back() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut before = server.socket_of(&ann).await;
    reset_password(&ann).await;
    before.expect_dropped().await;
    let mut after = server.socket_of(&ann).await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(after.event().await.0, "questionUpdate");
}

#[tokio::test]
async fn each_change_by_an_administrator_leaves_a_line_in_the_log() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let session = id_of(&ann.get("/user/getSessions").await.ok()[0]);
    root.post("/administration/disableUser", json!({"userId": "ben"}))
        .await
        .ok();
    root.delete(&format!("/administration/endSession/{session}"))
        .await
        .ok();
    root.post(
        "/administration/createInvitation",
        json!({"note": "secret"}),
    )
    .await
    .ok();
    // Neither what is only read nor what is rejected is a change.
    root.get("/administration/getUsers").await.ok();
    root.post("/administration/disableUser", json!({"userId": "nobody"}))
        .await;
    let lines = log.lines("administration user=");
    let expected = [
        "call=\"POST /administration/disableUser\" target=\"ben\"".to_owned(),
        format!("call=\"DELETE /administration/endSession/{{id}}\" target=\"{session}\""),
        "call=\"POST /administration/createInvitation\" target=\"\"".to_owned(),
    ]
    .map(|call| format!("administration user=\"root1\" {call} client_ip=127.0.0.1"));
    assert!(
        lines.len() == 3
            && lines
                .iter()
                .zip(&expected)
                .all(|(line, expected)| line.ends_with(expected)),
        "{lines:#?}"
    );
}

#[tokio::test]
async fn a_wrong_password_of_a_session_leaves_a_line_in_the_log() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let old = Old::site(false).await;
    old.call(ASKING[0], Some("wrong password")).await;
    let lines = log.lines("password check failed user=\"ben\" client_ip=127.0.0.1");
    assert_eq!((lines.len(), log.lines("wrong password").len()), (1, 0));
}
