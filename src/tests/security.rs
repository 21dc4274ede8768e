//! Access: routes and unauthenticated callers, origins, tokens, headers and limits.

use std::sync::{Arc, Mutex, OnceLock};

use axum::body::Body;
use axum::http::{Method, Request, header};
use futures_util::future::join_all;
use serde_json::json;

use super::{PASSWORD, Person, Reply, TestSite};
use crate::core::config::BaseUrl;
use crate::features::{feeds, previews};

/// Returns every route, with its path parameter filled in.
fn calls(site: &TestSite) -> Vec<(Method, String, bool)> {
    let table = site.site.table.iter();
    table
        .flat_map(|route| {
            route.paths.iter().map(|path| {
                let parameter = path
                    .split_once('{')
                    .and_then(|(before, rest)| Some((before, rest.split_once('}')?.1)));
                let path = parameter.map_or((*path).to_owned(), |(before, after)| {
                    format!("{before}0000000000001{after}")
                });
                (route.method.clone(), path, route.signed_in)
            })
        })
        .collect()
}

#[tokio::test]
async fn unauthenticated_callers_reach_only_public_routes() {
    let site = TestSite::with(|config| config.mcp.enabled = true);
    let visitor = site.visitor();
    let impostor = site.visitor();
    impostor.cookies.lock().unwrap().push((
        "stoa_session".to_owned(),
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned(),
    ));
    let mut open = Vec::new();
    for (method, path, signed_in) in calls(&site) {
        if !signed_in {
            open.push(path);
            continue;
        }
        // The file is that of the UI.
        if path == "/robots.txt" {
            continue;
        }
        // Absent while only members read.
        if feeds::is_public_path(&path) || path.starts_with(previews::PATH) {
            visitor.get(&path).await.refused(404, "Not found");
            continue;
        }
        let refusal = match path.as_str() {
            "/star/addStar" => "You must be logged in to star a question.",
            "/star/removeStar" => "You must be logged in to remove a star.",
            "/mcp" => "This needs an API token: Authorization: Bearer stoa_...",
            _ => "Please log in",
        };
        for person in [&visitor, &impostor] {
            for body in [None, Some(json!({})), Some(json!([1]))] {
                person
                    .request(method.clone(), &path, body)
                    .await
                    .refused(401, refusal);
            }
        }
    }
    open.sort();
    assert_eq!(
        open,
        [
            "/hook/0000000000001",
            "/moderation/appealSuspension",
            "/moderation/getSuspensionAppeal",
            "/oidc/backchannel/0000000000001",
            "/oidc/finish",
            "/oidc/signup",
            "/oidc/start",
            "/report/addReport",
            "/site/getCover/0000000000001",
            "/site/getLogo/0000000000001",
            "/site/getPage",
            "/site/getSite",
            "/u/0000000000001",
            "/user/beginPasskeyLogin",
            "/user/forgotPassword",
            "/user/getSignupChallenge",
            "/user/login",
            "/user/loginWithPasskey",
            "/user/logout",
            "/user/setup",
            "/user/signup",
            "/user/usePasswordLink",
            "/user/verifyMailAddress"
        ],
        "a new public route: if this is intended, add it here"
    );
}

async fn with_headers(
    person: &Person,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
) -> Reply {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    person
        .send(request.body(Body::from("{}")).expect("a request"))
        .await
}

#[tokio::test]
async fn unsafe_requests_require_the_sites_own_origin() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let post = async |headers: &[(&str, &str)]| {
        let all = [
            &[
                ("host", "stoa.test:8080"),
                ("content-type", "application/json"),
            ],
            headers,
        ]
        .concat();
        with_headers(&ann, Method::POST, "/user/logout", &all)
            .await
            .status
            .as_u16()
    };
    for own in [
        &[][..],
        &[("origin", "http://stoa.test:8080")],
        &[
            ("origin", "http://stoa.test:8080"),
            ("sec-fetch-site", "same-origin"),
        ],
    ] {
        assert_eq!(post(own).await, 200, "{own:?}");
    }
    for origin in [
        "http://stoa.test",
        "http://stoa.test:8081",
        "https://stoa.test:8080",
        "http://stoa.test:8080.evil",
        "http://evil",
        "null",
        "",
        "http://stoa.test:8080/",
    ] {
        assert_eq!(post(&[("origin", origin)]).await, 403, "{origin}");
    }
    for fetch_site in ["cross-site", "same-site", "none", "x"] {
        assert_eq!(
            post(&[("sec-fetch-site", fetch_site)]).await,
            403,
            "{fetch_site}"
        );
    }
    // The live connection is checked even for reads.
    for (origin, status) in [
        ("http://stoa.test:8080", 200),
        ("http://stoa.test:9090", 403),
    ] {
        let headers = [("host", "stoa.test:8080"), ("origin", origin)];
        let reply = with_headers(
            &ann,
            Method::GET,
            "/socket.io/?EIO=4&transport=polling",
            &headers,
        )
        .await;
        assert_eq!(reply.status.as_u16(), status, "{}", reply.text);
    }
}

/// Captures the log of this thread.
#[derive(Clone, Default)]
pub(super) struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl CapturedLog {
    pub(super) fn start(&self) -> tracing::subscriber::DefaultGuard {
        self.start_at(tracing::Level::INFO)
    }

    pub(super) fn start_at(&self, level: tracing::Level) -> tracing::subscriber::DefaultGuard {
        // If there is only one subscriber, a thread without it turns off each line that it is the first
        // to reach.
        static OTHER: OnceLock<tracing::Dispatch> = OnceLock::new();
        OTHER.get_or_init(|| tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default()));
        tracing::subscriber::set_default(
            tracing_subscriber::fmt()
                .with_max_level(level)
                .with_writer(Mutex::new(self.clone()))
                .finish(),
        )
    }

    pub(super) fn lines(&self, about: &str) -> Vec<String> {
        let log = self.0.lock().unwrap();
        String::from_utf8_lossy(&log)
            .lines()
            .filter(|line| line.contains(about))
            .map(str::to_owned)
            .collect()
    }
}

impl std::io::Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn unauthenticated_callers_cannot_fill_the_log() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let site = TestSite::new();
    let visitor = site.visitor();
    for number in 0..200 {
        let origin = format!("http://evil{number}.example");
        let headers = [("host", "stoa.test"), ("origin", &origin)];
        with_headers(&visitor, Method::POST, "/user/logout", &headers)
            .await
            .refused(403, "This request came from another site");
    }
    // Another minute may begin meanwhile.
    let refused = log.lines("refused a request from another origin");
    assert!(
        (10..=20).contains(&refused.len()),
        "{} lines",
        refused.len()
    );
    assert!(
        refused[0].contains("evil0.example") && refused[0].contains("server.base_url"),
        "{}",
        refused[0]
    );

    let credentials = json!({"username": "x".repeat(100_000), "password": PASSWORD});
    visitor
        .post("/user/login", credentials)
        .await
        .refused(401, "Invalid username or password");
    let failed = log.lines("login failed");
    assert!(
        failed.len() == 1 && failed[0].ends_with("user=\"\" client_ip=127.0.0.1"),
        "{failed:?}"
    );
}

#[tokio::test]
async fn the_log_names_existing_accounts_that_log_in() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let site = TestSite::new();
    site.sign_up("ann").await;
    let visitor = site.visitor();
    for (username, password) in [("ann", PASSWORD), ("ann", "wrong"), (PASSWORD, "ann")] {
        let credentials = json!({"username": username, "password": password});
        visitor.post("/user/login", credentials).await;
    }
    assert!(log.lines("login user=\"ann\" client_ip=127.0.0.1").len() == 1);
    assert!(
        log.lines("login failed user=\"ann\" client_ip=127.0.0.1")
            .len()
            == 1
    );
    assert!(
        log.lines("login failed user=\"\" client_ip=127.0.0.1")
            .len()
            == 1
    );
    assert!(log.lines(PASSWORD).is_empty());
}

#[tokio::test]
async fn internal_errors_are_logged_with_their_cause() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sql("PRAGMA legacy_alter_table = ON; ALTER TABLE notifications RENAME TO lost");
    let reply = ann.get("/notification/getNotifications").await;
    assert_eq!(reply.status, 500);
    assert!(!reply.text.contains("notifications"), "{}", reply.text);
    let id = reply.headers["x-request-id"].to_str().expect("an id");
    let [line] = &log.lines("internal error")[..] else {
        panic!("not one line: {:?}", log.lines(""));
    };
    assert!(
        line.contains(id) && line.contains("no such table: notifications"),
        "{line}"
    );
}

#[tokio::test]
async fn only_the_configured_address_is_accepted() {
    let site = TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("https://qa.example").unwrap();
        config.server.allowed_origins = vec!["https://app.example".to_owned()];
    });
    let visitor = site.visitor();
    let post = async |host: &str, origin: &str| {
        with_headers(
            &visitor,
            Method::POST,
            "/user/logout",
            &[("host", host), ("origin", origin)],
        )
        .await
        .status
        .as_u16()
    };
    assert_eq!(post("qa.example", "https://qa.example").await, 200);
    assert_eq!(post("qa.example", "https://app.example").await, 200);
    // The machine itself has no other address.
    for host in [
        "localhost:8080",
        "127.0.0.1:8080",
        "127.0.0.2",
        "[::1]:8080",
    ] {
        assert_eq!(post(host, &format!("http://{host}")).await, 200, "{host}");
    }
    // The default port and the dot that ends a complete name.
    for (host, origin) in [
        ("qa.example:443", "https://qa.example"),
        ("QA.example.", "https://qa.example."),
        ("qa.example.:443", "https://qa.example:443"),
        ("qa.example", "https://app.example.:443"),
        ("app.example:443", "https://app.example"),
        ("localhost.:80", "http://localhost"),
    ] {
        assert_eq!(post(host, origin).await, 200, "{host} {origin}");
    }
    for (host, origin) in [
        ("qa.example:80", "https://qa.example"),
        ("qa.example", "https://qa.example:80"),
        ("qa.example:8443", "https://qa.example"),
        ("qa.example..", "https://qa.example"),
        ("qa.example:443", "http://qa.example:443"),
        ("qa.example.evil.", "https://qa.example"),
    ] {
        assert_eq!(post(host, origin).await, 403, "{host} {origin}");
    }
    assert_eq!(
        post("localhost.example", "http://localhost.example").await,
        403
    );
    assert_eq!(post("qa.example", "http://qa.example").await, 403);
    assert_eq!(post("evil.example", "https://evil.example").await, 403);
    assert_eq!(post("qa.example", "https://evil.example").await, 403);
    let signup = json!({"username": "ann", "password": PASSWORD}).to_string();
    let request = Request::post("/user/signup")
        .header("host", "qa.example")
        .header(header::CONTENT_TYPE, "application/json");
    let reply = visitor
        .send(request.body(Body::from(signup)).unwrap())
        .await;
    let cookie = reply.header("set-cookie");
    assert!(
        cookie.starts_with("__Host-stoa_session=")
            && cookie.contains("; Secure")
            && cookie.contains("; HttpOnly"),
        "{cookie}"
    );
    assert!(
        cookie.contains("SameSite=Strict")
            && cookie.contains("Path=/")
            && !cookie.contains("Domain"),
        "{cookie}"
    );
    assert_eq!(
        reply.header("strict-transport-security"),
        "max-age=31536000"
    );
}

#[tokio::test]
async fn a_csrf_token_must_match_the_session() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let end_others = async |person: &Person, token: &str| {
        with_headers(
            person,
            Method::POST,
            "/user/endOtherSessions",
            &[
                ("host", "h"),
                ("content-type", "application/json"),
                ("x-xsrf-token", token),
            ],
        )
        .await
        .status
        .as_u16()
    };
    let [of_ann, of_ben] = [&ann, &ben].map(|person| person.cookie("XSRF-TOKEN").unwrap());
    assert_eq!(end_others(&ann, &of_ben).await, 403);
    assert_eq!(end_others(&ann, "x").await, 403);
    assert_eq!(end_others(&ann, &of_ann).await, 200);
}

/// A client that has not noticed the end of its session still sends the token of that one.
#[tokio::test]
async fn a_stale_csrf_token_from_the_right_origin_keeps_nobody_from_logging_in_or_out() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let log_out = async |origin: &[(&'static str, &str)]| {
        let headers = [&[("host", "h"), ("x-xsrf-token", "stale")], origin].concat();
        let reply = with_headers(&ann, Method::POST, "/user/logout", &headers).await;
        reply.status.as_u16()
    };
    assert_eq!(log_out(&[]).await, 403);
    assert_eq!(log_out(&[("origin", "http://other")]).await, 403);
    assert_eq!(log_out(&[("origin", "http://h")]).await, 200);
    let credentials = json!({"username": "ann", "password": PASSWORD}).to_string();
    let request = Request::post("/user/login")
        .header("host", "h")
        .header("origin", "http://h")
        .header("x-xsrf-token", "stale")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(credentials));
    ann.send(request.unwrap()).await.ok();
}

#[tokio::test]
async fn bodies_must_be_json_of_limited_size() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "",
        "application/jsonx",
    ] {
        let reply = with_headers(
            &ann,
            Method::POST,
            "/question/addQuestion",
            &[("host", "h"), ("content-type", kind)],
        )
        .await;
        reply.refused(415, "Requests must be JSON");
    }
    let headers = [
        ("host", "h"),
        ("content-type", "application/json"),
        ("content-encoding", "gzip"),
    ];
    with_headers(&ann, Method::POST, "/question/addQuestion", &headers)
        .await
        .refused(415, "Requests must be JSON");
    let of_size = |size: usize| json!({"title": "x".repeat(size - r#"{"title":""}"#.len())});
    assert_eq!(of_size(256 * 1024).to_string().len(), 256 * 1024);
    assert_eq!(
        ann.post("/question/addQuestion", of_size(256 * 1024))
            .await
            .status,
        400
    );
    ann.post("/question/addQuestion", of_size(256 * 1024 + 1))
        .await
        .refused(413, "The request is too large");
    let deep = "[".repeat(100_000);
    let request = Request::post("/question/addQuestion")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(deep))
        .unwrap();
    assert_eq!(ann.send(request).await.status, 400);
    let path = "/question/getQuestion?search=";
    let of_length = |length: usize| format!("{path}{}", "x".repeat(length - path.len()));
    ann.get(&of_length(62 * 1024)).await.ok();
    ann.get(&of_length(62 * 1024 + 1))
        .await
        .refused(414, "The address is too long");
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (path, status) in [
        ("/user/me", 200),
        ("/question/getQuestion?order=x", 400),
        ("/nothing/here", 404),
        ("/assets/nothing.js", 404),
        ("/home", 404),
    ] {
        let reply = ann.get(path).await;
        assert_eq!(reply.status.as_u16(), status, "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("cache-control"), "no-store", "{path}");
        assert!(
            reply
                .header("content-security-policy")
                .contains("frame-ancestors 'none'")
        );
        assert!(!reply.headers.contains_key("access-control-allow-origin"));
    }
    let page = "text/html,*/*";
    for (path, accept) in [
        ("/", page),
        ("/messaging", page),
        ("/question/38fvvzp7rw92h", page),
        ("/no/such/page", page),
        ("/", "*/*"),
    ] {
        let request = Request::get(path)
            .header(header::ACCEPT, accept)
            .body(Body::empty())
            .unwrap();
        let reply = ann.send(request).await;
        assert_eq!(
            (
                reply.status.as_u16(),
                reply.header("content-type"),
                reply.header("cache-control")
            ),
            (200, "text/html; charset=utf-8", "no-cache"),
            "{path}"
        );
        let policy = reply.header("content-security-policy");
        assert!(
            policy.contains("require-trusted-types-for 'script'") && !policy.contains("unsafe"),
            "{policy}"
        );
    }
    // All tabs of a browser share a visitor id before the first of them opens its live connection.
    let browser = site.visitor();
    let page = || {
        Request::get("/")
            .header(header::ACCEPT, "text/html")
            .body(Body::empty())
            .unwrap()
    };
    browser.send(page()).await;
    let visitor = browser.cookie("stoa_visitor").expect("a name");
    browser.send(page()).await;
    assert_eq!(browser.cookie("stoa_visitor"), Some(visitor));
    ann.get("/join/x").await.refused(404, "Not found");
    ann.get("/user/login").await.refused(404, "Not found");
    ann.delete("/user/login")
        .await
        .refused(405, "This address does not support this method");
}

#[tokio::test]
async fn rate_limited_calls_get_a_retry_after() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    for number in 0..6 {
        ann.ask(&format!("q{number}"), "x", &["a"]).await;
    }
    let refused = ann
        .post(
            "/question/addQuestion",
            json!({"title": "T", "text": "x", "tags": [{"name": "a"}]}),
        )
        .await;
    refused.refused(429, "Too many requests, please slow down");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
    // Other users and other routes are not affected.
    site.sign_up("ben").await.ask("T", "x", &["a"]).await;
    ann.get("/question/getQuestion").await.ok();
}

#[tokio::test]
async fn the_bytes_that_an_account_sends_are_limited() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let message =
        |text: &str| json!({"messageToAdd": {"msg": text}, "ignored": "x".repeat(255_000)});
    // Parallel requests are counted one after the other.
    let replies = join_all((0..45).map(|_| ann.post("/messaging/addMessage", message("x")))).await;
    let refused: Vec<_> = replies.iter().filter(|reply| reply.status != 200).collect();
    assert_eq!(refused.len(), 6);
    for reply in refused {
        reply.refused(
            429,
            "You have written too much in a short time, please continue later",
        );
        assert!(reply.header("retry-after").parse::<u64>().unwrap() > 60);
    }
    // Reading, other accounts and the end of the account are not affected.
    ann.get("/messaging/getMessages").await.ok();
    ben.post("/messaging/addMessage", message("x")).await.ok();
    ann.delete("/user/deleteUser/ann").await.ok();
}

#[tokio::test]
async fn logins_are_limited_per_address() {
    let site = TestSite::with(|config| {
        config.limits.enabled = true;
        config.limits.logins_per_quarter_hour = 3;
    });
    site.sign_up("ann").await;
    let login = async || {
        site.visitor()
            .post(
                "/user/login",
                json!({"username": "ann", "password": PASSWORD}),
            )
            .await
    };
    for _ in 0..3 {
        login().await.ok();
    }
    login()
        .await
        .refused(429, "Too many requests, please slow down");
}

#[tokio::test]
async fn rejected_calls_count_against_the_limits() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let (ann, impostor) = (site.sign_up("ann").await, site.visitor());
    impostor
        .cookies
        .lock()
        .unwrap()
        .push(("stoa_session".to_owned(), "made up".to_owned()));
    for (person, path, status, sentence) in [
        (&impostor, "/user/me", 401, "Please log in"),
        (
            &ann,
            "/question/getQuestion?username=ben",
            403,
            "You can only do this as yourself",
        ),
    ] {
        person.get(path).await.refused(status, sentence);
        // The clock of the limits runs, so a slow machine lets a few more pass.
        let mut passed = 1;
        let refusal = loop {
            let reply = person.get(path).await;
            if reply.status != status {
                break reply;
            }
            passed += 1;
            assert!(passed < 6_000, "{}: refusals are not counted", reply.call);
        };
        refusal.refused(429, "Too many requests, please slow down");
        assert!(passed >= 590, "{passed}");
    }
}

#[tokio::test]
async fn the_client_address_is_the_last_untrusted_hop() {
    let name = |n: usize| json!({"username": format!("user{n}"), "password": PASSWORD});
    // The same proxy, as a dual-stack listener sees it.
    let mapped = "[::ffff:127.0.0.1]:40000";
    // The client claims the first hop; only the one that our proxy adds is trusted. Some proxies
    // add the port.
    let (plain, with_port, v6) = (
        "1.2.3.4, 203.0.113.#, 10.0.0.1",
        "203.0.113.#:50123",
        "[2001:db8:#::1]:50123",
    );
    for (trusted, forwarded, allowed, peer) in [
        (true, plain, true, "127.0.0.1:40000"),
        (true, plain, true, mapped),
        (true, with_port, true, "127.0.0.1:40000"),
        (true, v6, true, "127.0.0.1:40000"),
        (true, "", false, "127.0.0.1:40000"),
        (false, plain, false, "127.0.0.1:40000"),
    ] {
        let site = TestSite::with(|config| {
            config.limits.enabled = true;
            if trusted {
                *config = crate::core::config::Config::load(
                    None,
                    [("STOA_SERVER_TRUSTED_PROXIES".to_owned(), "local".to_owned())].into_iter(),
                )
                .unwrap();
            }
        });
        let mut visitor = site.visitor();
        visitor.peer = peer.parse().unwrap();
        let mut last = 0;
        for n in 0..11 {
            let mut request =
                Request::post("/user/signup").header(header::CONTENT_TYPE, "application/json");
            if !forwarded.is_empty() {
                request = request.header("x-forwarded-for", forwarded.replace('#', &n.to_string()));
            }
            last = visitor
                .send(request.body(Body::from(name(n).to_string())).unwrap())
                .await
                .status
                .as_u16();
        }
        assert_eq!(
            last,
            if allowed { 200 } else { 429 },
            "trusted {trusted}, forwarded {forwarded}, peer {peer}"
        );
    }
}

#[tokio::test]
async fn every_response_carries_the_security_headers() {
    let site = TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("https://stoa.test").unwrap();
    });
    for path in [
        "/healthz", "/readyz", "/sw.js", "/tags", "/user/me", "/nothing",
    ] {
        let reply = site.visitor().get(path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("strict-transport-security", "max-age=31536000"),
        ] {
            assert_eq!(reply.header(name), value, "{path}: {name}");
        }
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}");
        assert!(reply.headers.contains_key("cache-control"), "{path}");
    }
}

#[tokio::test]
async fn the_address_of_a_page_is_a_page_to_who_accepts_everything() {
    let site = TestSite::new();
    let get = async |path: &str, accept: &str| {
        with_headers(&site.visitor(), Method::GET, path, &[("accept", accept)]).await
    };
    for accept in ["*/*", "text/html", "text/html,*/*;q=0.8"] {
        for path in ["/home", "/question/0000000000001", "/user/ann"] {
            let reply = get(path, accept).await;
            assert_eq!(reply.status, 200, "{path} {accept}");
            assert!(reply.header("content-type").starts_with("text/html"));
        }
    }
    for (path, accept) in [
        ("/nothing", "*/*"),
        ("/question/0000000000001", "application/json"),
        (
            "/question/0000000000001",
            "application/json, text/plain, */*",
        ),
        ("/assets/nothing.js", "*/*"),
    ] {
        let reply = get(path, accept).await;
        reply.refused(404, "Not found");
    }
    // A call is no page.
    get("/user/me", "*/*").await.refused(401, "Please log in");
}
