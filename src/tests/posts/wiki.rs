//! Answers that every member may edit.

use super::*;
use crate::tests::realtime::Listening;

impl Person {
    async fn set_wiki(&self, answer: &str, wiki: bool) -> crate::tests::Reply {
        let body = json!({"aid": answer, "wiki": wiki});
        self.patch("/answer/setWiki", body).await
    }

    async fn edit_wiki(&self, answer: &str, text: &str) -> crate::tests::Reply {
        let body = json!({"aid": answer, "text": text});
        self.patch("/answer/editAnswer", body).await
    }

    async fn reputation(&self, name: &str) -> Value {
        self.get(&format!("/user/getUser/{name}")).await.ok()["reputation"].clone()
    }
}

#[tokio::test]
async fn every_member_edits_a_wiki_and_the_last_editor_is_named() {
    let site = TestSite::new();
    let [ann, ben, cat] = [
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cat").await,
    ];
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    cat.edit_wiki(&answer, "z")
        .await
        .refused(403, "You can only change your own posts");
    let marked = ben.set_wiki(&answer, true).await.ok();
    assert_eq!(
        (&marked["wiki"], &marked["lastEditedBy"]),
        (&json!(true), &json!("ben"))
    );
    cat.edit_wiki(&answer, "z").await.ok();
    let stored = &ann.question(&question).await["answers"][0];
    assert_eq!(
        (&stored["text"], &stored["ansBy"], &stored["lastEditedBy"]),
        (&json!("z"), &json!("ben"), &json!("cat"))
    );
    assert_eq!(ann.revisions(&answer).await, ["z", "y"]);
    let suggested = json!({"id": answer, "revisionId": answer, "text": "w"});
    cat.post("/post/suggestEdit", suggested)
        .await
        .refused(409, "You can edit this post yourself");
    site.sql("UPDATE questions SET locked_at = 5");
    cat.edit_wiki(&answer, "w").await.refused(
        409,
        "This question is locked: only moderators can change it",
    );
}

#[tokio::test]
async fn votes_on_a_wiki_earn_no_reputation() {
    let site = TestSite::new();
    let [ann, ben] = [site.sign_up("ann").await, site.sign_up("ben").await];
    let root = site.administrator("root1").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    let vote = json!({"aid": answer});
    ann.post("/answer/upvoteAnswer", vote.clone()).await.ok();
    assert_eq!(ann.reputation("ben").await, 10);
    ben.set_wiki(&answer, true).await.ok();
    assert_eq!(ann.reputation("ben").await, 0);
    root.post("/answer/upvoteAnswer", vote).await.ok();
    assert_eq!(ann.reputation("ben").await, 0);
    assert_eq!(ann.question(&question).await["answers"][0]["score"], 2);
    root.set_wiki(&answer, false).await.ok();
    assert_eq!(ann.reputation("ben").await, 20);
}

#[tokio::test]
async fn authors_and_moderators_make_a_wiki_and_only_moderators_end_it() {
    let site = TestSite::new();
    let [ann, ben] = [site.sign_up("ann").await, site.sign_up("ben").await];
    let root = site.administrator("root1").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.set_wiki(&answer, true)
        .await
        .refused(403, "You can only change your own posts");
    for id in [ABSENT, &question, "../x"] {
        ann.set_wiki(id, true).await.refused(404, "Post not found");
    }
    for _ in 0..2 {
        ben.set_wiki(&answer, true).await.ok();
    }
    ben.set_wiki(&answer, false)
        .await
        .refused(403, "Only moderators can do this");
    let ended = root.set_wiki(&answer, false).await.ok();
    assert_eq!((ended.get("wiki"), ended.get("lastEditedBy")), (None, None));
    let told = ben.get("/inbox/getEntries?kinds=moderation").await.ok();
    assert_eq!(told[0]["item"]["reason"], "no community wiki");
}

#[tokio::test]
async fn the_author_of_a_wiki_is_notified_of_the_edits_of_others() {
    let server = Listening::start().await;
    let site = &server.site;
    let [ann, ben, cat, dan] = [
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cat").await,
        site.sign_up("dan").await,
    ];
    let question = ann.ask("Columns", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ben.set_wiki(&answer, true).await.ok();
    let entries = async || {
        let entries = ben.get("/inbox/getEntries?kinds=own").await.ok();
        let entries = entries.as_array().expect("entries").iter();
        let items = entries.map(|entry| (entry["isNew"].clone(), entry["item"].clone()));
        items.collect::<Vec<_>>()
    };
    ben.edit_wiki(&answer, "by the author").await.ok();
    assert_eq!(entries().await, []);
    let mut socket = server.socket_of(&ben).await;
    cat.edit_wiki(&answer, "by cat").await.ok();
    while socket.event_or_badge().await.0 != "inboxUpdate" {}
    dan.edit_wiki(&answer, "by dan").await.ok();
    // All edits are one entry.
    let [(is_new, entry)] = &entries().await[..] else {
        panic!("one entry");
    };
    assert_eq!(
        json!([is_new, entry["kind"], entry["by"], entry["text"]]),
        json!([true, "edited", "dan", "by dan"])
    );
    assert_eq!(
        json!([entry["qid"], entry["answerId"], entry["title"]]),
        json!([question, answer, "Columns"])
    );
    let home = crate::tests::operations::get_with(&ben, "/home", &[("accept", "text/html")]).await;
    for part in ["<bdi>dan</bdi> edited your wiki", "Mute edits"] {
        assert!(home.text.contains(part), "{part}: {}", home.text);
    }
    let own = ben.get("/user/getData").await.ok()["inbox_entries"][0].clone();
    assert_eq!(own["kind"], "edited");
    // It ends with an edit of the author, and nobody whom they have blocked makes another one.
    ben.edit_wiki(&answer, "by the author again").await.ok();
    assert_eq!(entries().await, []);
    let mute = json!({"kind": "edited", "muted": true});
    ben.patch("/inbox/setMutedKind", mute).await.ok();
    cat.edit_wiki(&answer, "by cat again").await.ok();
    assert_eq!(entries().await, []);
    let unmute = json!({"kind": "edited", "muted": false});
    ben.patch("/inbox/setMutedKind", unmute).await.ok();
    assert_eq!(entries().await.len(), 1);
    site.sql("DELETE FROM inbox_entries");
    let block = json!({"userId": "dan"});
    ben.post("/user/blockUser", block).await.ok();
    dan.edit_wiki(&answer, "by dan again").await.ok();
    assert_eq!(entries().await, []);
}
