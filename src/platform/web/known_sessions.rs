//! The accounts of recent sessions, so that a write can wait for the turn of its account before its
//! transaction authenticates it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::core::id::Id;
use crate::platform::realtime::TokenHash;

/// The number of sessions above which all are forgotten. They are found again.
const MAX_SESSIONS: usize = 10_000;

/// The accounts of callers by their tokens. A session never changes its account; one that has ended may
/// still be known, which gives it no right.
#[derive(Default)]
pub struct KnownSessions(Mutex<HashMap<Vec<TokenHash>, Id>>);

impl KnownSessions {
    /// Returns the account of a caller with these tokens, if it is known.
    pub fn account(&self, tokens: &[TokenHash]) -> Option<Id> {
        self.accounts().get(tokens).copied()
    }

    /// Notes the account of an authenticated caller.
    pub fn note(&self, tokens: &[TokenHash], account: Id) {
        let mut accounts = self.accounts();
        if !accounts.contains_key(tokens) {
            if accounts.len() >= MAX_SESSIONS {
                accounts.clear();
            }
            accounts.insert(tokens.to_owned(), account);
        }
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<Vec<TokenHash>, Id>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
