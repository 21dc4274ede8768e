//! Addresses, and what the links in mails do.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::json;

use super::delivery::{MailSite, token_of, verify, wants};
use crate::features::mail::Step;
use crate::tests::{PASSWORD, Person, Reply, TestSite};

pub const INVALID: &str = "This link is not valid, or not any more: ask for a new mail";
pub const INVALID_RESET: &str =
    "This link is not valid, or not any more: ask an administrator for a new one";

pub async fn set_address(person: &Person, address: &str) -> Reply {
    person
        .patch("/user/setMailAddress", json!({"address": address}))
        .await
}

pub async fn address_of(person: &Person) -> serde_json::Value {
    person.get("/user/getMailSettings").await.ok()
}

pub async fn forgot(by: &Person, address: &str) -> Reply {
    by.post("/user/forgotPassword", json!({"address": address}))
        .await
}

pub async fn choose_password(by: &Person, token: &str) -> Reply {
    let body = json!({"token": token, "password": "another stoa 1"});
    by.post_when_busy("/user/usePasswordLink", body).await
}

#[tokio::test]
async fn without_a_mail_server_calls_say_so_and_there_are_no_rows() {
    let site = TestSite::with(|config| config.mail.host.clear());
    let ann = site.sign_up("ann").await;
    let body = json!({"address": "ann@example.org"});
    for reply in [
        ann.get("/user/getMailSettings").await,
        ann.patch("/user/setMailAddress", body.clone()).await,
        ann.post("/user/forgotPassword", body).await,
        ann.post("/u/x", json!({})).await,
    ] {
        reply.refused(404, "Mail is not set up on this site");
    }
    ann.patch("/user/resetPassword", json!({"password": "another stoa 1"}))
        .await
        .ok();
    let count: i64 = site
        .connection()
        .query_row("SELECT count(*) FROM deliveries", [], |row| row.get(0))
        .expect("a number");
    assert_eq!(count, 0);
}

#[tokio::test]
async fn an_address_counts_once_its_link_is_used() {
    let site = MailSite::new();
    let ann = site.site.sign_up("ann").await;
    let settings = set_address(&ann, " ann@example.org ").await.ok();
    assert_eq!(
        settings,
        json!({"pending": "ann@example.org", "isRefused": false})
    );
    let mail = site.only().await;
    assert_eq!(mail.to, ["ann@example.org"]);
    assert!(
        mail.link("#token=")
            .starts_with("https://stoa.test/mail/verify#token=")
    );
    // The link may be opened in a browser without a session, and a click may count twice.
    for _ in 0..2 {
        let verified = verify(&site.site.visitor(), &token_of(&mail)).await.ok();
        assert_eq!(verified, json!({"address": "ann@example.org"}));
    }
    assert_eq!(
        address_of(&ann).await,
        json!({"address": "ann@example.org", "isRefused": false})
    );
}

/// Programs that check mails open every link.
#[tokio::test]
async fn links_survive_scanners() {
    let site = MailSite::new();
    site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    set_address(&ben, "ben@example.org").await.ok();
    let confirmation = site.only().await;
    forgot(&site.site.visitor(), "ann@example.org").await.ok();
    let reset = site.only().await;
    for mail in [&confirmation, &reset] {
        for word in mail
            .plain()
            .split_whitespace()
            .filter(|word| word.starts_with("https://stoa.test"))
        {
            let path = word.trim_start_matches("https://stoa.test");
            for method in [
                Method::GET,
                Method::HEAD,
                Method::GET,
                Method::HEAD,
                Method::GET,
                Method::HEAD,
            ] {
                let path = path.split('#').next().unwrap_or_default();
                let request = Request::builder()
                    .method(method)
                    .uri(path)
                    .header(header::ACCEPT, "text/html");
                let reply = site
                    .site
                    .visitor()
                    .send(request.body(Body::empty()).expect("a request"))
                    .await;
                assert!(
                    reply.status.is_success(),
                    "{}: {}",
                    reply.call,
                    reply.status
                );
            }
        }
    }
    choose_password(&site.site.visitor(), &token_of(&reset))
        .await
        .ok();
    verify(&site.site.visitor(), &token_of(&confirmation))
        .await
        .ok();
}

#[tokio::test]
async fn the_token_is_stored_as_a_hash_and_is_valid_for_an_hour() {
    let site = MailSite::new();
    let ann = site.site.sign_up("ann").await;
    set_address(&ann, "ann@example.org").await.ok();
    let token = token_of(&site.only().await);
    assert_eq!(token.len(), 43, "256 bits");
    assert!(!site.site.content().contains(&token));
    site.site.clock.advance(Duration::from_secs(3_600));
    verify(&ann, &token).await.refused(403, INVALID);
}

#[tokio::test]
async fn changing_the_address_asks_for_the_password_and_tells_the_former_address() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    site.site.clock.advance(Duration::from_secs(3_600));
    set_address(&ann, "new@example.org")
        .await
        .refused(403, "Current password required");
    let body = json!({"address": "new@example.org", "currentPassword": PASSWORD});
    ann.request_when_busy(Method::PATCH, "/user/setMailAddress", Some(body))
        .await
        .ok();
    let mail = site.only().await;
    assert_eq!(mail.to, ["new@example.org"]);
    assert_eq!(
        address_of(&ann).await["address"],
        "ann@example.org",
        "until the link is used"
    );
    verify(&ann, &token_of(&mail)).await.ok();
    let told = site.only().await;
    assert_eq!(told.to, ["ann@example.org"]);
    assert_eq!(told.header("Subject"), "Your address on Stoa was changed");
}

#[tokio::test]
async fn removing_the_address_tells_it() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    ann.delete("/user/removeMailAddress").await.ok();
    assert_eq!(address_of(&ann).await, json!({"isRefused": false}));
    assert_eq!(site.only().await.to, ["ann@example.org"]);
}

#[tokio::test]
async fn only_the_owner_of_a_mailbox_learns_that_another_account_has_its_address() {
    let site = MailSite::new();
    site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    set_address(&ben, "ANN@example.org").await.ok();
    let token = token_of(&site.only().await);
    verify(&ben, &token)
        .await
        .refused(409, "Another account has this address already");
}

#[tokio::test]
async fn an_unconfirmed_address_blocks_nobody() {
    let site = MailSite::new();
    let mallory = site.site.sign_up("mallory").await;
    set_address(&mallory, "ann@example.org").await.ok();
    site.only().await;
    site.sign_up("ann").await;
}

#[tokio::test]
async fn a_link_of_an_address_that_was_replaced_is_not_sent_and_not_valid() {
    let site = MailSite::new();
    let ann = site.site.sign_up("ann").await;
    set_address(&ann, "one@example.org").await.ok();
    let one = token_of(&site.only().await);
    set_address(&ann, "two@example.org").await.ok();
    set_address(&ann, "three@example.org").await.ok();
    let mail = site.only().await;
    assert_eq!(mail.to, ["three@example.org"]);
    verify(&ann, &one).await.refused(403, INVALID);
    verify(&ann, &token_of(&mail)).await.ok();
}

#[tokio::test]
async fn no_other_user_is_shown_an_address() {
    let site = MailSite::new();
    site.sign_up("ann").await;
    let rita = site.site.sign_up("rita").await;
    site.site
        .sql("UPDATE users SET role = 'administrator' WHERE username = 'rita'");
    for path in [
        "/user/getUser/ann",
        "/user/getUsers",
        "/user/getMailSettings",
        "/administration/getUsers",
        "/administration/getLog",
        "/administration/getFailedDeliveries",
        "/user/getData",
    ] {
        let reply = rita.get(path).await;
        assert!(
            !reply.text.contains("ann@example.org"),
            "{path}: {}",
            reply.text
        );
    }
}

#[tokio::test]
async fn invalid_addresses_are_refused() {
    let site = MailSite::new();
    let ann = site.site.sign_up("ann").await;
    let long = format!("{}@example.org", "a".repeat(65));
    for address in [
        "",
        "ann",
        "ann@",
        "@example.org",
        "ann@localhost",
        "a b@example.org",
        "ann@example.org\r\nBcc: x@y.z",
        "\"a\"@example.org",
        "<ann@example.org>",
        "ann@[127.0.0.1]",
        "änn@example.org",
        "ann@exämple.org",
        "ann@@example.org",
        "a,b@example.org",
        "ann@example..org",
        &long,
    ] {
        set_address(&ann, address).await.refused(
            400,
            "Please enter an e-mail address such as ann@example.org",
        );
    }
    assert_eq!(site.step().await, Step::Idle);
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_mail_and_all_sessions_end() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    let browser = site.site.visitor();
    forgot(&browser, "Ann@Example.org").await.ok();
    let mail = site.only().await;
    assert_eq!(mail.to, ["ann@example.org"]);
    let token = token_of(&mail);
    choose_password(&browser, &token).await.ok();
    ann.get("/user/me").await.refused(401, "Please log in");
    assert_eq!(browser.get("/user/me").await.ok()["username"], "ann");
    choose_password(&browser, &token)
        .await
        .refused(403, INVALID_RESET);
    let told = site.only().await;
    assert_eq!(
        (told.to.as_slice(), told.header("Subject")),
        (
            &["ann@example.org".to_owned()][..],
            "Your password on Stoa was changed"
        )
    );
}

#[tokio::test]
async fn the_answer_does_not_tell_whether_an_account_has_the_address() {
    let site = MailSite::new();
    site.sign_up("ann").await;
    let pending = site.site.sign_up("ben").await;
    set_address(&pending, "ben@example.org").await.ok();
    site.only().await;
    let known = forgot(&site.site.visitor(), "ann@example.org").await;
    for unknown in ["nobody@example.org", "ben@example.org"] {
        let reply = forgot(&site.site.visitor(), unknown).await;
        assert_eq!(
            (reply.status, &reply.text),
            (known.status, &known.text),
            "{unknown}"
        );
    }
    assert_eq!(site.only().await.to, ["ann@example.org"]);
}

#[tokio::test]
async fn a_link_to_another_password_ends_with_the_address_and_with_the_password() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    let link = async || {
        forgot(&site.site.visitor(), "ann@example.org").await.ok();
        token_of(&site.only().await)
    };
    let token = link().await;
    ann.patch("/user/resetPassword", json!({"password": "another stoa 2"}))
        .await
        .ok();
    choose_password(&site.site.visitor(), &token)
        .await
        .refused(403, INVALID_RESET);
    site.send().await;
    let token = link().await;
    ann.delete("/user/removeMailAddress").await.ok();
    choose_password(&site.site.visitor(), &token)
        .await
        .refused(403, INVALID_RESET);
}

#[tokio::test]
async fn a_disabled_account_gets_no_link() {
    let site = MailSite::new();
    site.sign_up("ann").await;
    site.site
        .sql("UPDATE users SET disabled_at = 1 WHERE username = 'ann'");
    forgot(&site.site.visitor(), "ann@example.org").await.ok();
    assert_eq!(site.step().await, Step::Idle);
}

#[tokio::test]
async fn the_owner_is_told_by_mail_that_an_administrator_reset_their_sign_in() {
    let site = MailSite::new();
    site.sign_up("ann").await;
    let rita = site.site.sign_up("rita").await;
    site.site
        .sql("UPDATE users SET role = 'administrator' WHERE username = 'rita'");
    rita.post("/administration/resetSignIn", json!({"userId": "ann"}))
        .await
        .ok();
    let mail = site.only().await;
    assert_eq!(mail.header("Subject"), "Your login on Stoa was reset");
}

#[tokio::test]
async fn mails_to_one_address_and_domain_are_limited_also_over_many_accounts() {
    let site = MailSite::new_with_limits();
    let mut refused = 0;
    for number in 0..6 {
        let mut person = site.site.visitor();
        person.peer = ([10, 0, number, 1], 40_000).into();
        let reply = forgot(&person, "victim@example.org").await;
        refused += usize::from(reply.status == 429);
    }
    assert_eq!(refused, 1, "the sixth within an hour");
}

#[tokio::test]
async fn an_account_takes_its_address_and_its_choices_with_it() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    wants(&ann, "answer", true).await;
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(
        (&data["mail"]["address"], &data["mail"]["choices"]),
        (
            &json!("ann@example.org"),
            &json!([{"channel": "mail", "kind": "answer"}])
        )
    );
    set_address(&ann, "other@example.org").await.ok();
    ann.delete("/user/deleteUser/ann").await.ok();
    assert!(!site.site.content().contains("example.org"));
    assert_eq!(site.step().await, Step::Idle);
}

#[tokio::test]
async fn unknown_addresses_do_not_use_up_the_mails_of_a_provider() {
    let site = MailSite::new_with_limits();
    site.sign_up("ann").await;
    for number in 0..220_u8 {
        let mut stranger = site.site.visitor();
        stranger.peer.set_ip([203, 0, 113, number].into());
        let address = format!("nobody{number}@example.org");
        forgot(&stranger, &address).await.ok();
    }
    forgot(&site.site.visitor(), "ann@example.org").await.ok();
    let subjects: Vec<String> = site
        .send()
        .await
        .iter()
        .map(|mail| mail.header("Subject").to_owned())
        .collect();
    assert_eq!(
        subjects.last().map(String::as_str),
        Some("Choose another password for Stoa")
    );
}
