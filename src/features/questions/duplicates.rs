//! Links between duplicate questions.
//!
//! A user who may read both questions may link them. A link is visible only to users who may read
//! both.

use super::access::ReadablePost;
use super::{events, store};
use crate::core::error::{Result, Sentence};
use crate::features::users::Me;
use crate::platform::db::Write;

/// The largest number of links per question that the linking user can see. Links that they cannot
/// see do not count.
const MAX_LINKS: i64 = 20;

/// Links `copy` to `original` as its duplicate. Does nothing if the link exists. Rejects a link of
/// a question to itself, the reverse of an existing link, and more than 20 links.
pub fn link(
    tx: &mut Write<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<()> {
    if insert(tx, me, copy, original)? {
        events::emit_duplicate_link(tx, copy, original)?;
    }
    Ok(())
}

/// Does the same without an event. Returns whether the link is new.
pub(super) fn insert(
    tx: &Write<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<bool> {
    if copy.question() == original.question() {
        return Err(Sentence::DuplicateOfItself.into());
    }
    if store::duplicates::exists(tx, copy, original)? {
        return Ok(false);
    }
    if store::duplicates::exists(tx, original, copy)? {
        return Err(Sentence::LinkedReversed.into());
    }
    for question in [copy, original] {
        if store::duplicates::count(tx, me, question)? >= MAX_LINKS {
            return Err(Sentence::LinksTooMany.into());
        }
    }
    store::duplicates::insert(tx, me, copy, original)?;
    Ok(true)
}

/// Removes a link. Does nothing if there is none. Rejects users who neither made the link nor asked
/// one of the two questions with 403, and everybody while the questions are merged.
pub fn unlink(
    tx: &mut Write<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<()> {
    match store::duplicates::may_unlink(tx, me, copy, original)? {
        None => Ok(()),
        Some(false) => Err(Sentence::NotYourLink.into()),
        Some(true) => {
            store::duplicates::delete(tx, copy, original)?;
            events::emit_duplicate_link(tx, copy, original)
        }
    }
}
