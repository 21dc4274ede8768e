//! `stoa user`

use clap::{Args, Subcommand, ValueEnum};
use comfy_table::{Table, presets};
use serde::Serialize;
use serde_json::json;

use super::invitation::{self, Invite};
use super::password::Input;
use super::{Database, Failure, SET_ANOTHER, Settings, print, print_json, print_made, print_once};
use crate::accounts::{self, Counts};
use crate::clock::Timestamp;
use crate::config::Config;
use crate::db::Write;
use crate::error::{Error, Sentence};
use crate::id::Id;
use crate::text;
use crate::users::account::{self, Filter, Role, Standing};
use crate::users::{Account, Authority, store};
use crate::web::Paging;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a user (also: stoa create-user)
    Create(Create),
    /// Make a link by which somebody can sign up where that is by invitation
    Invite(Invite),
    /// List the users, by name
    List {
        /// Only those whose name contains this
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        /// Only those with this role
        #[arg(long)]
        role: Option<Role>,
        /// Only those who may not log in
        #[arg(long)]
        disabled: bool,
        /// Print comma-separated values, for spreadsheets
        #[arg(long, conflicts_with = "json")]
        csv: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show one user
    Show {
        name: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Give a user another password, and log him out everywhere
    #[command(visible_alias = "passwd")]
    SetPassword {
        name: String,
        #[command(flatten)]
        password: Input,
        /// Leave him logged in where he is
        #[arg(long)]
        keep_sessions: bool,
    },
    /// Make a user an administrator
    Promote { name: String },
    /// Make an administrator an ordinary user
    Demote { name: String },
    /// Keep a user from logging in, and log him out everywhere; what he wrote stays
    Disable { name: String },
    /// Let a user log in again
    Enable { name: String },
    /// Delete a user; what he wrote stays, by nobody
    Delete {
        name: String,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
#[command(after_help = "Without any of the password options the password is asked for.

Examples:
  stoa user create ann
  stoa user create admin --role administrator --password-file /run/secrets/admin
  stoa user create robot --generate --if-not-exists")]
pub(super) struct Create {
    name: String,
    #[command(flatten)]
    password: Input,
    #[arg(long, default_value = "user")]
    role: Role,
    /// If there is such a user, leave him as he is and call it done
    #[arg(long)]
    if_not_exists: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ValueEnum for Role {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::User, Self::Administrator]
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(self.word().into())
    }
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let config = settings.load()?;
    let database = match options.command {
        Command::Create(_) => Database::open(&config, settings)?,
        _ => Database::of_site(&config, settings)?,
    };
    match options.command {
        Command::Create(options) => create_in(settings, &config, &database, &options),
        Command::Invite(options) => invitation::invite(settings, &config, &database, options),
        Command::List { search, role, disabled, csv, json } => {
            let filter = Filter { search: search.unwrap_or_default(), role, disabled: disabled.then_some(true) };
            list(&database, filter, csv, json)
        }
        Command::Show { name, json } => show(&database, &name, json),
        Command::SetPassword { name, password, keep_sessions } => {
            let name = change(&database, &name, |_, _, account| Ok(account.username.clone()))?;
            let given = password.take(settings, &config, &name)?;
            let hash = given.hash;
            let ended = change(&database, &name, move |tx, _, account| {
                account::replace_password(tx, account, &hash)?;
                if keep_sessions { Ok(0) } else { account::end_sessions(tx, account, None) }
            })?;
            if let Some(password) = given.generated {
                print_once(password + "\n", SET_ANOTHER)?;
            }
            eprintln!("{name} has another password; {ended} sessions ended");
            Ok(())
        }
        Command::Promote { name } => set_role(&database, &name, Role::Administrator),
        Command::Demote { name } => set_role(&database, &name, Role::User),
        Command::Disable { name } => {
            change(&database, &name, account::disable)?;
            eprintln!("{name} cannot log in any more");
            Ok(())
        }
        Command::Enable { name } => {
            change(&database, &name, account::enable)?;
            eprintln!("{name} can log in");
            Ok(())
        }
        Command::Delete { name, yes, json } => delete(settings, &database, &name, yes, json),
    }
}

/// `stoa create-user`
pub(super) fn create(settings: &Settings, options: Create) -> Result<(), Failure> {
    run(settings, Options { command: Command::Create(options) })
}

fn create_in(settings: &Settings, config: &Config, database: &Database, options: &Create) -> Result<(), Failure> {
    let (user, generated) = match insert(settings, config, database, &options.name, &options.password, options.role)? {
        Insertion::Done { user, generated } => (user, generated),
        Insertion::Gone => {
            let failure = Failure::conflict(format_args!("the name {} was somebody's who was deleted", options.name));
            return Err(failure.hint("choose another name: nobody gets this one again"));
        }
        Insertion::Exists(name) if !options.if_not_exists => {
            let hint = "choose another name, or say --if-not-exists to leave that user as he is";
            return Err(Failure::conflict(format_args!("the name {name} is taken")).hint(hint));
        }
        Insertion::Exists(name) if options.json => return print_json(&json!({ "username": name, "created": false })),
        Insertion::Exists(name) => {
            eprintln!("{name} is there already; nothing was changed");
            return Ok(());
        }
    };
    if options.json {
        let made = json!({
            "id": user.id, "username": user.username, "role": options.role.word(), "created": true, "password": generated,
        });
        return print_made(&made, generated.is_some());
    }
    if let Some(password) = generated {
        print_once(password + "\n", SET_ANOTHER)?;
    }
    eprintln!("made {} {}", options.role.word(), user.username);
    Ok(())
}

/// What became of a user who was to be made.
pub(super) enum Insertion {
    Done {
        user: crate::users::User,
        generated: Option<String>,
    },
    /// There is a user of this name already.
    Exists(String),
    /// The name was somebody's who was deleted.
    Gone,
}

/// Makes a user; a password is only asked for if his name can be given out.
pub(super) fn insert(
    settings: &Settings,
    config: &Config,
    database: &Database,
    name: &str,
    password: &Input,
    role: Role,
) -> Result<Insertion, Failure> {
    text::operators_username(name).map_err(|error| Failure::usage(format_args!("{error}; choose another name")))?;
    let taken = || {
        let wanted = name.to_owned();
        database.db.read_blocking(move |read| {
            let user = store::by_name(read, &wanted)?.map(|user| Insertion::Exists(user.username));
            Ok(if user.is_none() && store::is_taken(read, &wanted)? { Some(Insertion::Gone) } else { user })
        })
    };
    if let Some(taken) = taken()? {
        return Ok(taken);
    }
    let given = password.take(settings, config, name)?;
    let (wanted, hash) = (name.to_owned(), given.hash);
    match database.db.write_blocking(move |tx| account::create(tx, &Authority::of_operator(), &wanted, &hash, role)) {
        Ok(user) => Ok(Insertion::Done { user, generated: given.generated }),
        // Somebody was quicker.
        Err(error @ Error::Said(Sentence::UsernameTaken)) => taken()?.ok_or_else(|| error.into()),
        Err(error) => Err(error.into()),
    }
}

/// Changes an account in one transaction.
fn change<T: Send + 'static>(
    database: &Database,
    name: &str,
    f: impl FnOnce(&mut Write<'_>, &Authority, &Account) -> crate::error::Result<T> + Send + 'static,
) -> Result<T, Failure> {
    let named = name.to_owned();
    let done = database.db.write_blocking(move |tx| {
        tx.quietly("a command tells whoever ran it");
        let by = Authority::of_operator();
        let account = by.account(tx, &named)?;
        f(tx, &by, &account)
    });
    done.map_err(no_such_user(name))
}

/// What to do about an error that concerns the user of this name.
pub(super) fn no_such_user(name: &str) -> impl FnOnce(Error) -> Failure {
    let name = name.to_owned();
    move |error| match error.sentence() {
        Sentence::UserNotFound => Failure::not_found(format_args!("there is no user {name}; stoa user list shows who there is")),
        Sentence::LastAdministrator => {
            Failure::conflict(format_args!("{name} is the only administrator; make somebody else one with stoa user promote first"))
        }
        _ => error.into(),
    }
}

fn set_role(database: &Database, name: &str, role: Role) -> Result<(), Failure> {
    let user = change(database, name, move |tx, by, account| account::set_role(tx, by, account, role))?;
    eprintln!("{} is an {} now", user.username, if user.is_administrator { "administrator" } else { "ordinary user" });
    Ok(())
}

/// A user as commands print him.
#[derive(Serialize)]
struct Listed {
    id: Id,
    username: String,
    role: &'static str,
    created_at: Timestamp,
    disabled_at: Option<Timestamp>,
    last_seen_at: Option<Timestamp>,
    sessions: u32,
}

impl From<Standing> for Listed {
    fn from(standing: Standing) -> Self {
        Self {
            id: standing.id,
            username: standing.username,
            role: standing.role.word(),
            created_at: standing.date_joined,
            disabled_at: standing.disabled_at,
            last_seen_at: standing.last_seen_at,
            sessions: standing.sessions,
        }
    }
}

fn list(database: &Database, filter: Filter, csv: bool, json: bool) -> Result<(), Failure> {
    // One page: each further one would look at everybody again.
    let everybody = Paging { limit: i32::MAX as usize, cursor: None };
    let found = database.db.read_blocking(move |read| store::standings(read, &Authority::of_operator(), &filter, &everybody))?;
    let listed: Vec<Listed> = found.items.into_iter().map(Listed::from).collect();
    if json {
        return print_json(&listed);
    }
    if csv {
        return print_csv(&listed);
    }
    let rows = listed.into_iter().map(|user| {
        let time = |time: Option<Timestamp>| time.map_or_else(|| "-".to_owned(), |time| time.to_string());
        [user.username, user.role.to_owned(), user.created_at.to_string(), time(user.last_seen_at), time(user.disabled_at)]
    });
    print_table(["NAME", "ROLE", "JOINED", "LAST SEEN", "DISABLED"], rows)
}

/// Prints users as comma-separated values: what is not known is empty, and nothing has a comma or a quote in it.
fn print_csv(users: &[Listed]) -> Result<(), Failure> {
    let mut text = "id,username,role,created_at,disabled_at,last_seen_at,sessions\n".to_owned();
    for user in users {
        let Listed { id, username, role, created_at, disabled_at, last_seen_at, sessions } = user;
        let time = |time: &Option<Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
        text += &format!("{id},{username},{role},{created_at},{},{},{sessions}\n", time(disabled_at), time(last_seen_at));
    }
    print(text)
}

/// Prints rows under their heads, aligned and without lines, so that other programs can read them too.
pub(super) fn print_table<const N: usize>(heads: [&str; N], rows: impl Iterator<Item = [String; N]>) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(heads).add_rows(rows);
    print(table.trim_fmt() + "\n")
}

fn standing(database: &Database, name: &str) -> Result<(Listed, Counts), Failure> {
    let named = name.to_owned();
    let found = database.db.read_blocking(move |read| {
        let by = Authority::of_operator();
        let account = by.account(read, &named)?;
        Ok((store::standing(read, &by, &account)?.into(), accounts::store::counts(read, &account)?))
    });
    found.map_err(no_such_user(name))
}

fn show(database: &Database, name: &str, json: bool) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Shown {
        #[serde(flatten)]
        user: Listed,
        #[serde(flatten)]
        counts: Counts,
    }
    let (user, counts) = standing(database, name)?;
    let shown = Shown { user, counts };
    if json {
        return print_json(&shown);
    }
    let fields = serde_json::to_value(&shown).map_err(Failure::new)?;
    for (field, value) in fields.as_object().into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        print(format!("{field:<20}{}\n", if value == "null" { "-" } else { &value }))?;
    }
    Ok(())
}

fn delete(settings: &Settings, database: &Database, name: &str, yes: bool, json: bool) -> Result<(), Failure> {
    let (user, counts) = standing(database, name)?;
    if !yes {
        eprintln!(
            "{} has written {} questions, {} answers, {} comments and {} messages, which stay, by nobody, and owns {} communities, which pass on.",
            user.username, counts.questions, counts.answers, counts.comments, counts.messages, counts.owned_communities
        );
        settings.confirm_by_typing(&user.username)?;
    }
    let deleted = change(database, name, |tx, _, account| accounts::delete(tx, account))?;
    if json {
        return print_json(&json!({ "id": deleted.id, "username": deleted.username, "deleted": true, "left": counts }));
    }
    eprintln!("deleted {}", deleted.username);
    Ok(())
}
