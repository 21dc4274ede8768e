//! Writes a message in the form that its receiver takes.

use serde_json::{Value, json};

use super::content::Message;
use super::model::WebhookForm;
use crate::core::text::{plain_text, without_spoilers, without_tables};
use crate::platform::outbox::SiteEvent;

/// The version of the JSON for programs.
const VERSION: u32 = 1;
/// The longest title and the longest excerpt in a text for people, in characters.
const TITLE: usize = 150;
const EXCERPT: usize = 300;

/// What is sent, and where: the body, and the path if it is not that of the address.
pub struct Request {
    pub body: Vec<u8>,
    pub path: Option<String>,
}

/// Writes a message. `path`: that of the address.
pub fn write(message: &Message, form: WebhookForm, path: &str) -> Request {
    let mut own_path = None;
    let body = match form {
        WebhookForm::Standard => standard(message),
        WebhookForm::Slack => json!({"text": slack(message)}),
        WebhookForm::Discord => {
            json!({"content": discord(message), "allowed_mentions": {"parse": []}})
        }
        WebhookForm::Matrix => json!({"text": plain(message), "html": html(message)}),
        WebhookForm::Ntfy => {
            let (before, topic) = path.rsplit_once('/').unwrap_or_default();
            own_path = Some(format!("{before}/"));
            ntfy(message, topic)
        }
    };
    Request {
        body: body.to_string().into_bytes(),
        path: own_path,
    }
}

/// Returns the JSON for programs, which `docs/webhooks.md` describes. What is absent has no field.
fn standard(message: &Message) -> Value {
    let mut data = json!({"site": message.site, "link": message.link});
    if let Some(by) = &message.by {
        data["by"] = json!(by);
    }
    if let Some((id, name)) = &message.community {
        data["community"] = json!({"_id": id, "name": name});
    }
    if let Some(question) = &message.question {
        data["question"] = json!({"_id": question.id, "link": question.link});
        if let Some((title, tags)) = &question.head {
            data["question"]["title"] = json!(title);
            data["question"]["tags"] = json!(tags);
        }
    }
    if let Some(post) = &message.post {
        data["post"] = json!({"_id": post.id});
        if let Some(kind) = post.kind {
            data["post"]["kind"] = json!(kind);
        }
        if let Some(text) = &post.text {
            data["post"]["text"] = json!(text.markdown);
            data["post"]["isCut"] = json!(text.is_cut);
        }
    }
    json!({"type": message.event, "version": VERSION, "timestamp": message.at, "data": data})
}

/// A message for people: what happened, to what, and how its text begins.
struct Line {
    what: String,
    title: String,
    excerpt: String,
}

fn line(message: &Message) -> Line {
    let what = match message.event {
        SiteEvent::QuestionCreated => "asked",
        SiteEvent::AnswerCreated => "answered",
        SiteEvent::CommentCreated => "commented on",
        SiteEvent::PostEdited => "edited",
        SiteEvent::AnswerAccepted => "An answer was accepted:",
        SiteEvent::QuestionClosed => "A question was closed:",
        SiteEvent::QuestionReopened => "A question was reopened:",
        SiteEvent::PostRemoved => "Something can no longer be read:",
        SiteEvent::PostRestored => "Something can be read again:",
        SiteEvent::Test => "This webhook works:",
    };
    let what = match message.event {
        SiteEvent::QuestionCreated
        | SiteEvent::AnswerCreated
        | SiteEvent::CommentCreated
        | SiteEvent::PostEdited => {
            format!("{} {what}", message.by.as_deref().unwrap_or("[deleted]"))
        }
        _ => what.to_owned(),
    };
    let head = message
        .question
        .as_ref()
        .and_then(|question| question.head.as_ref());
    let title = match (head, message.event) {
        (Some((title, _)), _) => cut(title, TITLE),
        (None, SiteEvent::Test) => message.site.clone(),
        (None, _) => "a post".to_owned(),
    };
    let text = message.post.as_ref().and_then(|post| post.text.as_ref());
    let excerpt = match message.event {
        SiteEvent::QuestionCreated | SiteEvent::AnswerCreated | SiteEvent::CommentCreated => {
            text.map_or_else(String::new, |text| excerpt(&text.markdown))
        }
        _ => String::new(),
    };
    Line {
        what,
        title,
        excerpt,
    }
}

/// Returns how a Markdown text begins, on one line, without what readers must choose to see.
fn excerpt(text: &str) -> String {
    let plain = plain_text(&without_tables(&without_spoilers(text)));
    cut(
        &plain.split_whitespace().collect::<Vec<_>>().join(" "),
        EXCERPT,
    )
}

fn cut(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Takes the meaning from what would call many people in a chat, such as `@channel`, `@room` and `@here`.
fn harmless(text: &str) -> String {
    text.replace('@', "@\u{200b}")
}

/// Returns a text in Slack's own markup, in which only `&`, `<` and `>` mean something.
fn slack(message: &Message) -> String {
    let escape = |text: &str| {
        harmless(text)
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    let Line {
        what,
        title,
        excerpt,
    } = line(message);
    let title = escape(&title).replace('|', "¦");
    let text = format!("{} <{}|{title}>", escape(&what), message.link);
    join(text, &escape(&excerpt))
}

/// Returns a text in Discord's Markdown.
fn discord(message: &Message) -> String {
    let escape = |text: &str| -> String {
        let mut escaped = String::new();
        for c in text.chars() {
            if c.is_ascii_punctuation() {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        escaped
    };
    let Line {
        what,
        title,
        excerpt,
    } = line(message);
    let text = format!("{} [{}](<{}>)", escape(&what), escape(&title), message.link);
    join(text, &escape(&excerpt))
}

fn plain(message: &Message) -> String {
    let Line {
        what,
        title,
        excerpt,
    } = line(message);
    let text = format!("{} {} {}", harmless(&what), harmless(&title), message.link);
    join(text, &harmless(&excerpt))
}

fn html(message: &Message) -> String {
    let escape = |text: &str| {
        harmless(text)
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
    };
    let Line {
        what,
        title,
        excerpt,
    } = line(message);
    let text = format!(
        "{} <a href=\"{}\">{}</a>",
        escape(&what),
        escape_link(&message.link),
        escape(&title)
    );
    if excerpt.is_empty() {
        text
    } else {
        format!("{text}<br>{}", escape(&excerpt))
    }
}

fn escape_link(link: &str) -> String {
    link.replace('&', "&amp;").replace('"', "&quot;")
}

/// Returns a notification for the address of the server, which takes JSON only there.
fn ntfy(message: &Message, topic: &str) -> Value {
    let Line {
        what,
        title,
        excerpt,
    } = line(message);
    json!({"topic": topic, "title": what, "message": join(title, &excerpt), "click": message.link})
}

fn join(text: String, excerpt: &str) -> String {
    if excerpt.is_empty() {
        text
    } else {
        format!("{text}\n{excerpt}")
    }
}
