//! What strangers' bytes meet first, as functions for the targets in `fuzz/`.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, header};

use super::listeners::Peer;
use super::security::{Hints, admit, client_address};
use super::socket::Packet;
use super::subpath;
use crate::config::Config;
use crate::users::session;
use crate::web::Caller;

/// What a client says in a Socket.IO packet. Returns whether its socket goes on after it, once it is connected.
pub fn packet(message: &str) -> bool {
    match Packet::parse(message) {
        None | Some(Packet::Disconnect) => false,
        Some(Packet::ConnectElsewhere(namespace)) => {
            // It is said back within a JSON packet.
            assert!(namespace.bytes().all(|b| b.is_ascii_graphic() && !b"\"\\,".contains(&b)), "{namespace:?}");
            true
        }
        Some(Packet::Connect | Packet::Event(_) | Packet::Other) => true,
    }
}

/// A request's head: its method and address on one line, then its headers on one line each.
pub fn head(bytes: &[u8]) {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let mut words = lines.next().unwrap_or_default().split(|&byte| byte == b' ');
    let method = words.next().unwrap_or_default();
    let mut builder = Request::builder().method(method).uri(words.next().unwrap_or_default());
    for line in lines {
        let (name, value) = line.split_at(line.iter().position(|&byte| byte == b':').unwrap_or(line.len()));
        let value = value.strip_prefix(b":").unwrap_or_default().trim_ascii();
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            builder = builder.header(name, value);
        }
    }
    let Ok(mut request) = builder.body(Body::empty()) else { return };
    let config = Config::default();
    let peer = Peer::Address([203, 0, 113, 7].into());
    subpath::strip("/qa", &mut request);
    let client = client_address(&config, peer, request.headers());
    assert_eq!(client, peer.address(), "nobody is trusted to say another address");
    let admitted = admit(&config, &Hints::default(), peer, client, &mut request);
    let is_checked = !request.method().is_safe() || request.uri().path().starts_with("/socket.io");
    let Ok(_) = admitted else { return };
    let caller = request.extensions().get::<Caller>().expect("whoever is let in is known");
    if !is_checked {
        return;
    }
    let headers = request.headers();
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if headers.contains_key(header::ORIGIN) {
        assert!(text("origin").eq_ignore_ascii_case(&format!("http://{}", text("host"))), "another origin was let in: {headers:?}");
    }
    if let Some(sent) = headers.get("x-xsrf-token") {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join("; ");
        let mut values = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
        let is_sessions = |value: &str| caller.token == Some(session::hash(value)) && session::xsrf(value).as_bytes() == sent.as_bytes();
        let fits = |(name, value): (&str, &str)| match name.trim() {
            "stoa_session" => is_sessions(value.trim()),
            session::XSRF_COOKIE => caller.token.is_none() && value.trim().as_bytes() == sent.as_bytes(),
            _ => false,
        };
        let is_none = caller.token.is_none() && sent.is_empty();
        assert!(is_none || values.any(fits), "a token that is not the session's was let in: {headers:?}");
    }
}
