//! Private questions.

use super::*;

/// A private community of Ann with the question "hidden" and an answer, and a public one with the
/// question "open". Ben is a member of neither.
struct ScopedPosts {
    site: TestSite,
    ann: Person,
    ben: Person,
    private: String,
    public: String,
    hidden: String,
    answer: String,
}

fn question_in(community: &str, title: &str, tag: &str) -> Value {
    json!({"title": title, "text": "canary", "tags": [{"name": tag}], "communityId": community})
}

impl ScopedPosts {
    async fn new() -> Self {
        let site = TestSite::new();
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let private = site.community(7, "private", &["ann"]);
        let public = site.community(8, "public", &["ann"]);
        let body = question_in(&private, "hidden", "secret");
        let hidden = id_of(&ann.post("/question/addQuestion", body).await.ok());
        let body = question_in(&public, "open", "shared");
        let open = ann.post("/question/addQuestion", body).await.ok();
        assert_eq!(open["communityId"], json!(public));
        let answer = ann.answer(&hidden, "canary").await;
        Self {
            site,
            ann,
            ben,
            private,
            public,
            hidden,
            answer,
        }
    }
}

#[tokio::test]
async fn only_members_ask_in_a_community() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts {
        ben,
        private,
        public,
        ..
    } = &posts;
    for community in [public, private] {
        ben.post("/question/addQuestion", question_in(community, "x", "y"))
            .await
            .refused(403, "Please join the community to ask a question.");
    }
    ben.post("/question/addQuestion", question_in(ABSENT, "x", "y"))
        .await
        .refused(404, "Community not found");
}

#[tokio::test]
async fn lists_and_searches_hide_private_questions_from_non_members() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts { ann, ben, .. } = &posts;
    for order in ["newest", "unanswered", "active", "mostViewed", "votes"] {
        for search in ["", "canary", "[secret]", "user:ann", "-zzz"] {
            let path = format!("/question/getQuestion?order={order}&search={search}");
            let (for_ben, for_ann) = (ben.get(&path).await, ann.get(&path).await);
            assert!(
                !for_ben.text.contains("hidden") && !for_ben.text.contains("secret"),
                "{}",
                for_ben.call
            );
            assert_eq!(
                for_ben.header("x-total-count"),
                for_ben.ok().as_array().unwrap().len().to_string(),
                "{}",
                for_ben.call
            );
            assert_eq!(
                for_ann.header("x-total-count"),
                for_ann.ok().as_array().unwrap().len().to_string(),
                "{}",
                for_ann.call
            );
        }
    }
}

#[tokio::test]
async fn questions_of_a_private_community_are_listed_for_members_only() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts {
        ann,
        ben,
        private,
        public,
        ..
    } = &posts;
    assert_eq!(
        ann.titles(&format!("/getCommunityQuestions/{private}"))
            .await,
        ["hidden"]
    );
    assert_eq!(
        ben.titles(&format!("/question/getCommunityQuestions/{private}"))
            .await,
        [""; 0]
    );
    assert_eq!(
        ben.titles(&format!("/question/getCommunityQuestions/{public}"))
            .await,
        ["open"]
    );
    ben.get(&format!("/getCommunityQuestions/{ABSENT}"))
        .await
        .refused(404, "Community not found");
}

#[tokio::test]
async fn a_private_question_is_hidden_from_non_members() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts { ben, hidden, .. } = &posts;
    let absent = ben
        .get(&format!("/question/getQuestionById/{ABSENT}"))
        .await;
    let reply = ben
        .get(&format!("/question/getQuestionById/{hidden}"))
        .await;
    assert_eq!(
        (reply.status, &reply.text, reply.headers.len()),
        (absent.status, &absent.text, absent.headers.len())
    );
}

#[tokio::test]
async fn non_members_cannot_change_a_private_question() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts {
        ann,
        ben,
        hidden,
        answer,
        ..
    } = &posts;
    ben.get(&format!("/question/getQuestionById/{hidden}"))
        .await
        .refused(404, "Question not found");
    ben.post(
        "/answer/addAnswer",
        json!({"qid": hidden, "ans": {"text": "x"}}),
    )
    .await
    .refused(404, "Question not found");
    ben.post("/question/upvoteQuestion", json!({"qid": hidden}))
        .await
        .refused(404, "Question not found");
    for (id, on, sentence) in [
        (hidden, "question", "Question not found"),
        (answer, "answer", "Post not found"),
    ] {
        ben.post(
            "/comment/addComment",
            json!({"id": id, "type": on, "comment": {"text": "x"}}),
        )
        .await
        .refused(404, sentence);
    }
    let stored = ann
        .get(&format!("/question/getQuestionById/{hidden}"))
        .await
        .ok();
    assert_eq!(
        (
            &stored["viewCount"],
            &stored["comments"],
            &stored["answerCount"],
            &stored["score"]
        ),
        (&json!(1), &json!([]), &json!(1), &json!(0))
    );
}

#[tokio::test]
async fn tags_of_private_questions_are_hidden_from_non_members() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts { ann, ben, .. } = &posts;
    ben.get("/tag/getTagByName/secret")
        .await
        .refused(404, "Tag not found");
    assert!(
        !ben.get("/tag/getTagsWithQuestionNumber")
            .await
            .text
            .contains("secret")
    );
    assert!(
        ann.get("/tag/getTagsWithQuestionNumber")
            .await
            .text
            .contains("secret")
    );
}

#[tokio::test]
async fn a_former_member_cannot_read_a_private_question() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts {
        site, ann, hidden, ..
    } = &posts;
    site.sql("DELETE FROM memberships WHERE community_id = 7");
    ann.get(&format!("/question/getQuestionById/{hidden}"))
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn a_question_without_a_scope_is_never_found() {
    let posts = ScopedPosts::new().await;
    let ScopedPosts { site, ann, .. } = &posts;
    site.sql("UPDATE questions SET scope = NULL");
    assert_eq!(
        ann.get("/question/getQuestion?search=canary").await.ok(),
        json!([])
    );
}
