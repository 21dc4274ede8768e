//! Work that goes on in steps beside other writes: what users see meanwhile, and that it continues
//! after a restart.

use serde_json::json;

use super::{Person, TestSite, id_of};
use crate::app::server::Site;
use crate::core::error::Result;
use crate::features::questions::state;
use crate::features::search;
use crate::features::search::store::documents;
use crate::features::users::SiteModerator;
use crate::features::{account_data, notifications, users};
use crate::platform::db::{Db, Write};
use crate::platform::web::{Actor, Credential};

impl TestSite {
    fn rows(&self, from: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {from}");
        let count = self.connection().query_row(&sql, [], |row| row.get(0));
        count.expect("a count")
    }

    /// Stops the site and starts it again on the same data.
    fn restart(self) -> Self {
        let Self {
            site, directory, ..
        } = self;
        drop(site);
        Self::within(directory, |_| {})
    }

    /// Waits until the steps have emptied a table.
    async fn finish(&self, pending: &str) {
        while self.rows(pending) > 0 {
            self.settle().await;
        }
    }
}

/// Runs a change in another process, as the commands of an operator do: the site runs no steps for it.
async fn changes_beside<T: Send + 'static>(
    site: &Site,
    change: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
) -> T {
    let app = &site.app;
    let db = Db::open_shared(&app.config.data.dir, app.clock.clone()).expect("opened");
    db.write(change).await.expect("the change")
}

const COMMUNITIES: i64 = 12;

#[tokio::test]
async fn a_deleted_account_with_many_communities_is_gone_at_once_and_its_rows_after_a_restart() {
    let site = TestSite::new();
    site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let communities: Vec<String> = (1..=COMMUNITIES)
        .map(|number| site.community(number, "private", &["ann", "ben"]))
        .collect();
    site.sql("UPDATE communities SET owner_id = (SELECT id FROM users WHERE username = 'ann')");
    changes_beside(&site.site, |tx| {
        let account = users::AdminAuthority::of_operator().account(tx, "ann")?;
        account_data::delete(tx, &account, false).map(drop)
    })
    .await;

    let is_left = "memberships JOIN users ON id = user_id WHERE username = 'ann'";
    assert!(site.rows(is_left) > 0, "one step deletes everything");
    for community in &communities {
        let shown = ben
            .get(&format!("/community/getCommunity/{community}"))
            .await
            .text
            + &ben
                .get(&format!("/community/getMembers/{community}"))
                .await
                .text;
        assert!(!shown.contains("ann"), "{shown}");
    }
    assert_eq!(ben.get("/user/getUser/ann").await.status, 404);

    let cookies = ben.cookies;
    drop(ben.site);
    let site = site.restart();
    site.finish("pending_purges").await;
    assert_eq!(site.rows(is_left), 0);
    let mut ben = site.visitor();
    ben.cookies = cookies;
    for community in &communities {
        let found = ben
            .get(&format!("/community/getCommunity/{community}"))
            .await
            .ok();
        assert_eq!(
            (&found["owner"], &found["memberCount"]),
            (&"ben".into(), &1.into())
        );
    }
}

#[tokio::test]
async fn many_notifications_count_as_viewed_at_once_and_are_marked_after_a_restart() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    site.sql(
        "INSERT INTO notifications (recipient_id, id, post_id, question_id)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1700)
         SELECT u.id, i, q.id, q.id FROM n, users u, questions q WHERE u.username = 'ann'",
    );
    let session =
        crate::features::users::session::hash(&ann.cookie("stoa_session").expect("a session"));
    changes_beside(&site.site, move |tx| {
        let me = users::store::sessions::me(tx, &session)?.expect("a session");
        notifications::clear(tx, &me).map(drop)
    })
    .await;
    ben.comment("question", &question, "newer").await;

    let is_unmarked = "notifications WHERE viewed_at IS NULL";
    assert!(site.rows(is_unmarked) > 1, "one step marks everything");
    let list = ann.get("/getNotifications").await;
    assert_eq!(list.header("x-unread-count"), "1");
    let items = list.ok();
    let unread: Vec<_> = items
        .as_array()
        .expect("an array")
        .iter()
        .filter(|item| item["viewed"] == false)
        .map(id_of)
        .collect();
    assert_eq!(unread.len(), 1);

    drop((ann.site, ben.site));
    let site = site.restart();
    site.finish("pending_views").await;
    assert_eq!(site.rows(is_unmarked), 1);
}

/// Asks a question with answers that are too long for one step, as an administrator. Returns their
/// browser, the question, and the last answer.
async fn long_thread(site: &TestSite) -> (Person, String, String) {
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Pangolins", "Who saw a pangolin?", &["zoo"]).await;
    let mut last = String::new();
    for number in 0..8 {
        let text = format!("walrus{number} {}", "was seen ".repeat(3_000));
        last = ann.answer(&question, &text).await;
    }
    site.promote("ann").await;
    (ann, question, last)
}

/// Removes or restores a question in another process.
async fn set_removed(administrator: &Person, question: &str, is_removed: bool) {
    let session = administrator.cookie("stoa_session").expect("a session");
    let session = users::session::hash(&session);
    let id = question.parse().expect("an id");
    changes_beside(&administrator.site, move |tx| {
        let by = SiteModerator::authenticate(tx, &Credential::Sessions(vec![session]))?;
        if is_removed {
            state::remove(tx, &by, id, "spam").map(drop)
        } else {
            state::restore(tx, &by, id).map(drop)
        }
    })
    .await;
}

/// Fails if a search, a list or a suggestion shows the thread.
async fn expect_hidden(viewer: &Person, question: &str) {
    for path in [
        "/question/getQuestion",
        "/question/getQuestion?search=pangolin",
        "/question/getQuestion?search=walrus7&order=relevance&view=card",
        "/question/getQuestion?search=%22was+seen%22",
        "/question/getQuestion?search=[zoo]",
        "/question/getSimilarQuestions?title=pangolin",
        "/search/getSuggestions?text=pangol",
        "/contributions/getContributions?userID=ann",
    ] {
        let shown = viewer.get(path).await;
        shown.ok();
        let text = shown.text.to_lowercase();
        assert!(
            !text.contains("pangolin")
                && !text.contains("walrus")
                && !text.contains("questions\":1"),
            "{path}: {text}"
        );
    }
    let path = format!("/question/getQuestionById/{question}");
    assert_eq!(viewer.get(&path).await.status, 404);
}

#[tokio::test]
async fn a_removed_thread_is_hidden_at_once_and_leaves_the_index_after_a_restart() {
    let site = TestSite::new();
    let (ann, question, _) = long_thread(&site).await;
    let ben = site.sign_up("ben").await;
    set_removed(&ann, &question, true).await;
    assert!(
        site.rows("pending_indexing") > 0,
        "one step does everything"
    );
    expect_hidden(&ben, &question).await;
    site.expect_sound_index().await;

    let cookies = ben.cookies;
    drop((ann.site, ben.site));
    let site = site.restart();
    site.finish("pending_indexing").await;
    let mut ben = site.visitor();
    ben.cookies = cookies;
    expect_hidden(&ben, &question).await;
    site.expect_sound_index().await;
}

#[tokio::test]
async fn a_restored_thread_is_shown_at_once_and_in_the_index_after_a_restart() {
    let site = TestSite::new();
    let (ann, question, _) = long_thread(&site).await;
    set_removed(&ann, &question, true).await;
    site.site
        .app
        .db
        .write(finish_indexing)
        .await
        .expect("steps");
    assert_eq!(site.rows("pending_indexing"), 0);
    set_removed(&ann, &question, false).await;
    assert!(
        site.rows("pending_indexing") > 0,
        "one step does everything"
    );
    assert_eq!(ann.search("pangolin ").await.0, "Pangolins");
    site.expect_sound_index().await;

    let cookies = ann.cookies;
    drop(ann.site);
    let site = site.restart();
    site.finish("pending_indexing").await;
    let mut ann = site.visitor();
    ann.cookies = cookies;
    assert_eq!(ann.search("walrus7 ").await.0, "Pangolins");
    site.expect_sound_index().await;
}

#[tokio::test]
async fn posts_change_while_their_thread_waits_for_the_index() {
    let site = TestSite::new();
    let (ann, question, last) = long_thread(&site).await;
    // In the index when the steps come, and not in it.
    for indexes_meanwhile in [false, true] {
        set_removed(&ann, &question, true).await;
        if indexes_meanwhile {
            site.site
                .app
                .db
                .write(finish_indexing)
                .await
                .expect("steps");
        }
        set_removed(&ann, &question, false).await;
        assert!(site.rows("pending_indexing") > 0);
        ann.patch(
            "/answer/editAnswer",
            json!({"aid": last, "text": format!("An otter, {indexes_meanwhile}")}),
        )
        .await
        .ok();
        let word = if indexes_meanwhile { "true " } else { "false " };
        assert_eq!(
            ann.search(&format!("\"otter {word}\"")).await.0,
            "Pangolins"
        );
        site.expect_sound_index().await;
        site.site
            .app
            .db
            .write(finish_indexing)
            .await
            .expect("steps");
        site.expect_sound_index().await;
    }
}

#[tokio::test]
async fn a_rebuild_of_the_index_replaces_the_steps() {
    let site = TestSite::new();
    let (ann, question, _) = long_thread(&site).await;
    set_removed(&ann, &question, true).await;
    let rebuilding = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        search::rebuild(tx)
    });
    rebuilding.await.expect("a rebuild begins");
    // The thread is beyond the boundary of the rebuild.
    set_removed(&ann, &question, false).await;
    site.expect_sound_index().await;
    let app = site.site.app.clone();
    tokio::task::spawn_blocking(move || search::finish_rebuild(&app.db))
        .await
        .expect("no panic")
        .expect("the steps");
    assert_eq!(ann.search("walrus7 ").await.0, "Pangolins");
    site.expect_sound_index().await;
}

fn finish_indexing(tx: &mut Write<'_>) -> Result<()> {
    tx.without_event("a test");
    while documents::step(tx)? {}
    Ok(())
}
