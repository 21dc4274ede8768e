//! SQL of the names that accounts had before they were renamed or merged.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::{fold, lookalike_key};
use crate::features::users::identity::{Account, AdminAuthority};
use crate::features::users::store::waiting_accounts;
use crate::platform::db::{Read, Write};

/// Returns the account to which a former name leads, ignoring case: the renamed one, or the one into
/// which the account of this name was merged. It may be deleted.
pub fn account(read: &Read<'_>, username: &str) -> Result<Option<Id>> {
    let sql = "SELECT user_id FROM former_usernames WHERE name_key = ?1
               UNION ALL SELECT merged_into FROM users WHERE name_key = ?1 AND merged_into IS NOT NULL LIMIT 1";
    read.first(sql, [fold(username)], |row| row.get(0))
}

/// Returns whether an account had this name, ignoring case.
pub fn contains(read: &Read<'_>, username: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM former_usernames WHERE name_key = ?1";
    read.exists(sql, [fold(username)])
}

/// Returns whether another account has or had a name that looks like this one, or waits for approval with one.
pub fn has_other_lookalike(read: &Read<'_>, account: &Account, username: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM users WHERE lookalike_key = ?1 AND id <> ?2
               UNION ALL SELECT 1 FROM former_usernames WHERE lookalike_key = ?1 AND user_id <> ?2";
    let is_used = read.exists(sql, (lookalike_key(username), account.id()))?;
    Ok(is_used || waiting_accounts::has_lookalike(read, username)?)
}

/// Counts the former names of an account.
pub fn count(read: &Read<'_>, account: &Account) -> Result<usize> {
    let sql = "SELECT (SELECT count(*) FROM former_usernames WHERE user_id = ?1)
                    + (SELECT count(*) FROM users WHERE merged_into = ?1)";
    let count: i64 = read.value(sql, [account.id()])?;
    Ok(count as usize)
}

/// Replaces the name of an account. Its name until now leads to it.
pub fn rename(tx: &Write<'_>, _: &AdminAuthority, account: &Account, username: &str) -> Result<()> {
    let key = fold(username);
    tx.execute(
        "DELETE FROM former_usernames WHERE name_key = ?1 AND user_id = ?2",
        (&key, account.id()),
    )?;
    tx.execute(
        "INSERT INTO former_usernames (name_key, user_id, username, renamed_at)
         SELECT name_key, id, username, ?3 FROM users WHERE id = ?1 AND name_key <> ?2",
        (account.id(), &key, tx.now),
    )?;
    tx.execute(
        "UPDATE users SET username = ?2, name_key = ?3 WHERE id = ?1",
        (account.id(), username, &key),
    )?;
    Ok(())
}

/// Makes a deleted account an alias of another one: its names lead there.
pub fn make_alias(
    tx: &Write<'_>,
    _: &AdminAuthority,
    account: &Account,
    of: &Account,
) -> Result<()> {
    for sql in [
        "UPDATE users SET merged_into = ?2 WHERE id = ?1 OR merged_into = ?1",
        "UPDATE former_usernames SET user_id = ?2 WHERE user_id = ?1",
    ] {
        tx.execute(sql, (account.id(), of.id()))?;
    }
    Ok(())
}
