//! The accounts of recent sessions and API tokens, so that a write can wait for the turn of its account before its
//! transaction authenticates it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::actor::Credential;
use crate::core::id::Id;

/// The number of credentials above which all are forgotten. They are found again.
const MAX_SESSIONS: usize = 10_000;

/// The accounts of callers. A session or a token never changes its account; one that has ended may
/// still be known, which gives it no right.
#[derive(Default)]
pub struct KnownSessions(Mutex<HashMap<Credential, Id>>);

impl KnownSessions {
    /// Returns the account of a caller, if it is known.
    pub fn account(&self, credential: &Credential) -> Option<Id> {
        self.accounts().get(credential).copied()
    }

    /// Notes the account of an authenticated caller.
    pub fn note(&self, credential: &Credential, account: Id) {
        let mut accounts = self.accounts();
        if !accounts.contains_key(credential) {
            if accounts.len() >= MAX_SESSIONS {
                accounts.clear();
            }
            accounts.insert(credential.clone(), account);
        }
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<Credential, Id>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
