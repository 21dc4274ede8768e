//! The way of a delivery: who gets a mail about what, and what becomes of it.

use std::time::Duration;

use serde_json::{Value, json};

use super::double::{Fault, MailDouble, Received};
use crate::core::config::Source;
use crate::features::mail::{MailServer, Pace, Sender, Step, Timeouts};
use crate::operations::doctor::{DoctorContext, Status};
use crate::platform::outbox::Channel;
use crate::tests::{Person, Reply, TestSite, id_of};

/// A site whose mails go to a double. Nothing is sent unless a test does it.
pub struct MailSite {
    pub site: TestSite,
    pub double: MailDouble,
}

impl MailSite {
    pub fn new() -> Self {
        Self::with(false)
    }

    pub fn new_with_limits() -> Self {
        Self::with(true)
    }

    fn with(has_limits: bool) -> Self {
        let double = MailDouble::start();
        let site = TestSite::with(|config| {
            config.limits.enabled = has_limits;
            double.configure(config);
            config.server.base_url =
                crate::core::config::BaseUrl::parse("https://stoa.test").expect("an address");
        });
        Self { site, double }
    }

    /// Lets the sender do one step.
    pub async fn step(&self) -> Step {
        // A forgotten password is written after the reply.
        self.site.settle().await;
        let app = self.site.site.app.clone();
        let short = Timeouts {
            step: Duration::from_secs(5),
            all: Duration::from_secs(10),
        };
        tokio::task::spawn_blocking(move || {
            Sender::new(MailServer::new(&app.config, short)).step(&app)
        })
        .await
        .expect("a thread")
        .expect("a step")
    }

    /// Sends all that is due, and returns the mails.
    pub async fn send(&self) -> Vec<Received> {
        while self.step().await != Step::Idle {}
        self.double.all()
    }

    /// Sends all that is due: one mail.
    pub async fn only(&self) -> Received {
        let mut mails = self.send().await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        mails.pop().expect("a mail")
    }

    /// Signs up a user with a verified address, `name@example.org`.
    pub async fn sign_up(&self, name: &str) -> Person {
        let person = self.site.sign_up(name).await;
        let address = format!("{name}@example.org");
        person
            .patch("/user/setMailAddress", json!({"address": address}))
            .await
            .ok();
        let token = token_of(&self.only().await);
        verify(&person, &token).await.ok();
        person
    }
}

/// Returns the token in the link of a mail.
pub fn token_of(mail: &Received) -> String {
    let link = mail.link("#token=");
    link.split_once("#token=").expect("a token").1.to_owned()
}

pub async fn verify(by: &Person, token: &str) -> Reply {
    by.post("/user/verifyMailAddress", json!({"token": token}))
        .await
}

pub async fn wants(person: &Person, kind: &str, wanted: bool) -> Value {
    let choice = json!({"channel": "mail", "kind": kind, "wanted": wanted});
    person.patch("/user/chooseDelivery", choice).await.ok()
}

#[tokio::test]
async fn nobody_gets_mail_about_answers_unless_they_choose_it() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "first").await;
    assert!(site.send().await.is_empty());
    wants(&ann, "answer", true).await;
    ben.answer(&question, "second").await;
    assert!(site.only().await.plain().contains("second"));
    wants(&ann, "answer", false).await;
    let question = ann.ask("U", "x", &["a"]).await;
    ben.answer(&question, "third").await;
    assert!(site.send().await.is_empty());
}

#[tokio::test]
async fn a_member_can_choose_mails_about_answers_when_they_confirm_their_address() {
    let site = MailSite::new();
    let (ann, ben) = (
        site.site.sign_up("ann").await,
        site.site.sign_up("ben").await,
    );
    let address = json!({"address": "ann@example.org"});
    ann.patch("/user/setMailAddress", address).await.ok();
    let confirmation = json!({"token": token_of(&site.only().await), "answers": true});
    ann.post("/user/verifyMailAddress", confirmation).await.ok();
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "first").await;
    assert!(site.only().await.plain().contains("first"));
    wants(&ann, "answer", false).await;
    ben.answer(&question, "second").await;
    assert!(site.send().await.is_empty());
}

#[tokio::test]
async fn a_mail_names_the_author_the_question_and_the_text() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    wants(&ann, "comment", true).await;
    let question = ann.ask("Why <b>?", "x", &["a"]).await;
    let answer = ben.answer(&question, "Because & so").await;
    let mail = site.only().await;
    assert_eq!(mail.to, ["ann@example.org"]);
    assert_eq!(mail.header("Subject"), "[Stoa] Why <b>?");
    assert!(
        mail.plain()
            .contains("ben answered your question “Why <b>?”:\r\n\r\n> Because & so"),
        "{}",
        mail.plain()
    );
    assert!(mail.html().contains("Because &amp; so"), "{}", mail.html());
    assert_eq!(
        mail.link("/question/"),
        format!("https://stoa.test/question/{question}#{answer}")
    );
    let viewed = json!({"notificationID": answer});
    ann.patch("/notification/viewNotification", viewed)
        .await
        .ok();
    ben.comment("question", &question, "Why not?").await;
    let comment = site.only().await;
    assert_eq!(
        comment.header("References"),
        mail.header("References"),
        "one thread"
    );
    assert!(comment.plain().contains("ben commented on your question"));
}

#[tokio::test]
async fn an_html_part_of_the_longest_text_has_at_most_20_kb() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let question = ann.ask(&"&".repeat(100), "x", &["a"]).await;
    ben.answer(&question, &"&\n".repeat(15_000)).await;
    let mail = site.only().await;
    assert!(mail.html().len() <= 20_000, "{}", mail.html().len());
    assert!(mail.data.len() <= 40_000, "{}", mail.data.len());
}

/// The right to read is looked up when the mail is sent.
#[tokio::test]
async fn nothing_is_sent_to_recipients_who_lost_the_right_to_read() {
    let losses: [(&str, &str); 5] = [
        (
            "the member left",
            "DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'ann')",
        ),
        (
            "the answer was deleted",
            "UPDATE posts SET deleted_at = 1 WHERE question_id IS NOT NULL",
        ),
        (
            "the question was deleted",
            "UPDATE questions SET scope = NULL",
        ),
        (
            "the account was disabled",
            "UPDATE users SET disabled_at = 1 WHERE username = 'ann'",
        ),
        (
            "the answer was viewed",
            "UPDATE notifications SET viewed_at = 1",
        ),
    ];
    for (loss, sql) in losses {
        let site = MailSite::new();
        let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
        wants(&ann, "answer", true).await;
        let community = site.site.community(7, "private", &["ann", "ben"]);
        let question = ann.ask_in(&community, "T").await;
        ben.answer(&question, "secret").await;
        site.site.sql(sql);
        assert_eq!(site.step().await, Step::Dropped, "{loss}");
        assert!(site.double.all().is_empty(), "{loss}");
        assert_eq!(deliveries(&site, "state <> 'sent'"), 0, "{loss}");
    }
}

fn deliveries(site: &MailSite, condition: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM deliveries WHERE {condition}");
    site.site
        .connection()
        .query_row(&sql, [], |row| row.get(0))
        .expect("a number")
}

/// Lets ben answer a question of ann, who wants to be told.
async fn an_answer(site: &MailSite) -> (Person, Person) {
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let question = ann.ask("T", "x", &["a"]).await;
    ben.answer(&question, "y").await;
    (ann, ben)
}

#[tokio::test]
async fn a_mail_that_is_not_taken_is_sent_again_later_under_the_same_id() {
    let site = MailSite::new();
    an_answer(&site).await;
    let minutes = [1, 5, 30, 120, 360, 1_440];
    site.double.fail([Fault::SilentAfterData; 7]);
    let mut ids = Vec::new();
    for pause in minutes.into_iter().chain([0]) {
        assert_eq!(site.step().await, Step::Refused);
        ids.push(site.double.next().header("Message-ID").to_owned());
        assert_eq!(
            site.step().await,
            Step::Idle,
            "before {pause} minutes have passed"
        );
        site.site.clock.advance(Duration::from_secs(60 * pause));
    }
    ids.dedup();
    assert_eq!(ids.len(), 1, "{ids:?}");
    assert_eq!(deliveries(&site, "state = 'failed' AND attempts = 7"), 1);
    assert_eq!(site.step().await, Step::Idle);
}

#[tokio::test]
async fn a_refusal_for_ever_ends_the_delivery_and_is_listed_with_its_cause() {
    let site = MailSite::new();
    an_answer(&site).await;
    site.double
        .fail([Fault::Recipient("550 <Ann@Example.org>: no such mailbox")]);
    assert_eq!(site.step().await, Step::Refused);
    let rita = administrator(&site).await;
    let failed = rita.get("/administration/getFailedDeliveries").await.ok();
    assert_eq!(failed[0]["username"], "ann");
    assert!(
        failed[0]["problem"]
            .as_str()
            .expect("text")
            .contains("no such mailbox"),
        "{failed}"
    );
    assert!(
        !failed.to_string().to_lowercase().contains("example.org"),
        "no address: {failed}"
    );
    let body = json!({"id": id_of(&failed[0])});
    let counts = rita
        .post("/administration/resendDelivery", body.clone())
        .await
        .ok();
    assert_eq!(
        (&counts["waiting"], &counts["failed"]),
        (&json!(1), &json!(0))
    );
    rita.post("/administration/resendDelivery", body)
        .await
        .refused(404, "Delivery not found");
    assert_eq!(site.only().await.to, ["ann@example.org"]);
}

async fn administrator(site: &MailSite) -> Person {
    let rita = site.site.sign_up("rita").await;
    site.site
        .sql("UPDATE users SET role = 'administrator' WHERE username = 'rita'");
    rita
}

#[tokio::test]
async fn a_server_that_is_down_costs_no_attempt() {
    let site = MailSite::new();
    an_answer(&site).await;
    site.double.fail([Fault::Greeting("421 too busy"); 20]);
    for _ in 0..20 {
        assert_eq!(site.step().await, Step::Unavailable);
    }
    assert_eq!(
        deliveries(
            &site,
            "attempts = 0 AND state = 'waiting' AND claimed_at IS NULL"
        ),
        1
    );
    assert_eq!(site.only().await.to, ["ann@example.org"]);
}

/// A kill after the mail was sent and before that was noted.
#[tokio::test]
async fn a_claim_of_a_killed_server_is_sent_again_under_the_same_id() {
    let site = MailSite::new();
    an_answer(&site).await;
    let first = site.only().await;
    site.site.sql("UPDATE deliveries SET state = 'waiting', ended_at = NULL, attempts = 0, claimed_at = 1 WHERE kind = 'answer'");
    assert_eq!(site.step().await, Step::Idle, "it is claimed");
    let release = |tx: &mut crate::platform::db::Write<'_>| {
        tx.without_event("a test");
        crate::platform::outbox::store::release_all(tx, Channel::Mail)
    };
    assert_eq!(
        site.site.site.app.db.write(release).await.expect("a write"),
        1
    );
    assert_eq!(
        site.only().await.header("Message-ID"),
        first.header("Message-ID")
    );
}

#[tokio::test]
async fn mails_about_accounts_precede_the_others() {
    let site = MailSite::new();
    let (ann, _) = an_answer(&site).await;
    ann.post(
        "/user/forgotPassword",
        json!({"address": "ann@example.org"}),
    )
    .await
    .ok();
    let subjects: Vec<String> = site
        .send()
        .await
        .iter()
        .map(|mail| mail.header("Subject").to_owned())
        .collect();
    assert_eq!(subjects, ["Choose another password for Stoa", "[Stoa] T"]);
}

#[tokio::test]
async fn a_queue_is_drained_in_order_and_within_the_limit_of_a_minute() {
    const PER_MINUTE: u32 = 8;
    let site = MailSite::new();
    let (ann, cem) = (site.sign_up("ann").await, site.sign_up("cem").await);
    let ben = site.site.sign_up("ben").await;
    let mut expected = vec!["Choose another password for Stoa".to_owned()];
    for person in [&ann, &cem] {
        wants(person, "answer", true).await;
    }
    for number in 0..24 {
        let title = format!("Question {number}");
        let asker = [&ann, &cem][number % 2];
        let question = asker.ask(&title, "x", &["a"]).await;
        ben.answer(&question, "y").await;
        expected.push(format!("[Stoa] {title}"));
    }
    let address = json!({"address": "ann@example.org"});
    ann.post("/user/forgotPassword", address).await.ok();
    // While the queue is drained, the mail server is away once, and once it does not take a mail at first.
    let refused = expected.remove(10);
    let clock = &site.site.clock;
    let start = clock.now().millis();
    let (mut pace, mut sent, mut attempts) = (Pace::new(PER_MINUTE), Vec::new(), Vec::new());
    while deliveries(&site, "state = 'waiting'") > 0 || sent.is_empty() {
        let step = site.step().await;
        let now = clock.now().millis() - start;
        if step == Step::Sent {
            sent.push((now, site.double.next().header("Subject").to_owned()));
            match sent.len() {
                5 => site.double.fail([Fault::Greeting("421 busy")]),
                10 => site.double.fail([Fault::Mail("451 later")]),
                _ => {}
            }
        }
        if matches!(step, Step::Sent | Step::Refused) {
            attempts.push(now);
        }
        clock.advance(pace.after(step));
    }
    let (later, in_order): (Vec<_>, Vec<_>) = sent
        .into_iter()
        .partition(|(_, subject)| *subject == refused);
    assert_eq!(later.len(), 1);
    assert!(
        later[0].0 >= attempts[10] + 60_000,
        "{later:?} {attempts:?}"
    );
    let subjects: Vec<String> = in_order.into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(subjects, expected);
    for (number, at) in attempts.iter().enumerate() {
        let within = attempts[number..]
            .iter()
            .filter(|other| **other < at + 60_000);
        assert!(within.count() <= PER_MINUTE as usize, "{attempts:?}");
    }
    // 26 attempts and the pause of 10 seconds.
    let longest = 26 * 60_000 / i64::from(PER_MINUTE) + 10_000;
    assert!(attempts[25] <= longest, "no slower: {attempts:?}");
}

#[tokio::test]
async fn old_deliveries_are_deleted_and_what_waits_too_long_fails() {
    let site = MailSite::new();
    let (ann, ben) = an_answer(&site).await;
    site.only().await;
    let clean = async || {
        site.site
            .site
            .app
            .db
            .write(crate::features::users::session::end_expired)
            .await
            .expect("a write");
    };
    site.site.clock.advance(Duration::from_secs(8 * 24 * 3_600));
    clean().await;
    assert_eq!(deliveries(&site, "state = 'sent' AND thread_id IS NULL"), 0);
    assert_eq!(deliveries(&site, "state = 'sent'"), 1, "of a question");
    let question = ann.ask("U", "x", &["a"]).await;
    ben.answer(&question, "z").await;
    clean().await;
    assert_eq!(deliveries(&site, "state = 'waiting'"), 1);
    site.site.clock.advance(Duration::from_secs(5 * 24 * 3_600));
    clean().await;
    assert_eq!(deliveries(&site, "state = 'failed'"), 1);
    site.site
        .clock
        .advance(Duration::from_secs(91 * 24 * 3_600));
    clean().await;
    assert_eq!(deliveries(&site, "true"), 0);
}

#[tokio::test]
async fn the_doctor_warns_of_mails_that_wait_for_more_than_an_hour() {
    let site = MailSite::new();
    an_answer(&site).await;
    let found = async || {
        let (config, directory) = (
            site.site.site.app.config.clone(),
            site.site.directory.path().to_owned(),
        );
        let now = site.site.clock.now();
        let look = move || {
            let doctor = DoctorContext {
                config: &config,
                data_dir: directory,
                now,
                is_locked: false,
            };
            doctor.inspect(&["mail".to_owned()]).remove(0)
        };
        tokio::task::spawn_blocking(look).await.expect("a finding")
    };
    assert_eq!(found().await.status, Status::Ok);
    site.site.clock.advance(Duration::from_secs(3_601));
    let finding = found().await;
    assert_eq!(
        (finding.status, finding.message.as_str()),
        (Status::Warn, "mails wait: 1, the oldest for 1 h")
    );
}

#[tokio::test]
async fn hostile_titles_and_texts_make_one_mail_with_the_same_headers() {
    let site = MailSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.site.sign_up("ben").await);
    wants(&ann, "answer", true).await;
    let names = |mail: &Received| -> Vec<String> {
        let lines = mail.head().lines().filter(|line| !line.starts_with(' '));
        lines
            .map(|line| line.split(':').next().unwrap_or_default().to_owned())
            .collect()
    };
    let plain = ann.ask("T", "x", &["a"]).await;
    ben.answer(&plain, "y").await;
    let expected = names(&site.only().await);
    for text in [
        "a\r\n.\r\nMAIL FROM:<x@y.z>",
        "a\n.\nQUIT",
        "a\rBcc: x@y.z",
        "=?utf-8?q?a=0D=0ABcc:_x?=",
        "\u{202e}\u{2028}Bcc: x@y.z",
    ] {
        let question = ann.ask(text, "x", &["a"]).await;
        ben.answer(&question, text).await;
        let mail = site.only().await;
        assert_eq!(names(&mail), expected, "{text:?}");
        assert_eq!(mail.to, ["ann@example.org"]);
    }
}

#[tokio::test]
async fn a_sender_without_a_name_has_that_of_the_site() {
    let double = MailDouble::start();
    let site = TestSite::with(|config| {
        double.configure(config);
        config.mail.from = "stoa@stoa.test".to_owned();
        config.site.title = "Agora".to_owned();
    });
    let site = MailSite { site, double };
    let ann = site.site.sign_up("ann").await;
    let address = json!({"address": "ann@example.org"});
    ann.patch("/user/setMailAddress", address).await.ok();
    let mail = site.only().await;
    assert_eq!(mail.header("From"), "Agora <stoa@stoa.test>");
}

#[tokio::test]
async fn a_site_without_mail_says_so() {
    for is_fixed in [false, true] {
        let site = TestSite::with(|config| {
            config.mail.host.clear();
            if is_fixed {
                let source = Source::File("config.toml".to_owned(), 3);
                config.sources.insert("mail.host", source);
            }
        });
        let root = site.administrator("root1").await;
        let address = json!({"address": "ann@example.org"});
        for reply in [
            root.get("/user/getMailSettings").await,
            root.patch("/user/setMailAddress", address.clone()).await,
            root.post("/user/forgotPassword", address.clone()).await,
            root.post("/administration/sendTestMail", address).await,
        ] {
            reply.refused(404, "Mail is not set up on this site");
        }
    }
}
