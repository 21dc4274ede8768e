//! Removal: an administrator deletes what somebody wrote, says why, and may take that back. It is recorded who did
//! what and when; the author is shown the reason, and others only that the post is deleted.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::{Deletable, Deleted, PostKind};
use super::{deletion, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::users::Administrator;

/// Something that an administrator has removed, as administrators see it who may read what it belongs to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    /// Of what was removed.
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    #[serde(rename = "type")]
    pub kind: PostKind,
    /// The question that it is or belongs to.
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    /// Of that question.
    pub title: String,
    /// Markdown: the beginning.
    pub text: String,
    pub author: String,
    pub removed_by: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub removed_at: Timestamp,
    pub reason: String,
}

/// Removes a question, an answer or a comment that the administrator may read.
pub fn remove(tx: &mut Write<'_>, by: &Administrator, id: Id, reason: &str) -> Result<Removal> {
    let what = Deletable::find(tx, by, id)?;
    deletion::delete(tx, &what)?;
    store::removals::insert(tx, by, &what, reason)?;
    in_force(tx, by, id)
}

/// Brings back what an administrator removed, and returns what is undone with that.
pub fn restore(tx: &mut Write<'_>, by: &Administrator, id: Id) -> Result<Removal> {
    let what = Deleted::removed(tx, by, id)?;
    let removal = in_force(tx, by, id)?;
    deletion::undelete(tx, &what)?;
    store::removals::undo(tx, by, &what)?;
    Ok(removal)
}

fn in_force(tx: &Write<'_>, by: &Administrator, id: Id) -> Result<Removal> {
    store::removals::one(tx, by, id)?.ok_or_else(|| Error::internal("the removal is not there"))
}
