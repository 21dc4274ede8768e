//! The command line: one file per command.
//!
//! What a command produces goes to standard output, messages and progress to standard error; how it ended is said by one
//! of the exit codes in [`EXIT_CODES`].

mod backup;
mod bench;
mod completions;
mod config;
mod db;
mod demo;
mod doctor;
mod export;
mod failure;
mod healthcheck;
mod import;
mod invitation;
mod log;
mod man;
mod migrate;
mod password;
pub mod reference;
mod serve;
mod session;
mod setup;
mod user;
mod version;

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use tokio::signal::unix::{SignalKind, signal};

use self::failure::Failure;
use crate::backup::{self as backups, create_private};
use crate::clock::Clock;
use crate::config::{BaseUrl, Config, Environment, Loaded, Source, file_in_use};
use crate::db::Db;
use crate::doctor::{LOCK, ownership};
use crate::live::Hub;

const EXIT_CODES: &str = "Exit codes:
  0   done, or nothing was to do
  1   failed
  2   wrong usage, or an answer is needed where nobody can be asked
  3   a check says no
  4   not found
  5   it exists already, or the data is in use
  78  bad configuration, or data of a newer program

Examples:
  stoa serve --data-dir /var/lib/stoa
  stoa backup --output /mnt/backups
  stoa doctor --fix";

#[derive(Parser)]
#[command(name = "stoa", version, about, max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Args, Clone)]
struct Settings {
    /// The configuration file (TOML); STOA_CONFIG names it too
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL)]
    config: Option<PathBuf>,
    /// The directory of the database
    #[arg(long, global = true, value_name = "DIR", help_heading = GLOBAL)]
    data_dir: Option<PathBuf>,
    /// Print only what was asked for and what goes wrong
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    quiet: bool,
    /// Ask nothing: where an answer is needed, fail
    #[arg(long, global = true, help_heading = GLOBAL)]
    no_input: bool,
    /// When to use colours; NO_COLOR turns them off too
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = GLOBAL)]
    color: ColorChoice,
}

const GLOBAL: &str = "Options of every command";

#[derive(Subcommand)]
enum Command {
    /// Serve the site
    Serve(serve::Options),
    /// Bring the database to the schema of this program
    Migrate(migrate::Options),
    /// Back the site up, and bring it back
    Backup(backup::Options),
    /// Write the site as text, one JSON object a line
    Export(export::Options),
    /// Bring content along from elsewhere
    Import(import::Options),
    /// Look for what is wrong with the site, and mend it
    Doctor(doctor::Options),
    /// Look after the database
    Db(db::Options),
    /// Fill a site to try things out on
    Demo(demo::Options),
    /// Measure how fast a site of a given size is on this machine
    Bench(bench::Options),
    /// The route that `bench` compares with
    #[command(hide = true)]
    BenchBare,
    /// Make the first administrator
    Setup(setup::Options),
    /// Look after the users
    User(user::Options),
    /// Make a user (the same as: stoa user create)
    CreateUser(user::Create),
    /// Look at where users are logged in, and log them out
    Session(session::Options),
    /// Look at who may still sign up by invitation, and take that back
    Invitation(invitation::Options),
    /// Look at the configuration
    Config(config::Options),
    /// Ask the running server whether it can do its work: 0 says yes, 1 no
    Healthcheck(healthcheck::Options),
    /// Print what a shell needs to complete commands and options
    Completions(completions::Options),
    /// Print the manual page, or write one for each command
    Man(man::Options),
    /// Say exactly which program this is
    Version(version::Options),
}

/// Runs the command that the process was called with.
pub fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let wants_json = arguments.iter().any(|argument| argument == "--json");
    let command = Cli::command().color(color(&arguments));
    let cli = match command.try_get_matches_from(&arguments).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() && is_healthcheck(arguments) => {
            let _ = error.print();
            return ExitCode::FAILURE;
        }
        Err(error) if wants_json && error.use_stderr() => return Failure::from(error).report(true),
        Err(error) => error.exit(),
    };
    let settings = &cli.settings;
    let done = match cli.command {
        Command::Serve(options) => serve::run(settings, options),
        Command::Migrate(options) => migrate::run(settings, options),
        Command::Backup(options) => backup::run(settings, options),
        Command::Export(options) => export::run(settings, options),
        Command::Import(options) => import::run(settings, options),
        Command::Doctor(options) => doctor::run(settings, options),
        Command::Db(options) => db::run(settings, options),
        Command::Demo(options) => demo::run(settings, options),
        Command::Bench(options) => bench::run(settings, options),
        Command::BenchBare => bench::run_bare(),
        Command::Setup(options) => setup::run(settings, &options),
        Command::User(options) => user::run(settings, options),
        Command::CreateUser(options) => user::create(settings, options),
        Command::Session(options) => session::run(settings, options),
        Command::Invitation(options) => invitation::run(settings, options),
        Command::Config(options) => config::run(settings, options),
        Command::Healthcheck(options) => healthcheck::run(settings, options),
        Command::Completions(options) => completions::run(options),
        Command::Man(options) => man::run(&options),
        Command::Version(options) => version::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(wants_json),
    }
}

/// Whether it is Docker's question that was asked wrongly: all codes but 0 and 1 are its own.
fn is_healthcheck(arguments: Vec<OsString>) -> bool {
    let matches = Cli::command().ignore_errors(true).try_get_matches_from(arguments);
    matches.is_ok_and(|matches| matches.subcommand_name() == Some("healthcheck"))
}

/// What `--color` says, known before the arguments are understood: their errors have colours too.
fn color(arguments: &[OsString]) -> ColorChoice {
    let texts = || arguments.iter().filter_map(|argument| argument.to_str());
    let after = texts().zip(texts().skip(1)).find(|(option, _)| *option == "--color").map(|(_, value)| value);
    let value = texts().find_map(|argument| argument.strip_prefix("--color=")).or(after);
    value.and_then(|value| ColorChoice::from_str(value, false).ok()).unwrap_or(ColorChoice::Auto)
}

impl Settings {
    /// Reads the configuration and starts the log.
    fn load(&self) -> Result<Config, Failure> {
        let config = self.read()?.config;
        log::Log::start(&config, self.is_colored())?;
        Ok(config)
    }

    /// Reads the configuration, and where it comes from.
    fn read(&self) -> Result<Loaded, Failure> {
        let environment = environment();
        let mut loaded = Loaded::load(file_in_use(self.config.as_deref(), &environment).as_deref(), &environment)?;
        if let Some(directory) = &self.data_dir {
            loaded.set("data.dir", &directory.to_string_lossy(), Source::Flag("--data-dir"))?;
            // A directory's name may be no text.
            loaded.config.data.dir.clone_from(directory);
        }
        Ok(loaded)
    }

    /// Whether standard error is for somebody who sees colours.
    fn is_colored(&self) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    /// Tells whoever looks on, on standard error.
    fn say(&self, message: impl fmt::Display) {
        if !self.quiet {
            eprintln!("{message}");
        }
    }

    /// A bar that draws on standard error, and only if that is a terminal.
    fn bar(&self) -> ProgressBar {
        if self.quiet { ProgressBar::hidden() } else { ProgressBar::new(0) }
    }

    /// Whether somebody sits at a terminal who may be asked.
    fn can_ask(&self) -> bool {
        !self.no_input && std::io::stdin().is_terminal()
    }

    /// Goes on when whoever sits at the terminal types `name`. Where nobody can be asked, `--yes` must have said so.
    fn confirm_by_typing(&self, name: &str) -> Result<(), Failure> {
        if !self.can_ask() {
            return Err(Failure::usage("nobody can be asked here whether to go on").hint("say --yes"));
        }
        eprint!("Type {name} to go on: ");
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer).map_err(Failure::new)?;
        if answer.trim() == name { Ok(()) } else { Err(Failure::usage("nothing was changed")) }
    }

    /// Asks on the terminal whether to go on. Where nobody can be asked, `--yes` must have said so.
    fn confirm(&self, question: &str) -> Result<(), Failure> {
        if !self.can_ask() {
            return Err(Failure::usage(format_args!("{question} Nobody can be asked here")).hint("say --yes"));
        }
        eprint!("{question} [y/N] ");
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer).map_err(Failure::new)?;
        if answer.trim().eq_ignore_ascii_case("y") { Ok(()) } else { Err(Failure::usage("nothing was changed")) }
    }
}

/// The variables of this process.
fn environment() -> Environment {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).collect()
}

fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    print(json_text(value)?)
}

fn json_text(value: &impl serde::Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(value).map_err(Failure::new)? + "\n")
}

/// Writes what is shown only once: that nobody reads it is a failure, with a hint what to do then.
fn print_once(text: impl AsRef<[u8]>, hint: &str) -> Result<(), Failure> {
    let written = std::io::stdout().lock().write_all(text.as_ref());
    written.map_err(|error| Failure::new(format_args!("it was done, but what is shown only once cannot be written: {error}")).hint(hint))
}

/// Writes to standard output. That whoever reads it has had enough is not a failure.
fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    match std::io::stdout().lock().write_all(text.as_ref()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format_args!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// The address of a page of the site: below the one under which visitors see it, or else below where the server listens. Where only
/// a proxy knows that, a path is all that can be said.
fn link(base_url: &BaseUrl, listening: impl IntoIterator<Item = String>, page: &str) -> String {
    let local = listening.into_iter().find(|url| url.starts_with("http")).unwrap_or_default();
    let base: &str = if base_url.is_empty() { &local } else { base_url };
    format!("{base}{page}")
}

/// What to do when a generated password was not shown.
const SET_ANOTHER: &str = "set another password with stoa user set-password";

/// Prints what became of an account as JSON, which may be the only place that shows its password.
fn print_made(made: &serde_json::Value, has_password: bool) -> Result<(), Failure> {
    if has_password { print_once(json_text(made)?, SET_ANOTHER) } else { print_json(made) }
}

/// Ends when the process is told to stop: by Ctrl-C, or by whatever started it. Needs a tokio runtime.
fn told_to_stop() -> Result<impl Future<Output = ()>, Failure> {
    let mut terminate = signal(SignalKind::terminate()).map_err(Failure::new)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    })
}

/// The data directory, created if need be, and locked against a second process until dropped.
struct DataDir {
    path: PathBuf,
    _lock: File,
}

/// The database, for a command that works beside a running server too.
struct Database {
    db: Db,
    /// Where no server is running, none may start meanwhile.
    _alone: Option<DataDir>,
}

/// Keeps root from making files in a data directory that its owner could not use.
fn refuse_root(data_dir: &Path) -> Result<(), Failure> {
    let Some(owner) = ownership::locked_out(data_dir) else { return Ok(()) };
    let shown = data_dir.display();
    let failure = Failure::new(format_args!("{shown} is the data directory of {owner}, who could not use what root makes there"));
    Err(failure.hint(format_args!("sudo -u {owner} stoa …; or, if root is to serve the site, chown -R root {shown}")))
}

/// Why a command that needs a site cannot do its work, if there is none.
fn missing(config: &Config) -> Option<Failure> {
    let directory = config.data_dir();
    match backups::holds_site(&directory) {
        Ok(true) => None,
        Ok(false) => {
            Some(Failure::not_found(format_args!("there is no site in {}", directory.display())).hint("name its directory with --data-dir"))
        }
        Err(error) => Some(Failure::new(error).hint(ownership::hint(&directory))),
    }
}

impl Database {
    /// Opens that of a site, which must be there.
    fn of_site(config: &Config, settings: &Settings) -> Result<Self, Failure> {
        missing(config).map_or_else(|| Self::open(config, settings), Err)
    }

    /// Opens it: with the newest schema where nobody else uses the directory, or else as whoever does has made it.
    fn open(config: &Config, settings: &Settings) -> Result<Self, Failure> {
        let clock = Clock::system();
        if let Some(data) = DataDir::try_lock(config)? {
            let data = data.migrated(config, settings)?;
            return Ok(Self { db: Db::open(&data.path, clock, Hub::default())?, _alone: Some(data) });
        }
        let db = Db::open_beside(&config.data_dir(), clock).map_err(|error| {
            Failure::conflict(format_args!("cannot work beside the stoa that is running: {error}"))
                .hint("use the program that it was started from, or stop it first")
        })?;
        Ok(Self { db, _alone: None })
    }
}

impl DataDir {
    fn lock(config: &Config) -> Result<Self, Failure> {
        let taken = || Failure::conflict(format_args!("another stoa is using {}", config.data_dir().display())).hint("stop it first");
        Self::try_lock(config)?.ok_or_else(taken)
    }

    /// The same; nothing if another stoa is using the directory.
    fn try_lock(config: &Config) -> Result<Option<Self>, Failure> {
        let path = config.data_dir();
        let cannot = |what: &str, error: std::io::Error| {
            let failure = Failure::new(format_args!("cannot {what} the data directory {}: {error}", path.display()));
            failure.hint(format_args!("{}, or choose another one with --data-dir or data.dir", ownership::hint(&path)))
        };
        refuse_root(&path)?;
        // Whatever is made from here on is its owner's alone, also in a directory into which others may look.
        rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
        create_private(&path).map_err(|error| cannot("create", error))?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join(LOCK));
        let lock = lock.map_err(|error| cannot("write in", error))?;
        if lock.try_lock().is_err() {
            return Ok(None);
        }
        // For people who want to know who it is.
        let _ = lock.set_len(0).and_then(|()| writeln!(&lock, "{}", std::process::id()));
        Ok(Some(Self { path, _lock: lock }))
    }

    /// The same with its database, if there is one, brought to the schema of this program; a backup is made before.
    fn with_current_schema(config: &Config, settings: &Settings) -> Result<Self, Failure> {
        Self::lock(config)?.migrated(config, settings)
    }

    fn migrated(self, config: &Config, settings: &Settings) -> Result<Self, Failure> {
        let migrated = backups::migration::up(&self.path, Some(&backups::directory(config)), Clock::system().now())?;
        if let Some(backup) = migrated.backup {
            settings.say(format_args!(
                "migrated from schema {} to {}; {} is how it was before",
                migrated.from,
                migrated.to,
                backup.display()
            ));
        }
        Ok(self)
    }
}
