//! The way in: routes that must say who may call them, and what a call is given and answers.
//!
//! A call is a plain function of a snapshot or a transaction, the actor and the input. The builder around it
//! authenticates *inside* that same snapshot or transaction, compares every name in the input with the actor,
//! applies the rate limit, runs the function and turns what it returns into a response. A handler that wants
//! more (to wait for a password's hash, say) is a [`Group::call`].

pub(crate) mod call;
mod input;
mod limits;
mod openapi;
mod reply;
pub mod schemas;

use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{RawPathParams, Request};
use axum::http::Method;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, on};

pub use call::Call;
use call::{Terms, receive};
pub use input::{Body, Claim, Input, Paging, Path, Query, Text};
pub use limits::{Limit, Limiter, network};
pub use openapi::document;
use reply::Written;
pub use reply::{Either, Headers, Json, JsonText, Page, Reply, WithCookies, WithHeaders, WithPart, percent_encoded};

use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::{Hub, TokenHash, Visitor};
use crate::metrics::Metrics;

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
        Group { routes: self, terms: Terms::default(), actor: PhantomData }
    }

    /// Calls that need a session.
    pub fn signed_in<A: Actor>(&mut self) -> Group<'_, A> {
        const { assert!(A::SIGNED_IN) };
        Group { routes: self, terms: Terms::default(), actor: PhantomData }
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
    terms: Terms,
    actor: PhantomData<A>,
}

impl<A: Actor> Group<'_, A> {
    /// How often one user (or address) may make the calls that follow.
    pub fn limit(mut self, limit: Limit) -> Self {
        self.terms.limit = limit;
        self
    }

    /// What somebody without a session is told who makes one of the calls that follow.
    pub fn refuse_strangers(mut self, sentence: Sentence) -> Self {
        self.terms.refusal = sentence;
        self
    }

    /// The calls that follow go on when the disk is full: they end something. Those that take something away do so anyway.
    pub fn even_when_full(mut self) -> Self {
        self.terms.even_when_full = true;
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
        let terms = Terms { even_when_full: self.terms.even_when_full || method == Method::DELETE, ..self.terms };
        for path in paths.iter().copied() {
            let (app, handler) = (self.routes.app.clone(), handler.clone());
            let route = on(filter, move |params: RawPathParams, request: Request| async move {
                let uri = request.uri().clone();
                let mut response = match receive::<A, I>(app, terms, params, request).await {
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
