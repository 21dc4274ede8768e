//! Invitations that are mailed: who gets one, how often, and who learns of the address.

use std::time::Duration;

use serde_json::{Value, json};

use super::delivery::MailSite;
use crate::features::users::{AdminAuthority, invitations};
use crate::tests::{PASSWORD, Person};

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn site() -> (MailSite, Person) {
    let site = MailSite::new();
    let root = site.site.sign_up("root1").await;
    site.site.promote("root1").await;
    (site, root)
}

impl Person {
    /// Mails invitations, and returns what became of each address.
    async fn mails_invitations(&self, addresses: &[&str]) -> Vec<String> {
        let body = json!({"addresses": addresses, "currentPassword": PASSWORD});
        let mailed = self
            .post("/administration/mailInvitations", body)
            .await
            .ok();
        let mailed = mailed.as_array().expect("a list").iter();
        mailed
            .map(|one| one["outcome"].as_str().expect("an outcome").to_owned())
            .collect()
    }

    async fn open_invitations(&self) -> Value {
        self.get("/administration/getInvitations").await.ok()
    }
}

#[tokio::test]
async fn each_address_gets_its_own_invitation_that_works_once() {
    let (site, root) = site().await;
    let change = json!({"key": "signup", "before": "open", "value": "invite"});
    let changes = json!({"changes": [change]});
    root.patch("/administration/setSettings", changes)
        .await
        .ok();
    let outcomes = root.mails_invitations(&["ben@example.org", "cem@example.org"]);
    assert_eq!(outcomes.await, ["sent", "sent"]);
    let mails = site.send().await;
    assert_eq!(mails.len(), 2);
    let token = |number: usize| {
        let link = mails[number].link("#invitation=");
        link.split_once("#invitation=")
            .expect("a token")
            .1
            .to_owned()
    };
    assert_ne!(token(0), token(1));
    for (name, status) in [("ben", 200), ("eve", 403)] {
        let body = json!({"username": name, "password": PASSWORD, "invitation": token(0)});
        let visitor = site.site.visitor();
        assert_eq!(visitor.post("/user/signup", body).await.status, status);
    }
    assert!(!mails[0].plain().contains("cem@example.org"));
}

#[tokio::test]
async fn an_address_gets_one_invitation_a_day_also_after_it_was_revoked() {
    let (site, root) = site().await;
    let given = ["ben@example.org", "BEN@example.org", "no address", ""];
    let outcomes = root.mails_invitations(&given).await;
    assert_eq!(outcomes, ["sent", "repeated", "invalid", "invalid"]);
    let open = root.open_invitations().await;
    let id = open[0]["_id"].as_str().expect("an id");
    let path = format!("/administration/revokeInvitation/{id}");
    root.delete_with(&path, json!({})).await.ok();
    assert_eq!(root.mails_invitations(&given[..1]).await, ["repeated"]);
    // It was revoked before it was sent.
    assert!(site.send().await.is_empty());
    site.site.clock.advance(DAY + Duration::from_secs(1));
    assert_eq!(root.mails_invitations(&given[..1]).await, ["sent"]);
    assert_eq!(site.send().await.len(), 1);
}

#[tokio::test]
async fn only_the_inviter_sees_the_address() {
    let (site, root) = site().await;
    let other = site.site.sign_up("root2").await;
    site.site.promote("root2").await;
    root.mails_invitations(&["ben@example.org"]).await;
    assert_eq!(
        root.open_invitations().await[0]["mailedTo"],
        "ben@example.org"
    );
    let others = other.open_invitations().await.to_string();
    assert!(!others.contains("example.org"), "{others}");
    let mailed = site.site.site.app.db.write(|tx| {
        let (operator, addresses) = (
            AdminAuthority::of_operator(),
            ["eve@example.org".to_owned()],
        );
        Ok(invitations::mail(tx, &operator, &addresses, DAY)?.map(|mailed| mailed.len()))
    });
    mailed
        .await
        .expect("a mail in the name of the oldest administrator");
    let own = root.open_invitations().await.to_string();
    assert!(!own.contains("eve@example.org"), "{own}");
    assert_eq!(site.send().await.len(), 2);
    let log = other.get("/administration/getLog").await.ok().to_string();
    assert!(log.contains("1 invitations by e-mail"), "{log}");
    assert!(!log.contains("example.org"), "{log}");
}

#[tokio::test]
async fn invitations_are_limited_in_a_day() {
    let (site, root) = site().await;
    for (round, expected) in [30, 30, 30, 10].into_iter().enumerate() {
        let addresses: Vec<String> = (0..30)
            .map(|number| format!("u{round}-{number}@example.org"))
            .collect();
        let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
        let outcomes = root.mails_invitations(&addresses).await;
        let sent = outcomes.iter().filter(|one| *one == "sent").count();
        assert_eq!(sent, expected, "{outcomes:?}");
        assert!(outcomes[sent..].iter().all(|one| one == "too-many"));
    }
    for addresses in [vec![], vec!["a@example.org"; 31]] {
        let body = json!({"addresses": addresses});
        let refused = root.post("/administration/mailInvitations", body).await;
        refused.refused(400, "Please enter 1 to 30 addresses");
    }
    drop(site);
}

#[tokio::test]
async fn nothing_is_mailed_for_an_administrator_who_is_none_any_more() {
    let (site, root) = site().await;
    let other = site.site.sign_up("root2").await;
    site.site.promote("root2").await;
    root.mails_invitations(&["ben@example.org"]).await;
    let demoted = json!({"userId": "root1"});
    other.post("/administration/demoteUser", demoted).await.ok();
    assert!(site.send().await.is_empty());
}
