//! Reports of pictures.

use super::*;
use crate::tests::pictures::shown;

/// Ann has a picture in a question of a community with Ben as another member, and Max moderates the site.
struct Shown {
    people: [Person; 4],
    picture: String,
}

impl Shown {
    async fn new(site: &TestSite, visibility: &str) -> Self {
        let people = people(site).await;
        let [_, ann, ben, _] = &people;
        let community = ann.creates_community("Zebras", visibility).await;
        site.sql(
            "INSERT OR IGNORE INTO memberships (community_id, user_id, role, joined_at)
             SELECT c.id, u.id, 'member', 0 FROM communities c, users u WHERE u.username = 'ben'",
        );
        let picture = ann.picture(1).await;
        let body = json!({"title": "T", "text": shown(&picture), "tags": [{"name": "a"}], "communityId": community});
        ann.post("/question/addQuestion", body).await.ok();
        assert!(ben.sees_picture(&picture).await);
        Self { people, picture }
    }
}

#[tokio::test]
async fn a_picture_is_reported_by_who_sees_it_and_removed_when_the_report_is_upheld() {
    let site = TestSite::new();
    let Shown { people, picture } = Shown::new(&site, "public").await;
    let [max, ann, ben, cem] = &people;
    ann.flag("picture", &picture, "illegal")
        .await
        .refused(409, "You cannot report what you wrote yourself");
    ben.flag("picture", &picture, "illegal").await.ok();
    let case = max.queue().await[0].clone();
    assert_eq!(
        [&case["kind"], &case["objectId"], &case["content"]["author"]],
        ["picture", &picture, "ann"]
    );
    assert_eq!(case["canRemove"], json!(true));
    let body = json!({"id": case["_id"], "decision": "uphold", "remove": true, "reason": "rude"});
    max.post("/flag/decideCase", body).await.ok();
    for person in [ann, ben, cem] {
        assert!(!person.sees_picture(&picture).await);
    }
    let outcome = ben.get("/flag/getMyFlags").await.ok()[0].clone();
    assert_eq!(outcome["removed"], json!(true));
    max.post("/flag/undoDecision", json!({"id": case["_id"]}))
        .await
        .refused(409, "A removed message or picture cannot be restored");
    let root = site.administrator("root1").await;
    let log = root.get("/administration/getLog").await.ok();
    // The administrator was created after them.
    let actions = [&log[1]["action"], &log[2]["action"]];
    assert_eq!(actions, ["decide-flag", "remove-picture"]);
}

#[tokio::test]
async fn who_cannot_see_a_picture_cannot_report_it() {
    let site = TestSite::new();
    let Shown { people, picture } = Shown::new(&site, "private").await;
    let cem = &people[3];
    cem.flag("picture", &picture, "spam")
        .await
        .refused(404, "Picture not found");
    cem.flag("picture", "0000000000001", "spam")
        .await
        .refused(404, "Picture not found");
}

#[tokio::test]
async fn a_private_picture_is_seen_by_the_moderator_who_has_opened_it_and_only_for_a_day() {
    let site = TestSite::new();
    let Shown { people, picture } = Shown::new(&site, "private").await;
    let [max, _, ben, cem] = &people;
    ben.flag("picture", &picture, "illegal").await.ok();
    let case = max.queue().await[0].clone();
    assert_eq!(case.get("content"), None);
    assert!(!max.sees_picture(&picture).await);
    let body = json!({"id": case["_id"]});
    max.post("/flag/openCase", body.clone()).await.ok();
    assert!(!max.sees_picture(&picture).await, "alone");
    let root = site.administrator("root1").await;
    root.post("/flag/openCase", body.clone()).await.ok();
    let opened = max.post("/flag/openCase", body).await.ok();
    assert_eq!(opened["content"]["author"], json!("ann"));
    assert!(max.sees_picture(&picture).await && root.sees_picture(&picture).await);
    site.appoint("cem").await;
    assert!(!cem.sees_picture(&picture).await, "another moderator");
    site.clock
        .advance(std::time::Duration::from_secs(25 * 3600));
    assert!(!max.sees_picture(&picture).await, "a day later");
}
