//! The digest: the mail that collects what a user has missed since the last one.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::content::{Content, link};
use super::message::Block;
use super::news::{Composer, place, responded};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::following::{inbox, model::InboxItem};
use crate::features::mentions::model::Mention;
use crate::features::notifications::{Notification, UpdateType};
use crate::features::questions::for_you;
use crate::features::questions::store::for_you::{Headline, headlines};
use crate::features::stars::{model::Reminder, store::notes};
use crate::features::users::Account;
use crate::features::{mentions, notifications};
use crate::platform::db::Read;
use crate::platform::outbox::store::choices;
use crate::platform::outbox::{Channel, DeliveryKind};

/// The largest number of items in each part.
const MAX_EACH: usize = 5;

/// What a user has missed.
pub struct Missed {
    /// Where the next digest goes on.
    up_to: i64,
    responses: Vec<Notification>,
    mentions: Vec<Mention>,
    reminders: Vec<Reminder>,
    watched: Vec<InboxItem>,
    unanswered: Vec<Headline>,
}

impl Missed {
    /// Collects what a user has missed since an id, of the kinds that they want in digests.
    pub fn since(read: &Read<'_>, user: &Account, since: Id) -> Result<Self> {
        let wants = |kind| choices::exists(read, user.id(), Channel::Digest, kind);
        let (answer, comment) = (wants(DeliveryKind::Answer)?, wants(DeliveryKind::Comment)?);
        let mut missed = Self {
            up_to: Id::at(read.now, 0).as_i64(),
            responses: Vec::new(),
            mentions: Vec::new(),
            reminders: Vec::new(),
            watched: Vec::new(),
            unanswered: unanswered(read, user, since)?,
        };
        if answer || comment {
            let found = notifications::store::unread_after(read, user.id(), since, 4 * MAX_EACH)?;
            let of_kind = found.into_iter().filter(|found| match found.update_type {
                UpdateType::Answer => answer,
                UpdateType::Comment => comment,
            });
            missed.responses = of_kind.take(MAX_EACH).collect();
        }
        if wants(DeliveryKind::Mention)? {
            let mut found = mentions::store::unseen_after(read, user.id(), since, MAX_EACH)?;
            let told: Vec<Id> = missed.responses.iter().map(|found| found.id).collect();
            found.retain(|mention| !told.contains(&mention.content_id));
            missed.mentions = found;
        }
        if wants(DeliveryKind::Reminder)? {
            missed.reminders = notes::due(read, user, since.time().millis(), MAX_EACH)?;
        }
        if wants(DeliveryKind::Watched)? {
            missed.watched = best(read, user, inbox::since(read, user, since)?)?;
        }
        let shown: Vec<Id> = missed.watched.iter().map(|item| item.qid).collect();
        missed.unanswered.retain(|head| !shown.contains(&head.id));
        Ok(missed)
    }

    /// Returns whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.responses.is_empty()
            && self.mentions.is_empty()
            && self.reminders.is_empty()
            && self.watched.is_empty()
            && self.unanswered.is_empty()
    }
}

/// Returns the questions asked since an id that a user could answer, newest first.
fn unanswered(read: &Read<'_>, user: &Account, since: Id) -> Result<Vec<Headline>> {
    let mut ids = for_you::unanswered(read, user)?;
    ids.retain(|id| *id > since);
    ids.truncate(MAX_EACH);
    headlines(read, user.id(), &ids)
}

/// Returns the items whose questions have the highest scores, and of those with the same score the newest.
fn best(read: &Read<'_>, user: &Account, mut items: Vec<InboxItem>) -> Result<Vec<InboxItem>> {
    let questions: Vec<Id> = items.iter().map(|item| item.qid).collect();
    let heads = headlines(read, user.id(), &questions)?;
    let scores: HashMap<Id, i64> = heads
        .iter()
        .map(|head| (head.id, head.peer_score))
        .collect();
    items.sort_by_key(|item| Reverse((scores.get(&item.qid).copied(), item.id)));
    items.truncate(MAX_EACH);
    Ok(items)
}

impl Composer<'_> {
    /// Returns the digest of what the recipient has missed since an id, unless there is nothing to say.
    pub fn digest(&self, since: Id) -> Result<Option<Content>> {
        let missed = Missed::since(self.read, self.to, since)?;
        if missed.is_empty() {
            return Ok(None);
        }
        let mut blocks = Vec::new();
        let mut part = |title, items: Vec<Block>| {
            if !items.is_empty() {
                blocks.push(Block::Heading(title));
                blocks.extend(items);
            }
        };
        let responses = missed.responses.iter().map(|found| Block::Item {
            title: found.question_title.clone(),
            note: responded(found),
            address: link(self.config, &found.path()),
        });
        part("Replies to you", responses.collect());
        let mentions = missed.mentions.iter().map(|found| Block::Item {
            title: found
                .title
                .clone()
                .unwrap_or_else(|| "A message".to_owned()),
            note: format!("{} named you in {}", found.mentioned_by, place(found.kind)),
            address: link(self.config, &found.path()),
        });
        part("Texts that name you", mentions.collect());
        let reminders = missed.reminders.iter();
        let reminders = reminders.map(|reminder| self.reminder(reminder));
        part("Reminders", reminders.collect());
        let watched = missed.watched.iter().map(|item| self.item(item));
        part("New in what you watch", watched.collect());
        let unanswered = missed.unanswered.iter().map(|head| Block::Item {
            title: head.title.clone(),
            note: String::new(),
            address: self.question(head.id),
        });
        part("Without an answer: can you help?", unanswered.collect());
        blocks.push(Block::Link("Your home page", link(self.config, "/home")));
        let (subject, about) = if self.kind == DeliveryKind::WeeklyDigest {
            ("Your week", "what is new each week")
        } else {
            ("Your day", "what is new each day")
        };
        self.content(subject, blocks, about, None, Some(missed.up_to))
            .map(Some)
    }
}
