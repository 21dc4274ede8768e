//! The command line: one file per command.
//!
//! What a command produces goes to standard output, messages and progress to standard error. Exit codes: 0 done,
//! 1 failed, 2 wrong usage or an answer needed where nobody can be asked, 3 a check says no, 4 not found, 5 the data is in
//! use, 78 bad configuration or data of a newer program.

mod backup;
mod bench;
mod import;
mod password;
mod serve;
mod session;
mod setup;
mod user;

use std::fmt;
use std::fs::File;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

use crate::backup::create_private;
use crate::clock::Clock;
use crate::config::{Config, ConfigError};
use crate::db::Db;
use crate::error::Error;
use crate::live::Hub;

#[derive(Parser)]
#[command(name = "stoa", version, about, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Args)]
struct Settings {
    /// The configuration file (TOML); STOA_CONFIG names it too
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The directory of the database
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Ask nothing: where an answer is needed, fail
    #[arg(long, global = true)]
    no_input: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Back the site up, and bring it back
    Backup(backup::Options),
    /// Measure how fast a site of a given size is on this machine
    Bench(bench::Options),
    /// The route that `bench` compares with
    #[command(hide = true)]
    BenchBare,
    /// Bring content along from elsewhere
    Import(import::Options),
    /// Serve the site
    Serve(serve::Options),
    /// Look at where users are logged in, and log them out
    Session(session::Options),
    /// Make the first administrator
    Setup(setup::Options),
    /// Look after the users
    User(user::Options),
    /// Make a user (the same as: stoa user create)
    CreateUser(user::Create),
}

/// Runs the command that the process was called with.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Backup(options) => backup::run(&cli.settings, options),
        Command::Bench(options) => bench::run(&cli.settings, options),
        Command::BenchBare => bench::run_bare(),
        Command::Import(options) => import::run(&cli.settings, options),
        Command::Serve(options) => serve::run(&cli.settings, options),
        Command::Session(options) => session::run(&cli.settings, options),
        Command::Setup(options) => setup::run(&cli.settings, &options),
        Command::User(options) => user::run(&cli.settings, options),
        Command::CreateUser(options) => user::create(&cli.settings, options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("stoa: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}

/// Why a command ends without having done its work.
struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    fn new(message: impl fmt::Display) -> Self {
        Self { code: 1, message: message.to_string() }
    }

    /// The command makes no sense, or would have to ask somebody.
    fn usage(message: impl fmt::Display) -> Self {
        Self { code: 2, message: message.to_string() }
    }

    fn not_found(message: impl fmt::Display) -> Self {
        Self { code: 4, message: message.to_string() }
    }

    /// It exists already, or somebody else is using the data.
    fn conflict(message: impl fmt::Display) -> Self {
        Self { code: 5, message: message.to_string() }
    }

    /// The configuration is wrong, or the data is a newer program's.
    fn configuration(message: impl fmt::Display) -> Self {
        Self { code: 78, message: message.to_string() }
    }

    fn in_use(message: impl fmt::Display) -> Self {
        Self { code: 5, message: message.to_string() }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self { code: 78, message: error.to_string() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::new(error)
    }
}

impl Settings {
    /// Reads the configuration and starts the log.
    fn load(&self) -> Result<Config, Failure> {
        let file = self.config.clone().or_else(|| std::env::var_os("STOA_CONFIG").map(PathBuf::from));
        let environment = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let mut config = Config::load(file.as_deref(), environment)?;
        if let Some(directory) = &self.data_dir {
            config.data.dir.clone_from(directory);
        }
        let filter = tracing_subscriber::EnvFilter::try_new(format!("refinery_core=warn,{}", config.log.level))
            .map_err(|error| ConfigError(format!("log.level is not a filter: {error}")))?;
        let _ = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(std::io::stderr)
            .with_ansi(std::io::stderr().is_terminal())
            .try_init();
        Ok(config)
    }
}

impl Settings {
    /// Whether somebody sits at a terminal who may be asked.
    fn can_ask(&self) -> bool {
        !self.no_input && std::io::stdin().is_terminal()
    }

    /// Goes on when whoever sits at the terminal types `name`. Where there is none, `--yes` must have said so.
    fn confirm_by_typing(&self, name: &str) -> Result<(), Failure> {
        if !self.can_ask() {
            return Err(Failure::usage("nobody can be asked here whether to go on: say --yes"));
        }
        eprint!("Type {name} to go on: ");
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer).map_err(Failure::new)?;
        if answer.trim() == name { Ok(()) } else { Err(Failure::usage("nothing was changed")) }
    }
}

/// Asks on the terminal whether to go on. Where there is none, `--yes` must have said so.
fn confirm(question: &str) -> Result<(), Failure> {
    let refusal = |message: &str| Err(Failure { code: 2, message: message.to_owned() });
    if !std::io::stdin().is_terminal() {
        return refusal(&format!("{question} Nobody can be asked here: say --yes"));
    }
    eprint!("{question} [y/N] ");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).map_err(Failure::new)?;
    if answer.trim().eq_ignore_ascii_case("y") { Ok(()) } else { refusal("nothing was changed") }
}

fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    println!("{}", serde_json::to_string_pretty(value).map_err(Failure::new)?);
    Ok(())
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

impl Database {
    /// Opens it: with the newest schema where nobody else uses the directory, or else as whoever does has made it.
    fn open(config: &Config) -> Result<Self, Failure> {
        let clock = Clock::system();
        if let Some(data) = DataDir::try_lock(config)? {
            return Ok(Self { db: Db::open(&data.path, clock, Hub::default())?, _alone: Some(data) });
        }
        let db = Db::open_beside(&config.data_dir(), clock).map_err(|error| {
            Failure::conflict(format_args!(
                "cannot work beside the stoa that is running: {error}; use the program that it was started from, or stop it first"
            ))
        })?;
        Ok(Self { db, _alone: None })
    }
}

impl DataDir {
    fn lock(config: &Config) -> Result<Self, Failure> {
        Self::try_lock(config)?
            .ok_or_else(|| Failure::in_use(format_args!("another stoa is using {}; stop it first", config.data_dir().display())))
    }

    /// The same; nothing if another stoa is using the directory.
    fn try_lock(config: &Config) -> Result<Option<Self>, Failure> {
        let path = config.data_dir();
        let hint = "; choose another one with --data-dir or data.dir, or give this user the right to write there";
        create_private(&path)
            .map_err(|error| Failure::new(format_args!("cannot create the data directory {}: {error}{hint}", path.display())))?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join("stoa.lock"));
        let lock =
            lock.map_err(|error| Failure::new(format_args!("cannot write in the data directory {}: {error}{hint}", path.display())))?;
        Ok(lock.try_lock().is_ok().then(|| Self { path, _lock: lock }))
    }
}
