//! Tags in SQL.

use std::collections::HashMap;

use crate::communities::store::VISIBLE_SCOPE;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::tags::{Tag, TagCount};
use crate::text::fold;
use crate::web::{Page, Paging};

/// Gives a question its tags. New ones get the description that the schema has for them.
pub fn attach(tx: &Write<'_>, question: Id, names: &[String]) -> Result<()> {
    for (position, name) in names.iter().enumerate() {
        let folded = fold(name);
        tx.execute(
            "INSERT INTO tags (id, name, folded) VALUES (?1, ?2, ?3) ON CONFLICT (folded) DO NOTHING",
            (tx.new_id(), name, &folded),
        )?;
        let sql = "INSERT INTO question_tags (tag_id, question_id, position) SELECT id, ?2, ?3 FROM tags WHERE folded = ?1";
        tx.execute(sql, (&folded, question, position as i64))?;
    }
    Ok(())
}

/// Counts a new question in the totals of its tags.
pub fn count(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.execute(
        "INSERT INTO tag_totals (tag_id, scope, questions)
         SELECT qt.tag_id, q.scope, 1 FROM question_tags qt JOIN questions q ON q.id = qt.question_id WHERE q.id = ?1
         ON CONFLICT (tag_id, scope) DO UPDATE SET questions = questions + 1",
        [question],
    )?;
    Ok(())
}

/// The tags of several questions, each in the order in which its asker wrote them.
pub fn of_questions(read: &Read<'_>, questions: &str) -> Result<HashMap<Id, Vec<Tag>>> {
    let sql = "SELECT qt.question_id, t.id, t.name, t.description FROM question_tags qt JOIN tags t ON t.id = qt.tag_id
               WHERE qt.question_id IN (SELECT value FROM json_each(?1)) ORDER BY qt.question_id, qt.position";
    let tags = read.all(sql, [questions], |row| Ok((row.get(0)?, Tag { id: row.get(1)?, name: row.get(2)?, description: row.get(3)? })))?;
    Ok(super::group(tags))
}

/// A tag that is on a question which the viewer may read.
pub fn by_name(read: &Read<'_>, viewer: Id, name: &str) -> Result<Option<Tag>> {
    let sql = format!(
        "SELECT id, name, description FROM tags t WHERE folded = ?2
         AND EXISTS (SELECT 1 FROM tag_totals WHERE tag_id = t.id AND questions > 0 AND {VISIBLE_SCOPE})"
    );
    read.first(&sql, (viewer, fold(name)), |row| Ok(Tag { id: row.get(0)?, name: row.get(1)?, description: row.get(2)? }))
}

/// How many questions with this tag the viewer may read.
pub fn total(read: &Read<'_>, viewer: Id, name: &str) -> Result<i64> {
    let sql = format!(
        "SELECT coalesce(sum(questions), 0) FROM tag_totals WHERE tag_id = (SELECT id FROM tags WHERE folded = ?2) AND {VISIBLE_SCOPE}"
    );
    read.value(&sql, (viewer, fold(name)))
}

/// The tags on questions that the viewer may read, most used first.
pub fn list(read: &Read<'_>, viewer: Id, paging: &Paging) -> Result<Page<TagCount>> {
    let skip = paging.position::<1>()?.map_or(0, |[skip]| skip.max(0));
    let counts = format!(
        "SELECT tag_id, sum(questions) AS questions FROM tag_totals WHERE {VISIBLE_SCOPE} GROUP BY tag_id HAVING sum(questions) > 0"
    );
    let total = read.value(&format!("SELECT count(*) FROM ({counts})"), [viewer])?;
    let sql = format!(
        "SELECT t.id, t.name, t.description, c.questions FROM ({counts}) c JOIN tags t ON t.id = c.tag_id
         ORDER BY c.questions DESC, t.folded LIMIT ?2 OFFSET ?3"
    );
    let tags = read.all(&sql, (viewer, paging.limit as i64 + 1, skip), |row| {
        Ok(TagCount { id: row.get(0)?, name: row.get(1)?, description: row.get(2)?, qcnt: row.get(3)? })
    })?;
    Ok(Page::cut(tags, paging.limit, total, |_| skip.saturating_add(paging.limit as i64).to_string()))
}
