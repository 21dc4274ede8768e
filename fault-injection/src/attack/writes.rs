//! The heaviest writes that an ordinary account may make, each over a connection of its own.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

use super::attacker::{Target, send};
use super::fixture::{LONGEST_TEXT, new_words};
use crate::error::Result;

/// Number of accounts behind one address, and of the requests that each sends at once: the whole limits
/// of questions and answers, and comments. Each burst begins when the limits allow all of it again.
const ACCOUNTS: usize = 10;
const QUESTIONS: usize = 6;
const ANSWERS: usize = 10;
const COMMENTS: usize = 28;
const BURST_INTERVAL: Duration = Duration::from_secs(61);

/// Lengths of a title, a comment and a message in characters.
const TITLE: usize = 90;
const COMMENT: usize = 4_900;
const MESSAGE: usize = 1_990;
/// Most messages of a new chat.
const MESSAGES: usize = 100;

/// One account writes as much as its limits allow, while another one with many posts is deleted.
pub async fn attack(target: Target) -> Result<()> {
    let (writer, heavy) = (
        target.log_in("writer").await?,
        target.log_in("heavy").await?,
    );
    let fixture = target.fixture.clone();
    let own = fixture.threads[0].clone();
    let other = fixture.threads[fixture.threads.len() - 1].clone();
    let mut attack = JoinSet::new();
    writer.repeat(&mut attack, "ask", |_| {
        let tags =
            json!([{"name": "attack"}, {"name": format!("new-{:08x}", rand::random::<u32>())}]);
        let question =
            json!({"title": new_words(TITLE), "text": new_words(LONGEST_TEXT), "tags": tags});
        send("POST", "/question/addQuestion", question)
    });
    let thread = other.clone();
    writer.repeat(&mut attack, "answer", move |_| {
        let answer = json!({"qid": thread, "ans": {"text": new_words(LONGEST_TEXT)}});
        send("POST", "/answer/addAnswer", answer)
    });
    let thread = other.clone();
    writer.repeat(&mut attack, "comment", move |_| {
        let comment =
            json!({"id": thread, "type": "question", "comment": {"text": new_words(COMMENT)}});
        send("POST", "/comment/addComment", comment)
    });
    writer.repeat(&mut attack, "vote", move |number| {
        let direction = ["up", "down"][number % 2];
        let path = format!("/question/{direction}voteQuestion");
        send("POST", path, json!({"qid": other}))
    });
    let thread = own.clone();
    writer.repeat(&mut attack, "edit", move |_| {
        let tags = json!([{"name": "attack"}]);
        let edit = json!({"qid": thread, "title": new_words(TITLE), "text": new_words(LONGEST_TEXT), "tags": tags});
        send("PATCH", "/question/editQuestion", edit)
    });
    let (thread, answer) = (own.clone(), fixture.answer.clone());
    writer.repeat(&mut attack, "accept", move |number| {
        if number % 2 == 0 {
            let accepted = json!({"qid": thread, "aid": answer});
            send("POST", "/question/acceptAnswer", accepted)
        } else {
            send("POST", "/question/unacceptAnswer", json!({"qid": thread}))
        }
    });
    writer.repeat(&mut attack, "delete", move |number| {
        if number % 2 == 0 {
            send("DELETE", "/question/deleteQuestion", json!({"qid": own}))
        } else {
            send("POST", "/question/undeleteQuestion", json!({"qid": own}))
        }
    });
    writer.repeat(&mut attack, "chat", |number| {
        let messages: Vec<_> = (0..MESSAGES)
            .map(|_| json!({"msg": new_words(MESSAGE)}))
            .collect();
        let chat =
            json!({"participants": ["writer", format!("member{number}")], "messages": messages});
        send("POST", "/chat/createChat", chat)
    });
    let community = fixture.community.clone();
    writer.repeat(&mut attack, "join", move |number| {
        let call = ["addMember", "leaveCommunity"][number % 2];
        send("POST", format!("/community/{call}/{community}"), json!({}))
    });
    writer.repeat(&mut attack, "clear", |_| {
        send("PATCH", "/clearAllNotifications", json!({}))
    });
    let deletion = send("DELETE", "/user/deleteUser/heavy", json!({}));
    let _ = heavy.send("delete account", deletion).await;
    attack.join_all().await;
    Ok(())
}

/// Ten accounts behind one address each send all long posts that their limits allow at once.
pub async fn attack_of_accounts(target: Target) -> Result<()> {
    let mut accounts = Vec::new();
    for number in 0..ACCOUNTS {
        accounts.push(target.log_in(&format!("member{number}")).await?);
    }
    let threads = target.fixture.ordinary.clone();
    loop {
        let mut burst = JoinSet::new();
        for account in &accounts {
            let (account, thread) = (account.clone(), threads[0].clone());
            burst.spawn(async move {
                let tags = json!([{"name": "attack"}]);
                let text = || new_words(LONGEST_TEXT);
                let question = |_| {
                    let question =
                        json!({"title": new_words(TITLE), "text": text(), "tags": tags.clone()});
                    account.send("ask", send("POST", "/question/addQuestion", question))
                };
                let answer = |_| {
                    let answer = json!({"qid": thread.clone(), "ans": {"text": text()}});
                    account.send("answer", send("POST", "/answer/addAnswer", answer))
                };
                let comment = |_| {
                    let comment = json!({"id": thread.clone(), "type": "question", "comment": {"text": new_words(COMMENT)}});
                    account.send("comment", send("POST", "/comment/addComment", comment))
                };
                futures_util::join!(
                    futures_util::future::join_all((0..QUESTIONS).map(question)),
                    futures_util::future::join_all((0..ANSWERS).map(answer)),
                    futures_util::future::join_all((0..COMMENTS).map(comment)),
                );
            });
        }
        burst.join_all().await;
        tokio::time::sleep(BURST_INTERVAL).await;
    }
}
