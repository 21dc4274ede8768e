//! Blocking users: chats between them, the list, and its limits.

use serde_json::{Value, json};

use super::{Person, Reply, TestSite, id_of};

impl Person {
    async fn block(&self, name: &str) -> Reply {
        self.post("/user/blockUser", json!({"userId": name})).await
    }

    async fn start_chat(&self, others: &[&str], messages: &[&str]) -> Reply {
        let participants: Vec<&str> = others.iter().copied().chain([self.name.as_str()]).collect();
        let messages: Vec<Value> = messages.iter().map(|msg| json!({"msg": msg})).collect();
        let body = json!({"participants": participants, "messages": messages});
        self.post("/chat/createChat", body).await
    }

    async fn say(&self, chat: &Value, msg: &str) -> Reply {
        let path = format!("/chat/{}/addMessage", id_of(chat));
        self.post(&path, json!({"msg": msg})).await
    }
}

async fn count(site: &TestSite, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let count = site.site.app.db.read(move |read| read.value(&sql, []));
    count.await.expect("a count")
}

const BLOCKED: &str = "One of you has blocked the other";

#[tokio::test]
async fn neither_starts_a_chat_with_the_other() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    site.sign_up("eve").await;
    ann.block("ben").await.ok();
    for (one, other) in [(&ann, "ben"), (&ben, "ann")] {
        for others in [vec![other], vec![other, "eve"]] {
            one.start_chat(&others, &["x"]).await.refused(403, BLOCKED);
        }
    }
    ben.start_chat(&["eve"], &["x"]).await.ok();
    assert_eq!(
        count(&site, "chats").await,
        1 + 1,
        "the global chat and one more"
    );
}

#[tokio::test]
async fn a_chat_of_two_is_read_but_not_continued() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.start_chat(&["ben"], &["before"]).await.ok();
    ann.block("ben").await.ok();
    for (one, other) in [(&ann, "ben"), (&ben, "ann")] {
        one.say(&chat, "x").await.refused(403, BLOCKED);
        one.start_chat(&[other], &["x"]).await.refused(403, BLOCKED);
        let opened = one.start_chat(&[other], &[]).await.ok();
        assert_eq!(opened["messages"][0]["msg"], "before");
    }
    ann.post("/user/unblockUser", json!({"userId": "ben"}))
        .await
        .ok();
    ben.say(&chat, "after").await.ok();
}

#[tokio::test]
async fn a_chat_of_more_goes_on() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = eve.start_chat(&["ann", "ben"], &[]).await.ok();
    ann.block("ben").await.ok();
    ben.say(&chat, "to eve").await.ok();
    // Two remain.
    let leave = format!("/chat/{}/leave", id_of(&chat));
    eve.post(&leave, json!({})).await.ok();
    ben.say(&chat, "to ann").await.refused(403, BLOCKED);
}

#[tokio::test]
async fn neither_adds_the_other_to_a_chat() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    site.sign_up("eve").await;
    let chat = ben.start_chat(&["eve"], &[]).await.ok();
    ann.block("ben").await.ok();
    let path = format!("/chat/{}/addParticipant", id_of(&chat));
    ben.post(&path, json!({"username": "ann"}))
        .await
        .refused(403, BLOCKED);
}

#[tokio::test]
async fn only_the_user_who_blocks_sees_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("Ben").await);
    site.sign_up("adam").await;
    assert_eq!(
        ann.block("BEN").await.ok(),
        json!({"username": "Ben", "blocked": true})
    );
    ann.block("adam").await.ok();
    ann.block("adam").await.ok();
    let list = ann.get("/user/getBlockedUsers").await;
    assert_eq!(list.ok(), json!(["adam", "Ben"]));
    assert_eq!(list.header("x-total-count"), "2");
    assert_eq!(
        ann.get("/user/getBlockedUsers?limit=1").await.ok(),
        json!(["adam"])
    );
    assert_eq!(ben.get("/user/getBlockedUsers").await.ok(), json!([]));
    assert_eq!(
        ben.get("/user/getBlock/ann").await.ok(),
        json!({"username": "ann", "blocked": false})
    );
    assert_eq!(
        ann.get("/user/getBlock/ben").await.ok(),
        json!({"username": "Ben", "blocked": true})
    );
}

#[tokio::test]
async fn nobody_blocks_themself_or_more_than_a_thousand() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.block("ann")
        .await
        .refused(409, "You cannot block yourself");
    let [ben, eve] = ["ben", "eve"];
    site.sign_up(ben).await;
    site.sign_up(eve).await;
    ann.block(ben).await.ok();
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 999)
         INSERT INTO users (id, username, name_key, created_at) SELECT n, 'many' || n, 'many' || n, 0 FROM n",
    );
    site.sql("INSERT INTO blocks SELECT u.id, n.id, 0 FROM users u, users n WHERE u.username = 'ann' AND n.username LIKE 'many%'");
    ann.block(eve)
        .await
        .refused(409, "You cannot block more than 1000 users");
    ann.block(ben).await.ok();
}

#[tokio::test]
async fn a_chat_whose_other_participants_are_deleted_is_one_of_two() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.start_chat(&["ben", "eve"], &[]).await.ok();
    ann.block("ben").await.ok();
    ben.say(&chat, "before").await.ok();
    eve.delete("/user/deleteUser/eve").await.ok();
    for person in [&ann, &ben] {
        person.say(&chat, "after").await.refused(403, BLOCKED);
    }
}

#[tokio::test]
async fn a_deleted_user_is_blocked_by_nobody() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.block("ben").await.ok();
    ben.block("ann").await.ok();
    ben.delete("/user/deleteUser/ben").await.ok();
    assert_eq!(ann.get("/user/getBlockedUsers").await.ok(), json!([]));
    assert_eq!(count(&site, "blocks").await, 0);
}

#[tokio::test]
async fn own_data_names_the_blocked_users() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    ann.block("ben").await.ok();
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(data["blockedUsers"], json!(["ben"]));
}
