//! Calls from pages of `server.allowed_origins`, with cookies
//! (CORS, <https://fetch.spec.whatwg.org/#http-cors-protocol>).
//!
//! The cookies are `SameSite=Strict`: browsers send them from another origin only if it is of the same
//! site, such as another port or subdomain of the host.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, header};

use super::security::is_allowed_origin;
use crate::core::config::Config;

const METHODS: &str = "GET, POST, PATCH, DELETE";
const REQUEST_HEADERS: &str = "content-type, idempotency-key, x-xsrf-token";
const RESPONSE_HEADERS: &str = "link, retry-after, x-total-count, x-search-match, x-searched-for, x-search-words, \
     x-search-suggestion, x-error-code, x-appeal-proof";
/// Time for which a browser remembers the answer to a preflight, in seconds.
const MAX_AGE: &str = "600";

/// Returns the `Origin` of a request if it is an allowed one.
pub fn allowed_origin(config: &Config, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    is_allowed_origin(config, origin.to_str().ok()?).then(|| origin.clone())
}

/// Returns whether a request asks which calls an origin may make.
pub fn is_preflight(request: &Request<Body>) -> bool {
    request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Lets pages of `origin`, which is an allowed one, read a response.
pub fn add_headers(origin: HeaderValue, response: &mut Response<Body>) {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_CREDENTIALS, "true"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, RESPONSE_HEADERS),
        (header::ACCESS_CONTROL_MAX_AGE, MAX_AGE),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
