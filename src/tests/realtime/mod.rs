//! The live connection: recipients and order of events, over real sockets against a real server.

mod binding;
mod bounds;
mod connections;
mod external_logout;
mod heads;
mod missed;
mod places;
mod posts;
mod sessions;

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
use crate::app::server;
use crate::platform::realtime::{Audience, IfMissed, Outgoing};

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
        let serving = server::serve(vec![listener.into()], Arc::clone(&site.site), async {
            drop(stopped.await);
        });
        Self {
            site,
            address,
            stop: Some(stop),
            served: tokio::spawn(serving),
        }
    }

    /// Waits until all committed events are published, which happens after the responses to their
    /// calls. A socket that opens afterwards receives none of them.
    pub async fn wait_until_published(&self) {
        let (fence, notified) = oneshot::channel::<()>();
        let packet = Box::new(move || format!("{fence:?}"));
        self.site.site.app.db.publish(Outgoing::Event {
            packet,
            audience: Audience::Users(Vec::new()),
            is_public: false,
            if_missed: IfMissed::Ignore,
        });
        assert!(
            notified.await.is_err(),
            "it has no listeners, and is dropped"
        );
    }

    /// Opens a socket with these cookies and completes the Engine.IO handshake.
    async fn opened(&self, cookies: &str) -> Socket {
        let mut request = format!("ws://{}/socket.io/?EIO=4&transport=websocket", self.address)
            .into_client_request()
            .unwrap();
        if !cookies.is_empty() {
            request
                .headers_mut()
                .insert("cookie", cookies.parse().unwrap());
        }
        self.wait_until_published().await;
        let (stream, response) = tokio_tungstenite::connect_async(request)
            .await
            .expect("a websocket");
        let visitor = response.headers().get("set-cookie").map(|cookie| {
            cookie
                .to_str()
                .unwrap()
                .split(';')
                .next()
                .unwrap()
                .to_owned()
        });
        let mut socket = Socket { stream, visitor };
        assert!(
            socket
                .text()
                .await
                .expect("an open packet")
                .starts_with("0{\"sid\"")
        );
        socket
    }

    /// Opens a websocket for a connection that polls.
    async fn upgrade(&self, sid: &str, cookies: &str) -> Socket {
        let address = format!(
            "ws://{}/socket.io/?EIO=4&transport=websocket&sid={sid}",
            self.address
        );
        let mut request = address.into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("cookie", cookies.parse().unwrap());
        let (stream, _) = tokio_tungstenite::connect_async(request)
            .await
            .expect("a websocket");
        Socket {
            stream,
            visitor: None,
        }
    }

    /// Opens a socket with these cookies and completes both handshakes.
    pub async fn socket(&self, cookies: &str) -> Socket {
        let mut socket = self.opened(cookies).await;
        socket.send_text("40").await;
        assert!(
            socket
                .text()
                .await
                .expect("a connect packet")
                .starts_with("40{\"sid\"")
        );
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
    pub async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("sent");
    }

    /// Returns the next text, or `None` at the end of the connection.
    pub async fn text(&mut self) -> Option<String> {
        loop {
            match tokio::time::timeout(Duration::from_secs(5), self.stream.next())
                .await
                .expect("a frame or an end within 5 s")
            {
                Some(Ok(Message::Text(text))) if text == "2" => self.send_text("3").await,
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Returns the name and payload of the next event, other than a badge for the user's first act of a kind and what only
    /// says that their inbox changed.
    pub async fn event(&mut self) -> (String, Value) {
        loop {
            let event = self.event_or_badge().await;
            if event.0 != "badgeAwarded" && event.0 != "inboxUpdate" {
                return event;
            }
        }
    }

    /// Returns the name and payload of the next event.
    pub async fn event_or_badge(&mut self) -> (String, Value) {
        let text = self.text().await.expect("an event, not the end");
        let event: (String, Value) = serde_json::from_str(
            text.strip_prefix("42")
                .unwrap_or_else(|| panic!("an event: {text}")),
        )
        .unwrap();
        event
    }

    /// Returns all events before the one that changes a biography to `fence`. All signed-in users
    /// receive that one, so no earlier event is missing.
    pub async fn events_until(&mut self, fence: &str) -> Vec<(String, Value)> {
        let mut events = Vec::new();
        loop {
            let (name, payload) = self.event_or_badge().await;
            if name == "userUpdate" && payload["user"]["biography"] == fence {
                return events;
            }
            events.push((name, payload));
        }
    }

    /// Expects silence for a while.
    pub async fn expect_silence(&mut self) {
        if let Ok(heard) = tokio::time::timeout(Duration::from_millis(150), self.text()).await {
            panic!("heard {heard:?}");
        }
    }

    /// Expects no event for a while. The server may end the connection.
    pub async fn expect_no_event(&mut self) {
        let heard = tokio::time::timeout(Duration::from_millis(150), self.text()).await;
        if let Ok(Some(text)) = heard {
            assert!(!text.starts_with("42"), "heard {text}");
        }
    }

    /// Expects that the server ends the connection within a second without Socket.IO's disconnect
    /// packet, after which a stock client would not reconnect.
    pub async fn expect_dropped(&mut self) {
        let end = async {
            while let Some(text) = self.text().await {
                assert_ne!(text, "41", "a stock client does not come back after this");
            }
        };
        tokio::time::timeout(Duration::from_secs(1), end)
            .await
            .expect("the connection ends within a second");
    }
}

#[tokio::test]
async fn signed_in_users_receive_events_in_order() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let (mut by_ann, mut by_ben, mut by_visitor) = (
        server.socket_of(&ann).await,
        server.socket_of(&ben).await,
        server.socket("stoa_visitor=visitor").await,
    );
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.post(
        "/comment/addComment",
        json!({"id": question, "type": "question", "comment": {"text": "c"}}),
    )
    .await
    .ok();
    ben.post(
        "/comment/addComment",
        json!({"id": answer, "type": "answer", "comment": {"text": "d"}}),
    )
    .await
    .ok();
    ben.post("/question/upvoteQuestion", json!({"qid": question}))
        .await
        .ok();
    ben.patch("/user/updateBiography", json!({"biography": "b"}))
        .await
        .ok();
    server.site.sign_up("zoe").await;
    for (person, socket) in [(&ann, &mut by_ann), (&ben, &mut by_ben)] {
        let (name, payload) = socket.event().await;
        assert_eq!(
            (name.as_str(), &payload["_id"], &payload["title"]),
            ("questionUpdate", &json!(question), &json!("T"))
        );
        let (name, payload) = socket.event().await;
        assert_eq!(
            (name.as_str(), &payload["qid"], &payload["answer"]["_id"]),
            ("answerUpdate", &json!(question), &json!(answer))
        );
        assert_eq!(payload["answerCount"], json!(1));
        if person.name == "ann" {
            let (name, payload) = socket.event().await;
            assert_eq!(
                (name.as_str(), &payload["notification"]["_id"]),
                ("notificationUpdate", &json!(answer))
            );
        }
        let (name, payload) = socket.event().await;
        let comments = &payload["result"]["comments"];
        assert_eq!(
            (name.as_str(), &payload["type"], &comments[0]["text"]),
            ("commentUpdate", &json!("question"), &json!("c"))
        );
        let (name, payload) = socket.event().await;
        let comments = &payload["result"]["comments"];
        assert_eq!(
            (name.as_str(), &payload["type"], &comments[0]["text"]),
            ("commentUpdate", &json!("answer"), &json!("d"))
        );
        let (name, payload) = socket.event().await;
        assert_eq!(
            (name.as_str(), payload),
            (
                "voteUpdate",
                json!({"qid": question, "upVotes": ["ben"], "downVotes": [], "score": 1})
            )
        );
        for (change, username) in [("updated", "ben"), ("created", "zoe")] {
            let (name, payload) = socket.event().await;
            assert_eq!(
                (
                    name.as_str(),
                    &payload["type"],
                    &payload["user"]["username"]
                ),
                ("userUpdate", &json!(change), &json!(username))
            );
        }
    }
    by_visitor.expect_silence().await;
}
