//! The calls of logins through providers.

use std::time::Duration;

use axum::http::Method;
use cookie::Cookie;

use super::flow::{self, Away, Naming, Purpose};
use super::model::{
    Destination, FinishedLogin, LoginOutcome, LogoutForm, NamedUser, NoticeTaken, ProviderAnswer,
    ProviderChoice,
};
use super::provider::{Person, Problem, Provider, words};
use super::{Providers, mapping, names};
use crate::core::clock::Timestamp;
use crate::core::config::{ProviderConfig, Signup};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::text;
use crate::features::auth::password::Passwords;
use crate::features::signup::admission::{Admission, Admitted, SignupRequest};
use crate::features::signup::{SignedUp, SignupGuard, WaitingReply, emit_created};
use crate::features::users::store::identities::{self, NewIdentity, SessionOrigin};
use crate::features::users::store::{self, waiting_accounts};
use crate::features::users::{
    Account, Confirmed, LinkedIdentity, Me, NewSession, SignInMethod, User, WaysIn,
};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::{Outgoing, TokenHash};
use crate::platform::web::{
    Actor, Anyone, Body, FormBody, Json, Limit, Path, RequestContext, Routes, Text, WithCookies,
    register,
};

/// How much later than at the provider a session may have begun here to end with a notice, and how much earlier than the
/// request someone may have proved who they are: the difference of the clocks.
const GRACE: Duration = Duration::from_secs(60);
/// The longest code that is sent on, in bytes.
const CODE_LENGTH: usize = 4_096;
/// The path of the notices, which providers send from elsewhere.
pub const NOTICE_PATH: &str = "/oidc/backchannel/";

/// Registers the routes.
pub fn routes(
    routes: &mut Routes,
    passwords: &Passwords,
    signup_guard: &SignupGuard,
    providers: &Providers,
) {
    let [for_start, for_finish, for_signup, for_notice] = [(); 4].map(|()| providers.clone());
    let [for_confirmation, for_link, for_logout] = [(); 3].map(|()| providers.clone());
    let signup_guard = signup_guard.clone();
    register! { routes.anyone();
        /// Begin a login through a provider; the browser then goes to the location
        call(Method::POST, "/oidc/start", Limit::Request, move |call, body| start(call, body, for_start.clone()));
        /// End a login through a provider with its answer: log in, or do what it was begun for
        call(Method::POST, "/oidc/finish", Limit::LogIn, move |call, body| finish(call, body, for_finish.clone()));
        /// Sign up as the person whom a provider has just named; the account may wait for approval
        call(
            Method::POST,
            "/oidc/signup",
            Limit::Request,
            move |call, body| sign_up(call, body, for_signup.clone(), signup_guard.clone()),
        );
        /// End the sessions that a signed notice of a provider names; needs no session and no origin (OpenID Connect Back-Channel Logout)
        call(
            Method::POST,
            "/oidc/backchannel/{id}",
            Limit::Request.critical(),
            move |call, input| take_notice(call, input, for_notice.clone()),
        );
    }
    register! { routes.signed_in().sessions_only();
        /// Prove again at a provider who the caller is, instead of with the password; the browser then goes to the location
        call(
            Method::POST,
            "/oidc/startConfirmation",
            Limit::Account.allows_silenced(),
            move |call, body| start_confirmation(call, body, for_confirmation.clone()),
        );
        /// List the caller's logins at providers, oldest first
        get("/oidc/getIdentities", identities_of);
        /// Return where the browser goes after a logout, if the session's provider takes part in it
        get_async("/oidc/getLogoutLocation", Limit::Request, move |call, ()| logout_location(call, for_logout.clone()));
    }
    register! { routes.with_password(passwords);
        /// Begin to add a login at a provider to the caller's account; the browser then goes to the location
        call(
            Method::POST,
            "/oidc/startLink",
            Limit::Account.allows_silenced(),
            move |call, body| start_link(call, body, for_link.clone()),
        );
        /// Remove a login at a provider from the caller's account, unless it is the last way to log in
        call(Method::DELETE, "/oidc/removeIdentity/{id}", Limit::Account.allows_silenced(), remove_identity);
    }
}

async fn start(
    call: RequestContext<Anyone>,
    Body(choice): Body<ProviderChoice>,
    providers: Providers,
) -> Result<WithCookies<Destination>> {
    call.read(|_, _| Ok(())).await?;
    leave(&call, &choice.provider, &providers, Purpose::LogIn, None).await
}

async fn start_confirmation(
    call: RequestContext<Me>,
    Body(choice): Body<ProviderChoice>,
    providers: Providers,
) -> Result<WithCookies<Destination>> {
    let session = call.read(|_, me| Ok(*me.session())).await?;
    let purpose = Purpose::Confirm;
    leave(&call, &choice.provider, &providers, purpose, Some(session)).await
}

async fn start_link(
    call: RequestContext<Confirmed<Me>>,
    Body(choice): Body<ProviderChoice>,
    providers: Providers,
) -> Result<WithCookies<Destination>> {
    let session = call.read(|_, me| Ok(*me.session())).await?;
    let purpose = Purpose::Link;
    leave(&call, &choice.provider, &providers, purpose, Some(session)).await
}

/// Begins a login. Returns where the browser goes, and the cookie that it needs when it comes back.
async fn leave<A: Actor>(
    call: &RequestContext<A>,
    provider: &str,
    providers: &Providers,
    purpose: Purpose,
    session: Option<TokenHash>,
) -> Result<WithCookies<Destination>> {
    let provider = providers.find(provider)?;
    let now = call.app.clock.now();
    let away = Away::begin(&provider.config.id, purpose, session.as_ref(), now);
    let location = provider.start(providers.client(), &away).await;
    let location = location.map_err(|problem| failed(providers, provider, &problem))?;
    let cookie = providers.seal().cookie(away, now, call.caller.is_https);
    let destination = Destination {
        location: Some(location),
    };
    Ok(WithCookies(destination, vec![cookie]))
}

/// Returns the error that a person sees, and records the problem in the log.
fn failed(providers: &Providers, provider: &Provider, problem: &Problem) -> Error {
    providers.log(provider, problem);
    provider.error(problem)
}

async fn finish(
    call: RequestContext<Anyone>,
    Body(answer): Body<ProviderAnswer>,
    providers: Providers,
) -> Result<WithCookies<FinishedLogin>> {
    call.read(|_, _| Ok(())).await?;
    let provider = providers.find(&answer.provider)?;
    let now = call.app.clock.now();
    let away = providers
        .seal()
        .open::<Away>(&call.caller.flows, now)
        .find(|away| away.provider == provider.config.id && away.has_state(&answer.state));
    let away = away.ok_or(Sentence::ProviderFlowEnded)?;
    let person = identify(&providers, provider, &away, &answer, now).await;
    let person = person.map_err(|problem| failed(&providers, provider, &problem))?;
    let (finished, mut cookies) = match away.purpose {
        Purpose::LogIn => {
            let ended = log_in(&call, &providers, provider, person, &away).await;
            let result = if ended.is_ok() { "ok" } else { "refused" };
            let metrics = &call.app.metrics;
            metrics.count("stoa_logins_total", &[("result", result)]);
            ended?
        }
        Purpose::Link => link(&call.for_actor(), provider, person, away).await?,
        Purpose::Confirm => confirm(&call.for_actor(), provider, person, away).await?,
    };
    if !matches!(finished.outcome, LoginOutcome::ChooseName) {
        cookies.push(flow::removed(call.caller.is_https));
    }
    Ok(WithCookies(finished, cookies))
}

/// Returns who the provider says that the caller is.
async fn identify(
    providers: &Providers,
    provider: &Provider,
    away: &Away,
    answer: &ProviderAnswer,
    now: Timestamp,
) -> Result<Person, Problem> {
    let client = providers.client();
    provider.check_issuer(client, &answer.iss).await?;
    if !answer.error.is_empty() {
        let words = words(&answer.error, &answer.error_description);
        return Err(Problem::Refused(words));
    }
    if answer.code.is_empty() || answer.code.len() > CODE_LENGTH {
        return Err(Problem::Unproved("the answer has no code".to_owned()));
    }
    provider.identify(client, away, &answer.code, now).await
}

/// Returns when a login began, by a clock that may be late.
fn began_at(away: &Away) -> Timestamp {
    Timestamp::from_millis(away.began_at).minus(GRACE)
}

/// What the site knows of a person.
enum Met {
    Known(Box<User>, Vec<Cookie<'static>>),
    Unknown,
}

async fn log_in(
    call: &RequestContext<Anyone>,
    providers: &Providers,
    provider: &Provider,
    person: Person,
    away: &Away,
) -> Result<(FinishedLogin, Vec<Cookie<'static>>)> {
    let (now, is_https) = (call.app.clock.now(), call.caller.is_https);
    let new_session = NewSession::new(call).by(SignInMethod::Provider);
    let begin = Begin::new(provider);
    let is_confirmed = person
        .authenticated_at
        .is_some_and(|at| at >= began_at(away));
    let (issuer, known) = (provider.config.issuer.clone(), person.clone());
    let met = call
        .write(move |tx, _| {
            let identity = NewIdentity {
                issuer: &issuer,
                subject: &known.subject,
                name: &known.name,
            };
            let Some(record) = identities::find(tx, &identity)? else {
                check_not_waiting(tx, &identity)?;
                tx.without_event("nothing happens");
                return Ok(Met::Unknown);
            };
            if record.is_disabled || record.is_deleted {
                return Err(Sentence::AccountDisabled.into());
            }
            let user = record.account.id();
            begin.apply_groups(tx, &record.account, known.groups.as_deref())?;
            let sid = known.sid.as_deref();
            let cookies = begin.session(tx, new_session, user, record.id, sid, is_confirmed)?;
            identities::record_use(tx, record.id, &known.name)?;
            let silenced_until = store::restrictions::silenced_until(tx, user)?;
            let user = store::as_oneself(tx, user, silenced_until)?;
            Ok(Met::Known(
                Box::new(user.ok_or(Sentence::AccountDisabled)?),
                cookies,
            ))
        })
        .await?;
    let address = call.caller.address;
    match met {
        Met::Known(user, cookies) => {
            let provider = &provider.config.id;
            tracing::info!(
                "login user={:?} client_ip={address} provider={provider:?}",
                user.username
            );
            let finished = FinishedLogin {
                outcome: LoginOutcome::LoggedIn,
                user: Some(*user),
                suggestion: None,
            };
            Ok((finished, cookies))
        }
        Met::Unknown => {
            if call.app.settings().config.auth.signup == Signup::Closed {
                return Err(Sentence::SignupClosed.into());
            }
            let finished = FinishedLogin {
                outcome: LoginOutcome::ChooseName,
                user: None,
                suggestion: Some(names::username(&person.name)),
            };
            let naming = Naming {
                provider: provider.config.id.clone(),
                subject: person.subject,
                name: person.name,
                sid: person.sid,
                groups: person.groups,
                is_confirmed,
            };
            Ok((
                finished,
                vec![providers.seal().cookie(naming, now, is_https)],
            ))
        }
    }
}

/// Rejects the identity of an account with 403 that waits for approval, or was not approved.
fn check_not_waiting(read: &Read<'_>, identity: &NewIdentity<'_>) -> Result<()> {
    let Some(name) = identities::waiting_name(read, identity)? else {
        return Ok(());
    };
    let waiting = waiting_accounts::login(read, &name)?;
    match waiting.and_then(|waiting| waiting.rejection) {
        Some(reason) => Err(Error::with(Sentence::AccountRejected, reason)),
        None => Err(Sentence::AccountWaits.into()),
    }
}

/// How a session begins through a provider.
struct Begin {
    config: ProviderConfig,
}

impl Begin {
    fn new(provider: &Provider) -> Self {
        Self {
            config: provider.config.clone(),
        }
    }

    /// Inserts the session, which may be shorter than others.
    fn session(
        &self,
        tx: &mut Write<'_>,
        new_session: NewSession,
        user: Id,
        identity: Id,
        sid: Option<&str>,
        is_confirmed: bool,
    ) -> Result<Vec<Cookie<'static>>> {
        let session = new_session.hash();
        let cookies = new_session.insert(tx, user)?;
        let hours = u64::from(self.config.session_hours);
        let ends_at = (hours > 0).then(|| tx.now.plus(Duration::from_secs(hours * 3_600)));
        let origin = SessionOrigin {
            identity,
            sid,
            ends_at,
            is_confirmed,
        };
        identities::bind_session(tx, &session, &origin)?;
        Ok(cookies)
    }

    fn apply_groups(
        &self,
        tx: &mut Write<'_>,
        account: &Account,
        groups: Option<&[String]>,
    ) -> Result<()> {
        match groups {
            Some(groups) => mapping::apply(tx, &self.config, account, groups),
            None => Ok(()),
        }
    }
}

async fn link(
    call: &RequestContext<Me>,
    provider: &Provider,
    person: Person,
    away: Away,
) -> Result<(FinishedLogin, Vec<Cookie<'static>>)> {
    let issuer = provider.config.issuer.clone();
    call.write(move |tx, me| {
        if !away.is_of(me.session()) {
            return Err(Sentence::ProviderFlowEnded.into());
        }
        tx.without_event("only the owner of an account sees its logins");
        let identity = NewIdentity {
            issuer: &issuer,
            subject: &person.subject,
            name: &person.name,
        };
        match identities::find(tx, &identity)? {
            Some(record) if record.account.id() == me.id() => Ok(()),
            _ => identities::insert(tx, me.id(), &identity).map(drop),
        }
    })
    .await?;
    let finished = FinishedLogin {
        outcome: LoginOutcome::Linked,
        user: None,
        suggestion: None,
    };
    Ok((finished, Vec::new()))
}

/// Records that the session's user has proved again who they are: the provider asked them to, because the request said so,
/// and names one of the account's identities. A provider that says when it was must say that it was since the request.
async fn confirm(
    call: &RequestContext<Me>,
    provider: &Provider,
    person: Person,
    away: Away,
) -> Result<(FinishedLogin, Vec<Cookie<'static>>)> {
    if person
        .authenticated_at
        .is_some_and(|at| at < began_at(&away))
    {
        return Err(Error::with(
            Sentence::ProviderAskedNothing,
            &provider.config.name,
        ));
    }
    let issuer = provider.config.issuer.clone();
    call.write(move |tx, me| {
        if !away.is_of(me.session()) {
            return Err(Sentence::ProviderFlowEnded.into());
        }
        let identity = NewIdentity {
            issuer: &issuer,
            subject: &person.subject,
            name: &person.name,
        };
        let owner = identities::find(tx, &identity)?;
        if owner.is_none_or(|owner| owner.account.id() != me.id()) {
            return Err(Sentence::IdentityUnknown.into());
        }
        store::sessions::record_confirmation(tx, me)
    })
    .await?;
    let finished = FinishedLogin {
        outcome: LoginOutcome::Confirmed,
        user: None,
        suggestion: None,
    };
    Ok((finished, Vec::new()))
}

async fn sign_up(
    call: RequestContext<Anyone>,
    Body(new): Body<NamedUser>,
    providers: Providers,
    signup_guard: SignupGuard,
) -> Result<WithCookies<SignedUp>> {
    call.read(|_, _| Ok(())).await?;
    let now = call.app.clock.now();
    let naming = providers
        .seal()
        .open::<Naming>(&call.caller.flows, now)
        .next();
    let naming = naming.ok_or(Sentence::ProviderFlowEnded)?;
    let provider = providers.find(&naming.provider)?;
    let request = SignupRequest {
        username: &new.username,
        invitation: new.invitation,
        proof: new.proof.as_deref(),
    };
    let check = |_: &_| text::username(&new.username).map(drop);
    let admission = Admission::of(&call, &signup_guard, request, check).await?;
    let new_session = NewSession::new(&call).by(SignInMethod::Provider);
    let (begin, issuer) = (Begin::new(provider), provider.config.issuer.clone());
    let (signed_up, mut cookies) = call
        .write(move |tx, _| {
            let identity = NewIdentity {
                issuer: &issuer,
                subject: &naming.subject,
                name: &naming.name,
            };
            match admission.insert(tx, None)? {
                Admitted::Waiting(id) => {
                    identities::insert_waiting(tx, id, &identity)?;
                    Ok((SignedUp::Waiting(WaitingReply::default()), Vec::new()))
                }
                Admitted::User(user) => {
                    let id = identities::insert(tx, user.id, &identity)?;
                    let sid = naming.sid.as_deref();
                    let is_confirmed = naming.is_confirmed;
                    let cookies = begin.session(tx, new_session, user.id, id, sid, is_confirmed)?;
                    emit_created(tx, &user);
                    if let Some(record) = identities::find(tx, &identity)? {
                        begin.apply_groups(tx, &record.account, naming.groups.as_deref())?;
                    }
                    let user = store::as_oneself(tx, user.id, None)?;
                    Ok((SignedUp::User(user.ok_or(Sentence::UserNotFound)?), cookies))
                }
            }
        })
        .await?;
    cookies.push(flow::removed(call.caller.is_https));
    Ok(WithCookies(signed_up, cookies))
}

fn identities_of(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<Vec<LinkedIdentity>>> {
    identities::of(read, me).map(Json)
}

async fn remove_identity(
    call: RequestContext<Confirmed<Me>>,
    Path(id): Path<Id>,
) -> Result<Json<Vec<LinkedIdentity>>> {
    let app = call.app.clone();
    call.write(move |tx, me| {
        let mut ended = identities::remove(tx, me, id)?;
        WaysIn::of(tx, &app.config, me)?.check()?;
        ended.retain(|session| session != me.session());
        for session in &ended {
            store::sessions::delete(tx, session)?;
        }
        tx.send(Outgoing::SessionsEnded(ended));
        tx.without_event("only the owner of an account sees its logins");
        identities::of(tx, me).map(Json)
    })
    .await
}

async fn logout_location(
    call: RequestContext<Me>,
    providers: Providers,
) -> Result<Json<Destination>> {
    let issuer = call.read(|read, me| identities::issuer_of_session(read, me.session()));
    let issuer = issuer.await?;
    let mut all = providers.all().iter();
    let provider = all.find(|provider| Some(&provider.config.issuer) == issuer.as_ref());
    let location = match provider {
        Some(provider) if provider.config.logs_out => {
            // A logout here must not wait for, or fail with, the provider.
            let location = provider.end_session(providers.client()).await;
            location
                .inspect_err(|problem| providers.log(provider, problem))
                .unwrap_or(None)
        }
        _ => None,
    };
    Ok(Json(Destination { location }))
}

async fn take_notice(
    call: RequestContext<Anyone>,
    (Path(Text(id)), form): (Path<Text>, FormBody),
    providers: Providers,
) -> Result<Json<NoticeTaken>> {
    call.read(|_, _| Ok(())).await?;
    let provider = providers.find(&id)?;
    let form: LogoutForm = form.read().await?;
    let now = call.app.clock.now();
    let client = providers.client();
    let notice = provider
        .logout_notice(client, &form.logout_token, now)
        .await;
    let notice = notice.map_err(|problem| {
        providers.log(provider, &problem);
        match problem {
            Problem::Unavailable(_) => provider.error(&problem),
            Problem::Refused(_) | Problem::Unproved(_) => Sentence::LogoutTokenInvalid.into(),
        }
    })?;
    let issuer = provider.config.issuer.clone();
    call.write(move |tx, _| {
        tx.without_event("a logout concerns only one person's browsers");
        let until = notice.issued_at.plus(GRACE);
        let (subject, sid) = (notice.subject.as_deref(), notice.session.as_deref());
        let ended = identities::end_sessions(tx, &issuer, subject, sid, until)?;
        tx.send(Outgoing::SessionsEnded(ended));
        Ok(())
    })
    .await?;
    Ok(Json(NoticeTaken {}))
}
