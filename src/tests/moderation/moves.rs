//! Moving questions between communities.

use std::time::Duration;

use super::*;

fn moved(question: &str, to: &str) -> Value {
    json!({"id": question, "communityId": to, "reason": "It belongs there"})
}

fn undo(question: &str) -> Value {
    json!({"id": question, "reason": "It did not"})
}

impl Place {
    /// A question of Ann outside of communities, with an answer, comments and votes by Ben.
    async fn thread(&self) -> String {
        let question = self
            .ann
            .ask("Zebra", "striped horse", &["Animal", "stripes"])
            .await;
        let answer = self.ben.answer(&question, "giraffe").await;
        self.ben.comment("answer", &answer, "@ann why?").await;
        self.ben
            .post("/answer/upvoteAnswer", json!({"aid": answer}))
            .await
            .ok();
        question
    }
}

#[tokio::test]
async fn a_question_moves_between_public_places_and_back() {
    let place = Place::new().await;
    let (one, two) = (
        place.community("One", "public").await,
        place.community("Two", "public").await,
    );
    let question = place.thread().await;
    let before = place.exported();
    let counts = async || {
        let mut counts = Vec::new();
        for community in [&one, &two] {
            let path = format!("/community/getCommunity/{community}?view=card");
            let found = place.ben.get(&path).await.ok();
            counts.push(found["questionCount"].clone());
        }
        counts
    };
    // Moderators of the site move what is in no community; moderators of both communities the rest.
    place
        .mia
        .moderation("moveQuestion", moved(&question, &one))
        .await
        .refused(403, "Only moderators can do this");
    let there = place
        .max
        .moderation("moveQuestion", moved(&question, &one))
        .await
        .ok();
    assert_eq!(there["communityId"], json!(one));
    assert_eq!(counts().await, [json!(1), json!(0)]);
    place.check().await;
    place
        .mia
        .moderation("moveQuestion", moved(&question, &two))
        .await
        .ok();
    assert_eq!(counts().await, [json!(0), json!(1)]);
    let path = format!("/question/getCommunityQuestions/{two}");
    assert_eq!(place.ben.titles(&path).await, ["Zebra"]);
    place
        .mia
        .moderation("moveQuestion", moved(&question, &two))
        .await
        .refused(409, "The question is there already");
    place
        .mia
        .moderation("moveQuestion", moved(&question, ""))
        .await
        .refused(403, "Only moderators of the site can do this");
    place.mia.moderation("undoMove", undo(&question)).await.ok();
    place
        .mia
        .moderation("undoMove", undo(&question))
        .await
        .refused(409, "This question was not moved");
    place
        .max
        .moderation("moveQuestion", moved(&question, ""))
        .await
        .ok();
    assert_eq!(place.exported(), before);
    place.check().await;
}

#[tokio::test]
async fn a_question_that_becomes_private_is_gone_for_others_everywhere() {
    let place = Place::new().await;
    let community = place.community("Secret", "private").await;
    let community_number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
    let open = place.community("Open", "public").await;
    let question = place.thread().await;
    place.server.site.clock.advance(Duration::from_secs(1));
    place
        .max
        .moderation("moveQuestion", moved(&question, &open))
        .await
        .ok();
    let before = place.exported();
    let mut by_ben = place.server.socket_of(&place.ben).await;
    let mut by_ann = place.server.socket_of(&place.ann).await;
    place
        .mia
        .moderation("moveQuestion", moved(&question, &community))
        .await
        .ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!(
        (
            name.as_str(),
            &payload["title"],
            payload["deletedAt"].is_string()
        ),
        ("questionUpdate", &json!("[deleted]"), true)
    );
    let (name, payload) = by_ann.event().await;
    assert_eq!(
        (name.as_str(), &payload["title"], &payload["communityId"]),
        ("questionUpdate", &json!("Zebra"), &json!(community))
    );
    place.check().await;
    let Place { ann, ben, .. } = &place;
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .refused(404, "Question not found");
    for path in [
        "/question/getQuestion",
        "/question/getQuestion?search=horse",
        "/question/getQuestion?search=giraffe",
        "/question/getQuestion?search=%5Banimal%5D",
    ] {
        assert_eq!(ben.titles(path).await, [""; 0], "{path}");
        assert_eq!(ann.titles(path).await, ["Zebra"], "{path}");
    }
    assert_eq!(
        ben.get("/tag/getTagsWithQuestionNumber").await.ok(),
        json!([])
    );
    let tags = ann.get("/tag/getTagsWithQuestionNumber").await.ok();
    assert_eq!(tags[0]["name"], "Animal");
    assert_eq!(
        ann.get("/mention/getMentions").await.ok()[0]["qid"],
        json!(question)
    );
    // Undoing shows it to all again, and leaves no trace of its tags in the community.
    place.mia.moderation("undoMove", undo(&question)).await.ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!(
        (name.as_str(), &payload["title"]),
        ("questionUpdate", &json!("Zebra"))
    );
    assert_eq!(place.exported(), before);
    for search in ["horse", "giraffe"] {
        let path = format!("/question/getQuestion?search={search}");
        assert_eq!(place.ben.titles(&path).await, ["Zebra"], "{search}");
    }
    place.check().await;
    let left: i64 = place
        .server
        .site
        .connection()
        .query_row(
            "SELECT count(*) FROM scoped_tags WHERE scope = ?1",
            [community_number],
            |row| row.get(0),
        )
        .expect("a count");
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_private_question_does_not_become_public() {
    let place = Place::new().await;
    let secret = place.community("Secret", "private").await;
    let open = place.community("Open", "public").await;
    let question = place.ann.ask_in(&secret, "Merger").await;
    place
        .mia
        .moderation("moveQuestion", moved(&question, &open))
        .await
        .refused(
            409,
            "A question of a private community cannot become public",
        );
    let number = crate::core::id::Id::as_i64(secret.parse().expect("an id"));
    place.server.site.admit(number, "max1");
    // Who moderates the site and only reads the community does not decide about its questions.
    place
        .max
        .moderation("moveQuestion", moved(&question, ""))
        .await
        .refused(403, "Only moderators can do this");
    assert_eq!(place.ben.titles("/question/getQuestion").await, [""; 0]);
}

#[tokio::test]
async fn what_was_written_in_private_is_not_shown_by_undoing() {
    let place = Place::new().await;
    let secret = place.community("Secret", "private").await;
    let open = place.community("Open", "public").await;
    let question = place.ann.ask_in(&open, "Zebra").await;
    let answer = place.mia.answer(&question, "giraffe").await;
    let writes: [(&Person, &str, Value); 4] = [
        (
            &place.ann,
            "POST /answer/addAnswer",
            json!({"qid": question, "ans": {"text": "secret"}}),
        ),
        (
            &place.ann,
            "POST /comment/addComment",
            json!({"id": answer, "type": "answer", "comment": {"text": "secret"}}),
        ),
        (
            &place.mia,
            "PATCH /answer/editAnswer",
            json!({"aid": answer, "text": "secret"}),
        ),
        (
            &place.ann,
            "POST /answer/upvoteAnswer",
            json!({"aid": answer}),
        ),
    ];
    place
        .mia
        .moderation("moveQuestion", moved(&question, &secret))
        .await
        .ok();
    place.server.site.clock.advance(Duration::from_secs(1));
    for (person, call, body) in writes {
        let (method, path) = call.split_once(' ').expect("a method");
        person
            .request(method.parse().expect("a method"), path, Some(body))
            .await
            .ok();
        place
            .mia
            .moderation("undoMove", undo(&question))
            .await
            .refused(
                409,
                "Something has been written here since, which others would see",
            );
        // As if nothing had been written: each kind of text is found by itself.
        place.server.site.sql(
            "UPDATE question_moves SET id = (SELECT max(id) FROM (SELECT id FROM posts UNION ALL SELECT id FROM comments UNION ALL SELECT id FROM revisions)) + 1,
                 moved_at = moved_at + 1001;",
        );
        place.server.site.clock.advance(Duration::from_secs(1));
    }
    place.mia.moderation("undoMove", undo(&question)).await.ok();
}

#[tokio::test]
async fn a_move_is_undone_for_thirty_days_and_needs_its_author_and_a_living_community() {
    let place = Place::new().await;
    let open = place.community("Open", "public").await;
    let secret = place.mia.creates_community("Secret", "private").await;
    let question = place.ann.ask_in(&open, "Zebra").await;
    place
        .mia
        .moderation("moveQuestion", moved(&question, &secret))
        .await
        .refused(
            409,
            "The author of the question is not a member of this community",
        );
    place
        .mia
        .moderation("moveQuestion", moved(&question, "0000000000001"))
        .await
        .refused(404, "Community not found");
    place
        .max
        .moderation("moveQuestion", moved(&question, ""))
        .await
        .ok();
    place
        .server
        .site
        .clock
        .advance(Duration::from_secs(31 * 24 * 60 * 60));
    place.max.authenticate("login").await;
    place
        .max
        .moderation("undoMove", undo(&question))
        .await
        .refused(409, "This can be undone for 30 days");
    let archive = format!("/community/archiveCommunity/{open}");
    place.mia.authenticate("login").await;
    place.mia.post(&archive, json!({})).await.ok();
    place
        .max
        .moderation("moveQuestion", moved(&question, &open))
        .await
        .refused(409, "This community is archived");
}

#[tokio::test]
async fn a_reported_post_moves_to_the_queue_of_its_new_community() {
    let place = Place::new().await;
    let open = place.community("Open", "public").await;
    let question = place.thread().await;
    place.ben.flag("question", &question, "rude").await.ok();
    let queue = format!("/flag/getQueue?community={open}");
    assert_eq!(place.mia.get(&queue).await.ok(), json!([]));
    place
        .max
        .moderation("moveQuestion", moved(&question, &open))
        .await
        .ok();
    let listed = place.mia.get(&queue).await.ok();
    assert_eq!(listed[0]["objectId"], json!(question));
}
