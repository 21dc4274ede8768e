//! No account takes all readers: each has a share, and slow reads take turns.

use std::pin::{Pin, pin};

use futures_util::future::{FutureExt, join_all};

use super::{Person, TestSite, id_of};
use crate::core::id::Id;
use crate::platform::web::{Pace, Party, Place, ReadQueue, Turn};

/// Adds a slow read of another account, which this number names.
pub fn enter(site: &TestSite, number: usize) -> Turn {
    let party = Party::Account(Id::from_i64(number as i64));
    let turn = site.site.app.read_queue.enter_slow(party);
    turn.unwrap_or_else(|_| panic!("the queue is full"))
}

/// Takes all slow places, so that further slow reads wait.
pub async fn occupy(site: &TestSite) -> Vec<Place> {
    let turns = (0..ReadQueue::SLOW_PLACES).map(|number| enter(site, number).wait());
    let places = join_all(turns).await;
    places
        .into_iter()
        .map(|place| place.expect("a place"))
        .collect()
}

/// Polls a request until the condition holds.
pub async fn until<F: Future>(request: &mut Pin<&mut F>, condition: impl Fn() -> bool) {
    let condition = async {
        while !condition() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        () = condition => {}
        ended = request => panic!("the request has ended: {}", std::any::type_name_of_val(&ended)),
    }
}

/// Returns a site with limits.
fn site() -> TestSite {
    TestSite::with(|config| config.limits.enabled = true)
}

async fn party(person: &Person) -> Party {
    let me = person.get("/user/me").await.ok();
    Party::Account(id_of(&me).parse().expect("an id"))
}

/// Creates a comment whose history is endless, and returns the call that reads it.
async fn endless_history(site: &TestSite, author: &Person, question: &str) -> String {
    let comment = author.comment("question", question, "first").await;
    site.sql(
        "PRAGMA legacy_alter_table = ON;
         ALTER TABLE comment_revisions RENAME TO finite;
         CREATE VIEW comment_revisions AS
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT i AS id, -i AS comment_id, 0 AS created_at, '' AS text, NULL AS purged_at, NULL AS purged_by FROM n",
    );
    format!("/post/getRevisions/{comment}")
}

#[tokio::test]
async fn a_flood_of_slow_reads_leaves_readers_for_other_accounts() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let history = endless_history(&site, &ann, &question).await;
    let (queue, of_ann) = (&site.site.app.read_queue, party(&ann).await);
    let mut flood = pin!(join_all((0..8).map(|_| ann.get(&history))));
    until(&mut flood, || queue.reads_of(of_ann) == (1, 7)).await;
    let others = async {
        ben.get("/user/me").await.ok();
        ben.get(&format!("/post/getRevisions/{question}"))
            .await
            .ok();
        ben.get("/question/getQuestion?search=ink").await.ok();
        ann.get("/user/me").await.ok();
    };
    tokio::select! {
        biased;
        _ = flood => panic!("an endless read has ended"),
        () = others => {}
    }
}

#[tokio::test]
async fn an_account_uses_at_most_its_share_of_the_readers() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (queue, of_ann) = (&site.site.app.read_queue, party(&ann).await);
    let mut places: Vec<_> = (0..ReadQueue::SHARE)
        .map(|_| queue.enter(of_ann).now().ok().expect("a place"))
        .collect();
    let mut waiting = pin!(ann.get("/user/me"));
    until(&mut waiting, || {
        queue.reads_of(of_ann) == (ReadQueue::SHARE, 1)
    })
    .await;
    ben.get("/user/me").await.ok();
    places.pop();
    waiting.await.ok();
    drop(places);
    assert_eq!(queue.reads_of(of_ann), (0, 0));
}

#[tokio::test]
async fn slow_reads_count_against_the_share() {
    let site = site();
    let (queue, ann) = (&site.site.app.read_queue, Party::Account(Id::from_i64(1)));
    let _slow = enter(&site, 1).wait().await.expect("a place");
    let places: Vec<_> = (1..ReadQueue::SHARE)
        .map(|_| queue.enter(ann).now().ok().expect("a place"))
        .collect();
    assert!(queue.enter(ann).now().is_err());
    drop(places);
    assert!(queue.enter(ann).now().is_ok());
}

#[tokio::test]
async fn without_limits_an_account_may_use_all_readers() {
    let site = TestSite::new();
    let (queue, ann) = (&site.site.app.read_queue, Party::Account(Id::from_i64(1)));
    let places: Vec<_> = (0..10).map(|_| queue.enter(ann).now().ok()).collect();
    assert!(places.iter().all(Option::is_some));
}

#[tokio::test]
async fn a_read_whose_client_goes_away_leaves_the_queue() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let (queue, of_ann) = (&site.site.app.read_queue, party(&ann).await);
    let _places: Vec<_> = (0..ReadQueue::SHARE)
        .map(|_| queue.enter(of_ann).now().ok().expect("a place"))
        .collect();
    {
        let mut waiting = pin!(ann.get("/user/me"));
        until(&mut waiting, || queue.reads_of(of_ann).1 == 1).await;
    }
    assert_eq!(queue.reads_of(of_ann), (ReadQueue::SHARE, 0));
}

#[tokio::test]
async fn accounts_take_turns_with_slow_reads() {
    let site = site();
    let mut places = occupy(&site).await;
    let [ann, ben, cleo] = [11, 12, 13];
    let mut turns: Vec<_> = [ann, ann, ann, ben, cleo]
        .map(|account| Box::pin(enter(&site, account).wait()))
        .into();
    let mut admitted = Vec::new();
    let mut free = || {
        places.remove(0);
        let next = turns
            .iter_mut()
            .enumerate()
            .filter(|(number, _)| !admitted.contains(number))
            .find_map(|(number, turn)| Some((number, turn.as_mut().now_or_never()?)));
        let (number, place) = next.expect("the next read");
        places.push(place.expect("a place"));
        admitted.push(number);
        number
    };
    // Ann's second read waits for ben's and cleo's first ones.
    assert_eq!([free(), free(), free(), free()], [0, 3, 4, 1]);
}

#[tokio::test]
async fn an_account_has_one_slow_place_even_if_others_are_free() {
    let site = site();
    let _first = enter(&site, 1).wait().await.expect("a place");
    let mut second = pin!(enter(&site, 1).wait());
    assert!(second.as_mut().now_or_never().is_none());
    let _other = enter(&site, 2).wait().await.expect("a place");
}

#[tokio::test]
async fn an_account_with_too_many_slow_reads_is_told_to_wait() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let (queue, of_ann) = (&site.site.app.read_queue, party(&ann).await);
    let places = occupy(&site).await;
    let waiting: Vec<_> = (0..ReadQueue::WAITING_PER_PARTY)
        .map(|_| queue.enter_slow(of_ann).ok().expect("room"))
        .collect();
    let history = format!("/post/getRevisions/{question}");
    let rejected = ann.get(&history).await;
    rejected.refused(429, "Too many requests, please slow down");
    assert_eq!(rejected.header("retry-after"), "1");
    let mut of_ben = pin!(ben.get(&history));
    let before = queue.entered_slow();
    until(&mut of_ben, || queue.entered_slow() > before).await;
    drop((waiting, places));
    of_ben.await.ok();
    ann.get(&history).await.ok();
}

#[tokio::test]
async fn without_limits_any_number_of_slow_reads_can_wait() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let queue = &site.site.app.read_queue;
    let of_ann = party(&ann).await;
    let waiting: Vec<_> = (0..2 * ReadQueue::WAITING)
        .map(|_| queue.enter_slow(of_ann).ok().expect("room"))
        .collect();
    let history = format!("/post/getRevisions/{question}");
    let mut read = pin!(ann.get(&history));
    until(&mut read, || queue.entered_slow() > waiting.len()).await;
    drop(waiting);
    read.await.ok();
}

#[tokio::test]
async fn long_lists_histories_and_downloads_are_slow_reads() {
    let site = site();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    site.promote("ann").await;
    let queue = &site.site.app.read_queue;
    let _places = occupy(&site).await;
    for path in [
        "/question/getQuestion?limit=2",
        &format!("/post/getRevisions/{question}"),
        "/post/getDeletedPosts",
        "/contributions/getContributions?userID=ann",
        "/user/getData",
        "/administration/getRemovals",
        &format!("/tag/getTagsWithQuestionNumber?cursor={}", Pace::DEEP + 1),
    ] {
        let before = queue.entered_slow();
        let mut read = pin!(ann.get(path));
        until(&mut read, || queue.entered_slow() > before).await;
    }
    ann.get(&format!(
        "/tag/getTagsWithQuestionNumber?cursor={}",
        Pace::DEEP
    ))
    .await
    .ok();
}

#[tokio::test]
async fn a_large_question_is_a_slow_read() {
    let site = site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann"]);
    let questions = [
        ann.ask_in(&private, "Ink").await,
        ann.ask("Paper", "Which?", &["paper"]).await,
    ];
    site.sql("UPDATE posts SET text = hex(zeroblob(600000))");
    let queue = &site.site.app.read_queue;
    let places = occupy(&site).await;
    let [hidden, question] = questions.map(|id| format!("/question/getQuestionById/{id}"));
    assert_eq!(ben.get(&hidden).await.status, 404);
    let before = queue.entered_slow();
    {
        let mut read = pin!(ben.get(&question));
        until(&mut read, || queue.entered_slow() > before).await;
        drop(places);
        assert!(read.await.ok()["text"].as_str().expect("a text").len() > 1_000_000);
    }
}

#[tokio::test]
async fn an_ipv6_prefix_is_one_party() {
    let of = |address: &str| Party::of(None, address.parse().expect("an address"));
    assert_eq!(of("2001:db8:1:1::1"), of("2001:db8:1:2::1"));
    assert_ne!(of("2001:db8:1::1"), of("2001:db8:2::1"));
    assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
}
