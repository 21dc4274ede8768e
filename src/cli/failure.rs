//! Why a command ends without having done its work, and how it says so.

use std::fmt;
use std::process::ExitCode;

use serde_json::json;

use crate::backup::BackupError;
use crate::config::ConfigError;
use crate::error::Error;

/// A message, the exit code that tells programs what kind it is, and what to do next.
pub(super) struct Failure {
    code: u8,
    message: String,
    hint: Option<String>,
}

impl Failure {
    fn with(code: u8, message: impl fmt::Display) -> Self {
        Self { code, message: message.to_string(), hint: None }
    }

    /// Something did not work.
    pub fn new(message: impl fmt::Display) -> Self {
        Self::with(1, message)
    }

    /// The command makes no sense, or would have to ask somebody.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::with(2, message)
    }

    /// A check says no.
    pub fn check(message: impl fmt::Display) -> Self {
        Self::with(3, message)
    }

    pub fn not_found(message: impl fmt::Display) -> Self {
        Self::with(4, message)
    }

    /// It exists already, or somebody else is using the data.
    pub fn conflict(message: impl fmt::Display) -> Self {
        Self::with(5, message)
    }

    /// The configuration is wrong, or the data is a newer program's.
    pub fn configuration(message: impl fmt::Display) -> Self {
        Self::with(78, message)
    }

    /// The same with what to do next.
    pub fn hint(self, hint: impl fmt::Display) -> Self {
        Self { hint: Some(hint.to_string()), ..self }
    }

    fn name(&self) -> &'static str {
        match self.code {
            2 => "usage",
            3 => "check_failed",
            4 => "not_found",
            5 => "conflict",
            78 => "configuration",
            _ => "failed",
        }
    }

    /// Tells it on standard error: in JSON, if the command was to print that.
    pub fn report(&self, as_json: bool) -> ExitCode {
        if as_json {
            eprintln!("{}", json!({"error": {"code": self.name(), "message": self.message, "hint": self.hint}}));
        } else {
            eprintln!("stoa: {}", self.message);
            if let Some(hint) = &self.hint {
                eprintln!("hint: {hint}");
            }
        }
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        let text = error.render().to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        Self::usage(message).hint("stoa help shows the commands, and --help after one its options")
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::configuration(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::NewerData(message) => Self::configuration(message).hint("run the newer program that made it, or restore a backup"),
            other => Self::new(other),
        }
    }
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        let failure = |code| Self::with(code, &error);
        match &error {
            BackupError::NotFound(_) => {
                failure(4).hint("look at the path; --data-dir names the directory of a site, and stoa backup list shows its backups")
            }
            BackupError::Damaged(_) => failure(3).hint("use another one; stoa backup verify says which are sound"),
            BackupError::Newer { .. } => failure(78).hint("use the newer program that made it"),
            BackupError::Database(inner) => inner.clone().into(),
            BackupError::Migration { backup: None, .. } => failure(1).hint("serve it with the program that it comes from"),
            BackupError::Migration { backup: Some(backup), .. } => failure(1).hint(format_args!(
                "serve it with the program that it comes from; should that fail, {} is how it was: stoa backup restore {0}",
                backup.display()
            )),
            BackupError::Emptied { .. } => failure(1).hint(
                "bring the site back with stoa backup list and stoa backup restore; if this is to be a new site, remove the empty file",
            ),
            BackupError::Io(error) if error.kind() == std::io::ErrorKind::AlreadyExists => failure(5).hint("choose another name"),
            BackupError::Io(_) | BackupError::Sqlite(_) => failure(1),
        }
    }
}
