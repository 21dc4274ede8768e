//! Where a command gets a password from: never from its arguments, which others can read in the list of processes.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use clap::Args;

use super::{Failure, Settings};
use crate::config::Config;
use crate::users::password;

#[derive(Args)]
#[group(multiple = false)]
pub(super) struct Input {
    /// Take the password from a file; a newline at its end does not count
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Take the password from standard input; a newline at its end does not count
    #[arg(long)]
    password_stdin: bool,
    /// Make a password and print it, alone, on standard output
    #[arg(long)]
    generate: bool,
}

/// A password that follows the rules.
pub(super) struct Given {
    /// The PHC string to store.
    pub hash: String,
    /// What was made up here, for whoever runs the command.
    pub generated: Option<String>,
}

impl Input {
    /// The password for `username`, from where the options say, or else from whoever sits at the terminal.
    pub fn take(&self, settings: &Settings, config: &Config, username: &str) -> Result<Given, Failure> {
        if self.generate {
            let generated = password::generate(config);
            return Ok(Given { hash: password::hash(&generated)?, generated: Some(generated) });
        }
        let given = if let Some(path) = &self.password_file {
            File::open(path)
                .and_then(beginning)
                .map(without_newline)
                .map_err(|error| Failure::new(format_args!("cannot read {}: {error}", path.display())))?
        } else if self.password_stdin {
            let read = beginning(std::io::stdin()).map(without_newline);
            read.map_err(|error| Failure::new(format_args!("cannot read the password from standard input: {error}")))?
        } else if settings.can_ask() {
            ask(username)?
        } else {
            return Err(Failure::usage(
                "a password is needed, and nobody can be asked here: say --password-file, --password-stdin or --generate",
            ));
        };
        password::check(config, username, &given).map_err(|error| Failure::usage(format_args!("{error}; choose another password")))?;
        Ok(Given { hash: password::hash(&given)?, generated: None })
    }
}

/// More than any password has, of what may never end.
fn beginning(from: impl Read) -> io::Result<String> {
    let mut text = String::new();
    from.take(4_096).read_to_string(&mut text)?;
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

fn ask(username: &str) -> Result<String, Failure> {
    let ask = |question: String| rpassword::prompt_password(question).map_err(Failure::new);
    let first = ask(format!("Password for {username}: "))?;
    if ask("The same again: ".to_owned())? == first {
        Ok(first)
    } else {
        Err(Failure::usage("these were two different passwords; nothing was changed"))
    }
}
