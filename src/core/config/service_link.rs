//! Variables that are not meant for the program.

use std::net::IpAddr;

/// Returns whether Kubernetes sets this variable for a service whose name begins with `stoa`, such as
/// `STOA_PORT=tcp://10.0.0.1:80`: it does so in every container beside the service.
pub(super) fn is_service_link(name: &str, value: &str) -> bool {
    const PROTOCOLS: [&str; 3] = ["tcp", "udp", "sctp"];
    let is_port = |text: &str| text.parse::<u16>().is_ok();
    let is_url = || {
        value
            .split_once("://")
            .is_some_and(|(protocol, _)| PROTOCOLS.contains(&protocol))
    };
    if name.ends_with("_SERVICE_HOST") {
        return value.parse::<IpAddr>().is_ok();
    }
    if name.ends_with("_SERVICE_PORT") || name.contains("_SERVICE_PORT_") {
        return is_port(value);
    }
    if name.ends_with("_PORT") && is_url() {
        return true;
    }
    // STOA_PORT_80_TCP, and the same with _PROTO, _PORT or _ADDR.
    let Some((_, rest)) = name.rsplit_once("_PORT_") else {
        return false;
    };
    let mut parts = rest.split('_');
    let (number, protocol, part) = (parts.next(), parts.next(), parts.next());
    number.is_some_and(is_port)
        && protocol.is_some_and(|name| PROTOCOLS.contains(&name.to_lowercase().as_str()))
        && parts.next().is_none()
        && match part {
            None => is_url(),
            Some("PROTO") => PROTOCOLS.contains(&value),
            Some("PORT") => is_port(value),
            Some("ADDR") => value.parse::<IpAddr>().is_ok(),
            Some(_) => false,
        }
}
