//! Following: what is new in visited questions, and in what users watch.

mod follows;
mod inbox;
mod searches;
mod unread;

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, Reply, TestSite};

/// The id of nothing.
const ABSENT: &str = "0000000000001";

impl Person {
    async fn try_to_follow(&self, kind: &str, object: &str, state: &str) -> Reply {
        let body = json!({"kind": kind, "object": object, "state": state});
        self.patch("/following/setFollow", body).await
    }

    pub(super) async fn follow(&self, kind: &str, object: &str, state: &str) -> Value {
        self.try_to_follow(kind, object, state).await.ok()
    }

    async fn follow_reply(&self, kind: &str, object: &str) -> Reply {
        let path = format!("/following/getFollow?kind={kind}&object={object}");
        self.get(&path).await
    }

    async fn follows(&self) -> Value {
        self.get("/following/getFollows").await.ok()
    }

    async fn inbox(&self) -> Value {
        self.get("/following/getInbox").await.ok()
    }
}
