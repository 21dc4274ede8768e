//! Passkeys: adding them, logging in and confirming with them, and everything that is refused.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::administration::people;
use super::authenticator::{Authenticator, VERIFIED, flip};
use super::{PASSWORD, Person, Reply, TestSite, id_of, sampled};
use crate::core::config::{BaseUrl, SecondFactor};
use crate::operations::doctor::{DoctorContext, Status};
use crate::platform::web::EVEN_REFUSAL;

const HOST: &str = "stoa.test";
const REFUSED: &str = "This passkey was not accepted: try again, or log in another way";
const LONG: Duration = Duration::from_secs(601);

fn site() -> TestSite {
    TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("https://stoa.test").expect("an address");
    })
}

async fn begin(person: &Person) -> Value {
    person.post("/user/beginPasskey", json!({})).await.ok()
}

async fn add(person: &Person, credential: Value) -> Reply {
    let body = json!({"name": " my  phone ", "credential": credential});
    person.post("/user/addPasskey", body).await
}

/// Adds a passkey of a new device.
async fn with_passkey(person: &Person) -> Authenticator {
    let mut device = Authenticator::es256(HOST);
    let credential = device.create(&begin(person).await);
    add(person, credential).await.ok();
    device
}

async fn begin_login(browser: &Person) -> Value {
    browser
        .post("/user/beginPasskeyLogin", json!({}))
        .await
        .ok()
}

async fn finish_login(browser: &Person, credential: Value) -> Reply {
    let body = json!({"credential": credential});
    browser.post("/user/loginWithPasskey", body).await
}

async fn log_in(browser: &Person, device: &mut Authenticator) -> Reply {
    let credential = device.sign(&begin_login(browser).await);
    finish_login(browser, credential).await
}

async fn confirm(person: &Person, device: &mut Authenticator) -> Reply {
    let options = person.get("/user/getConfirmation").await.ok();
    let body = json!({"credential": device.sign(&options)});
    person.post("/user/confirmWithPasskey", body).await
}

#[tokio::test]
async fn a_passkey_logs_in_without_a_name_and_a_hash() {
    let site = site();
    let ann = site.sign_up("ann").await;
    for mut device in [Authenticator::es256(HOST), Authenticator::ed25519(HOST)] {
        let options = begin(&ann).await;
        assert_eq!(options["rp"], json!({"id": HOST, "name": "Stoa"}));
        assert_eq!(options["user"]["name"], "ann");
        let algorithms: Vec<i64> = options["pubKeyCredParams"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|parameter| parameter["alg"].as_i64().expect("a number"))
            .collect();
        assert_eq!(algorithms, [-8, -7, -257]);
        let wanted = json!({"residentKey": "required", "requireResidentKey": true, "userVerification": "required"});
        assert_eq!(options["authenticatorSelection"], wanted);
        let credential = device.create(&options);
        let listed = add(&ann, credential).await.ok();
        assert_eq!(listed["host"], HOST);
        let browser = site.visitor();
        let options = begin_login(&browser).await;
        assert_eq!(options["allowCredentials"], json!([]));
        assert_eq!(options["userVerification"], "required");
        let user = log_in(&browser, &mut device).await.ok();
        assert_eq!(user["username"], "ann");
        let sessions = browser.get("/user/getSessions").await.ok();
        assert_eq!(sessions[0]["signedInBy"], "passkey");
        assert_eq!(sessions[1]["signedInBy"], "passkey");
    }
    let listed = ann.get("/user/getPasskeys").await.ok();
    let first = &listed["passkeys"][0];
    assert_eq!(
        (&first["name"], &first["isSynced"]),
        (&json!("my phone"), &json!(false))
    );
    assert!(first["lastUsedAt"].is_string() && first.get("publicKey").is_none());
    // The transports that are known are kept, for the next dialog.
    let confirmation = ann.get("/user/getConfirmation").await.ok();
    let transports = &confirmation["allowCredentials"][0]["transports"];
    assert_eq!(*transports, json!(["hybrid", "internal"]));
    let excluded = &begin(&ann).await["excludeCredentials"];
    assert_eq!(excluded.as_array().expect("a list").len(), 2);
}

#[tokio::test]
async fn every_byte_of_a_login_is_signed_or_compared() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let (mut device, mut other) = (with_passkey(&ann).await, with_passkey(&ben).await);
    let browser = site.visitor();
    let options = begin_login(&browser).await;
    let good = device.sign(&options);
    let theirs = other.sign(&options);
    let before = site.content();
    for field in [
        "clientDataJSON",
        "authenticatorData",
        "signature",
        "userHandle",
    ] {
        for index in sampled(0..200, 7) {
            let mut changed = good.clone();
            changed["response"][field] = flip(&changed["response"][field], index);
            finish_login(&browser, changed).await.refused(403, REFUSED);
        }
        let mut swapped = good.clone();
        swapped["response"][field] = theirs["response"][field].clone();
        if swapped["response"][field] != good["response"][field] {
            finish_login(&browser, swapped).await.refused(403, REFUSED);
        }
        let mut bad = good.clone();
        bad["response"][field] = json!("!");
        finish_login(&browser, bad).await.refused(403, REFUSED);
    }
    // A missing user handle, such as a key that no site finds without a name.
    let mut missing = good.clone();
    missing["response"]["userHandle"] = Value::Null;
    finish_login(&browser, missing).await.refused(403, REFUSED);
    for id in [flip(&good["rawId"], 0), theirs["rawId"].clone(), json!("")] {
        let mut changed = good.clone();
        changed["rawId"] = id;
        finish_login(&browser, changed).await.refused(403, REFUSED);
    }
    assert_eq!(site.content(), before);
    finish_login(&browser, good.clone()).await.ok();
    // Once.
    finish_login(&site.visitor(), good)
        .await
        .refused(403, REFUSED);
}

#[tokio::test]
async fn no_refusal_is_faster_than_a_check_of_a_signature() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let mut device = with_passkey(&ann).await;
    let browser = site.visitor();
    for field in ["id", "response.signature", "response.clientDataJSON"] {
        let mut credential = device.sign(&begin_login(&browser).await);
        match field.strip_prefix("response.") {
            Some(field) => credential["response"][field] = json!(""),
            None => credential["rawId"] = json!(""),
        }
        let began = Instant::now();
        finish_login(&browser, credential)
            .await
            .refused(403, REFUSED);
        assert!(began.elapsed() >= EVEN_REFUSAL, "{field}");
    }
    let mut other = with_passkey(&site.sign_up("ben").await).await;
    let options = ann.get("/user/getConfirmation").await.ok();
    let began = Instant::now();
    ann.post(
        "/user/confirmWithPasskey",
        json!({"credential": other.sign(&options)}),
    )
    .await
    .refused(403, REFUSED);
    assert!(began.elapsed() >= EVEN_REFUSAL);
}

#[tokio::test]
async fn what_a_browser_says_is_compared() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let mut device = with_passkey(&ann).await;
    let browser = site.visitor();
    let changes: [(&str, Value); 9] = [
        ("type", json!("webauthn.create")),
        ("type", Value::Null),
        ("origin", json!("https://evil.test")),
        ("origin", json!("http://stoa.test")),
        ("origin", json!("https://stoa.test:8443")),
        ("challenge", json!("AAAA")),
        ("crossOrigin", json!(true)),
        ("topOrigin", json!("https://evil.test")),
        ("challenge", Value::Null),
    ];
    for (field, value) in changes {
        let options = begin_login(&browser).await;
        let credential = device.sign_with(&options, |data| data[field] = value.clone());
        finish_login(&browser, credential)
            .await
            .refused(403, REFUSED);
    }
    // Chromium adds a field now and then.
    let options = begin_login(&browser).await;
    let extended = device.sign_with(&options, |data| {
        data["other_keys_can_be_added_here"] =
            json!("do not compare clientDataJSON against a template");
    });
    finish_login(&browser, extended).await.ok();
}

#[tokio::test]
async fn what_an_authenticator_says_is_compared() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let mut device = with_passkey(&ann).await;
    let browser = site.visitor();
    for flags in [
        0,
        0x01,
        0x04,
        VERIFIED | 0x10,
        VERIFIED | 0x40,
        VERIFIED | 0x80,
    ] {
        device.flags = flags;
        log_in(&browser, &mut device).await.refused(403, REFUSED);
    }
    device.flags = VERIFIED | 0x18;
    log_in(&browser, &mut device).await.ok();
    let listed = ann.get("/user/getPasskeys").await.ok();
    assert_eq!(listed["passkeys"][0]["isSynced"], true);
    device.flags = VERIFIED;
    device.host = "evil.test".to_owned();
    log_in(&browser, &mut device).await.refused(403, REFUSED);
}

#[tokio::test]
async fn a_new_key_must_be_for_this_site_this_session_and_this_moment() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let elsewhere = site.visitor();
    elsewhere
        .post_when_busy(
            "/user/login",
            json!({"username": "ann", "password": PASSWORD}),
        )
        .await
        .ok();
    let before = site.content();
    let changes = [
        ("type", json!("webauthn.get")),
        ("origin", json!("https://evil.test")),
        ("challenge", json!("AAAA")),
        ("crossOrigin", json!(true)),
        ("topOrigin", json!("https://stoa.test")),
    ];
    for (field, value) in changes {
        let options = begin(&ann).await;
        let mut device = Authenticator::es256(HOST);
        let credential = device.create_with(&options, |data| data[field] = value.clone());
        add(&ann, credential).await.refused(403, REFUSED);
    }
    for (host, flags) in [
        ("evil.test", VERIFIED),
        (HOST, 0x01),
        (HOST, 0x04),
        (HOST, VERIFIED | 0x10),
    ] {
        let mut device = Authenticator::es256(host);
        device.origin = "https://stoa.test".to_owned();
        device.flags = flags;
        let credential = device.create(&begin(&ann).await);
        add(&ann, credential).await.refused(403, REFUSED);
    }
    let options = begin(&ann).await;
    let credential = Authenticator::es256(HOST).create(&options);
    add(&elsewhere, credential.clone())
        .await
        .refused(403, REFUSED);
    for field in ["clientDataJSON", "attestationObject"] {
        let mut changed = credential.clone();
        changed["response"][field] = flip(&changed["response"][field], 3);
        add(&ann, changed).await.refused(403, REFUSED);
    }
    let mut changed = credential.clone();
    changed["rawId"] = flip(&changed["rawId"], 0);
    add(&ann, changed).await.refused(403, REFUSED);
    // A challenge of a login.
    let login = begin_login(&site.visitor()).await;
    let mut mixed = options.clone();
    mixed["challenge"] = login["challenge"].clone();
    let foreign = Authenticator::es256(HOST).create(&mixed);
    add(&ann, foreign).await.refused(403, REFUSED);
    site.clock.advance(Duration::from_secs(301));
    add(&ann, credential).await.refused(403, REFUSED);
    assert_eq!(site.content(), before);
}

#[tokio::test]
async fn a_key_is_added_once_and_an_account_has_at_most_twenty() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut device = with_passkey(&ann).await;
    for person in [&ann, &ben] {
        let again = device.create(&begin(person).await);
        add(person, again)
            .await
            .refused(409, "You have added this passkey already");
    }
    for _ in 1..20 {
        with_passkey(&ann).await;
    }
    let more = Authenticator::es256(HOST).create(&begin(&ann).await);
    add(&ann, more)
        .await
        .refused(409, "You cannot have more than 20 passkeys");
}

#[tokio::test]
async fn a_passkey_confirms_instead_of_the_password() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let (mut mine, mut theirs) = (with_passkey(&ann).await, with_passkey(&ben).await);
    site.clock.advance(LONG);
    let ask = async || ann.post("/user/endOtherSessions", json!({})).await;
    ask().await.refused(403, "Current password required");
    confirm(&ann, &mut theirs).await.refused(403, REFUSED);
    // A challenge of a login, and one of another session.
    let login = begin_login(&site.visitor()).await;
    let body = json!({"credential": mine.sign(&login)});
    ann.post("/user/confirmWithPasskey", body)
        .await
        .refused(403, REFUSED);
    let other = ben.get("/user/getConfirmation").await.ok();
    let body = json!({"credential": mine.sign(&other)});
    ann.post("/user/confirmWithPasskey", body)
        .await
        .refused(403, REFUSED);
    ask().await.refused(403, "Current password required");
    confirm(&ann, &mut mine).await.ok();
    ask().await.ok();
    site.clock.advance(LONG);
    ask().await.refused(403, "Current password required");
}

#[tokio::test]
async fn the_last_way_in_is_never_removed() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let only = "This is your only way to log in: add another one first";
    let remove_password = async || ann.post("/user/removePassword", json!({})).await;
    let can_remove = async || ann.get("/user/getSignIn").await.ok()["canRemovePassword"].clone();
    assert_eq!(can_remove().await, false);
    remove_password().await.refused(409, only);
    let mut device = with_passkey(&ann).await;
    assert_eq!(can_remove().await, true);
    let state = remove_password().await.ok();
    assert_eq!(state["hasPassword"], false);
    assert_eq!(state["canRemovePassword"], false);
    let listed = ann.get("/user/getPasskeys").await.ok();
    let id = id_of(&listed["passkeys"][0]);
    let remove = async |id: &str| {
        ann.delete_with(&format!("/user/removePasskey/{id}"), json!({}))
            .await
    };
    remove(&id).await.refused(409, only);
    let credentials = json!({"username": "ann", "password": PASSWORD});
    let with_password = async || {
        site.visitor()
            .post_when_busy("/user/login", credentials.clone())
            .await
    };
    with_password()
        .await
        .refused(401, "Invalid username or password");
    // A member without a password confirms with the passkey, and may choose a password again.
    site.clock.advance(LONG);
    let change = json!({"password": PASSWORD});
    let refused = ann.patch("/user/resetPassword", change.clone()).await;
    refused.refused(403, "Current password required");
    confirm(&ann, &mut device).await.ok();
    ann.patch("/user/resetPassword", change).await.ok();
    with_password().await.ok();
    remove(&id).await.ok();
    log_in(&site.visitor(), &mut device)
        .await
        .refused(403, REFUSED);
    remove(&id).await.refused(404, "Passkey not found");
}

#[tokio::test]
async fn a_passkey_of_another_is_neither_renamed_nor_removed() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    with_passkey(&ann).await;
    let id = id_of(&ann.get("/user/getPasskeys").await.ok()["passkeys"][0]);
    let rename = json!({"name": "mine"});
    let path = format!("/user/renamePasskey/{id}");
    ben.patch(&path, rename.clone())
        .await
        .refused(404, "Passkey not found");
    ben.delete_with(&format!("/user/removePasskey/{id}"), json!({}))
        .await
        .refused(404, "Passkey not found");
    let renamed = ann.patch(&path, rename).await.ok();
    assert_eq!(renamed["passkeys"][0]["name"], "mine");
    ann.patch(&path, json!({"name": " "}))
        .await
        .refused(400, "Passkey name cannot be empty");
    ann.patch(&path, json!({"name": "x".repeat(51)}))
        .await
        .refused(400, "Passkey name cannot be more than 50 characters");
}

#[tokio::test]
async fn disabled_suspended_and_deleted_members_do_not_log_in_with_a_passkey() {
    let site = site();
    let [root, ann, ben] = people(&site).await;
    let (mut anns, mut bens) = (with_passkey(&ann).await, with_passkey(&ben).await);
    let user = json!({"userId": "ann"});
    root.post("/administration/disableUser", user.clone())
        .await
        .ok();
    log_in(&site.visitor(), &mut anns)
        .await
        .refused(403, "This account is disabled");
    root.post("/administration/enableUser", user).await.ok();
    log_in(&site.visitor(), &mut anns).await.ok();
    let end = site.clock.now().plus(Duration::from_secs(3 * 86_400));
    let suspension = json!({"userId": "ann", "until": end, "reason": "insults"});
    root.post("/moderation/suspendUser", suspension).await.ok();
    let refused = log_in(&site.visitor(), &mut anns).await;
    assert_eq!(refused.status, 403);
    let appeal = json!({"proof": refused.header("x-appeal-proof"), "text": "it was a joke"});
    let appealed = site
        .visitor()
        .post("/moderation/appealSuspension", appeal)
        .await;
    assert_eq!(appealed.ok()["text"], "it was a joke");
    ben.delete_with("/user/deleteUser/ben", json!({}))
        .await
        .ok();
    log_in(&site.visitor(), &mut bens)
        .await
        .refused(403, REFUSED);
    let left = site
        .connection()
        .query_row("SELECT count(*) FROM passkeys", [], |row| row.get(0));
    assert_eq!(left, Ok(1));
}

#[tokio::test]
async fn a_reset_of_the_sign_in_removes_passkeys() {
    let site = site();
    let [root, ann, _] = people(&site).await;
    let mut device = with_passkey(&ann).await;
    root.post("/administration/resetSignIn", json!({"userId": "ann"}))
        .await
        .ok();
    log_in(&site.visitor(), &mut device)
        .await
        .refused(403, REFUSED);
}

#[tokio::test]
async fn a_counter_that_goes_back_is_only_warned_about() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let mut device = with_passkey(&ann).await;
    for count in [5, 4, 0] {
        device.sign_count = count;
        log_in(&site.visitor(), &mut device).await.ok();
    }
    let stored = site
        .connection()
        .query_row("SELECT sign_count FROM passkeys", [], |row| row.get(0));
    assert_eq!(stored, Ok(5));
}

#[tokio::test]
async fn a_site_without_https_or_a_name_offers_none_and_says_why() {
    for address in ["http://stoa.test", "https://192.0.2.7", ""] {
        let site = TestSite::with(|config| {
            config.server.base_url = BaseUrl::parse(address).expect("an address");
            config.server.allowed_origins = vec!["http://stoa.test".to_owned()];
        });
        let ann = site.sign_up("ann").await;
        let listed = ann.get("/user/getPasskeys").await.ok();
        assert!(listed.get("host").is_none(), "{address}");
        let why = listed["unavailable"].as_str().expect("a reason");
        assert!(why.starts_with("Passkeys need "), "{address}: {why}");
        let unavailable = "This site cannot have passkeys";
        ann.post("/user/beginPasskey", json!({}))
            .await
            .refused(404, unavailable);
        site.visitor()
            .post("/user/beginPasskeyLogin", json!({}))
            .await
            .refused(404, unavailable);
    }
}

#[tokio::test]
async fn another_address_orphans_passkeys_and_the_doctor_says_so_before() {
    let site = site();
    let ann = site.sign_up("ann").await;
    with_passkey(&ann).await;
    let find = |url: &str| {
        let mut config = site.site.app.config.clone();
        config.server.base_url = BaseUrl::parse(url).expect("an address");
        let doctor = DoctorContext {
            config: &config,
            data_dir: site.directory.path().to_owned(),
            now: site.clock.now(),
            is_locked: false,
        };
        let mut findings = doctor.inspect(&["passkeys".to_owned()]);
        findings.pop().expect("a finding")
    };
    assert_eq!(find("https://stoa.test/forum").status, Status::Ok);
    for url in ["https://other.test", "http://stoa.test"] {
        let finding = find(url);
        assert_eq!(finding.status, Status::Warn, "{url}");
        assert!(
            finding.message.contains("1, made for stoa.test"),
            "{}",
            finding.message
        );
    }
    // They are no way in: the password stays.
    let directory = super::copy_of(site.directory.path());
    let moved = TestSite::within(directory, |config| {
        config.server.base_url = BaseUrl::parse("https://other.test").expect("an address");
        config.server.allowed_origins = vec!["https://stoa.test".to_owned()];
    });
    let ann = moved.visitor();
    ann.post_when_busy(
        "/user/login",
        json!({"username": "ann", "password": PASSWORD}),
    )
    .await
    .ok();
    ann.post("/user/removePassword", json!({})).await.refused(
        409,
        "This is your only way to log in: add another one first",
    );
}

#[tokio::test]
async fn a_passkey_is_the_second_factor_of_staff() {
    let site = TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("https://stoa.test").expect("an address");
        config.auth.second_factor = SecondFactor::Staff;
    });
    let [root, ..] = people(&site).await;
    let needed =
        "Your role needs two-factor login: turn it on in your settings, under Login and security";
    let staff = async |person: &Person| person.get("/administration/getUsers").await;
    staff(&root).await.refused(403, needed);
    let mut device = with_passkey(&root).await;
    staff(&root).await.ok();
    let elsewhere = site.visitor();
    log_in(&elsewhere, &mut device).await.ok();
    staff(&elsewhere).await.ok();
    // The password alone is one factor.
    let credentials = json!({"username": root.name, "password": PASSWORD});
    let third = site.visitor();
    third.post_when_busy("/user/login", credentials).await.ok();
    staff(&third).await.refused(403, needed);
    let id = id_of(&root.get("/user/getPasskeys").await.ok()["passkeys"][0]);
    root.delete_with(&format!("/user/removePasskey/{id}"), json!({}))
        .await
        .ok();
    staff(&root).await.refused(403, needed);
}

#[tokio::test]
async fn secrets_leave_no_reply_and_no_own_data() {
    let site = site();
    let ann = site.sign_up("ann").await;
    with_passkey(&ann).await;
    let text = ann.get("/user/getData").await.text;
    assert!(
        text.contains("my phone") && text.contains("\"passkeys\""),
        "{text}"
    );
    for secret in ["publicKey", "public_key", "credentialId", "secret\":"] {
        assert!(!text.contains(secret), "{secret}");
    }
}
