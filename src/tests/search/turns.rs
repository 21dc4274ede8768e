//! Searches take turns with other slow reads, and newer searches replace older ones.

use std::pin::{Pin, pin};

use futures_util::future::join_all;

use crate::core::error::Sentence;
use crate::core::id::Id;
use crate::platform::web::{ReadQueue, SearchSlot};
use crate::tests::readers::{enter, occupy, until};
use crate::tests::{Person, TestSite};

const SEARCH: &str = "/question/getQuestion?search=ink";
const REPLACED: (u16, &str) = (409, "You have started a newer search");

/// Polls a search until this number of searches waits or runs.
async fn until_begun<F: Future>(search: &mut Pin<&mut F>, site: &TestSite, number: usize) {
    until(search, || site.site.app.searches.count_begun() == number).await;
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
async fn a_newer_search_replaces_one_that_waits() {
    let (site, ann) = site().await;
    let places = occupy(&site).await;
    let mut older = pin!(ann.get(SEARCH));
    until_begun(&mut older, &site, 1).await;
    let mut newer = pin!(ann.get("/question/getQuestion?search=pen+or+ink"));
    let older = tokio::select! {
        older = older => older,
        _ = &mut newer => panic!("a search without a place"),
    };
    older.refused(REPLACED.0, REPLACED.1);
    drop(places);
    newer.await.ok();
    let app = &site.site.app;
    assert_eq!(
        (app.searches.count_begun(), app.read_queue.running_slow()),
        (0, 0)
    );
}

#[tokio::test]
async fn a_newer_search_replaces_one_that_runs() {
    let (site, ann) = site().await;
    make_searches_endless(&site);
    let mut older = pin!(ann.get(SEARCH));
    until(&mut older, || site.site.app.read_queue.running_slow() == 1).await;
    let mut newer = pin!(ann.get(SEARCH));
    let older = tokio::select! {
        older = older => older,
        _ = &mut newer => panic!("an endless search has ended"),
    };
    older.refused(REPLACED.0, REPLACED.1);
}

#[tokio::test]
async fn the_newer_of_two_searches_stays_if_its_account_is_known_first() {
    let (site, _) = site().await;
    let searches = &site.site.app.searches;
    let account = Id::from_i64(1);
    let [older, newer] = [searches.arrive(), searches.arrive()];
    let _newer = searches
        .begin(newer, account, SearchSlot::Search)
        .expect("a search");
    let older = searches.begin(older, account, SearchSlot::Search).map(drop);
    assert_eq!(
        older.map_err(|error| error.sentence()),
        Err(Sentence::SearchReplaced)
    );
}

#[tokio::test]
async fn searches_of_other_slots_and_accounts_stay() {
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

    // The newer search takes the place of the older one.
    let mut newer = pin!(ann.get(SEARCH));
    let older = tokio::select! {
        older = waiting => older,
        newer = &mut newer => newer,
    };
    older.refused(REPLACED.0, REPLACED.1);
    drop((places, turns));
    let (newer, accepted) = tokio::join!(newer, ben.get(SEARCH));
    newer.ok();
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
    let (searches, queue) = (&site.site.app.searches, &site.site.app.read_queue);
    assert_eq!(searches.count_begun(), 0);
    drop(places);
    assert_eq!(queue.entered_slow(), 0);
    make_searches_endless(&site);
    {
        let mut running = pin!(ann.get(SEARCH));
        until(&mut running, || queue.running_slow() == 1).await;
    }
    assert_eq!(searches.count_begun(), 0);
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
