//! Work that goes on in steps beside other writes: what users see meanwhile, and that it continues
//! after a restart.

use super::{TestSite, id_of};
use crate::{account_data, notifications, users};

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
    // Not by the route, which would begin the steps.
    let deletion = site.site.app.db.write(|tx| {
        let account = users::AdminAuthority::of_operator().account(tx, "ann")?;
        account_data::delete(tx, &account).map(drop)
    });
    deletion.await.expect("the account is deleted");

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
    // Not by the route, which would begin the steps.
    let session = crate::users::session::hash(&ann.cookie("stoa_session").expect("a session"));
    let clearing = site.site.app.db.write(move |tx| {
        let me = users::store::sessions::me(tx, &session)?.expect("a session");
        notifications::clear(tx, &me).map(drop)
    });
    clearing.await.expect("the notifications are cleared");
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
