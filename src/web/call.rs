//! A request on its way to its handler.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body as HttpBody, HttpBody as _};
use axum::extract::{RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::input;
use super::{Actor, App, Caller, Input, Limit};
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};

/// Largest request body, in bytes.
const BODY_LIMIT: usize = 256 * 1024;

/// One request by an actor who has yet to prove who he is: each [`Call::read`] and [`Call::write`] authenticates
/// in its own snapshot or transaction, so a session that has ended does nothing more.
pub struct Call<A> {
    pub app: Arc<App>,
    pub caller: Caller,
    pub(super) uri: Uri,
    gate: Arc<Gate>,
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
        if self.gate.terms.even_when_full { self.app.db.write_even_when_full(work).await } else { self.app.db.write(work).await }
    }
}

/// On which terms a call may be made.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub limit: Limit,
    pub even_when_full: bool,
    /// What somebody without a session is told.
    pub refusal: Sentence,
}

impl Default for Terms {
    fn default() -> Self {
        Self { limit: Limit::Any, even_when_full: false, refusal: Sentence::NotSignedIn }
    }
}

impl Terms {
    fn refusing(&self, error: Error) -> Error {
        if error.sentence() == Sentence::NotSignedIn { self.refusal.into() } else { error }
    }
}

/// What an actor passes before anything is done in his name.
struct Gate {
    app: Arc<App>,
    caller: Caller,
    terms: Terms,
    claims: Vec<String>,
    /// Whether this request has been counted against the limit.
    counted: AtomicBool,
}

impl Gate {
    fn open<A: Actor>(&self, read: &Read<'_>) -> Result<A> {
        let actor = A::authenticate(read, self.caller.token.as_ref()).map_err(|error| self.terms.refusing(error));
        // Before anything is refused: refusals cost us work too.
        if !self.counted.swap(true, Ordering::Relaxed) {
            let counted = self.app.limiter.check(self.terms.limit, actor.as_ref().ok().and_then(A::user), self.caller.address);
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
pub(super) async fn receive<A: Actor, I: Input>(
    app: Arc<App>,
    terms: Terms,
    params: RawPathParams,
    request: Request,
) -> Result<(Call<A>, I)> {
    let (parts, body) = request.into_parts();
    let caller = parts.extensions.get::<Caller>().cloned().ok_or_else(|| Error::internal("no caller in the request"))?;
    if A::SIGNED_IN && caller.token.is_none() {
        return Err(terms.refusal.into());
    }
    let parsed = match receive_body::<I>(&parts, body).await {
        Ok(body) => input::collect_claims(|| I::parse(&input::Incoming { params: &params, uri: &parts.uri, body: &body })),
        Err(error) => (Err(error), Vec::new()),
    };
    let (input, claims) = parsed;
    let gate = Gate { app: app.clone(), caller: caller.clone(), terms, claims, counted: AtomicBool::new(false) };
    let call = Call { app, caller, uri: parts.uri, gate: Arc::new(gate), actor: PhantomData };
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
    // Who has nothing to say sends nothing, or an empty object.
    if body.is_end_stream() && !parts.headers.contains_key(header::CONTENT_TYPE) {
        return Ok(bytes::Bytes::from_static(b"{}"));
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
