//! Moves questions between communities, and back.

use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::communities::access::Scope;
use crate::features::questions::moderation::places::{CanMove, CanUndoMove};
use crate::platform::db::Write;

/// Moves a question, and keeps where it was.
pub fn apply(tx: &Write<'_>, movement: &CanMove) -> Result<()> {
    let question = movement.question();
    let from = (question.community(), question.target().scope());
    set_place(tx, question.id(), movement.to(), movement.scope())?;
    let added = add_tags(tx, question.id(), from.1)?;
    let added = serde_json::to_string(&added).map_err(Error::internal)?;
    let sql = "INSERT INTO question_moves (question_id, id, from_community, moved_at, added_tags, left_scopes) VALUES (?1, ?2, ?3, ?4, ?5, '[]')
               ON CONFLICT DO UPDATE SET id = excluded.id, from_community = excluded.from_community, moved_at = excluded.moved_at,
                   added_tags = excluded.added_tags, is_undoable = 1";
    tx.execute(sql, (question.id(), tx.new_id(), from.0, tx.now, added))?;
    leave_scope(tx, question.id(), from.1)
}

/// Returns a question to where it was before its latest move. Its tags are forgotten where only the move
/// has brought them.
pub fn undo(tx: &Write<'_>, undo: &CanUndoMove) -> Result<()> {
    let question = undo.question().id();
    set_place(tx, question, undo.to(), undo.scope())?;
    let tags = "DELETE FROM scoped_tags
                WHERE id IN (SELECT a.value FROM question_moves m, json_each(m.added_tags) a WHERE m.question_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM questions q JOIN question_tags t ON t.question_id = q.id
                                WHERE q.community_id = scoped_tags.scope AND q.id <> ?1
                                AND t.tag_id IN (SELECT scoped_tags.tag_id UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = scoped_tags.tag_id))";
    tx.execute(tags, [question])?;
    tx.execute(
        "UPDATE question_moves SET is_undoable = 0 WHERE question_id = ?1",
        [question],
    )?;
    leave_scope(tx, question, undo.question().target().scope())
}

/// Records that a question was in a scope, whose searches may still complete its words.
fn leave_scope(tx: &Write<'_>, question: Id, scope: Scope) -> Result<()> {
    let sql = "UPDATE question_moves SET left_scopes = json_insert(left_scopes, '$[#]', ?2)
               WHERE question_id = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(left_scopes) WHERE value = ?2)";
    tx.execute(sql, (question, scope.value()))?;
    Ok(())
}

fn set_place(tx: &Write<'_>, question: Id, community: Option<Id>, scope: Scope) -> Result<()> {
    let sql = "UPDATE questions SET community_id = ?2, scope = ?3 WHERE id = ?1";
    tx.execute(sql, (question, community, scope.value()))?;
    Ok(())
}

/// Adds the tags of a moved question to those that its readers know, spelled as among its earlier readers.
/// Returns the ids of those that are new there.
fn add_tags(tx: &Write<'_>, question: Id, from: Scope) -> Result<Vec<i64>> {
    let sql = "SELECT DISTINCT t.id, coalesce(s.name, t.name_key), q.scope FROM question_tags qt JOIN questions q ON q.id = qt.question_id
               JOIN main_tags m ON m.tag_id = qt.tag_id JOIN tags t ON t.id IN (m.tag_id, m.main_id)
               LEFT JOIN scoped_tags s ON s.tag_id = t.id AND s.scope = ?2
               WHERE qt.question_id = ?1 AND NOT EXISTS (SELECT 1 FROM scoped_tags n WHERE n.tag_id = t.id AND n.scope = q.scope)";
    let missing: Vec<(Id, String, i64)> = tx.all(sql, (question, from.value()), |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    let mut added = Vec::new();
    for (tag, name, scope) in missing {
        let id = tx.new_id();
        let sql = "INSERT INTO scoped_tags (tag_id, scope, id, name) VALUES (?1, ?2, ?3, ?4)";
        tx.execute(sql, (tag, scope, id, name))?;
        added.push(id.as_i64());
    }
    Ok(added)
}
