//! `stoa user invite` and `stoa invitation`

use std::time::Duration;

use clap::{Args, Subcommand};
use jiff::{Span, SpanRelativeTo};
use serde::Serialize;
use serde_json::json;

use super::data_dir::Database;
use super::error::Failure;
use super::operator::administer;
use super::output::{json_text, print_json, print_once, print_table};
use super::page_link::configured_link;
use super::settings::Settings;
use crate::core::clock::{Clock, Timestamp};
use crate::core::config::{Config, Signup};
use crate::core::error::{Error, Sentence};
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::users::Invitation;
use crate::features::users::invitations;
use crate::features::users::{AdminAuthority, store};
use crate::platform::settings::{self, SiteSettings};

#[derive(Args)]
#[command(
    after_help = "The first person who opens the link can sign up with it, once. The link is printed only now; stoa invitation revoke revokes it.

Examples:
  stoa user invite
  stoa user invite --for 'Ben of the library' --expires 36h
  stoa user invite --mail ben@example.org --mail cem@example.org
  stoa user invite --json"
)]
pub(super) struct Invite {
    /// A note for the list of invitations; the invited user can read it in their exported data
    #[arg(
        long = "for",
        value_name = "NOTE",
        default_value = "",
        hide_default_value = true
    )]
    note: String,
    /// Mail an invitation to this address instead of printing the link; can be repeated, up to 30 times
    #[arg(long, value_name = "ADDRESS", conflicts_with = "note")]
    mail: Vec<String>,
    /// How long the invitation is valid, from 1h to 365d
    #[arg(long, value_name = "DURATION", default_value = "7d", value_parser = duration)]
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
    /// List open invitations, newest first
    #[command(after_help = "stoa user invite creates an invitation.")]
    List {
        /// Include those that were used or expired within the last 30 days
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Revoke an open invitation, or all of them
    #[command(after_help = "Examples:
  stoa invitation revoke 38cmczm000001
  stoa invitation revoke --all")]
    Revoke {
        /// The id of the invitation, from stoa invitation list
        #[arg(
            value_name = "ID",
            required_unless_present = "all",
            conflicts_with = "all"
        )]
        id: Option<String>,
        /// Revoke all open invitations
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Parses a duration such as `7d` or `36h`, or an ISO 8601 duration. A day has 24 hours.
fn duration(text: &str) -> Result<Duration, String> {
    let span = text
        .parse::<Span>()
        .and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()));
    span.ok()
        .and_then(|span| span.try_into().ok())
        .ok_or_else(|| "use a duration such as 7d or 36h".to_owned())
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let database = Database::of_site(&settings.load()?, settings)?;
    match options.command {
        Command::List { all, json } => list(&database, all, json),
        Command::Revoke {
            id: Some(id), json, ..
        } => revoke(&database, &id, json),
        Command::Revoke { id: None, json, .. } => revoke_all(&database, json),
    }
}

/// Runs `stoa user invite`.
pub(super) fn invite(
    settings: &Settings,
    config: &Config,
    database: &Database,
    options: Invite,
) -> Result<(), Failure> {
    let Invite {
        note,
        mail,
        expires,
        json,
    } = options;
    if !mail.is_empty() {
        return mail_invitations(config, database, mail, expires, json);
    }
    let created = administer(&database.db, move |tx, by| {
        invitations::create(tx, by, &note, expires)
    });
    let created = created.map_err(|error| match error.sentence() {
        Sentence::InvitationLife | Sentence::NoteTooLong | Sentence::InvalidCharacter => {
            Failure::usage(error)
        }
        _ => error.into(),
    })?;
    let invitation = created.invitation;
    let stored = database.db.read_blocking(settings::store::stored)?;
    match SiteSettings::new(config, stored).config.auth.signup {
        Signup::Invite => {}
        Signup::Approval => settings.say(
            "auth.signup is \"approval\": everybody can sign up, and the invitation makes approval unnecessary",
        ),
        Signup::Open => settings
            .say("auth.signup is \"open\": everybody can sign up, even without an invitation"),
        Signup::Closed => {
            settings.say("auth.signup is \"closed\": nobody can sign up; set it to \"invite\"");
        }
    }
    let link = configured_link(settings, config, &invitations::path(&created.token));
    let if_lost = format!(
        "revoke the invitation with stoa invitation revoke {} and create another one",
        invitation.id
    );
    if json {
        let Invitation {
            id,
            note,
            created_at,
            expires_at,
            ..
        } = invitation;
        let output = json!({ "id": id, "link": link, "note": note, "created_at": created_at, "expires_at": expires_at });
        return print_once(json_text(&output)?, &if_lost);
    }
    settings.say(format_args!(
        "one person can sign up with this link until {}; stoa invitation revoke {} takes it back",
        invitation.expires_at, invitation.id
    ));
    print_once(link + "\n", &if_lost)
}

/// Puts an invitation to each address into the outbox, from which the server mails them.
fn mail_invitations(
    config: &Config,
    database: &Database,
    addresses: Vec<String>,
    expires: Duration,
    json: bool,
) -> Result<(), Failure> {
    let stored = database.db.read_blocking(settings::store::stored)?;
    let config = SiteSettings::new(config, stored).config;
    if !config.has_mail() {
        return Err(Failure::usage(
            "this site sends no mail: set a mail server first",
        ));
    }
    if config.auth.signup == Signup::Closed {
        return Err(Failure::usage(
            "auth.signup is \"closed\": nobody can sign up",
        ));
    }
    let mailed = administer(&database.db, move |tx, by| {
        invitations::mail(tx, by, &addresses, expires)
    });
    let mailed = mailed.map_err(|error| match error.sentence() {
        Sentence::InvitationLife | Sentence::InvitedCount => Failure::usage(error),
        Sentence::UserNotFound => {
            Failure::usage("there is no administrator to send them: create one first")
        }
        _ => error.into(),
    })?;
    if json {
        return print_json(&mailed);
    }
    let rows = mailed
        .into_iter()
        .map(|one| [one.address, one.outcome.word().to_owned()]);
    print_table(["ADDRESS", "OUTCOME"], rows)
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
        let Invitation {
            id,
            created_by,
            created_at,
            expires_at,
            note,
            mailed_to: _,
            used_by,
            used_at,
        } = invitation;
        let state = match used_at {
            Some(_) => "used",
            None if expires_at <= now => "expired",
            None => "open",
        };
        Self {
            id,
            state,
            note,
            created_by,
            created_at,
            expires_at,
            used_by,
            used_at,
        }
    }
}

fn list(database: &Database, all: bool, json: bool) -> Result<(), Failure> {
    let all_pages = Paging {
        limit: i32::MAX as usize,
        cursor: None,
    };
    let found = database.db.read_blocking(move |read| {
        store::invitations::list(read, &AdminAuthority::of_operator(), all, &all_pages)
    })?;
    let now = Clock::system().now();
    let listed: Vec<Listed> = found
        .items
        .into_iter()
        .map(|invitation| Listed::of(invitation, now))
        .collect();
    if json {
        return print_json(&listed);
    }
    let rows = listed.into_iter().map(|invitation| {
        let or_none = |text: Option<String>| {
            text.filter(|text| !text.is_empty())
                .unwrap_or_else(|| "-".to_owned())
        };
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
    let missing = || {
        Failure::not_found(format_args!(
            "there is no open invitation {id}; stoa invitation list shows those that are open"
        ))
    };
    let id_to_revoke: Id = id.parse().map_err(|_| missing())?;
    let revoked = administer(&database.db, move |tx, by| {
        invitations::revoke(tx, by, id_to_revoke)
    });
    revoked.map_err(|error| match error {
        Error::Code(Sentence::InvitationNotFound) => missing(),
        other => other.into(),
    })?;
    print_revoked(1, json)
}

fn revoke_all(database: &Database, json: bool) -> Result<(), Failure> {
    print_revoked(administer(&database.db, invitations::revoke_all)?, json)
}

fn print_revoked(revoked: usize, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&json!({ "revoked": revoked }));
    }
    eprintln!("invitations revoked: {revoked}");
    Ok(())
}
