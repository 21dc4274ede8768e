//! Configuration errors.

use std::fmt;

/// A mistake in the configuration, described for its author; or several, one per line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub String);

impl ConfigError {
    /// Combines mistakes. Returns `None` if there are none.
    pub fn all<'e>(mistakes: impl Iterator<Item = &'e Self>) -> Option<Self> {
        let lines: Vec<&str> = mistakes.map(|mistake| mistake.0.as_str()).collect();
        (!lines.is_empty()).then(|| Self(lines.join("\n")))
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}
