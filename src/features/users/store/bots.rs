//! SQL of bots: accounts as which only programs act.

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::users::identity::{Account, AdminAuthority, BotLimits, Me};
use crate::features::users::model::Role;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;

/// SQL condition: the owner of the bot `u` is an administrator who may log in at the time `?2`.
macro_rules! owner_administers {
    () => {
        "EXISTS (SELECT 1 FROM users o WHERE o.id = u.bot_owner_id AND o.role = 'administrator'
           AND o.deleted_at IS NULL AND o.disabled_at IS NULL AND coalesce(o.suspended_until, 0) <= ?2)"
    };
}
pub(super) use owner_administers;

/// Makes a new account a bot.
pub fn mark(
    tx: &Write<'_>,
    _: &AdminAuthority,
    account: &Account,
    owner: &Account,
    community: Option<Id>,
) -> Result<()> {
    let sql = "UPDATE users SET bot_owner_id = ?2, bot_community_id = ?3 WHERE id = ?1";
    tx.execute(sql, (account.id(), owner.id(), community))
        .map(drop)
}

/// Gives a bot another owner.
pub fn set_owner(tx: &Write<'_>, _: &AdminAuthority, bot: &Account, owner: &Account) -> Result<()> {
    let sql = "UPDATE users SET bot_owner_id = ?2 WHERE id = ?1 AND bot_owner_id IS NOT NULL";
    tx.execute(sql, (bot.id(), owner.id())).map(drop)
}

/// Returns whether an account is a bot.
pub fn is_bot(read: &Read<'_>, account: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM users WHERE id = ?1 AND bot_owner_id IS NOT NULL";
    read.exists(sql, [account])
}

/// Returns the bot that asks what comes in at an incoming hook, as an ordinary member.
pub fn me_of_hook(read: &Read<'_>, secret: &TokenHash) -> Result<Option<Me>> {
    me(
        read,
        "u.id = (SELECT user_id FROM incoming_hooks WHERE secret_hash = ?1)",
        secret,
        secret,
    )
}

/// Returns a bot as an ordinary member.
pub fn me_of(read: &Read<'_>, bot: &Account) -> Result<Me> {
    let me = me(read, "u.id = ?1", bot.id(), &[0; 32])?;
    me.ok_or_else(|| Sentence::BotInactive.into())
}

fn me(
    read: &Read<'_>,
    condition: &str,
    parameter: impl rusqlite::ToSql,
    session: &TokenHash,
) -> Result<Option<Me>> {
    let sql = format!(
        "SELECT u.id, u.username, u.bot_community_id, u.silenced_until FROM users u
         WHERE {condition} AND u.bot_owner_id IS NOT NULL AND u.deleted_at IS NULL AND u.disabled_at IS NULL
           AND coalesce(u.suspended_until, 0) <= ?2 AND {}",
        owner_administers!()
    );
    read.first(&sql, (parameter, read.now), |row| {
        let me = Me::new(
            Account::new(row.get(0)?, row.get(1)?),
            *session,
            Role::User,
            Timestamp::from_millis(0),
            read.now,
            row.get(3)?,
            read.now,
        );
        let community = row.get(2)?;
        Ok(me.with_bot_limits(BotLimits { community }))
    })
}

/// An incoming hook.
pub struct IncomingHook {
    pub created_at: Timestamp,
    /// When a question last came in.
    pub last_used_at: Option<Timestamp>,
    /// The tags of questions whose messages have none.
    pub tags: Vec<String>,
}

/// Gives a bot another incoming hook, in place of the one that it may have.
pub fn replace_hook(
    tx: &Write<'_>,
    bot: &Account,
    secret: &TokenHash,
    tags: &[String],
) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO incoming_hooks (user_id, secret_hash, tags, created_at) VALUES (?1, ?2, ?3, ?4)";
    let tags = serde_json::to_string(tags).map_err(Error::internal)?;
    tx.execute(sql, (bot.id(), secret, tags, tx.now)).map(drop)
}

/// Deletes the incoming hook of an account. Returns whether there was one.
pub fn delete_hook(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let sql = "DELETE FROM incoming_hooks WHERE user_id = ?1";
    Ok(tx.execute(sql, [account.id()])? > 0)
}

/// Returns the incoming hook of a bot.
pub fn hook(read: &Read<'_>, bot: Id) -> Result<Option<IncomingHook>> {
    let sql = "SELECT created_at, last_used_at, tags FROM incoming_hooks WHERE user_id = ?1";
    read.first(sql, [bot], |row| {
        let tags: String = row.get(2)?;
        Ok(IncomingHook {
            created_at: row.get(0)?,
            last_used_at: row.get(1)?,
            tags: serde_json::from_str(&tags).unwrap_or_default(),
        })
    })
}

/// Records that a question came in at the incoming hook of a bot.
pub fn record_hook_use(tx: &Write<'_>, bot: &Account) -> Result<()> {
    let sql = "UPDATE incoming_hooks SET last_used_at = ?2 WHERE user_id = ?1";
    tx.execute(sql, (bot.id(), tx.now)).map(drop)
}
