//! `stoa log`

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;

use super::data_dir::Database;
use super::error::{Failure, no_such_user};
use super::output::{print_json, print_table};
use super::settings::Settings;
use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::users::AdminAuthority;
use crate::features::users::admin_log::{AdminAction, AdminLogEntry};
use crate::operations::administration::{LogFilter, log};

#[derive(Args)]
#[command(
    after_help = "The log has every action of administrators, of moderators on posts, and of these commands on users, sessions and invitations. Nobody can change or delete an entry.

Examples:
  stoa log
  stoa log --user ann --limit 1000
  stoa log --action remove-post --json"
)]
pub struct Options {
    /// Print this many of the newest entries
    #[arg(long, value_name = "NUMBER", default_value = "100", value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Print only what this user did, and what was done to them
    #[arg(long, value_name = "USERNAME")]
    user: Option<String>,
    /// Print only entries of this action
    #[arg(long, value_name = "ACTION", value_parser = PossibleValuesParser::new(AdminAction::WORDS))]
    action: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let database = Database::of_site(&settings.load()?, settings)?;
    let paging = Paging {
        limit: options.limit as usize,
        cursor: None,
    };
    let if_unknown = no_such_user(options.user.as_deref().unwrap_or_default());
    let filter = LogFilter {
        user: options.user,
        action: options.action.as_deref().and_then(AdminAction::from_word),
    };
    let found = database.db.read_blocking(move |read| {
        log::all_entries(read, &AdminAuthority::of_operator(), &filter, &paging)
    });
    let mut entries: Vec<Listed> = found
        .map_err(if_unknown)?
        .items
        .into_iter()
        .map(Listed::from)
        .collect();
    entries.reverse();
    if options.json {
        return print_json(&entries);
    }
    let rows = entries.into_iter().map(|entry| {
        let by = entry.by();
        let what = format!("{} {}", entry.target_kind, one_line(&entry.target));
        [
            entry.logged_at.to_string(),
            by,
            entry.action.to_owned(),
            what.trim_end().to_owned(),
            entry.what_else(),
        ]
    });
    print_table(["TIME", "BY", "ACTION", "ON", "DETAIL"], rows)
}

/// The number of characters of a replaced value in the table.
const SHOWN_VALUE: usize = 40;

/// An entry as the command prints it.
#[derive(Serialize)]
struct Listed {
    id: Id,
    logged_at: Timestamp,
    actor_id: Option<Id>,
    actor: String,
    /// The id of the API token with which the actor acted.
    token_id: Option<Id>,
    action: &'static str,
    target_kind: &'static str,
    target_id: Option<Id>,
    target: String,
    detail: String,
    /// The value that the action replaced.
    before: Option<String>,
}

impl From<AdminLogEntry> for Listed {
    fn from(entry: AdminLogEntry) -> Self {
        Self {
            id: entry.id,
            logged_at: entry.logged_at,
            actor_id: entry.actor_id,
            actor: entry.actor,
            token_id: entry.token_id,
            action: entry.action.word(),
            target_kind: entry.target_kind.word(),
            target_id: entry.target_id,
            target: entry.target,
            detail: entry.detail,
            before: entry.before,
        }
    }
}

impl Listed {
    /// Returns who acted: a username, or the operator with their name on the system.
    fn by(&self) -> String {
        match (self.actor_id, self.actor.as_str()) {
            (Some(_), name) => match self.token_id {
                Some(token) => format!("{name} (token {token})"),
                None => name.to_owned(),
            },
            (None, "") => "(operator)".to_owned(),
            (None, name) => format!("(operator {name})"),
        }
    }

    /// Returns the detail on one line; of a setting, the beginning of its values.
    fn what_else(&self) -> String {
        let cut = |text: &str| -> String { one_line(text).chars().take(SHOWN_VALUE).collect() };
        match &self.before {
            Some(before) => format!("{:?} instead of {:?}", cut(&self.detail), cut(before)),
            None => one_line(&self.detail),
        }
    }
}

/// Returns a text without line breaks and other control characters, which could forge lines.
fn one_line(text: &str) -> String {
    text.split(char::is_control).collect::<Vec<_>>().join(" ")
}
