//! SQL that changes the states of questions, answers and comments.

use super::content::table;
use super::posts::recount_answers;
use super::tags;
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::model::{NewContent, NewQuestion, PostKind, RemovalKind};
use crate::features::questions::state::{PostState, Transition};
use crate::features::users::Me;
use crate::platform::db::Write;

/// Records that new content of the actor waits, and why.
pub fn insert_held(tx: &Write<'_>, me: &Me, content: Id, reasons: &str) -> Result<()> {
    let sql = "INSERT INTO removals (id, content_id, removed_by, removed_at, reason, kind) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let held = RemovalKind::Held;
    let values = (tx.new_id(), content, me.id(), tx.now, reasons, held);
    tx.execute(sql, values).map(drop)
}

/// Records a new state of content: why it is kept from others, or that nothing does any more.
pub fn record(tx: &Write<'_>, change: &Transition, reason: &str) -> Result<()> {
    match (change.to, change.decided_at) {
        (PostState::Withheld(_), Some(at)) => reopen(tx, change, at),
        (PostState::Withheld(kind @ (RemovalKind::Held | RemovalKind::Withdrawn)), None) => {
            let sql = "UPDATE removals SET kind = ?2 WHERE content_id = ?1 AND restored_at IS NULL";
            tx.execute(sql, (change.id, kind)).map(drop)
        }
        (PostState::Withheld(kind), None) => {
            end(tx, change)?;
            let sql = "INSERT INTO removals (id, content_id, removed_by, removed_at, reason, community_id, kind, batch_id)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let (id, by, community) = (tx.new_id(), change.by, change.moderated_in);
            let values = (
                id,
                change.id,
                by,
                tx.now,
                reason,
                community,
                kind,
                change.batch,
            );
            tx.execute(sql, values)?;
            match change.from {
                PostState::Shown => Ok(()),
                _ => set_deletion(tx, change),
            }
        }
        (PostState::Shown | PostState::Deleted, _) => end(tx, change),
    }
}

/// Ends the active removal of content, if there is one.
fn end(tx: &Write<'_>, change: &Transition) -> Result<()> {
    let sql = "UPDATE removals SET restored_by = ?2, restored_at = ?3 WHERE content_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, (change.id, change.by, tx.now)).map(drop)
}

/// Makes the removal active again that a decision at a time ended, and deletes the one that it made.
fn reopen(tx: &Write<'_>, change: &Transition, at: Timestamp) -> Result<()> {
    let sql = "DELETE FROM removals WHERE content_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, [change.id])?;
    let sql = "UPDATE removals SET restored_by = NULL, restored_at = NULL WHERE id = (
                   SELECT id FROM removals WHERE content_id = ?1 AND restored_at = ?2 AND kind IN ('hidden', 'held') ORDER BY id DESC LIMIT 1)";
    tx.execute(sql, (change.id, at))?;
    set_deletion(tx, change)
}

/// Gives content the time and the actor of its deletion that its active removal has.
fn set_deletion(tx: &Write<'_>, change: &Transition) -> Result<()> {
    let sql = format!(
        "UPDATE {} SET (deleted_at, deleted_by) = (SELECT removed_at, removed_by FROM removals WHERE content_id = ?1 AND restored_at IS NULL)
         WHERE id = ?1",
        table(change.kind)
    );
    tx.execute(&sql, [change.id]).map(drop)
}

/// Marks content as deleted, which hides it from others. A question that its author deletes without answers is
/// open when it is restored, unless a moderator has closed it. An accepted answer is unaccepted until it is
/// restored.
pub fn hide(tx: &Write<'_>, change: &Transition) -> Result<()> {
    let id = change.id;
    let sql = format!(
        "UPDATE {} SET deleted_at = ?2, deleted_by = ?3 WHERE id = ?1",
        table(change.kind)
    );
    tx.execute(&sql, (id, tx.now, change.by))?;
    match change.kind {
        PostKind::Question => {
            let sql = "UPDATE questions SET scope = NULL, closed_at = iif(?2 AND answer_count = 0 AND close_reason IS NULL, NULL, closed_at) WHERE id = ?1";
            let is_deleted = change.to == PostState::Deleted;
            tx.execute(sql, (id, is_deleted)).map(drop)
        }
        PostKind::Answer => {
            let question = change.target.question();
            let sql = "UPDATE questions SET accepted_answer_id = NULL, deleted_accepted_answer_id = ?2 WHERE id = ?1 AND accepted_answer_id = ?2";
            tx.execute(sql, (question, id))?;
            recount_answers(tx, question)
        }
        PostKind::Comment => Ok(()),
    }
}

/// Marks content as not deleted.
pub fn show(tx: &Write<'_>, change: &Transition) -> Result<()> {
    let id = change.id;
    let sql = format!(
        "UPDATE {} SET deleted_at = NULL, deleted_by = NULL WHERE id = ?1",
        table(change.kind)
    );
    tx.execute(&sql, [id])?;
    match change.kind {
        PostKind::Question => {
            let sql = "UPDATE questions SET scope = ?2 WHERE id = ?1";
            let scope = change.target.scope().value();
            tx.execute(sql, (id, scope)).map(drop)
        }
        PostKind::Answer => {
            let question = change.target.question();
            let sql = "UPDATE questions SET accepted_answer_id = ?2, deleted_accepted_answer_id = NULL WHERE id = ?1 AND deleted_accepted_answer_id = ?2";
            tx.execute(sql, (question, id))?;
            recount_answers(tx, question)
        }
        PostKind::Comment => Ok(()),
    }
}

/// Replaces held content. Its history does not have what nobody has seen.
pub fn set_content(tx: &Write<'_>, held: &Transition, new: &NewContent) -> Result<()> {
    let id = held.id;
    let sql = format!("UPDATE {} SET text = ?2 WHERE id = ?1", table(held.kind));
    tx.execute(&sql, (id, new.text()))?;
    let sql = "UPDATE removals SET id = ?2 WHERE content_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, (id, tx.new_id()))?;
    match new {
        NewContent::Question(new) => set_question(tx, id, new),
        NewContent::Answer(_) | NewContent::Comment(_) => Ok(()),
    }
}

fn set_question(tx: &Write<'_>, id: Id, new: &NewQuestion) -> Result<()> {
    let sql = "UPDATE questions SET title = ?2 WHERE id = ?1";
    tx.execute(sql, (id, &new.title))?;
    tags::replace(tx, id, &new.tags)?;
    let sql =
        "UPDATE revisions SET title = ?2, tags = ?3 WHERE post_id = ?1 AND compressed_text IS NULL";
    tx.execute(sql, (id, &new.title, new.tags.join(" ")))
        .map(drop)
}
