//! Counters and the search index after random changes.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// Makes one random change to a question and returns the id of the created object, if there is one.
async fn act(
    person: &Person,
    what: usize,
    [question, answer, community]: [&str; 3],
    step: usize,
) -> Option<String> {
    let text = format!("word{} text {step}", step % 7);
    let tags =
        json!([{"name": format!("tag{}", step % 3)}, {"name": format!("label{}", step % 5)}]);
    let community = if step.is_multiple_of(2) {
        json!(community)
    } else {
        Value::Null
    };
    let (method, path, body) = match what {
        0 | 1 => (
            "POST",
            "/question/addQuestion",
            json!({"title": text, "text": text, "tags": tags, "communityId": community}),
        ),
        2 | 3 => (
            "POST",
            "/answer/addAnswer",
            json!({"qid": question, "ans": {"text": text}}),
        ),
        4 => (
            "PATCH",
            "/question/editQuestion",
            json!({"qid": question, "title": text, "text": text, "tags": tags}),
        ),
        5 => (
            "PATCH",
            "/answer/editAnswer",
            json!({"aid": answer, "text": text}),
        ),
        6 => (
            "DELETE",
            "/question/deleteQuestion",
            json!({"qid": question}),
        ),
        7 => (
            "POST",
            "/question/undeleteQuestion",
            json!({"qid": question}),
        ),
        8 => ("DELETE", "/answer/deleteAnswer", json!({"aid": answer})),
        9 => ("POST", "/answer/undeleteAnswer", json!({"aid": answer})),
        10 => ("POST", "/answer/upvoteAnswer", json!({"aid": answer})),
        11 | 12 => (
            "POST",
            "/question/acceptAnswer",
            json!({"qid": question, "aid": answer}),
        ),
        _ => (
            "POST",
            "/question/downvoteQuestion",
            json!({"qid": question}),
        ),
    };
    let reply = person
        .request(method.parse().expect("a method"), path, Some(body))
        .await;
    assert!(
        reply.status.as_u16() < 500,
        "{}: {}",
        reply.call,
        reply.text
    );
    (what < 4 && reply.status == 200).then(|| id_of(&reply.ok()))
}

/// After concurrent changes in random order, the counters equal a recount, and the index matches
/// the posts.
#[tokio::test]
async fn counters_and_index_agree_with_the_posts() {
    for seed in 0..4 {
        let site = TestSite::new();
        let mut dice = StdRng::seed_from_u64(seed);
        let people = [site.sign_up("ann").await, site.sign_up("ben").await];
        let private = site.community(7, "private", &["ann", "ben"]);
        let (mut questions, mut answers) = (Vec::new(), Vec::new());
        for round in 0..30 {
            // Several at a time, so that the writer batches them.
            let mut any = |ids: &[String]| {
                if ids.is_empty() {
                    ABSENT.to_owned()
                } else {
                    ids[dice.random_range(0..ids.len())].clone()
                }
            };
            let on = [any(&questions), any(&answers)];
            let acts: Vec<(usize, usize)> = (0..5)
                .map(|_| (dice.random_range(0..2), dice.random_range(0..14)))
                .collect();
            let created = acts.iter().enumerate().map(|(n, &(who, what))| {
                act(
                    &people[who],
                    what,
                    [&on[0], &on[1], &private],
                    5 * round + n,
                )
            });
            for (created, (_, what)) in futures_util::future::join_all(created)
                .await
                .into_iter()
                .zip(&acts)
            {
                let ids = if *what < 2 {
                    &mut questions
                } else {
                    &mut answers
                };
                ids.extend(created);
            }
        }
        let as_kept = counters(&site);
        let db = &site.site.app.db;
        db.write(|tx| {
            tx.without_event("a test");
            // Compares the index with the posts, and fails if they differ.
            for table in ["search_texts", "search_strong"] {
                tx.execute(
                    &format!("INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)"),
                    [],
                )?;
            }
            crate::features::questions::counters::recompute(tx)
        })
        .await
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(as_kept, counters(&site), "seed {seed}");
    }
}

fn counters(site: &TestSite) -> Vec<String> {
    let connection = rusqlite::Connection::open(site.directory.path().join("stoa.db"))
        .expect("the database opens");
    let mut statement = connection
        .prepare(
            "SELECT concat_ws(' ', 'post', id, score) FROM posts
             UNION ALL SELECT concat_ws(' ', 'question', id, answer_count, view_count, last_answer_id, accepted_answer_id) FROM questions
             UNION ALL SELECT concat_ws(' ', 'scope', scope, questions, unanswered) FROM question_counts WHERE questions > 0
             UNION ALL SELECT concat_ws(' ', 'user', id, reputation_points) FROM users
             UNION ALL SELECT concat_ws(' ', 'tag', tag_id, scope, question_count) FROM scoped_tags WHERE question_count > 0 ORDER BY 1",
        )
        .expect("SQL");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("rows")
}
