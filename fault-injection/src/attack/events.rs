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
    let mut held = Vec::new();
    let fixture = target.fixture.clone();
    let mut attack = JoinSet::new();
    for number in 0..LISTENERS {
        let listener = target.log_in(&format!("listener{number}")).await?;
        for _ in 0..SOCKETS {
            let token = listener.token();
            let opened =
                Socket::open_for(target.address, token, Some(RECEIVE_BUFFER), Some(home())).await;
            target.count(
                if opened.is_ok() {
                    "opened"
                } else {
                    "not opened"
                }
                .to_owned(),
            );
            held.extend(opened);
        }
        // A first view changes a number that all listeners show.
        for thread in &fixture.threads {
            let path = format!("/question/getQuestionById/{thread}");
            let _ = listener.send("view", get(path)).await;
        }
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
    drop(held);
    Ok(())
}
