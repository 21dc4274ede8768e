//! Reports of posts, messages, profiles and communities, and the queue in which moderators decide them.

mod edits;
mod member;
mod pictures;
mod queue;
mod notified;
mod visitors;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, Reply, TestSite, id_of};

impl Person {
    pub(super) async fn flag(&self, kind: &str, id: &str, reason: &str) -> Reply {
        let body = json!({"kind": kind, "id": id, "reason": reason, "text": "look at this"});
        self.post("/flag/addFlag", body).await
    }

    async fn queue(&self) -> Value {
        self.get("/flag/getQueue").await.ok()
    }

    async fn id(&self) -> String {
        id_of(&self.get("/user/me").await.ok())
    }

    async fn says(&self, text: &str) -> String {
        let body = json!({"messageToAdd": {"msg": text}});
        id_of(&self.post("/messaging/addMessage", body).await.ok())
    }
}

/// Creates a site with a moderator of the site and three users.
async fn people(site: &TestSite) -> [Person; 4] {
    let people = [
        site.sign_up("max1").await,
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    ];
    site.appoint("max1").await;
    people
}

#[tokio::test]
async fn members_report_what_they_may_read_once_until_it_is_decided() {
    let site = TestSite::new();
    let [_max, ann, ben, _cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ann.answer(&question, "giraffe").await;
    let comment = ann.comment("question", &question, "why?").await;
    let message = ann.says("buy").await;
    let community = ann.creates_community("Columns", "public").await;
    for (kind, id) in [
        ("question", &question),
        ("answer", &answer),
        ("comment", &comment),
        ("message", &message),
        ("user", &ann.id().await),
        ("community", &community),
    ] {
        let flag = ben.flag(kind, id, "rude").await.ok();
        assert_eq!(
            (&flag["kind"], &flag["objectId"], flag.get("outcome")),
            (&json!(kind), &json!(id), None)
        );
        ben.flag(kind, id, "spam")
            .await
            .refused(409, "You have reported this already");
    }
    let mine = ben.get("/flag/getMyFlags").await.ok();
    assert_eq!(mine.as_array().map(Vec::len), Some(6));
}

#[tokio::test]
async fn nobody_reports_what_they_wrote_or_cannot_read() {
    let site = TestSite::new();
    let [_max, ann, ben, cem] = people(&site).await;
    let own = ben.ask("Zebra", "striped", &["animal"]).await;
    let community = ann.creates_community("Columns", "private").await;
    let private = ann.ask_in(&community, "Hidden").await;
    ben.flag("question", &own, "spam")
        .await
        .refused(409, "You cannot report what you wrote yourself");
    ben.flag("user", &ben.id().await, "spam")
        .await
        .refused(409, "You cannot report what you wrote yourself");
    ben.flag("question", &private, "spam")
        .await
        .refused(404, "Post not found");
    ben.flag("answer", &own, "spam")
        .await
        .refused(404, "Post not found");
    let chat = ann
        .post(
            "/chat/createChat",
            json!({"participants": ["ann", "cem"], "messages": [{"msg": "psst"}]}),
        )
        .await
        .ok();
    let message = id_of(&chat["messages"][0]);
    ben.flag("message", &message, "spam")
        .await
        .refused(404, "Message not found");
    cem.flag("message", &message, "spam").await.ok();
}

#[tokio::test]
async fn an_error_of_the_database_is_no_hidden_object() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let community = cem.creates_community("Columns", "public").await;
    ann.post(&format!("/addMember/{community}"), json!({"userId": "ann"}))
        .await
        .ok();
    let question = ann.ask_in(&community, "Zebra").await;
    let chat = json!({"participants": ["ann", "cem"], "messages": [{"msg": "psst"}]});
    let chat = ann.post("/chat/createChat", chat).await.ok();
    ben.flag("question", &question, "spam").await.ok();
    let case = max.queue().await[0]["_id"].clone();
    site.sql("PRAGMA legacy_alter_table = 1; ALTER TABLE participants RENAME TO lost; ALTER TABLE memberships RENAME TO lost_too;");
    let message = id_of(&chat["messages"][0]);
    cem.flag("message", &message, "spam")
        .await
        .refused(500, "Something went wrong on our side");
    let claim = json!({"id": case});
    cem.post("/flag/claimCase", claim)
        .await
        .refused(500, "Something went wrong on our side");
}

#[tokio::test]
async fn some_reasons_need_a_text() {
    let site = TestSite::new();
    let [_max, ann, ben, _cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    for reason in ["attention", "illegal"] {
        let body = json!({"kind": "question", "id": question, "reason": reason, "text": " "});
        ben.post("/flag/addFlag", body)
            .await
            .refused(400, "Please say what is wrong");
    }
    let long = "x".repeat(501);
    let body = json!({"kind": "question", "id": question, "reason": "spam", "text": long});
    ben.post("/flag/addFlag", body)
        .await
        .refused(400, "Reason cannot be more than 500 characters");
    let body = json!({"kind": "question", "id": question, "reason": "spam"});
    ben.post("/flag/addFlag", body).await.ok();
}

#[tokio::test]
async fn a_member_has_at_most_50_open_reports_and_can_withdraw_them() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let mut last = String::new();
    for number in 0..50 {
        let message = ann.says(&number.to_string()).await;
        last = id_of(&ben.flag("message", &message, "spam").await.ok());
    }
    let message = ann.says("one more").await;
    ben.flag("message", &message, "spam")
        .await
        .refused(409, "You cannot have more than 50 open reports");
    let withdraw = json!({"id": last});
    ann.post("/flag/withdrawFlag", withdraw.clone())
        .await
        .refused(404, "Report not found");
    ben.post("/flag/withdrawFlag", withdraw.clone()).await.ok();
    ben.post("/flag/withdrawFlag", withdraw)
        .await
        .refused(404, "Report not found");
    assert_eq!(
        max.get("/flag/getQueueCount").await.ok()["count"],
        json!(49)
    );
    ben.flag("message", &message, "spam").await.ok();
}

#[tokio::test]
async fn the_author_learns_nothing_of_a_report_even_as_a_moderator() {
    let server = Listening::start().await;
    let site = &server.site;
    let [max, ann, ben, _cem] = people(site).await;
    site.appoint("ann").await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let mut author = server.socket_of(&ann).await;
    let mut moderator = server.socket_of(&max).await;
    ben.flag("question", &question, "spam").await.ok();
    let (name, payload) = moderator.event().await;
    assert_eq!((name.as_str(), payload), ("queueUpdate", json!({})));
    assert_eq!(max.get("/flag/getQueueCount").await.ok()["count"], json!(1));
    author.expect_silence().await;
    assert_eq!(ann.queue().await, json!([]));
    assert_eq!(ann.get("/flag/getQueueCount").await.ok()["count"], json!(0));
    let case = id_of(&max.queue().await[0]);
    ann.post("/flag/claimCase", json!({"id": case}))
        .await
        .refused(404, "Report not found");
}

#[tokio::test]
async fn the_reports_of_a_deleted_account_are_gone() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let message = ann.says("buy").await;
    ben.flag("question", &question, "spam").await.ok();
    cem.flag("question", &question, "spam").await.ok();
    ben.flag("message", &message, "spam").await.ok();
    ben.delete("/user/deleteUser/ben").await.ok();
    let queue = max.queue().await;
    assert_eq!(queue.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&queue[0]["flagCount"], &queue[0]["flags"][0]["flaggedBy"]),
        (&json!(1), &json!("cem"))
    );
}
