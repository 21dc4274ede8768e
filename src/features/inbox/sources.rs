//! What the inbox merges.

use super::model::{InboxContent, InboxEntry, InboxKind, InboxUnread, MutableKind};
use super::muting;
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::lists as communities;
use crate::features::communities::{Opening, WaitingRequests};
use crate::features::flags::moderation_log::store as log;
use crate::features::following::inbox as watched;
use crate::features::following::model::SearchResult;
use crate::features::following::store::searches;
use crate::features::mentions::store as mentions;
use crate::features::notifications::entries::{EntryKind, store as entries};
use crate::features::notifications::store as notifications;
use crate::features::stars::model::Reminder;
use crate::features::stars::store::notes;
use crate::features::users::badges::{AwardedBadge, store as badges};
use crate::features::users::store::notices;
use crate::features::users::{Me, SecurityNotice};
use crate::platform::db::Read;
use crate::platform::settings;

/// The largest number of entries of a source that are counted.
const COUNT_LIMIT: i64 = 1_000;
/// The largest number of due reminders.
const MAX_DUE: usize = 20;

/// Returns the position of what has no id: its time, and before others of this time that come later in their list.
fn id_at(time: Timestamp, place: usize) -> Id {
    Id::at(time, u64::MAX - place as u64)
}

/// The sources of one member's inbox.
pub struct Sources<'a> {
    read: &'a Read<'a>,
    me: &'a Me,
    kinds: &'a [InboxKind],
    /// Up to this id, what is read by a cursor has been seen.
    seen: Id,
    muted: Vec<MutableKind>,
}

impl<'a> Sources<'a> {
    /// Creates the sources of some kinds.
    pub fn new(read: &'a Read<'a>, me: &'a Me, kinds: &'a [InboxKind]) -> Result<Self> {
        Ok(Self {
            read,
            me,
            kinds,
            seen: log::seen_up_to(read, me)?,
            muted: muting::muted(read, me)?,
        })
    }

    fn has(&self, kind: InboxKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns up to `limit` entries of each source, the newest up to a position in time, in no order.
    pub fn newest(&self, up_to: i64, limit: usize) -> Result<Vec<InboxEntry>> {
        let (read, me) = (self.read, self.me);
        let mut found = Vec::new();
        let is_new = |id: Id| id > self.seen;
        if self.has(InboxKind::Response) {
            let newest = notifications::newest(read, me, up_to, limit)?;
            found.extend(newest.into_iter().map(|found| {
                InboxEntry::new(found.id, !found.viewed, InboxContent::Response(found))
            }));
        }
        if self.has(InboxKind::Mention) {
            let with_notified = !self.has(InboxKind::Response);
            let newest = mentions::newest(read, me, with_notified, up_to, limit)?;
            found.extend(newest.into_iter().map(|(found, is_new)| {
                InboxEntry::new(found.id, is_new, InboxContent::Mention(found))
            }));
        }
        if self.has(InboxKind::Watched) {
            let newest = watched::all(read, me)?.into_iter();
            let newest = newest
                .filter(|found| found.id.as_i64() <= up_to)
                .take(limit);
            found.extend(
                newest.map(|found| InboxEntry::new(found.id, true, InboxContent::Watched(found))),
            );
        }
        if self.has(InboxKind::Own) {
            let newest = entries::newest(read, me, &self.muted_entries(), up_to, limit)?;
            found.extend(
                newest
                    .into_iter()
                    .map(|found| InboxEntry::new(found.id, found.is_new, InboxContent::Own(found))),
            );
        }
        if self.has(InboxKind::Moderation) {
            let newest = log::newest(read, me, up_to, limit)?;
            found.extend(newest.into_iter().map(|found| {
                InboxEntry::new(found.id, found.is_new, InboxContent::Moderation(found))
            }));
        }
        if self.has(InboxKind::Report) {
            let newest = log::newest_reports(read, me, up_to, limit)?;
            found.extend(newest.into_iter().map(|found| {
                InboxEntry::new(found.id, is_new(found.id), InboxContent::Report(found))
            }));
        }
        let mut few = Vec::new();
        few.extend(
            self.requests()?
                .into_iter()
                .enumerate()
                .map(|(place, found)| {
                    let id = id_at(found.requested_at, place);
                    InboxEntry::new(id, is_new(id), InboxContent::Requests(found))
                }),
        );
        few.extend(
            self.openings()?
                .into_iter()
                .enumerate()
                .map(|(place, found)| {
                    let id = id_at(found.opened_at, place);
                    InboxEntry::new(id, is_new(id), InboxContent::Opened(found))
                }),
        );
        few.extend(
            self.badges()?.into_iter().map(|found| {
                InboxEntry::new(found.id, is_new(found.id), InboxContent::Badge(found))
            }),
        );
        few.extend(self.security()?.into_iter().map(|found| {
            let is_new = is_new(found.id) && found.dismissed_at.is_none();
            InboxEntry::new(found.id, is_new, InboxContent::Security(found))
        }));
        few.extend(
            self.reminders()?
                .into_iter()
                .enumerate()
                .map(|(place, found)| {
                    let id = id_at(found.remind_at, place);
                    InboxEntry::new(id, is_new(id), InboxContent::Reminder(found))
                }),
        );
        few.extend(
            self.results()?
                .into_iter()
                .enumerate()
                .map(|(place, found)| {
                    let id = id_at(found.found_at, place);
                    InboxEntry::new(id, is_new(id), InboxContent::Search(found))
                }),
        );
        found.extend(few.into_iter().filter(|entry| entry.id.as_i64() <= up_to));
        Ok(found)
    }

    /// Adds what only the entries of a page need.
    pub fn complete(&self, mut entry: InboxEntry) -> Result<InboxEntry> {
        if let InboxContent::Response(response) = &entry.content {
            let (question, id) = (response.question_id, response.id);
            entry.names_you = mentions::names_actor(self.read, self.me, question, id)?;
        }
        Ok(entry)
    }

    /// Counts all entries: of each source at most [`COUNT_LIMIT`].
    pub fn count(&self) -> Result<i64> {
        let (read, me) = (self.read, self.me);
        let mut count = (self.requests()?.len()
            + self.openings()?.len()
            + self.badges()?.len()
            + self.security()?.len()
            + self.reminders()?.len()
            + self.results()?.len()) as i64;
        if self.has(InboxKind::Response) {
            count += notifications::count(read, me, false, COUNT_LIMIT)?;
        }
        if self.has(InboxKind::Mention) {
            count += mentions::count(read, me, !self.has(InboxKind::Response))?;
        }
        if self.has(InboxKind::Watched) {
            count += watched::all(read, me)?.len() as i64;
        }
        if self.has(InboxKind::Own) {
            count += entries::count(read, me, &self.muted_entries(), false, COUNT_LIMIT)?;
        }
        let first = Id::from_i64(0);
        if self.has(InboxKind::Moderation) {
            count += log::count_after(read, me, first, COUNT_LIMIT)?;
        }
        if self.has(InboxKind::Report) {
            count += i64::from(log::count_reports(read, me, first, COUNT_LIMIT)?);
        }
        Ok(count)
    }

    /// Counts what is unread.
    pub fn unread(&self) -> Result<InboxUnread> {
        let (read, me) = (self.read, self.me);
        let is_new = |id: Id| id > self.seen;
        let (mentions, mentioning_chats) = mentions::count_new(read, me)?;
        let own = entries::count(read, me, &self.muted_entries(), true, COUNT_LIMIT)?;
        let requests = self.requests()?.into_iter();
        let requests = requests.filter(|found| is_new(id_at(found.requested_at, 0)));
        let openings = self.openings()?.into_iter();
        let openings = openings.filter(|found| is_new(id_at(found.opened_at, 0)));
        let badges = self.badges()?.into_iter().filter(|found| is_new(found.id));
        let security = self.security()?.into_iter();
        let security = security.filter(|found| is_new(found.id) && found.dismissed_at.is_none());
        let reminders = self.reminders()?.into_iter();
        let reminders = reminders.filter(|due| is_new(id_at(due.remind_at, 0)));
        let results = self.results()?.into_iter();
        let results = results.filter(|found| is_new(id_at(found.found_at, 0)));
        let few = (openings.count() + badges.count() + security.count() + results.count()) as i64;
        Ok(InboxUnread {
            responses: notifications::count(read, me, true, COUNT_LIMIT)?,
            mentions,
            mentioning_chats,
            own: own + requests.count() as i64,
            notices: few
                + log::count_after(read, me, self.seen, COUNT_LIMIT)?
                + i64::from(log::count_reports(read, me, self.seen, COUNT_LIMIT)?),
            reminders: reminders.count() as i64,
            has_watched: watched::has_any(read, me)?,
            next_due_ms: notes::next_due(read, me)?.map(|next| next.as_millis() as i64),
        })
    }

    fn muted_entries(&self) -> Vec<EntryKind> {
        let muted = self.muted.iter();
        muted
            .filter_map(|kind| EntryKind::from_word(kind.word()))
            .collect()
    }

    fn requests(&self) -> Result<Vec<WaitingRequests>> {
        if !self.has(InboxKind::Requests) {
            return Ok(Vec::new());
        }
        communities::with_requests(self.read, self.me)
    }

    fn openings(&self) -> Result<Vec<Opening>> {
        if !self.has(InboxKind::Opened) {
            return Ok(Vec::new());
        }
        communities::opened(self.read, self.me)
    }

    fn badges(&self) -> Result<Vec<AwardedBadge>> {
        if !self.has(InboxKind::Badge)
            || self.muted.contains(&MutableKind::Badge)
            || !settings::store::awards_badges(self.read)?
        {
            return Ok(Vec::new());
        }
        badges::list(self.read, self.me.id(), None)
    }

    fn security(&self) -> Result<Vec<SecurityNotice>> {
        if !self.has(InboxKind::Security) {
            return Ok(Vec::new());
        }
        notices::of(self.read, self.me)
    }

    fn results(&self) -> Result<Vec<SearchResult>> {
        if !self.has(InboxKind::Search) {
            return Ok(Vec::new());
        }
        searches::results(self.read, self.me)
    }

    fn reminders(&self) -> Result<Vec<Reminder>> {
        if !self.has(InboxKind::Reminder) {
            return Ok(Vec::new());
        }
        notes::due(self.read, self.me, i64::MIN, MAX_DUE)
    }
}
