//! `stoa config`

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::setup::check_configured;
use super::{Failure, Settings, print, print_json};
use crate::config::{Config, KEYS, Loaded, file_in_use, places, variable};
use crate::server::Tls;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say whether a configuration can be used: its file, the environment, and the files that they name
    #[command(after_help = "Examples:
  stoa config check
  stoa config check new.toml && mv new.toml /etc/stoa/config.toml")]
    Check {
        /// [default: the file that the other commands use]
        file: Option<PathBuf>,
    },
    /// Print every key with its value; what is secret is hidden
    #[command(after_help = "Examples:
  stoa config show --sources
  stoa config show --json")]
    Show {
        /// Say where each value comes from
        #[arg(long)]
        sources: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a configuration file with every key, its default and what it is for
    #[command(after_help = "Examples:
  stoa config init
  stoa config init -o /etc/stoa/config.toml")]
    Init {
        /// Write it here instead, where there is no file yet
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the names of all environment variables
    Env {
        /// Print JSON, with the key of each
        #[arg(long)]
        json: bool,
    },
    /// Print which configuration file is used
    Path,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    match options.command {
        Command::Check { file } => {
            let environment = super::environment();
            let file = file.or_else(|| file_in_use(settings.config.as_deref(), &environment));
            let loaded = Loaded::load(file.as_deref(), &environment)?;
            Tls::load(&loaded.config)?;
            check_configured(&loaded.config)?;
            let admin = &loaded.config.admin;
            if !admin.username.is_empty() && admin.password.expose().is_empty() {
                // The service may have it as a credential, which is not for us.
                settings.say("admin.password is not set here: without it a new site is not served");
            }
            match file {
                Some(file) => print(format!("{} and the environment are fine\n", file.display())),
                None => print("the environment is fine; there is no configuration file\n"),
            }
        }
        Command::Show { sources, json } => show(&settings.read()?, sources, json),
        Command::Init { output: None } => print(Config::example()),
        Command::Init { output: Some(path) } => init(&path),
        Command::Env { json: true } => {
            let variables: Vec<Value> = KEYS.iter().map(|key| json!({ "variable": variable(key), "key": key })).collect();
            print_json(&variables)
        }
        Command::Env { json: false } => print(KEYS.iter().map(|key| variable(key) + "\n").collect::<String>()),
        Command::Path => match file_in_use(settings.config.as_deref(), &super::environment()) {
            Some(path) => print(format!("{}\n", path.display())),
            None => {
                let places: Vec<String> = places(&super::environment()).iter().map(|place| place.display().to_string()).collect();
                let message = format!(
                    "there is no configuration file, and none is needed; `stoa config init -o FILE` makes one, best at {}",
                    places.join(" or ")
                );
                Err(Failure::not_found(message))
            }
        },
    }
}

fn show(loaded: &Loaded, with_sources: bool, as_json: bool) -> Result<(), Failure> {
    let mut sections: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    let (mut last, mut text) = ("", String::new());
    for (key, value) in loaded.config.values() {
        let (section, name) = key.split_once('.').unwrap_or((key, ""));
        let source = loaded.source(key).to_string();
        if as_json {
            let value = if with_sources { json!({ "value": value, "source": source }) } else { value };
            sections.entry(section).or_default().insert(name, value);
            continue;
        }
        if section != last {
            text += &format!("{}[{section}]\n", if last.is_empty() { "" } else { "\n" });
            last = section;
        }
        if with_sources {
            text += &format!("{name} = {value}  # {source}\n");
        } else {
            text += &format!("{name} = {value}\n");
        }
    }
    if as_json { print_json(&sections) } else { print(text) }
}

fn init(path: &PathBuf) -> Result<(), Failure> {
    let written = std::fs::File::create_new(path).and_then(|mut file| file.write_all(Config::example().as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::conflict(format_args!("{} is there already; choose another name", path.display())),
        _ => Failure::new(format_args!("cannot write {}: {error}", path.display())),
    })?;
    eprintln!("stoa: wrote {}; uncomment in it what you change", path.display());
    Ok(())
}
