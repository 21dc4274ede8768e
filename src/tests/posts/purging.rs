//! Purging earlier versions.

use super::*;

const FORBIDDEN: &str = "You can only change your own posts";

impl Person {
    async fn versions(&self, post: &str) -> Vec<Value> {
        let versions = self.get(&format!("/post/getRevisions/{post}")).await.ok();
        versions.as_array().expect("an array").clone()
    }

    async fn purge(&self, post: &str, version: &Value) -> crate::tests::Reply {
        let body = json!({"id": post, "revisionId": id_of(version)});
        self.delete_with("/post/purgeRevision", body).await
    }
}

/// Three versions each of a question by Ann, and of an answer and a comment by Ben.
struct Edited {
    site: TestSite,
    ann: Person,
    ben: Person,
    question: String,
    answer: String,
    comment: String,
}

impl Edited {
    async fn new() -> Self {
        let site = TestSite::new();
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let question = ann.ask("Zebra", "striped", &["animal"]).await;
        let answer = ben.answer(&question, "giraffe").await;
        let comment = ben.comment("answer", &answer, "tall").await;
        for text in ["secret", "public"] {
            let tags = [json!({"name": text})];
            let body = json!({"qid": question, "title": text, "text": text, "tags": tags});
            ann.patch("/question/editQuestion", body).await.ok();
            let body = json!({"aid": answer, "text": text});
            ben.patch("/answer/editAnswer", body).await.ok();
            let body = json!({"cid": comment, "text": text});
            ben.patch("/comment/editComment", body).await.ok();
        }
        Self {
            site,
            ann,
            ben,
            question,
            answer,
            comment,
        }
    }

    /// The posts with their authors.
    fn posts(&self) -> [(&Person, &String); 3] {
        [
            (&self.ann, &self.question),
            (&self.ben, &self.answer),
            (&self.ben, &self.comment),
        ]
    }
}

#[tokio::test]
async fn authors_purge_an_earlier_version() {
    let edited = Edited::new().await;
    for (author, post) in edited.posts() {
        let before = author.versions(post).await;
        assert_eq!(
            before.iter().map(|it| &it["canPurge"]).collect::<Vec<_>>(),
            [&Value::Null, &json!(true), &json!(true)]
        );
        // The second time changes nothing.
        for _ in 0..2 {
            author.purge(post, &before[1]).await.ok();
        }
        let after = author.versions(post).await;
        assert_eq!((&after[0], &after[2]), (&before[0], &before[2]));
        assert!(!after[1].to_string().contains("secret"), "{}", after[1]);
        assert_eq!(after[1]["purged"], true);
        assert_eq!(after[1].get("canPurge"), None);
        assert_eq!(after[1]["editDateTime"], before[1]["editDateTime"]);
    }
    let data = edited.ann.get("/user/getData").await.ok();
    assert!(!data.to_string().contains("secret"));
}

#[tokio::test]
async fn the_current_version_is_not_purged() {
    let edited = Edited::new().await;
    for (author, post) in edited.posts() {
        let before = author.versions(post).await;
        author.purge(post, &before[0]).await.refused(
            409,
            "The current version cannot be purged: edit or delete the post first",
        );
        assert_eq!(author.versions(post).await, before);
    }
}

#[tokio::test]
async fn a_version_belongs_to_its_post() {
    let edited = Edited::new().await;
    let of_answer = edited.ben.versions(&edited.answer).await;
    for (author, post) in edited.posts() {
        let absent = json!({"_id": ABSENT});
        author
            .purge(post, &absent)
            .await
            .refused(404, "Post not found");
        if post != &edited.answer {
            author
                .purge(post, &of_answer[1])
                .await
                .refused(404, "Post not found");
        }
    }
    assert_eq!(edited.ben.versions(&edited.answer).await, of_answer);
}

#[tokio::test]
async fn other_users_purge_nothing() {
    let edited = Edited::new().await;
    let before = edited.ben.versions(&edited.answer).await;
    edited
        .ann
        .purge(&edited.answer, &before[1])
        .await
        .refused(403, FORBIDDEN);
    let seen = edited.ann.versions(&edited.answer).await;
    assert_eq!(seen[1].get("canPurge"), None);
    assert_eq!(edited.ben.versions(&edited.answer).await, before);
}

#[tokio::test]
async fn an_administrator_purges_a_version_that_they_may_read() {
    let edited = Edited::new().await;
    let adam = edited.site.sign_up("adam").await;
    edited.site.promote("adam").await;
    let before = adam.versions(&edited.answer).await;
    adam.purge(&edited.answer, &before[1]).await.ok();
    assert_eq!(adam.versions(&edited.answer).await[1]["text"], "");
}

#[tokio::test]
async fn a_moderator_purges_in_their_community_only() {
    let edited = Edited::new().await;
    let (ann, ben) = (&edited.ann, &edited.ben);
    let community = |name: &str| json!({"name": name, "visibility": "public"});
    let own = id_of(
        &ann.post("/community/addCommunity", community("A"))
            .await
            .ok(),
    );
    let other = id_of(
        &ben.post("/community/addCommunity", community("B"))
            .await
            .ok(),
    );
    for id in [&own, &other] {
        let path = format!("/community/addMember/{id}");
        ben.post(&path, json!({})).await.ok();
    }
    for (community, is_moderator) in [(&own, true), (&other, false)] {
        let body =
            json!({"title": "T", "text": "x", "tags": [{"name": "t"}], "communityId": community});
        let question = id_of(&ben.post("/question/addQuestion", body).await.ok());
        let answer = ben.answer(&question, "first").await;
        let body = json!({"aid": answer, "text": "second"});
        ben.patch("/answer/editAnswer", body).await.ok();
        let versions = ann.versions(&answer).await;
        let reply = ann.purge(&answer, &versions[1]).await;
        if is_moderator {
            reply.ok();
        } else {
            reply.refused(403, FORBIDDEN);
        }
    }
}
