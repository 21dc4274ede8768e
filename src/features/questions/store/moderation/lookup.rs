//! Finds what moderators have done with questions.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::fold;
use crate::platform::db::Read;

/// Returns whether only moderators may answer a question, comment and vote there.
pub fn is_locked(read: &Read<'_>, question: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM questions WHERE id = ?1 AND locked_at IS NOT NULL";
    read.exists(sql, [question])
}

/// Returns whether a question is protected.
pub fn is_protected(read: &Read<'_>, question: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM questions WHERE id = ?1 AND protected_at IS NOT NULL";
    read.exists(sql, [question])
}

/// Returns whether a moderator has closed a question.
pub fn is_closed(read: &Read<'_>, question: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM questions WHERE id = ?1 AND close_reason IS NOT NULL";
    read.exists(sql, [question])
}

/// Returns the main tag of a name, if there is one.
pub fn main_tag(read: &Read<'_>, name: &str) -> Result<Option<Id>> {
    let sql = "SELECT main_id FROM main_tags WHERE name_key = ?1";
    read.first(sql, [fold(name)], |row| row.get(0))
}

/// Returns whether a question has a tag or a synonym of it.
pub fn has_tag(read: &Read<'_>, question: Id, tag: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM question_tags t JOIN main_tags m ON m.tag_id = t.tag_id WHERE t.question_id = ?1 AND m.main_id = ?2";
    read.exists(sql, (question, tag))
}

/// The latest move of a question.
pub struct MoveRecord {
    /// What has a higher id was written after the move.
    pub id: Id,
    /// The community in which it was, if any.
    pub from: Option<Id>,
    pub moved_at: Timestamp,
}

/// Returns the latest move of a question, unless it was undone.
pub fn latest_move(read: &Read<'_>, question: Id) -> Result<Option<MoveRecord>> {
    let sql = "SELECT id, from_community, moved_at FROM question_moves WHERE question_id = ?1 AND is_undoable";
    read.first(sql, [question], |row| {
        Ok(MoveRecord {
            id: row.get(0)?,
            from: row.get(1)?,
            moved_at: row.get(2)?,
        })
    })
}

/// Returns whether something of a question was written after its latest move: a post, a comment, a version,
/// a vote, or why it was closed. What answers bring from another question counts too.
pub fn has_changed_since(read: &Read<'_>, question: Id, latest: &MoveRecord) -> Result<bool> {
    let sql = "SELECT 1 FROM questions q WHERE q.id = ?1 AND (
                   q.closed_at >= ?3
                   OR EXISTS (SELECT 1 FROM posts p WHERE p.question_id = ?1 AND p.id > ?2)
                   OR EXISTS (SELECT 1 FROM revisions r WHERE r.post_id = ?1 AND r.id > ?2)
                   OR EXISTS (SELECT 1 FROM posts p JOIN revisions r ON r.post_id = p.id AND r.id > ?2 WHERE p.question_id = ?1)
                   OR EXISTS (SELECT 1 FROM comments c WHERE c.question_id = ?1 AND (c.id > ?2 OR c.edited_at >= ?3))
                   OR EXISTS (SELECT 1 FROM votes v WHERE v.question_id = ?1 AND v.voted_at >= ?3)
                   OR EXISTS (SELECT 1 FROM question_merges g WHERE (g.question_id = ?1 OR g.into_id = ?1) AND (g.merged_at >= ?3 OR g.undone_at >= ?3)))";
    read.exists(sql, (question, latest.id, latest.moved_at))
}

/// Returns whether an author has an account and is not a member of a community.
pub fn is_author_outside(read: &Read<'_>, author: Id, community: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM users u WHERE u.id = ?1 AND u.deleted_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = ?2 AND m.user_id = u.id)";
    read.exists(sql, (author, community))
}
