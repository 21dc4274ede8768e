//! Archived communities.

use super::*;

/// A public and a private community of Ann with the moderator Ben, both archived. Ben asked a
/// question in the private one, Cem requested membership there, and Dan is an outsider.
struct Archived {
    ann: Person,
    ben: Person,
    cem: Person,
    dan: Person,
    public: String,
    private: String,
    question: String,
    _site: TestSite,
}

impl Archived {
    async fn new() -> Self {
        let site = TestSite::new();
        let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
        let public = ann.creates_community("open", "public").await;
        let private = ann.creates_community("closed", "private").await;
        ben.joins(&public).await.ok();
        ben.joins_by_request(&private, &ann).await;
        cem.requests(&private).await.ok();
        let question = id_of(&ben.asks_in(&private, "hidden").await.ok());
        for id in [&public, &private] {
            ann.promotes(id, "ben").await.ok();
            ann.archives(id).await.ok();
        }
        Self {
            ann,
            ben,
            cem,
            dan,
            public,
            private,
            question,
            _site: site,
        }
    }
}

#[tokio::test]
async fn only_the_owner_archives_a_community() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    let (public, private) = (
        ann.creates_community("open", "public").await,
        ann.creates_community("closed", "private").await,
    );
    ben.joins(&public).await.ok();
    ben.joins_by_request(&private, &ann).await;
    cem.requests(&private).await.ok();
    for id in [&public, &private] {
        ann.promotes(id, "ben").await.ok();
        ben.archives(id).await.refused(403, OWNER_ONLY);
        dan.archives(id).await.refused(403, OWNER_ONLY);
        let archived = ann.archives(id).await.ok();
        site.clock.advance(Duration::from_secs(1));
        assert_eq!(ann.archives(id).await.ok(), archived);
        for person in [&ann, &ben, &cem, &dan] {
            assert_eq!(
                (
                    &person.sees(id).await["archivedAt"],
                    &person.card(id).await["archived"]
                ),
                (&archived["archivedAt"], &json!(true))
            );
        }
        assert!(archived["archivedAt"].is_string());
    }
}

#[tokio::test]
async fn an_archived_community_rejects_questions_and_new_members() {
    let archived = Archived::new().await;
    let Archived {
        ann,
        ben,
        cem,
        dan,
        public,
        private,
        ..
    } = &archived;
    for id in [public, private] {
        ben.asks_in(id, "T").await.refused(409, ARCHIVED);
        dan.asks_in(id, "T")
            .await
            .refused(403, "Please join the community to ask a question.");
        ben.joins(id).await.ok();
    }
    dan.joins(public).await.refused(409, ARCHIVED);
    dan.joins(private).await.refused(403, BY_REQUEST);
    dan.requests(private).await.refused(409, ARCHIVED);
    cem.requests(private).await.ok();
    ann.approves(private, "cem").await.refused(409, ARCHIVED);
}

#[tokio::test]
async fn questions_of_an_archived_community_can_be_read_and_answered() {
    let archived = Archived::new().await;
    let Archived {
        ben,
        private,
        question,
        ..
    } = &archived;
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    ben.answer(question, "still").await;
    assert_eq!(
        ben.titles(&format!("/getCommunityQuestions/{private}"))
            .await,
        ["hidden"]
    );
}

#[tokio::test]
async fn archived_communities_are_listed_for_members_only() {
    let archived = Archived::new().await;
    let Archived { ben, dan, .. } = &archived;
    assert_eq!(
        ben.get("/community/getAllCommunities").await.ok(),
        json!([])
    );
    assert_eq!(
        each(
            &ben.get("/community/getAllCommunities?member=true")
                .await
                .ok(),
            "name"
        ),
        ["closed", "open"]
    );
    assert_eq!(
        dan.get("/community/getAllCommunities?member=true")
            .await
            .ok(),
        json!([])
    );
}

#[tokio::test]
async fn an_archived_community_allows_rejecting_and_leaving() {
    let archived = Archived::new().await;
    let Archived {
        ann,
        ben,
        public,
        private,
        ..
    } = &archived;
    ann.rejects(private, "cem").await.ok();
    ben.leaves(public).await.ok();
}

#[tokio::test]
async fn only_the_owner_unarchives_a_community() {
    let archived = Archived::new().await;
    let Archived {
        ann,
        ben,
        dan,
        private,
        ..
    } = &archived;
    ben.unarchives(private).await.refused(403, OWNER_ONLY);
    for _ in 0..2 {
        assert_eq!(
            ann.unarchives(private).await.ok()["archivedAt"],
            Value::Null
        );
    }
    ben.asks_in(private, "T").await.ok();
    assert_eq!(
        each(
            &dan.get("/community/getAllCommunities?search=clos")
                .await
                .ok(),
            "name"
        ),
        ["closed"]
    );
}
