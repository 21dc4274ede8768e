//! Two factors: the code of an authenticator app after the password.

use std::time::Duration;

use serde_json::{Value, json};

use super::administration::people;
use super::{PASSWORD, Person, Reply, TestSite};
use crate::core::config::SecondFactor;
use crate::features::auth::totp;
use crate::features::users::{password_links, second_factor};

const REQUIRED: &str = "Enter the code from your authenticator app";
const WRONG: &str = "This code is wrong or was used already";
const LONG: Duration = Duration::from_secs(601);
const STEP: Duration = Duration::from_secs(30);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// An authenticator app.
struct App {
    secret: [u8; totp::SECRET],
    recovery_codes: Vec<String>,
}

impl App {
    fn code(&self, site: &TestSite) -> String {
        totp::code_at(&self.secret, site.clock.now())
    }
}

fn codes(reply: &Value) -> Vec<String> {
    let codes = reply["recoveryCodes"].as_array().expect("codes").iter();
    codes
        .map(|code| code.as_str().expect("a code").to_owned())
        .collect()
}

/// Turns on the second factor of a member. Their next code is another one.
async fn with_factor(site: &TestSite, person: &Person) -> App {
    let begun = person.post("/user/beginSecondFactor", json!({})).await.ok();
    let secret = begun["secret"].as_str().expect("a secret");
    let secret = totp::parse_secret(secret).expect("a secret");
    let code = totp::code_at(&secret, site.clock.now());
    let body = json!({"secret": begun["secret"], "code": code});
    let added = person.post("/user/addSecondFactor", body).await.ok();
    site.clock.advance(STEP);
    App {
        secret,
        recovery_codes: codes(&added),
    }
}

async fn log_in(browser: &Person, code: Option<&str>) -> Reply {
    let mut body = json!({"username": "ann", "password": PASSWORD});
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    browser.post_when_busy("/user/login", body).await
}

fn with_limits() -> TestSite {
    TestSite::with(|config| config.limits.enabled = true)
}

#[tokio::test]
async fn a_login_needs_the_code_after_the_password() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    assert_eq!(app.recovery_codes.len(), 10);
    let browser = site.visitor();
    let before = site.content();
    for code in [None, Some(""), Some("  ")] {
        log_in(&browser, code).await.refused(401, REQUIRED);
    }
    for code in ["000000", "12345", "abcd-efgh-ijkm-npqr", "x"] {
        log_in(&browser, Some(code)).await.refused(403, WRONG);
    }
    // Only the right password leads to the question.
    let body = json!({"username": "ann", "password": "wrong password", "code": app.code(&site)});
    browser
        .post_when_busy("/user/login", body)
        .await
        .refused(401, "Invalid username or password");
    assert_eq!(site.content(), before);
    let code = app.code(&site);
    let spaced = format!(" {} {} ", &code[..3], &code[3..]);
    log_in(&browser, Some(&spaced)).await.ok();
    let sessions = browser.get("/user/getSessions").await.ok();
    assert_eq!(sessions[0]["signedInBy"], "code");
    // Once.
    log_in(&site.visitor(), Some(&code))
        .await
        .refused(403, WRONG);
    site.clock.advance(STEP);
    log_in(&site.visitor(), Some(&app.code(&site))).await.ok();
    // No older one after it.
    log_in(&site.visitor(), Some(&code))
        .await
        .refused(403, WRONG);
}

#[tokio::test]
async fn two_logins_with_one_code_are_one_login() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    let code = app.code(&site);
    let browsers: Vec<Person> = (0..4).map(|_| site.visitor()).collect();
    let logins = browsers.iter().map(|browser| log_in(browser, Some(&code)));
    let replies = futures_util::future::join_all(logins).await;
    let accepted = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(accepted, 1);
}

#[tokio::test]
async fn each_recovery_code_counts_once() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    let [first, second, ..] = &app.recovery_codes[..] else {
        panic!("ten codes");
    };
    log_in(&site.visitor(), Some(first)).await.ok();
    log_in(&site.visitor(), Some(first))
        .await
        .refused(403, WRONG);
    log_in(
        &site.visitor(),
        Some(&second.to_uppercase().replace('-', " ")),
    )
    .await
    .ok();
    let state = ann.get("/user/getSignIn").await.ok();
    assert_eq!(state["recoveryCodes"], 8);
    // New ones replace them.
    let body = json!({"code": app.recovery_codes[2]});
    let renewed = codes(&ann.post("/user/renewRecoveryCodes", body).await.ok());
    assert_eq!(renewed.len(), 10);
    log_in(&site.visitor(), Some(&app.recovery_codes[3]))
        .await
        .refused(403, WRONG);
    log_in(&site.visitor(), Some(&renewed[0])).await.ok();
}

#[tokio::test]
async fn no_secret_is_stored_in_plain_or_shown_again() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    let content = site.content();
    for code in &app.recovery_codes {
        assert!(!content.contains(code) && !content.contains(&code.replace('-', "")));
    }
    let state = ann.get("/user/getSignIn").await.ok();
    let fields: Vec<&String> = state.as_object().expect("an object").keys().collect();
    assert_eq!(
        fields,
        [
            "canRemovePassword",
            "hasPassword",
            "needsSecondFactor",
            "recoveryCodes",
            "rememberedDevices",
            "secondFactorSince"
        ]
    );
    let data = ann.get("/user/getData").await;
    assert!(data.text.contains("\"secondFactorSince\""));
    let secret: Vec<String> = app
        .secret
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert!(!data.text.contains(&secret.concat()));
}

#[tokio::test]
async fn turning_it_on_needs_a_code_of_the_app() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let begun = ann.post("/user/beginSecondFactor", json!({})).await.ok();
    assert!(
        begun["url"]
            .as_str()
            .expect("a URL")
            .starts_with("otpauth://totp/Stoa:ann?secret=")
    );
    assert!(
        begun["qrCode"]
            .as_str()
            .expect("a picture")
            .contains("<svg")
    );
    let body = json!({"secret": begun["secret"], "code": "000000"});
    ann.post("/user/addSecondFactor", body)
        .await
        .refused(403, WRONG);
    let body = json!({"secret": "short", "code": "000000"});
    ann.post("/user/addSecondFactor", body)
        .await
        .refused(403, WRONG);
    log_in(&site.visitor(), None).await.ok();
    let app = with_factor(&site, &ann).await;
    let body = json!({"secret": begun["secret"], "code": app.code(&site)});
    ann.post("/user/addSecondFactor", body)
        .await
        .refused(409, "Two-factor login is on already");
    site.clock.advance(LONG);
    for call in [
        "beginSecondFactor",
        "addSecondFactor",
        "removeSecondFactor",
        "renewRecoveryCodes",
    ] {
        ann.post(
            &format!("/user/{call}"),
            json!({"secret": "x", "code": "x"}),
        )
        .await
        .refused(403, "Current password required");
    }
}

#[tokio::test]
async fn turning_it_off_needs_a_code() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let remove = async |code: &str| {
        let body = json!({"code": code});
        ann.post("/user/removeSecondFactor", body).await
    };
    remove("000000")
        .await
        .refused(409, "Two-factor login is not on");
    let app = with_factor(&site, &ann).await;
    for code in ["", "000000", "abcd-efgh-ijkm-npqr"] {
        remove(code).await.refused(403, WRONG);
    }
    let state = remove(&app.recovery_codes[0]).await.ok();
    assert!(state.get("secondFactorSince").is_none() && state["recoveryCodes"] == 0);
    log_in(&site.visitor(), None).await.ok();
    let app = with_factor(&site, &ann).await;
    remove(&app.code(&site)).await.ok();
}

#[tokio::test]
async fn wrong_codes_are_delayed_like_wrong_passwords() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    let mut attacker = site.visitor();
    attacker.peer = ([203, 0, 113, 7], 40_000).into();
    for _ in 0..5 {
        // The right password alone resets nothing.
        log_in(&attacker, None).await.refused(401, REQUIRED);
        log_in(&attacker, Some("000000")).await.refused(403, WRONG);
    }
    let code = app.code(&site);
    assert_eq!(log_in(&attacker, Some(&code)).await.status, 429);
    assert_eq!(log_in(&site.visitor(), Some(&code)).await.status, 429);
    // A device that the account knows has delays of its own.
    log_in(&ann, Some(&code)).await.ok();
    for _ in 0..5 {
        log_in(&ann, Some("000000")).await.refused(403, WRONG);
    }
    site.clock.advance(Duration::from_millis(1));
    assert_eq!(log_in(&ann, Some(&app.recovery_codes[0])).await.status, 429);
    // So has turning it off.
    let body = json!({"code": "000000"});
    assert_eq!(ann.post("/user/removeSecondFactor", body).await.status, 429);
}

/// An attacker who has the password guesses codes for a day.
#[tokio::test]
async fn a_day_of_guesses_at_one_account_is_a_hundred_or_so() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    with_factor(&site, &ann).await;
    let end = site.clock.now().plus(DAY);
    let (mut guesses, mut address) = (0, 0_u32);
    while site.clock.now() < end {
        let mut attacker = site.visitor();
        address += 1;
        attacker.peer = (
            std::net::Ipv4Addr::from(0x0b00_0000 + (address << 8)),
            40_000,
        )
            .into();
        let reply = log_in(&attacker, Some("000000")).await;
        if reply.status == 429 {
            let wait = reply.header("retry-after").parse().expect("seconds");
            site.clock.advance(Duration::from_secs(wait));
        } else {
            guesses += 1;
        }
    }
    assert!((50..=115).contains(&guesses), "{guesses}");
}

#[tokio::test]
async fn a_remembered_device_needs_no_code_for_thirty_days() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    let browser = site.visitor();
    let body = json!({"username": "ann", "password": PASSWORD, "code": app.code(&site), "rememberDevice": true});
    browser
        .post_when_busy("/user/login", body.clone())
        .await
        .ok();
    browser.post("/user/logout", json!({})).await.ok();
    log_in(&browser, None).await.ok();
    // Others need one, also with the same cookie at another account's name.
    log_in(&site.visitor(), None).await.refused(401, REQUIRED);
    let state = ann.get("/user/getSignIn").await.ok();
    assert_eq!(state["rememberedDevices"], 1);
    site.clock.advance(Duration::from_secs(30 * 24 * 3_600 + 1));
    log_in(&browser, None).await.refused(401, REQUIRED);
    // Forgotten by its owner.
    let again = json!({"username": "ann", "password": PASSWORD, "code": app.code(&site), "rememberDevice": true});
    browser.post_when_busy("/user/login", again).await.ok();
    log_in(&browser, None).await.ok();
    let state = browser.post("/user/forgetDevices", json!({})).await.ok();
    assert_eq!(state["rememberedDevices"], 0);
    log_in(&browser, None).await.refused(401, REQUIRED);
}

#[tokio::test]
async fn a_new_password_ends_remembered_devices_and_keeps_the_factor() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    let body = json!({"username": "ann", "password": PASSWORD, "code": app.code(&site), "rememberDevice": true});
    ann.post_when_busy("/user/login", body).await.ok();
    log_in(&ann, None).await.ok();
    ann.patch("/user/resetPassword", json!({"password": PASSWORD}))
        .await
        .ok();
    log_in(&ann, None).await.refused(401, REQUIRED);
}

#[tokio::test]
async fn an_appeal_needs_the_code_too() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let app = with_factor(&site, &ann).await;
    let body = json!({"userId": "ann", "until": site.clock.now().plus(DAY), "reason": "rude"});
    root.post("/moderation/suspendUser", body).await.ok();
    let ask = async |code: &str| {
        let body = json!({"username": "ann", "password": PASSWORD, "code": code});
        site.visitor()
            .post_when_busy("/moderation/getSuspensionAppeal", body)
            .await
    };
    ask("").await.refused(401, REQUIRED);
    ask("000000").await.refused(403, WRONG);
    // A login that asks for the code brings no proof.
    let reply = log_in(&site.visitor(), None).await;
    assert!(!reply.headers.contains_key("x-appeal-proof"));
    let reply = log_in(&site.visitor(), Some(&app.code(&site))).await;
    assert_eq!(reply.header("x-appeal-proof").len(), 64);
    assert_eq!(ask(&app.code(&site)).await.ok()["mayAppeal"], true);
    ask(&app.code(&site)).await.refused(403, WRONG);
}

/// A link in a mail, whose owner has a second factor.
#[tokio::test]
async fn a_link_in_a_mail_asks_for_the_code() {
    let site = with_limits();
    let ann = site.sign_up("ann").await;
    let app = with_factor(&site, &ann).await;
    site.sql("INSERT INTO mail_addresses (user_id, address, verified_at) SELECT id, 'ann@example.org', 0 FROM users WHERE username = 'ann'");
    let token = crate::features::users::session::new_token();
    let hash = crate::features::users::session::hash(&token);
    let insert = "INSERT INTO mail_links SELECT ?1, id, 'reset', 'ann@example.org', 9999999999999 FROM users WHERE username = 'ann'";
    site.connection().execute(insert, [hash]).expect("a link");
    let browser = site.visitor();
    let open = async |code: &str| {
        let body = json!({"token": token, "password": "another stoa 1", "code": code});
        browser.post_when_busy("/user/usePasswordLink", body).await
    };
    open("").await.refused(401, REQUIRED);
    for _ in 0..5 {
        open("000000").await.refused(403, WRONG);
    }
    assert_eq!(open(&app.code(&site)).await.status, 429);
    site.clock.advance(Duration::from_secs(5));
    open(&app.code(&site)).await.ok();
    site.clock.advance(STEP);
    let body = json!({"username": "ann", "password": "another stoa 1"});
    site.visitor()
        .post_when_busy("/user/login", body)
        .await
        .refused(401, REQUIRED);
    open("").await.refused(
        403,
        "This link is not valid, or not any more: ask an administrator for a new one",
    );
}

#[tokio::test]
async fn an_administrators_reset_removes_the_factor_with_the_password() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    with_factor(&site, &ann).await;
    let link = root
        .post("/administration/resetSignIn", json!({"userId": "ann"}))
        .await
        .ok();
    let body = json!({"token": link["token"], "password": "another stoa 1"});
    site.visitor()
        .post_when_busy("/user/usePasswordLink", body)
        .await
        .ok();
    let left = site.content();
    assert!(!left.contains("second_factors [") && !left.contains("recovery_codes ["));
}

#[tokio::test]
async fn another_administrator_turns_it_off_which_is_logged_and_notified() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let reset = async |by: &Person, name: &str| {
        by.post("/administration/resetSecondFactor", json!({"userId": name}))
            .await
    };
    reset(&root, "ann")
        .await
        .refused(409, "Two-factor login is not on");
    site.sql("INSERT INTO mail_addresses (user_id, address, verified_at) SELECT id, 'ann@example.org', 0 FROM users WHERE username = 'ann'");
    with_factor(&site, &ann).await;
    reset(&ben, "ann")
        .await
        .refused(403, "Only administrators can do this");
    reset(&root, "ann").await.ok();
    let notices = ann.get("/user/getSecurityNotices").await.ok();
    assert_eq!(
        (&notices[0]["kind"], &notices[0]["by"]),
        (&json!("secondFactorReset"), &json!("root1"))
    );
    let log = root.get("/administration/getLog").await.text;
    assert!(log.contains("reset-second-factor"), "{log}");
    let mails = site.connection().query_row(
        "SELECT count(*) FROM deliveries WHERE kind = 'secondFactorReset'",
        [],
        |row| row.get(0),
    );
    assert_eq!(mails, Ok(1));
    log_in(&site.visitor(), None).await.ok();
    // So does the operator.
    with_factor(&site, &ann).await;
    let reset = site.with_account("ann", second_factor::reset).await;
    reset.expect("turned off").into_value();
    let notices = ann.get("/user/getSecurityNotices").await.ok();
    assert!(notices[0].get("by").is_none());
}

#[tokio::test]
async fn staff_have_no_rights_without_a_second_factor_if_the_site_says_so() {
    let site = TestSite::with(|config| config.auth.second_factor = SecondFactor::Staff);
    let [root, ann, ben] = people(&site).await;
    site.sql("UPDATE users SET role = 'moderator' WHERE username = 'ben'");
    let needed =
        "Your role needs two-factor login: turn it on in your settings, under Login and security";
    let staff = async |person: &Person| person.get("/administration/getUsers").await;
    staff(&root).await.refused(403, needed);
    staff(&ann)
        .await
        .refused(403, "Only administrators can do this");
    ben.get("/moderation/getMember/ann")
        .await
        .refused(403, needed);
    assert_eq!(
        root.get("/user/getSignIn").await.ok()["needsSecondFactor"],
        true
    );
    assert_eq!(
        ann.get("/user/getSignIn").await.ok()["needsSecondFactor"],
        false
    );
    // In ordinary calls the role gives no rights either.
    let question = ann.ask("T", "x", &["a"]).await;
    let lock = json!({"id": question, "locked": true, "reason": "r"});
    let locked = root.patch("/moderation/setLock", lock.clone()).await;
    assert_eq!(locked.status, 403, "{}", locked.text);
    let app = with_factor(&site, &root).await;
    staff(&root).await.ok();
    root.patch("/moderation/setLock", lock).await.ok();
    assert_eq!(
        root.get("/user/getSignIn").await.ok()["needsSecondFactor"],
        false
    );
    let body = json!({"code": app.code(&site)});
    let state = root.post("/user/removeSecondFactor", body).await.ok();
    drop(state);
    staff(&root).await.refused(403, needed);
    // Without the setting, the next start gives the rights back.
    let directory = super::copy_of(site.directory.path());
    let optional = TestSite::within(directory, |_| {});
    optional.settle().await;
    let again = optional.visitor();
    let credentials = json!({"username": "root1", "password": PASSWORD});
    again.post_when_busy("/user/login", credentials).await.ok();
    staff(&again).await.ok();
}

#[tokio::test]
async fn a_login_with_a_new_device_is_notified() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sql("INSERT INTO mail_addresses (user_id, address, verified_at) SELECT id, 'ann@example.org', 0 FROM users WHERE username = 'ann'");
    let notices = async || ann.get("/user/getData").await.ok()["securityNotices"].clone();
    assert_eq!(notices().await, json!([]));
    log_in(&ann, None).await.ok();
    assert_eq!(notices().await, json!([]));
    let browser = site.visitor();
    log_in(&browser, None).await.ok();
    let told = notices().await;
    assert_eq!(
        (&told[0]["kind"], &told[0]["device"]),
        (&json!("newDevice"), &json!("Unknown browser, 127.0.0.1"))
    );
    // It is in the inbox, and no banner on every page.
    let inbox = ann.get("/inbox/getEntries").await.text;
    assert!(inbox.contains("newDevice"), "{inbox}");
    assert_eq!(ann.get("/user/getSecurityNotices").await.ok(), json!([]));
    log_in(&browser, None).await.ok();
    assert_eq!(notices().await.as_array().expect("a list").len(), 1);
    let mails = site.connection().query_row(
        "SELECT count(*) FROM deliveries WHERE kind = 'newDevice' AND is_urgent = 1",
        [],
        |row| row.get(0),
    );
    assert_eq!(mails, Ok(1));
    // A reset by others, after which no device is known, tells of itself.
    site.with_account("ann", password_links::create)
        .await
        .expect("a link")
        .into_value();
}
