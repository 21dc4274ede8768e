//! Communities in SQL, and the one predicate that says what a viewer may read.

use crate::db::Read;
use crate::error::Result;
use crate::id::Id;

/// True for each question `q` that the viewer `?1` may read. Every query that shows, counts or orders questions,
/// or what hangs on them, has it.
pub const VISIBLE: &str = "(q.scope = 0 OR q.scope IN (SELECT community_id FROM members WHERE user_id = ?1))";

/// The same for rows that carry a scope of their own, such as totals.
pub const VISIBLE_SCOPE: &str = "(scope = 0 OR scope IN (SELECT community_id FROM members WHERE user_id = ?1))";

/// The scope of what is asked in the community `c`, or outside of any where a LEFT JOIN finds none.
pub const SCOPE: &str = "CASE WHEN c.visibility = 'private' THEN c.id ELSE 0 END";

/// What a user is to a community.
pub struct Membership {
    /// Of the questions in it.
    pub scope: i64,
    pub is_member: bool,
}

/// What a user is to a community; nothing if there is no such community, or it is archived.
pub fn membership(read: &Read<'_>, community: Id, user: Id) -> Result<Option<Membership>> {
    let sql = format!(
        "SELECT {SCOPE}, EXISTS (SELECT 1 FROM members WHERE community_id = c.id AND user_id = ?2)
         FROM communities c WHERE c.id = ?1 AND c.archived_at IS NULL"
    );
    read.first(&sql, (community, user), |row| Ok(Membership { scope: row.get(0)?, is_member: row.get(1)? }))
}

/// The private communities that a user belongs to: the scopes that he may read besides what everyone may.
pub fn private_scopes(read: &Read<'_>, user: Id) -> Result<Vec<Id>> {
    let sql = "SELECT c.id FROM members m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1 AND c.visibility = 'private'";
    read.all(sql, [user], |row| row.get(0))
}

/// Everyone who belongs to a community.
pub fn member_ids(read: &Read<'_>, community: Id) -> Result<Vec<Id>> {
    read.all("SELECT user_id FROM members WHERE community_id = ?1", [community], |row| row.get(0))
}

/// Whether there is such a community, archived or not.
pub fn exists(read: &Read<'_>, community: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM communities WHERE id = ?1", [community])
}
