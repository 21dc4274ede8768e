//! A mail, and the message that it becomes: plain text first, then the same as small HTML.
//!
//! Every body is encoded as quoted-printable, and [`Mail::message`] makes no message with a bare CR
//! or LF: with one of them, foreign text could end a message early and begin another.

use std::fmt::Write as _;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use lettre::Address;
use lettre::address::Envelope;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, Message, MultiPart, SinglePart};

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};

/// The largest number of characters of a title in a subject.
const SUBJECT_LIMIT: usize = 150;
/// The largest number of characters of a name or a title in a list.
const ITEM_LIMIT: usize = 75;
/// The length of a line of a header (RFC 5322, section 2.1.1).
const LINE_LIMIT: usize = 78;
/// The largest number of bytes in an encoded word of at most 75 characters, beside `Subject: `.
const ENCODED_WORD_BYTES: usize = 39;

/// Returns a name or a title for a list: in one line, and cut if it is long.
pub fn cut(text: &str) -> String {
    let mut shown: String = one_line(text).chars().take(ITEM_LIMIT).collect();
    if text.chars().count() > ITEM_LIMIT {
        shown.push('…');
    }
    shown
}

/// A part of a mail.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph of ours.
    Text(String),
    /// A text that a user wrote, cut by the caller.
    Quote(String),
    /// An address of this site, with what it leads to.
    Link(&'static str, String),
    /// The title of a list.
    Heading(&'static str),
    /// An item of a list: what it is about, a note that may be empty, and its address.
    Item {
        title: String,
        note: String,
        address: String,
    },
    /// What comes below the mail, such as why it is sent, with addresses of this site and what they lead to.
    Small(String, Vec<(&'static str, String)>),
}

impl Block {
    /// Returns what comes below the mail, without addresses.
    pub fn small(note: &str) -> Self {
        Self::Small(note.to_owned(), Vec::new())
    }
}

/// A mail to one address.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: Address,
    /// The name of the site.
    pub site: String,
    pub subject: String,
    /// What the mail is about: the heading of its text.
    pub title: String,
    pub blocks: Vec<Block>,
    /// The local part of the message's id, the same at each attempt.
    pub id: String,
    /// The local part of the id of the thread that the mail belongs to.
    pub thread: Option<String>,
    /// The address that ends mails of this kind by a POST request.
    pub unsubscribe: Option<String>,
}

impl Mail {
    /// Returns the envelope and the message from this sender at this time. Fails for a message that a
    /// mail server could take for two.
    pub fn message(&self, from: &Mailbox, now: Timestamp) -> Result<(Envelope, Vec<u8>)> {
        let domain = from.email.domain();
        let seconds = u64::try_from(now.millis()).unwrap_or_default() / 1_000;
        let date = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        let subject: String = self.subject.chars().take(SUBJECT_LIMIT).collect();
        let mut message = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, self.to.clone()))
            .raw_header(subject_header(one_line(&subject)))
            .date(date)
            .message_id(Some(format!("<{}@{domain}>", self.id)))
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(thread) = &self.thread {
            let thread = format!("<{thread}@{domain}>");
            message = message.in_reply_to(thread.clone()).references(thread);
        }
        if let Some(unsubscribe) = &self.unsubscribe {
            let one_click = "List-Unsubscribe=One-Click".to_owned();
            message = message
                .raw_header(header("List-Id", format!("<notifications.{domain}>")))
                .raw_header(address_header(
                    "List-Unsubscribe",
                    format!("<{unsubscribe}>"),
                ))
                .raw_header(header("List-Unsubscribe-Post", one_click));
        }
        let parts = MultiPart::alternative()
            .singlepart(part(ContentType::TEXT_PLAIN, self.plain())?)
            .singlepart(part(ContentType::TEXT_HTML, self.html())?);
        let message = message.multipart(parts).map_err(Error::internal)?;
        let bytes = message.formatted();
        if has_bare_line_end(&bytes) {
            return Err(Error::internal("a mail with a bare CR or LF"));
        }
        Ok((message.envelope().clone(), bytes))
    }

    fn plain(&self) -> String {
        let mut text = String::new();
        let mut foot = format!("-- \n{}\n", one_line(&self.site));
        for block in &self.blocks {
            match block {
                Block::Text(paragraph) => text += &lines(paragraph),
                Block::Quote(quote) => {
                    for line in lines(quote).lines() {
                        let _ = writeln!(text, "> {line}");
                    }
                }
                Block::Link(label, address) => {
                    let _ = write!(text, "{label}:\n{address}");
                }
                Block::Heading(title) => {
                    let _ = write!(text, "{title}\n{}", "=".repeat(title.len()));
                }
                Block::Item {
                    title,
                    note,
                    address,
                } => {
                    let _ = writeln!(text, "* {}", cut(title));
                    if !note.is_empty() {
                        let _ = writeln!(text, "  {}", one_line(note));
                    }
                    let _ = write!(text, "  {address}");
                }
                Block::Small(note, links) => {
                    let _ = writeln!(foot, "{}", lines(note));
                    for (label, address) in links {
                        let _ = writeln!(foot, "{label}: {address}");
                    }
                }
            }
            text.truncate(text.trim_end_matches('\n').len());
            text += "\n\n";
        }
        text.truncate(text.trim_end().len());
        format!("{text}\n\n{foot}")
    }

    /// Returns the mail as a page without a style sheet, which some mail programs drop. It sets no color of text and
    /// background, so that it follows the theme of the program.
    fn html(&self) -> String {
        let (site, title) = (escape(&one_line(&self.site)), escape(&cut(&self.title)));
        let mut html = format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title></head>\n\
             <body style=\"margin:0;padding:24px 16px;font-family:sans-serif;font-size:16px;line-height:1.5\">\n\
             <div style=\"max-width:36em;margin:auto;overflow-wrap:anywhere\">\n\
             <p style=\"margin:0;{FAINT}\">{site}</p>\n\
             <h1 style=\"margin:4px 0 16px;font-size:22px;line-height:1.3\">{title}</h1>\n"
        );
        let mut foot = String::new();
        for block in &self.blocks {
            let _ = match block {
                Block::Text(paragraph) => writeln!(html, "<p>{}</p>", breaks(paragraph)),
                Block::Quote(quote) => writeln!(
                    html,
                    "<blockquote style=\"margin:16px 0;padding:0 0 0 12px;border-left:4px solid #8a8f98\">{}</blockquote>",
                    breaks(quote)
                ),
                Block::Link(label, address) => writeln!(
                    html,
                    "<p style=\"margin:24px 0\"><a href=\"{}\" style=\"{BUTTON}\">{label}</a></p>",
                    escape(address)
                ),
                Block::Heading(title) => writeln!(
                    html,
                    "<h2 style=\"margin:24px 0 8px;font-size:18px\">{title}</h2>"
                ),
                Block::Item {
                    title,
                    note,
                    address,
                } => {
                    let (address, title) = (escape(address), escape(&cut(title)));
                    let _ = write!(html, "<p><a href=\"{address}\">{title}</a>");
                    if !note.is_empty() {
                        let note = escape(&one_line(note));
                        let _ = write!(html, "<br>{note}");
                    }
                    writeln!(html, "</p>")
                }
                Block::Small(note, links) => {
                    let links = links.iter().map(|(label, address)| {
                        format!("<a href=\"{}\">{label}</a>", escape(address))
                    });
                    let mut links = links.collect::<Vec<_>>().join(" · ");
                    if !links.is_empty() {
                        links.insert_str(0, "<br>");
                    }
                    writeln!(
                        foot,
                        "<p style=\"margin:24px 0 0;padding:12px 0 0;border-top:1px solid #8a8f98;font-size:14px;{FAINT}\">{}{links}</p>",
                        breaks(note)
                    )
                }
            };
        }
        html + &foot + "</div></body></html>\n"
    }
}

/// The style of what matters less.
const FAINT: &str = "opacity:.75";
/// The style of the link that a mail leads to.
const BUTTON: &str = "display:inline-block;padding:10px 20px;border-radius:8px;background:#1f5fbf;color:#fff;font-weight:bold;text-decoration:none";

fn part(content_type: ContentType, text: String) -> Result<SinglePart> {
    let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
        .map_err(|_| Error::internal("a body that cannot be encoded"))?;
    Ok(SinglePart::builder().content_type(content_type).body(body))
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// Returns a header with an address that must stay in one piece: folding would encode it. An address that makes the line
/// too long is alone on the next one.
fn address_header(name: &'static str, address: String) -> HeaderValue {
    let is_safe = address.bytes().all(|byte| byte.is_ascii_graphic());
    let encoded = if !is_safe {
        String::new()
    } else if name.len() + ": ".len() + address.len() > LINE_LIMIT {
        format!("\r\n {address}")
    } else {
        address.clone()
    };
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), address, encoded)
}

/// Returns the subject. One that has the form of an encoded word (RFC 2047), which mail programs would decode, is
/// encoded itself.
fn subject_header(subject: String) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str("Subject");
    if !subject.contains("=?") {
        return HeaderValue::new(name, subject);
    }
    let mut words: Vec<String> = Vec::new();
    for character in subject.chars() {
        match words.last_mut() {
            Some(word) if word.len() + character.len_utf8() <= ENCODED_WORD_BYTES => {
                word.push(character);
            }
            _ => words.push(character.into()),
        }
    }
    let words = words
        .iter()
        .map(|word| format!("=?utf-8?b?{}?=", BASE64_STANDARD.encode(word)));
    let encoded = words.collect::<Vec<_>>().join("\r\n ");
    HeaderValue::dangerous_new_pre_encoded(name, subject, encoded)
}

/// Returns a text in one line without control characters.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Returns a text whose only control characters are tabs and ends of lines, written as LF.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars()
        .map(|c| {
            if c.is_control() && !matches!(c, '\n' | '\t') {
                ' '
            } else {
                c
            }
        })
        .collect()
}

fn breaks(text: &str) -> String {
    escape(&lines(text)).replace('\n', "<br>\n")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Returns whether a CR has no LF after it, or an LF no CR before it.
fn has_bare_line_end(bytes: &[u8]) -> bool {
    let bare_cr = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let bare_lf = |at: usize| bytes[at] == b'\n' && (at == 0 || bytes[at - 1] != b'\r');
    (0..bytes.len()).any(|at| bare_cr(at) || bare_lf(at))
}
