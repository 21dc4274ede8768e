//! `stoa token`

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::json;

use super::data_dir::Database;
use super::error::{Failure, no_such_user};
use super::operator::administer;
use super::output::{json_text, print_json, print_once, print_table};
use super::settings::Settings;
use crate::core::clock::{Clock, Timestamp};
use crate::core::error::{Error, Sentence};
use crate::core::id::Id;
use crate::features::users::api_tokens;
use crate::features::users::store::api_tokens as store;
use crate::features::users::store::api_tokens::ApiToken;
use crate::features::users::{Account, AdminAuthority, MAX_TOKEN_DAYS, NewApiToken};
use crate::platform::web::{Scope, Scopes};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List API tokens, newest first
    List {
        /// List only the tokens of this user
        #[arg(value_name = "USERNAME")]
        name: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Create an API token of a user
    #[command(
        after_help = "The token is printed only now; stoa token revoke revokes it. Its user finds it in their settings, and the log has it.

Examples:
  stoa token create ann --name 'nightly report' --scope read
  stoa token create ann --name bridge --scope read --scope write --days 90 --json"
    )]
    Create(Create),
    /// Revoke an API token, or all of a user
    #[command(
        after_help = "If a server is running, it refuses the token from then on.

Examples:
  stoa token revoke 38cmczm000001
  stoa token revoke --user ann"
    )]
    Revoke {
        /// The id of the token, from stoa token list
        #[arg(
            value_name = "ID",
            required_unless_present = "user",
            conflicts_with = "user"
        )]
        id: Option<String>,
        /// Revoke all tokens of this user
        #[arg(long, value_name = "USERNAME")]
        user: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
struct Create {
    /// The user as whom the token acts
    #[arg(value_name = "USERNAME")]
    username: String,
    /// What the token is for
    #[arg(long, value_name = "NAME")]
    name: String,
    /// What the token may do; can be repeated
    #[arg(long, value_name = "SCOPE", required = true, value_parser = PossibleValuesParser::new(Scope::WORDS))]
    scope: Vec<String>,
    /// For how many days it is valid; without it, it has no end
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_TOKEN_DAYS)))]
    days: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let database = Database::of_site(&settings.load()?, settings)?;
    match options.command {
        Command::List { name, json } => list(&database, name, json),
        Command::Create(options) => create(settings, &database, options),
        Command::Revoke {
            id: Some(id), json, ..
        } => revoke(&database, &id, json),
        Command::Revoke { user, json, .. } => revoke_all(&database, user.unwrap_or_default(), json),
    }
}

/// A token as commands print it.
#[derive(Serialize)]
struct Listed {
    id: Id,
    user: String,
    name: String,
    scopes: Scopes,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
    last_used_at: Option<Timestamp>,
}

impl Listed {
    fn of(user: String, token: ApiToken) -> Self {
        Self {
            id: token.id,
            user,
            name: token.name,
            scopes: token.scopes,
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
        }
    }
}

fn list(database: &Database, name: Option<String>, json: bool) -> Result<(), Failure> {
    let username = name.clone();
    let found = database.db.read_blocking(move |read| {
        let authority = AdminAuthority::of_operator();
        let user = username
            .map(|name| authority.account(read, &name))
            .transpose()?
            .map(|account| account.id());
        store::all(read, &authority, user)
    });
    let found = found.map_err(no_such_user(name.as_deref().unwrap_or_default()))?;
    let listed: Vec<Listed> = found
        .into_iter()
        .map(|(user, token)| Listed::of(user, token))
        .collect();
    if json {
        return print_json(&listed);
    }
    let now = Clock::system().now();
    let rows = listed.into_iter().map(|token| {
        let ends = match token.expires_at {
            None => "never".to_owned(),
            Some(end) if end <= now => format!("{end} (expired)"),
            Some(end) => end.to_string(),
        };
        let used = token.last_used_at;
        [
            token.id.to_string(),
            token.user,
            words(token.scopes),
            ends,
            used.map_or_else(|| "never".to_owned(), |used| used.to_string()),
            token.name,
        ]
    });
    print_table(
        ["ID", "USER", "SCOPES", "EXPIRES", "LAST USED", "NAME"],
        rows,
    )
}

fn words(scopes: Scopes) -> String {
    scopes.words().collect::<Vec<_>>().join(" ")
}

fn create(settings: &Settings, database: &Database, options: Create) -> Result<(), Failure> {
    let scopes = options
        .scope
        .iter()
        .filter_map(|word| Scope::from_word(word));
    let new =
        NewApiToken::new(&options.name, scopes.collect(), options.days).map_err(Failure::usage)?;
    let username = options.username.clone();
    let created = administer(&database.db, move |tx, by| {
        let account: Account = by.account(tx, &username)?;
        let user = account.username().to_owned();
        let recorded = api_tokens::create(tx, by, &account, &new, None)?;
        Ok(recorded.map(|(text, token)| (text, Listed::of(user, token))))
    });
    let (text, token) = created.map_err(no_such_user(&options.username))?;
    let if_lost = format!(
        "revoke the token with stoa token revoke {} and create another one",
        token.id
    );
    if options.json {
        let output = json!({ "id": token.id, "token": text, "user": token.user, "name": token.name,
            "scopes": token.scopes, "expires_at": token.expires_at });
        return print_once(json_text(&output)?, &if_lost);
    }
    settings.say(format_args!(
        "programs with this token act as {}, with the scopes {}; stoa token revoke {} takes it back",
        token.user,
        words(token.scopes),
        token.id
    ));
    print_once(text + "\n", &if_lost)
}

fn revoke(database: &Database, id: &str, json: bool) -> Result<(), Failure> {
    let missing = || {
        Failure::not_found(format_args!(
            "there is no API token {id}; stoa token list shows all"
        ))
    };
    let token: Id = id.parse().map_err(|_| missing())?;
    let revoked = administer(&database.db, move |tx, by| {
        api_tokens::revoke(tx, by, token)
    });
    revoked.map_err(|error| match error {
        Error::Code(Sentence::TokenNotFound) => missing(),
        other => other.into(),
    })?;
    print_revoked(1, json)
}

fn revoke_all(database: &Database, name: String, json: bool) -> Result<(), Failure> {
    let username = name.clone();
    let revoked = administer(&database.db, move |tx, by| {
        let account = by.account(tx, &username)?;
        api_tokens::revoke_all(tx, by, &account)
    });
    print_revoked(revoked.map_err(no_such_user(&name))?, json)
}

fn print_revoked(revoked: usize, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&json!({ "revoked": revoked }));
    }
    eprintln!("API tokens revoked: {revoked}");
    Ok(())
}
