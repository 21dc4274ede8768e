//! The route table. A route is registered through a builder that states who may call it, with a statement
//! of its own of everything else.

use std::sync::Arc;

use axum::http::Method;

use super::actor::{Actor, Anyone};
use super::app::App;
use super::description::Description;
use super::endpoint::{Endpoint, Handler, Render, render};
use super::extract::Input;
use super::limits::Limit;
use super::password_check::{PasswordCheck, WithPassword};
use super::policy::{RoutePolicy, WritePolicy};
use super::read_queue::Pace;
use super::request_context::{RequestContext, WriteFn};
use super::response::{Prerendered, Reply};
use super::scope::{Scope, TokenAccess};
use crate::core::error::Result;
use crate::platform::db::{Read, Write};
use crate::platform::settings::SettingKey;

/// One line of the route table.
pub struct Route {
    pub method: Method,
    /// All paths under which the route answers.
    pub paths: Vec<&'static str>,
    /// The summary in the OpenAPI document: an imperative half sentence.
    pub about: &'static str,
    /// Whether the route needs a session.
    pub signed_in: bool,
    /// Whether the route answers also without a session while everyone may read.
    pub is_public: bool,
    /// Whether the route asks for the password unless it was given recently.
    pub asks_for_password: bool,
    /// Whether only moderators of the site or administrators may call the route.
    pub for_staff: bool,
    pub policy: RoutePolicy,
    /// Whether some inputs of the route are slow reads or searches.
    pub is_paced: bool,
    /// Whether the route is in the OpenAPI document, which describes no other protocols.
    pub is_described: bool,
    pub(super) describe: fn(&mut Description),
}

/// All routes of the site. A route is added by stating who may call it: [`Routes::anyone`],
/// [`Routes::public`], [`Routes::signed_in`] or [`Routes::confirmed`].
pub struct Routes {
    pub app: Arc<App>,
    router: axum::Router,
    table: Vec<Route>,
    /// The feature of the routes that are added.
    feature: Option<SettingKey>,
}

impl Routes {
    /// Creates an empty table.
    pub fn new(app: Arc<App>) -> Self {
        Self {
            app,
            router: axum::Router::new(),
            table: Vec::new(),
            feature: None,
        }
    }

    /// Adds the routes of a feature that a setting turns on and off. While it is off they answer like
    /// absent ones; if the configuration has turned it off, there are none. Those of a site without mail say
    /// that mail is not set up.
    pub fn of_feature(&mut self, feature: SettingKey, add: impl FnOnce(&mut Self)) {
        if feature == SettingKey::Mail || self.app.can_have(feature) {
            self.feature = Some(feature);
            add(self);
            self.feature = None;
        }
    }

    /// Begins a group of routes that need no session.
    pub fn anyone(&mut self) -> RouteGroup<'_, Anyone> {
        self.group()
    }

    /// Begins a group of routes that return what every member may read. While everyone may read, they answer
    /// also without a session. Routes that write do not compile in it.
    pub fn public<A: Actor>(&mut self) -> RouteGroup<'_, A> {
        const { assert!(A::SIGNED_IN && A::IS_PUBLIC) };
        self.group()
    }

    /// Begins a group of routes that only the actor `A` may call. `A` must need a session and no
    /// recent password, which is checked at compile time.
    pub fn signed_in<A: Actor>(&mut self) -> RouteGroup<'_, A> {
        const { assert!(A::SIGNED_IN && !A::CONFIRMED && !A::IS_PUBLIC) };
        self.group()
    }

    /// Begins a group of routes that only the actor `A` may call, who must have given the password
    /// recently, which is checked at compile time. `check` accepts a password in a request of `B`, which is `A`
    /// without this condition.
    pub fn confirmed<A: Actor, B: Actor, F>(
        &mut self,
        check: impl Fn(RequestContext<B>, String) -> F + Send + Sync + 'static,
    ) -> RouteGroup<'_, A>
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        const { assert!(A::SIGNED_IN && A::CONFIRMED) };
        RouteGroup {
            check: Some(Arc::new(move |context: &RequestContext<A>, password| {
                Box::pin(check(context.for_actor(), password))
            })),
            ..self.group()
        }
    }

    fn group<A: Actor>(&mut self) -> RouteGroup<'_, A> {
        RouteGroup {
            routes: self,
            check: None,
            tokens: A::TOKENS,
        }
    }

    /// Returns the table, and the router that serves it.
    pub fn finish(self) -> (Vec<Route>, axum::Router) {
        (self.table, self.router)
    }
}

/// The paths under which one route answers.
pub trait PathAliases {
    /// Returns the paths in axum's syntax, each with at most one parameter.
    fn paths(self) -> Vec<&'static str>;
}

impl PathAliases for &'static str {
    fn paths(self) -> Vec<&'static str> {
        vec![self]
    }
}

impl<const N: usize> PathAliases for [&'static str; N] {
    fn paths(self) -> Vec<&'static str> {
        self.to_vec()
    }
}

/// Registers routes in a group of [`Routes`], a line each: a call of a method of [`RouteGroup`]. The doc
/// comment above it is its first argument, the summary in the OpenAPI document.
macro_rules! register {
    ($group:expr; $($(#[doc = $about:literal])+ $method:ident($($argument:expr),+ $(,)?);)+) => {
        $group$(.$method(concat!($($about),+).trim_ascii_start(), $($argument),+))+;
    };
}
pub(crate) use register;

/// Registers routes that share an actor, with [`register`].
pub struct RouteGroup<'r, A> {
    routes: &'r mut Routes,
    check: Option<PasswordCheck<A>>,
    tokens: TokenAccess,
}

impl<A: Actor> RouteGroup<'_, A> {
    /// Refuses API tokens: only a session may call the routes of this group, which concern the account itself.
    pub fn sessions_only(self) -> Self {
        Self {
            tokens: TokenAccess::Never,
            ..self
        }
    }

    /// Lets only API tokens with [`Scope::Moderate`] call the routes of this group, also those that read.
    pub fn for_moderation(self) -> Self {
        Self {
            tokens: TokenAccess::Needs(Scope::Moderate),
            ..self
        }
    }

    /// Lets only API tokens with [`Scope::Admin`] call the routes of this group.
    pub fn for_administration(self) -> Self {
        Self {
            tokens: TokenAccess::Needs(Scope::Admin),
            ..self
        }
    }

    /// Registers a GET route whose handler reads one snapshot in a short time.
    pub fn get<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        handler: impl Fn(&Read<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.get_limited(about, paths, Limit::Request, handler)
    }

    /// Does the same for a route with a limit of its own.
    pub fn get_limited<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        limit: Limit,
        handler: impl Fn(&Read<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.snapshot(Method::GET, about, paths, limit, |_| Pace::Short, handler)
    }

    /// Registers a GET route whose handler reads one snapshot. `pace` says for the input how long it
    /// may take.
    pub fn get_paced<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        pace: impl Fn(&I) -> Pace + Clone + Send + Sync + 'static,
        handler: impl Fn(&Read<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.snapshot(Method::GET, about, paths, Limit::Request, pace, handler)
            .marked_as_paced()
    }

    /// Registers a GET route whose handler finds out in the snapshot whether it takes long. It may then
    /// return `None` for [`Pace::Short`], and is called again for [`Pace::Slow`].
    pub fn get_measured<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        handler: impl Fn(&Read<'_>, &A, &I, Pace) -> Result<Option<O>> + Clone + Send + Sync + 'static,
    ) -> Self {
        let handler = move |request: RequestContext<A>, input: I| {
            let (handler, uri) = (handler.clone(), request.uri().clone());
            async move {
                request
                    .read_measured(move |read, actor, pace| {
                        let reply = handler(read, actor, &input, pace)?;
                        Ok(reply.map(|reply| reply.into_response(&uri)))
                    })
                    .await
                    .map(Prerendered::<O>::new)
            }
        };
        self.get_async(about, paths, Limit::Request, handler)
            .marked_as_paced()
    }

    /// Registers a GET route with an async handler; see [`RouteGroup::call`].
    pub fn get_async<I, O, F>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        limit: Limit,
        handler: impl Fn(RequestContext<A>, I) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        I: Input,
        O: Reply,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        let policy = RoutePolicy::of_reads(limit);
        self.add(Method::GET, about, paths, policy, handler)
    }

    /// Registers a POST route that only reads, because its input is too long for an address.
    pub fn post_paced<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        pace: impl Fn(&I) -> Pace + Clone + Send + Sync + 'static,
        handler: impl Fn(&Read<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.snapshot(Method::POST, about, paths, Limit::Request, pace, handler)
            .marked_as_paced()
    }

    /// Marks the last route as one whose reads may be slow, for the OpenAPI document.
    fn marked_as_paced(self) -> Self {
        if let Some(route) = self.routes.table.last_mut() {
            route.is_paced = true;
        }
        self
    }

    fn snapshot<I: Input, O: Reply>(
        self,
        method: Method,
        about: &'static str,
        paths: impl PathAliases,
        limit: Limit,
        pace: impl Fn(&I) -> Pace + Clone + Send + Sync + 'static,
        handler: impl Fn(&Read<'_>, &A, I) -> Result<O> + Clone + Send + Sync + 'static,
    ) -> Self {
        let handler = move |request: RequestContext<A>, input: I| {
            let (handler, uri) = (handler.clone(), request.uri().clone());
            let pace = pace(&input);
            // Serialized on the reader's thread, so that memory is freed where it was
            // allocated.
            async move {
                request
                    .read_paced(pace, move |read, actor| {
                        Ok(handler(read, actor, input)?.into_response(&uri))
                    })
                    .await
                    .map(Prerendered::<O>::new)
            }
        };
        let policy = RoutePolicy::of_reads(limit);
        self.add(method, about, paths, policy, handler)
    }

    /// Registers a POST route whose handler runs in one transaction.
    pub fn post<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        policy: impl WritePolicy<A>,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<A::Change<O>> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.transaction(Method::POST, about, paths, policy, handler)
    }

    /// Registers a PATCH route whose handler runs in one transaction.
    pub fn patch<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        policy: impl WritePolicy<A>,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<A::Change<O>> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.transaction(Method::PATCH, about, paths, policy, handler)
    }

    /// Registers a DELETE route whose handler runs in one transaction.
    pub fn delete<I: Input, O: Reply>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        policy: impl WritePolicy<A>,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<A::Change<O>> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.transaction(Method::DELETE, about, paths, policy, handler)
    }

    fn transaction<I: Input, O: Reply>(
        self,
        method: Method,
        about: &'static str,
        paths: impl PathAliases,
        policy: impl WritePolicy<A>,
        handler: impl Fn(&mut Write<'_>, &A, I) -> Result<A::Change<O>> + Clone + Send + Sync + 'static,
    ) -> Self {
        let handler = move |request: RequestContext<A>, input: I| {
            let (handler, uri) = (handler.clone(), request.uri().clone());
            let write: WriteFn<A, Render> = Box::new(move |tx, actor| {
                handler(tx, actor, input).map(|change| render(A::value(change)))
            });
            async move {
                let render = request.write_boxed(write).await?;
                Ok(Prerendered::<O>::new(render(&uri)))
            }
        };
        self.call(about, method, paths, policy, handler)
    }

    /// Registers a route that writes with an async handler, which may read and write several times.
    ///
    /// The actor of a [`RequestContext`] is authenticated at each read and write. A handler that
    /// does neither is not authenticated.
    pub fn call<I, O, F>(
        self,
        about: &'static str,
        method: Method,
        paths: impl PathAliases,
        policy: impl WritePolicy<A>,
        handler: impl Fn(RequestContext<A>, I) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        I: Input,
        O: Reply,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        const { assert!(!A::IS_PUBLIC, "a public route only reads") };
        self.add(method, about, paths, policy.policy(), handler)
    }

    /// Registers a POST route that speaks a protocol of its own, only reads, and is only for API tokens.
    pub fn protocol<I, O, F>(
        self,
        about: &'static str,
        paths: impl PathAliases,
        handler: impl Fn(RequestContext<A>, I) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        I: Input,
        O: Reply,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        let policy = RoutePolicy::of_reads_by_token();
        let group = self.add(Method::POST, about, paths, policy, handler);
        if let Some(route) = group.routes.table.last_mut() {
            route.is_described = false;
        }
        group
    }

    fn add<I, O, F>(
        self,
        method: Method,
        about: &'static str,
        paths: impl PathAliases,
        policy: RoutePolicy,
        handler: impl Fn(RequestContext<A>, I) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        I: Input,
        O: Reply,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        let paths = paths.paths();
        let policy = RoutePolicy {
            is_critical: policy.is_critical || method == Method::DELETE,
            feature: self.routes.feature,
            scope: match self.tokens {
                // Everybody may read it anyway.
                TokenAccess::Never if !A::SIGNED_IN && method == Method::GET => policy.scope,
                TokenAccess::Never => None,
                TokenAccess::ByMethod => policy.scope,
                TokenAccess::Needs(scope) => Some(scope),
            },
            ..policy
        };
        let handler = Handler::new(handler);
        for path in paths.iter().copied() {
            let endpoint = Endpoint {
                app: self.routes.app.clone(),
                method: method.clone(),
                path,
                policy,
                check: self.check.clone(),
                handler: handler.clone(),
            };
            let router = std::mem::take(&mut self.routes.router);
            self.routes.router = router.route(path, endpoint.into_route());
        }
        let describe = |description: &mut Description| {
            if A::CONFIRMED {
                WithPassword::<I>::describe(description);
            } else {
                I::describe(description);
            }
            O::describe(description);
        };
        self.routes.table.push(Route {
            method,
            paths,
            about,
            signed_in: A::SIGNED_IN,
            is_public: A::IS_PUBLIC,
            asks_for_password: A::CONFIRMED,
            for_staff: A::AUDITED,
            policy,
            is_paced: false,
            is_described: true,
            describe,
        });
        self
    }
}
