//! The rules of `[push]`.

use std::net::IpAddr;

use super::table::Config;

impl Config {
    /// Returns why browsers would not allow push notifications, if they are enabled.
    pub(super) fn push_problem(&self) -> Option<&'static str> {
        let base_url = &self.server.base_url;
        if !self.push.enabled || is_secure(base_url.origin()) {
            None
        } else if base_url.is_empty() {
            Some("push.enabled is true, but server.base_url is not set; push services need it")
        } else {
            Some(
                "push.enabled is true, but server.base_url is not https; browsers allow push notifications only over https",
            )
        }
    }
}

/// Returns whether browsers treat an origin as secure: https, or this machine.
fn is_secure(origin: &str) -> bool {
    let host = match origin.split_once("://") {
        Some(("https", _)) => return true,
        Some((_, authority)) => match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => host,
            _ => authority,
        },
        None => return false,
    };
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost"
        || host.ends_with(".localhost")
        || address.is_ok_and(|address| address.is_loopback())
}
