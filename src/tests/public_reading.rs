//! Reading by everyone: while it is on, a browser without a session reads what a member of no community reads.

use std::pin::pin;

use axum::http::StatusCode;
use futures_util::future::FutureExt;
use serde_json::json;

use super::readers::until;
use super::realtime::Listening;
use super::{Person, TestSite, id_of};
use crate::core::config::{Config, Reading};
use crate::platform::web::StrangerQueue;

/// Returns a site that everyone may read.
pub(super) fn open_site() -> TestSite {
    TestSite::with(open)
}

fn open(config: &mut Config) {
    config.site.reading = Reading::Everyone;
}

/// Returns the calls of public content that name no object.
const CALLS: [&str; 6] = [
    "/question/getQuestion?view=card",
    "/question/getQuestion",
    "/tag/getTagsWithQuestionNumber",
    "/community/getAllCommunities",
    "/user/getUsers",
    "/question/getPinned",
];

async fn with_question(site: &TestSite) -> (Person, String) {
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Walnut ink", "Which one?", &["ink"]).await;
    (ann, question)
}

#[tokio::test]
async fn a_stranger_reads_the_bytes_of_a_member_in_no_community() {
    let site = open_site();
    let (ann, question) = with_question(&site).await;
    let member = site.sign_up("ben").await;
    let private = site.community(7, "private", &["ann"]);
    site.community(8, "public", &["ann"]);
    let body =
        json!({"title": "Secret", "text": "x", "tags": [{"name": "hush"}], "communityId": private});
    ann.post("/question/addQuestion", body).await.ok();
    ann.answer(&question, "This one").await;
    // The first view of a member adds it to the reply.
    let by_id = format!("/question/getQuestionById/{question}");
    member.get(&by_id).await.ok();
    site.sql("DELETE FROM question_views; INSERT INTO question_views SELECT q.id, u.id FROM questions q, users u");
    let (stranger, mut compared) = (site.visitor(), 0);
    for path in CALLS.map(str::to_owned).into_iter().chain([
        by_id,
        format!("/question/getDuplicates/{question}"),
        format!("/getCommunityQuestions/{private}"),
        format!("/community/getCommunity/{private}"),
        format!("/community/getMembers/{private}"),
        "/tag/getTagByName/ink".to_owned(),
        "/tag/getTagPage/ink".to_owned(),
        "/tag/getTagByName/hush".to_owned(),
        "/user/getUser/ann".to_owned(),
        "/badge/getBadges/ann".to_owned(),
        "/avatar/getAvatars?users=ann".to_owned(),
        "/question/getQuestion?search=walnut&view=card".to_owned(),
        "/question/getQuestion?search=secret".to_owned(),
    ]) {
        let (of_member, of_stranger) = (member.get(&path).await, stranger.get(&path).await);
        assert_eq!(of_stranger.status, of_member.status, "{path}");
        assert_eq!(of_stranger.text, of_member.text, "{path}");
        compared += usize::from(of_member.status == StatusCode::OK);
    }
    assert!(compared > 12, "only {compared} calls were answered");
}

#[tokio::test]
async fn a_stranger_counts_no_view() {
    let site = open_site();
    let (_, question) = with_question(&site).await;
    let path = format!("/question/getQuestionById/{question}");
    let first = site.visitor().get(&path).await.ok();
    assert_eq!(first["views"], json!([]));
    let again = site.visitor().get(&path).await.ok();
    assert_eq!(again["viewCount"], first["viewCount"]);
}

#[tokio::test]
async fn a_session_that_has_ended_reads_as_a_stranger() {
    let site = open_site();
    let (ann, question) = with_question(&site).await;
    site.sql("DELETE FROM sessions");
    for path in CALLS {
        ann.get(path).await.ok();
    }
    let path = format!("/question/getQuestionById/{question}");
    ann.get(&path).await.ok();
    assert_eq!(ann.get("/user/me").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_stranger_has_no_name_to_claim() {
    let site = open_site();
    let (_, question) = with_question(&site).await;
    let path = format!("/question/getQuestionById/{question}?username=ann");
    let reply = site.visitor().get(&path).await;
    assert_eq!(reply.status, StatusCode::FORBIDDEN, "{}", reply.text);
}

#[tokio::test]
async fn expensive_reads_need_an_account() {
    let site = open_site();
    let (ann, question) = with_question(&site).await;
    for number in 0..3 {
        ann.ask(&format!("Walnut {number}"), "x", &["ink"]).await;
    }
    let stranger = site.visitor();
    for path in [
        format!("/post/getRevisions/{question}"),
        format!("/question/getRelatedQuestions/{question}"),
        "/tag/getTagRevisions/ink".to_owned(),
        "/user/getPosts/ann".to_owned(),
        "/contributions/getContributions?userID=ann".to_owned(),
        "/search/getSuggestions?text=wal".to_owned(),
        "/question/getSimilarQuestions?title=walnut".to_owned(),
        "/community/getAllCommunities?member=true".to_owned(),
        "/user/getUsers?order=mostPosts&search=a".to_owned(),
        "/tag/getTagsWithQuestionNumber?cursor=1001".to_owned(),
    ] {
        let reply = stranger.get(&path).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{path}");
    }
    for (search, status) in [
        ("walnut", 401),
        ("is:unanswered", 401),
        ("%5Bink%5D", 200),
        ("", 200),
    ] {
        let path = format!("/question/getQuestion?search={search}&limit=1&view=card");
        let first = stranger.get(&path).await;
        assert_eq!(first.status, StatusCode::OK, "{search}");
        assert_eq!(first.header("link").is_empty(), status == 401, "{search}");
        let link = ann.get(&path).await.header("link").to_owned();
        let next = link.strip_prefix('<').and_then(|link| link.split_once('>'));
        let (next, _) = next.expect("a next page");
        assert_eq!(stranger.get(next).await.status.as_u16(), status, "{search}");
    }
}

#[tokio::test]
async fn the_setting_takes_effect_at_once_both_ways() {
    let site = TestSite::new();
    let (root, _) = with_question(&site).await;
    site.promote("ann").await;
    let stranger = site.visitor();
    let set = async |before: &str, value: &str| {
        let change = json!({"key": "reading", "before": before, "value": value});
        let body = json!({"changes": [change]});
        root.patch("/administration/setSettings", body).await.ok();
    };
    assert_eq!(
        stranger.get(CALLS[0]).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert!(
        stranger
            .get("/site/getSite")
            .await
            .ok()
            .get("publicReading")
            .is_none()
    );
    set("members", "everyone").await;
    stranger.get(CALLS[0]).await.ok();
    assert_eq!(
        stranger.get("/site/getSite").await.ok()["publicReading"],
        true
    );
    set("everyone", "members").await;
    assert_eq!(
        stranger.get(CALLS[0]).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn strangers_see_pictures_of_public_texts_but_of_no_chat() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let [shown, said, unused] = [
        ann.picture(1).await,
        ann.picture(2).await,
        ann.picture(3).await,
    ];
    ann.ask("Ink", &super::pictures::shown(&shown), &["ink"])
        .await;
    let message = json!({"messageToAdd": {"msg": super::pictures::shown(&said)}});
    ann.post("/messaging/addMessage", message).await.ok();
    let stranger = site.visitor();
    for (picture, status) in [(shown, 200), (said, 404), (unused, 404)] {
        let reply = stranger.get(&format!("/media/{picture}")).await;
        assert_eq!(reply.status.as_u16(), status);
    }
}

#[tokio::test]
async fn all_strangers_together_use_one_reader_and_a_bounded_queue() {
    let site = open_site();
    let (ann, _) = with_question(&site).await;
    let queue = site.site.app.read_queue.strangers.clone();
    let address = std::net::IpAddr::from([192, 0, 2, 1]);
    let place = queue.enter(address).await.ok().expect("a place");
    let stranger = site.visitor();
    let mut waiting = pin!(stranger.get(CALLS[0]));
    until(&mut waiting, || queue.waiting() == 1).await;
    // Members do not wait for strangers.
    ann.get(CALLS[0]).await.ok();
    let others = (1..StrangerQueue::WAITING).map(|_| stranger.get(CALLS[0]));
    let mut others = pin!(futures_util::future::join_all(others));
    until(&mut others, || queue.waiting() == StrangerQueue::WAITING).await;
    let refused = site.visitor().get(CALLS[0]).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.header("retry-after"), "1");
    drop(place);
    waiting.await.ok();
    assert!(
        others
            .await
            .iter()
            .all(|reply| reply.status == StatusCode::OK)
    );
    site.visitor().get(CALLS[0]).await.ok();
}

#[tokio::test]
async fn a_flood_of_a_network_displaces_no_other() {
    let queue = StrangerQueue::default();
    let [flood, other] = [[192, 0, 2, 1], [198, 51, 100, 1]].map(std::net::IpAddr::from);
    let place = queue.enter(flood).await.ok().expect("a place");
    let reads = (0..StrangerQueue::WAITING).map(async |_| drop(queue.enter(flood).await));
    let mut reads = pin!(futures_util::future::join_all(reads));
    until(&mut reads, || queue.waiting() == StrangerQueue::WAITING).await;
    let mut another = pin!(queue.enter(other));
    assert!((&mut another).now_or_never().is_none());
    assert_eq!(queue.waiting(), StrangerQueue::WAITING);
    drop(place);
    let served = async {
        drop(another.await.ok().expect("a place"));
        queue.waiting()
    };
    let waiting = tokio::select! {
        biased;
        waiting = served => waiting,
        _ = &mut reads => panic!("the flood came first"),
    };
    assert!(waiting > StrangerQueue::WAITING / 2, "{waiting} wait");
}

/// A session cookie that belongs to nobody is no way around the queue of strangers.
#[tokio::test]
async fn an_invalid_session_waits_with_the_strangers() {
    let site = open_site();
    let (ann, _) = with_question(&site).await;
    site.sql("DELETE FROM sessions");
    let queue = site.site.app.read_queue.strangers.clone();
    let address = std::net::IpAddr::from([192, 0, 2, 1]);
    let place = queue.enter(address).await.ok().expect("a place");
    for path in [CALLS[0], CALLS[1], "/question/getQuestion?search=walnut"] {
        let mut waiting = pin!(ann.get(path));
        until(&mut waiting, || queue.waiting() == 1).await;
    }
    drop(place);
    ann.get(CALLS[0]).await.ok();
}

#[tokio::test]
async fn the_network_of_a_stranger_has_a_rate_limit() {
    let site = TestSite::with(|config| {
        open(config);
        config.limits.enabled = true;
    });
    let mut stranger = site.visitor();
    stranger.peer = ([192, 0, 2, 1], 40_000).into();
    // The quota grows while a slow machine answers.
    let mut answered = 0;
    while stranger.get(CALLS[0]).await.status == StatusCode::OK {
        answered += 1;
        assert!(answered < 5_000, "no limit");
    }
    assert!(answered >= 600, "only {answered} calls were answered");
    let mut other = site.visitor();
    other.peer = ([198, 51, 100, 1], 40_000).into();
    other.get(CALLS[0]).await.ok();
}

#[tokio::test]
async fn a_socket_without_a_session_receives_public_events_while_everyone_may_read() {
    let site = TestSite::new();
    let (ann, question) = with_question(&site).await;
    site.promote("ann").await;
    let private = site.community(7, "private", &["ann"]);
    let server = Listening::with(site).await;
    let mut socket = server.socket_of(&server.site.visitor()).await;
    let set = async |before: &str, value: &str| {
        let change = json!({"key": "reading", "before": before, "value": value});
        ann.patch("/administration/setSettings", json!({"changes": [change]}))
            .await
            .ok();
        server.wait_until_published().await;
    };
    ann.answer(&question, "before").await;
    set("members", "everyone").await;
    let secret =
        json!({"title": "Secret", "text": "x", "tags": [{"name": "hush"}], "communityId": private});
    let secret = id_of(&ann.post("/question/addQuestion", secret).await.ok());
    ann.answer(&secret, "a hidden answer").await;
    let message = json!({"messageToAdd": {"msg": "said aloud"}});
    ann.post("/messaging/addMessage", message).await.ok();
    ann.answer(&question, "in the open").await;
    let fence = json!({"biography": "the fence"});
    ann.patch("/user/updateBiography", fence).await.ok();
    let events = socket.events_until("the fence").await;
    let received = json!(events).to_string();
    assert!(received.contains("in the open"), "{received}");
    for secret in ["before", "a hidden answer", "hush", "said aloud"] {
        assert!(!received.contains(secret), "{received}");
    }
    set("everyone", "members").await;
    ann.answer(&question, "after").await;
    server.wait_until_published().await;
    socket.expect_no_event().await;
}

#[tokio::test]
async fn an_administrator_learns_how_much_becomes_public() {
    let site = TestSite::new();
    let (ann, question) = with_question(&site).await;
    site.promote("ann").await;
    let ben = site.sign_up("ben").await;
    ben.answer(&question, "This one").await;
    let private = site.community(7, "private", &["ben"]);
    let secret =
        json!({"title": "Secret", "text": "x", "tags": [{"name": "hush"}], "communityId": private});
    ben.post("/question/addQuestion", secret).await.ok();
    site.sign_up("cem").await;
    let reach = ann.get("/administration/getPublicReach").await.ok();
    assert_eq!(reach, json!({"posts": 2, "authors": 2}));
}

#[tokio::test]
async fn members_are_told_when_everyone_may_read_and_the_log_has_it() {
    let site = TestSite::new();
    let (ann, _) = with_question(&site).await;
    site.promote("ann").await;
    let set = async |key: &str, before: serde_json::Value, value: serde_json::Value| {
        let change = json!({"key": key, "before": before, "value": value});
        let body = json!({"changes": [change]});
        ann.patch("/administration/setSettings", body).await.ok();
    };
    let old = json!({"text": "Tea at five", "kind": "info"});
    set("announcement", json!(null), old).await;
    set("reading", json!("members"), json!("everyone")).await;
    let told = ann.get("/site/getSite").await.ok()["announcement"].clone();
    let text = told["text"].as_str().expect("an announcement");
    assert!(text.contains("everyone can read"), "{text}");
    let log = ann.get("/administration/getLog").await.text;
    for entry in ["Tea at five", "everyone can read", "members", "everyone"] {
        assert!(log.contains(entry), "{entry} in {log}");
    }
    // What an administrator writes afterwards stays, also when reading is switched off and not on again.
    set("announcement", told, json!(null)).await;
    set("reading", json!("everyone"), json!("members")).await;
    let site = ann.get("/site/getSite").await.ok();
    assert!(site.get("announcement").is_none());
}

#[tokio::test]
async fn a_question_that_was_deleted_before_the_configuration_opened_the_site_looks_absent() {
    let site = TestSite::new();
    let (ann, question) = with_question(&site).await;
    let body = json!({"qid": question});
    ann.delete_with("/question/deleteQuestion", body).await.ok();
    site.sql("UPDATE posts SET deleted_at = deleted_at - 1 WHERE deleted_at IS NOT NULL");
    drop(ann);
    let TestSite {
        site, directory, ..
    } = site;
    drop(site);
    let site = TestSite::within(directory, open);
    site.settle().await;
    let path = format!("/question/{question}");
    assert_eq!(
        site.visitor().get(&path).await.status,
        StatusCode::NOT_FOUND
    );
}
