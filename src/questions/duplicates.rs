//! Links between questions that ask the same. Whoever may read both may link them; a link shows only to those.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::Readable;
use super::{QuestionUpdate, store};
use crate::communities::access::Scope;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::Me;

/// Which of two linked questions one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Duplicate {
    /// It was there first.
    Original,
    /// It asks the same again.
    Copy,
}

/// A question that asks the same as another.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkedQuestion {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub title: String,
    pub answer_count: u32,
    pub score: i32,
    /// Whether one of its answers is accepted.
    pub accepted: bool,
    /// Whether it takes no new answers.
    pub closed: bool,
    pub linked_by: String,
    /// What this one is to the question that was asked for.
    pub duplicate: Duplicate,
    /// Whether this viewer may take the link away.
    pub may_unlink: bool,
}

/// Links that a question may have, of those that who adds one sees: others must not get in his way.
const MOST: i64 = 20;

/// Says that `copy` asks again what `original` asked. Saying it again changes nothing.
pub fn link(tx: &mut Write<'_>, me: &Me, copy: &Readable, original: &Readable) -> Result<()> {
    if copy.question == original.question {
        return Err(Sentence::DuplicateOfItself.into());
    }
    if store::duplicates::exists(tx, copy, original)? {
        return Ok(());
    }
    if store::duplicates::exists(tx, original, copy)? {
        return Err(Sentence::LinkedReversed.into());
    }
    if store::duplicates::count(tx, me, copy)?.max(store::duplicates::count(tx, me, original)?) >= MOST {
        return Err(Sentence::LinksTooMany.into());
    }
    store::duplicates::insert(tx, me, copy, original)?;
    announce(tx, copy, original)
}

/// Takes a link away: for who made it, and for who asked one of the two questions.
pub fn unlink(tx: &mut Write<'_>, me: &Me, copy: &Readable, original: &Readable) -> Result<()> {
    match store::duplicates::may_unlink(tx, me, copy, original)? {
        None => Ok(()),
        Some(false) => Err(Sentence::NotYourLink.into()),
        Some(true) => {
            store::duplicates::delete(tx, copy, original)?;
            announce(tx, copy, original)
        }
    }
}

/// Lets those who may read both look again.
fn announce(tx: &mut Write<'_>, copy: &Readable, original: &Readable) -> Result<()> {
    tell(tx, copy.question, copy.scope, original.scope)?;
    tell(tx, original.question, copy.scope, original.scope)
}

/// Lets those who read a question that is linked to `changed` look again at what they are shown of it.
pub fn announce_to_linked(tx: &mut Write<'_>, changed: &Readable) -> Result<()> {
    let linked = store::duplicates::linked_to(tx, changed)?;
    linked.into_iter().try_for_each(|(question, scope)| tell(tx, question, scope, changed.scope))
}

fn tell(tx: &mut Write<'_>, question: Id, one: Scope, other: Scope) -> Result<()> {
    let audience = one.shared_audience(other, tx)?;
    tx.emit(QuestionUpdate(store::one(tx, question)?), audience);
    Ok(())
}
