//! SQL of the list of bots.

use super::model::{BotView, IncomingHook};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::AdminAuthority;
use crate::features::users::store::api_tokens;
use crate::features::users::store::bots as hooks;
use crate::platform::db::{FromRow, Read, from_row};

from_row! {
    /// The bot `u` with its owner `o`.
    struct BotRow {
        id: Id = "u.id",
        username: String = "u.username",
        created_at: Timestamp = "u.created_at",
        owner: String = "(SELECT name FROM authors WHERE id = o.id)",
        is_active: bool = "u.disabled_at IS NULL AND coalesce(u.suspended_until, 0) <= ?1 AND o.role = 'administrator'
            AND o.deleted_at IS NULL AND o.disabled_at IS NULL AND coalesce(o.suspended_until, 0) <= ?1",
        community_id: Option<Id> = "c.id",
        community_name: Option<String> = "c.name",
        is_member: bool = "EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = c.id AND m.user_id = u.id)",
        has_requested: bool = "EXISTS (SELECT 1 FROM membership_requests r WHERE r.community_id = c.id AND r.user_id = u.id)",
    }
}

/// Returns the number of bots.
pub fn count(read: &Read<'_>) -> Result<u32> {
    let sql = "SELECT count(*) FROM users INDEXED BY users_bots WHERE bot_owner_id IS NOT NULL AND deleted_at IS NULL";
    read.value(sql, [])
}

/// Returns all bots by name.
pub fn list(read: &Read<'_>, by: &AdminAuthority) -> Result<Vec<BotView>> {
    let sql = format!(
        "SELECT {} FROM users u INDEXED BY users_bots CROSS JOIN users o ON o.id = u.bot_owner_id LEFT JOIN communities c ON c.id = u.bot_community_id
         WHERE u.bot_owner_id IS NOT NULL AND u.deleted_at IS NULL ORDER BY u.name_key",
        BotRow::COLUMNS
    );
    let rows = read.all(&sql, [read.now], BotRow::from_row)?;
    let bots = rows.into_iter().map(|row| {
        let account = by.account(read, &row.id.to_string())?;
        let hook = hooks::hook(read, row.id)?;
        Ok(BotView {
            id: row.id,
            username: row.username,
            created_at: row.created_at,
            owner: row.owner,
            is_active: row.is_active,
            community_id: row.community_id,
            community_name: row.community_name,
            is_member: row.is_member,
            has_requested: row.has_requested,
            api_tokens: api_tokens::of(read, &account)?,
            incoming_hook: hook.map(|hook| IncomingHook {
                created_at: hook.created_at,
                last_used_at: hook.last_used_at,
                tags: hook.tags,
            }),
        })
    });
    bots.collect()
}
