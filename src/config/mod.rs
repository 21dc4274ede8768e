//! Configuration: flags over `STOA_SECTION_KEY` over the files that `STOA_SECTION_KEY_FILE` names over systemd's
//! credentials over a TOML file over defaults.
//!
//! One table below holds every key with its type, default and reason; `config.example.toml` is rendered from it.
//! A key that the table does not hold is an error that names its line and the nearest key.

mod load;
mod values;

use std::fmt;
use std::path::PathBuf;

use serde_json::Value;
use toml::de::DeValue;

pub use load::{Environment, Loaded, Source, file_in_use, places};
pub use values::{Address, Addresses, BaseUrl, CommonPasswords, LogFormat, Mode, Networks, Schedule, Secret, Signup};
use values::{Setting, are_origins, is_log_filter, is_password_length, is_schedule, is_site_title};

/// What is wrong with a configuration, for the person who wrote it.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigError(pub String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

macro_rules! settings {
    ($($(#[doc = $section_doc:literal])* $section:ident { $($(#[doc = $doc:literal])* $key:ident: $type:ty = $default:expr $(, where $check:path)?;)* })*) => {
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
                    let value: $type = Setting::from_toml(value).ok_or(<$type as Setting>::EXPECTED)?;
                    $($check(&value)?;)?
                    self.$section.$key = value;
                    return Ok(());
                })*)*
                Err("a known key")
            }

            fn set_text(&mut self, key: &str, text: &str) -> Result<(), &'static str> {
                $($(if key == concat!(stringify!($section), ".", stringify!($key)) {
                    let value: $type = Setting::from_text(text).ok_or(<$type as Setting>::EXPECTED)?;
                    $($check(&value)?;)?
                    self.$section.$key = value;
                    return Ok(());
                })*)*
                Err("a known key")
            }

            /// Every key with its value as JSON, in the order of the table. What is secret is not shown.
            pub fn values(&self) -> Vec<(&'static str, Value)> {
                vec![$($((concat!(stringify!($section), ".", stringify!($key)), self.$section.$key.to_json()),)*)*]
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
                        text += &format!("#{} = {}\n", stringify!($key), defaults.$section.$key.to_json());
                    )*
                )*
                text
            }
        }
    };
}

const EXAMPLE_HEAD: &str = "# Every key of Stoa's configuration with its default. Uncomment what you change.
# Flags win over environment variables, those over this file. Each variable has a second form whose name ends in _FILE:
# it names a file that holds the value.
";

settings! {
    /// The site as its visitors see it.
    site {
        /// Shown in the header and in the titles of pages.
        title: String = "Stoa".to_owned(), where is_site_title;
    }
    /// Where and how the site is reached.
    server {
        /// One address or a list of them: "127.0.0.1:8080" (port 0 takes a free one and prints it), "unix:/run/stoa/stoa.sock",
        /// or "systemd" for the sockets that systemd hands over; those replace the default by themselves.
        listen: Addresses = Addresses::tcp("127.0.0.1:8080");
        /// Who may connect to a unix socket, as chmod writes it.
        unix_mode: Mode = Mode(0o660);
        /// The address under which visitors see the site, such as https://qa.example.org or https://example.org/forum. With
        /// https, cookies become Secure. A proxy may take the path away or leave it.
        base_url: BaseUrl = BaseUrl::default();
        /// Other origins whose pages may use this site, each as scheme://host:port.
        allowed_origins: Vec<String> = Vec::new(), where are_origins;
        /// Proxies whose X-Forwarded-For is believed: addresses, networks, or "local" for loopback, private ones and unix sockets.
        trusted_proxies: Networks = Networks::default();
    }
    /// Encryption by the server itself, for TCP. Behind a proxy that does it, leave both empty.
    tls {
        /// A file with the certificate and those that it needs (PEM). Read again at SIGHUP.
        cert: PathBuf = PathBuf::new();
        /// The file with its key (PEM).
        key: PathBuf = PathBuf::new();
    }
    /// Where the data is.
    data {
        /// The directory of stoa.db. Empty: the system's place for it.
        dir: PathBuf = PathBuf::new();
    }
    /// Signing up and logging in.
    auth {
        /// Fewest characters of a password, at most 256.
        min_password_length: u32 = 8, where is_password_length;
        /// "refuse" or "allow" passwords that are on the list of common ones.
        common_passwords: CommonPasswords = CommonPasswords::Refuse;
        /// Who may sign up: "open" (everybody), "invite" (who has a link of an administrator's or of `stoa user invite`) or "closed".
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
        schedule: String = String::new(), where is_schedule;
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
        level: String = "info".to_owned(), where is_log_filter;
        /// "pretty" (with colours), "text", "json", or "auto": pretty on a terminal, for the journal under systemd, else text.
        format: LogFormat = LogFormat::Auto;
        /// Queries that take longer are named in the log, without their values. In milliseconds; 0 names none.
        slow_query_ms: u32 = 200;
    }
    /// Numbers for Prometheus. With neither key they are not counted.
    metrics {
        /// Addresses of a listener for /metrics alone, such as "127.0.0.1:9090".
        listen: Addresses = Addresses::default();
        /// Whoever sends it as "Authorization: Bearer …" gets /metrics from the site itself.
        token: Secret = Secret::default();
    }
}

impl Config {
    /// Reads the file (if any) and the environment, which yields every variable of the process.
    pub fn load(file: Option<&std::path::Path>, environment: impl Iterator<Item = (String, String)>) -> Result<Self, ConfigError> {
        Loaded::load(file, &environment.collect()).map(|loaded| loaded.config)
    }

    /// Whether browsers reach the site by https.
    pub fn is_https(&self) -> bool {
        self.server.base_url.starts_with("https://") || self.has_tls()
    }

    /// Whether the server itself encrypts.
    pub fn has_tls(&self) -> bool {
        !self.tls.cert.as_os_str().is_empty()
    }

    /// Whether metrics are counted.
    pub fn has_metrics(&self) -> bool {
        !self.metrics.listen.is_empty() || !self.metrics.token.expose().is_empty()
    }

    /// The data directory: the configured one, else the place the system has for it.
    pub fn data_dir(&self) -> PathBuf {
        if !self.data.dir.as_os_str().is_empty() {
            return self.data.dir.clone();
        }
        let place = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        place("STATE_DIRECTORY")
            .or_else(|| place("XDG_DATA_HOME").map(|dir| dir.join("stoa")))
            .or_else(|| place("HOME").filter(|home| home.as_os_str() != "/root").map(|home| home.join(".local/share/stoa")))
            .unwrap_or_else(|| PathBuf::from("/var/lib/stoa"))
    }
}

/// The environment variable of a key.
pub fn variable(key: &str) -> String {
    format!("STOA_{}", key.replace('.', "_").to_uppercase())
}

#[cfg(test)]
mod tests;
