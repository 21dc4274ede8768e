//! SQL of deleted, hidden and merged accounts.

use super::{
    api_tokens, bots, identities, invitations, known_devices, mail_addresses, passkeys,
    second_factors,
};
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::users::identity::Account;
use crate::platform::db::{Read, Write};
use crate::platform::outbox;

/// Turns a user into a tombstone: the name stays taken, and the posts stay under `[deleted]`.
pub fn delete(tx: &Write<'_>, account: &Account) -> Result<()> {
    delete_private(tx, account)?;
    identities::delete_of(tx, account)?;
    let sql = "UPDATE users SET deleted_at = ?2, password_hash = NULL, biography = '', preferences = '{}', display_name = NULL, is_indexed = 0 WHERE id = ?1";
    tx.execute(sql, (account.id(), tx.now))?;
    Ok(())
}

/// Marks a user as deleted whose account can be restored until `erase_at`.
pub fn hide(tx: &Write<'_>, account: &Account, erase_at: Timestamp) -> Result<()> {
    delete_private(tx, account)?;
    invitations::revoke_of(tx, account)?;
    let sql = "UPDATE users SET deleted_at = ?2 WHERE id = ?1";
    tx.execute(sql, (account.id(), tx.now))?;
    let sql = "INSERT INTO pending_purges (user_id, with_posts, erase_at) VALUES (?1, 1, ?2)";
    tx.execute(sql, (account.id(), erase_at)).map(drop)
}

/// Makes a user again of one whom [`hide`] has marked as deleted.
pub fn show(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM pending_purges WHERE user_id = ?1 AND erase_at IS NOT NULL";
    if tx.execute(sql, [account.id()])? > 0 {
        let sql = "UPDATE users SET deleted_at = NULL WHERE id = ?1";
        tx.execute(sql, [account.id()])?;
    }
    Ok(())
}

/// Deletes what others never see of an account: its devices, passkeys, API tokens, incoming hook, second factor, links, addresses and notices.
fn delete_private(tx: &Write<'_>, account: &Account) -> Result<()> {
    known_devices::forget_all(tx, account)?;
    passkeys::delete_of(tx, account)?;
    api_tokens::delete_of(tx, account)?;
    bots::delete_hook(tx, account)?;
    second_factors::delete_of(tx, account)?;
    tx.execute(
        "DELETE FROM password_links WHERE user_id = ?1 OR created_by = ?1",
        [account.id()],
    )?;
    mail_addresses::delete_of(tx, account)?;
    outbox::store::purge_user(tx, account.id())?;
    tx.execute(
        "DELETE FROM security_notices WHERE user_id = ?1",
        [account.id()],
    )?;
    Ok(())
}

/// Records that a deleted account still has rows, and whether its posts are deleted too.
pub fn add_purge(tx: &Write<'_>, account: &Account, with_posts: bool) -> Result<()> {
    let sql = "INSERT INTO pending_purges (user_id, with_posts) VALUES (?1, ?2)";
    tx.execute(sql, (account.id(), with_posts)).map(drop)
}

/// Records that another account gets the rows of a merged one.
pub fn add_merge(tx: &Write<'_>, account: &Account, into: &Account) -> Result<()> {
    let sql = "INSERT INTO pending_purges (user_id, merge_into) VALUES (?1, ?2)";
    tx.execute(sql, (account.id(), into.id())).map(drop)
}

/// Returns whether the rows of a merged account still move to this one.
pub fn is_merged_into(read: &Read<'_>, account: &Account) -> Result<bool> {
    let sql = "SELECT 1 FROM pending_purges WHERE merge_into = ?1";
    read.exists(sql, [account.id()])
}

/// A deleted account that still has rows.
pub struct Purge {
    pub account: Account,
    /// Whether its posts are deleted too.
    pub with_posts: bool,
    /// The account that gets the rows, if it was merged.
    pub merge_into: Option<Account>,
}

/// Returns a deleted account that still has rows and cannot be restored any more, merged ones first: an account that gets rows while it is
/// deleted is purged of them too.
pub fn next_purge(tx: &Write<'_>) -> Result<Option<Purge>> {
    let sql = "SELECT u.id, u.username, with_posts, t.id, t.username FROM pending_purges
               JOIN users u ON u.id = user_id LEFT JOIN users t ON t.id = merge_into
               WHERE erase_at IS NULL OR erase_at <= ?1
               ORDER BY merge_into IS NULL, user_id LIMIT 1";
    tx.first(sql, [tx.now], |row| {
        let target: Option<Id> = row.get(3)?;
        let merge_into = match target {
            Some(id) => Some(Account::new(id, row.get(4)?)),
            None => None,
        };
        Ok(Purge {
            account: Account::new(row.get(0)?, row.get(1)?),
            with_posts: row.get(2)?,
            merge_into,
        })
    })
}

/// Returns a deleted account.
pub fn deleted_account(tx: &Write<'_>, user: Id) -> Result<Account> {
    let sql = "SELECT id, username FROM users WHERE id = ?1 AND deleted_at IS NOT NULL";
    let found = tx.first(sql, [user], |row| {
        Ok(Account::new(row.get(0)?, row.get(1)?))
    })?;
    found.ok_or_else(|| Error::internal("the deleted account is missing"))
}

/// Returns the ids of an account and of those merged into it.
pub fn merged_ids(read: &Read<'_>, account: &Account) -> Result<Vec<Id>> {
    let sql = "SELECT ?1 UNION ALL SELECT id FROM users WHERE merged_into = ?1";
    read.all(sql, [account.id()], |row| row.get(0))
}

/// Returns the name of an account, its former names, and those of the accounts merged into it.
pub fn all_names(read: &Read<'_>, account: &Account) -> Result<Vec<String>> {
    let sql = "SELECT username FROM users WHERE id = ?1 UNION ALL SELECT username FROM users WHERE merged_into = ?1
               UNION ALL SELECT username FROM former_usernames WHERE user_id = ?1";
    read.all(sql, [account.id()], |row| row.get(0))
}

/// Records that a deleted account has no more rows. Erases what [`hide`] has kept.
pub fn end_purge(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM pending_purges WHERE user_id = ?1 RETURNING erase_at IS NOT NULL";
    if tx.first(sql, [account.id()], |row| row.get(0))? == Some(true) {
        delete(tx, account)?;
    }
    Ok(())
}
