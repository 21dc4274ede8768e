//! Rate limits per user, or per network without a session. The state is in memory.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use ipnet::IpNet;

use crate::core::config::Config;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::network::{self, networks};
use crate::platform::realtime::TokenHash;

/// Number of keys above which a limiter drops the keys that have their full quota again.
const MAX_KEYS: usize = 50_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    User(Id),
    Network(IpNet),
    Hash(TokenHash),
    Everyone,
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident: $burst:literal in $seconds:literal;)*) => {
        /// A rate limit: a number of requests in a number of seconds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Limit { $($(#[doc = $doc])* $name),* }

        impl Limit {
            const ALL: &[Limit] = &[$(Limit::$name),*];

            /// Returns the burst size, and the seconds in which the whole burst is replenished.
            fn quota(self, config: &Config) -> (u32, u64) {
                let (burst, seconds) = match self { $(Limit::$name => ($burst, $seconds)),* };
                let burst = match self {
                    Limit::SignUp => config.limits.signups_per_hour,
                    Limit::LogIn => config.limits.logins_per_quarter_hour,
                    _ => burst,
                };
                (burst, seconds)
            }
        }
    };
}

limits! {
    /// Every request to a route counts here, in addition to its own limit, except those of [`Limit::Tag`].
    Request: 600 in 60;
    /// Look-ups of a tag, which take one row. A client that asks for each tag of its list, which has up to 1,000, can
    /// show the list twice in a minute.
    Tag: 2000 in 60;
    /// Sign-ups of a network without an invitation. The configuration has the number.
    SignUp: 10 in 3600;
    /// Logins of a network, or of a known device, successful ones included: each costs a hash. Wrong passwords have
    /// [limits of their own](crate::features::auth::login_throttle). The configuration has the number.
    LogIn: 300 in 900;
    Ask: 6 in 60;
    Answer: 10 in 60;
    Comment: 30 in 60;
    Vote: 60 in 60;
    /// Links between duplicate questions.
    Link: 20 in 600;
    /// Visits to questions.
    Visit: 120 in 60;
    /// Messages; a new chat counts as its first messages, up to 100.
    Message: 120 in 120;
    /// New chats, and changes to their participants.
    Chat: 30 in 300;
    /// Changes to the user's own posts.
    Edit: 30 in 60;
    CreateCommunity: 10 in 600;
    /// Changes to the members of a community and their roles.
    Membership: 60 in 60;
    CreateGame: 10 in 60;
    /// All actions in a game.
    Play: 120 in 60;
    /// Requests to send the leaderboard to everyone.
    Leaderboard: 6 in 60;
    /// Changes to the user's own account.
    Account: 30 in 60;
    /// Mails to an address of the caller's choice.
    Mail: 10 in 3600;
    /// The same, to one address.
    MailAddress: 5 in 3600;
    /// The same, to all addresses of a domain: its owner must not take this site for a source of spam.
    MailDomain: 200 in 3600;
    /// Questions that come in at the incoming hooks of bots, in addition to [`Limit::Ask`] of the bot.
    IncomingHook: 60 in 60;
    /// Requests by an API token, in addition to the limits of its account: a program that runs wild leaves its owner half of
    /// [`Limit::Request`].
    ApiToken: 300 in 60;
    /// Changes by administrators.
    Administration: 120 in 60;
    /// Uploads of pictures.
    Upload: 20 in 60;
    /// Exports of the user's own data.
    AccountExport: 5 in 300;
    /// New live connections of a network.
    Handshake: 300 in 60;
    /// All new live connections: more at once than one prefix may open, so that it cannot take them all.
    AnyHandshake: 6000 in 30;
    /// Reports of posts, messages, profiles and communities, and their withdrawal.
    Flag: 20 in 600;
    /// Reports of illegal content by the visitors of a network.
    VisitorReport: 5 in 86_400;
    /// The same, by all visitors.
    AnyVisitorReport: 100 in 86_400;
    /// Bytes that an account sends to be stored. At most 20 MB in any 24 hours, which is 300 of the
    /// longest posts at once and as many again during the day. The count is lost in a restart.
    StoredBytes: 10_000_000 in 86_400;
}

impl Limit {
    /// Returns whether all routes with this limit store texts or pictures of members.
    pub fn is_of_texts(self) -> bool {
        matches!(
            self,
            Self::Ask
                | Self::Answer
                | Self::Comment
                | Self::Message
                | Self::CreateCommunity
                | Self::Upload
        )
    }
}

/// Counts requests against the limits.
pub struct Limiter {
    /// For each limit a limiter for single quotas, and those for the larger networks.
    limiters: Option<Vec<Vec<DefaultKeyedRateLimiter<Key>>>>,
}

impl Limiter {
    /// Creates a limiter. Without `limits.enabled`, it accepts everything.
    pub fn new(config: &Config) -> Self {
        let limiter = |limit: &Limit, quotas: usize| {
            let (burst, seconds) = limit.quota(config);
            let burst = burst * quotas as u32;
            let period = Duration::from_secs(seconds) / burst;
            let quota = Quota::with_period(period).expect("no limit has a period of zero");
            DefaultKeyedRateLimiter::keyed(
                quota.allow_burst(NonZeroU32::new(burst).expect("no limit is zero")),
            )
        };
        let limiters =
            |limit: &'static Limit| network::quotas().map(|quotas| limiter(limit, quotas));
        Self {
            limiters: config.limits.enabled.then(|| {
                let all = Limit::ALL.iter();
                all.map(|limit| limiters(limit).collect()).collect()
            }),
        }
    }

    /// Counts one request against [`Limit::Request`], unless `limit` is [`Limit::Tag`], and against `limit`: of the
    /// user, or of the networks of the address.
    ///
    /// Fails with 429 and the time to wait if one of them is exhausted.
    pub fn check(&self, limit: Limit, user: Option<Id>, address: IpAddr) -> Result<()> {
        if limit != Limit::Tag {
            self.charge(Limit::Request, 1, user, address)?;
        }
        if limit == Limit::Request {
            Ok(())
        } else {
            self.charge(limit, 1, user, address)
        }
    }

    /// Counts `weight` against `limit`: messages or bytes, which are parts of one request.
    ///
    /// Fails with 429 and the time to wait if the limit is exhausted. Counts all or nothing.
    pub fn charge(
        &self,
        limit: Limit,
        weight: usize,
        user: Option<Id>,
        address: IpAddr,
    ) -> Result<()> {
        let keys = match user {
            Some(user) => vec![Key::User(user)],
            None => network_keys(address),
        };
        self.count(limit, weight, &keys)
    }

    /// Counts one request of a known device, by an API token, or about an address, against `limit`: `hash` is that of its
    /// token or text. Fails with 429 and the time to wait if the limit is exhausted.
    pub fn charge_hash(&self, limit: Limit, hash: &TokenHash) -> Result<()> {
        self.count(limit, 1, &[Key::Hash(*hash)])
    }

    /// Counts one new live connection. Fails with 429 and the time to wait. The limit per network
    /// does not apply to this machine.
    pub fn check_handshake(&self, address: IpAddr) -> Result<()> {
        if !address.is_loopback() {
            self.count(Limit::Handshake, 1, &network_keys(address))?;
        }
        self.count(Limit::AnyHandshake, 1, &[Key::Everyone])
    }

    /// Counts one report of a visitor. Fails with 429 and the time to wait.
    pub fn check_visitor_report(&self, address: IpAddr) -> Result<()> {
        self.count(Limit::VisitorReport, 1, &network_keys(address))?;
        self.count(Limit::AnyVisitorReport, 1, &[Key::Everyone])
    }

    /// Counts `weight` for each key: the first against a single quota, the further ones against
    /// those of the larger networks.
    fn count(&self, limit: Limit, weight: usize, keys: &[Key]) -> Result<()> {
        let weight = u32::try_from(weight).unwrap_or(u32::MAX);
        let (Some(limiters), Some(weight)) = (&self.limiters, NonZeroU32::new(weight)) else {
            return Ok(());
        };
        for (limiter, key) in limiters[limit as usize].iter().zip(keys) {
            if limiter.len() > MAX_KEYS {
                limiter.retain_recent();
            }
            limiter
                .check_key_n(key, weight)
                .map_err(|_| Error::internal("a request that no limit accepts"))?
                .map_err(|not_until| {
                    let wait = not_until.wait_time_from(DefaultClock::default().now());
                    let sentence = if limit == Limit::StoredBytes {
                        Sentence::StoredBytesExceeded
                    } else {
                        Sentence::TooManyRequests
                    };
                    Error::RetryAfter(sentence, wait + Duration::from_secs(1))
                })?;
        }
        Ok(())
    }
}

fn network_keys(address: IpAddr) -> Vec<Key> {
    let networks = networks(address).into_iter();
    networks.map(|(network, _)| Key::Network(network)).collect()
}
