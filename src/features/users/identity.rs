//! Who acts: proofs of identity and of the right to administer.
//!
//! Only this feature constructs these values, after authentication or a look-up. Their fields are
//! private, so that no other module can forge or change one.

use std::ops::Deref;
use std::time::Duration;

use super::model::Role;
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::realtime::TokenHash;
use crate::platform::web::{Scope, Scopes};

/// The time for which a confirmation counts as recent.
const RECENT: Duration = Duration::from_secs(10 * 60);

/// The id of a viewer without an account. No row has it.
pub const NOBODY: Id = Id::from_i64(0);

/// Who reads: an account, or nobody while everyone may read. Nobody reads what every member may read, except for
/// communities that need an account.
pub struct Viewer {
    id: Id,
    username: String,
    token: Option<ActingToken>,
}

/// The API token with which an account acts.
#[derive(Clone, Copy)]
pub struct ActingToken {
    pub id: Id,
    pub scopes: Scopes,
}

impl Viewer {
    /// Returns nobody, with an id that no row has and without a name.
    fn nobody() -> Self {
        Self {
            id: NOBODY,
            username: String::new(),
            token: None,
        }
    }

    /// Returns the user's id.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the user's name.
    pub fn username(&self) -> &str {
        &self.username
    }

    /// Returns the API token with which the account acts, if it is not a session.
    pub fn api_token(&self) -> Option<ActingToken> {
        self.token
    }

    /// Returns whether the account acts by a session, or by an API token that allows what a scope allows.
    pub fn allows(&self, scope: Scope) -> bool {
        self.token.is_none_or(|token| token.scopes.allow(scope))
    }

    /// Returns whether the account may use its rights as a moderator. An API token without the scope acts as an
    /// ordinary member.
    pub fn may_moderate(&self) -> bool {
        self.allows(Scope::Moderate)
    }
}

/// An account, with the right to do what its owner may do. Its owner ([`Me`]) and an
/// [`AdminAuthority`] have this right.
pub struct Account {
    viewer: Viewer,
}

impl Account {
    pub(super) fn new(id: Id, username: String) -> Self {
        Self {
            viewer: Viewer {
                id,
                username,
                token: None,
            },
        }
    }

    /// Says with which API token the account acts.
    pub(super) fn acting_by(mut self, token: ActingToken) -> Self {
        self.viewer.token = Some(token);
        self
    }

    fn copy(&self) -> Self {
        Self {
            viewer: Viewer {
                id: self.id,
                username: self.username.clone(),
                token: self.token,
            },
        }
    }
}

impl Deref for Account {
    type Target = Viewer;

    fn deref(&self) -> &Viewer {
        &self.viewer
    }
}

/// The actor of public routes: the signed-in user, or nobody while everyone may read.
pub enum PublicReader {
    Member(Me),
    Nobody(Viewer),
}

impl PublicReader {
    /// Returns nobody, who reads only what everyone may read.
    pub fn nobody() -> Self {
        Self::Nobody(Viewer::nobody())
    }

    /// Returns the signed-in user. Rejects nobody with 401.
    pub fn member(&self) -> Result<&Me> {
        match self {
            Self::Member(me) => Ok(me),
            Self::Nobody(_) => Err(Sentence::NotSignedIn.into()),
        }
    }
}

impl Deref for PublicReader {
    type Target = Viewer;

    fn deref(&self) -> &Viewer {
        match self {
            Self::Member(me) => me,
            Self::Nobody(viewer) => viewer,
        }
    }
}

/// The right to administer the site. An administrator has it, and so has the operator, who runs the
/// program on the site's data. The log of administration names its holder.
pub struct AdminAuthority(Holder);

enum Holder {
    Administrator(Account),
    Operator { name: String },
}

impl AdminAuthority {
    /// Returns the authority of the operator, who could change the data anyway. No request may use it
    /// without the link of [`super::Setup`].
    pub fn of_operator() -> Self {
        Self::of_named_operator(String::new())
    }

    /// Returns the authority of an operator whose name on the server's system is known.
    pub fn of_named_operator(name: String) -> Self {
        Self(Holder::Operator { name })
    }

    pub(super) fn of_administrator(me: &Me) -> Self {
        Self(Holder::Administrator(me.account.copy()))
    }

    /// Returns whether the holder is the owner of an account.
    pub fn is(&self, account: &Account) -> bool {
        self.administrator()
            .is_some_and(|administrator| administrator.id() == account.id())
    }

    /// Returns the administrator, unless the operator has this right.
    pub(super) fn administrator(&self) -> Option<&Account> {
        match &self.0 {
            Holder::Administrator(account) => Some(account),
            Holder::Operator { .. } => None,
        }
    }
}

/// Who acts, as the log of administration names them.
#[derive(Clone, Copy)]
pub enum LoggedActor<'a> {
    User(&'a Account),
    /// The operator, with their name on the server's system or an empty text.
    Operator(&'a str),
    /// Nobody: the site followed a rule.
    Site,
}

impl LoggedActor<'_> {
    /// Returns the account, unless it is the operator.
    pub fn id(&self) -> Option<Id> {
        match self {
            Self::User(account) => Some(account.id()),
            Self::Operator(_) | Self::Site => None,
        }
    }

    /// Returns the id of the API token with which the account acts, if it is not a session.
    pub fn token(&self) -> Option<Id> {
        match self {
            Self::User(account) => account.api_token().map(|token| token.id),
            Self::Operator(_) | Self::Site => None,
        }
    }
}

impl<'a> From<&'a AdminAuthority> for LoggedActor<'a> {
    fn from(by: &'a AdminAuthority) -> Self {
        match &by.0 {
            Holder::Administrator(account) => Self::User(account),
            Holder::Operator { name } => Self::Operator(name),
        }
    }
}

impl<'a> From<&'a Me> for LoggedActor<'a> {
    fn from(me: &'a Me) -> Self {
        Self::User(me)
    }
}

/// A bot's limits: it posts in this community, or on the whole site.
#[derive(Clone, Copy)]
pub struct BotLimits {
    pub community: Option<Id>,
}

/// The signed-in user. Only authentication makes one, inside the snapshot or transaction in which it
/// is used.
pub struct Me {
    account: Account,
    session: TokenHash,
    role: Role,
    confirmed_at: Timestamp,
    last_seen_at: Timestamp,
    silenced_until: Option<Timestamp>,
    lacks_second_factor: bool,
    bot: Option<BotLimits>,
    now: Timestamp,
}

impl Me {
    pub(super) fn new(
        account: Account,
        session: TokenHash,
        role: Role,
        confirmed_at: Timestamp,
        last_seen_at: Timestamp,
        silenced_until: Option<Timestamp>,
        now: Timestamp,
    ) -> Self {
        Self {
            account,
            session,
            role,
            confirmed_at,
            last_seen_at,
            silenced_until,
            lacks_second_factor: false,
            bot: None,
            now,
        }
    }

    /// Says that the account is a bot.
    pub(super) fn with_bot_limits(self, limits: BotLimits) -> Self {
        Self {
            bot: Some(limits),
            ..self
        }
    }

    /// Says whether the user's role needs a second factor that this session does not have.
    pub(super) fn lacking_second_factor(self, lacks_second_factor: bool) -> Self {
        Self {
            lacks_second_factor,
            ..self
        }
    }

    /// Returns the same user, for a right that contains them.
    pub(super) fn copy(&self) -> Self {
        Self {
            account: self.account.copy(),
            ..*self
        }
    }

    /// Returns whether the account is a bot.
    pub fn is_bot(&self) -> bool {
        self.bot.is_some()
    }

    /// Returns the only community in which a bot posts, if it has one.
    pub fn own_community(&self) -> Option<Id> {
        self.bot.and_then(|limits| limits.community)
    }

    /// Rejects with 403 what a bot writes elsewhere than in its community. `None`: outside of any.
    pub fn check_community(&self, community: Option<Id>) -> Result<()> {
        let own = self.own_community();
        if own.is_some() && own != community {
            Err(Sentence::BotElsewhere.into())
        } else {
            Ok(())
        }
    }

    /// Returns the hash of the session's token, or of the API token: no session has that.
    pub fn session(&self) -> &TokenHash {
        &self.session
    }

    /// Returns whether the user has a role that needs a second factor here, and this session has none. Until then
    /// the role gives no rights.
    pub fn lacks_second_factor(&self) -> bool {
        self.lacks_second_factor
    }

    /// Rejects with 403 a user whose role needs a second factor that this session does not have.
    pub(super) fn check_second_factor(&self) -> Result<()> {
        if self.lacks_second_factor {
            Err(Sentence::SecondFactorNeeded.into())
        } else {
            Ok(())
        }
    }

    /// Returns whether the user is an administrator.
    pub fn is_administrator(&self) -> bool {
        self.role == Role::Administrator && !self.lacks_second_factor
    }

    /// Returns whether the user moderates the site: as a moderator of the site or an administrator.
    pub fn moderates_site(&self) -> bool {
        self.role >= Role::Moderator && !self.lacks_second_factor
    }

    /// Returns whether the user has confirmed within the last ten minutes that they use this session.
    pub(super) fn is_confirmed(&self) -> bool {
        self.now.since(self.confirmed_at) <= RECENT
    }

    /// Returns until when the user is silenced, if they are.
    pub fn silenced_until(&self) -> Option<Timestamp> {
        self.silenced_until.filter(|until| *until > self.now)
    }

    /// Returns the time since the session's last recorded use.
    pub(super) fn unrecorded_use(&self) -> Duration {
        self.now.since(self.last_seen_at)
    }
}

impl Deref for Me {
    type Target = Account;

    fn deref(&self) -> &Account {
        &self.account
    }
}
