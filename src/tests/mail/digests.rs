//! The digests that members choose.

use std::time::Duration;

use serde_json::json;

use super::delivery::{MailSite, wants};
use super::news::{DAY, MINUTE, advance, number, preferences, set_times, watch};
use super::unsubscribing::ends;
use crate::features::mail::Step;
use crate::platform::outbox::DeliveryKind;

#[tokio::test]
async fn a_digest_has_what_was_missed_and_comes_in_the_morning() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    set_times(&ann, json!({"timeZone": "Europe/Berlin"})).await;
    ben.ask("first", "x", &["tag"]).await;
    advance(&site, 1);
    watch(&ann, "tag", "tag").await;
    wants(&ann, "dailyDigest", true).await;
    let next =
        "SELECT next_look_at / 60000 % 1440 FROM delivery_choices WHERE kind = 'dailyDigest'";
    assert!(
        [6 * 60, 7 * 60].contains(&number(&site, next)),
        "8 in Berlin"
    );
    advance(&site, 1);
    let own = ann.ask("Mine", "x", &["mine"]).await;
    ben.answer(&own, "an answer").await;
    ben.ask("Names", "for @ann", &["other"]).await;
    ben.ask("Tagged", "x", &["tag"]).await;
    ben.ask("Help", "x", &["mine"]).await;
    assert_eq!(site.step().await, Step::Idle);
    advance(&site, DAY);
    let mail = site.only().await;
    assert_eq!(mail.header("Subject"), "[Stoa] Your day");
    let text = mail.plain();
    for part in [
        "Replies to you\r\n==============\r\n\r\n* Mine\r\n  ben answered your question\r\n",
        "* Names\r\n  ben named you in ",
        "* Tagged\r\n  A question by ben, because you watch tag",
        "Without an answer: can you help?\r\n================================\r\n\r\n* Help\r\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("first"), "{text}");
    ends(&site, &mail, DeliveryKind::DailyDigest).await;
    // Nothing is said twice, and nothing to say is no mail.
    advance(&site, DAY);
    assert!(site.send().await.is_empty());
}

#[tokio::test]
async fn a_digest_leaves_out_what_was_seen_and_what_is_not_wanted() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "weeklyDigest", true).await;
    let all = preferences(&ann).await["choices"]
        .as_array()
        .expect("choices")
        .len();
    assert_eq!(all, 6, "with all five kinds");
    let without = json!({"channel": "digest", "kind": "mention", "wanted": false});
    ann.patch("/user/chooseDelivery", without).await.ok();
    advance(&site, 1);
    let question = ann.ask("Mine", "x", &["mine"]).await;
    let answer = ben.answer(&question, "seen").await;
    let viewed = json!({"notificationID": answer});
    ann.patch("/notification/viewNotification", viewed)
        .await
        .ok();
    ben.ask("Names", "for @ann", &["other"]).await;
    advance(&site, 7 * DAY);
    assert!(site.send().await.is_empty());
    ben.comment("question", &question, "news").await;
    advance(&site, 7 * DAY);
    let mail = site.only().await;
    assert_eq!(mail.header("Subject"), "[Stoa] Your week");
    assert!(!mail.plain().contains("Names"));
}

#[tokio::test]
async fn digests_pause_after_90_days_of_absence_and_go_on_after_it() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    let question = ann.ask("Mine", "x", &["mine"]).await;
    wants(&ann, "dailyDigest", true).await;
    advance(&site, 91 * DAY);
    let ben_again = site.site.sign_up("benjamin").await;
    drop(ben);
    ben_again.answer(&question, "late").await;
    assert!(site.send().await.is_empty());
    let login = json!({"username": "ann", "password": crate::tests::PASSWORD});
    site.site.visitor().post("/user/login", login).await.ok();
    // About the new device.
    site.only().await;
    advance(&site, DAY);
    assert!(site.only().await.plain().contains("* Mine"));
}

#[tokio::test]
async fn one_digest_replaces_the_other_and_one_click_ends_both() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    wants(&ann, "dailyDigest", true).await;
    wants(&ann, "weeklyDigest", true).await;
    let digests = "SELECT count(*) FROM delivery_choices WHERE kind LIKE '%Digest'";
    assert_eq!(number(&site, digests), 1);
    let app = site.site.site.app.clone();
    let user =
        crate::core::id::Id::from_i64(number(&site, "SELECT id FROM users WHERE username = 'ann'"));
    let token = app.db.read(move |read| {
        crate::features::mail::unsubscribe_token(
            read,
            user,
            crate::platform::outbox::DeliveryKind::DailyDigest,
        )
    });
    let path = format!("/u/{}", token.await.expect("a token"));
    site.site.visitor().post(&path, json!({})).await.ok();
    assert_eq!(number(&site, digests), 0);
}

#[tokio::test]
async fn a_digest_is_no_part_of_a_digest() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    let choice = json!({"channel": "digest", "kind": "dailyDigest", "wanted": true});
    ann.patch("/user/chooseDelivery", choice)
        .await
        .refused(400, "A digest can only be a mail");
}

/// The longest texts that a site can hold, in a digest with all parts full.
#[tokio::test]
async fn the_longest_digest_has_at_most_20_kb() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    let title = "\"".repeat(100);
    ben.ask("first", "x", &["tag"]).await;
    advance(&site, 1);
    watch(&ann, "tag", "tag").await;
    ann.ask(&title, "x", &["mine"]).await;
    wants(&ann, "weeklyDigest", true).await;
    advance(&site, 1);
    for _ in 0..6 {
        let own = ann.ask(&title, "x", &["mine"]).await;
        ben.answer(&own, "y").await;
        ben.ask(&title, "for @ann", &["other"]).await;
        ben.ask(&title, "x", &["tag"]).await;
        let help = ben.ask(&title, "x", &["mine"]).await;
        let star = json!({"username": "ann", "qid": help});
        ann.post("/star/addStar", star).await.ok();
        let at = site.site.clock.now().plus(Duration::from_secs(MINUTE));
        let note = json!({"qid": help, "note": "&".repeat(1_000), "remindAt": at.to_string()});
        ann.patch("/star/setStarNote", note).await.ok();
        ben.ask(&title, "x", &["mine"]).await;
    }
    advance(&site, 7 * DAY);
    let mail = site.only().await;
    assert_eq!(
        mail.plain().matches("\r\n* ").count(),
        25,
        "{}",
        mail.plain()
    );
    assert!(mail.html().len() <= 20_000, "{}", mail.html().len());
}
