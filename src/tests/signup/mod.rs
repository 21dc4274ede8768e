//! Sign-up: approval, proof of work, waves, and the removal of new accounts.

mod removal;
mod wave;

use std::time::Duration;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{PASSWORD, Person, Reply, TestSite, id_of, run_in_full};
use crate::core::config::Signup;
use crate::features::signup::proof;

const WAITS: &str = "Your account waits for approval by a moderator";
const DAY: Duration = Duration::from_secs(24 * 3600);

fn site_with_approval() -> TestSite {
    TestSite::with(|config| config.auth.signup = Signup::Approval)
}

impl TestSite {
    /// Signs up from an address.
    async fn tries_to_sign_up(
        &self,
        name: &str,
        address: [u8; 4],
        extra: Value,
    ) -> (Person, Reply) {
        let mut person = self.visitor();
        person.name = name.to_owned();
        person.peer = (address, 40_000).into();
        let mut body = json!({"username": name, "password": PASSWORD});
        let fields = extra.as_object().expect("fields").clone();
        body.as_object_mut().expect("an object").extend(fields);
        let reply = person.post_when_busy("/user/signup", body).await;
        (person, reply)
    }

    /// Signs up and waits for approval.
    async fn waits(&self, name: &str) -> Person {
        let (person, reply) = self.tries_to_sign_up(name, [127, 0, 0, 1], json!({})).await;
        assert_eq!(reply.ok()["awaitsApproval"], true);
        person
    }

    fn count_of(&self, from: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {from}");
        let count = self.connection().query_row(&sql, [], |row| row.get(0));
        count.expect("a count")
    }
}

impl Person {
    async fn tries_to_log_in(&self, password: &str) -> Reply {
        let body = json!({"username": self.name, "password": password});
        self.post_when_busy("/user/login", body).await
    }

    async fn turns_on(&self, key: &str) {
        let change = json!({"key": key, "before": false, "value": true});
        let body = json!({"changes": [change], "currentPassword": PASSWORD});
        self.patch("/administration/setSettings", body).await.ok();
    }

    /// Returns a proof of work.
    async fn proof(&self) -> String {
        let task = self.get("/user/getSignupChallenge").await.ok();
        let challenge = task["challenge"].as_str().expect("a challenge");
        let bits = task["bits"].as_u64().expect("a number");
        proof::solve(challenge, bits as u32)
    }

    async fn asking(&self) -> Vec<Value> {
        let queue = self.get("/flag/getQueue").await.ok();
        queue.as_array().expect("a list").clone()
    }

    async fn decides_signup(&self, case: &Value, decision: &str) -> Reply {
        let body = json!({"id": case["_id"], "decision": decision, "reason": "known to us"});
        self.post("/flag/decideCase", body).await
    }
}

#[tokio::test]
async fn an_account_waits_until_it_is_approved() {
    let site = site_with_approval();
    let root = site.administrator("root1").await;
    let (ann, reply) = site
        .tries_to_sign_up("ann", [203, 0, 113, 7], json!({}))
        .await;
    assert_eq!(
        reply.ok(),
        json!({"awaitsApproval": true, "message": "Your account is created and waits for approval by a moderator. You can log in once it is approved."})
    );
    ann.get("/user/me").await.refused(401, "Please log in");
    ann.tries_to_log_in(PASSWORD).await.refused(403, WAITS);
    ann.tries_to_log_in("a wrong password")
        .await
        .refused(401, "Invalid username or password");
    let case = root.asking().await.pop().expect("a case");
    assert_eq!(
        (&case["kind"], &case["ask"], &case["content"]["author"]),
        (&json!("signup"), &json!("signup"), &json!("ann"))
    );
    let about = case["content"]["text"].as_str().expect("a text");
    assert!(about.contains("203.0.113.0/24"), "{about}");
    root.decides_signup(&case, "approve").await.ok();
    ann.tries_to_log_in(PASSWORD).await.ok();
    assert_eq!(id_of(&ann.get("/user/me").await.ok()), case["objectId"]);
    assert_eq!(root.asking().await, [] as [Value; 0]);
}

#[tokio::test]
async fn nobody_else_sees_an_account_that_waits() {
    let server = Listening::start().await;
    let site = &server.site;
    let (root, ben) = (site.administrator("root1").await, site.sign_up("ben").await);
    let change = json!({"key": "signup", "before": "open", "value": "approval"});
    root.patch("/administration/setSettings", json!({"changes": [change]}))
        .await
        .ok();
    let before = site.content().matches("users ").count();
    let mut socket = server.socket_of(&ben).await;
    site.waits("ann").await;
    for path in [
        "/user/getUsers",
        "/user/getUsers?search=ann",
        "/user/getUsers?search=a",
        "/user/getUsers?order=mostPosts",
        "/mention/getNames?prefix=an",
        "/administration/getUsers",
    ] {
        let reply = root.get(path).await;
        assert!(!reply.text.contains("\"ann\""), "{path}: {}", reply.text);
    }
    root.get("/user/getUser/ann").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
    assert_eq!(site.content().matches("users ").count(), before);
    ben.ask("Zebra", "striped", &["animal"]).await;
    // The first event is that of the question.
    let (name, _) = socket.event().await;
    assert_eq!(name, "questionUpdate");
}

#[tokio::test]
async fn the_name_of_an_account_that_waits_is_reserved() {
    let site = site_with_approval();
    site.waits("ann1").await;
    for name in ["ann1", "ANN1", "annl"] {
        let (_, reply) = site.tries_to_sign_up(name, [127, 0, 0, 1], json!({})).await;
        reply.refused(409, "Username already taken");
    }
}

#[tokio::test]
async fn a_rejected_account_is_told_why_with_its_password_until_it_is_gone() {
    let site = site_with_approval();
    let root = site.administrator("root1").await;
    let ann = site.waits("ann").await;
    let case = root.asking().await.pop().expect("a case");
    root.decides_signup(&case, "reject").await.ok();
    let reason = "Your account was not approved. Reason: known to us";
    ann.tries_to_log_in(PASSWORD).await.refused(403, reason);
    ann.tries_to_log_in("a wrong password")
        .await
        .refused(401, "Invalid username or password");
    root.post("/flag/undoDecision", json!({"id": case["_id"]}))
        .await
        .ok();
    ann.tries_to_log_in(PASSWORD).await.refused(403, WAITS);
    let again = root.asking().await.pop().expect("a case");
    root.decides_signup(&again, "reject").await.ok();
    site.clock.advance(30 * DAY);
    site.clean_up().await;
    assert_eq!(site.count_of("waiting_accounts"), 0);
    ann.tries_to_log_in(PASSWORD)
        .await
        .refused(401, "Invalid username or password");
}

#[tokio::test]
async fn an_approval_cannot_be_undone() {
    let site = site_with_approval();
    let root = site.administrator("root1").await;
    let ann = site.waits("ann").await;
    let case = root.asking().await.pop().expect("a case");
    root.decides_signup(&case, "approve").await.ok();
    root.post("/flag/undoDecision", json!({"id": case["_id"]}))
        .await
        .refused(
            409,
            "An approved account cannot wait again: disable it instead",
        );
    ann.tries_to_log_in(PASSWORD).await.ok();
}

#[tokio::test]
async fn an_invitation_makes_approval_unnecessary() {
    let site = site_with_approval();
    let root = site.administrator("root1").await;
    let created = root
        .post("/administration/createInvitation", json!({}))
        .await
        .ok();
    let invitation = json!({"invitation": created["token"]});
    let (ann, reply) = site
        .tries_to_sign_up("ann", [127, 0, 0, 1], invitation.clone())
        .await;
    assert_eq!(reply.ok()["username"], "ann");
    ann.get("/user/me").await.ok();
    let (_, reply) = site
        .tries_to_sign_up("ben", [127, 0, 0, 1], invitation)
        .await;
    reply.refused(
        403,
        "This invitation is not valid, or not any more: ask for a new one",
    );
}

#[tokio::test]
async fn an_unanswered_account_expires_after_thirty_days() {
    let site = site_with_approval();
    let root = site.administrator("root1").await;
    site.waits("ann").await;
    site.clock.advance(30 * DAY - Duration::from_secs(1));
    site.clean_up().await;
    assert_eq!(site.count_of("waiting_accounts"), 1);
    site.clock.advance(Duration::from_secs(1));
    site.clean_up().await;
    assert_eq!(site.count_of("waiting_accounts"), 0);
    root.tries_to_log_in(PASSWORD).await.ok();
    assert_eq!(root.asking().await, [] as [Value; 0]);
    site.waits("ann").await;
}

#[tokio::test]
async fn a_bounded_number_of_accounts_waits() {
    let site = site_with_approval();
    site.sql(
        "INSERT INTO waiting_accounts (id, username, name_key, password_hash, network, created_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         SELECT i, 'user' || i, 'user' || i, '', '', 1795219200000 FROM n",
    );
    let (_, reply) = site
        .tries_to_sign_up("ann", [127, 0, 0, 1], json!({}))
        .await;
    assert_eq!(reply.status, 429);
    assert!(reply.headers.contains_key("retry-after"));
    assert_eq!(
        reply.text,
        "Too many accounts wait for approval, please try again later"
    );
}

#[tokio::test]
async fn a_sign_up_needs_a_proof_of_work_where_administrators_want_it() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    site.sign_up("ben").await;
    root.turns_on("signupProof").await;
    let visitor = site.visitor();
    let here = [127, 0, 0, 1];
    let (_, reply) = site.tries_to_sign_up("ann", here, json!({})).await;
    reply.refused(
        403,
        "This site needs a proof of work for a sign-up at the moment",
    );
    let invalid = "The proof of work is not valid, or not any more";
    let (_, reply) = site
        .tries_to_sign_up("ann", here, json!({"proof": "AAAA.1"}))
        .await;
    reply.refused(403, invalid);
    let proof = json!({"proof": visitor.proof().await});
    let (_, taken) = site.tries_to_sign_up("ben", here, proof.clone()).await;
    taken.refused(409, "Username already taken");
    let (ann, reply) = site.tries_to_sign_up("ann", here, proof.clone()).await;
    assert_eq!(reply.ok()["username"], "ann");
    ann.get("/user/me").await.ok();
    let (_, reply) = site.tries_to_sign_up("cem", here, proof).await;
    reply.refused(403, invalid);
    let page = visitor.get("/site/getSite").await.ok();
    assert_eq!(page["signupProof"], true);
}
