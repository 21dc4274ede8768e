//! Mentions in questions, answers and comments.

use serde_json::json;

use super::*;
use crate::tests::realtime::Listening;

#[tokio::test]
async fn a_question_an_answer_and_a_comment_tell_whom_they_name() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let cem = site.sign_up("cem").await;
    let question = ann.ask("Who?", "Ask @Cem", &["a"]).await;
    let answer = ben.answer(&question, "@cem knows").await;
    let on_question = ann.comment("question", &question, "@cem?").await;
    let on_answer = ann.comment("answer", &answer, "@cem!").await;
    let mentions = cem.mentions().await;
    let mention = |index: usize, kind: &str, text: &str, by: &str, content: &str| {
        json!({
            "_id": mentions[index]["_id"], "kind": kind, "contentId": content, "qid": question, "title": "Who?",
            "mentionedBy": by, "text": text, "notified": false, "createdAt": "2026-11-21T00:00:00.000Z",
        })
    };
    let mut expected = [
        mention(0, "comment", "@cem!", "ann", &on_answer),
        mention(1, "comment", "@cem?", "ann", &on_question),
        mention(2, "answer", "@cem knows", "ben", &answer),
        mention(3, "question", "Ask @Cem", "ann", &question),
    ];
    for with_answer in [0, 2] {
        expected[with_answer]["answerId"] = json!(answer);
    }
    assert_eq!(mentions, expected);
}

#[tokio::test]
async fn a_post_carries_the_names_that_exist() {
    let site = TestSite::new();
    let (ann, _) = site.ann_and_ben().await;
    let question = ann.ask("T", "@Ben, @nobody and @ann", &["a"]).await;
    let answer = ann.answer(&question, "@ben").await;
    ann.comment("question", &question, "@ben").await;
    ann.comment("answer", &answer, "`@ben`").await;
    let path = format!("/question/getQuestionById/{question}");
    let question = ann.get(&path).await.ok();
    assert_eq!(question["mentions"], json!(["ann", "ben"]));
    assert_eq!(question["answers"][0]["mentions"], json!(["ben"]));
    assert_eq!(question["comments"][0]["mentions"], json!(["ben"]));
    assert_eq!(question["answers"][0]["comments"][0].get("mentions"), None);
}

#[tokio::test]
async fn the_reply_to_a_comment_carries_its_names() {
    let site = TestSite::new();
    let (ann, _) = site.ann_and_ben().await;
    let question = ann.ask("T", "x", &["a"]).await;
    let body = json!({"id": question, "type": "question", "comment": {"text": "@ben"}});
    let comment = ann.post("/comment/addComment", body).await.ok();
    assert_eq!(comment["mentions"], json!(["ben"]));
}

#[tokio::test]
async fn nobody_tells_themselves() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("T", "@ann", &["a"]).await;
    assert_eq!(ann.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn only_members_are_told_of_a_post_in_a_private_community() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let eve = site.sign_up("eve").await;
    let community = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "Secret").await;
    let answer = ann.answer(&question, "@ben @eve").await;
    assert_eq!(ben.named_in().await, [answer]);
    site.admit(7, "eve");
    assert_eq!(eve.named_in().await, [] as [&str; 0], "not even later");
}

#[tokio::test]
async fn a_reply_is_the_same_for_members_and_others() {
    let site = TestSite::new();
    let (ann, _) = site.ann_and_ben().await;
    site.sign_up("eve").await;
    let community = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "Secret").await;
    let reply = async |name: &str| {
        let body = json!({"qid": question, "ans": {"text": format!("@{name}")}});
        let answer = ann.post("/answer/addAnswer", body).await.ok();
        answer["mentions"].clone()
    };
    assert_eq!(reply("ben").await, json!(["ben"]));
    assert_eq!(reply("eve").await, json!(["eve"]));
}

#[tokio::test]
async fn a_mention_disappears_with_the_right_to_read_and_comes_back() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let community = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "Secret").await;
    let answer = ann.answer(&question, "@ben").await;
    site.expel(7, "ben");
    assert_eq!(ben.named_in().await, [] as [&str; 0]);
    site.admit(7, "ben");
    assert_eq!(ben.named_in().await, [answer]);
}

#[tokio::test]
async fn a_deleted_post_names_nobody_until_it_is_restored() {
    let listening = Listening::start().await;
    let (ann, ben) = listening.site.ann_and_ben().await;
    let question = ann.ask("T", "@ben", &["a"]).await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(ben.named_in().await, [] as [&str; 0]);
    let mut socket = listening.socket_of(&ben).await;
    ann.post("/question/undeleteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(ben.named_in().await, [question]);
    let body = json!({"biography": "end"});
    ann.patch("/user/updateBiography", body).await.ok();
    let events = socket.events_until("end").await;
    let is_told = events.iter().any(|(name, _)| name == "mention");
    assert!(!is_told, "restoring tells nobody twice");
}

#[tokio::test]
async fn a_comment_on_a_deleted_answer_names_nobody() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    let comment = ann.comment("answer", &answer, "@ben").await;
    assert_eq!(ben.named_in().await, [comment]);
    ann.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(ben.named_in().await, [] as [&str; 0]);
}

#[tokio::test]
async fn blocked_users_do_not_tell_each_other() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    ann.post("/user/blockUser", json!({"userId": "ben"}))
        .await
        .ok();
    ann.ask("T", "@ben", &["a"]).await;
    ben.ask("T", "@ann", &["a"]).await;
    assert_eq!(ann.mentions().await, [] as [Value; 0]);
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn blocking_an_author_hides_their_mentions() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    ann.ask("T", "@ben", &["a"]).await;
    ben.post("/user/blockUser", json!({"userId": "ann"}))
        .await
        .ok();
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn disabled_accounts_are_not_told() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    site.sql("UPDATE users SET disabled_at = 1 WHERE username = 'ben'");
    let answer = ann.ask("T", "@ben", &["a"]).await;
    let path = format!("/question/getQuestionById/{answer}");
    let names = ann.get(&path).await.ok()["mentions"].clone();
    assert_eq!(names, json!(["ben"]), "which nobody else learns");
    site.sql("UPDATE users SET disabled_at = NULL WHERE username = 'ben'");
    ben.authenticate("login").await;
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_muted_question_still_tells_whom_it_names() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "x", &["a"]).await;
    let body = json!({"kind": "question", "object": question, "state": "muted"});
    ben.patch("/following/setFollow", body).await.ok();
    let answer = ann.answer(&question, "@ben").await;
    assert_eq!(ben.named_in().await, [answer]);
}

#[tokio::test]
async fn what_names_a_watcher_is_not_in_their_inbox_too() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    ann.ask("Before", "x", &["a"]).await;
    site.clock.advance(std::time::Duration::from_millis(1));
    let watch = async |kind: &str, object: &str| {
        let body = json!({"kind": kind, "object": object, "state": "watching"});
        ben.patch("/following/setFollow", body).await.ok();
    };
    watch("tag", "a").await;
    let question = ann.ask("T", "@ben", &["a"]).await;
    let other = ann.ask("Other", "x", &["b"]).await;
    watch("question", &other).await;
    site.clock.advance(std::time::Duration::from_millis(1));
    let answer = ann.answer(&other, "@ben").await;
    assert_eq!(ben.named_in().await, [answer, question]);
    assert_eq!(ben.get("/following/getInbox").await.ok(), json!([]));
    let second = ann.answer(&other, "y").await;
    let inbox = ben.get("/following/getInbox").await.ok();
    assert_eq!(inbox[0]["newAnswers"], 1);
    assert_eq!(inbox[0]["firstNewAnswer"], second);
}

#[tokio::test]
async fn only_the_named_member_receives_the_event() {
    let listening = Listening::start().await;
    let (ann, ben) = listening.site.ann_and_ben().await;
    let mut by_ann = listening.socket_of(&ann).await;
    let mut by_ben = listening.socket_of(&ben).await;
    ann.ask("T", "@ben", &["a"]).await;
    let body = json!({"biography": "end"});
    ann.patch("/user/updateBiography", body).await.ok();
    let mention = ben.mentions().await[0].clone();
    let told = |events: Vec<(String, Value)>| -> Vec<Value> {
        let events = events.into_iter();
        events
            .filter(|(name, _)| name == "mention")
            .map(|(_, payload)| payload)
            .collect()
    };
    assert_eq!(
        told(by_ben.events_until("end").await),
        [json!({"mention": mention})]
    );
    assert_eq!(told(by_ann.events_until("end").await), [] as [Value; 0]);
}

#[tokio::test]
async fn deleting_an_account_deletes_its_mentions() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "@ben", &["a"]).await;
    ben.delete_with("/user/deleteUser/ben", json!({}))
        .await
        .ok();
    assert!(!site.content().contains("mentions ["));
    let path = format!("/question/getQuestionById/{question}");
    assert_eq!(ann.get(&path).await.ok().get("mentions"), None);
}

#[tokio::test]
async fn a_deleted_author_has_no_name() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    ann.ask("T", "@ben", &["a"]).await;
    ann.delete_with("/user/deleteUser/ann", json!({}))
        .await
        .ok();
    assert_eq!(ben.mentions().await[0]["mentionedBy"], "[deleted]");
}

#[tokio::test]
async fn the_download_has_what_named_the_user() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    ann.ask("T", "@ben", &["a"]).await;
    ben.patch("/mention/markMentionsSeen", json!({})).await.ok();
    let data = ben.get("/user/getData").await.ok();
    assert_eq!(data["mentions"][0]["text"], "@ben");
}

#[tokio::test]
async fn code_names_nobody_wherever_its_block_stands_and_other_text_does() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "x", &["a"]).await;
    for code in [
        "- Use the annotation:\n\n        @ben\n        class Foo {}\n",
        "> ~~~\n> @ben\n> ~~~",
        "- a\n  - b\n\n        @ben code",
        "# T\n    @ben code",
    ] {
        ann.answer(&question, code).await;
    }
    assert_eq!(ben.named_in().await, Vec::<String>::new());
    let text = "Press ` to quote.\n\n@ben please look\n\nand ` again.";
    let answer = ann.answer(&question, text).await;
    assert_eq!(ben.named_in().await, [answer]);
}
