//! `stoa setup`

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::data_dir::{Database, NewSite};
use super::error::Failure;
use super::new_user::{self, Creation};
use super::password::{PasswordOptions, print_account, print_generated};
use super::settings::Settings;
use super::{configured_admin, prompt};
use crate::core::config::Config;
use crate::features::users::{Role, store};

#[derive(Args)]
#[command(
    after_help = "Without --admin, setup uses admin.username of the configuration, else prompts for a name. Without a password option, it prompts for the password. If the site has an administrator, setup changes nothing.

Examples:
  stoa setup --admin ann
  stoa setup --admin ann --generate --no-input
  stoa setup --config /etc/stoa/config.toml --base-url https://qa.example.org --admin ann"
)]
pub struct Options {
    /// The username of the administrator
    #[arg(long, value_name = "USERNAME")]
    admin: Option<String>,
    #[command(flatten)]
    password: PasswordOptions,
    /// Write a new configuration file with this address of the site to the path that --config names
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    #[command(flatten)]
    new: NewSite,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(settings: &Settings, options: &Options) -> Result<(), Failure> {
    let config_file = options
        .base_url
        .as_deref()
        .map(|base_url| write_config(settings, base_url))
        .transpose()?;
    let result = set_up(settings, options, config_file.as_deref());
    // A new configuration file would make the next attempt fail.
    if let (Err(_), Some(path)) = (&result, config_file) {
        let _ = fs::remove_file(path);
    }
    result
}

/// Writes a configuration file in which only the base URL is not commented out.
fn write_config(settings: &Settings, base_url: &str) -> Result<PathBuf, Failure> {
    let path = settings
        .config
        .clone()
        .or_else(|| std::env::var_os("STOA_CONFIG").map(PathBuf::from));
    let path = path.ok_or_else(|| {
        Failure::usage("--base-url needs --config, which names the configuration file to write")
    })?;
    let is_address = base_url.starts_with("https://") || base_url.starts_with("http://");
    if !is_address
        || base_url
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || "\"\\".contains(c))
    {
        return Err(Failure::usage(
            "--base-url must be an address such as https://qa.example.org",
        ));
    }
    let text = Config::example().replace("#base_url = \"\"", &format!("base_url = \"{base_url}\""));
    let written = fs::File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::conflict(format_args!(
            "{} already exists; set server.base_url in it and omit --base-url",
            path.display()
        )),
        _ => Failure::new(format_args!("cannot write {}: {error}", path.display())),
    })?;
    Ok(path)
}

fn set_up(
    settings: &Settings,
    options: &Options,
    config_file: Option<&Path>,
) -> Result<(), Failure> {
    let config = settings.load()?;
    let database = Database::open(&config, settings, options.new)?;
    let has_administrator = database.db.read_blocking(store::has_administrator)?;
    let name = match &options.admin {
        Some(name) => Some(name.clone()),
        None if !config.admin.username.is_empty() || has_administrator => None,
        None => Some(prompt_for_name(settings)?),
    };
    let (mut created, mut generated) = (None, None);
    match name.clone() {
        None => created = configured_admin::create(&config, &database.db)?,
        Some(name) if has_administrator => check_is_administrator(&database, &name)?,
        Some(name) => match new_user::create(
            settings,
            &config,
            &database,
            &name,
            &options.password,
            Role::Administrator,
        )? {
            Creation::Created {
                user,
                generated: password,
            } => (created, generated) = (Some(user.username), password),
            Creation::Exists(_) | Creation::Deleted => check_is_administrator(&database, &name)?,
        },
    }
    if created.is_none() && !database.db.read_blocking(store::has_administrator)? {
        return Err(cannot_administer(
            &database,
            &name.unwrap_or(config.admin.username),
        )?);
    }
    if options.json {
        let path = config_file.map(|path| path.display().to_string());
        let result = json!({ "administrator": created, "created": created.is_some(), "password": generated, "configuration": path });
        return print_account(&result, generated.is_some());
    }
    if let Some(password) = generated {
        print_generated(&password)?;
    }
    if let Some(path) = config_file {
        eprintln!("wrote {}", path.display());
    }
    match created {
        Some(name) => eprintln!("created administrator {name}"),
        None => eprintln!("the site already has an administrator; nothing was changed"),
    }
    eprintln!("next: {}", serve_command(settings));
    Ok(())
}

/// Returns the command that serves this site, with the global options of this command.
fn serve_command(settings: &Settings) -> String {
    let mut command = "stoa serve".to_owned();
    for (option, path) in [
        ("--config", &settings.config),
        ("--data-dir", &settings.data_dir),
    ] {
        if let Some(path) = path {
            command += &format!(" {option} {}", shell_word(&path.display().to_string()));
        }
    }
    command
}

/// Returns a word of a shell command, quoted if it has to be.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+:@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

fn prompt_for_name(settings: &Settings) -> Result<String, Failure> {
    if !settings.can_prompt() {
        return Err(Failure::usage(
            "the username of the administrator is required; use --admin USERNAME",
        ));
    }
    prompt::line("Username of the administrator:")
}

/// Fails unless `name` is an administrator: a second setup promotes nobody.
fn check_is_administrator(database: &Database, name: &str) -> Result<(), Failure> {
    let username = name.to_owned();
    let (user, is_taken) = database.db.read_blocking(move |read| {
        Ok((
            store::by_name(read, &username)?,
            store::is_taken(read, &username)?,
        ))
    })?;
    if user.is_some_and(|user| user.is_administrator) {
        return Ok(());
    }
    if !is_taken {
        return Err(
            Failure::conflict("there is an administrator already").hint(format_args!(
                "stoa user create {name} --role administrator creates another one"
            )),
        );
    }
    Err(Failure::conflict(format_args!(
        "{name} is or was a user, but is not an administrator; choose another name, or use stoa user promote"
    )))
}

/// Returns why the site has no administrator although a user has the requested name.
fn cannot_administer(database: &Database, name: &str) -> Result<Failure, Failure> {
    let username = name.to_owned();
    let found = database.db.read_blocking(move |read| {
        Ok((
            store::by_name(read, &username)?,
            store::login_record(read, &username)?,
        ))
    })?;
    let (problem, command) = match found {
        (Some(user), Some(login)) if user.is_administrator && login.is_disabled => {
            ("is an administrator, but disabled", "enable")
        }
        (Some(user), _) if user.is_administrator => {
            ("is an administrator, but has no password", "set-password")
        }
        _ => ("exists, but is not an administrator", "promote"),
    };
    Ok(Failure::conflict(format_args!("{name} {problem}"))
        .hint(format_args!("stoa user {command} {name}")))
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn a_word_is_quoted_only_if_the_shell_would_change_it() {
        for (text, word) in [
            ("/srv/stoa-1.toml", "/srv/stoa-1.toml"),
            ("/srv/my site", "'/srv/my site'"),
            ("a'b$c", "'a'\\''b$c'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }
}
