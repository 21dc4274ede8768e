//! Sessions in SQL.

use serde::Serialize;

use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::TokenHash;
use crate::users::Session;
use crate::users::account::{Account, Authority};
use crate::users::session::{ABSOLUTE, IDLE, Me, PER_USER};

/// The user of a living session.
pub fn me(read: &Read<'_>, session: &TokenHash) -> Result<Option<Me>> {
    let sql = "SELECT s.user_id, u.username, u.role = 'administrator', s.created_at, s.last_seen_at FROM sessions s JOIN users u ON u.id = s.user_id
               WHERE s.token_hash = ?1 AND s.last_seen_at > ?2 AND s.created_at > ?3 AND u.deleted_at IS NULL AND u.disabled_at IS NULL";
    let (idle, absolute) = (read.now.minus(IDLE), read.now.minus(ABSOLUTE));
    read.first(sql, (session, idle, absolute), |row| {
        let account = Account::new(row.get(0)?, row.get(1)?);
        Ok(Me::new(account, *session, row.get(2)?, row.get(3)?, row.get(4)?, read.now))
    })
}

/// Notes that a session is in use now.
pub fn note_use(tx: &mut Write<'_>, session: &TokenHash) -> Result<()> {
    tx.execute("UPDATE sessions SET last_seen_at = ?2 WHERE token_hash = ?1", (session, tx.now))?;
    tx.quietly("when a session was used is nobody's business");
    Ok(())
}

/// Opens a session. Returns those that end with it: anybody's that have expired, and the user's own beyond the cap.
pub fn insert(tx: &Write<'_>, user: Id, session: &TokenHash, address: &str, user_agent: &str) -> Result<Vec<TokenHash>> {
    tx.execute(
        "INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, address, user_agent) VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)",
        (session, tx.new_id(), user, tx.now, address, user_agent.chars().take(200).collect::<String>()),
    )?;
    let mut ended = delete_expired(tx)?;
    let surplus = "DELETE FROM sessions WHERE token_hash IN
        (SELECT token_hash FROM sessions WHERE user_id = ?1 ORDER BY id DESC LIMIT -1 OFFSET ?2) RETURNING token_hash";
    ended.extend(tx.all(surplus, (user, PER_USER as i64), |row| row.get::<_, TokenHash>(0))?);
    Ok(ended)
}

/// Ends the sessions that are too old or were not used for too long, and returns them.
pub fn delete_expired(tx: &Write<'_>) -> Result<Vec<TokenHash>> {
    let sql = "DELETE FROM sessions WHERE last_seen_at <= ?1 OR created_at <= ?2 RETURNING token_hash";
    tx.all(sql, [tx.now.minus(IDLE), tx.now.minus(ABSOLUTE)], |row| row.get(0))
}

/// Ends a session, if it is there.
pub fn delete(tx: &Write<'_>, session: &TokenHash) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_hash = ?1", [session])?;
    Ok(())
}

/// Ends all sessions of an account but `keep`, and returns them.
pub fn delete_of(tx: &Write<'_>, account: &Account, keep: Option<&TokenHash>) -> Result<Vec<TokenHash>> {
    tx.all("DELETE FROM sessions WHERE user_id = ?1 AND token_hash IS NOT ?2 RETURNING token_hash", (account.id, keep), |row| row.get(0))
}

/// The actor's sessions that have not expired, the newest first.
pub fn mine(read: &Read<'_>, me: &Me) -> Result<Vec<Session>> {
    of(read, me, Some(&me.session))
}

/// The same of an account's owner, who may look at them in the session `current`.
pub fn of(read: &Read<'_>, account: &Account, current: Option<&TokenHash>) -> Result<Vec<Session>> {
    let sql = "SELECT id, created_at, last_seen_at, address, user_agent, token_hash IS ?2 FROM sessions
               WHERE user_id = ?1 AND last_seen_at > ?3 AND created_at > ?4 ORDER BY id DESC";
    read.all(sql, (account.id, current, read.now.minus(IDLE), read.now.minus(ABSOLUTE)), |row| {
        Ok(Session {
            id: row.get(0)?,
            created_at: row.get(1)?,
            last_seen_at: row.get(2)?,
            address: row.get(3)?,
            user_agent: row.get(4)?,
            current: row.get(5)?,
        })
    })
}

/// Where somebody is logged in, as those see it who run the site.
#[derive(Debug, Serialize)]
pub struct Login {
    pub id: Id,
    pub username: String,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
    pub address: String,
    pub user_agent: String,
}

/// Everybody's sessions that have not expired, or those of `user`, the last used first.
pub fn logins(read: &Read<'_>, _: &Authority, user: Option<Id>) -> Result<Vec<Login>> {
    let sql =
        "SELECT s.id, u.username, s.created_at, s.last_seen_at, s.address, s.user_agent FROM sessions s JOIN users u ON u.id = s.user_id
               WHERE (?1 IS NULL OR s.user_id = ?1) AND s.last_seen_at > ?2 AND s.created_at > ?3 ORDER BY s.last_seen_at DESC, s.id DESC";
    read.all(sql, (user, read.now.minus(IDLE), read.now.minus(ABSOLUTE)), |row| {
        Ok(Login {
            id: row.get(0)?,
            username: row.get(1)?,
            created_at: row.get(2)?,
            last_seen_at: row.get(3)?,
            address: row.get(4)?,
            user_agent: row.get(5)?,
        })
    })
}

/// Ends everybody's sessions and returns them.
pub fn delete_all(tx: &Write<'_>, _: &Authority) -> Result<Vec<TokenHash>> {
    tx.all("DELETE FROM sessions RETURNING token_hash", [], |row| row.get(0))
}

/// Ends one of the actor's sessions and returns it; [`Sentence::SessionNotFound`] for any other.
pub fn revoke(tx: &Write<'_>, me: &Me, session: Id) -> Result<TokenHash> {
    let ended = tx.all("DELETE FROM sessions WHERE user_id = ?1 AND id = ?2 RETURNING token_hash", (me.id, session), |row| row.get(0))?;
    ended.into_iter().next().ok_or_else(|| Sentence::SessionNotFound.into())
}
