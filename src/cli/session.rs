//! `stoa session`

use clap::{Args, Subcommand};
use serde_json::json;

use super::user::{no_such_user, print_table};
use super::{Database, Failure, Settings, print_json};
use crate::live::Outgoing;
use crate::users::{Authority, account, store};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List where users are logged in, the last used first
    List {
        /// Only this user
        name: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Log a user out everywhere; beside a running server it takes a second
    #[command(after_help = "Examples:
  stoa session revoke ann
  stoa session revoke --all")]
    Revoke {
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        name: Option<String>,
        /// Log everybody out
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
    let of = name.clone();
    let listed = database.db.read_blocking(move |read| {
        let by = Authority::of_operator();
        let user = of.map(|name| by.account(read, &name)).transpose()?.map(|account| account.id);
        store::sessions::logins(read, &by, user)
    });
    let listed = listed.map_err(no_such_user(name.as_deref().unwrap_or_default()))?;
    if json {
        return print_json(&listed);
    }
    let rows = listed
        .into_iter()
        .map(|login| [login.username, login.last_seen_at.to_string(), login.created_at.to_string(), login.address, login.user_agent]);
    print_table(["USER", "LAST USED", "OPENED", "FROM", "BROWSER"], rows)
}

fn revoke(database: &Database, name: Option<String>, json: bool) -> Result<(), Failure> {
    let of = name.clone();
    let revoked = database.db.write_blocking(move |tx| {
        let by = Authority::of_operator();
        let Some(name) = of else {
            let ended = store::sessions::delete_all(tx, &by)?;
            let count = ended.len();
            tx.send(Outgoing::SessionsEnded(ended));
            return Ok(count);
        };
        let account = by.account(tx, &name)?;
        account::end_sessions(tx, &account, None)
    });
    let revoked = revoked.map_err(no_such_user(name.as_deref().unwrap_or_default()))?;
    if json {
        return print_json(&json!({ "revoked": revoked }));
    }
    eprintln!("{revoked} sessions ended");
    Ok(())
}
