//! Growing delays after failed logins, per account and per network. Failures of others do not delay
//! [known devices](crate::features::users::known_devices).
//!
//! An attempt counts as failed while its password is checked, in memory, so that simultaneous guesses
//! are all counted; a wrong password then leaves a failure in the database. Unknown names are treated
//! like known ones. (A rate limiter such as governor has no growing delays and forgets at a restart.)

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::store;
use crate::core::error::{Error, Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::id::Id;
use crate::core::network::networks;
use crate::core::text::fold;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;
use crate::platform::web::{App, Limit};

/// The number of failures before the first delay, for an account and for an address (which many users
/// may share).
const FREE_FOR_ACCOUNT: u32 = 5;
const FREE_FOR_ADDRESS: u32 = 30;
const FIRST_DELAY: Duration = Duration::from_secs(1);
const LONGEST_DELAY: Duration = Duration::from_secs(15 * 60);

/// A login attempt. It counts for the account and the networks of the address; that of a known device
/// counts for the device at this account alone.
#[derive(Clone)]
pub struct Attempt {
    /// The key of the account or the known device.
    key: String,
    /// The keys of the networks, each with its number of failures before the first delay.
    networks: Vec<(String, u32)>,
    device: Option<TokenHash>,
    address: IpAddr,
}

impl Attempt {
    /// Creates an attempt for a name, known or not, from an address.
    pub fn new(username: &str, address: IpAddr) -> Self {
        Self {
            key: account_key(username),
            networks: networks(address)
                .into_iter()
                .map(|(network, quotas)| {
                    (
                        format!("network:{network}"),
                        FREE_FOR_ADDRESS * quotas as u32,
                    )
                })
                .collect(),
            device: None,
            address,
        }
    }

    /// Creates an attempt of a browser that has logged in to the account before. Failures of others,
    /// also in its own network, do not delay it.
    pub fn of_known_device(account: Id, device: &TokenHash, address: IpAddr) -> Self {
        let token_hash = BASE64_URL_SAFE_NO_PAD.encode(device);
        Self {
            key: format!("device:{account}:{token_hash}"),
            networks: Vec::new(),
            device: Some(*device),
            address,
        }
    }

    /// Counts the attempt against [`Limit::LogIn`]: of the known device, or of the networks.
    ///
    /// Fails with 429 and the time to wait if the limit is exhausted.
    pub fn check_limit(&self, app: &App) -> Result<()> {
        let checked = match &self.device {
            Some(device) => app.limiter.charge_hash(Limit::LogIn, device),
            None => app.limiter.charge(Limit::LogIn, 1, None, self.address),
        };
        checked.inspect_err(|_| app.metrics.count("stoa_rate_limited_total", &[]))
    }

    /// Returns the requester of the attempt's password hash. The flood at an account does not take
    /// the places of its known devices.
    pub fn requester(&self) -> Requester {
        Requester::new(self.address, &self.key)
    }

    fn keys(&self) -> impl Iterator<Item = (&str, u32)> {
        let account = (self.key.as_str(), FREE_FOR_ACCOUNT);
        let networks = self.networks.iter();
        std::iter::once(account).chain(networks.map(|(key, free)| (key.as_str(), *free)))
    }

    /// Starts the check of the attempt's password. Call [`RunningAttempt::check`] before.
    pub fn start(&self, running: &RunningAttempts) -> RunningAttempt {
        let mut counts = running.lock();
        let others = self.keys().map(|(key, _)| {
            let count = counts.entry(key.to_owned()).or_default();
            *count += 1;
            *count - 1
        });
        RunningAttempt {
            others: others.collect(),
            attempt: self.clone(),
            running: running.clone(),
        }
    }

    /// Counts a failure.
    pub fn failed(&self, tx: &mut Write<'_>) -> Result<()> {
        tx.without_event("no browser shows failed logins");
        for (key, free) in self.keys() {
            let failures = store::count(tx, key)?;
            if let Some(delay) = delay_after(failures, free) {
                store::delay_until(tx, key, tx.now.plus(delay))?;
            }
        }
        Ok(())
    }

    /// Resets the failures of the account or device.
    pub fn succeeded(&self, tx: &mut Write<'_>) -> Result<()> {
        store::reset(tx, &self.key)
    }
}

/// Returns the delay after so many failures. The first `free` ones cause none.
fn delay_after(failures: u32, free: u32) -> Option<Duration> {
    let beyond = failures.checked_sub(free)?;
    let delay = FIRST_DELAY.saturating_mul(1 << beyond.min(16));
    Some(delay.min(LONGEST_DELAY))
}

/// The numbers of attempts whose passwords are being checked, by key.
#[derive(Clone, Default)]
pub struct RunningAttempts(Arc<Mutex<HashMap<String, u32>>>);

impl RunningAttempts {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An attempt that counts as failed until it is dropped.
pub struct RunningAttempt {
    attempt: Attempt,
    /// The numbers of attempts that ran when this one started, in the order of its keys.
    others: Vec<u32>,
    running: RunningAttempts,
}

impl RunningAttempt {
    /// Rejects the attempt with 429 and the time to wait if its password may not be checked now. The
    /// transaction began after [`Attempt::start`], so that it has the failures of those that ended.
    pub fn check(&self, read: &Read<'_>) -> Result<()> {
        for ((key, free), others) in self.attempt.keys().zip(&self.others) {
            let (failures, retry_at) = store::failures(read, key)?;
            let delay = if retry_at > read.now {
                Some(retry_at.since(read.now))
            } else if *others > 0 {
                delay_after(failures + others, free)
            } else {
                None
            };
            if let Some(delay) = delay {
                return Err(Error::RetryAfter(
                    Sentence::TooManyAttempts,
                    delay + Duration::from_secs(1),
                ));
            }
        }
        Ok(())
    }
}

impl Drop for RunningAttempt {
    fn drop(&mut self) {
        let mut counts = self.running.lock();
        for (key, _) in self.attempt.keys() {
            if let Entry::Occupied(mut count) = counts.entry(key.to_owned()) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
    }
}

/// Resets the failures of the account with this name.
pub fn reset(tx: &Write<'_>, username: &str) -> Result<()> {
    store::reset(tx, &account_key(username))
}

fn account_key(username: &str) -> String {
    // A key is not longer than a username can be.
    let name: String = fold(username).chars().take(64).collect();
    format!("account:{name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::clock::{Clock, Timestamp};
    use crate::platform::db::Db;
    use crate::platform::realtime::Hub;

    /// Guesses a wrong password, unless the attempt is rejected.
    async fn guess(db: &Db, running: &RunningAttempts, attempt: Attempt) -> Result<()> {
        let started = attempt.start(running);
        let started = db
            .read(move |read| started.check(read).map(|()| started))
            .await?;
        db.write(move |tx| attempt.failed(tx)).await?;
        drop(started);
        Ok(())
    }

    fn open(directory: &tempfile::TempDir, clock: &Clock) -> Db {
        Db::open(directory.path(), clock.clone(), Hub::default()).unwrap()
    }

    /// A provider gives a customer 65,536 networks.
    #[tokio::test]
    async fn the_networks_of_an_ipv6_prefix_share_their_free_attempts() {
        let directory = tempfile::tempdir().unwrap();
        let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
        let (db, running) = (open(&directory, &clock), RunningAttempts::default());
        let mut accepted = 0;
        for number in 0..1_000_u128 {
            let network = (0x2001_0db8 << 96) | (number << 70);
            let address = std::net::Ipv6Addr::from(network).into();
            let attempt = Attempt::new(&format!("user{number}"), address);
            accepted += u32::from(guess(&db, &running, attempt).await.is_ok());
        }
        // The last one causes the first delay.
        assert_eq!(accepted, 16 * FREE_FOR_ADDRESS);
    }

    #[tokio::test]
    async fn simultaneous_attempts_are_all_counted_until_they_end() {
        let directory = tempfile::tempdir().unwrap();
        let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
        let (db, running) = (open(&directory, &clock), RunningAttempts::default());
        let attempt = Attempt::new("ann", [203, 0, 113, 7].into());
        guess(&db, &running, attempt.clone()).await.unwrap();
        for _ in 0..2 {
            let mut checked = Vec::new();
            for _ in 0..20 {
                let started = attempt.start(&running);
                let check = move |read: &Read<'_>| started.check(read).map(|()| started);
                checked.extend(db.read(check).await.ok());
            }
            assert_eq!(checked.len() as u32, FREE_FOR_ACCOUNT - 1);
        }
        assert!(running.lock().is_empty());
    }

    /// An attacker has many addresses for one account, or one address for many accounts.
    #[tokio::test]
    async fn a_day_of_attempts_allows_few_guesses() {
        let directory = tempfile::tempdir().unwrap();
        let clock = Clock::fixed_at(Timestamp::from_millis(1_795_219_200_000));
        let (db, running) = (open(&directory, &clock), RunningAttempts::default());
        for (what, most) in [("account", 115), ("address", 140)] {
            let (end, mut guesses) = (clock.now().plus(Duration::from_secs(24 * 3600)), 0);
            while clock.now() < end {
                let attempt = match what {
                    "account" => Attempt::new("ann", std::net::Ipv4Addr::from(guesses + 1).into()),
                    _ => Attempt::new(&format!("user{guesses}"), [203, 0, 113, 7].into()),
                };
                match guess(&db, &running, attempt).await {
                    Ok(()) => guesses += 1,
                    Err(Error::RetryAfter(_, wait)) => clock.advance(wait),
                    Err(error) => panic!("{error}"),
                }
            }
            assert!(
                (50..=most).contains(&guesses),
                "{guesses} guesses at one {what} in a day"
            );
        }
    }
}
