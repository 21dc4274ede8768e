//! Changes of one user.

use crate::cli::data_dir::Database;
use crate::cli::error::{Failure, no_such_user};
use crate::cli::operator::administer;
use crate::db::Write;
use crate::error::Result as StoreResult;
use crate::users::{Account, AdminAuthority, Recorded};

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
