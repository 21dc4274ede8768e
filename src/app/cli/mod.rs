//! The command line: one file per command.
//!
//! Results go to standard output, messages and progress to standard error. The exit codes are in
//! `AFTER_HELP`.

mod admin_log;
mod backup;
mod bot;
mod completions;
mod config;
mod configured_admin;
mod data_dir;
mod db;
mod demo;
mod diagnosis;
mod doctor;
mod error;
mod export;
mod findings;
mod healthcheck;
mod import;
mod invitation;
mod json_log;
mod log;
mod mail;
mod man;
mod migrate;
mod new_user;
mod oidc;
mod operator;
mod output;
mod page_link;
mod password;
mod prompt;
mod reference;
mod serve;
mod session;
mod settings;
mod setup;
mod shutdown;
mod token;
mod user;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use self::error::Failure;
use self::settings::Settings;

const AFTER_HELP: &str = "Exit codes:
  0   success, or nothing to do
  1   failure
  2   invalid usage, or input is required and prompting is not possible
  3   a check failed
  4   not found
  5   already exists, or the data is in use
  78  invalid configuration, or data of a newer version

Examples:
  stoa serve --data-dir /var/lib/stoa
  stoa backup --output /mnt/backups
  stoa doctor --fix";

#[derive(Parser)]
#[command(name = "stoa", version, about, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server
    Serve(serve::Options),
    /// Migrate the database to the schema of this version
    Migrate(migrate::Options),
    /// Create, check and restore backups
    Backup(backup::Options),
    /// Export the site as JSON
    Export(export::Options),
    /// Import content from an export or a data dump
    Import(import::Options),
    /// Check the site for problems and repair them
    Doctor(doctor::Options),
    /// Check and maintain the database
    Db(db::Options),
    /// Fill an empty site with questions, answers and members to try it with
    Demo(demo::Options),
    /// Create the first administrator
    Setup(setup::Options),
    /// Manage users
    User(user::Options),
    /// Create a user (alias of `stoa user create`)
    CreateUser(user::Create),
    /// List and end login sessions
    Session(session::Options),
    /// Create, list and revoke API tokens
    Token(token::Options),
    /// Add and list bots, and give them incoming hooks
    Bot(bot::Options),
    /// List and revoke invitations
    Invitation(invitation::Options),
    /// Show the log of administration, newest entry last
    Log(admin_log::Options),
    /// Try the settings of the mail server
    Mail(mail::Options),
    /// Check the OpenID Connect providers
    Oidc(oidc::Options),
    /// Check, show and create the configuration
    Config(config::Options),
    /// Check that the running server is ready
    Healthcheck(healthcheck::Options),
    /// Print a shell completion script
    Completions(completions::Options),
    /// Print or install the manual pages
    Man(man::Options),
    /// Print the version and build details
    Version(version::Options),
}

/// Runs the command that the process was called with.
pub fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let wants_json = arguments.iter().any(|argument| argument == "--json");
    let command = Cli::command().color(color(&arguments));
    let cli = match command
        .try_get_matches_from(&arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches))
    {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() && is_healthcheck(arguments) => {
            let _ = error.print();
            return ExitCode::FAILURE;
        }
        Err(error) if wants_json && error.use_stderr() => return Failure::from(error).report(true),
        Err(error) => error.exit(),
    };
    let settings = &cli.settings;
    let result = match cli.command {
        Command::Serve(options) => serve::run(settings, options),
        Command::Migrate(options) => migrate::run(settings, options),
        Command::Backup(options) => backup::run(settings, options),
        Command::Export(options) => export::run(settings, options),
        Command::Import(options) => import::run(settings, options),
        Command::Doctor(options) => doctor::run(settings, options),
        Command::Db(options) => db::run(settings, options),
        Command::Demo(options) => demo::run(settings, options),
        Command::Setup(options) => setup::run(settings, &options),
        Command::User(options) => user::run(settings, options),
        Command::CreateUser(options) => user::create(settings, options),
        Command::Session(options) => session::run(settings, options),
        Command::Token(options) => token::run(settings, options),
        Command::Bot(options) => bot::run(settings, options),
        Command::Invitation(options) => invitation::run(settings, options),
        Command::Log(options) => admin_log::run(settings, options),
        Command::Mail(options) => mail::run(settings, options),
        Command::Oidc(options) => oidc::run(settings, options),
        Command::Config(options) => config::run(settings, options),
        Command::Healthcheck(options) => healthcheck::run(settings, options),
        Command::Completions(options) => completions::run(options, &mut Cli::command()),
        Command::Man(options) => man::run(&options, Cli::command()),
        Command::Version(options) => version::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if is_healthcheck(arguments) => failure.report(wants_json),
        Err(failure) => {
            let data_dir = settings.read_from(None).config.data_dir();
            failure
                .or_hint(|| diagnosis::hint(&data_dir))
                .report(wants_json)
        }
    }
}

/// Returns the text of `docs/cli.md`.
pub fn reference() -> String {
    reference::markdown(Cli::command())
}

/// Whether the command is `healthcheck`: Docker reserves its exit codes other than 0 and 1.
fn is_healthcheck(arguments: Vec<OsString>) -> bool {
    let matches = Cli::command()
        .ignore_errors(true)
        .try_get_matches_from(arguments);
    matches.is_ok_and(|matches| matches.subcommand_name() == Some("healthcheck"))
}

/// Returns the value of `--color` before the arguments are parsed, for errors of the parser itself.
fn color(arguments: &[OsString]) -> ColorChoice {
    let texts = || arguments.iter().filter_map(|argument| argument.to_str());
    let separate = texts()
        .zip(texts().skip(1))
        .find(|(option, _)| *option == "--color")
        .map(|(_, value)| value);
    let value = texts()
        .find_map(|argument| argument.strip_prefix("--color="))
        .or(separate);
    value
        .and_then(|value| ColorChoice::from_str(value, false).ok())
        .unwrap_or(ColorChoice::Auto)
}
