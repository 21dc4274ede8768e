//! Live connections that never read, while large questions change.

use serde_json::json;
use tokio::task::JoinSet;

use super::attacker::{Target, get, home, send};
use super::fixture::{LISTENERS, LONGEST_TEXT, new_words};
use crate::error::Result;
use crate::sockets::Socket;

/// Sockets of each listener: about as many as the server allows per session.
const SOCKETS: usize = 30;
/// Receive buffer of a socket in bytes: as small as possible.
const RECEIVE_BUFFER: u32 = 2_048;

pub async fn attack(target: Target) -> Result<()> {
    let fixture = target.fixture.clone();
    let mut attack = JoinSet::new();
    for number in 0..LISTENERS {
        let target = target.clone();
        attack.spawn(async move {
            if let Err(error) = listen(target.clone(), number).await {
                target.count(format!("not listening: {error}"));
            }
        });
    }
    let writer = target.log_in("writer").await?;
    let thread = fixture.threads[0].clone();
    let own = thread.clone();
    writer.repeat(&mut attack, "comment", move |_| {
        let comment = json!({"id": own, "type": "question", "comment": {"text": new_words(4_900)}});
        send("POST", "/comment/addComment", comment)
    });
    let own = thread.clone();
    writer.repeat(&mut attack, "edit", move |_| {
        let tags = json!([{"name": "attack"}]);
        let edit =
            json!({"qid": own, "title": "Which?", "text": new_words(LONGEST_TEXT), "tags": tags});
        send("PATCH", "/question/editQuestion", edit)
    });
    writer.repeat(&mut attack, "answer", move |_| {
        let answer = json!({"qid": thread, "ans": {"text": new_words(LONGEST_TEXT)}});
        send("POST", "/answer/addAnswer", answer)
    });
    writer.repeat(&mut attack, "ask", |_| {
        let tags = json!([{"name": "attack"}]);
        let question =
            json!({"title": new_words(90), "text": new_words(LONGEST_TEXT), "tags": tags});
        send("POST", "/question/addQuestion", question)
    });
    writer.repeat(&mut attack, "message", |_| {
        let message = json!({"messageToAdd": {"msg": new_words(1_990)}});
        send("POST", "/messaging/addMessage", message)
    });
    attack.join_all().await;
    Ok(())
}

/// Opens the sockets of a listener and holds them.
async fn listen(target: Target, number: usize) -> Result<()> {
    let listener = target.log_in(&format!("listener{number}")).await?;
    // A first view changes a number that all listeners show.
    for thread in &target.fixture.threads {
        let path = format!("/question/getQuestionById/{thread}");
        let _ = listener.send("view", get(path)).await;
    }
    let sockets = (0..SOCKETS).map(|_| {
        let token = listener.token();
        Socket::open_for(target.address, token, Some(RECEIVE_BUFFER), Some(home()))
    });
    let held = futures_util::future::join_all(sockets).await;
    for socket in &held {
        let state = if socket.is_ok() {
            "opened"
        } else {
            "not opened"
        };
        target.count(state.to_owned());
    }
    std::future::pending().await
}
