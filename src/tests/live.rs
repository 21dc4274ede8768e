//! The live connection: who hears what, over real sockets against a real server.

mod connections;
mod elsewhere;

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::{PASSWORD, Person, TestSite};
use crate::db::{QUEUE, READERS};
use crate::live::{Audience, Outgoing};
use crate::server;

/// A site that listens on the loopback interface.
pub(super) struct Listening {
    pub site: TestSite,
    pub address: String,
    stop: Option<oneshot::Sender<()>>,
    served: tokio::task::JoinHandle<()>,
}

impl Listening {
    pub async fn start() -> Self {
        Self::with(TestSite::new()).await
    }

    pub async fn with(site: TestSite) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = server::serve(vec![listener.into()], Arc::clone(&site.site), async { drop(stopped.await) });
        Self { site, address, stop: Some(stop), served: tokio::spawn(serving) }
    }

    /// Waits until everything that was committed by now is told, which happens after its calls were answered: a socket
    /// that is opened then hears nothing of it.
    pub async fn all_is_told(&self) {
        let (fence, told) = oneshot::channel::<()>();
        let payload = Box::new(move || format!("{fence:?}"));
        self.site.site.app.db.tell(Outgoing::Event { name: "fence", payload, audience: Audience::Users(Vec::new()) });
        assert!(told.await.is_err(), "it has no listeners, and is dropped");
    }

    /// Opens a socket with these cookies, as far as Engine.IO's handshake.
    async fn opened(&self, cookies: &str) -> Socket {
        let mut request = format!("ws://{}/socket.io/?EIO=4&transport=websocket", self.address).into_client_request().unwrap();
        if !cookies.is_empty() {
            request.headers_mut().insert("cookie", cookies.parse().unwrap());
        }
        self.all_is_told().await;
        let (stream, response) = tokio_tungstenite::connect_async(request).await.expect("a websocket");
        let visitor = response.headers().get("set-cookie").map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
        let mut socket = Socket { stream, visitor };
        assert!(socket.text().await.expect("an open packet").starts_with("0{\"sid\""));
        socket
    }

    /// Opens a socket with these cookies and completes both handshakes.
    pub async fn socket(&self, cookies: &str) -> Socket {
        let mut socket = self.opened(cookies).await;
        socket.say("40").await;
        assert!(socket.text().await.expect("a connect packet").starts_with("40{\"sid\""));
        socket
    }

    pub async fn socket_of(&self, person: &Person) -> Socket {
        self.socket(&person.cookie_header()).await
    }
}

pub(super) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The cookie that the handshake set.
    visitor: Option<String>,
}

impl Socket {
    pub async fn say(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("sent");
    }

    /// The next text; none when the connection is over.
    pub async fn text(&mut self) -> Option<String> {
        loop {
            match tokio::time::timeout(Duration::from_secs(5), self.stream.next()).await.expect("a frame or an end within 5 s") {
                Some(Ok(Message::Text(text))) if text == "2" => self.say("3").await,
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next event: its name and payload.
    pub async fn event(&mut self) -> (String, Value) {
        let text = self.text().await.expect("an event, not the end");
        let event: (String, Value) = serde_json::from_str(text.strip_prefix("42").unwrap_or_else(|| panic!("an event: {text}"))).unwrap();
        event
    }

    /// All events before the one which says that somebody's biography is now `fence`: that everybody hears who is
    /// signed in, and so nothing of what happened before it is missing.
    pub async fn events_until(&mut self, fence: &str) -> Vec<(String, Value)> {
        let mut events = Vec::new();
        loop {
            let (name, payload) = self.event().await;
            if name == "userUpdate" && payload["user"]["biography"] == fence {
                return events;
            }
            events.push((name, payload));
        }
    }

    /// Nothing comes for a while.
    pub async fn hears_nothing(&mut self) {
        if let Ok(heard) = tokio::time::timeout(Duration::from_millis(150), self.text()).await {
            panic!("heard {heard:?}");
        }
    }

    /// The server ends the connection, within a second, so that a stock client connects again: without Socket.IO's
    /// own disconnect packet, after which it would not.
    pub async fn is_dropped(&mut self) {
        let end = async {
            while let Some(text) = self.text().await {
                assert_ne!(text, "41", "a stock client does not come back after this");
            }
        };
        tokio::time::timeout(Duration::from_secs(1), end).await.expect("the connection ends within a second");
    }
}

#[tokio::test]
async fn everybody_signed_in_hears_what_happens_in_order() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let (mut by_ann, mut by_ben, mut by_stranger) = (server.socket_of(&ann).await, server.socket_of(&ben).await, server.socket("").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.post("/comment/addComment", json!({"id": question, "type": "question", "comment": {"text": "c"}})).await.ok();
    ben.post("/comment/addComment", json!({"id": answer, "type": "answer", "comment": {"text": "d"}})).await.ok();
    ben.post("/question/upvoteQuestion", json!({"qid": question})).await.ok();
    ben.patch("/user/updateBiography", json!({"biography": "b"})).await.ok();
    server.site.sign_up("zoe").await;
    for (person, socket) in [(&ann, &mut by_ann), (&ben, &mut by_ben)] {
        let (name, payload) = socket.event().await;
        assert_eq!((name.as_str(), &payload["_id"], &payload["title"]), ("questionUpdate", &json!(question), &json!("T")));
        let (name, payload) = socket.event().await;
        assert_eq!((name.as_str(), &payload["qid"], &payload["answer"]["_id"]), ("answerUpdate", &json!(question), &json!(answer)));
        assert_eq!(payload["answerCount"], json!(1));
        if person.name == "ann" {
            let (name, payload) = socket.event().await;
            assert_eq!((name.as_str(), &payload["notification"]["_id"]), ("notificationUpdate", &json!(answer)));
        }
        let (name, payload) = socket.event().await;
        let comments = &payload["result"]["comments"];
        assert_eq!((name.as_str(), &payload["type"], &comments[0]["text"]), ("commentUpdate", &json!("question"), &json!("c")));
        let (name, payload) = socket.event().await;
        let comments = &payload["result"]["comments"];
        assert_eq!((name.as_str(), &payload["type"], &comments[0]["text"]), ("commentUpdate", &json!("answer"), &json!("d")));
        let (name, payload) = socket.event().await;
        assert_eq!((name.as_str(), payload), ("voteUpdate", json!({"qid": question, "upVotes": ["ben"], "downVotes": [], "score": 1})));
        for (change, username) in [("updated", "ben"), ("created", "zoe")] {
            let (name, payload) = socket.event().await;
            assert_eq!((name.as_str(), &payload["type"], &payload["user"]["username"]), ("userUpdate", &json!(change), &json!(username)));
        }
    }
    by_stranger.hears_nothing().await;
}

#[tokio::test]
async fn changes_are_told_in_the_events_that_clients_know() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let mut by_ben = server.socket_of(&ben).await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    let body = json!({"id": question, "type": "question", "comment": {"text": "c"}});
    let comment = super::id_of(&ben.post("/comment/addComment", body).await.ok());
    let original = ben.ask("first", "x", &["a"]).await;
    for expected in ["questionUpdate", "answerUpdate", "commentUpdate", "questionUpdate"] {
        assert_eq!(by_ben.event().await.0, expected);
    }
    let qid = json!({"qid": question});

    // A client that knows nothing of votes on answers must not take them for the question's, nor add the answer twice.
    ann.post("/answer/upvoteAnswer", json!({"aid": answer})).await.ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!((name.as_str(), &payload["type"], &payload["qid"]), ("commentUpdate", &json!("answer"), &json!(question)));
    assert_eq!((&payload["result"]["_id"], &payload["result"]["upVotes"]), (&json!(answer), &json!(["ann"])));

    let replies = [
        ann.post("/question/acceptAnswer", json!({"qid": question, "aid": answer})).await,
        ann.patch("/question/editQuestion", json!({"qid": question, "title": "U", "text": "x", "tags": [{"name": "b"}]})).await,
        ann.delete_with("/question/deleteQuestion", qid.clone()).await,
        ann.post("/question/undeleteQuestion", qid.clone()).await,
    ];
    for reply in replies {
        assert_eq!(by_ben.event().await, ("questionUpdate".to_owned(), reply.ok()), "{}", reply.call);
    }
    // The same again tells nobody anything.
    ann.post("/question/acceptAnswer", json!({"qid": question, "aid": answer})).await.ok();
    ann.post("/question/undeleteQuestion", qid.clone()).await.ok();

    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "z"})).await.ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!((name.as_str(), &payload["type"], &payload["qid"]), ("commentUpdate", &json!("answer"), &json!(question)));
    assert_eq!((&payload["result"]["text"], payload["result"]["editedAt"].is_string()), (&json!("z"), true));
    ben.patch("/comment/editComment", json!({"cid": comment, "text": "d"})).await.ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!((name.as_str(), &payload["result"]["comments"][0]["text"]), ("commentUpdate", &json!("d")));
    ben.delete_with("/comment/deleteComment", json!({"cid": comment})).await.ok();
    assert_eq!(by_ben.event().await.1["result"]["comments"], json!([]));
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.ok();
    assert_eq!(by_ben.event().await.1["answers"], json!([]));

    ann.post("/question/addDuplicate", json!({"qid": question, "duplicateOf": original})).await.ok();
    assert_eq!([by_ben.event().await.1["_id"].clone(), by_ben.event().await.1["_id"].clone()], [json!(question), json!(original)]);

    ann.delete_with("/question/removeDuplicate", json!({"qid": question, "duplicateOf": original})).await.ok();
    assert_eq!([by_ben.event().await.1["_id"].clone(), by_ben.event().await.1["_id"].clone()], [json!(question), json!(original)]);

    ben.post("/question/upvoteQuestion", qid.clone()).await.ok();
    assert_eq!(by_ben.event().await.0, "voteUpdate");
    ann.delete_with("/question/deleteQuestion", qid.clone()).await.ok();
    let (name, mut payload) = by_ben.event().await;
    assert!(payload.as_object_mut().unwrap().remove("deletedAt").is_some_and(|at| at.is_string()));
    // Nothing is left of it but whose it was and when.
    let gone = json!({"_id": question, "title": "[deleted]", "text": "", "tags": [], "answers": [], "askedBy": "ann",
                      "askDateTime": "2026-11-21T00:00:00.000Z", "views": [], "upVotes": [], "downVotes": [], "comments": [],
                      "viewCount": 0, "answerCount": 0, "score": 0});
    assert_eq!((name.as_str(), payload), ("questionUpdate", gone));
    ann.post("/question/undeleteQuestion", qid).await.ok();
    assert_eq!(by_ben.event().await.1["title"], "U");
    by_ben.hears_nothing().await;
}

#[tokio::test]
async fn linked_questions_show_what_became_of_each_other() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let private = server.site.community(7, "private", &["ann"]);
    let (question, linked) = (ann.ask("T", "x", &["a"]).await, ben.ask("first", "x", &["a"]).await);
    let body = json!({"title": "hidden", "text": "x", "tags": [{"name": "a"}], "communityId": private});
    let hidden = super::id_of(&ann.post("/question/addQuestion", body).await.ok());
    for original in [&linked, &hidden] {
        ann.post("/question/addDuplicate", json!({"qid": question, "duplicateOf": original})).await.ok();
    }
    let qid = json!({"qid": question});
    let edit = |text: &str| json!({"qid": question, "title": "U", "text": text, "tags": [{"name": "a"}]});

    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let heard = async |socket: &mut Socket, expected: &[&String]| {
        for id in expected {
            let (name, payload) = socket.event().await;
            assert_eq!((name.as_str(), &payload["_id"]), ("questionUpdate", &json!(id)));
        }
    };
    ann.patch("/question/editQuestion", edit("x")).await.ok();
    ann.delete_with("/question/deleteQuestion", qid.clone()).await.ok();
    ann.post("/question/undeleteQuestion", qid.clone()).await.ok();
    for _ in 0..3 {
        heard(&mut by_ann, &[&linked, &hidden, &question]).await;
        heard(&mut by_ben, &[&linked, &question]).await;
    }
    let answer = ben.answer(&question, "y").await;
    for socket in [&mut by_ann, &mut by_ben] {
        assert_eq!(socket.event().await.1["answer"]["_id"], answer);
    }
    assert_eq!(by_ann.event().await.0, "notificationUpdate");
    ann.delete_with("/question/deleteQuestion", qid.clone()).await.ok();
    ann.post("/question/undeleteQuestion", qid).await.ok();
    for _ in 0..2 {
        heard(&mut by_ann, &[&linked, &hidden, &question]).await;
        heard(&mut by_ben, &[&linked, &question]).await;
    }
    // The links do not show the text.
    ann.patch("/question/editQuestion", edit("y")).await.ok();
    heard(&mut by_ben, &[&question]).await;
    by_ben.hears_nothing().await;
}

#[tokio::test]
async fn a_link_to_a_private_question_is_told_to_those_who_may_read_both() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let ask = |community: &str| json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let mut hidden = Vec::new();
    for (number, members) in [(7, ["ann", "ben"]), (8, ["ann", "cem"])] {
        let community = server.site.community(number, "private", &members);
        hidden.push(super::id_of(&ann.post("/question/addQuestion", ask(&community)).await.ok()));
        assert_eq!(by_ann.event().await.0, "questionUpdate");
    }
    let open = ben.ask("open", "x", &["a"]).await;
    assert_eq!(by_ann.event().await.1["_id"], open);
    for asked in [&hidden[0], &open] {
        assert_eq!(by_ben.event().await.1["_id"], **asked);
    }
    for (qid, original) in [(&open, &hidden[1]), (&hidden[0], &hidden[1])] {
        ann.post("/question/addDuplicate", json!({"qid": qid, "duplicateOf": original})).await.ok();
        assert_eq!([by_ann.event().await.1["_id"].clone(), by_ann.event().await.1["_id"].clone()], [json!(qid), json!(original)]);
    }
    by_ben.hears_nothing().await;
}

#[tokio::test]
async fn views_are_told_when_they_grow() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let mut by_ann = server.socket_of(&ann).await;
    let question = ann.ask("T", "x", &["a"]).await;
    assert_eq!(by_ann.event().await.0, "questionUpdate");
    for _ in 0..3 {
        ben.get(&format!("/question/getQuestionById/{question}")).await.ok();
        ann.get(&format!("/question/getQuestionById/{question}")).await.ok();
    }
    // Both views in one event, or one each where a second ends between them; never one for the same viewer again.
    let mut counts = Vec::new();
    while counts.last() != Some(&2) {
        let (name, payload) = by_ann.event().await;
        assert_eq!(name, "viewsUpdate");
        assert_eq!(payload["views"].as_array().unwrap().len() as u64, payload["viewCount"].as_u64().unwrap());
        counts.push(payload["viewCount"].as_u64().unwrap());
    }
    assert!(counts == [2] || counts == [1, 2], "{counts:?}");
    ben.get(&format!("/question/getQuestionById/{question}")).await.ok();
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    by_ann.hears_nothing().await;
}

#[tokio::test]
async fn what_happens_in_a_private_community_only_its_members_hear() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let community = server.site.community(7, "private", &["ann"]);
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let body = json!({"title": "hidden", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    let question = super::id_of(&ann.post("/question/addQuestion", body).await.ok());
    assert_eq!(by_ann.event().await.0, "questionUpdate");
    ann.post("/question/upvoteQuestion", json!({"qid": question})).await.ok();
    assert_eq!(by_ann.event().await.0, "voteUpdate");
    // Rights are those of the moment, not those of the handshake.
    server.site.sql("INSERT INTO members SELECT 7, id, 'member', 0 FROM users WHERE username = 'ben'; DELETE FROM members WHERE user_id = (SELECT id FROM users WHERE username = 'ann')");
    ben.answer(&question, "now I can").await;
    assert_eq!(by_ben.event().await.0, "answerUpdate");
    by_ann.hears_nothing().await;
}

#[tokio::test]
async fn a_login_makes_the_browsers_open_sockets_connect_anew() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut before = server.socket("").await;
    let mut other_browser = server.socket("").await;
    let visitor = before.visitor.clone().expect("a visitor cookie");
    let browser = server.site.stranger();
    let (name, value) = visitor.split_once('=').unwrap();
    browser.cookies.lock().unwrap().push((name.to_owned(), value.to_owned()));
    browser.post("/user/login", json!({"username": "ann", "password": PASSWORD})).await.ok();
    before.is_dropped().await;
    // A handshake that set out before the login and arrives after it.
    let mut late = format!("ws://{}/socket.io/?EIO=4&transport=websocket", server.address).into_client_request().unwrap();
    late.headers_mut().insert("cookie", visitor.parse().unwrap());
    let (stream, _) = tokio_tungstenite::connect_async(late).await.expect("a websocket");
    Socket { stream, visitor: None }.is_dropped().await;

    let mut after = server.socket_of(&browser).await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(after.event().await.0, "questionUpdate");
    other_browser.hears_nothing().await;

    // Who has logged out at once connects without a session again, and that is not late.
    browser.post("/user/logout", json!({})).await.ok();
    after.is_dropped().await;
    server.socket(&visitor).await.hears_nothing().await;
}

#[tokio::test]
async fn sockets_end_with_their_session() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let elsewhere = server.site.stranger();
    elsewhere.post("/user/login", json!({"username": "ann", "password": PASSWORD})).await.ok();
    let (mut here, mut there) = (server.socket_of(&ann).await, server.socket_of(&elsewhere).await);
    ann.patch("/user/resetPassword", json!({"password": "another stoa 1"})).await.ok();
    there.is_dropped().await;
    here.hears_nothing().await;
    ann.post("/user/logout", json!({})).await.ok();
    here.is_dropped().await;

    let ben = server.site.sign_up("ben").await;
    let mut by_ben = server.socket_of(&ben).await;
    ben.delete("/user/deleteUser/ben").await.ok();
    by_ben.is_dropped().await;
}

#[tokio::test]
async fn a_socket_that_nobody_had_time_for_connects_again() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut socket = server.opened(&ann.cookie_header()).await;
    let db = &server.site.site.app.db;
    let ((open, gate), (begin, begun)) = (crossbeam_channel::bounded::<()>(0), crossbeam_channel::bounded(READERS));
    let held = (0..READERS).map(|_| {
        let (gate, begin) = (gate.clone(), begin.clone());
        db.read(move |_| {
            let _ = (begin.send(()), gate.recv());
            Ok(())
        })
    });
    tokio::join!(futures_util::future::join_all(held), async {
        // Each reader has its job before the queue is filled behind them.
        (0..READERS).for_each(|_| begun.recv().expect("a reader begins"));
        let queued = (0..QUEUE).map(|_| db.read(|_| Ok(())));
        tokio::join!(futures_util::future::join_all(queued), async {
            socket.say("40").await;
            // Neither deaf for ever, nor told that it is connected.
            socket.is_dropped().await;
            drop(open);
        });
    });
    ann.get("/user/me").await.ok();
}

#[tokio::test]
async fn one_address_cannot_take_all_sockets() {
    let site = TestSite::new();
    let mut stranger = site.stranger();
    stranger.peer = ([203, 0, 113, 7], 40_000).into();
    for _ in 0..300 {
        stranger.cookies.lock().unwrap().clear();
        stranger.get("/socket.io/?EIO=4&transport=polling").await;
    }
    assert_eq!(site.site.app.hub.count(|_| true), 256);
}

#[tokio::test]
async fn an_event_that_cannot_be_written_is_the_only_one_lost() {
    struct Broken;
    impl serde::Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("a bug")
        }
    }
    impl crate::live::Event for Broken {
        const NAME: &'static str = "broken";
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
            tx.emit(Broken, crate::live::Audience::SignedIn);
            Ok(())
        })
        .await
        .unwrap();
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(by_ann.event().await.0, "questionUpdate");
}

#[tokio::test]
async fn sockets_end_when_their_session_has_expired() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    for _ in 0..3 {
        server.site.clock.advance(Duration::from_secs(9 * 24 * 3600));
        ann.patch("/user/updateBiography", json!({"biography": "here"})).await.ok();
    }
    let mut by_ann = server.socket_of(&ann).await;
    // Used lately, but opened 31 days ago.
    server.site.clock.advance(Duration::from_secs(4 * 24 * 3600));
    server.site.sign_up("ben").await;
    by_ann.is_dropped().await;
}

#[tokio::test]
async fn an_expired_session_hears_nothing_more() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = server.socket_of(&ann).await;
    server.site.clock.advance(crate::users::session::IDLE);
    server.site.site.app.db.write(crate::users::session::end_expired).await.unwrap();
    by_ann.is_dropped().await;
}

#[tokio::test]
async fn noise_ends_the_socket_and_nothing_else() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    for noise in ["4x", "42[", "42[1]", "451-[\"a\",{\"_placeholder\":true,\"num\":0}]", "4", "9", "\u{1f40e}", "41", "0", "42[\"a\""] {
        let mut socket = server.socket_of(&ann).await;
        socket.say(noise).await;
        socket.is_dropped().await;
    }
    let mut flood = server.socket_of(&ann).await;
    for _ in 0..300 {
        if flood.stream.send(Message::text("42[\"x\"]")).await.is_err() {
            break;
        }
    }
    flood.is_dropped().await;
    let mut elsewhere = server.socket_of(&ann).await;
    elsewhere.say("40/admin,").await;
    assert_eq!(elsewhere.text().await.unwrap(), "44/admin,{\"message\":\"Invalid namespace\"}");
    elsewhere.say("42[\"joinChat\",\"undefined\"]").await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(elsewhere.event().await.0, "questionUpdate");
}
