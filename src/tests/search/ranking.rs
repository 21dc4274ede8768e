//! Order by relevance.

use super::*;

#[tokio::test]
async fn title_matches_rank_before_text_and_answers() {
    let (_site, ann) = site().await;
    let found = ann
        .titles("/question/getQuestion?search=plutus%20validator&order=relevance")
        .await;
    assert_eq!(found, ["A validator in Plutus", "B", "D", "C"]);
    let page = ann
        .get("/question/getQuestion?search=plutus%20validator&order=relevance&limit=2&view=card")
        .await;
    let next = page
        .header("link")
        .trim_start_matches('<')
        .split('>')
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(ann.titles(&next).await, ["D", "C"]);
}

/// If there are more hits than the ranking covers, all are listed once, ranked ones first.
#[tokio::test]
async fn a_common_word_lists_every_question_once() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.community(77, "private", &[]);
    let db = &site.site.app.db;
    db.write(|tx| {
        tx.without_event("a test");
        tx.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2300)
             INSERT INTO posts (id, author_id, text, created_at) SELECT i, (SELECT min(id) FROM users), 'common' || iif(i % 7, '', ' common'), 0 FROM n",
            [],
        )?;
        tx.execute(
            "INSERT INTO questions (id, title, community_id, scope) SELECT id, 'q' || id, iif(id % 23, NULL, 77), iif(id % 23, 0, 77) FROM posts",
            [],
        )?;
        crate::features::questions::counters::recompute(tx)?;
        while crate::features::search::step(tx)? {}
        Ok(())
    })
    .await
    .expect("the questions");
    let total = 2_200;
    for order in ["relevance", "newest", "active"] {
        let mut next = format!("/question/getQuestion?search=common&view=card&order={order}");
        let mut found = Vec::new();
        while !next.is_empty() {
            let reply = ann.get(&next).await;
            found.extend(titles(&reply.ok()));
            assert_eq!(
                (
                    reply.header("x-total-count"),
                    reply.header("x-search-match")
                ),
                (&*total.to_string(), "all")
            );
            next = reply
                .header("link")
                .trim_start_matches('<')
                .split('>')
                .next()
                .unwrap_or_default()
                .to_owned();
        }
        let numbers: Vec<i64> = found
            .iter()
            .map(|title| title[1..].parse().expect("a number"))
            .collect();
        assert!(
            order != "relevance" || (numbers[0] % 7 == 0 && numbers[0] > 2_000),
            "the best of the newest comes first"
        );
        assert!(
            order != "relevance" || numbers[1_100..].is_sorted_by(|a, b| a > b),
            "the older follow, newest first"
        );
        let distinct: std::collections::BTreeSet<i64> = numbers.iter().copied().collect();
        assert_eq!((numbers.len(), distinct.len()), (total, total), "{order}");
        assert!(distinct.iter().all(|number| number % 23 != 0));
    }
    // A member finds the private ones among the others.
    let ben = site.sign_up("ben").await;
    site.sql(
        "INSERT INTO memberships SELECT 77, id, 'member', 0 FROM users WHERE username = 'ben'",
    );
    for order in ["relevance", "newest"] {
        let mut next =
            format!("/question/getQuestion?search=common&view=card&limit=70&order={order}");
        let mut numbers = Vec::new();
        while !next.is_empty() {
            let reply = ben.get(&next).await;
            numbers.extend(
                titles(&reply.ok())
                    .iter()
                    .map(|title| title[1..].parse::<i64>().expect("a number")),
            );
            assert_eq!(reply.header("x-total-count"), "2300");
            next = reply
                .header("link")
                .trim_start_matches('<')
                .split('>')
                .next()
                .unwrap_or_default()
                .to_owned();
        }
        assert!(order != "newest" || numbers.is_sorted_by(|a, b| a > b));
        let distinct: std::collections::BTreeSet<i64> = numbers.iter().copied().collect();
        assert_eq!((numbers.len(), distinct.len()), (2_300, 2_300), "{order}");
    }
    // A cursor is untrusted input.
    for cursor in ["0", "-1", "9223372036854775807"] {
        for who in [&ann, &ben] {
            who.get(&format!(
                "/question/getQuestion?search=common&order=relevance&cursor={cursor}"
            ))
            .await
            .ok();
        }
    }
    for cursor in ["x", "1.2", "1.", "9223372036854775808"] {
        ann.get(&format!(
            "/question/getQuestion?search=common&order=relevance&cursor={cursor}"
        ))
        .await
        .refused(400, "Invalid cursor");
    }
}
