//! Proxies with https in front of a site without `server.base_url`, and the names under which a site
//! answers.

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::json;

use super::security::CapturedLog;
use super::{PASSWORD, Person, Reply, TestSite};
use crate::core::config::{BaseUrl, Config};

const HOST: &str = "qa.example.org";

/// Returns a site without `base_url`. If `is_trusted`, it trusts the proxy.
fn behind_proxy(is_trusted: bool) -> TestSite {
    let proxies = if is_trusted { "local" } else { "192.0.2.1" };
    let variable = ("STOA_SERVER_TRUSTED_PROXIES".to_owned(), proxies.to_owned());
    let loaded = Config::load(None, [variable].into_iter()).expect("a configuration");
    TestSite::with(|config| config.server.trusted_proxies = loaded.server.trusted_proxies)
}

/// Sends a request as a proxy does that has received it with this scheme.
async fn send(person: &Person, method: Method, path: &str, scheme: &str) -> Reply {
    let credentials = json!({"username": "ann", "password": PASSWORD}).to_string();
    let mut request = Request::builder()
        .method(method.clone())
        .uri(path)
        .header(header::HOST, HOST)
        .header("x-forwarded-proto", scheme);
    if method == Method::POST {
        request = request
            .header(header::ORIGIN, format!("{scheme}://{HOST}"))
            .header(header::CONTENT_TYPE, "application/json");
    }
    person
        .send(request.body(Body::from(credentials)).unwrap())
        .await
}

fn cookies(reply: &Reply) -> Vec<&str> {
    let cookies = reply.headers.get_all(header::SET_COOKIE).iter();
    cookies.map(|cookie| cookie.to_str().unwrap()).collect()
}

#[tokio::test]
async fn cookies_are_secure_behind_a_trusted_https_proxy() {
    let site = behind_proxy(true);
    let ann = site.visitor();
    let page = Request::get("/home")
        .header(header::ACCEPT, "text/html")
        .header("x-forwarded-proto", "https");
    let page = ann.send(page.body(Body::empty()).unwrap()).await;
    let reply = send(&ann, Method::POST, "/user/signup", "https").await;
    let all = [cookies(&page), cookies(&reply)].concat();
    let names: Vec<&str> = all
        .iter()
        .filter_map(|cookie| cookie.split('=').next())
        .collect();
    assert_eq!(
        names,
        [
            "__Host-stoa_visitor",
            "__Host-stoa_session",
            "XSRF-TOKEN",
            "__Host-stoa_device"
        ]
    );
    for cookie in all {
        let is_host_only = cookie.contains("; Path=/") && !cookie.contains("Domain");
        assert!(is_host_only && cookie.contains("; Secure"), "{cookie}");
    }
    // The server cannot know whether the site has http too.
    assert_eq!(reply.header("strict-transport-security"), "");
    send(&ann, Method::GET, "/user/me", "https").await.ok();
    send(&ann, Method::POST, "/user/logout", "https").await.ok();
    assert_eq!(ann.cookie("__Host-stoa_session"), None);
    assert_eq!(ann.cookie("XSRF-TOKEN"), None);
}

#[tokio::test]
async fn the_scheme_of_an_untrusted_proxy_is_ignored() {
    let site = behind_proxy(false);
    let ann = site.visitor();
    let reply = send(&ann, Method::POST, "/user/signup", "http").await;
    reply.ok();
    let page = Request::get("/home")
        .header(header::ACCEPT, "text/html")
        .header("x-forwarded-proto", "https");
    let page = site.visitor().send(page.body(Body::empty()).unwrap()).await;
    let all = [cookies(&page), cookies(&reply)].concat();
    assert!(all.len() == 4, "{all:?}");
    assert!(
        !all.iter().any(|cookie| cookie.contains("Secure")),
        "{all:?}"
    );
}

#[tokio::test]
async fn a_cookie_that_was_planted_over_http_is_no_session_over_https() {
    let site = behind_proxy(true);
    let thief = site.visitor();
    send(&thief, Method::POST, "/user/signup", "http")
        .await
        .ok();
    send(&thief, Method::GET, "/user/me", "http").await.ok();
    let over_https = send(&thief, Method::GET, "/user/me", "https").await;
    over_https.refused(401, "Please log in");
}

/// Browsers send cookies with the prefix over https only, so the proxy has merely not said so.
#[tokio::test]
async fn a_cookie_with_prefix_counts_if_the_proxy_does_not_name_the_scheme() {
    let site = behind_proxy(true);
    let ann = site.visitor();
    send(&ann, Method::POST, "/user/signup", "https").await.ok();
    let planted = ("stoa_session".to_owned(), "planted".to_owned());
    ann.cookies.lock().unwrap().push(planted);
    assert_eq!(ann.get("/user/me").await.ok()["username"], "ann");
}

#[tokio::test]
async fn a_missing_base_url_is_logged_once_for_a_few_names() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let site = behind_proxy(true);
    let visitor = site.visitor();
    for _ in 0..3 {
        send(&visitor, Method::GET, "/user/me", "https").await;
    }
    visitor.get("/user/me").await;
    let lines = log.lines("server.base_url is not set");
    assert!(
        lines.len() == 1 && lines[0].contains(r#"base_url = "https://qa.example.org""#),
        "{lines:?}"
    );
    for number in 0..200 {
        let request = Request::get("/user/me").header(header::HOST, format!("{number}.example"));
        visitor.send(request.body(Body::empty()).unwrap()).await;
    }
    assert_eq!(log.lines("server.base_url is not set").len(), 3);
}

#[tokio::test]
async fn administrators_see_the_missing_base_url_of_their_own_request() {
    for (base_url, expected) in [
        ("", json!("http://qa.example.org")),
        ("http://qa.example.org", json!(null)),
    ] {
        let site = TestSite::with(|config| {
            config.server.base_url = BaseUrl::parse(base_url).unwrap();
        });
        let root = site.visitor();
        send(&root, Method::POST, "/user/signup", "http").await.ok();
        site.promote("ann").await;
        // Another client invents a name.
        let request = Request::get("/user/me").header(header::HOST, "evil.example");
        site.visitor()
            .send(request.body(Body::empty()).unwrap())
            .await;
        let health = send(&root, Method::GET, "/administration/getHealth", "http").await;
        let health = health.ok();
        assert_eq!(
            (&health["missingBaseUrl"], &health["hasBaseUrl"]),
            (&expected, &json!(!base_url.is_empty()))
        );
    }
}

#[tokio::test]
async fn no_other_host_is_answered_on_any_path() {
    let site = TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("https://qa.example.org").unwrap();
    });
    let script = site.visitor().get_at(HOST, "/home").await.text;
    let (_, script) = script
        .split_once("src=\"")
        .unwrap_or(("", "/assets/x.js\""));
    let (script, _) = script.split_once('"').expect("a path");
    let paths = [
        "/home",
        script,
        "/openapi.json",
        "/user/me",
        "/nothing/here",
        "/socket.io/?EIO=4&transport=polling",
        "/socket.io/?EIO=4&transport=websocket",
    ];
    for path in paths {
        for host in [
            "evil.example",
            "qa.example.org.evil.example",
            "evil.qa.example.org",
            "qa.example.org:8443",
            "qa.example.org..",
            "192.0.2.1",
            "[2001:db8::1]:8080",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "0.0.0.0:8080",
            "",
        ] {
            let refused = site.visitor().get_at(host, path).await;
            refused.refused(403, "This address is not one of this site's");
        }
        for host in [
            HOST,
            "QA.example.org",
            "qa.example.org.",
            "qa.example.org:443",
            "localhost:8080",
            "127.0.0.1",
            "[::1]:8080",
        ] {
            let answered = site.visitor().get_at(host, path).await;
            assert_ne!(answered.status, 403, "{host} {path}");
        }
    }
    // Load balancers ask under addresses of their own.
    for path in ["/healthz", "/readyz"] {
        assert_eq!(site.visitor().get_at("192.0.2.1", path).await.status, 200);
    }
}

impl Person {
    /// Opens an address under another name, as a browser does that upgrades live connections.
    async fn get_at(&self, host: &str, path: &str) -> Reply {
        let mut request = Request::get(path).header(header::HOST, host);
        if path.contains("websocket") {
            request = request
                .header(header::CONNECTION, "Upgrade")
                .header(header::UPGRADE, "websocket")
                .header(header::SEC_WEBSOCKET_VERSION, "13")
                .header(header::SEC_WEBSOCKET_KEY, "dGhlIHNhbXBsZSBub25jZQ==");
        } else {
            request = request.header(header::ACCEPT, "text/html,*/*");
        }
        self.send(request.body(Body::empty()).unwrap()).await
    }
}
