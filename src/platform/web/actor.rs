//! Who makes a request: an unverified [`Caller`], and an authenticated [`Actor`].

use std::net::IpAddr;

use super::scope::{Scope, TokenAccess};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::{TokenHash, Visitor};

/// Proof of who makes a request. Only authentication creates values of the types that need a
/// session.
pub trait Actor: Sized + Send + Sync + 'static {
    /// Whether routes for this actor need a session.
    const SIGNED_IN: bool;
    /// Whether authentication fails unless the user has given their password recently.
    const CONFIRMED: bool = false;
    /// Whether each change by this actor leaves a line in the log.
    const AUDITED: bool = false;
    /// Which API tokens may call routes for this actor, unless their group says otherwise.
    const TOKENS: TokenAccess = TokenAccess::ByMethod;
    /// Whether the actor may be nobody while everyone may read. See [`Actor::nobody`].
    const IS_PUBLIC: bool = false;
    /// What a write by this actor returns with a value: for administrators, also the proof that it is
    /// in the log of administration.
    type Change<T>;

    /// Returns the value of a write.
    fn value<T>(change: Self::Change<T>) -> T;

    /// Looks up the session or the API token in the snapshot or transaction of the handler.
    ///
    /// Fails with [`Sentence::NotSignedIn`](crate::core::error::Sentence::NotSignedIn) (401) if there is
    /// no such session, with [`Sentence::TokenRefused`](crate::core::error::Sentence::TokenRefused) (401) if there is
    /// no such token, and with a 403 if its user lacks the role that this actor stands for.
    fn authenticate(read: &Read<'_>, credential: &Credential) -> Result<Self>;

    /// Returns the actor of a request without a session, for public content while everyone may read.
    fn nobody() -> Option<Self> {
        None
    }

    /// Returns who makes the request.
    fn identity(&self) -> &dyn Identity;
}

/// What requests need to know about who makes them, whatever their role.
pub trait Identity {
    /// Returns whether `name` (a username or an id) names this actor.
    fn is(&self, name: &str) -> bool;

    /// Returns the name under which the log shows this actor.
    fn name(&self) -> &str {
        ""
    }

    /// Returns the user whose rate limits apply. `None`: the limits of the address apply.
    fn user(&self) -> Option<Id>;

    /// Fails with 403 if the actor is silenced and may therefore write nothing that others can read.
    fn check_may_write(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the id of the API token with which the actor acts, if it is not a session.
    fn token(&self) -> Option<Id> {
        None
    }

    /// Returns whether the actor is a bot.
    fn is_bot(&self) -> bool {
        false
    }

    /// Fails with 403 if the actor acts by an API token without this scope.
    fn check_scope(&self, _scope: Scope) -> Result<()> {
        Ok(())
    }

    /// Returns whether the time of the last use of the session or the token is old enough to be updated.
    fn needs_use_recorded(&self) -> bool {
        false
    }

    /// Updates the time of the last use of the session or the token.
    fn record_use(&self, _tx: &mut Write<'_>) -> Result<()> {
        Ok(())
    }
}

/// The actor of routes that need no session.
pub struct Anyone;

impl Actor for Anyone {
    const SIGNED_IN: bool = false;
    const TOKENS: TokenAccess = TokenAccess::Never;
    type Change<T> = T;

    fn value<T>(change: T) -> T {
        change
    }

    fn authenticate(_: &Read<'_>, _: &Credential) -> Result<Self> {
        Ok(Self)
    }

    fn identity(&self) -> &dyn Identity {
        self
    }
}

impl Identity for Anyone {
    /// Accepts every name: without a session a name is a parameter (the user to log in), not a
    /// claim.
    fn is(&self, _: &str) -> bool {
        true
    }

    fn user(&self) -> Option<Id> {
        None
    }
}

/// What a request shows to say who makes it: session cookies or an API token, never both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Credential {
    /// Hashes of the session cookies in the order in which they are tried, whether or not such
    /// sessions exist. There are several if another application on the same host has set some, and none in the
    /// request of a stranger.
    Sessions(Vec<TokenHash>),
    /// The hash of the API token, whether or not it exists.
    Token(TokenHash),
}

impl Credential {
    /// Returns that of a stranger.
    pub const fn none() -> Self {
        Self::Sessions(Vec::new())
    }

    /// Returns whether it is that of a stranger.
    pub fn is_none(&self) -> bool {
        *self == Self::none()
    }

    /// Returns the hashes of the session cookies.
    pub fn sessions(&self) -> &[TokenHash] {
        match self {
            Self::Sessions(sessions) => sessions,
            Self::Token(_) => &[],
        }
    }

    /// Returns the hash of the API token.
    pub fn token(&self) -> Option<&TokenHash> {
        match self {
            Self::Sessions(_) => None,
            Self::Token(token) => Some(token),
        }
    }
}

/// The client of a request. Only the address is verified. `server::security` adds it to the
/// extensions of every request.
#[derive(Clone, Debug)]
pub struct Caller {
    pub address: IpAddr,
    pub credential: Credential,
    /// Tokens of the device cookies, whether or not any account knows them.
    pub devices: Vec<String>,
    pub visitor: Option<Visitor>,
    /// The values of the cookies of a login through a provider, in the order in which they are tried.
    pub flows: Vec<String>,
    /// Whether the browser sent no visitor id, so that the response sets one.
    pub is_new_visitor: bool,
    pub user_agent: String,
    /// Whether the browser uses https, as far as the server knows.
    pub is_https: bool,
    /// The `Host` of the request.
    pub host: String,
}
