//! Failures of commands: the message, the exit code and a hint.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use crate::core::config::ConfigError;
use crate::core::error::{Error, Sentence};
use crate::operations::backup::BackupError;
use crate::operations::doctor::ownership;

/// What to do about a lost database.
const LOST: &str = "mount the disk that holds it, or restore a backup (stoa backup list, stoa backup restore); to create a new site instead, add --new";

/// The failure of a command: a message, an exit code, and a hint what to do next.
#[derive(Debug)]
pub(super) struct Failure {
    code: u8,
    message: String,
    hint: Option<String>,
    is_logged: bool,
}

impl Failure {
    fn with(code: u8, message: impl fmt::Display) -> Self {
        Self {
            code,
            message: message.to_string(),
            hint: None,
            is_logged: false,
        }
    }

    /// Returns a general failure (exit code 1).
    pub fn new(message: impl fmt::Display) -> Self {
        Self::with(1, message)
    }

    /// Returns a failure for invalid usage, or for input that is required where prompting is not
    /// possible (exit code 2).
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::with(2, message)
    }

    /// Returns a failure for a check that failed (exit code 3).
    pub fn check(message: impl fmt::Display) -> Self {
        Self::with(3, message)
    }

    /// Returns a failure for something that does not exist (exit code 4).
    pub fn not_found(message: impl fmt::Display) -> Self {
        Self::with(4, message)
    }

    /// Returns a failure for something that already exists, or for data in use (exit code 5).
    pub fn conflict(message: impl fmt::Display) -> Self {
        Self::with(5, message)
    }

    /// Returns a failure for an invalid configuration, or for data of a newer version (exit code
    /// 78, `EX_CONFIG` of `sysexits.h`).
    pub fn configuration(message: impl fmt::Display) -> Self {
        Self::with(78, message)
    }

    /// Adds a hint what to do next.
    pub fn hint(self, hint: impl fmt::Display) -> Self {
        Self {
            hint: Some(hint.to_string()),
            ..self
        }
    }

    /// Names the file that could not be written in a general failure.
    pub fn about(mut self, path: &Path) -> Self {
        if self.code == 1 {
            self.message = format!("cannot write {}: {}", path.display(), self.message);
        }
        self
    }

    /// Adds the hint that `find` returns to a general failure without one.
    pub fn or_hint(mut self, find: impl FnOnce() -> Option<String>) -> Self {
        if self.code == 1 && self.hint.is_none() {
            self.hint = find();
        }
        self
    }

    /// Makes the report a line of the log.
    pub fn in_log(self) -> Self {
        Self {
            is_logged: true,
            ..self
        }
    }

    /// Returns the name of the exit code.
    pub fn name(&self) -> &'static str {
        match self.code {
            2 => "usage",
            3 => "check_failed",
            4 => "not_found",
            5 => "conflict",
            78 => "configuration",
            _ => "failed",
        }
    }

    /// Prints the failure to standard error, as JSON on request, and returns its exit code.
    pub fn report(&self, as_json: bool) -> ExitCode {
        if self.is_logged {
            tracing::error!(hint = self.hint, "{}", self.message);
        } else if as_json {
            eprintln!(
                "{}",
                json!({"error": {"code": self.name(), "message": self.message, "hint": self.hint}})
            );
        } else {
            for line in self.message.lines() {
                eprintln!("stoa: {line}");
            }
            if let Some(hint) = &self.hint {
                eprintln!("hint: {hint}");
            }
        }
        ExitCode::from(self.code)
    }
}

/// Returns a conversion of the errors of an operation on the user `name`.
pub(super) fn no_such_user(name: &str) -> impl FnOnce(Error) -> Failure + use<> {
    let name = name.to_owned();
    move |error| match error.sentence() {
        Sentence::UserNotFound => Failure::not_found(format_args!(
            "there is no user {name}; stoa user list shows all users"
        )),
        Sentence::LastAdministrator => Failure::conflict(format_args!(
            "{name} is the only administrator; first make another user one with stoa user promote"
        )),
        _ => error.into(),
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
        let message = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("error: ");
        Self::usage(message)
            .hint("stoa help lists the commands; stoa help COMMAND shows the options of one")
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
            Error::NewerData(message) => Self::configuration(message)
                .hint("use the newer version that created it, or restore a backup"),
            Error::UnreleasedData(message) => {
                Self::configuration(message).hint("docs/upgrading.md describes this step by step")
            }
            Error::Damaged(message) => Self::new(message).hint(
                "stoa doctor shows the damage and whether stoa doctor --fix repairs it; or restore a backup (stoa backup list, stoa backup restore)",
            ),
            other => Self::new(other),
        }
    }
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        let failure = |code| Self::with(code, &error);
        match &error {
            BackupError::NotFound(_) => {
                failure(4).hint("check the path; --data-dir sets the directory of the site, and stoa backup list shows its backups")
            }
            BackupError::Damaged(_) => failure(3).hint("use another backup; stoa backup verify checks whether one is sound"),
            BackupError::Name(_) => failure(2),
            BackupError::OwnFolder(_) => failure(1).hint("write the backup to another directory than that of the site"),
            BackupError::Files { .. } => failure(3).hint("--media names another folder with them; restore --without-missing restores everything else, and the texts show in their place that a picture was removed"),
            BackupError::Newer { .. } => failure(78).hint("use the newer version that created it"),
            BackupError::Database(inner) => inner.clone().into(),
            BackupError::Migration { backup: None, .. } => failure(1).hint("run it with its previous version"),
            BackupError::Migration { backup: Some(backup), .. } => failure(1).hint(format_args!(
                "run it with its previous version; if that fails, restore the backup made before: stoa backup restore {}",
                backup.display()
            )),
            BackupError::Lost { .. } => failure(1).hint(LOST),
            BackupError::NoDirectory(path) => failure(1).hint(ownership::hint(path)),
            BackupError::Io(error) if error.kind() == std::io::ErrorKind::AlreadyExists => failure(5).hint("choose another name"),
            BackupError::Io(_) | BackupError::Sqlite(_) => failure(1),
        }
    }
}
