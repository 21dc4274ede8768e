//! The way of a message: who gets it about what, and what becomes of it when a push service fails.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};

use super::browser::Browser;
use super::double::{Fault, Received};
use super::{PushSite, TIMEOUT, settings, wants};
use crate::features::mail::{MailServer, Sender as MailSender, Step, Timeouts};
use crate::operations::doctor::{DoctorContext, Status};
use crate::tests::{Person, id_of};

/// Turns kinds off for a device of a user. The newest device has the number 0.
async fn turn_off(person: &Person, device: usize, kinds: &[&str]) {
    let device = id_of(&settings(person).await["devices"][device]);
    for kind in kinds {
        let body = json!({"deviceId": device, "kind": kind, "wanted": false});
        person.patch("/user/chooseDeviceDelivery", body).await.ok();
    }
}

/// A user with a device, whose question another user has answered.
struct Answered {
    site: PushSite,
    ann: Person,
    browser: Browser,
    ben: Person,
    question: String,
    answer: String,
}

impl Answered {
    async fn new() -> Self {
        let site = PushSite::new().await;
        let (ann, browser) = site.sign_up("ann").await;
        let ben = site.site.sign_up("ben").await;
        let question = ann.ask("Why?", "x", &["a"]).await;
        let answer = ben.answer(&question, "## Because\nmore").await;
        Self {
            site,
            ann,
            browser,
            ben,
            question,
            answer,
        }
    }

    fn clock(&self) -> &crate::core::clock::Clock {
        &self.site.site.clock
    }

    /// Sends all that is due: one message.
    async fn only(&self) -> Received {
        let mut messages = self.site.send_later().await;
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages.pop().expect("a message")
    }
}

#[tokio::test]
async fn an_answer_is_told_after_thirty_seconds_with_its_first_line() {
    let at = Answered::new().await;
    at.clock().advance(Duration::from_millis(29_999));
    assert!(at.site.send().await.is_empty());
    at.clock().advance(Duration::from_millis(1));
    let messages = at.site.send().await;
    assert_eq!(messages.len(), 1);
    assert_eq!(
        at.browser.read(&messages[0]),
        json!({
            "title": "Why?",
            "body": "ben answered: Because",
            "path": format!("/question/{}#{}", at.question, at.answer),
            "id": at.answer,
        })
    );
    assert_eq!(at.site.states(), ["sent"]);
    assert!(at.site.send_later().await.is_empty(), "only once");
}

#[tokio::test]
async fn a_comment_is_told_to_the_author_of_the_post() {
    let site = PushSite::new().await;
    let (ann, browser) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    let question = ann.ask("Why?", "x", &["a"]).await;
    let comment = ben.comment("question", &question, "Really?").await;
    let messages = site.send_later().await;
    assert_eq!(
        browser.read(&messages[0]),
        json!({"title": "Why?", "body": "ben commented: Really?", "path": format!("/question/{question}#{comment}"), "id": comment})
    );
}

#[tokio::test]
async fn a_message_has_the_headers_of_the_protocol() {
    let at = Answered::new().await;
    let message = at.only().await;
    for (name, value) in [
        ("ttl", "86400"),
        ("urgency", "normal"),
        ("content-encoding", "aes128gcm"),
        ("host", "updates.push.services.mozilla.com"),
    ] {
        assert_eq!(message.headers[name], value, "{name}");
    }
    let topic = &message.headers["topic"];
    let is_url_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    assert!(
        topic.len() == 32 && topic.bytes().all(is_url_safe),
        "{topic}"
    );
    assert!(!topic.contains(&at.question));
}

#[tokio::test]
async fn the_topic_is_that_of_the_question_and_the_user() {
    let site = PushSite::new().await;
    let ((ann, _), (cay, _)) = (site.sign_up("ann").await, site.sign_up("cay").await);
    let ben = site.site.sign_up("ben").await;
    let question = ann.ask("One", "x", &["a"]).await;
    let answer = cay.answer(&question, "y").await;
    ben.answer(&question, "y").await;
    ben.comment("answer", &answer, "z").await;
    let other = ann.ask("Two", "x", &["a"]).await;
    ben.answer(&other, "y").await;
    let topics = |path: &str, messages: &[Received]| -> Vec<String> {
        let of = messages
            .iter()
            .filter(|message| message.path.ends_with(path));
        of.map(|message| message.headers["topic"].clone()).collect()
    };
    let messages = site.send_later().await;
    let (of_ann, of_cay) = (topics("/ann", &messages), topics("/cay", &messages));
    assert_eq!((of_ann.len(), of_cay.len()), (3, 1));
    let mut different = of_ann.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 2, "two questions: {of_ann:?}");
    assert!(!of_ann.contains(&of_cay[0]), "another user");
}

#[tokio::test]
async fn a_message_names_the_site_with_a_signature_for_its_push_service() {
    let at = Answered::new().await;
    let message = at.only().await;
    let value = message.headers["authorization"].strip_prefix("vapid t=");
    let (token, key) = value.expect("vapid").split_once(", k=").expect("a key");
    assert_eq!(settings(&at.ann).await["publicKey"], key);
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).expect("Base64");
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key))
        .verify(signed.as_bytes(), &decode(signature))
        .expect("the signature of the site");
    let (head, claims) = signed.split_once('.').expect("claims");
    let json = |text: &str| serde_json::from_slice::<Value>(&decode(text)).expect("JSON");
    assert_eq!(json(head), json!({"typ": "JWT", "alg": "ES256"}));
    let expiry = at.clock().now().millis() / 1_000 + 12 * 3_600;
    assert_eq!(
        json(claims),
        json!({"aud": "https://updates.push.services.mozilla.com", "exp": expiry, "sub": "https://stoa.test"})
    );
}

#[tokio::test]
async fn a_mention_is_told_with_its_place() {
    let site = PushSite::new().await;
    let (ann, browser) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    let question = ben.ask("Why?", "Do you know, @ann?", &["a"]).await;
    let mention = ann.get("/mention/getMentions").await.ok();
    let messages = site.send_later().await;
    assert_eq!(messages.len(), 1);
    assert_eq!(
        browser.read(&messages[0]),
        json!({
            "title": "Why?",
            "body": "ben mentioned you: Do you know, @ann?",
            "path": format!("/question/{question}"),
            "id": mention[0]["_id"],
        })
    );
}

#[tokio::test]
async fn a_mention_in_a_chat_is_told_under_the_name_of_the_site() {
    let site = PushSite::new().await;
    let (_ann, browser) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    let message = json!({"messageToAdd": {"msg": "Hello @ann", "msgFrom": "ben"}});
    let message = ben.post("/messaging/addMessage", message).await.ok();
    let messages = site.send_later().await;
    let payload = browser.read(&messages[0]);
    assert_eq!(payload["title"], "Stoa");
    assert_eq!(payload["body"], "ben mentioned you: Hello @ann");
    assert_eq!(payload["path"], format!("/messaging#{}", id_of(&message)));
}

#[tokio::test]
async fn a_mention_that_was_seen_is_not_told() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    ben.ask("Why?", "Do you know, @ann?", &["a"]).await;
    ann.patch("/mention/markMentionsSeen", json!({})).await.ok();
    assert!(site.send_later().await.is_empty());
}

#[tokio::test]
async fn an_answer_that_names_its_reader_is_told_once() {
    let at = Answered::new().await;
    at.only().await;
    at.ben.answer(&at.question, "Look, @ann").await;
    assert_eq!(
        at.browser.read(&at.only().await)["body"],
        "ben answered: Look, @ann"
    );
    // Who does not want answers is told of the mention.
    wants(&at.ann, "answer", false).await;
    at.ben.answer(&at.question, "Once more, @ann").await;
    assert_eq!(
        at.browser.read(&at.only().await)["body"],
        "ben mentioned you: Once more, @ann"
    );
}

#[tokio::test]
async fn a_device_that_hides_texts_gets_no_word_of_a_user() {
    let at = Answered::new().await;
    let mut private = at.browser.subscription();
    private["hidesText"] = json!(true);
    let added = at.ann.post("/user/addPushDevice", private).await.ok();
    assert_eq!(added["devices"][0]["hidesText"], true);
    // A browser that subscribes again does not know what was chosen.
    let again = at.browser.subscribe(&at.ann).await;
    assert_eq!(again["devices"][0]["hidesText"], true);
    let payload = at.browser.read(&at.only().await);
    assert_eq!(
        (&payload["title"], &payload["body"]),
        (&json!("Stoa"), &json!("1 new answer"))
    );
}

#[tokio::test]
async fn every_device_of_a_user_gets_a_message() {
    let at = Answered::new().await;
    let mut other = at.site.site.visitor();
    other.name = "ann".to_owned();
    other.authenticate("login").await;
    let second = Browser::new("second");
    second.subscribe(&other).await;
    let messages = at.site.send_later().await;
    assert_eq!(messages.len(), 2);
    for message in &messages {
        let browser = if message.path.ends_with("/second") {
            &second
        } else {
            &at.browser
        };
        assert_eq!(browser.read(message)["id"], json!(at.answer));
    }
    assert_eq!(at.site.states(), ["sent"]);
}

/// Sends what is due, which must be nothing, and checks that nothing is left.
async fn nothing_is_sent(at: &Answered) {
    assert_eq!(at.site.states(), ["waiting"]);
    assert!(at.site.send_later().await.is_empty());
    assert!(at.site.states().is_empty());
}

#[tokio::test]
async fn what_was_read_in_the_meantime_is_not_told() {
    let at = Answered::new().await;
    let viewed = json!({"notificationID": at.answer});
    at.ann
        .patch("/notification/viewNotification", viewed)
        .await
        .ok();
    nothing_is_sent(&at).await;
}

#[tokio::test]
async fn what_was_deleted_in_the_meantime_is_not_told() {
    let at = Answered::new().await;
    let body = json!({"aid": at.answer});
    at.ben.delete_with("/answer/deleteAnswer", body).await.ok();
    nothing_is_sent(&at).await;
}

#[tokio::test]
async fn a_kind_that_is_no_longer_wanted_is_not_told() {
    let at = Answered::new().await;
    wants(&at.ann, "answer", false).await;
    assert!(at.site.states().is_empty());
    at.ben.answer(&at.question, "more").await;
    assert!(at.site.states().is_empty());
    wants(&at.ann, "answer", true).await;
    at.ben.answer(&at.question, "even more").await;
    assert_eq!(at.site.send_later().await.len(), 1);
}

#[tokio::test]
async fn a_member_who_has_left_or_was_removed_is_not_told() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    let community = site.site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "Secret").await;
    ben.answer(&question, "y").await;
    site.site.expel(7, "ann");
    assert_eq!(site.states(), ["waiting"]);
    assert!(site.send_later().await.is_empty());
    // The same with the right.
    site.site.admit(7, "ann");
    ben.answer(&question, "z").await;
    assert_eq!(site.send_later().await.len(), 1);
}

#[tokio::test]
async fn what_is_muted_is_silent() {
    let at = Answered::new().await;
    let mute = json!({"kind": "tag", "object": "a", "state": "muted"});
    at.ann.patch("/following/setFollow", mute).await.ok();
    nothing_is_sent(&at).await;
}

#[tokio::test]
async fn a_message_waits_for_the_end_of_quiet_hours() {
    let at = Answered::new().await;
    let quiet = json!({"timeZone": "UTC", "quietFrom": 0, "quietTo": 60});
    at.ann.patch("/user/setDeliveryTimes", quiet).await.ok();
    assert!(at.site.send_later().await.is_empty());
    assert_eq!(at.site.states(), ["waiting"]);
    at.site.site.clock.advance(Duration::from_secs(3_600));
    assert_eq!(at.site.send_later().await.len(), 1);
}

#[tokio::test]
async fn a_digest_is_no_push_message() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    let choice = json!({"channel": "push", "kind": "dailyDigest", "wanted": true});
    let refused = ann.patch("/user/chooseDelivery", choice).await;
    refused.refused(400, "A digest can only be a mail");
}

#[tokio::test]
async fn a_muted_question_still_tells_whom_it_names() {
    let site = PushSite::new().await;
    let (ann, _) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    let mute = json!({"kind": "tag", "object": "a", "state": "muted"});
    ben.ask("First", "x", &["a"]).await;
    ann.patch("/following/setFollow", mute).await.ok();
    ben.ask("Why?", "Do you know, @ann?", &["a"]).await;
    assert_eq!(site.send_later().await.len(), 1);
}

#[tokio::test]
async fn a_disabled_user_is_not_told() {
    let at = Answered::new().await;
    // The session stays, unlike with the call.
    at.site
        .site
        .sql("UPDATE users SET disabled_at = 1 WHERE username = 'ann'");
    nothing_is_sent(&at).await;
}

#[tokio::test]
async fn a_removed_device_gets_nothing_that_waits() {
    let at = Answered::new().await;
    at.ann.post("/user/logout", json!({})).await.ok();
    nothing_is_sent(&at).await;
}

#[tokio::test]
async fn a_device_gets_only_the_kinds_that_are_on_there() {
    let site = PushSite::new().await;
    let (ann, phone) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    let mut elsewhere = site.site.visitor();
    elsewhere.name = "ann".to_owned();
    elsewhere.authenticate("login").await;
    let desk = Browser::new("desk");
    desk.subscribe(&elsewhere).await;
    // The newest device has the number 0.
    turn_off(&ann, 0, &["answer"]).await;
    turn_off(&ann, 1, &["mention"]).await;
    let question = ann.ask("Why?", "x", &["a"]).await;
    ben.answer(&question, "Because, @ann").await;
    // One is told of the answer, the other one that it names its reader.
    let messages = site.send_later().await;
    let body = |browser: &Browser| {
        let is_its = |message: &&Received| browser.endpoint.ends_with(&message.path);
        let its: Vec<&Received> = messages.iter().filter(is_its).collect();
        assert_eq!(its.len(), 1);
        browser.read(its[0])["body"].clone()
    };
    assert_eq!(body(&phone), "ben answered: Because, @ann");
    assert_eq!(body(&desk), "ben mentioned you: Because, @ann");
}

#[tokio::test]
async fn a_kind_that_is_off_on_all_devices_costs_no_row_and_what_waits_is_dropped() {
    let at = Answered::new().await;
    turn_off(&at.ann, 0, &["answer", "comment", "mention", "reminder"]).await;
    assert!(at.site.send_later().await.is_empty());
    assert_eq!(at.site.states(), [] as [&str; 0], "it was checked again");
    at.ben.answer(&at.question, "more, @ann").await;
    at.ben.comment("question", &at.question, "and more").await;
    assert_eq!(at.site.states(), [] as [&str; 0]);
}

#[tokio::test]
async fn a_description_of_a_community_that_names_a_member_is_told() {
    let site = PushSite::new().await;
    let (ann, browser) = site.sign_up("ann").await;
    let ben = site.site.sign_up("ben").await;
    let body = json!({"name": "Columns", "visibility": "public", "description": "Ask @ann"});
    let community = id_of(&ben.post("/community/addCommunity", body).await.ok());
    let message = browser.read(&site.send_later().await[0]);
    assert_eq!(message["title"], "Columns");
    assert_eq!(message["body"], "ben mentioned you: Ask @ann");
    assert_eq!(message["path"], format!("/communities/{community}"));
    assert_eq!(
        ann.get("/mention/getMentions").await.ok()[0]["contentId"],
        community
    );
}

#[tokio::test]
async fn a_user_without_a_device_costs_no_row() {
    let site = PushSite::new().await;
    let (ann, ben) = (
        site.site.sign_up("ann").await,
        site.site.sign_up("ben").await,
    );
    wants(&ann, "answer", true).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "y").await;
    assert!(site.states().is_empty());
}

#[tokio::test]
async fn a_device_that_its_service_does_not_know_is_removed() {
    for status in [404, 410] {
        let at = Answered::new().await;
        at.site.double.fail([Fault::Status(status)]);
        at.only().await;
        assert_eq!(
            (at.site.devices(), at.site.states().len()),
            (0, 0),
            "{status}"
        );
        at.clock().advance(Duration::from_secs(48 * 3_600));
        at.ben.answer(&at.question, "more").await;
        assert!(at.site.send_later().await.is_empty(), "{status}");
    }
}

#[tokio::test]
async fn a_message_that_is_too_large_is_shortened_once() {
    let at = Answered::new().await;
    at.site.double.fail([Fault::Status(413)]);
    let messages = at.site.send_later().await;
    assert_eq!(messages.len(), 2);
    assert_eq!(at.browser.read(&messages[1])["body"], "1 new answer");
    assert_eq!(at.site.states(), ["sent"]);

    at.ben.answer(&at.question, "more").await;
    at.site
        .double
        .fail([Fault::Status(413), Fault::Status(413)]);
    assert_eq!(at.site.send_later().await.len(), 2);
    assert_eq!(at.site.states(), ["sent", "failed"]);
}

#[tokio::test]
async fn a_busy_service_is_asked_again_after_the_wait_that_it_names() {
    let at = Answered::new().await;
    at.site.double.fail([Fault::RetryAfter(429, "300")]);
    at.only().await;
    assert_eq!(at.site.states(), ["waiting"]);
    at.clock().advance(Duration::from_secs(299));
    assert!(at.site.send().await.is_empty());
    at.clock().advance(Duration::from_secs(1));
    assert_eq!(at.site.send().await.len(), 1);
    assert_eq!(at.site.states(), ["sent"]);
}

#[tokio::test]
async fn a_wait_is_at_least_a_minute_and_at_most_six_hours() {
    for (wait, seconds) in [("0", 60), ("1", 60), ("86400", 6 * 3_600)] {
        let at = Answered::new().await;
        at.site.double.fail([Fault::RetryAfter(429, wait)]);
        at.only().await;
        at.clock().advance(Duration::from_secs(seconds - 1));
        assert!(at.site.send().await.is_empty(), "{wait}");
        at.clock().advance(Duration::from_secs(1));
        assert_eq!(at.site.send().await.len(), 1, "{wait}");
    }
}

#[tokio::test]
async fn only_the_device_that_has_no_message_yet_gets_the_next_attempt() {
    let at = Answered::new().await;
    let mut other = at.site.site.visitor();
    other.name = "ann".to_owned();
    other.authenticate("login").await;
    Browser::new("second").subscribe(&other).await;
    at.site.double.fail([Fault::RetryAfter(429, "60")]);
    let first = at.site.send_later().await;
    assert_eq!(first.len(), 2);
    at.clock().advance(Duration::from_secs(60));
    let second = at.site.send().await;
    assert_eq!(second.len(), 1);
    assert_eq!(at.site.states(), ["sent"]);
    // The double answers in the order of arrival, which is that of its list.
    assert_eq!(second[0].path, first[0].path);
}

#[tokio::test]
async fn a_service_that_does_not_respond_gets_a_pause_and_others_go_on() {
    for fault in [Fault::Status(503), Fault::Silence] {
        let at = Answered::new().await;
        let (cay, elsewhere) = (
            at.site.site.sign_up("cay").await,
            Browser::at("https://fcm.googleapis.com/fcm/send/cay"),
        );
        elsewhere.subscribe(&cay).await;
        let question = cay.ask("Other", "x", &["a"]).await;
        at.site.double.fail([fault.clone()]);
        at.only().await;
        // The same service is not asked again at once, for another message.
        at.ben.answer(&at.question, "more").await;
        at.ben.answer(&question, "more").await;
        let messages = at.site.send_later().await;
        assert_eq!(messages.len(), 1, "{fault:?}: {messages:?}");
        assert_eq!(messages[0].headers["host"], "fcm.googleapis.com");
        assert_eq!(
            at.site.states(),
            ["waiting", "waiting", "sent"],
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn a_message_fails_after_the_last_attempt() {
    let at = Answered::new().await;
    at.site
        .double
        .fail(std::iter::repeat_n(Fault::Status(429), 20));
    let mut attempts = at.site.send_later().await.len();
    while at.site.states() == ["waiting"] {
        at.clock().advance(Duration::from_secs(24 * 3_600));
        // The session would have expired.
        at.site
            .site
            .sql("UPDATE sessions SET last_seen_at = last_seen_at + 86400000");
        attempts += at.site.send().await.len();
    }
    assert_eq!((attempts, at.site.states()), (7, vec!["failed".to_owned()]));
}

#[tokio::test]
async fn administrators_see_a_refusal_and_send_again() {
    let at = Answered::new().await;
    at.site.site.promote("ben").await;
    at.site.double.fail([Fault::Status(403)]);
    at.only().await;
    let failed = at.ben.get("/administration/getFailedDeliveries").await.ok();
    let failed = &failed[0];
    assert_eq!(failed["channel"], "push");
    assert_eq!(failed["username"], "ann");
    let problem = failed["problem"].as_str().expect("a problem");
    assert_eq!(problem, "403 reason");
    let body = json!({"id": failed["_id"]});
    at.ben
        .post("/administration/resendDelivery", body)
        .await
        .ok();
    assert_eq!(at.site.send().await.len(), 1);
    assert_eq!(at.site.states(), ["sent"]);
}

#[tokio::test]
async fn a_redirect_is_a_refusal() {
    let at = Answered::new().await;
    let to = "https://127.0.0.1/".to_owned();
    at.site.double.fail([Fault::Redirect(to)]);
    at.only().await;
    assert_eq!(at.site.double.network.connected().len(), 1);
    assert_eq!(at.site.states(), ["failed"]);
}

#[tokio::test]
async fn a_service_whose_name_leads_to_a_private_address_gets_no_connection() {
    let at = Answered::new().await;
    at.site.double.network.answer(&["10.0.0.1"]);
    assert!(at.site.send_later().await.is_empty());
    assert_eq!(at.site.double.network.connected(), []);
    assert_eq!(at.site.states(), ["failed"]);
}

#[tokio::test]
async fn a_device_whose_messages_are_always_refused_is_removed() {
    let at = Answered::new().await;
    for number in 0..9 {
        at.site.double.fail([Fault::Status(400)]);
        at.only().await;
        assert_eq!(at.site.devices(), 1, "{number}");
        at.ben.answer(&at.question, "more").await;
    }
    // One that is taken begins the count again.
    at.only().await;
    for _ in 0..10 {
        assert_eq!(at.site.devices(), 1);
        at.ben.answer(&at.question, "more").await;
        at.site.double.fail([Fault::Status(400)]);
        at.only().await;
    }
    assert_eq!(at.site.devices(), 0);
}

#[tokio::test]
async fn what_a_dead_process_had_claimed_is_sent_by_the_next_one() {
    let at = Answered::new().await;
    at.site.site.sql("UPDATE deliveries SET claimed_at = 1");
    assert!(at.site.send_later().await.is_empty());
    // A push site starts with this.
    let released = at.site.site.site.app.db.write(|tx| {
        tx.without_event("a test");
        crate::platform::outbox::store::release_all(tx, crate::platform::outbox::Channel::Push)
    });
    assert_eq!(released.await.expect("a write"), 1);
    assert_eq!(at.site.send().await.len(), 1);
}

#[tokio::test]
async fn the_senders_of_mail_and_push_leave_each_other_what_is_theirs() {
    let at = Answered::new().await;
    at.clock().advance(Duration::from_secs(60));
    let app = at.site.site.site.app.clone();
    let step = tokio::task::spawn_blocking(move || {
        let timeouts = Timeouts {
            step: TIMEOUT,
            all: TIMEOUT,
        };
        MailSender::new(MailServer::new(&app.config, timeouts)).step(&app)
    });
    let step = step.await.expect("a thread").expect("a step");
    assert_eq!(step, Step::Idle, "no mail waits");
    at.site.site.sql("INSERT INTO deliveries (id, recipient_id, channel, kind, object_id, destination, is_urgent, created_at, next_attempt_at)
         SELECT 7, id, 'mail', 'passwordChanged', 7, 'ann@example.org', 1, 0, 0 FROM users WHERE username = 'ann'");
    assert_eq!(at.site.send().await.len(), 1);
    assert_eq!(
        at.site.texts("SELECT state FROM deliveries WHERE id = 7"),
        ["waiting"]
    );
}

#[tokio::test]
async fn a_user_gets_at_most_fifty_messages_of_a_kind_in_a_day() {
    let at = Answered::new().await;
    for _ in 0..55 {
        at.ben.answer(&at.question, "more").await;
    }
    assert_eq!(at.site.states().len(), 50);
    assert_eq!(at.site.send_later().await.len(), 50);
}

/// Returns what the doctor says about push.
async fn finding(at: &Answered) -> (Status, String) {
    let site = &at.site.site;
    let (config, data_dir) = (
        site.site.app.config.clone(),
        site.directory.path().to_owned(),
    );
    let now = site.clock.now();
    let inspect = move || {
        let doctor = DoctorContext {
            config: &config,
            data_dir,
            now,
            is_locked: false,
        };
        doctor.inspect(&["push".to_owned()]).remove(0)
    };
    let found = tokio::task::spawn_blocking(inspect).await;
    let found = found.expect("a finding");
    (found.status, found.message)
}

#[tokio::test]
async fn the_doctor_finds_messages_that_wait_and_a_damaged_key() {
    let at = Answered::new().await;
    assert_eq!(finding(&at).await.0, Status::Ok);
    at.clock().advance(Duration::from_secs(3_601));
    let warning = "push messages wait: 1, the oldest for 1 h".to_owned();
    assert_eq!(finding(&at).await, (Status::Warn, warning));
    at.site
        .site
        .sql("UPDATE site_keys SET key = x'00' WHERE name = 'push'");
    let error = "the key of the site for push services is damaged".to_owned();
    assert_eq!(finding(&at).await, (Status::Error, error));
}

#[tokio::test]
async fn long_and_hostile_texts_fit_into_a_message() {
    let at = Answered::new().await;
    at.only().await;
    for text in [
        "\u{1}".repeat(500),
        "\u{1f600}".repeat(500),
        "\"\\".repeat(500),
        "<script>".repeat(100),
    ] {
        at.site
            .site
            .sql("UPDATE notifications SET viewed_at = NULL; DELETE FROM deliveries");
        at.site.site.sql(&format!("UPDATE questions SET title = '{text}'; UPDATE posts SET text = '{text}' WHERE question_id IS NOT NULL"));
        at.site.site.sql(
            "INSERT INTO deliveries (id, recipient_id, channel, kind, object_id, is_urgent, created_at, next_attempt_at)
             SELECT 7, recipient_id, 'push', 'answer', id, 0, 0, 0 FROM notifications"
        );
        let messages = at.site.send().await;
        assert_eq!(messages.len(), 1);
        let payload = at.browser.read(&messages[0]);
        let title = payload["title"].as_str().expect("a title");
        assert!(text.starts_with(title.trim_end_matches('…')), "{title}");
    }
}
