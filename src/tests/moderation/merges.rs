//! Merging questions.

use std::time::Duration;

use super::*;

fn merged(question: &str, into: &str) -> Value {
    json!({"id": question, "into": into, "reason": "It was asked before"})
}

fn undo(question: &str) -> Value {
    json!({"id": question, "reason": "It was not"})
}

/// A question of Ann with an accepted answer of Ben, and an older one of Mia with an answer of Ann.
struct Pair {
    copy: String,
    original: String,
    answer: String,
}

impl Place {
    async fn pair(&self) -> Pair {
        let original = self.mia.ask("Horse", "plain", &["animal"]).await;
        self.ann.answer(&original, "donkey").await;
        let copy = self
            .ann
            .ask("Zebra", "striped horse", &["Animal", "stripes"])
            .await;
        let answer = self.answered(&copy).await;
        Pair {
            copy,
            original,
            answer,
        }
    }

    /// An answer of Ben with a picture, a comment that names Ben, and votes, which Ann has accepted.
    async fn answered(&self, question: &str) -> String {
        let picture = self.ben.picture(1).await;
        let text = format!("giraffe ![](/media/{picture})");
        let answer = self.ben.answer(question, &text).await;
        self.ann.comment("answer", &answer, "@ben okapi?").await;
        for person in [&self.ann, &self.ben] {
            person
                .post("/answer/upvoteAnswer", json!({"aid": answer}))
                .await
                .ok();
        }
        let accepted = json!({"qid": question, "aid": answer});
        self.ann.post("/question/acceptAnswer", accepted).await.ok();
        answer
    }

    async fn merges(&self, pair: &Pair) -> Value {
        let body = merged(&pair.copy, &pair.original);
        self.max.moderation("mergeQuestions", body).await.ok()
    }

    /// Returns the texts of the answers of a question.
    async fn answers(&self, question: &str) -> Vec<String> {
        let found = self.max.reads(question).await;
        let answers = found["answers"].as_array().expect("answers");
        let text = |answer: &Value| answer["text"].as_str().expect("a text").to_owned();
        answers
            .iter()
            .map(text)
            .map(|text| text.split(' ').next().unwrap_or_default().to_owned())
            .collect()
    }

    fn number(&self, sql: &str) -> i64 {
        let connection = self.server.site.connection();
        connection
            .query_row(sql, [], |row| row.get(0))
            .expect("a number")
    }
}

#[tokio::test]
async fn the_answers_move_with_all_that_belongs_to_them_and_back() {
    let place = Place::new().await;
    let pair = place.pair().await;
    let before = place.exported();
    let closed = place.merges(&pair).await;
    assert_eq!(
        (
            &closed["closeReason"],
            &closed["closeNote"],
            &closed["answers"],
            closed.get("acceptedAnswerId"),
        ),
        (
            &json!("duplicate"),
            &json!("It was asked before"),
            &json!([]),
            None
        )
    );
    place.check().await;
    let target = place.ben.reads(&pair.original).await;
    let moved = &target["answers"][1];
    assert_eq!(moved["_id"], json!(pair.answer));
    assert_eq!(moved["comments"][0]["text"], json!("@ben okapi?"));
    assert_eq!(moved["comments"][0]["mentions"], json!(["ben"]));
    assert_eq!(moved["upVotes"].as_array().map(Vec::len), Some(2));
    assert_eq!(target["pictures"].as_array().map(Vec::len), Some(1));
    assert_eq!(target.get("acceptedAnswerId"), None);
    // What leads to them leads to the other question.
    let linked = format!("/question/getDuplicates/{}", pair.copy);
    let linked = place.ben.get(&linked).await.ok();
    assert_eq!(linked[0]["_id"], json!(pair.original));
    // Only moderators of the site see who did it.
    assert_eq!(linked[0].get("linkedBy"), None);
    let linked = format!("/question/getDuplicates/{}", pair.copy);
    let linked = place.max.get(&linked).await.ok();
    assert_eq!(linked[0]["linkedBy"], json!("max1"));
    for path in [
        "/question/getQuestion?search=giraffe",
        "/question/getQuestion?search=donkey",
    ] {
        assert_eq!(place.ben.titles(path).await, ["Horse"], "{path}");
    }
    let told = place.ann.get("/notification/getNotifications").await.ok();
    assert_eq!(told[0]["questionId"], json!(pair.original), "{told}");
    let told = place.ben.get("/mention/getMentions").await.ok();
    assert_eq!(told[0]["qid"], json!(pair.original), "{told}");

    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.exported(), before);
    place.check().await;
    assert_eq!(
        place
            .ben
            .titles("/question/getQuestion?search=giraffe")
            .await,
        ["Zebra"]
    );
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .refused(409, "This question was not merged");
    // It can be repeated.
    place.merges(&pair).await;
    assert_eq!(place.answers(&pair.copy).await, [""; 0]);
}

#[tokio::test]
async fn answers_that_are_older_than_their_new_question_keep_their_names_and_pictures() {
    let place = Place::new().await;
    let copy = place.ann.ask("Zebra", "striped", &["animal"]).await;
    place.answered(&copy).await;
    let original = place.mia.ask("Horse", "plain", &["animal"]).await;
    place
        .max
        .moderation("mergeQuestions", merged(&copy, &original))
        .await
        .ok();
    let question = place.ben.reads(&original).await;
    let comment = &question["answers"][0]["comments"][0];
    assert_eq!(comment["mentions"], json!(["ben"]));
    assert_eq!(question["pictures"].as_array().map(Vec::len), Some(1));
    place.check().await;
}

#[tokio::test]
async fn undoing_leaves_alone_what_was_written_and_decided_since() {
    let place = Place::new().await;
    let pair = place.pair().await;
    place.ben.answer(&pair.copy, "mule").await;
    place.merges(&pair).await;
    place.ben.answer(&pair.original, "pony").await;
    place.mia.comment("answer", &pair.answer, "since").await;
    let accepted = json!({"qid": pair.original, "aid": pair.answer});
    place
        .mia
        .post("/question/acceptAnswer", accepted)
        .await
        .ok();
    let mule = place.ben.reads(&pair.original).await["answers"][2]["_id"].clone();
    let own = json!({"aid": mule});
    place
        .ben
        .delete_with("/answer/deleteAnswer", own.clone())
        .await
        .ok();
    assert_eq!(
        place.answers(&pair.original).await,
        ["donkey", "giraffe", "pony"]
    );
    place.check().await;
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.answers(&pair.original).await, ["donkey", "pony"]);
    assert_eq!(place.answers(&pair.copy).await, ["giraffe"]);
    let question = place.max.reads(&pair.original).await;
    assert_eq!(question.get("acceptedAnswerId"), None);
    let question = place.max.reads(&pair.copy).await;
    assert_eq!(question["acceptedAnswerId"], json!(pair.answer));
    assert_eq!(
        question["answers"][0]["comments"].as_array().map(Vec::len),
        Some(2)
    );
    place.check().await;
    // The deleted one is where it was written.
    place.ben.post("/answer/undeleteAnswer", own).await.ok();
    assert_eq!(place.answers(&pair.copy).await, ["giraffe", "mule"]);
    place.check().await;
}

#[tokio::test]
async fn an_accepted_answer_that_was_deleted_since_is_accepted_again_with_its_restoration() {
    let place = Place::new().await;
    let pair = place.pair().await;
    place.merges(&pair).await;
    let own = json!({"aid": pair.answer});
    place
        .ben
        .delete_with("/answer/deleteAnswer", own.clone())
        .await
        .ok();
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    place.check().await;
    place.ben.post("/answer/undeleteAnswer", own).await.ok();
    let question = place.max.reads(&pair.copy).await;
    assert_eq!(question["acceptedAnswerId"], json!(pair.answer));
    place.check().await;
}

#[tokio::test]
async fn a_closed_question_is_afterwards_closed_as_before() {
    let place = Place::new().await;
    let pair = place.pair().await;
    let own = json!({"qid": pair.copy});
    place
        .ann
        .delete_with("/question/deleteQuestion", own.clone())
        .await
        .ok();
    let before = place.exported();
    let closed = place.merges(&pair).await;
    assert_eq!(closed["closeReason"], json!("duplicate"));
    place
        .ann
        .post("/question/undeleteQuestion", own.clone())
        .await
        .refused(
            409,
            "A moderator has closed this question: only moderators can reopen it",
        );
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.exported(), before);
    place.ann.post("/question/undeleteQuestion", own).await.ok();
    let closing = json!({"id": pair.copy, "reason": "unclear", "note": "What?"});
    place.max.moderation("closeQuestion", closing).await.ok();
    let before = place.exported();
    let closed = place.merges(&pair).await;
    assert_eq!(closed["closeReason"], json!("unclear"));
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.exported(), before);
}

#[tokio::test]
async fn a_reopened_question_stays_open_and_keeps_its_new_answers() {
    let place = Place::new().await;
    let pair = place.pair().await;
    place.merges(&pair).await;
    let reopening = json!({"id": pair.copy, "reason": "It differs"});
    place.max.moderation("reopenQuestion", reopening).await.ok();
    place.mia.answer(&pair.copy, "okapi").await;
    place
        .max
        .moderation("mergeQuestions", merged(&pair.copy, &pair.original))
        .await
        .refused(409, "This question is merged already");
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.answers(&pair.copy).await, ["giraffe", "okapi"]);
    let question = place.max.reads(&pair.copy).await;
    assert_eq!(question.get("closedAt"), None);
    place.check().await;
}

#[tokio::test]
async fn a_merged_question_and_its_link_stay_while_it_is_merged() {
    let place = Place::new().await;
    let pair = place.pair().await;
    place.merges(&pair).await;
    let own = json!({"qid": pair.copy});
    let kept = place
        .ann
        .delete_with("/question/deleteQuestion", own)
        .await
        .ok();
    assert_eq!(kept.get("deletedAt"), None);
    let link = json!({"qid": pair.copy, "duplicateOf": pair.original});
    for person in [&place.ann, &place.mia, &place.max] {
        person
            .delete_with("/question/removeDuplicate", link.clone())
            .await
            .refused(
                403,
                "Only the person who linked the questions, the asker of one of them, or a moderator can unlink them",
            );
    }
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    // A link that was there before is there afterwards.
    place
        .ben
        .post("/question/addDuplicate", link.clone())
        .await
        .ok();
    let before = place.exported();
    place.merges(&pair).await;
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.exported(), before);
    place
        .ann
        .delete_with("/question/removeDuplicate", link)
        .await
        .ok();
}

#[tokio::test]
async fn the_answers_of_a_deleted_question_return_to_where_they_were() {
    let place = Place::new().await;
    let pair = place.pair().await;
    place.merges(&pair).await;
    let removal = json!({"id": pair.original, "reason": "spam"});
    place
        .max
        .post("/administration/removePost", removal)
        .await
        .ok();
    place.check().await;
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.answers(&pair.copy).await, ["giraffe"]);
    assert_eq!(
        place
            .ben
            .titles("/question/getQuestion?search=giraffe")
            .await,
        ["Zebra"]
    );
    place.check().await;
}

#[tokio::test]
async fn both_questions_are_in_one_place_that_the_actor_moderates() {
    let place = Place::new().await;
    let secret = place.community("Secret", "private").await;
    let open = place.community("Open", "public").await;
    let outside = place.ann.ask("Zebra", "striped", &["a"]).await;
    let ask = async |community: &str| place.ann.ask_in(community, "Horse").await;
    let (here, there, hidden) = (ask(&open).await, ask(&open).await, ask(&secret).await);
    place.ann.answer(&here, "giraffe").await;
    let other = "These questions are not in the same community: move one of them first";
    for (person, question, into, refusal) in [
        (&place.mia, &here, &outside, (409, other)),
        (&place.mia, &here, &hidden, (409, other)),
        (&place.max, &outside, &here, (409, other)),
        (&place.max, &here, &hidden, (404, "Question not found")),
        (&place.max, &hidden, &here, (404, "Question not found")),
        (
            &place.mia,
            &outside,
            &here,
            (403, "Only moderators can do this"),
        ),
        (
            &place.ann,
            &here,
            &there,
            (403, "Only moderators can do this"),
        ),
        (
            &place.mia,
            &here,
            &here,
            (400, "A question cannot be a duplicate of itself"),
        ),
    ] {
        person
            .moderation("mergeQuestions", merged(question, into))
            .await
            .refused(refusal.0, refusal.1);
    }
    place
        .mia
        .moderation("mergeQuestions", merged(&here, &there))
        .await
        .ok();
    assert_eq!(place.answers(&there).await, ["giraffe"]);
    // Moved apart, they are not torn apart.
    place.server.site.clock.advance(Duration::from_secs(1));
    let movement = json!({"id": there, "communityId": secret, "reason": "x"});
    place.mia.moderation("moveQuestion", movement).await.ok();
    place
        .mia
        .moderation("undoMerge", undo(&here))
        .await
        .refused(409, other);
    place.mia.moderation("undoMove", undo(&there)).await.ok();
    place
        .ann
        .moderation("undoMerge", undo(&here))
        .await
        .refused(403, "Only moderators can do this");
    place.max.moderation("undoMerge", undo(&here)).await.ok();
    assert_eq!(place.answers(&here).await, ["giraffe"]);
    place.check().await;
}

#[tokio::test]
async fn what_is_merged_in_a_private_community_stays_there() {
    let place = Place::new().await;
    let secret = place.community("Secret", "private").await;
    let original = place.ann.ask_in(&secret, "Horse").await;
    let copy = place.ann.ask_in(&secret, "Zebra").await;
    let answer = place.mia.answer(&copy, "giraffe").await;
    let before = place.exported();
    let mut by_ben = place.server.socket_of(&place.ben).await;
    place
        .mia
        .moderation("mergeQuestions", merged(&copy, &original))
        .await
        .ok();
    assert_eq!(
        place
            .ann
            .titles("/question/getQuestion?search=giraffe")
            .await,
        ["Horse"]
    );
    place.check().await;
    place.mia.moderation("undoMerge", undo(&copy)).await.ok();
    place
        .ben
        .post("/answer/upvoteAnswer", json!({"aid": answer}))
        .await
        .refused(404, "Post not found");
    by_ben.expect_silence().await;
    assert_eq!(place.exported(), before);
    place.check().await;
}

#[tokio::test]
async fn merges_make_no_chains_and_are_undone_for_thirty_days() {
    let place = Place::new().await;
    let pair = place.pair().await;
    let third = place.ben.ask("Donkey", "gray", &["animal"]).await;
    place.merges(&pair).await;
    for (question, into, sentence) in [
        (
            &third,
            &pair.copy,
            "That question is merged into another one: choose that one",
        ),
        (&pair.copy, &third, "This question is merged already"),
        (
            &pair.original,
            &third,
            "Another question was merged into this one within the last 30 days: undo that first",
        ),
    ] {
        place
            .max
            .moderation("mergeQuestions", merged(question, into))
            .await
            .refused(409, sentence);
    }
    place
        .server
        .site
        .clock
        .advance(Duration::from_secs(31 * 24 * 60 * 60));
    place.max.authenticate("login").await;
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .refused(409, "This can be undone for 30 days");
    place
        .max
        .moderation("mergeQuestions", merged(&pair.original, &third))
        .await
        .ok();
    assert_eq!(place.answers(&third).await, ["donkey", "giraffe"]);
    place
        .max
        .moderation("undoMerge", undo(&pair.original))
        .await
        .ok();
    assert_eq!(place.answers(&pair.original).await, ["donkey", "giraffe"]);
    place.check().await;
}

#[tokio::test]
async fn a_merge_moves_a_bounded_number_of_rows_and_bytes() {
    let place = Place::new().await;
    let pair = place.pair().await;
    let too_large = "The answers are too many or too long, or have too many comments and votes, to be moved at once";
    let answer = crate::core::id::Id::as_i64(pair.answer.parse().expect("an id"));
    let copy = crate::core::id::Id::as_i64(pair.copy.parse().expect("an id"));
    let ben = place.number("SELECT id FROM users WHERE username = 'ben'");
    let refused = async || {
        place
            .max
            .moderation("mergeQuestions", merged(&pair.copy, &pair.original))
            .await
            .refused(409, too_large);
    };
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)";
    // With the answer of Ben one more than moves.
    place.server.site.sql(&format!(
        "INSERT INTO posts (id, question_id, author_id, created_at, deleted_at, text) {numbers} SELECT {answer} + i, {copy}, {ben}, 0, 0, 'x' FROM n LIMIT 50;"
    ));
    refused().await;
    place.server.site.sql(&format!(
        "DELETE FROM posts WHERE id > {answer} AND text = 'x';"
    ));
    place.server.site.sql(&format!(
        "INSERT INTO comments (question_id, post_id, id, author_id, created_at, deleted_at, text) {numbers} SELECT {copy}, {answer}, {answer} + 10000 + i, {ben}, 0, 0, 'x' FROM n;"
    ));
    refused().await;
    place
        .server
        .site
        .sql(&format!("UPDATE comments SET text = printf('%.{}c', 'y') WHERE id = {answer} + 10001; DELETE FROM comments WHERE text = 'x';", 1 << 20));
    refused().await;
    place
        .server
        .site
        .sql("DELETE FROM comments WHERE length(text) > 1000;");
    place.merges(&pair).await;
    place.check().await;
}

#[tokio::test]
async fn answers_keep_their_idempotency_keys() {
    let place = Place::new().await;
    let pair = place.pair().await;
    let body = json!({"qid": pair.copy, "ans": {"text": "once", "nonce": "a-nonce-of-ben-0001"}});
    place.ben.post("/answer/addAnswer", body).await.ok();
    let before = place.exported();
    place.merges(&pair).await;
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    assert_eq!(place.exported(), before);
}

#[tokio::test]
async fn answers_with_the_same_idempotency_key_can_meet() {
    let place = Place::new().await;
    let pair = place.pair().await;
    for question in [&pair.copy, &pair.original] {
        let body =
            json!({"qid": question, "ans": {"text": "twice", "nonce": "a-nonce-of-ben-0001"}});
        place.ben.post("/answer/addAnswer", body).await.ok();
    }
    let nonces = place.number("SELECT count(*) FROM posts WHERE nonce IS NOT NULL");
    assert_eq!(nonces, 2);
    place.merges(&pair).await;
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    place.check().await;
}

#[tokio::test]
async fn readers_of_both_questions_see_it_and_authors_are_told_once() {
    let place = Place::new().await;
    let pair = place.pair().await;
    place.ben.answer(&pair.copy, "mule").await;
    place.ann.answer(&pair.copy, "okapi").await;
    let mut by_ann = place.server.socket_of(&place.ann).await;
    let mut by_ben = place.server.socket_of(&place.ben).await;
    let heard = async |socket: &mut crate::tests::realtime::Socket, fence: &str| {
        let biography = json!({"username": "mia", "biography": fence});
        place
            .mia
            .patch("/user/updateBiography", biography)
            .await
            .ok();
        socket.events_until(fence).await
    };
    for (call, counts) in [("mergeQuestions", [0, 4]), ("undoMerge", [3, 1])] {
        let body = match call {
            "mergeQuestions" => merged(&pair.copy, &pair.original),
            _ => undo(&pair.copy),
        };
        place.max.moderation(call, body).await.ok();
        for (name, socket) in [("ann", &mut by_ann), ("ben", &mut by_ben)] {
            let events = heard(socket, &format!("{call} {name}")).await;
            for (question, count) in [&pair.copy, &pair.original].into_iter().zip(counts) {
                let last = events
                    .iter()
                    .rfind(|(name, payload)| {
                        name == "questionUpdate" && payload["_id"] == json!(question)
                    })
                    .expect("an update");
                assert_eq!(last.1["answers"].as_array().map(Vec::len), Some(count));
            }
            let notices = events.iter().filter(|event| event.0 == "moderationNotice");
            assert_eq!(notices.count(), 1, "{call} {name}");
        }
    }
    let notices = place.ben.get("/moderation/getOwnLog").await.ok();
    assert_eq!(
        (
            &notices[0]["action"],
            &notices[0]["qid"],
            &notices[0]["target"]
        ),
        (&json!("move-answer"), &json!(pair.copy), &json!("Zebra"))
    );
    assert_eq!(notices[1]["target"], json!("Horse"));
    let notices = place.ann.get("/moderation/getOwnLog").await.ok();
    assert_eq!(notices[0]["action"], json!("undo-merge"));
    assert_eq!(notices[1]["action"], json!("merge-question"));
}

#[tokio::test]
async fn a_removed_answer_is_restored_where_the_others_are() {
    let place = Place::new().await;
    let pair = place.pair().await;
    let own = json!({"aid": pair.answer});
    let removal = json!({"id": pair.answer, "reason": "rude"});
    place
        .max
        .post("/administration/removePost", removal)
        .await
        .ok();
    place.merges(&pair).await;
    place.check().await;
    let restored = json!({"id": own["aid"]});
    place
        .max
        .post("/administration/restorePost", restored)
        .await
        .ok();
    assert_eq!(place.answers(&pair.original).await, ["donkey", "giraffe"]);
    place.check().await;
    place
        .max
        .moderation("undoMerge", undo(&pair.copy))
        .await
        .ok();
    // It had been accepted when it was removed.
    let question = place.max.reads(&pair.copy).await;
    assert_eq!(question["acceptedAnswerId"], json!(pair.answer));
    place.check().await;
}

#[tokio::test]
async fn private_answers_and_comments_do_not_become_public_by_merging_and_undoing() {
    let place = Place::new().await;
    let secret = place.community("Secret", "private").await;
    let open = place.community("Open", "public").await;
    let moving =
        |question: &str, to: &str| json!({"id": question, "communityId": to, "reason": "x"});
    let tick = || place.server.site.clock.advance(Duration::from_secs(1));
    let published = "Something has been written here since, which others would see";
    // Older answers of a private question come to one that was public.
    let private = place.ann.ask_in(&secret, "Zebra").await;
    place.mia.answer(&private, "secret").await;
    let public = place.ann.ask_in(&open, "Horse").await;
    tick();
    let body = moving(&public, &secret);
    place.mia.moderation("moveQuestion", body).await.ok();
    tick();
    place
        .mia
        .moderation("mergeQuestions", merged(&private, &public))
        .await
        .ok();
    place
        .mia
        .moderation("undoMove", undo(&public))
        .await
        .refused(409, published);
    // Answers return with what was written in private before their question became private.
    let copy = place.ann.ask_in(&open, "Okapi").await;
    let original = place.ann.ask_in(&open, "Giraffe").await;
    let answer = place.mia.answer(&copy, "giraffe").await;
    place
        .mia
        .moderation("mergeQuestions", merged(&copy, &original))
        .await
        .ok();
    tick();
    let body = moving(&original, &secret);
    place.mia.moderation("moveQuestion", body).await.ok();
    tick();
    place.ann.comment("answer", &answer, "secret").await;
    tick();
    let body = moving(&copy, &secret);
    place.mia.moderation("moveQuestion", body).await.ok();
    tick();
    place.mia.moderation("undoMerge", undo(&copy)).await.ok();
    place
        .mia
        .moderation("undoMove", undo(&copy))
        .await
        .refused(409, published);
    place.check().await;
}
