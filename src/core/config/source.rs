//! Where the values of a configuration come from.

use std::fmt;
use std::path::PathBuf;

/// The source of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    #[default]
    Default,
    /// The configuration file, and the line in it.
    File(String, usize),
    /// The file of a systemd credential.
    Credential(PathBuf),
    /// The file that this variable names.
    VariableFile(String),
    Variable(String),
    Flag(&'static str),
    /// The site's settings, which administrators change without a restart.
    AdministrationPage,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(name, line) => write!(f, "{name}, line {line}"),
            Self::Credential(path) => write!(f, "credential {}", path.display()),
            Self::VariableFile(name) => {
                write!(f, "the file that environment variable {name} names")
            }
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Flag(name) => f.write_str(name),
            Self::AdministrationPage => f.write_str("the administration page"),
        }
    }
}
