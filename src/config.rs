//! Configuration: flags over `STOA_SECTION_KEY` over a TOML file over defaults.
//!
//! One table below holds every key with its type, default and reason; `config.example.toml` is rendered from it.
//! A key that the table does not hold is an error that names its line and the nearest key.

use std::fmt;
use std::path::{Path, PathBuf};

use ipnet::IpNet;
use toml::de::{DeTable, DeValue};

/// What is wrong with a configuration, for the person who wrote it.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigError(pub String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// A type that a key can have.
trait Setting: Sized {
    /// What the type takes, to complete "expected …".
    const EXPECTED: &'static str;
    fn from_toml(value: &DeValue<'_>) -> Option<Self>;
    /// From an environment variable or a flag.
    fn from_text(text: &str) -> Option<Self>;
    fn to_toml(&self) -> String;
}

macro_rules! settings {
    ($($(#[doc = $section_doc:literal])* $section:ident { $($(#[doc = $doc:literal])* $key:ident: $type:ty = $default:expr;)* })*) => {
        /// The whole configuration.
        #[derive(Clone, Debug)]
        pub struct Config { $($(#[doc = $section_doc])* pub $section: sections::$section,)* }

        #[allow(non_camel_case_types)]
        pub mod sections {
            use super::*;
            $($(#[doc = $section_doc])* #[derive(Clone, Debug)] pub struct $section { $($(#[doc = $doc])* pub $key: $type,)* })*
        }

        impl Default for Config {
            fn default() -> Self {
                Self { $($section: sections::$section { $($key: $default,)* },)* }
            }
        }

        /// Every key as `section.key`.
        pub const KEYS: &[&str] = &[$($(concat!(stringify!($section), ".", stringify!($key)),)*)*];

        impl Config {
            fn set_toml(&mut self, key: &str, value: &DeValue<'_>) -> Result<(), &'static str> {
                $($(if key == concat!(stringify!($section), ".", stringify!($key)) {
                    self.$section.$key = Setting::from_toml(value).ok_or(<$type as Setting>::EXPECTED)?;
                    return Ok(());
                })*)*
                Err("a known key")
            }

            fn set_text(&mut self, key: &str, text: &str) -> Result<(), &'static str> {
                $($(if key == concat!(stringify!($section), ".", stringify!($key)) {
                    self.$section.$key = Setting::from_text(text).ok_or(<$type as Setting>::EXPECTED)?;
                    return Ok(());
                })*)*
                Err("a known key")
            }

            /// The text of `config.example.toml`: every key, commented out, with its default.
            pub fn example() -> String {
                let defaults = Config::default();
                let mut text = String::from(EXAMPLE_HEAD);
                $(
                    text += "\n";
                    $(text += &format!("#{}\n", $section_doc);)*
                    text += concat!("[", stringify!($section), "]\n");
                    $(
                        $(text += &format!("#{}\n", $doc);)*
                        text += &format!("# Environment: {}\n", variable(concat!(stringify!($section), ".", stringify!($key))));
                        text += &format!("#{} = {}\n", stringify!($key), defaults.$section.$key.to_toml());
                    )*
                )*
                text
            }
        }
    };
}

const EXAMPLE_HEAD: &str = "# Every key of Stoa's configuration with its default. Uncomment what you change.
# Flags win over environment variables, those over this file.
";

settings! {
    /// The site as its visitors see it.
    site {
        /// Shown in the header and in the titles of pages.
        title: String = "Stoa".to_owned();
    }
    /// Where and how the site is reached.
    server {
        /// Address and port; port 0 takes a free one and prints it.
        listen: String = "127.0.0.1:8080".to_owned();
        /// The address under which visitors see the site, such as https://qa.example.org. With https, cookies become Secure.
        base_url: String = String::new();
        /// Other origins whose pages may use this site, each as scheme://host:port.
        allowed_origins: Vec<String> = Vec::new();
        /// Proxies whose X-Forwarded-For is believed: addresses, networks, or "local" for loopback and private ones.
        trusted_proxies: Networks = Networks::default();
    }
    /// Where the data is.
    data {
        /// The directory of stoa.db. Empty: the system's place for it.
        dir: PathBuf = PathBuf::new();
    }
    /// Signing up and logging in.
    auth {
        /// Fewest characters of a password.
        min_password_length: u32 = 8;
        /// "refuse" or "allow" passwords that are on the list of common ones.
        common_passwords: CommonPasswords = CommonPasswords::Refuse;
        /// Who may sign up: "open", "invite" or "closed".
        signup: Signup = Signup::Open;
    }
    /// How often things may be done.
    limits {
        /// Rate limits and growing delays after failed logins. Limits on sizes always hold.
        enabled: bool = true;
    }
    /// Parts of the site that can be switched off.
    features {
        /// Voice navigation.
        voice: bool = true;
        /// Games and their leaderboard.
        games: bool = true;
        /// The global chat and direct messages.
        chat: bool = true;
    }
    /// The first administrator, made by `serve` and `setup` as long as there is none. Other accounts are not touched.
    admin {
        /// His name. Empty: `serve` prints a link by which whoever sees it sets the site up.
        username: String = String::new();
        /// His password. Better in a file, which STOA_ADMIN_PASSWORD_FILE names, or among systemd's credentials.
        password: Secret = Secret::default();
    }
    /// Backups that the server makes by itself.
    backup {
        /// When: a time of day in UTC such as "03:30", an interval such as "6h", or empty for never.
        schedule: String = String::new();
        /// Where to. Empty: backups in the data directory.
        dir: PathBuf = PathBuf::new();
        /// How many of the last ones are kept, whenever they were made; all four at 0 keep every one.
        keep_last: u32 = 0;
        /// For so many days the last one of each.
        keep_daily: u32 = 7;
        /// For so many weeks the last one of each.
        keep_weekly: u32 = 4;
        /// For so many months the last one of each.
        keep_monthly: u32 = 0;
    }
    /// What the server tells about itself on its standard error.
    log {
        /// "error", "warn", "info", "debug" or "trace", or a filter such as "stoa=debug,info".
        level: String = "info".to_owned();
    }
}

impl Config {
    /// Reads the file (if any) and the environment. `environment` yields every variable of the process.
    pub fn load(file: Option<&Path>, environment: impl Iterator<Item = (String, String)>) -> Result<Self, ConfigError> {
        let mut config = Config::default();
        if let Some(path) = file {
            let text = std::fs::read_to_string(path).map_err(|error| ConfigError(format!("cannot read {}: {error}", path.display())))?;
            config.apply_toml(&text, &path.display().to_string())?;
        }
        config.apply_environment(environment)?;
        Ok(config)
    }

    /// Whether browsers reach the site by https.
    pub fn is_https(&self) -> bool {
        self.server.base_url.starts_with("https://")
    }

    fn apply_toml(&mut self, text: &str, name: &str) -> Result<(), ConfigError> {
        let line = |offset: usize| text[..offset].matches('\n').count() + 1;
        let table = DeTable::parse(text).map_err(|error| {
            let place = error.span().map_or(String::new(), |span| format!(", line {}", line(span.start)));
            ConfigError(format!("{name}{place}: {}", error.message()))
        })?;
        for (section, values) in table.get_ref() {
            let at = format!("{name}, line {}", line(section.span().start));
            let Some(values) = values.get_ref().as_table() else {
                return Err(unknown(&at, section.get_ref()));
            };
            if values.is_empty()
                && !KEYS.iter().any(|key| key.split_once('.').is_some_and(|(known, _)| known == section.get_ref().as_ref()))
            {
                return Err(unknown(&at, section.get_ref()));
            }
            for (key, value) in values {
                let at = format!("{name}, line {}", line(key.span().start));
                let key = format!("{}.{}", section.get_ref(), key.get_ref());
                if !KEYS.contains(&key.as_str()) {
                    return Err(unknown(&at, &key));
                }
                self.set_toml(&key, value.get_ref()).map_err(|expected| ConfigError(format!("{at}: {key} must be {expected}")))?;
            }
        }
        Ok(())
    }

    fn apply_environment(&mut self, environment: impl Iterator<Item = (String, String)>) -> Result<(), ConfigError> {
        for (name, text) in environment.filter(|(name, _)| name.starts_with("STOA_")) {
            // `STOA_CONFIG` names the file itself; STOA_UI_DIST is for developing the UI.
            if matches!(name.as_str(), "STOA_CONFIG" | "STOA_UI_DIST") {
                continue;
            }
            let Some(key) = KEYS.iter().find(|key| variable(key) == name) else {
                return Err(ConfigError(format!(
                    "unknown environment variable {name}{}",
                    nearest(&name, KEYS.iter().map(|key| variable(key)))
                )));
            };
            self.set_text(key, &text).map_err(|expected| ConfigError(format!("environment variable {name} must be {expected}")))?;
        }
        Ok(())
    }

    /// The data directory: the configured one, else the place the system has for it.
    pub fn data_dir(&self) -> PathBuf {
        if !self.data.dir.as_os_str().is_empty() {
            return self.data.dir.clone();
        }
        let place = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        place("STATE_DIRECTORY")
            .or_else(|| place("XDG_DATA_HOME").map(|dir| dir.join("stoa")))
            .or_else(|| place("HOME").filter(|home| home != Path::new("/root")).map(|home| home.join(".local/share/stoa")))
            .unwrap_or_else(|| PathBuf::from("/var/lib/stoa"))
    }
}

/// The environment variable of a key.
fn variable(key: &str) -> String {
    format!("STOA_{}", key.replace('.', "_").to_uppercase())
}

fn unknown(at: &str, key: &str) -> ConfigError {
    ConfigError(format!("{at}: unknown key {key}{}", nearest(key, KEYS.iter().map(|key| (*key).to_owned()))))
}

fn nearest(name: &str, known: impl Iterator<Item = String>) -> String {
    let best = known.map(|known| (strsim::damerau_levenshtein(name, &known), known)).min();
    best.map_or(String::new(), |(_, known)| format!("; did you mean {known}?"))
}

/// What happens to a password that is on the list of common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonPasswords {
    Refuse,
    Allow,
}

/// Who may sign up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signup {
    Open,
    Invite,
    Closed,
}

/// A text that is never shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text, for what needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "(none)" } else { "(hidden)" })
    }
}

/// Networks of trusted proxies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Vec<String>, Vec<IpNet>);

impl Networks {
    /// Whether the address belongs to one of the networks.
    pub fn contains(&self, address: std::net::IpAddr) -> bool {
        // A listener for both IP versions shows IPv4 addresses as ::ffff:1.2.3.4.
        let address = address.to_canonical();
        self.1.iter().any(|network| network.contains(&address))
    }

    fn parse(names: Vec<String>) -> Option<Self> {
        const LOCAL: [&str; 7] = ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fe80::/10"];
        let mut networks = Vec::new();
        for name in &names {
            let parse = |text: &str| text.parse::<IpNet>().ok().or_else(|| text.parse::<std::net::IpAddr>().ok().map(IpNet::from));
            match name.as_str() {
                "local" => networks.extend(LOCAL.iter().filter_map(|text| parse(text))),
                other => networks.push(parse(other)?),
            }
        }
        Some(Self(names, networks))
    }
}

impl Setting for String {
    const EXPECTED: &'static str = "a text in quotes";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
    fn to_toml(&self) -> String {
        format!("{self:?}")
    }
}

impl Setting for Secret {
    const EXPECTED: &'static str = "a text in quotes";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        String::from_toml(value).map(Self)
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(Self(text.to_owned()))
    }
    fn to_toml(&self) -> String {
        if self.0.is_empty() { "\"\"".to_owned() } else { "\"(hidden)\"".to_owned() }
    }
}

impl Setting for PathBuf {
    const EXPECTED: &'static str = "a path in quotes";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        value.as_str().map(PathBuf::from)
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(PathBuf::from(text))
    }
    fn to_toml(&self) -> String {
        format!("{:?}", self.display().to_string())
    }
}

impl Setting for bool {
    const EXPECTED: &'static str = "true or false";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        value.as_bool()
    }
    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn to_toml(&self) -> String {
        self.to_string()
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
    fn to_toml(&self) -> String {
        self.to_string()
    }
}

impl Setting for Vec<String> {
    const EXPECTED: &'static str = "a list of texts";
    fn from_toml(value: &DeValue<'_>) -> Option<Self> {
        value.as_array()?.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
    }
    fn from_text(text: &str) -> Option<Self> {
        Some(text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect())
    }
    fn to_toml(&self) -> String {
        format!("{self:?}")
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
    fn to_toml(&self) -> String {
        self.0.to_toml()
    }
}

/// A setting that is one of a few words.
macro_rules! words {
    ($type:ident, $expected:literal, $($variant:ident = $word:literal),*) => {
        impl Setting for $type {
            const EXPECTED: &'static str = $expected;
            fn from_toml(value: &DeValue<'_>) -> Option<Self> {
                value.as_str().and_then(Self::from_text)
            }
            fn from_text(text: &str) -> Option<Self> {
                match text { $($word => Some(Self::$variant),)* _ => None }
            }
            fn to_toml(&self) -> String {
                match self { $(Self::$variant => format!("{:?}", $word),)* }
            }
        }
    };
}
words!(CommonPasswords, "\"refuse\" or \"allow\"", Refuse = "refuse", Allow = "allow");
words!(Signup, "\"open\", \"invite\" or \"closed\"", Open = "open", Invite = "invite", Closed = "closed");

impl Signup {
    /// The word of the configuration.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invite => "invite",
            Self::Closed => "closed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_toml(text: &str) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        config.apply_toml(text, "config.toml").map(|()| config)
    }

    fn from_environment(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::load(None, variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
    }

    #[test]
    fn the_example_holds_every_key_with_its_default() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("config.example.toml");
        let example = Config::example();
        if std::fs::read_to_string(&path).unwrap_or_default() != example {
            std::fs::write(&path, &example).expect("config.example.toml can be written");
            panic!("config.example.toml was stale and has been rewritten: look at the change and commit it");
        }
        let uncommented: String = example
            .lines()
            .map(|line| if line.starts_with('#') && !line.starts_with("# ") { &line[1..] } else { line })
            .fold(String::new(), |text, line| text + line + "\n");
        let read = from_toml(&uncommented).expect("the example is valid");
        assert_eq!(format!("{read:?}"), format!("{:?}", Config::default()));
        for key in KEYS {
            assert!(uncommented.contains(&format!("\n{} = ", key.split_once('.').unwrap().1)), "{key} is missing");
        }
    }

    #[test]
    fn mistakes_name_their_line_and_the_nearest_key() {
        let check = |text: &str, message: &str| assert_eq!(from_toml(text).unwrap_err().0, message);
        check("[site]\n\ntitel = \"x\"", "config.toml, line 3: unknown key site.titel; did you mean site.title?");
        check("[sight]\ntitle = \"x\"", "config.toml, line 2: unknown key sight.title; did you mean site.title?");
        check("title = \"x\"", "config.toml, line 1: unknown key title; did you mean site.title?");
        check("[limits]\nenabled = \"yes\"", "config.toml, line 2: limits.enabled must be true or false");
        check("[auth]\nsignup = \"maybe\"", "config.toml, line 2: auth.signup must be \"open\", \"invite\" or \"closed\"");
        check(
            "[server]\ntrusted_proxies = [\"ten\"]",
            "config.toml, line 2: server.trusted_proxies must be a list of addresses, networks or \"local\"",
        );
        assert!(from_toml("[site]\ntitle = \n").unwrap_err().0.starts_with("config.toml, line 2: "));
    }

    #[test]
    fn the_environment_wins_over_the_file_and_knows_its_names() {
        let config = from_environment(&[
            ("STOA_SITE_TITLE", "Agora"),
            ("STOA_SERVER_ALLOWED_ORIGINS", "https://a.example, https://b.example"),
            ("PATH", "/bin"),
        ]);
        let config = config.expect("valid");
        assert_eq!((config.site.title.as_str(), config.server.allowed_origins.len()), ("Agora", 2));
        let error = from_environment(&[("STOA_SITE_TITEL", "x")]).unwrap_err();
        assert_eq!(error.0, "unknown environment variable STOA_SITE_TITEL; did you mean STOA_SITE_TITLE?");
        assert!(from_environment(&[("STOA_LIMITS_ENABLED", "no")]).is_err());
    }

    #[test]
    fn local_proxies_are_loopback_and_private_networks() {
        let local = Networks::parse(vec!["local".to_owned(), "203.0.113.7".to_owned()]).unwrap();
        for (address, trusted) in
            [("127.0.0.1", true), ("192.168.1.9", true), ("::1", true), ("203.0.113.7", true), ("203.0.113.8", false), ("8.8.8.8", false)]
        {
            assert_eq!(local.contains(address.parse().unwrap()), trusted, "{address}");
        }
    }
}
