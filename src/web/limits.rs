//! How often one user, or one address without a session, may do what. Counted in memory.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::error::{Error, Result, Sentence};
use crate::id::Id;

/// Above this many keys the forgotten ones are swept out.
const MANY_KEYS: usize = 50_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    User(Id),
    Address(IpAddr),
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident: $burst:literal in $seconds:literal;)*) => {
        /// A kind of thing that may be done so many times in so many seconds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Limit { $($(#[doc = $doc])* $name),* }

        impl Limit {
            const ALL: &[Limit] = &[$(Limit::$name),*];

            /// Times, and the seconds in which they are won back.
            fn quota(self) -> (u32, u64) {
                match self { $(Limit::$name => ($burst, $seconds)),* }
            }
        }
    };
}

limits! {
    /// Every call counts here too.
    Any: 600 in 60;
    SignUp: 10 in 3600;
    LogIn: 30 in 900;
    Ask: 6 in 60;
    Answer: 10 in 60;
    Comment: 30 in 60;
    Vote: 60 in 60;
    Message: 60 in 60;
    /// New chats, and who takes part in them.
    Chat: 30 in 300;
    /// Changes to what one has written before.
    Edit: 30 in 60;
    /// New communities.
    Found: 10 in 600;
    /// Changes to who belongs to a community and as what.
    Membership: 60 in 60;
    /// New games.
    CreateGame: 10 in 60;
    /// Whatever is done in a game.
    Play: 120 in 60;
    /// Showing everybody the leaderboard again.
    Leaderboard: 6 in 60;
    /// Changes to one's own account.
    Account: 30 in 60;
    /// What administrators change.
    Administration: 120 in 60;
    /// All that the site keeps of oneself.
    Download: 5 in 300;
}

/// The limits' state.
pub struct Limiter {
    buckets: Option<Vec<DefaultKeyedRateLimiter<Key>>>,
}

impl Limiter {
    /// With `enabled` false everything may be done as often as anyone likes.
    pub fn new(enabled: bool) -> Self {
        let bucket = |limit: &Limit| {
            let (times, seconds) = limit.quota();
            let each = Duration::from_secs(seconds) / times;
            let quota = Quota::with_period(each).expect("no limit has a period of zero");
            DefaultKeyedRateLimiter::keyed(quota.allow_burst(NonZeroU32::new(times).expect("no limit is zero")))
        };
        Self { buckets: enabled.then(|| Limit::ALL.iter().map(bucket).collect()) }
    }

    /// Counts one more; says when to come back if that is too many.
    pub fn check(&self, limit: Limit, user: Option<Id>, address: IpAddr) -> Result<()> {
        let Some(buckets) = &self.buckets else { return Ok(()) };
        let key = user.map_or(Key::Address(network(address)), Key::User);
        let count = |limit: Limit| {
            let bucket = &buckets[limit as usize];
            if bucket.len() > MANY_KEYS {
                bucket.retain_recent();
            }
            bucket.check_key(&key).map_err(|not_until| {
                let wait = not_until.wait_time_from(DefaultClock::default().now());
                Error::Later(Sentence::TooManyRequests, wait + Duration::from_secs(1))
            })
        };
        count(Limit::Any)?;
        if limit == Limit::Any { Ok(()) } else { count(limit) }
    }
}

/// What counts as one address: a provider gives each customer a /64 of IPv6.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or_else(|| Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64)).into(), IpAddr::V4),
    }
}
