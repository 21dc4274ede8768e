//! Which addresses may be contacted.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, LazyLock};

use hyper::Uri;
use hyper::http::uri::Scheme;
use ipnet::IpNet;

const HTTPS_PORT: u16 = 443;
const HTTP_PORT: u16 = 80;
/// The longest address in bytes.
const ADDRESS_LENGTH: usize = 2_000;

/// The hosts that may be contacted.
#[derive(Clone, Debug)]
pub struct HostList(Vec<String>);

impl HostList {
    /// Creates a list of names, patterns such as `*.example.org` for all names below a name, and `*`
    /// for all names.
    pub fn new(patterns: &[String]) -> Self {
        let lower = patterns.iter().map(|pattern| pattern.to_ascii_lowercase());
        Self(lower.collect())
    }

    /// Returns whether a lower-case name is on the list.
    fn allows(&self, host: &str) -> bool {
        self.0
            .iter()
            .any(|pattern| match pattern.strip_prefix('*') {
                Some(end) => host.len() > end.len() && host.ends_with(end),
                None => host == pattern,
            })
    }
}

/// Where a service of the operator's choice may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// At public IP addresses, over https.
    #[default]
    Public,
    /// Also in a private network or on this machine over https, and on this machine over plain http.
    Private,
    /// Also in these networks, over https or plain http.
    Listed(Arc<[IpNet]>),
}

/// An address that may be contacted, if [`Target::allows`] the IP addresses of its host.
#[derive(Clone, Debug)]
pub struct Target {
    is_https: bool,
    host: String,
    port: u16,
    path: String,
    reach: Reach,
}

impl Target {
    /// Parses an address. Returns `None` unless it is `https` at port 443 without credentials, and its
    /// host is a name on the list.
    pub fn parse(address: &str, hosts: &HostList) -> Option<Self> {
        if address.len() > ADDRESS_LENGTH {
            return None;
        }
        let uri: Uri = address.parse().ok()?;
        let authority = uri.authority()?.as_str();
        let host = authority.strip_suffix(":443").unwrap_or(authority);
        let host = host.to_ascii_lowercase();
        let is_name = host
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
        let is_allowed = uri.scheme() == Some(&Scheme::HTTPS)
            && is_name
            && host.parse::<IpAddr>().is_err()
            && hosts.allows(&host);
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        is_allowed.then(|| Self {
            is_https: true,
            host,
            port: HTTPS_PORT,
            path: path.to_owned(),
            reach: Reach::Public,
        })
    }

    /// Parses the address of a service that the operator has chosen. Returns `None` unless it is `https`, or `http` as
    /// far as `reach` allows it, and has a host and no credentials.
    pub fn of_service(address: &str, reach: Reach) -> Option<Self> {
        if address.len() > ADDRESS_LENGTH {
            return None;
        }
        let uri: Uri = address.parse().ok()?;
        let is_https = match uri.scheme_str()? {
            "https" => true,
            "http" if reach != Reach::Public => false,
            _ => return None,
        };
        let authority = uri.authority()?;
        let default_port = if is_https { HTTPS_PORT } else { HTTP_PORT };
        let port = match authority.as_str().rsplit_once(':') {
            Some((_, port)) if !port.ends_with(']') => port.parse().ok()?,
            _ => default_port,
        };
        let host = authority.host().trim_matches(['[', ']']);
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        let is_host = host.parse::<IpAddr>().is_ok() || host.bytes().all(is_name);
        if authority.as_str().contains('@') || host.is_empty() || !is_host {
            return None;
        }
        Some(Self {
            is_https,
            host: host.to_ascii_lowercase(),
            port,
            path: uri
                .path_and_query()
                .map_or("/", |path| path.as_str())
                .to_owned(),
            reach,
        })
    }

    /// Returns whether the host may have an IP address.
    pub fn allows(&self, address: IpAddr) -> bool {
        match (&self.reach, self.is_https) {
            (Reach::Listed(networks), is_https) => {
                let address = address.to_canonical();
                networks.iter().any(|network| network.contains(&address))
                    || is_https && is_public(address)
            }
            (Reach::Private, false) => address.to_canonical().is_loopback(),
            (Reach::Private, true) => is_public(address) || is_private(address),
            (Reach::Public, _) => is_public(address),
        }
    }

    /// Returns whether the connection is encrypted.
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    /// Returns the name of the host, or its IP address without brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the value of the header `Host`.
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') {
            format!("[{}]", self.host)
        } else {
            self.host.clone()
        };
        match (self.is_https, self.port) {
            (true, HTTPS_PORT) | (false, HTTP_PORT) => host,
            (_, port) => format!("{host}:{port}"),
        }
    }

    /// Returns the path with the query.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the same server with another path.
    #[must_use]
    pub fn at(self, path: String) -> Self {
        Self { path, ..self }
    }

    /// Returns the origin.
    pub fn origin(&self) -> String {
        format!("https://{}", self.host)
    }
}

/// The IPv4 networks that are not public (IANA's registry of special-purpose addresses).
const SPECIAL_V4: [&str; 15] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
];
/// The IPv6 network of the global unicast addresses.
const GLOBAL_V6: &str = "2000::/3";
/// The networks in it that are not public: protocols (with Teredo), documentation, and 6to4.
const SPECIAL_V6: [&str; 4] = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];
/// The network whose last 32 bits are an IPv4 address to which a gateway leads (NAT64).
const NAT64: &str = "64:ff9b::/96";

/// Returns whether an IP address is on the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => !contains(&SPECIAL_V4_NETWORKS, address),
        IpAddr::V6(v6) if contains(&NAT64_NETWORKS, address) => is_public(embedded(v6).into()),
        IpAddr::V6(_) => {
            contains(&GLOBAL_V6_NETWORKS, address) && !contains(&SPECIAL_V6_NETWORKS, address)
        }
    }
}

/// The networks of this machine and of private networks. Link-local addresses are not among them: a cloud's service
/// with the keys of the machine has one.
const PRIVATE: [&str; 7] = [
    "127.0.0.0/8",
    "::1/128",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "fc00::/7",
];

/// Returns whether an IP address is of this machine or of a private network.
fn is_private(address: IpAddr) -> bool {
    contains(&PRIVATE_NETWORKS, address.to_canonical())
}

static PRIVATE_NETWORKS: LazyLock<Vec<IpNet>> = LazyLock::new(|| networks(&PRIVATE));
static SPECIAL_V4_NETWORKS: LazyLock<Vec<IpNet>> = LazyLock::new(|| networks(&SPECIAL_V4));
static SPECIAL_V6_NETWORKS: LazyLock<Vec<IpNet>> = LazyLock::new(|| networks(&SPECIAL_V6));
static GLOBAL_V6_NETWORKS: LazyLock<Vec<IpNet>> = LazyLock::new(|| networks(&[GLOBAL_V6]));
static NAT64_NETWORKS: LazyLock<Vec<IpNet>> = LazyLock::new(|| networks(&[NAT64]));

fn networks(texts: &[&str]) -> Vec<IpNet> {
    let network = |text: &&str| text.parse().expect("a network");
    texts.iter().map(network).collect()
}

fn contains(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

fn embedded(address: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = address.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(patterns: &[&str]) -> HostList {
        let patterns: Vec<String> = patterns.iter().map(|&text| text.to_owned()).collect();
        HostList::new(&patterns)
    }

    #[test]
    fn an_address_has_https_a_listed_name_and_the_usual_port() {
        let hosts = hosts(&["push.test", "*.wild.test"]);
        for address in [
            "https://push.test/a?b=c",
            "https://push.test:443/",
            "https://PUSH.test",
            "https://a.wild.test/",
            "https://a.b.wild.test/",
        ] {
            assert!(Target::parse(address, &hosts).is_some(), "{address}");
        }
        for address in [
            "",
            "/path",
            "push.test",
            "http://push.test/",
            "ftp://push.test/",
            "https://push.test:80/",
            "https://push.test:8443/",
            "https://push.test:/",
            "https://user@push.test/",
            "https://user:password@push.test/",
            "https://push.test@evil.test/",
            "https://evil.test/https://push.test/",
            "https://evil.test#@push.test/",
            "https://evil.test\\@push.test/",
            "https://wild.test/",
            "https://evilwild.test/",
            "https://.wild.test/",
            "https://xpush.test/",
            "https://push.test.evil.test/",
            "https://push.test./",
            "https://p\u{fc}sh.test/",
            "https://push.test/\u{0}",
            "https://push.test/a b",
        ] {
            assert!(Target::parse(address, &hosts).is_none(), "{address}");
        }
        let long = |length| format!("https://push.test/{}", "a".repeat(length - 18));
        assert!(Target::parse(&long(ADDRESS_LENGTH), &hosts).is_some());
        assert!(Target::parse(&long(ADDRESS_LENGTH + 1), &hosts).is_none());
    }

    #[test]
    fn an_address_with_an_ip_address_is_refused_even_if_all_names_are_allowed() {
        let all = hosts(&["*"]);
        assert!(Target::parse("https://any.test/", &all).is_some());
        for host in [
            "127.0.0.1",
            "8.8.8.8",
            "[::1]",
            "[2606:4700::1111]",
            "1.1.1.1:443",
        ] {
            let address = format!("https://{host}/");
            assert!(Target::parse(&address, &all).is_none(), "{address}");
        }
    }

    #[test]
    fn only_public_ip_addresses_are_public() {
        let is_public = |text: &&str| is_public(text.parse().expect("an address"));
        let public = [
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2001:200::1",
            "64:ff9b::8.8.8.8",
        ];
        let refused: Vec<_> = public.iter().filter(|text| !is_public(text)).collect();
        assert!(refused.is_empty(), "{refused:?}");
        let special = [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:10::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "4000::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ];
        let allowed: Vec<_> = special.iter().filter(|text| is_public(text)).collect();
        assert!(allowed.is_empty(), "{allowed:?}");
    }

    #[test]
    fn a_service_may_be_private_only_if_the_operator_says_so() {
        for (address, authority) in [
            ("https://id.test/a?b", "id.test"),
            ("https://ID.test:8443/", "id.test:8443"),
            ("https://192.168.1.5:9000/x", "192.168.1.5:9000"),
            ("https://[::1]:9000/x", "[::1]:9000"),
        ] {
            for reach in [Reach::Public, Reach::Private] {
                let target = Target::of_service(address, reach).expect(address);
                assert_eq!(target.authority(), authority);
            }
        }
        assert!(Target::of_service("http://localhost:9000/", Reach::Public).is_none());
        let plain = Target::of_service("http://localhost:9000/", Reach::Private).expect("allowed");
        for address in [
            "",
            "id.test",
            "javascript:alert(1)",
            "ftp://id.test/",
            "https://user@id.test/",
            "https://id.test:x/",
            "https://id.test:70000/",
        ] {
            assert!(
                Target::of_service(address, Reach::Private).is_none(),
                "{address}"
            );
        }
        let [public, private] = [Reach::Public, Reach::Private]
            .map(|reach| Target::of_service("https://id.test/", reach).expect("an address"));
        for (address, by_public, by_private, by_plain) in [
            ("93.184.215.14", true, true, false),
            ("127.0.0.1", false, true, true),
            ("::1", false, true, true),
            ("::ffff:127.0.0.1", false, true, true),
            ("192.168.1.5", false, true, false),
            ("100.64.0.1", false, true, false),
            ("fd00::1", false, true, false),
            ("169.254.169.254", false, false, false),
            ("fe80::1", false, false, false),
            ("0.0.0.0", false, false, false),
        ] {
            let ip: IpAddr = address.parse().expect("an address");
            let allowed = [&public, &private, &plain].map(|target| target.allows(ip));
            assert_eq!(allowed, [by_public, by_private, by_plain], "{address}");
        }
    }

    #[test]
    fn listed_networks_are_allowed_and_nothing_else_that_is_not_public() {
        let listed: Arc<[IpNet]> = ["192.168.1.0/24", "::1/128"]
            .map(|network| network.parse().expect("a network"))
            .into();
        let [secure, plain] = ["https://hook.test/", "http://hook.test/"].map(|address| {
            Target::of_service(address, Reach::Listed(listed.clone())).expect(address)
        });
        for (address, by_https, by_http) in [
            ("93.184.215.14", true, false),
            ("192.168.1.5", true, true),
            ("::ffff:192.168.1.5", true, true),
            ("::1", true, true),
            ("127.0.0.1", false, false),
            ("192.168.2.5", false, false),
            ("169.254.169.254", false, false),
            ("64:ff9b::c0a8:205", false, false),
            ("fe80::1", false, false),
        ] {
            let ip: IpAddr = address.parse().expect("an address");
            let allowed = [&secure, &plain].map(|target| target.allows(ip));
            assert_eq!(allowed, [by_https, by_http], "{address}");
        }
    }
}
