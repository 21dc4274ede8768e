//! Entries of members' inboxes that no other row tells: totals of votes, accepted answers, suggested edits, edits of wikis and
//! admissions.
//!
//! A row stays for good, so that a member is notified of nothing twice: neither of a total that falls and rises, nor of an
//! answer that is accepted again. It is shown while its object is readable and it is still true. Entries of votes name
//! no voter.

mod model;
pub mod store;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Account;
use crate::platform::db::Write;
use crate::platform::realtime::Audience;

pub use model::{EntryKind, InboxUpdate, OwnEntry};

/// The totals of votes that are worth telling.
const TOTALS: [i64; 14] = [
    1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000,
];

/// Returns the highest total worth telling that is reached if votes change from one number to another.
fn reached(before: i64, now: i64) -> Option<i64> {
    let is_reached = |total: &&i64| before < **total && **total <= now;
    TOTALS.iter().rev().find(is_reached).copied()
}

/// Notifies an author that the votes of others for their post reached a total, unless they were notified of it before.
pub fn tell_votes(tx: &mut Write<'_>, author: Id, post: Id, before: i64, now: i64) -> Result<()> {
    match reached(before, now) {
        Some(total) if store::raise_votes(tx, author, post, total)? => tell(tx, author),
        _ => Ok(()),
    }
}

/// Notifies an author that their answer was accepted, unless they were notified before.
pub fn tell_accepted(tx: &mut Write<'_>, author: Id, answer: Id) -> Result<()> {
    if store::insert_accepted(tx, author, answer)? {
        tell(tx, author)?;
    }
    Ok(())
}

/// Notifies a member that a community has admitted them.
pub fn tell_admitted(tx: &mut Write<'_>, member: Id, community: Id) -> Result<()> {
    store::renew(tx, member, EntryKind::Admitted, community)?;
    tell(tx, member)
}

/// Notifies the author of a post that a member suggested an edit of it. All open suggestions are one entry.
pub fn tell_suggested(tx: &mut Write<'_>, author: Id, post: Id) -> Result<()> {
    store::renew(tx, author, EntryKind::Suggested, post)?;
    tell(tx, author)
}

/// Notifies the author of a wiki that another member edited it. All edits are one entry, which ends when the author edits it.
pub fn tell_edited(tx: &mut Write<'_>, author: Id, wiki: Id) -> Result<()> {
    store::renew(tx, author, EntryKind::Edited, wiki)?;
    tell(tx, author)
}

/// Notifies a member that an edit of a post that they suggested was accepted or declined.
pub fn tell_decided(tx: &mut Write<'_>, member: Id, post: Id) -> Result<()> {
    store::renew(tx, member, EntryKind::Decided, post)?;
    tell(tx, member)
}

/// Emits that a member has a new entry, if they may read it: it is their newest.
fn tell(tx: &mut Write<'_>, member: Id) -> Result<()> {
    if store::shows_newest(tx, member)? {
        emit_changed(tx, member);
    }
    Ok(())
}

/// Emits to a member that their inbox changed.
pub fn emit_changed(tx: &mut Write<'_>, member: Id) {
    tx.emit(InboxUpdate {}, Audience::Users(vec![member]));
}

/// Marks entries of an account as seen. Ignores other ids.
pub fn mark_seen(tx: &Write<'_>, me: &Account, ids: &[Id]) -> Result<()> {
    store::mark_seen(tx, me, ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_worth_telling_when_the_votes_reach_it() {
        for (before, now, expected) in [
            (0, 1, Some(1)),
            (-1, 1, Some(1)),
            (1, 2, None),
            (4, 6, Some(5)),
            (0, 12, Some(10)),
            (5, 5, None),
            (6, 5, None),
            (-2, 0, None),
            (999, 1_000, Some(1_000)),
        ] {
            assert_eq!(reached(before, now), expected, "{before} to {now}");
        }
    }
}
