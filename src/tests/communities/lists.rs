//! Paged lists of communities and members.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::{Person, TestSite, id_of};
use super::{ABSENT, each, sign_up_all};

/// Returns the pages of a list, each up to its `limit`.
async fn pages(person: &Person, path: &str) -> (Vec<Value>, Vec<usize>) {
    let mut page = person.get(path).await;
    let (mut items, mut lengths) = (Vec::new(), Vec::new());
    loop {
        let list = page.ok();
        lengths.push(list.as_array().expect("an array").len());
        items.extend(list.as_array().expect("an array").iter().cloned());
        let Some(next) = page
            .header("link")
            .strip_prefix('<')
            .and_then(|link| link.strip_suffix(">; rel=\"next\""))
        else {
            break;
        };
        page = person.get(next).await;
    }
    assert_eq!(
        page.header("x-total-count"),
        items.len().to_string(),
        "{path}"
    );
    (items, lengths)
}

#[tokio::test]
async fn communities_are_listed_and_searched_by_name() {
    let site = TestSite::new();
    let [ann, ben] = sign_up_all(&site, ["ann", "ben"]).await;
    for name in ["rust", "Ada lovers", "Çay", "rusty nails", "100%", "Python"] {
        ann.creates_community(
            name,
            if name == "Python" {
                "private"
            } else {
                "public"
            },
        )
        .await;
    }
    let names = async |query: &str| {
        each(
            &Value::Array(
                pages(&ben, &format!("/community/getAllCommunities{query}"))
                    .await
                    .0,
            ),
            "name",
        )
    };
    assert_eq!(
        names("").await,
        ["100%", "Ada lovers", "Python", "rust", "rusty nails", "Çay"]
    );
    assert_eq!(
        names("?limit=2&view=card").await,
        ["100%", "Ada lovers", "Python", "rust", "rusty nails", "Çay"]
    );
    for (search, found) in [
        ("RUST", vec!["rust", "rusty nails"]),
        ("y%20n", vec!["rusty nails"]),
        ("lovers", vec!["Ada lovers"]),
        ("%20pyth%20", vec!["Python"]),
        ("%C3%A7AY", vec!["Çay"]),
        ("ru", vec!["rust", "rusty nails"]),
        ("%22%27%25", vec![]),
        ("00%25", vec!["100%"]),
        ("zzz", vec![]),
    ] {
        assert_eq!(names(&format!("?search={search}")).await, found, "{search}");
        assert_eq!(
            names(&format!("?search={search}&limit=1&view=card")).await,
            found,
            "{search}"
        );
    }
    assert_eq!(names("?member=true").await, [""; 0]);
    for name in ["rust", "Çay", "100%"] {
        let id = ann
            .get(&format!(
                "/community/getAllCommunities?search={}",
                name.replace('%', "%25").replace('Ç', "%C3%87")
            ))
            .await
            .ok();
        let of_that_name = id
            .as_array()
            .unwrap()
            .iter()
            .find(|community| community["name"] == name)
            .expect("found");
        ben.joins(&id_of(of_that_name)).await.ok();
    }
    assert_eq!(names("?member=true&limit=1").await, ["100%", "rust", "Çay"]);
    assert_eq!(names("?member=true&search=us").await, ["rust"]);
    ann.get("/community/getAllCommunities?view=x")
        .await
        .refused(400, "Invalid view");
    ann.get("/community/getAllCommunities?limit=0")
        .await
        .refused(400, "Invalid limit");
}

#[tokio::test]
async fn community_cards_count_only_what_the_viewer_may_read() {
    let site = TestSite::new();
    let [ann, ben, cem, dan] = sign_up_all(&site, ["ann", "ben", "cem", "dan"]).await;
    let (public, private) = (
        ann.creates_community("P", "public").await,
        ann.creates_community("Q", "private").await,
    );
    ben.joins(&public).await.ok();
    ben.joins_by_request(&private, &ann).await;
    cem.requests(&private).await.ok();
    for community in [&public, &private] {
        for title in ["one", "two"] {
            ben.asks_in(community, title).await.ok();
        }
        let gone = id_of(&ben.asks_in(community, "gone").await.ok());
        ben.delete_with("/question/deleteQuestion", json!({"qid": gone}))
            .await
            .ok();
        ben.post("/question/undeleteQuestion", json!({"qid": gone}))
            .await
            .ok();
        ben.delete_with("/question/deleteQuestion", json!({"qid": gone}))
            .await
            .ok();
    }
    let keys = [
        "memberCount",
        "moderatorCount",
        "requestCount",
        "questionCount",
        "isMember",
        "isModerator",
        "requested",
    ];
    for (person, id, expected) in [
        (&ann, &public, json!([2, 1, 0, 2, true, true, false])),
        (&ben, &public, json!([2, 1, 0, 2, true, false, false])),
        (&dan, &public, json!([2, 1, 0, 2, false, false, false])),
        (&ann, &private, json!([2, 1, 1, 2, true, true, false])),
        (&ben, &private, json!([2, 1, 0, 2, true, false, false])),
        (&cem, &private, json!([2, 0, 0, 0, false, false, true])),
        (&dan, &private, json!([2, 0, 0, 0, false, false, false])),
    ] {
        let card = person.card(id).await;
        assert_eq!(
            keys.map(|key| card[key].clone()).as_slice(),
            expected.as_array().unwrap(),
            "{}",
            person.name
        );
        assert_eq!(
            (&card["owner"], &card["archived"]),
            (&json!("ann"), &json!(false))
        );
        let listed = person
            .get("/community/getAllCommunities?view=card")
            .await
            .ok();
        assert!(listed.as_array().unwrap().contains(&card));
    }
}

#[tokio::test]
async fn members_are_paged() {
    let site = TestSite::new();
    let [ann, ben, cem, dan, eve] = sign_up_all(&site, ["ann", "ben", "cem", "dan", "eve"]).await;
    let id = eve.creates_community("C", "private").await;
    site.clock.advance(Duration::from_millis(1));
    for person in [&dan, &ben, &ann] {
        person.joins_by_request(&id, &eve).await;
        site.clock.advance(Duration::from_millis(1));
    }
    eve.promotes(&id, "ben").await.ok();
    let path = format!("/community/getMembers/{id}");
    let (members, lengths) = pages(&ann, &format!("{path}?limit=3")).await;
    assert_eq!(
        (each(&Value::Array(members.clone()), "username"), lengths),
        (
            ["eve", "dan", "ben", "ann"].map(str::to_owned).to_vec(),
            vec![3, 1]
        )
    );
    let ben_id = ben.get("/user/me").await.ok()["_id"].clone();
    assert_eq!(
        members[2],
        json!({"_id": ben_id, "username": "ben", "isModerator": true, "isOwner": false, "joinedAt": "2026-11-21T00:00:00.007Z"})
    );
    assert_eq!(
        (
            &members[0]["isOwner"],
            &members[0]["isModerator"],
            &members[1]["isModerator"]
        ),
        (&json!(true), &json!(true), &json!(false))
    );
    let (moderators, lengths) = pages(&ann, &format!("{path}?role=moderator&limit=1")).await;
    assert_eq!(
        (each(&Value::Array(moderators), "username"), lengths),
        (vec!["eve".to_owned(), "ben".to_owned()], vec![1, 1])
    );
    assert_eq!(pages(&ann, &format!("{path}?role=member")).await.0, members);
    ann.get(&format!("{path}?role=owner"))
        .await
        .refused(400, "Invalid role");
    ann.get(&format!("{path}?cursor=x"))
        .await
        .refused(400, "Invalid cursor");
    ann.get(&format!("/community/getMembers/{ABSENT}"))
        .await
        .refused(404, "Community not found");
    // Callers who may not see the members get an empty list and a count of 0.
    assert!(pages(&cem, &path).await.0.is_empty());
}

#[tokio::test]
async fn a_large_community_shows_its_newest_members_and_the_viewer() {
    let site = TestSite::new();
    let [ann, ben, cem] = sign_up_all(&site, ["ann", "ben", "cem"]).await;
    let id = ann.creates_community("crowd", "private").await;
    ben.joins_by_request(&id, &ann).await;
    cem.requests(&id).await.ok();
    let small = ann.sees(&id).await;
    assert!(small.get("truncated").is_none());
    let number = id.parse::<crate::core::id::Id>().unwrap().as_i64();
    site.sql(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1300)
         INSERT INTO users (id, username, name_key, created_at) SELECT i, 'user' || i, 'user' || i, 0 FROM n;
         INSERT INTO memberships SELECT {number}, id, iif(id <= 1001, 'moderator', 'member'), 2000000000000 + id FROM users WHERE id <= 1100;
         INSERT INTO membership_requests SELECT {number}, id, 2000000000000 + id FROM users WHERE id > 1200 AND id <= 1300;"
    ));
    let crowd: Vec<String> = (101..=1_100).map(|i| format!("user{i}")).collect();
    let by_ann = ann.sees(&id).await;
    assert_eq!(
        (&by_ann["memberCount"], &by_ann["truncated"]),
        (&json!(1_102), &json!(true))
    );
    assert_eq!(
        by_ann["members"],
        json!([&["ann".to_owned()][..], &crowd].concat())
    );
    let moderators = by_ann["moderators"].as_array().unwrap();
    assert_eq!(
        (moderators.len(), &moderators[0], &moderators[1]),
        (1_001, &json!("ann"), &json!("user2"))
    );
    assert_eq!(by_ann["memberRequests"].as_array().unwrap().len(), 101);
    let by_ben = ben.sees(&id).await;
    assert_eq!(
        (
            &by_ben["members"][0],
            by_ben["moderators"].as_array().unwrap().len(),
            &by_ben["memberRequests"]
        ),
        (&json!("ben"), 1_000, &json!([]))
    );
    let by_cem = cem.sees(&id).await;
    assert_eq!(
        (
            &by_cem["memberCount"],
            by_cem.get("truncated"),
            &by_cem["members"]
        ),
        (&json!(1_102), None, &json!([]))
    );
    assert_eq!(ann.card(&id).await["moderatorCount"], json!(1_002));
    assert_eq!(
        pages(&ann, &format!("/community/getMembers/{id}"))
            .await
            .0
            .len(),
        1_102
    );
    assert_eq!(
        pages(&ann, &format!("/community/getMemberRequests/{id}?limit=30"))
            .await
            .1,
        [30, 30, 30, 11]
    );
}
