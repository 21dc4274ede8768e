//! Waves of sign-ups.

use super::*;
use crate::features::signup;

/// Returns the number of sign-ups in a wave. Each hashes a password.
fn signups() -> u32 {
    if run_in_full() { 1_000 } else { 100 }
}

/// The number of their addresses.
const ADDRESSES: u32 = 500;

impl TestSite {
    /// Does at once what the site does every minute.
    pub(super) async fn clean_up(&self) {
        let signup_guard = self.site.signup_guard.clone();
        let cleaned = self
            .site
            .app
            .db
            .write(move |tx| signup::clean(tx, &signup_guard));
        cleaned.await.expect("the writer answers");
    }

    /// Signs up with a proof of work. Returns whether the account waits for approval.
    async fn joins(&self, number: u32) -> bool {
        let address = (number % ADDRESSES) << 8 | 7;
        let address = (0x0a00_0000 | address).to_be_bytes();
        let proof = json!({"proof": self.visitor().proof().await});
        let (_, reply) = self
            .tries_to_sign_up(&format!("spam{number}x"), address, proof)
            .await;
        reply.ok().get("awaitsApproval").is_some()
    }
}

#[tokio::test]
async fn a_wave_is_held_at_the_door_and_removed_with_one_call() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.turns_on("waveGuard").await;
    site.sign_up("old").await;
    site.clock.advance(2 * DAY);
    root.tries_to_log_in(PASSWORD).await.ok();
    let since = site.clock.now();
    let mut held = 0;
    for number in 0..signups() {
        site.clock.advance(Duration::from_millis(3_500));
        held += u32::from(site.joins(number).await);
    }
    assert_eq!(held, signups() - signup::wave::MIN_SIGNUPS - 1);
    let state = root.get("/administration/getSignups").await.ok();
    assert_eq!(state["waiting"], held);
    assert_eq!(state["wave"]["limit"], signup::wave::MIN_SIGNUPS);
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        (&log[0]["action"], &log[0]["actor"]),
        (&json!("begin-wave"), &json!("wave guard"))
    );

    let span = json!({"since": since, "until": site.clock.now(), "reason": "Spam"});
    let removed = root.post("/administration/removeNewUsers", span).await.ok();
    assert_eq!(
        (&removed["users"], &removed["waiting"]),
        (&json!(signups() - held), &json!(held))
    );
    site.finish_removals().await;
    let left = root.get("/administration/getUsers").await.ok();
    let left: Vec<&str> = left
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|user| user["username"].as_str())
        .collect();
    assert_eq!(left, ["old", "root1"]);
    assert_eq!(root.asking().await, [] as [Value; 0]);
    assert_eq!(
        site.count_of("waiting_accounts WHERE rejected_at IS NULL"),
        0
    );
    let log = root.get("/administration/getLog").await.ok();
    let entries = log.as_array().expect("a list").iter();
    let removals = entries.filter(|entry| entry["action"] == "remove-new-users");
    assert_eq!(removals.count(), 1);
}

#[tokio::test]
async fn during_a_wave_sign_ups_need_a_proof_and_it_ends_by_itself() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    root.turns_on("waveGuard").await;
    for number in 0..=signup::wave::PER_NETWORK {
        let here = [203, 0, 113, number as u8];
        let (_, reply) = site
            .tries_to_sign_up(&format!("user{number}x"), here, json!({}))
            .await;
        assert_eq!(reply.ok().get("awaitsApproval"), None);
    }
    let there = [198, 51, 100, 7];
    let (_, refused) = site.tries_to_sign_up("ann", there, json!({})).await;
    refused.refused(
        403,
        "This site needs a proof of work for a sign-up at the moment",
    );
    let state = root.get("/administration/getSignups").await.ok();
    assert_eq!(state["wave"]["network"], "203.0.113.0/24");
    site.clock.advance(signup::wave::HOUR);
    site.clean_up().await;
    let (_, reply) = site.tries_to_sign_up("ann", there, json!({})).await;
    assert_eq!(reply.ok()["username"], "ann");
    let log = root.get("/administration/getLog").await.ok();
    let actions: Vec<&Value> = log
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| &entry["action"])
        .collect();
    assert_eq!(actions[..2], [&json!("end-wave"), &json!("begin-wave")]);
}

#[tokio::test]
async fn without_the_setting_no_number_of_sign_ups_is_a_wave() {
    let site = TestSite::new();
    for number in 0..=signup::wave::MIN_SIGNUPS {
        site.sign_up(&format!("user{number}x")).await;
    }
}
