//! Users in SQL.

pub mod attempts;
pub mod invitations;
pub mod sessions;

use rusqlite::Row;

use super::User;
use super::account::{Account, Authority, Filter, Role, Standing};
use super::session::{ABSOLUTE, IDLE, Me};
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::text::fold;
use crate::web::{Page, Paging};

const USER: &str = "SELECT id, username, created_at, biography, display_name, role = 'administrator' FROM users";

fn user(row: &Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: row.get(0)?,
        username: row.get(1)?,
        date_joined: row.get(2)?,
        biography: row.get(3)?,
        display_name: row.get(4)?,
        is_administrator: row.get(5)?,
    })
}

/// A user by name, whatever its case; nobody who has been deleted.
pub fn by_name(read: &Read<'_>, username: &str) -> Result<Option<User>> {
    read.first(&format!("{USER} WHERE folded = ?1 AND deleted_at IS NULL"), [fold(username)], user)
}

/// A user by id; nobody who has been deleted.
pub fn by_id(read: &Read<'_>, id: Id) -> Result<Option<User>> {
    read.first(&format!("{USER} WHERE id = ?1 AND deleted_at IS NULL"), [id], user)
}

/// A user by id or by name. An id comes first, because nobody can choose his.
pub fn by_id_or_name(read: &Read<'_>, user: &str) -> Result<Option<User>> {
    let found = user.parse().map_or(Ok(None), |id| by_id(read, id))?;
    if found.is_some() { Ok(found) } else { by_name(read, user) }
}

/// Users by name, whose name (or the name they had elsewhere) contains `search`; one or two characters must begin it.
pub fn list(read: &Read<'_>, search: &str, paging: &Paging) -> Result<Page<User>> {
    let after = paging.cursor.as_deref().unwrap_or_default();
    let limit = paging.limit as i64 + 1;
    let search = fold(search.trim());
    let (users, total) = if search.chars().count() >= 3 {
        let pattern = format!("\"{}\"", search.replace('"', "\"\""));
        let found = "id IN (SELECT rowid FROM user_names WHERE user_names MATCH ?1)";
        let sql = format!("{USER} WHERE {found} AND folded > ?2 ORDER BY folded LIMIT ?3");
        let total = read.value("SELECT count(*) FROM user_names WHERE user_names MATCH ?1", [&pattern])?;
        (read.all(&sql, (&pattern, after, limit), user)?, total)
    } else {
        // The names that begin so lie between the search and its last possible continuation.
        let end = format!("{search}\u{10ffff}");
        let sql = format!("{USER} WHERE folded >= ?1 AND folded < ?2 AND folded <> ?3 AND deleted_at IS NULL ORDER BY folded LIMIT ?4");
        // One lower bound: of two, SQLite would take the first and read everything before the cursor again.
        let begin = search.as_str().max(after);
        let total = if search.is_empty() {
            read.value("SELECT users FROM user_total", [])?
        } else {
            read.value("SELECT count(*) FROM users WHERE folded >= ?1 AND folded < ?2 AND deleted_at IS NULL", (&search, &end))?
        };
        (read.all(&sql, (begin, &end, after, limit), user)?, total)
    };
    Ok(Page::cut(users, paging.limit, total, |user| fold(&user.username)))
}

/// Whether a name was ever given out, in any case.
pub fn is_taken(read: &Read<'_>, username: &str) -> Result<bool> {
    read.exists("SELECT 1 FROM users WHERE folded = ?1", [fold(username)])
}

/// Adds a user. A name that was ever given out, in any case, is taken.
pub fn insert(tx: &Write<'_>, username: &str, password_hash: &str) -> Result<User> {
    let id = tx.new_id();
    let inserted = tx.execute(
        "INSERT INTO users (id, username, folded, password_hash, created_at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (folded) DO NOTHING",
        (id, username, fold(username), password_hash, tx.now),
    )?;
    if inserted == 0 {
        return Err(Sentence::UsernameTaken.into());
    }
    by_id(tx, id)?.ok_or_else(|| Error::internal("the new user is not there"))
}

/// What a login needs to know of whoever has a name.
pub struct Key {
    pub user: Id,
    /// Nobody can log in as a user without one.
    pub password_hash: Option<String>,
    pub is_disabled: bool,
}

/// The key of whoever has this name; nobody who has been deleted.
pub fn key(read: &Read<'_>, username: &str) -> Result<Option<Key>> {
    let sql = "SELECT id, password_hash, disabled_at IS NOT NULL FROM users WHERE folded = ?1 AND deleted_at IS NULL";
    read.first(sql, [fold(username)], |row| Ok(Key { user: row.get(0)?, password_hash: row.get(1)?, is_disabled: row.get(2)? }))
}

/// Gives an account another password, as a PHC string.
pub fn set_password_hash(tx: &Write<'_>, account: &Account, password_hash: &str) -> Result<()> {
    tx.execute("UPDATE users SET password_hash = ?2 WHERE id = ?1", (account.id, password_hash))?;
    Ok(())
}

/// Gives an account another role.
pub fn set_role(tx: &Write<'_>, _: &Authority, account: &Account, role: Role) -> Result<()> {
    tx.execute("UPDATE users SET role = ?2 WHERE id = ?1", (account.id, role))?;
    Ok(())
}

/// Notes since when somebody may not log in, or that he may.
pub fn set_disabled(tx: &Write<'_>, _: &Authority, account: &Account, disabled: bool) -> Result<()> {
    let sql = "UPDATE users SET disabled_at = CASE WHEN ?2 THEN coalesce(disabled_at, ?3) END WHERE id = ?1";
    tx.execute(sql, (account.id, disabled, tx.now))?;
    Ok(())
}

/// The administrators who can log in, as WHERE.
pub const ADMINISTRATORS: &str = "role = 'administrator' AND disabled_at IS NULL AND deleted_at IS NULL AND password_hash IS NOT NULL";

/// Whether anybody runs the site.
pub fn has_administrator(read: &Read<'_>) -> Result<bool> {
    read.exists(&format!("SELECT 1 FROM users WHERE {ADMINISTRATORS}"), [])
}

/// Whether nobody would run the site without this account.
pub fn is_last_administrator(read: &Read<'_>, account: &Account) -> Result<bool> {
    read.value(&format!("SELECT count(*) = 1 AND max(id) = ?1 FROM users WHERE {ADMINISTRATORS}"), [account.id])
}

/// How an account stands, with the sessions that were used since `?1` and opened since `?2`.
const STANDING: &str = "SELECT id, username, role, created_at, disabled_at,
        (SELECT max(last_seen_at) FROM sessions WHERE user_id = users.id AND last_seen_at > ?1 AND created_at > ?2),
        (SELECT count(*) FROM sessions WHERE user_id = users.id AND last_seen_at > ?1 AND created_at > ?2)
    FROM users";

fn standing_from(row: &Row<'_>) -> rusqlite::Result<Standing> {
    Ok(Standing {
        id: row.get(0)?,
        username: row.get(1)?,
        role: row.get(2)?,
        date_joined: row.get(3)?,
        disabled_at: row.get(4)?,
        last_seen_at: row.get(5)?,
        sessions: row.get(6)?,
    })
}

/// How one account stands.
pub fn standing(read: &Read<'_>, _: &Authority, account: &Account) -> Result<Standing> {
    let parameters = (read.now.minus(IDLE), read.now.minus(ABSOLUTE), account.id);
    read.first(&format!("{STANDING} WHERE id = ?3"), parameters, standing_from)?.ok_or_else(|| Sentence::UserNotFound.into())
}

/// How accounts stand, by name. It reads all of them: few people ask, and seldom.
pub fn standings(read: &Read<'_>, _: &Authority, filter: &Filter, paging: &Paging) -> Result<Page<Standing>> {
    let (search, after) = (fold(filter.search.trim()), paging.cursor.as_deref().unwrap_or_default());
    let (idle, absolute) = (read.now.minus(IDLE), read.now.minus(ABSOLUTE));
    let found =
        "deleted_at IS NULL AND instr(folded, ?3) > 0 AND (?4 IS NULL OR role = ?4) AND (?5 IS NULL OR (disabled_at IS NOT NULL) = ?5)";
    let counted = (idle, absolute, &search, filter.role, filter.disabled);
    let total = read.value(&format!("SELECT count(*) FROM users WHERE {found}"), counted)?;
    let sql = format!("{STANDING} WHERE {found} AND folded > ?6 ORDER BY folded LIMIT ?7");
    let parameters = (idle, absolute, &search, filter.role, filter.disabled, after, paging.limit as i64 + 1);
    let standings = read.all(&sql, parameters, standing_from)?;
    Ok(Page::cut(standings, paging.limit, total, |standing| fold(&standing.username)))
}

/// Gives the actor another biography.
pub fn set_biography(tx: &Write<'_>, me: &Me, biography: &str) -> Result<()> {
    tx.execute("UPDATE users SET biography = ?2 WHERE id = ?1", (me.id, biography))?;
    Ok(())
}

/// Makes a tombstone of a user: his name stays taken, and what he wrote stays, by nobody.
pub fn delete(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM invitations WHERE created_by = ?1 OR used_by = ?1", [account.id])?;
    let sql = "UPDATE users SET deleted_at = ?2, password_hash = NULL, biography = '', display_name = NULL WHERE id = ?1";
    tx.execute(sql, (account.id, tx.now))?;
    Ok(())
}
