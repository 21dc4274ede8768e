//! `stoa user invite` and `stoa invitation`

use std::time::Duration;

use clap::{Args, Subcommand};
use jiff::{Span, SpanRelativeTo};
use serde::Serialize;
use serde_json::json;

use super::user::print_table;
use super::{Database, Failure, Settings, json_text, link, print_json, print_once};
use crate::clock::{Clock, Timestamp};
use crate::config::{Address, Config, Signup};
use crate::error::{Error, Sentence};
use crate::id::Id;
use crate::users::invitations::{self, Invitation};
use crate::users::{Authority, store};
use crate::web::Paging;

#[derive(Args)]
#[command(
    after_help = "Whoever gets the link first can sign up with it, once. It is printed this once; stoa invitation revoke takes it back.

Examples:
  stoa user invite
  stoa user invite --for 'Ben of the library' --expires 36h
  stoa user invite --json"
)]
pub(super) struct Invite {
    /// For whom it is, for the list of invitations; the guest can read it among his data
    #[arg(long = "for", value_name = "NOTE", default_value = "", hide_default_value = true)]
    note: String,
    /// How long it is good for, from 1h to 365d
    #[arg(long, value_name = "TIME", default_value = "7d", value_parser = time)]
    expires: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the invitations that are open, the last made first (stoa user invite makes one)
    List {
        /// Those too that were used or have expired within the last 30 days
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Take an invitation back that nobody has used
    #[command(after_help = "Examples:
  stoa invitation revoke 38cmczm000001
  stoa invitation revoke --all")]
    Revoke {
        /// Its id, as the list has it
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        id: Option<String>,
        /// All that are open
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// A length of time such as `7d` or `36h`, or as ISO 8601 has it; a day has 24 hours.
fn time(text: &str) -> Result<Duration, String> {
    let span = text.parse::<Span>().and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()));
    span.ok().and_then(|span| span.try_into().ok()).ok_or_else(|| "a time such as 7d or 36h".to_owned())
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let database = Database::of_site(&settings.load()?, settings)?;
    match options.command {
        Command::List { all, json } => list(&database, all, json),
        Command::Revoke { id: Some(id), json, .. } => revoke(&database, &id, json),
        Command::Revoke { id: None, json, .. } => revoke_all(&database, json),
    }
}

/// `stoa user invite`
pub(super) fn invite(settings: &Settings, config: &Config, database: &Database, options: Invite) -> Result<(), Failure> {
    let Invite { note, expires, json } = options;
    let made = database.db.write_blocking(move |tx| invitations::create(tx, &Authority::of_operator(), None, &note, expires));
    let made = made.map_err(|error| match error.sentence() {
        Sentence::InvitationLife | Sentence::NoteTooLong | Sentence::InvalidCharacter => Failure::usage(error),
        _ => error.into(),
    })?;
    let invitation = made.invitation;
    let link = link(&config.server.base_url, listening(config), &invitations::path(&made.token));
    match config.auth.signup {
        Signup::Invite => {}
        Signup::Open => settings.say("auth.signup is \"open\": everybody can sign up, with or without an invitation"),
        Signup::Closed => settings.say("auth.signup is \"closed\": nobody can sign up until it is \"invite\""),
    }
    if config.server.base_url.is_empty() {
        settings.say("server.base_url is not set: others may see the site at another address than the link says");
    }
    let if_lost = format!("stoa invitation revoke {} takes it back; make another one", invitation.id);
    if json {
        let Invitation { id, note, created_at, expires_at, .. } = invitation;
        let made = json!({ "id": id, "link": link, "note": note, "created_at": created_at, "expires_at": expires_at });
        return print_once(json_text(&made)?, &if_lost);
    }
    settings.say(format_args!(
        "one person can sign up with this link until {}; stoa invitation revoke {} takes it back",
        invitation.expires_at, invitation.id
    ));
    print_once(link + "\n", &if_lost)
}

/// Where the configuration says that a server listens, as one would tell a browser.
fn listening(config: &Config) -> impl Iterator<Item = String> {
    let scheme = if config.has_tls() { "https" } else { "http" };
    config.server.listen.iter().filter_map(move |address| match address {
        // With port 0 only the server knows where it is.
        Address::Tcp(address) if !address.ends_with(":0") => Some(format!("{scheme}://{address}")),
        _ => None,
    })
}

/// An invitation as commands print it.
#[derive(Serialize)]
struct Listed {
    id: Id,
    /// `open`, `used` or `expired`.
    state: &'static str,
    note: String,
    created_by: Option<String>,
    created_at: Timestamp,
    expires_at: Timestamp,
    used_by: Option<String>,
    used_at: Option<Timestamp>,
}

impl Listed {
    fn of(invitation: Invitation, now: Timestamp) -> Self {
        let Invitation { id, created_by, created_at, expires_at, note, used_by, used_at } = invitation;
        let state = match used_at {
            Some(_) => "used",
            None if expires_at <= now => "expired",
            None => "open",
        };
        Self { id, state, note, created_by, created_at, expires_at, used_by, used_at }
    }
}

fn list(database: &Database, all: bool, json: bool) -> Result<(), Failure> {
    let everything = Paging { limit: i32::MAX as usize, cursor: None };
    let found = database.db.read_blocking(move |read| store::invitations::list(read, &Authority::of_operator(), all, &everything))?;
    let now = Clock::system().now();
    let listed: Vec<Listed> = found.items.into_iter().map(|invitation| Listed::of(invitation, now)).collect();
    if json {
        return print_json(&listed);
    }
    let rows = listed.into_iter().map(|invitation| {
        let or_none = |text: Option<String>| text.filter(|text| !text.is_empty()).unwrap_or_else(|| "-".to_owned());
        [
            invitation.id.to_string(),
            invitation.state.to_owned(),
            invitation.expires_at.to_string(),
            or_none(invitation.created_by),
            or_none(invitation.used_by),
            or_none(Some(invitation.note)),
        ]
    });
    print_table(["ID", "STATE", "EXPIRES", "BY", "USED BY", "FOR"], rows)
}

fn revoke(database: &Database, id: &str, json: bool) -> Result<(), Failure> {
    let missing = || Failure::not_found(format_args!("no invitation {id} is open; stoa invitation list shows those that are"));
    let wanted: Id = id.parse().map_err(|_| missing())?;
    let revoked = database.db.write_blocking(move |tx| invitations::revoke(tx, &Authority::of_operator(), wanted));
    revoked.map_err(|error| match error {
        Error::Said(Sentence::InvitationNotFound) => missing(),
        other => other.into(),
    })?;
    told(1, json)
}

fn revoke_all(database: &Database, json: bool) -> Result<(), Failure> {
    told(database.db.write_blocking(|tx| invitations::revoke_all(tx, &Authority::of_operator()))?, json)
}

fn told(revoked: usize, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&json!({ "revoked": revoked }));
    }
    eprintln!("{revoked} invitations revoked");
    Ok(())
}
