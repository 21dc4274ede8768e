//! Pages of `server.allowed_origins`.

use axum::body::Body;
use axum::http::Request;

use super::*;

const ORIGIN: &str = "http://app.test:3000";

fn site() -> TestSite {
    TestSite::with(|config| config.server.allowed_origins = vec![ORIGIN.to_owned()])
}

async fn preflight(site: &TestSite, origin: &str) -> Reply {
    let request = Request::options("/question/addQuestion")
        .header("origin", origin)
        .header("sec-fetch-site", "cross-site")
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "content-type,x-xsrf-token",
        )
        .body(Body::empty())
        .expect("a request");
    site.visitor().send(request).await
}

#[tokio::test]
async fn a_preflight_of_an_allowed_origin_lists_what_it_may_send() {
    let reply = preflight(&site(), ORIGIN).await;
    assert_eq!(reply.status, 200);
    for (name, value) in [
        ("access-control-allow-origin", ORIGIN),
        ("access-control-allow-credentials", "true"),
        ("access-control-allow-methods", "GET, POST, PATCH, DELETE"),
        (
            "access-control-allow-headers",
            "content-type, idempotency-key, x-xsrf-token",
        ),
        ("vary", "origin"),
    ] {
        assert_eq!(reply.header(name), value, "{name}");
    }
}

#[tokio::test]
async fn no_other_origin_may_read_anything() {
    for origin in [
        "http://app.test",
        "https://app.test:3000",
        "http://app.test:3000.evil.test",
        "null",
    ] {
        let reply = preflight(&site(), origin).await;
        assert!(
            !reply.headers.contains_key("access-control-allow-origin"),
            "{origin}"
        );
    }
    let reply = preflight(&TestSite::new(), ORIGIN).await;
    assert!(!reply.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_calls_as_its_user_and_reads_errors_too() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let call = |path: &str, body: &'static str| {
        Request::post(path)
            .header("origin", ORIGIN)
            .header("sec-fetch-site", "same-site")
            .header("content-type", "application/json")
            .body(Body::from(body))
            .expect("a request")
    };
    let biography = ann
        .send(call("/user/updateBiography", "{\"biography\": \"x\"}"))
        .await;
    assert_eq!(biography.status, 405, "it is a PATCH");
    let message = "{\"messageToAdd\": {\"msg\": \"hello\"}}";
    let sent = ann.send(call("/messaging/addMessage", message)).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    for reply in [biography, sent] {
        assert_eq!(reply.header("access-control-allow-origin"), ORIGIN);
        assert!(
            reply
                .header("access-control-expose-headers")
                .contains("x-total-count")
        );
    }
}
