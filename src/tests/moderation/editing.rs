//! Edits of posts of others.

use super::*;

#[tokio::test]
async fn the_history_names_the_moderator_and_the_post_keeps_its_author() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = place.ann.answer(&question, "giraffe").await;
    let comment = place.ann.comment("answer", &answer, "why?").await;
    let before = place.exported();
    let editors = async |id: &str| -> Vec<String> {
        let list = place
            .ben
            .get(&format!("/post/getRevisions/{id}"))
            .await
            .ok();
        list.as_array()
            .expect("an array")
            .iter()
            .map(|revision| {
                format!(
                    "{}: {}",
                    revision["editedBy"].as_str().expect("a name"),
                    revision["text"].as_str().expect("a text")
                )
            })
            .collect()
    };
    let tags = json!([{"name": "animal"}]);
    for (id, first) in [
        (&question, "striped"),
        (&answer, "giraffe"),
        (&comment, "why?"),
    ] {
        let edit = |text: &str| json!({"id": id, "title": "Zebra", "text": text, "tags": tags, "reason": "Clearer"});
        let edited = place.max.moderation("editPost", edit("new")).await.ok();
        assert_eq!(edited["isChanged"], true);
        // The same once more changes nothing, and is not in the log.
        let again = place.max.moderation("editPost", edit("new")).await.ok();
        assert_eq!(again["isChanged"], false);
        assert_eq!(
            editors(id).await,
            ["max1: new".to_owned(), format!("ann: {first}")]
        );
        place.max.moderation("editPost", edit(first)).await.ok();
        assert_eq!(editors(id).await.len(), 3);
    }
    let seen = place.ben.reads(&question).await;
    assert_eq!(
        (&seen["askedBy"], &seen["answers"][0]["ansBy"]),
        (&json!("ann"), &json!("ann"))
    );
    let own = json!({"cid": comment, "text": "why?!"});
    place.ann.patch("/comment/editComment", own).await.ok();
    assert_eq!(editors(&comment).await[0], "ann: why?!");
    let back = json!({"cid": comment, "text": "why?"});
    place.ann.patch("/comment/editComment", back).await.ok();
    assert_eq!(place.exported(), before);
    let entries = place.server.site.connection().query_row(
        "SELECT count(*) FROM admin_log WHERE action = 'edit-post'",
        [],
        |row| row.get::<_, i64>(0),
    );
    assert_eq!(entries.expect("a count"), 6);
    place.check().await;
}

#[tokio::test]
async fn who_is_named_by_a_moderator_is_not_told_in_the_name_of_the_author() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let edit = json!({"id": question, "title": "Zebra", "text": "striped @ben", "tags": [{"name": "animal"}], "reason": "x"});
    place.max.moderation("editPost", edit).await.ok();
    assert_eq!(place.ben.reads(&question).await["mentions"], json!(["ben"]));
    assert_eq!(place.ben.get("/mention/getMentions").await.ok(), json!([]));
    place.check().await;
}

#[tokio::test]
async fn the_rules_of_a_text_hold_for_moderators_too() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = place.ann.answer(&question, "giraffe").await;
    let edit =
        |id: &str, text: &str, reason: &str| json!({"id": id, "text": text, "reason": reason});
    for (id, text, reason, refusal) in [
        (&answer, "", "x", "Answer text cannot be empty"),
        (&answer, "new", "", "Reason cannot be empty"),
        (&question, "new", "x", "Title cannot be empty"),
    ] {
        place
            .max
            .moderation("editPost", edit(id, text, reason))
            .await
            .refused(400, refusal);
    }
}
