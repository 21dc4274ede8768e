//! Runs an import in one transaction.

use std::sync::mpsc;

use crate::core::error::{Error, Result};
use crate::platform::db::{Db, Write};

/// Runs an import in one transaction, and rolls a dry run back.
pub(super) fn run_in_transaction<T: Send + 'static>(
    db: &Db,
    dry_run: bool,
    import: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    let (sender, receiver) = mpsc::channel();
    let done = db.write_blocking(move |tx| {
        tx.without_event("no client subscribes to imported content yet");
        let done = import(tx)?;
        if !dry_run {
            return Ok(done);
        }
        let _ = sender.send(done);
        // Only an error rolls a transaction back.
        Err(Error::internal("a dry run is rolled back"))
    });
    receiver.try_recv().or(done)
}
