//! What moderators do with questions and with posts of others: closing, locking, editing, pinning, moving and
//! merging.

mod closing;
mod editing;
mod locking;
mod merges;
mod moves;
mod permissions;
mod pins;
mod undone;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, Reply};
use crate::operations::export::export;
use crate::operations::invariants::{CONFLICTS, DERIVED, ORPHANS};

/// A moderator of the site, two users, and a user who owns communities.
struct Place {
    server: Listening,
    max: Person,
    ann: Person,
    ben: Person,
    mia: Person,
}

impl Place {
    async fn new() -> Self {
        let server = Listening::start().await;
        let site = &server.site;
        let [max, ann, ben, mia] = [
            site.sign_up("max1").await,
            site.sign_up("ann").await,
            site.sign_up("ben").await,
            site.sign_up("mia").await,
        ];
        site.appoint("max1").await;
        Self {
            server,
            max,
            ann,
            ben,
            mia,
        }
    }

    /// Creates a community of Mia in which Ann is a member.
    async fn community(&self, name: &str, visibility: &str) -> String {
        let community = self.mia.creates_community(name, visibility).await;
        let number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
        self.server.site.admit(number, "ann");
        community
    }

    /// Returns the export without the log, inboxes, versions and times.
    fn exported(&self) -> Vec<String> {
        let mut bytes = Vec::new();
        let directory = self.server.site.directory.path();
        export(directory, true, &mut bytes, None, |_, _| ()).expect("an export");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let apart = [
            "admin_log_entry",
            "badge",
            "revision",
            "comment_revision",
            "view",
            "inbox_entry",
            "end",
        ];
        text.lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
            .filter(|record| !apart.iter().any(|kind| record["type"] == *kind))
            .map(|mut record| {
                let fields = record.as_object_mut().expect("an object");
                fields.retain(|name, _| !name.ends_with("_at"));
                record.to_string()
            })
            .collect()
    }

    /// Fails if a row has no owner, a counter is wrong, or two sources contradict each other.
    async fn check(&self) {
        let check = |tx: &mut crate::platform::db::Write<'_>| {
            tx.without_event("a test");
            for invariant in [ORPHANS.concat(), DERIVED.concat(), CONFLICTS.concat()].concat() {
                assert_eq!(invariant.count_violations(tx)?, 0, "{invariant:?}");
            }
            let wrong = crate::operations::doctor::store::misindexed_posts(tx)?;
            assert_eq!(wrong, Vec::<String>::new());
            let wrong = crate::operations::doctor::store::misfiled_words(tx)?;
            assert_eq!(wrong, Vec::<String>::new());
            Ok(())
        };
        let db = &self.server.site.site.app.db;
        while db
            .write(crate::features::search::step)
            .await
            .expect("a step")
        {}
        db.write(check).await.expect("the checks run");
    }
}

impl Person {
    async fn moderation(&self, call: &str, body: Value) -> Reply {
        match call {
            "setLock" | "setPin" | "editPost" => {
                self.patch(&format!("/moderation/{call}"), body).await
            }
            _ => self.post(&format!("/moderation/{call}"), body).await,
        }
    }

    async fn reads(&self, question: &str) -> Value {
        let path = format!("/question/getQuestionById/{question}");
        self.get(&path).await.ok()
    }
}

#[tokio::test]
async fn members_do_not_moderate_and_hidden_posts_are_absent() {
    let place = Place::new().await;
    let community = place.community("Columns", "private").await;
    let public = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let private = place.ann.ask_in(&community, "Secret").await;
    for (call, body) in [
        ("closeQuestion", json!({"reason": "unclear", "note": "x"})),
        ("reopenQuestion", json!({"reason": "x"})),
        ("setLock", json!({"locked": true, "reason": "x"})),
        (
            "editPost",
            json!({"title": "T", "text": "y", "tags": [{"name": "a"}], "reason": "x"}),
        ),
        (
            "setPin",
            json!({"place": "community", "pinned": true, "reason": "x"}),
        ),
        (
            "moveQuestion",
            json!({"communityId": community, "reason": "x"}),
        ),
        ("undoMove", json!({"reason": "x"})),
        ("mergeQuestions", json!({"into": public, "reason": "x"})),
        ("undoMerge", json!({"reason": "x"})),
    ] {
        let of = |id: &str| {
            let mut body = body.clone();
            body["id"] = json!(id);
            body
        };
        place
            .ben
            .moderation(call, of(&public))
            .await
            .refused(403, "Only moderators can do this");
        for person in [&place.ben, &place.max] {
            let reply = person.moderation(call, of(&private)).await;
            assert_eq!(reply.status, 404, "{call} {}", reply.text);
        }
    }
}

#[tokio::test]
async fn an_action_is_in_the_log_and_tells_the_author() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let mut socket = place.server.socket_of(&place.ann).await;
    let body = json!({"id": question, "locked": true, "reason": "a quarrel"});
    place.max.moderation("setLock", body).await.ok();
    assert_eq!(socket.event().await.0, "questionUpdate");
    assert_eq!(socket.event().await.0, "moderationNotice");
    let logged = place.server.site.connection().query_row(
        "SELECT action || ' ' || target || ' ' || detail || ' ' || (SELECT username FROM users WHERE id = concerns) FROM admin_log ORDER BY id DESC LIMIT 1",
        [],
        |row| row.get::<_, String>(0),
    );
    let logged = logged.expect("an entry");
    assert_eq!(logged, "lock-question Zebra a quarrel ann");
}
