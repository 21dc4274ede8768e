//! Identities and accounts: who gets into which account, and what ends it.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use super::{ENDED, Joined, UNPROVED};
use crate::core::config::Signup;
use crate::tests::{PASSWORD, Person, Reply};

const CLOSED: &str = "Sign-up is closed on this site";

impl Joined {
    /// Adds the identity of a subject to the account of a signed-in person.
    async fn link(&self, person: &Person, subject: &str) -> Reply {
        let answer = self
            .answer_to("/oidc/startLink", person, subject, json!({}))
            .await;
        person.post("/oidc/finish", answer).await
    }

    async fn confirm(&self, person: &Person, subject: &str, claims: Value) -> Reply {
        let start = "/oidc/startConfirmation";
        let answer = self.answer_to(start, person, subject, claims).await;
        person.post("/oidc/finish", answer).await
    }

    /// Sends a notice of a logout as the provider does: without cookies and an origin.
    async fn notify(&self, token: &str) -> Reply {
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("logout_token", token)
            .finish();
        let request = Request::post("/oidc/backchannel/test")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "cross-site")
            .body(Body::from(form));
        self.site.visitor().send(request.expect("a request")).await
    }
}

#[tokio::test]
async fn no_account_is_gained_through_its_name_or_address() {
    let joined = Joined::new();
    let ann = joined.site.sign_up("ann").await;
    joined.site.sql(
        "INSERT INTO mail_addresses (user_id, address, verified_at) SELECT id, 'ann@example.org', 0 FROM users WHERE username = 'ann'",
    );
    let stranger = joined.site.visitor();
    for verified in [json!(true), json!("true"), json!(false)] {
        let claims = json!({
            "preferred_username": "ann", "email": "ann@example.org", "email_verified": verified, "name": "ann",
        });
        let answer = joined
            .answer_to("/oidc/start", &stranger, "666", claims)
            .await;
        let finished = stranger.post("/oidc/finish", answer).await.ok();
        assert_eq!(finished["outcome"], "chooseName");
        assert_eq!(stranger.get("/user/me").await.status, 401);
    }
    stranger
        .post("/oidc/signup", json!({"username": "ann"}))
        .await
        .refused(409, "Username already taken");
    // The same subject of another issuer is someone else.
    joined.link(&ann, "7").await.ok();
    joined
        .site
        .sql("UPDATE identities SET issuer = 'https://other.test'");
    let finished = joined.log_in(&joined.site.visitor(), "7").await.ok();
    assert_eq!(finished["outcome"], "chooseName");
}

#[tokio::test]
async fn a_login_is_added_only_by_the_session_that_has_just_given_the_password() {
    let joined = Joined::new();
    let ann = joined.site.sign_up("ann").await;
    let bob = joined.site.sign_up("bob").await;
    joined
        .site
        .visitor()
        .post("/oidc/startLink", json!({"provider": "test"}))
        .await
        .refused(401, "Please log in");
    joined.site.clock.advance(Duration::from_secs(601));
    let start = json!({"provider": "test"});
    ann.post("/oidc/startLink", start.clone())
        .await
        .refused(403, "Current password required");
    let wrong = json!({"provider": "test", "currentPassword": "wrong"});
    ann.post_when_busy("/oidc/startLink", wrong)
        .await
        .refused(403, "Current password required");
    let right = json!({"provider": "test", "currentPassword": PASSWORD});
    let begun = ann.post_when_busy("/oidc/startLink", right).await.ok();
    let location = begun["location"].as_str().expect("a location");
    let answer = joined.provider.consent(location, "a", json!({}));
    // Another session in the same browser gets nothing from it.
    let cookie = ann.cookie("stoa_flow").expect("a cookie");
    bob.cookies
        .lock()
        .expect("cookies")
        .push(("stoa_flow".to_owned(), cookie));
    bob.post("/oidc/finish", answer.clone())
        .await
        .refused(403, ENDED);
    let answer = joined.provider.consent(location, "a", json!({}));
    let linked = ann.post("/oidc/finish", answer).await.ok();
    assert_eq!(linked, json!({"outcome": "linked"}));
    let known = joined.site.visitor();
    assert_eq!(
        joined.log_in(&known, "a").await.ok()["user"]["username"],
        "ann"
    );
    // The provider may have known the person from before: that gives no right to change the ways in.
    let answer = joined
        .answer_to("/oidc/start", &known, "a", json!({}))
        .await;
    known.post("/oidc/finish", answer).await.ok();
    known
        .post("/oidc/startLink", start)
        .await
        .refused(403, "Current password required");
    // Linking the same again changes nothing, and nobody else gets it.
    joined.link(&ann, "a").await.ok();
    bob.post_when_busy(
        "/user/login",
        json!({"username": "bob", "password": PASSWORD}),
    )
    .await
    .ok();
    joined
        .link(&bob, "a")
        .await
        .refused(409, "This login belongs to another account");
    assert_eq!(
        ann.get("/oidc/getIdentities")
            .await
            .ok()
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    for subject in 0..9 {
        joined.link(&ann, &subject.to_string()).await.ok();
    }
    joined
        .link(&ann, "10")
        .await
        .refused(409, "An account can have at most 10 logins at providers");
}

#[tokio::test]
async fn a_login_is_removed_with_its_sessions_but_never_the_last_way_in() {
    let joined = Joined::new();
    let ada = joined.sign_up("ada").await;
    let listed = ada.get("/oidc/getIdentities").await.ok();
    let first = listed[0]["_id"].as_str().expect("an id").to_owned();
    let path = format!("/oidc/removeIdentity/{first}");
    ada.delete(&path).await.refused(
        409,
        "This is your only way to log in: add another one first",
    );
    joined.link(&ada, "second").await.ok();
    let elsewhere = joined.site.visitor();
    joined.log_in(&elsewhere, "second").await.ok();
    elsewhere.delete(&path).await.ok();
    assert_eq!(
        ada.get("/user/me").await.status,
        401,
        "it began with the removed login"
    );
    let other = joined.site.sign_up("bob").await;
    let left = elsewhere.get("/oidc/getIdentities").await.ok();
    let left = left[0]["_id"].as_str().expect("an id").to_owned();
    let path = format!("/oidc/removeIdentity/{left}");
    other
        .delete(&path)
        .await
        .refused(404, "This login is not one of your account");
    // With a password, the only login may go, and its owner goes on in this session.
    joined.link(&other, "bob").await.ok();
    let own = other.get("/oidc/getIdentities").await.ok();
    let path = format!(
        "/oidc/removeIdentity/{}",
        own[0]["_id"].as_str().expect("an id")
    );
    assert_eq!(other.delete(&path).await.ok(), json!([]));
    assert_eq!(
        joined.log_in(&joined.site.visitor(), "bob").await.ok()["outcome"],
        "chooseName"
    );
}

#[tokio::test]
async fn disabled_suspended_and_deleted_accounts_are_refused_as_with_a_password() {
    let joined = Joined::new();
    let ada = joined.sign_up("ada").await;
    let visitor = joined.site.visitor();
    joined
        .site
        .sql("UPDATE users SET disabled_at = 1 WHERE username = 'ada'");
    joined
        .log_in(&visitor, "ada")
        .await
        .refused(403, "This account is disabled");
    joined
        .site
        .sql("UPDATE users SET disabled_at = NULL WHERE username = 'ada'");
    let root = joined.site.sign_up("root1").await;
    joined.site.promote("root1").await;
    let end = joined.site.clock.now().plus(Duration::from_secs(60));
    let suspension = json!({"userId": "ada", "until": end, "reason": "insults"});
    root.post("/moderation/suspendUser", suspension).await.ok();
    let refused = joined.log_in(&visitor, "ada").await;
    assert_eq!(refused.status, 403);
    let proof = json!({"proof": refused.header("x-appeal-proof")});
    let state = visitor.post("/moderation/getSuspensionAppeal", proof).await;
    assert_eq!(state.ok(), json!({"mayAppeal": true}));
    joined.site.clock.advance(Duration::from_secs(61));
    joined.log_in(&ada, "ada").await.ok();
    ada.delete_with("/user/deleteUser/ada", json!({}))
        .await
        .ok();
    assert_eq!(
        joined.log_in(&visitor, "ada").await.ok()["outcome"],
        "chooseName"
    );
    assert_eq!(
        joined
            .site
            .connection()
            .query_row("SELECT count(*) FROM identities", [], |row| row
                .get::<_, i64>(0)),
        Ok(0)
    );
    visitor
        .post("/oidc/signup", json!({"username": "ada"}))
        .await
        .refused(409, "Username already taken");
}

#[tokio::test]
async fn the_rules_of_sign_up_hold() {
    let joined = Joined::with(|config, _| config.auth.signup = Signup::Closed);
    joined
        .log_in(&joined.site.visitor(), "ada")
        .await
        .refused(403, CLOSED);
    let joined = Joined::with(|config, _| config.auth.signup = Signup::Invite);
    let ada = joined.site.visitor();
    joined.log_in(&ada, "ada").await.ok();
    let name = json!({"username": "ada"});
    ada.post("/oidc/signup", name.clone())
        .await
        .refused(403, "Sign-up on this site is by invitation");
    let wrong = json!({"username": "ada", "invitation": "wrong"});
    let refused = ada.post("/oidc/signup", wrong).await;
    assert_eq!(refused.status, 403);
    // Without having been at the provider nobody signs up here.
    joined
        .site
        .visitor()
        .post("/oidc/signup", name.clone())
        .await
        .refused(403, ENDED);
    let joined = Joined::with(|config, _| config.auth.signup = Signup::Approval);
    let ada = joined.site.visitor();
    joined.log_in(&ada, "ada").await.ok();
    ada.post("/oidc/signup", json!({"username": "x"}))
        .await
        .refused(
            400,
            "Usernames are 2 to 32 characters long: letters, digits, and . _ - between them",
        );
    assert_eq!(
        ada.post("/oidc/signup", name).await.ok()["awaitsApproval"],
        true
    );
    let waits = "Your account waits for approval by a moderator";
    joined.log_in(&ada, "ada").await.refused(403, waits);
    let guess = json!({"username": "ada", "password": PASSWORD});
    ada.post_when_busy("/user/login", guess)
        .await
        .refused(401, "Invalid username or password");
    let admitted = "INSERT INTO users (id, username, name_key, created_at) SELECT id, username, name_key, created_at FROM waiting_accounts";
    joined.site.sql(admitted);
    joined.site.sql(
        "INSERT INTO identities SELECT account_id, issuer, subject, account_id, name, 0, 0 FROM waiting_identities; DELETE FROM waiting_accounts",
    );
    assert_eq!(joined.log_in(&ada, "ada").await.ok()["outcome"], "loggedIn");
}

#[tokio::test]
async fn a_person_proves_again_at_the_provider_who_they_are() {
    let joined = Joined::new();
    let ada = joined.sign_up("ada").await;
    joined.site.clock.advance(Duration::from_secs(601));
    let required = "Current password required";
    let call = async || {
        ada.post("/oidc/startLink", json!({"provider": "test"}))
            .await
    };
    call().await.refused(403, required);
    let begun = ada
        .post("/oidc/startConfirmation", json!({"provider": "test"}))
        .await
        .ok();
    let location = begun["location"].as_str().expect("a location");
    assert!(location.contains("&prompt=login&max_age=60"), "{location}");
    let now = joined.site.clock.now().millis() / 1_000;
    // The provider has only looked at its own session.
    let old = json!({"auth_time": now - 61});
    joined
        .confirm(&ada, "ada", old)
        .await
        .refused(403, "Test did not ask you to prove who you are");
    joined
        .confirm(&ada, "bob", json!({"auth_time": now}))
        .await
        .refused(403, "This is not one of the logins of your account");
    call().await.refused(403, required);
    assert_eq!(
        joined
            .confirm(&ada, "ada", json!({"auth_time": now}))
            .await
            .ok(),
        json!({"outcome": "confirmed"})
    );
    call().await.ok();
    joined.site.clock.advance(Duration::from_secs(601));
    call().await.refused(403, required);
    // Glewlwyd sends 0.
    joined
        .confirm(&ada, "ada", json!({"auth_time": 0}))
        .await
        .ok();
    call().await.ok();
    // A confirmation is for the session that has begun it.
    let elsewhere = joined.site.visitor();
    joined.log_in(&elsewhere, "ada").await.ok();
    let answer = joined
        .answer_to("/oidc/startConfirmation", &ada, "ada", json!({}))
        .await;
    let cookie = ada.cookie("stoa_flow").expect("a cookie");
    elsewhere
        .cookies
        .lock()
        .expect("cookies")
        .push(("stoa_flow".to_owned(), cookie));
    elsewhere
        .post("/oidc/finish", answer)
        .await
        .refused(403, ENDED);
}

#[tokio::test]
async fn a_session_of_a_provider_can_be_shorter() {
    let joined = Joined::with(|_, one| one.session_hours = 8);
    let ada = joined.sign_up("ada").await;
    joined
        .site
        .clock
        .advance(Duration::from_secs(8 * 3_600 - 1));
    ada.get("/user/me").await.ok();
    joined.site.clock.advance(Duration::from_secs(1));
    ada.get("/user/me").await.refused(401, "Please log in");
}

#[tokio::test]
async fn a_notice_of_the_provider_ends_the_sessions_that_it_names() {
    let joined = Joined::new();
    let session = async |sid: &'static str| {
        let person = joined.site.visitor();
        let claims = json!({"sid": sid, "name": "ada"});
        let answer = joined
            .answer_to("/oidc/start", &person, "ada", claims)
            .await;
        person.post("/oidc/finish", answer).await.ok();
        person
    };
    joined.sign_up("ada").await;
    let (one, two, three) = (session("1").await, session("2").await, session("3").await);
    let is_in = async |person: &Person| person.get("/user/me").await.status == 200;
    let refused = "This logout token could not be verified";
    for token in [
        joined
            .provider
            .notice(|claims| drop(claims.insert("nonce".to_owned(), json!("x")))),
        joined
            .provider
            .notice(|claims| drop(claims.insert("iss".to_owned(), json!("x")))),
        joined.provider.notice(|_| {}),
        "a.b.c".to_owned(),
    ] {
        joined.notify(&token).await.refused(400, refused);
    }
    assert!(is_in(&one).await && is_in(&two).await);
    let notice = joined
        .provider
        .notice(|claims| drop(claims.insert("sid".to_owned(), json!("1"))));
    joined.notify(&notice).await.ok();
    assert!(!is_in(&one).await && is_in(&two).await);
    let of_both = joined.provider.notice(|claims| {
        claims.insert("sid".to_owned(), json!("2"));
        claims.insert("sub".to_owned(), json!("someone else"));
    });
    joined.notify(&of_both).await.ok();
    assert!(is_in(&two).await);
    let of_all = joined
        .provider
        .notice(|claims| drop(claims.insert("sub".to_owned(), json!("ada"))));
    joined.notify(&of_all).await.ok();
    assert!(!is_in(&two).await && !is_in(&three).await);
    // A notice that is sent again does not end what began after it.
    joined.site.clock.advance(Duration::from_secs(61));
    let later = session("4").await;
    joined.notify(&of_all).await.ok();
    assert!(is_in(&later).await);
    let json = joined
        .site
        .visitor()
        .post("/oidc/backchannel/test", json!({"logout_token": notice}))
        .await;
    json.refused(415, "This request must be a form");
}

#[tokio::test]
async fn groups_give_roles_and_communities() {
    let joined = Joined::with(|_, one| {
        one.roles = [("staff", "moderator"), ("chiefs", "administrator")]
            .map(|(group, role)| (group.to_owned(), role.to_owned()))
            .into();
        one.communities = [("eng".to_owned(), "Community 1".to_owned())].into();
    });
    let community = joined.site.community(1, "private", &[]);
    let ada = joined.site.visitor();
    let log_in = async |groups: Value| {
        let claims = json!({"name": "ada", "groups": groups});
        let answer = joined.answer_to("/oidc/start", &ada, "ada", claims).await;
        ada.post("/oidc/finish", answer).await.ok()
    };
    log_in(json!(["eng", "other", "staff"])).await;
    let user = ada
        .post("/oidc/signup", json!({"username": "ada"}))
        .await
        .ok();
    assert_eq!(user["isSiteModerator"], true);
    let read = ada
        .get(&format!("/community/getCommunity/{community}"))
        .await;
    assert_eq!(read.status, 200, "{}", read.text);
    let user = log_in(json!("staff")).await;
    assert_eq!(user["user"]["isSiteModerator"], true);
    // A token without groups says nothing about them.
    let user = log_in(Value::Null).await;
    assert_eq!(user["user"]["isSiteModerator"], true);
    let user = log_in(json!([])).await;
    assert_eq!(user["user"]["isSiteModerator"], Value::Null);
    let user = log_in(json!(["chiefs"])).await;
    assert_eq!(user["user"]["isAdministrator"], true);
    // The last administrator stays one.
    let user = log_in(json!([])).await;
    assert_eq!(user["user"]["isAdministrator"], true);
    let actors = "SELECT group_concat(actor, ',') FROM admin_log WHERE action IN ('promote', 'appoint-moderator', 'dismiss-moderator')";
    let actors: String = joined
        .site
        .connection()
        .query_row(actors, [], |row| row.get(0))
        .expect("the log");
    assert_eq!(actors, "provider test,provider test,provider test");
}

#[tokio::test]
async fn a_site_can_be_open_only_through_its_providers() {
    let joined = Joined::with(|config, _| config.auth.only_providers = true);
    let only = "On this site you log in through a provider";
    let credentials = json!({"username": "ann", "password": PASSWORD});
    for call in ["/user/login", "/user/signup"] {
        joined
            .site
            .visitor()
            .post(call, credentials.clone())
            .await
            .refused(403, only);
    }
    joined.sign_up("ada").await;
    assert_eq!(
        joined.site.visitor().get("/site/getSite").await.ok()["onlyProviders"],
        true
    );
}

#[tokio::test]
async fn after_a_logout_the_browser_goes_to_the_provider_if_the_site_wants_it() {
    let joined = Joined::with(|_, one| one.logs_out = true);
    let ada = joined.sign_up("ada").await;
    let location = ada.get("/oidc/getLogoutLocation").await.ok();
    let expected = format!(
        "{}/end?client_id=stoa+client&post_logout_redirect_uri=http%3A%2F%2Fstoa.test%2F",
        joined.provider.issuer
    );
    assert_eq!(location["location"], expected);
    let ann = joined.site.sign_up("ann").await;
    assert_eq!(ann.get("/oidc/getLogoutLocation").await.ok(), json!({}));
    let joined = Joined::new();
    let ada = joined.sign_up("ada").await;
    assert_eq!(ada.get("/oidc/getLogoutLocation").await.ok(), json!({}));
    let refused = joined.log_in(&ada, "").await;
    refused.refused(403, UNPROVED);
}
