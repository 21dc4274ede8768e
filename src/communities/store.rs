//! Communities in SQL, and the one predicate that says what a viewer may read.

use crate::db::Read;
use crate::error::Result;
use crate::id::Id;

/// True for each question `q` that the viewer `?1` may read. Every query that shows, counts or orders questions,
/// or what hangs on them, has it.
pub const VISIBLE: &str = "(q.scope = 0 OR q.scope IN (SELECT community_id FROM members WHERE user_id = ?1))";

/// The same for rows that carry a scope of their own, such as totals.
pub const VISIBLE_SCOPE: &str = "(scope = 0 OR scope IN (SELECT community_id FROM members WHERE user_id = ?1))";

/// What a user is to a community.
pub struct Membership {
    pub is_private: bool,
    pub is_member: bool,
}

/// What a user is to a community; nothing if there is no such community, or it is archived.
pub fn membership(read: &Read<'_>, community: Id, user: Id) -> Result<Option<Membership>> {
    let sql = "SELECT c.visibility = 'private', EXISTS (SELECT 1 FROM members WHERE community_id = c.id AND user_id = ?2)
               FROM communities c WHERE c.id = ?1 AND c.archived_at IS NULL";
    read.first(sql, (community, user), |row| Ok(Membership { is_private: row.get(0)?, is_member: row.get(1)? }))
}

/// Everyone who belongs to a community.
pub fn member_ids(read: &Read<'_>, community: Id) -> Result<Vec<Id>> {
    read.all("SELECT user_id FROM members WHERE community_id = ?1", [community], |row| row.get(0))
}

/// Whether there is such a community, archived or not.
pub fn exists(read: &Read<'_>, community: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM communities WHERE id = ?1", [community])
}
