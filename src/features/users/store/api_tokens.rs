//! SQL of API tokens.

use rusqlite::Row;
use serde::Serialize;
use utoipa::ToSchema;

use super::bots::owner_administers;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::users::identity::{Account, ActingToken, AdminAuthority, BotLimits, Me};
use crate::features::users::model::{NewApiToken, Role};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;
use crate::platform::web::{Scope, Scopes};

/// The largest number of API tokens of an account, expired ones included.
pub const PER_USER: u32 = 20;

/// An API token as its owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub scopes: Scopes,
    pub created_at: Timestamp,
    /// Absent: it has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// At most a minute before the last use. Absent: it was never used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// From where the owner had logged in when they created it. Absent: the operator created it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

const TOKEN: &str = "SELECT t.id, t.name, t.scopes, t.expires_at, t.last_used_at, t.address, u.username FROM api_tokens t JOIN users u ON u.id = t.user_id";

fn token(row: &Row<'_>) -> rusqlite::Result<ApiToken> {
    let id: Id = row.get(0)?;
    Ok(ApiToken {
        id,
        name: row.get(1)?,
        scopes: row.get(2)?,
        created_at: id.time(),
        expires_at: row.get(3)?,
        last_used_at: row.get(4)?,
        address: row.get(5)?,
    })
}

/// Returns the user of a valid token, whose role is at most what its scopes allow.
pub fn me(read: &Read<'_>, token: &TokenHash) -> Result<Option<Me>> {
    let sql = concat!("SELECT t.id, t.scopes, u.id, u.username, u.role, coalesce(t.last_used_at, 0), u.silenced_until,
                 u.role <> 'user' AND EXISTS (SELECT 1 FROM staff_second_factor)
                   AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id)
                   AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id),
                 u.bot_owner_id, u.bot_community_id
               FROM api_tokens t JOIN users u ON u.id = t.user_id
               WHERE t.token_hash = ?1 AND (t.expires_at IS NULL OR t.expires_at > ?2) AND u.deleted_at IS NULL AND u.disabled_at IS NULL
                 AND coalesce(u.suspended_until, 0) <= ?2 AND (u.bot_owner_id IS NULL OR ", owner_administers!(), ")");
    read.first(sql, (token, read.now), |row| {
        let acting = ActingToken {
            id: row.get(0)?,
            scopes: row.get(1)?,
        };
        let most = if acting.scopes.allow(Scope::Admin) {
            Role::Administrator
        } else if acting.scopes.allow(Scope::Moderate) {
            Role::Moderator
        } else {
            Role::User
        };
        let role: Role = row.get(4)?;
        let me = Me::new(
            Account::new(row.get(2)?, row.get(3)?).acting_by(acting),
            *token,
            role.min(most),
            // Nobody has confirmed that they hold the token.
            Timestamp::from_millis(0),
            row.get(5)?,
            row.get(6)?,
            read.now,
        );
        let me = me.lacking_second_factor(row.get(7)?);
        let owner: Option<Id> = row.get(8)?;
        let community = row.get(9)?;
        Ok(match owner {
            Some(_) => me.with_bot_limits(BotLimits { community }),
            None => me,
        })
    })
}

/// Records that a token is in use now.
pub fn record_use(tx: &mut Write<'_>, token: Id) -> Result<()> {
    tx.without_event("no browser shows the use of tokens live");
    let sql = "UPDATE api_tokens SET last_used_at = ?2 WHERE id = ?1";
    tx.execute(sql, (token, tx.now)).map(drop)
}

/// Returns the tokens of an account, newest first.
pub fn of(read: &Read<'_>, account: &Account) -> Result<Vec<ApiToken>> {
    let sql = format!("{TOKEN} WHERE t.user_id = ?1 ORDER BY t.id DESC");
    read.all(&sql, [account.id()], token)
}

/// Returns the tokens of all users or of `user`, newest first, with the names of their owners.
pub fn all(
    read: &Read<'_>,
    _: &AdminAuthority,
    user: Option<Id>,
) -> Result<Vec<(String, ApiToken)>> {
    let sql = format!("{TOKEN} WHERE ?1 IS NULL OR t.user_id = ?1 ORDER BY t.id DESC");
    read.all(&sql, [user], |row| Ok((row.get(6)?, token(row)?)))
}

/// Adds a token of an account, created in a session or by the operator. Rejects one too many with 409.
pub fn insert(
    tx: &Write<'_>,
    account: &Account,
    new: &NewApiToken,
    hash: &TokenHash,
    session: Option<&TokenHash>,
) -> Result<ApiToken> {
    let sql = "SELECT count(*) FROM api_tokens WHERE user_id = ?1";
    if tx.value::<u32>(sql, [account.id()])? >= PER_USER {
        return Err(Sentence::TokensTooMany.into());
    }
    let id = tx.new_id();
    let expires_at = new.expires_at(tx.now);
    let sql = "INSERT INTO api_tokens (id, user_id, token_hash, name, scopes, expires_at, address)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT address FROM sessions WHERE token_hash = ?7))";
    let row = (
        id,
        account.id(),
        hash,
        new.name(),
        new.scopes(),
        expires_at,
        session,
    );
    tx.execute(sql, row)?;
    let sql = format!("{TOKEN} WHERE t.id = ?1");
    let added = tx.first(&sql, [id], token)?;
    added.ok_or_else(|| Error::internal("the new token is missing"))
}

/// Deletes a token of the account. Rejects any other id with 404.
pub fn delete(tx: &Write<'_>, account: &Account, token: Id) -> Result<()> {
    let sql = "DELETE FROM api_tokens WHERE user_id = ?1 AND id = ?2";
    if tx.execute(sql, (account.id(), token))? > 0 {
        Ok(())
    } else {
        Err(Sentence::TokenNotFound.into())
    }
}

/// Returns the owner and the name of a token.
pub fn find(read: &Read<'_>, _: &AdminAuthority, token: Id) -> Result<Option<(Account, String)>> {
    let sql = "SELECT u.id, u.username, t.name FROM api_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = ?1";
    read.first(sql, [token], |row| {
        Ok((Account::new(row.get(0)?, row.get(1)?), row.get(2)?))
    })
}

/// Deletes all tokens of an account. Returns their number.
pub fn delete_of(tx: &Write<'_>, account: &Account) -> Result<usize> {
    tx.execute("DELETE FROM api_tokens WHERE user_id = ?1", [account.id()])
}

/// Deletes the tokens of an account that may administer the site.
pub fn delete_administering(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM api_tokens WHERE user_id = ?1 AND scopes & ?2";
    let admin = Scopes::from_iter([Scope::Admin]);
    tx.execute(sql, (account.id(), admin)).map(drop)
}
