//! Session security: fixation, termination and password guessing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use super::realtime::Listening;
use super::{PASSWORD, Person, Reply, TestSite, id_of};

const PLANTED: &str = "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP";

fn plant(browser: &Person, cookies: &[(&str, &str)]) {
    let cookies = cookies
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    browser.cookies.lock().unwrap().extend(cookies);
}

fn credentials(name: &str) -> Value {
    json!({"username": name, "password": PASSWORD})
}

#[tokio::test]
async fn a_planted_session_cookie_is_rejected() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    for (call, name) in [("login", "ann"), ("signup", "ben")] {
        // An attacker who can set cookies in the victim's browser knows all of these.
        let (victim, thief) = (server.site.visitor(), server.site.visitor());
        for browser in [&victim, &thief] {
            plant(
                browser,
                &[
                    ("stoa_session", PLANTED),
                    ("stoa_visitor", PLANTED),
                    ("XSRF-TOKEN", PLANTED),
                ],
            );
        }
        let mut by_thief = server.socket_of(&thief).await;
        victim
            .post(&format!("/user/{call}"), credentials(name))
            .await
            .ok();
        assert_ne!(
            victim.cookie("stoa_session").as_deref(),
            Some(PLANTED),
            "{call}"
        );
        assert_ne!(
            victim.cookie("XSRF-TOKEN").as_deref(),
            Some(PLANTED),
            "{call}"
        );
        victim.get("/user/me").await.ok();
        thief.get("/user/me").await.refused(401, "Please log in");
        // That browser's sockets reconnect, and with a planted cookie they receive nothing.
        by_thief.expect_dropped().await;
        let mut again = server.socket_of(&thief).await;
        ann.ask(&format!("After the {call}"), "x", &["a"]).await;
        again.expect_silence().await;
    }
}

#[tokio::test]
async fn logging_in_replaces_a_session_planted_by_an_attacker() {
    let site = TestSite::new();
    let (thief, _) = (site.sign_up("thief").await, site.sign_up("ann").await);
    let victim = site.visitor();
    plant(
        &victim,
        &[("stoa_session", &thief.cookie("stoa_session").unwrap())],
    );
    assert_eq!(
        victim.post("/user/login", credentials("ann")).await.ok()["username"],
        "ann"
    );
    assert_eq!(victim.get("/user/me").await.ok()["username"], "ann");
    thief.get("/user/me").await.refused(401, "Please log in");
}

/// A live connection over polling.
struct Polling<'p> {
    person: &'p Person,
    address: String,
}

impl<'p> Polling<'p> {
    async fn open(person: &'p Person) -> Self {
        let greeting = person.get("/socket.io/?EIO=4&transport=polling").await;
        let sid = greeting.text.split('"').nth(3).expect("a sid").to_owned();
        let polling = Self {
            person,
            address: format!("/socket.io/?EIO=4&transport=polling&sid={sid}"),
        };
        assert_eq!(polling.post_packet("40").await.status, 200);
        let connected = polling.next_packet().await.text;
        assert!(connected.contains("40{\"sid\""), "{connected}");
        polling
    }

    async fn post_packet(&self, packet: &'static str) -> Reply {
        let request = Request::post(&self.address)
            .header(header::HOST, "stoa.test")
            .header(header::CONTENT_TYPE, "text/plain");
        self.person
            .send(request.body(Body::from(packet)).expect("a request"))
            .await
    }

    /// Returns the next packet and answers pings.
    async fn next_packet(&self) -> Reply {
        loop {
            let reply = self.person.get(&self.address).await;
            if reply.text != "2" {
                return reply;
            }
            self.post_packet("3").await;
        }
    }
}

/// Everything that ends a session: the caller and the call; `SESSION` stands for the id of the
/// session that ends.
const ENDINGS: [(&str, &str); 9] = [
    ("itself", "POST /user/logout {}"),
    ("itself", "DELETE /user/endSession/SESSION {}"),
    ("itself", "DELETE /user/deleteUser/ann {}"),
    ("elsewhere", "DELETE /user/endSession/SESSION {}"),
    ("elsewhere", "POST /user/endOtherSessions {}"),
    (
        "elsewhere",
        r#"PATCH /user/resetPassword {"password": "another stoa 1"}"#,
    ),
    (
        "administrator",
        r#"POST /administration/disableUser {"userId": "ann"}"#,
    ),
    (
        "administrator",
        r#"POST /administration/resetSignIn {"userId": "ann"}"#,
    ),
    (
        "administrator",
        "DELETE /administration/endSession/SESSION {}",
    ),
];

#[tokio::test]
async fn an_ended_session_is_ended_on_every_connection() {
    for (by, ending) in ENDINGS {
        let server = Listening::start().await;
        let (ann, boss) = (
            server.site.sign_up("ann").await,
            server.site.sign_up("boss").await,
        );
        server
            .site
            .sql("UPDATE users SET role = 'administrator' WHERE username = 'boss'");
        let (elsewhere, session) = (
            server.site.visitor(),
            id_of(&ann.get("/user/getSessions").await.ok()[0]),
        );
        elsewhere.post("/user/login", credentials("ann")).await.ok();
        // The browser's cookies before the response clears them.
        let copy = server.site.visitor();
        copy.cookies
            .lock()
            .unwrap()
            .clone_from(&ann.cookies.lock().unwrap());
        let (mut socket, polling) = (server.socket_of(&copy).await, Polling::open(&copy).await);

        let actor = match by {
            "itself" => &ann,
            "elsewhere" => &elsewhere,
            _ => &boss,
        };
        let parts: Vec<&str> = ending.splitn(3, ' ').collect();
        let path = parts[1].replace("SESSION", &session);
        let body = serde_json::from_str(parts[2]).expect("JSON");
        let ((reply, replied), (received, ended)) = tokio::join!(
            async {
                (
                    actor
                        .request(parts[0].parse().expect("a method"), &path, Some(body))
                        .await,
                    Instant::now(),
                )
            },
            async {
                loop {
                    let received = polling.next_packet().await;
                    // All sockets that are open receive the event about a deleted account.
                    if !received.text.starts_with("42[\"userUpdate\"") {
                        return (received, Instant::now());
                    }
                }
            }
        );
        assert_eq!(reply.status, 200, "{ending}: {}", reply.text);
        let late = ended.saturating_duration_since(replied);
        assert!(
            late < Duration::from_secs(1),
            "{ending}: the poll ends only {late:?} later"
        );
        assert!(
            !received.text.contains("42["),
            "{ending}: {}",
            received.text
        );
        for call in ["/user/me", "/question/getQuestion", "/user/getSessions"] {
            copy.get(call).await.refused(401, "Please log in");
        }
        copy.post(
            "/question/addQuestion",
            json!({"title": "T", "text": "x", "tags": [{"name": "a"}]}),
        )
        .await
        .refused(401, "Please log in");
        copy.post("/user/endOtherSessions", json!({}))
            .await
            .refused(401, "Please log in");
        socket.expect_dropped().await;
        assert_eq!(
            polling.person.get(&polling.address).await.status,
            400,
            "{ending}: the polling session is gone"
        );
        // A new connection with the ended session receives nothing. It is closed if the sessions are
        // compared while its own is looked up.
        let mut again = server.socket_of(&copy).await;
        boss.ask("T", "x", &["a"]).await;
        again.expect_no_event().await;
    }
}

#[tokio::test]
async fn an_ended_session_starts_no_further_work() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let copy = site.visitor();
    copy.cookies
        .lock()
        .unwrap()
        .clone_from(&ann.cookies.lock().unwrap());
    let ended = AtomicBool::new(false);
    let users = (0..100).map(async |number| {
        let (mut before, mut after) = (0, 0);
        while after < 3 {
            let begun_after = ended.load(Ordering::SeqCst);
            let reply = if number % 2 == 0 {
                copy.get("/user/me").await
            } else {
                copy.patch(
                    "/user/updateBiography",
                    json!({"biography": number.to_string()}),
                )
                .await
            };
            assert!(
                [200, 401, 503].contains(&reply.status.as_u16()),
                "{}",
                reply.text
            );
            assert!(
                !(begun_after && reply.status == 200),
                "{} was accepted",
                reply.call
            );
            before += usize::from(reply.status == 200);
            after += usize::from(begun_after);
        }
        before
    });
    let (used, ()) = tokio::join!(futures_util::future::join_all(users), async {
        // Each call has had at least one turn.
        for _ in 0..3 {
            ann.get("/user/me").await.ok();
        }
        ann.post("/user/logout", json!({})).await.ok();
        ended.store(true, Ordering::SeqCst);
    });
    assert!(used.iter().sum::<usize>() >= 100, "{used:?}");
}

#[tokio::test]
async fn a_forged_address_allows_no_extra_guesses() {
    for (trusted, believed) in [("", "127.0.0.1"), ("local", "203.0.113.9")] {
        let site = TestSite::with(|config| {
            config.limits.enabled = true;
            if !trusted.is_empty() {
                let trusted = [("STOA_SERVER_TRUSTED_PROXIES".to_owned(), trusted.to_owned())];
                *config = crate::core::config::Config::load(None, trusted.into_iter()).unwrap();
            }
        });
        site.sign_up("Ann-of-many-guesses").await;
        let mut checked = 0;
        for number in 0..12 {
            // The client invents the first ones; a proxy adds the last.
            let body = json!({"username": "ann-of-MANY-guesses", "password": format!("guess number {number}")}).to_string();
            let request = Request::post("/user/login")
                .header(header::CONTENT_TYPE, "application/json")
                .header(
                    "x-forwarded-for",
                    format!("198.51.100.{number}, 203.0.113.9"),
                )
                .header("x-real-ip", format!("198.51.100.{number}"))
                .header("forwarded", format!("for=198.51.100.{number}"));
            let reply = site
                .visitor()
                .send(request.body(Body::from(body)).unwrap())
                .await;
            checked += usize::from(reply.status == 401);
            assert!(
                [401, 429, 503].contains(&reply.status.as_u16()),
                "{}",
                reply.text
            );
        }
        assert!((1..=5).contains(&checked), "{checked} guesses were checked");
        let counted = site.site.app.db.read(|read| {
            read.all("SELECT key FROM login_throttles ORDER BY key", [], |row| {
                row.get(0)
            })
        });
        let counted: Vec<String> = counted.await.unwrap();
        assert_eq!(
            counted,
            [
                "account:ann-of-many-guesses".to_owned(),
                format!("network:{believed}/32")
            ]
        );
    }
}
