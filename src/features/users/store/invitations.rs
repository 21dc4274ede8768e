//! SQL of invitations.

use std::time::Duration;

use rusqlite::Row;

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::identity::{Account, AdminAuthority};
use crate::features::users::model::Invitation;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{self, DeliveryKind};
use crate::platform::realtime::TokenHash;

/// An invitation is deleted this long after its use or its end.
const RETENTION: Duration = Duration::from_secs(30 * 24 * 3600);

const INVITATION: &str = "SELECT i.id, (SELECT name FROM authors WHERE id = i.created_by), i.created_at, i.expires_at, i.note,
        (SELECT name FROM authors WHERE id = i.used_by), i.used_at FROM invitations i";

fn invitation(row: &Row<'_>) -> rusqlite::Result<Invitation> {
    Ok(Invitation {
        id: row.get(0)?,
        created_by: row.get(1)?,
        created_at: row.get(2)?,
        expires_at: row.get(3)?,
        note: row.get(4)?,
        mailed_to: None,
        used_by: row.get(5)?,
        used_at: row.get(6)?,
    })
}

/// Adds an invitation and returns its id.
pub fn insert(
    tx: &Write<'_>,
    by: &AdminAuthority,
    token: &TokenHash,
    note: &str,
    expires_at: Timestamp,
) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO invitations (token_hash, id, created_by, created_at, expires_at, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    tx.execute(
        sql,
        (
            token,
            id,
            by.administrator().map(|account| account.id()),
            tx.now,
            expires_at,
            note,
        ),
    )?;
    Ok(id)
}

/// Returns an invitation. Rejects an unknown id with 404.
pub fn one(read: &Read<'_>, _: &AdminAuthority, id: Id) -> Result<Invitation> {
    read.first(&format!("{INVITATION} WHERE i.id = ?1"), [id], invitation)?
        .ok_or_else(|| Sentence::InvitationNotFound.into())
}

/// Returns the open invitations, or all stored ones, newest first.
pub fn list(
    read: &Read<'_>,
    by: &AdminAuthority,
    all: bool,
    paging: &Paging,
) -> Result<Page<Invitation>> {
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let listed = "(?1 OR (used_at IS NULL AND expires_at > ?2))";
    let total = read.value(
        &format!("SELECT count(*) FROM invitations WHERE {listed}"),
        (all, read.now),
    )?;
    let sql = format!("{INVITATION} WHERE {listed} AND i.id < ?3 ORDER BY i.id DESC LIMIT ?4");
    let mut found = read.all(
        &sql,
        (all, read.now, before, paging.limit as i64 + 1),
        invitation,
    )?;
    if let Some(viewer) = by.administrator() {
        let own = found
            .iter_mut()
            .filter(|found| found.created_by.as_deref() == Some(viewer.username()));
        for invitation in own {
            let kind = DeliveryKind::Invitation;
            invitation.mailed_to =
                outbox::store::destination(read, viewer.id(), kind, invitation.id)?;
        }
    }
    Ok(Page::cut(found, paging.limit, total, |invitation| {
        invitation.id.as_i64().to_string()
    }))
}

/// Returns the invitations that an account's owner created, and the one that they signed up with,
/// newest first.
pub fn of(read: &Read<'_>, account: &Account) -> Result<Vec<Invitation>> {
    read.all(
        &format!("{INVITATION} WHERE i.created_by = ?1 OR i.used_by = ?1 ORDER BY i.id DESC"),
        [account.id()],
        invitation,
    )
}

/// Replaces the token of an open invitation. Returns when it ends, or `None` if there is no such invitation.
pub fn renew(tx: &Write<'_>, id: Id, token: &TokenHash) -> Result<Option<Timestamp>> {
    let sql = "UPDATE invitations SET token_hash = ?2 WHERE id = ?1 AND used_at IS NULL AND expires_at > ?3 RETURNING expires_at";
    Ok(tx.all(sql, (id, token, tx.now), |row| row.get(0))?.pop())
}

/// Returns the administrator in whose name the operator mails invitations: the one with the oldest account.
pub fn oldest_administrator(read: &Read<'_>, _: &AdminAuthority) -> Result<Option<Account>> {
    let sql = "SELECT id, username FROM users WHERE role = 'administrator' AND deleted_at IS NULL AND disabled_at IS NULL
               ORDER BY id LIMIT 1";
    read.first(sql, [], |row| {
        Ok(Account::new(row.get(0)?, row.get::<_, String>(1)?))
    })
}

/// Returns whether an invitation with this token is open.
pub fn is_open(read: &Read<'_>, token: &TokenHash) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM invitations WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2",
        (token, read.now),
    )
}

/// Marks an open invitation as used and returns whether there was one.
pub fn accept(tx: &Write<'_>, token: &TokenHash, user: Id) -> Result<bool> {
    let sql = "UPDATE invitations SET used_by = ?2, used_at = ?3 WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?3";
    Ok(tx.execute(sql, (token, user, tx.now))? > 0)
}

/// Deletes an unused invitation and returns its note, if there was one.
pub fn revoke(tx: &Write<'_>, _: &AdminAuthority, id: Id) -> Result<Option<String>> {
    let sql = "DELETE FROM invitations WHERE id = ?1 AND used_at IS NULL RETURNING note";
    Ok(tx.all(sql, [id], |row| row.get(0))?.pop())
}

/// Deletes all unused invitations and returns how many of them were open.
pub fn revoke_all(tx: &Write<'_>, _: &AdminAuthority) -> Result<usize> {
    let sql = "DELETE FROM invitations WHERE used_at IS NULL RETURNING expires_at > ?1";
    Ok(tx
        .all(sql, [tx.now], |row| row.get(0))?
        .into_iter()
        .filter(|open| *open)
        .count())
}

/// Deletes the unused invitations that an account's owner created.
pub fn revoke_of(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute(
        "DELETE FROM invitations WHERE created_by = ?1 AND used_at IS NULL",
        [account.id()],
    )?;
    Ok(())
}

/// Deletes the invitations whose use or end is long enough ago.
pub fn delete_old(tx: &Write<'_>) -> Result<()> {
    tx.execute(
        "DELETE FROM invitations WHERE coalesce(used_at, expires_at) <= ?1",
        [tx.now.minus(RETENTION)],
    )?;
    Ok(())
}

/// The largest number of invitations that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some of the invitations that an account's owner created, and the one that they used.
/// Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let sql = "DELETE FROM invitations WHERE token_hash IN
               (SELECT token_hash FROM invitations WHERE created_by = ?1 OR used_by = ?1 LIMIT ?2)";
    let deleted = tx.execute(sql, (account.id(), PURGED_AT_ONCE as i64))?;
    Ok(deleted == PURGED_AT_ONCE)
}
