//! SQL that keeps content from others without a moderator's removal, and that shows it.

use super::tags;
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::questions::access::DeletablePost;
use crate::questions::model::{NewQuestion, PostKind, RemovalKind};
use crate::questions::withheld::WithheldPost;
use crate::users::Me;

/// Records that new content of the actor waits, and why.
pub fn insert_held(tx: &Write<'_>, me: &Me, content: Id, reasons: &str) -> Result<()> {
    insert(tx, content, RemovalKind::Held, me.id(), None, reasons)
}

/// Records that reports hide content.
pub fn insert_hidden(tx: &Write<'_>, post: &DeletablePost) -> Result<()> {
    insert(
        tx,
        post.id(),
        RemovalKind::Hidden,
        post.deleted_by(),
        None,
        "",
    )
}

/// Replaces the state of withheld content by a decision of a moderator: it stays deleted.
pub fn decide(
    tx: &Write<'_>,
    me: &Me,
    post: &WithheldPost,
    state: RemovalKind,
    reason: &str,
) -> Result<()> {
    end(tx, me.id(), post)?;
    insert(tx, post.id(), state, me.id(), post.moderated_in(), reason)
}

fn insert(
    tx: &Write<'_>,
    content: Id,
    state: RemovalKind,
    by: Id,
    community: Option<Id>,
    reason: &str,
) -> Result<()> {
    let sql = "INSERT INTO removals (id, content_id, removed_by, removed_at, reason, community_id, kind) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let values = (tx.new_id(), content, by, tx.now, reason, community, state);
    tx.execute(sql, values).map(drop)
}

/// Ends the active removal of withheld content.
pub fn end(tx: &Write<'_>, by: Id, post: &WithheldPost) -> Result<()> {
    let sql = "UPDATE removals SET restored_by = ?2, restored_at = ?3 WHERE content_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, (post.id(), by, tx.now)).map(drop)
}

/// Deletes the active removal that a decision made.
pub fn delete_active(tx: &Write<'_>, post: &WithheldPost) -> Result<()> {
    let sql = "DELETE FROM removals WHERE content_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, [post.id()]).map(drop)
}

/// Makes the removal active again that a decision at a time ended.
pub fn reopen(tx: &Write<'_>, content: Id, at: Timestamp) -> Result<()> {
    let sql = "UPDATE removals SET restored_by = NULL, restored_at = NULL WHERE id = (
                   SELECT id FROM removals WHERE content_id = ?1 AND restored_at = ?2 AND kind IN ('hidden', 'held') ORDER BY id DESC LIMIT 1)";
    tx.execute(sql, (content, at)).map(drop)
}

/// Gives content the time and the actor of its deletion that its active removal has.
pub fn set_deletion(tx: &Write<'_>, kind: PostKind, content: Id) -> Result<()> {
    let table = match kind {
        PostKind::Question | PostKind::Answer => "posts",
        PostKind::Comment => "comments",
    };
    let sql = format!(
        "UPDATE {table} SET (deleted_at, deleted_by) = (SELECT removed_at, removed_by FROM removals WHERE content_id = ?1 AND restored_at IS NULL)
         WHERE id = ?1"
    );
    tx.execute(&sql, [content]).map(drop)
}

/// Records that the author withdraws held content, or that it waits again.
pub fn set_state(tx: &Write<'_>, post: &WithheldPost, state: RemovalKind) -> Result<()> {
    let sql = "UPDATE removals SET kind = ?2 WHERE content_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, (post.id(), state)).map(drop)
}

/// Records that all held content of an account is withdrawn.
pub fn withdraw(tx: &Write<'_>, content: Id) -> Result<()> {
    let sql = "UPDATE removals SET kind = 'withdrawn' WHERE content_id = ?1 AND restored_at IS NULL AND kind = 'held'";
    tx.execute(sql, [content]).map(drop)
}

/// Replaces the text of held content. Its history does not have what nobody has seen.
pub fn set_text(tx: &Write<'_>, post: &WithheldPost, text: &str) -> Result<()> {
    let table = match post.kind() {
        PostKind::Question | PostKind::Answer => "posts",
        PostKind::Comment => "comments",
    };
    let sql = format!("UPDATE {table} SET text = ?2 WHERE id = ?1");
    tx.execute(&sql, (post.id(), text))?;
    let sql = "UPDATE removals SET id = ?2 WHERE content_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, (post.id(), tx.new_id())).map(drop)
}

/// Replaces the content of a held question.
pub fn set_question(tx: &Write<'_>, post: &WithheldPost, new: &NewQuestion) -> Result<()> {
    set_text(tx, post, &new.text)?;
    let sql = "UPDATE questions SET title = ?2 WHERE id = ?1";
    tx.execute(sql, (post.id(), &new.title))?;
    let sql = "DELETE FROM question_tags WHERE question_id = ?1";
    tx.execute(sql, [post.id()])?;
    tags::attach(tx, post.id(), &new.tags)?;
    let sql = "UPDATE revisions SET title = ?2, tags = ?3 WHERE post_id = ?1 AND text IS NULL";
    tx.execute(sql, (post.id(), &new.title, new.tags.join(" ")))
        .map(drop)
}
