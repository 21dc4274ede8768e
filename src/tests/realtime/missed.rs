//! What a client has missed that read its page before it was connected.

use super::super::operations::get_with;
use super::super::public_reading::open_site;
use super::*;

/// Opens a page, and returns the moment of its request.
async fn moment_of(person: &Person, path: &str) -> String {
    let page = get_with(person, path, &[("accept", "text/html")]).await;
    let moment = page.header("server-timing").strip_prefix("at;desc=");
    moment.expect("a moment").to_owned()
}

impl Listening {
    /// Opens a page and then a socket as a person, with what happens in between. Returns whether the server says that the
    /// client has missed nothing, and the socket.
    async fn resumed(
        &self,
        person: &Person,
        user: &str,
        between: impl Future<Output = ()>,
    ) -> (bool, Socket) {
        self.wait_until_published().await;
        let since = moment_of(person, "/questionPage").await;
        between.await;
        let mut socket = self.socket_of(person).await;
        let has_missed_nothing = socket.resume(&since, user).await;
        (has_missed_nothing, socket)
    }
}

impl Socket {
    /// Asks whether a client has missed nothing. Skips the events before the answer.
    async fn resume(&mut self, since: &str, user: &str) -> bool {
        let question = json!(["resume", { "since": since, "user": user }]);
        self.send_text(&format!("427{question}")).await;
        loop {
            let text = self.text().await.expect("an answer");
            if let Some(answer) = text.strip_prefix("437") {
                return serde_json::from_str::<(bool,)>(answer)
                    .expect("an answer")
                    .0;
            }
        }
    }
}

async fn id_of(person: &Person) -> String {
    person.get("/user/me").await.ok()["_id"]
        .as_str()
        .expect("an id")
        .to_owned()
}

#[tokio::test]
async fn a_client_has_missed_what_was_published_between_its_page_and_its_connection() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let id = id_of(&ben).await;
    assert!(server.resumed(&ben, &id, async {}).await.0);
    let asks = async { drop(ann.ask("T", "x", &["a"]).await) };
    assert!(!server.resumed(&ben, &id, asks).await.0);
    assert!(server.resumed(&ben, &id, async {}).await.0);
}

#[tokio::test]
async fn what_was_published_for_others_is_not_missed() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    server.site.sign_up("cleo").await;
    let id = id_of(&ben).await;
    for (other, is_complete) in [("cleo", true), ("ben", false)] {
        let creates = async {
            let chat = json!({"participants": ["ann", other]});
            ann.post("/chat/createChat", chat).await.ok();
        };
        let resumed = server.resumed(&ben, &id, creates).await;
        assert_eq!(resumed.0, is_complete, "{other}");
    }
}

#[tokio::test]
async fn views_are_sent_again() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let id = id_of(&ben).await;
    let question = ann.ask("T", "x", &["a"]).await;
    let views = async {
        ann.get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok();
        server.site.site.flush().await;
    };
    server.wait_until_published().await;
    let since = moment_of(&ben, "/questionPage").await;
    views.await;
    let mut socket = server.socket_of(&ben).await;
    socket
        .send_text(&format!(
            r#"427["resume",{{"since":"{since}","user":"{id}"}}]"#
        ))
        .await;
    let (name, payload) = socket.event().await;
    assert_eq!(
        (name.as_str(), &payload["viewCount"]),
        ("viewsUpdate", &json!(1))
    );
    assert_eq!(socket.text().await.as_deref(), Some("437[true]"));
}

#[tokio::test]
async fn the_page_of_another_user_or_process_says_nothing() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let (by_ann, by_ben) = (id_of(&ann).await, id_of(&ben).await);
    for user in [&by_ann, "", "x"] {
        assert!(!server.resumed(&ben, user, async {}).await.0, "{user}");
    }
    server.wait_until_published().await;
    let since: u64 = moment_of(&ben, "/questionPage")
        .await
        .parse()
        .expect("a number");
    for since in [
        "",
        "x",
        "0",
        "-1",
        &u64::MAX.to_string(),
        &(since - 120_000_000).to_string(),
    ] {
        assert!(
            !server.socket_of(&ben).await.resume(since, &by_ben).await,
            "{since}"
        );
    }
    assert!(
        server
            .socket_of(&ben)
            .await
            .resume(&since.to_string(), &by_ben)
            .await
    );
}

#[tokio::test]
async fn a_socket_asks_once() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let id = id_of(&ann).await;
    server.wait_until_published().await;
    let since = moment_of(&ann, "/questionPage").await;
    let mut socket = server.socket_of(&ann).await;
    assert!(socket.resume(&since, &id).await);
    assert!(!socket.resume(&since, &id).await);
}

#[tokio::test]
async fn a_stranger_has_missed_only_what_everyone_may_read() {
    let server = Listening::with(open_site()).await;
    let ann = server.site.sign_up("ann").await;
    let stranger = server.site.visitor();
    let private = server.site.community(7, "private", &["ann"]);
    let hidden = async { drop(ann.ask_in(&private, "T").await) };
    assert!(server.resumed(&stranger, "", hidden).await.0);
    let public = async { drop(ann.ask("T", "x", &["a"]).await) };
    assert!(!server.resumed(&stranger, "", public).await.0);
}

#[tokio::test]
async fn a_stranger_of_a_closed_site_learns_nothing() {
    let server = Listening::start().await;
    let stranger = server.site.visitor();
    assert!(!server.resumed(&stranger, "", async {}).await.0);
}

#[tokio::test]
async fn a_change_by_another_process_may_be_missed() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let id = id_of(&ann).await;
    let writes = async { server.site.site.app.hub.note_foreign_change() };
    assert!(!server.resumed(&ann, &id, writes).await.0);
}
