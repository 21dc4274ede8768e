//! Users, sessions and failed logins in SQL.

use rusqlite::Row;
use serde::Serialize;

use super::account::{Account, Authority, Filter, Role, Standing};
use super::attempts::FORGOTTEN;
use super::invitations::{Invitation, KEPT};
use super::session::{ABSOLUTE, IDLE, Me, PER_USER};
use super::{Session, User};
use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::live::TokenHash;
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
pub fn insert_session(tx: &Write<'_>, user: Id, session: &TokenHash, address: &str, user_agent: &str) -> Result<Vec<TokenHash>> {
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
pub fn delete_session(tx: &Write<'_>, session: &TokenHash) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_hash = ?1", [session])?;
    Ok(())
}

/// Ends all sessions of an account but `keep`, and returns them.
pub fn delete_sessions(tx: &Write<'_>, account: &Account, keep: Option<&TokenHash>) -> Result<Vec<TokenHash>> {
    tx.all("DELETE FROM sessions WHERE user_id = ?1 AND token_hash IS NOT ?2 RETURNING token_hash", (account.id, keep), |row| row.get(0))
}

/// The actor's sessions that have not expired, the newest first.
pub fn sessions(read: &Read<'_>, me: &Me) -> Result<Vec<Session>> {
    sessions_of(read, me, Some(&me.session))
}

/// The same of an account's owner, who may look at them in the session `current`.
pub fn sessions_of(read: &Read<'_>, account: &Account, current: Option<&TokenHash>) -> Result<Vec<Session>> {
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
pub fn delete_all_sessions(tx: &Write<'_>, _: &Authority) -> Result<Vec<TokenHash>> {
    tx.all("DELETE FROM sessions RETURNING token_hash", [], |row| row.get(0))
}

/// Ends one of the actor's sessions and returns it; [`Sentence::SessionNotFound`] for any other.
pub fn revoke_session(tx: &Write<'_>, me: &Me, session: Id) -> Result<TokenHash> {
    let ended = tx.all("DELETE FROM sessions WHERE user_id = ?1 AND id = ?2 RETURNING token_hash", (me.id, session), |row| row.get(0))?;
    ended.into_iter().next().ok_or_else(|| Sentence::SessionNotFound.into())
}

/// Until when nothing is looked at for a subject of failed logins.
pub fn retry_at(read: &Read<'_>, subject: &str) -> Result<Option<Timestamp>> {
    read.first("SELECT retry_at FROM login_delays WHERE subject = ?1", [subject], |row| row.get(0))
}

/// Counts a failed login and returns how many there are now.
pub fn count_failure(tx: &Write<'_>, subject: &str) -> Result<u32> {
    tx.execute("DELETE FROM login_delays WHERE last_at < ?1", [tx.now.minus(FORGOTTEN)])?;
    tx.value(
        "INSERT INTO login_delays (subject, failures, retry_at, last_at) VALUES (?1, 1, 0, ?2)
         ON CONFLICT (subject) DO UPDATE SET failures = failures + 1, last_at = ?2 RETURNING failures",
        (subject, tx.now),
    )
}

/// Looks at nothing for a subject before this time.
pub fn delay_until(tx: &Write<'_>, subject: &str, time: Timestamp) -> Result<()> {
    tx.execute("UPDATE login_delays SET retry_at = ?2 WHERE subject = ?1", (subject, time))?;
    Ok(())
}

/// Takes the failure just counted back, and the delay that came with it.
pub fn take_back_failure(tx: &Write<'_>, subject: &str) -> Result<()> {
    tx.execute("UPDATE login_delays SET failures = failures - 1, retry_at = ?2 WHERE subject = ?1", (subject, tx.now))?;
    Ok(())
}

/// Takes the failure just counted back. A delay stays: another one may have caused it.
pub fn discount_failure(tx: &Write<'_>, subject: &str) -> Result<()> {
    tx.execute("UPDATE login_delays SET failures = failures - 1 WHERE subject = ?1", [subject])?;
    Ok(())
}

/// Starts the count of a subject's failures again.
pub fn forget_failures(tx: &Write<'_>, subject: &str) -> Result<()> {
    tx.execute("DELETE FROM login_delays WHERE subject = ?1", [subject])?;
    Ok(())
}

const INVITATION: &str = "SELECT i.id, (SELECT name FROM authors WHERE id = i.created_by), i.created_at, i.expires_at, i.note,
        (SELECT name FROM authors WHERE id = i.used_by), i.used_at FROM invitations i";

fn invitation_from(row: &Row<'_>) -> rusqlite::Result<Invitation> {
    Ok(Invitation {
        id: row.get(0)?,
        created_by: row.get(1)?,
        created_at: row.get(2)?,
        expires_at: row.get(3)?,
        note: row.get(4)?,
        used_by: row.get(5)?,
        used_at: row.get(6)?,
    })
}

/// Adds an invitation and returns its id.
pub fn insert_invitation(
    tx: &Write<'_>,
    _: &Authority,
    token: &TokenHash,
    creator: Option<&Account>,
    note: &str,
    expires_at: Timestamp,
) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO invitations (token_hash, id, created_by, created_at, expires_at, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    tx.execute(sql, (token, id, creator.map(|account| account.id), tx.now, expires_at, note))?;
    Ok(id)
}

/// One invitation; [`Sentence::InvitationNotFound`] when there is none with this id.
pub fn invitation(read: &Read<'_>, _: &Authority, id: Id) -> Result<Invitation> {
    read.first(&format!("{INVITATION} WHERE i.id = ?1"), [id], invitation_from)?.ok_or_else(|| Sentence::InvitationNotFound.into())
}

/// The invitations that somebody can sign up with, or all that are kept, the last made first.
pub fn invitations(read: &Read<'_>, _: &Authority, all: bool, paging: &Paging) -> Result<Page<Invitation>> {
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let listed = "(?1 OR (used_at IS NULL AND expires_at > ?2))";
    let total = read.value(&format!("SELECT count(*) FROM invitations WHERE {listed}"), (all, read.now))?;
    let sql = format!("{INVITATION} WHERE {listed} AND i.id < ?3 ORDER BY i.id DESC LIMIT ?4");
    let found = read.all(&sql, (all, read.now, before, paging.limit as i64 + 1), invitation_from)?;
    Ok(Page::cut(found, paging.limit, total, |invitation| invitation.id.as_i64().to_string()))
}

/// The invitations that the owner of an account has made, and the one with which he has come, the last made first.
pub fn invitations_of(read: &Read<'_>, account: &Account) -> Result<Vec<Invitation>> {
    read.all(&format!("{INVITATION} WHERE i.created_by = ?1 OR i.used_by = ?1 ORDER BY i.id DESC"), [account.id], invitation_from)
}

/// Whether somebody can sign up with a token.
pub fn is_invited(read: &Read<'_>, token: &TokenHash) -> Result<bool> {
    read.exists("SELECT 1 FROM invitations WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2", (token, read.now))
}

/// Notes that somebody has signed up with a token, and tells whether he could.
pub fn use_invitation(tx: &Write<'_>, token: &TokenHash, user: Id) -> Result<bool> {
    let sql = "UPDATE invitations SET used_by = ?2, used_at = ?3 WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?3";
    Ok(tx.execute(sql, (token, user, tx.now))? > 0)
}

/// Takes an invitation back, unless somebody has used it, and tells whether there was one.
pub fn revoke_invitation(tx: &Write<'_>, _: &Authority, id: Id) -> Result<bool> {
    Ok(tx.execute("DELETE FROM invitations WHERE id = ?1 AND used_at IS NULL", [id])? > 0)
}

/// Takes all invitations back that nobody has used, and tells how many somebody could have used.
pub fn revoke_invitations(tx: &Write<'_>, _: &Authority) -> Result<usize> {
    let sql = "DELETE FROM invitations WHERE used_at IS NULL RETURNING expires_at > ?1";
    Ok(tx.all(sql, [tx.now], |row| row.get(0))?.into_iter().filter(|open| *open).count())
}

/// Takes those back that the owner of an account has made and nobody has used.
pub fn withdraw_invitations(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM invitations WHERE created_by = ?1 AND used_at IS NULL", [account.id])?;
    Ok(())
}

/// Forgets the invitations whose use or end is long enough ago.
pub fn forget_invitations(tx: &Write<'_>) -> Result<()> {
    tx.execute("DELETE FROM invitations WHERE coalesce(used_at, expires_at) <= ?1", [tx.now.minus(KEPT)])?;
    Ok(())
}
