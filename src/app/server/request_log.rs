//! The trace of each request: its id, its log line and its metrics.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, header};
use tracing::Span;

use super::listeners::Peer;
use crate::core::config::Config;
use crate::core::metrics::Metrics;
use crate::platform::web::{InternalDetail, LogThrottle, MatchedRoute};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest id that is accepted from a proxy, in bytes.
const MAX_ID_LENGTH: usize = 64;
/// Duration above which a request is logged at level info, subject to a [`LogThrottle`]. Requests
/// of live connections are exempt, because long polling takes long.
const SLOW: Duration = Duration::from_secs(1);

/// A request in flight.
pub struct RequestTrace {
    id: HeaderValue,
    /// Everything that is logged in this span has the id of the request. Its level is that of errors,
    /// so that no configured level hides the id.
    span: Span,
    start: Instant,
    method: Method,
    /// The route label of a request that no route answers. Its path is not used: it may contain
    /// anything, and would make an unbounded number of series.
    fallback_label: &'static str,
    client: IpAddr,
    metrics: Metrics,
}

impl RequestTrace {
    /// Begins the trace. The id of a trusted proxy is used if it is well-formed, or else a new one.
    pub fn start(
        config: &Config,
        metrics: &Metrics,
        peer: Peer,
        client: IpAddr,
        request: &Request<Body>,
    ) -> Self {
        let path = request.uri().path();
        let fallback_label = if path.starts_with("/socket.io") {
            "/socket.io"
        } else if path.starts_with("/assets/") {
            "/assets"
        } else {
            "other"
        };
        let proxy_id = request
            .headers()
            .get(REQUEST_ID)
            .filter(|id| peer.is_trusted(config) && is_id(id))
            .cloned();
        metrics.add("stoa_http_requests_in_flight", 1.0);
        let id = proxy_id.unwrap_or_else(new_id);
        let text = id.to_str().unwrap_or_default();
        Self {
            span: tracing::error_span!("request", request_id = text, token = tracing::field::Empty),
            id,
            start: Instant::now(),
            method: request.method().clone(),
            fallback_label,
            client,
            metrics: metrics.clone(),
        }
    }

    /// Returns the span of the request.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Logs and counts the response, and adds the request's id to it. Call this in the span.
    pub fn finish(self, slow_requests: &LogThrottle, response: &mut Response<Body>) {
        let status = response.status();
        let duration = self.start.elapsed();
        let (method, client) = (&self.method, self.client);
        let is_page = response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        let fallback_label = if is_page { "page" } else { self.fallback_label };
        let route = response
            .extensions()
            .get::<MatchedRoute>()
            .map_or(fallback_label, |route| route.0);
        let ms = duration.as_millis() as u64;
        if let Some(InternalDetail(detail)) = response.extensions().get() {
            tracing::error!(%method, route, detail, "internal error");
        }
        let is_slow = duration >= SLOW && self.fallback_label != "/socket.io";
        let left_out = if is_slow { slow_requests.check() } else { None };
        if left_out.is_some() || status.is_server_error() {
            tracing::info!(%method, route, status = status.as_u16(), ms, %client, left_out, "request");
        } else {
            tracing::debug!(%method, route, status = status.as_u16(), ms, %client, "request");
        }
        if self.metrics.is_on() {
            let labels = [
                ("method", method_label(method)),
                ("route", route),
                ("status", status.as_str()),
            ];
            self.metrics.count("stoa_http_requests_total", &labels);
            self.metrics.observe_duration(
                "stoa_http_request_duration_seconds",
                &[("route", route)],
                Some(self.start),
            );
        }
        response.headers_mut().insert(REQUEST_ID, self.id.clone());
    }
}

impl Drop for RequestTrace {
    /// Runs also when the client has gone before there is a response.
    fn drop(&mut self) {
        self.metrics.add("stoa_http_requests_in_flight", -1.0);
    }
}

/// Returns a label from a fixed set: clients can send any token as the method.
fn method_label(method: &Method) -> &str {
    match *method {
        Method::GET
        | Method::HEAD
        | Method::POST
        | Method::PUT
        | Method::PATCH
        | Method::DELETE
        | Method::OPTIONS => method.as_str(),
        _ => "other",
    }
}

fn is_id(id: &HeaderValue) -> bool {
    (1..=MAX_ID_LENGTH).contains(&id.len())
        && id
            .as_bytes()
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/=+".contains(byte))
}

/// Returns a random id. A counter would reveal the number of requests.
fn new_id() -> HeaderValue {
    HeaderValue::from_str(&format!("{:016x}", rand::random::<u64>()))
        .unwrap_or(HeaderValue::from_static("-"))
}
