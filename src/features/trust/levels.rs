//! The rules of the levels. `docs/moderation.md` lists them.

use std::time::Duration;

use super::model::TrustLevel;
use super::store::{self, MemberRecord, Span};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Read;

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;

const fn days(days: u64) -> Duration {
    Duration::from_secs(days * DAY)
}

/// The number of members up to which everybody has at least level 1.
const SMALL_SITE: i64 = 49;

/// Level 1: the youngest account, and the smallest number of questions entered.
const KNOWN_AGE: Duration = Duration::from_secs(10 * MINUTE);
const KNOWN_ENTERED: i64 = 5;
/// The number of questions entered with which no text has to stand.
const KNOWN_BY_READING: i64 = 20;
/// The time for which one text has stood otherwise.
const KNOWN_STANDING: Duration = days(1);
/// So many removed texts within [`KNOWN_REMOVED_IN`] are too many.
const KNOWN_REMOVED: i64 = 3;
const KNOWN_REMOVED_IN: Duration = days(30);

/// Level 2: the number of posts that have stood for a while, one of them for the whole age.
const TRUSTED_AGE: Duration = days(28);
const TRUSTED_POSTS: i64 = 20;
const TRUSTED_STANDING: Duration = days(7);
/// So many removed texts within [`TRUSTED_REMOVED_IN`] are too many.
const TRUSTED_REMOVED: i64 = 2;
const TRUSTED_REMOVED_IN: Duration = days(90);

/// Returns the level of a member; of an unknown or deleted one, level 0. Takes a bounded number of look-ups.
pub fn level(read: &Read<'_>, member: Id) -> Result<TrustLevel> {
    let Some(record) = store::member(read, member)? else {
        return Ok(TrustLevel::New);
    };
    if record.is_staff || is_trusted(read, member, &record)? {
        Ok(TrustLevel::Trusted)
    } else if record.vouched_at.is_some()
        || store::members(read)? <= SMALL_SITE
        || is_known(read, member, &record)?
    {
        Ok(TrustLevel::Known)
    } else {
        Ok(TrustLevel::New)
    }
}

fn is_known(read: &Read<'_>, member: Id, record: &MemberRecord) -> Result<bool> {
    if read.now.since(record.since()) < KNOWN_AGE {
        return Ok(false);
    }
    // Views have no time: after a loss of trust they say nothing.
    if record.lost_at.is_none() {
        let entered = store::entered(read, member, KNOWN_BY_READING)?;
        if entered < KNOWN_ENTERED {
            return Ok(false);
        }
        if entered == KNOWN_BY_READING {
            return has_few_removed(read, member, KNOWN_REMOVED, KNOWN_REMOVED_IN);
        }
    }
    let stood = Span {
        from: record.since(),
        to: read.now.minus(KNOWN_STANDING),
    };
    let stands = store::standing_posts(read, member, &stood)? > 0
        || store::has_standing_comment(read, member, &stood)?;
    Ok(stands && has_few_removed(read, member, KNOWN_REMOVED, KNOWN_REMOVED_IN)?)
}

fn is_trusted(read: &Read<'_>, member: Id, record: &MemberRecord) -> Result<bool> {
    if read.now.since(record.since()) < TRUSTED_AGE {
        return Ok(false);
    }
    let span = |standing| Span {
        from: record.since(),
        to: read.now.minus(standing),
    };
    Ok(
        store::standing_posts(read, member, &span(TRUSTED_STANDING))? >= TRUSTED_POSTS
            && store::standing_posts(read, member, &span(TRUSTED_AGE))? > 0
            && has_few_removed(read, member, TRUSTED_REMOVED, TRUSTED_REMOVED_IN)?,
    )
}

/// Returns whether others have removed fewer than `too_many` of the member's texts in the last time.
fn has_few_removed(read: &Read<'_>, member: Id, too_many: i64, within: Duration) -> Result<bool> {
    let since = read.now.minus(within);
    Ok(store::removed(read, member, since)? < too_many)
}
