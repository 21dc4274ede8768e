//! Removing everything that a member has written, and undoing it.

use std::sync::Mutex;

use super::*;
use crate::features::questions::batches;

impl Person {
    async fn removes_posts(&self, name: &str, span: &str) -> Reply {
        let body = json!({"userId": name, "span": span, "reason": "advertising"});
        self.post("/moderation/removeContent", body).await
    }

    async fn batch(&self, name: &str) -> Value {
        let path = format!("/moderation/getContentRemovals/{name}");
        self.get(&path).await.ok()[0].clone()
    }

    async fn reads_question(&self, id: &str) -> Reply {
        self.get(&format!("/question/getQuestionById/{id}")).await
    }
}

impl TestSite {
    /// Waits until no batch is pending.
    async fn finish_batches(&self, by: &Person, name: &str) {
        while by.batch(name).await.get("isPending").is_some() {
            self.settle().await;
        }
    }
}

#[tokio::test]
async fn everything_of_a_member_is_removed_with_one_reason_and_restored_exactly() {
    let site = TestSite::new();
    let [root, max, _mia, ann] = people(&site).await;
    let ben = site.sign_up("ben").await;
    let own = ann.ask("Zebra", "striped", &["animal"]).await;
    let other = ben.ask("Giraffe", "tall", &["animal"]).await;
    ben.answer(&own, "of Africa").await;
    ann.comment("question", &own, "my own").await;
    let answer = ann.answer(&other, "buy").await;
    ann.comment("answer", &answer, "again").await;
    for number in 0..12 {
        ann.comment("question", &other, &number.to_string()).await;
    }
    // Deleted by themselves before: not a part of the batch.
    let deleted = ann.ask("Okapi", "shy", &["animal"]).await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": deleted}))
        .await
        .ok();
    let shown = async || {
        let question = ben.reads_question(&other).await.ok();
        (question, ben.reads_question(&own).await.ok())
    };
    let before = shown().await;
    let third = ben.ask("Lion", "loud", &["animal"]).await;
    let link = json!({"qid": third, "duplicateOf": other});
    ann.post("/question/addDuplicate", link).await.ok();
    let batch = max.removes_posts("ann", "all").await.ok();
    site.finish_batches(&max, "ann").await;
    assert_eq!(max.batch("ann").await["count"], json!(16));
    let links = ben.get(&format!("/question/getDuplicates/{third}")).await;
    assert_eq!(links.ok(), json!([]));
    ben.reads_question(&own)
        .await
        .refused(404, "Question not found");
    let question = ben.reads_question(&other).await.ok();
    assert_eq!(
        (&question["answers"], &question["comments"]),
        (&json!([]), &json!([]))
    );
    let removed = ann.get("/post/getDeletedPosts").await.ok();
    assert!(removed.to_string().contains("advertising"));
    // One entry of the log, and not one for each post.
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(log[0]["action"], json!("remove-content"));
    assert_ne!(log[1]["action"], json!("remove-post"));
    max.undoes_action(&batch["logId"]).await.ok();
    site.finish_batches(&max, "ann").await;
    assert_eq!(shown().await, before);
    ben.reads_question(&deleted)
        .await
        .refused(404, "Question not found");
    max.undoes_action(&batch["logId"]).await.refused(
        409,
        "This action cannot be undone here, or is undone already",
    );
}

#[tokio::test]
async fn only_the_last_day_is_removed_if_so_chosen() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    let old = ann.ask("Zebra", "striped", &["animal"]).await;
    site.clock.advance(2 * DAY);
    let new = ann.ask("Giraffe", "tall", &["animal"]).await;
    max.removes_posts("ann", "day").await.ok();
    site.finish_batches(&max, "ann").await;
    max.reads_question(&old).await.ok();
    max.reads_question(&new)
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn what_is_written_after_the_removal_stays_unless_the_member_is_suspended_with_it() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    let first = ann.ask("Zebra", "striped", &["animal"]).await;
    site.clock.advance(Duration::from_secs(1));
    max.removes_posts("ann", "all").await.ok();
    site.clock.advance(Duration::from_secs(1));
    let second = ann.ask("Giraffe", "tall", &["animal"]).await;
    site.finish_batches(&max, "ann").await;
    max.reads_question(&first)
        .await
        .refused(404, "Question not found");
    max.reads_question(&second).await.ok();
    site.clock.advance(Duration::from_secs(1));
    let body = json!({"userId": "ann", "until": site.days(7), "reason": "advertising", "removePosts": "all"});
    max.post("/moderation/suspendUser", body).await.ok();
    site.finish_batches(&max, "ann").await;
    max.reads_question(&second)
        .await
        .refused(404, "Question not found");
    ann.get("/user/me").await.refused(401, "Please log in");
}

#[tokio::test]
async fn undoing_restores_nothing_that_another_removal_took() {
    let site = TestSite::new();
    let [_root, max, mia, ann] = people(&site).await;
    let [one, two] = [
        ann.ask("Zebra", "striped", &["animal"]).await,
        ann.ask("Giraffe", "tall", &["animal"]).await,
    ];
    let batch = max.removes_posts("ann", "all").await.ok();
    site.finish_batches(&max, "ann").await;
    mia.post("/administration/restorePost", json!({"id": one}))
        .await
        .ok();
    let again = json!({"id": one, "reason": "off topic"});
    mia.post("/administration/removePost", again).await.ok();
    max.undoes_action(&batch["logId"]).await.ok();
    site.finish_batches(&max, "ann").await;
    max.reads_question(&one)
        .await
        .refused(404, "Question not found");
    max.reads_question(&two).await.ok();
}

#[tokio::test]
async fn a_removal_is_stored_before_its_first_step_and_no_second_one_begins_meanwhile() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    for number in 0..20 {
        let title = format!("Zebra {number}");
        ann.ask(&title, "striped", &["animal"]).await;
    }
    // Not by the route, which would begin the steps: the process ends right after the COMMIT.
    site.sql(
        "INSERT INTO removal_batches (id, user_id, created_by, created_at, reason, position, entry_id, pending)
         SELECT 5, (SELECT id FROM users WHERE username = 'ann'), (SELECT id FROM users WHERE username = 'max1'), 0, 'advertising',
                9223372036854775807, (SELECT max(id) FROM admin_log), 'remove'",
    );
    max.removes_posts("ann", "all").await.refused(
        409,
        "Posts of this member are being removed or restored at the moment",
    );
    let step = site.site.app.db.write(batches::step).await;
    assert!(step.expect("a step"));
    let left = max.titles("/question/getQuestion").await.len();
    assert_eq!(left, 15, "a step has a fixed size");
    // What a step did stays when the process is killed; the next one goes on.
    while site.site.app.db.write(batches::step).await.expect("a step") {}
    assert_eq!(max.titles("/question/getQuestion").await.len(), 0);
}

impl TestSite {
    /// Ends the steps of this site in the middle of a batch, and opens another one on the same data. Nobody
    /// else holds this site.
    async fn stop_in_a_batch(self) -> Self {
        self.site.app.db.write(batches::step).await.expect("a step");
        let pending = self.site.app.db.read(|read| {
            read.exists(
                "SELECT 1 FROM removal_batches WHERE pending IS NOT NULL",
                [],
            )
        });
        assert!(pending.await.expect("a read"));
        let Self {
            site, directory, ..
        } = self;
        drop(site);
        Self::within(directory, |_| {})
    }

    fn with_cookies(&self, cookies: Mutex<Vec<(String, String)>>) -> Person {
        Person {
            cookies,
            ..self.visitor()
        }
    }
}

#[tokio::test]
async fn a_removal_and_its_undoing_continue_after_a_restart() {
    let site = TestSite::new();
    let [root, max, mia, ann] = people(&site).await;
    for number in 0..30 {
        let title = format!("Zebra {number}");
        ann.ask(&title, "striped", &["animal"]).await;
    }
    drop((root, mia, ann));
    let entry = max.removes_posts("ann", "all").await.ok()["logId"].clone();
    let cookies = max.cookies;
    drop(max.site);
    let site = site.stop_in_a_batch().await;
    let max = site.with_cookies(cookies);
    site.finish_batches(&max, "ann").await;
    assert_eq!(max.titles("/question/getQuestion").await.len(), 0);
    max.undoes_action(&entry).await.ok();
    let cookies = max.cookies;
    drop(max.site);
    let site = site.stop_in_a_batch().await;
    let max = site.with_cookies(cookies);
    site.finish_batches(&max, "ann").await;
    let total = max.get("/question/getQuestion").await.headers["x-total-count"].clone();
    assert_eq!(total, "30");
}

#[tokio::test]
async fn a_removal_of_one_post_is_undone_by_its_entry() {
    let site = TestSite::new();
    let [root, max, mia, ann] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let removal = json!({"id": question, "reason": "off topic"});
    max.post("/administration/removePost", removal).await.ok();
    let log = root.get("/administration/getLog").await.ok();
    ann.undoes_action(&log[0]["_id"])
        .await
        .refused(403, "Only moderators of the site can do this");
    mia.undoes_action(&log[0]["_id"]).await.ok();
    mia.reads_question(&question).await.ok();
    mia.undoes_action(&log[0]["_id"]).await.refused(
        409,
        "This action cannot be undone here, or is undone already",
    );
    mia.undoes_action(&json!(question))
        .await
        .refused(404, "Entry not found");
}

#[tokio::test]
async fn messages_of_the_global_chat_are_removed_if_so_chosen_and_those_of_others_stay() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    let say = async |by: &Person, text: &str| {
        let body = json!({"messageToAdd": {"msg": text}});
        by.post("/messaging/addMessage", body).await.ok();
    };
    for text in ["buy", "buy again"] {
        say(&ann, text).await;
    }
    say(&max, "please stop").await;
    let chat = json!({"participants": ["ann", "max1"], "messages": [{"msg": "psst"}]});
    let chat = ann.post("/chat/createChat", chat).await.ok();
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let body = json!({"userId": "ann", "span": "all", "messages": true, "reason": "advertising"});
    let batch = max.post("/moderation/removeContent", body).await.ok();
    site.finish_batches(&max, "ann").await;
    let left = max.get("/messaging/getMessages").await.ok();
    assert_eq!(left.as_array().map(Vec::len), Some(1), "{left}");
    let path = format!("/chat/{}", crate::tests::id_of(&chat));
    assert!(max.get(&path).await.ok().to_string().contains("psst"));
    max.undoes_action(&batch["logId"]).await.ok();
    site.finish_batches(&max, "ann").await;
    max.reads_question(&question).await.ok();
}
