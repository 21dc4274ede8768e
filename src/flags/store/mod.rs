//! SQL of reports.

pub mod cases;
pub mod flags;
pub mod objects;
pub mod records;
pub mod rows;

use crate::db::Read;
use crate::error::Result;
use crate::id::Id;

/// The largest number of moderators who are told of a change to a queue.
const MAX_TOLD: i64 = 200;

/// Returns the moderators of the site and of a community, those of the site first.
pub fn staff(read: &Read<'_>, community: Option<Id>) -> Result<Vec<Id>> {
    let sql = "SELECT id FROM (
                   SELECT id, 1 AS is_site FROM users WHERE role = 'administrator' AND disabled_at IS NULL AND deleted_at IS NULL
                   UNION ALL SELECT id, 1 FROM users WHERE role = 'moderator' AND disabled_at IS NULL AND deleted_at IS NULL
                   UNION ALL SELECT user_id, 0 FROM memberships WHERE community_id = ?1 AND role = 'moderator')
               GROUP BY id ORDER BY max(is_site) DESC LIMIT ?2";
    read.all(sql, (community, MAX_TOLD), |row| row.get(0))
}
