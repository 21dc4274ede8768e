//! Sockets and sessions.

use axum::body::Body;
use axum::http::Request;

use super::*;
use crate::platform::db::{QUEUE_LENGTH, READERS};

#[tokio::test]
async fn a_login_reconnects_the_browsers_open_sockets() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut other_browser = server.socket("").await;
    let (mut before, browser) = logged_in_after_its_socket(&server).await;
    before.expect_dropped().await;
    // A handshake that starts before the login and arrives after it.
    let visitor = before.visitor.clone().unwrap();
    let mut late = format!(
        "ws://{}/socket.io/?EIO=4&transport=websocket",
        server.address
    )
    .into_client_request()
    .unwrap();
    late.headers_mut()
        .insert("cookie", visitor.parse().unwrap());
    let (stream, _) = tokio_tungstenite::connect_async(late)
        .await
        .expect("a websocket");
    Socket {
        stream,
        visitor: None,
    }
    .expect_dropped()
    .await;

    let mut after = server.socket_of(&browser).await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(after.event().await.0, "questionUpdate");
    other_browser.expect_silence().await;

    // After an immediate logout the socket reconnects without a session, which is not late.
    browser.post("/user/logout", json!({})).await.ok();
    after.expect_dropped().await;
    server.socket(&visitor).await.expect_silence().await;
}

/// Opens the socket of a browser, which then logs in as ann.
async fn logged_in_after_its_socket(server: &Listening) -> (Socket, Person) {
    let socket = server.socket("").await;
    let browser = server.site.visitor();
    let visitor = socket.visitor.as_ref().expect("a visitor cookie");
    let (name, value) = visitor.split_once('=').unwrap();
    let cookie = (name.to_owned(), value.to_owned());
    browser.cookies.lock().unwrap().push(cookie);
    let credentials = json!({"username": "ann", "password": PASSWORD});
    browser.post("/user/login", credentials).await.ok();
    (socket, browser)
}

/// A client that opens a websocket before any request and does not store the cookies of its reply, such as the synchronous
/// one of Python.
#[tokio::test]
async fn a_login_without_cookies_reconnects_the_websockets_of_its_address() {
    let server = Listening::start().await;
    let (ann, bob) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("bob").await,
    );
    let mut before = server.socket("").await;
    // Another address, and a browser that the address of the login has too: neither is touched.
    let browser = server.site.visitor();
    let page = Request::get("/").header("accept", "text/html");
    let page = page.header("host", "stoa.test").body(Body::empty());
    browser.send(page.expect("a request")).await;
    let mut of_browser = server.socket(&browser.cookie_header()).await;
    let credentials = json!({"username": "ann", "password": PASSWORD});
    let mut elsewhere = server.site.visitor();
    elsewhere.peer = ([203, 0, 113, 7], 40_000).into();
    elsewhere
        .post("/user/login", credentials.clone())
        .await
        .ok();
    before.expect_silence().await;

    let client = server.site.visitor();
    client.post("/user/login", credentials).await.ok();
    before.expect_dropped().await;
    bob.ask("Missed", "x", &["a"]).await;
    let mut after = server.socket_of(&client).await;
    let (name, question) = after.event().await;
    assert_eq!(
        (&*name, &question["title"]),
        ("questionUpdate", &json!("Missed"))
    );
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(after.event().await.1["title"], "T");
    of_browser.expect_silence().await;
}

#[tokio::test]
async fn a_socket_that_returns_after_a_login_receives_what_it_has_missed() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let (bob, _) = (
        server.site.sign_up("bob").await,
        server.site.sign_up("cas").await,
    );
    let (mut before, browser) = logged_in_after_its_socket(&server).await;
    before.expect_dropped().await;
    ann.ask("Missed", "x", &["a"]).await;
    let chat = json!({"participants": ["bob", "cas"], "messages": []});
    bob.post("/chat/createChat", chat).await.ok();
    server.wait_until_published().await;
    let mut returned = server.socket_of(&browser).await;
    let (name, question) = returned.event().await;
    assert_eq!(
        (&*name, &question["title"]),
        ("questionUpdate", &json!("Missed"))
    );
    returned.expect_silence().await;
    // It was the only one to return.
    server.socket_of(&browser).await.expect_silence().await;
}

#[tokio::test]
async fn sockets_close_with_their_session() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let elsewhere = server.site.visitor();
    elsewhere
        .post(
            "/user/login",
            json!({"username": "ann", "password": PASSWORD}),
        )
        .await
        .ok();
    let (mut here, mut there) = (
        server.socket_of(&ann).await,
        server.socket_of(&elsewhere).await,
    );
    ann.patch("/user/resetPassword", json!({"password": "another stoa 1"}))
        .await
        .ok();
    there.expect_dropped().await;
    // The session is another one: this browser's sockets reconnect with it.
    here.expect_dropped().await;
    let mut here = server.socket_of(&ann).await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(here.event().await.0, "questionUpdate");
    ann.post("/user/logout", json!({})).await.ok();
    here.expect_dropped().await;

    let ben = server.site.sign_up("ben").await;
    let mut by_ben = server.socket_of(&ben).await;
    ben.delete("/user/deleteUser/ben").await.ok();
    by_ben.expect_dropped().await;
}

#[tokio::test]
async fn a_socket_rejected_under_load_reconnects() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut socket = server.opened(&ann.cookie_header()).await;
    let db = &server.site.site.app.db;
    let ((open, gate), (begin, begun)) = (
        crossbeam_channel::bounded::<()>(0),
        crossbeam_channel::bounded(READERS),
    );
    let held = (0..READERS).map(|_| {
        let (gate, begin) = (gate.clone(), begin.clone());
        db.read(move |_| {
            let _ = (begin.send(()), gate.recv());
            Ok(())
        })
    });
    tokio::join!(futures_util::future::join_all(held), async {
        // Each reader has a job before the queue fills up behind them.
        (0..READERS).for_each(|_| begun.recv().expect("a reader begins"));
        let queued = (0..QUEUE_LENGTH).map(|_| db.read(|_| Ok(())));
        tokio::join!(futures_util::future::join_all(queued), async {
            socket.send_text("40").await;
            // It is neither left without events nor reported as connected.
            socket.expect_dropped().await;
            drop(open);
        });
    });
    ann.get("/user/me").await.ok();
}

#[tokio::test]
async fn sockets_are_limited_per_address() {
    let site = TestSite::new();
    let mut visitor = site.visitor();
    visitor.peer = ([203, 0, 113, 7], 40_000).into();
    for _ in 0..300 {
        visitor.cookies.lock().unwrap().clear();
        visitor.get("/socket.io/?EIO=4&transport=polling").await;
    }
    assert_eq!(site.site.app.hub.count(|_| true), 256);
}

#[tokio::test]
async fn an_unserializable_event_does_not_affect_others() {
    struct Broken;
    impl serde::Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("a bug")
        }
    }
    impl crate::platform::realtime::Event for Broken {
        const NAME: &'static str = "broken";

        fn subject(&self) -> crate::platform::realtime::Subject {
            crate::platform::realtime::Subject::default()
        }
    }
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = server.socket_of(&ann).await;
    server
        .site
        .site
        .app
        .db
        .write(|tx| {
            tx.emit(Broken, crate::platform::realtime::Audience::SignedIn);
            Ok(())
        })
        .await
        .unwrap();
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(by_ann.event().await.0, "questionUpdate");
}

#[tokio::test]
async fn sockets_close_when_their_session_expires() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    for _ in 0..3 {
        server
            .site
            .clock
            .advance(Duration::from_secs(9 * 24 * 3600));
        ann.patch("/user/updateBiography", json!({"biography": "here"}))
            .await
            .ok();
    }
    let mut by_ann = server.socket_of(&ann).await;
    // Used recently, but created 31 days ago.
    server
        .site
        .clock
        .advance(Duration::from_secs(4 * 24 * 3600));
    server.site.sign_up("ben").await;
    by_ann.expect_dropped().await;
}

#[tokio::test]
async fn an_expired_session_receives_no_events() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = server.socket_of(&ann).await;
    server
        .site
        .clock
        .advance(crate::features::users::store::sessions::IDLE_LIFETIME);
    server
        .site
        .site
        .app
        .db
        .write(crate::features::users::session::end_expired)
        .await
        .unwrap();
    by_ann.expect_dropped().await;
}

#[tokio::test]
async fn noise_closes_only_its_own_socket() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    for noise in [
        "4x",
        "42[",
        "42[1]",
        "451-[\"a\",{\"_placeholder\":true,\"num\":0}]",
        "4",
        "9",
        "\u{1f40e}",
        "41",
        "0",
        "42[\"a\"",
    ] {
        let mut socket = server.socket_of(&ann).await;
        socket.send_text(noise).await;
        socket.expect_dropped().await;
    }
    let mut flood = server.socket_of(&ann).await;
    for _ in 0..300 {
        if flood.stream.send(Message::text("42[\"x\"]")).await.is_err() {
            break;
        }
    }
    flood.expect_dropped().await;
    let mut elsewhere = server.socket_of(&ann).await;
    elsewhere.send_text("40/admin,").await;
    assert_eq!(
        elsewhere.text().await.unwrap(),
        "44/admin,{\"message\":\"Invalid namespace\"}"
    );
    elsewhere.send_text("42[\"joinChat\",\"undefined\"]").await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(elsewhere.event().await.0, "questionUpdate");
}
