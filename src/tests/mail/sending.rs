//! One mail and one mail server, with every fault.

use std::time::Duration;

use lettre::Address;

use super::double::{Fault, MailDouble};
use crate::core::clock::Timestamp;
use crate::core::config::{Config, MailTls};
use crate::features::mail::{Block, Mail, MailServer, SendError, Timeouts};

/// Time limits that a test can wait for, and a healthy server keeps.
const SHORT: Timeouts = Timeouts {
    step: Duration::from_millis(400),
    all: Duration::from_millis(1_500),
};

fn mail(text: &str) -> Mail {
    Mail {
        to: Address::new("ann", "example.org").expect("an address"),
        subject: "A subject".to_owned(),
        site: "Stoa".to_owned(),
        title: String::new(),
        blocks: vec![Block::Quote(text.to_owned())],
        id: "id.1".to_owned(),
        thread: None,
        unsubscribe: None,
    }
}

fn config(double: &MailDouble) -> Config {
    let mut config = Config::default();
    double.configure(&mut config);
    config
}

fn send_with(server: &mut MailServer, config: &Config, text: &str) -> Result<(), SendError> {
    let from = config.mail_sender().expect("a sender");
    let (envelope, message) = mail(text)
        .message(&from, Timestamp::from_millis(0))
        .expect("a message");
    server.send(envelope, message, &mut |_| {})
}

fn send(double: &MailDouble, text: &str) -> Result<(), SendError> {
    let config = config(double);
    send_with(&mut MailServer::new(&config, SHORT), &config, text)
}

#[test]
fn a_mail_reaches_the_server() {
    let double = MailDouble::start();
    assert_eq!(send(&double, "hello"), Ok(()));
    let mail = double.next();
    assert_eq!(
        (mail.from.as_str(), mail.to.as_slice()),
        ("stoa@stoa.test", &["ann@example.org".to_owned()][..])
    );
    assert_eq!(mail.plain(), "> hello\r\n\r\n-- \r\nStoa\r\n");
    assert_eq!(mail.header("Message-ID"), "<id.1@stoa.test>");
}

/// RUSTSEC-2026-0561: with a bare CR or LF, `lettre` lets foreign text end a message early.
#[test]
fn no_text_ends_a_message_or_begins_another() {
    let double = MailDouble::start();
    let second = "MAIL FROM:<evil@example.org>";
    for end in [
        "\r\n.\r\n",
        "\n.\n",
        "\r.\r",
        "\r\n.\r",
        "\r\n.\n",
        "\n.\r\n",
        "\r\r\n.\r\n\n",
    ] {
        let text = format!("first{end}{second}{end}");
        assert_eq!(send(&double, &text), Ok(()), "{end:?}");
        let mails: Vec<_> = std::iter::once(double.next()).chain(double.all()).collect();
        assert_eq!(mails.len(), 1, "{end:?}");
        assert_eq!(mails[0].from, "stoa@stoa.test");
        assert!(
            mails[0].plain().contains(second),
            "{end:?}: {}",
            mails[0].data
        );
    }
}

#[test]
fn a_refusal_of_the_recipient_or_the_mail_says_whether_it_may_change() {
    let double = MailDouble::start();
    for (fault, is_final) in [
        (Fault::Recipient("450 mailbox busy"), false),
        (Fault::Recipient("550 no such mailbox"), true),
        (Fault::Mail("451 try later"), false),
        (Fault::Mail("554 looks like spam"), true),
    ] {
        double.fail([fault]);
        let error = send(&double, "hello").expect_err("a refusal");
        assert_eq!(
            matches!(error, SendError::Never(_) | SendError::Recipient(_)),
            is_final,
            "{fault:?}: {error:?}"
        );
        assert_eq!(
            matches!(error, SendError::Later(_)),
            !is_final,
            "{fault:?}: {error:?}"
        );
    }
    assert!(double.all().is_empty());
}

#[test]
fn a_server_that_takes_nothing_fails_all_mails_and_not_this_one() {
    let double = MailDouble::start();
    for fault in [
        Fault::Greeting("421 too busy"),
        Fault::Greeting("554 no service"),
        Fault::Recipient("421 closing"),
        Fault::Mail("421 closing"),
    ] {
        double.fail([fault]);
        let error = send(&double, "hello").expect_err("a refusal");
        assert!(
            matches!(error, SendError::Server(_)),
            "{fault:?}: {error:?}"
        );
    }
}

#[test]
fn silence_after_the_mail_leaves_it_to_a_later_attempt() {
    let double = MailDouble::start();
    for fault in [Fault::SilentAfterData, Fault::HangsAfterData] {
        double.fail([fault]);
        let error = send(&double, "hello").expect_err("silence");
        assert!(matches!(error, SendError::Later(_)), "{fault:?}: {error:?}");
    }
}

/// A kill between the acceptance of a mail and its mark sends it twice, so that the time must be short.
#[test]
fn a_mail_is_sent_once_the_server_has_taken_it() {
    let double = MailDouble::start();
    double.fail([Fault::NoGoodbye]);
    let config = config(&double);
    let patient = Timeouts {
        step: Duration::from_secs(30),
        all: Duration::from_millis(900),
    };
    let mut server = MailServer::new(&config, patient);
    // The end of the connection takes longer than the limit of the whole conversation.
    assert_eq!(send_with(&mut server, &config, "hello"), Ok(()));
    assert_eq!(send_with(&mut server, &config, "again"), Ok(()));
    assert_eq!(
        [double.next(), double.next()].map(|mail| mail.to.len()),
        [1, 1]
    );
}

#[test]
fn slow_bytes_hold_one_conversation_and_no_second_one() {
    let double = MailDouble::start();
    double.fail([Fault::SlowBytes]);
    let config = config(&double);
    let mut server = MailServer::new(&config, SHORT);
    let error = send_with(&mut server, &config, "hello").expect_err("slow bytes");
    assert!(error.cause().contains("within 1 seconds"), "{error:?}");
    let error = send_with(&mut server, &config, "hello").expect_err("a hanging conversation");
    assert!(error.cause().contains("has not ended yet"), "{error:?}");
}

#[test]
fn a_certificate_that_nobody_trusts_is_refused_in_plain_words() {
    let double = MailDouble::with_bad_certificate();
    let mut config = config(&double);
    config.mail.tls = MailTls::Implicit;
    let error =
        send_with(&mut MailServer::new(&config, SHORT), &config, "hello").expect_err("no trust");
    assert!(matches!(error, SendError::Server(_)), "{error:?}");
    assert!(
        error.cause().contains("must be valid for mail.host"),
        "{error:?}"
    );
    assert!(double.all().is_empty());
}

#[test]
fn a_wrong_kind_of_encryption_names_the_right_one() {
    let double = MailDouble::start();
    let mut config = config(&double);
    config.mail.tls = MailTls::Implicit;
    let error =
        send_with(&mut MailServer::new(&config, SHORT), &config, "hello").expect_err("no TLS");
    assert!(
        error.cause().contains("try mail.tls = \"starttls\""),
        "{error:?}"
    );
    config.mail.tls = MailTls::StartTls;
    let error =
        send_with(&mut MailServer::new(&config, SHORT), &config, "hello").expect_err("no TLS");
    assert!(error.cause().contains("offers no STARTTLS"), "{error:?}");
}
