//! What API tokens may do: their scopes, and which of them a route needs.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::core::string_enum::string_enum;

string_enum! {
    /// A part of what an account may do, which an API token of the account may have.
    Scope {
        /// To read what the account may read.
        Read = "read",
        /// To write what members write.
        Write = "write",
        /// To moderate what the account moderates.
        Moderate = "moderate",
        /// To administer the site, if the account does, and to moderate.
        Admin = "admin",
    }
}

impl Scope {
    const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Moderate, Self::Admin];

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The scopes of an API token. The database has them as the sum of 1, 2, 4 and 8, in the order of [`Scope`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// Returns whether they allow what a scope allows: who administers also moderates.
    pub fn allow(self, scope: Scope) -> bool {
        self.has(scope) || scope == Scope::Moderate && self.has(Scope::Admin)
    }

    /// Returns whether a scope is among them.
    pub fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Returns whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns their words.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let all = Scope::ALL.into_iter();
        all.filter(move |scope| self.has(*scope)).map(Scope::word)
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

impl Serialize for Scopes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.words())
    }
}

impl PartialSchema for Scopes {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(Scope::schema()).into()
    }
}

impl ToSchema for Scopes {}

impl ToSql for Scopes {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for Scopes {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let bits = value.as_i64()?;
        u8::try_from(bits)
            .map(Self)
            .map_err(|_| FromSqlError::OutOfRange(bits))
    }
}

/// Which API tokens may call the routes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenAccess {
    /// Those with [`Scope::Read`] what reads, and those with [`Scope::Write`] what writes.
    ByMethod,
    /// Those with this scope.
    Needs(Scope),
    /// None: the routes need a session.
    Never,
}
