//! Public communities that need an account: members of the site read what is in them, readers without a session do not.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::operations::get_with;
use super::public_reading::open_site;
use super::realtime::Listening;
use super::{Person, TestSite, id_of};

/// A word that is only in the community.
const SECRET: &str = "xylophage";

/// A site that everyone may read, with a community of ann and a question outside of it.
struct Workshop {
    site: TestSite,
    ann: Person,
    community: String,
    question: String,
    answer: String,
    picture: String,
}

async fn workshop(site: TestSite) -> Workshop {
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let body = json!({"name": "Whittlers", "description": "Spoons and bowls"});
    let community = id_of(&ann.post("/community/addCommunity", body).await.ok());
    ben.ask("Walnut ink", "Which one?", &["ink"]).await;
    let picture = ann.picture(1).await;
    let body = json!({
        "title": format!("A {SECRET} in my spoon"), "text": format!("A {SECRET}! ![](/media/{picture})"),
        "tags": [{"name": "ink"}, {"name": SECRET}], "communityId": community,
    });
    let question = id_of(&ann.post("/question/addQuestion", body).await.ok());
    let answer = ben.answer(&question, &format!("A {SECRET} it is")).await;
    ben.comment("answer", &answer, SECRET).await;
    Workshop {
        site,
        ann,
        community,
        question,
        answer,
        picture,
    }
}

impl Workshop {
    async fn set(&self, needs_account: bool) -> Value {
        let path = format!("/community/setReading/{}", self.community);
        let body = json!({"needsAccount": needs_account});
        self.ann.patch(&path, body).await.ok()
    }

    /// Returns the calls and pages that show what is in the community, each with its status for a stranger while it is closed.
    fn paths(&self) -> Vec<(String, u16)> {
        let Self {
            community,
            question,
            picture,
            ..
        } = self;
        let list = "/question/getQuestion?limit=20";
        [
            (format!("/question/getQuestionById/{question}"), 404),
            (format!("/question/getDuplicates/{question}"), 404),
            (format!("/question/{question}"), 404),
            (format!("/media/{picture}"), 404),
            (format!("/preview/{question}.png"), 404),
            (format!("/feeds/question/{question}.atom"), 404),
            (format!("/feeds/community/{community}.atom"), 404),
            (format!("/tag/getTagByName/{SECRET}"), 404),
            (format!("/tag/getTagPage/{SECRET}"), 404),
            (format!("/feeds/tag/{SECRET}.atom"), 404),
            (format!("/getCommunityQuestions/{community}"), 200),
            (format!("/community/getCommunity/{community}"), 200),
            (format!("/community/getMembers/{community}"), 200),
            (format!("/communities/{community}"), 200),
            (list.to_owned(), 200),
            (format!("{list}&order=unanswered"), 200),
            (format!("{list}&search=[ink]"), 200),
            (format!("{list}&search=walnut"), 200),
            ("/questionPage".to_owned(), 200),
            ("/tags".to_owned(), 200),
            ("/feeds/questions.atom".to_owned(), 200),
            ("/feeds/user/ann.atom".to_owned(), 200),
            ("/sitemaps/tags.xml".to_owned(), 200),
            ("/tag/getTagsWithQuestionNumber".to_owned(), 200),
        ]
        .into()
    }
}

async fn read(person: &Person, path: &str) -> super::Reply {
    get_with(person, path, &[("accept", "text/html,*/*")]).await
}

#[tokio::test]
async fn a_stranger_reads_nothing_of_a_community_that_needs_an_account() {
    let workshop = workshop(open_site()).await;
    let Workshop { site, ann, .. } = &workshop;
    let stranger = site.visitor();
    // The first view of a member adds it to the reply.
    for (path, _) in workshop.paths() {
        read(ann, &path).await;
    }
    site.sql("DELETE FROM question_views; INSERT INTO question_views SELECT q.id, u.id FROM questions q, users u");
    let mut before = Vec::new();
    for (path, _) in workshop.paths() {
        before.push((read(ann, &path).await.text, read(&stranger, &path).await));
    }
    let shown = before
        .iter()
        .filter(|(_, reply)| reply.text.contains(SECRET));
    assert!(shown.count() > 10, "strangers read the community at first");
    for _ in 0..2 {
        let changed = workshop.set(true).await;
        assert_eq!(changed["needsAccount"], true);
        for ((path, status), (of_member, _)) in workshop.paths().into_iter().zip(&before) {
            let reply = read(&stranger, &path).await;
            assert_eq!(reply.status.as_u16(), status, "{path}");
            assert!(
                !reply.text.contains(SECRET) && !reply.text.contains(&workshop.question),
                "{path}: {}",
                reply.text
            );
            let now = read(ann, &path).await.text;
            // These are the same for all: their readers have no session.
            let for_all = ["/feeds/", "/preview/", "/sitemaps/"];
            let is_for_all = for_all.iter().any(|start| path.starts_with(start));
            let is_call = !now.starts_with("<!doctype") && !is_for_all;
            if is_call && !path.contains("ommunit") {
                assert_eq!(&now, of_member, "{path} of a member");
            }
        }
        let changed = workshop.set(false).await;
        assert!(changed.get("needsAccount").is_none());
        for ((path, _), (_, of_stranger)) in workshop.paths().into_iter().zip(&before) {
            let reply = read(&stranger, &path).await;
            assert_eq!(reply.status, of_stranger.status, "{path}");
            assert_eq!(
                reply.text.contains(SECRET),
                of_stranger.text.contains(SECRET),
                "{path}"
            );
        }
    }
}

#[tokio::test]
async fn strangers_do_not_learn_that_a_question_is_gone_which_needed_an_account() {
    let workshop = workshop(open_site()).await;
    let Workshop { site, ann, .. } = &workshop;
    let delete = async |question: &str| {
        site.clock.advance(std::time::Duration::from_secs(60));
        let body = json!({"qid": question});
        ann.delete_with("/question/deleteQuestion", body).await.ok();
        site.clock.advance(std::time::Duration::from_secs(60));
    };
    let status = async |question: &str| {
        let reply = read(&site.visitor(), &format!("/question/{question}")).await;
        reply.status.as_u16()
    };
    let before = ann.ask_in(&workshop.community, "Before").await;
    let meanwhile = ann.ask_in(&workshop.community, "Meanwhile").await;
    delete(&before).await;
    assert_eq!(status(&before).await, 410);
    workshop.set(true).await;
    assert_eq!(status(&before).await, 404);
    delete(&meanwhile).await;
    assert_eq!(status(&meanwhile).await, 404);
    workshop.set(false).await;
    assert_eq!(status(&meanwhile).await, 404);
    let after = ann.ask_in(&workshop.community, "After").await;
    delete(&after).await;
    assert_eq!(status(&after).await, 410);
}

#[tokio::test]
async fn what_stays_visible_is_what_strangers_see_of_a_private_community() {
    let workshop = workshop(open_site()).await;
    let stranger = workshop.site.visitor();
    workshop.set(true).await;
    let path = format!("/community/getCommunity/{}", workshop.community);
    let full = stranger.get(&path).await.ok();
    assert_eq!(full["name"], "Whittlers");
    assert_eq!(full["description"], "Spoons and bowls");
    assert_eq!(
        (&full["owner"], &full["memberCount"]),
        (&json!("ann"), &json!(1))
    );
    assert_eq!(
        (&full["questions"], &full["members"]),
        (&json!([]), &json!([]))
    );
    let card = stranger.get(&format!("{path}?view=card")).await.ok();
    assert_eq!(
        (&card["questionCount"], &card["memberCount"]),
        (&json!(0), &json!(1))
    );
    let of_member = workshop.ann.get(&path).await.ok();
    assert_eq!(of_member["questions"], json!([workshop.question]));
}

#[tokio::test]
async fn numbers_for_strangers_leave_out_what_needs_an_account() {
    let workshop = workshop(open_site()).await;
    let (stranger, member) = (workshop.site.visitor(), workshop.site.sign_up("cem").await);
    let unanswered = workshop
        .ann
        .ask_in(&workshop.community, "No answer yet")
        .await;
    workshop.set(true).await;
    let total = async |person: &Person, query: &str| {
        let reply = person.get(&format!("/question/getQuestion{query}")).await;
        reply.header("x-total-count").to_owned()
    };
    for (query, of_stranger, of_member) in [
        ("", "1", "3"),
        ("?order=unanswered", "1", "2"),
        ("?search=[ink]", "1", "2"),
        ("?search=-[ink]", "0", "1"),
        ("?search=is:unanswered", "1", "2"),
        ("?search=score:0", "1", "3"),
    ] {
        assert_eq!(total(&stranger, query).await, of_stranger, "{query}");
        assert_eq!(total(&member, query).await, of_member, "{query}");
    }
    let count = async |person: &Person| {
        let tags = person.get("/tag/getTagsWithQuestionNumber").await.ok();
        let tags = tags.as_array().expect("tags").iter();
        let names =
            tags.map(|tag| format!("{} {}", tag["name"].as_str().expect("a name"), tag["qcnt"]));
        names.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(count(&stranger).await, "ink 1");
    assert_eq!(count(&member).await, format!("ink 2, a 1, {SECRET} 1"));
    // A deleted question is counted for nobody.
    let body = json!({"qid": unanswered});
    workshop
        .ann
        .delete_with("/question/deleteQuestion", body)
        .await
        .ok();
    assert_eq!(count(&stranger).await, "ink 1");
    assert_eq!(total(&stranger, "").await, "1");
    workshop.set(false).await;
    assert_eq!(count(&stranger).await, format!("ink 2, {SECRET} 1"));
    assert_eq!(total(&stranger, "").await, "2");
}

/// A search answers a stranger as if the words of the community did not exist.
#[tokio::test]
async fn no_search_tells_which_words_need_an_account() {
    let workshop = workshop(open_site()).await;
    let stranger = workshop.site.visitor();
    workshop.set(true).await;
    for word in [
        SECRET,
        "xylop",
        "xylophagg",
        "%22a+xylophage%22",
        "-xylophage",
    ] {
        let path = format!("/question/getQuestion?view=card&search={word}");
        let found = stranger.get(&path).await;
        assert_eq!(found.status, StatusCode::OK, "{word}");
        let absent = path.replace("xylop", "qqqop");
        let absent = stranger.get(&absent).await;
        assert_eq!(found.text, absent.text, "{word}");
        let headers = |reply: &super::Reply| {
            let mut headers: Vec<String> = reply
                .headers
                .iter()
                .map(|(name, value)| format!("{name}: {value:?}"))
                .collect();
            headers.retain(|header| !header.starts_with("x-request-id"));
            headers.sort();
            headers.join("\n").replace("xylop", "qqqop")
        };
        assert_eq!(headers(&found), headers(&absent), "{word}");
    }
}

#[tokio::test]
async fn the_owner_and_administrators_decide_and_the_log_has_it() {
    let workshop = workshop(open_site()).await;
    let Workshop {
        site,
        ann,
        community,
        ..
    } = &workshop;
    let (root, mod1) = (site.sign_up("root1").await, site.sign_up("mod1").await);
    site.promote("root1").await;
    let path = format!("/community/setReading/{community}");
    let reach = format!("/community/getReach/{community}");
    mod1.post(&format!("/community/addMember/{community}"), json!({}))
        .await
        .ok();
    let body = json!({"userId": "mod1"});
    ann.post(&format!("/community/addModerator/{community}"), body)
        .await
        .ok();
    let closed = json!({"needsAccount": true});
    assert_eq!(
        mod1.patch(&path, closed.clone()).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(mod1.get(&reach).await.status, StatusCode::FORBIDDEN);
    assert_eq!(
        ann.get(&reach).await.ok(),
        json!({"posts": 2, "authors": 2})
    );
    root.patch(&path, closed.clone()).await.ok();
    // Saying it again changes nothing.
    ann.patch(&path, closed).await.ok();
    let opened = ann.patch(&path, json!({"needsAccount": false})).await.ok();
    assert!(opened["openedAt"].is_string());
    let log = root.get("/administration/getLog").await.ok();
    let entries: Vec<String> = log
        .as_array()
        .expect("entries")
        .iter()
        .filter(|entry| entry["target"] == "Whittlers")
        .map(|entry| {
            format!(
                "{} {} {} {}",
                entry["actor"], entry["target"], entry["before"], entry["detail"]
            )
        })
        .collect();
    assert_eq!(
        entries,
        [
            r#""ann" "Whittlers" "members" "everyone""#,
            r#""root1" "Whittlers" "everyone" "members""#
        ]
    );
}

#[tokio::test]
async fn a_private_community_is_never_open() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let body = json!({"name": "Inner", "visibility": "private"});
    let community = id_of(&ann.post("/community/addCommunity", body).await.ok());
    for needs_account in [true, false] {
        let body = json!({"needsAccount": needs_account});
        let path = format!("/community/setReading/{community}");
        assert_eq!(ann.patch(&path, body).await.status, StatusCode::CONFLICT);
    }
}

#[tokio::test]
async fn a_socket_without_a_session_receives_no_event_of_what_needs_an_account() {
    let workshop = workshop(open_site()).await;
    let outside = workshop.ann.ask("Elsewhere", "x", &["ink"]).await;
    workshop.site.promote("ann").await;
    workshop.set(true).await;
    let Workshop {
        site,
        ann,
        community,
        question,
        answer,
        ..
    } = workshop;
    let server = Listening::with(site).await;
    // A login closes the sockets of its address.
    let cem = server.site.sign_up("cem").await;
    let mut strangers = server.socket_of(&server.site.visitor()).await;
    let mut members = server.socket_of(&cem).await;
    let secret = "an unheard word";
    ann.answer(&question, secret).await;
    ann.comment("answer", &answer, secret).await;
    ann.ask_in(&community, secret).await;
    let vote = json!({"qid": question});
    cem.post("/question/upvoteQuestion", vote).await.ok();
    let link = json!({"qid": outside, "duplicateOf": question});
    ann.post("/question/addDuplicate", link).await.ok();
    let deleted = ann.answer(&question, secret).await;
    ann.delete_with("/answer/deleteAnswer", json!({"aid": deleted}))
        .await
        .ok();
    ann.post("/answer/undeleteAnswer", json!({"aid": deleted}))
        .await
        .ok();
    cem.post(&format!("/community/addMember/{community}"), json!({}))
        .await
        .ok();
    // A question that moves into the community goes, and comes back when it leaves.
    let moved = json!({"id": outside, "communityId": community, "reason": "there"});
    ann.post("/moderation/moveQuestion", moved).await.ok();
    let fence = json!({"biography": "the fence"});
    ann.patch("/user/updateBiography", fence).await.ok();
    let received = json!(strangers.events_until("the fence").await).to_string();
    for hidden in [secret, SECRET, question.as_str(), r#""members":["ann""#] {
        assert!(!received.contains(hidden), "{hidden} in {received}");
    }
    assert!(
        received.contains("deletedAt"),
        "the moved question goes: {received}"
    );
    let of_member = json!(members.events_until("the fence").await).to_string();
    assert!(of_member.contains(secret));
}
