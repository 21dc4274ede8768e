//! What a reset login, a new password and a disabled account leave of addresses and links: nothing
//! that leads an intruder back.

use serde_json::{Value, json};

use super::addresses::{INVALID, INVALID_RESET, address_of, choose_password, forgot, set_address};
use super::delivery::{MailSite, token_of, verify, wants};
use crate::features::mail::Step;
use crate::features::users::account;
use crate::tests::Person;

const RESET: &str = "Your login on Stoa was reset";

/// An account that an intruder had in hand, and an administrator.
struct Intruded {
    site: MailSite,
    ann: Person,
    root: Person,
}

impl Intruded {
    async fn new() -> Self {
        let site = MailSite::new();
        let ann = site.sign_up("ann").await;
        let root = site.site.sign_up("root1").await;
        site.site.promote("root1").await;
        Self { site, ann, root }
    }

    /// Resets the login of the account, and returns the token of the link.
    async fn reset(&self) -> String {
        let body = json!({"userId": "ann"});
        let link: Value = self
            .root
            .post("/administration/resetSignIn", body)
            .await
            .ok();
        link["token"].as_str().expect("a token").to_owned()
    }

    /// Lets the operator assign a password on the command line.
    async fn assign(&self) {
        self.site
            .site
            .with_account("ann", |tx, by, account| {
                account::assign_password(tx, by, account, "x")
            })
            .await
            .expect("assigned");
    }

    /// Returns a link to another password that was sent to the account's address.
    async fn forgotten(&self) -> String {
        forgot(&self.site.site.visitor(), "ann@example.org")
            .await
            .ok();
        token_of(&self.site.only().await)
    }

    /// Asks for another address of the account, and returns the token of its link.
    async fn pending(&self) -> String {
        set_address(&self.ann, "intruder@example.org").await.ok();
        token_of(&self.site.only().await)
    }

    async fn assert_no_password(&self, token: &str) {
        choose_password(&self.site.site.visitor(), token)
            .await
            .refused(403, INVALID_RESET);
    }

    async fn assert_not_confirmed(&self, token: &str) {
        verify(&self.site.site.visitor(), token)
            .await
            .refused(403, INVALID);
    }
}

#[tokio::test]
async fn a_reset_sign_in_removes_the_addresses_of_the_account() {
    let site = Intruded::new().await;
    site.pending().await;
    let token = site.reset().await;
    let ann = site.site.site.visitor();
    choose_password(&ann, &token).await.ok();
    assert_eq!(address_of(&ann).await, json!({"isRefused": false}));
}

#[tokio::test]
async fn a_password_that_the_operator_assigns_removes_the_addresses_of_the_account() {
    let site = Intruded::new().await;
    site.pending().await;
    site.assign().await;
    assert_eq!(address_of(&site.ann).await, json!({"isRefused": false}));
}

#[tokio::test]
async fn the_former_address_is_told_once_that_the_sign_in_was_reset_and_gets_nothing_after_it() {
    let site = Intruded::new().await;
    site.reset().await;
    let told = site.site.only().await;
    assert_eq!(told.to, ["ann@example.org"]);
    assert_eq!(told.header("Subject"), RESET);
    assert!(told.plain().contains("removed"), "{}", told.plain());
    forgot(&site.site.site.visitor(), "ann@example.org")
        .await
        .ok();
    assert_eq!(site.site.step().await, Step::Idle);
}

#[tokio::test]
async fn the_former_address_is_told_once_that_the_operator_assigned_a_password() {
    let site = Intruded::new().await;
    site.assign().await;
    let told = site.site.only().await;
    assert_eq!(told.to, ["ann@example.org"]);
    assert_eq!(told.header("Subject"), RESET);
}

#[tokio::test]
async fn an_address_that_was_not_confirmed_is_not_told_of_a_reset_sign_in() {
    let site = MailSite::new();
    let ann = site.site.sign_up("ann").await;
    let root = site.site.sign_up("root1").await;
    site.site.promote("root1").await;
    set_address(&ann, "ann@example.org").await.ok();
    site.only().await;
    let body = json!({"userId": "ann"});
    root.post("/administration/resetSignIn", body).await.ok();
    assert_eq!(site.step().await, Step::Idle);
}

#[tokio::test]
async fn links_to_another_password_end_when_the_sign_in_is_reset() {
    let site = Intruded::new().await;
    let token = site.forgotten().await;
    site.reset().await;
    site.assert_no_password(&token).await;
}

#[tokio::test]
async fn links_to_an_address_end_when_the_sign_in_is_reset() {
    let site = Intruded::new().await;
    let token = site.pending().await;
    site.reset().await;
    site.assert_not_confirmed(&token).await;
}

#[tokio::test]
async fn mails_with_links_that_wait_are_not_sent_after_a_reset_sign_in() {
    let site = Intruded::new().await;
    forgot(&site.site.site.visitor(), "ann@example.org")
        .await
        .ok();
    set_address(&site.ann, "intruder@example.org").await.ok();
    site.site.site.settle().await;
    site.reset().await;
    assert_eq!(site.site.only().await.header("Subject"), RESET);
}

/// Answers wait for the address that the account has when they are sent.
#[tokio::test]
async fn the_former_address_gets_no_mail_about_answers_after_a_reset_sign_in() {
    let site = Intruded::new().await;
    wants(&site.ann, "answer", true).await;
    let question = site.ann.ask("T", "x", &["a"]).await;
    site.root.answer(&question, "private").await;
    site.reset().await;
    assert_eq!(site.site.only().await.header("Subject"), RESET);
}

#[tokio::test]
async fn a_user_who_changes_their_password_keeps_their_address_which_is_told() {
    let site = Intruded::new().await;
    change_password(&site.ann).await;
    let told = site.site.only().await;
    assert_eq!(told.to, ["ann@example.org"]);
    assert_eq!(told.header("Subject"), "Your password on Stoa was changed");
    assert_eq!(
        address_of(&site.ann).await,
        json!({"address": "ann@example.org", "isRefused": false})
    );
}

/// An intruder who had the password may have asked for it.
#[tokio::test]
async fn a_new_password_ends_an_address_that_waits_for_its_link() {
    let site = Intruded::new().await;
    let token = site.pending().await;
    change_password(&site.ann).await;
    site.assert_not_confirmed(&token).await;
    assert_eq!(
        address_of(&site.ann).await,
        json!({"address": "ann@example.org", "isRefused": false})
    );
}

#[tokio::test]
async fn mails_with_links_that_wait_are_not_sent_after_a_new_password() {
    let site = Intruded::new().await;
    forgot(&site.site.site.visitor(), "ann@example.org")
        .await
        .ok();
    set_address(&site.ann, "intruder@example.org").await.ok();
    site.site.site.settle().await;
    change_password(&site.ann).await;
    assert_eq!(
        site.site.only().await.header("Subject"),
        "Your password on Stoa was changed"
    );
}

#[tokio::test]
async fn links_of_a_disabled_account_stay_invalid_when_it_is_enabled() {
    let site = Intruded::new().await;
    let password = site.forgotten().await;
    let address = site.pending().await;
    let user = json!({"userId": "ann"});
    site.root
        .post("/administration/disableUser", user.clone())
        .await
        .ok();
    site.root
        .post("/administration/enableUser", user)
        .await
        .ok();
    site.assert_no_password(&password).await;
    site.assert_not_confirmed(&address).await;
}

#[tokio::test]
async fn a_disabled_account_confirms_no_address() {
    let site = Intruded::new().await;
    let token = site.pending().await;
    site.site
        .site
        .sql("UPDATE users SET disabled_at = 1 WHERE username = 'ann'");
    site.assert_not_confirmed(&token).await;
}

async fn change_password(person: &Person) {
    let body = json!({"password": "another stoa 2"});
    person.patch("/user/resetPassword", body).await.ok();
}
