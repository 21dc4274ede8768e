//! The table of all keys: type, default, description and check. `config.example.toml` is rendered
//! from it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use toml::de::DeValue;

use super::checks::{
    check_embedding, check_log_filter, check_mail_from, check_mail_host, check_mail_port,
    check_mails_per_minute, check_network_limit, check_origins, check_password_length,
    check_push_hosts, check_schedule, check_site_title,
};
use super::providers::Providers;
use super::source::Source;
use super::values::{
    Addresses, BaseUrl, CommonPasswords, Language, LogFormat, MailTls, Mode, Networks, Reading,
    SecondFactor, Secret, Setting, Signup,
};

macro_rules! settings {
    ($($(#[doc = $section_doc:literal])* $section:ident { $($(#[doc = $doc:literal])* $key:ident: $type:ty = $default:expr $(, where $check:path)?;)* })*) => {
        /// The whole configuration.
        #[derive(Clone, Debug)]
        pub struct Config {
            $($(#[doc = $section_doc])* pub $section: sections::$section,)*
            /// Where the values come from. A key without an entry has its default.
            pub sources: BTreeMap<&'static str, Source>,
        }

        #[allow(non_camel_case_types)]
        pub mod sections {
            use super::*;
            $($(#[doc = $section_doc])* #[allow(rustdoc::bare_urls, reason = "the same text is in config.example.toml")] #[derive(Clone, Debug)] pub struct $section { $($(#[doc = $doc])* pub $key: $type,)* })*
        }

        impl Default for Config {
            fn default() -> Self {
                Self {
                    $($section: sections::$section { $($key: $default,)* },)*
                    sources: BTreeMap::new(),
                }
            }
        }

        /// Every key as `section.key`.
        pub const KEYS: &[&str] = &[$($(concat!(stringify!($section), ".", stringify!($key)),)*)*];

        impl Config {
            pub(super) fn set_toml(&mut self, key: &str, value: &DeValue<'_>) -> Result<(), &'static str> {
                $($(if key == concat!(stringify!($section), ".", stringify!($key)) {
                    let value: $type = Setting::from_toml(value).ok_or(<$type as Setting>::EXPECTED)?;
                    $($check(&value)?;)?
                    self.$section.$key = value;
                    return Ok(());
                })*)*
                Err("a known key")
            }

            pub(super) fn set_text(&mut self, key: &str, text: &str) -> Result<(), &'static str> {
                $($(if key == concat!(stringify!($section), ".", stringify!($key)) {
                    let value: $type = Setting::from_text(text).ok_or(<$type as Setting>::EXPECTED)?;
                    $($check(&value)?;)?
                    self.$section.$key = value;
                    return Ok(());
                })*)*
                Err("a known key")
            }

            /// Returns every key with its value as JSON, in the order of the table. Secrets are
            /// hidden.
            pub fn values(&self) -> Vec<(&'static str, Value)> {
                vec![$($((concat!(stringify!($section), ".", stringify!($key)), self.$section.$key.to_json()),)*)*]
            }

            /// Returns the text of `config.example.toml`: every key, commented out, with its
            /// default.
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

/// The comment at the top of `config.example.toml`.
const EXAMPLE_HEAD: &str =
    "# All keys of Stoa's configuration with their defaults. Uncomment the keys that you change.
# Command-line flags override environment variables, which override this file. Each variable has a
# second form with the suffix _FILE, which names a file that contains the value. In a variable, commas
# separate the items of a list.
";

/// The push services of Chrome, Edge and Opera; of Firefox; of Safari; and of Edge on Windows.
const PUSH_HOSTS: [&str; 4] = [
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
];

settings! {
    /// The appearance of the site.
    site {
        /// The name of the site, shown in the header and in page titles.
        title: String = "Stoa".to_owned(), where check_site_title;
        /// Who may read the questions, tags, communities and profiles that every member may read:
        /// "members", or "everyone", also without an account.
        reading: Reading = Reading::Members;
        /// The sites whose pages may show a question as a card in a frame, while everyone may read: a list of origins
        /// such as "https://blog.example.org", or ["*"] for all. Empty: none.
        embedding: Vec<String> = Vec::new(), where check_embedding;
    }
    /// Network settings of the server.
    server {
        /// The address to listen on, or a list of addresses: "127.0.0.1:8080" (port 0 selects a
        /// free port and prints it), "unix:/run/stoa/stoa.sock", or "systemd" for socket
        /// activation. Under socket activation, "systemd" is the default.
        listen: Addresses = Addresses::tcp("127.0.0.1:8080");
        /// The permissions of Unix sockets, in the notation of chmod.
        unix_mode: Mode = Mode(0o660);
        /// The public address of the site, such as https://qa.example.org or
        /// https://example.org/forum. With https, cookies are Secure. A reverse proxy may strip the
        /// path or pass it on.
        base_url: BaseUrl = BaseUrl::default();
        /// Other origins whose pages may call this site with the cookies of their users, each as
        /// scheme://host:port. Browsers send the cookies only if the host is of the same site, such
        /// as another port or subdomain.
        allowed_origins: Vec<String> = Vec::new(), where check_origins;
        /// Proxies whose X-Forwarded-For header is trusted: addresses, networks, or "local" for
        /// loopback addresses, private networks and Unix sockets.
        trusted_proxies: Networks = Networks::default();
    }
    /// TLS for TCP listeners. Leave both keys empty behind a proxy that terminates TLS.
    tls {
        /// The file with the certificate chain (PEM). Reloaded at SIGHUP.
        cert: PathBuf = PathBuf::new();
        /// The file with the private key (PEM). Reloaded at SIGHUP.
        key: PathBuf = PathBuf::new();
    }
    /// Storage.
    data {
        /// The directory of stoa.db. If empty: $STATE_DIRECTORY, $XDG_DATA_HOME/stoa,
        /// ~/.local/share/stoa or /var/lib/stoa.
        dir: PathBuf = PathBuf::new();
    }
    /// Sign-up and login.
    auth {
        /// The minimum length of a password in characters, at most 256.
        min_password_length: u32 = 8, where check_password_length;
        /// Whether to "refuse" or "allow" passwords on the list of common passwords.
        common_passwords: CommonPasswords = CommonPasswords::Refuse;
        /// Who may sign up: "open" (everybody), "approval" (everybody, but a moderator of the site lets
        /// each account in), "invite" (people with an invitation link from an administrator or from
        /// `stoa user invite`) or "closed" (nobody).
        signup: Signup = Signup::Open;
        /// Who needs a second factor to sign in (a code of an authenticator app, or a passkey): nobody
        /// ("optional"), or administrators and site moderators ("staff"), whose role gives no rights
        /// until they have one.
        second_factor: SecondFactor = SecondFactor::Optional;
        /// Whether members log in and sign up only through the providers below, without passwords. A way in remains:
        /// start the server once with STOA_AUTH_ONLY_PROVIDERS=false.
        only_providers: bool = false;
        /// OpenID Connect providers at which members can log in, each a table of its own. This site is registered there
        /// with the redirect address BASE_URL/oidc/callback/ID. `stoa oidc check` tries them. docs/providers.md
        /// describes all keys.
        ///
        /// [[auth.provider]]
        /// id = "example"                      # in addresses
        /// name = "Example"                    # what members see
        /// issuer = "https://id.example.org"   # exactly as the provider writes it
        /// client_id = "stoa"
        /// client_secret_file = "/etc/stoa/example-secret"   # or client_secret
        provider: Providers = Providers::default();
    }
    /// Rate limits.
    limits {
        /// Whether to limit the rate of requests and to delay logins after failed attempts. Size
        /// limits always apply.
        enabled: bool = true;
        /// How many accounts a network can sign up in an hour: an IPv4 address, or an IPv6 /64. Raise it for a
        /// school or an office whose members share an address. Invitations have no such limit.
        signups_per_hour: u32 = 10, where check_network_limit;
        /// How many logins a network may try in 15 minutes, successful ones included. Wrong passwords
        /// are delayed after 30, and logins of browsers that an account knows do not count here.
        logins_per_quarter_hour: u32 = 300, where check_network_limit;
        /// How many connections a network may hold at once.
        connections_per_network: u32 = 384, where check_network_limit;
        /// How many of them may be live connections; an open page has one.
        sockets_per_network: u32 = 256, where check_network_limit;
        /// The largest size of the database and all pictures together, in megabytes; 0: none. From then on, and
        /// when less than 64 MiB of the disk are free, new texts and pictures are refused; all else goes on.
        /// From 80 % on, the log, the administration page and stoa doctor warn.
        storage_mb: u32 = 0;
    }
    /// E-mail: users can set an address, choose another password by mail, and receive what they chose.
    /// Off without a host. `stoa mail test ADDRESS` tries it.
    mail {
        /// The mail server that takes the site's mails (SMTP), without a scheme and a port, such as
        /// smtp.example.org. If empty, the site sends no mail.
        host: String = String::new(), where check_mail_host;
        /// The port of the mail server. 0: 465 with "implicit", 587 with "starttls", 25 with "none".
        port: u32 = 0, where check_mail_port;
        /// How the connection is encrypted: "implicit" (from its first byte), "starttls" (after a
        /// command, which must succeed) or "none" (only for a host on this machine). Certificates are
        /// checked against the authorities of the system.
        tls: MailTls = MailTls::Implicit;
        /// The sender of all mails, such as "Stoa <stoa@example.org>".
        from: String = String::new(), where check_mail_from;
        /// The username at the mail server, if it asks for one.
        username: String = String::new();
        /// The password at the mail server. Prefer STOA_MAIL_PASSWORD_FILE or a systemd credential,
        /// which keep it out of this file.
        password: Secret = Secret::default();
        /// The largest number of mails in a minute, at most 6000.
        per_minute: u32 = 60, where check_mails_per_minute;
    }
    /// Push notifications: members who choose them are notified on their devices, and can install
    /// the site and read offline.
    push {
        /// Whether members can choose push notifications. The services of the browsers' makers then
        /// learn when a device of this site is notified, but not of what. Needs server.base_url with
        /// https.
        enabled: bool = false;
        /// The hosts of push services: names, and patterns such as "*.example.org" for all names below
        /// a name. A browser whose service is not among them cannot be added. "*" allows every host with
        /// a public address.
        hosts: Vec<String> = PUSH_HOSTS.map(str::to_owned).to_vec(), where check_push_hosts;
    }
    /// Webhooks: other programs that the site notifies of what happens on it.
    webhooks {
        /// Whether administrators can add webhooks for what everyone may read, and moderators for what is in
        /// their communities. They need server.base_url.
        enabled: bool = true;
        /// Addresses and networks to which webhooks may go, with http too, although they are not on the
        /// internet, such as "192.168.1.20" or "10.0.0.0/8". "local" allows all private networks and this server.
        networks: Networks = Networks::default();
    }
    /// Assistants that read the site for a member: a server of the Model Context Protocol at BASE_URL/mcp.
    mcp {
        /// Whether programs with an API token of the scope read can search and read there. docs/mcp.md describes it.
        enabled: bool = false;
    }
    /// Pictures that members upload and show in their texts.
    pictures {
        /// Whether members can upload pictures. Existing pictures stay.
        enabled: bool = true;
        /// The largest size of all pictures of a member, in megabytes.
        per_member_mb: u32 = 500;
        /// How many files a member can upload in a day (UTC), those that were no pictures included. Rate limits can be
        /// turned off with limits.enabled.
        per_day: u32 = 50;
        /// How many megabytes a member can upload in a day.
        per_day_mb: u32 = 100;
        /// The largest size of all pictures of the site, in megabytes. Uploads also end when less than
        /// 1 GB or 5 % of the disk are free, whichever is less.
        site_mb: u32 = 20000;
    }
    /// Search.
    search {
        /// Whether results are also ordered by the meaning of their words: "car" and "automobile" are close. English words
        /// only; nothing leaves the server.
        meaning: bool = true;
        /// The language of most texts in Latin letters: the search finds the inflected forms of their words. "en", "cs",
        /// "da", "de", "es", "fi", "fr", "hu", "it", "nl", "no", "pl", "pt", "ro", "sv" or "tr". Other scripts need no
        /// setting.
        language: Language = Language::English;
    }
    /// Features that can be turned off.
    features {
        /// Voice navigation.
        voice: bool = true;
        /// Games and their leaderboard.
        games: bool = true;
        /// The global chat and direct messages.
        chat: bool = true;
    }
    /// The first administrator. `serve` and `setup` create this user if the site has no
    /// administrator; they never change existing users.
    admin {
        /// Username of the first administrator. If empty, `serve` prints a one-time setup link.
        username: String = String::new();
        /// Password of the first administrator. Prefer STOA_ADMIN_PASSWORD_FILE or a systemd
        /// credential, which keep it out of this file.
        password: Secret = Secret::default();
    }
    /// Scheduled backups.
    backup {
        /// When to create a backup: a time of day in UTC such as "03:30", an interval such as "6h",
        /// or empty for never. The default begins when the site has an administrator.
        schedule: String = "03:30".to_owned(), where check_schedule;
        /// The directory of the backups. If empty: "backups" in the data directory.
        dir: PathBuf = PathBuf::new();
        /// How many of the newest backups to keep. If all four keys are 0, every backup is kept.
        keep_last: u32 = 0;
        /// For how many days to keep the newest backup of the day.
        keep_daily: u32 = 7;
        /// For how many weeks to keep the newest backup of the week.
        keep_weekly: u32 = 4;
        /// For how many months to keep the newest backup of the month.
        keep_monthly: u32 = 0;
    }
    /// The log on standard error.
    log {
        /// The level: "error", "warn", "info", "debug", "trace", or a filter such as
        /// "stoa=debug,info".
        level: String = "info".to_owned(), where check_log_filter;
        /// "pretty" (with colors), "text", "json", or "auto": pretty on a terminal, the journal
        /// format under systemd, else text.
        format: LogFormat = LogFormat::Auto;
        /// Log queries that take longer than this many milliseconds, without their values. 0 logs
        /// none.
        slow_query_ms: u32 = 200;
    }
    /// Metrics for Prometheus. They are collected only if one of these keys is set.
    metrics {
        /// The address, or a list of addresses, of a separate listener for /metrics, such as
        /// "127.0.0.1:8081".
        listen: Addresses = Addresses::default();
        /// The token that grants access to /metrics on the site itself, in the header
        /// "Authorization: Bearer …".
        token: Secret = Secret::default();
    }
}

impl Config {
    /// Whether browsers use https for the site.
    pub fn is_https(&self) -> bool {
        self.server.base_url.starts_with("https://") || self.has_tls()
    }

    /// Whether the server terminates TLS.
    pub fn has_tls(&self) -> bool {
        !self.tls.cert.as_os_str().is_empty()
    }

    /// Whether metrics are collected.
    pub fn has_metrics(&self) -> bool {
        !self.metrics.listen.is_empty() || !self.metrics.token.expose().is_empty()
    }

    /// Returns the data directory: the configured one, else the default of the system.
    pub fn data_dir(&self) -> PathBuf {
        if !self.data.dir.as_os_str().is_empty() {
            return self.data.dir.clone();
        }
        let directory = |variable: &str| {
            std::env::var_os(variable)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        directory("STATE_DIRECTORY")
            .or_else(|| directory("XDG_DATA_HOME").map(|dir| dir.join("stoa")))
            .or_else(|| {
                directory("HOME")
                    .filter(|home| home.as_os_str() != "/root")
                    .map(|home| home.join(".local/share/stoa"))
            })
            .unwrap_or_else(|| PathBuf::from("/var/lib/stoa"))
    }
}

/// Returns the environment variable of a key.
pub fn variable(key: &str) -> String {
    format!("STOA_{}", key.replace('.', "_").to_uppercase())
}
