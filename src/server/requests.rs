//! What is told of each request: its id, its line in the log, its numbers.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, header};

use super::listeners::Peer;
use super::seldom::Seldom;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::web::{InternalDetail, Pattern};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest id that is taken from a proxy.
const ID_LENGTH: usize = 64;
/// Requests that take longer are in the log, if there are not too many of them; those of the live connection wait for a living.
const SLOW: Duration = Duration::from_secs(1);

/// A request under way.
pub struct Underway {
    id: HeaderValue,
    began: Instant,
    method: Method,
    /// What stands for the path of a request that no call answers: a path itself can hold anything.
    kind: &'static str,
    client: IpAddr,
    metrics: Metrics,
}

impl Underway {
    pub fn begin(config: &Config, metrics: &Metrics, peer: Peer, client: IpAddr, request: &Request<Body>) -> Self {
        let path = request.uri().path();
        let kind = if path.starts_with("/socket.io") {
            "/socket.io"
        } else if path.starts_with("/assets/") {
            "/assets"
        } else {
            "other"
        };
        let given = request.headers().get(REQUEST_ID).filter(|id| peer.is_trusted(config) && is_id(id)).cloned();
        metrics.add("stoa_http_requests_in_flight", 1.0);
        Self {
            id: given.unwrap_or_else(new_id),
            began: Instant::now(),
            method: request.method().clone(),
            kind,
            client,
            metrics: metrics.clone(),
        }
    }

    /// Says the request's id in the response, and what became of it in the log.
    pub fn end(self, slow: &Seldom, response: &mut Response<Body>) {
        let status = response.status();
        let took = self.began.elapsed();
        let (method, client, id) = (&self.method, self.client, self.id.to_str().unwrap_or_default());
        let is_page = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        let kind = if is_page { "page" } else { self.kind };
        let route = response.extensions().get::<Pattern>().map_or(kind, |pattern| pattern.0);
        let ms = took.as_millis() as u64;
        if let Some(InternalDetail(detail)) = response.extensions().get() {
            tracing::error!(request_id = id, %method, route, detail, "internal error");
        }
        let is_slow = took >= SLOW && self.kind != "/socket.io";
        let told = if is_slow { slow.turn() } else { None };
        if told.is_some() || status.is_server_error() {
            tracing::info!(request_id = id, %method, route, status = status.as_u16(), ms, %client, left_out = told, "request");
        } else {
            tracing::debug!(request_id = id, %method, route, status = status.as_u16(), ms, %client, "request");
        }
        if self.metrics.is_on() {
            let labels = [("method", method_name(method)), ("route", route), ("status", status.as_str())];
            self.metrics.count("stoa_http_requests_total", &labels);
            self.metrics.lasted("stoa_http_request_duration_seconds", &[("route", route)], Some(self.began));
        }
        response.headers_mut().insert(REQUEST_ID, self.id.clone());
    }
}

impl Drop for Underway {
    /// Also when its client went away before there was a response.
    fn drop(&mut self) {
        self.metrics.add("stoa_http_requests_in_flight", -1.0);
    }
}

/// Anybody can make methods up.
fn method_name(method: &Method) -> &str {
    match *method {
        Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::PATCH | Method::DELETE | Method::OPTIONS => method.as_str(),
        _ => "other",
    }
}

fn is_id(id: &HeaderValue) -> bool {
    (1..=ID_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/=+".contains(byte))
}

/// An id that hardly any other request has, and that tells nothing of how many there are.
fn new_id() -> HeaderValue {
    HeaderValue::from_str(&format!("{:016x}", rand::random::<u64>())).unwrap_or(HeaderValue::from_static("-"))
}
