//! Suggested edits in the queue of moderators.

use super::*;
use crate::core::id::Id;
use crate::tests::doctor::sound_site;

impl Person {
    /// Suggests an edit of an answer.
    pub(in crate::tests) async fn suggests(&self, answer: &str, text: &str) -> String {
        let edits = self.get(&format!("/post/getSuggestedEdits/{answer}")).await;
        let revision = edits.ok()["revisionId"].clone();
        let body = json!({"id": answer, "revisionId": revision, "text": text, "reason": "clearer"});
        let edits = self.post("/post/suggestEdit", body).await.ok();
        id_of(&edits["suggestions"][0])
    }

    /// Returns the ids of the suggested edits in a queue.
    async fn queued_edits(&self, query: &str) -> Vec<String> {
        let edits = self.get(&format!("/flag/getQueuedEdits{query}")).await;
        let edits = edits.ok();
        edits.as_array().expect("edits").iter().map(id_of).collect()
    }

    async fn waiting(&self) -> Value {
        self.get("/flag/getQueueCount").await.ok()["count"].clone()
    }
}

#[tokio::test]
async fn moderators_see_the_suggested_edits_about_which_they_decide() {
    let server = Listening::start().await;
    let site = &server.site;
    let [max, ann, ben, cem] = people(site).await;
    let community = ann.creates_community("Columns", "private").await;
    for member in ["ben", "cem"] {
        site.sql(&format!(
            "INSERT INTO memberships (community_id, user_id, role, joined_at) SELECT c.id, u.id, 'member', 0 FROM communities c, users u WHERE u.username = '{member}'"
        ));
    }
    let secret = ben.ask_in(&community, "Secret").await;
    let hidden = ben.answer(&secret, "zebra").await;
    let question = ben.ask("Giraffe", "tall", &["animal"]).await;
    let public = ben.answer(&question, "yes").await;
    let mut sockets = [server.socket_of(&max).await, server.socket_of(&ann).await];
    let in_private = cem.suggests(&hidden, "a zebra").await;
    let in_public = cem.suggests(&public, "yes, very").await;
    // The site moderator hears of the public one alone.
    for (socket, expected) in sockets.iter_mut().zip([1, 1]) {
        for _ in 0..expected {
            while socket.event().await.0 != "queueUpdate" {}
        }
        socket.expect_silence().await;
    }
    assert_eq!(max.queued_edits("").await, [in_public.as_str()]);
    assert_eq!(ann.queued_edits("").await, [in_private.as_str()]);
    let of_community = format!("?community={community}");
    assert_eq!(ann.queued_edits(&of_community).await, [in_private.as_str()]);
    assert!(max.queued_edits(&of_community).await.is_empty());
    for (person, path) in [(&ben, ""), (&cem, &*of_community)] {
        let path = format!("/flag/getQueuedEdits{path}");
        assert!(
            [403, 404].contains(&person.get(&path).await.status.as_u16()),
            "{path}"
        );
    }
    assert_eq!([max.waiting().await, ann.waiting().await], [1, 1]);
    assert_eq!(ben.waiting().await, 0);
    let listed = ann.get("/flag/getQueuedEdits").await.ok()[0].clone();
    let expected = json!({"_id": in_private, "suggestedBy": "cem", "suggestedAt": listed["suggestedAt"], "postId": hidden, "qid": secret, "title": "Secret", "reason": "clearer"});
    assert_eq!(listed, expected);
    // A site moderator who is a member sees both.
    site.sql("INSERT INTO memberships (community_id, user_id, role, joined_at) SELECT c.id, u.id, 'member', 0 FROM communities c, users u WHERE u.username = 'max1'");
    assert_eq!(
        max.queued_edits("").await,
        [in_private.as_str(), in_public.as_str()]
    );
    assert_eq!(max.queued_edits("?limit=1").await, [in_private.as_str()]);
    let decision = json!({"id": in_public, "accepted": false, "note": ""});
    ben.post("/post/decideSuggestedEdit", decision).await.ok();
    assert_eq!(max.queued_edits("").await, [in_private.as_str()]);
    site.sql("UPDATE users SET disabled_at = 1 WHERE username = 'cem'");
    assert!(max.queued_edits("").await.is_empty(), "suspended");
    assert_eq!(max.waiting().await, 0);
    site.sql("UPDATE users SET disabled_at = NULL WHERE username = 'cem'");
    assert_eq!(max.waiting().await, 1);
    ben.delete_with("/answer/deleteAnswer", json!({"aid": hidden}))
        .await
        .ok();
    assert!(max.queued_edits("").await.is_empty(), "deleted");
}

#[tokio::test]
async fn suggested_edits_come_in_pages_oldest_first() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let mut suggested = Vec::new();
    for number in 0..12 {
        let question = ann.ask(&format!("Zebra {number}"), "x", &["animal"]).await;
        let answer = ann.answer(&question, "y").await;
        suggested.push(ben.suggests(&answer, "z").await);
    }
    let first = max.get("/flag/getQueuedEdits?limit=10").await;
    assert_eq!(first.header("x-total-count"), "12");
    let next = first.header("link").to_owned();
    let next = next.strip_prefix('<').and_then(|link| link.split_once('>'));
    let next = next.expect("a next page").0;
    let mut seen: Vec<String> = first
        .ok()
        .as_array()
        .expect("edits")
        .iter()
        .map(id_of)
        .collect();
    let second = max.get(next).await.ok();
    seen.extend(second.as_array().expect("edits").iter().map(id_of));
    assert_eq!(seen, suggested);
    assert_eq!(max.waiting().await, 12);
}

/// The number of members who suggest one edit each of a post.
const CROWD: usize = 2_100;

impl TestSite {
    /// Lets new members, named after `place`, suggest an edit of an answer each, before everybody else did.
    fn crowd(&self, place: usize, answer: &str) {
        let first = place * CROWD;
        let answer = answer.parse::<Id>().expect("an id").as_i64();
        self.sql(&format!(
            "INSERT INTO users (id, username, name_key, created_at)
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {CROWD})
             SELECT {first} + i, 'crowd' || ({first} + i), 'crowd' || ({first} + i), {place} FROM n;
             INSERT INTO suggested_edits (id, post_id, user_id, revision_id, reason, text)
             SELECT id, {answer}, id, (SELECT id FROM revisions WHERE post_id = {answer}), '', 'x' FROM users WHERE created_at = {place};"
        ));
    }
}

#[tokio::test]
async fn suggested_edits_elsewhere_hide_none_of_a_queue() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let communities = [
        ann.creates_community("Columns", "private").await,
        ben.creates_community("Rows", "private").await,
    ];
    let mut answers = Vec::new();
    for (owner, community) in [&ann, &ben].into_iter().zip(&communities) {
        let question = owner.ask_in(community, "Secret").await;
        answers.push(owner.answer(&question, "zebra").await);
    }
    let question = ann.ask_in(&communities[0], "Another").await;
    let deleted = ann.answer(&question, "giraffe").await;
    let kept = ann.answer(&question, "okapi").await;
    let public = ben.ask("Zebra", "striped", &["animal"]).await;
    let public = ben.answer(&public, "yes").await;
    site.sql("INSERT INTO memberships (community_id, user_id, role, joined_at) SELECT c.id, u.id, 'member', 0 FROM communities c, users u WHERE u.username = 'cem'");
    let edits = [
        cem.suggests(&answers[0], "a zebra").await,
        cem.suggests(&answers[1], "a zebra").await,
        cem.suggests(&public, "yes, very").await,
    ];
    let queues = async |expected: [&[&str]; 3]| {
        for (person, expected) in [&ann, &ben, &max].into_iter().zip(expected) {
            assert_eq!(person.queued_edits("").await, expected, "{}", person.name);
            assert_eq!(person.waiting().await, expected.len(), "{}", person.name);
        }
    };
    queues([&[&edits[0]], &[&edits[1]], &[&edits[2]]]).await;
    // Those of a deleted post and of disabled members do not wait.
    site.crowd(1, &deleted);
    ann.delete_with("/answer/deleteAnswer", json!({"aid": deleted}))
        .await
        .ok();
    site.crowd(2, &kept);
    site.sql("UPDATE users SET disabled_at = 1 WHERE created_at = 2");
    queues([&[&edits[0]], &[&edits[1]], &[&edits[2]]]).await;
    // Those of another community wait there, those of no community for the site moderators.
    site.crowd(3, &answers[1]);
    assert_eq!(ben.waiting().await, 999);
    assert_eq!(ann.waiting().await, 1);
    assert_eq!(ann.queued_edits("").await, [edits[0].as_str()]);
    assert_eq!(
        [max.waiting().await, max.queued_edits("").await.len().into()],
        [1, 1]
    );
    site.crowd(4, &public);
    assert_eq!([max.waiting().await, ann.waiting().await], [999, 1]);
    let listed = max.get("/flag/getQueuedEdits?limit=5").await;
    assert_eq!(listed.header("x-total-count"), "999");
    assert_eq!(ann.queued_edits("").await, [edits[0].as_str()]);
    sound_site(&site, "crowds");
}

#[tokio::test]
async fn a_suggested_edit_waits_where_its_question_is() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let columns = ann.creates_community("Columns", "public").await;
    let rows = ben.creates_community("Rows", "private").await;
    let question = ann.ask_in(&columns, "Giraffe").await;
    let answer = ann.answer(&question, "tall").await;
    site.sql("INSERT INTO memberships (community_id, user_id, role, joined_at) SELECT c.id, u.id, 'member', 0 FROM communities c, users u WHERE u.username = 'cem' AND c.name = 'Columns'");
    let edit = cem.suggests(&answer, "very tall").await;
    let waiting = async || {
        let mut found = Vec::new();
        for person in [&ann, &ben, &max] {
            found.push(person.queued_edits("").await == [edit.as_str()]);
        }
        found
    };
    assert_eq!(waiting().await, [true, false, true]);
    site.sql("INSERT INTO memberships (community_id, user_id, role, joined_at) SELECT c.id, u.id, 'moderator', 0 FROM communities c, users u WHERE u.username = 'ann' AND c.name = 'Rows'");
    let moved = json!({"id": question, "communityId": rows, "reason": "there"});
    ann.post("/moderation/moveQuestion", moved).await.ok();
    assert_eq!(waiting().await, [true, true, false]);
    site.sql("DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'ann') AND community_id = (SELECT id FROM communities WHERE name = 'Rows')");
    assert_eq!(waiting().await, [false, true, false]);
    sound_site(&site, "a move");
}
