//! Tags in SQL.

use crate::communities::store::VISIBLE_SCOPE;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::tags::{Tag, TagCount};
use crate::text::fold;
use crate::web::{Page, Paging};

/// Gives a question its tags. What its scope does not know yet gets this spelling there, and the description that the
/// schema has.
pub fn attach(tx: &Write<'_>, question: Id, names: &[String]) -> Result<()> {
    for (position, name) in names.iter().enumerate() {
        let (id, folded) = (tx.new_id(), fold(name));
        tx.execute("INSERT INTO tags (id, folded) VALUES (?1, ?2) ON CONFLICT (folded) DO NOTHING", (id, &folded))?;
        let sql = "INSERT INTO question_tags (tag_id, question_id, position) SELECT id, ?2, ?3 FROM tags WHERE folded = ?1";
        tx.execute(sql, (&folded, question, position as i64))?;
        tx.execute(
            "INSERT INTO tag_totals (tag_id, scope, id, name) SELECT t.id, q.scope, ?3, ?4 FROM tags t JOIN questions q ON q.id = ?2 WHERE t.folded = ?1
             ON CONFLICT (tag_id, scope) DO NOTHING",
            (&folded, question, id, name),
        )?;
    }
    Ok(())
}

/// A question's tags, in the order in which its asker wrote them and in the spelling of its scope.
pub fn of_question(read: &Read<'_>, question: Id, scope: i64) -> Result<Vec<Tag>> {
    let sql =
        "SELECT tag_totals.id, name, description FROM question_tags qt JOIN tag_totals ON tag_totals.tag_id = qt.tag_id AND scope = ?2
               WHERE qt.question_id = ?1 ORDER BY qt.position";
    read.all(sql, (question, scope), |row| Ok(Tag { id: row.get(0)?, name: row.get(1)?, description: row.get(2)? }))
}

/// A tag that is on a question which the viewer may read: as everyone knows it, else as the oldest of his communities
/// that use it does.
pub fn by_name(read: &Read<'_>, viewer: Id, name: &str) -> Result<Option<Tag>> {
    let sql = format!(
        "SELECT id, name, description FROM tag_totals
         WHERE tag_id = (SELECT id FROM tags WHERE folded = ?2) AND questions > 0 AND {VISIBLE_SCOPE} ORDER BY scope LIMIT 1"
    );
    read.first(&sql, (viewer, fold(name)), |row| Ok(Tag { id: row.get(0)?, name: row.get(1)?, description: row.get(2)? }))
}

/// The id of a tag, whoever may know it.
pub fn id(read: &Read<'_>, name: &str) -> Result<Option<Id>> {
    read.first("SELECT id FROM tags WHERE folded = ?1", [fold(name)], |row| row.get(0))
}

/// How many questions with this tag the viewer may read.
pub fn total(read: &Read<'_>, viewer: Id, name: &str) -> Result<i64> {
    let sql = format!(
        "SELECT coalesce(sum(questions), 0) FROM tag_totals WHERE tag_id = (SELECT id FROM tags WHERE folded = ?2) AND {VISIBLE_SCOPE}"
    );
    read.value(&sql, (viewer, fold(name)))
}

/// The tags on questions that the viewer may read, each as in [`by_name`]: of those whose names contain `part`, first the
/// ones that begin with it, then the most used.
pub fn list(read: &Read<'_>, viewer: Id, part: &str, paging: &Paging) -> Result<Page<TagCount>> {
    let part = fold(part);
    // Beside min(), SQLite takes the other columns from the row that has the smallest value.
    let found = format!(
        "FROM (SELECT tag_id, min(scope), id, name, description, sum(questions) AS questions
               FROM tag_totals WHERE questions > 0 AND {VISIBLE_SCOPE} GROUP BY tag_id) c
         JOIN tags t ON t.id = c.tag_id WHERE instr(t.folded, ?2) > 0"
    );
    let total = read.value(&format!("SELECT count(*) {found}"), (viewer, &part))?;
    let sql = format!(
        "SELECT c.id, c.name, c.description, c.questions {found}
         ORDER BY instr(t.folded, ?2) > 1, c.questions DESC, t.folded LIMIT ?3 OFFSET ?4"
    );
    let tags = read.all(&sql, (viewer, &part, paging.limit as i64 + 1, paging.skipped()?), |row| {
        Ok(TagCount { id: row.get(0)?, name: row.get(1)?, description: row.get(2)?, qcnt: row.get(3)? })
    })?;
    Page::numbered(tags, paging, total)
}
