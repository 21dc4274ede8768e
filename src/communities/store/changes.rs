//! What changes communities. Each takes the proof that the actor may; the counters follow by trigger.

use crate::communities::access::{Archiving, Fellow, Joining, Leaving, Owner, Request, Requesting};
use crate::communities::membership::NewCommunity;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::text::fold;
use crate::users::{Account, Me};

/// Makes a community whose owner and only member is the actor; [`Sentence::CommunityNameTaken`] when there is, or was,
/// another of this name in any case.
pub fn insert(tx: &Write<'_>, me: &Me, new: &NewCommunity) -> Result<Id> {
    let id = tx.new_id();
    let inserted = tx.execute(
        "INSERT INTO communities (id, name, folded, description, visibility, owner_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (folded) DO NOTHING",
        (id, &new.name, fold(&new.name), &new.description, new.visibility, me.id, tx.now),
    )?;
    if inserted == 0 {
        return Err(Sentence::CommunityNameTaken.into());
    }
    insert_member(tx, id, me.id, "moderator")?;
    Ok(id)
}

/// Makes the actor a member.
pub fn join(tx: &Write<'_>, me: &Me, joining: &Joining) -> Result<()> {
    insert_member(tx, joining.community, me.id, "member")
}

/// Makes a member of somebody who has asked for it; that takes his request away.
pub fn admit(tx: &Write<'_>, request: &Request) -> Result<()> {
    insert_member(tx, request.community, request.user, "member")
}

fn insert_member(tx: &Write<'_>, community: Id, user: Id, role: &str) -> Result<()> {
    tx.execute("INSERT INTO members (community_id, user_id, role, joined_at) VALUES (?1, ?2, ?3, ?4)", (community, user, role, tx.now))?;
    Ok(())
}

/// Notes that the actor asks to join.
pub fn insert_request(tx: &Write<'_>, me: &Me, requesting: &Requesting) -> Result<()> {
    let sql = "INSERT INTO member_requests (community_id, user_id, requested_at) VALUES (?1, ?2, ?3)";
    tx.execute(sql, (requesting.community, me.id, tx.now))?;
    Ok(())
}

/// Turns a request down.
pub fn delete_request(tx: &Write<'_>, request: &Request) -> Result<()> {
    tx.execute("DELETE FROM member_requests WHERE community_id = ?1 AND user_id = ?2", (request.community, request.user))?;
    Ok(())
}

/// Takes somebody's own request back, if there is one.
pub fn withdraw(tx: &Write<'_>, account: &Account, community: Id) -> Result<bool> {
    Ok(tx.execute("DELETE FROM member_requests WHERE community_id = ?1 AND user_id = ?2", (community, account.id))? > 0)
}

/// Takes somebody out of a community, if he is in it.
pub fn delete_member(tx: &Write<'_>, leaving: &Leaving) -> Result<bool> {
    Ok(tx.execute("DELETE FROM members WHERE community_id = ?1 AND user_id = ?2", (leaving.community, leaving.user))? > 0)
}

/// Makes a member a moderator.
pub fn promote(tx: &Write<'_>, fellow: &Fellow) -> Result<()> {
    set_role(tx, fellow.community, fellow.user, "moderator")
}

/// Makes a moderator a member like others. For the owner.
pub fn demote(tx: &Write<'_>, _by: &Owner, fellow: &Fellow) -> Result<()> {
    set_role(tx, fellow.community, fellow.user, "member")
}

fn set_role(tx: &Write<'_>, community: Id, user: Id, role: &str) -> Result<()> {
    tx.execute("UPDATE members SET role = ?3 WHERE community_id = ?1 AND user_id = ?2", (community, user, role))?;
    Ok(())
}

/// Gives a community another owner, who becomes a moderator with that.
pub fn hand_over(tx: &Write<'_>, by: &Owner, heir: &Fellow) -> Result<()> {
    set_owner(tx, by.community, heir.user)
}

fn set_owner(tx: &Write<'_>, community: Id, user: Id) -> Result<()> {
    set_role(tx, community, user, "moderator")?;
    tx.execute("UPDATE communities SET owner_id = ?2 WHERE id = ?1", (community, user))?;
    Ok(())
}

/// Archives a community, or takes it back; tells whether that changed anything.
pub fn set_archived(tx: &Write<'_>, by: &Archiving, archived: bool) -> Result<bool> {
    let sql = "UPDATE communities SET archived_at = iif(?2, ?3, NULL) WHERE id = ?1 AND (archived_at IS NOT NULL) <> ?2";
    Ok(tx.execute(sql, (by.community, archived, tx.now))? > 0)
}

/// Takes somebody out of a community, as its owner too: then it passes to its heir, or is archived where there is none.
pub fn forget_member(tx: &Write<'_>, account: &Account, community: Id) -> Result<()> {
    tx.execute("DELETE FROM members WHERE community_id = ?1 AND user_id = ?2", (community, account.id))?;
    if !tx.exists("SELECT 1 FROM communities WHERE id = ?1 AND owner_id = ?2", (community, account.id))? {
        return Ok(());
    }
    if let Some(heir) = heir(tx, community)? {
        return set_owner(tx, community, heir);
    }
    let sql = "UPDATE communities SET owner_id = NULL, archived_at = coalesce(archived_at, ?2) WHERE id = ?1";
    tx.execute(sql, (community, tx.now))?;
    Ok(())
}

/// Who comes after an owner that is gone: the oldest moderator, or else the oldest member.
pub fn heir(read: &Read<'_>, community: Id) -> Result<Option<Id>> {
    let oldest = |which: &str| {
        let sql = format!("SELECT user_id FROM members WHERE community_id = ?1 {which} ORDER BY joined_at, user_id LIMIT 1");
        read.first(&sql, [community], |row| row.get(0))
    };
    match oldest("AND role = 'moderator'")? {
        Some(moderator) => Ok(Some(moderator)),
        None => oldest(""),
    }
}
