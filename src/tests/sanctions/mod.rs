//! Warnings, silences and suspensions, removal of everything of a member, undo and appeals.

mod appeals;
mod batches;
mod profiles;
mod silenced;

use std::time::Duration;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{PASSWORD, Person, Reply, TestSite};
use crate::features::users::{AdminAuthority, store::mail_addresses};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Creates a site with an administrator, two moderators of the site and a member.
async fn people(site: &TestSite) -> [Person; 4] {
    let people = [
        site.sign_up("root1").await,
        site.sign_up("max1").await,
        site.sign_up("mia1").await,
        site.sign_up("ann").await,
    ];
    site.promote("root1").await;
    site.appoint("max1").await;
    site.appoint("mia1").await;
    people
}

impl TestSite {
    /// Returns the time after some days.
    fn days(&self, days: u32) -> String {
        self.clock.now().plus(DAY * days).to_string()
    }
}

impl Person {
    /// Logs in again: a session ends after 14 days without use.
    async fn again(&self) {
        self.authenticate("login").await;
    }

    async fn silences(&self, site: &TestSite, name: &str, days: u32) -> Reply {
        let body = json!({"userId": name, "until": site.days(days), "reason": "insults"});
        self.post("/moderation/silenceUser", body).await
    }

    async fn suspends(&self, site: &TestSite, name: &str, days: u32) -> Reply {
        let body = json!({"userId": name, "until": site.days(days), "reason": "insults"});
        self.post("/moderation/suspendUser", body).await
    }

    async fn undoes_action(&self, log_id: &Value) -> Reply {
        self.post("/moderation/undo", json!({"id": log_id})).await
    }

    async fn logs_in(&self, name: &str, password: &str) -> Reply {
        let body = json!({"username": name, "password": password});
        self.post_when_busy("/user/login", body).await
    }
}

#[tokio::test]
async fn a_suspension_ends_sessions_and_sockets_and_a_login_says_until_when_and_why() {
    let server = Listening::start().await;
    let site = &server.site;
    let [_root, max, _mia, ann] = people(site).await;
    let mut socket = server.socket_of(&ann).await;
    let until = site.days(7);
    let suspension = max.suspends(site, "ann", 7).await.ok();
    assert_eq!(
        (
            &suspension["kind"],
            &suspension["endsAt"],
            &suspension["createdBy"]
        ),
        (&json!("suspension"), &json!(until), &json!("max1"))
    );
    ann.get("/user/me").await.refused(401, "Please log in");
    socket.expect_dropped().await;
    let visitor = site.visitor();
    let shown = format!("{} {} UTC", &until[..10], &until[11..16]);
    visitor.logs_in("ann", PASSWORD).await.refused(
        403,
        &format!("This account is suspended until {shown}. Reason: insults"),
    );
    visitor
        .logs_in("ann", "another one")
        .await
        .refused(401, "Invalid username or password");
}

#[tokio::test]
async fn a_suspension_ends_by_itself_or_is_lifted() {
    let site = TestSite::new();
    let [_root, max, mia, _ann] = people(&site).await;
    max.suspends(&site, "ann", 1).await.ok();
    max.suspends(&site, "ann", 2)
        .await
        .refused(409, "This is in force already: lift it first");
    site.clock.advance(DAY);
    site.visitor().logs_in("ann", PASSWORD).await.ok();
    let second = max.suspends(&site, "ann", 300).await.ok();
    site.clock.advance(40 * DAY);
    // Others may lift it too, also after 30 days.
    mia.again().await;
    mia.undoes_action(&second["logId"]).await.ok();
    site.visitor().logs_in("ann", PASSWORD).await.ok();
    mia.undoes_action(&second["logId"])
        .await
        .refused(409, "This sanction is over or lifted already");
}

#[tokio::test]
async fn the_profile_of_a_suspended_member_stays_and_only_staff_see_why() {
    let site = TestSite::new();
    let [_root, max, mia, ann] = people(&site).await;
    let ben = site.sign_up("ben").await;
    ann.ask("Zebra", "striped", &["animal"]).await;
    let before = ben.get("/user/getUser/ann").await.ok();
    max.suspends(&site, "ann", 7).await.ok();
    assert_eq!(ben.get("/user/getUser/ann").await.ok(), before);
    let list = "/moderation/getSanctions?userId=ann";
    ben.get(list)
        .await
        .refused(403, "Only moderators of the site can do this");
    let shown = mia.get(list).await.ok();
    assert_eq!(
        (&shown[0]["reason"], &shown[0]["username"]),
        (&json!("insults"), &json!("ann"))
    );
    let running = mia.get("/moderation/getSanctions?running=true").await.ok();
    assert_eq!(running, shown);
}

#[tokio::test]
async fn moderators_sanction_members_and_administrators_also_moderators_and_nobody_themselves() {
    let site = TestSite::new();
    let [root, max, _mia, ann] = people(&site).await;
    for (by, name, status, text) in [
        (&max, "max1", 409, "You cannot do this to yourself"),
        (
            &max,
            "mia1",
            403,
            "Only administrators can do this to a moderator of the site",
        ),
        (&max, "root1", 409, "An administrator must be demoted first"),
        (&root, "root1", 409, "You cannot do this to yourself"),
        (&ann, "max1", 403, "Only moderators of the site can do this"),
        (
            &max,
            "nobody",
            404,
            "No user data found. Make sure the username parameter is correct.",
        ),
    ] {
        let warning = json!({"userId": name, "reason": "insults"});
        by.post("/moderation/warnUser", warning)
            .await
            .refused(status, text);
        by.silences(&site, name, 1).await.refused(status, text);
        by.suspends(&site, name, 1).await.refused(status, text);
        let removal = json!({"userId": name, "span": "all", "reason": "insults"});
        by.post("/moderation/removeContent", removal)
            .await
            .refused(status, text);
    }
    let silence = root.silences(&site, "mia1", 1).await.ok();
    max.undoes_action(&silence["logId"]).await.refused(
        403,
        "Only administrators can do this to a moderator of the site",
    );
    root.undoes_action(&silence["logId"]).await.ok();
}

#[tokio::test]
async fn an_end_that_is_past_or_too_far_away_is_refused() {
    let site = TestSite::new();
    let [_root, max, _mia, _ann] = people(&site).await;
    let now = site.clock.now().to_string();
    for until in [now.as_str(), "2020-01-01T00:00:00Z", "2047-01-01T00:00:00Z"] {
        let body = json!({"userId": "ann", "until": until, "reason": "insults"});
        for call in ["silenceUser", "suspendUser"] {
            max.post(&format!("/moderation/{call}"), body.clone())
                .await
                .refused(400, "Please choose an end within the next ten years");
        }
    }
}

#[tokio::test]
async fn a_member_is_told_of_a_warning_without_the_name_of_the_moderator() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, max, _mia, ann] = people(site).await;
    let mut socket = server.socket_of(&ann).await;
    let warning = json!({"userId": "ann", "reason": "insults"});
    let warning = max.post("/moderation/warnUser", warning).await.ok();
    let (name, payload) = socket.event().await;
    assert_eq!(
        (name.as_str(), &payload["logId"]),
        ("moderationNotice", &warning["logId"])
    );
    let own = ann.get("/moderation/getMySanctions").await.ok();
    assert_eq!(own[0]["reason"], json!("insults"));
    assert!(!own.to_string().contains("max1"));
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        (&log[0]["action"], &log[0]["target"], &log[0]["detail"]),
        (&json!("warn"), &json!("ann"), &json!("insults"))
    );
    max.undoes_action(&warning["logId"]).await.ok();
    let own = ann.get("/moderation/getMySanctions").await.ok();
    assert!(own[0]["liftedAt"].is_string());
}

#[tokio::test]
async fn a_suspended_member_gets_only_mails_about_their_account() {
    let site = TestSite::with(super::enable_mail);
    let [_root, max, _mia, _ann] = people(&site).await;
    max.suspends(&site, "ann", 7).await.ok();
    let is_suspended = async || {
        let found = site.site.app.db.read(|read| {
            let ann = AdminAuthority::of_operator().account(read, "ann")?;
            mail_addresses::recipient(read, ann.id())
        });
        let found = found.await.expect("a read").expect("a recipient");
        found.is_suspended
    };
    assert!(is_suspended().await);
    site.clock.advance(7 * DAY);
    assert!(!is_suspended().await);
}

#[tokio::test]
async fn a_sanctioned_member_is_not_given_a_role() {
    let site = TestSite::new();
    let [root, max, _mia, _ann] = people(&site).await;
    max.silences(&site, "ann", 1).await.ok();
    for call in ["promoteUser", "appointModerator"] {
        let body = json!({"userId": "ann", "currentPassword": PASSWORD});
        root.post(&format!("/administration/{call}"), body)
            .await
            .refused(409, "Lift the sanctions of this user first");
    }
}

#[tokio::test]
async fn a_link_to_another_password_does_not_end_a_suspension() {
    let site = TestSite::new();
    let [root, max, _mia, _ann] = people(&site).await;
    max.suspends(&site, "ann", 7).await.ok();
    let body = json!({"userId": "ann", "currentPassword": PASSWORD});
    let link = root.post("/administration/resetSignIn", body).await.ok();
    let body = json!({"token": link["token"], "password": "colonnade at dusk"});
    let visitor = site.visitor();
    let refused = visitor.post_when_busy("/user/usePasswordLink", body).await;
    assert_eq!(refused.status, 403);
    assert!(refused.text.starts_with("This account is suspended until"));
}
