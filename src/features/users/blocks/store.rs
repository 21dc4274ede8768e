//! Queries of blocked users.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text::fold;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// Blocks a user. An existing row keeps its time.
pub fn insert(tx: &Write<'_>, me: &Me, user: Id) -> Result<()> {
    let sql = "INSERT INTO blocks (user_id, blocked_id, blocked_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    tx.execute(sql, (me.id(), user, tx.now))?;
    Ok(())
}

/// Unblocks a user, if the actor has blocked them.
pub fn delete(tx: &Write<'_>, me: &Me, user: Id) -> Result<()> {
    tx.execute(
        "DELETE FROM blocks WHERE user_id = ?1 AND blocked_id = ?2",
        (me.id(), user),
    )?;
    Ok(())
}

/// Returns whether the actor has blocked a user.
pub fn exists(read: &Read<'_>, me: &Me, user: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM blocks WHERE user_id = ?1 AND blocked_id = ?2",
        (me.id(), user),
    )
}

/// Returns whether one of two users has blocked the other.
pub fn exists_between(read: &Read<'_>, one: Id, other: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM blocks WHERE (user_id, blocked_id) IN (VALUES (?1, ?2), (?2, ?1))",
        (one, other),
    )
}

/// Counts the users whom the actor has blocked.
pub fn count(read: &Read<'_>, me: &Me) -> Result<i64> {
    read.value("SELECT count(*) FROM blocks WHERE user_id = ?1", [me.id()])
}

/// Returns the names of the users whom the actor has blocked, by name.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<String>> {
    let after = paging.cursor.as_deref().unwrap_or_default();
    let sql = "SELECT u.username FROM blocks b JOIN users u ON u.id = b.blocked_id
               WHERE b.user_id = ?1 AND u.name_key > ?2 ORDER BY u.name_key LIMIT ?3";
    let names = read.all(sql, (me.id(), after, paging.limit as i64 + 1), |row| {
        row.get(0)
    })?;
    Ok(Page::cut(names, paging.limit, count(read, me)?, |name| {
        fold(name)
    }))
}

/// The largest number of rows that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some rows that name a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let mut deleted = 0;
    for column in ["user_id", "blocked_id"] {
        let sql = format!(
            "DELETE FROM blocks WHERE (user_id, blocked_id) IN (SELECT user_id, blocked_id FROM blocks WHERE {column} = ?1 LIMIT ?2)"
        );
        deleted += tx.execute(&sql, (account.id(), (PURGED_AT_ONCE - deleted) as i64))?;
    }
    Ok(deleted == PURGED_AT_ONCE)
}
