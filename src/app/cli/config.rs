//! `stoa config`

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::configured_admin;
use super::error::Failure;
use super::output::{print, print_json};
use super::settings::{Settings, environment};
use crate::app::server::Tls;
use crate::core::clock::Clock;
use crate::core::config::{Config, KEYS, Loaded, Source, default_paths, file_in_use, variable};
use crate::operations::backup;
use crate::operations::doctor::{DoctorContext, Status, ownership};
use crate::platform::db;
use crate::platform::settings::{self, SiteSettings};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check the configuration file, the environment and the files that they name
    #[command(after_help = "Exit codes:
  0   the configuration is valid
  78  it is not

Examples:
  stoa config check
  stoa config check new.toml && mv new.toml /etc/stoa/config.toml")]
    Check {
        /// The file to check [default: the file that stoa config path prints]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Print all keys with their values, those set on the administration page included; secrets are hidden
    #[command(after_help = "Examples:
  stoa config show --sources
  stoa config show --json")]
    Show {
        /// Print the source of each value
        #[arg(long)]
        sources: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a commented configuration file with all keys and their defaults
    #[command(after_help = "Examples:
  stoa config init
  stoa config init -o /etc/stoa/config.toml")]
    Init {
        /// Write it to this file, which must not exist
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the environment variables of all keys
    Env {
        /// Print JSON, with the key of each variable
        #[arg(long)]
        json: bool,
    },
    /// Print the path of the configuration file
    #[command(after_help = "Exit codes:
  0  a configuration file is used
  4  there is none")]
    Path,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    match options.command {
        Command::Check { file } => {
            let file = file.or_else(|| file_in_use(settings.config.as_deref(), &environment()));
            let loaded = settings.read_from(file.as_deref());
            check(&loaded)?;
            let admin = &loaded.config.admin;
            if !admin.username.is_empty() && admin.password.expose().is_empty() {
                // The service may have it as a systemd credential, which is not visible here.
                settings.say("admin.password is not set here; without it, the server of a new site does not start");
            }
            warn_of_orphaned_passkeys(settings, &loaded.config);
            match file {
                Some(file) => print(format!("{} and the environment are fine\n", file.display())),
                None => print("the environment is fine; there is no configuration file\n"),
            }
        }
        Command::Show { sources, json } => {
            show(&with_page(settings, settings.read()?), sources, json)
        }
        Command::Init { output: None } => print(Config::example()),
        Command::Init { output: Some(path) } => init(&path),
        Command::Env { json: true } => {
            let variables: Vec<Value> = KEYS
                .iter()
                .map(|key| json!({ "variable": variable(key), "key": key }))
                .collect();
            print_json(&variables)
        }
        Command::Env { json: false } => print(
            KEYS.iter()
                .map(|key| variable(key) + "\n")
                .collect::<String>(),
        ),
        Command::Path => match file_in_use(settings.config.as_deref(), &environment()) {
            Some(path) => print(format!("{}\n", path.display())),
            None => {
                let paths: Vec<String> = default_paths(&environment())
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect();
                let message = format!(
                    "there is no configuration file, and none is required; `stoa config init -o FILE` creates one, for example at {}",
                    paths.join(" or ")
                );
                Err(Failure::not_found(message))
            }
        },
    }
}

/// Fails with all mistakes in the configuration and in the files that it names.
fn check(loaded: &Loaded) -> Result<(), Failure> {
    let config = &loaded.config;
    let mut mistakes: Vec<String> = loaded.mistakes.iter().map(ToString::to_string).collect();
    // A missing half of the pair is a mistake of its own.
    if config.has_tls() && !config.tls.key.as_os_str().is_empty() {
        mistakes.extend(Tls::load(config).err().map(|error| error.to_string()));
    }
    mistakes.extend(
        configured_admin::check(config)
            .err()
            .map(|error| error.to_string()),
    );
    let data_dir = config.data_dir();
    if data_dir.exists() && !data_dir.is_dir() {
        mistakes.push(format!(
            "data.dir: {} is not a directory",
            data_dir.display()
        ));
    }
    if let Err(error) = backup::usable_directory(config) {
        let advice = ownership::hint(&config.backup.dir);
        mistakes.push(format!("{error}; {advice}, or mount its disk"));
    }
    if mistakes.is_empty() {
        Ok(())
    } else {
        Err(Failure::configuration(mistakes.join("\n")))
    }
}

/// Warns of passkeys that do not work at the configured address.
fn warn_of_orphaned_passkeys(settings: &Settings, config: &Config) {
    let doctor = DoctorContext {
        config,
        data_dir: config.data_dir(),
        now: Clock::system().now(),
        is_locked: false,
    };
    for finding in doctor.inspect(&["passkeys".to_owned()]) {
        if finding.status == Status::Warn {
            let fix = finding.fix.unwrap_or_default();
            settings.say(format_args!("{}; {fix}", finding.message));
        }
    }
}

/// Puts what administrators have set on the page into a configuration, if the site can be read.
fn with_page(settings: &Settings, mut loaded: Loaded) -> Loaded {
    let data_dir = loaded.config.data_dir();
    if !data_dir.join(db::FILE).exists() {
        return loaded;
    }
    let now = Clock::system().now();
    let stored = match db::inspect(&data_dir, now, settings::store::stored) {
        Ok(stored) => stored,
        Err(error) => {
            settings.say(format_args!(
                "values that administrators have set on the page are missing: {error}"
            ));
            return loaded;
        }
    };
    let keys: Vec<_> = stored.values.keys().copied().collect();
    let applied = SiteSettings::new(&loaded.config, stored).config;
    let before = std::mem::replace(&mut loaded.config, applied);
    for key in keys {
        if SiteSettings::fixed_by(&before, key).is_none()
            && let Some(key) = key.config_key()
        {
            loaded
                .config
                .sources
                .insert(key, Source::AdministrationPage);
        }
    }
    loaded
}

fn show(loaded: &Loaded, with_sources: bool, as_json: bool) -> Result<(), Failure> {
    let mut sections: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    let (mut last, mut text) = ("", String::new());
    for (key, value) in loaded.config.values() {
        let (section, name) = key.split_once('.').unwrap_or((key, ""));
        let source = loaded.source(key);
        if as_json {
            let value = if with_sources {
                json!({ "value": value, "source": source.to_string() })
            } else {
                value
            };
            sections.entry(section).or_default().insert(name, value);
            continue;
        }
        if section != last {
            text += &format!("{}[{section}]\n", if last.is_empty() { "" } else { "\n" });
            last = section;
        }
        if with_sources || source == Source::AdministrationPage {
            text += &format!("{name} = {value}  # {source}\n");
        } else {
            text += &format!("{name} = {value}\n");
        }
    }
    if as_json {
        print_json(&sections)
    } else {
        print(text)
    }
}

fn init(path: &PathBuf) -> Result<(), Failure> {
    let written = std::fs::File::create_new(path)
        .and_then(|mut file| file.write_all(Config::example().as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::conflict(format_args!(
            "{} already exists; choose another name",
            path.display()
        )),
        _ => Failure::new(format_args!("cannot write {}: {error}", path.display())),
    })?;
    eprintln!(
        "wrote {}; uncomment the keys that you change",
        path.display()
    );
    Ok(())
}
