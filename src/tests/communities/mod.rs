//! Communities: membership, roles, visibility and events.

mod archive;
mod events;
mod lists;
mod moderators;
mod requests;

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{Person, Reply, TestSite, id_of};

const ABSENT: &str = "0000000000001";
const AS_YOURSELF: &str = "You can only do this as yourself";
const BY_REQUEST: &str = "Must request access to join this community.";
const MODERATORS_ONLY: &str = "Only moderators can do this";
const OWNER_ONLY: &str = "Only the owner can do this";
const NO_REQUEST: &str = "Join request not found";
const NO_MEMBER: &str = "Member not found";
const ARCHIVED: &str = "This community is archived";
const HAND_OVER_FIRST: &str = "Hand the community over before you leave it";

impl Person {
    /// Creates a community and returns its id.
    pub async fn creates_community(&self, name: &str, visibility: &str) -> String {
        id_of(
            &self
                .post(
                    "/addCommunity",
                    json!({"name": name, "visibility": visibility}),
                )
                .await
                .ok(),
        )
    }

    async fn joins(&self, community: &str) -> Reply {
        self.post(
            &format!("/addMember/{community}"),
            json!({"userId": self.name}),
        )
        .await
    }

    async fn requests(&self, community: &str) -> Reply {
        self.post(
            &format!("/addMemberRequest/{community}"),
            json!({"userId": self.name}),
        )
        .await
    }

    async fn approves(&self, community: &str, user: &str) -> Reply {
        self.post(
            &format!("/approveMemberRequest/{community}"),
            json!({"userId": user}),
        )
        .await
    }

    async fn rejects(&self, community: &str, user: &str) -> Reply {
        self.delete_with(
            &format!("/rejectMemberRequest/{community}"),
            json!({"userId": user}),
        )
        .await
    }

    async fn promotes(&self, community: &str, user: &str) -> Reply {
        self.post(
            &format!("/addModerator/{community}"),
            json!({"userId": user}),
        )
        .await
    }

    async fn demotes(&self, community: &str, user: &str) -> Reply {
        self.delete_with(
            &format!("/community/removeModerator/{community}"),
            json!({"userId": user}),
        )
        .await
    }

    async fn removes(&self, community: &str, user: &str) -> Reply {
        self.delete_with(
            &format!("/community/removeMember/{community}"),
            json!({"userId": user}),
        )
        .await
    }

    async fn leaves(&self, community: &str) -> Reply {
        self.post(&format!("/community/leaveCommunity/{community}"), json!({}))
            .await
    }

    async fn transfers(&self, community: &str, user: &str) -> Reply {
        self.post(
            &format!("/community/handOverCommunity/{community}"),
            json!({"userId": user}),
        )
        .await
    }

    async fn archives(&self, community: &str) -> Reply {
        self.post(
            &format!("/community/archiveCommunity/{community}"),
            json!({}),
        )
        .await
    }

    async fn unarchives(&self, community: &str) -> Reply {
        self.post(
            &format!("/community/unarchiveCommunity/{community}"),
            json!({}),
        )
        .await
    }

    async fn asks_in(&self, community: &str, title: &str) -> Reply {
        let question =
            json!({"title": title, "text": "x", "tags": [{"name": "a"}], "communityId": community});
        self.post("/question/addQuestion", question).await
    }

    /// Returns the community as this user sees it.
    async fn sees(&self, community: &str) -> Value {
        self.get(&format!("/community/getCommunity/{community}"))
            .await
            .ok()
    }

    async fn card(&self, community: &str) -> Value {
        self.get(&format!("/community/getCommunity/{community}?view=card"))
            .await
            .ok()
    }

    /// Joins a private community: requests membership, and `moderator` approves.
    async fn joins_by_request(&self, community: &str, moderator: &Person) {
        self.requests(community).await.ok();
        moderator.approves(community, &self.name).await.ok();
    }
}

async fn sign_up_all<const N: usize>(site: &TestSite, names: [&str; N]) -> [Person; N] {
    let mut people = Vec::new();
    for name in names {
        people.push(site.sign_up(name).await);
        // Memberships are ordered by time.
        site.clock.advance(Duration::from_millis(1));
    }
    people
        .try_into()
        .unwrap_or_else(|_| unreachable!("as many people as names"))
}

/// Returns the text under `key` of each item of a list.
fn each(list: &Value, key: &str) -> Vec<String> {
    list.as_array()
        .expect("an array")
        .iter()
        .map(|item| item[key].as_str().expect("text").to_owned())
        .collect()
}

#[tokio::test]
async fn a_new_community_has_only_its_owner() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let sent = json!({
        "name": "  Haskell \n users ", "description": " pure\r\nfun \u{1f40e} ", "owner": "ann", "_id": ABSENT, "members": ["ben"],
        "moderators": ["ben"], "memberRequests": [{"userId": "ben"}], "questions": [ABSENT], "memberCount": 7, "createdAt": "1999-01-01",
    });
    let created = ann.post("/addCommunity", sent).await.ok();
    let id = id_of(&created);
    let expected = json!({
        "_id": id, "name": "Haskell users", "description": "pure\nfun \u{1f40e}", "visibility": "public", "owner": "ann", "members": ["ann"],
        "moderators": ["ann"], "memberRequests": [], "questions": [], "memberCount": 1, "createdAt": "2026-11-21T00:00:00.002Z",
    });
    assert_eq!(created, expected);
    for person in [&ann, &ben] {
        assert_eq!(person.sees(&id).await, expected);
        assert_eq!(
            person.get("/community/getAllCommunities").await.ok(),
            json!([expected])
        );
    }
}

#[tokio::test]
async fn users_found_communities_only_as_themselves() {
    let site = TestSite::new();
    let ben = site.sign_up("ben").await;
    ben.post("/addCommunity", json!({"name": "Haskell", "owner": "ann"}))
        .await
        .refused(403, AS_YOURSELF);
}

#[tokio::test]
async fn a_community_may_be_private() {
    let site = TestSite::new();
    let ben = site.sign_up("ben").await;
    assert_eq!(
        ben.post(
            "/community/addCommunity",
            json!({"name": "other", "visibility": "private"})
        )
        .await
        .ok()["visibility"],
        "private"
    );
}

#[tokio::test]
async fn a_community_is_requested_by_id_in_a_known_view() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let id = ann.creates_community("C", "public").await;
    ann.get(&format!("/community/getCommunity/{ABSENT}"))
        .await
        .refused(404, "Community not found");
    ann.get(&format!("/community/getCommunity/{id}?view=x"))
        .await
        .refused(400, "Invalid view");
}

#[tokio::test]
async fn invalid_communities_are_rejected() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    ann.creates_community("Über \u{1f40e}", "private").await;
    for (body, status, sentence) in [
        (json!({}), 400, "Community name cannot be empty"),
        (
            json!({"name": " \n\t"}),
            400,
            "Community name cannot be empty",
        ),
        (
            json!({"name": "x".repeat(101)}),
            400,
            "Community name cannot be more than 100 characters",
        ),
        (
            json!({"name": "a\u{0}b"}),
            400,
            "Text cannot contain the NUL character",
        ),
        (
            json!({"name": "a", "description": "x".repeat(2_001)}),
            400,
            "Community description cannot be more than 2000 characters",
        ),
        (
            json!({"name": "a", "visibility": "secret"}),
            400,
            "Invalid visibility",
        ),
        (
            json!({"name": "a", "visibility": "Public"}),
            400,
            "Invalid visibility",
        ),
        (
            json!({"name": " über  \u{1f40e}"}),
            409,
            "Community name already exists.",
        ),
    ] {
        ben.post("/addCommunity", body)
            .await
            .refused(status, sentence);
    }
}

#[tokio::test]
async fn the_name_of_an_archived_community_stays_taken() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let first = ann.creates_community("Über \u{1f40e}", "private").await;
    ann.archives(&first).await.ok();
    ben.post("/addCommunity", json!({"name": "ÜBER \u{1f40e}"}))
        .await
        .refused(409, "Community name already exists.");
    assert_eq!(
        ben.get("/community/getAllCommunities").await.ok(),
        json!([])
    );
}

#[tokio::test]
async fn names_and_descriptions_of_maximum_length_are_accepted() {
    let site = TestSite::new();
    let ben = site.sign_up("ben").await;
    ben.post(
        "/addCommunity",
        json!({"name": "\u{1f40e}".repeat(100), "description": "x".repeat(2_000)}),
    )
    .await
    .ok();
}

#[tokio::test]
async fn users_join_a_public_community_once() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let id = ann.creates_community("C", "public").await;
    let ben_id = id_of(&ben.get("/user/me").await.ok());
    for (path, body) in [
        (format!("/addMember/{id}"), json!({"userId": "ben"})),
        (format!("/addMember/{id}"), json!({"userId": ben_id})),
        (format!("/community/addMember/{id}"), json!({})),
    ] {
        let joined = ben.post(&path, body).await.ok();
        assert_eq!(
            (&joined["members"], &joined["memberCount"]),
            (&json!(["ann", "ben"]), &json!(2))
        );
    }
}

#[tokio::test]
async fn users_join_only_for_themselves_and_without_a_request() {
    let site = TestSite::new();
    let [ann, ben, cem] = sign_up_all(&site, ["ann", "ben", "cem"]).await;
    let id = ann.creates_community("C", "public").await;
    let ben_id = id_of(&ben.get("/user/me").await.ok());
    ben.joins(&id).await.ok();
    cem.post(&format!("/addMember/{id}"), json!({"userId": "ben"}))
        .await
        .refused(403, AS_YOURSELF);
    cem.post(&format!("/addMember/{id}"), json!({"userId": ben_id}))
        .await
        .refused(403, AS_YOURSELF);
    cem.joins(ABSENT).await.refused(404, "Community not found");
    cem.requests(&id)
        .await
        .refused(400, "Anyone can join this community");
    ben.requests(&id)
        .await
        .refused(400, "Anyone can join this community");
    assert_eq!(cem.sees(&id).await["members"], json!(["ann", "ben"]));
}

#[tokio::test]
async fn only_members_ask_in_a_public_community_and_all_users_read_it() {
    let site = TestSite::new();
    let [ann, ben, cem] = sign_up_all(&site, ["ann", "ben", "cem"]).await;
    let id = ann.creates_community("C", "public").await;
    ben.joins(&id).await.ok();
    cem.asks_in(&id, "T")
        .await
        .refused(403, "Please join the community to ask a question.");
    cem.asks_in(ABSENT, "T")
        .await
        .refused(404, "Community not found");
    let question = id_of(&ben.asks_in(&id, "T").await.ok());
    assert_eq!(cem.sees(&id).await["questions"], json!([question]));
    assert_eq!(
        cem.titles(&format!("/getCommunityQuestions/{id}")).await,
        ["T"]
    );
}

/// Returns the counts that triggers maintain, and the actual counts.
async fn stored_and_actual_counts(site: &TestSite) -> Vec<(String, String)> {
    let counted = site.site.app.db.read(|read| {
        read.all(
            "SELECT concat_ws(' ', c.name, c.member_count, c.moderator_count, c.request_count, c.question_count, t.communities),
                    concat_ws(' ', c.name, (SELECT count(*) FROM memberships m WHERE m.community_id = c.id),
                        (SELECT count(*) FROM memberships m WHERE m.community_id = c.id AND m.role = 'moderator'),
                        (SELECT count(*) FROM membership_requests r WHERE r.community_id = c.id),
                        (SELECT count(*) FROM questions q WHERE q.community_id = c.id AND q.scope IS NOT NULL),
                        (SELECT count(*) FROM communities WHERE archived_at IS NULL))
             FROM communities c, community_counts t",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    });
    counted.await.unwrap()
}

#[tokio::test]
async fn concurrent_membership_changes_take_effect_once() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    let names = join_all((0..10).map(|_| ann.post("/addCommunity", json!({"name": "one"})))).await;
    assert_eq!(names.iter().filter(|reply| reply.status == 200).count(), 1);
    let (public, private) = (
        ann.creates_community("open", "public").await,
        ann.creates_community("closed", "private").await,
    );
    for reply in join_all((0..20).map(|_| ben.joins(&public))).await {
        assert_eq!(reply.ok()["members"], json!(["ann", "ben"]));
    }
    for reply in join_all((0..20).map(|_| ben.requests(&private))).await {
        assert_eq!(reply.ok()["memberRequests"].as_array().unwrap().len(), 1);
    }
    // Of concurrent decisions one succeeds; the others find no request.
    let decisions = join_all((0..20).map(async |n| {
        if n % 2 == 0 {
            ann.approves(&private, "ben").await
        } else {
            ann.rejects(&private, "ben").await
        }
    }))
    .await;
    assert_eq!(
        decisions.iter().filter(|reply| reply.status == 200).count(),
        1
    );
    decisions
        .iter()
        .filter(|reply| reply.status != 200)
        .for_each(|reply| reply.refused(404, NO_REQUEST));
    cem.joins_by_request(&private, &ann).await;
    let promotions = join_all((0..20).map(async |n| match n % 3 {
        0 => ann.promotes(&private, "cem").await,
        1 => ann.demotes(&private, "cem").await,
        _ => cem.leaves(&private).await,
    }));
    for reply in promotions.await {
        assert!(
            reply.status == 200 || reply.text == NO_MEMBER,
            "{}",
            reply.text
        );
    }
    let transfers = join_all([
        ann.transfers(&public, "ben"),
        ann.transfers(&public, "ben"),
        ben.transfers(&public, "ann"),
    ]);
    for reply in transfers.await {
        assert!(
            reply.status == 200 || reply.text == OWNER_ONLY,
            "{}",
            reply.text
        );
    }
    let seen = dan.sees(&public).await;
    assert!(
        seen["moderators"]
            .as_array()
            .unwrap()
            .contains(&seen["owner"])
    );
    for (counted, there) in stored_and_actual_counts(&site).await {
        assert_eq!(counted, there);
    }
}
