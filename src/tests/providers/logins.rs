//! Logins: what counts in the answer of a provider, and what its faults do.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::double::{CLIENT, Fault, TestKey, encoded};
use super::{ENDED, Joined, UNPROVED};
use crate::core::http_client::Reach;
use crate::tests::PASSWORD;

#[tokio::test]
async fn someone_signs_up_through_a_provider_and_logs_in_again() {
    let joined = Joined::new();
    let ada = joined.sign_up("ada").await;
    assert_eq!(ada.get("/user/me").await.ok()["username"], "ada");
    ada.post("/user/logout", json!({})).await.ok();
    assert_eq!(ada.get("/user/me").await.status, 401);
    let elsewhere = joined.site.visitor();
    let finished = joined.log_in(&elsewhere, "ada").await.ok();
    assert_eq!(finished["outcome"], "loggedIn");
    assert_eq!(finished["user"]["username"], "ada");
    assert!(elsewhere.cookie("stoa_flow").is_none());
    let listed = elsewhere.get("/oidc/getIdentities").await.ok();
    assert_eq!(listed[0]["name"], "ada");
    assert_eq!(listed[0]["issuer"], joined.provider.issuer);
    // There is no password to guess.
    let guess = json!({"username": "ada", "password": PASSWORD});
    let guess = joined
        .site
        .visitor()
        .post_when_busy("/user/login", guess)
        .await;
    guess.refused(401, "Invalid username or password");
}

#[tokio::test]
async fn the_location_has_all_that_the_provider_must_send_back_or_check() {
    let joined = Joined::new();
    let person = joined.site.visitor();
    let begun = person
        .post("/oidc/start", json!({"provider": "test"}))
        .await;
    let cookie = begun.header("set-cookie").to_owned();
    for part in [
        "stoa_flow=",
        "HttpOnly",
        "SameSite=Lax",
        "Max-Age=600",
        "Path=/",
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let location = begun.ok()["location"]
        .as_str()
        .expect("a location")
        .to_owned();
    let url = url::Url::parse(&location).expect("an address");
    let value = |name: &str| {
        let mut pairs = url.query_pairs();
        pairs
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    };
    assert_eq!(
        value("tenant").as_deref(),
        Some("1"),
        "the endpoint has a query of its own"
    );
    assert_eq!(
        value("redirect_uri").as_deref(),
        Some("http://stoa.test/oidc/callback/test")
    );
    assert_eq!(value("scope").as_deref(), Some("openid profile"));
    assert_eq!((value("prompt"), value("max_age")), (None, None));
    let unknown = person
        .post("/oidc/start", json!({"provider": "other"}))
        .await;
    unknown.refused(404, "This site has no such provider");
    let site = person.get("/site/getSite").await.ok();
    let shown = json!([{"id": "test", "name": "Test", "button": "Log in with Test", "issuer": joined.provider.issuer}]);
    assert_eq!(
        (&site["providers"], &site["onlyProviders"]),
        (&shown, &Value::Null)
    );
}

#[tokio::test]
async fn an_answer_counts_once_in_the_browser_and_the_time_in_which_it_was_begun() {
    let joined = Joined::new();
    joined.sign_up("ada").await;
    let person = joined.site.visitor();
    let answer = joined.answer(&person, "ada").await;
    joined
        .site
        .visitor()
        .post("/oidc/finish", answer.clone())
        .await
        .refused(403, ENDED);
    for (field, value) in [("state", json!("")), ("state", json!("x".repeat(43)))] {
        let mut other = answer.clone();
        other[field] = value;
        person.post("/oidc/finish", other).await.refused(403, ENDED);
    }
    // An error of the provider counts only with the state, too: nobody can make the page say something.
    let forged = json!({"provider": "test", "state": "", "error": "call 0900"});
    person
        .post("/oidc/finish", forged)
        .await
        .refused(403, ENDED);
    let mut other = answer.clone();
    other["provider"] = json!("other");
    person
        .post("/oidc/finish", other)
        .await
        .refused(404, "This site has no such provider");
    person.post("/oidc/finish", answer.clone()).await.ok();
    person
        .post("/oidc/finish", answer)
        .await
        .refused(403, ENDED);
    // A browser that has kept the cookie gets nothing from a code that has served.
    let (late, answer) = (
        joined.site.visitor(),
        joined.answer(&joined.site.visitor(), "ada").await,
    );
    late.post("/oidc/finish", answer).await.refused(403, ENDED);
    let answer = joined.answer(&late, "ada").await;
    joined.site.clock.advance(Duration::from_secs(601));
    late.post("/oidc/finish", answer).await.refused(403, ENDED);
}

#[tokio::test]
async fn whatever_is_wrong_in_the_token_there_is_one_sentence_and_no_session() {
    let joined = Joined::new();
    joined.sign_up("ada").await;
    let now = joined.site.clock.now().millis() / 1_000;
    let changes: Vec<(&str, Value)> = vec![
        ("iss", json!(format!("{}/", joined.provider.issuer))),
        ("iss", json!(null)),
        ("aud", json!("other")),
        ("aud", json!([CLIENT, "other"])),
        ("azp", json!("other")),
        ("exp", json!(now - 61)),
        ("exp", json!(null)),
        ("iat", json!(now + 61)),
        ("nbf", json!(now + 61)),
        ("nonce", json!("other")),
        ("nonce", json!(null)),
        ("sub", json!(null)),
    ];
    let before = joined
        .site
        .connection()
        .query_row("SELECT count(*) FROM sessions", [], |row| {
            row.get::<_, i64>(0)
        });
    for (claim, value) in changes {
        let (name, changed) = (claim.to_owned(), value.clone());
        joined.provider.state().claims = Box::new(move |claims| {
            claims.insert(name.clone(), changed.clone());
        });
        let person = joined.site.visitor();
        let refused = joined.log_in(&person, "ada").await;
        refused.refused(403, UNPROVED);
        assert_eq!(person.get("/user/me").await.status, 401, "{claim} {value}");
    }
    joined.provider.state().claims = Box::new(|_| {});
    let mangled: [fn(String) -> String; 4] = [
        |token| token.replace('.', ""),
        |token| format!("{token}a"),
        |_| String::new(),
        |token| {
            token
                .rsplit_once('.')
                .map(|(message, _)| format!("{message}."))
                .expect("parts")
        },
    ];
    for mangle in mangled {
        joined.provider.state().token = Box::new(mangle);
        joined
            .log_in(&joined.site.visitor(), "ada")
            .await
            .refused(403, UNPROVED);
    }
    let after = joined
        .site
        .connection()
        .query_row("SELECT count(*) FROM sessions", [], |row| {
            row.get::<_, i64>(0)
        });
    assert_eq!(before.expect("a count"), after.expect("a count"));
    joined.provider.state().token = Box::new(|token| token);
    joined.log_in(&joined.site.visitor(), "ada").await.ok();
}

#[tokio::test]
async fn every_key_and_algorithm_works_and_a_foreign_key_does_not() {
    let joined = Joined::new();
    joined.sign_up("ada").await;
    // At most once a minute the site looks for newer keys.
    for (key, algorithm) in [
        (TestKey::p256(), "ES256"),
        (TestKey::p384(), "ES384"),
        (TestKey::ed25519(), "EdDSA"),
        (TestKey::ed25519(), "Ed25519"),
        (TestKey::rsa(), "PS256"),
    ] {
        let joined = Joined::new();
        {
            let mut state = joined.provider.state();
            state.key = key;
            state.header = json!({"alg": algorithm});
        }
        joined.sign_up("ada").await;
        let foreign = {
            let mut state = joined.provider.state();
            let published = json!({"keys": [state.key.public()]});
            state.keys = Some(published);
            state.key = match algorithm {
                "ES256" => TestKey::p256(),
                "ES384" => TestKey::p384(),
                "PS256" => return,
                _ => TestKey::ed25519(),
            };
            joined.site.visitor()
        };
        joined.log_in(&foreign, "ada").await.refused(403, UNPROVED);
    }
}

#[tokio::test]
async fn new_keys_are_found_but_not_asked_for_again_within_a_minute() {
    let joined = Joined::new();
    joined.sign_up("ada").await;
    let asked = || {
        let state = joined.provider.state();
        state
            .requests
            .iter()
            .filter(|path| *path == "/keys")
            .count()
    };
    assert_eq!(asked(), 1);
    let changed = |id: &str| {
        let mut state = joined.provider.state();
        state.key = TestKey::p256();
        state.header = json!({"alg": "ES256", "kid": id});
    };
    changed("2");
    // The keys were asked for less than a minute ago, so that an unknown one is refused without a request.
    joined
        .log_in(&joined.site.visitor(), "ada")
        .await
        .refused(403, UNPROVED);
    joined
        .log_in(&joined.site.visitor(), "ada")
        .await
        .refused(403, UNPROVED);
    assert_eq!(asked(), 1);
}

#[tokio::test]
async fn the_provider_must_call_itself_by_its_name() {
    let joined = Joined::new();
    joined.sign_up("ada").await;
    let issuer = joined.provider.issuer.clone();
    let with = |mut answer: Value, iss: &str| {
        answer["iss"] = json!(iss);
        answer
    };
    let person = joined.site.visitor();
    let answer = joined.answer(&person, "ada").await;
    person
        .post("/oidc/finish", with(answer, "https://other.test"))
        .await
        .refused(403, UNPROVED);
    let answer = joined.answer(&person, "ada").await;
    person
        .post("/oidc/finish", with(answer, &issuer))
        .await
        .ok();
    // A provider that says it always does must do it.
    let joined = Joined::new();
    joined.provider.state().document =
        json!({"authorization_response_iss_parameter_supported": true});
    let person = joined.site.visitor();
    joined.log_in(&person, "ada").await.refused(403, UNPROVED);
    let answer = joined.answer(&person, "ada").await;
    let issuer = joined.provider.issuer.clone();
    person
        .post("/oidc/finish", with(answer, &issuer))
        .await
        .ok();
}

#[tokio::test]
async fn the_words_of_the_provider_are_shown_short_and_in_one_line() {
    let joined = Joined::new();
    let person = joined.site.visitor();
    let mut answer = joined.answer(&person, "ada").await;
    answer["error"] = json!("access_denied");
    answer["errorDescription"] = json!(format!("<script>\n\u{202e}{}", "a".repeat(500)));
    let shown = format!(
        "The login was refused by Test: access_denied (<script>{})",
        "a".repeat(92)
    );
    person
        .post("/oidc/finish", answer)
        .await
        .refused(403, &shown);
    // Glewlwyd answers with 403 and a code of its own.
    let mut answer = joined.answer(&person, "ada").await;
    answer["code"] = json!("unknown");
    let refused = person.post("/oidc/finish", answer).await;
    refused.refused(
        403,
        "The login was refused by Test: invalid_code (<b>unknown</b>)",
    );
}

#[tokio::test]
async fn the_secret_is_sent_in_the_form_or_else_in_the_header() {
    for methods in [
        json!(["client_secret_basic", "client_secret_post"]),
        json!(["client_secret_basic"]),
        json!(null),
    ] {
        let joined = Joined::new();
        joined.provider.state().document =
            json!({"token_endpoint_auth_methods_supported": methods});
        joined.sign_up("ada").await;
    }
}

#[tokio::test]
async fn names_come_from_userinfo_if_they_are_not_in_the_token() {
    let joined = Joined::new();
    let person = joined.site.visitor();
    joined.provider.state().userinfo = json!({"preferred_username": "Ada L."});
    let answer = joined
        .answer_to("/oidc/start", &person, "1", json!({}))
        .await;
    let finished = person.post("/oidc/finish", answer).await.ok();
    assert_eq!(finished["suggestion"], "Ada-L");
    for (userinfo, sentence) in [
        (json!({"sub": "2", "preferred_username": "ada"}), UNPROVED),
        (json!({"sub": 1, "preferred_username": "ada"}), UNPROVED),
    ] {
        joined.provider.state().userinfo = userinfo;
        let answer = joined
            .answer_to("/oidc/start", &person, "1", json!({}))
            .await;
        person
            .post("/oidc/finish", answer)
            .await
            .refused(403, sentence);
    }
}

#[tokio::test]
async fn a_provider_that_is_down_or_mad_ends_only_its_own_logins() {
    const UNAVAILABLE: &str = "Logging in with Test is not possible at the moment";
    for (path, fault) in [
        ("/.well-known/openid-configuration", Fault::Status(500, "")),
        (
            "/.well-known/openid-configuration",
            Fault::Status(200, "<html>"),
        ),
        ("/.well-known/openid-configuration", Fault::Huge(300_000)),
        (
            "/.well-known/openid-configuration",
            Fault::Redirect("http://127.0.0.1/".to_owned()),
        ),
        ("/.well-known/openid-configuration", Fault::Silence),
        ("/keys", Fault::Huge(300_000)),
        ("/keys", Fault::Status(200, "[]")),
        ("/token", Fault::Status(502, "")),
        ("/token", Fault::Silence),
        ("/token", Fault::Huge(300_000)),
    ] {
        let joined = Joined::new();
        joined.provider.state().faults.insert(path, fault.clone());
        let person = joined.site.visitor();
        let begun = person
            .post("/oidc/start", json!({"provider": "test"}))
            .await;
        if path.starts_with("/.well-known") {
            begun.refused(503, UNAVAILABLE);
        } else {
            let location = begun.ok()["location"]
                .as_str()
                .expect("a location")
                .to_owned();
            let answer = joined
                .provider
                .consent(&location, "ada", json!({"name": "ada"}));
            person
                .post("/oidc/finish", answer)
                .await
                .refused(503, UNAVAILABLE);
        }
    }
}

#[tokio::test]
async fn a_flood_of_logins_at_a_silent_provider_makes_one_request_and_delays_nobody_else() {
    let joined = Joined::new();
    joined.site.sign_up("bob").await;
    let document = "/.well-known/openid-configuration";
    joined
        .provider
        .state()
        .faults
        .insert(document, Fault::Silence);
    let people: Vec<_> = (0..50).map(|_| joined.site.visitor()).collect();
    let flood = people
        .iter()
        .map(|person| person.post("/oidc/start", json!({"provider": "test"})));
    let flood = futures_util::future::join_all(flood);
    let other = async {
        let (bob, started) = (joined.site.visitor(), Instant::now());
        let credentials = json!({"username": "bob", "password": PASSWORD});
        bob.post_when_busy("/user/login", credentials).await.ok();
        bob.ask("While the provider is silent", "x", &["a"]).await;
        started
    };
    let (started, replies) = futures_util::future::join(other, flood).await;
    assert!(replies.iter().all(|reply| reply.status == 503));
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(joined.provider.state().requests.len(), 1);
}

#[tokio::test]
async fn an_issuer_with_another_spelling_and_a_private_address_are_not_contacted_or_refused() {
    let joined = Joined::with(|_, one| one.issuer += "/");
    let begun = joined
        .site
        .visitor()
        .post("/oidc/start", json!({"provider": "test"}))
        .await;
    begun.refused(503, "Logging in with Test is not possible at the moment");
    let joined = Joined::with(|_, one| one.reach = Reach::Public);
    let begun = joined
        .site
        .visitor()
        .post("/oidc/start", json!({"provider": "test"}))
        .await;
    begun.refused(503, "Logging in with Test is not possible at the moment");
    assert!(joined.provider.state().requests.is_empty());
    // The endpoints of a provider have no more rights than its issuer.
    let joined = Joined::new();
    joined.provider.state().document = json!({"token_endpoint": "http://169.254.169.254/token"});
    let answer = joined.answer(&joined.site.visitor(), "ada").await;
    assert_eq!(answer["code"], "code 0");
    let person = joined.site.visitor();
    joined
        .log_in(&person, "ada")
        .await
        .refused(503, "Logging in with Test is not possible at the moment");
}

#[tokio::test]
async fn two_keys_without_ids_are_both_tried() {
    let joined = Joined::new();
    {
        let mut state = joined.provider.state();
        state.header = json!({"alg": "RS256"});
        let mut other = state.key.public();
        // Another modulus of the same length.
        let flipped = other["n"].as_str().expect("n").replace('A', "B");
        other["n"] = json!(flipped);
        let keys = json!({"keys": [other, state.key.public(), {"kty": "oct", "k": encoded(b"x")}]});
        state.keys = Some(keys);
    }
    joined.sign_up("ada").await;
}
