//! `stoa mail`

use clap::{Args, Subcommand};
use lettre::Address;

use super::error::Failure;
use super::output::print;
use super::settings::Settings;
use crate::core::clock::Clock;
use crate::core::config::Config;
use crate::features::mail;
use crate::operations::backup;
use crate::platform::db;
use crate::platform::settings::{self, SettingKey, SiteSettings};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Send a test mail with the mail server that the site uses, and print the dialogue with the mail server
    #[command(after_help = "Examples:
  stoa mail test ann@example.org")]
    Test {
        /// The address that gets the mail
        #[arg(value_name = "ADDRESS")]
        address: Address,
    },
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let Command::Test { address } = options.command;
    let config = effective(settings.load()?)?;
    if !config.has_mail() {
        let failure = Failure::configuration("this site sends no mail: it has no mail server");
        return Err(failure.hint("set [mail] in the configuration, or the mail server on the administration page (docs/mail.md)"));
    }
    let mut log = |line: &str| drop(print(format!("{line}\n")));
    mail::send_test(&config, address, &mut log)
        .map_err(Failure::new)?
        .map_err(|error| Failure::check(error.cause()))?;
    print("The mail server has accepted the mail.\n")
}

/// Returns the configuration with what administrators have set, if there is a site.
fn effective(config: Config) -> Result<Config, Failure> {
    let is_fixed = SiteSettings::fixed_by(&config, SettingKey::Mail).is_some();
    let directory = config.data_dir();
    if is_fixed || !backup::holds_site(&directory).map_err(Failure::new)? {
        return Ok(config);
    }
    let now = Clock::system().now();
    let stored = db::inspect(&directory, now, settings::store::stored).map_err(Failure::new)?;
    Ok(SiteSettings::new(&config, stored).config)
}
