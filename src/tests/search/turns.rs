//! Searches take turns with other slow reads, and those of an account run one after the other.

use std::pin::{Pin, pin};

use futures_util::future::join_all;

use crate::platform::web::ReadQueue;
use crate::tests::readers::{enter, occupy, until};
use crate::tests::{Person, TestSite};

const SEARCH: &str = "/question/getQuestion?search=ink";

/// Polls a search until this number of slow reads waits or runs, beside those that [`occupy`] the places.
async fn until_begun<F: Future>(search: &mut Pin<&mut F>, site: &TestSite, number: usize) {
    let queue = &site.site.app.read_queue;
    until(search, || {
        queue.entered_slow() == ReadQueue::SLOW_PLACES + number
    })
    .await;
}

async fn site() -> (TestSite, Person) {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("Ink", "Which?", &["ink"]).await;
    (site, ann)
}

/// Makes every search endless, by replacing a table that it reads.
fn make_searches_endless(site: &TestSite) {
    site.community(1, "private", &[]);
    site.sql(
        "PRAGMA legacy_alter_table = ON;
         ALTER TABLE memberships RENAME TO finite;
         CREATE VIEW memberships AS
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT i AS community_id, -i AS user_id, 'member' AS role, 0 AS joined_at FROM n",
    );
}

#[tokio::test]
async fn searches_of_an_account_run_one_after_the_other() {
    let (site, ann) = site().await;
    let searches = join_all((0..16).map(|_| ann.get(SEARCH))).await;
    searches.iter().for_each(|search| drop(search.ok()));
    make_searches_endless(&site);
    let queue = &site.site.app.read_queue;
    let mut searches = pin!(join_all((0..3).map(|_| ann.get(SEARCH))));
    until(&mut searches, || queue.entered_slow() == 3).await;
    assert_eq!(queue.running_slow(), 1);
}

#[tokio::test]
async fn searches_of_several_kinds_and_accounts_wait() {
    let (site, ann) = site().await;
    let ben = site.sign_up("ben").await;
    let places = occupy(&site).await;
    let (mut first, mut second, mut third) = (
        pin!(ann.get(SEARCH)),
        pin!(ann.get("/question/getSimilarQuestions?title=ink")),
        pin!(ben.get(SEARCH)),
    );
    until_begun(&mut first, &site, 1).await;
    until_begun(&mut second, &site, 2).await;
    until_begun(&mut third, &site, 3).await;
    drop(places);
    let (first, second, third) = tokio::join!(first, second, third);
    first.ok();
    second.ok();
    third.ok();
}

#[tokio::test]
async fn an_account_can_search_on_two_devices_one_after_the_other() {
    let (site, ann) = site().await;
    let mut other_device = site.visitor();
    other_device.name = "ann".to_owned();
    other_device.authenticate("login").await;
    ann.get(SEARCH).await.ok();
    other_device.get(SEARCH).await.ok();
    ann.get(SEARCH).await.ok();
}

#[tokio::test]
async fn a_search_is_rejected_only_if_the_queue_is_full() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let places = occupy(&site).await;
    let mut waiting = pin!(ann.get(SEARCH));
    until_begun(&mut waiting, &site, 1).await;
    let turns: Vec<_> = (1..ReadQueue::WAITING)
        .map(|number| enter(&site, number))
        .collect();
    let rejected = ben.get(SEARCH).await;
    rejected.refused(429, "Too many searches are waiting, please try again");
    assert_eq!(rejected.header("retry-after"), "1");
    drop((places, turns));
    let (waiting, accepted) = tokio::join!(waiting, ben.get(SEARCH));
    waiting.ok();
    accepted.ok();
}

#[tokio::test]
async fn lists_without_words_need_no_place() {
    let (site, ann) = site().await;
    let _places = occupy(&site).await;
    for list in [
        "order=active",
        "search=[ink]",
        "search=is:unanswered",
        "search=",
    ] {
        ann.get(&format!("/question/getQuestion?view=card&{list}"))
            .await
            .ok();
    }
    let community = site.community(1, "public", &["ann"]);
    ann.get(&format!(
        "/question/getCommunityQuestions/{community}?view=card"
    ))
    .await
    .ok();
}

#[tokio::test]
async fn a_search_in_a_community_needs_a_place() {
    let (site, ann) = site().await;
    let places = occupy(&site).await;
    let community = site.community(1, "public", &["ann"]);
    let path = format!("/question/getCommunityQuestions/{community}?search=ink");
    let mut search = pin!(ann.get(&path));
    until_begun(&mut search, &site, 1).await;
    drop(places);
    search.await.ok();
}

#[tokio::test]
async fn endless_searches_leave_readers_for_other_calls() {
    let (site, ann) = site().await;
    let (ben, cleo) = (site.sign_up("ben").await, site.sign_up("cleo").await);
    let queue = &site.site.app.read_queue;
    make_searches_endless(&site);
    let searches = join_all([&ann, &ben, &cleo].map(|person| person.get(SEARCH)));
    let mut searches = pin!(searches);
    until(&mut searches, || {
        queue.entered_slow() == 3 && queue.running_slow() == ReadQueue::SLOW_PLACES
    })
    .await;
    tokio::select! {
        biased;
        _ = searches => panic!("an endless search has ended"),
        me = ann.get("/user/me") => me.ok(),
    };
}

#[tokio::test]
async fn a_search_whose_client_goes_away_frees_its_place() {
    let (site, ann) = site().await;
    let places = occupy(&site).await;
    {
        let mut waiting = pin!(ann.get(SEARCH));
        until_begun(&mut waiting, &site, 1).await;
    }
    let queue = &site.site.app.read_queue;
    drop(places);
    assert_eq!(queue.entered_slow(), 0);
    make_searches_endless(&site);
    {
        let mut running = pin!(ann.get(SEARCH));
        until(&mut running, || queue.running_slow() == 1).await;
    }
    while queue.running_slow() > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn who_is_not_logged_in_takes_no_place() {
    let (site, _) = site().await;
    let _places = occupy(&site).await;
    site.visitor()
        .get(SEARCH)
        .await
        .refused(401, "Please log in");
}
