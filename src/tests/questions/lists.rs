//! Lists of questions: order, pages and cards.

use std::collections::HashSet;

use super::*;

#[tokio::test]
async fn every_order_is_paged_without_gaps() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut ids = Vec::new();
    for number in 0..7 {
        site.clock.advance(Duration::from_secs(60));
        ids.push(ann.ask(&format!("q{number}"), "x", &["a"]).await);
    }
    for number in [4, 1, 2] {
        site.clock.advance(Duration::from_secs(60));
        ann.answer(&ids[number], "x").await;
    }
    site.sql("UPDATE questions SET view_count = imported_views + 5, imported_views = 5 WHERE title IN ('q0', 'q3')");
    site.sql("UPDATE questions SET view_count = 9, imported_views = 9 WHERE title = 'q6'");
    for (order, expected) in [
        ("", "q6 q5 q4 q3 q2 q1 q0"),
        ("newest", "q6 q5 q4 q3 q2 q1 q0"),
        ("unanswered", "q6 q5 q3 q0"),
        ("active", "q2 q1 q4 q6 q5 q3 q0"),
        ("mostViewed", "q6 q3 q0 q5 q4 q2 q1"),
    ] {
        for (size, search) in [
            (100, ""),
            (3, ""),
            (1, ""),
            (2, "[a]"),
            (2, "x"),
            (2, "user:ann"),
        ] {
            let mut path =
                format!("/question/getQuestion?order={order}&limit={size}&search={search}");
            let mut seen = Vec::new();
            loop {
                let page = ann.get(&path).await;
                let part = titles(&page.ok());
                assert!(part.len() <= size);
                seen.extend(part);
                assert_eq!(
                    page.header("x-total-count"),
                    expected.split(' ').count().to_string(),
                    "{}",
                    page.call
                );
                let Some(next) = page
                    .header("link")
                    .strip_prefix('<')
                    .and_then(|link| link.split_once(">; rel=\"next\""))
                else {
                    break;
                };
                path = next.0.to_owned();
            }
            assert_eq!(
                seen.join(" "),
                expected,
                "order {order:?}, pages of {size}, search {search:?}"
            );
        }
    }
    for (path, sentence) in [
        ("order=oldest", "Invalid order"),
        ("order=relevance", "Invalid order"),
        ("limit=0", "Invalid limit"),
        ("limit=x", "Invalid limit"),
        ("cursor=x", "Invalid cursor"),
        ("cursor=1.2.3", "Invalid cursor"),
        ("view=table", "Invalid view"),
    ] {
        ann.get(&format!("/question/getQuestion?{path}"))
            .await
            .refused(400, sentence);
    }
    let end = i64::MAX;
    for path in [
        "/question/getQuestion?order=relevance&search=x&",
        "/question/getQuestion?order=active&",
        "/tag/getTagsWithQuestionNumber?",
    ] {
        ann.get(&format!(
            "{path}cursor={end}{}",
            if path.contains("active") { ".0" } else { "" }
        ))
        .await
        .ok();
    }
    assert_eq!(
        ann.get("/question/getQuestion?limit=1000000")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        7
    );
}

#[tokio::test]
async fn question_cards_have_counts_and_an_excerpt() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let text = format!("First.\n\n{}", "word ".repeat(400));
    let question = ann.ask("T", &text, &["b", "a"]).await;
    ann.answer(&question, "x").await;
    site.sql("INSERT INTO stars SELECT u.id, q.id, 0 FROM users u, questions q");
    let cards = ann.get("/question/getQuestion?view=card").await.ok();
    let card = cards[0].as_object().unwrap();
    assert_eq!(
        (&card["text"], &card["truncated"], &card["starred"]),
        (&json!("First."), &json!(true), &json!(true))
    );
    assert_eq!(
        (
            &card["answerCount"],
            &card["tags"][0]["name"],
            &card["accepted"]
        ),
        (&json!(1), &json!("b"), &json!(false))
    );
    let keys: HashSet<&str> = card.keys().map(String::as_str).collect();
    let expected = "_id title text truncated tags askedBy askDateTime answerCount viewCount score starred accepted closed";
    assert_eq!(keys, expected.split(' ').collect());
}
