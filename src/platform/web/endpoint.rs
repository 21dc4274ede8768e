//! A registered route. Its handler is boxed, so that what surrounds it exists once for each kind of actor and
//! not once for each handler.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawPathParams, Request};
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use tokio::time::{Instant, sleep_until};

use super::actor::Actor;
use super::app::App;
use super::extract::{Input, RawInput};
use super::password_check::{PasswordCheck, WithPassword};
use super::policy::RoutePolicy;
use super::request_context::{BodyKind, RequestContext, receive};
use super::response::Reply;
use crate::core::error::{Error, Result, Sentence};

/// How long a refused proof takes at least: longer than any check of it.
pub(crate) const EVEN_REFUSAL: Duration = Duration::from_millis(20);

/// Extension of a response: the path of the route that created it, as in the route table.
#[derive(Clone, Copy)]
pub struct MatchedRoute(pub &'static str);

/// Creates the response of a reply for the address of the request.
pub(super) type Render = Box<dyn FnOnce(&Uri) -> Response + Send>;

/// Returns a reply that can be rendered without its type.
pub(super) fn render(reply: impl Reply) -> Render {
    Box::new(move |uri| reply.into_response(uri))
}

type Answer = Pin<Box<dyn Future<Output = Result<Response>> + Send>>;

/// A handler with its parsed input.
struct Call<A> {
    run: Box<dyn FnOnce(RequestContext<A>) -> Answer + Send>,
    /// The password in the request, if its actor must give it.
    password: Option<String>,
}

type Parse<A> = dyn Fn(&RawInput<'_>) -> Result<Call<A>> + Send + Sync;

/// A handler that parses its own input.
pub(super) struct Handler<A> {
    parse: Arc<Parse<A>>,
    body: BodyKind,
}

impl<A> Clone for Handler<A> {
    fn clone(&self) -> Self {
        Self {
            parse: self.parse.clone(),
            body: self.body,
        }
    }
}

impl<A: Actor> Handler<A> {
    /// Returns a handler whose input has the password, if the actor must give it.
    pub fn new<I, O, F>(
        handler: impl Fn(RequestContext<A>, I) -> F + Clone + Send + Sync + 'static,
    ) -> Self
    where
        I: Input,
        O: Reply,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        let call = move |input: I, password: Option<String>| {
            let handler = handler.clone();
            let run = move |context: RequestContext<A>| -> Answer {
                let uri = context.uri().clone();
                let reply = handler(context, input);
                Box::pin(async move { reply.await.map(|reply| reply.into_response(&uri)) })
            };
            Call {
                run: Box::new(run),
                password,
            }
        };
        if A::CONFIRMED {
            Self {
                body: BodyKind::of::<WithPassword<I>>(),
                parse: Arc::new(move |raw| {
                    let WithPassword { input, password } = WithPassword::parse(raw)?;
                    Ok(call(input, password))
                }),
            }
        } else {
            Self {
                body: BodyKind::of::<I>(),
                parse: Arc::new(move |raw| Ok(call(I::parse(raw)?, None))),
            }
        }
    }
}

/// A route under one of its paths.
pub(super) struct Endpoint<A> {
    pub app: Arc<App>,
    pub method: Method,
    pub path: &'static str,
    pub policy: RoutePolicy,
    pub check: Option<PasswordCheck<A>>,
    pub handler: Handler<A>,
}

impl<A: Actor> Endpoint<A> {
    /// Returns the route for axum.
    pub fn into_route(self) -> MethodRouter {
        let filter = MethodFilter::try_from(self.method.clone());
        let is_protocol = self.policy.needs_token;
        let endpoint = Arc::new(self);
        let route = on(
            filter.expect("a method that axum can filter"),
            move |params: RawPathParams, request: Request| endpoint.clone().answer(params, request),
        );
        if !is_protocol {
            return route;
        }
        // Programs ask with GET whether the protocol has a stream. There is no page and no file here.
        route.fallback(|| async { Error::from(Sentence::MethodNotAllowed).into_response() })
    }

    async fn answer(self: Arc<Self>, params: RawPathParams, request: Request) -> Response {
        let reply = self.reply(params, request).await;
        let mut response = reply.unwrap_or_else(IntoResponse::into_response);
        response.extensions_mut().insert(MatchedRoute(self.path));
        response
    }

    async fn reply(&self, params: RawPathParams, request: Request) -> Result<Response> {
        let Handler { parse, body } = &self.handler;
        let (context, call) =
            receive(&self.app, self.policy, *body, &**parse, params, request).await?;
        if let (Some(check), Some(password)) = (&self.check, call.password) {
            check(&context, password).await?;
        }
        let audit = context.audit().filter(|_| self.method != Method::GET);
        let began = Instant::now();
        let answer = (call.run)(context).await;
        if let Err(error) = &answer
            && error.sentence().hides_its_cause()
        {
            sleep_until(began + EVEN_REFUSAL).await;
        }
        let response = answer?;
        if let Some(record) = audit {
            record.log(&self.method, self.path);
        }
        Ok(response)
    }
}
