//! SQL of sessions.

use std::time::Duration;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::identity::{Account, AdminAuthority, Me};
use crate::features::users::model::{Login, Session, SignInMethod};
use crate::platform::db::{Read, Write};
use crate::platform::outbox::store::choices;
use crate::platform::realtime::TokenHash;

/// A session ends after this time without use.
pub const IDLE_LIFETIME: Duration = Duration::from_secs(14 * 24 * 3600);
/// A session ends at this age.
pub const ABSOLUTE_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// The largest number of sessions of a user; a further one ends the oldest.
pub const PER_USER: usize = 20;

/// Returns the user of an unexpired session.
pub fn me(read: &Read<'_>, session: &TokenHash) -> Result<Option<Me>> {
    let sql = "SELECT s.user_id, u.username, u.role, s.confirmed_at, s.last_seen_at, u.silenced_until,
                 CASE WHEN u.role = 'user' THEN 0
                      WHEN NOT EXISTS (SELECT 1 FROM staff_second_factor) THEN 0
                      WHEN s.signed_in_by = 'provider' THEN 1
                      WHEN s.signed_in_by = 'passkey' THEN NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id)
                      ELSE NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id) END
               FROM sessions s JOIN users u ON u.id = s.user_id
               WHERE s.token_hash = ?1 AND s.last_seen_at > ?2 AND s.created_at > ?3 AND u.deleted_at IS NULL AND u.disabled_at IS NULL
                 AND coalesce(u.suspended_until, 0) <= ?4 AND (s.ends_at IS NULL OR s.ends_at > ?4)";
    let (idle, absolute) = (
        read.now.minus(IDLE_LIFETIME),
        read.now.minus(ABSOLUTE_LIFETIME),
    );
    read.first(sql, (session, idle, absolute, read.now), |row| {
        let account = Account::new(row.get(0)?, row.get(1)?);
        let me = Me::new(
            account,
            *session,
            row.get(2)?,
            row.get(3)?,
            row.get(4)?,
            row.get(5)?,
            read.now,
        );
        Ok(me.lacking_second_factor(row.get(6)?))
    })
}

/// Records that a session is in use now.
pub fn record_use(tx: &mut Write<'_>, session: &TokenHash) -> Result<()> {
    let sql = "UPDATE sessions SET last_seen_at = ?2 WHERE token_hash = ?1 RETURNING user_id";
    if let Some(user) = tx.first(sql, (session, tx.now), |row| row.get(0))? {
        choices::record_use(tx, user)?;
    }
    tx.without_event("no browser shows the use of sessions live");
    Ok(())
}

/// Records that the caller has confirmed now who uses this session.
pub fn record_confirmation(tx: &mut Write<'_>, me: &Me) -> Result<()> {
    tx.without_event("no browser shows when a session was confirmed");
    let sql = "UPDATE sessions SET confirmed_at = ?2 WHERE token_hash = ?1";
    tx.execute(sql, (me.session(), tx.now)).map(drop)
}

/// Records that the caller has used a passkey in this session now, as if they had signed in with it.
pub fn record_passkey(tx: &mut Write<'_>, me: &Me) -> Result<()> {
    record_confirmation(tx, me)?;
    let sql = "UPDATE sessions SET signed_in_by = ?2 WHERE token_hash = ?1";
    tx.execute(sql, (me.session(), SignInMethod::Passkey))
        .map(drop)
}

/// Inserts a session that has just been confirmed. Returns the sessions that this ends: expired ones of any user, and the user's
/// oldest ones beyond the limit.
pub fn insert(
    tx: &Write<'_>,
    user: Id,
    session: &TokenHash,
    address: &str,
    user_agent: &str,
    method: SignInMethod,
) -> Result<Vec<TokenHash>> {
    tx.execute(
        "INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, confirmed_at, address, user_agent, signed_in_by) VALUES (?1, ?2, ?3, ?4, ?4, ?4, ?5, ?6, ?7)",
        (session, tx.new_id(), user, tx.now, address, user_agent.chars().take(200).collect::<String>(), method),
    )?;
    choices::record_use(tx, user)?;
    let mut ended = delete_expired(tx)?;
    let surplus = "DELETE FROM sessions WHERE token_hash IN
        (SELECT token_hash FROM sessions WHERE user_id = ?1 ORDER BY id DESC LIMIT -1 OFFSET ?2) RETURNING token_hash";
    ended.extend(tx.all(surplus, (user, PER_USER as i64), |row| {
        row.get::<_, TokenHash>(0)
    })?);
    Ok(ended)
}

/// Deletes expired sessions and returns them.
pub fn delete_expired(tx: &Write<'_>) -> Result<Vec<TokenHash>> {
    let sql =
        "DELETE FROM sessions WHERE last_seen_at <= ?1 OR created_at <= ?2 RETURNING token_hash";
    let mut expired = tx.all(
        sql,
        [tx.now.minus(IDLE_LIFETIME), tx.now.minus(ABSOLUTE_LIFETIME)],
        |row| row.get(0),
    )?;
    // With a third condition in one statement, SQLite would scan all sessions.
    let ended = "DELETE FROM sessions WHERE ends_at <= ?1 RETURNING token_hash";
    expired.extend(tx.all(ended, [tx.now], |row| row.get::<_, TokenHash>(0))?);
    Ok(expired)
}

/// Deletes a session if it exists.
pub fn delete(tx: &Write<'_>, session: &TokenHash) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_hash = ?1", [session])?;
    Ok(())
}

/// Deletes all sessions of an account except `keep` and returns them.
pub fn delete_of(
    tx: &Write<'_>,
    account: &Account,
    keep: Option<&TokenHash>,
) -> Result<Vec<TokenHash>> {
    tx.all(
        "DELETE FROM sessions WHERE user_id = ?1 AND token_hash IS NOT ?2 RETURNING token_hash",
        (account.id(), keep),
        |row| row.get(0),
    )
}

/// Returns the caller's unexpired sessions, newest first.
pub fn mine(read: &Read<'_>, me: &Me) -> Result<Vec<Session>> {
    of(read, me, Some(me.session()))
}

/// Returns the unexpired sessions of an account's owner, newest first; marks the session `current`.
pub fn of(read: &Read<'_>, account: &Account, current: Option<&TokenHash>) -> Result<Vec<Session>> {
    let sql =
        "SELECT id, created_at, last_seen_at, address, user_agent, token_hash IS ?2, signed_in_by FROM sessions
               WHERE user_id = ?1 AND last_seen_at > ?3 AND created_at > ?4 ORDER BY id DESC";
    read.all(
        sql,
        (
            account.id(),
            current,
            read.now.minus(IDLE_LIFETIME),
            read.now.minus(ABSOLUTE_LIFETIME),
        ),
        |row| {
            Ok(Session {
                id: row.get(0)?,
                created_at: row.get(1)?,
                last_seen_at: row.get(2)?,
                address: row.get(3)?,
                user_agent: row.get(4)?,
                current: row.get(5)?,
                signed_in_by: row.get(6)?,
            })
        },
    )
}

/// Returns the unexpired sessions of all users or of `user`, last used first.
pub fn logins(read: &Read<'_>, _: &AdminAuthority, user: Option<Id>) -> Result<Vec<Login>> {
    let sql =
        "SELECT s.id, u.username, s.created_at, s.last_seen_at, s.address, s.user_agent, s.signed_in_by FROM sessions s JOIN users u ON u.id = s.user_id
               WHERE (?1 IS NULL OR s.user_id = ?1) AND s.last_seen_at > ?2 AND s.created_at > ?3 ORDER BY s.last_seen_at DESC, s.id DESC";
    read.all(
        sql,
        (
            user,
            read.now.minus(IDLE_LIFETIME),
            read.now.minus(ABSOLUTE_LIFETIME),
        ),
        |row| {
            Ok(Login {
                id: row.get(0)?,
                username: row.get(1)?,
                created_at: row.get(2)?,
                last_seen_at: row.get(3)?,
                address: row.get(4)?,
                user_agent: row.get(5)?,
                signed_in_by: row.get(6)?,
            })
        },
    )
}

/// Deletes the sessions of all users and returns them.
pub fn delete_all(tx: &Write<'_>, _: &AdminAuthority) -> Result<Vec<TokenHash>> {
    tx.all("DELETE FROM sessions RETURNING token_hash", [], |row| {
        row.get(0)
    })
}

/// Deletes one of the caller's sessions and returns it. Rejects any other id with 404.
pub fn revoke(tx: &Write<'_>, me: &Me, session: Id) -> Result<TokenHash> {
    let ended = tx.all(
        "DELETE FROM sessions WHERE user_id = ?1 AND id = ?2 RETURNING token_hash",
        (me.id(), session),
        |row| row.get(0),
    )?;
    ended
        .into_iter()
        .next()
        .ok_or_else(|| Sentence::SessionNotFound.into())
}
