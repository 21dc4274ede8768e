//! SQL of sanctions.

pub mod appeals;
pub mod entries;

use super::model::{OwnSanction, Sanction, SanctionKind};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::{Account, LoggedActor, Me, SiteModerator, Subordinate};
use crate::platform::db::{FromRow, Read, Write, from_row};

from_row! {
    impl Sanction {
        id = "id",
        username = "(SELECT username FROM users WHERE id = user_id)",
        kind = "kind",
        reason = "reason",
        created_by = "(SELECT name FROM authors WHERE id = created_by)",
        created_at = "created_at",
        ends_at = "ends_at",
        lifted_at = "lifted_at",
        lifted_by = "(SELECT name FROM authors WHERE id = lifted_by)",
        log_id = "entry_id",
    }
}

fn select() -> String {
    format!("SELECT {} FROM sanctions", Sanction::COLUMNS)
}

/// Adds a sanction of a kind with its end, and returns its id.
pub fn insert(
    tx: &mut Write<'_>,
    by: LoggedActor<'_>,
    member: &Subordinate,
    (kind, ends_at): (SanctionKind, Option<Timestamp>),
    reason: &str,
    entry: Id,
) -> Result<Id> {
    tx.without_event("the member is told of the entry of the log");
    let id = tx.new_id();
    let sql = "INSERT INTO sanctions (id, user_id, kind, reason, created_by, created_at, ends_at, entry_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let values = (
        id,
        member.id(),
        kind,
        reason,
        by.id(),
        tx.now,
        ends_at,
        entry,
    );
    tx.execute(sql, values)?;
    Ok(id)
}

/// Keeps the picture that the clearing of a profile took.
pub fn set_picture(tx: &Write<'_>, clearing: Id, picture: Option<Id>) -> Result<()> {
    let sql = "UPDATE sanctions SET picture_id = ?2 WHERE id = ?1";
    tx.execute(sql, (clearing, picture)).map(drop)
}

/// What the clearing of a profile took.
pub struct ClearedProfile {
    /// Empty: there was none.
    pub biography: String,
    /// `None`: there was none, or it is deleted since.
    pub picture: Option<Id>,
}

/// Returns what a clearing took.
pub fn cleared(read: &Read<'_>, clearing: Id) -> Result<ClearedProfile> {
    let sql = "SELECT coalesce((SELECT before FROM admin_log WHERE id = s.entry_id), ''),
                      (SELECT i.id FROM pictures i WHERE i.id = s.picture_id AND i.owner_id = s.user_id) FROM sanctions s WHERE id = ?1";
    let found = read.first(sql, [clearing], |row| {
        Ok(ClearedProfile {
            biography: row.get(0)?,
            picture: row.get(1)?,
        })
    })?;
    found.ok_or_else(|| Sentence::SanctionNotFound.into())
}

/// Returns the clearing of a member's profile at a time, if it is not undone.
pub fn clearing_at(
    read: &Read<'_>,
    member: &Subordinate,
    at: Timestamp,
) -> Result<Option<Sanction>> {
    let sql = format!(
        "{} WHERE user_id = ?1 AND kind = 'clearing' AND created_at = ?2 AND lifted_at IS NULL ORDER BY id DESC LIMIT 1",
        select()
    );
    read.first(&sql, (member.id(), at), Sanction::from_row)
}

/// Returns whether a sanction of a kind keeps a member from something now.
pub fn is_running(read: &Read<'_>, member: Id, kind: SanctionKind) -> Result<bool> {
    let sql = "SELECT 1 FROM sanctions WHERE user_id = ?1 AND kind = ?2 AND lifted_at IS NULL AND ends_at > ?3";
    read.exists(sql, (member, kind, read.now))
}

/// Returns the suspension of a member that ends last, if they are suspended.
pub fn suspension(read: &Read<'_>, member: Id) -> Result<Option<Sanction>> {
    let sql = format!(
        "{} WHERE user_id = ?1 AND kind = 'suspension' AND lifted_at IS NULL AND ends_at > ?2 ORDER BY ends_at DESC LIMIT 1",
        select()
    );
    read.first(&sql, (member, read.now), Sanction::from_row)
}

/// Returns when a member was suspended last, leaving out what was lifted.
pub fn last_suspended(read: &Read<'_>, member: Id) -> Result<Option<Timestamp>> {
    let sql = "SELECT max(created_at) FROM sanctions WHERE user_id = ?1 AND kind = 'suspension' AND lifted_at IS NULL";
    read.value(sql, [member])
}

/// Lifts a sanction of a member. Returns whether there is one that is not lifted.
pub fn set_lifted(
    tx: &mut Write<'_>,
    by: LoggedActor<'_>,
    member: &Subordinate,
    id: Id,
) -> Result<bool> {
    tx.without_event("the member is told of the entry of the log");
    let sql = "UPDATE sanctions SET lifted_by = ?3, lifted_at = ?4 WHERE id = ?1 AND user_id = ?2 AND lifted_at IS NULL";
    Ok(tx.execute(sql, (id, member.id(), by.id(), tx.now))? > 0)
}

/// Returns a sanction.
pub fn one(read: &Read<'_>, id: Id) -> Result<Option<Sanction>> {
    let sql = format!("{} WHERE id = ?1", select());
    read.first(&sql, [id], Sanction::from_row)
}

/// Returns the sanction that an entry of the log is about.
pub fn of_entry(read: &Read<'_>, entry: Id) -> Result<Option<Sanction>> {
    let sql = format!("{} WHERE entry_id = ?1", select());
    read.first(&sql, [entry], Sanction::from_row)
}

/// Returns the sanctions of all members or of one, newest first. `only_running`: only silences and
/// suspensions that are in force.
pub fn list(
    read: &Read<'_>,
    _: &SiteModerator,
    member: Option<Id>,
    only_running: bool,
    paging: &Paging,
) -> Result<Page<Sanction>> {
    let found = match (member, only_running) {
        (Some(_), false) => "user_id = ?1 AND ?2 IS NOT NULL",
        (Some(_), true) => "user_id = ?1 AND lifted_at IS NULL AND ends_at > ?2",
        (None, false) => "?1 IS NULL AND ?2 IS NOT NULL",
        (None, true) => "?1 IS NULL AND lifted_at IS NULL AND ends_at > ?2",
    };
    let total = read.value(
        &format!("SELECT count(*) FROM sanctions WHERE {found}"),
        (member, read.now),
    )?;
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let select = select();
    let sql = format!("{select} WHERE {found} AND id < ?3 ORDER BY id DESC LIMIT ?4");
    let parameters = (member, read.now, before, paging.limit as i64 + 1);
    let sanctions = read.all(&sql, parameters, Sanction::from_row)?;
    Ok(Page::cut(sanctions, paging.limit, total, |sanction| {
        sanction.id.as_i64().to_string()
    }))
}

/// The largest number of sanctions that members see of themselves.
const MAX_OWN: i64 = 20;

from_row! {
    impl OwnSanction {
        log_id = "entry_id",
        kind = "kind",
        reason = "reason",
        created_at = "created_at",
        ends_at = "ends_at",
        lifted_at = "lifted_at",
    }
}

/// Returns the newest sanctions of the caller, newest first.
pub fn own(read: &Read<'_>, me: &Me) -> Result<Vec<OwnSanction>> {
    let columns = OwnSanction::COLUMNS;
    let sql =
        format!("SELECT {columns} FROM sanctions WHERE user_id = ?1 ORDER BY id DESC LIMIT ?2");
    read.all(&sql, (me.id(), MAX_OWN), OwnSanction::from_row)
}

/// Calls `each` for the sanctions of an account's owner, oldest first.
pub fn for_each(
    read: &Read<'_>,
    account: &Account,
    each: &mut dyn FnMut(OwnSanction) -> Result<()>,
) -> Result<()> {
    let columns = OwnSanction::COLUMNS;
    let sql = format!("SELECT {columns} FROM sanctions WHERE user_id = ?1 ORDER BY id");
    read.for_each(&sql, [account.id()], OwnSanction::from_row, each)
}

/// Deletes the sanctions of a deleted account.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM sanctions WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}
