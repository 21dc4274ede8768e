//! The headers and the bodies of mails.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use lettre::Address;

use crate::core::clock::Timestamp;
use crate::features::mail::{Block, Mail};

fn message(mail: &Mail) -> String {
    let from = "Stoa <stoa@stoa.test>".parse().expect("a sender");
    let (_, message) = mail
        .message(&from, Timestamp::from_millis(0))
        .expect("a message");
    String::from_utf8(message).expect("ASCII")
}

fn with_subject(subject: &str) -> Mail {
    Mail {
        to: Address::new("ann", "example.org").expect("an address"),
        site: "Stoa".to_owned(),
        subject: subject.to_owned(),
        title: subject.to_owned(),
        blocks: vec![Block::Text("<b>&\"".to_owned())],
        id: "id.1".to_owned(),
        thread: Some("question.1".to_owned()),
        unsubscribe: Some("https://stoa.test/u/abc".to_owned()),
    }
}

#[test]
fn no_subject_adds_a_header() {
    for subject in [
        "a\r\nBcc: evil@example.org",
        "a\nBcc: evil@example.org",
        "a\rBcc: evil@example.org",
        "a\r\n\r\n<script>",
        "ä\r\n Bcc: evil@example.org",
        "=?utf-8?q?=0D=0ABcc:_evil@example.org?=",
        "\0\u{1b}[31m\u{2028}Bcc: evil@example.org",
    ] {
        let message = message(&with_subject(subject));
        let (head, _) = message.split_once("\r\n\r\n").expect("a header");
        let names: Vec<&str> = head
            .split("\r\n")
            .filter(|line| !line.starts_with(' '))
            .map(|line| line.split(':').next().expect("a name"))
            .collect();
        assert!(!names.contains(&"Bcc"), "{subject:?}: {head}");
        assert_eq!(names.len(), 13, "{subject:?}: {head}");
    }
}

#[test]
fn a_title_that_quotes_an_encoded_word_arrives_as_typed() {
    for title in [
        "What is =?utf-8?q?a=C3=A9?= in a header?".to_owned(),
        "=?".to_owned(),
        format!("=?utf-8?b?w6k=?= {}", "é".repeat(60)),
    ] {
        let message = message(&with_subject(&title));
        let (head, _) = message.split_once("\r\n\r\n").expect("a header");
        assert!(head.split("\r\n").all(|line| line.len() <= 78), "{head}");
        let unfolded = head.replace("?=\r\n =?", "?= =?");
        let subject = unfolded
            .split("\r\n")
            .find_map(|line| line.strip_prefix("Subject: "));
        let decoded = subject.expect("a subject").split(' ').map(|word| {
            let word = word
                .strip_prefix("=?utf-8?b?")
                .and_then(|word| word.strip_suffix("?="));
            BASE64_STANDARD
                .decode(word.expect("an encoded word"))
                .expect("Base64")
        });
        assert_eq!(String::from_utf8(decoded.flatten().collect()), Ok(title));
    }
}

#[test]
fn a_long_address_is_alone_on_its_line() {
    let address = format!(
        "https://{}.example.org/u/{}",
        "a".repeat(20),
        "b".repeat(24)
    );
    let mail = Mail {
        unsubscribe: Some(address.clone()),
        ..with_subject("a")
    };
    let message = message(&mail);
    assert!(
        message.contains(&format!("\r\nList-Unsubscribe: \r\n <{address}>\r\n")),
        "{message}"
    );
}

#[test]
fn long_titles_are_cut_and_the_header_stays_short() {
    let message = message(&with_subject(&"𝔤".repeat(1_000)));
    assert!(
        message.split("\r\n").all(|line| line.len() <= 998),
        "{message}"
    );
    assert!(message.len() < 6_000, "{}", message.len());
}

#[test]
fn html_shows_the_same_text_without_anything_of_another_site() {
    let message = message(&with_subject("a"));
    assert!(message.contains("&lt;b&gt;&amp;&quot;"), "{message}");
    for banned in ["<img", "<link", "<style", "<script", "url("] {
        assert!(!message.contains(banned), "{message}");
    }
    let plain = message
        .find("Content-Type: text/plain")
        .expect("a plain part");
    assert!(
        plain
            < message
                .find("Content-Type: text/html")
                .expect("an HTML part")
    );
}

#[test]
fn unsubscribing_is_one_click_and_the_thread_is_that_of_the_question() {
    let message = message(&with_subject("a"));
    for line in [
        "List-Unsubscribe: <https://stoa.test/u/abc>",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "List-Id: <notifications.stoa.test>",
        "Auto-Submitted: auto-generated",
        "In-Reply-To: <question.1@stoa.test>",
        "References: <question.1@stoa.test>",
        "Message-ID: <id.1@stoa.test>",
    ] {
        assert!(
            message.split("\r\n").any(|other| other == line),
            "{line}: {message}"
        );
    }
}

#[test]
fn a_mail_has_the_name_of_the_site_a_heading_and_one_address() {
    let mail = Mail {
        blocks: vec![
            Block::Text("ben answered:".to_owned()),
            Block::Quote("Because.".to_owned()),
            Block::Link("Read it", "https://stoa.test/question/1?a&b".to_owned()),
            Block::Small(
                "Why you get this.".to_owned(),
                vec![("All settings", "https://stoa.test/settings".to_owned())],
            ),
        ],
        ..with_subject("Why <b>?")
    };
    let text = message(&mail)
        .replace("=\r\n", "")
        .replace("=20\r\n", " \r\n")
        .replace("=3D", "=");
    for part in [
        "Read it:\r\nhttps://stoa.test/question/1?a&b\r\n\r\n-- \r\nStoa\r\nWhy you get this.\r\nAll settings: https://stoa.test/settings\r\n",
        ">Stoa</p>",
        ">Why &lt;b&gt;?</h1>",
        "<a href=\"https://stoa.test/question/1?a&amp;b\" style=",
        "<meta name=\"color-scheme\" content=\"light dark\">",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("/question/1").count(), 2, "once in each part");
}
