//! SQL of what decides who manages a webhook, and what it may send.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::{self, Account, Role};
use crate::platform::db::Read;

/// Returns the account that manages a webhook, and whether it administers the site. `None`: it cannot sign in.
pub fn manager(read: &Read<'_>, id: Id) -> Result<Option<(Account, bool)>> {
    let sql = "SELECT role FROM users
               WHERE id = ?1 AND deleted_at IS NULL AND disabled_at IS NULL AND coalesce(suspended_until, 0) <= ?2";
    let role: Option<Role> = read.first(sql, (id, read.now), |row| row.get(0))?;
    let account = users::store::account(read, id)?;
    let is_administrator = role == Some(Role::Administrator);
    Ok(account
        .filter(|_| role.is_some())
        .map(|account| (account, is_administrator)))
}

/// Returns the name of a community.
pub fn community_name(read: &Read<'_>, id: Id) -> Result<String> {
    read.value("SELECT name FROM communities WHERE id = ?1", [id])
}

/// Returns the community of a webhook, if the webhook exists.
pub fn community(read: &Read<'_>, webhook: Id) -> Result<Option<Option<Id>>> {
    let sql = "SELECT community_id FROM webhooks WHERE id = ?1";
    read.first(sql, [webhook], |row| row.get(0))
}

/// Returns the webhook of a message, if the message exists.
pub fn of_delivery(read: &Read<'_>, delivery: Id) -> Result<Option<Id>> {
    let sql = "SELECT webhook_id FROM webhook_deliveries WHERE id = ?1";
    read.first(sql, [delivery], |row| row.get(0))
}
