//! Removal of all accounts that signed up in a time span.

use super::*;
use crate::features::account_data;
use crate::features::account_data::bulk_removal;

impl TestSite {
    /// Runs the steps of removals to their end.
    pub(super) async fn finish_removals(&self) {
        while self
            .site
            .app
            .db
            .write(bulk_removal::step)
            .await
            .expect("a step")
        {}
    }

    async fn erase(&self) {
        self.site.app.db.continue_with(&account_data::STEPS);
        while self.count_of("pending_purges") > 0 {
            self.settle().await;
        }
    }
}

impl Person {
    /// Removes all accounts of the last `seconds`.
    async fn removes_the_last(&self, site: &TestSite, seconds: u64) -> Reply {
        let now = site.clock.now();
        let since = now.minus(Duration::from_secs(seconds));
        let body =
            json!({"since": since, "until": now, "reason": "Spam", "currentPassword": PASSWORD});
        let reply = self.post("/administration/removeNewUsers", body).await;
        site.finish_removals().await;
        reply
    }

    async fn undoes_removal(&self, site: &TestSite, removal: &Value) -> Reply {
        let body = json!({"id": removal["_id"]});
        let reply = self.post("/administration/undoBulkRemoval", body).await;
        site.finish_removals().await;
        reply
    }
}

/// What a visitor of the site reads.
async fn shown(person: &Person, question: &str) -> Vec<String> {
    let mut shown = Vec::new();
    for path in [
        "/question/getQuestion?order=newest",
        "/question/getQuestion?search=walrus",
        &format!("/question/getQuestionById/{question}"),
        "/user/getUsers",
        "/user/getUsers?search=spam",
        "/tag/getTagsWithQuestionNumber",
    ] {
        let reply = person.get(path).await;
        let total = reply.headers.get("x-total-count").cloned();
        shown.push(format!("{path} {total:?} {}", reply.text));
    }
    shown
}

#[tokio::test]
async fn new_accounts_are_removed_with_their_posts_and_come_back_as_they_were() {
    let site = TestSite::new();
    let (root, ann) = (site.administrator("root1").await, site.sign_up("ann").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    site.clock.advance(Duration::from_secs(7_200));
    let spam = site.sign_up("spam1").await;
    let other = site.sign_up("spam2").await;
    let own = spam.ask("Walrus", "tusks", &["zoo"]).await;
    let answer = other.answer(&own, "walrus").await;
    spam.comment("answer", &answer, "walrus too").await;
    other.comment("question", &question, "walrus three").await;
    for number in 0..6 {
        spam.answer(&question, &format!("walrus {number}")).await;
    }
    ann.answer(&own, "an answer of another").await;
    // Removed with the account of the answer, and with the one of the question after it.
    let later = other.ask("Walrus later", "tusks", &["zoo"]).await;
    spam.answer(&later, "walrus seven").await;
    // Each has seen it, so that views do not differ.
    let _ = (shown(&ann, &question).await, shown(&root, &question).await);
    while site.count_of("question_views") < 2 {
        site.settle().await;
    }
    let before = shown(&ann, &question).await;

    let removed = root.removes_the_last(&site, 3_600).await.ok();
    assert_eq!(
        (&removed["users"], &removed["waiting"]),
        (&json!(2), &json!(0))
    );
    for text in shown(&ann, &question).await {
        let text = text.replace("search=walrus", "").replace("search=spam", "");
        for word in ["alrus", "spam"] {
            assert!(!text.contains(word), "{text}");
        }
    }
    spam.get("/user/me").await.refused(401, "Please log in");
    spam.tries_to_log_in(PASSWORD)
        .await
        .refused(401, "Invalid username or password");
    let (_, reply) = site
        .tries_to_sign_up("spam1", [127, 0, 0, 1], json!({}))
        .await;
    reply.refused(409, "Username already taken");

    let undone = root.undoes_removal(&site, &removed).await.ok();
    assert!(undone["undoneAt"].is_string());
    assert_eq!(shown(&ann, &question).await, before);
    spam.tries_to_log_in(PASSWORD).await.ok();
    root.undoes_removal(&site, &removed)
        .await
        .refused(409, "A decision can be undone for 30 days");
}

#[tokio::test]
async fn an_account_that_its_owner_deleted_before_the_steps_does_not_come_back() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let spam = site.sign_up("spam1").await;
    let question = spam.ask("Walrus", "tusks", &["zoo"]).await;
    spam.delete("/user/deleteUser/spam1").await.ok();
    // Chosen before the deletion.
    let now = site.clock.now().millis();
    site.sql(&format!(
        "INSERT INTO bulk_removals (id, removed_by, removed_at, reason, since, until, users, waiting)
         SELECT 5, id, {now}, 'Spam', 0, 0, 1, 0 FROM users WHERE username = 'root1';
         INSERT INTO removal_batches (id, user_id, created_by, created_at, reason, position, entry_id, pending, bulk_removal_id)
         SELECT 6, (SELECT author_id FROM posts), removed_by, removed_at, reason, {}, (SELECT max(id) FROM admin_log), 'hide', id
         FROM bulk_removals",
        i64::MAX
    ));
    site.finish_removals().await;
    let path = format!("/question/getQuestionById/{question}");
    root.get(&path).await.refused(404, "Question not found");
    let removals = root.get("/administration/getBulkRemovals").await.ok();
    root.undoes_removal(&site, &removals[0]).await.ok();
    assert_eq!(root.get(&path).await.ok()["askedBy"], json!("[deleted]"));
    spam.tries_to_log_in(PASSWORD)
        .await
        .refused(401, "Invalid username or password");
}

#[tokio::test]
async fn staff_older_accounts_and_the_actor_are_never_removed() {
    let site = TestSite::new();
    site.sign_up("old").await;
    site.clock.advance(Duration::from_secs(3_601));
    let root = site.administrator("root1").await;
    site.sign_up("max1").await;
    site.appoint("max1").await;
    root.removes_the_last(&site, 3_600)
        .await
        .refused(409, "Nobody signed up in this time span");
    assert_eq!(site.count_of("users WHERE deleted_at IS NULL"), 3);
}

#[tokio::test]
async fn a_time_span_is_within_the_last_thirty_days() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let now = site.clock.now();
    for (since, until) in [
        (now.minus(31 * DAY), now),
        (now, now.plus(DAY)),
        (now, now.minus(DAY)),
    ] {
        let body = json!({"since": since, "until": until, "reason": "Spam"});
        root.post("/administration/removeNewUsers", body)
            .await
            .refused(400, "Choose a time span within the last 30 days");
    }
}

#[tokio::test]
async fn removed_accounts_are_erased_after_thirty_days() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let spam = site.sign_up("spam1").await;
    site.sql(
        "INSERT INTO invitations SELECT x'01', 5, NULL, 0, 0, 'for a friend', id, 0 FROM users WHERE username = 'spam1'",
    );
    let question = spam.ask("Walrus", "tusks", &["zoo"]).await;
    let removed = root.removes_the_last(&site, 60).await.ok();
    assert_eq!(site.count_of("invitations"), 1, "who was invited by whom");
    site.clock.advance(30 * DAY - Duration::from_secs(1));
    let is_due = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        Ok(crate::features::users::store::deletions::next_purge(tx)?.is_some())
    });
    assert!(!is_due.await.expect("a write"));
    site.clock.advance(Duration::from_secs(1));
    site.erase().await;
    assert_eq!(
        site.count_of("users WHERE username = 'spam1' AND password_hash IS NOT NULL"),
        0
    );
    assert_eq!(site.count_of("invitations"), 0);
    root.tries_to_log_in(PASSWORD).await.ok();
    root.undoes_removal(&site, &removed)
        .await
        .refused(409, "A decision can be undone for 30 days");
    root.get(&format!("/question/getQuestionById/{question}"))
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn a_removal_continues_after_a_restart() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let spam = site.sign_up("spam1").await;
    for number in 0..7 {
        spam.ask(&format!("Walrus {number}"), "tusks", &["zoo"])
            .await;
    }
    let now = site.clock.now();
    let body = json!({"since": now.minus(DAY), "until": now, "reason": "Spam"});
    // The steps of this site end with it.
    root.post("/administration/removeNewUsers", body).await.ok();
    let TestSite {
        site: stopped,
        directory,
        ..
    } = site;
    let cookies = root.cookies;
    drop((stopped, root.site, spam));
    let site = TestSite::within(directory, |_| {});
    let mut root = site.visitor();
    root.cookies = cookies;
    let unfinished = "removal_batches WHERE pending IS NOT NULL";
    while site.count_of(unfinished) > 0 {
        site.settle().await;
    }
    let titles = root.titles("/question/getQuestion").await;
    assert_eq!(titles, [] as [&str; 0]);
}
