//! Where the configuration file is.

use std::path::{Path, PathBuf};

use super::load::Environment;

/// Returns the configuration file to use: the one that the flag or `STOA_CONFIG` names, else the
/// first of [`default_paths`] that exists.
pub fn file_in_use(flag: Option<&Path>, environment: &Environment) -> Option<PathBuf> {
    let named = flag.map(Path::to_owned).or_else(|| {
        environment
            .get("STOA_CONFIG")
            .filter(|name| !name.is_empty())
            .map(PathBuf::from)
    });
    named.or_else(|| {
        default_paths(environment)
            .into_iter()
            .find(|path| path.exists())
    })
}

/// Returns the paths where a configuration file is searched for if none is named.
pub fn default_paths(environment: &Environment) -> Vec<PathBuf> {
    let directory = |variable: &str| {
        environment
            .get(variable)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let user =
        directory("XDG_CONFIG_HOME").or_else(|| directory("HOME").map(|home| home.join(".config")));
    user.into_iter()
        .chain([PathBuf::from("/etc")])
        .map(|directory| directory.join("stoa/config.toml"))
        .collect()
}
