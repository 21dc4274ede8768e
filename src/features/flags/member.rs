//! What moderators of the site know of a member, in one place.

use super::model::MemberRecord;
use super::store::members as store;
use crate::core::error::{Result, Sentence};
use crate::features::users::{self, SiteModerator};
use crate::platform::db::Read;

/// Returns the record of a member, whom a name or an id names. It counts only what everyone can read or could before
/// it was removed. Moderators do not learn what was reported of their own. Rejects an unknown member with 404.
pub fn record(read: &Read<'_>, by: &SiteModerator, user: &str) -> Result<MemberRecord> {
    let user = users::store::by_id_or_name(read, user)?.ok_or(Sentence::UserNotFound)?;
    let (suspended_until, silenced_until) = store::restrictions(read, by, user.id)?;
    let is_own = user.id == by.id();
    Ok(MemberRecord {
        suspended_until,
        silenced_until,
        removed_posts: store::removed_posts(read, by, user.id)?,
        removed_comments: store::removed_comments(read, by, user.id)?,
        reported: if is_own {
            None
        } else {
            Some(store::reported(read, by, user.id)?)
        },
        reports: store::reports(read, by, user.id)?,
        id: user.id,
        username: user.username,
        date_joined: user.date_joined,
        is_administrator: user.is_administrator,
        is_site_moderator: user.is_site_moderator,
        question_count: user.question_count,
        answer_count: user.answer_count,
    })
}
