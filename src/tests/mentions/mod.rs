//! Mentions: whom a text names, who is told, and what they have seen.

mod chats;
mod communities;
mod edits;
mod limits;
mod posts;
mod seen;

use serde_json::{Value, json};

use super::{Person, TestSite, id_of};

/// The id of nothing.
const ABSENT: &str = "0000000000001";

impl TestSite {
    async fn ann_and_ben(&self) -> (Person, Person) {
        (self.sign_up("ann").await, self.sign_up("ben").await)
    }
}

impl Person {
    async fn mentions(&self) -> Vec<Value> {
        let reply = self.get("/mention/getMentions").await;
        let mentions = reply.ok().as_array().expect("an array").clone();
        assert_eq!(reply.header("x-total-count"), mentions.len().to_string());
        mentions
    }

    /// Returns the ids of the texts that name the person, newest first.
    async fn named_in(&self) -> Vec<String> {
        let text = |mention: &Value| mention["contentId"].as_str().expect("an id").to_owned();
        self.mentions().await.iter().map(text).collect()
    }

    async fn edit_question(&self, question: &str, text: &str) -> Value {
        let body = json!({"qid": question, "title": "T", "text": text, "tags": [{"name": "a"}]});
        self.patch("/question/editQuestion", body).await.ok()
    }

    async fn chat_of(&self, others: &[&str]) -> String {
        let participants: Vec<&str> = others.iter().copied().chain([self.name.as_str()]).collect();
        let body = json!({"participants": participants});
        id_of(&self.post("/chat/createChat", body).await.ok())
    }

    /// Sends a message to a chat and returns its id.
    async fn write_to(&self, chat: &str, text: &str) -> String {
        let path = format!("/chat/{chat}/addMessage");
        let chat = self.post(&path, json!({"msg": text})).await.ok();
        let messages = chat["messages"].as_array().expect("messages");
        id_of(messages.last().expect("the new message"))
    }

    /// Sends a message to the global chat and returns its id.
    async fn send_to_all(&self, text: &str) -> String {
        let body = json!({"messageToAdd": {"msg": text}});
        id_of(&self.post("/messaging/addMessage", body).await.ok())
    }
}
