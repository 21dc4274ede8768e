//! The first parsers of untrusted bytes, as functions for the targets in `fuzz/`.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, header};

use super::listeners::Peer;
use super::security::{OperatorWarnings, Sharing, admit, client_address};
use super::socket::Packet;
use super::subpath;
use crate::core::config::Config;
use crate::features::users::session;
use crate::platform::web::{Caller, cookies};

/// Parses a Socket.IO packet. Returns whether a connected socket stays open after it.
pub fn packet(message: &str) -> bool {
    match Packet::parse(message) {
        None | Some(Packet::Disconnect) => false,
        Some(Packet::ConnectToUnknown(namespace)) => {
            // The server echoes it in a packet before a JSON object.
            assert!(
                namespace
                    .bytes()
                    .all(|b| b.is_ascii_graphic() && !b"\"\\,".contains(&b)),
                "{namespace:?}"
            );
            true
        }
        Some(Packet::Connect | Packet::Event(_) | Packet::Other) => true,
    }
}

/// Checks a request. The first line has the method and URI, each further line one header.
pub fn head(bytes: &[u8]) {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let mut words = lines.next().unwrap_or_default().split(|&byte| byte == b' ');
    let method = words.next().unwrap_or_default();
    let mut builder = Request::builder()
        .method(method)
        .uri(words.next().unwrap_or_default());
    for line in lines {
        let (name, value) = line.split_at(
            line.iter()
                .position(|&byte| byte == b':')
                .unwrap_or(line.len()),
        );
        let value = value.strip_prefix(b":").unwrap_or_default().trim_ascii();
        if let (Ok(name), Ok(value)) =
            (HeaderName::from_bytes(name), HeaderValue::from_bytes(value))
        {
            builder = builder.header(name, value);
        }
    }
    let Ok(mut request) = builder.body(Body::empty()) else {
        return;
    };
    let config = Config::default();
    let peer = Peer::Address([203, 0, 113, 7].into());
    subpath::strip("/qa", &mut request);
    let client = client_address(&config, peer, request.headers());
    assert_eq!(
        client,
        peer.address(),
        "no peer is trusted to send another address"
    );
    let sharing = Sharing::of(&config, true, &request);
    let admitted = admit(
        &config,
        &OperatorWarnings::default(),
        peer,
        client,
        sharing,
        &mut request,
    );
    let is_checked = !request.method().is_safe() || request.uri().path().starts_with("/socket.io");
    let Ok(_) = admitted else { return };
    let caller = request
        .extensions()
        .get::<Caller>()
        .expect("an admitted request has a caller");
    assert!(sharing == Sharing::OwnPages || caller.credential.is_none());
    // No page of another site can add an API token.
    if !is_checked || caller.credential.token().is_some() {
        return;
    }
    let headers = request.headers();
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    if headers.contains_key(header::ORIGIN) {
        assert!(
            text("origin").eq_ignore_ascii_case(&format!("http://{}", text("host"))),
            "another origin was admitted: {headers:?}"
        );
    }
    if let Some(sent) = headers.get("x-xsrf-token") {
        let cookies = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .collect::<Vec<_>>()
            .join("; ");
        let mut values = cookies
            .split(';')
            .filter_map(|cookie| cookie.trim().split_once('='));
        let is_session_token = |value: &str| {
            caller.credential.sessions().contains(&session::hash(value))
                && session::xsrf(value).as_bytes() == sent.as_bytes()
        };
        let is_expected = |(name, value): (&str, &str)| match name.trim() {
            "stoa_session" | "__Host-stoa_session" => is_session_token(value.trim()),
            cookies::XSRF => {
                caller.credential.is_none() && value.trim().as_bytes() == sent.as_bytes()
            }
            _ => false,
        };
        let is_absent = caller.credential.is_none() && sent.is_empty();
        assert!(
            is_absent || values.any(is_expected),
            "the token of another session was admitted: {headers:?}"
        );
    }
}
