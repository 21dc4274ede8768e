//! The mails that users choose, except the digests. Each is written when it is sent, for a recipient
//! who may then read what it is about.

use super::content::{Content, link};
use super::message::{Block, cut};
use super::unsubscribe;
use crate::core::config::Config;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::{without_spoilers, without_tables};
use crate::features::following::inbox;
use crate::features::following::model::InboxItem;
use crate::features::mentions::model::MentionKind;
use crate::features::notifications::{Notification, UpdateType};
use crate::features::questions::store::follows;
use crate::features::stars::model::Reminder;
use crate::features::stars::store::notes;
use crate::features::users::Account;
use crate::features::{mentions, notifications};
use crate::platform::db::Read;
use crate::platform::outbox::store::choices;
use crate::platform::outbox::{Channel, DeliveryKind};

/// The largest number of items in a mail that collects.
pub const MAX_ITEMS: usize = 10;
/// The largest number of characters of a text in a mail, unless its recipient has chosen whole texts.
const EXCERPT_LIMIT: usize = 200;
/// The largest number of characters of a private note in a mail.
const NOTE_LIMIT: usize = 200;

/// Writes a mail that its recipient has chosen.
pub struct Composer<'a> {
    pub read: &'a Read<'a>,
    pub config: &'a Config,
    pub to: &'a Account,
    pub kind: DeliveryKind,
}

impl Composer<'_> {
    /// Returns the mail about an answer or a comment that the recipient has not read, unless they have
    /// muted the question.
    pub fn response(&self, object: Id) -> Result<Option<Content>> {
        let found = notifications::store::one(self.read, self.to.id(), object)?;
        let Some(found) = found.filter(|found| !found.viewed) else {
            return Ok(None);
        };
        if follows::is_muted(self.read, self.to.id(), found.question_id)? {
            return Ok(None);
        }
        let about = match found.update_type {
            UpdateType::Answer => "answers to your questions",
            UpdateType::Comment => "comments on your posts",
        };
        let (question, path) = (found.question_id, found.path());
        let text = format!("{} “{}”", responded(&found), found.question_title);
        let quote = if self.wants_whole_texts()? {
            notifications::store::whole_text(self.read, self.to.id(), object)?
        } else {
            (!found.is_private).then(|| excerpt(&found.update_text))
        };
        let blocks = quoting(text, quote, link(self.config, &path));
        let thread = Some(format!("question.{question}"));
        self.content(&found.question_title, blocks, about, thread, None)
            .map(Some)
    }

    /// Returns the mail about a text that names the recipient, who has not seen it.
    pub fn mention(&self, object: Id) -> Result<Option<Content>> {
        let Some(found) = mentions::store::one_unseen(self.read, self.to.id(), object)? else {
            return Ok(None);
        };
        let title = found.title.as_deref().unwrap_or("A message");
        let place = match &found.title {
            Some(title) => format!("{} “{title}”", place(found.kind)),
            None => place(found.kind).to_owned(),
        };
        let text = format!("{} named you in {place}", found.mentioned_by);
        let quote = if self.wants_whole_texts()? {
            mentions::store::whole_text(self.read, self.to.id(), object)?
        } else {
            (!found.is_private).then(|| excerpt(&found.text))
        };
        let blocks = quoting(text, quote, link(self.config, &found.path()));
        let thread = found.qid.map(|question| format!("question.{question}"));
        self.content(title, blocks, "texts that name you", thread, None)
            .map(Some)
    }

    /// Returns whether the recipient has chosen whole texts in mails of this kind. Otherwise a mail has an excerpt, and
    /// nothing of a text in a private place.
    fn wants_whole_texts(&self) -> Result<bool> {
        choices::exists(self.read, self.to.id(), Channel::FullText, self.kind)
    }

    /// Returns the mail that collects what is new in what the recipient watches since they were told.
    pub fn watched(&self, since: Id) -> Result<Option<Content>> {
        let items = inbox::since(self.read, self.to, since)?;
        let Some(newest) = items.first() else {
            return Ok(None);
        };
        let (newest, more) = (newest.id.as_i64(), items.len().saturating_sub(MAX_ITEMS));
        let mut blocks = vec![Block::Text("New in what you watch:".to_owned())];
        blocks.extend(items.iter().take(MAX_ITEMS).map(|item| self.item(item)));
        if more > 0 {
            blocks.push(Block::Text(format!("And {more} more on the site.")));
        }
        blocks.push(Block::Link("Your home page", link(self.config, "/home")));
        let subject = match &items[..] {
            [only] => only.title.clone(),
            all => format!("{} new in what you watch", all.len()),
        };
        self.content(&subject, blocks, "what you watch", None, Some(newest))
            .map(Some)
    }

    /// Returns the mail that collects the recipient's reminders that became due since they were told.
    pub fn reminders(&self, since: Id) -> Result<Option<Content>> {
        let due = notes::due(self.read, self.to, since.as_i64(), MAX_ITEMS)?;
        let Some(latest) = due.first().map(|latest| latest.remind_at.millis()) else {
            return Ok(None);
        };
        let subject = match &due[..] {
            [only] => format!("Reminder: {}", only.title),
            all => format!("{} reminders", all.len()),
        };
        let mut blocks = vec![Block::Text("You wanted to be reminded of:".to_owned())];
        blocks.extend(due.iter().map(|reminder| self.reminder(reminder)));
        self.content(&subject, blocks, "your reminders", None, Some(latest))
            .map(Some)
    }

    /// Returns an item about something new in what the recipient watches, with the reason.
    pub fn item(&self, item: &InboxItem) -> Block {
        Block::Item {
            title: item.title.clone(),
            note: format!(
                "{}, because you watch {}",
                item.what(),
                cut(&item.reason.name)
            ),
            address: link(self.config, &item.path()),
        }
    }

    /// Returns an item about a due reminder.
    pub fn reminder(&self, reminder: &Reminder) -> Block {
        Block::Item {
            title: reminder.title.clone(),
            note: reminder.note.chars().take(NOTE_LIMIT).collect(),
            address: self.question(reminder.qid),
        }
    }

    /// Returns the address of a question.
    pub fn question(&self, question: Id) -> String {
        link(self.config, &format!("/question/{question}"))
    }

    /// Returns a mail with the reason why it is sent and the link that ends mails of its kind.
    pub fn content(
        &self,
        subject: &str,
        mut blocks: Vec<Block>,
        about: &str,
        thread: Option<String>,
        told_up_to: Option<i64>,
    ) -> Result<Content> {
        let token = unsubscribe::token(self.read, self.to.id(), self.kind)?;
        let unsubscribe = link(self.config, &unsubscribe::path(&token));
        blocks.push(Block::Small(
            format!("You get this because you chose mails about {about}."),
            vec![
                ("No more of them", unsubscribe.clone()),
                ("All settings", link(self.config, SETTINGS)),
            ],
        ));
        let site = self.config.site.title.clone();
        Ok(Content {
            subject: format!("[{site}] {subject}"),
            title: subject.to_owned(),
            site,
            blocks,
            thread,
            unsubscribe: Some(unsubscribe),
            told_up_to,
        })
    }
}

/// Returns what happened, with the text that it is about if there is one, and where to read it.
fn quoting(happened: String, quote: Option<String>, address: String) -> Vec<Block> {
    let end = if quote.is_some() { ':' } else { '.' };
    let mut blocks = vec![Block::Text(format!("{happened}{end}"))];
    blocks.extend(quote.map(|quote| Block::Quote(plain(&quote))));
    blocks.push(Block::Link("Read it", address));
    blocks
}

/// Returns a text without what a mail cannot fold or draw.
fn plain(text: &str) -> String {
    without_tables(&without_spoilers(text)).into_owned()
}

/// Returns the beginning of a text, up to the end of a word.
fn excerpt(text: &str) -> String {
    let text = plain(text);
    let Some((end, _)) = text.char_indices().nth(EXCERPT_LIMIT) else {
        return text;
    };
    let shown = &text[..end];
    let words = shown.rfind(char::is_whitespace).map(|end| &shown[..end]);
    format!("{}…", words.unwrap_or(shown).trim_end())
}

/// The page where users choose their mails.
const SETTINGS: &str = "/settings/notifications";

/// Returns who did what to the recipient's question or answer.
pub fn responded(found: &Notification) -> String {
    let did = match (found.update_type, found.answer_id) {
        (UpdateType::Answer, _) => "answered your question",
        (UpdateType::Comment, Some(_)) => "commented on your answer to",
        (UpdateType::Comment, None) => "commented on your question",
    };
    format!("{} {did}", found.update_by)
}

/// Returns the kind of a text that names the recipient.
pub fn place(kind: MentionKind) -> &'static str {
    match kind {
        MentionKind::Question => "the question",
        MentionKind::Answer => "an answer to",
        MentionKind::Comment => "a comment on",
        MentionKind::Message => "a message",
        MentionKind::Community => "the description of",
    }
}
