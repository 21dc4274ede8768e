//! `stoa demo`

use clap::Args;

use super::data_dir::{DataDir, NewSite};
use super::error::Failure;
use super::output::{print, print_json};
use super::settings::Settings;
use crate::app::demo;
use crate::core::clock::Clock;
use crate::features::auth::password;
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

#[derive(Args)]
#[command(
    after_help = "The site has 60 questions about bread, bicycles and small servers, and the people who ask and
answer them. The command prints the username and the password of the administrator. All members
have the same password.

Example:
  stoa demo --data-dir demo-site && stoa serve --data-dir demo-site"
)]
pub struct Options {
    #[command(flatten)]
    new: NewSite,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let config = settings.load()?;
    let data = DataDir::with_current_schema(&config, settings, options.new)?;
    let clock = Clock::system();
    let db = Db::open(&data.path, clock.clone(), Hub::default())?;
    let password = password::generate(&config);
    let hash = password::hash(&password)?;
    let seeded = demo::seed(&db, &hash, clock.now())?;
    if options.json {
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
    eprintln!(
        "{} is the administrator; log in with the same password as {} (moderator), {} (new member) or any other member",
        demo::LOGIN,
        demo::MODERATOR,
        demo::NEWCOMER
    );
    Ok(())
}
