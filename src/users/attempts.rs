//! Growing delays after failed logins, per account and per address.
//!
//! An attempt counts as failed before the password is looked at, in a transaction of its own: of guesses made at
//! once, none slips by the others. Success takes it back. Names that nobody has are treated like names that
//! somebody has.

use std::net::IpAddr;
use std::time::Duration;

use super::store;
use crate::db::Write;
use crate::error::{Error, Result, Sentence};
use crate::text::fold;
use crate::web::network;

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
    /// At this name, whether or not somebody has it, from this address.
    pub fn new(username: &str, address: IpAddr) -> Self {
        Self { account: subject(username), address: format!("address:{}", network(address)) }
    }

    fn subjects(&self) -> [(&str, u32); 2] {
        [(&self.account, FREE_FOR_ACCOUNT), (&self.address, FREE_FOR_ADDRESS)]
    }

    /// Counts it, or says when it may be made.
    pub fn begin(&self, tx: &mut Write<'_>) -> Result<()> {
        tx.quietly("failed logins are nobody's business");
        for (subject, _) in self.subjects() {
            if let Some(retry_at) = store::attempts::retry_at(tx, subject)?
                && retry_at > tx.now
            {
                return Err(Error::Later(Sentence::TooManyAttempts, retry_at.since(tx.now) + Duration::from_secs(1)));
            }
        }
        for (subject, free) in self.subjects() {
            let failures = store::attempts::count(tx, subject)?;
            if let Some(beyond) = failures.checked_sub(free) {
                let delay = FIRST_DELAY.saturating_mul(1 << beyond.min(16)).min(LONGEST_DELAY);
                store::attempts::delay_until(tx, subject, tx.now.plus(delay))?;
            }
        }
        Ok(())
    }

    /// Takes it back, because nobody has looked at the password.
    pub fn withdraw(&self, tx: &mut Write<'_>) -> Result<()> {
        tx.quietly("failed logins are nobody's business");
        self.subjects().iter().try_for_each(|(subject, _)| store::attempts::discount(tx, subject))
    }

    /// Forgets the account's failures; the address's others stay.
    pub fn succeeded(&self, tx: &mut Write<'_>) -> Result<()> {
        store::attempts::forget(tx, &self.account)?;
        store::attempts::take_back(tx, &self.address)
    }
}

/// Forgets the failures of the account with this name.
pub fn forgive(tx: &Write<'_>, username: &str) -> Result<()> {
    store::attempts::forget(tx, &subject(username))
}

fn subject(username: &str) -> String {
    // No longer than a username can be: a megabyte of name is not worth a megabyte of row.
    let name: String = fold(username).chars().take(64).collect();
    format!("account:{name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Clock, Timestamp};
    use crate::db::Db;
    use crate::live::Hub;

    #[test]
    fn one_customers_ipv6_addresses_are_one() {
        let subject = |address: &str| Attempt::new("ann", address.parse().unwrap()).address;
        assert_eq!(subject("2001:db8::1"), subject("2001:db8::ffff:1"));
        assert_ne!(subject("2001:db8::1"), subject("2001:db8:0:1::1"));
        assert_eq!(subject("::ffff:1.2.3.4"), subject("1.2.3.4"));
    }

    #[tokio::test]
    async fn what_nobody_looked_at_was_no_failure() {
        let directory = tempfile::tempdir().unwrap();
        let db = Db::open(directory.path(), Clock::standing_at(Timestamp::from_millis(1_795_219_200_000)), Hub::default()).unwrap();
        for _ in 0..2 * FREE_FOR_ADDRESS {
            let attempt = Attempt::new("ann", [203, 0, 113, 7].into());
            let withdrawn = db.write(move |tx| attempt.begin(tx).and_then(|()| attempt.withdraw(tx))).await;
            withdrawn.expect("no delay after logins for which the site was too busy");
        }
    }

    /// Whoever has any number of addresses and all the patience, on one account or, from one address, on any number of them.
    #[tokio::test]
    async fn a_day_of_guessing_is_few_guesses() {
        let directory = tempfile::tempdir().unwrap();
        let clock = Clock::standing_at(Timestamp::from_millis(1_795_219_200_000));
        let db = Db::open(directory.path(), clock.clone(), Hub::default()).unwrap();
        for (what, most) in [("account", 115), ("address", 140)] {
            let (end, mut guesses) = (clock.now().plus(Duration::from_secs(24 * 3600)), 0);
            while clock.now() < end {
                let attempt = match what {
                    "account" => Attempt::new("ann", std::net::Ipv4Addr::from(guesses + 1).into()),
                    _ => Attempt::new(&format!("user{guesses}"), [203, 0, 113, 7].into()),
                };
                match db.write(move |tx| attempt.begin(tx)).await {
                    Ok(()) => guesses += 1,
                    // As soon as it is told, to the second.
                    Err(Error::Later(_, wait)) => clock.advance(wait),
                    Err(error) => panic!("{error}"),
                }
            }
            assert!((50..=most).contains(&guesses), "{guesses} guesses at one {what} in a day");
        }
    }
}
