//! The address that an operator should configure, found in a request.

use std::net::IpAddr;

use super::table::Config;
use super::values::BaseUrl;

/// The longest host and port, in bytes: a DNS name has at most 253.
const MAX_HOST_LENGTH: usize = 260;
/// The last labels of names that are not public (RFC 6761, RFC 6762, RFC 8375, and what routers use).
const PRIVATE_SUFFIXES: [&str; 8] = [
    ".localhost",
    ".local",
    ".internal",
    ".home.arpa",
    ".home",
    ".lan",
    ".test",
    ".localdomain",
];

impl Config {
    /// Returns the value that `server.base_url` should have, if it is empty and a request has this
    /// `Host`: a public name, or any name over https. Any client can invent a `Host`.
    pub fn missing_base_url(&self, is_https: bool, host: &str) -> Option<BaseUrl> {
        if !self.server.base_url.is_empty() || host.len() > MAX_HOST_LENGTH || host.contains('/') {
            return None;
        }
        let name = host.split_once(':').map_or(host, |(name, _)| name);
        let name = name.to_ascii_lowercase();
        if host.starts_with('[') || name == "localhost" || name.parse::<IpAddr>().is_ok() {
            return None;
        }
        let is_private = || {
            let name = format!(".{name}");
            !name[1..].contains('.') || PRIVATE_SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
        };
        if !is_https && is_private() {
            return None;
        }
        let scheme = if is_https { "https" } else { "http" };
        BaseUrl::parse(&format!("{scheme}://{host}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_name_should_be_configured() {
        let mut config = Config::default();
        let missing = |config: &Config, is_https, host: &str| {
            let url = config.missing_base_url(is_https, host);
            url.map_or(String::new(), |url| url.to_string())
        };
        for (host, http, https) in [
            (
                "qa.example.org",
                "http://qa.example.org",
                "https://qa.example.org",
            ),
            (
                "QA.example.org:8443",
                "http://qa.example.org:8443",
                "https://qa.example.org:8443",
            ),
            ("attic", "", "https://attic"),
            ("attic.local:8080", "", "https://attic.local:8080"),
            ("localhost:8080", "", ""),
            ("192.0.2.7", "", ""),
            ("[2001:db8::7]:8080", "", ""),
            ("", "", ""),
            ("evil\"]\n.example", "", ""),
            ("qa.example.org/path", "", ""),
            (&format!("{}.example", "x".repeat(1_000)), "", ""),
        ] {
            assert_eq!(missing(&config, false, host), http, "{host}");
            assert_eq!(missing(&config, true, host), https, "{host}");
        }
        config.server.base_url = BaseUrl::parse("http://qa.example.org").unwrap();
        assert_eq!(missing(&config, true, "qa.example.org"), "");
    }
}
