//! `stoa user list` and `stoa user show`.

use serde::Serialize;

use crate::app::cli::data_dir::Database;
use crate::app::cli::error::{Failure, no_such_user};
use crate::app::cli::output::{print, print_json, print_table};
use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::account_data::{self, Counts};
use crate::features::users::{AdminAuthority, AdminUserView, UserFilter, store};

/// A user as commands print them.
#[derive(Serialize)]
pub struct Listed {
    id: Id,
    pub username: String,
    role: &'static str,
    created_at: Timestamp,
    disabled_at: Option<Timestamp>,
    suspended_until: Option<Timestamp>,
    silenced_until: Option<Timestamp>,
    last_seen_at: Option<Timestamp>,
    sessions: u32,
}

impl From<AdminUserView> for Listed {
    fn from(user: AdminUserView) -> Self {
        Self {
            id: user.id,
            username: user.username,
            role: user.role.name(),
            created_at: user.date_joined,
            disabled_at: user.disabled_at,
            suspended_until: user.suspended_until,
            silenced_until: user.silenced_until,
            last_seen_at: user.last_seen_at,
            sessions: user.sessions,
        }
    }
}

pub fn list(database: &Database, filter: UserFilter, csv: bool, json: bool) -> Result<(), Failure> {
    // One page: each further page would scan all users again.
    let all = Paging {
        limit: i32::MAX as usize,
        cursor: None,
    };
    let found = database.db.read_blocking(move |read| {
        store::admin_views(read, &AdminAuthority::of_operator(), &filter, &all)
    })?;
    let listed: Vec<Listed> = found.items.into_iter().map(Listed::from).collect();
    if json {
        return print_json(&listed);
    }
    if csv {
        return print_csv(&listed);
    }
    let rows = listed.into_iter().map(|user| {
        let seen = user
            .last_seen_at
            .map_or_else(|| "-".to_owned(), |time| time.to_string());
        let restriction = restriction(&user);
        let joined = user.created_at.to_string();
        [
            user.username,
            user.role.to_owned(),
            joined,
            seen,
            restriction,
        ]
    });
    print_table(["NAME", "ROLE", "JOINED", "LAST SEEN", "RESTRICTED"], rows)
}

/// Returns what a user may not do at the moment: the strongest restriction, and since or until when.
fn restriction(user: &Listed) -> String {
    let since = user.disabled_at.map(|at| format!("disabled since {at}"));
    let suspended = user
        .suspended_until
        .map(|at| format!("suspended until {at}"));
    let silenced = user.silenced_until.map(|at| format!("silenced until {at}"));
    since
        .or(suspended)
        .or(silenced)
        .unwrap_or_else(|| "-".to_owned())
}

/// Prints users as comma-separated values. Missing values are empty; no value contains a comma or a
/// quote.
fn print_csv(users: &[Listed]) -> Result<(), Failure> {
    let mut text = "id,username,role,created_at,disabled_at,suspended_until,silenced_until,last_seen_at,sessions\n".to_owned();
    for user in users {
        let Listed {
            id,
            username,
            role,
            created_at,
            disabled_at,
            suspended_until,
            silenced_until,
            last_seen_at,
            sessions,
        } = user;
        let time = |time: &Option<Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
        text += &format!(
            "{id},{username},{role},{created_at},{},{},{},{},{sessions}\n",
            time(disabled_at),
            time(suspended_until),
            time(silenced_until),
            time(last_seen_at)
        );
    }
    print(text)
}

pub fn user_with_counts(database: &Database, name: &str) -> Result<(Listed, Counts), Failure> {
    let username = name.to_owned();
    let found = database.db.read_blocking(move |read| {
        let authority = AdminAuthority::of_operator();
        let account = authority.account(read, &username)?;
        Ok((
            store::admin_view(read, &authority, &account)?.into(),
            account_data::store::counts(read, &account)?,
        ))
    });
    found.map_err(no_such_user(name))
}

pub fn show(database: &Database, name: &str, json: bool) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Output {
        #[serde(flatten)]
        user: Listed,
        #[serde(flatten)]
        counts: Counts,
    }
    let (user, counts) = user_with_counts(database, name)?;
    let output = Output { user, counts };
    if json {
        return print_json(&output);
    }
    let fields = serde_json::to_value(&output).map_err(Failure::new)?;
    for (field, value) in fields.as_object().into_iter().flatten() {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        print(format!(
            "{field:<20}{}\n",
            if value == "null" { "-" } else { &value }
        ))?;
    }
    Ok(())
}
