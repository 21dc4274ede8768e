//! SQL of removals of many accounts at once.

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::identity::{Account, Me};
use crate::features::users::model::{BulkRemoval, NewAccounts};
use crate::platform::db::{FromRow, Read, Write, from_row};

/// The largest number of removals in a list.
const MAX_LISTED: i64 = 50;

/// A time span of sign-ups: from `since` until `until`, both included.
#[derive(Clone, Copy, Debug)]
pub struct SignupSpan {
    pub since: Timestamp,
    pub until: Timestamp,
}

impl SignupSpan {
    /// Returns the first id of the span and the first one after it: ids increase with time.
    fn ids(self) -> (Id, Id) {
        let after = Timestamp::from_millis(self.until.millis().saturating_add(1));
        (Id::at(self.since, 0), Id::at(after, 0))
    }
}

/// The SQL condition of the users from the id `?1` to `?2` whom a removal chooses: no staff, and nobody who
/// could not log in, such as imported users.
const CHOSEN: &str =
    "id >= ?1 AND id < ?2 AND role = 'user' AND deleted_at IS NULL
     AND (password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = users.id))";
/// The same for accounts that wait for approval.
const CHOSEN_WAITING: &str = "id >= ?1 AND id < ?2 AND rejected_at IS NULL";

/// Counts the accounts that signed up in a time span, without staff.
pub fn count(read: &Read<'_>, span: SignupSpan) -> Result<NewAccounts> {
    let users = format!("SELECT count(*) FROM users WHERE {CHOSEN}");
    let waiting = format!("SELECT count(*) FROM waiting_accounts WHERE {CHOSEN_WAITING}");
    Ok(NewAccounts {
        users: read.value(&users, span.ids())?,
        waiting: read.value(&waiting, span.ids())?,
    })
}

/// Returns at most `most` users for a removal.
pub fn choose(read: &Read<'_>, span: SignupSpan, most: usize) -> Result<Vec<Id>> {
    let (first, after) = span.ids();
    let sql = format!(
        "SELECT id FROM users WHERE {CHOSEN} AND id NOT IN (SELECT user_id FROM removal_batches WHERE pending = 'hide') LIMIT ?3"
    );
    read.all(&sql, (first, after, most as i64), |row| row.get(0))
}

/// Records a removal, and rejects the accounts that wait for approval. Returns its id and those accounts.
pub fn insert(
    tx: &Write<'_>,
    by: &Me,
    span: SignupSpan,
    reason: &str,
    users: usize,
) -> Result<(Id, Vec<Id>)> {
    let (id, (first, after)) = (tx.new_id(), span.ids());
    tx.execute(
        "INSERT INTO bulk_removals (id, removed_by, removed_at, reason, since, until, users, waiting) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)",
        (id, by.id(), tx.now, reason, span.since, span.until, users as i64),
    )?;
    let reject = format!(
        "UPDATE waiting_accounts SET rejected_at = ?3, removal_id = ?4 WHERE {CHOSEN_WAITING} RETURNING id"
    );
    let waiting: Vec<Id> = tx.all(&reject, (first, after, tx.now, id), |row| row.get(0))?;
    let count = "UPDATE bulk_removals SET waiting = ?2 WHERE id = ?1";
    tx.execute(count, (id, waiting.len() as i64))?;
    Ok((id, waiting))
}

/// Adds a batch to a removal for each of its users, which removes all posts that they write until their
/// accounts are hidden. `entry` is the entry of the log.
pub fn insert_batches(tx: &Write<'_>, removal: Id, entry: Id, users: &[Id]) -> Result<()> {
    let sql = "INSERT INTO removal_batches (id, user_id, created_by, created_at, reason, position, entry_id, pending, bulk_removal_id)
               SELECT ?2, ?3, removed_by, removed_at, reason, ?4, ?5, 'hide', id FROM bulk_removals WHERE id = ?1";
    for user in users {
        tx.execute(sql, (removal, tx.new_id(), user, i64::MAX, entry))?;
    }
    Ok(())
}

from_row! {
    impl BulkRemoval {
        id = "r.id",
        removed_by = "(SELECT name FROM authors WHERE id = r.removed_by)",
        removed_at = "r.removed_at",
        reason = "r.reason",
        since = "r.since",
        until = "r.until",
        users = "r.users",
        waiting = "r.waiting",
        remaining = "(SELECT count(*) FROM removal_batches b WHERE b.bulk_removal_id = r.id AND b.pending IS NOT NULL)",
        undone_at = "r.undone_at",
    }
}

/// Returns a removal. Rejects an unknown id with 404.
pub fn one(read: &Read<'_>, id: Id) -> Result<BulkRemoval> {
    let columns = BulkRemoval::COLUMNS;
    let sql = format!("SELECT {columns} FROM bulk_removals r WHERE r.id = ?1");
    let found = read.first(&sql, [id], BulkRemoval::from_row)?;
    found.ok_or_else(|| Sentence::NotFound.into())
}

/// Returns the newest removals since a time, newest first.
pub fn list(read: &Read<'_>, since: Timestamp) -> Result<Vec<BulkRemoval>> {
    let columns = BulkRemoval::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM bulk_removals r WHERE r.removed_at > ?1 ORDER BY r.id DESC LIMIT ?2"
    );
    read.all(&sql, (since, MAX_LISTED), BulkRemoval::from_row)
}

/// Marks a removal and its batches as undone, and lets the accounts wait again that waited for approval.
/// Returns the latter.
pub fn undo(tx: &Write<'_>, by: &Me, id: Id) -> Result<Vec<Id>> {
    let sql = "UPDATE bulk_removals SET undone_by = ?2, undone_at = ?3 WHERE id = ?1";
    tx.execute(sql, (id, by.id(), tx.now))?;
    let batches = "UPDATE removal_batches SET undone_by = ?2, undone_at = ?3, pending = 'show', position = ?4 WHERE bulk_removal_id = ?1";
    tx.execute(batches, (id, by.id(), tx.now, i64::MAX))?;
    let waiting = "UPDATE waiting_accounts SET rejected_at = NULL, removal_id = NULL WHERE removal_id = ?1 RETURNING id";
    tx.all(waiting, [id], |row| row.get(0))
}

/// A batch of an account that is removed with others.
pub struct AccountBatch {
    id: Id,
    pub account: Account,
}

/// Returns up to `limit` batches with this work left.
pub fn pending(read: &Read<'_>, work: &str, limit: usize) -> Result<Vec<AccountBatch>> {
    let sql = "SELECT b.id, u.id, u.username FROM removal_batches b CROSS JOIN users u ON u.id = b.user_id
               WHERE b.pending = ?1 ORDER BY b.id LIMIT ?2";
    read.all(sql, (work, limit as i64), |row| {
        Ok(AccountBatch {
            id: row.get(0)?,
            account: Account::new(row.get(1)?, row.get(2)?),
        })
    })
}

/// Stores the work that a batch has left.
pub fn set_pending(tx: &Write<'_>, batch: &AccountBatch, work: &str) -> Result<()> {
    let sql = "UPDATE removal_batches SET pending = ?2 WHERE id = ?1";
    tx.execute(sql, (batch.id, work)).map(drop)
}
