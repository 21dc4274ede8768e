//! Growing delays after failed logins, per account and per address.
//!
//! They are written in a transaction of their own, so that the failure that they count cannot undo them, and they
//! treat names that nobody has like names that somebody has.

use std::net::IpAddr;
use std::time::Duration;

use super::store;
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::text::fold;

/// Failures before the first delay: of an account, and of an address (behind which many may sit).
const FREE_FOR_ACCOUNT: u32 = 5;
const FREE_FOR_ADDRESS: u32 = 30;
const FIRST_DELAY: Duration = Duration::from_secs(1);
const LONGEST_DELAY: Duration = Duration::from_secs(15 * 60);
/// After so long without a failure the count starts again.
pub const FORGOTTEN: Duration = Duration::from_secs(24 * 3600);

/// Who tries to log in as whom.
#[derive(Clone)]
pub struct Attempt {
    account: String,
    address: String,
}

impl Attempt {
    pub fn new(username: &str, address: IpAddr) -> Self {
        // No longer than a username can be: a megabyte of name is not worth a megabyte of row.
        let name: String = fold(username).chars().take(64).collect();
        Self { account: format!("account:{name}"), address: format!("address:{address}") }
    }

    fn subjects(&self) -> [(&str, u32); 2] {
        [(&self.account, FREE_FOR_ACCOUNT), (&self.address, FREE_FOR_ADDRESS)]
    }

    /// Whether it may be tried now; if not, says when.
    pub fn check(&self, read: &Read<'_>) -> Result<()> {
        for (subject, _) in self.subjects() {
            if let Some(retry_at) = store::retry_at(read, subject)?
                && retry_at > read.now
            {
                return Err(Error::Later(Sentence::TooManyAttempts, retry_at.since(read.now) + Duration::from_secs(1)));
            }
        }
        Ok(())
    }

    /// Counts a failure.
    pub fn failed(&self, tx: &mut Write<'_>) -> Result<()> {
        tx.quietly("failed logins are nobody's business");
        for (subject, free) in self.subjects() {
            let failures = store::count_failure(tx, subject)?;
            if let Some(beyond) = failures.checked_sub(free) {
                let delay = FIRST_DELAY.saturating_mul(1 << beyond.min(16)).min(LONGEST_DELAY);
                store::delay_until(tx, subject, tx.now.plus(delay))?;
            }
        }
        Ok(())
    }

    /// Forgets the account's failures after a success; the address's stay.
    pub fn succeeded(&self, tx: &mut Write<'_>) -> Result<()> {
        store::forget_failures(tx, &self.account)
    }
}
