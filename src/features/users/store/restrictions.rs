//! SQL of what sanctions keep members from: writing, and logging in.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::identity::Account;
use crate::platform::db::Read;

/// Returns until when a user is suspended, and why.
pub fn suspension(read: &Read<'_>, user: Id) -> Result<Option<(Timestamp, String)>> {
    let sql = "SELECT ends_at, reason FROM sanctions
               WHERE user_id = ?1 AND kind = 'suspension' AND lifted_at IS NULL AND ends_at > ?2 ORDER BY ends_at DESC LIMIT 1";
    read.first(sql, (user, read.now), |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns until when a user is silenced.
pub fn silenced_until(read: &Read<'_>, user: Id) -> Result<Option<Timestamp>> {
    let sql = "SELECT silenced_until FROM users WHERE id = ?1 AND silenced_until > ?2";
    read.first(sql, (user, read.now), |row| row.get(0))
}

/// Returns whether an account is silenced or suspended.
pub fn exist(read: &Read<'_>, account: &Account) -> Result<bool> {
    let sql = "SELECT 1 FROM users WHERE id = ?1 AND max(coalesce(silenced_until, 0), coalesce(suspended_until, 0)) > ?2";
    read.exists(sql, (account.id(), read.now))
}
