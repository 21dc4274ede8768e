//! Unreadable posts are not found and do not affect any result.

use super::*;

#[tokio::test]
async fn private_words_are_suggested_to_members_only() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let community = site.community(77, "private", &["ben"]);
    let ask = |title: String, text: &'static str| {
        let body = json!({"title": title, "text": text, "tags": [{"name": "x"}], "communityId": community});
        let ben = &ben;
        async move { ben.post("/question/addQuestion", body).await.ok() }
    };
    ann.ask("public", "an elephants garden", &["x"]).await;
    ask("merger".to_owned(), "About the acquisition").await;
    // More words than a correction compares, all more similar to the typed one and more frequent
    // than the public one.
    let secrets = [
        "elephanta",
        "elephantb",
        "elephantc",
        "elephantd",
        "elephante",
        "elephantf",
        "elephantg",
        "elephanth",
        "elephanti",
    ];
    for secret in secrets {
        ask(
            format!("secret {secret}"),
            "elephantj elephantk elephantl elephantm elephantn elephanto elephantp elephantq elephantr elephantt",
        )
        .await;
    }
    assert_eq!(
        ben.search("acquistion").await,
        ("merger".to_owned(), "similar acquisition".to_owned())
    );
    assert_eq!(
        ann.search("acquistion").await,
        (String::new(), "all".to_owned())
    );
    // They neither complete a prefix nor count.
    assert_eq!(
        ann.search("acquisit").await,
        (String::new(), "all".to_owned())
    );
    assert_eq!(
        ann.search("acquisition merger").await,
        (String::new(), "all".to_owned())
    );
    assert_eq!(
        ann.search("elephantz").await,
        ("public".to_owned(), "similar elephants".to_owned())
    );
    assert_eq!(ben.search("elephantz").await.1, "similar elephantj");
    // A former member gets no suggestions from it.
    site.sql("DELETE FROM memberships");
    assert_eq!(
        ben.search("acquistion").await,
        (String::new(), "all".to_owned())
    );
}

#[tokio::test]
async fn unreadable_questions_do_not_affect_ranking() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let community = site.community(77, "private", &["ben"]);
    ann.ask("walnuts", "walnut walnut walnut cherry", &["x"])
        .await;
    ann.ask("cherries", "walnut cherry cherry cherry", &["x"])
        .await;
    for number in 0..20 {
        ann.ask(
            &format!("other {number}"),
            if number % 4 == 0 { "cherry" } else { "plum" },
            &["x"],
        )
        .await;
    }
    let searches = [
        "cherry%20walnut",
        "cherry%20walnut%20",
        "walnut",
        "%22cherry%20cherry%22%20walnut",
    ];
    let order = async |search: &str| {
        ann.titles(&format!(
            "/question/getQuestion?order=relevance&search={search}"
        ))
        .await
    };
    let before = [
        order(searches[0]).await,
        order(searches[1]).await,
        order(searches[2]).await,
        order(searches[3]).await,
    ];
    // The rarer word weighs more.
    assert_eq!(
        (before[0][0].as_str(), before[0][1].as_str()),
        ("walnuts", "cherries")
    );
    let similar = ann.similar("walnut or cherry").await;
    let mut hidden = Vec::new();
    for _ in 0..20 {
        let body = json!({"title": "walnut", "text": "walnut ".repeat(50), "tags": [{"name": "walnut"}], "communityId": community});
        hidden.push(id_of(&ben.post("/question/addQuestion", body).await.ok()));
    }
    ben.answer(&hidden[0], "walnut plum").await;
    for qid in &hidden[5..10] {
        ben.delete_with("/question/deleteQuestion", json!({"qid": qid}))
            .await
            .ok();
    }
    ben.post("/question/undeleteQuestion", json!({"qid": hidden[5]}))
        .await
        .ok();
    for (search, before) in searches.iter().zip(&before) {
        assert_eq!(&order(search).await, before, "{search}");
    }
    assert_eq!(ann.similar("walnut or cherry").await, similar);
    let found = ben
        .get("/question/getQuestion?order=relevance&search=walnut")
        .await;
    assert_eq!(
        (
            found.header("x-total-count"),
            titles_of(&found)[..2].join(" ").as_str()
        ),
        ("18", "walnut walnut")
    );
}

#[tokio::test]
async fn members_find_private_and_public_questions_together() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let communities = [
        site.community(77, "private", &["ann", "ben"]),
        site.community(78, "private", &["ben"]),
    ];
    let ask = async |who: &Person, title: &str, text: &str, tag: &str, place: Option<usize>| {
        let mut body = json!({"title": title, "text": text, "tags": [{"name": tag}]});
        if let Some(place) = place {
            body["communityId"] = json!(communities[place]);
        }
        id_of(&who.post("/question/addQuestion", body).await.ok())
    };
    // The best matches come first and are the oldest.
    ask(&ann, "in title: quokka", "x", "x", Some(0)).await;
    ask(&ann, "public title: quokka", "x", "x", None).await;
    ask(&ann, "in tag", "x", "quokka", Some(0)).await;
    ask(&ann, "public tag", "x", "quokka", None).await;
    ask(&ann, "in text", "A quokka", "x", Some(0)).await;
    let answered = ask(&ann, "in answer", "x", "x", Some(0)).await;
    ask(&ann, "elsewhere: quokka", "quokka", "quokka", None).await;
    ask(&ann, "none", "x", "x", Some(0)).await;
    ask(&ben, "hidden quokka", "x", "x", Some(1)).await;
    ann.answer(&answered, "A quokka").await;

    let list = async |who: &Person, query: &str| {
        let mut next = format!("/question/getQuestion?view=card&{query}");
        let mut found = Vec::new();
        while !next.is_empty() {
            let reply = who.get(&next).await;
            found.extend(titles_of(&reply));
            next = reply
                .header("link")
                .trim_start_matches('<')
                .split('>')
                .next()
                .unwrap_or_default()
                .to_owned();
        }
        found.join(", ")
    };
    let best = "elsewhere: quokka, public title: quokka, in title: quokka, in text, in answer, public tag, in tag";
    let newest = "elsewhere: quokka, in answer, in text, public tag, in tag, public title: quokka, in title: quokka";
    let active = "in answer, elsewhere: quokka, in text, public tag, in tag, public title: quokka, in title: quokka";
    for limit in [1, 2, 3, 100] {
        for (order, expected) in [("relevance", best), ("newest", newest), ("active", active)] {
            let found = list(&ann, &format!("order={order}&limit={limit}&search=quokka")).await;
            assert_eq!(found, expected, "{order}, {limit} a page");
        }
        let unanswered = list(
            &ann,
            &format!("order=unanswered&limit={limit}&search=quokka"),
        )
        .await;
        assert_eq!(
            unanswered,
            newest.replace("in answer, ", ""),
            "{limit} a page"
        );
    }
    for (search, expected) in [
        (
            "quokka%20-elsewhere%20-answer",
            "public title: quokka, in title: quokka, in text, public tag, in tag",
        ),
        ("[quokka]%20quokka", "elsewhere: quokka, public tag, in tag"),
        ("quokka%20user:ben", ""),
        ("%22A%20quokka%22", "in text, in answer"),
        // Excluded words need no further words.
        ("-quokka", "none"),
        ("-quokka%20-none", ""),
    ] {
        let query = format!("order=relevance&search={search}");
        assert_eq!(list(&ann, &query).await, expected, "{search}");
    }
    assert_eq!(
        ann.get("/question/getQuestion?search=quokka")
            .await
            .header("x-total-count"),
        "7"
    );
    assert_eq!(
        ann.similar("quokka").await,
        "elsewhere: quokka in title: quokka in tag public title: quokka public tag"
    );
    assert!(
        list(&ben, "search=quokka")
            .await
            .starts_with("hidden quokka, elsewhere")
    );
    // A former member finds the same as any other user.
    site.sql("DELETE FROM memberships");
    assert_eq!(
        list(&ann, "order=relevance&search=quokka").await,
        "elsewhere: quokka, public title: quokka, public tag"
    );
}
