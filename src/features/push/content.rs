//! What a message says.

use serde_json::json;

use crate::core::config::Config;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::{plain_text, without_tables};
use crate::features::following::inbox;
use crate::features::mentions::{self, model::MentionKind};
use crate::features::notifications::{self, UpdateType};
use crate::features::questions::store::follows;
use crate::features::stars::store::notes;
use crate::features::users::store::mail_addresses::recipient;
use crate::platform::db::Read;
use crate::platform::outbox::store::choices;
use crate::platform::outbox::{Channel, Delivery, DeliveryKind};

/// The longest title and the longest first line, in characters. Together they are shorter than
/// [`super::encryption::MAX_TEXT`] in every alphabet.
const TITLE: usize = 120;
const LINE: usize = 200;
/// The largest number of reminders that a message counts.
const MAX_REMINDERS: usize = 10;

/// What a message says, for a service worker to show.
pub(super) struct Message {
    /// The question or the chat that it is about.
    pub place: Id,
    /// The title of the question and the first line of the text, as JSON.
    pub full: String,
    /// The same without a word of a user.
    pub short: String,
    /// Up to where it tells of what is collected.
    pub told_up_to: Option<i64>,
    /// Another kind that tells of the same: devices that are told of that kind do not get this message.
    pub told_as: Option<DeliveryKind>,
}

/// Returns the message of a delivery, or `None` if it is not to be sent any more: the recipient may not
/// read what it is about, has seen it, has muted it, or does not want it.
pub(super) fn compose(
    read: &Read<'_>,
    config: &Config,
    delivery: &Delivery,
) -> Result<Option<Message>> {
    let user = delivery.recipient;
    if !choices::exists(read, user, Channel::Push, delivery.kind)? {
        return Ok(None);
    }
    let news = match delivery.kind {
        DeliveryKind::Answer | DeliveryKind::Comment => response(read, delivery)?,
        DeliveryKind::Mention => mention(read, delivery)?,
        DeliveryKind::Watched => watched(read, delivery)?,
        DeliveryKind::Reminder => reminder(read, delivery)?,
        _ => None,
    };
    let Some(news) = news else { return Ok(None) };
    let site = cut(&config.site.title, TITLE);
    let payload = |title: &str, body: String| {
        json!({"title": title, "body": body, "path": news.path, "id": news.id}).to_string()
    };
    let title = news.title.as_ref().map(|title| cut(title, TITLE));
    let short = match delivery.kind {
        DeliveryKind::Watched => "Something new in what you watch".to_owned(),
        kind => format!("1 new {}", kind.name()),
    };
    Ok(Some(Message {
        place: news.place,
        full: payload(title.as_ref().unwrap_or(&site), news.body),
        short: payload(&site, short),
        told_up_to: news.told_up_to,
        told_as: news.told_as,
    }))
}

/// What there is to tell.
struct News {
    id: Id,
    place: Id,
    /// The title of the question, if it is in one.
    title: Option<String>,
    path: String,
    body: String,
    told_up_to: Option<i64>,
    told_as: Option<DeliveryKind>,
}

/// Returns who did what, with the first line of their text.
fn did(by: &str, did: &str, text: &str) -> String {
    format!("{by} {did}: {}", first_line(text))
}

/// Returns an unread answer or comment, unless the recipient has muted the question.
fn response(read: &Read<'_>, delivery: &Delivery) -> Result<Option<News>> {
    let found = notifications::store::one(read, delivery.recipient, delivery.object)?;
    let Some(found) = found.filter(|found| !found.viewed) else {
        return Ok(None);
    };
    if follows::is_muted(read, delivery.recipient, found.question_id)? {
        return Ok(None);
    }
    Ok(Some(News {
        id: found.id,
        place: found.question_id,
        path: found.path(),
        title: Some(found.question_title),
        body: match found.update_type {
            UpdateType::Answer => did(&found.update_by, "answered", &found.update_text),
            UpdateType::Comment => did(&found.update_by, "commented", &found.update_text),
        },
        told_up_to: None,
        told_as: None,
    }))
}

/// Returns an unseen text that names the recipient. They may also be told of it as an answer or a comment.
fn mention(read: &Read<'_>, delivery: &Delivery) -> Result<Option<News>> {
    let Some(found) = mentions::store::one_unseen(read, delivery.recipient, delivery.object)?
    else {
        return Ok(None);
    };
    let other_kind = match found.kind {
        MentionKind::Answer => DeliveryKind::Answer,
        _ => DeliveryKind::Comment,
    };
    let is_wanted = choices::exists(read, delivery.recipient, Channel::Push, other_kind)?;
    Ok(Some(News {
        id: found.id,
        place: found.qid.or(found.chat_id).unwrap_or(found.content_id),
        path: found.path(),
        title: found.title,
        body: did(&found.mentioned_by, "mentioned you", &found.text),
        told_up_to: None,
        told_as: (found.notified && is_wanted).then_some(other_kind),
    }))
}

/// Returns what is new in what the recipient watches since they were told.
fn watched(read: &Read<'_>, delivery: &Delivery) -> Result<Option<News>> {
    let Some(to) = recipient(read, delivery.recipient)? else {
        return Ok(None);
    };
    let items = inbox::since(read, &to.account, delivery.object)?;
    let Some(newest) = items.first() else {
        return Ok(None);
    };
    let why = format!("because you watch {}", cut(&newest.reason.name, LINE));
    Ok(Some(News {
        id: newest.id,
        place: newest.qid,
        title: Some(newest.title.clone()),
        path: match &items[..] {
            [only] => only.path(),
            _ => "/home".to_owned(),
        },
        body: match items.len() - 1 {
            0 => format!("{}, {why}", newest.what()),
            more => format!("{}, {why}, and {more} more", newest.what()),
        },
        told_up_to: Some(newest.id.as_i64()),
        told_as: None,
    }))
}

/// Returns the reminders of the recipient that became due since they were told.
fn reminder(read: &Read<'_>, delivery: &Delivery) -> Result<Option<News>> {
    let Some(to) = recipient(read, delivery.recipient)? else {
        return Ok(None);
    };
    let due = notes::due(read, &to.account, delivery.object.as_i64(), MAX_REMINDERS)?;
    let Some(latest) = due.first() else {
        return Ok(None);
    };
    let note = cut(&latest.note, LINE);
    Ok(Some(News {
        id: latest.qid,
        place: latest.qid,
        title: Some(latest.title.clone()),
        path: match due.len() {
            1 => format!("/question/{}", latest.qid),
            _ => "/home".to_owned(),
        },
        body: match due.len() - 1 {
            0 if note.is_empty() => "A reminder".to_owned(),
            0 => format!("A reminder: {note}"),
            more => format!("A reminder, and {more} more"),
        },
        told_up_to: Some(latest.remind_at.millis()),
        told_as: None,
    }))
}

/// Returns the first line that readers see of a Markdown text. A list is one line.
fn first_line(text: &str) -> String {
    let shown = plain_text(&without_tables(text));
    let mut lines = shown.lines().map(str::trim);
    cut(
        lines.find(|line| !line.is_empty()).unwrap_or_default(),
        LINE,
    )
}

/// Returns a text of at most `length` characters, with an ellipsis in place of the rest.
fn cut(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        None => text.to_owned(),
        Some(_) => text.chars().take(length - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_with_words_is_shown_without_marks() {
        for (text, line) in [
            ("One\nTwo", "One"),
            ("\n\n## A heading\nmore", "A heading"),
            ("> quoted\n\nanswer", "quoted"),
            (">! secret\n\nanswer", "[spoiler]"),
            ("```rust\nfn main() {}\n```", "fn main() {}"),
            ("---\n**bold** words", "bold words"),
            ("- item", "item"),
            ("- one\n- two\n\nthree", "one · two · three"),
            ("| a | b |\n|---|---|\n| 1 | 2 |", "a b"),
            ("", ""),
            ("\n---\n", ""),
        ] {
            assert_eq!(first_line(text), line, "{text:?}");
        }
        assert_eq!(first_line(&"ä".repeat(200)), "ä".repeat(200));
        assert_eq!(first_line(&"ä".repeat(201)), "ä".repeat(199) + "…");
    }
}
