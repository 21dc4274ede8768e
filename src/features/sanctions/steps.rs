//! The steps that remove and restore everything of a member.

use crate::core::error::Result;
use crate::features::messages;
use crate::features::questions::batches;
use crate::features::questions::store::batches as batch_store;
use crate::platform::db::{Steps, Write};

/// Removes and restores what batches ask for.
pub static STEPS: Steps = Steps {
    work: "removal of everything of a member",
    step: |tx| Ok(batches::step(tx)? || remove_messages(tx)?),
};

/// Removes some messages of a batch from the global chat. Returns whether there may be more to do.
fn remove_messages(tx: &mut Write<'_>) -> Result<bool> {
    let Some(batch) = batch_store::next_messages(tx)? else {
        return Ok(false);
    };
    tx.without_event("the messages have events of their own");
    match messages::remove_sent(tx, batch.author, batch.sent, batch.after)? {
        Some(last) => batch_store::set_position(tx, batch.id, last)?,
        None => batch_store::end(tx, batch.id)?,
    }
    Ok(true)
}
