//! The inbox: everything that a member is notified of, in one list in order of time, with one way to mark all as read.
//!
//! Nothing is stored here. Each source finds its newest entries up to a position in the order of time, with its own check of
//! who may read them, and the list merges them. So a page costs as many rows of each source as it has entries, and what a
//! member may no longer read is gone from it. Own acts tell nobody, and what many do is one entry: the requests to join a
//! community, and the votes for a post.

pub mod model;
mod muting;
pub mod routes;
mod sources;

use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::flags::moderation_log;
use crate::features::following;
use crate::features::mentions;
use crate::features::notifications::{self, entries};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

use model::{InboxEntry, InboxKind, InboxUnread};
use sources::Sources;

/// Returns the actor's entries of some kinds, newest first.
pub fn list(
    read: &Read<'_>,
    me: &Me,
    kinds: &[InboxKind],
    paging: &Paging,
) -> Result<Page<InboxEntry>> {
    let before = paging.position()?.unwrap_or([i64::MAX; 2]);
    let sources = Sources::new(read, me, kinds)?;
    // One entry can be as new as the last one of the page before.
    let mut found = sources.newest(before[0], paging.limit + 2)?;
    found.retain(|entry| entry.position() < before);
    found.sort_by_key(|entry| std::cmp::Reverse(entry.position()));
    found.truncate(paging.limit + 1);
    let page = Page::cut(found, paging.limit, sources.count()?, |last| {
        let [time, kind] = last.position();
        format!("{time}.{kind}")
    });
    page.try_map(|entry| sources.complete(entry))
}

/// Returns how much in the actor's inbox is unread.
pub fn unread(read: &Read<'_>, me: &Me) -> Result<InboxUnread> {
    Sources::new(read, me, InboxKind::ALL)?.unread()
}

/// Makes the actor's entries up to one count as read, or all of them. Due reminders stay until they are done.
pub fn mark_all_read(tx: &mut Write<'_>, me: &Me, up_to: Option<Id>) -> Result<()> {
    let newest = Id::at(tx.now, u64::MAX);
    let up_to = up_to.map_or(newest, |id| id.min(newest));
    notifications::clear_up_to(tx, me, up_to)?;
    mentions::mark_all_seen(tx, me, Some(up_to))?;
    following::inbox::mark_seen(tx, me, Some(up_to))?;
    moderation_log::store::mark_seen(tx, me, up_to)?;
    entries::emit_changed(tx, me.id());
    Ok(())
}

/// Marks one of the actor's entries as read, if it is of a kind that is read one by one. Ignores other ids.
pub fn mark_read(tx: &mut Write<'_>, me: &Me, kind: InboxKind, id: Id) -> Result<()> {
    match kind {
        InboxKind::Response => notifications::view_if_any(tx, me, id).map(drop)?,
        InboxKind::Mention => mentions::mark_seen(tx, me, &[id])?,
        InboxKind::Own => entries::mark_seen(tx, me, &[id])?,
        _ => {}
    }
    entries::emit_changed(tx, me.id());
    Ok(())
}

/// Parses kinds of entries, separated by commas. An empty text means all. Rejects other words with 400.
fn parse_kinds(text: &str) -> Result<Vec<InboxKind>> {
    if text.is_empty() {
        return Ok(InboxKind::ALL.to_vec());
    }
    let kind = |word| InboxKind::from_word(word).ok_or_else(unknown_kind);
    text.split(',').map(kind).collect()
}

fn unknown_kind() -> Error {
    Error::with(Sentence::Malformed, "unknown kind of entries")
}
