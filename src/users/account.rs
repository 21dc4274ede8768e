//! Accounts, and what those may do with them who run the site: its administrators, and whoever runs the program on its data.
//!
//! A site that has an administrator keeps one: the last one can be neither demoted, disabled nor deleted.

use std::ops::Deref;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::attempts;
use super::session::Me;
use super::{User, UserChange, UserUpdate, store};
use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::{Audience, Outgoing, TokenHash};
use crate::web::{Actor, Group, Routes};

/// What a user may do beyond his own affairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Role {
    User,
    Administrator,
}

impl Role {
    /// As the database has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Administrator => "administrator",
        }
    }
}

impl ToSql for Role {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.word().into())
    }
}

impl FromSql for Role {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Ok(if value.as_str()? == "administrator" { Self::Administrator } else { Self::User })
    }
}

/// An account, with the right to do with it what its owner may: he has it ([`Me`] is one), and so has an [`Authority`].
pub struct Account {
    pub id: Id,
    pub username: String,
    _right: Right,
}

/// Only this module has one to give.
struct Right;

impl Account {
    pub(super) fn new(id: Id, username: String) -> Self {
        Self { id, username, _right: Right }
    }

    /// Refuses with [`Sentence::LastAdministrator`] what would leave the site without an administrator.
    pub fn check_replaceable(&self, read: &Read<'_>) -> Result<()> {
        if store::is_last_administrator(read, self)? { Err(Sentence::LastAdministrator.into()) } else { Ok(()) }
    }
}

/// The right to administer the site: an administrator has it, and so has whoever runs the program on the site's data.
pub struct Authority(());

impl Authority {
    /// That of whoever runs the program on the site's data, which he could change as he likes anyway. No call may use it without
    /// the link of [`super::Setup`].
    pub fn of_operator() -> Self {
        Self(())
    }

    /// The account of this name or id; [`Sentence::UserNotFound`] when nobody has it, or has it any more.
    pub fn account(&self, read: &Read<'_>, name: &str) -> Result<Account> {
        let user = store::by_id_or_name(read, name)?.ok_or(Sentence::UserNotFound)?;
        Ok(Account::new(user.id, user.username))
    }
}

/// The signed-in administrator; anybody else who is signed in gets [`Sentence::AdministratorsOnly`].
pub struct Administrator {
    me: Me,
    authority: Authority,
}

impl Administrator {
    /// The right to administer.
    pub fn authority(&self) -> &Authority {
        &self.authority
    }
}

impl Deref for Administrator {
    type Target = Me;

    fn deref(&self) -> &Me {
        &self.me
    }
}

impl Actor for Administrator {
    const SIGNED_IN: bool = true;

    fn authenticate(read: &Read<'_>, token: Option<&TokenHash>) -> Result<Self> {
        let me = Me::authenticate(read, token)?;
        if me.is_administrator { Ok(Self { me, authority: Authority(()) }) } else { Err(Sentence::AdministratorsOnly.into()) }
    }

    fn is(&self, name: &str) -> bool {
        self.me.is(name)
    }

    fn user(&self) -> Option<Id> {
        self.me.user()
    }

    fn is_due(&self) -> bool {
        self.me.is_due()
    }

    fn note_use(&self, tx: &mut Write<'_>) -> Result<()> {
        self.me.note_use(tx)
    }
}

impl Routes {
    /// Calls that only administrators may make.
    pub fn administrator(&mut self) -> Group<'_, Administrator> {
        self.signed_in()
    }
}

/// An account as those see it who run the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub username: String,
    pub role: Role,
    #[cfg_attr(test, ts(type = "string"))]
    pub date_joined: Timestamp,
    /// Since when he may not log in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub disabled_at: Option<Timestamp>,
    /// When one of his sessions was last used; every five minutes at most it is noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub last_seen_at: Option<Timestamp>,
    /// Where he is logged in.
    pub sessions: u32,
}

/// Which accounts are looked for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Part of the name; empty for every name.
    pub search: String,
    pub role: Option<Role>,
    pub disabled: Option<bool>,
}

/// Makes an account with a password, given as a PHC string, and tells everyone.
pub fn create(tx: &mut Write<'_>, by: &Authority, username: &str, password_hash: &str, role: Role) -> Result<User> {
    let user = store::insert(tx, username, password_hash)?;
    let account = Account::new(user.id, user.username);
    store::set_role(tx, by, &account, role)?;
    let user = store::by_id(tx, account.id)?.ok_or(Sentence::UserNotFound)?;
    tx.emit(UserUpdate { user: user.clone(), change: UserChange::Created }, Audience::SignedIn);
    Ok(user)
}

/// Gives an account another role and tells everyone.
pub fn set_role(tx: &mut Write<'_>, by: &Authority, account: &Account, role: Role) -> Result<User> {
    if role == Role::User {
        account.check_replaceable(tx)?;
        store::invitations::withdraw(tx, account)?;
    }
    store::set_role(tx, by, account, role)?;
    let user = store::by_id(tx, account.id)?.ok_or(Sentence::UserNotFound)?;
    tx.emit(UserUpdate { user: user.clone(), change: UserChange::Updated }, Audience::SignedIn);
    Ok(user)
}

/// Keeps somebody from logging in, and ends his sessions. What he wrote stays, under his name.
pub fn disable(tx: &mut Write<'_>, by: &Authority, account: &Account) -> Result<()> {
    account.check_replaceable(tx)?;
    store::set_disabled(tx, by, account, true)?;
    store::invitations::withdraw(tx, account)?;
    end_sessions(tx, account, None).map(drop)
}

/// Lets somebody log in again.
pub fn enable(tx: &mut Write<'_>, by: &Authority, account: &Account) -> Result<()> {
    tx.quietly("who may log in is nobody else's business");
    store::set_disabled(tx, by, account, false)
}

/// Gives an account another password, as a PHC string, and ends its sessions but `keep`. Returns how many those were.
pub fn set_password(tx: &mut Write<'_>, account: &Account, password_hash: &str, keep: Option<&TokenHash>) -> Result<usize> {
    replace_password(tx, account, password_hash)?;
    end_sessions(tx, account, keep)
}

/// Gives an account another password, as a PHC string. Failed logins are forgotten, so that its owner can log in at once.
pub fn replace_password(tx: &mut Write<'_>, account: &Account, password_hash: &str) -> Result<()> {
    tx.quietly("a password is nobody else's business");
    store::set_password_hash(tx, account, password_hash)?;
    attempts::forgive(tx, &account.username)
}

/// Ends the sessions of an account but `keep`, and their sockets. Returns how many those were.
pub fn end_sessions(tx: &mut Write<'_>, account: &Account, keep: Option<&TokenHash>) -> Result<usize> {
    let ended = store::sessions::delete_of(tx, account, keep)?;
    let count = ended.len();
    tx.send(Outgoing::SessionsEnded(ended));
    Ok(count)
}
