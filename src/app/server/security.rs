//! Request checks (URI, host, origin, XSRF token), the client's address, and security headers.
//!
//! Cookies ignore ports, so another application on the same host can make a browser send ours.
//! Unsafe requests and all requests of the live connection must therefore come from exactly our own
//! origin. Origins are compared as text, apart from their case, the default port and a final dot: browsers
//! and proxies may add these, and nothing else names the same site.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use axum::body::Body;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, Version, header};
use subtle::ConstantTimeEq;

use super::embedding::{self, Framed};
use super::listeners::Peer;
use crate::core::config::{BaseUrl, Config};
use crate::core::error::{Result, Sentence};
use crate::core::text::PICTURE;
use crate::features::bots::model::HOOK_PATH;
use crate::features::mail::UNSUBSCRIBE_PATH;
use crate::features::providers::routes::NOTICE_PATH;
use crate::features::users::{api_tokens, known_devices, session};
use crate::features::{feeds, previews};
use crate::platform::realtime::TokenHash;
use crate::platform::web::cookies::{self, Cookies};
use crate::platform::web::{Caller, Credential, LogThrottle};

const FORWARDED_FOR: &str = "x-forwarded-for";
/// Largest number of cookies of one name that are tried.
const SESSION_COOKIES: usize = 4;
/// Largest number of lines about a missing `base_url`.
const MAX_NAMED_BASE_URLS: usize = 3;
/// Longest path and query, in bytes. A search of 60 kB fits.
const MAX_URI_LENGTH: usize = 62 * 1024;
/// Calls that begin or end a session. The XSRF token of a client that has not noticed the end of its
/// previous session must not get in their way.
const SESSION_CALLS: [&str; 3] = ["/user/login", "/user/signup", "/user/logout"];

/// Checks a request and adds its [`Caller`] to the extensions.
///
/// In this order: 414 for a long URI, 403 for an unknown `Host`, 401 for an API token that is none, 400 for one beside a
/// session and 403 for one of the live connection, 403 for another origin (except for API tokens, links, what a link in a mail signs and what `sharing` allows), and, for unsafe methods and the live connection, 403 for a wrong XSRF token. Returns a `Set-Cookie` value if
/// the browser has no visitor id yet.
pub fn admit(
    config: &Config,
    warnings: &OperatorWarnings,
    peer: Peer,
    client: IpAddr,
    sharing: Sharing,
    request: &mut Request<Body>,
) -> Result<Option<HeaderValue>> {
    if request
        .uri()
        .path_and_query()
        .is_some_and(|uri| uri.as_str().len() > MAX_URI_LENGTH)
    {
        return Err(Sentence::UriTooLong.into());
    }
    let headers = request.headers();
    let is_https = is_https(config, peer, headers);
    let is_live = is_live(request);
    let cookies = Cookies::of(headers);
    let mut tokens = session_tokens(&cookies, is_https);
    check_host(config, headers)?;
    let api_token = api_token(headers)?;
    if api_token.is_some() && !tokens.is_empty() {
        return Err(Sentence::TokenAndSession.into());
    }
    if api_token.is_some() && is_live {
        return Err(Sentence::TokenNotAllowed.into());
    }
    let host = text(headers, &header::HOST).unwrap_or_default();
    warnings.warn_of_missing_base_url(config, is_https, host);
    if is_signed(request) || sharing != Sharing::OwnPages {
        // The session of the sender must not matter.
        tokens.clear();
    } else if api_token.is_some() {
        // No page of another site can add the token to a request.
    } else if is_live || !request.method().is_safe() {
        check_origin(config, warnings, peer, headers, request.method())?;
        let has_origin = headers.contains_key(header::ORIGIN);
        if !(has_origin && SESSION_CALLS.contains(&request.uri().path())) {
            check_xsrf(headers, &cookies, &tokens)?;
        }
    } else if is_from_another_site(config, headers) {
        let may_be_framed = embedding::is_card(config, request);
        // It must not count against the user's limits. A link may lead to a page, which needs no
        // session.
        if headers
            .get("sec-fetch-dest")
            .is_none_or(|to| to != "document" && !(may_be_framed && to == "iframe"))
        {
            return Err(Sentence::CrossOrigin.into());
        }
        tokens.clear();
    }
    let visitors = cookies.hidden_values(cookies::VISITOR, is_https);
    let mut visitor = visitors.into_iter().next();
    // The page sets the cookie, because the handshakes of several tabs would each get an id of
    // their own.
    let is_page = request.method().is_safe()
        && !embedding::is_card(config, request)
        && text(headers, &header::ACCEPT)
            .unwrap_or_default()
            .contains("text/html");
    // A page of an allowed origin may open the connection without cookies. Its browser then sends and
    // stores them only with the upgrade.
    let opens_with_upgrade = !config.server.allowed_origins.is_empty() && is_upgrade(request);
    let is_opening = is_live && (!has_parameter(request, "sid") || opens_with_upgrade);
    // Shared caches store documents with their headers.
    let may_set_cookie = sharing != Sharing::Everybody;
    let new_visitor =
        (visitor.is_none() && may_set_cookie && (is_page || is_opening)).then(session::new_token);
    if new_visitor.is_some() {
        visitor.clone_from(&new_visitor);
    }
    let caller = Caller {
        address: client,
        credential: match api_token {
            Some(token) if !is_signed(request) && sharing == Sharing::OwnPages => {
                Credential::Token(token)
            }
            _ => Credential::Sessions(tokens.iter().map(|token| session::hash(token)).collect()),
        },
        devices: known_devices::tokens(&cookies.hidden_values(cookies::DEVICE, is_https)),
        visitor,
        flows: flows(&cookies, is_https),
        is_new_visitor: new_visitor.is_some(),
        user_agent: text(headers, &header::USER_AGENT)
            .unwrap_or_default()
            .to_owned(),
        is_https,
        host: host.to_owned(),
    };
    request.extensions_mut().insert(caller);
    Ok(new_visitor.and_then(|id| {
        let cookie = cookies::hidden(cookies::VISITOR, id, is_https);
        HeaderValue::from_str(&cookie.build().to_string()).ok()
    }))
}

/// Returns whether a path is that of a document for other programs, which is the same with and without a session.
pub fn is_public_path(path: &str) -> bool {
    feeds::is_public_path(path) || path.starts_with(previews::PATH)
}

/// Whose pages may use the response to a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// Those of this site.
    OwnPages,
    /// Those of other sites may show it: a picture that someone without a session sees.
    Embedding,
    /// Those of every site may read it. It is the same with and without a session.
    Everybody,
}

impl Sharing {
    /// Returns that of a request, which other sites have only while everyone may read.
    pub fn of(config: &Config, everyone_reads: bool, request: &Request<Body>) -> Self {
        let path = request.uri().path();
        if !everyone_reads || !matches!(*request.method(), Method::GET | Method::HEAD) {
            Self::OwnPages
        } else if is_public_path(path) {
            Self::Everybody
        } else if path.starts_with(PICTURE) && is_from_another_site(config, request.headers()) {
            Self::Embedding
        } else {
            Self::OwnPages
        }
    }

    /// Adds the headers to a response that lets pages of other sites use it.
    pub fn add_headers(self, response: &mut Response<Body>) {
        let headers = response.headers_mut();
        if self != Self::OwnPages {
            headers.insert(
                "cross-origin-resource-policy",
                HeaderValue::from_static("cross-origin"),
            );
        }
        if self == Self::Everybody {
            let all = HeaderValue::from_static("*");
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, all);
        }
    }
}

/// Returns whether the signature of a link in a mail, or of a notice of a provider, or the secret in the address of an
/// incoming hook is the only authority of a request: mail programs, providers and other programs send it from anywhere.
fn is_signed(request: &Request<Body>) -> bool {
    let path = request.uri().path();
    request.method() == Method::POST
        && [UNSUBSCRIBE_PATH, NOTICE_PATH, HOOK_PATH]
            .iter()
            .any(|prefix| path.starts_with(prefix))
}

/// Returns the value of a header, if it is ASCII.
fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns whether a request belongs to the live connection.
pub fn is_live(request: &Request<Body>) -> bool {
    request.uri().path().starts_with("/socket.io")
}

/// Returns whether the query of a request has a parameter.
fn has_parameter(request: &Request<Body>, name: &str) -> bool {
    let parameters = request.uri().query().unwrap_or_default().split('&');
    parameters
        .filter_map(|parameter| parameter.split_once('='))
        .any(|(other, _)| other == name)
}

/// Returns whether a request of the live connection upgrades it to a websocket.
pub fn is_upgrade(request: &Request<Body>) -> bool {
    request.headers().contains_key(header::UPGRADE) && has_parameter(request, "sid")
}

/// Rejects with 400 what RFC 9112, section 3.2, calls invalid: a request of HTTP/1.1 without a `Host`,
/// and any request with several.
pub fn check_host_count(request: &Request<Body>) -> Result<()> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11) {
        Ok(())
    } else {
        Err(Sentence::HostInvalid.into())
    }
}

/// Returns the hash of the API token of a request, or `None` if it has no bearer token. Rejects with 401 what is no API
/// token, and several.
fn api_token(headers: &HeaderMap) -> Result<Option<TokenHash>> {
    let values = headers.get_all(header::AUTHORIZATION).iter();
    let mut tokens = values.filter_map(|value| bearer(value.as_bytes()));
    let Some(token) = tokens.next() else {
        return Ok(None);
    };
    if tokens.next().is_some() {
        return Err(Sentence::TokenRefused.into());
    }
    api_tokens::hash(token).map(Some)
}

/// Returns the token of a value of the header `Authorization`, if its scheme is `Bearer` and there is one.
fn bearer(value: &[u8]) -> Option<&[u8]> {
    let end = value.iter().position(|byte| *byte == b' ');
    let (scheme, token) = value.split_at(end.unwrap_or(value.len()));
    let token = token.trim_ascii();
    (scheme.eq_ignore_ascii_case(b"bearer") && !token.is_empty()).then_some(token)
}

/// Returns the session tokens of a request in the order in which they are tried.
fn session_tokens(cookies: &Cookies<'_>, is_https: bool) -> Vec<String> {
    let mut tokens = cookies.hidden_values(cookies::SESSION, is_https);
    tokens.truncate(SESSION_COOKIES);
    tokens
}

/// Returns the values of the cookies of a login through a provider in the order in which they are tried.
fn flows(cookies: &Cookies<'_>, is_https: bool) -> Vec<String> {
    let mut flows = cookies.hidden_values(cookies::FLOW, is_https);
    flows.truncate(SESSION_COOKIES);
    flows
}

/// Returns whether the browser uses https, according to the configuration or a trusted proxy.
fn is_https(config: &Config, peer: Peer, headers: &HeaderMap) -> bool {
    config.is_https() || is_https_at_proxy(config, peer, headers)
}

/// Returns whether a trusted proxy has received the request over https.
fn is_https_at_proxy(config: &Config, peer: Peer, headers: &HeaderMap) -> bool {
    let proto = headers.get("x-forwarded-proto");
    peer.is_trusted(config) && proto.is_some_and(|proto| proto == "https")
}

/// Returns whether a page of another origin caused a request, according to `Sec-Fetch-Site`, unless
/// the origin is allowed.
fn is_from_another_site(config: &Config, headers: &HeaderMap) -> bool {
    let fetch_site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_configured =
        text(headers, &header::ORIGIN).is_some_and(|origin| is_allowed_origin(config, origin));
    matches!(fetch_site, Some(b"same-site" | b"cross-site")) && !is_configured
}

/// Rejects a request with an unknown `Host`. With a configured `base_url`, the host must be that of
/// `base_url`, of an allowed origin, or this machine.
fn check_host(config: &Config, headers: &HeaderMap) -> Result<()> {
    let host = text(headers, &header::HOST).unwrap_or_default();
    let is_host_of = |origin: &str| {
        origin.split_once("://").is_some_and(|(scheme, authority)| {
            let authority = authority.trim_end_matches('/');
            plain_authority(scheme, authority) == plain_authority(scheme, host)
        })
    };
    let base_url = &config.server.base_url;
    if base_url.is_empty()
        || is_host_of(base_url.origin())
        || is_local_host(host)
        || config
            .server
            .allowed_origins
            .iter()
            .any(|origin| is_host_of(origin))
    {
        Ok(())
    } else {
        Err(Sentence::UnknownHost.into())
    }
}

/// Returns a host and port as a browser writes them in an address of this scheme: in lower case, without the
/// default port and without the dot that ends a complete name.
fn plain_authority(scheme: &str, authority: &str) -> String {
    let default_port = if scheme.eq_ignore_ascii_case("https") {
        ":443"
    } else {
        ":80"
    };
    let authority = authority.strip_suffix(default_port).unwrap_or(authority);
    let (name, port) = match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        _ => (authority, None),
    };
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    port.map_or(name.clone(), |port| format!("{name}:{port}"))
}

/// Returns whether two origins are the same.
fn is_same_origin(one: &str, other: &str) -> bool {
    let plain = |origin: &str| {
        let (scheme, authority) = origin.split_once("://")?;
        Some((
            scheme.to_ascii_lowercase(),
            plain_authority(scheme, authority),
        ))
    };
    plain(one).is_some_and(|one| plain(other) == Some(one))
}

/// Returns whether a `Host` names this machine: `localhost` or a loopback address.
fn is_local_host(host: &str) -> bool {
    let name = host
        .parse::<Authority>()
        .map(|authority| authority.host().trim_matches(['[', ']']).to_owned())
        .unwrap_or_default();
    let name = name.strip_suffix('.').unwrap_or(&name);
    name == "localhost"
        || name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Rejects a request that a page of another origin has caused, according to `Origin` and
/// `Sec-Fetch-Site`. A request without both headers does not come from a browser and passes.
fn check_origin(
    config: &Config,
    warnings: &OperatorWarnings,
    peer: Peer,
    headers: &HeaderMap,
    method: &Method,
) -> Result<()> {
    let fetch_site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_fetch_site_allowed = match fetch_site {
        None | Some(b"same-origin") => true,
        Some(b"none") => method.is_safe(),
        Some(_) => false,
    };
    let is_origin_allowed = match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => origin
            .to_str()
            .is_ok_and(|origin| is_own_origin(config, peer, headers, origin)),
    };
    // For an allowed origin the browser sends `Sec-Fetch-Site: cross-site`.
    let is_configured =
        text(headers, &header::ORIGIN).is_some_and(|origin| is_allowed_origin(config, origin));
    if is_configured || (is_origin_allowed && is_fetch_site_allowed) {
        return Ok(());
    }
    if let Some(left_out) = warnings.other_origins.check() {
        let [origin, host] =
            [header::ORIGIN, header::HOST].map(|name| text(headers, &name).unwrap_or_default());
        let base_url: &str = &config.server.base_url;
        tracing::warn!(
            origin,
            host,
            base_url,
            left_out,
            "refused a request from another origin; if it is the origin of this site, set server.base_url to it; if another site \
             may use this one, add its origin to server.allowed_origins"
        );
    }
    Err(Sentence::CrossOrigin.into())
}

/// Returns whether `origin` is one of `server.allowed_origins`.
pub fn is_allowed_origin(config: &Config, origin: &str) -> bool {
    config
        .server
        .allowed_origins
        .iter()
        .any(|allowed| is_same_origin(allowed.trim_end_matches('/'), origin))
}

/// Returns whether `origin` is exactly that of this site: the configured one, or the one to which
/// the request was sent if none is configured or the host is this machine.
fn is_own_origin(config: &Config, peer: Peer, headers: &HeaderMap, origin: &str) -> bool {
    let base_url = &config.server.base_url;
    if !base_url.is_empty() && is_same_origin(origin, base_url.origin()) {
        return true;
    }
    let host = text(headers, &header::HOST).unwrap_or_default();
    let is_encrypted = config.has_tls() && peer != Peer::Local;
    let scheme = if is_encrypted || is_https_at_proxy(config, peer, headers) {
        "https"
    } else {
        "http"
    };
    let is_host_accepted = base_url.is_empty() || is_local_host(host);
    is_host_accepted && !host.is_empty() && is_same_origin(origin, &format!("{scheme}://{host}"))
}

/// Rejects an `X-XSRF-TOKEN` that is not the token of a session, or without a session that of the
/// cookie. The header is optional.
///
/// If there are several `XSRF-TOKEN` cookies, another application on the same host has set one, and
/// the page may have sent any of them. The check of the origin suffices.
fn check_xsrf(headers: &HeaderMap, cookies: &Cookies<'_>, tokens: &[String]) -> Result<()> {
    let Some(sent) = headers.get("x-xsrf-token") else {
        return Ok(());
    };
    let cookies = cookies.values(cookies::XSRF);
    let mut expected: Vec<String> = tokens.iter().map(|token| session::xsrf(token)).collect();
    if tokens.is_empty() || cookies.len() > 1 {
        expected.extend(cookies);
    }
    let is_sent = |expected: &String| bool::from(sent.as_bytes().ct_eq(expected.as_bytes()));
    if expected.iter().any(is_sent) || (expected.is_empty() && sent.is_empty()) {
        Ok(())
    } else {
        Err(Sentence::CrossOrigin.into())
    }
}

/// Returns the address of the client: the peer, or behind trusted proxies the last address in
/// `X-Forwarded-For` that is not a trusted proxy.
pub fn client_address(config: &Config, peer: Peer, headers: &HeaderMap) -> IpAddr {
    let mut address = peer.address();
    let mut is_trusted = peer.is_trusted(config);
    let hops = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    for hop in hops.collect::<Vec<_>>().into_iter().rev() {
        if !is_trusted {
            break;
        }
        // Some proxies append the port.
        let hop = hop.trim();
        let Ok(hop) = hop
            .parse()
            .or_else(|_| hop.parse().map(|with_port: SocketAddr| with_port.ip()))
        else {
            break;
        };
        address = hop;
        is_trusted = config.server.trusted_proxies.contains(address);
    }
    address.to_canonical()
}

/// Log lines for the operator that unauthenticated clients can cause. Each is limited.
#[derive(Default)]
pub struct OperatorWarnings {
    /// Logged once, because it indicates a wrong configuration.
    has_seen_untrusted_proxy: AtomicBool,
    /// Addresses that a line about a missing `base_url` has named.
    named_base_urls: Mutex<Vec<BaseUrl>>,
    other_origins: LogThrottle,
    pub slow_requests: LogThrottle,
}

impl OperatorWarnings {
    /// Warns if a site without `base_url` is asked for under a name that should be configured. Clients
    /// can invent names, so only the first few are logged, each once.
    fn warn_of_missing_base_url(&self, config: &Config, is_https: bool, host: &str) {
        let Some(missing) = config.missing_base_url(is_https, host) else {
            return;
        };
        let named = self.named_base_urls.lock();
        let mut named = named.unwrap_or_else(PoisonError::into_inner);
        if named.len() >= MAX_NAMED_BASE_URLS || named.contains(&missing) {
            return;
        }
        let url: &str = &missing;
        tracing::warn!(
            "server.base_url is not set, so the site answers under any name, also under one that an attacker has chosen; it was \
             asked for as {url}. If this is its address, add to [server]: base_url = \"{url}\""
        );
        named.push(missing);
    }

    /// Warns if a peer that is not trusted sends `X-Forwarded-For`: it may be the operator's proxy.
    pub fn warn_of_untrusted_proxy(&self, config: &Config, peer: Peer, headers: &HeaderMap) {
        if !headers.contains_key(FORWARDED_FOR)
            || peer.is_trusted(config)
            || self.has_seen_untrusted_proxy.swap(true, Ordering::Relaxed)
        {
            return;
        }
        let line = match peer {
            Peer::Address(address) if !address.is_loopback() => {
                format!("trusted_proxies = [\"{address}\"]")
            }
            _ => "trusted_proxies = [\"local\"]".to_owned(),
        };
        tracing::warn!(
            peer = %peer.address(),
            "a peer that is not trusted sent X-Forwarded-For, so all visitors behind it count as one; if it is your proxy, add to \
             [server]: {line}"
        );
    }
}

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
require-trusted-types-for 'script'; trusted-types dompurify stoa-worker";
const RESPONSE_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// Adds the security headers of every response.
pub fn add_headers(config: &Config, response: &mut Response<Body>) {
    let is_framed = response.extensions().get::<Framed>().is_some();
    let headers = response.headers_mut();
    let is_page = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    headers.reserve(10);
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    };
    set("x-content-type-options", "nosniff");
    if !is_framed {
        set("x-frame-options", "DENY");
    }
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("cross-origin-resource-policy", "same-origin");
    set(
        "permissions-policy",
        "microphone=(self), camera=(), geolocation=(), payment=(), usb=(), display-capture=()",
    );
    if config.is_https() {
        set("strict-transport-security", "max-age=31536000");
    }
    let policy = if is_page {
        PAGE_POLICY
    } else {
        RESPONSE_POLICY
    };
    // The service worker has a policy of its own.
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(policy));
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
}
