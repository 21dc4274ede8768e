//! Mentions in the descriptions of communities.

use super::*;
use crate::tests::Reply;
use crate::tests::realtime::Listening;

impl Person {
    /// Creates a community and returns its id.
    async fn founds(&self, visibility: &str, description: &str) -> String {
        let body = json!({"name": "Columns", "visibility": visibility, "description": description});
        id_of(&self.post("/community/addCommunity", body).await.ok())
    }

    async fn describes(&self, community: &str, description: &str) -> Reply {
        let path = format!("/community/editDescription/{community}");
        self.patch(&path, json!({"description": description})).await
    }

    /// Asks to join a private community, whose moderator lets them in.
    async fn comes_in(&self, community: &str, moderator: &Person) {
        self.post(&format!("/addMemberRequest/{community}"), json!({}))
            .await
            .ok();
        let path = format!("/approveMemberRequest/{community}");
        moderator
            .post(&path, json!({"userId": self.name}))
            .await
            .ok();
    }
}

#[tokio::test]
async fn a_new_community_tells_whom_its_description_names() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let community = ann.founds("public", "Ask @Ben or @nobody").await;
    let mentions = ben.mentions().await;
    let expected = json!({
        "_id": mentions[0]["_id"], "kind": "community", "contentId": community, "title": "Columns",
        "mentionedBy": "ann", "text": "Ask @Ben or @nobody", "notified": false,
        "createdAt": "2026-11-21T00:00:00.000Z",
    });
    assert_eq!(mentions, [expected]);
    let path = format!("/community/getCommunity/{community}");
    for path in [&path, &format!("{path}?view=card")] {
        assert_eq!(ben.get(path).await.ok()["mentions"], json!(["ben"]));
    }
}

#[tokio::test]
async fn an_edited_description_tells_only_who_is_named_for_the_first_time() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let cem = site.sign_up("cem").await;
    let community = ann.founds("public", "@ben").await;
    ben.patch("/mention/markMentionsSeen", json!({})).await.ok();
    let edited = ann.describes(&community, "@ben and @cem").await.ok();
    assert_eq!(edited["description"], "@ben and @cem");
    assert_eq!(edited["mentions"], json!(["ben", "cem"]));
    assert_eq!(cem.named_in().await, [community.as_str()]);
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
    let edited = ann.describes(&community, "`@ben`").await.ok();
    assert_eq!(edited.get("mentions"), None);
    assert_eq!(cem.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_description_names_at_most_five_members() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut text = String::new();
    for name in ["b1", "c2", "d3", "e4", "f5", "g6"] {
        site.sign_up(&format!("{name}x")).await;
        text.push_str(&format!("@{name}x "));
    }
    let community = ann.founds("public", "").await;
    let edited = ann.describes(&community, &text).await.ok();
    let names = edited["mentions"].as_array().map(Vec::len);
    assert_eq!(names, Some(5));
}

#[tokio::test]
async fn only_members_of_a_private_community_are_told_of_its_description() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let eve = site.sign_up("eve").await;
    let community = ann.founds("private", "").await;
    ben.comes_in(&community, &ann).await;
    ann.describes(&community, "@ben @eve").await.ok();
    assert_eq!(ben.named_in().await, [community.as_str()]);
    assert_eq!(eve.mentions().await, [] as [Value; 0]);
    // What the author sees does not depend on it.
    let card = format!("/community/getCommunity/{community}?view=card");
    assert_eq!(ann.get(&card).await.ok()["mentions"], json!(["ben", "eve"]));
    let leave = format!("/community/leaveCommunity/{community}");
    ben.post(&leave, json!({})).await.ok();
    assert_eq!(ben.mentions().await, [] as [Value; 0], "they have left");
    ben.comes_in(&community, &ann).await;
    assert_eq!(ben.named_in().await, [community.as_str()]);
}

#[tokio::test]
async fn an_archived_community_keeps_its_description_and_its_mentions() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let community = ann.founds("public", "@ben").await;
    ann.post(
        &format!("/community/archiveCommunity/{community}"),
        json!({}),
    )
    .await
    .ok();
    ann.describes(&community, "new")
        .await
        .refused(409, "This community is archived");
    // It stays readable, like its questions.
    assert_eq!(ben.named_in().await, [community]);
}

#[tokio::test]
async fn moderators_edit_the_description_and_members_do_not() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let community = ann.founds("public", "x").await;
    ben.post(&format!("/addMember/{community}"), json!({}))
        .await
        .ok();
    ben.describes(&community, "y")
        .await
        .refused(403, "Only moderators can do this");
    let path = format!("/addModerator/{community}");
    ann.post(&path, json!({"userId": "ben"})).await.ok();
    ben.describes(&community, "by @ann").await.ok();
    assert_eq!(ann.mentions().await[0]["mentionedBy"], "ben");
    let empty = ben.describes(&community, "  ").await.ok();
    assert_eq!(empty["description"], "");
    let long = "x".repeat(2_001);
    assert_eq!(ben.describes(&community, &long).await.status, 400);
    let path = format!("/community/editDescription/{community}");
    assert_eq!(ben.patch(&path, json!({})).await.status, 400);
}

#[tokio::test]
async fn everyone_who_sees_a_community_is_told_of_its_new_description() {
    let listening = Listening::start().await;
    let (ann, ben) = listening.site.ann_and_ben().await;
    let community = ann.founds("private", "x").await;
    let mut socket = listening.socket_of(&ben).await;
    ann.describes(&community, "ask @ann").await.ok();
    // The same text again changes nothing.
    ann.describes(&community, "ask @ann").await.ok();
    let body = json!({"biography": "end"});
    ann.patch("/user/updateBiography", body).await.ok();
    let events = socket.events_until("end").await;
    let updates: Vec<&Value> = events
        .iter()
        .filter(|(name, _)| name == "communityUpdate")
        .map(|(_, data)| &data["community"])
        .collect();
    assert_eq!(updates.len(), 1);
    assert_eq!(updates[0]["description"], "ask @ann");
    assert_eq!(updates[0]["mentions"], json!(["ann"]));
}
