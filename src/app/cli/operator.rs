//! The operator, who runs the commands, and what they change in the site's administration.

use crate::core::error::Result;
use crate::features::users::{AdminAuthority, Recorded};
use crate::platform::db::{Db, Write};

/// The longest name of an operator, in characters.
const NAME: usize = 64;

/// Returns the operator's name on this system: of the user who called `sudo`, if they did. Empty if it
/// is unknown.
fn system_name() -> String {
    let name = ["SUDO_USER", "USER", "LOGNAME"]
        .into_iter()
        .find_map(|variable| std::env::var(variable).ok().filter(|name| !name.is_empty()));
    name.unwrap_or_default()
        .chars()
        .filter(|c| !c.is_control())
        .take(NAME)
        .collect()
}

/// Changes the site's administration in one transaction, in the name of the operator. `f` returns the
/// proof that the change is in the log of administration.
pub(super) fn administer<T: Send + 'static>(
    db: &Db,
    f: impl FnOnce(&mut Write<'_>, &AdminAuthority) -> Result<Recorded<T>> + Send + 'static,
) -> Result<T> {
    db.write_blocking(|tx| {
        tx.without_event("the command reports its result to the operator");
        let by = AdminAuthority::of_named_operator(system_name());
        f(tx, &by).map(Recorded::into_value)
    })
}
