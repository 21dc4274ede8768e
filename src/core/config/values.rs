//! The types of configuration values. Invalid values are rejected when they are parsed.

use std::fmt;
use std::net::IpAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use serde_json::{Value, json};
use toml::de::DeValue;

/// A type of configuration value.
pub trait Setting: Sized {
    /// Describes valid values; completes "must be …".
    const EXPECTED: &'static str;
    /// Reads the value of a TOML file.
    fn from_toml(value: &DeValue<'_>) -> Option<Self>;
    /// Parses an environment variable, a flag, or a file with one value.
    fn from_text(text: &str) -> Option<Self>;
    /// Returns the value as JSON that is also valid TOML with the same meaning.
    fn to_json(&self) -> Value;
}

/// Implements [`Setting`] for types that are written as a string.
macro_rules! string_settings {
    ($($type:ty, $expected:literal, $parse:expr, $show:expr;)*) => {
        $(impl Setting for $type {
            const EXPECTED: &'static str = $expected;
            fn from_toml(value: &DeValue<'_>) -> Option<Self> {
                value.as_str().and_then(Self::from_text)
            }
            fn from_text(text: &str) -> Option<Self> {
                $parse(text)
            }
            fn to_json(&self) -> Value {
                $show(self)
            }
        })*
    };
}

string_settings! {
    String, "a string in quotes", |text: &str| Some(text.to_owned()), |text: &Self| json!(text);
    PathBuf, "a path in quotes", |text: &str| Some(Self::from(text)), |path: &Self| json!(path.display().to_string());
    Secret, "a string in quotes", |text: &str| Some(Self(text.to_owned())), Secret::hidden;
    BaseUrl, "an address such as https://qa.example.org or https://example.org/forum, without a query", Self::parse, |url: &Self| json!(url.text);
    Mode, "a mode such as \"0660\"", |text| u32::from_str_radix(text, 8).ok().filter(|mode| *mode <= 0o777).map(Self), |mode: &Self| json!(format!("{:04o}", mode.0));
}

impl Setting for bool {
    const EXPECTED: &'static str = "true or false";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        value.as_bool()
    }
    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn to_json(&self) -> Value {
        json!(self)
    }
}

impl Setting for u32 {
    const EXPECTED: &'static str = "a whole number";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        let number = value.as_integer()?;
        u32::from_str_radix(number.as_str(), number.radix()).ok()
    }
    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn to_json(&self) -> Value {
        json!(self)
    }
}

impl Setting for Vec<String> {
    const EXPECTED: &'static str = "a list of strings";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        value
            .as_array()?
            .iter()
            .map(|item| item.get_ref().as_str().map(str::to_owned))
            .collect()
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(
            text.split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .map(str::to_owned)
                .collect(),
        )
    }
    fn to_json(&self) -> Value {
        json!(self)
    }
}

impl Setting for Networks {
    const EXPECTED: &'static str = "a list of addresses, networks or \"local\"";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        Vec::from_toml(value).and_then(Self::parse)
    }
    fn from_text(text: &str) -> Option<Self> {
        Vec::from_text(text).and_then(Self::parse)
    }
    fn to_json(&self) -> Value {
        json!(self.names)
    }
}

impl Setting for Addresses {
    const EXPECTED: &'static str =
        "an address such as \"127.0.0.1:8080\", \"unix:/path\" or \"systemd\", or a list of them";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        match value.as_str() {
            Some(text) => Self::from_text(text),
            None => Vec::from_toml(value)?
                .iter()
                .map(|text| Address::parse(text))
                .collect::<Option<_>>()
                .map(Self),
        }
    }
    fn from_text(text: &str) -> Option<Self> {
        Vec::from_text(text)?
            .iter()
            .map(|text| Address::parse(text))
            .collect::<Option<_>>()
            .map(Self)
    }
    fn to_json(&self) -> Value {
        match &*self.0 {
            [] => json!(""),
            [one] => json!(one.to_string()),
            several => json!(several.iter().map(Address::to_string).collect::<Vec<_>>()),
        }
    }
}

/// Defines settings with a fixed set of keywords.
macro_rules! keyword_settings {
    ($($(#[doc = $doc:literal])* $type:ident, $expected:literal, $($variant:ident = $word:literal),*;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
            pub enum $type { $(#[schema(rename = $word)] $variant),* }

            impl $type {
                /// Returns the keyword.
                pub fn word(self) -> &'static str {
                    match self { $(Self::$variant => $word),* }
                }

                /// Returns the value of a keyword.
                pub fn from_word(word: &str) -> Option<Self> {
                    match word { $($word => Some(Self::$variant),)* _ => None }
                }
            }

            string_settings! {
                $type, $expected, Self::from_word, |word: &Self| json!(word.word());
            }
        )*
    };
}

keyword_settings! {
    /// Whether passwords on the list of common passwords are accepted.
    CommonPasswords, "\"refuse\" or \"allow\"", Refuse = "refuse", Allow = "allow";
    /// Who needs a second factor.
    SecondFactor, "\"optional\" or \"staff\"", Optional = "optional", Staff = "staff";
    /// Who may sign up.
    Signup, "\"open\", \"approval\", \"invite\" or \"closed\"", Open = "open", Approval = "approval", Invite = "invite", Closed = "closed";
    /// Who may read what every member may read.
    Reading, "\"members\" or \"everyone\"", Members = "members", Everyone = "everyone";
    /// The language of most texts.
    Language, "\"en\", \"cs\", \"da\", \"de\", \"es\", \"fi\", \"fr\", \"hu\", \"it\", \"nl\", \"no\", \"pl\", \"pt\", \"ro\", \"sv\" or \"tr\"",
        English = "en", Czech = "cs", Danish = "da", German = "de", Spanish = "es", Finnish = "fi", French = "fr", Hungarian = "hu",
        Italian = "it", Dutch = "nl", Norwegian = "no", Polish = "pl", Portuguese = "pt", Romanian = "ro", Swedish = "sv", Turkish = "tr";
    /// How the connection to the mail server is encrypted.
    MailTls, "\"implicit\", \"starttls\" or \"none\"", Implicit = "implicit", StartTls = "starttls", None = "none";
    /// The format of the log.
    LogFormat, "\"auto\", \"pretty\", \"text\" or \"json\"", Auto = "auto", Pretty = "pretty", Text = "text", Json = "json";
}

/// A value that is never printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns the secret value.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn hidden(&self) -> Value {
        json!(if self.0.is_empty() { "" } else { "(hidden)" })
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() {
            "(none)"
        } else {
            "(hidden)"
        })
    }
}

/// File permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode(pub u32);

/// The public address of the site, or empty. Dereferences to its text, which has no slash at the
/// end.
///
/// Not parsed by the `url` crate, which repairs `..`, backslashes and `https:host`: they are
/// rejected here, because origins and paths are compared byte by byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseUrl {
    text: String,
    /// The length of the origin in bytes.
    origin_length: usize,
}

impl BaseUrl {
    /// Parses an address with scheme `http` or `https`, a host, and optionally a port and a path.
    /// Lower-cases the host and drops the default port, as browsers do in origins.
    pub fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        let (scheme, rest) = text.split_once("://")?;
        let (authority, path) = rest
            .find('/')
            .map_or((rest, ""), |slash| rest.split_at(slash));
        let default_port = match scheme {
            "https" => ":443",
            "http" => ":80",
            _ => return None,
        };
        // Browsers omit the default port in an origin.
        let authority = authority.strip_suffix(default_port).unwrap_or(authority);
        if !is_authority(authority) {
            return None;
        }
        let path = path.trim_end_matches('/');
        let is_segment = |segment: &str| {
            !matches!(segment, "" | "." | "..")
                && segment
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
        };
        if !path.split('/').skip(1).all(is_segment) {
            return None;
        }
        let origin = format!("{scheme}://{}", authority.to_ascii_lowercase());
        Some(Self {
            text: format!("{origin}{path}"),
            origin_length: origin.len(),
        })
    }

    /// Returns the origin: scheme, host and port.
    pub fn origin(&self) -> &str {
        &self.text[..self.origin_length]
    }

    /// Returns the path of the site: empty, or with a slash at its start and none at its end.
    pub fn path(&self) -> &str {
        &self.text[self.origin_length..]
    }
}

impl Deref for BaseUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// Whether the text is a host with an optional port.
fn is_authority(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (text, None),
    };
    let is_host = match host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
    {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
        }
    };
    is_host && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

/// An address to listen on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// Host and port.
    Tcp(String),
    /// A Unix socket.
    Unix(PathBuf),
    /// The sockets of systemd socket activation.
    Systemd,
}

impl Address {
    fn parse(text: &str) -> Option<Self> {
        if text == "systemd" {
            return Some(Self::Systemd);
        }
        if let Some(path) = text.strip_prefix("unix:") {
            return path.starts_with('/').then(|| Self::Unix(path.into()));
        }
        let has_port = text
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        (has_port && is_authority(text)).then(|| Self::Tcp(text.to_owned()))
    }

    /// Returns the address at which this machine reaches a listener: for a wildcard, which listens on all
    /// addresses, the loopback address.
    pub fn local(&self) -> String {
        let address = self.to_string();
        match address.rsplit_once(':') {
            Some(("0.0.0.0", port)) => format!("127.0.0.1:{port}"),
            Some(("[::]", port)) => format!("[::1]:{port}"),
            _ => address,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => f.write_str(address),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
            Self::Systemd => f.write_str("systemd"),
        }
    }
}

/// Addresses to listen on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses(pub Vec<Address>);

impl Addresses {
    /// Returns a single TCP address.
    pub fn tcp(address: &str) -> Self {
        Self(vec![Address::Tcp(address.to_owned())])
    }
}

impl Deref for Addresses {
    type Target = [Address];

    fn deref(&self) -> &[Address] {
        &self.0
    }
}

/// Networks of trusted proxies, or of the receivers of webhooks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks {
    names: Vec<String>,
    networks: Vec<IpNet>,
}

impl Networks {
    /// Whether one of the networks contains the address.
    pub fn contains(&self, address: IpAddr) -> bool {
        // A dual-stack listener reports IPv4 addresses as ::ffff:1.2.3.4.
        let address = address.to_canonical();
        self.networks
            .iter()
            .any(|network| network.contains(&address))
    }

    /// Returns the networks.
    pub fn ranges(&self) -> &[IpNet] {
        &self.networks
    }

    /// Whether connections over a Unix socket are trusted.
    pub fn has_local(&self) -> bool {
        self.names.iter().any(|name| name == LOCAL)
    }

    /// Parses addresses, networks and the name `local`.
    pub fn parse(names: Vec<String>) -> Option<Self> {
        const NETWORKS: [&str; 7] = [
            "127.0.0.0/8",
            "::1/128",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "fc00::/7",
            "fe80::/10",
        ];
        let mut networks = Vec::new();
        for name in &names {
            let parse = |text: &str| {
                text.parse::<IpNet>()
                    .ok()
                    .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
            };
            match name.as_str() {
                LOCAL => networks.extend(NETWORKS.iter().filter_map(|text| parse(text))),
                other => networks.push(parse(other)?),
            }
        }
        Some(Self { names, networks })
    }
}

/// The name of loopback addresses, private networks and Unix sockets.
const LOCAL: &str = "local";

/// A recurring time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every day, this long after midnight UTC.
    Daily(Duration),
    /// This long after the previous time.
    Every(Duration),
}

impl Schedule {
    /// Parses a time of day such as `03:30`, or an interval such as `6h` or `90m`.
    pub fn parse(text: &str) -> Option<Self> {
        let seconds = |count: &str, unit: u64| Some(u64::from(count.parse::<u16>().ok()?) * unit);
        if let Some((hours, minutes)) = text.split_once(':') {
            let below = |text: &str, limit: u16| {
                text.len() == 2 && text.parse::<u16>().is_ok_and(|number| number < limit)
            };
            let time = seconds(hours, 3_600)? + seconds(minutes, 60)?;
            return (below(hours, 24) && below(minutes, 60))
                .then(|| Self::Daily(Duration::from_secs(time)));
        }
        let interval = match text.strip_suffix('h') {
            Some(hours) => seconds(hours, 3_600)?,
            None => seconds(text.strip_suffix('m')?, 60)?,
        };
        (interval > 0).then(|| Self::Every(Duration::from_secs(interval)))
    }
}
