//! Communities: who joins how, who may do what in them, who is shown what, and who is told.

mod lists;
mod live;

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
    /// Makes a community and returns its id.
    pub async fn founds(&self, name: &str, visibility: &str) -> String {
        id_of(&self.post("/addCommunity", json!({"name": name, "visibility": visibility})).await.ok())
    }

    async fn joins(&self, community: &str) -> Reply {
        self.post(&format!("/addMember/{community}"), json!({"userId": self.name})).await
    }

    async fn requests(&self, community: &str) -> Reply {
        self.post(&format!("/addMemberRequest/{community}"), json!({"userId": self.name})).await
    }

    async fn approves(&self, community: &str, user: &str) -> Reply {
        self.post(&format!("/approveMemberRequest/{community}"), json!({"userId": user})).await
    }

    async fn rejects(&self, community: &str, user: &str) -> Reply {
        self.delete_with(&format!("/rejectMemberRequest/{community}"), json!({"userId": user})).await
    }

    async fn promotes(&self, community: &str, user: &str) -> Reply {
        self.post(&format!("/addModerator/{community}"), json!({"userId": user})).await
    }

    async fn demotes(&self, community: &str, user: &str) -> Reply {
        self.delete_with(&format!("/community/removeModerator/{community}"), json!({"userId": user})).await
    }

    async fn removes(&self, community: &str, user: &str) -> Reply {
        self.delete_with(&format!("/community/removeMember/{community}"), json!({"userId": user})).await
    }

    async fn leaves(&self, community: &str) -> Reply {
        self.post(&format!("/community/leaveCommunity/{community}"), json!({})).await
    }

    async fn hands_over(&self, community: &str, user: &str) -> Reply {
        self.post(&format!("/community/handOverCommunity/{community}"), json!({"userId": user})).await
    }

    async fn archives(&self, community: &str) -> Reply {
        self.post(&format!("/community/archiveCommunity/{community}"), json!({})).await
    }

    async fn unarchives(&self, community: &str) -> Reply {
        self.post(&format!("/community/unarchiveCommunity/{community}"), json!({})).await
    }

    async fn asks_in(&self, community: &str, title: &str) -> Reply {
        let question = json!({"title": title, "text": "x", "tags": [{"name": "a"}], "communityId": community});
        self.post("/question/addQuestion", question).await
    }

    /// A community as this person sees it.
    async fn sees(&self, community: &str) -> Value {
        self.get(&format!("/community/getCommunity/{community}")).await.ok()
    }

    async fn card(&self, community: &str) -> Value {
        self.get(&format!("/community/getCommunity/{community}?view=card")).await.ok()
    }

    /// Gets into a private community: asks, and is let in by `moderator`.
    async fn is_let_into(&self, community: &str, moderator: &Person) {
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
    people.try_into().unwrap_or_else(|_| unreachable!("as many people as names"))
}

/// The text under `key` of each item of a list.
fn each(list: &Value, key: &str) -> Vec<String> {
    list.as_array().expect("an array").iter().map(|item| item[key].as_str().expect("text").to_owned()).collect()
}

#[tokio::test]
async fn a_new_community_has_its_founder_and_nothing_else() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let sent = json!({
        "name": "  Haskell \n users ", "description": " pure\r\nfun \u{1f40e} ", "owner": "ann", "_id": ABSENT, "members": ["ben"],
        "moderators": ["ben"], "memberRequests": [{"userId": "ben"}], "questions": [ABSENT], "memberCount": 7, "createdAt": "1999-01-01",
    });
    let made = ann.post("/addCommunity", sent.clone()).await.ok();
    let id = id_of(&made);
    let expected = json!({
        "_id": id, "name": "Haskell users", "description": "pure\nfun \u{1f40e}", "visibility": "public", "owner": "ann", "members": ["ann"],
        "moderators": ["ann"], "memberRequests": [], "questions": [], "memberCount": 1, "createdAt": "2026-11-21T00:00:00.002Z",
    });
    assert_eq!(made, expected);
    for person in [&ann, &ben] {
        assert_eq!(person.sees(&id).await, expected);
        assert_eq!(person.get("/community/getAllCommunities").await.ok(), json!([expected]));
    }
    ben.post("/addCommunity", sent).await.refused(403, AS_YOURSELF);
    assert_eq!(ben.post("/community/addCommunity", json!({"name": "other", "visibility": "private"})).await.ok()["visibility"], "private");
    ann.get(&format!("/community/getCommunity/{ABSENT}")).await.refused(404, "Community not found");
    ann.get(&format!("/community/getCommunity/{id}?view=x")).await.refused(400, "Invalid view");
}

#[tokio::test]
async fn bad_communities_are_not_made() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let first = ann.founds("Über \u{1f40e}", "private").await;
    for (body, status, sentence) in [
        (json!({}), 400, "Community name cannot be empty"),
        (json!({"name": " \n\t"}), 400, "Community name cannot be empty"),
        (json!({"name": "x".repeat(101)}), 400, "Community name cannot be more than 100 characters"),
        (json!({"name": "a\u{0}b"}), 400, "Text cannot contain the NUL character"),
        (json!({"name": "a", "description": "x".repeat(2_001)}), 400, "Community description cannot be more than 2000 characters"),
        (json!({"name": "a", "visibility": "secret"}), 400, "Invalid visibility"),
        (json!({"name": "a", "visibility": "Public"}), 400, "Invalid visibility"),
        (json!({"name": " über  \u{1f40e}"}), 409, "Community name already exists."),
    ] {
        ben.post("/addCommunity", body).await.refused(status, sentence);
    }
    // The name of an archived one stays taken.
    ann.archives(&first).await.ok();
    ben.post("/addCommunity", json!({"name": "ÜBER \u{1f40e}"})).await.refused(409, "Community name already exists.");
    assert_eq!(ben.get("/community/getAllCommunities").await.ok(), json!([]));
    ben.post("/addCommunity", json!({"name": "\u{1f40e}".repeat(100), "description": "x".repeat(2_000)})).await.ok();
}

#[tokio::test]
async fn anyone_joins_a_public_community_once_and_only_himself() {
    let site = TestSite::new();
    let [ann, ben, cem] = sign_up_all(&site, ["ann", "ben", "cem"]).await;
    let id = ann.founds("C", "public").await;
    let ben_id = id_of(&ben.get("/user/me").await.ok());
    for (path, body) in [
        (format!("/addMember/{id}"), json!({"userId": "ben"})),
        (format!("/addMember/{id}"), json!({"userId": ben_id})),
        (format!("/community/addMember/{id}"), json!({})),
    ] {
        let joined = ben.post(&path, body).await.ok();
        assert_eq!((&joined["members"], &joined["memberCount"]), (&json!(["ann", "ben"]), &json!(2)));
    }
    cem.post(&format!("/addMember/{id}"), json!({"userId": "ben"})).await.refused(403, AS_YOURSELF);
    cem.post(&format!("/addMember/{id}"), json!({"userId": ben_id})).await.refused(403, AS_YOURSELF);
    cem.joins(ABSENT).await.refused(404, "Community not found");
    cem.requests(&id).await.refused(400, "Anyone can join this community");
    ben.requests(&id).await.refused(400, "Anyone can join this community");
    assert_eq!(cem.sees(&id).await["members"], json!(["ann", "ben"]));

    cem.asks_in(&id, "T").await.refused(403, "Please join the community to ask a question.");
    cem.asks_in(ABSENT, "T").await.refused(404, "Community not found");
    let question = id_of(&ben.asks_in(&id, "T").await.ok());
    assert_eq!(cem.sees(&id).await["questions"], json!([question]));
    assert_eq!(cem.titles(&format!("/getCommunityQuestions/{id}")).await, ["T"]);
}

#[tokio::test]
async fn a_private_community_is_entered_by_request() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    let id = ann.founds("Secret", "private").await;
    let question = id_of(&ann.asks_in(&id, "hidden").await.ok());
    ben.joins(&id).await.refused(403, BY_REQUEST);
    ben.post(&format!("/addMemberRequest/{id}"), json!({"userId": "ann"})).await.refused(403, AS_YOURSELF);
    ben.requests(ABSENT).await.refused(404, "Community not found");

    let bare = json!({
        "_id": id, "name": "Secret", "description": "", "visibility": "private", "owner": "ann", "members": [], "moderators": [],
        "memberRequests": [], "questions": [], "memberCount": 1, "createdAt": "2026-11-21T00:00:00.004Z",
    });
    assert_eq!(ben.sees(&id).await, bare);
    site.clock.advance(Duration::from_millis(1));
    let mut waiting = bare.clone();
    let request = |person: &Person, user: &Value, at: &str| json!({"userId": user["_id"], "requestedAt": format!("2026-11-21T00:00:00.{at}Z"), "user": {"_id": user["_id"], "username": person.name}});
    let (ben_user, cem_user) = (ben.get("/user/me").await.ok(), cem.get("/user/me").await.ok());
    waiting["memberRequests"] = json!([request(&ben, &ben_user, "005")]);
    assert_eq!(ben.requests(&id).await.ok(), waiting);
    // Again, in the other spelling, by id: the request stays as it is.
    site.clock.advance(Duration::from_millis(1));
    assert_eq!(ben.post(&format!("/community/addMemberRequest/{id}"), json!({"userId": ben_user["_id"]})).await.ok(), waiting);
    ben.joins(&id).await.refused(403, BY_REQUEST);
    cem.requests(&id).await.ok();
    let requests = json!([request(&ben, &ben_user, "005"), request(&cem, &cem_user, "006")]);
    assert_eq!(ann.sees(&id).await["memberRequests"], requests);
    assert_eq!(dan.sees(&id).await, bare);
    let waiting_list = ann.get(&format!("/community/getMemberRequests/{id}?limit=1")).await;
    assert_eq!((waiting_list.ok(), waiting_list.header("x-total-count")), (json!([requests[0]]), "2"));

    for outsider in [&ben, &dan] {
        for reply in [outsider.approves(&id, "cem").await, outsider.rejects(&id, "ben").await, outsider.promotes(&id, "ben").await] {
            reply.refused(403, MODERATORS_ONLY);
        }
        outsider.get(&format!("/community/getMemberRequests/{id}")).await.refused(403, MODERATORS_ONLY);
        assert_eq!(outsider.get(&format!("/community/getMembers/{id}")).await.ok(), json!([]));
        assert_eq!(outsider.titles(&format!("/getCommunityQuestions/{id}")).await, [""; 0]);
        outsider.get(&format!("/question/getQuestionById/{question}")).await.refused(404, "Question not found");
        outsider.asks_in(&id, "T").await.refused(403, "Please join the community to ask a question.");
    }

    // By name and by id, in both spellings.
    let with_ben = ann.approves(&id, "BEN").await.ok();
    assert_eq!((&with_ben["members"], &with_ben["memberRequests"]), (&json!(["ann", "ben"]), &json!([requests[1]])));
    let without_cem = ann.delete_with(&format!("/community/rejectMemberRequest/{id}"), json!({"userId": cem_user["_id"]})).await.ok();
    assert_eq!((&without_cem["members"], &without_cem["memberRequests"]), (&json!(["ann", "ben"]), &json!([])));
    for user in ["ben", "cem", "dan", "nobody", "", ABSENT] {
        ann.approves(&id, user).await.refused(404, NO_REQUEST);
        ann.rejects(&id, user).await.refused(404, NO_REQUEST);
    }
    let mut outside = bare.clone();
    outside["memberCount"] = json!(2);
    assert_eq!(cem.sees(&id).await, outside);
    let inside = ben.sees(&id).await;
    assert_eq!(
        (&inside["members"], &inside["moderators"], &inside["questions"]),
        (&json!(["ann", "ben"]), &json!(["ann"]), &json!([question]))
    );
    ben.get(&format!("/question/getQuestionById/{question}")).await.ok();
    ben.approves(&id, "cem").await.refused(403, MODERATORS_ONLY);
    // For a member there is nothing left to ask for.
    assert_eq!(ben.requests(&id).await.ok(), inside);
    assert_eq!(ben.joins(&id).await.ok(), inside);
    // Who was turned down may ask again, and take that back.
    assert_eq!(cem.requests(&id).await.ok()["memberRequests"][0]["user"]["username"], "cem");
    assert_eq!(cem.leaves(&id).await.ok(), outside);
    ann.approves(&id, "cem").await.refused(404, NO_REQUEST);
}

#[tokio::test]
async fn who_may_promote_demote_and_remove_whom() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    for visibility in ["public", "private"] {
        let id = ann.founds(visibility, visibility).await;
        for person in [&ben, &cem, &dan] {
            if visibility == "public" {
                person.joins(&id).await.ok();
            } else {
                person.is_let_into(&id, &ann).await;
            }
            site.clock.advance(Duration::from_millis(1));
        }
        let roles = async || {
            let seen = ann.sees(&id).await;
            (seen["owner"].clone(), seen["members"].clone(), seen["moderators"].clone())
        };
        ben.promotes(&id, "ben").await.refused(403, MODERATORS_ONLY);
        ann.promotes(&id, "nobody").await.refused(404, NO_MEMBER);
        for _ in 0..2 {
            assert_eq!(ann.promotes(&id, "ben").await.ok()["moderators"], json!(["ann", "ben"]));
        }
        ben.post(&format!("/community/addModerator/{id}"), json!({"userId": "cem"})).await.ok();
        assert_eq!(roles().await, (json!("ann"), json!(["ann", "ben", "cem", "dan"]), json!(["ann", "ben", "cem"])));

        ben.demotes(&id, "cem").await.refused(403, OWNER_ONLY);
        dan.demotes(&id, "cem").await.refused(403, OWNER_ONLY);
        ann.demotes(&id, "ann").await.refused(409, "The owner is always a moderator");
        ann.demotes(&id, "nobody").await.refused(404, NO_MEMBER);
        for _ in 0..2 {
            assert_eq!(ann.demotes(&id, "cem").await.ok()["moderators"], json!(["ann", "ben"]));
        }
        cem.removes(&id, "dan").await.refused(403, MODERATORS_ONLY);
        ben.promotes(&id, "dan").await.ok();
        ben.removes(&id, "dan").await.refused(403, OWNER_ONLY);
        ben.removes(&id, "ann").await.refused(403, OWNER_ONLY);
        ann.removes(&id, "ann").await.refused(409, HAND_OVER_FIRST);
        ann.removes(&id, "dan").await.ok();
        ben.removes(&id, "dan").await.refused(404, NO_MEMBER);
        ben.removes(&id, "cem").await.ok();
        assert_eq!(roles().await, (json!("ann"), json!(["ann", "ben"]), json!(["ann", "ben"])));

        ann.leaves(&id).await.refused(409, HAND_OVER_FIRST);
        ben.post(&format!("/community/leaveCommunity/{id}"), json!({"userId": "ann"})).await.refused(403, AS_YOURSELF);
        ben.hands_over(&id, "ben").await.refused(403, OWNER_ONLY);
        ann.hands_over(&id, "cem").await.refused(404, NO_MEMBER);
        ann.demotes(&id, "ben").await.ok();
        ann.hands_over(&id, "ann").await.ok();
        assert_eq!(roles().await.0, json!("ann"));
        ann.hands_over(&id, "ben").await.ok();
        assert_eq!(roles().await, (json!("ben"), json!(["ann", "ben"]), json!(["ann", "ben"])));
        ann.hands_over(&id, "ann").await.refused(403, OWNER_ONLY);
        ben.leaves(&id).await.refused(409, HAND_OVER_FIRST);
        for _ in 0..2 {
            assert_eq!(ann.leaves(&id).await.ok()["memberCount"], json!(1));
        }
        assert_eq!(ben.sees(&id).await["members"], json!(["ben"]));
        ann.promotes(&id, "ben").await.refused(403, MODERATORS_ONLY);
        for reply in [ann.approves(ABSENT, "ben").await, ann.hands_over(ABSENT, "ben").await, ann.leaves(ABSENT).await] {
            reply.refused(404, "Community not found");
        }
    }
}

#[tokio::test]
async fn an_archived_community_can_only_be_read() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    let (public, private) = (ann.founds("open", "public").await, ann.founds("closed", "private").await);
    ben.joins(&public).await.ok();
    ben.is_let_into(&private, &ann).await;
    cem.requests(&private).await.ok();
    let question = id_of(&ben.asks_in(&private, "hidden").await.ok());
    for id in [&public, &private] {
        ann.promotes(id, "ben").await.ok();
        ben.archives(id).await.refused(403, OWNER_ONLY);
        dan.archives(id).await.refused(403, OWNER_ONLY);
        let archived = ann.archives(id).await.ok();
        site.clock.advance(Duration::from_secs(1));
        assert_eq!(ann.archives(id).await.ok(), archived);
        for person in [&ann, &ben, &cem, &dan] {
            assert_eq!((&person.sees(id).await["archivedAt"], &person.card(id).await["archived"]), (&archived["archivedAt"], &json!(true)));
        }
        assert!(archived["archivedAt"].is_string());
        ben.asks_in(id, "T").await.refused(409, ARCHIVED);
        dan.asks_in(id, "T").await.refused(403, "Please join the community to ask a question.");
        ben.joins(id).await.ok();
    }
    dan.joins(&public).await.refused(409, ARCHIVED);
    dan.joins(&private).await.refused(403, BY_REQUEST);
    dan.requests(&private).await.refused(409, ARCHIVED);
    cem.requests(&private).await.ok();
    ann.approves(&private, "cem").await.refused(409, ARCHIVED);
    ben.get(&format!("/question/getQuestionById/{question}")).await.ok();
    ben.answer(&question, "still").await;
    assert_eq!(ben.titles(&format!("/getCommunityQuestions/{private}")).await, ["hidden"]);
    assert_eq!(ben.get("/community/getAllCommunities").await.ok(), json!([]));
    assert_eq!(each(&ben.get("/community/getAllCommunities?member=true").await.ok(), "name"), ["closed", "open"]);
    assert_eq!(dan.get("/community/getAllCommunities?member=true").await.ok(), json!([]));
    ann.rejects(&private, "cem").await.ok();
    ben.leaves(&public).await.ok();
    ben.unarchives(&private).await.refused(403, OWNER_ONLY);
    for _ in 0..2 {
        assert_eq!(ann.unarchives(&private).await.ok()["archivedAt"], Value::Null);
    }
    ben.asks_in(&private, "T").await.ok();
    assert_eq!(each(&dan.get("/community/getAllCommunities?search=clos").await.ok(), "name"), ["closed"]);
}

/// What the triggers have counted, and what there is.
async fn counted_and_there(site: &TestSite) -> Vec<(String, String)> {
    let counted = site.site.app.db.read(|read| {
        read.all(
            "SELECT concat_ws(' ', c.name, c.member_count, c.moderator_count, c.request_count, c.question_count, t.communities),
                    concat_ws(' ', c.name, (SELECT count(*) FROM members m WHERE m.community_id = c.id),
                        (SELECT count(*) FROM members m WHERE m.community_id = c.id AND m.role = 'moderator'),
                        (SELECT count(*) FROM member_requests r WHERE r.community_id = c.id),
                        (SELECT count(*) FROM questions q WHERE q.community_id = c.id AND q.scope IS NOT NULL),
                        (SELECT count(*) FROM communities WHERE archived_at IS NULL))
             FROM communities c, community_total t",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    });
    counted.await.unwrap()
}

#[tokio::test]
async fn what_is_done_at_once_is_done_once() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    let names = join_all((0..10).map(|_| ann.post("/addCommunity", json!({"name": "one"})))).await;
    assert_eq!(names.iter().filter(|reply| reply.status == 200).count(), 1);
    let (public, private) = (ann.founds("open", "public").await, ann.founds("closed", "private").await);
    for reply in join_all((0..20).map(|_| ben.joins(&public))).await {
        assert_eq!(reply.ok()["members"], json!(["ann", "ben"]));
    }
    for reply in join_all((0..20).map(|_| ben.requests(&private))).await {
        assert_eq!(reply.ok()["memberRequests"].as_array().unwrap().len(), 1);
    }
    // Of those who decide at once one is first, and the others find no request.
    let decisions =
        join_all((0..20).map(async |n| if n % 2 == 0 { ann.approves(&private, "ben").await } else { ann.rejects(&private, "ben").await }))
            .await;
    assert_eq!(decisions.iter().filter(|reply| reply.status == 200).count(), 1);
    decisions.iter().filter(|reply| reply.status != 200).for_each(|reply| reply.refused(404, NO_REQUEST));
    cem.is_let_into(&private, &ann).await;
    let promotions = join_all((0..20).map(async |n| match n % 3 {
        0 => ann.promotes(&private, "cem").await,
        1 => ann.demotes(&private, "cem").await,
        _ => cem.leaves(&private).await,
    }));
    for reply in promotions.await {
        assert!(reply.status == 200 || reply.text == NO_MEMBER, "{}", reply.text);
    }
    let hand_overs = join_all([ann.hands_over(&public, "ben"), ann.hands_over(&public, "ben"), ben.hands_over(&public, "ann")]);
    for reply in hand_overs.await {
        assert!(reply.status == 200 || reply.text == OWNER_ONLY, "{}", reply.text);
    }
    let seen = dan.sees(&public).await;
    assert!(seen["moderators"].as_array().unwrap().contains(&seen["owner"]));
    for (counted, there) in counted_and_there(&site).await {
        assert_eq!(counted, there);
    }
}
