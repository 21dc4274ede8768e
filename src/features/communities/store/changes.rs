//! Statements that change communities. Each takes the right that the change needs. Triggers update
//! the counters.

use rusqlite::types::{ToSql, ToSqlOutput};

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::communities::access::{
    CanApprove, CanArchive, CanDescribe, CanJoin, CanLeave, CanReject, CanRequest, CanSetReading,
    Moderator, Owner, TargetMember,
};
use crate::features::communities::model::NewCommunity;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// A stored role of a member. The owner is a moderator.
#[derive(Clone, Copy)]
enum MemberRole {
    Member,
    Moderator,
}

impl ToSql for MemberRole {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(match self {
            Self::Member => "member",
            Self::Moderator => "moderator",
        }))
    }
}

/// Creates a community with the actor as its owner and only member. Rejects a name with 409 if
/// another community, archived ones included, has it in any letter case.
pub fn insert(tx: &Write<'_>, me: &Me, new: &NewCommunity) -> Result<Id> {
    let id = tx.new_id();
    let inserted = tx.execute(
        "INSERT INTO communities (id, name, name_key, description, visibility, owner_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (name_key) DO NOTHING",
        (id, &new.name, fold(&new.name), &new.description, new.visibility, me.id(), tx.now),
    )?;
    if inserted == 0 {
        return Err(Sentence::CommunityNameTaken.into());
    }
    insert_member(tx, id, me.id(), MemberRole::Moderator)?;
    Ok(id)
}

/// Replaces the description. Returns whether that changed anything.
pub fn set_description(tx: &Write<'_>, right: &CanDescribe, description: &str) -> Result<bool> {
    let sql = "UPDATE communities SET description = ?2 WHERE id = ?1 AND description <> ?2";
    Ok(tx.execute(sql, (right.community(), description))? > 0)
}

/// Makes the actor a member.
pub fn join(tx: &Write<'_>, right: &CanJoin) -> Result<()> {
    insert_member(tx, right.community(), right.user(), MemberRole::Member)
}

/// Makes an account a member of the community with this name, unless it is one or the community is archived. Returns the
/// community, if there is one, and whether it has a new member.
pub fn admit(tx: &Write<'_>, account: &Account, name: &str) -> Result<Option<(Id, bool)>> {
    let sql = "SELECT id, archived_at IS NULL AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = c.id AND m.user_id = ?2)
               FROM communities c WHERE name_key = ?1";
    let found: Option<(Id, bool)> = tx.first(sql, (fold(name), account.id()), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    if let Some((community, true)) = found {
        insert_member(tx, community, account.id(), MemberRole::Member)?;
    }
    Ok(found)
}

/// Makes the requester a member. A trigger deletes the request.
pub fn approve_request(tx: &Write<'_>, right: &CanApprove) -> Result<()> {
    insert_member(tx, right.community(), right.user(), MemberRole::Member)
}

fn insert_member(tx: &Write<'_>, community: Id, user: Id, role: MemberRole) -> Result<()> {
    tx.execute(
        "INSERT INTO memberships (community_id, user_id, role, joined_at) VALUES (?1, ?2, ?3, ?4)",
        (community, user, role, tx.now),
    )?;
    Ok(())
}

/// Adds the actor's join request.
pub fn insert_request(tx: &Write<'_>, right: &CanRequest) -> Result<()> {
    let sql =
        "INSERT INTO membership_requests (community_id, user_id, requested_at) VALUES (?1, ?2, ?3)";
    tx.execute(sql, (right.community(), right.user(), tx.now))?;
    Ok(())
}

/// Deletes a rejected join request.
pub fn reject_request(tx: &Write<'_>, right: &CanReject) -> Result<()> {
    tx.execute(
        "DELETE FROM membership_requests WHERE community_id = ?1 AND user_id = ?2",
        (right.community(), right.user()),
    )?;
    Ok(())
}

/// Deletes the user's own join request. Returns whether there was one.
pub fn cancel_request(tx: &Write<'_>, account: &Account, community: Id) -> Result<bool> {
    Ok(tx.execute(
        "DELETE FROM membership_requests WHERE community_id = ?1 AND user_id = ?2",
        (community, account.id()),
    )? > 0)
}

/// Deletes a membership. Returns whether there was one.
pub fn delete_member(tx: &Write<'_>, right: &CanLeave) -> Result<bool> {
    Ok(tx.execute(
        "DELETE FROM memberships WHERE community_id = ?1 AND user_id = ?2",
        (right.community(), right.user()),
    )? > 0)
}

/// Makes a member a moderator.
pub fn grant_moderator(tx: &Write<'_>, target: &TargetMember<Moderator>) -> Result<()> {
    set_role(tx, target.community(), target.user(), MemberRole::Moderator)
}

/// Makes a moderator an ordinary member.
pub fn revoke_moderator(tx: &Write<'_>, target: &TargetMember<Owner>) -> Result<()> {
    set_role(tx, target.community(), target.user(), MemberRole::Member)
}

fn set_role(tx: &Write<'_>, community: Id, user: Id, role: MemberRole) -> Result<()> {
    tx.execute(
        "UPDATE memberships SET role = ?3 WHERE community_id = ?1 AND user_id = ?2",
        (community, user, role),
    )?;
    Ok(())
}

/// Makes a member the owner and a moderator.
pub fn transfer_ownership(tx: &Write<'_>, successor: &TargetMember<Owner>) -> Result<()> {
    set_owner(tx, successor.community(), successor.user())
}

fn set_owner(tx: &Write<'_>, community: Id, user: Id) -> Result<()> {
    set_role(tx, community, user, MemberRole::Moderator)?;
    tx.execute(
        "UPDATE communities SET owner_id = ?2 WHERE id = ?1",
        (community, user),
    )?;
    Ok(())
}

/// Archives or unarchives a community. Returns whether that changed anything.
pub fn set_archived(tx: &Write<'_>, right: &CanArchive, archived: bool) -> Result<bool> {
    let sql = "UPDATE communities SET archived_at = iif(?2, ?3, NULL) WHERE id = ?1 AND (archived_at IS NOT NULL) <> ?2";
    Ok(tx.execute(sql, (right.community(), archived, tx.now))? > 0)
}

/// Sets whether what is in a community needs an account. Returns whether that changed anything.
pub fn set_reading(tx: &Write<'_>, right: &CanSetReading, needs_account: bool) -> Result<bool> {
    let sql = "UPDATE communities SET needs_account = ?2, opened_at = iif(?2, NULL, ?3) WHERE id = ?1 AND needs_account <> ?2";
    Ok(tx.execute(sql, (right.community(), needs_account, tx.now))? > 0)
}

/// Deletes the membership of a deleted user. If they own the community, it passes to the
/// [`successor`], or is archived if there is none.
pub fn purge_member(tx: &Write<'_>, account: &Account, community: Id) -> Result<()> {
    tx.execute(
        "DELETE FROM memberships WHERE community_id = ?1 AND user_id = ?2",
        (community, account.id()),
    )?;
    if !tx.exists(
        "SELECT 1 FROM communities WHERE id = ?1 AND owner_id = ?2",
        (community, account.id()),
    )? {
        return Ok(());
    }
    if let Some(successor) = successor(tx, community)? {
        return set_owner(tx, community, successor);
    }
    let sql = "UPDATE communities SET owner_id = NULL, archived_at = coalesce(archived_at, ?2) WHERE id = ?1";
    tx.execute(sql, (community, tx.now))?;
    Ok(())
}

/// Gives a membership of a merged account to another one. The higher role and the longer membership stay.
pub fn move_member(tx: &Write<'_>, account: &Account, into: &Account, community: Id) -> Result<()> {
    for sql in [
        "UPDATE memberships SET role = 'moderator' WHERE community_id = ?1 AND user_id = ?3
         AND EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = ?1 AND m.user_id = ?2 AND m.role = 'moderator')",
        "UPDATE memberships SET joined_at = min(joined_at, (SELECT m.joined_at FROM memberships m WHERE m.community_id = ?1 AND m.user_id = ?2))
         WHERE community_id = ?1 AND user_id = ?3",
        "UPDATE OR IGNORE memberships SET user_id = ?3 WHERE community_id = ?1 AND user_id = ?2",
        "DELETE FROM memberships WHERE community_id = ?1 AND user_id = ?2 AND user_id <> ?3",
        "DELETE FROM membership_requests WHERE community_id = ?1 AND user_id IN (?2, ?3)",
        "UPDATE communities SET owner_id = ?3 WHERE id = ?1 AND owner_id = ?2",
    ] {
        tx.execute(sql, (community, account.id(), into.id()))?;
    }
    Ok(())
}

/// Returns the successor of a deleted owner: the longest-standing moderator, or else the
/// longest-standing member. Bots are none.
pub fn successor(read: &Read<'_>, community: Id) -> Result<Option<Id>> {
    let longest_standing = |condition: &str| {
        let sql = format!(
            "SELECT user_id FROM memberships WHERE community_id = ?1 {condition}
               AND user_id NOT IN (SELECT user_id FROM pending_purges)
               AND user_id NOT IN (SELECT id FROM users WHERE bot_owner_id IS NOT NULL) ORDER BY joined_at, user_id LIMIT 1"
        );
        read.first(&sql, [community], |row| row.get(0))
    };
    match longest_standing("AND role = 'moderator'")? {
        Some(moderator) => Ok(Some(moderator)),
        None => longest_standing(""),
    }
}
