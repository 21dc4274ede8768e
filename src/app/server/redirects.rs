//! Redirects from addresses that lead elsewhere, and the status of the page of what is not there.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use tower::ServiceExt;

use super::assets::{accepts_page, is_file};
use super::pages::is_page;
use crate::core::error::Sentence;
use crate::features::addresses::Address;
use crate::platform::web::{App, Caller, percent_encoded};

/// The largest reply of the call, in bytes.
const REPLY_SIZE: usize = 64 * 1024;

/// Asks the call `/address/getTarget` before a page is served.
#[derive(Clone)]
pub struct Addresses {
    app: Arc<App>,
    api: Router,
}

/// What is known of the address of a page.
pub struct Found {
    status: StatusCode,
    no_index: bool,
}

/// The reply of the call.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    target: Option<String>,
    #[serde(default)]
    no_index: bool,
}

impl Addresses {
    /// Returns a client of the calls in `api`.
    pub fn new(app: &Arc<App>, api: &Router) -> Self {
        let (app, api) = (app.clone(), api.clone());
        Self { app, api }
    }

    /// Looks up the address of a page that a client asks for, with the rights of the client. Fails with a redirect if it
    /// leads elsewhere. If the call cannot be answered, the page is served as it is.
    ///
    /// Addresses of this site lead elsewhere only while everyone may read, and those of questions only without a
    /// session.
    pub fn find(
        &self,
        request: &Request<Body>,
    ) -> impl Future<Output = Result<Found, Response<Body>>> + use<> {
        let call = self.call(request);
        let (api, is_stranger) = (self.api.clone(), has_no_session(request));
        async move {
            let mut found = Found {
                status: StatusCode::OK,
                no_index: false,
            };
            let Some((address, call)) = call else {
                return Ok(found);
            };
            // Unless the call says that its owner has allowed it.
            found.no_index = address.as_ref().is_some_and(Address::is_profile);
            let Ok(response) = api.oneshot(call).await;
            let missing = [Sentence::NotFound, Sentence::QuestionGone].map(Sentence::status);
            if missing.contains(&response.status().as_u16()) {
                if is_stranger && address.is_some_and(|address| !address.is_imported()) {
                    found.status = response.status();
                }
                return Ok(found);
            }
            let Some(reply) = reply(response).await else {
                return Ok(found);
            };
            found.no_index = reply.no_index;
            let target = reply.target.map(HeaderValue::try_from);
            let Some(Ok(target)) = target else {
                return Ok(found);
            };
            // A merge can be undone, and who may read depends on the session.
            let headers = [
                (header::LOCATION, target),
                (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            ];
            Err((StatusCode::MOVED_PERMANENTLY, headers).into_response())
        }
    }

    /// Returns the address that a request asks for and the call about it, if it may lead elsewhere or nowhere. `None` as the
    /// address: it has no form that is known.
    fn call(&self, request: &Request<Body>) -> Option<(Option<Address>, Request<Body>)> {
        if !accepts_page(request, || true) {
            return None;
        }
        let path = request.uri().path_and_query()?.as_str();
        let address = Address::parse(path);
        let is_needed = match &address {
            Some(address) => {
                address.is_imported()
                    || self.app.settings().everyone_reads()
                        && (has_no_session(request) || !address.is_question())
            }
            None => path != "/" && !is_page(request.uri().path()) && !is_file(request.uri().path()),
        };
        if !is_needed {
            return None;
        }
        let call = Request::get(format!("/address/getTarget?of={}", percent_encoded(path)))
            .extension(request.extensions().get::<Caller>()?.clone())
            .body(Body::empty());
        Some((address, call.ok()?))
    }
}

/// Returns whether a request has no token of a session.
fn has_no_session(request: &Request<Body>) -> bool {
    let caller = request.extensions().get::<Caller>();
    caller.is_none_or(|caller| caller.credential.is_none())
}

/// Reads the reply of the call. `None`: an error.
async fn reply(response: Response<Body>) -> Option<Reply> {
    let body = to_bytes(response.into_body(), REPLY_SIZE).await.ok()?;
    serde_json::from_slice(&body).ok()
}

impl Found {
    /// Sets the status of the page, and asks search engines to leave it out if they may not list it.
    pub fn mark(self, mut page: Response<Body>) -> Response<Body> {
        let is_missing = page.status() == Sentence::NotFound.status();
        if page.status() == StatusCode::OK || is_missing && self.status != StatusCode::OK {
            *page.status_mut() = self.status;
        }
        if self.no_index {
            let robots = HeaderName::from_static("x-robots-tag");
            let no_index = HeaderValue::from_static("noindex");
            page.headers_mut().insert(robots, no_index);
        }
        page
    }
}
