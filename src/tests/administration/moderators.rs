//! Moderators remove and restore posts of their communities.

use super::super::security::CapturedLog;
use super::*;

/// Communities with these members, their owner Mia and an administrator who is in none of them.
struct Moderated {
    site: TestSite,
    root: Person,
    ann: Person,
    ben: Person,
    mia: Person,
    community: String,
    question: String,
}

impl Moderated {
    async fn new(visibility: &str) -> Self {
        let site = TestSite::new();
        let [root, ann, ben] = people(&site).await;
        let mia = site.sign_up("mia").await;
        let community = mia.creates_community("Columns", visibility).await;
        let number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
        site.admit(number, "ann");
        let question = ann.ask_in(&community, "Zebra").await;
        Self {
            site,
            root,
            ann,
            ben,
            mia,
            community,
            question,
        }
    }
}

impl Person {
    async fn moderate(&self, id: &str, reason: &str) -> super::super::Reply {
        let body = json!({"id": id, "reason": reason});
        self.post("/post/removePost", body).await
    }
}

#[tokio::test]
async fn a_moderator_removes_posts_of_their_community_and_restores_them() {
    for visibility in ["public", "private"] {
        let place = Moderated::new(visibility).await;
        let Moderated {
            ann,
            mia,
            community,
            question,
            ..
        } = &place;
        let answer = mia.answer(question, "giraffe").await;
        let comment = ann.comment("answer", &answer, "why?").await;
        let before = ann.question_without_views(question).await;
        let posts = [
            (&comment, "comment"),
            (&answer, "answer"),
            (question, "question"),
        ];
        for (id, kind) in posts {
            let removal = mia.moderate(id, " spam ").await.ok();
            assert_eq!(
                (
                    &removal["type"],
                    &removal["removedBy"],
                    &removal["reason"],
                    &removal["byModerator"]
                ),
                (&json!(kind), &json!("mia"), &json!("spam"), &json!(true))
            );
        }
        ann.get(&format!("/question/getQuestionById/{question}"))
            .await
            .refused(404, "Question not found");
        let listed = mia
            .get(&format!("/community/getRemovals/{community}"))
            .await;
        // A removed post is listed while its place is there to return to.
        assert_eq!(
            (listed.header("x-total-count"), &listed.ok()[0]["_id"]),
            ("1", &json!(question))
        );
        for (id, _) in posts.into_iter().rev() {
            mia.post("/post/restorePost", json!({"id": id})).await.ok();
        }
        assert_eq!(ann.question_without_views(question).await, before);
        let listed = mia
            .get(&format!("/community/getRemovals/{community}"))
            .await;
        assert_eq!(listed.ok(), json!([]));
    }
}

#[tokio::test]
async fn the_author_learns_that_a_moderator_removed_their_post_and_why() {
    let place = Moderated::new("private").await;
    place.mia.moderate(&place.question, "spam").await.ok();
    let listed = place.ann.get("/post/getDeletedPosts").await.ok();
    assert_eq!(
        (&listed[0]["removalReason"], &listed[0]["byModerator"]),
        (&json!("spam"), &json!(true))
    );
    place
        .ann
        .post("/question/undeleteQuestion", json!({"qid": place.question}))
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn members_and_moderators_of_other_communities_remove_nothing() {
    let place = Moderated::new("public").await;
    let Moderated {
        site,
        ann,
        ben,
        mia,
        question,
        ..
    } = &place;
    ben.creates_community("Elsewhere", "public").await;
    let outside = ann.ask("Yak", "hairy", &["animal"]).await;
    for (person, post) in [(ben, question), (ann, question), (mia, &outside)] {
        person
            .moderate(post, "x")
            .await
            .refused(403, "Only moderators can do this");
    }
    // A moderator who is one no more.
    let number = crate::core::id::Id::as_i64(place.community.parse().expect("an id"));
    site.sql(&format!(
        "UPDATE memberships SET role = 'moderator' WHERE community_id = {number}"
    ));
    ann.moderate(question, "x").await.ok();
    site.sql(&format!(
        "UPDATE memberships SET role = 'member' WHERE community_id = {number} AND user_id = (SELECT id FROM users WHERE username = 'ann')"
    ));
    ann.post("/post/restorePost", json!({"id": question}))
        .await
        .refused(404, "Post not found");
    ann.get(&format!("/community/getRemovals/{}", place.community))
        .await
        .refused(403, "Only moderators can do this");
}

#[tokio::test]
async fn moderators_do_not_restore_what_administrators_removed() {
    let place = Moderated::new("public").await;
    let Moderated {
        root,
        mia,
        community,
        question,
        ..
    } = &place;
    root.remove(question, "against the law").await;
    mia.post("/post/restorePost", json!({"id": question}))
        .await
        .refused(404, "Post not found");
    let listed = mia
        .get(&format!("/community/getRemovals/{community}"))
        .await;
    assert_eq!(listed.ok(), json!([]));
    // Administrators restore what moderators removed, where they may read it.
    root.post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
    mia.moderate(question, "spam").await.ok();
    root.post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
}

#[tokio::test]
async fn what_moderators_do_to_posts_is_in_the_log() {
    let place = Moderated::new("public").await;
    let Moderated {
        root,
        ann,
        mia,
        question,
        ..
    } = &place;
    let answer = ann.answer(question, "giraffe").await;
    let edit = json!({"aid": answer, "text": "an okapi"});
    ann.patch("/answer/editAnswer", edit).await.ok();
    let revisions = ann.get(&format!("/post/getRevisions/{answer}")).await.ok();
    mia.moderate(question, "spam").await.ok();
    mia.post("/post/restorePost", json!({"id": question}))
        .await
        .ok();
    let version = json!({"id": answer, "revisionId": id_of(&revisions[1])});
    mia.delete_with("/post/purgeRevision", version).await.ok();
    let entries = root.get("/administration/getLog?user=mia").await.ok();
    let lines: Vec<String> = entries
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| {
            format!(
                "{} {} {}",
                entry["action"], entry["target"], entry["detail"]
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            r#""purge-version" "Zebra" """#,
            r#""restore-post" "Zebra" """#,
            r#""remove-post" "Zebra" "spam""#
        ]
    );
}

#[tokio::test]
async fn what_moderators_do_in_a_private_community_is_hidden_from_administrators() {
    let place = Moderated::new("private").await;
    let before = place.root.get("/administration/getLog").await.ok();
    place.mia.moderate(&place.question, "spam").await.ok();
    assert_eq!(place.root.get("/administration/getLog").await.ok(), before);
    let removals = place.root.get("/administration/getRemovals").await.ok();
    assert_eq!(removals, json!([]));
}

#[tokio::test]
async fn what_a_moderator_removes_leaves_a_line_in_the_log() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let place = Moderated::new("public").await;
    let question = &place.question;
    place.mia.moderate(question, "spam").await.ok();
    place.ann.moderate(question, "spam").await;
    let lines = log.lines("moderation user=");
    let expected = format!(
        "moderation user=\"mia\" call=\"POST /post/removePost\" target=\"{question}\" client_ip=127.0.0.1"
    );
    assert!(
        lines.len() == 1 && lines[0].ends_with(&expected),
        "{lines:#?}"
    );
}
