//! Tags and their spelling.

use axum::http::Method;

use super::*;

#[tokio::test]
async fn tags_are_counted_and_looked_up() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    assert_eq!(
        ann.get("/tag/getTagsWithQuestionNumber").await.ok(),
        json!([])
    );
    ann.ask("q1", "x", &["React", "c++"]).await;
    ann.ask("q2", "x", &["react", "日本"]).await;
    let reply = ann.get("/tag/getTagsWithQuestionNumber").await;
    let tags: Vec<(String, i64)> = reply
        .ok()
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| {
            (
                tag["name"].as_str().unwrap().to_owned(),
                tag["qcnt"].as_i64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        (tags, reply.header("x-total-count")),
        (
            vec![
                ("React".to_owned(), 2),
                ("c++".to_owned(), 1),
                ("日本".to_owned(), 1)
            ],
            "3"
        )
    );
    let tag = ann.get("/tag/getTagByName/REACT").await.ok();
    assert_eq!(
        (&tag["name"], &tag["description"]),
        (&json!("React"), &json!("user added tag"))
    );
    assert_eq!(ann.get("/tag/getTagByName/c++").await.ok()["name"], "c++");
    ann.get("/tag/getTagByName/nope")
        .await
        .refused(404, "Tag not found");
    assert_eq!(
        ann.titles("/question/getQuestion?search=[REACT]").await,
        ["q2", "q1"]
    );
    assert_eq!(
        ann.titles("/question/getQuestion?search=[react][c%2B%2B]")
            .await,
        ["q1"]
    );
}

/// A tag has the spelling of the scope in which it is displayed.
#[tokio::test]
async fn a_tags_spelling_depends_on_what_the_viewer_may_read() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let communities = [
        site.community(7, "private", &["ann", "ben"]),
        site.community(8, "private", &["ann"]),
    ];
    let ask = async |community: usize, tag: &str| {
        let body = json!({"title": tag, "text": "x", "tags": [{"name": tag}], "communityId": communities[community]});
        id_of(&ann.post("/question/addQuestion", body).await.ok())
    };
    ask(1, "SECOND-SECRET").await;
    ask(1, "react").await;
    let hidden = ask(0, "ReAcT").await;
    site.sql("UPDATE scoped_tags SET description = 'the merger' WHERE scope <> 0");
    let tags = async |who: &Person| {
        let list = who.get("/tag/getTagsWithQuestionNumber").await.ok();
        let list: Vec<String> = list
            .as_array()
            .unwrap()
            .iter()
            .map(|tag| format!("{} {} {}", tag["name"], tag["description"], tag["qcnt"]))
            .collect();
        (
            list.join(", ").replace('"', ""),
            who.get("/tag/getTagByName/rEACT").await.text,
        )
    };
    assert_eq!(
        tags(&cem).await,
        (String::new(), "Tag not found".to_owned())
    );
    assert_eq!(tags(&ben).await.0, "ReAcT the merger 1");
    assert_eq!(
        tags(&ann).await.0,
        "ReAcT the merger 2, SECOND-SECRET the merger 1"
    );

    // Publicly, Cem used it first. The tag's id reveals no earlier use either.
    let (question, id) = (
        cem.ask("public", "x", &["React", "second-secret"]).await,
        |tag: &Value| tag["_id"].as_str().unwrap().to_owned(),
    );
    let asked = cem
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert!(
        asked["tags"]
            .as_array()
            .unwrap()
            .iter()
            .all(|tag| id(tag) > question),
        "{asked}"
    );
    assert_eq!(
        tags(&cem).await.0,
        "React user added tag 1, second-secret user added tag 1"
    );
    assert_eq!(
        tags(&ben).await.0,
        "React user added tag 2, second-secret user added tag 1"
    );
    assert_eq!(
        tags(&ann).await.0,
        "React user added tag 3, second-secret user added tag 2"
    );
    assert!(tags(&ann).await.1.contains("\"React\""));
    // A question shows the spelling of its own scope, also during and after deletion.
    let shown = async |path: &str| {
        ann.get(path).await.ok()[0]["tags"][0]["name"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    for path in [
        "/question/getQuestion?search=user:ann",
        "/question/getQuestion?search=user:ann&view=card",
    ] {
        assert_eq!(shown(path).await, "ReAcT", "{path}");
    }
    for (method, path) in [
        (Method::DELETE, "/question/deleteQuestion"),
        (Method::POST, "/question/undeleteQuestion"),
    ] {
        let reply = ann
            .request(method, path, Some(json!({"qid": hidden})))
            .await
            .ok();
        assert_eq!(
            (&reply["tags"][0]["name"], &reply["tags"][0]["description"]),
            (&json!("ReAcT"), &json!("the merger"))
        );
    }
    // Without public use, a tag reverts to the spelling that its private users know.
    cem.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(
        tags(&cem).await,
        (String::new(), "Tag not found".to_owned())
    );
    assert_eq!(tags(&ben).await.0, "ReAcT the merger 1");
}

/// A client of the specification fetches each tag of its list.
#[tokio::test]
async fn a_client_may_ask_for_each_tag_of_its_list() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    ann.ask("T", "x", &["a"]).await;
    ann.get("/tag/getTagsWithQuestionNumber").await.ok();
    for _ in 0..1_000 {
        ann.get("/tag/getTagByName/a").await.ok();
    }
    for _ in 0..500 {
        ann.get("/user/me").await.ok();
    }
    // They are bounded too.
    let mut statuses = Vec::new();
    while statuses.last() != Some(&429) && statuses.len() < 10_000 {
        statuses.push(ann.get("/tag/getTagByName/a").await.status.as_u16());
    }
    assert_eq!(statuses.last(), Some(&429));
}
