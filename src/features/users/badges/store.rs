//! SQL of badges.

use rusqlite::Row;

use super::model::{AwardedBadge, Badge};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Account;
use crate::platform::db::{Read, Write};

/// Returns whether a user has a badge.
pub fn has(read: &Read<'_>, user: Id, badge: Badge) -> Result<bool> {
    let sql = "SELECT 1 FROM badges WHERE user_id = ?1 AND badge = ?2";
    read.exists(sql, (user, badge))
}

/// Adds a badge. Returns `false` if the user has it or if their account is deleted.
pub fn insert(tx: &Write<'_>, user: Id, badge: Badge) -> Result<bool> {
    let sql = "INSERT INTO badges (id, user_id, badge) SELECT ?1, id, ?3 FROM users WHERE id = ?2 AND deleted_at IS NULL
               ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, (tx.new_id(), user, badge))? > 0)
}

fn awarded(row: &Row<'_>) -> rusqlite::Result<AwardedBadge> {
    let id: Id = row.get(0)?;
    Ok(AwardedBadge {
        id,
        badge: row.get(1)?,
        awarded_at: id.time(),
    })
}

/// Returns the badges of a user after an id, the latest first.
pub fn list(read: &Read<'_>, user: Id, after: Option<Id>) -> Result<Vec<AwardedBadge>> {
    let sql = "SELECT id, badge FROM badges WHERE user_id = ?1 AND id > ?2 ORDER BY id DESC";
    read.all(sql, (user, after.map_or(0, Id::as_i64)), awarded)
}

/// Deletes the badges of an account.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM badges WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}
