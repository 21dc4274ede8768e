//! Whether someone may sign up now, and what becomes of the account: the same with a password and through a provider.

use std::net::IpAddr;

use super::{SignupGuard, wait};
use crate::core::config::{Config, Signup};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::network::signup_network;
use crate::features::trust::spam;
use crate::features::users::{User, invitations, store};
use crate::platform::db::Write;
use crate::platform::realtime::TokenHash;
use crate::platform::settings::{SettingKey, SiteSettings};
use crate::platform::web::{Anyone, Limit, RequestContext};

/// What a sign-up needs.
struct Needs {
    invitation: Option<TokenHash>,
    approval: bool,
    proof: bool,
}

impl Needs {
    /// Returns what a sign-up needs now, with or without an invitation. Rejects it with 403 where there is
    /// none.
    fn new(settings: &SiteSettings, is_wave: bool, invitation: Option<&str>) -> Result<Self> {
        let has_invitation = invitation.is_some_and(|token| !token.trim().is_empty());
        let approval = match settings.config.auth.signup {
            Signup::Closed => return Err(Sentence::SignupClosed.into()),
            Signup::Open => is_wave,
            Signup::Approval => true,
            Signup::Invite => false,
        };
        let is_invited = settings.config.auth.signup == Signup::Invite || has_invitation;
        let invitation = match is_invited {
            true => Some(invitations::require_token(invitation)?),
            false => None,
        };
        Ok(Self {
            approval: approval && !is_invited,
            proof: !is_invited && (is_wave || settings.has(SettingKey::SignupProof)),
            invitation,
        })
    }
}

/// Returns an invitation if it is valid. Where none is needed, a link of last year must stop no sign-up.
async fn without_invalid(
    call: &RequestContext<Anyone>,
    invitation: Option<String>,
) -> Result<Option<String>> {
    let Ok(token) = invitations::require_token(invitation.as_deref()) else {
        return Ok(None);
    };
    let checked = call.read(move |read, _| Ok(invitations::check(read, &token).is_ok()));
    let is_valid = checked.await?;
    Ok(invitation.filter(|_| is_valid))
}

/// What someone sends to sign up, beside their password.
pub struct SignupRequest<'a> {
    pub username: &'a str,
    /// The token of an invitation's link.
    pub invitation: Option<String>,
    /// A challenge with its solution.
    pub proof: Option<&'a str>,
}

/// The right to sign up with a name.
pub struct Admission {
    needs: Needs,
    username: String,
    address: IpAddr,
    /// Counts the sign-up, if the site guards against waves.
    wave_guard: Option<SignupGuard>,
}

/// What a sign-up has made.
pub enum Admitted {
    /// A user. The caller begins their session, and emits their `userUpdate` with [`super::emit_created`].
    User(User),
    /// An account that waits for approval.
    Waiting(Id),
}

impl Admission {
    /// Checks whether the caller may sign up now with this name. `check` checks the other input. Nothing in it is
    /// costly; a hash comes after it.
    pub async fn of(
        call: &RequestContext<Anyone>,
        signup_guard: &SignupGuard,
        request: SignupRequest<'_>,
        check: impl FnOnce(&Config) -> Result<()>,
    ) -> Result<Self> {
        let settings = call.app.settings();
        let (now, address) = (call.app.clock.now(), call.caller.address);
        let is_guarded = settings.has(SettingKey::WaveGuard);
        let is_wave = is_guarded && signup_guard.wave(now).is_some();
        let mut invitation = request.invitation;
        if settings.config.auth.signup == Signup::Open && !is_wave {
            invitation = without_invalid(call, invitation).await?;
        }
        let needs = Needs::new(&settings, is_wave, invitation.as_deref())?;
        if settings.blocks(address) {
            return Err(Sentence::SignupBlocked.into());
        }
        check(&settings.config)?;
        if needs.invitation.is_none() {
            let counted = call.app.limiter.charge(Limit::SignUp, 1, None, address);
            counted.inspect_err(|_| call.app.metrics.count("stoa_rate_limited_total", &[]))?;
        }
        let wave_guard = is_guarded.then(|| signup_guard.clone());
        let username = request.username.to_owned();
        let (name, for_refresh, token) = (username.clone(), wave_guard.clone(), needs.invitation);
        // These checks precede the costly hash and count against [`Limit::Request`]. The invitation comes
        // first, so that only invited callers learn which names exist.
        call.read(move |read, _| {
            if let Some(guard) = for_refresh {
                guard.refresh(read)?;
            }
            token
                .iter()
                .try_for_each(|token| invitations::check(read, token))?;
            spam::check_username(read, &name)?;
            if store::has_lookalike(read, &name)? {
                Err(Sentence::UsernameTaken.into())
            } else {
                Ok(())
            }
        })
        .await?;
        if needs.proof {
            let accepted = signup_guard.proofs().accept(request.proof, now);
            accepted.inspect_err(|_| signup_guard.count_refused(address, now))?;
        }
        Ok(Self {
            needs,
            username,
            address,
            wave_guard,
        })
    }

    /// Creates the user, or the account that waits for approval. Without a password the caller gives them another way
    /// in, in the same transaction.
    pub fn insert(self, tx: &mut Write<'_>, password_hash: Option<&str>) -> Result<Admitted> {
        if let Some(guard) = self.wave_guard {
            guard.count(tx, self.address)?;
        }
        if self.needs.approval {
            let network = signup_network(self.address);
            let id = wait(tx, &self.username, password_hash, &network)?;
            return Ok(Admitted::Waiting(id));
        }
        let user = match password_hash {
            Some(hash) => store::insert(tx, &self.username, hash)?,
            None => store::insert_without_password(tx, &self.username)?,
        };
        self.needs
            .invitation
            .iter()
            .try_for_each(|token| invitations::accept(tx, token, user.id))?;
        Ok(Admitted::User(user))
    }
}
