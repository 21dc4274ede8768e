//! What every request passes and every response carries: who calls, from which origin, and the headers.
//!
//! Cookies ignore ports: another application on the same host can make a browser send ours. So unsafe requests,
//! and every request of the live connection, must come from exactly our own origin.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, header};
use cookie::{Cookie, SameSite};
use subtle::ConstantTimeEq;

use super::listeners::Peer;
use super::seldom::Seldom;
use crate::config::Config;
use crate::error::{Result, Sentence};
use crate::users::session;
use crate::web::Caller;

const FORWARDED_FOR: &str = "x-forwarded-for";
const VISITOR_COOKIE: &str = "stoa_visitor";
const URI_LENGTH: usize = 8 * 1024;

/// Lets a request in, with its [`Caller`], or says why not. Returns the cookie for a browser without a visitor's name.
pub fn admit(config: &Config, hints: &Hints, peer: Peer, client: IpAddr, request: &mut Request<Body>) -> Result<Option<HeaderValue>> {
    if request.uri().path_and_query().is_some_and(|uri| uri.as_str().len() > URI_LENGTH) {
        return Err(Sentence::UriTooLong.into());
    }
    let https = config.is_https();
    let headers = request.headers();
    let is_live = request.uri().path().starts_with("/socket.io");
    let token = cookie(headers, session::cookie_name(https));
    check_host(config, headers)?;
    if is_live || !request.method().is_safe() {
        check_origin(config, hints, peer, headers, request.method())?;
        check_xsrf(headers, token.as_deref())?;
    }
    let mut visitor = cookie(headers, VISITOR_COOKIE);
    // With the page already: its several tabs would each get a name of its own with their handshakes.
    let is_page = request.method().is_safe() && text(headers, &header::ACCEPT).unwrap_or_default().contains("text/html");
    let is_handshake = is_live && !request.uri().query().unwrap_or_default().contains("sid=");
    let new_visitor = (visitor.is_none() && (is_page || is_handshake)).then(session::new_token);
    if new_visitor.is_some() {
        visitor.clone_from(&new_visitor);
    }
    let caller = Caller {
        address: client,
        token: token.as_deref().map(session::hash),
        visitor,
        user_agent: text(headers, &header::USER_AGENT).unwrap_or_default().to_owned(),
    };
    request.extensions_mut().insert(caller);
    Ok(new_visitor.and_then(|name| {
        let cookie = Cookie::build((VISITOR_COOKIE, name)).path("/").http_only(true).same_site(SameSite::Strict).secure(https);
        HeaderValue::from_str(&cookie.build().to_string()).ok()
    }))
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let found = cookies.flat_map(Cookie::split_parse).filter_map(Result::ok).find(|cookie| cookie.name() == name);
    found.map(|cookie| cookie.value().to_owned()).filter(|value| !value.is_empty())
}

/// With a configured address the `Host` must be its own, an allowed origin's, or this machine's.
fn check_host(config: &Config, headers: &HeaderMap) -> Result<()> {
    let host = text(headers, &header::HOST).unwrap_or_default();
    let ours =
        |origin: &String| origin.split_once("://").is_some_and(|(_, authority)| authority.trim_end_matches('/').eq_ignore_ascii_case(host));
    let base_url = &config.server.base_url;
    if base_url.is_empty() || is_this_machine(host) || ours(&base_url.origin().to_owned()) || config.server.allowed_origins.iter().any(ours)
    {
        Ok(())
    } else {
        Err(Sentence::UnknownHost.into())
    }
}

fn is_this_machine(host: &str) -> bool {
    let name = host.parse::<Authority>().map(|authority| authority.host().trim_matches(['[', ']']).to_owned()).unwrap_or_default();
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn check_origin(config: &Config, hints: &Hints, peer: Peer, headers: &HeaderMap, method: &Method) -> Result<()> {
    let fetch_site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let fetch_site_fits = match fetch_site {
        None | Some(b"same-origin") => true,
        Some(b"none") => method.is_safe(),
        Some(_) => false,
    };
    let origin_fits = match headers.get(header::ORIGIN) {
        // Neither header: not a browser.
        None => true,
        Some(origin) => origin.to_str().is_ok_and(|origin| is_own(config, peer, headers, origin)),
    };
    // Another configured origin is another site to the browser.
    let configured = text(headers, &header::ORIGIN).is_some_and(|origin| is_allowed(config, origin));
    if configured || (origin_fits && fetch_site_fits) {
        return Ok(());
    }
    if let Some(left_out) = hints.other_origins.turn() {
        let [origin, host] = [header::ORIGIN, header::HOST].map(|name| text(headers, &name).unwrap_or_default());
        let base_url: &str = &config.server.base_url;
        tracing::warn!(
            origin,
            host,
            base_url,
            left_out,
            "refused a request from another origin; if it is this site's own, set server.base_url to it, and if it is another that \
             may use this site, add it to server.allowed_origins"
        );
    }
    Err(Sentence::CrossOrigin.into())
}

fn is_allowed(config: &Config, origin: &str) -> bool {
    config.server.allowed_origins.iter().any(|allowed| allowed.trim_end_matches('/').eq_ignore_ascii_case(origin))
}

/// Whether `origin` is exactly this site's: the configured one, or the one that the request itself was sent to.
fn is_own(config: &Config, peer: Peer, headers: &HeaderMap, origin: &str) -> bool {
    let base_url = &config.server.base_url;
    if !base_url.is_empty() && origin.eq_ignore_ascii_case(base_url.origin()) {
        return true;
    }
    let host = text(headers, &header::HOST).unwrap_or_default();
    let is_encrypted = config.has_tls() && peer != Peer::Local;
    let forwarded_https = peer.is_trusted(config) && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let scheme = if is_encrypted || forwarded_https { "https" } else { "http" };
    let counts = base_url.is_empty() || is_this_machine(host);
    counts && !host.is_empty() && origin.eq_ignore_ascii_case(&format!("{scheme}://{host}"))
}

/// A token that was sent must be the session's; without a session, the cookie's.
fn check_xsrf(headers: &HeaderMap, token: Option<&str>) -> Result<()> {
    let Some(sent) = headers.get("x-xsrf-token") else { return Ok(()) };
    let expected = token.map(session::xsrf).or_else(|| cookie(headers, session::XSRF_COOKIE)).unwrap_or_default();
    if bool::from(sent.as_bytes().ct_eq(expected.as_bytes())) { Ok(()) } else { Err(Sentence::CrossOrigin.into()) }
}

/// The address that calls: the peer's, or behind trusted proxies the last one that is none of them.
pub fn client_address(config: &Config, peer: Peer, headers: &HeaderMap) -> IpAddr {
    let mut address = peer.address();
    let mut is_trusted = peer.is_trusted(config);
    let hops = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    for hop in hops.collect::<Vec<_>>().into_iter().rev() {
        if !is_trusted {
            break;
        }
        // Some proxies add the port.
        let hop = hop.trim();
        let Ok(hop) = hop.parse().or_else(|_| hop.parse().map(|with_port: SocketAddr| with_port.ip())) else { break };
        address = hop;
        is_trusted = config.server.trusted_proxies.contains(address);
    }
    address.to_canonical()
}

/// What the person who runs the site is told seldom, though strangers can cause it at will.
#[derive(Default)]
pub struct Hints {
    /// Told once, because it points to a mistake in the configuration.
    has_seen_untrusted_proxy: AtomicBool,
    other_origins: Seldom,
    /// Whoever sends slowly makes them.
    pub slow_requests: Seldom,
}

impl Hints {
    /// Looks for signs of such a mistake.
    pub fn look_at(&self, config: &Config, peer: Peer, headers: &HeaderMap) {
        if !headers.contains_key(FORWARDED_FOR) || peer.is_trusted(config) || self.has_seen_untrusted_proxy.swap(true, Ordering::Relaxed) {
            return;
        }
        let line = match peer {
            Peer::Address(address) if !address.is_loopback() => format!("trusted_proxies = [\"{address}\"]"),
            _ => "trusted_proxies = [\"local\"]".to_owned(),
        };
        tracing::warn!(
            peer = %peer.address(),
            "a request came with X-Forwarded-For from a peer that is not trusted: all visitors behind it count as one; if it is your \
             proxy, add to [server]: {line}"
        );
    }
}

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
require-trusted-types-for 'script'; trusted-types dompurify";
const CALL_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// Adds the headers that every response has.
pub fn harden(config: &Config, response: &mut Response<Body>) {
    let headers = response.headers_mut();
    let is_page = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    };
    set("content-security-policy", if is_page { PAGE_POLICY } else { CALL_POLICY });
    set("x-content-type-options", "nosniff");
    set("x-frame-options", "DENY");
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("cross-origin-resource-policy", "same-origin");
    set("permissions-policy", "microphone=(self), camera=(), geolocation=(), payment=(), usb=(), display-capture=()");
    if config.is_https() {
        set("strict-transport-security", "max-age=31536000");
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
