//! Suggested edits.

use super::*;
use crate::tests::realtime::Listening;

impl Person {
    async fn suggested(&self, post: &str) -> Value {
        self.get(&format!("/post/getSuggestedEdits/{post}"))
            .await
            .ok()
    }

    /// Suggests a text for an answer, against its current version.
    async fn suggest(&self, answer: &str, text: &str) -> crate::tests::Reply {
        let revision = &self.suggested(answer).await["revisionId"];
        let body = json!({"id": answer, "revisionId": revision, "text": text, "reason": "clearer"});
        self.post("/post/suggestEdit", body).await
    }

    /// Suggests a text and returns the id of the suggestion.
    async fn suggestion(&self, answer: &str, text: &str) -> String {
        id_of(&self.suggest(answer, text).await.ok()["suggestions"][0])
    }

    async fn decide(
        &self,
        suggestion: &str,
        revision: Option<&Value>,
        note: &str,
    ) -> crate::tests::Reply {
        let body = json!({"id": suggestion, "accepted": revision.is_some(), "revisionId": revision, "note": note});
        self.post("/post/decideSuggestedEdit", body).await
    }

    /// Accepts a suggestion against the current version.
    async fn accept_edit(&self, answer: &str, suggestion: &str) -> crate::tests::Reply {
        let revision = self.suggested(answer).await["revisionId"].clone();
        self.decide(suggestion, Some(&revision), "").await
    }

    async fn withdraw_edit(&self, suggestion: &str) -> crate::tests::Reply {
        self.delete_with("/post/withdrawSuggestedEdit", json!({"id": suggestion}))
            .await
    }

    /// Returns the texts of the suggestions that the person sees.
    async fn sees_edits(&self, post: &str) -> Vec<String> {
        names(&self.suggested(post).await["suggestions"], "text")
    }

    /// Returns the kinds of the person's entries in the inbox about their own posts.
    async fn own_entries(&self) -> Vec<Value> {
        let entries = self.get("/inbox/getEntries?kinds=own").await.ok();
        let entries = entries.as_array().expect("entries").iter();
        entries.map(|entry| entry["item"].clone()).collect()
    }

    async fn counts(&self, question: &str) -> Value {
        let path = format!("/question/getPermissions/{question}");
        self.get(&path).await.ok()["suggestedEdits"].clone()
    }
}

/// A question of Ann with an answer by Ben, and Cat, who reads them.
struct Place {
    site: TestSite,
    ann: Person,
    ben: Person,
    cat: Person,
    question: String,
    answer: String,
}

impl Place {
    async fn new() -> Self {
        let site = TestSite::new();
        let [ann, ben, cat] = [
            site.sign_up("ann").await,
            site.sign_up("ben").await,
            site.sign_up("cat").await,
        ];
        let question = ann.ask("Zebra", "striped", &["animal"]).await;
        let answer = ben.answer(&question, "giraffe").await;
        Self {
            site,
            ann,
            ben,
            cat,
            question,
            answer,
        }
    }
}

#[tokio::test]
async fn an_accepted_suggestion_is_a_version_of_the_suggester() {
    let place = Place::new().await;
    let Place {
        ben, cat, answer, ..
    } = &place;
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    let [entry] = &ben.own_entries().await[..] else {
        panic!("one entry");
    };
    assert_eq!(
        (&entry["kind"], &entry["by"], &entry["answerId"]),
        (&json!("suggested"), &json!("cat"), &json!(answer))
    );
    let seen = ben.suggested(answer).await;
    assert_eq!(
        (&seen["mayDecide"], &seen["text"]),
        (&json!(true), &json!("giraffe"))
    );
    assert_eq!(seen["suggestions"][0]["reason"], "clearer");
    let left = ben.accept_edit(answer, &suggestion).await.ok();
    assert_eq!(left["suggestions"], json!([]));
    assert_eq!(left["text"], "a giraffe");
    let versions = cat.get(&format!("/post/getRevisions/{answer}")).await.ok();
    assert_eq!(names(&versions, "editedBy"), ["cat", "ben"]);
    assert_eq!(names(&versions, "text"), ["a giraffe", "giraffe"]);
    assert!(ben.own_entries().await.is_empty());
    let entries = cat.own_entries().await;
    assert_eq!(
        (
            &entries[0]["kind"],
            &entries[0]["isAccepted"],
            &entries[0]["by"]
        ),
        (&json!("decided"), &json!(true), &json!("ben"))
    );
    let found = cat
        .get("/question/getQuestion?order=newest&search=%22a%20giraffe%22")
        .await;
    assert_eq!(names(&found.ok(), "title"), ["Zebra"]);
}

#[tokio::test]
async fn a_suggested_question_has_a_title_and_tags() {
    let place = Place::new().await;
    let Place {
        ann, cat, question, ..
    } = &place;
    let tags = json!([{"name": "animal"}, {"name": "africa"}]);
    let version = &cat.suggested(question).await["revisionId"];
    let body = json!({"id": question, "revisionId": version, "title": "Zebras", "text": "are striped", "tags": tags});
    let edits = cat.post("/post/suggestEdit", body.clone()).await.ok();
    let suggested = &edits["suggestions"][0];
    assert_eq!(suggested["tags"], json!(["animal", "africa"]));
    ann.accept_edit(question, &id_of(suggested)).await.ok();
    let stored = ann.question(question).await;
    assert_eq!(
        (&stored["title"], &stored["text"]),
        (&json!("Zebras"), &json!("are striped"))
    );
    assert_eq!(names(&stored["tags"], "name"), ["animal", "africa"]);
    assert_eq!(stored["askedBy"], "ann");
    for (field, value, sentence) in [
        ("title", json!(""), "Title cannot be empty"),
        ("text", json!(" "), "Question text cannot be empty"),
        ("tags", json!([]), "Should have at least 1 tag"),
    ] {
        let mut wrong = body.clone();
        wrong[field] = value;
        cat.post("/post/suggestEdit", wrong)
            .await
            .refused(400, sentence);
    }
}

#[tokio::test]
async fn only_the_suggester_the_author_and_moderators_see_a_suggestion() {
    let place = Place::new().await;
    let Place {
        site,
        ann,
        ben,
        cat,
        question,
        answer,
    } = &place;
    let dan = site.sign_up("dan").await;
    let max = site.sign_up("max1").await;
    site.appoint("max1").await;
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    dan.suggest(answer, "giraffes").await.ok();
    let all = vec!["a giraffe".to_owned(), "giraffes".to_owned()];
    assert_eq!(ben.sees_edits(answer).await, all);
    assert_eq!(max.sees_edits(answer).await, all);
    assert_eq!(cat.sees_edits(answer).await, all[..1]);
    assert_eq!(dan.sees_edits(answer).await, all[1..]);
    assert!(
        ann.sees_edits(answer).await.is_empty(),
        "the asker is not the author"
    );
    let count = |count: u32, mine: bool| json!([{"_id": answer, "count": count, "mine": mine}]);
    assert_eq!(ben.counts(question).await, count(2, false));
    assert_eq!(max.counts(question).await, count(2, false));
    assert_eq!(cat.counts(question).await, count(1, true));
    assert_eq!(ann.counts(question).await, Value::Null);
    for other in [ann, cat, &dan] {
        let absent = "This suggested edit does not exist any more";
        other
            .decide(&suggestion, None, "")
            .await
            .refused(404, absent);
    }
    dan.withdraw_edit(&suggestion)
        .await
        .refused(404, "This suggested edit does not exist any more");
    let shared = dan
        .get(&format!("/question/getQuestionById/{question}"))
        .await;
    assert!(!shared.text.contains("a giraffe"), "{}", shared.text);
}

#[tokio::test]
async fn a_newer_edit_is_never_replaced_unseen() {
    let place = Place::new().await;
    let Place {
        ben, cat, answer, ..
    } = &place;
    let changed = "This post was edited since you opened it: compare with its current text";
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    let seen = ben.suggested(answer).await["revisionId"].clone();
    let edit = json!({"aid": answer, "text": "okapi"});
    ben.patch("/answer/editAnswer", edit).await.ok();
    ben.decide(&suggestion, Some(&seen), "")
        .await
        .refused(409, changed);
    let body = json!({"id": suggestion, "accepted": true});
    ben.post("/post/decideSuggestedEdit", body)
        .await
        .refused(409, changed);
    let body = json!({"id": answer, "revisionId": seen, "text": "late"});
    cat.post("/post/suggestEdit", body)
        .await
        .refused(409, changed);
    assert_eq!(ben.revisions(answer).await, ["okapi", "giraffe"]);
    let now = ben.suggested(answer).await;
    assert_eq!(
        (&now["text"], &now["suggestions"][0]["isOutdated"]),
        (&json!("okapi"), &json!(true))
    );
    ben.accept_edit(answer, &suggestion).await.ok();
    assert_eq!(
        ben.revisions(answer).await,
        ["a giraffe", "okapi", "giraffe"]
    );
}

#[tokio::test]
async fn a_second_suggestion_replaces_the_first_which_nobody_can_accept_any_more() {
    let place = Place::new().await;
    let Place {
        ben, cat, answer, ..
    } = &place;
    let first = cat.suggestion(answer, "a giraffe").await;
    cat.suggest(answer, "two giraffes").await.ok();
    assert_eq!(cat.sees_edits(answer).await, ["two giraffes"]);
    ben.accept_edit(answer, &first)
        .await
        .refused(404, "This suggested edit does not exist any more");
}

#[tokio::test]
async fn a_decision_made_twice_is_made_once() {
    let place = Place::new().await;
    let Place {
        site,
        ben,
        cat,
        answer,
        ..
    } = &place;
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    let seen = ben.suggested(answer).await["revisionId"].clone();
    for _ in 0..2 {
        ben.decide(&suggestion, Some(&seen), "Thanks").await.ok();
    }
    assert_eq!(ben.revisions(answer).await, ["a giraffe", "giraffe"]);
    ben.decide(&suggestion, None, "")
        .await
        .refused(409, "This suggested edit was already decided");
    let root = site.administrator("root1").await;
    root.decide(&suggestion, Some(&seen), "")
        .await
        .refused(409, "This suggested edit was already decided");
    assert_eq!(cat.own_entries().await[0]["note"], "Thanks");
    cat.withdraw_edit(&suggestion)
        .await
        .refused(404, "This suggested edit does not exist any more");
}

#[tokio::test]
async fn the_suggester_is_told_of_a_declined_edit_and_can_suggest_another() {
    let place = Place::new().await;
    let Place {
        ben, cat, answer, ..
    } = &place;
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    ben.decide(&suggestion, None, "It has two").await.ok();
    assert_eq!(ben.revisions(answer).await, ["giraffe"]);
    let entries = cat.own_entries().await;
    assert_eq!(
        (
            &entries[0]["isAccepted"],
            &entries[0]["note"],
            &entries[0]["isNew"]
        ),
        (&json!(false), &json!("It has two"), &json!(true))
    );
    cat.suggest(answer, "two giraffes").await.ok();
    assert!(cat.own_entries().await.is_empty(), "it is open again");
    assert_eq!(ben.own_entries().await.len(), 1);
}

#[tokio::test]
async fn a_withdrawn_suggestion_is_gone() {
    let place = Place::new().await;
    let Place {
        ben, cat, answer, ..
    } = &place;
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    let left = cat.withdraw_edit(&suggestion).await.ok();
    assert_eq!(left["suggestions"], json!([]));
    assert!(ben.own_entries().await.is_empty());
    ben.accept_edit(answer, &suggestion)
        .await
        .refused(404, "This suggested edit does not exist any more");
}

#[tokio::test]
async fn the_numbers_of_open_suggestions_are_limited() {
    let place = Place::new().await;
    let Place {
        site,
        ben,
        cat,
        question,
        answer,
        ..
    } = &place;
    for number in 0..5 {
        let person = site.sign_up(&format!("member{number}")).await;
        person.suggest(answer, "better").await.ok();
    }
    cat.suggest(answer, "better")
        .await
        .refused(409, "This post has 5 open suggested edits already");
    site.sql("UPDATE users SET disabled_at = 5 WHERE username = 'member0'");
    assert_eq!(
        ben.sees_edits(answer).await.len(),
        4,
        "those of suspended members wait"
    );
    let mut last = cat.suggest(answer, "better").await;
    for _ in 0..20 {
        last.ok();
        let another = ben.answer(question, "okapi").await;
        last = cat.suggest(&another, "better").await;
    }
    last.refused(409, "You cannot have more than 20 open suggested edits");
    cat.suggest(answer, "better still").await.ok();
}

#[tokio::test]
async fn who_may_edit_a_post_suggests_nothing_and_nothing_unchanged_is_suggested() {
    let place = Place::new().await;
    let Place {
        site,
        ben,
        cat,
        answer,
        ..
    } = &place;
    let root = site.administrator("root1").await;
    for person in [ben, &root] {
        person
            .suggest(answer, "better")
            .await
            .refused(409, "You can edit this post yourself");
    }
    cat.suggest(answer, "giraffe")
        .await
        .refused(400, "Change something before you suggest the edit");
    let long = "x".repeat(501);
    let body = json!({"id": answer, "revisionId": answer, "text": "better", "reason": long});
    assert_eq!(cat.post("/post/suggestEdit", body).await.status, 400);
    for id in [ABSENT, "../x", ""] {
        let body = json!({"id": id, "revisionId": answer, "text": "better"});
        cat.post("/post/suggestEdit", body)
            .await
            .refused(404, "Post not found");
        cat.get(&format!("/post/getSuggestedEdits/{ABSENT}"))
            .await
            .refused(404, "Post not found");
        ben.decide(id, None, "")
            .await
            .refused(404, "This suggested edit does not exist any more");
    }
}

#[tokio::test]
async fn suggestions_of_hidden_posts_and_in_locked_questions_rest() {
    let place = Place::new().await;
    let Place {
        site,
        ben,
        cat,
        question,
        answer,
        ..
    } = &place;
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    for person in [ben, cat] {
        person
            .get(&format!("/post/getSuggestedEdits/{answer}"))
            .await
            .refused(404, "Post not found");
        assert_eq!(person.counts(question).await, Value::Null);
    }
    assert!(ben.own_entries().await.is_empty());
    ben.decide(&suggestion, None, "")
        .await
        .refused(404, "This suggested edit does not exist any more");
    ben.post("/answer/undeleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(ben.sees_edits(answer).await, ["a giraffe"]);
    site.sql("UPDATE questions SET locked_at = 5");
    let locked = "This question is locked: only moderators can change it";
    ben.accept_edit(answer, &suggestion)
        .await
        .refused(409, locked);
    cat.suggest(answer, "better").await.refused(409, locked);
    let root = site.administrator("root1").await;
    root.accept_edit(answer, &suggestion).await.ok();
}

#[tokio::test]
async fn members_who_left_a_private_community_see_and_hear_nothing_of_their_suggestions() {
    let server = Listening::start().await;
    let site = &server.site;
    let [ann, ben] = [site.sign_up("ann").await, site.sign_up("ben").await];
    let community = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "Secret").await;
    let version = &ben.suggested(&question).await["revisionId"];
    let body = json!({"id": question, "revisionId": version, "title": "Secrets", "text": "y", "tags": [{"name": "a"}]});
    let edits = ben.post("/post/suggestEdit", body).await.ok();
    let suggestion = id_of(&edits["suggestions"][0]);
    site.expel(7, "ben");
    ben.get(&format!("/post/getSuggestedEdits/{question}"))
        .await
        .refused(404, "Post not found");
    ben.withdraw_edit(&suggestion)
        .await
        .refused(404, "This suggested edit does not exist any more");
    ann.accept_edit(&question, &suggestion).await.ok();
    assert!(ben.own_entries().await.is_empty());
}

#[tokio::test]
async fn a_moderator_who_accepts_is_in_the_log_and_the_author_is_told() {
    let place = Place::new().await;
    let Place {
        site,
        ben,
        cat,
        answer,
        ..
    } = &place;
    let root = site.administrator("root1").await;
    let suggestion = cat.suggestion(answer, "a giraffe").await;
    root.accept_edit(answer, &suggestion).await.ok();
    let entries = ben.get("/inbox/getEntries?kinds=moderation").await.ok();
    let told = &entries[0]["item"];
    assert_eq!(
        (&told["action"], &told["reason"]),
        (&json!("edit-post"), &json!("suggested by cat"))
    );
    assert_eq!(
        cat.own_entries().await[0].get("by"),
        None,
        "no moderator is named"
    );
}

#[tokio::test]
async fn a_blocked_member_suggests_unheard() {
    let place = Place::new().await;
    let Place {
        ben, cat, answer, ..
    } = &place;
    ben.post("/user/blockUser", json!({"userId": "cat"}))
        .await
        .ok();
    cat.suggest(answer, "a giraffe").await.ok();
    assert!(ben.own_entries().await.is_empty());
    assert_eq!(ben.sees_edits(answer).await, ["a giraffe"]);
}

#[tokio::test]
async fn removing_what_a_member_wrote_removes_their_open_suggestions() {
    let place = Place::new().await;
    let Place {
        site,
        ben,
        cat,
        answer,
        ..
    } = &place;
    let root = site.administrator("root1").await;
    cat.suggest(answer, "spam").await.ok();
    let body = json!({"userId": "cat", "span": "day", "reason": "spam"});
    root.post("/moderation/removeContent", body).await.ok();
    assert!(ben.sees_edits(answer).await.is_empty());
}

#[tokio::test]
async fn purging_a_version_and_deleting_an_account_delete_suggestions() {
    let place = Place::new().await;
    let Place {
        site,
        ben,
        cat,
        answer,
        ..
    } = &place;
    let number = |sql: &str| -> i64 {
        site.connection()
            .query_row(sql, [], |row| row.get(0))
            .expect("a number")
    };
    let first = cat.suggested(answer).await["revisionId"].clone();
    cat.suggest(answer, "the secret giraffe").await.ok();
    ben.patch(
        "/answer/editAnswer",
        json!({"aid": answer, "text": "okapi"}),
    )
    .await
    .ok();
    let version = json!({"id": answer, "revisionId": first});
    ben.delete_with("/post/purgeRevision", version).await.ok();
    assert_eq!(number("SELECT count(*) FROM suggested_edits"), 0);
    cat.suggest(answer, "okapis").await.ok();
    let data = cat.get("/user/getData").await.ok();
    assert_eq!(data["suggestedEdits"][0]["text"], "okapis");
    cat.delete("/user/deleteUser/cat").await.ok();
    assert_eq!(number("SELECT count(*) FROM suggested_edits"), 0);
}
