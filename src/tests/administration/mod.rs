//! Administration routes: posts, accounts, communities, sessions and the server.

mod backups;
mod deletion;
mod figures;
mod log;
mod moderators;
mod removals;
mod users;

use std::os::unix::fs::OpenOptionsExt;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, TestSite, id_of};

const ABSENT: &str = "0000000000001";

impl Person {
    async fn remove(&self, id: &str, reason: &str) -> Value {
        self.post(
            "/administration/removePost",
            json!({"id": id, "reason": reason}),
        )
        .await
        .ok()
    }

    pub(super) async fn question_without_views(&self, question: &str) -> Value {
        let mut question = self
            .get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok();
        question["views"] = json!([]);
        question["viewCount"] = json!(0);
        question
    }
}

/// Creates a site with an administrator and two other users.
pub(super) async fn people(site: &TestSite) -> [Person; 3] {
    let people = [
        site.sign_up("root1").await,
        site.sign_up("ann").await,
        site.sign_up("ben").await,
    ];
    site.promote("root1").await;
    people
}

#[tokio::test]
async fn administrators_archive_and_unarchive_communities() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, _ben] = people(site).await;
    let community = ann.creates_community("columns", "public").await;
    let mut socket = server.socket_of(&ann).await;
    let archived = root
        .post(
            &format!("/administration/archiveCommunity/{community}"),
            json!({}),
        )
        .await
        .ok();
    assert_eq!(
        (&archived["owner"], archived["archivedAt"].is_string()),
        (&json!("ann"), true)
    );
    assert_eq!(socket.event().await.0, "communityUpdate");
    let ask = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    ann.post("/question/addQuestion", ask.clone())
        .await
        .refused(409, "This community is archived");
    assert_eq!(
        root.get("/administration/getCommunities").await.ok()[0]["archivedAt"],
        archived["archivedAt"]
    );
    let back = root
        .post(
            &format!("/administration/unarchiveCommunity/{community}"),
            json!({}),
        )
        .await
        .ok();
    assert_eq!(back.get("archivedAt"), None);
    ann.post("/question/addQuestion", ask).await.ok();
    root.post(
        &format!("/administration/archiveCommunity/{ABSENT}"),
        json!({}),
    )
    .await
    .refused(404, "Community not found");
}
