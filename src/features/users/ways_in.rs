//! The ways in which an account's owner can sign in. The last one is never removed, except by a reset, which creates
//! another one.

use super::identity::Account;
use super::store;
use crate::core::config::Config;
use crate::core::error::{Result, Sentence};
use crate::features::auth::passkey::RelyingParty;
use crate::platform::db::Read;

/// The ways in which an account's owner can sign in now.
pub struct WaysIn {
    pub has_password: bool,
    /// Passkeys that work at the present address of the site.
    pub passkeys: u32,
    /// Logins at OpenID Connect providers.
    pub identities: usize,
}

impl WaysIn {
    /// Returns the ways in of an account.
    pub fn of(read: &Read<'_>, config: &Config, account: &Account) -> Result<Self> {
        let is_open = !config.auth.only_providers;
        let passkeys = match RelyingParty::of(config) {
            Ok(site) if is_open => store::passkeys::count(read, account.id(), &site.id)?,
            _ => 0,
        };
        Ok(Self {
            has_password: is_open && store::password_hash(read, account)?.is_some(),
            passkeys,
            identities: store::identities::count(read, account)?,
        })
    }

    /// Returns those that are left without the password.
    pub fn without_password(self) -> Self {
        Self {
            has_password: false,
            ..self
        }
    }

    /// Rejects with 409 what leaves the account's owner no way in.
    pub fn check(&self) -> Result<()> {
        if self.has_password || self.passkeys > 0 || self.identities > 0 {
            Ok(())
        } else {
            Err(Sentence::LastWayIn.into())
        }
    }
}
