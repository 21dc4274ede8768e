//! The mails that members choose: which they get, when, and that none tells what its recipient may not
//! read.

use std::time::Duration;

use serde_json::{Value, json};

use super::delivery::{MailSite, token_of, verify, wants};
use super::double::{Fault, Received};
use super::unsubscribing::ends;
use crate::features::mail::Step;
use crate::platform::outbox::DeliveryKind;
use crate::tests::{Person, Reply, id_of};

pub(super) const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
pub(super) const DAY: u64 = 24 * HOUR;

/// The time of the next look for what is collected.
const NEXT_LOOK: u64 = 15 * MINUTE;

pub(super) fn advance(site: &MailSite, seconds: u64) {
    site.site.clock.advance(Duration::from_secs(seconds));
}

pub(super) async fn watch(person: &Person, kind: &str, object: &str) {
    let body = json!({"kind": kind, "object": object, "state": "watching"});
    person.patch("/following/setFollow", body).await.ok();
}

pub(super) async fn preferences(person: &Person) -> Value {
    person.get("/user/getDeliveryPreferences").await.ok()
}

pub(super) async fn set_times(person: &Person, body: Value) -> Value {
    person.patch("/user/setDeliveryTimes", body).await.ok()
}

/// Uses the site, so that the use is recorded.
async fn come_back(site: &MailSite, person: &Person) {
    advance(site, 6 * MINUTE);
    person.get("/user/getMailSettings").await.ok();
    site.site.settle().await;
}

pub(super) fn number(site: &MailSite, sql: &str) -> i64 {
    let connection = site.site.connection();
    connection
        .query_row(sql, [], |row| row.get(0))
        .expect("a number")
}

fn mentions_of(mails: &[Received], text: &str) -> usize {
    mails
        .iter()
        .filter(|mail| mail.plain().contains(text))
        .count()
}

#[tokio::test]
async fn a_description_of_a_community_that_names_a_member_is_told() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "mention", true).await;
    let body = json!({"name": "Columns", "visibility": "public", "description": "Ask @ann"});
    let community = id_of(&ben.post("/community/addCommunity", body).await.ok());
    let mail = site.only().await;
    assert_eq!(mail.header("Subject"), "[Stoa] Columns");
    let text = "ben named you in the description of “Columns”:\r\n\r\n> Ask @ann";
    assert!(mail.plain().contains(text), "{}", mail.plain());
    let address = format!("https://stoa.test/communities/{community}");
    assert_eq!(mail.link("/communities/"), address);
}

#[tokio::test]
async fn a_mention_is_told_at_once_until_it_is_seen() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "mention", true).await;
    let question = ben.ask("T", "ask @ann about it", &["a"]).await;
    let mail = site.only().await;
    assert_eq!(mail.header("Subject"), "[Stoa] T");
    assert!(
        mail.plain()
            .contains("ben named you in the question “T”:\r\n\r\n> ask @ann about it"),
        "{}",
        mail.plain()
    );
    assert_eq!(
        mail.link("/question/"),
        format!("https://stoa.test/question/{question}")
    );
    ends(&site, &mail, DeliveryKind::Mention).await;
    // One that is seen before it is sent is not sent.
    ben.ask("U", "and @ann again", &["a"]).await;
    ann.patch("/mention/markMentionsSeen", json!({})).await.ok();
    assert_eq!(site.step().await, Step::Dropped);
}

#[tokio::test]
async fn a_mention_in_a_message_leads_to_the_chat() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "mention", true).await;
    let body = json!({"messageToAdd": {"msg": "hello @ann", "msgFrom": "ben"}});
    let message = ben.post("/messaging/addMessage", body).await.ok();
    let mail = site.only().await;
    assert!(mail.plain().contains("ben named you in a message"));
    let id = message["_id"].as_str().expect("an id");
    let link = format!("https://stoa.test/messaging#{id}");
    assert_eq!(mail.link("/messaging"), link);
}

#[tokio::test]
async fn what_is_muted_is_silent() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "y").await;
    let mute = json!({"kind": "tag", "object": "a", "state": "muted"});
    ann.patch("/following/setFollow", mute).await.ok();
    assert_eq!(site.step().await, Step::Dropped);
}

#[tokio::test]
async fn an_answer_that_names_its_reader_is_told_once() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "mention", true).await;
    wants(&ann, "answer", true).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "look, @ann").await;
    assert_eq!(site.send().await.len(), 1);
}

#[tokio::test]
async fn what_is_new_in_what_is_watched_is_told_in_one_mail() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    let watched = ben.ask("Watched", "x", &["other"]).await;
    ben.ask("First", "x", &["tag"]).await;
    advance(&site, 1);
    watch(&ann, "tag", "tag").await;
    watch(&ann, "question", &watched).await;
    wants(&ann, "watched", true).await;
    advance(&site, 1);
    ben.ask("Second", "x", &["tag"]).await;
    ben.answer(&watched, "y").await;
    ben.answer(&watched, "z").await;
    assert_eq!(site.step().await, Step::Idle, "not before the next look");
    advance(&site, NEXT_LOOK);
    let mail = site.only().await;
    let text = mail.plain();
    assert!(
        text.contains("* Second\r\n  A question by ben, because you watch tag\r\n"),
        "{text}"
    );
    assert!(
        text.contains("* Watched\r\n  2 answers, the last by ben, because you watch Watched"),
        "{text}"
    );
    assert!(!text.contains("First"), "{text}");
    ends(&site, &mail, DeliveryKind::Watched).await;
    assert_eq!(
        mail.header("List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    // Nothing is told twice.
    advance(&site, NEXT_LOOK);
    assert!(site.send().await.is_empty());
    // A further answer to the same question only when the reader has been back; another question is.
    ben.answer(&watched, "further").await;
    ben.ask("Third", "x", &["tag"]).await;
    advance(&site, NEXT_LOOK);
    let text = site.only().await.plain();
    assert!(
        text.contains("Third") && !text.contains("Watched\r\n  "),
        "{text}"
    );
    come_back(&site, &ann).await;
    ben.answer(&watched, "since").await;
    advance(&site, NEXT_LOOK);
    assert!(site.only().await.plain().contains("* Watched"));
}

#[tokio::test]
async fn a_mail_lists_at_most_ten_items_and_says_how_many_more_there_are() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    ben.ask("first", "x", &["tag"]).await;
    advance(&site, 1);
    watch(&ann, "tag", "tag").await;
    wants(&ann, "watched", true).await;
    advance(&site, 1);
    for _ in 0..12 {
        let title = format!("a\r\n.\r\n&\u{202e}{}", "\"".repeat(80));
        ben.ask(&title, "x", &["tag"]).await;
    }
    advance(&site, NEXT_LOOK);
    let mail = site.only().await;
    assert_eq!(mail.plain().matches("A question by ben").count(), 10);
    assert!(mail.plain().contains("And 2 more on the site."));
    assert!(mail.html().len() <= 20_000, "{}", mail.html().len());
    assert_eq!(mail.to, ["ann@example.org"]);
}

#[tokio::test]
async fn nobody_is_told_more_often_than_every_15_minutes_of_what_they_watch() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    ben.ask("first", "x", &["tag"]).await;
    advance(&site, 1);
    watch(&ann, "tag", "tag").await;
    wants(&ann, "watched", true).await;
    let mut mails = Vec::new();
    for number in 0..30 {
        advance(&site, 2 * MINUTE);
        ben.ask(&format!("number {number}"), "x", &["tag"]).await;
        mails.extend(site.send().await);
    }
    assert_eq!(mails.len(), 3, "in an hour, the first after 15 minutes");
}

#[tokio::test]
async fn due_reminders_are_told_once_with_their_notes() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "reminder", true).await;
    let question = ben.ask("T", "x", &["a"]).await;
    let star = json!({"username": "ann", "qid": question});
    ann.post("/star/addStar", star).await.ok();
    let at = site.site.clock.now().plus(Duration::from_secs(HOUR));
    let note =
        json!({"qid": question, "note": "read the\nsecond part", "remindAt": at.to_string()});
    ann.patch("/star/setStarNote", note).await.ok();
    advance(&site, NEXT_LOOK);
    assert!(site.send().await.is_empty());
    advance(&site, HOUR);
    let mail = site.only().await;
    assert_eq!(mail.header("Subject"), "[Stoa] Reminder: T");
    assert!(
        mail.plain().contains("* T\r\n  read the second part"),
        "{}",
        mail.plain()
    );
    advance(&site, HOUR);
    assert!(site.send().await.is_empty());
}

/// The right to read is looked up when the mail is sent, whatever it is about.
#[tokio::test]
async fn nothing_is_told_to_members_who_lost_the_right_to_read() {
    let losses: [(&str, &str); 6] = [
        (
            "the member left",
            "DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'ann')",
        ),
        (
            "the question was deleted",
            "UPDATE questions SET scope = NULL; UPDATE posts SET deleted_at = 1",
        ),
        (
            "the account was disabled",
            "UPDATE users SET disabled_at = 1 WHERE username = 'ann'",
        ),
        ("the address went", "DELETE FROM mail_addresses"),
        ("the mails were ended", "DELETE FROM delivery_choices"),
        (
            "the address is refused",
            "UPDATE mail_addresses SET refusals = 3",
        ),
    ];
    let kinds = ["mention", "watched", "reminder", "dailyDigest"];
    for kind in kinds {
        for (loss, sql) in losses {
            let site = MailSite::new();
            let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
            let community = site.site.community(7, "private", &["ann", "ben"]);
            watch(&ann, "community", &community).await;
            wants(&ann, kind, true).await;
            advance(&site, 1);
            let question = ben.ask_in(&community, "Secret").await;
            ben.answer(&question, "look, @ann").await;
            let star = json!({"username": "ann", "qid": question});
            ann.post("/star/addStar", star).await.ok();
            let at = site.site.clock.now().plus(Duration::from_secs(MINUTE));
            let note = json!({"qid": question, "remindAt": at.to_string()});
            ann.patch("/star/setStarNote", note).await.ok();
            advance(&site, DAY);
            if kind != "mention" {
                assert_eq!(site.step().await, Step::Looked, "{kind}");
            }
            let waiting = "SELECT count(*) FROM deliveries WHERE state = 'waiting'";
            assert_eq!(number(&site, waiting), 1, "{kind}: there is a mail");
            site.site.sql(sql);
            assert_eq!(site.step().await, Step::Dropped, "{kind}, {loss}");
            assert!(site.send().await.is_empty(), "{kind}, {loss}");
        }
    }
}

#[tokio::test]
async fn a_question_is_told_of_once_until_its_asker_is_back() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    wants(&ann, "comment", true).await;
    let (one, other) = (
        ann.ask("T", "x", &["a"]).await,
        ann.ask("U", "x", &["a"]).await,
    );
    ben.answer(&one, "first").await;
    ben.answer(&one, "second").await;
    ben.comment("question", &one, "third").await;
    ben.answer(&other, "another question").await;
    let mails = site.send().await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mentions_of(&mails, "first"), 1);
    // Weeks later, and after the mail was cleaned up if it ever is.
    advance(&site, 30 * DAY);
    let clean = crate::features::users::session::end_expired;
    let app = site.site.site.app.clone();
    app.db.write(clean).await.expect("a write");
    let ben = site.site.sign_up("benjamin").await;
    ben.answer(&one, "weeks later").await;
    assert!(site.send().await.is_empty());
}

#[tokio::test]
async fn a_reader_who_was_back_or_has_seen_the_answer_is_told_again() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "first").await;
    assert_eq!(site.send().await.len(), 1);
    come_back(&site, &ann).await;
    advance(&site, 1);
    let second = ben.answer(&question, "second").await;
    assert_eq!(site.send().await.len(), 1);
    // They see it at once: the use of the session is not recorded that often.
    let viewed = json!({"notificationID": second});
    ann.patch("/notification/viewNotification", viewed)
        .await
        .ok();
    let third = ben.answer(&question, "third").await;
    assert_eq!(site.send().await.len(), 1);
    let seen = json!({"qid": question, "upTo": third});
    ann.patch("/following/markSeen", seen).await.ok();
    ben.answer(&question, "fourth").await;
    assert_eq!(site.send().await.len(), 1);
}

#[tokio::test]
async fn a_day_has_at_most_50_mails_of_all_chosen_kinds() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    wants(&ann, "comment", true).await;
    let mut question = String::new();
    for number in 0..52 {
        question = ann.ask(&format!("T{number}"), "x", &["a"]).await;
        if number % 2 == 0 {
            ben.answer(&question, "y").await;
        } else {
            ben.comment("question", &question, "y").await;
        }
    }
    let chosen = "SELECT count(*) FROM deliveries WHERE NOT is_urgent";
    assert_eq!(number(&site, chosen), 50);
    // Mails about the account have limits of their own.
    ann.patch("/user/setMailAddress", json!({"address": "x@example.org"}))
        .await
        .ok();
    let urgent = "SELECT count(*) FROM deliveries WHERE is_urgent AND state = 'waiting'";
    assert_eq!(number(&site, urgent), 1);
    advance(&site, DAY + 1);
    ben.answer(&question, "the next day").await;
    assert_eq!(number(&site, chosen), 51);
}

#[tokio::test]
async fn chosen_mails_wait_for_the_end_of_quiet_hours_and_others_do_not() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let now = site.site.clock.now().millis() / 60_000 % 1_440;
    let (from, to) = ((now + 1_439) % 1_440, (now + 120) % 1_440);
    let times = json!({"timeZone": "UTC", "quietFrom": from, "quietTo": to});
    let reply = set_times(&ann, times).await;
    assert_eq!(
        (&reply["quietFrom"], &reply["quietTo"]),
        (&json!(from), &json!(to))
    );
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "y").await;
    assert_eq!(site.step().await, Step::Postponed);
    assert_eq!(site.step().await, Step::Idle);
    ann.post(
        "/user/forgotPassword",
        json!({"address": "ann@example.org"}),
    )
    .await
    .ok();
    assert_eq!(
        site.only().await.header("Subject"),
        "Choose another password for Stoa"
    );
    advance(&site, 2 * HOUR);
    assert_eq!(site.only().await.header("Subject"), "[Stoa] T");
}

#[tokio::test]
async fn ending_the_quiet_hours_sends_what_waited() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let now = site.site.clock.now().millis() / 60_000 % 1_440;
    let times = json!({"timeZone": "UTC", "quietFrom": (now + 1_439) % 1_440, "quietTo": (now + 120) % 1_440});
    set_times(&ann, times).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "y").await;
    assert_eq!(site.step().await, Step::Postponed);
    set_times(&ann, json!({"timeZone": "UTC"})).await;
    assert_eq!(site.send().await.len(), 1);
}

#[tokio::test]
async fn wrong_times_and_zones_change_nothing() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    let before = preferences(&ann).await;
    let hours = "Quiet hours begin and end at different times of day";
    let zone = "This time zone is not known";
    for (body, text) in [
        (json!({"timeZone": "UTC", "quietFrom": 1}), hours),
        (json!({"timeZone": "UTC", "quietTo": 1}), hours),
        (
            json!({"timeZone": "UTC", "quietFrom": 1, "quietTo": 1}),
            hours,
        ),
        (
            json!({"timeZone": "UTC", "quietFrom": 0, "quietTo": 1_440}),
            hours,
        ),
        (
            json!({"timeZone": "UTC", "quietFrom": -1, "quietTo": 0}),
            hours,
        ),
        (json!({"timeZone": "Nowhere/Else"}), zone),
        (json!({"timeZone": "../../etc/passwd"}), zone),
        (json!({"timeZone": "UTC\u{0}"}), zone),
    ] {
        ann.patch("/user/setDeliveryTimes", body)
            .await
            .refused(400, text);
    }
    assert_eq!(preferences(&ann).await, before);
}

#[tokio::test]
async fn three_refusals_in_a_row_stop_chosen_mails_until_the_address_is_confirmed_again() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let answer = async |title: &str| {
        let question = ann.ask(title, "x", &["a"]).await;
        ben.answer(&question, "y").await;
    };
    let refused = Fault::Recipient("550 no such mailbox");
    // A success between them resets the count, and a refusal of the mail itself does not count.
    for fault in [refused, refused] {
        answer("before").await;
        site.double.fail([fault]);
        assert_eq!(site.step().await, Step::Refused);
    }
    answer("sent").await;
    assert_eq!(site.send().await.len(), 1);
    for fault in [Fault::Mail("554 spam"), refused, refused] {
        answer("again").await;
        site.double.fail([fault]);
        assert_eq!(site.step().await, Step::Refused);
    }
    let is_refused = async || {
        let settings = ann.get("/user/getMailSettings").await.ok();
        settings["isRefused"].as_bool().expect("a truth value")
    };
    assert!(!is_refused().await);
    answer("the third").await;
    site.double.fail([refused]);
    assert_eq!(site.step().await, Step::Refused);
    assert!(is_refused().await);
    answer("not sent").await;
    assert_eq!(site.step().await, Step::Idle);
    // Mails about the account are still sent. One of them is the way to go on.
    ann.patch(
        "/user/setMailAddress",
        json!({"address": "ann@example.org"}),
    )
    .await
    .ok();
    let token = token_of(&site.only().await);
    verify(&ann, &token).await.ok();
    assert!(!is_refused().await);
    answer("sent again").await;
    assert!(site.only().await.header("Subject").contains("sent again"));
}

/// Chooses whether mails of a kind have whole texts.
async fn wants_whole(person: &Person, kind: &str, wanted: bool) -> Reply {
    let choice = json!({"channel": "fullText", "kind": kind, "wanted": wanted});
    person.patch("/user/chooseDelivery", choice).await
}

#[tokio::test]
async fn a_mail_has_an_excerpt_unless_its_recipient_chooses_whole_texts() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    let long = format!("Columns {}the end, @ann", "are tall ".repeat(400));
    for kind in ["answer", "mention"] {
        wants(&ann, kind, true).await;
        for (wanted, is_whole) in [(None, false), (Some(true), true), (Some(false), false)] {
            if let Some(wanted) = wanted {
                wants_whole(&ann, kind, wanted).await.ok();
            }
            if kind == "answer" {
                let question = ann.ask("T", "x", &["a"]).await;
                ben.answer(&question, &long).await;
            } else {
                ben.ask("T", &long, &["a"]).await;
            }
            let mail = site.only().await;
            for text in [mail.plain(), mail.html()] {
                assert!(text.contains("Columns are tall"), "{text}");
                assert_eq!(text.contains("the end"), is_whole, "{kind}: {text}");
                assert_eq!(text.contains("tall…"), !is_whole, "{kind}: {text}");
            }
        }
        wants(&ann, kind, false).await;
    }
}

#[tokio::test]
async fn a_mail_has_nothing_of_a_private_text_unless_its_recipient_chooses_whole_texts() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    let community = ann.creates_community("Columns", "private").await;
    let path = format!("/community/addMemberRequest/{community}");
    ben.post(&path, json!({"userId": "ben"})).await.ok();
    let path = format!("/community/approveMemberRequest/{community}");
    ann.post(&path, json!({"userId": "ben"})).await.ok();
    for kind in ["answer", "comment", "mention"] {
        wants(&ann, kind, true).await;
        for is_whole in [false, true] {
            come_back(&site, &ann).await;
            wants_whole(&ann, kind, is_whole).await.ok();
            let question = ann.ask_in(&community, "Quarry").await;
            let place = match kind {
                "answer" => {
                    ben.answer(&question, "marble").await;
                    "Quarry"
                }
                "comment" => {
                    ben.comment("question", &question, "marble").await;
                    "Quarry"
                }
                _ => {
                    let chat = json!({"participants": ["ann", "ben"], "messages": [{"msg": "marble, @ann"}]});
                    ben.post("/chat/createChat", chat).await.ok();
                    "a message"
                }
            };
            let mail = site.only().await;
            for text in [mail.plain(), mail.html()] {
                assert!(text.contains(place), "{text}");
                assert_eq!(text.contains("marble"), is_whole, "{kind}: {text}");
            }
        }
        wants(&ann, kind, false).await;
    }
}

#[tokio::test]
async fn only_mails_with_a_text_can_have_a_whole_one() {
    let site = MailSite::new();
    let ann = site.sign_up("ann").await;
    for kind in ["watched", "reminder"] {
        wants_whole(&ann, kind, true)
            .await
            .refused(400, "Mails of this kind have no text of another user");
    }
    wants_whole(&ann, "comment", true).await.ok();
    let choices = json!([{"channel": "fullText", "kind": "comment"}]);
    assert_eq!(preferences(&ann).await["choices"], choices);
}
