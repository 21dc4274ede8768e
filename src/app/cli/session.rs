//! `stoa session`

use clap::{Args, Subcommand};
use serde_json::json;

use super::data_dir::Database;
use super::error::{Failure, no_such_user};
use super::operator::administer;
use super::output::{print_json, print_table};
use super::settings::Settings;
use crate::core::user_agent;
use crate::features::users::{AdminAuthority, account, store};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List login sessions, most recently used first
    List {
        /// List only the sessions of this user
        #[arg(value_name = "USERNAME")]
        name: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// End all sessions of a user, or of all users
    #[command(
        after_help = "If a server is running, the sessions end within a second.

Examples:
  stoa session revoke ann
  stoa session revoke --all"
    )]
    Revoke {
        /// The user to log out
        #[arg(
            value_name = "USERNAME",
            required_unless_present = "all",
            conflicts_with = "all"
        )]
        name: Option<String>,
        /// Log out all users
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let database = Database::of_site(&settings.load()?, settings)?;
    match options.command {
        Command::List { name, json } => list(&database, name, json),
        Command::Revoke { name, json, .. } => revoke(&database, name, json),
    }
}

fn list(database: &Database, name: Option<String>, json: bool) -> Result<(), Failure> {
    let username = name.clone();
    let listed = database.db.read_blocking(move |read| {
        let authority = AdminAuthority::of_operator();
        let user = username
            .map(|name| authority.account(read, &name))
            .transpose()?
            .map(|account| account.id());
        store::sessions::logins(read, &authority, user)
    });
    let listed = listed.map_err(no_such_user(name.as_deref().unwrap_or_default()))?;
    if json {
        return print_json(&listed);
    }
    let rows = listed.into_iter().map(|login| {
        [
            login.username,
            login.last_seen_at.to_string(),
            login.created_at.to_string(),
            login.signed_in_by.word().to_owned(),
            login.address,
            user_agent::describe(&login.user_agent),
        ]
    });
    print_table(
        ["USER", "LAST USED", "CREATED", "BY", "ADDRESS", "BROWSER"],
        rows,
    )
}

fn revoke(database: &Database, name: Option<String>, json: bool) -> Result<(), Failure> {
    let username = name.clone();
    let revoked = administer(&database.db, move |tx, by| match username {
        None => account::log_out_all(tx, by),
        Some(name) => {
            let account = by.account(tx, &name)?;
            account::log_out(tx, by, &account)
        }
    });
    let revoked = revoked.map_err(no_such_user(name.as_deref().unwrap_or_default()))?;
    if json {
        return print_json(&json!({ "revoked": revoked }));
    }
    eprintln!("sessions ended: {revoked}");
    Ok(())
}
