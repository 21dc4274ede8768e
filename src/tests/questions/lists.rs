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
    let ben = site.sign_up("ben").await;
    let cem = site.sign_up("cem").await;
    for (voter, call, number) in [
        (&ben, "upvoteQuestion", 2),
        (&cem, "upvoteQuestion", 2),
        (&ben, "upvoteQuestion", 4),
        (&cem, "upvoteQuestion", 0),
        (&ann, "downvoteQuestion", 0),
        (&ann, "upvoteQuestion", 6),
        (&ann, "upvoteQuestion", 5),
        (&ann, "upvoteQuestion", 5),
        (&ben, "downvoteQuestion", 1),
    ] {
        let body = json!({"qid": ids[number]});
        voter.post(&format!("/question/{call}"), body).await.ok();
    }
    site.sql("UPDATE questions SET view_count = imported_views + 5, imported_views = 5 WHERE title IN ('q0', 'q3')");
    site.sql("UPDATE questions SET view_count = 9, imported_views = 9 WHERE title = 'q6'");
    for (order, expected) in [
        ("", "q6 q5 q4 q3 q2 q1 q0"),
        ("newest", "q6 q5 q4 q3 q2 q1 q0"),
        ("unanswered", "q6 q5 q3 q0"),
        ("active", "q2 q1 q4 q6 q5 q3 q0"),
        ("mostViewed", "q6 q3 q0 q5 q4 q2 q1"),
        ("votes", "q2 q4 q0 q6 q5 q3 q1"),
        ("votes&period=all", "q2 q4 q0 q6 q5 q3 q1"),
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
        ("order=votes&period=day", "Invalid order"),
        ("order=newest&period=week", "Invalid order"),
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
async fn a_period_lists_the_votes_of_the_questions_asked_in_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ann", "ben"]);
    for (number, (days, voted)) in [(400, true), (300, false), (22, true), (6, false)]
        .iter()
        .enumerate()
    {
        let title = format!("q{number}");
        let id = ann.ask(&title, "words", &["a"]).await;
        let inside = ann.ask_in(&community, &format!("in {title}")).await;
        for id in [id, inside].iter().filter(|_| *voted) {
            ben.post("/question/upvoteQuestion", json!({"qid": id}))
                .await
                .ok();
        }
        let next = [300, 22, 6, 0][number];
        site.clock
            .advance(Duration::from_secs(24 * 60 * 60 * (days - next)));
        // The sessions have ended.
        ann.authenticate("login").await;
        ben.authenticate("login").await;
    }
    for (period, expected) in [
        ("week", vec!["q3"]),
        ("month", vec!["q2", "q3"]),
        ("year", vec!["q2", "q3", "q1"]),
        ("all", vec!["q2", "q0", "q3", "q1"]),
    ] {
        for search in [
            "[a]",
            "words",
            "[a]%20user:ann",
            "[a]%20score:-9",
            "-[b]%20-in",
        ] {
            let page = ann
                .get(&format!(
                    "/question/getQuestion?order=votes&period={period}&search={search}"
                ))
                .await;
            let found: Vec<_> = titles(&page.ok());
            let found: Vec<_> = found
                .iter()
                .filter(|title| !title.starts_with("in"))
                .collect();
            assert_eq!(
                found,
                expected.iter().collect::<Vec<_>>(),
                "{period}, {search}"
            );
        }
        let page = ann
            .get(&format!(
                "/question/getCommunityQuestions/{community}?order=votes&period={period}&limit=1"
            ))
            .await;
        assert_eq!(
            page.header("x-total-count"),
            expected.len().to_string(),
            "{period}"
        );
        assert_eq!(titles(&page.ok()), [format!("in {}", expected[0])]);
    }
}

#[tokio::test]
async fn question_cards_have_counts_and_an_excerpt() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let first = "First. ".repeat(60);
    let text = format!("{first}\n\n{}", "word ".repeat(400));
    let question = ann.ask("T", &text, &["b", "a"]).await;
    ann.answer(&question, "x").await;
    site.sql("INSERT INTO stars SELECT u.id, q.id, 0 FROM users u, questions q");
    let cards = ann.get("/question/getQuestion?view=card").await.ok();
    let card = cards[0].as_object().unwrap();
    assert_eq!(
        (&card["text"], &card["truncated"], &card["starred"]),
        (&json!(first.trim_end()), &json!(true), &json!(true))
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
    let expected = "_id title text truncated tags askedBy askedByReputation askDateTime answerCount viewCount score starred accepted closed isPrivate";
    assert_eq!(keys, expected.split(' ').collect());
}

#[tokio::test]
async fn a_card_says_whether_only_members_may_read_it() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (id, visibility) in [(1, "public"), (2, "private")] {
        let community = site.community(id, visibility, &["ann"]);
        ann.ask_in(&community, visibility).await;
    }
    ann.ask("none", "x", &["a"]).await;
    let cards = ann.get("/question/getQuestion?view=card").await.ok();
    let private: Vec<_> = (0..3)
        .map(|at| (cards[at]["title"].clone(), cards[at]["isPrivate"].clone()))
        .collect();
    let expected = json!([["none", false], ["private", true], ["public", false]]);
    assert_eq!(json!(private), expected);
}

/// 30 questions of 300,000 bytes each, newest first.
async fn large_questions(site: &TestSite, ann: &Person) -> Vec<String> {
    let mut ids = Vec::new();
    for number in 0..30 {
        ids.push(ann.ask(&format!("large {number}"), "x", &["large"]).await);
    }
    site.sql("UPDATE posts SET text = printf('%.*c', 300000, 'x')");
    site.sql("INSERT INTO stars SELECT u.id, q.id, q.id FROM users u, questions q");
    ids.reverse();
    ids
}

#[tokio::test]
async fn a_page_of_complete_questions_has_at_most_four_mebibytes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ids = large_questions(&site, &ann).await;
    for list in [
        "/question/getQuestion",
        "/question/getQuestion?order=active",
        "/question/getQuestion?search=large",
        "/question/getQuestion?search=large&order=relevance",
        "/question/getQuestion?search=[large]&order=mostViewed",
        "/star/getStars",
    ] {
        let (mut path, mut found) = (list.to_owned(), Vec::new());
        let mut pages = 0;
        loop {
            let page = ann.get(&path).await;
            assert!(page.text.len() <= 4 << 20, "{list}");
            assert_eq!(page.header("x-total-count"), "30");
            let items = page.ok();
            found.extend(items.as_array().expect("an array").iter().map(id_of));
            pages += 1;
            match page.next_page() {
                Some(next) => path = next,
                None => break,
            }
        }
        assert_eq!(pages, 3, "{list}");
        if !list.contains("relevance") {
            assert_eq!(found, ids, "{list}");
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), ids.len(), "{list}");
    }
}

#[tokio::test]
async fn a_question_larger_than_a_page_is_a_page() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for title in ["one", "two"] {
        ann.ask(title, "x", &["large"]).await;
    }
    site.sql("UPDATE posts SET text = printf('%.*c', 5000000, 'x')");
    let first = ann.get("/question/getQuestion").await;
    assert_eq!(first.ok().as_array().expect("an array").len(), 1);
    assert_eq!(first.ok()[0]["title"], "two");
    let second = ann.get(&first.next_page().expect("a next page")).await;
    assert_eq!(second.ok()[0]["title"], "one");
    assert_eq!(second.next_page(), None);
}
