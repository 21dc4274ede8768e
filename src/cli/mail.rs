//! `stoa mail`

use clap::{Args, Subcommand};
use lettre::Address;

use super::error::Failure;
use super::output::print;
use super::settings::Settings;
use crate::mail;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Send a test mail with the settings of [mail], and print the dialogue with the mail server
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
    let config = settings.load()?;
    if !config.has_mail() {
        let failure = Failure::configuration("this site sends no mail: mail.host is not set");
        return Err(failure.hint("set [mail] in the configuration (docs/mail.md)"));
    }
    let mut log = |line: &str| drop(print(format!("{line}\n")));
    mail::send_test(&config, address, &mut log)
        .map_err(Failure::new)?
        .map_err(|error| Failure::check(error.cause()))?;
    print("The mail server has accepted the mail.\n")
}
