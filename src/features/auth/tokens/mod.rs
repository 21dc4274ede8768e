//! Tokens of OpenID Connect providers: signatures, keys, and what the claims must say.
//!
//! Signatures are checked by `jsonwebtoken` on `ring`; nothing else of this program depends on either crate for
//! them. Documents and tokens are read leniently where that does not matter for the proof, because real providers
//! send fields that strict types refuse: what is not needed is never looked at.

mod claims;
mod keys;
mod signature;

pub use claims::{Claims, Expected, LogoutNotice};
pub use keys::ProviderKeys;

use std::fmt;

/// The longest token in bytes.
pub const TOKEN_LENGTH: usize = 64 * 1024;

/// Why a token proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenError {
    /// No key that was tried has signed it: the provider may have newer ones.
    NoKey(String),
    /// It is not what a provider signs for this site.
    Refused(String),
}

/// Quotes a text of the provider for a message, at most 200 characters of it.
pub fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(200).collect::<String>())
}

impl TokenError {
    fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::NoKey(reason) | Self::Refused(reason)) = self;
        f.write_str(reason)
    }
}
