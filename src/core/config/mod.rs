//! Configuration, by descending precedence: flags, `STOA_SECTION_KEY` variables, the files that
//! `STOA_SECTION_KEY_FILE` variables name, systemd credentials, a TOML file, defaults.
//!
//! The table in `table.rs` has every key. An unknown key is an error that names its line and the
//! nearest known key.

mod checks;
mod error;
mod file;
mod load;
mod mail;
mod passkeys;
mod providers;
mod public_name;
mod push;
mod service_link;
mod source;
mod table;
mod values;

pub use checks::{check_mail_from, check_mail_host, check_mail_port};
pub use error::ConfigError;
pub use file::{default_paths, file_in_use};
pub use load::{Environment, Loaded};
pub use mail::MailProblem;
pub use providers::{ProviderConfig, Providers};
pub use source::Source;
pub use table::{Config, KEYS, sections, variable};
pub use values::{
    Address, Addresses, BaseUrl, CommonPasswords, Language, LogFormat, MailTls, Mode, Networks,
    Reading, Schedule, SecondFactor, Secret, Signup,
};

#[cfg(test)]
mod tests;
