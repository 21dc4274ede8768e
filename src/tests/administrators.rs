//! Who runs the site, and what he does with accounts.

use serde_json::json;

use super::live::Listening;
use super::{PASSWORD, Person, TestSite};
use crate::accounts;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::users::account::{self, Filter, Role};
use crate::users::{Account, Administrator, Authority, session};
use crate::web::{Actor, Paging};

impl TestSite {
    /// Does with somebody's account what whoever runs the program may do.
    pub(super) async fn with_account<T: Send + 'static>(
        &self,
        name: &str,
        f: impl FnOnce(&mut Write<'_>, &Authority, &Account) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let name = name.to_owned();
        let done = self.site.app.db.write(move |tx| {
            let by = Authority::of_operator();
            let account = by.account(tx, &name)?;
            f(tx, &by, &account)
        });
        done.await
    }

    pub(super) async fn promote(&self, name: &str) {
        self.with_account(name, |tx, by, account| account::set_role(tx, by, account, Role::Administrator)).await.expect("promoted");
    }
}

async fn authenticates(site: &TestSite, person: &Person) -> Result<()> {
    let token = person.cookie("stoa_session").map(|token| session::hash(&token));
    site.site.app.db.read(move |read: &Read<'_>| Administrator::authenticate(read, token.as_ref()).map(drop)).await
}

#[tokio::test]
async fn only_administrators_are_administrators() {
    let site = TestSite::new();
    let (ann, stranger) = (site.sign_up("ann").await, site.stranger());
    let refusal = |done: Result<()>| done.expect_err("a refusal").text();
    assert_eq!(refusal(authenticates(&site, &stranger).await), "Please log in");
    assert_eq!(refusal(authenticates(&site, &ann).await), "Only administrators can do this");
    assert_eq!(ann.get("/user/me").await.ok().get("isAdministrator"), None);
    site.promote("ann").await;
    authenticates(&site, &ann).await.expect("an administrator");
    assert_eq!(ann.get("/user/me").await.ok()["isAdministrator"], json!(true));
    site.promote("ann").await;
    site.sign_up("ben").await;
    site.promote("ben").await;
    site.with_account("ann", |tx, by, account| account::set_role(tx, by, account, Role::User)).await.expect("demoted");
    assert_eq!(refusal(authenticates(&site, &ann).await), "Only administrators can do this");
}

#[tokio::test]
async fn everyone_is_told_who_becomes_an_administrator() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut socket = server.socket_of(&ann).await;
    server.site.promote("ann").await;
    let (name, payload) = socket.event().await;
    assert_eq!((name.as_str(), &payload["user"]["isAdministrator"]), ("userUpdate", &json!(true)));
}

#[tokio::test]
async fn who_is_disabled_is_logged_out_and_cannot_log_in() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Who am I?", "x", &["a"]).await;
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    site.with_account("ann", account::disable).await.expect("disabled");
    by_ann.is_dropped().await;
    by_ben.hears_nothing().await;
    ann.get("/user/me").await.refused(401, "Please log in");
    let log_in = async |password: &str| site.stranger().post("/user/login", json!({"username": "ann", "password": password})).await;
    // Only who knows the password learns of it.
    log_in("wrong password").await.refused(401, "Invalid username or password");
    log_in(PASSWORD).await.refused(403, "This account is disabled");
    assert_eq!(ben.get(&format!("/question/getQuestionById/{question}")).await.ok()["askedBy"], "ann");
    ben.get("/user/getUser/ann").await.ok();

    // A session that the ban has overlooked opens nothing either.
    site.sql("UPDATE users SET disabled_at = 1 WHERE username = 'ben'");
    ben.get("/user/me").await.refused(401, "Please log in");

    site.with_account("ann", account::enable).await.expect("enabled");
    log_in(PASSWORD).await.ok();
}

#[tokio::test]
async fn a_site_keeps_its_last_administrator() {
    let site = TestSite::new();
    let (ann, _ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    site.promote("ann").await;
    let refused = "Without this account the site would have no administrator";
    let demote = async |name| site.with_account(name, |tx, by, account| account::set_role(tx, by, account, Role::User).map(drop)).await;
    let disable = async |name| site.with_account(name, account::disable).await;
    let delete = async |name| site.with_account(name, |tx, _, account| accounts::delete(tx, account).map(drop)).await;
    for done in [demote("ann").await, disable("ann").await, delete("ann").await] {
        assert_eq!(done.expect_err("a refusal").text(), refused);
    }
    ann.delete("/user/deleteUser/ann").await.refused(409, refused);
    // One who cannot log in does not count.
    site.promote("ben").await;
    disable("ben").await.expect("disabled");
    assert_eq!(disable("ann").await.expect_err("a refusal").text(), refused);
    site.with_account("ben", account::enable).await.expect("enabled");
    ann.delete("/user/deleteUser/ann").await.ok();
    assert_eq!(delete("ben").await.expect_err("a refusal").text(), refused);
}

#[tokio::test]
async fn another_password_ends_the_sessions_and_the_delays() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    let log_in = async |password: &str| site.stranger().post("/user/login", json!({"username": "ann", "password": password})).await;
    for _ in 0..5 {
        log_in("wrong password").await.refused(401, "Invalid username or password");
    }
    log_in(PASSWORD).await.refused(429, "Too many attempts, please try again later");
    let hash = crate::users::password::hash("another stoa 1").expect("a hash");
    let ended = site.with_account("ann", move |tx, _, account| account::set_password(tx, account, &hash, None)).await;
    assert_eq!(ended.expect("set"), 1);
    ann.get("/user/me").await.refused(401, "Please log in");
    log_in("another stoa 1").await.ok();
}

#[tokio::test]
async fn accounts_are_found_by_name_role_and_state() {
    let site = TestSite::new();
    for name in ["ann", "Ben", "cem"] {
        site.sign_up(name).await;
    }
    site.promote("Ben").await;
    site.with_account("cem", account::disable).await.expect("disabled");
    let names = async |filter: Filter, paging: Paging| {
        let found = site.site.app.db.read(move |read| crate::users::store::standings(read, &Authority::of_operator(), &filter, &paging));
        let found = found.await.expect("a page");
        (found.items.iter().map(|one| format!("{} {}", one.username, one.sessions)).collect::<Vec<_>>(), found.total, found.next)
    };
    let check = async |filter: Filter, expected: &[&str]| {
        let (found, total, _) = names(filter, Paging::first()).await;
        assert_eq!((found, total), (expected.iter().map(|name| (*name).to_owned()).collect(), expected.len() as i64));
    };
    check(Filter::default(), &["ann 1", "Ben 1", "cem 0"]).await;
    check(Filter { search: "EN".to_owned(), ..Filter::default() }, &["Ben 1"]).await;
    check(Filter { role: Some(Role::Administrator), ..Filter::default() }, &["Ben 1"]).await;
    check(Filter { disabled: Some(true), ..Filter::default() }, &["cem 0"]).await;
    check(Filter { disabled: Some(false), ..Filter::default() }, &["ann 1", "Ben 1"]).await;
    let (first, total, next) = names(Filter::default(), Paging { limit: 2, cursor: None }).await;
    assert_eq!((first.len(), total, next.as_deref()), (2, 3, Some("ben")));
    assert_eq!(names(Filter::default(), Paging { limit: 2, cursor: next }).await.0, ["cem 0"]);
}
