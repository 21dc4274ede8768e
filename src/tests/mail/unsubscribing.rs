//! One-click unsubscribing (RFC 8058): a request without a session, from any origin.

use axum::body::Body;
use axum::http::{Request, header};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::json;

use super::delivery::{MailSite, wants};
use super::double::Received;
use crate::features::mail::unsubscribe_token;
use crate::platform::outbox::DeliveryKind;
use crate::tests::Reply;

/// Returns the path in the header of a mail.
fn path(mail: &Received) -> String {
    let address = mail.header("List-Unsubscribe").trim_matches(['<', '>']);
    address
        .strip_prefix("https://stoa.test")
        .expect("an address of the site")
        .to_owned()
}

/// Expects that the header of a mail ends the mails of this kind to ann.
pub async fn ends(site: &MailSite, mail: &Received, kind: DeliveryKind) {
    let sql = "SELECT id FROM users WHERE username = 'ann'";
    let connection = site.site.connection();
    let ann = connection
        .query_row(sql, [], |row| row.get(0))
        .expect("ann");
    let token = site
        .site
        .site
        .app
        .db
        .read(move |read| unsubscribe_token(read, ann, kind));
    assert_eq!(path(mail), format!("/u/{}", token.await.expect("a token")));
}

/// Sends what a mail program does: a form, from another origin, without cookies.
async fn click(site: &MailSite, path: &str) -> Reply {
    let request = Request::post(path)
        .header(header::ORIGIN, "https://mail.example.net")
        .header("sec-fetch-site", "cross-site")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("List-Unsubscribe=One-Click"));
    site.site.visitor().send(request.expect("a request")).await
}

#[tokio::test]
async fn one_click_ends_the_mails_of_its_kind_and_may_be_repeated() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    wants(&ann, "comment", true).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "first").await;
    let mail = site.only().await;
    assert!(format!("https://qa.example.org{}", path(&mail)).len() <= 58);
    assert_eq!(
        mail.header("List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    let another = ann.ask("U", "x", &["a"]).await;
    ben.answer(&another, "waits already").await;
    ann.post("/user/logout", json!({})).await.ok();
    for _ in 0..2 {
        let reply = click(&site, &path(&mail)).await;
        assert_eq!(reply.ok(), json!({"kind": "answer"}));
        assert!(!reply.headers.contains_key(header::LOCATION));
        assert!(
            !reply.headers.contains_key(header::SET_COOKIE),
            "{:?}",
            reply.headers
        );
    }
    ben.answer(&another, "second").await;
    assert!(site.send().await.is_empty());
    ben.comment("question", &another, "another kind").await;
    assert_eq!(site.send().await.len(), 1);
}

#[tokio::test]
async fn no_other_token_ends_anything() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    wants(&ann, "comment", true).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "first").await;
    let path = path(&site.only().await);
    let id = site
        .site
        .connection()
        .query_row("SELECT id FROM users WHERE username = 'ben'", [], |row| {
            row.get(0)
        })
        .map(crate::core::id::Id::from_i64)
        .expect("an id");
    let token = BASE64_URL_SAFE_NO_PAD.decode(&path["/u/".len()..]);
    let token = token.expect("a token");
    let with = |place: usize, bytes: &[u8]| {
        let mut other = token.clone();
        other[place..place + bytes.len()].copy_from_slice(bytes);
        format!("/u/{}", BASE64_URL_SAFE_NO_PAD.encode(other))
    };
    assert_eq!(with(8, &token[8..9]), path);
    for wrong in [
        with(8, &[token[8] ^ 1]),
        with(0, &id.as_i64().to_be_bytes()),
        with(17, &[token[17] ^ 1]),
        format!("/u/{}", BASE64_URL_SAFE_NO_PAD.encode(&token[..8])),
        format!("/u/{}", BASE64_URL_SAFE_NO_PAD.encode(&token[..17])),
        format!(
            "/u/{}",
            BASE64_URL_SAFE_NO_PAD.encode([&token[..], &[0]].concat())
        ),
        format!("{path}="),
        "/u/..".to_owned(),
        "/u/%00".to_owned(),
        format!("/u/{}", "a".repeat(10_000)),
    ] {
        click(&site, &wrong)
            .await
            .refused(403, "This link is not valid");
    }
    let preferences = ann.get("/user/getDeliveryPreferences").await.ok();
    let choice = |kind| json!({"channel": "mail", "kind": kind});
    assert_eq!(
        preferences["choices"],
        json!([choice("answer"), choice("comment")])
    );
}

/// The exemption from the check of the origin must let nothing else pass.
#[tokio::test]
async fn only_this_route_takes_requests_of_other_origins() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    for path in [
        "/user/logout",
        "/user/endOtherSessions",
        "/u",
        "/mail/../user/logout",
        "/x/u/a",
    ] {
        let request = Request::post(path)
            .header(header::ORIGIN, "https://mail.example.net")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from("{}"));
        ann.send(request.expect("a request"))
            .await
            .refused(403, "This request came from another site");
    }
}

#[tokio::test]
async fn security_mails_cannot_be_ended() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    for kind in [
        "passwordChanged",
        "signInReset",
        "addressChanged",
        "verifyAddress",
        "resetPassword",
    ] {
        let choice = json!({"channel": "mail", "kind": kind, "wanted": false});
        ann.patch("/user/chooseDelivery", choice)
            .await
            .refused(400, "Mails of this kind are always sent");
    }
    ann.patch("/user/resetPassword", json!({"password": "another stoa 1"}))
        .await
        .ok();
    let mail = site.only().await;
    assert!(!mail.head().contains("List-Unsubscribe"));
}
