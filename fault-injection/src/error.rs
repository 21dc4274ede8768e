//! The error type of all scenarios.

use std::fmt;

/// Reason why a scenario could not be completed.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Returns an error with this message.
pub fn failed(message: impl fmt::Display) -> Error {
    message.to_string().into()
}
