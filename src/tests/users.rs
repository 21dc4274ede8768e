//! Sign-up, login, logout and the profile.

use std::time::Duration;

use serde_json::json;

use super::{PASSWORD, TestSite};
use crate::core::config::{CommonPasswords, Signup};

#[tokio::test]
async fn sign_up_starts_a_session() {
    let site = TestSite::new();
    let ann = site.visitor();
    ann.get("/user/me").await.refused(401, "Please log in");
    let user = ann
        .post(
            "/user/signup",
            json!({"username": "Ann.B", "password": PASSWORD}),
        )
        .await
        .ok();
    assert_eq!(
        (&user["username"], &user["dateJoined"], &user["biography"]),
        (
            &json!("Ann.B"),
            &json!("2026-11-21T00:00:00.000Z"),
            &json!("")
        )
    );
    assert_eq!(ann.get("/user/me").await.ok(), user);
    assert_eq!(ann.get("/user/getUser/ann.b").await.ok(), user);
    assert!(user.as_object().unwrap().keys().all(|key| {
        [
            "_id",
            "username",
            "dateJoined",
            "biography",
            "questionCount",
            "answerCount",
            "reputation",
        ]
        .contains(&key.as_str())
    }));
}

#[tokio::test]
async fn a_username_is_unique_ignoring_case_and_never_reused() {
    let site = TestSite::new();
    let ann = site.sign_up("Ann").await;
    let visitor = site.visitor();
    let again = |name: &str| {
        visitor.post(
            "/user/signup",
            json!({"username": name, "password": PASSWORD}),
        )
    };
    again("ann").await.refused(409, "Username already taken");
    ann.delete("/user/deleteUser/Ann").await.ok();
    for name in ["Ann", "ann", "ANN", "aNN"] {
        again(name).await.refused(409, "Username already taken");
    }
}

#[tokio::test]
async fn a_username_that_looks_like_another_one_is_taken() {
    let site = TestSite::new();
    let old = site.sign_up("Bill.Morn0").await;
    let visitor = site.visitor();
    let again = |name: &str| {
        visitor.post(
            "/user/signup",
            json!({"username": name, "password": PASSWORD}),
        )
    };
    for name in ["BiIl.Morn0", "b1ll.morno", "BLLL.MORNO", "bill.mom0"] {
        again(name).await.refused(409, "Username already taken");
    }
    old.delete("/user/deleteUser/Bill.Morn0").await.ok();
    again("bi1l.morno")
        .await
        .refused(409, "Username already taken");
    again("bil.morno").await.ok();
}

#[tokio::test]
async fn an_imported_user_keeps_a_name_that_looks_like_another_one() {
    let site = TestSite::new();
    site.sign_up("bill").await;
    site.sql(
        "INSERT INTO users (id, username, name_key, created_at) VALUES (9, 'bi11', 'bi11', 0)",
    );
    let ann = site.sign_up("ann").await;
    for name in ["bill", "bi11"] {
        let user = ann.get(&format!("/user/getUser/{name}")).await.ok();
        assert_eq!(user["username"], name);
    }
}

/// The migration computes the key in SQL, the rules in Rust.
#[tokio::test]
async fn the_key_of_lookalikes_is_the_same_in_sql() {
    let site = TestSite::new();
    for (id, name) in [
        (1, "RN10iIl"),
        (2, "rrnn"),
        (3, "r1n"),
        (4, "mrn-0.O_o"),
        (5, "irn1rn"),
    ] {
        let key = crate::core::text::fold(name);
        site.sql(&format!(
            "INSERT INTO users (id, username, name_key, created_at) VALUES ({id}, '{name}', '{key}', 0)"
        ));
        let sql = "SELECT lookalike_key FROM users WHERE id = ?1";
        let stored: String = site
            .connection()
            .query_row(sql, [id], |row| row.get(0))
            .unwrap();
        assert_eq!(stored, crate::core::text::lookalike_key(name));
    }
}

#[tokio::test]
async fn invalid_names_and_passwords_are_rejected_with_a_reason() {
    let site = TestSite::with(|config| config.auth.common_passwords = CommonPasswords::Refuse);
    let visitor = site.visitor();
    let rule = "Usernames are 2 to 32 characters long: letters, digits, and . _ - between them";
    let long = "x".repeat(33);
    for name in [
        "a",
        "-ab",
        "ab-",
        "a b",
        "änn",
        "a\u{200d}b",
        "a/b",
        long.as_str(),
        "a\u{0}b",
    ] {
        visitor
            .post(
                "/user/signup",
                json!({"username": name, "password": PASSWORD}),
            )
            .await
            .refused(400, rule);
    }
    for name in ["admin", "Login", "undefined", "getUsers"] {
        visitor
            .post(
                "/user/signup",
                json!({"username": name, "password": PASSWORD}),
            )
            .await
            .refused(400, "This username is reserved");
    }
    for (username, password, sentence) in [
        ("", PASSWORD, "Please enter a username and password"),
        ("ann", "", "Please enter a username and password"),
        (
            "ann",
            "short77",
            "Password must be at least 8 characters long",
        ),
        ("ann", "password1", "This password is too common"),
    ] {
        visitor
            .post(
                "/user/signup",
                json!({"username": username, "password": password}),
            )
            .await
            .refused(400, sentence);
    }
    visitor
        .post("/user/signup", json!({}))
        .await
        .refused(400, "Please enter a username and password");
    let wrong_type = visitor
        .post("/user/signup", json!({"username": ["ann"], "password": 1}))
        .await;
    assert!(
        wrong_type.status == 400 && wrong_type.text.starts_with("Malformed request: "),
        "{}",
        wrong_type.text
    );
}

#[tokio::test]
async fn sign_up_can_be_closed() {
    for (mode, sentence) in [
        (Signup::Closed, "Sign-up is closed on this site"),
        (Signup::Invite, "Sign-up on this site is by invitation"),
    ] {
        let site = TestSite::with(|config| config.auth.signup = mode);
        site.visitor()
            .post(
                "/user/signup",
                json!({"username": "ann", "password": PASSWORD}),
            )
            .await
            .refused(403, sentence);
    }
}

#[tokio::test]
async fn logging_in_requires_the_exact_password() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let visitor = site.visitor();
    for (username, password) in [
        ("ann", "wrong password"),
        ("nobody", PASSWORD),
        ("ann", &format!(" {PASSWORD}") as &str),
        ("ann", &PASSWORD.to_uppercase()),
    ] {
        visitor
            .post(
                "/user/login",
                json!({"username": username, "password": password}),
            )
            .await
            .refused(401, "Invalid username or password");
    }
    visitor
        .post("/user/login", json!({"username": "ann"}))
        .await
        .refused(400, "Please enter a username and password");
    let user = visitor
        .post(
            "/user/login",
            json!({"username": "ANN", "password": PASSWORD}),
        )
        .await
        .ok();
    assert_eq!(user["username"], "ann");
    visitor.get("/user/me").await.ok();
}

#[tokio::test]
async fn logging_out_ends_the_session_and_logging_in_creates_another() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let first = ann.cookie("stoa_session").expect("a session");
    ann.post(
        "/user/login",
        json!({"username": "ann", "password": PASSWORD}),
    )
    .await
    .ok();
    let second = ann.cookie("stoa_session").expect("a session");
    assert_ne!(first, second);
    let thief = site.visitor();
    thief
        .cookies
        .lock()
        .unwrap()
        .push(("stoa_session".to_owned(), first));
    thief.get("/user/me").await.refused(401, "Please log in");

    ann.post("/user/logout", json!({})).await.ok();
    assert_eq!(
        (ann.cookie("stoa_session"), ann.cookie("XSRF-TOKEN")),
        (None, None)
    );
    let thief = site.visitor();
    thief
        .cookies
        .lock()
        .unwrap()
        .push(("stoa_session".to_owned(), second));
    thief.get("/user/me").await.refused(401, "Please log in");
    ann.post("/user/logout", json!({})).await.ok();
}

#[tokio::test]
async fn a_session_expires_by_age_or_disuse() {
    let day = Duration::from_secs(24 * 3600);
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for _ in 0..2 {
        site.clock.advance(13 * day);
        ann.get("/user/me").await.ok();
        // The session's use is recorded after the response.
        ann.patch("/user/updateBiography", json!({"biography": "here"}))
            .await
            .ok();
    }
    site.clock.advance(5 * day);
    ann.get("/user/me").await.refused(401, "Please log in");

    let ben = site.sign_up("ben").await;
    site.clock.advance(15 * day);
    ben.get("/user/me").await.refused(401, "Please log in");
}

#[tokio::test]
async fn session_tokens_are_not_stored() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let token = ann.cookie("stoa_session").expect("a session");
    let device = ann.cookie("stoa_device").expect("a device");
    for file in std::fs::read_dir(site.directory.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for secret in [token.as_str(), device.as_str(), PASSWORD] {
            assert!(
                !bytes
                    .windows(secret.len())
                    .any(|window| window == secret.as_bytes())
            );
        }
    }
}

#[tokio::test]
async fn failed_logins_are_delayed_progressively() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    let visitor = site.visitor();
    for name in ["ann", "nobody"] {
        let wrong = json!({"username": name, "password": "wrong password"});
        for _ in 0..6 {
            site.clock.advance(Duration::from_secs(2));
            visitor
                .post("/user/login", wrong.clone())
                .await
                .refused(401, "Invalid username or password");
        }
        let refused = visitor.post("/user/login", wrong.clone()).await;
        refused.refused(429, "Too many attempts, please try again later");
        assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 2);
    }
    // Until the delay is over, the right password is not checked either.
    let right = json!({"username": "ann", "password": PASSWORD});
    visitor
        .post(
            "/user/login",
            json!({"username": "ann", "password": "wrong password"}),
        )
        .await
        .refused(401, "Invalid username or password");
    visitor
        .post("/user/login", right.clone())
        .await
        .refused(429, "Too many attempts, please try again later");
    site.clock.advance(Duration::from_secs(20));
    visitor.post("/user/login", right).await.ok();
    ann.get("/user/me").await.ok();
}

#[tokio::test]
async fn concurrent_guesses_are_counted_individually() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    let guessers: Vec<_> = (0..30)
        .map(|n| {
            let mut visitor = site.visitor();
            visitor.peer = ([203, 0, 113, n], 40_000).into();
            visitor
        })
        .collect();
    let wrong = json!({"username": "ann", "password": "wrong password"});
    let guesses = futures_util::future::join_all(
        guessers
            .iter()
            .map(|guesser| guesser.post("/user/login", wrong.clone())),
    )
    .await;
    // One that ends at the same moment may count twice.
    let let_through =
        |replies: &[super::Reply]| replies.iter().filter(|reply| reply.status != 429).count();
    assert!(
        guesses
            .iter()
            .all(|reply| [401, 429, 503].contains(&reply.status.as_u16()))
    );
    assert!((1..=5).contains(&let_through(&guesses)));
    // Guesses at the current password with a stolen session count as well.
    site.clock.advance(Duration::from_secs(24 * 3600 + 1));
    let guess = json!({"password": "another stoa 1", "currentPassword": "wrong password"});
    let guesses = futures_util::future::join_all(
        (0..10).map(|_| ann.patch("/user/resetPassword", guess.clone())),
    )
    .await;
    assert!(
        guesses
            .iter()
            .all(|reply| [403, 429, 503].contains(&reply.status.as_u16()))
    );
    assert!((1..=5).contains(&let_through(&guesses)));
}

#[tokio::test]
async fn frequent_logins_are_not_throttled() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let names: Vec<String> = (0..4).map(|n| format!("user{n}")).collect();
    for name in &names {
        site.sign_up(name).await;
    }
    site.sql("INSERT INTO login_throttles VALUES ('address:127.0.0.1', 28, 0, 1795219200000)");
    for name in &names {
        site.visitor()
            .post(
                "/user/login",
                json!({"username": name, "password": PASSWORD}),
            )
            .await
            .ok();
    }
}

#[tokio::test]
async fn users_are_listed_and_searched_by_name() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for name in ["Hannah", "bo", "Ben", "zoe"] {
        site.sign_up(name).await;
    }
    let names = |reply: &super::Reply| {
        let users = reply.ok();
        users
            .as_array()
            .unwrap()
            .iter()
            .map(|user| user["username"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let all = ann.get("/user/getUsers").await;
    assert_eq!(
        (names(&all), all.header("x-total-count")),
        (
            ["ann", "Ben", "bo", "Hannah", "zoe"]
                .map(str::to_owned)
                .to_vec(),
            "5"
        )
    );
    let found = ann.get("/user/getUsers?search=ANN").await;
    assert_eq!(
        (names(&found), found.header("x-total-count")),
        (["ann", "Hannah"].map(str::to_owned).to_vec(), "2")
    );
    assert_eq!(
        names(&ann.get("/user/getUsers?search=b").await),
        ["Ben", "bo"]
    );
    assert_eq!(
        names(&ann.get("/user/getUsers?search=%22%27%25").await),
        [""; 0]
    );

    let mut page = ann.get("/user/getUsers?limit=2").await;
    let mut seen = names(&page);
    while let Some(next) = page
        .header("link")
        .strip_prefix('<')
        .and_then(|link| link.strip_suffix(">; rel=\"next\""))
        .map(str::to_owned)
    {
        page = ann.get(&next).await;
        seen.extend(names(&page));
    }
    assert_eq!(seen, ["ann", "Ben", "bo", "Hannah", "zoe"]);
    ann.get("/user/getUser/nobody").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
}

#[tokio::test]
async fn a_biography_is_edited_only_by_its_owner() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let updated = ann
        .patch(
            "/user/updateBiography",
            json!({"username": "ann", "biography": "I *am*.\u{1f40e}"}),
        )
        .await
        .ok();
    assert_eq!(updated["biography"], "I *am*.\u{1f40e}");
    ben.patch(
        "/user/updateBiography",
        json!({"username": "ann", "biography": "x"}),
    )
    .await
    .refused(403, "You can only do this as yourself");
    let long = "x".repeat(2_001);
    ann.patch("/user/updateBiography", json!({"biography": long}))
        .await
        .refused(400, "Biography cannot be more than 2000 characters");
    ann.patch("/user/updateBiography", json!({"biography": "a\u{0}b"}))
        .await
        .refused(400, "Text cannot contain the NUL character");
    assert_eq!(
        ben.get("/user/getUser/ann").await.ok()["biography"],
        "I *am*.\u{1f40e}"
    );
}

#[tokio::test]
async fn resetting_a_password_ends_other_sessions_and_later_requires_the_current_password() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let elsewhere = site.visitor();
    elsewhere
        .post(
            "/user/login",
            json!({"username": "ann", "password": PASSWORD}),
        )
        .await
        .ok();

    ann.patch(
        "/user/resetPassword",
        json!({"username": "ann", "password": ""}),
    )
    .await
    .refused(400, "Please enter and confirm your new password.");
    ann.patch(
        "/user/resetPassword",
        json!({"username": "ben", "password": "another stoa 1"}),
    )
    .await
    .refused(403, "You can only do this as yourself");
    assert_eq!(
        ann.patch(
            "/user/resetPassword",
            json!({"username": "ann", "password": "another stoa 1"})
        )
        .await
        .ok()["username"],
        "ann"
    );
    elsewhere
        .get("/user/me")
        .await
        .refused(401, "Please log in");
    ann.get("/user/me").await.ok();
    elsewhere
        .post(
            "/user/login",
            json!({"username": "ann", "password": PASSWORD}),
        )
        .await
        .refused(401, "Invalid username or password");
    elsewhere
        .post(
            "/user/login",
            json!({"username": "ann", "password": "another stoa 1"}),
        )
        .await
        .ok();

    site.clock.advance(Duration::from_secs(11 * 60));
    for current in [json!(null), json!("wrong password")] {
        let body =
            json!({"username": "ann", "password": "yet another one", "currentPassword": current});
        ann.patch("/user/resetPassword", body)
            .await
            .refused(403, "Current password required");
    }
    let body = json!({"username": "ann", "password": "yet another one", "currentPassword": "another stoa 1"});
    ann.patch("/user/resetPassword", body).await.ok();
}

#[tokio::test]
async fn only_the_posts_of_a_deleted_user_remain() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Who am I?", "Tell me", &["self"]).await;
    ann.post("/question/upvoteQuestion", json!({"qid": question}))
        .await
        .ok();
    ben.delete("/user/deleteUser/ann")
        .await
        .refused(403, "You can only do this as yourself");
    assert_eq!(
        ann.delete("/user/deleteUser/ann").await.ok()["username"],
        "ann"
    );
    ann.get("/user/me").await.refused(401, "Please log in");
    ben.get("/user/getUser/ann").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
    assert_eq!(ben.get("/user/getUsers").await.header("x-total-count"), "1");
    assert_eq!(ben.get("/user/getUsers?search=ann").await.ok(), json!([]));
    let question = ben
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(
        (
            &question["askedBy"],
            &question["upVotes"],
            &question["score"]
        ),
        (&json!("[deleted]"), &json!([]), &json!(1))
    );
    site.visitor()
        .post(
            "/user/login",
            json!({"username": "ann", "password": PASSWORD}),
        )
        .await
        .refused(401, "Invalid username or password");
}

#[tokio::test]
async fn a_user_has_at_most_twenty_sessions() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for _ in 0..20 {
        site.clock.advance(Duration::from_secs(1));
        site.visitor()
            .post(
                "/user/login",
                json!({"username": "ann", "password": PASSWORD}),
            )
            .await
            .ok();
    }
    ann.get("/user/me").await.refused(401, "Please log in");
}

#[tokio::test]
async fn a_new_session_is_the_newest_after_the_clock_went_back() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let log_in = async || {
        let browser = site.visitor();
        browser
            .post(
                "/user/login",
                json!({"username": "ann", "password": PASSWORD}),
            )
            .await
            .ok();
        browser
    };
    for _ in 0..19 {
        log_in().await;
    }
    site.sql("UPDATE sessions SET created_at = created_at + 60000");
    log_in().await.get("/user/me").await.ok();
}

/// Clients that cannot page expect the whole list.
#[tokio::test]
async fn users_and_tags_without_a_limit_are_up_to_a_thousand() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
         INSERT INTO users (id, username, name_key, created_at) SELECT i, 'u' || i, 'u' || i, 1 FROM n",
    );
    site.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
         INSERT INTO tags (id, name_key) SELECT i, 't' || i FROM n",
    );
    site.sql(
        "INSERT INTO scoped_tags (tag_id, scope, id, name, description, question_count)
         SELECT id, 0, id, name_key, '', 1 FROM tags",
    );
    for path in ["/user/getUsers", "/tag/getTagsWithQuestionNumber"] {
        let length = async |path: &str| ann.get(path).await.ok().as_array().unwrap().len();
        assert_eq!(length(path).await, 1_000, "{path}");
        assert_eq!(length(&format!("{path}?limit=5000")).await, 100, "{path}");
    }
}
