//! Other applications on the same host: their pages' requests carry our cookies, and they can set
//! cookies of our names.

use axum::body::Body;
use axum::http::Request;

use super::{PASSWORD, Person, Reply, TestSite};
use serde_json::json;

async fn get(person: &Person, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::get(path).header("host", "stoa.test:8080");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    person
        .send(request.body(Body::empty()).expect("a request"))
        .await
}

const OTHER_PORT: (&str, &str) = ("sec-fetch-site", "same-site");

#[tokio::test]
async fn requests_of_another_port_do_not_consume_the_users_limits() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    for number in 0..700 {
        let (headers, status) = match number % 3 {
            0 => (&[OTHER_PORT][..], 403),
            1 => (&[OTHER_PORT, ("sec-fetch-dest", "iframe")][..], 403),
            // A link.
            _ => (&[OTHER_PORT, ("sec-fetch-dest", "document")][..], 401),
        };
        assert_eq!(get(&ann, "/user/me", headers).await.status, status);
    }
    get(&ann, "/user/me", &[("sec-fetch-site", "same-origin")])
        .await
        .ok();
}

#[tokio::test]
async fn links_from_other_sites_open_pages() {
    let site = TestSite::new();
    for from in ["same-site", "cross-site"] {
        let headers = [
            ("sec-fetch-site", from),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
            ("accept", "text/html"),
        ];
        assert_eq!(get(&site.visitor(), "/home", &headers).await.status, 200);
    }
}

/// Puts cookies before those of a browser, as a neighbour does that sets them for a longer path.
fn plant(person: &Person, cookies: &[(&str, &str)]) {
    let planted = cookies
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    person
        .cookies
        .lock()
        .expect("cookies")
        .splice(0..0, planted);
}

#[tokio::test]
async fn planted_session_cookies_do_not_lock_a_user_out() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let xsrf = ann.cookie("XSRF-TOKEN").expect("a token");
    plant(&ann, &[("stoa_session", "planted"); 9]);
    plant(&ann, &[("XSRF-TOKEN", "planted")]);
    assert_eq!(ann.get("/user/me").await.ok()["username"], "ann");
    // The page cannot tell which of the tokens is its own.
    for token in [xsrf.as_str(), "planted"] {
        let request = Request::patch("/user/updateBiography")
            .header("content-type", "application/json")
            .header("x-xsrf-token", token)
            .body(Body::from(json!({"biography": "b"}).to_string()));
        ann.send(request.expect("a request")).await.ok();
    }
    let others = ben.cookie("stoa_session").expect("a session");
    plant(&ann, &[("stoa_session", &others)]);
    assert_eq!(ann.get("/user/me").await.ok()["username"], "ann");
}

#[tokio::test]
async fn planted_session_cookies_do_not_prevent_login_and_logout() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let browser = site.visitor();
    let credentials = json!({"username": "ann", "password": PASSWORD});
    browser.post("/user/login", credentials).await.ok();
    let own = browser.cookie("stoa_session").expect("a session");
    plant(&browser, &[("stoa_session", "planted")]);
    browser.post("/user/logout", json!({})).await.ok();
    let stolen = site.visitor();
    plant(&stolen, &[("stoa_session", &own)]);
    stolen.get("/user/me").await.refused(401, "Please log in");
}

#[tokio::test]
async fn a_login_reconnects_the_sockets_of_a_browser_with_a_planted_visitor_cookie() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let mut browser = site.visitor();
    let handshake = "/socket.io/?EIO=4&transport=polling";
    browser.get(handshake).await;
    // For the path of the live connection alone.
    plant(&browser, &[("stoa_visitor", "planted")]);
    browser.get(handshake).await;
    let hub = &site.site.app.hub;
    assert_eq!(hub.count(|_| true), 2);
    browser.cookies.lock().expect("cookies").remove(0);
    browser.name = "ann".to_owned();
    browser.authenticate("login").await;
    site.settle().await;
    for _ in 0..100 {
        if hub.count(|_| true) == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("a socket is still open without its user");
}
