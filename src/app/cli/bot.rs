//! `stoa bot`

use clap::{Args, Subcommand};
use serde_json::json;

use super::data_dir::Database;
use super::error::{Failure, no_such_user};
use super::operator::administer;
use super::output::{json_text, print_json, print_once, print_table};
use super::settings::Settings;
use crate::core::error::{Error, Sentence};
use crate::core::text;
use crate::features::bots;
use crate::features::users::AdminAuthority;
use crate::features::users::bots::Bot;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the bots by name
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Add a bot: an account as which only programs act
    #[command(
        after_help = "stoa token create gives a bot an API token, and stoa bot hook an incoming hook. It acts as long as its owner is an administrator.

Examples:
  stoa bot create build-bot --owner ann
  stoa bot create alerts --owner ann --community operations"
    )]
    Create {
        /// The name of the bot
        #[arg(value_name = "USERNAME")]
        username: String,
        /// The administrator who owns it
        #[arg(long, value_name = "USERNAME")]
        owner: String,
        /// The only community in which it posts; without it, it posts on the whole site. It joins a public one and asks to
        /// join a private one
        #[arg(
            long,
            value_name = "NAME",
            default_value = "",
            hide_default_value = true
        )]
        community: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Let a bot join its community, or ask to again
    #[command(
        after_help = "Stoa does this once when a bot is added. Do it again after moderators of the community have refused or removed the bot.

Example:
  stoa bot join alerts"
    )]
    Join {
        /// The name of the bot
        #[arg(value_name = "USERNAME")]
        username: String,
    },
    /// Give a bot an incoming hook, or another address of it
    #[command(
        after_help = "Prints the path of the address, only now. The former address ends. A program sends questions there, which the bot asks.

Examples:
  stoa bot hook alerts --tag alert
  curl https://stoa.example.org/hook/… -H 'Content-Type: application/json' -d '{\"text\": \"The disk is full\"}'"
    )]
    Hook {
        /// The name of the bot
        #[arg(value_name = "USERNAME")]
        username: String,
        /// A tag of questions that come in without any; can be repeated
        #[arg(long, value_name = "TAG", required = true)]
        tag: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove the incoming hook of a bot
    RemoveHook {
        /// The name of the bot
        #[arg(value_name = "USERNAME")]
        username: String,
    },
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let database = Database::of_site(&settings.load()?, settings)?;
    match options.command {
        Command::List { json } => list(&database, json),
        Command::Create {
            username,
            owner,
            community,
            json,
        } => create(&database, username, &owner, community, json),
        Command::Join { username } => join(&database, username),
        Command::Hook {
            username,
            tag,
            json,
        } => hook(settings, &database, username, tag, json),
        Command::RemoveHook { username } => remove_hook(&database, username),
    }
}

fn list(database: &Database, json: bool) -> Result<(), Failure> {
    let found = database
        .db
        .read_blocking(|read| bots::list(read, &AdminAuthority::of_operator()))?;
    if json {
        return print_json(&found);
    }
    let rows = found.into_iter().map(|bot| {
        [
            bot.username,
            bot.owner,
            bot.community_name.unwrap_or_else(|| "-".to_owned()),
            if bot.is_active { "active" } else { "inactive" }.to_owned(),
            bot.api_tokens.len().to_string(),
            if bot.incoming_hook.is_some() {
                "yes"
            } else {
                "no"
            }
            .to_owned(),
        ]
    });
    let header = ["USERNAME", "OWNER", "COMMUNITY", "STATE", "TOKENS", "HOOK"];
    print_table(header, rows)
}

fn create(
    database: &Database,
    username: String,
    owner: &str,
    community: String,
    json: bool,
) -> Result<(), Failure> {
    text::username(&username).map_err(Failure::usage)?;
    let owned = owner.to_owned();
    let created = administer(&database.db, move |tx, by| {
        let owner = by.account(tx, &owned)?;
        let added = bots::add(tx, by, &username, &owner, &community)?;
        Ok(added.map(|bot| (bot.account().id(), bot.account().username().to_owned())))
    });
    let (id, username) = created.map_err(no_such_user(owner))?;
    if json {
        return print_json(&json!({ "id": id, "username": username }));
    }
    eprintln!("added the bot {username}; stoa token create {username} gives it an API token");
    Ok(())
}

fn join(database: &Database, username: String) -> Result<(), Failure> {
    let name = username.clone();
    let joined = administer(&database.db, move |tx, by| {
        let bot = Bot::find(tx, by, &username)?;
        bots::rejoin(tx, by, &bot)
    });
    joined.map_err(no_such_user(&name))?;
    eprintln!("{name} has joined its community, or asks to join it if it is private");
    Ok(())
}

fn hook(
    settings: &Settings,
    database: &Database,
    username: String,
    tags: Vec<String>,
    json: bool,
) -> Result<(), Failure> {
    let name = username.clone();
    let added = administer(&database.db, move |tx, by| {
        let tags = bots::tags(tx, tags.iter().map(String::as_str))?;
        let bot = Bot::find(tx, by, &username)?;
        bots::replace_hook(tx, by, &bot, &tags)
    });
    let path = added.map_err(no_such_user(&name))?;
    let if_lost = format!("make another one with stoa bot hook {name}");
    if json {
        return print_once(json_text(&json!({ "path": path }))?, &if_lost);
    }
    settings.say(format_args!(
        "the bot {name} asks what is sent to this path of the site; stoa bot remove-hook {name} takes it back"
    ));
    print_once(path + "\n", &if_lost)
}

fn remove_hook(database: &Database, username: String) -> Result<(), Failure> {
    let name = username.clone();
    let removed = administer(&database.db, move |tx, by| {
        let bot = Bot::find(tx, by, &username)?;
        bots::remove_hook(tx, by, &bot)
    });
    removed.map_err(|error| match error {
        Error::Code(Sentence::HookNotFound) => {
            Failure::not_found(format_args!("the bot {name} has no incoming hook"))
        }
        other => no_such_user(&name)(other),
    })?;
    eprintln!("removed the incoming hook of {name}");
    Ok(())
}
