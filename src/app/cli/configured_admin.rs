//! The administrator that the configuration names (`admin.username` and `admin.password`).

use std::fmt::Display;

use super::error::Failure;
use super::operator::administer;
use crate::core::config::Config;
use crate::core::text;
use crate::features::auth::password;
use crate::features::users::{Role, account, store};
use crate::platform::db::Db;

/// Creates the configured administrator and returns their name. Does nothing if none is configured,
/// the site has an administrator, or the name is taken.
pub(super) fn create(config: &Config, db: &Db) -> Result<Option<String>, Failure> {
    let name = config.admin.username.clone();
    if name.is_empty() || db.read_blocking(store::has_administrator)? {
        return Ok(None);
    }
    let username = name.clone();
    if db.read_blocking(move |read| store::is_taken(read, &username))? {
        tracing::warn!(
            "admin.username is {name}, a user who cannot administer the site; stoa setup says why"
        );
        return Ok(None);
    }
    let password = config.admin.password.expose();
    if password.is_empty() {
        return Err(Failure::configuration(
            "admin.password: required to create the administrator that admin.username names",
        ));
    }
    check(config)?;
    let (username, hash) = (name.clone(), password::hash(password)?);
    administer(db, move |tx, by| {
        account::create(tx, by, &username, &hash, Role::Administrator)
    })?;
    Ok(Some(name))
}

/// Checks the name and, if it is set here, the password of the configured administrator.
pub(super) fn check(config: &Config) -> Result<(), Failure> {
    let invalid =
        |key: &str, error: &dyn Display| Failure::configuration(format_args!("{key}: {error}"));
    let (name, password) = (&config.admin.username, config.admin.password.expose());
    if name.is_empty() {
        return Ok(());
    }
    text::operator_username(name).map_err(|error| invalid("admin.username", &error))?;
    if password.is_empty() {
        return Ok(());
    }
    password::check(config, name, password).map_err(|error| invalid("admin.password", &error))
}
