//! Stores and lists tags.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text::fold;
use crate::features::communities::access::Scope;
use crate::features::communities::store::{TAG_QUESTIONS, VISIBLE_SCOPE};
use crate::features::questions::model::{Tag, TagCount};
use crate::platform::db::{Read, Write};

/// Adds tags to a question. A tag that is new to the scope gets this spelling there, and the
/// default description of the schema. The tags of a held question have no spelling in a scope.
pub fn attach(tx: &Write<'_>, question: Id, names: &[String]) -> Result<()> {
    for (position, name) in names.iter().enumerate() {
        let (id, folded) = (tx.new_id(), fold(name));
        tx.execute(
            "INSERT INTO tags (id, name_key) VALUES (?1, ?2) ON CONFLICT (name_key) DO NOTHING",
            (id, &folded),
        )?;
        let sql = "INSERT INTO question_tags (tag_id, question_id, position) SELECT id, ?2, ?3 FROM tags WHERE name_key = ?1";
        tx.execute(sql, (&folded, question, position as i64))?;
        spell(tx, question, id, name)?;
    }
    Ok(())
}

/// Replaces the tags of a question.
pub fn replace(tx: &Write<'_>, question: Id, names: &[String]) -> Result<()> {
    let sql = "DELETE FROM question_tags WHERE question_id = ?1";
    tx.execute(sql, [question])?;
    attach(tx, question, names)
}

/// Returns the names of the tags of a question as its author wrote them last.
pub fn written_names(read: &Read<'_>, question: Id) -> Result<Vec<String>> {
    let sql = "SELECT tags FROM revisions WHERE post_id = ?1 AND compressed_text IS NULL";
    let names: Option<String> = read.first(sql, [question], |row| row.get(0))?;
    let names = names.unwrap_or_default();
    Ok(names.split_whitespace().map(str::to_owned).collect())
}

/// Returns the tags of a held question. Some may have no spelling in a scope.
pub fn of_held(read: &Read<'_>, question: Id) -> Result<Vec<Tag>> {
    let sql = "SELECT tag_id FROM question_tags WHERE question_id = ?1 ORDER BY position";
    let ids: Vec<Id> = read.all(sql, [question], |row| row.get(0))?;
    let names = written_names(read, question)?;
    let tags = ids.into_iter().zip(names).map(|(id, name)| Tag {
        id,
        name,
        description: "user added tag".to_owned(),
    });
    Ok(tags.collect())
}

/// Adds the spellings of the tags of a question that others see from now on.
pub fn show(tx: &Write<'_>, question: Id) -> Result<()> {
    let names = written_names(tx, question)?;
    let mut names = names.iter();
    names.try_for_each(|name| spell(tx, question, tx.new_id(), name))
}

/// Gives a tag that is new to the scope of a question its id and its spelling there. Does nothing if nobody
/// else sees the question.
fn spell(tx: &Write<'_>, question: Id, id: Id, name: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO scoped_tags (tag_id, scope, id, name)
         SELECT t.id, q.scope, ?3, ?4 FROM tags t JOIN questions q ON q.id = ?2 WHERE t.name_key = ?1 AND q.scope IS NOT NULL
         ON CONFLICT (tag_id, scope) DO NOTHING",
        (fold(name), question, id, name),
    )
    .map(drop)
}

/// Sets the description of a tag that everyone sees, or the default one of the schema.
pub fn describe(tx: &Write<'_>, tag: Id, description: Option<&str>) -> Result<()> {
    tx.execute(
        "UPDATE scoped_tags SET description = coalesce(?2, 'user added tag') WHERE tag_id = ?1 AND scope = 0",
        (tag, description),
    )?;
    Ok(())
}

/// Returns the tags of a question in their order, spelled as in its scope. Its author may have written
/// synonyms.
pub fn of_question(read: &Read<'_>, question: Id, scope: i64) -> Result<Vec<Tag>> {
    let sql = "SELECT s.id, s.name, s.description FROM question_tags qt JOIN main_tags m ON m.tag_id = qt.tag_id
                   JOIN scoped_tags s ON s.tag_id = m.main_id AND s.scope = ?2
               WHERE qt.question_id = ?1 ORDER BY qt.position";
    let written = read.all(sql, (question, scope), |row| {
        Ok(Tag {
            id: row.get(0)?,
            name: row.get(1)?,
            description: row.get(2)?,
        })
    })?;
    let mut tags: Vec<Tag> = Vec::new();
    for tag in written {
        if tags.iter().all(|other| other.id != tag.id) {
            tags.push(tag);
        }
    }
    Ok(tags)
}

/// Returns a tag of a question that the viewer may read. Its spelling is the public one, else that
/// of the oldest of their communities that use it.
pub fn by_name(read: &Read<'_>, viewer: Id, name: &str) -> Result<Option<Tag>> {
    let sql = format!(
        "SELECT id, name, description FROM scoped_tags
         WHERE tag_id = (SELECT main_id FROM main_tags WHERE name_key = ?2) AND question_count > 0 AND {VISIBLE_SCOPE} AND {TAG_QUESTIONS} > 0 ORDER BY scope LIMIT 1"
    );
    read.first(&sql, (viewer, fold(name)), |row| {
        Ok(Tag {
            id: row.get(0)?,
            name: row.get(1)?,
            description: row.get(2)?,
        })
    })
}

/// Returns the id of a tag that [`by_name`] finds, and the scope of its spelling.
pub fn with_scope(read: &Read<'_>, viewer: Id, name: &str) -> Result<Option<(Id, Scope)>> {
    let sql = format!(
        "SELECT tag_id, scope FROM scoped_tags
         WHERE tag_id = (SELECT main_id FROM main_tags WHERE name_key = ?2) AND question_count > 0 AND {VISIBLE_SCOPE} AND {TAG_QUESTIONS} > 0 ORDER BY scope LIMIT 1"
    );
    read.first(&sql, (viewer, fold(name)), |row| {
        Ok((row.get(0)?, row.get(1).map(Scope::from_value)?))
    })
}

/// Returns the number of questions with a tag that the viewer may read.
pub fn question_count(read: &Read<'_>, viewer: Id, name: &str) -> Result<i64> {
    let sql = format!(
        "SELECT coalesce(sum({TAG_QUESTIONS}), 0) FROM scoped_tags WHERE tag_id = (SELECT main_id FROM main_tags WHERE name_key = ?2) AND {VISIBLE_SCOPE}"
    );
    read.value(&sql, (viewer, fold(name)))
}

/// Returns the tags of questions that the viewer may read and whose names or synonyms contain `part`,
/// spelled as by [`by_name`]: first those that begin with it, then the most used.
pub fn list(read: &Read<'_>, viewer: Id, part: &str, paging: &Paging) -> Result<Page<TagCount>> {
    let part = fold(part);
    // With one min() or max(), SQLite takes the other columns from the row with that value.
    let found = format!(
        "FROM (SELECT tag_id, min(scope), id, name, description, sum({TAG_QUESTIONS}) AS question_count
               FROM scoped_tags WHERE question_count > 0 AND {VISIBLE_SCOPE} AND {TAG_QUESTIONS} > 0 GROUP BY tag_id) c
         JOIN tags t ON t.id = c.tag_id
         LEFT JOIN (SELECT main_id, max(instr(name_key, ?2) = 1) AS begins, name
                    FROM tag_synonyms JOIN tags ON tags.id = tag_id WHERE instr(name_key, ?2) > 0 GROUP BY main_id) s ON s.main_id = t.id
         WHERE instr(t.name_key, ?2) > 0 OR s.main_id IS NOT NULL"
    );
    let total = read.value(&format!("SELECT count(*) {found}"), (viewer, &part))?;
    let sql = format!(
        "SELECT c.id, c.name, c.description, c.question_count, iif(instr(t.name_key, ?2) > 0, NULL, s.name) {found}
         ORDER BY instr(t.name_key, ?2) <> 1 AND s.begins IS NOT 1, c.question_count DESC, t.name_key LIMIT ?3 OFFSET ?4"
    );
    let tags = read.all(
        &sql,
        (viewer, &part, paging.limit as i64 + 1, paging.skipped()?),
        |row| {
            Ok(TagCount {
                id: row.get(0)?,
                name: row.get(1)?,
                description: row.get(2)?,
                qcnt: row.get(3)?,
                synonym: row.get(4)?,
            })
        },
    )?;
    Page::numbered(tags, paging, total)
}
