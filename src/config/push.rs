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

/// Rejects entries that are neither names nor patterns.
pub(super) fn check_push_hosts(hosts: &[String]) -> Result<(), &'static str> {
    let is_name = |name: &str| {
        let is_part = |part: &str| {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            !part.is_empty() && part.bytes().all(is_letter)
        };
        name.split('.').all(is_part)
    };
    let is_pattern =
        |host: &String| host == "*" || is_name(host.strip_prefix("*.").unwrap_or(host));
    if hosts.iter().all(is_pattern) {
        Ok(())
    } else {
        Err("a list of hosts such as \"push.example.org\" or \"*.example.org\"")
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
