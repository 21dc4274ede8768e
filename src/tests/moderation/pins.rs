//! Pinned questions.

use super::*;

impl Person {
    async fn pinned(&self, query: &str) -> Vec<String> {
        let list = self.get(&format!("/question/getPinned{query}")).await.ok();
        super::super::titles(&list)
    }
}

fn pin(question: &str, place: &str, is_pinned: bool) -> Value {
    json!({"id": question, "place": place, "tag": "Animal", "pinned": is_pinned, "reason": "useful"})
}

#[tokio::test]
async fn at_most_three_questions_are_pinned_in_a_place_the_latest_first() {
    let place = Place::new().await;
    let before = place.exported().len();
    let mut questions = Vec::new();
    for title in ["one", "two", "three", "four"] {
        questions.push(place.ann.ask(title, "x", &["animal"]).await);
    }
    let asked = place.exported();
    for kind in ["site", "tag"] {
        for question in &questions[..3] {
            place
                .max
                .moderation("setPin", pin(question, kind, true))
                .await
                .ok();
            place
                .server
                .site
                .clock
                .advance(std::time::Duration::from_secs(1));
        }
        place
            .max
            .moderation("setPin", pin(&questions[3], kind, true))
            .await
            .refused(409, "No more than 3 questions can be pinned in one place");
        // Again changes nothing.
        place
            .max
            .moderation("setPin", pin(&questions[0], kind, true))
            .await
            .ok();
    }
    for query in ["", "?tag=ANIMAL"] {
        assert_eq!(
            place.ben.pinned(query).await,
            ["three", "two", "one"],
            "{query}"
        );
    }
    assert_eq!(place.ben.pinned("?tag=plant").await, [""; 0]);
    // The list is as it was.
    assert_eq!(
        place.ben.titles("/question/getQuestion").await,
        ["four", "three", "two", "one"]
    );
    for kind in ["site", "tag"] {
        for question in &questions[..3] {
            place
                .max
                .moderation("setPin", pin(question, kind, false))
                .await
                .ok();
        }
    }
    assert_eq!(place.ben.pinned("").await, [""; 0]);
    assert_eq!(place.exported(), asked);
    assert!(asked.len() > before);
    place.check().await;
}

#[tokio::test]
async fn moderators_of_a_community_pin_there_and_only_there() {
    let place = Place::new().await;
    let community = place.community("Columns", "private").await;
    let question = place.ann.ask_in(&community, "Secret").await;
    place
        .mia
        .moderation("setPin", pin(&question, "community", true))
        .await
        .ok();
    place
        .mia
        .moderation("setPin", pin(&question, "site", true))
        .await
        .refused(403, "Only moderators of the site can do this");
    let query = format!("?community={community}");
    assert_eq!(place.ann.pinned(&query).await, ["Secret"]);
    assert_eq!(place.ben.pinned(&query).await, [""; 0]);
    // Who moderates the site and is a member pins only what everybody may read.
    let number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
    place.server.site.admit(number, "max1");
    for kind in ["site", "tag"] {
        place
            .max
            .moderation("setPin", pin(&question, kind, true))
            .await
            .refused(
                409,
                "Only a question that everybody may read can be pinned here",
            );
    }
    place
        .max
        .moderation("setPin", pin(&question, "community", true))
        .await
        .refused(403, "Only moderators can do this");
}

#[tokio::test]
async fn a_deleted_question_is_not_pinned_until_it_is_restored() {
    let place = Place::new().await;
    let question = place.ann.ask("one", "x", &["animal"]).await;
    place
        .max
        .moderation("setPin", pin(&question, "site", true))
        .await
        .ok();
    let own = json!({"qid": question});
    place
        .ann
        .delete_with("/question/deleteQuestion", own.clone())
        .await
        .ok();
    assert_eq!(place.ben.pinned("").await, [""; 0]);
    place.ann.post("/question/undeleteQuestion", own).await.ok();
    assert_eq!(place.ben.pinned("").await, ["one"]);
}
