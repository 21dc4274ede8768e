//! What the readers of a question are told that they may do.

use std::time::Duration;

use super::*;

impl Person {
    async fn permissions(&self, question: &str) -> Value {
        let path = format!("/question/getPermissions/{question}");
        self.get(&path).await.ok()
    }

    /// Returns what they may undo.
    async fn undoable(&self, question: &str) -> Value {
        self.permissions(question).await["undoable"].clone()
    }
}

fn nothing() -> Value {
    json!({"pins": [], "mayUndoMove": false, "mayUndoMerge": false})
}

#[tokio::test]
async fn readers_may_do_everything_with_an_open_question_and_nothing_with_a_locked_one() {
    let place = Place::new().await;
    let community = place.community("Columns", "public").await;
    let question = place.ann.ask_in(&community, "Zebra").await;
    let all = json!({"mayAnswer": true, "mayRespond": true});
    assert_eq!(place.ann.permissions(&question).await, all);
    let lock = json!({"id": question, "locked": true, "reason": "a quarrel"});
    place.mia.moderation("setLock", lock).await.ok();
    let none = json!({"mayAnswer": false, "mayRespond": false});
    for reader in [&place.ann, &place.ben] {
        assert_eq!(reader.permissions(&question).await, none);
    }
    for moderator in [&place.mia, &place.max] {
        let shown = moderator.permissions(&question).await;
        assert_eq!(
            shown,
            json!({"mayAnswer": true, "mayRespond": true, "undoable": nothing()})
        );
    }
}

#[tokio::test]
async fn a_closed_question_takes_comments_but_no_answers() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let close = json!({"id": question, "reason": "unclear", "note": "x"});
    place.max.moderation("closeQuestion", close).await.ok();
    for person in [&place.ann, &place.max] {
        let shown = person.permissions(&question).await;
        assert_eq!(
            (&shown["mayAnswer"], &shown["mayRespond"]),
            (&json!(false), &json!(true))
        );
    }
}

#[tokio::test]
async fn new_members_may_not_answer_a_protected_question_and_its_asker_may() {
    let place = Place::new().await;
    let site = &place.server.site;
    site.sql("UPDATE user_counts SET users = users + 100");
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let body = json!({"qid": question, "reason": "Only advertising"});
    place.max.moderation("protectQuestion", body).await.ok();
    let comment = json!({"mayAnswer": false, "mayRespond": true});
    assert_eq!(place.ben.permissions(&question).await, comment);
    let all = json!({"mayAnswer": true, "mayRespond": true});
    assert_eq!(place.ann.permissions(&question).await, all);
    let body = json!({"userId": "ben", "reason": "I know them"});
    place.max.post("/moderation/vouchUser", body).await.ok();
    assert_eq!(place.ben.permissions(&question).await, all);
}

#[tokio::test]
async fn moderators_learn_where_they_may_unpin_it() {
    let place = Place::new().await;
    let community = place.community("Columns", "public").await;
    let question = place.ann.ask_in(&community, "Zebra").await;
    assert_eq!(place.max.undoable(&question).await, nothing());
    let tag = place.ann.reads(&question).await["tags"][0]["name"].clone();
    let pin = |kind: &str, pinned: bool| json!({"id": question, "place": kind, "tag": tag, "pinned": pinned, "reason": "x"});
    for (moderator, kind) in [
        (&place.max, "site"),
        (&place.max, "tag"),
        (&place.mia, "community"),
    ] {
        moderator.moderation("setPin", pin(kind, true)).await.ok();
    }
    assert_eq!(
        place.max.undoable(&question).await["pins"],
        json!([{"place": "site"}, {"place": "tag", "tag": tag}])
    );
    assert_eq!(
        place.mia.undoable(&question).await["pins"],
        json!([{"place": "community"}])
    );
    assert_eq!(place.ann.undoable(&question).await, Value::Null);
    place.max.moderation("setPin", pin("tag", false)).await.ok();
    assert_eq!(
        place.max.undoable(&question).await["pins"],
        json!([{"place": "site"}])
    );
}

#[tokio::test]
async fn a_move_can_be_undone_for_30_days_by_who_moderates_both_places() {
    let place = Place::new().await;
    let first = place.community("Columns", "public").await;
    let second = place.community("Arches", "public").await;
    let question = place.ann.ask_in(&first, "Zebra").await;
    let body = json!({"id": question, "communityId": second, "reason": "x"});
    place.mia.moderation("moveQuestion", body).await.ok();
    for moderator in [&place.mia, &place.max] {
        assert_eq!(moderator.undoable(&question).await["mayUndoMove"], true);
    }
    assert_eq!(place.ann.undoable(&question).await, Value::Null);
    let clock = &place.server.site.clock;
    clock.advance(Duration::from_secs(31 * 24 * 60 * 60));
    place.max.authenticate("login").await;
    assert_eq!(place.max.undoable(&question).await["mayUndoMove"], false);
}

#[tokio::test]
async fn a_merge_can_be_undone_once() {
    let place = Place::new().await;
    let copy = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let original = place.ann.ask("Zebras", "striped", &["animal"]).await;
    place.ben.answer(&copy, "giraffe").await;
    let body = json!({"id": copy, "into": original, "reason": "asked before"});
    place.max.moderation("mergeQuestions", body).await.ok();
    assert_eq!(place.max.undoable(&copy).await["mayUndoMerge"], true);
    assert_eq!(place.max.undoable(&original).await["mayUndoMerge"], false);
    let body = json!({"id": copy, "reason": "x"});
    place.max.moderation("undoMerge", body).await.ok();
    assert_eq!(place.max.undoable(&copy).await, nothing());
}

#[tokio::test]
async fn a_hidden_question_is_absent() {
    let place = Place::new().await;
    let community = place.community("Columns", "private").await;
    let question = place.ann.ask_in(&community, "Secret").await;
    let path = format!("/question/getPermissions/{question}");
    for stranger in [&place.ben, &place.max] {
        stranger.get(&path).await.refused(404, "Question not found");
    }
}
