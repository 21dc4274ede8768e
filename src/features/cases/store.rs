//! SQL that opens and withdraws cases.

use super::model::NewCase;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// The largest number of moderators who are told of a change to a queue.
const MAX_TOLD: i64 = 200;

/// Returns the moderators of the site and of a community, those of the site first.
pub fn staff(read: &Read<'_>, community: Option<Id>) -> Result<Vec<Id>> {
    let sql = "SELECT id FROM (
                   SELECT id, 1 AS is_site FROM users WHERE role = 'administrator' AND disabled_at IS NULL AND deleted_at IS NULL
                   UNION ALL SELECT id, 1 FROM users WHERE role = 'moderator' AND disabled_at IS NULL AND deleted_at IS NULL AND coalesce(suspended_until, 0) <= ?3
                   UNION ALL SELECT user_id, 0 FROM memberships WHERE community_id = ?1 AND role = 'moderator')
               GROUP BY id ORDER BY max(is_site) DESC LIMIT ?2";
    read.all(sql, (community, MAX_TOLD, read.now), |row| row.get(0))
}

/// Adds a case, and returns its id.
pub fn insert(tx: &Write<'_>, case: &NewCase) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO cases (id, kind, object_id, ask, author_id, community_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values = (
        id,
        case.kind,
        case.object,
        case.ask,
        case.author,
        case.community,
    );
    tx.execute(sql, values)?;
    Ok(id)
}

/// Deletes the open case of an object that asks for a decision. Returns its author and its community.
pub fn delete_asking(tx: &Write<'_>, object: Id) -> Result<Option<(Option<Id>, Option<Id>)>> {
    let sql = "DELETE FROM cases WHERE object_id = ?1 AND decision IS NULL AND ask IS NOT NULL RETURNING author_id, community_id";
    let deleted = tx.all(sql, [object], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(deleted.into_iter().next())
}

/// Gives the open cases of what is in a moved question to its community. Returns the authors of the objects.
pub fn move_question(
    tx: &Write<'_>,
    question: Id,
    from: Option<Id>,
    to: Option<Id>,
) -> Result<Vec<Option<Id>>> {
    let sql = "UPDATE cases SET community_id = ?3
               WHERE decision IS NULL AND community_id IS ?2 AND kind IN ('question', 'answer', 'comment')
               AND coalesce((SELECT coalesce(p.question_id, p.id) FROM posts p WHERE p.id = cases.object_id),
                            (SELECT c.question_id FROM comments c WHERE c.id = cases.object_id)) = ?1
               RETURNING author_id";
    tx.all(sql, (question, from, to), |row| row.get(0))
}
