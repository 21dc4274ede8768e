//! Changes of one user.

use crate::app::cli::data_dir::Database;
use crate::app::cli::error::{Failure, no_such_user};
use crate::app::cli::operator::administer;
use crate::core::error::Result as StoreResult;
use crate::features::users::{Account, AdminAuthority, Recorded};
use crate::platform::db::Write;

/// Changes an account in one transaction.
pub fn change<T: Send + 'static>(
    database: &Database,
    name: &str,
    f: impl FnOnce(&mut Write<'_>, &AdminAuthority, &Account) -> StoreResult<Recorded<T>>
    + Send
    + 'static,
) -> Result<T, Failure> {
    let username = name.to_owned();
    let result = administer(&database.db, move |tx, by| {
        let account = by.account(tx, &username)?;
        f(tx, by, &account)
    });
    result.map_err(no_such_user(name))
}
