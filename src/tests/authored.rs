//! What a user wrote: the list on their profile, their counts, and the order of users by them.

use serde_json::{Value, json};

use super::{Person, TestSite};

impl Person {
    /// Returns the texts that the viewer finds in the list of what a user wrote.
    async fn posts_of(&self, query: &str) -> Vec<String> {
        let reply = self.get(&format!("/user/getPosts/{query}")).await;
        let posts = reply.ok();
        let posts = posts.as_array().expect("an array");
        if !query.contains("limit") {
            assert_eq!(reply.header("x-total-count"), posts.len().to_string());
        }
        let text = |post: &Value| post["text"].as_str().expect("a text").to_owned();
        posts.iter().map(text).collect()
    }

    /// Returns the number of public questions and answers of a user.
    async fn counts_of(&self, name: &str) -> [Value; 2] {
        let user = self.get(&format!("/user/getUser/{name}")).await.ok();
        ["questionCount", "answerCount"].map(|field| user[field].clone())
    }
}

#[tokio::test]
async fn posts_are_listed_newest_first_and_by_kind() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let first = ann.ask("T", "first", &["a"]).await;
    let second = ben.ask("U", "of ben", &["a"]).await;
    let answer = ann.answer(&second, "second").await;
    ann.ask("V", "third", &["a"]).await;
    assert_eq!(ben.posts_of("ANN").await, ["third", "second", "first"]);
    assert_eq!(ben.posts_of("ann?type=question").await, ["third", "first"]);
    assert_eq!(ben.posts_of("ann?type=answer").await, ["second"]);
    ben.post(
        "/question/acceptAnswer",
        json!({"qid": second, "aid": answer}),
    )
    .await
    .ok();
    let posts = ben.get("/user/getPosts/ann").await.ok();
    let facts = |at: usize| {
        let post = &posts[at];
        (
            post["type"].clone(),
            post["qid"].clone(),
            post["title"].clone(),
            post["accepted"].clone(),
        )
    };
    assert_eq!(
        facts(1),
        (json!("answer"), json!(second), json!("U"), json!(true))
    );
    assert_eq!(
        facts(2),
        (json!("question"), json!(first), json!("T"), json!(false))
    );
}

#[tokio::test]
async fn posts_are_paged_without_a_gap() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    // All in the same millisecond.
    for number in 0..5 {
        ann.ask(&format!("T{number}"), &number.to_string(), &["a"])
            .await;
    }
    let mut page = ann.get("/user/getPosts/ann?limit=2").await;
    let mut seen = Vec::new();
    loop {
        assert_eq!(page.header("x-total-count"), "5");
        let posts = page.ok();
        let posts = posts.as_array().expect("an array");
        seen.extend(posts.iter().map(|post| post["text"].clone()));
        let Some(next) = page.next_page() else { break };
        page = ann.get(&next).await;
    }
    assert_eq!(seen, ["4", "3", "2", "1", "0"]);
}

#[tokio::test]
async fn posts_of_private_communities_are_for_members() {
    let site = TestSite::new();
    let (ann, ben, eve) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("eve").await,
    );
    let private = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&private, "Secret").await;
    ben.answer(&question, "hidden").await;
    assert_eq!(ben.posts_of("ann").await.len(), 1);
    assert_eq!(ann.posts_of("ben").await, ["hidden"]);
    assert_eq!(eve.posts_of("ann").await, [""; 0]);
    assert_eq!(eve.posts_of("ben?type=answer").await, [""; 0]);
    // The counts are those of what everyone may read.
    assert_eq!(ann.counts_of("ann").await, [json!(0), json!(0)]);
}

#[tokio::test]
async fn deleted_posts_and_answers_to_deleted_questions_are_not_listed_or_counted() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    site.promote("ann").await;
    let question = ann.ask("T", "asked", &["a"]).await;
    ben.answer(&question, "kept").await;
    let answer = ben.answer(&question, "withdrawn").await;
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(ann.posts_of("ben").await, ["kept"]);
    assert_eq!(ann.counts_of("ben").await, [json!(0), json!(1)]);
    let removal = json!({"id": question, "reason": "Off topic"});
    ann.post("/administration/removePost", removal).await.ok();
    for name in ["ann", "ben"] {
        assert_eq!(ben.posts_of(name).await, [""; 0], "{name}");
        assert_eq!(ben.counts_of(name).await, [json!(0), json!(0)], "{name}");
    }
    ann.post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
    assert_eq!(ben.posts_of("ben").await, ["kept"]);
    assert_eq!(ben.counts_of("ann").await, [json!(1), json!(0)]);
    assert_eq!(ben.counts_of("ben").await, [json!(0), json!(1)]);
}

#[tokio::test]
async fn posts_of_a_deleted_account_are_not_listed() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("T", "x", &["a"]).await;
    ann.delete("/user/deleteUser/ann").await.ok();
    let sentence = "No user data found. Make sure the username parameter is correct.";
    ben.get("/user/getPosts/ann").await.refused(404, sentence);
    ben.get("/user/getPosts/nobody")
        .await
        .refused(404, sentence);
    assert_eq!(
        ben.get("/user/getUsers?order=mostPosts").await.ok()[0]["username"],
        "ben"
    );
}

#[tokio::test]
async fn a_block_hides_no_posts() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("T", "public", &["a"]).await;
    ann.post("/user/blockUser", json!({"userId": "ben"}))
        .await
        .ok();
    assert_eq!(ben.posts_of("ann").await, ["public"]);
}

#[tokio::test]
async fn unknown_kinds_and_cursors_are_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for query in ["type=comment", "type=", "cursor=x", "cursor=1.2.3"] {
        let reply = ann.get(&format!("/user/getPosts/ann?{query}")).await;
        assert_eq!(reply.status, 400, "{query}");
    }
}

#[tokio::test]
async fn users_can_be_ordered_by_their_public_posts() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ben"]);
    for name in ["annabel", "zoe"] {
        site.sign_up(name).await;
    }
    let question = ann.ask("T", "x", &["a"]).await;
    ann.answer(&question, "y").await;
    ben.answer(&question, "z").await;
    for title in ["one", "two", "three"] {
        ben.ask_in(&private, title).await;
    }
    let names = async |query: &str| {
        let mut seen = Vec::new();
        let mut page = ben.get(&format!("/user/getUsers?{query}")).await;
        loop {
            let users = page.ok();
            let users = users.as_array().expect("an array");
            seen.extend(users.iter().map(|user| user["username"].clone()));
            let Some(next) = page.next_page() else { break };
            page = ben.get(&next).await;
        }
        seen
    };
    let all = ["ann", "ben", "zoe", "annabel"];
    assert_eq!(names("order=mostPosts").await, all);
    assert_eq!(names("order=mostPosts&limit=1").await, all);
    assert_eq!(names("order=mostPosts&search=an").await, ["ann", "annabel"]);
    assert_eq!(
        names("order=mostPosts&search=ann&limit=1").await,
        ["ann", "annabel"]
    );
    assert_eq!(names("order=name").await, ["ann", "annabel", "ben", "zoe"]);
    ben.get("/user/getUsers?order=newest")
        .await
        .refused(400, "Invalid order");
}
