//! Who sees a picture: its owner, and who may read a text that shows it, after every change of that right.

use serde_json::json;

use super::*;

/// Ann, who has a picture, Ben, and an administrator.
struct People {
    site: TestSite,
    root: Person,
    ann: Person,
    ben: Person,
    picture: String,
}

impl People {
    async fn new() -> Self {
        let site = TestSite::new();
        let root = site.sign_up("root1").await;
        site.promote("root1").await;
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let picture = ann.picture(1).await;
        Self {
            site,
            root,
            ann,
            ben,
            picture,
        }
    }

    /// Fails unless its owner sees the picture, and Ben and the administrator see it or not.
    async fn check(&self, ben: bool, root: bool, when: &str) {
        assert!(
            self.ann.sees_picture(&self.picture).await,
            "the owner: {when}"
        );
        let seen = [&self.ben, &self.root].map(|person| person.sees_picture(&self.picture));
        let [of_ben, of_root] = seen;
        assert_eq!(
            [of_ben.await, of_root.await],
            [ben, root],
            "Ben, the administrator: {when}"
        );
    }

    /// Deletes an answer of Ann.
    async fn delete_answer(&self, answer: &str) {
        let body = json!({"aid": answer});
        self.ann
            .delete_with("/answer/deleteAnswer", body)
            .await
            .ok();
    }

    async fn administer(&self, call: &str, body: Value) {
        self.root
            .post(&format!("/administration/{call}"), body)
            .await
            .ok();
    }
}

#[tokio::test]
async fn only_the_owner_sees_a_picture_that_no_text_shows() {
    People::new().await.check(false, false, "unused").await;
}

#[tokio::test]
async fn readers_of_a_question_its_answers_and_comments_see_their_pictures() {
    for shows in [
        "question",
        "answer",
        "comment on it",
        "comment on an answer",
    ] {
        let people = People::new().await;
        let ann = &people.ann;
        let text = |place: &str| {
            if place == shows {
                shown(&people.picture)
            } else {
                "x".to_owned()
            }
        };
        let question = ann.ask("T", &text("question"), &["a"]).await;
        let answer = ann.answer(&question, &text("answer")).await;
        let on_question = ann
            .comment("question", &question, &text("comment on it"))
            .await;
        let on_answer = ann
            .comment("answer", &answer, &text("comment on an answer"))
            .await;
        people.check(true, true, shows).await;
        // What is removed hides what belongs to it.
        for (removed, hides) in [
            (&on_answer, ["comment on an answer"].as_slice()),
            (&on_question, &["comment on it"]),
            (&answer, &["answer", "comment on an answer"]),
            (
                &question,
                &[
                    "question",
                    "answer",
                    "comment on it",
                    "comment on an answer",
                ],
            ),
        ] {
            people
                .administer("removePost", json!({"id": removed, "reason": "test"}))
                .await;
            let is_seen = !hides.contains(&shows);
            people
                .check(is_seen, is_seen, &format!("{shows}, without {hides:?}"))
                .await;
            people
                .administer("restorePost", json!({"id": removed}))
                .await;
            people
                .check(true, true, &format!("{shows}, restored"))
                .await;
        }
    }
}

#[tokio::test]
async fn a_text_that_its_author_deletes_hides_its_picture_until_it_is_undeleted() {
    let people = People::new().await;
    let question = people.ann.ask("T", &shown(&people.picture), &["a"]).await;
    let qid = json!({"qid": question});
    people
        .ann
        .delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    people.check(false, false, "deleted").await;
    people
        .ann
        .post("/question/undeleteQuestion", qid)
        .await
        .ok();
    people.check(true, true, "undeleted").await;
}

#[tokio::test]
async fn only_members_see_the_pictures_of_a_private_community() {
    let people = People::new().await;
    let community = people.site.community(1, "private", &["ann", "ben"]);
    let body = json!({"title": "T", "text": shown(&people.picture), "tags": [{"name": "a"}], "communityId": community});
    people.ann.post("/question/addQuestion", body).await.ok();
    people.check(true, false, "a member").await;
    let leave = format!("/community/leaveCommunity/{community}");
    people.ben.post(&leave, json!({})).await.ok();
    people.check(false, false, "left").await;
    people.site.admit(1, "root1");
    people.check(false, true, "another member").await;
    // The owner may no longer read the question, and has the picture still.
    people.ann.post(&leave, json!({})).await.ok();
    people.check(false, true, "the owner has left").await;
}

#[tokio::test]
async fn a_picture_in_a_private_and_a_public_text_is_public() {
    let people = People::new().await;
    let community = people.site.community(1, "private", &["ann"]);
    let body = json!({"title": "T", "text": shown(&people.picture), "tags": [{"name": "a"}], "communityId": community});
    people.ann.post("/question/addQuestion", body).await.ok();
    people.check(false, false, "private").await;
    let question = people.ann.ask("T", &shown(&people.picture), &["a"]).await;
    people.check(true, true, "both").await;
    let qid = json!({"qid": question});
    people
        .ann
        .delete_with("/question/deleteQuestion", qid)
        .await
        .ok();
    people
        .check(false, false, "the public one is deleted")
        .await;
}

#[tokio::test]
async fn participants_of_a_chat_see_the_pictures_of_messages_that_they_may_read() {
    let people = People::new().await;
    let (ann, ben) = (&people.ann, &people.ben);
    let cem = people.site.sign_up("cem").await;
    let chat = ann.chat_with(&["ben"]).await;
    ann.write_in(&chat, &shown(&people.picture)).await.ok();
    people.check(true, false, "a chat").await;
    // Who is added later does not see earlier messages, and gains nothing by writing the id.
    ben.add_to(&chat, "cem").await.ok();
    assert!(!cem.sees_picture(&people.picture).await);
    cem.write_in(&chat, &shown(&people.picture)).await.ok();
    assert!(!cem.sees_picture(&people.picture).await);
    // Ben has seen it there, and shows it again.
    ben.write_in(&chat, &shown(&people.picture)).await.ok();
    assert!(cem.sees_picture(&people.picture).await);
    cem.post(&format!("/chat/{chat}/leave"), json!({}))
        .await
        .ok();
    assert!(!cem.sees_picture(&people.picture).await);
    people.check(true, false, "without Cem").await;
}

#[tokio::test]
async fn a_removed_message_of_the_global_chat_shows_its_picture_no_longer() {
    let people = People::new().await;
    let body = json!({"messageToAdd": {"msg": shown(&people.picture), "msgFrom": "ann"}});
    let message = id_of(&people.ann.post("/messaging/addMessage", body).await.ok());
    people.check(true, true, "shown").await;
    people
        .administer("removeMessage", json!({"id": message}))
        .await;
    people.check(false, false, "removed").await;
}

#[tokio::test]
async fn an_edited_message_shows_only_its_current_pictures() {
    let people = People::new().await;
    let chat = people.ann.chat_with(&["ben"]).await;
    let text = shown(&people.picture);
    let message = people.ann.id_written_in(&chat, &text).await;
    people.check(true, false, "shown").await;
    let edit = format!("/chat/{chat}/editMessage");
    let body = json!({"messageId": message, "msg": "x"});
    people.ann.patch(&edit, body).await.ok();
    people.check(false, false, "edited").await;
}

#[tokio::test]
async fn everyone_sees_the_pictures_of_a_tag_that_everyone_can_find() {
    let people = People::new().await;
    let question = people.ann.ask("T", "x", &["zebra"]).await;
    let body = json!({"name": "zebra", "text": shown(&people.picture), "base": null});
    people.ann.patch("/tag/editTagDescription", body).await.ok();
    people.check(true, true, "described").await;
    let qid = json!({"qid": question});
    people
        .ann
        .delete_with("/question/deleteQuestion", qid)
        .await
        .ok();
    people.check(false, false, "nobody finds the tag").await;
}

#[tokio::test]
async fn everyone_sees_the_pictures_of_a_communitys_description() {
    let people = People::new().await;
    let body =
        json!({"name": "Zebras", "visibility": "private", "description": shown(&people.picture)});
    people.ann.post("/community/addCommunity", body).await.ok();
    people.check(true, true, "described").await;
}

#[tokio::test]
async fn the_id_of_anothers_picture_in_a_text_gains_nothing() {
    let people = People::new().await;
    let ben = &people.ben;
    let text = shown(&people.picture);
    // In texts of every kind.
    let question = ben.ask("T", &text, &["zebra"]).await;
    let answer = ben.answer(&question, &text).await;
    ben.comment("question", &question, &text).await;
    ben.comment("answer", &answer, &text).await;
    let chat = ben.chat_with(&["root1"]).await;
    ben.write_in(&chat, &text).await.ok();
    let description = json!({"name": "zebra", "text": text, "base": null});
    ben.patch("/tag/editTagDescription", description).await.ok();
    let community = json!({"name": "Zebras", "description": text});
    ben.post("/community/addCommunity", community).await.ok();
    let biography = json!({"biography": text});
    ben.patch("/user/updateBiography", biography).await.ok();
    let message = json!({"messageToAdd": {"msg": text, "msgFrom": "ben"}});
    ben.post("/messaging/addMessage", message).await.ok();
    people.check(false, false, "written by another").await;
    let path = format!("/question/getQuestionById/{question}");
    assert_eq!(ben.get(&path).await.ok().get("pictures"), None);
}

#[tokio::test]
async fn a_picture_is_quoted_where_it_is_seen_and_only_there() {
    let people = People::new().await;
    let (ann, ben, text) = (&people.ann, &people.ben, shown(&people.picture));
    let community = people.site.community(1, "private", &["ann", "ben"]);
    let body =
        json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    let private = id_of(&ann.post("/question/addQuestion", body).await.ok());
    let answer = ann.answer(&private, &text).await;
    // Outside of the community it stays hidden.
    ben.ask("T", &text, &["a"]).await;
    people.check(true, false, "quoted elsewhere").await;
    ben.answer(&private, &format!("> {text}")).await;
    people.delete_answer(&answer).await;
    people
        .check(true, false, "the first answer is deleted")
        .await;
}

#[tokio::test]
async fn a_deleted_text_is_not_quoted() {
    let people = People::new().await;
    let (ann, ben, text) = (&people.ann, &people.ben, shown(&people.picture));
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, &text).await;
    ann.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    ben.comment("question", &question, &text).await;
    people.check(false, false, "quoted too late").await;
}

#[tokio::test]
async fn earlier_versions_show_their_pictures_until_they_are_purged() {
    let people = People::new().await;
    let ann = &people.ann;
    let question = ann.ask("T", &shown(&people.picture), &["a"]).await;
    let body = json!({"qid": question, "title": "T", "text": "x", "tags": [{"name": "a"}]});
    let edited = ann.patch("/question/editQuestion", body).await.ok();
    assert_eq!(edited.get("pictures"), None);
    people.check(true, true, "in the history").await;
    let revisions = ann
        .get(&format!("/post/getRevisions/{question}"))
        .await
        .ok();
    let version = json!({"id": question, "revisionId": revisions[1]["_id"]});
    ann.delete_with("/post/purgeRevision", version).await.ok();
    people.check(false, false, "purged").await;
}

#[tokio::test]
async fn pictures_of_a_deleted_account_stay_where_texts_show_them() {
    let people = People::new().await;
    people.ann.ask("T", &shown(&people.picture), &["a"]).await;
    let unused = people.ann.picture(2).await;
    people.ann.delete("/user/deleteUser/ann").await.ok();
    assert!(people.ben.sees_picture(&people.picture).await);
    assert!(!people.ben.sees_picture(&unused).await);
    let left = people.site.number("SELECT count(*) FROM pictures");
    assert_eq!(left, 1);
}

#[tokio::test]
async fn a_lone_backtick_in_another_block_hides_no_picture() {
    let people = People::new().await;
    let shown = shown(&people.picture);
    let question = people.ann.ask("T", "x", &["a"]).await;
    people.check(false, false, "no text shows it").await;
    for text in [
        format!("Press ` to quote.\n\n{shown}\n\nand ` again."),
        format!("- key `\n- {shown}\n- key `"),
        format!("<div>\n{shown}\n</div>"),
        format!("![x][1]\n\n[1]: /media/{}", people.picture),
    ] {
        let answer = people.ann.answer(&question, &text).await;
        people.check(true, true, &text).await;
        people.delete_answer(&answer).await;
    }
}
