//! SQL of appeals.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::sanctions::model::{Appeal, AppealOutcome};
use crate::features::users::Account;
use crate::platform::db::{Read, Write};

/// Adds an appeal of an entry of the log. Returns whether the entry had none.
pub fn insert(tx: &Write<'_>, entry: Id, user: Id, text: &str) -> Result<bool> {
    let sql = "INSERT INTO appeals (entry_id, user_id, text, created_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, (entry, user, text, tx.now))? > 0)
}

/// Returns what an appeal says.
pub fn text(read: &Read<'_>, entry: Id) -> Result<Option<String>> {
    read.first(
        "SELECT text FROM appeals WHERE entry_id = ?1",
        [entry],
        |row| row.get(0),
    )
}

/// Selects an [`Appeal`] of the user `?1`.
const APPEAL: &str = "SELECT a.entry_id, a.text, a.created_at, c.decision, c.reason
                      FROM appeals a LEFT JOIN cases c ON c.object_id = a.entry_id AND c.ask = 'appeal' WHERE a.user_id = ?1";

fn appeal(row: &rusqlite::Row<'_>) -> rusqlite::Result<Appeal> {
    let decision: Option<String> = row.get(3)?;
    Ok(Appeal {
        log_id: row.get(0)?,
        text: row.get(1)?,
        created_at: row.get(2)?,
        outcome: decision.map(|decision| match decision.as_str() {
            "approve" => AppealOutcome::Approved,
            _ => AppealOutcome::Rejected,
        }),
        reason: row.get(4)?,
    })
}

/// Returns the appeal of an account's owner about an entry.
pub fn one(read: &Read<'_>, account: &Account, entry: Id) -> Result<Option<Appeal>> {
    let sql = format!("{APPEAL} AND a.entry_id = ?2");
    read.first(&sql, (account.id(), entry), appeal)
}

/// Returns the appeals of an account's owner, those of the newest entries first.
pub fn list(read: &Read<'_>, account: &Account, paging: &Paging) -> Result<Page<Appeal>> {
    let total = read.value(
        "SELECT count(*) FROM appeals WHERE user_id = ?1",
        [account.id()],
    )?;
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let sql = format!("{APPEAL} AND a.entry_id < ?2 ORDER BY a.entry_id DESC LIMIT ?3");
    let found = read.all(
        &sql,
        (account.id(), before, paging.limit as i64 + 1),
        appeal,
    )?;
    Ok(Page::cut(found, paging.limit, total, |appeal| {
        appeal.log_id.as_i64().to_string()
    }))
}

/// Calls `each` for the appeals of an account's owner, oldest entry first.
pub fn for_each(
    read: &Read<'_>,
    account: &Account,
    each: &mut dyn FnMut(Appeal) -> Result<()>,
) -> Result<()> {
    let sql = format!("{APPEAL} ORDER BY a.entry_id");
    read.for_each(&sql, [account.id()], appeal, each)
}

/// Deletes the appeals of a deleted account, and returns the entries that they were about.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<Vec<Id>> {
    let sql = "DELETE FROM appeals WHERE user_id = ?1 RETURNING entry_id";
    tx.all(sql, [account.id()], |row| row.get(0))
}
