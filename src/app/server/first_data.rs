//! The data of a question's page, inside the page: the browser shows the question without another
//! request.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Method, Request, StatusCode};
use tower::ServiceExt;

use crate::core::id::Id;
use crate::features::questions::FIRST_DATA_SIZE;
use crate::platform::web::Caller;

/// Returns the JSON of `/question/getFirstData/{id}` if the request is for a question's page and has
/// a session that may read the question. The call checks and counts it like any other.
pub fn of(request: &Request<Body>, api: Router) -> impl Future<Output = Option<Bytes>> + use<> {
    let call = call(request);
    async move {
        let Ok(response) = api.oneshot(call?).await;
        if response.status() != StatusCode::OK {
            return None;
        }
        to_bytes(response.into_body(), 2 * FIRST_DATA_SIZE)
            .await
            .ok()
    }
}

/// Returns the call for the page that a request asks for.
fn call(request: &Request<Body>) -> Option<Request<Body>> {
    let id: Id = request
        .uri()
        .path()
        .strip_prefix("/question/")?
        .parse()
        .ok()?;
    let caller = request.extensions().get::<Caller>()?;
    if *request.method() != Method::GET || caller.tokens.is_empty() {
        return None;
    }
    Request::get(format!("/question/getFirstData/{id}"))
        .extension(caller.clone())
        .body(Body::empty())
        .ok()
}
