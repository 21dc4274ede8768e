//! Creating a user, for `stoa user create` and `stoa setup`.

use super::data_dir::Database;
use super::error::Failure;
use super::operator::administer;
use super::password::PasswordOptions;
use super::settings::Settings;
use crate::core::config::Config;
use crate::core::error::{Error, Sentence};
use crate::core::text;
use crate::features::users::{Role, User, account, store};

/// The result of an attempt to create a user.
pub(super) enum Creation {
    Created {
        user: User,
        /// The password, if it was generated.
        generated: Option<String>,
    },
    /// A user with this name (in its stored spelling) exists.
    Exists(String),
    /// The name belonged to a user who was deleted.
    Deleted,
}

/// Creates a user. Reads the password only if the name is available.
pub(super) fn create(
    settings: &Settings,
    config: &Config,
    database: &Database,
    name: &str,
    password: &PasswordOptions,
    role: Role,
) -> Result<Creation, Failure> {
    text::operator_username(name).map_err(|error| {
        let failure = Failure::usage(format_args!("{error}; choose another name"));
        match name.chars().find(|c| !c.is_ascii()) {
            Some(other) => failure.hint(format_args!(
                "only the letters A to Z and a to z are possible, and {name} contains {other}"
            )),
            None => failure,
        }
    })?;
    if let Some(taken) = taken(database, name)? {
        return Ok(taken);
    }
    let password = password.read(settings, config, name)?;
    let (username, hash) = (name.to_owned(), password.hash);
    match administer(&database.db, move |tx, by| {
        account::create(tx, by, &username, &hash, role)
    }) {
        Ok(user) => Ok(Creation::Created {
            user,
            generated: password.generated,
        }),
        // The name was taken while the password was read.
        Err(error @ Error::Code(Sentence::UsernameTaken)) => {
            taken(database, name)?.ok_or_else(|| error.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns why a name is not available, or `None` if it is.
fn taken(database: &Database, name: &str) -> Result<Option<Creation>, Failure> {
    let username = name.to_owned();
    let taken = database.db.read_blocking(move |read| {
        let user = store::by_name(read, &username)?.map(|user| Creation::Exists(user.username));
        Ok(if user.is_none() && store::is_taken(read, &username)? {
            Some(Creation::Deleted)
        } else {
            user
        })
    });
    Ok(taken?)
}
