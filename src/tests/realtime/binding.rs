//! The cookies to which a polling connection is bound: its `sid` in a URL grants nothing.

use axum::body::Body;
use axum::http::Request;

use super::*;
use crate::core::config::Config;
use crate::platform::realtime::Identity;
use crate::tests::Reply;

const ADDRESS: &str = "/socket.io/?EIO=4&transport=polling";
const UNKNOWN: &str = "Session ID unknown";

/// Opens a polling connection and returns its `sid`.
async fn opened(person: &Person) -> String {
    let greeting = person.get(ADDRESS).await;
    assert_eq!(greeting.status, 200, "{}", greeting.text);
    greeting.text.split('"').nth(3).expect("a sid").to_owned()
}

async fn said(person: &Person, sid: &str, packet: &'static str) -> Reply {
    let request = Request::post(format!("{ADDRESS}&sid={sid}"))
        .header("content-type", "text/plain")
        .body(Body::from(packet))
        .expect("a request");
    person.send(request).await
}

async fn polled(person: &Person, sid: &str) -> Reply {
    person.get(&format!("{ADDRESS}&sid={sid}")).await
}

/// Polls until Socket.IO has connected; a ping may come first.
async fn greeted(person: &Person, sid: &str) {
    loop {
        let reply = polled(person, sid).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        if reply.text.contains("40{\"sid\"") {
            return;
        }
    }
}

/// Sends the beginning of an upgrade to websocket and returns the status.
async fn upgraded(person: &Person, sid: &str) -> u16 {
    let request = Request::get(format!("/socket.io/?EIO=4&transport=websocket&sid={sid}"))
        .header("upgrade", "websocket")
        .header("connection", "Upgrade")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==")
        .body(Body::empty())
        .expect("a request");
    person.send(request).await.status.as_u16()
}

fn is_unknown(reply: &Reply) -> bool {
    (reply.status.as_u16(), reply.text.as_str()) == (400, UNKNOWN)
}

#[tokio::test]
async fn a_sid_without_the_session_cookie_is_unknown() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let sid = opened(&ann).await;
    assert_eq!(said(&ann, &sid, "40").await.text, "ok");
    greeted(&ann, &sid).await;
    // The browser's other cookie is not enough for a signed-in socket.
    let stranger = site.visitor();
    let visitor = ann.cookie("stoa_visitor").expect("a visitor id");
    let same_visitor = site.visitor();
    same_visitor
        .cookies
        .lock()
        .unwrap()
        .push(("stoa_visitor".to_owned(), visitor));
    for other in [&ben, &stranger, &same_visitor] {
        assert!(is_unknown(&polled(other, &sid).await));
        assert!(is_unknown(&said(other, &sid, "1").await));
        assert_eq!(upgraded(other, &sid).await, 400);
    }
    assert_eq!(upgraded(&ann, &sid).await, 101);
}

#[tokio::test]
async fn a_sid_of_a_logged_out_browser_needs_its_visitor_cookie() {
    let site = TestSite::new();
    let (browser, stranger) = (site.visitor(), site.visitor());
    opened(&browser).await;
    let sid = opened(&browser).await;
    assert!(is_unknown(&said(&stranger, &sid, "40").await));
    assert_eq!(said(&browser, &sid, "40").await.text, "ok");
}

/// It never signs in, so it receives no content.
#[tokio::test]
async fn a_client_that_keeps_no_cookies_stays_connected() {
    let site = TestSite::new();
    let client = site.visitor();
    let sid = opened(&client).await;
    client.cookies.lock().unwrap().clear();
    assert_eq!(said(&client, &sid, "40").await.text, "ok");
    client.cookies.lock().unwrap().clear();
    greeted(&client, &sid).await;
    assert!(is_unknown(
        &said(&site.sign_up("ann").await, &sid, "1").await
    ));
}

#[tokio::test]
async fn a_connection_stays_bound_to_its_own_cookies_when_its_browser_logs_in() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let mut browser = site.visitor();
    opened(&browser).await;
    let sid = opened(&browser).await;
    browser.name = "ann".to_owned();
    browser.authenticate("login").await;
    // The login drops the transport, and the client opens another one.
    while said(&browser, &sid, "40").await.status != 400 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let sid = opened(&browser).await;
    assert_eq!(said(&browser, &sid, "40").await.text, "ok");
    let without_session = site.visitor();
    without_session.cookies.lock().unwrap().push((
        "stoa_visitor".to_owned(),
        browser.cookie("stoa_visitor").expect("a visitor id"),
    ));
    assert!(is_unknown(&said(&without_session, &sid, "1").await));
}

/// A page of an allowed origin that opens the connection without `withCredentials`: the browser sends
/// cookies only with the upgrade.
#[tokio::test]
async fn the_cookies_of_an_upgrade_sign_in_a_connection_that_had_none() {
    let allowed = |config: &mut Config| {
        config.server.allowed_origins = vec!["http://app.test".to_owned()];
    };
    let server = Listening::with(TestSite::with(allowed)).await;
    let ann = server.site.sign_up("ann").await;
    let sid = without_cookies(&server.site).await;
    let mut socket = server.upgrade(&sid, &ann.cookie_header()).await;
    socket.send_text("2probe").await;
    assert_eq!(socket.text().await.as_deref(), Some("3probe"));
    // Until the upgrade is complete, the polls without cookies go on and receive no content.
    assert_eq!(polled(&server.site.visitor(), &sid).await.text, "6");
    socket.send_text("5").await;
    let is_signed_in = |identity: &Identity| identity.user.is_some();
    while server.site.site.app.hub.count(is_signed_in) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(socket.event().await.0, "questionUpdate");
}

#[tokio::test]
async fn the_cookies_of_an_upgrade_count_only_where_other_origins_are_allowed() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let sid = without_cookies(&server.site).await;
    assert_eq!(upgraded(&ann, &sid).await, 400);
}

/// Opens and connects a polling connection without cookies.
async fn without_cookies(site: &TestSite) -> String {
    let client = site.visitor();
    let sid = opened(&client).await;
    client.cookies.lock().unwrap().clear();
    assert_eq!(said(&client, &sid, "40").await.text, "ok");
    client.cookies.lock().unwrap().clear();
    greeted(&client, &sid).await;
    sid
}
