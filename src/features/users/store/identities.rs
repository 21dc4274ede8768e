//! SQL of the identities of accounts at OpenID Connect providers, and of the sessions of logins through them.

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::identity::Account;
use crate::features::users::model::LinkedIdentity;
use crate::platform::db::{FromRow, Read, Write, from_row};
use crate::platform::realtime::TokenHash;

/// The largest number of identities of an account.
pub const PER_USER: i64 = 10;

/// Who someone is at a provider, as a verified token says.
#[derive(Clone, Debug)]
pub struct NewIdentity<'a> {
    pub issuer: &'a str,
    pub subject: &'a str,
    /// What the provider calls the person.
    pub name: &'a str,
}

/// The account of an identity.
pub struct IdentityRecord {
    pub id: Id,
    pub account: Account,
    pub is_disabled: bool,
    pub is_deleted: bool,
}

/// Returns the account of an identity.
pub fn find(read: &Read<'_>, identity: &NewIdentity<'_>) -> Result<Option<IdentityRecord>> {
    let sql = "SELECT i.id, u.id, u.username, u.disabled_at IS NOT NULL, u.deleted_at IS NOT NULL
               FROM identities i JOIN users u ON u.id = i.user_id WHERE i.issuer = ?1 AND i.subject = ?2";
    read.first(sql, (identity.issuer, identity.subject), |row| {
        Ok(IdentityRecord {
            id: row.get(0)?,
            account: Account::new(row.get(1)?, row.get(2)?),
            is_disabled: row.get(3)?,
            is_deleted: row.get(4)?,
        })
    })
}

/// Returns the name of the account with this identity that is no user: it waits for approval, or was rejected.
pub fn waiting_name(read: &Read<'_>, identity: &NewIdentity<'_>) -> Result<Option<String>> {
    let sql =
        "SELECT a.username FROM waiting_identities w JOIN waiting_accounts a ON a.id = w.account_id
               WHERE w.issuer = ?1 AND w.subject = ?2";
    read.first(sql, (identity.issuer, identity.subject), |row| row.get(0))
}

/// Adds an identity to an account. Rejects one of an account with 409, and one more than [`PER_USER`].
pub fn insert(tx: &Write<'_>, user: Id, identity: &NewIdentity<'_>) -> Result<Id> {
    if find(tx, identity)?.is_some() || waiting_name(tx, identity)?.is_some() {
        return Err(Sentence::IdentityTaken.into());
    }
    let count: i64 = tx.value("SELECT count(*) FROM identities WHERE user_id = ?1", [user])?;
    if count >= PER_USER {
        return Err(Sentence::IdentitiesTooMany.into());
    }
    let id = tx.new_id();
    tx.execute(
        "INSERT INTO identities (id, issuer, subject, user_id, name, created_at, last_used_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
        (id, identity.issuer, identity.subject, user, identity.name, tx.now),
    )?;
    Ok(id)
}

/// Adds the identity of an account that waits for approval. Rejects one of another account with 409.
pub fn insert_waiting(tx: &Write<'_>, account: Id, identity: &NewIdentity<'_>) -> Result<()> {
    if find(tx, identity)?.is_some() || waiting_name(tx, identity)?.is_some() {
        return Err(Sentence::IdentityTaken.into());
    }
    tx.execute(
        "INSERT INTO waiting_identities (account_id, issuer, subject, name) VALUES (?1, ?2, ?3, ?4)",
        (account, identity.issuer, identity.subject, identity.name),
    )?;
    Ok(())
}

/// Gives the identity of an account that waited to the user that it has become.
pub fn admit(tx: &Write<'_>, account: Id) -> Result<()> {
    let sql = "INSERT INTO identities (id, issuer, subject, user_id, name, created_at, last_used_at)
               SELECT ?2, issuer, subject, account_id, name, ?3, ?3 FROM waiting_identities WHERE account_id = ?1";
    tx.execute(sql, (account, tx.new_id(), tx.now)).map(drop)
}

/// Records a login with an identity, and what the provider calls its owner now.
pub fn record_use(tx: &Write<'_>, identity: Id, name: &str) -> Result<()> {
    let sql = "UPDATE identities SET last_used_at = ?2, name = ?3 WHERE id = ?1";
    tx.execute(sql, (identity, tx.now, name)).map(drop)
}

from_row! {
    struct IdentityRow {
        id: Id = "id",
        issuer: String = "issuer",
        name: String = "name",
        created_at: Timestamp = "created_at",
        last_used_at: Timestamp = "last_used_at",
    }
}

/// Returns the identities of an account, oldest first.
pub fn of(read: &Read<'_>, account: &Account) -> Result<Vec<LinkedIdentity>> {
    let sql = format!(
        "SELECT {} FROM identities WHERE user_id = ?1 ORDER BY id",
        IdentityRow::COLUMNS
    );
    read.all(&sql, [account.id()], |row| {
        let row = IdentityRow::from_row(row)?;
        Ok(LinkedIdentity {
            id: row.id,
            issuer: row.issuer,
            name: row.name,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        })
    })
}

/// Returns the number of identities with which an account's owner can log in.
pub fn count(read: &Read<'_>, account: &Account) -> Result<usize> {
    Ok(of(read, account)?.len())
}

/// Removes an identity of an account. Returns the sessions of logins with it, which the caller ends. Rejects any other
/// id with 404.
pub fn remove(tx: &Write<'_>, account: &Account, identity: Id) -> Result<Vec<TokenHash>> {
    let sql = "SELECT token_hash FROM provider_sessions WHERE identity_id = ?1";
    let sessions = tx.all(sql, [identity], |row| row.get(0))?;
    let sql = "DELETE FROM identities WHERE id = ?1 AND user_id = ?2";
    if tx.execute(sql, (identity, account.id()))? == 0 {
        return Err(Sentence::IdentityNotFound.into());
    }
    Ok(sessions)
}

/// Deletes the identities of an account: their owner can sign up with them again.
pub fn delete_of(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM identities WHERE user_id = ?1", [account.id()])
        .map(drop)
}

/// How a session begins through a provider.
pub struct SessionOrigin<'a> {
    pub identity: Id,
    /// The session at the provider.
    pub sid: Option<&'a str>,
    /// When the session ends at the latest.
    pub ends_at: Option<Timestamp>,
    /// Whether the person has just proved who they are. The provider may only have known them from before.
    pub is_confirmed: bool,
}

/// Records how a session has begun.
pub fn bind_session(tx: &Write<'_>, session: &TokenHash, origin: &SessionOrigin<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO provider_sessions (token_hash, identity_id, sid) VALUES (?1, ?2, ?3)",
        (session, origin.identity, origin.sid),
    )?;
    let sql =
        "UPDATE sessions SET ends_at = ?2, confirmed_at = CASE WHEN ?3 THEN confirmed_at ELSE 0 END
               WHERE token_hash = ?1";
    tx.execute(sql, (session, origin.ends_at, origin.is_confirmed))
        .map(drop)
}

/// Returns the issuer of the identity with which a session began.
pub fn issuer_of_session(read: &Read<'_>, session: &TokenHash) -> Result<Option<String>> {
    let sql = "SELECT i.issuer FROM provider_sessions p JOIN identities i ON i.id = p.identity_id WHERE p.token_hash = ?1";
    read.first(sql, [session], |row| row.get(0))
}

/// Deletes the sessions that began through a provider until `until`: those of a subject, or those that belong to a
/// session there, or with both those of both. Returns them.
pub fn end_sessions(
    tx: &Write<'_>,
    issuer: &str,
    subject: Option<&str>,
    sid: Option<&str>,
    until: Timestamp,
) -> Result<Vec<TokenHash>> {
    // Each by its own index: a provider may have many subjects.
    let begun = match subject {
        Some(_) => {
            "SELECT p.token_hash FROM identities i JOIN provider_sessions p ON p.identity_id = i.id
             WHERE i.issuer = ?1 AND i.subject = ?2 AND (?3 IS NULL OR p.sid = ?3)"
        }
        None => {
            "SELECT p.token_hash FROM provider_sessions p JOIN identities i ON i.id = p.identity_id
             WHERE p.sid = ?3 AND i.issuer = ?1 AND ?2 IS NULL"
        }
    };
    let sql = format!(
        "DELETE FROM sessions WHERE created_at <= ?4 AND token_hash IN ({begun}) RETURNING token_hash"
    );
    tx.all(&sql, (issuer, subject, sid, until), |row| row.get(0))
}
