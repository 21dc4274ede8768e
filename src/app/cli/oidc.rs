//! `stoa oidc`

use clap::{Args, Subcommand};

use super::error::Failure;
use super::output::print;
use super::settings::Settings;
use crate::core::clock::Clock;
use crate::features::providers::{FindingLevel, Providers, check};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Ask the configured OpenID Connect providers what they offer, and print what is wrong
    #[command(after_help = "Examples:
  stoa oidc check
  stoa oidc check example")]
    Check {
        /// Check only the provider with this id
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let Command::Check { id } = options.command;
    let providers = Providers::new(&settings.load()?);
    if providers.all().is_empty() {
        let failure = Failure::configuration("this site has no providers");
        return Err(failure.hint("add [[auth.provider]] to the configuration (docs/providers.md)"));
    }
    let is_chosen = |one: &str| id.as_deref().is_none_or(|id| id == one);
    let chosen = providers
        .all()
        .iter()
        .filter(|provider| is_chosen(&provider.config.id));
    let chosen: Vec<_> = chosen.collect();
    if chosen.is_empty() {
        let id = id.unwrap_or_default();
        return Err(Failure::not_found(format!("there is no provider {id}")));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(Failure::new)?;
    let (mut errors, mut text) = (0, String::new());
    for provider in chosen {
        let found = check(provider, providers.client(), Clock::system().now());
        text += &format!("{} ({})\n", provider.config.id, provider.config.issuer);
        for finding in runtime.block_on(found) {
            let level = match finding.level {
                FindingLevel::Ok => "ok",
                FindingLevel::Warning => "warn",
                FindingLevel::Error => "ERROR",
            };
            errors += usize::from(finding.level == FindingLevel::Error);
            text += &format!("{level:<5}  {}\n", finding.text);
        }
    }
    print(text)?;
    match errors {
        0 => Ok(()),
        1 => Err(Failure::check("1 error")),
        several => Err(Failure::check(format!("{several} errors"))),
    }
}
