//! The rows of the queue: what waits for a decision of a moderator.
//!
//! A case is about one object. Either members have reported it, or it asks for a decision itself, as a held
//! post does. The feature that lets something wait opens its case; `flags` shows the queue and decides.

mod model;
pub mod store;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;

pub use model::{Ask, CaseKind, Decision, NewCase, QueueUpdate};

/// Opens a case, and tells those who may decide it. The caller has checked that its object has no open one.
pub fn open(tx: &mut Write<'_>, case: &NewCase) -> Result<Id> {
    let id = store::insert(tx, case)?;
    tell_staff(tx, case.author, case.community)?;
    Ok(id)
}

/// Closes the case of an object that asks for a decision and no longer waits, if there is one.
pub fn withdraw(tx: &mut Write<'_>, object: Id) -> Result<()> {
    match store::delete_asking(tx, object)? {
        Some((author, community)) => tell_staff(tx, author, community),
        None => Ok(()),
    }
}

/// The largest number of moved cases about which moderators are told. Their browsers fetch the whole queue.
const MAX_TOLD_CASES: usize = 5;

/// Gives the open cases of what is in a moved question to the moderators of its new community.
pub fn move_question(
    tx: &mut Write<'_>,
    question: Id,
    from: Option<Id>,
    to: Option<Id>,
) -> Result<()> {
    let mut authors = store::move_question(tx, question, from, to)?;
    authors.truncate(MAX_TOLD_CASES);
    for author in authors {
        tell_staff(tx, author, from)?;
        tell_staff(tx, author, to)?;
    }
    Ok(())
}

/// Notifies the moderators of a community and of the site whom `may_read` lets read a post, but not its author, that the queue
/// has changed.
pub fn tell_readers(
    tx: &mut Write<'_>,
    author: Id,
    community: Option<Id>,
    may_read: impl Fn(&Read<'_>, Id) -> Result<bool>,
) -> Result<()> {
    let mut readers = Vec::new();
    for user in store::staff(tx, community)? {
        if user != author && may_read(tx, user)? {
            readers.push(user);
        }
    }
    if !readers.is_empty() {
        tx.emit(QueueUpdate {}, Audience::Users(readers));
    }
    Ok(())
}

/// Tells those who may decide a case, but not the author of its object, that the queue has changed.
pub fn tell_staff(tx: &mut Write<'_>, author: Option<Id>, community: Option<Id>) -> Result<()> {
    tx.without_event("a site without moderators has nobody to tell");
    let mut staff = store::staff(tx, community)?;
    staff.retain(|user| Some(*user) != author);
    if !staff.is_empty() {
        tx.emit(QueueUpdate {}, Audience::Users(staff));
    }
    Ok(())
}
