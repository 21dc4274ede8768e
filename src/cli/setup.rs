//! `stoa setup`, and the administrator that the configuration names

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::password::Input;
use super::user::{Insertion, insert};
use super::{Database, Failure, SET_ANOTHER, Settings, print_made, print_once};
use crate::config::Config;
use crate::db::Db;
use crate::text;
use crate::users::account::Role;
use crate::users::{Authority, account, password, store};

#[derive(Args)]
#[command(after_help = "Without --admin it is the configuration's admin.username, and otherwise the name is asked for.

Examples:
  stoa setup --admin ann
  stoa setup --admin ann --generate --no-input
  stoa setup --config /etc/stoa/config.toml --base-url https://qa.example.org --admin ann")]
pub struct Options {
    /// The name of the administrator
    #[arg(long, value_name = "NAME")]
    admin: Option<String>,
    #[command(flatten)]
    password: Input,
    /// The address under which visitors see the site; it is written into the configuration file that --config names, which
    /// must not be there yet
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(settings: &Settings, options: &Options) -> Result<(), Failure> {
    let written = options.base_url.as_deref().map(|base_url| write_config(settings, base_url)).transpose()?;
    let done = set_up(settings, options, written.as_deref());
    // Half a setup would be in the way of the next attempt.
    if let (Err(_), Some(path)) = (&done, written) {
        let _ = fs::remove_file(path);
    }
    done
}

/// Writes a configuration file with everything commented out but the address.
fn write_config(settings: &Settings, base_url: &str) -> Result<PathBuf, Failure> {
    let named = settings.config.clone().or_else(|| std::env::var_os("STOA_CONFIG").map(PathBuf::from));
    let path = named.ok_or_else(|| Failure::usage("say with --config which file --base-url is to be written into"))?;
    let is_address = base_url.starts_with("https://") || base_url.starts_with("http://");
    if !is_address || base_url.chars().any(|c| c.is_whitespace() || c.is_control() || "\"\\".contains(c)) {
        return Err(Failure::usage("--base-url must be an address such as https://qa.example.org"));
    }
    let text = Config::example().replace("#base_url = \"\"", &format!("base_url = \"{base_url}\""));
    let written = fs::File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::conflict(format_args!("{} is there already; set server.base_url in it, and leave --base-url out", path.display()))
        }
        _ => Failure::new(format_args!("cannot write {}: {error}", path.display())),
    })?;
    Ok(path)
}

fn set_up(settings: &Settings, options: &Options, written: Option<&Path>) -> Result<(), Failure> {
    let config = settings.load()?;
    let database = Database::open(&config, settings)?;
    let has_administrator = database.db.read_blocking(store::has_administrator)?;
    let name = match &options.admin {
        Some(name) => Some(name.clone()),
        None if !config.admin.username.is_empty() || has_administrator => None,
        None => Some(ask_name(settings)?),
    };
    let (mut made, mut generated) = (None, None);
    match name.clone() {
        None => made = make_configured(&config, &database.db)?,
        Some(name) if has_administrator => check_is_administrator(&database, &name)?,
        Some(name) => match insert(settings, &config, &database, &name, &options.password, Role::Administrator)? {
            Insertion::Done { user, generated: password } => (made, generated) = (Some(user.username), password),
            Insertion::Exists(_) | Insertion::Gone => check_is_administrator(&database, &name)?,
        },
    }
    if made.is_none() && !database.db.read_blocking(store::has_administrator)? {
        return Err(cannot_administer(&database, &name.unwrap_or(config.admin.username))?);
    }
    if options.json {
        let path = written.map(|path| path.display().to_string());
        let done = json!({ "administrator": made, "created": made.is_some(), "password": generated, "configuration": path });
        return print_made(&done, generated.is_some());
    }
    if let Some(password) = generated {
        print_once(password + "\n", SET_ANOTHER)?;
    }
    if let Some(path) = written {
        eprintln!("wrote {}", path.display());
    }
    match made {
        Some(name) => eprintln!("made administrator {name}"),
        None => eprintln!("there is an administrator already; nothing was changed"),
    }
    eprintln!("next: stoa serve");
    Ok(())
}

fn ask_name(settings: &Settings) -> Result<String, Failure> {
    if !settings.can_ask() {
        return Err(Failure::usage("who is to be the administrator? Nobody can be asked here: say --admin NAME"));
    }
    eprint!("Name of the administrator: ");
    let mut name = String::new();
    std::io::stdin().read_line(&mut name).map_err(Failure::new)?;
    Ok(name.trim().to_owned())
}

/// Whoever has this name must be an administrator already: nobody becomes one by a second setup.
fn check_is_administrator(database: &Database, name: &str) -> Result<(), Failure> {
    let named = name.to_owned();
    let (user, is_taken) = database.db.read_blocking(move |read| Ok((store::by_name(read, &named)?, store::is_taken(read, &named)?)))?;
    if user.is_some_and(|user| user.is_administrator) {
        return Ok(());
    }
    if !is_taken {
        return Err(Failure::conflict("there is an administrator already")
            .hint(format_args!("stoa user create {name} --role administrator makes another one")));
    }
    Err(Failure::conflict(format_args!(
        "{name} is or was a user already, and no administrator; choose another name, or see stoa user promote"
    )))
}

/// Why there is no administrator although somebody has the name of who was to be made one.
fn cannot_administer(database: &Database, name: &str) -> Result<Failure, Failure> {
    let named = name.to_owned();
    let found = database.db.read_blocking(move |read| Ok((store::by_name(read, &named)?, store::key(read, &named)?)))?;
    let (what, mend) = match found {
        (Some(user), Some(key)) if user.is_administrator && key.is_disabled => ("is an administrator, but disabled", "enable"),
        (Some(user), _) if user.is_administrator => ("is an administrator, but has no password", "set-password"),
        _ => ("is there already, but no administrator", "promote"),
    };
    Ok(Failure::conflict(format_args!("{name} {what}")).hint(format_args!("stoa user {mend} {name}")))
}

/// Makes the administrator that the configuration names, unless the site has one or there is such a user already, and tells
/// his name.
pub(super) fn make_configured(config: &Config, db: &Db) -> Result<Option<String>, Failure> {
    let name = config.admin.username.clone();
    if name.is_empty() || db.read_blocking(store::has_administrator)? {
        return Ok(None);
    }
    let wanted = name.clone();
    if db.read_blocking(move |read| store::is_taken(read, &wanted))? {
        tracing::warn!("admin.username names {name}, who is there already, but cannot administer the site; stoa setup says why");
        return Ok(None);
    }
    let password = config.admin.password.expose();
    if password.is_empty() {
        return Err(Failure::configuration("admin.password: the administrator that admin.username names needs one"));
    }
    check_configured(config)?;
    let (wanted, hash) = (name.clone(), password::hash(password)?);
    db.write_blocking(move |tx| account::create(tx, &Authority::of_operator(), &wanted, &hash, Role::Administrator))?;
    Ok(Some(name))
}

/// Whether the administrator that the configuration names could be made, as far as it says. His password may come from elsewhere.
pub(super) fn check_configured(config: &Config) -> Result<(), Failure> {
    let wrong = |key: &str, what: &dyn std::fmt::Display| Failure::configuration(format_args!("{key}: {what}"));
    let (name, password) = (&config.admin.username, config.admin.password.expose());
    if name.is_empty() {
        return Ok(());
    }
    text::operators_username(name).map_err(|error| wrong("admin.username", &error))?;
    if password.is_empty() {
        return Ok(());
    }
    password::check(config, name, password).map_err(|error| wrong("admin.password", &error))
}
