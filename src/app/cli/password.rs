//! The source of a password: never an argument, which others can read in the process list.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::error::Failure;
use super::output::{json_text, print_json, print_once};
use super::settings::Settings;
use crate::core::config::Config;
use crate::features::auth::password;

/// Bytes that are read at most: more than a password may have, and the input may never end.
const MAX_BYTES: u64 = 4_096;

/// What to do if a generated password could not be shown.
const SET_ANOTHER: &str = "set another password with stoa user set-password";

#[derive(Args)]
#[group(multiple = false)]
pub(super) struct PasswordOptions {
    /// Read the password from a file; one newline at its end is ignored
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Read the password from standard input; one newline at its end is ignored
    #[arg(long)]
    password_stdin: bool,
    /// Generate a password and print it, alone, to standard output
    #[arg(long)]
    generate: bool,
}

/// A password that follows the rules.
pub(super) struct NewPassword {
    /// The PHC string to store.
    pub hash: String,
    /// The password itself, if it was generated here.
    pub generated: Option<String>,
}

impl PasswordOptions {
    /// Returns the password for `username` from the source that the options name, else prompts for
    /// it.
    pub fn read(
        &self,
        settings: &Settings,
        config: &Config,
        username: &str,
    ) -> Result<NewPassword, Failure> {
        if self.generate {
            let generated = password::generate(config);
            return Ok(NewPassword {
                hash: password::hash(&generated)?,
                generated: Some(generated),
            });
        }
        let password = if let Some(path) = &self.password_file {
            File::open(path)
                .and_then(read_limited)
                .map(without_newline)
                .map_err(|error| {
                    Failure::new(format_args!("cannot read {}: {error}", path.display()))
                })?
        } else if self.password_stdin {
            let read = read_limited(std::io::stdin()).map(without_newline);
            read.map_err(|error| {
                Failure::new(format_args!(
                    "cannot read the password from standard input: {error}"
                ))
            })?
        } else if settings.can_prompt() {
            prompt(username)?
        } else {
            return Err(Failure::usage(
                "a password is required; use --password-file, --password-stdin or --generate",
            ));
        };
        password::check(config, username, &password)
            .map_err(|error| Failure::usage(format_args!("{error}; choose another password")))?;
        Ok(NewPassword {
            hash: password::hash(&password)?,
            generated: None,
        })
    }
}

/// Prints a generated password.
pub(super) fn print_generated(password: &str) -> Result<(), Failure> {
    print_once(format!("{password}\n"), SET_ANOTHER)
}

/// Prints an account as JSON, which may be the only place that shows its password.
pub(super) fn print_account(account: &Value, has_password: bool) -> Result<(), Failure> {
    if has_password {
        print_once(json_text(account)?, SET_ANOTHER)
    } else {
        print_json(account)
    }
}

fn read_limited(from: impl Read) -> io::Result<String> {
    let mut text = String::new();
    from.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

fn without_newline(mut text: String) -> String {
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    text
}

fn prompt(username: &str) -> Result<String, Failure> {
    let prompt = |question: String| rpassword::prompt_password(question).map_err(Failure::new);
    let first = prompt(format!("Password for {username}: "))?;
    if prompt("Repeat the password: ".to_owned())? == first {
        Ok(first)
    } else {
        Err(Failure::usage(
            "the passwords do not match; nothing was changed",
        ))
    }
}
