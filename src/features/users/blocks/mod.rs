//! Blocking: while one of two users has blocked the other, neither can start a chat with the other,
//! add them to one, or write to them where nobody else reads it. Chats of more users go on, and can
//! be left. Only the user who blocks sees the list; the other learns of it when a call is rejected.

pub mod invariants;
pub mod model;
pub mod routes;
pub mod store;

pub use store::purge_user;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::{self, Me};
use crate::platform::db::{Read, Write};

/// The largest number of users that a user can block.
const MAX_BLOCKED: i64 = 1_000;

/// Blocks a user, given by username or id. Succeeds without changes if they are blocked.
pub fn block(tx: &Write<'_>, me: &Me, user: &str) -> Result<String> {
    let user = users::store::by_id_or_name(tx, user)?.ok_or(Sentence::UserNotFound)?;
    if user.id == me.id() {
        return Err(Sentence::BlockingOneself.into());
    }
    if !store::exists(tx, me, user.id)? && store::count(tx, me)? >= MAX_BLOCKED {
        return Err(Sentence::BlocksTooMany.into());
    }
    store::insert(tx, me, user.id)?;
    Ok(user.username)
}

/// Unblocks a user, given by username or id. Succeeds without changes if they are not blocked.
pub fn unblock(tx: &Write<'_>, me: &Me, user: &str) -> Result<String> {
    let user = users::store::by_id_or_name(tx, user)?.ok_or(Sentence::UserNotFound)?;
    store::delete(tx, me, user.id)?;
    Ok(user.username)
}

/// Rejects the call with 403 if the actor has blocked one of these users, or one of them the actor.
pub fn check(read: &Read<'_>, me: &Me, users: impl IntoIterator<Item = Id>) -> Result<()> {
    for user in users {
        if store::exists_between(read, me.id(), user)? {
            return Err(Sentence::Blocked.into());
        }
    }
    Ok(())
}
