//! Administrator accounts and what administrators do with other accounts.

use serde_json::json;

use super::realtime::Listening;
use super::{PASSWORD, Person, TestSite};
use crate::core::error::Result;
use crate::core::paging::Paging;
use crate::features::account_data;
use crate::features::users::account;
use crate::features::users::{Account, AdminAuthority, Administrator, session};
use crate::features::users::{Role, UserFilter};
use crate::platform::db::{Db, Read, Write};
use crate::platform::web::{Actor, Credential};

impl TestSite {
    /// Runs an operation of the command line on an account.
    pub(super) async fn with_account<T: Send + 'static>(
        &self,
        name: &str,
        f: impl FnOnce(&mut Write<'_>, &AdminAuthority, &Account) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let name = name.to_owned();
        let done = self.site.app.db.write(move |tx| {
            let by = AdminAuthority::of_operator();
            let account = by.account(tx, &name)?;
            f(tx, &by, &account)
        });
        done.await
    }

    pub(super) async fn promote(&self, name: &str) {
        self.with_account(name, |tx, by, account| {
            account::set_role(tx, by, account, Role::Administrator)
        })
        .await
        .expect("promoted");
    }
}

async fn authenticates(site: &TestSite, person: &Person) -> Result<()> {
    let token = person
        .cookie("stoa_session")
        .map(|token| session::hash(&token));
    site.site
        .app
        .db
        .read(move |read: &Read<'_>| {
            Administrator::authenticate(read, &Credential::Sessions(token.into_iter().collect()))
                .map(drop)
        })
        .await
}

#[tokio::test]
async fn administration_routes_reject_other_users() {
    let site = TestSite::new();
    let (ann, visitor) = (site.sign_up("ann").await, site.visitor());
    let refusal = |done: Result<()>| done.expect_err("a refusal").text();
    assert_eq!(
        refusal(authenticates(&site, &visitor).await),
        "Please log in"
    );
    assert_eq!(
        refusal(authenticates(&site, &ann).await),
        "Only administrators can do this"
    );
    assert_eq!(ann.get("/user/me").await.ok().get("isAdministrator"), None);
    site.promote("ann").await;
    authenticates(&site, &ann).await.expect("an administrator");
    assert_eq!(
        ann.get("/user/me").await.ok()["isAdministrator"],
        json!(true)
    );
    site.promote("ann").await;
    site.sign_up("ben").await;
    site.promote("ben").await;
    site.with_account("ann", |tx, by, account| {
        account::set_role(tx, by, account, Role::User)
    })
    .await
    .expect("demoted");
    assert_eq!(
        refusal(authenticates(&site, &ann).await),
        "Only administrators can do this"
    );
}

#[tokio::test]
async fn a_promotion_to_administrator_is_broadcast() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut socket = server.socket_of(&ann).await;
    server.site.promote("ann").await;
    let (name, payload) = socket.event().await;
    assert_eq!(
        (name.as_str(), &payload["user"]["isAdministrator"]),
        ("userUpdate", &json!(true))
    );
}

#[tokio::test]
async fn a_disabled_user_is_logged_out_and_cannot_log_in() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Who am I?", "x", &["a"]).await;
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    site.with_account("ann", account::disable)
        .await
        .expect("disabled");
    by_ann.expect_dropped().await;
    by_ben.expect_silence().await;
    ann.get("/user/me").await.refused(401, "Please log in");
    let log_in = async |password: &str| {
        site.visitor()
            .post(
                "/user/login",
                json!({"username": "ann", "password": password}),
            )
            .await
    };
    // Only a caller with the right password learns that the account is disabled.
    log_in("wrong password")
        .await
        .refused(401, "Invalid username or password");
    log_in(PASSWORD)
        .await
        .refused(403, "This account is disabled");
    assert_eq!(
        ben.get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok()["askedBy"],
        "ann"
    );
    ben.get("/user/getUser/ann").await.ok();

    // A session that survives the ban by mistake grants nothing either.
    site.sql("UPDATE users SET disabled_at = 1 WHERE username = 'ben'");
    ben.get("/user/me").await.refused(401, "Please log in");

    site.with_account("ann", account::enable)
        .await
        .expect("enabled");
    log_in(PASSWORD).await.ok();
}

#[tokio::test]
async fn the_last_administrator_cannot_be_removed() {
    let site = TestSite::new();
    let (ann, _ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    site.promote("ann").await;
    let refused = "Without this account the site would have no administrator";
    let demote = async |name| {
        site.with_account(name, |tx, by, account| {
            account::set_role(tx, by, account, Role::User).map(drop)
        })
        .await
    };
    let disable = async |name| {
        site.with_account(name, |tx, by, account| {
            account::disable(tx, by, account).map(drop)
        })
        .await
    };
    let delete = async |name| {
        site.with_account(name, |tx, _, account| {
            account_data::delete(tx, account, false).map(drop)
        })
        .await
    };
    for done in [
        demote("ann").await,
        disable("ann").await,
        delete("ann").await,
    ] {
        assert_eq!(done.expect_err("a refusal").text(), refused);
    }
    ann.delete("/user/deleteUser/ann")
        .await
        .refused(409, refused);
    // Administrators who cannot log in do not count: disabled ones, and ones without a password, as
    // after an import.
    site.sql(
        "UPDATE users SET role = 'administrator', password_hash = NULL WHERE username = 'ben'",
    );
    assert_eq!(demote("ann").await.expect_err("a refusal").text(), refused);
    site.sql(
        "UPDATE users SET role = 'user', password_hash = (SELECT password_hash FROM users WHERE username = 'ann') WHERE username = 'ben'",
    );
    site.promote("ben").await;
    disable("ben").await.expect("disabled");
    assert_eq!(disable("ann").await.expect_err("a refusal").text(), refused);
    site.with_account("ben", account::enable)
        .await
        .expect("enabled");
    ann.delete("/user/deleteUser/ann").await.ok();
    assert_eq!(delete("ben").await.expect_err("a refusal").text(), refused);
}

#[tokio::test]
async fn a_new_password_ends_sessions_and_login_delays() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    let log_in = async |password: &str| {
        site.visitor()
            .post(
                "/user/login",
                json!({"username": "ann", "password": password}),
            )
            .await
    };
    for _ in 0..5 {
        log_in("wrong password")
            .await
            .refused(401, "Invalid username or password");
    }
    log_in(PASSWORD)
        .await
        .refused(429, "Too many attempts, please try again later");
    let hash = crate::features::auth::password::hash("another stoa 1").expect("a hash");
    site.with_account("ann", move |tx, _, account| {
        account::set_password(tx, account, &hash)
    })
    .await
    .expect("set");
    ann.get("/user/me").await.refused(401, "Please log in");
    log_in("another stoa 1").await.ok();
}

#[tokio::test]
async fn users_are_filtered_by_name_role_and_state() {
    let site = TestSite::new();
    for name in ["ann", "Ben", "cem"] {
        site.sign_up(name).await;
    }
    site.promote("Ben").await;
    site.with_account("cem", account::disable)
        .await
        .expect("disabled");
    let names = async |filter: UserFilter, paging: Paging| {
        let found = site.site.app.db.read(move |read| {
            crate::features::users::store::admin_views(
                read,
                &AdminAuthority::of_operator(),
                &filter,
                &paging,
            )
        });
        let found = found.await.expect("a page");
        (
            found
                .items
                .iter()
                .map(|one| format!("{} {}", one.username, one.sessions))
                .collect::<Vec<_>>(),
            found.total,
            found.next,
        )
    };
    let check = async |filter: UserFilter, expected: &[&str]| {
        let (found, total, _) = names(filter, Paging::first()).await;
        assert_eq!(
            (found, total),
            (
                expected.iter().map(|name| (*name).to_owned()).collect(),
                expected.len() as i64
            )
        );
    };
    check(UserFilter::default(), &["ann 1", "Ben 1", "cem 0"]).await;
    check(
        UserFilter {
            search: "EN".to_owned(),
            ..UserFilter::default()
        },
        &["Ben 1"],
    )
    .await;
    check(
        UserFilter {
            role: Some(Role::Administrator),
            ..UserFilter::default()
        },
        &["Ben 1"],
    )
    .await;
    check(
        UserFilter {
            disabled: Some(true),
            ..UserFilter::default()
        },
        &["cem 0"],
    )
    .await;
    check(
        UserFilter {
            disabled: Some(false),
            ..UserFilter::default()
        },
        &["ann 1", "Ben 1"],
    )
    .await;
    let (first, total, next) = names(
        UserFilter::default(),
        Paging {
            limit: 2,
            cursor: None,
        },
    )
    .await;
    assert_eq!((first.len(), total, next.as_deref()), (2, 3, Some("ben")));
    assert_eq!(
        names(
            UserFilter::default(),
            Paging {
                limit: 2,
                cursor: next
            }
        )
        .await
        .0,
        ["cem 0"]
    );
}

#[tokio::test]
async fn the_setup_link_creates_the_first_administrator_once() {
    let site = TestSite::new();
    let over = "This link is no longer valid: restart the server for a new one";
    let invite = async || {
        site.site
            .setup
            .renew(&site.site.app)
            .await
            .expect("an answer")
    };
    let set_up = async |token: &str, username: &str, password: &str| {
        let browser = site.visitor();
        let reply = browser
            .post(
                "/user/setup",
                json!({"token": token, "username": username, "password": password}),
            )
            .await;
        (browser, reply)
    };
    // Input without a valid link is not validated, so it reveals nothing.
    for token in ["", "guessed"] {
        set_up(token, "", "").await.1.refused(403, over);
    }
    let first = invite().await.expect("a token");
    let second = invite().await.expect("a token");
    set_up(&first, "ann", PASSWORD).await.1.refused(403, over);
    set_up(&second, "", PASSWORD)
        .await
        .1
        .refused(400, "Please enter a username and password");
    set_up(&second, "-", PASSWORD).await.1.refused(
        400,
        "Usernames are 2 to 32 characters long: letters, digits, and . _ - between them",
    );
    set_up(&second, "login", PASSWORD)
        .await
        .1
        .refused(400, "This username is reserved");
    set_up(&second, "ann", "short")
        .await
        .1
        .refused(400, "Password must be at least 8 characters long");
    site.sign_up("ben").await;
    set_up(&second, "BEN", PASSWORD)
        .await
        .1
        .refused(409, "Username already taken");
    let (browser, reply) = set_up(&second, "Admin", PASSWORD).await;
    assert_eq!(reply.ok()["isAdministrator"], json!(true));
    authenticates(&site, &browser)
        .await
        .expect("an administrator, signed in");
    set_up(&second, "ann", PASSWORD).await.1.refused(403, over);
    assert_eq!(invite().await, None);
}

#[tokio::test]
async fn the_setup_link_expires_after_an_hour_or_with_the_first_administrator() {
    let site = TestSite::new();
    let token = site
        .site
        .setup
        .renew(&site.site.app)
        .await
        .expect("an answer")
        .expect("a token");
    let set_up = async || {
        site.visitor()
            .post(
                "/user/setup",
                json!({"token": token, "username": "ann", "password": PASSWORD}),
            )
            .await
    };
    let over = "This link is no longer valid: restart the server for a new one";
    site.sign_up("ben").await;
    site.promote("ben").await;
    set_up().await.refused(403, over);
    site.sql("UPDATE users SET role = 'user'");
    site.clock.advance(std::time::Duration::from_secs(3_601));
    set_up().await.refused(403, over);
}

#[tokio::test]
async fn a_session_ended_by_another_process_closes_its_sockets() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let (mut by_ann, mut by_ben, mut by_cem) = (
        server.socket_of(&ann).await,
        server.socket_of(&ben).await,
        server.socket_of(&cem).await,
    );
    // A separate connection stands for another process.
    site.sql("DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE username = 'ann')");
    by_ann.expect_dropped().await;
    site.sql("UPDATE users SET disabled_at = 1 WHERE username = 'ben'");
    by_ben.expect_dropped().await;
    by_cem.expect_silence().await;
}

#[tokio::test]
async fn writes_of_another_process_are_served() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let beside = Db::open_shared(site.directory.path(), site.clock.clone()).expect("opened");
    let create = |tx: &mut Write<'_>| {
        account::create(
            tx,
            &AdminAuthority::of_operator(),
            "ben",
            "x",
            Role::Administrator,
        )
    };
    let created = beside.write(create).await.expect("made").into_value();
    assert_eq!(
        ann.get("/user/getUser/ben").await.ok()["_id"],
        json!(created.id.to_string())
    );
    ann.ask("After that", "x", &["a"]).await;
    let known = beside
        .read(|read| read.value::<i64>("SELECT count(*) FROM posts", []))
        .await;
    assert_eq!(known.expect("a count"), 1);
    drop(beside);
    ann.get("/user/me").await.ok();

    // With another schema it changes nothing; without a database it creates none.
    site.sql("UPDATE refinery_schema_history SET version = 1000 WHERE version = (SELECT max(version) FROM refinery_schema_history)");
    let Err(refused) = Db::open_shared(site.directory.path(), site.clock.clone()) else {
        panic!("another schema was opened")
    };
    assert!(refused.to_string().contains("has schema 1000"), "{refused}");
    let nothing = tempfile::TempDir::new().expect("a directory");
    assert!(Db::open_shared(nothing.path(), site.clock.clone()).is_err());
    assert!(
        std::fs::read_dir(nothing.path())
            .expect("a directory")
            .next()
            .is_none()
    );
}
