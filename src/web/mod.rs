//! The way in: routes that must say who may call them, and what a call is given and answers.
//!
//! A call is a plain function of a snapshot or a transaction, the actor and the input. The builder around it
//! authenticates *inside* that same snapshot or transaction, compares every name in the input with the actor,
//! applies the rate limit, runs the function and turns what it returns into a response. A handler that wants
//! more (to wait for a password's hash, say) is a [`Group::call`].

mod input;
mod limits;
mod openapi;
mod reply;
pub mod schemas;

use std::io;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body as HttpBody;
use axum::extract::{RawPathParams, Request};
use axum::http::{HeaderMap, Method, Uri, header, request::Parts};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use http_body_util::{BodyExt, LengthLimitError, Limited};

pub use input::{Body, Claim, Input, Paging, Path, Query, Text};
pub use limits::{Limit, Limiter, network};
pub use openapi::document;
use reply::Written;
pub use reply::{Either, Headers, Json, JsonText, Page, Reply, WithCookies, WithHeaders, WithPart, percent_encoded};

use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::live::{Hub, TokenHash, Visitor};
use crate::metrics::Metrics;

/// Largest request body, in bytes.
const BODY_LIMIT: usize = 256 * 1024;

/// What every call may use.
pub struct App {
    pub config: Config,
    pub clock: Clock,
    pub hub: Hub,
    pub db: Db,
    pub limiter: Limiter,
    pub metrics: Metrics,
}

/// Who calls. Only authentication makes one.
pub trait Actor: Sized + Send + Sync + 'static {
    /// Whether a call by this kind of actor needs a session.
    const SIGNED_IN: bool;

    /// Finds out who holds the token; [`Sentence::NotSignedIn`] when nobody does.
    fn authenticate(read: &Read<'_>, token: Option<&TokenHash>) -> Result<Self>;

    /// Whether `name` (a username or an id) names this actor.
    fn is(&self, name: &str) -> bool;

    /// Whom rate limits count; none: the address.
    fn user(&self) -> Option<Id>;

    /// Whether it is time to note that the session is in use.
    fn is_due(&self) -> bool {
        false
    }

    /// Notes that the session is in use.
    fn note_use(&self, _tx: &mut Write<'_>) -> Result<()> {
        Ok(())
    }
}

/// The actor of calls that need no session.
pub struct Anyone;

impl Actor for Anyone {
    const SIGNED_IN: bool = false;

    fn authenticate(_: &Read<'_>, _: Option<&TokenHash>) -> Result<Self> {
        Ok(Self)
    }

    /// Without a session a name in the input is a parameter (who wants to log in), not a claim.
    fn is(&self, _: &str) -> bool {
        true
    }

    fn user(&self) -> Option<Id> {
        None
    }
}

/// What the request says about itself. The server puts it into the request's extensions.
#[derive(Clone, Debug)]
pub struct Caller {
    pub address: IpAddr,
    /// Of the session cookie, whether or not such a session exists.
    pub token: Option<TokenHash>,
    pub visitor: Option<Visitor>,
    pub user_agent: String,
}

/// With a response: the path of the call that answered, in the route table's form.
#[derive(Clone, Copy)]
pub struct Pattern(pub &'static str);

/// With a response that says only that something went wrong: what it was, for the log.
#[derive(Clone)]
pub struct InternalDetail(pub String);

/// One line of the route table.
pub struct Route {
    pub method: Method,
    /// The same call under each of its spellings.
    pub paths: Vec<&'static str>,
    /// What it does, in half a sentence.
    pub about: &'static str,
    pub signed_in: bool,
    describe: fn(&mut openapi::Description),
}

/// All calls of the site. Handlers are added by saying who may call: [`Routes::anyone`] or [`Routes::signed_in`].
pub struct Routes {
    pub app: Arc<App>,
    router: axum::Router,
    table: Vec<Route>,
}

impl Routes {
    /// An empty table.
    pub fn new(app: Arc<App>) -> Self {
        Self { app, router: axum::Router::new(), table: Vec::new() }
    }

    /// Calls that need no session.
    pub fn anyone(&mut self) -> Group<'_, Anyone> {
        Group { routes: self, limit: Limit::Any, even_when_full: false, actor: PhantomData }
    }

    /// Calls that need a session.
    pub fn signed_in<A: Actor>(&mut self) -> Group<'_, A> {
        const { assert!(A::SIGNED_IN) };
        Group { routes: self, limit: Limit::Any, even_when_full: false, actor: PhantomData }
    }

    /// The table of the calls and the router that answers them.
    pub fn finish(self) -> (Vec<Route>, axum::Router) {
        (self.table, self.router)
    }
}

/// The spellings of a call's path.
pub trait Spellings {
    /// In axum's form, each with at most one parameter.
    fn paths(self) -> Vec<&'static str>;
}

impl Spellings for &'static str {
    fn paths(self) -> Vec<&'static str> {
        vec![self]
    }
}

impl<const N: usize> Spellings for [&'static str; N] {
    fn paths(self) -> Vec<&'static str> {
        self.to_vec()
    }
}

/// Calls that the same people may make, as often as the limit allows.
pub struct Group<'r, A> {
    routes: &'r mut Routes,
    limit: Limit,
    even_when_full: bool,
    actor: PhantomData<A>,
}

impl<A: Actor> Group<'_, A> {
    /// How often one user (or address) may make the calls that follow.
    pub fn limit(mut self, limit: Limit) -> Self {
        self.limit = limit;
        self
    }

    /// The calls that follow go on when the disk is full: they end something. Those that take something away do so anyway.
    pub fn even_when_full(mut self) -> Self {
        self.even_when_full = true;
        self
    }

    /// A call that reads.
    pub fn get<I: Input, O: Reply>(
        self,
        paths: impl Spellings,
        about: &'static str,
        handler: impl Fn(&Read<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.call(Method::GET, paths, about, move |call: Call<A>, input: I| {
            let (handler, uri) = (handler.clone(), call.uri.clone());
            // Written on the reader's thread: what a reply is made of is freed where it was allocated.
            async move { call.read(move |read, actor| Ok(Written::new(handler(read, actor, input)?, &uri))).await }
        })
    }

    /// A call that changes something.
    pub fn post<I: Input, O: Reply>(
        self,
        paths: impl Spellings,
        about: &'static str,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.writing(Method::POST, paths, about, handler)
    }

    /// A call that changes what is there.
    pub fn patch<I: Input, O: Reply>(
        self,
        paths: impl Spellings,
        about: &'static str,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.writing(Method::PATCH, paths, about, handler)
    }

    /// A call that takes something away.
    pub fn delete<I: Input, O: Reply>(
        self,
        paths: impl Spellings,
        about: &'static str,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.writing(Method::DELETE, paths, about, handler)
    }

    fn writing<I: Input, O: Reply>(
        self,
        method: Method,
        paths: impl Spellings,
        about: &'static str,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.call(method, paths, about, move |call: Call<A>, input: I| {
            let handler = handler.clone();
            async move { call.write(move |tx, actor| handler(tx, actor, input)).await }
        })
    }

    /// A call that does more than one read or one write: it gets a [`Call`] and is async.
    pub fn call<I, O, F>(
        self,
        method: Method,
        paths: impl Spellings,
        about: &'static str,
        handler: impl Fn(Call<A>, I) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        I: Input,
        O: Reply,
        F: Future<Output = Result<O>> + Send,
    {
        let paths = paths.paths();
        let filter = MethodFilter::try_from(method.clone()).expect("an ordinary method");
        let even_when_full = self.even_when_full || method == Method::DELETE;
        for path in paths.iter().copied() {
            let (app, handler, limit) = (self.routes.app.clone(), handler.clone(), self.limit);
            let route = on(filter, move |params: RawPathParams, request: Request| async move {
                let uri = request.uri().clone();
                let mut response = match receive::<A, I>(app, limit, even_when_full, params, request).await {
                    Err(error) => error.into_response(),
                    Ok((call, input)) => match handler(call, input).await {
                        Ok(reply) => reply.into_response(&uri),
                        Err(error) => error.into_response(),
                    },
                };
                response.extensions_mut().insert(Pattern(path));
                response
            });
            let router = std::mem::take(&mut self.routes.router);
            self.routes.router = router.route(path, route);
        }
        let describe = |description: &mut openapi::Description| {
            I::describe(description);
            O::describe(description);
        };
        self.routes.table.push(Route { method, paths, about, signed_in: A::SIGNED_IN, describe });
        self
    }
}

/// One request by an actor who has yet to prove who he is: each [`Call::read`] and [`Call::write`] authenticates
/// in its own snapshot or transaction, so a session that has ended does nothing more.
pub struct Call<A> {
    pub app: Arc<App>,
    pub caller: Caller,
    uri: Uri,
    gate: Arc<Gate>,
    even_when_full: bool,
    actor: PhantomData<A>,
}

impl<A: Actor> Call<A> {
    /// Reads as the actor.
    pub async fn read<T: Send + 'static>(&self, f: impl FnOnce(&Read<'_>, &A) -> Result<T> + Send + 'static) -> Result<T> {
        let gate = self.gate.clone();
        let (done, due) = self
            .app
            .db
            .read(move |read| {
                let actor: A = gate.open(read)?;
                let done = f(read, &actor)?;
                Ok((done, actor.is_due().then_some(actor)))
            })
            .await?;
        if let Some(actor) = due {
            self.app.db.write_later(move |tx| actor.note_use(tx));
        }
        Ok(done)
    }

    /// Writes as the actor.
    pub async fn write<T: Send + 'static>(&self, f: impl FnOnce(&mut Write<'_>, &A) -> Result<T> + Send + 'static) -> Result<T> {
        let gate = self.gate.clone();
        let work = move |tx: &mut Write<'_>| {
            let actor: A = gate.open(tx)?;
            if actor.is_due() {
                actor.note_use(tx)?;
            }
            f(tx, &actor)
        };
        if self.even_when_full { self.app.db.write_even_when_full(work).await } else { self.app.db.write(work).await }
    }
}

/// What an actor passes before anything is done in his name.
struct Gate {
    app: Arc<App>,
    caller: Caller,
    limit: Limit,
    claims: Vec<String>,
    /// Whether this request has been counted against the limit.
    counted: AtomicBool,
}

impl Gate {
    fn open<A: Actor>(&self, read: &Read<'_>) -> Result<A> {
        let actor = A::authenticate(read, self.caller.token.as_ref());
        // Before anything is refused: refusals cost us work too.
        if !self.counted.swap(true, Ordering::Relaxed) {
            let counted = self.app.limiter.check(self.limit, actor.as_ref().ok().and_then(A::user), self.caller.address);
            counted.inspect_err(|_| self.app.metrics.count("stoa_rate_limited_total", &[]))?;
        }
        let actor = actor?;
        if !self.claims.iter().all(|name| actor.is(name)) {
            return Err(Sentence::NotYou.into());
        }
        Ok(actor)
    }
}

/// Receives a request: who calls, then what is asked. A stranger learns nothing about his input.
async fn receive<A: Actor, I: Input>(
    app: Arc<App>,
    limit: Limit,
    even_when_full: bool,
    params: RawPathParams,
    request: Request,
) -> Result<(Call<A>, I)> {
    let (parts, body) = request.into_parts();
    let caller = parts.extensions.get::<Caller>().cloned().ok_or_else(|| Error::internal("no caller in the request"))?;
    if A::SIGNED_IN && caller.token.is_none() {
        return Err(Sentence::NotSignedIn.into());
    }
    let parsed = match receive_body::<I>(&parts, body).await {
        Ok(body) => input::collect_claims(|| I::parse(&input::Incoming { params: &params, uri: &parts.uri, body: &body })),
        Err(error) => (Err(error), Vec::new()),
    };
    let (input, claims) = parsed;
    let gate = Gate { app: app.clone(), caller: caller.clone(), limit, claims, counted: AtomicBool::new(false) };
    let call = Call { app, caller, uri: parts.uri, gate: Arc::new(gate), even_when_full, actor: PhantomData };
    match input {
        Ok(input) => Ok((call, input)),
        Err(error) => {
            // Bad input of someone whose session has ended: that comes first.
            call.read(|_, _| Ok(())).await?;
            Err(error)
        }
    }
}

async fn receive_body<I: Input>(parts: &Parts, body: HttpBody) -> Result<bytes::Bytes> {
    if !I::HAS_BODY {
        return Ok(bytes::Bytes::new());
    }
    if !is_json(&parts.headers) {
        return Err(Sentence::JsonOnly.into());
    }
    match Limited::new(body, BODY_LIMIT).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if is_late(&*error) => Err(Sentence::BodyTimeout.into()),
        Err(error) if error.is::<LengthLimitError>() => Err(Sentence::BodyTooLarge.into()),
        Err(error) => Err(Error::with(Sentence::Malformed, error)),
    }
}

/// Whether that is why a body could not be read: the server gives it only so much time.
pub(crate) fn is_late(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::TimedOut))
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let plain = headers.get(header::CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity");
    plain && content_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let sentence = self.sentence();
        let status = axum::http::StatusCode::from_u16(sentence.status()).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], self.text()).into_response();
        let wait = match &self {
            Error::Later(_, wait) => Some(wait.as_secs().max(1)),
            _ if sentence.status() == 503 => Some(1),
            _ => None,
        };
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if let Error::Internal(detail) = self {
            response.extensions_mut().insert(InternalDetail(detail));
        }
        response
    }
}

/// A copy of the address with one query parameter set to another value.
fn with_parameter(uri: &Uri, name: &str, value: &str) -> String {
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).filter(|(key, _)| key != name);
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs).append_pair(name, value);
    format!("{}?{}", uri.path(), query.finish())
}
