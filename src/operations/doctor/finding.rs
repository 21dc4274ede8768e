//! The result of a check.

use serde::Serialize;

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Ok,
    /// A risk, or something the operator should know.
    Warn,
    /// A problem.
    Error,
    /// The check does not apply.
    Skip,
}

/// The result of a check, as `stoa doctor` prints it.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub id: &'static str,
    pub status: Status,
    pub message: String,
    /// One line per problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// What the operator should do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl Finding {
    fn new(status: Status, message: impl Into<String>) -> Self {
        Self {
            id: "",
            status,
            message: message.into(),
            details: Vec::new(),
            fix: None,
        }
    }

    pub(super) fn ok(message: impl Into<String>) -> Self {
        Self::new(Status::Ok, message)
    }

    pub(super) fn skip(message: impl Into<String>) -> Self {
        Self::new(Status::Skip, message)
    }

    pub(super) fn warn(message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            fix: Some(fix.into()),
            ..Self::new(Status::Warn, message)
        }
    }

    pub(super) fn error(message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            fix: Some(fix.into()),
            ..Self::new(Status::Error, message)
        }
    }

    /// Creates an OK finding if there are no problems, and an error otherwise.
    pub(super) fn from_problems(problems: Vec<String>, ok: &str, error: &str, fix: &str) -> Self {
        if problems.is_empty() {
            Self::ok(ok)
        } else {
            Self {
                details: problems,
                ..Self::error(error, fix)
            }
        }
    }
}
