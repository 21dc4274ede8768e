//! `stoa demo`

use clap::{Args, Subcommand};

use super::data_dir::{DataDir, NewSite};
use super::error::Failure;
use super::output::{print, print_json};
use super::settings::Settings;
use crate::app::demo::{self, Size};
use crate::core::clock::Clock;
use crate::features::auth::password;
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fill an empty site with generated users and posts
    #[command(
        after_help = "The command prints the username and password of one of the users.

Example:
  stoa demo seed --data-dir demo-site && stoa serve --data-dir demo-site"
    )]
    Seed {
        /// Number of users
        #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(2..=5_000))]
        users: u32,
        /// Number of questions
        #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=20_000))]
        questions: u32,
        /// Seed of the random generator; the same seed generates the same site
        #[arg(long, value_name = "N", default_value_t = 42)]
        seed: u64,
        #[command(flatten)]
        new: NewSite,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let Command::Seed {
        users,
        questions,
        seed,
        new,
        json,
    } = options.command;
    let config = settings.load()?;
    let data = DataDir::with_current_schema(&config, settings, new)?;
    let clock = Clock::system();
    let db = Db::open(&data.path, clock.clone(), Hub::default())?;
    let password = password::generate(&config);
    let hash = password::hash(&password)?;
    let size = Size {
        users: users as usize,
        questions: questions as usize,
    };
    let seeded = demo::seed(&db, &size, seed, &hash, clock.now())?;
    if json {
        return print_json(
            &serde_json::json!({"username": demo::LOGIN, "password": password, "records": seeded.records}),
        );
    }
    print(format!("username: {}\npassword: {password}\n", demo::LOGIN))?;
    let count = |kind: &str| seeded.records.get(kind).copied().unwrap_or_default();
    eprintln!(
        "created {} users, {} questions, {} answers and {} comments",
        count("user"),
        count("question"),
        count("answer"),
        count("comment")
    );
    Ok(())
}
