//! Comparison of the server's responses with the model.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::json::{list, text};
use crate::model::{Expected, ExpectedItem, ItemsByText, Question};

/// Recipient of an expected notification and the ID of the answer or comment that caused it.
pub type NotificationKey = (String, String);

/// Result of comparing one question.
#[derive(Debug, Default)]
pub struct Comparison {
    pub violations: Vec<String>,
    pub notifications: Vec<NotificationKey>,
    /// Number of indeterminate requests that the comparison resolved, and how many of them the
    /// server had applied.
    pub indeterminate: usize,
    pub applied: usize,
}

/// Compares a question as returned by the server with the model. Resolves indeterminate requests in
/// the model.
pub fn compare_question(id: &str, expected: &mut Question, actual: &Value) -> Comparison {
    let mut comparison = Comparison::default();
    let mut differences = Vec::new();
    let tags: Vec<&str> = actual["tags"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|tag| tag["name"].as_str())
        .collect();
    if actual["title"] != *expected.title
        || actual["askedBy"] != *expected.user
        || tags != expected.tags
    {
        differences.push(format!(
            "expected {:?} by {} with tags {:?}",
            expected.title, expected.user, expected.tags
        ));
    }
    if actual["text"] != *expected.text {
        differences.push(format!(
            "its text is {}, expected {:?}",
            actual["text"], expected.text
        ));
    }
    if actual["communityId"].as_str() != expected.community.as_deref() {
        differences.push(format!("its community is {}", actual["communityId"]));
    }
    let answers = list(actual, "answers");
    if actual["answerCount"] != answers.len() {
        differences.push(format!(
            "answerCount is {}, but there are {} answers",
            actual["answerCount"],
            answers.len()
        ));
    }
    comparison.violations.extend(
        differences
            .iter()
            .map(|what| format!("question {id}: {what}")),
    );
    compare_items(
        &format!("question {id}: answer"),
        &mut expected.answers,
        answers,
        ["text", "ansBy"],
        &mut comparison,
    );
    let asker = expected.user.clone();
    let mut posts: Vec<(&str, &str, &Value)> = vec![(id, &asker, actual)];
    for answer in answers {
        let (answer_id, user) = (text(answer, "_id"), text(answer, "ansBy"));
        posts.push((answer_id, user, answer));
        if user != asker {
            comparison
                .notifications
                .push((asker.clone(), answer_id.to_owned()));
        }
    }
    let mut votes: BTreeMap<(String, String), i64> = BTreeMap::new();
    for (post, author, actual) in &posts {
        let comments = list(actual, "comments");
        let texts = expected.comments.entry((*post).to_owned()).or_default();
        compare_items(
            &format!("comment on {post}"),
            texts,
            comments,
            ["text", "commentBy"],
            &mut comparison,
        );
        for comment in comments
            .iter()
            .filter(|comment| text(comment, "commentBy") != *author)
        {
            comparison
                .notifications
                .push(((*author).to_owned(), text(comment, "_id").to_owned()));
        }
        let mut score = 0;
        for (name, value) in [("upVotes", 1), ("downVotes", -1)] {
            for voter in list(actual, name).iter().filter_map(Value::as_str) {
                score += value;
                if votes
                    .insert(((*post).to_owned(), voter.to_owned()), value)
                    .is_some()
                {
                    comparison
                        .violations
                        .push(format!("post {post}: {voter} has two votes"));
                }
            }
        }
        if actual["score"] != score {
            comparison.violations.push(format!(
                "post {post}: score is {}, but the votes add up to {score}",
                actual["score"]
            ));
        }
    }
    let commented = expected
        .comments
        .iter()
        .filter(|(_, texts)| !texts.is_empty())
        .map(|(post, _)| post);
    for post in commented.filter(|post| !posts.iter().any(|(id, ..)| id == post)) {
        comparison.violations.push(format!(
            "post {post} has comments in the ledger and is missing"
        ));
    }
    for key in votes.keys() {
        if !expected.votes.contains_key(key) {
            comparison.violations.push(format!(
                "post {}: the vote of {} was never acknowledged",
                key.0, key.1
            ));
        }
    }
    for ((post, voter), state) in &mut expected.votes {
        let found = votes
            .get(&(post.clone(), voter.clone()))
            .copied()
            .unwrap_or(0);
        if let Some(violation) = check_state(
            state,
            found,
            &mut comparison.indeterminate,
            &mut comparison.applied,
        ) {
            comparison
                .violations
                .push(format!("post {post}: the vote of {voter} {violation}"));
        }
    }
    comparison
}

/// Checks one value against its expectation and resolves it. Returns the violation, if any.
pub fn check_state<T: Clone + PartialEq + std::fmt::Debug>(
    state: &mut Expected<T>,
    found: T,
    indeterminate: &mut usize,
    applied: &mut usize,
) -> Option<String> {
    if !state.allows(&found) {
        return Some(format!("is {found:?}, expected {:?}", state.current));
    }
    if !state.is_certain() {
        *indeterminate += 1;
        *applied += usize::from(state.current != found);
        state.resolve(found);
    }
    None
}

/// Compares returned items with the expected ones. `fields` names the JSON fields of the text and
/// the author.
pub fn compare_items(
    what: &str,
    expected: &mut ItemsByText,
    actual: &[Value],
    fields: [&str; 2],
    comparison: &mut Comparison,
) {
    let mut found = BTreeSet::new();
    for item in actual {
        let (item_text, user, id) = (
            text(item, fields[0]),
            text(item, fields[1]),
            text(item, "_id"),
        );
        if !found.insert(item_text) {
            comparison
                .violations
                .push(format!("{what} {item_text:?} exists twice"));
        }
        match expected.get_mut(item_text) {
            None => comparison
                .violations
                .push(format!("{what} {item_text:?} was never acknowledged")),
            Some(item) if item.user != user => comparison.violations.push(format!(
                "{what} {item_text:?} is by {user}, expected {}",
                item.user
            )),
            Some(ExpectedItem {
                id: Some(known), ..
            }) if known != id => {
                comparison.violations.push(format!(
                    "{what} {item_text:?} has the ID {id}, expected {known}"
                ));
            }
            Some(ExpectedItem { id: Some(_), .. }) => {}
            Some(item) => {
                item.id = Some(id.to_owned());
                comparison.indeterminate += 1;
                comparison.applied += 1;
            }
        }
    }
    expected.retain(|item_text, item| {
        let is_missing = !found.contains(item_text.as_str());
        if is_missing && item.id.is_some() {
            comparison
                .violations
                .push(format!("{what} {item_text:?} by {} is missing", item.user));
        }
        comparison.indeterminate += usize::from(is_missing && item.id.is_none());
        !is_missing || item.id.is_some()
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::effect::{Effect, LedgerEntry, Outcome};
    use crate::model::Model;

    fn entry(outcome: Outcome, id: Option<&str>, effect: Effect) -> LedgerEntry {
        LedgerEntry {
            outcome,
            id: id.map(str::to_owned),
            effect,
        }
    }

    fn model(outcome: Outcome) -> Model {
        let mut model = Model::default();
        let asked = Effect::Question {
            title: "t".into(),
            text: "why".into(),
            user: "ann".into(),
            tags: vec!["x".into()],
            community: None,
        };
        model.apply(&entry(Outcome::Acknowledged, Some("q"), asked));
        let answer = Effect::Answer {
            question: "q".into(),
            text: "one".into(),
            user: "bob".into(),
        };
        model.apply(&entry(
            outcome,
            (outcome == Outcome::Acknowledged).then_some("a"),
            answer,
        ));
        let vote = Effect::Vote {
            question: "q".into(),
            post: "q".into(),
            user: "bob".into(),
            value: 1,
        };
        model.apply(&entry(outcome, None, vote));
        model
    }

    fn actual(answers: Value, voters: Value) -> Value {
        let (count, score) = (
            answers.as_array().map(Vec::len),
            voters.as_array().map(Vec::len),
        );
        json!({ "_id": "q", "title": "t", "text": "why", "askedBy": "ann", "tags": [{ "name": "x" }], "answers": answers, "answerCount": count,
                "comments": [], "upVotes": voters, "downVotes": [], "score": score })
    }

    fn answer(text: &str) -> Value {
        json!({ "_id": "a", "text": text, "ansBy": "bob", "comments": [], "upVotes": [], "downVotes": [], "score": 0 })
    }

    fn violations(outcome: Outcome, actual: &Value) -> Vec<String> {
        compare_question(
            "q",
            model(outcome).questions.get_mut("q").expect("the question"),
            actual,
        )
        .violations
    }

    #[test]
    fn acknowledged_items_must_exist_exactly_once() {
        let valid = actual(json!([answer("one")]), json!(["bob"]));
        assert!(violations(Outcome::Acknowledged, &valid).is_empty());
        let lost = [
            actual(json!([]), json!(["bob"])),
            actual(json!([answer("one")]), json!([])),
            actual(json!([answer("two")]), json!(["bob"])),
        ];
        for actual in lost {
            assert!(
                !violations(Outcome::Acknowledged, &actual).is_empty(),
                "{actual}"
            );
        }
        let mut other = valid.clone();
        other["text"] = json!("because");
        assert!(
            violations(Outcome::Acknowledged, &other)
                .iter()
                .any(|entry| entry.contains("its text"))
        );
        let twice = actual(json!([answer("one"), answer("one")]), json!(["bob"]));
        assert!(
            violations(Outcome::Acknowledged, &twice)
                .iter()
                .any(|entry| entry.contains("twice"))
        );
    }

    #[test]
    fn indeterminate_requests_are_applied_completely_or_not_at_all() {
        let (none, all) = (
            actual(json!([]), json!([])),
            actual(json!([answer("one")]), json!(["bob"])),
        );
        for actual in [&none, &all] {
            assert_eq!(
                violations(Outcome::Indeterminate, actual),
                [""; 0],
                "{actual}"
            );
        }
        let mut half = all.clone();
        half["answerCount"] = json!(0);
        assert!(!violations(Outcome::Indeterminate, &half).is_empty());
        half = all.clone();
        half["score"] = json!(0);
        assert!(!violations(Outcome::Indeterminate, &half).is_empty());
        // A resolved request is as certain as an acknowledged one.
        let mut model = model(Outcome::Indeterminate);
        let question = model.questions.get_mut("q").expect("the question");
        let comparison = compare_question("q", question, &all);
        assert_eq!(
            (
                comparison.indeterminate,
                comparison.applied,
                comparison.notifications
            ),
            (2, 2, vec![("ann".to_owned(), "a".to_owned())])
        );
        assert_eq!(compare_question("q", question, &none).violations.len(), 2);
    }

    #[test]
    fn rejected_items_must_not_exist() {
        assert!(violations(Outcome::Rejected, &actual(json!([]), json!([]))).is_empty());
        assert_eq!(
            violations(
                Outcome::Rejected,
                &actual(json!([answer("one")]), json!(["bob"]))
            )
            .len(),
            2
        );
    }

    #[test]
    fn a_comment_on_a_missing_post_is_reported() {
        let mut model = model(Outcome::Acknowledged);
        let comment = Effect::Comment {
            question: "q".into(),
            post: "b".into(),
            text: "c".into(),
            user: "ann".into(),
        };
        model.apply(&entry(Outcome::Acknowledged, Some("c"), comment));
        let valid = actual(json!([answer("one")]), json!(["bob"]));
        let comparison = compare_question(
            "q",
            model.questions.get_mut("q").expect("the question"),
            &valid,
        );
        assert!(
            comparison
                .violations
                .iter()
                .any(|entry| entry.contains("has comments in the ledger and is missing")),
            "{:?}",
            comparison.violations
        );
    }
}
