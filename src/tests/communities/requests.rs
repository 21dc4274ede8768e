//! Private communities and membership requests.

use super::*;

/// A private community of Ann with a question by her. Ben requested membership first, then Cem;
/// Dan did not.
struct Secret {
    site: TestSite,
    ann: Person,
    ben: Person,
    cem: Person,
    dan: Person,
    id: String,
    question: String,
    /// The community as outsiders see it.
    bare: Value,
    /// Both requests as moderators see them.
    requests: Value,
}

impl Secret {
    async fn new() -> Self {
        let site = TestSite::new();
        let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
        let id = ann.creates_community("Secret", "private").await;
        let question = id_of(&ann.asks_in(&id, "hidden").await.ok());
        let bare = ben.sees(&id).await;
        let mut requests = Vec::new();
        for (person, second) in [(&ben, 1), (&cem, 2)] {
            site.clock.advance(Duration::from_secs(1));
            person.requests(&id).await.ok();
            let user = id_of(&person.get("/user/me").await.ok());
            requests.push(json!({"userId": user, "requestedAt": format!("2026-11-21T00:00:0{second}.004Z"), "user": {"_id": user, "username": person.name}}));
        }
        Self {
            site,
            ann,
            ben,
            cem,
            dan,
            id,
            question,
            bare,
            requests: requests.into(),
        }
    }
}

#[tokio::test]
async fn a_private_community_cannot_be_joined_directly() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let id = ann.creates_community("Secret", "private").await;
    ben.joins(&id).await.refused(403, BY_REQUEST);
    ben.post(&format!("/addMemberRequest/{id}"), json!({"userId": "ann"}))
        .await
        .refused(403, AS_YOURSELF);
    ben.requests(ABSENT)
        .await
        .refused(404, "Community not found");
}

#[tokio::test]
async fn outsiders_see_only_the_card_of_a_private_community() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    let id = ann.creates_community("Secret", "private").await;
    ann.asks_in(&id, "hidden").await.ok();
    let bare = json!({
        "_id": id, "name": "Secret", "description": "", "visibility": "private", "owner": "ann", "members": [], "moderators": [],
        "memberRequests": [], "questions": [], "memberCount": 1, "createdAt": "2026-11-21T00:00:00.002Z",
    });
    assert_eq!(ben.sees(&id).await, bare);
}

#[tokio::test]
async fn a_repeated_membership_request_changes_nothing() {
    let secret = Secret::new().await;
    let Secret {
        site,
        ben,
        id,
        bare,
        requests,
        ..
    } = &secret;
    let mut waiting = bare.clone();
    waiting["memberRequests"] = json!([requests[0]]);
    assert_eq!(ben.requests(id).await.ok(), waiting);
    // Once more, by id and in the alternative path.
    site.clock.advance(Duration::from_millis(1));
    assert_eq!(
        ben.post(
            &format!("/community/addMemberRequest/{id}"),
            json!({"userId": requests[0]["userId"]})
        )
        .await
        .ok(),
        waiting
    );
    ben.joins(id).await.refused(403, BY_REQUEST);
}

#[tokio::test]
async fn a_membership_request_is_visible_to_moderators() {
    let secret = Secret::new().await;
    let Secret {
        ann,
        dan,
        id,
        bare,
        requests,
        ..
    } = &secret;
    assert_eq!(ann.sees(id).await["memberRequests"], *requests);
    assert_eq!(dan.sees(id).await, *bare);
    let waiting_list = ann
        .get(&format!("/community/getMemberRequests/{id}?limit=1"))
        .await;
    assert_eq!(
        (waiting_list.ok(), waiting_list.header("x-total-count")),
        (json!([requests[0]]), "2")
    );
}

#[tokio::test]
async fn outsiders_neither_moderate_nor_read_a_private_community() {
    let secret = Secret::new().await;
    let Secret {
        ben,
        dan,
        id,
        question,
        ..
    } = &secret;
    for outsider in [ben, dan] {
        for reply in [
            outsider.approves(id, "cem").await,
            outsider.rejects(id, "ben").await,
            outsider.promotes(id, "ben").await,
        ] {
            reply.refused(403, MODERATORS_ONLY);
        }
        outsider
            .get(&format!("/community/getMemberRequests/{id}"))
            .await
            .refused(403, MODERATORS_ONLY);
        assert_eq!(
            outsider
                .get(&format!("/community/getMembers/{id}"))
                .await
                .ok(),
            json!([])
        );
        assert_eq!(
            outsider
                .titles(&format!("/getCommunityQuestions/{id}"))
                .await,
            [""; 0]
        );
        outsider
            .get(&format!("/question/getQuestionById/{question}"))
            .await
            .refused(404, "Question not found");
        outsider
            .asks_in(id, "T")
            .await
            .refused(403, "Please join the community to ask a question.");
    }
}

#[tokio::test]
async fn moderators_approve_and_reject_requests() {
    let secret = Secret::new().await;
    let Secret {
        ann, id, requests, ..
    } = &secret;
    // By name and by id, in both path spellings.
    let with_ben = ann.approves(id, "BEN").await.ok();
    assert_eq!(
        (&with_ben["members"], &with_ben["memberRequests"]),
        (&json!(["ann", "ben"]), &json!([requests[1]]))
    );
    let without_cem = ann
        .delete_with(
            &format!("/community/rejectMemberRequest/{id}"),
            json!({"userId": requests[1]["userId"]}),
        )
        .await
        .ok();
    assert_eq!(
        (&without_cem["members"], &without_cem["memberRequests"]),
        (&json!(["ann", "ben"]), &json!([]))
    );
    for user in ["ben", "cem", "dan", "nobody", "", ABSENT] {
        ann.approves(id, user).await.refused(404, NO_REQUEST);
        ann.rejects(id, user).await.refused(404, NO_REQUEST);
    }
}

#[tokio::test]
async fn a_rejected_user_stays_outside() {
    let secret = Secret::new().await;
    let Secret {
        ann, cem, id, bare, ..
    } = &secret;
    ann.approves(id, "ben").await.ok();
    ann.rejects(id, "cem").await.ok();
    let mut outside = bare.clone();
    outside["memberCount"] = json!(2);
    assert_eq!(cem.sees(id).await, outside);
    // They may request again and withdraw the request.
    assert_eq!(
        cem.requests(id).await.ok()["memberRequests"][0]["user"]["username"],
        "cem"
    );
    assert_eq!(cem.leaves(id).await.ok(), outside);
    ann.approves(id, "cem").await.refused(404, NO_REQUEST);
}

#[tokio::test]
async fn an_approved_member_reads_the_community_without_moderating_it() {
    let secret = Secret::new().await;
    let Secret {
        ann,
        ben,
        id,
        question,
        ..
    } = &secret;
    ann.approves(id, "ben").await.ok();
    let inside = ben.sees(id).await;
    assert_eq!(
        (
            &inside["members"],
            &inside["moderators"],
            &inside["questions"]
        ),
        (&json!(["ann", "ben"]), &json!(["ann"]), &json!([question]))
    );
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    ben.approves(id, "cem").await.refused(403, MODERATORS_ONLY);
    assert_eq!(ben.requests(id).await.ok(), inside);
    assert_eq!(ben.joins(id).await.ok(), inside);
}
