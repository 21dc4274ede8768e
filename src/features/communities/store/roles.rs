//! Queries for access checks: a user's role in a community, and a community's members.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::model::CommunityRole;
use crate::platform::db::Read;

/// SQL expression: the role of the user `?2` in the community `c`. `m` is their membership, if any.
const ROLE: &str = "CASE WHEN m.role = 'moderator' THEN iif(c.owner_id IS ?2, 'owner', 'moderator')
     WHEN m.role IS NOT NULL THEN 'member'
     WHEN EXISTS (SELECT 1 FROM membership_requests WHERE community_id = c.id AND user_id = ?2) THEN 'requester'
     ELSE 'outsider' END";
const AND_MEMBERSHIP: &str = "LEFT JOIN memberships m ON m.community_id = c.id AND m.user_id = ?2";

impl FromSql for CommunityRole {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "owner" => Ok(Self::Owner),
            "moderator" => Ok(Self::Moderator),
            "member" => Ok(Self::Member),
            "requester" => Ok(Self::Requester),
            "outsider" => Ok(Self::Outsider),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// The state of a community and a user's role in it.
pub struct AccessRow {
    pub is_private: bool,
    pub needs_account: bool,
    pub is_archived: bool,
    pub role: CommunityRole,
}

/// Returns the state of a community, archived or not, and a user's role in it.
pub fn access_row(read: &Read<'_>, community: Id, user: Id) -> Result<Option<AccessRow>> {
    let sql = format!(
        "SELECT c.visibility = 'private', c.archived_at IS NOT NULL, {ROLE}, c.needs_account FROM communities c {AND_MEMBERSHIP} WHERE c.id = ?1"
    );
    read.first(&sql, (community, user), |row| {
        Ok(AccessRow {
            is_private: row.get(0)?,
            is_archived: row.get(1)?,
            role: row.get(2)?,
            needs_account: row.get(3)?,
        })
    })
}

/// Returns whether a user has a pending request to join a community.
pub fn has_requested(read: &Read<'_>, community: Id, user: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM membership_requests WHERE community_id = ?1 AND user_id = ?2",
        (community, user),
    )
}

/// Returns the private communities that a user is a member of: the scopes that they may read in
/// addition to what everyone may read.
pub fn private_scopes(read: &Read<'_>, user: Id) -> Result<Vec<Id>> {
    let sql = "SELECT c.id FROM memberships m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1 AND c.visibility = 'private'";
    read.all(sql, [user], |row| row.get(0))
}

/// Returns all members of a community.
pub fn member_ids(read: &Read<'_>, community: Id) -> Result<Vec<Id>> {
    read.all(
        "SELECT user_id FROM memberships WHERE community_id = ?1",
        [community],
        |row| row.get(0),
    )
}

/// Returns all moderators of a community, including the owner.
pub fn moderator_ids(read: &Read<'_>, community: Id) -> Result<Vec<Id>> {
    read.all(
        "SELECT user_id FROM memberships WHERE community_id = ?1 AND role = 'moderator'",
        [community],
        |row| row.get(0),
    )
}

/// Returns whether a community exists, archived or not.
pub fn exists(read: &Read<'_>, community: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM communities WHERE id = ?1", [community])
}

/// Returns communities that a user is a member of, and those with their pending join requests: at most
/// `limit` of each.
pub fn joined_and_requested(read: &Read<'_>, user: Id, limit: usize) -> Result<(Vec<Id>, Vec<Id>)> {
    let communities_in = |table: &str| -> Result<Vec<Id>> {
        read.all(
            &format!("SELECT community_id FROM {table} WHERE user_id = ?1 LIMIT ?2"),
            (user, limit as i64),
            |row| row.get(0),
        )
    };
    Ok((
        communities_in("memberships")?,
        communities_in("membership_requests")?,
    ))
}
