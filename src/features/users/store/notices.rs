//! SQL of security notices.

use rusqlite::Row;

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::identity::{Account, AdminAuthority, Me};
use crate::features::users::model::{NoticeKind, SecurityNotice};
use crate::platform::db::{Read, Write};

/// The largest number of notices of a user; a further one deletes the oldest.
pub const PER_USER: usize = 20;

/// Adds a notice for an account's owner.
pub fn insert(
    tx: &Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    kind: NoticeKind,
) -> Result<()> {
    insert_for(tx, by, account.id(), kind)
}

/// Adds a notice about the mail server for the other administrators and for everyone who gets mails, unless they
/// have one that they have not dismissed.
pub fn insert_about_mail_server(tx: &Write<'_>, by: &AdminAuthority) -> Result<()> {
    let sql = "SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND u.id IS NOT ?1
                 AND (u.role = 'administrator' OR EXISTS (SELECT 1 FROM mail_addresses m WHERE m.user_id = u.id AND m.address IS NOT NULL))
                 AND NOT EXISTS (SELECT 1 FROM security_notices n WHERE n.user_id = u.id AND n.kind = ?2 AND n.dismissed_at IS NULL)";
    let kind = NoticeKind::MailServer;
    let by_id = by.administrator().map(|account| account.id());
    let users: Vec<Id> = tx.all(sql, (by_id, kind), |row| row.get(0))?;
    users
        .into_iter()
        .try_for_each(|user| insert_for(tx, by, user, kind))
}

/// Adds a notice about a login with a new device, and returns its id.
pub fn insert_about_device(tx: &Write<'_>, user: Id, device: &str) -> Result<Id> {
    insert_row(tx, user, NoticeKind::NewDevice, None, Some(device))
}

/// Adds a notice for the account that manages a webhook, which the site turned off.
pub fn insert_about_webhook(tx: &Write<'_>, manager: Id, webhook: &str) -> Result<()> {
    insert_row(tx, manager, NoticeKind::WebhookOff, None, Some(webhook)).map(drop)
}

/// Returns the device and the time of the login that a notice is about.
pub fn device(read: &Read<'_>, notice: Id) -> Result<Option<(String, Timestamp)>> {
    let sql =
        "SELECT device, created_at FROM security_notices WHERE id = ?1 AND device IS NOT NULL";
    read.first(sql, [notice], |row| Ok((row.get(0)?, row.get(1)?)))
}

fn insert_for(tx: &Write<'_>, by: &AdminAuthority, user: Id, kind: NoticeKind) -> Result<()> {
    let actor = by.administrator().map(|account| account.username());
    insert_row(tx, user, kind, actor, None).map(drop)
}

fn insert_row(
    tx: &Write<'_>,
    user: Id,
    kind: NoticeKind,
    actor: Option<&str>,
    device: Option<&str>,
) -> Result<Id> {
    let id = tx.new_id();
    tx.execute(
        "INSERT INTO security_notices (id, user_id, kind, actor, device, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        (id, user, kind, actor, device, tx.now),
    )?;
    let surplus = "DELETE FROM security_notices WHERE id IN
        (SELECT id FROM security_notices WHERE user_id = ?1 ORDER BY id DESC LIMIT -1 OFFSET ?2)";
    tx.execute(surplus, (user, PER_USER as i64))?;
    Ok(id)
}

fn notice(row: &Row<'_>) -> rusqlite::Result<SecurityNotice> {
    Ok(SecurityNotice {
        id: row.get(0)?,
        kind: row.get(1)?,
        by: row.get(2)?,
        created_at: row.get(3)?,
        dismissed_at: row.get(4)?,
        device: row.get(5)?,
    })
}

const NOTICE: &str =
    "SELECT id, kind, actor, created_at, dismissed_at, device FROM security_notices";

/// Returns the caller's notices about what others did that they have not dismissed, newest first. Logins with new
/// devices and webhooks are in the inbox only.
pub fn open(read: &Read<'_>, me: &Me) -> Result<Vec<SecurityNotice>> {
    read.all(
        &format!("{NOTICE} WHERE user_id = ?1 AND dismissed_at IS NULL AND kind <> 'newDevice' AND kind <> 'webhookOff' ORDER BY id DESC"),
        [me.id()],
        notice,
    )
}

/// Returns all notices of an account's owner, newest first.
pub fn of(read: &Read<'_>, account: &Account) -> Result<Vec<SecurityNotice>> {
    read.all(
        &format!("{NOTICE} WHERE user_id = ?1 ORDER BY id DESC"),
        [account.id()],
        notice,
    )
}

/// Dismisses one of the caller's notices. Rejects any other id with 404.
pub fn dismiss(tx: &Write<'_>, me: &Me, id: Id) -> Result<()> {
    let sql = "UPDATE security_notices SET dismissed_at = coalesce(dismissed_at, ?3) WHERE user_id = ?1 AND id = ?2";
    if tx.execute(sql, (me.id(), id, tx.now))? > 0 {
        Ok(())
    } else {
        Err(Sentence::NoticeNotFound.into())
    }
}
