//! One request of a handler: the policy of its route, and the guard that authenticates its actor.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body as HttpBody, HttpBody as _};
use axum::extract::{RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tracing::Span;
use tracing::field::display;

use super::actor::{Actor, Caller};
use super::app::App;
use super::audit::AuditRecord;
use super::extract::{Input, RawInput, collect_claims};
use super::limits::Limit;
use super::policy::RoutePolicy;
use super::read_queue::{Pace, Party, Place, QueueFull, Turn};
use super::stranger_queue::NoPlace;
use crate::core::error::{Error, Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::id::Id;
use crate::platform::db::{Read, Room, Write, WriteOrigin};
use crate::platform::settings::SettingKey;

/// Largest request body, in bytes.
const BODY_LIMIT: usize = 256 * 1024;
/// The time after which a read that found the queue full may try again.
const QUEUE_RETRY: Duration = Duration::from_secs(1);

/// What reads for an authenticated actor. It is boxed, so that the code around it exists once for each
/// type of result and not once for each handler.
type ReadFn<A, T> = Box<dyn FnOnce(&Read<'_>, &A) -> Result<T> + Send>;
/// What writes for an authenticated actor. It is boxed for the same reason.
pub(super) type WriteFn<A, T> = Box<dyn FnOnce(&mut Write<'_>, &A) -> Result<T> + Send>;

/// A request whose actor is not authenticated yet. Each [`RequestContext::read`] and
/// [`RequestContext::write`] authenticates inside its own snapshot or transaction, so a session
/// that has ended in the meantime has no further effect.
pub struct RequestContext<A> {
    pub app: Arc<App>,
    pub caller: Caller,
    uri: Uri,
    guard: Arc<RequestGuard>,
    actor: PhantomData<A>,
}

impl<A: Actor> RequestContext<A> {
    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Returns the same request for another actor, who is authenticated in turn.
    pub fn for_actor<B: Actor>(&self) -> RequestContext<B> {
        RequestContext {
            app: self.app.clone(),
            caller: self.caller.clone(),
            uri: self.uri.clone(),
            guard: self.guard.clone(),
            actor: PhantomData,
        }
    }

    /// Returns the record of an audited actor.
    pub(super) fn audit(&self) -> Option<Arc<AuditRecord>> {
        self.guard.audit.clone()
    }

    /// Authenticates the actor and runs `f` in the same snapshot. Waits first if the actor's share of
    /// the [read queue](super::ReadQueue) is in use.
    ///
    /// Fails with 429, 401 or 403 before `f` runs; see the order of checks in the module `web`.
    pub async fn read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Read<'_>, &A) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.read_soon(Box::new(f)).await
    }

    async fn read_soon<T: Send + 'static>(&self, f: ReadFn<A, T>) -> Result<T> {
        if self.is_nobodys() {
            return self.read_as_stranger(f).await;
        }
        let guard = self.guard.clone();
        let entered = self
            .app
            .db
            .read(move |read| {
                let actor: A = guard.authenticate(read)?;
                let Some(party) = guard.party(&actor) else {
                    return Ok(Entered::IsStranger(f));
                };
                Ok(match guard.app.read_queue.enter(party).now() {
                    Ok(_place) => Entered::Ran(Outcome::of(read, actor, f)?),
                    Err(turn) => Entered::Waits(turn, f),
                })
            })
            .await?;
        match entered {
            Entered::Ran(outcome) => Ok(self.finish(outcome)),
            Entered::Waits(turn, f) => self.read_in(turn.wait().await?, f).await,
            Entered::IsStranger(f) => self.read_as_stranger(f).await,
        }
    }

    /// Returns whether the request certainly has no session, on a route for which nobody needs one.
    fn is_nobodys(&self) -> bool {
        A::IS_PUBLIC && self.caller.credential.is_none()
    }

    /// Runs `f` when the one reader of all strangers is free. Fails with 503 if too many of their reads wait.
    async fn read_as_stranger<T: Send + 'static>(&self, f: ReadFn<A, T>) -> Result<T> {
        self.guard.count(None)?;
        let count = |result| {
            let metrics = &self.app.metrics;
            metrics.count("stoa_stranger_reads_total", &[("result", result)]);
        };
        let strangers = &self.app.read_queue.strangers;
        let place = strangers.enter(self.caller.address).await;
        let place = place.map_err(|NoPlace| {
            count("refused");
            Error::RetryAfter(Sentence::Busy, QUEUE_RETRY)
        })?;
        let result = self.read_in(place, f).await;
        count("answered");
        result
    }

    /// Does the same as [`RequestContext::read`] for a read that finds out in the snapshot whether it
    /// will be slow. `f` may then return `None` for [`Pace::Short`], and runs again for [`Pace::Slow`]
    /// when it has a place in the [read queue](super::ReadQueue).
    ///
    /// Fails with 429 if too many slow reads are waiting.
    pub async fn read_measured<T: Send + 'static>(
        &self,
        f: impl Fn(&Read<'_>, &A, Pace) -> Result<Option<T>> + Send + 'static,
    ) -> Result<T> {
        let (result, f) = self
            .read(move |read, actor| Ok((f(read, actor, Pace::Short)?, f)))
            .await?;
        let result = match result {
            None => {
                self.read_paced(Pace::Slow, move |read, actor| f(read, actor, Pace::Slow))
                    .await?
            }
            short => short,
        };
        result.ok_or_else(|| Error::internal("a slow read without a result"))
    }

    /// Does the same as [`RequestContext::read`] for a read of a known pace. A slow one waits for a
    /// place in the [read queue](super::ReadQueue).
    ///
    /// Fails with 429 if too many slow reads are waiting.
    pub async fn read_paced<T: Send + 'static>(
        &self,
        pace: Pace,
        f: impl FnOnce(&Read<'_>, &A) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let f: ReadFn<A, T> = Box::new(f);
        if pace == Pace::Short {
            return self.read_soon(f).await;
        }
        let Some(party) = self.party().await? else {
            return self.read_as_stranger(f).await;
        };
        if pace == Pace::Search {
            self.search(party, f).await
        } else {
            self.read_in(self.slow_place(party).await?, f).await
        }
    }

    /// Does the same as [`RequestContext::read`] on a connection of its own, for reads that take so long
    /// that no reader can be spared. They have slow places in the [read queue](super::ReadQueue) too.
    ///
    /// Fails with 429 if too many slow reads are waiting.
    pub async fn read_aside<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Read<'_>, &A) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let party = self.party().await?.ok_or(Sentence::NotSignedIn)?;
        let place = self.slow_place(party).await?;
        let guard = self.guard.clone();
        let read = move |read: &Read<'_>| {
            let _place = place;
            Outcome::of(read, guard.authenticate(read)?, f)
        };
        Ok(self.finish(self.app.db.read_aside(read).await?))
    }

    async fn search<T: Send + 'static>(&self, party: Party, f: ReadFn<A, T>) -> Result<T> {
        let count = |result| {
            let metrics = &self.app.metrics;
            metrics.count("stoa_searches_total", &[("result", result)]);
        };
        let turn = self.app.read_queue.enter_slow(party).map_err(|QueueFull| {
            count("refused");
            Error::RetryAfter(Sentence::SearchesTooMany, QUEUE_RETRY)
        })?;
        let found = self.read_in(turn.wait().await?, f).await;
        count("finished");
        found
    }

    /// Waits for a slow place.
    async fn slow_place(&self, party: Party) -> Result<Place> {
        let turn = self.app.read_queue.enter_slow(party);
        turn.map_err(|QueueFull| Error::RetryAfter(Sentence::TooManyRequests, QUEUE_RETRY))?
            .wait()
            .await
    }

    /// Authenticates the actor and returns the party of the request, or `None` for a stranger.
    async fn party(&self) -> Result<Option<Party>> {
        if self.is_nobodys() {
            return Ok(None);
        }
        let guard = self.guard.clone();
        let party = move |read: &Read<'_>| Ok(guard.party(&guard.authenticate::<A>(read)?));
        self.app.db.read(party).await
    }

    /// Authenticates the actor and runs `f` in the same snapshot. Holds `place` until the reader is
    /// free again, also after the caller has gone.
    async fn read_in<T: Send + 'static>(
        &self,
        place: impl Send + 'static,
        f: ReadFn<A, T>,
    ) -> Result<T> {
        let guard = self.guard.clone();
        let outcome = self
            .app
            .db
            .read(move |read| {
                let _place = place;
                Outcome::of(read, guard.authenticate(read)?, f)
            })
            .await?;
        Ok(self.finish(outcome))
    }

    fn finish<T>(&self, outcome: Outcome<T, A>) -> T {
        if let Some(actor) = outcome.stale_actor {
            self.app
                .db
                .write_later(move |tx| actor.identity().record_use(tx));
        }
        outcome.result
    }

    /// Does the same as [`RequestContext::write`], and counts `weight` parts of the request against
    /// `limit` before `f` runs.
    pub async fn write_weighted<T: Send + 'static>(
        &self,
        limit: Limit,
        weight: usize,
        f: impl FnOnce(&mut Write<'_>, &A) -> Result<A::Change<T>> + Send + 'static,
    ) -> Result<T> {
        let guard = self.guard.clone();
        self.write::<T>(move |tx, actor| {
            if let Some(user) = actor.identity().user() {
                guard.charge(limit, weight, user)?;
            }
            f(tx, actor)
        })
        .await
    }

    /// Authenticates the actor and runs `f` in the same transaction. Returns after its COMMIT.
    ///
    /// Fails with 429, 401 or 403 before `f` runs, and with 503 if the write queue or the disk is
    /// full.
    pub async fn write<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Write<'_>, &A) -> Result<A::Change<T>> + Send + 'static,
    ) -> Result<T> {
        self.write_boxed(Box::new(move |tx, actor| f(tx, actor).map(A::value)))
            .await
    }

    /// Does the same as [`RequestContext::write`].
    pub(super) async fn write_boxed<T: Send + 'static>(&self, f: WriteFn<A, T>) -> Result<T> {
        let guard = self.guard.clone();
        let job = move |tx: &mut Write<'_>| {
            let actor: A = guard.authenticate(tx)?;
            guard.check_room(tx)?;
            guard.charge_bytes(&actor)?;
            if actor.identity().needs_use_recorded() {
                actor.identity().record_use(tx)?;
            }
            f(tx, &actor)
        };
        let origin = WriteOrigin {
            by: self.requester().await?,
            bytes: self.guard.body_bytes,
            is_critical: self.guard.policy.is_critical,
        };
        self.app.db.write_from(origin, job).await
    }

    /// Returns whose turn a write of the request waits for.
    async fn requester(&self) -> Result<Requester> {
        let Caller {
            address,
            credential,
            ..
        } = &self.caller;
        if !A::SIGNED_IN {
            return Ok(Requester::of_session(*address));
        }
        let account = match self.app.known_sessions.account(credential) {
            Some(account) => Some(account),
            None => {
                let guard = self.guard.clone();
                let account =
                    move |read: &Read<'_>| Ok(guard.authenticate::<A>(read)?.identity().user());
                self.app.db.read(account).await?
            }
        };
        Ok(match account {
            Some(account) => Requester::new(*address, &account.to_string()),
            None => Requester::of_session(*address),
        })
    }
}

/// What became of a read that may run only within its actor's share.
enum Entered<T, A> {
    Ran(Outcome<T, A>),
    Waits(Turn, ReadFn<A, T>),
    IsStranger(ReadFn<A, T>),
}

/// The result of a read.
struct Outcome<T, A> {
    result: T,
    /// The actor, if the use of the session has to be recorded.
    stale_actor: Option<A>,
}

impl<T, A: Actor> Outcome<T, A> {
    fn of(read: &Read<'_>, actor: A, f: impl FnOnce(&Read<'_>, &A) -> Result<T>) -> Result<Self> {
        Ok(Self {
            result: f(read, &actor)?,
            stale_actor: actor.identity().needs_use_recorded().then_some(actor),
        })
    }
}

/// The checks that a request passes before anything is done for its actor.
struct RequestGuard {
    app: Arc<App>,
    caller: Caller,
    policy: RoutePolicy,
    /// The names in the input that must be the actor's.
    claims: Vec<String>,
    /// Whether this request has been counted against the rate limit.
    is_counted: AtomicBool,
    /// The length of the body.
    body_bytes: usize,
    /// The length of the body until it has been counted against [`Limit::StoredBytes`].
    uncounted_bytes: AtomicUsize,
    /// The record of the request, if its actor is audited.
    audit: Option<Arc<AuditRecord>>,
    /// The span of the request in the log, which names its API token.
    span: Span,
}

impl RequestGuard {
    /// Returns the actor of the request, after the checks 3 to 5 of the module `web`.
    fn authenticate<A: Actor>(&self, read: &Read<'_>) -> Result<A> {
        let actor = A::authenticate(read, &self.caller.credential)
            .or_else(|error| self.nobody(error))
            .map_err(|error| self.policy.map_error(error));
        let is_first = !self.is_counted.load(Ordering::Relaxed);
        // Failed authentication counts too: it costs as much as a success.
        self.count(
            actor
                .as_ref()
                .ok()
                .and_then(|actor: &A| actor.identity().user()),
        )?;
        let actor = actor?;
        if let Some(user) = actor.identity().user() {
            self.app.known_sessions.note(&self.caller.credential, user);
        }
        if let Some(token) = actor.identity().token().filter(|_| is_first) {
            self.span.record("token", display(token));
        }
        if let Some(scope) = self.policy.scope {
            actor.identity().check_scope(scope)?;
        }
        if actor.identity().is_bot() && !self.policy.allows_bots {
            return Err(Sentence::NotForBots.into());
        }
        if !self.claims.iter().all(|name| actor.identity().is(name)) {
            return Err(Sentence::NotYou.into());
        }
        if self.policy.refuses_silenced {
            actor.identity().check_may_write()?;
        }
        if let Some(record) = &self.audit {
            record
                .actor
                .get_or_init(|| actor.identity().name().to_owned());
        }
        Ok(actor)
    }

    /// Returns the actor of a request without a session if everyone may read, else the error.
    fn nobody<A: Actor>(&self, error: Error) -> Result<A> {
        let may_be_nobody =
            error.sentence() == Sentence::NotSignedIn && self.app.settings().everyone_reads();
        A::nobody().filter(|_| may_be_nobody).ok_or(error)
    }

    /// Counts the request against the rate limit of `user` and of their API token, or else of the network, unless that
    /// has happened.
    fn count(&self, user: Option<Id>) -> Result<()> {
        if self.is_counted.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let limiter = &self.app.limiter;
        let within_limit = limiter
            .check(self.policy.limit, user, self.caller.address)
            .and_then(|()| match (user, self.caller.credential.token()) {
                (Some(_), Some(token)) => limiter.charge_hash(Limit::ApiToken, token),
                _ => Ok(()),
            });
        within_limit.inspect_err(|_| self.app.metrics.count("stoa_rate_limited_total", &[]))
    }

    /// Returns whose share of the readers the request uses, or `None` for a stranger.
    fn party<A: Actor>(&self, actor: &A) -> Option<Party> {
        let user = actor.identity().user();
        let is_stranger = A::IS_PUBLIC && user.is_none();
        (!is_stranger).then(|| Party::of(user, self.caller.address))
    }

    /// Rejects a new text with 507 if the site has no room for it.
    fn check_room(&self, read: &Read<'_>) -> Result<()> {
        if !self.policy.adds_text || self.policy.is_critical {
            return Ok(());
        }
        match self.app.db.room(read, self.app.config.limits.storage_mb)? {
            Room::No => Err(Sentence::NoRoomForTexts.into()),
            Room::Little | Room::Enough => Ok(()),
        }
    }

    /// Counts the body against the bytes that the actor's account may store. What ends or deletes
    /// something is exempt.
    fn charge_bytes<A: Actor>(&self, actor: &A) -> Result<()> {
        let bytes = self.uncounted_bytes.swap(0, Ordering::Relaxed);
        match actor.identity().user() {
            Some(user) if !self.policy.is_critical => self.charge(Limit::StoredBytes, bytes, user),
            _ => Ok(()),
        }
    }

    fn charge(&self, limit: Limit, weight: usize, user: Id) -> Result<()> {
        self.app
            .limiter
            .charge(limit, weight, Some(user), self.caller.address)
            .inspect_err(|_| self.app.metrics.count("stoa_rate_limited_total", &[]))
    }
}

/// What the body of a request is.
#[derive(Clone, Copy)]
pub(super) enum BodyKind {
    None,
    Json,
    /// The handler reads it.
    Stream,
}

impl BodyKind {
    /// Returns that of an input.
    pub fn of<I: Input>() -> Self {
        match (I::STREAMS_BODY, I::HAS_BODY) {
            (true, _) => Self::Stream,
            (false, true) => Self::Json,
            (false, false) => Self::None,
        }
    }
}

/// Parses a request. Authentication runs before validation: unauthenticated callers always get 401.
pub(super) async fn receive<A: Actor, T: Send>(
    app: &Arc<App>,
    policy: RoutePolicy,
    body_kind: BodyKind,
    parse: &(dyn Fn(&RawInput<'_>) -> Result<T> + Send + Sync),
    params: RawPathParams,
    request: Request,
) -> Result<(RequestContext<A>, T)> {
    if let Some(feature) = policy
        .feature
        .filter(|feature| !app.settings().has(*feature))
    {
        let sentence = match feature {
            SettingKey::Mail => Sentence::MailNotSetUp,
            _ => Sentence::NotFound,
        };
        return Err(sentence.into());
    }
    let (parts, body) = request.into_parts();
    let caller = parts
        .extensions
        .get::<Caller>()
        .cloned()
        .ok_or_else(|| Error::internal("no caller in the request"))?;
    let may_be_nobody = A::IS_PUBLIC && app.settings().everyone_reads();
    if A::SIGNED_IN && caller.credential.is_none() && !may_be_nobody {
        return Err(policy.unauthenticated_error.into());
    }
    if policy.needs_token && caller.credential.token().is_none() {
        return Err(policy.unauthenticated_error.into());
    }
    if caller.credential.token().is_some() && policy.scope.is_none() {
        return Err(Sentence::TokenNotAllowed.into());
    }
    let (body, stream) = match body_kind {
        BodyKind::None => (Ok(bytes::Bytes::new()), None),
        BodyKind::Json => (receive_json(&parts, body).await, None),
        BodyKind::Stream => (Ok(bytes::Bytes::new()), Some(body)),
    };
    let audit = A::AUDITED.then(|| {
        let body = body.as_deref().unwrap_or_default();
        Arc::new(AuditRecord::new(&params, body, caller.address))
    });
    let body_bytes = body.as_ref().map_or(0, bytes::Bytes::len);
    let (input, claims) = match body {
        Ok(body) => collect_claims(|| {
            parse(&RawInput {
                params: &params,
                uri: &parts.uri,
                headers: &parts.headers,
                body: &body,
                stream: stream.into(),
            })
        }),
        Err(error) => (Err(error), Vec::new()),
    };
    let guard = RequestGuard {
        app: app.clone(),
        caller: caller.clone(),
        policy,
        claims,
        is_counted: AtomicBool::new(false),
        body_bytes,
        uncounted_bytes: AtomicUsize::new(body_bytes),
        audit,
        span: Span::current(),
    };
    let context = RequestContext {
        app: app.clone(),
        caller,
        uri: parts.uri,
        guard: Arc::new(guard),
        actor: PhantomData,
    };
    match input {
        Ok(input) => Ok((context, input)),
        Err(error) => {
            // The cookie may name a session that has ended: its 401 precedes the error of the
            // input.
            context.read(|_, _| Ok(())).await?;
            Err(error)
        }
    }
}

/// Reads the body. Fails with 415, 408, 413 or 400.
async fn receive_json(parts: &Parts, body: HttpBody) -> Result<bytes::Bytes> {
    // An absent body stands for an empty object.
    if body.is_end_stream() && !parts.headers.contains_key(header::CONTENT_TYPE) {
        return Ok(bytes::Bytes::from_static(b"{}"));
    }
    if !is_json(&parts.headers) {
        return Err(Sentence::JsonOnly.into());
    }
    match Limited::new(body, BODY_LIMIT).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Sentence::BodyTooLarge.into()),
        Err(error) => Err(body_error(&*error)),
    }
}

/// Returns the error of a body that did not arrive: 408, 503 if there is no room for it, or 400.
pub(super) fn body_error(error: &(dyn std::error::Error + 'static)) -> Error {
    if is_body_timeout(error) {
        Sentence::BodyTimeout.into()
    } else if has_io_error(error, io::ErrorKind::QuotaExceeded) {
        Sentence::Busy.into()
    } else {
        Error::with(Sentence::Malformed, error)
    }
}

/// Returns whether a body could not be read because the server's deadline for it has passed.
pub(crate) fn is_body_timeout(error: &(dyn std::error::Error + 'static)) -> bool {
    has_io_error(error, io::ErrorKind::TimedOut)
}

fn has_io_error(error: &(dyn std::error::Error + 'static), kind: io::ErrorKind) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == kind)
    })
}

/// Returns whether the body is uncompressed JSON, according to the headers.
fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let is_uncompressed = headers
        .get(header::CONTENT_ENCODING)
        .is_none_or(|encoding| encoding == "identity");
    is_uncompressed
        && content_type
            .split(';')
            .next()
            .is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}
