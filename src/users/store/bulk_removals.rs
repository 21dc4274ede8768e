//! SQL of removals of many accounts at once.

use rusqlite::Row;

use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::identity::{Account, Me};
use crate::users::model::{BulkRemoval, NewAccounts};

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
    "id >= ?1 AND id < ?2 AND role = 'user' AND deleted_at IS NULL AND password_hash IS NOT NULL";
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

/// Records a removal, and chooses at most `most` users for it, and the accounts that wait for approval.
/// Returns its id and the latter.
pub fn insert(
    tx: &Write<'_>,
    by: &Me,
    span: SignupSpan,
    reason: &str,
    most: usize,
) -> Result<(Id, Vec<Id>)> {
    let (id, (first, after)) = (tx.new_id(), span.ids());
    tx.execute(
        "INSERT INTO bulk_removals (id, removed_by, removed_at, reason, since, until, users, waiting) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0)",
        (id, by.id(), tx.now, reason, span.since, span.until),
    )?;
    let choose = format!(
        "INSERT INTO bulk_removed (user_id, removal_id, state) SELECT id, ?3, 'chosen' FROM users
         WHERE {CHOSEN} AND id NOT IN (SELECT user_id FROM bulk_removed) LIMIT ?4"
    );
    let users = tx.execute(&choose, (first, after, id, most as i64))?;
    let reject = format!(
        "UPDATE waiting_accounts SET rejected_at = ?3, removal_id = ?4 WHERE {CHOSEN_WAITING} RETURNING id"
    );
    let waiting: Vec<Id> = tx.all(&reject, (first, after, tx.now, id), |row| row.get(0))?;
    let count = "UPDATE bulk_removals SET users = ?2, waiting = ?3 WHERE id = ?1";
    tx.execute(count, (id, users as i64, waiting.len() as i64))?;
    Ok((id, waiting))
}

const REMOVAL: &str = "SELECT r.id, (SELECT name FROM authors WHERE id = r.removed_by), r.removed_at, r.reason, r.since, r.until, r.users, r.waiting,
           (SELECT count(*) FROM bulk_removed b WHERE b.removal_id = r.id AND b.state <> 'hidden'), r.undone_at,
           (SELECT count(*) FROM bulk_removed b WHERE b.removal_id = r.id)
    FROM bulk_removals r";

fn removal(row: &Row<'_>) -> rusqlite::Result<BulkRemoval> {
    let (unfinished, undone_at): (u32, Option<Timestamp>) = (row.get(8)?, row.get(9)?);
    Ok(BulkRemoval {
        id: row.get(0)?,
        removed_by: row.get(1)?,
        removed_at: row.get(2)?,
        reason: row.get(3)?,
        since: row.get(4)?,
        until: row.get(5)?,
        users: row.get(6)?,
        waiting: row.get(7)?,
        remaining: if undone_at.is_some() {
            row.get(10)?
        } else {
            unfinished
        },
        undone_at,
    })
}

/// Returns a removal. Rejects an unknown id with 404.
pub fn one(read: &Read<'_>, id: Id) -> Result<BulkRemoval> {
    let found = read.first(&format!("{REMOVAL} WHERE r.id = ?1"), [id], removal)?;
    found.ok_or_else(|| Sentence::NotFound.into())
}

/// Returns the newest removals since a time, newest first.
pub fn list(read: &Read<'_>, since: Timestamp) -> Result<Vec<BulkRemoval>> {
    let sql = format!("{REMOVAL} WHERE r.removed_at > ?1 ORDER BY r.id DESC LIMIT ?2");
    read.all(&sql, (since, MAX_LISTED), removal)
}

/// Records that a removal is undone, and lets the accounts wait again that waited for approval. Returns the
/// latter.
pub fn undo(tx: &Write<'_>, by: &Me, id: Id) -> Result<Vec<Id>> {
    let sql = "UPDATE bulk_removals SET undone_by = ?2, undone_at = ?3 WHERE id = ?1";
    tx.execute(sql, (id, by.id(), tx.now))?;
    let waiting = "UPDATE waiting_accounts SET rejected_at = NULL, removal_id = NULL WHERE removal_id = ?1 RETURNING id";
    tx.all(waiting, [id], |row| row.get(0))
}

fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account::new(row.get(0)?, row.get(1)?))
}

/// Returns up to `limit` users who are chosen by a removal that is not undone.
pub fn chosen(tx: &Write<'_>, limit: usize) -> Result<Vec<Account>> {
    let sql = "SELECT u.id, u.username FROM bulk_removed b CROSS JOIN bulk_removals r ON r.id = b.removal_id CROSS JOIN users u ON u.id = b.user_id
               WHERE b.state = 'chosen' AND b.state <> 'hidden' AND r.undone_at IS NULL LIMIT ?1";
    tx.all(sql, [limit as i64], account)
}

/// Sets the state of a user of a removal.
pub fn set_state(tx: &Write<'_>, account: &Account, state: &str) -> Result<()> {
    let sql = "UPDATE bulk_removed SET state = ?2 WHERE user_id = ?1";
    tx.execute(sql, (account.id(), state)).map(drop)
}

/// A user whose posts are being removed, with the removal.
pub struct Hiding {
    pub account: Account,
    pub removal: Id,
    pub removed_by: Id,
    pub reason: String,
}

/// Returns a user who is marked as deleted by a removal that is not undone, and whose posts remain.
pub fn next_hiding(tx: &Write<'_>) -> Result<Option<Hiding>> {
    let sql = "SELECT u.id, u.username, r.id, r.removed_by, r.reason
               FROM bulk_removed b CROSS JOIN bulk_removals r ON r.id = b.removal_id CROSS JOIN users u ON u.id = b.user_id
               WHERE b.state = 'hiding' AND b.state <> 'hidden' AND r.undone_at IS NULL LIMIT 1";
    tx.first(sql, [], |row| {
        Ok(Hiding {
            account: account(row)?,
            removal: row.get(2)?,
            removed_by: row.get(3)?,
            reason: row.get(4)?,
        })
    })
}

/// Makes up to `limit` accounts of undone removals users again. Returns their number.
pub fn restore_some(tx: &Write<'_>, limit: usize) -> Result<usize> {
    let sql = "DELETE FROM bulk_removed WHERE user_id IN
               (SELECT b.user_id FROM bulk_removals r CROSS JOIN bulk_removed b ON b.removal_id = r.id WHERE r.undone_at IS NOT NULL LIMIT ?1)
               RETURNING user_id";
    let users: Vec<Id> = tx.all(sql, [limit as i64], |row| row.get(0))?;
    for user in &users {
        tx.execute("UPDATE users SET deleted_at = NULL WHERE id = ?1", [user])?;
        tx.execute("DELETE FROM pending_purges WHERE user_id = ?1", [user])?;
    }
    Ok(users.len())
}
