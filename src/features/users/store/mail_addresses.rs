//! SQL of addresses, and of the links in mails.

use rusqlite::types::{ToSql, ToSqlOutput};

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::identity::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;

/// The largest number of open links of a kind that a user has; a further one deletes the oldest.
const LINKS: i64 = 5;

/// What a link in a mail is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailLinkKind {
    Verify,
    Reset,
}

impl ToSql for MailLinkKind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Verify => "verify",
            Self::Reset => "reset",
        }
        .into())
    }
}

/// An open link in a mail.
pub struct MailLink {
    pub account: Account,
    /// Where the mail went.
    pub address: String,
}

/// The addresses of a user.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// Mails go here.
    pub address: Option<String>,
    pub verified_at: Option<Timestamp>,
    /// Its link has not been used yet.
    pub pending: Option<String>,
    /// How many mails to the address were refused in a row because of the recipient.
    pub refusals: i64,
}

/// Returns the addresses of a user.
pub fn of(read: &Read<'_>, user: Id) -> Result<Addresses> {
    let sql =
        "SELECT address, verified_at, pending, refusals FROM mail_addresses WHERE user_id = ?1";
    let found = read.first(sql, [user], |row| {
        Ok(Addresses {
            address: row.get(0)?,
            verified_at: row.get(1)?,
            pending: row.get(2)?,
            refusals: row.get(3)?,
        })
    })?;
    Ok(found.unwrap_or_default())
}

/// Notes that the mail server has refused an address of a user because of the recipient.
pub fn note_refusal(tx: &Write<'_>, user: Id, address: &str) -> Result<()> {
    let sql = "UPDATE mail_addresses SET refusals = refusals + 1 WHERE user_id = ?1 AND lower(address) = lower(?2)";
    tx.execute(sql, (user, address)).map(drop)
}

/// Notes that the mail server takes mails to an address of a user.
pub fn note_success(tx: &Write<'_>, user: Id, address: &str) -> Result<()> {
    let sql = "UPDATE mail_addresses SET refusals = 0 WHERE user_id = ?1 AND lower(address) = lower(?2) AND refusals > 0";
    tx.execute(sql, (user, address)).map(drop)
}

/// A user to whom mails may be sent.
pub struct Recipient {
    pub account: Account,
    pub addresses: Addresses,
    /// Whether they are suspended, so that only mails about their account may be sent.
    pub is_suspended: bool,
}

/// Returns a user to whom mails may be sent: not a deleted or disabled one.
pub fn recipient(read: &Read<'_>, user: Id) -> Result<Option<Recipient>> {
    let sql = "SELECT username, coalesce(suspended_until, 0) > ?2 FROM users WHERE id = ?1 AND deleted_at IS NULL AND disabled_at IS NULL";
    let found = read.first(sql, (user, read.now), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((username, is_suspended)) = found else {
        return Ok(None);
    };
    Ok(Some(Recipient {
        account: Account::new(user, username),
        addresses: of(read, user)?,
        is_suspended,
    }))
}

/// Replaces the address of the caller that waits for its link.
pub fn set_pending(tx: &Write<'_>, me: &Me, address: &str) -> Result<()> {
    let sql = "INSERT INTO mail_addresses (user_id, pending) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET pending = ?2";
    tx.execute(sql, (me.id(), address)).map(drop)
}

/// Returns whether an account other than this one has an address.
pub fn is_taken(read: &Read<'_>, account: &Account, address: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM mail_addresses WHERE lower(address) = lower(?2) AND user_id <> ?1";
    read.exists(sql, (account.id(), address))
}

/// Makes the pending address of an account its address.
pub fn confirm_pending(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "UPDATE mail_addresses SET address = pending, verified_at = ?2, pending = NULL, refusals = 0 WHERE user_id = ?1 AND pending IS NOT NULL";
    tx.execute(sql, (account.id(), tx.now)).map(drop)
}

/// Deletes the address of an account that waits for its link, and all links.
pub fn delete_pending(tx: &Write<'_>, account: &Account) -> Result<()> {
    let only_pending = "DELETE FROM mail_addresses WHERE user_id = ?1 AND address IS NULL";
    tx.execute(only_pending, [account.id()])?;
    let pending = "UPDATE mail_addresses SET pending = NULL WHERE user_id = ?1";
    tx.execute(pending, [account.id()])?;
    delete_all_links(tx, account)
}

/// Deletes the addresses of an account and their links.
pub fn delete_of(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute(
        "DELETE FROM mail_addresses WHERE user_id = ?1",
        [account.id()],
    )?;
    delete_all_links(tx, account)
}

fn delete_all_links(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM mail_links WHERE user_id = ?1", [account.id()])
        .map(drop)
}

/// Returns the enabled account with an address.
pub fn account_at(read: &Read<'_>, address: &str) -> Result<Option<Account>> {
    let sql = "SELECT u.id, u.username FROM mail_addresses m JOIN users u ON u.id = m.user_id
               WHERE lower(m.address) = lower(?1) AND u.deleted_at IS NULL AND u.disabled_at IS NULL";
    read.first(sql, [address], |row| {
        Ok(Account::new(row.get(0)?, row.get(1)?))
    })
}

/// Adds a link to the open ones of a user.
pub fn insert_link(
    tx: &Write<'_>,
    user: Id,
    kind: MailLinkKind,
    address: &str,
    token: &TokenHash,
    expires_at: Timestamp,
) -> Result<()> {
    let sql = "DELETE FROM mail_links WHERE user_id = ?1 AND token_hash IN (
                   SELECT token_hash FROM mail_links WHERE user_id = ?1 AND kind = ?2 ORDER BY expires_at DESC LIMIT -1 OFFSET ?3)";
    tx.execute(sql, (user, kind, LINKS - 1))?;
    let sql = "INSERT INTO mail_links (token_hash, user_id, kind, address, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    tx.execute(sql, (token, user, kind, address, expires_at))
        .map(drop)
}

/// Returns an open link of a kind to an enabled account.
pub fn link(read: &Read<'_>, kind: MailLinkKind, token: &TokenHash) -> Result<Option<MailLink>> {
    let sql = "SELECT u.id, u.username, l.address FROM mail_links l JOIN users u ON u.id = l.user_id
               WHERE l.token_hash = ?1 AND l.kind = ?2 AND l.expires_at > ?3 AND u.deleted_at IS NULL AND u.disabled_at IS NULL";
    read.first(sql, (token, kind, read.now), |row| {
        Ok(MailLink {
            account: Account::new(row.get(0)?, row.get(1)?),
            address: row.get(2)?,
        })
    })
}

/// Deletes the links of a kind of an account.
pub fn delete_links(tx: &Write<'_>, account: &Account, kind: MailLinkKind) -> Result<()> {
    let sql = "DELETE FROM mail_links WHERE user_id = ?1 AND kind = ?2";
    tx.execute(sql, (account.id(), kind)).map(drop)
}

/// Deletes expired links.
pub fn delete_expired_links(tx: &Write<'_>) -> Result<()> {
    let sql = "DELETE FROM mail_links WHERE expires_at <= ?1";
    tx.execute(sql, [tx.now]).map(drop)
}
