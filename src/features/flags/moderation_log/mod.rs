//! What members read of the log of administration: the entries that concern them, and, if the site wants
//! it, what moderators did, without names.
//!
//! Neither says who acted, and an entry is for those who may read its place. The public log has no reasons,
//! which are written for the member concerned and may name people.

mod model;
pub mod routes;
pub mod store;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Me;
use crate::features::users::badges;
use crate::platform::db::{Read, Write};
use crate::platform::settings;

pub use model::{DecidedReport, OwnLogEntry, OwnNotices, PublicLogEntry};

/// Returns what the actor is told and has not seen.
pub fn notices(read: &Read<'_>, me: &Me) -> Result<OwnNotices> {
    let seen = store::seen_up_to(read, me)?;
    let (entries, entry_count) = store::unseen(read, me, seen)?;
    let badges = if settings::store::awards_badges(read)? {
        badges::store::list(read, me.id(), Some(seen))?
    } else {
        Vec::new()
    };
    let (reports, report_count) = store::decided_reports(read, me, seen)?;
    Ok(OwnNotices {
        entries,
        entry_count,
        badges,
        reports,
        report_count,
    })
}

/// Makes entries, badges and decided reports count as seen up to an id, or all of them.
pub fn mark_seen(tx: &mut Write<'_>, me: &Me, up_to: Option<Id>) -> Result<()> {
    tx.without_event("how far a member has seen is private");
    let newest = Id::at(tx.now, u64::MAX);
    store::mark_seen(tx, me, up_to.map_or(newest, |id| id.min(newest)))
}
