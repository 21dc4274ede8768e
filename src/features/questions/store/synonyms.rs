//! Finds the tags that synonyms stand for, and moves the questions of a synonym between counters.
//!
//! `question_tags` has the tags that authors wrote, `main_tags` the tag that each stands for. The
//! counters of a tag include the questions of its synonyms, each question once, and a synonym has none.

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text::fold;
use crate::platform::db::{Read, Write};

/// Returns the main tag of a synonym, as everyone spells it. Rejects the name of a deleted tag with 409.
pub fn main_name(read: &Read<'_>, name: &str) -> Result<Option<String>> {
    let sql = "SELECT t.deleted_at IS NOT NULL, iif(y.main_id IS NULL, NULL, coalesce(s.name, m.name_key))
               FROM tags t LEFT JOIN tag_synonyms y ON y.tag_id = t.id LEFT JOIN tags m ON m.id = y.main_id
               LEFT JOIN scoped_tags s ON s.tag_id = m.id AND s.scope = 0 WHERE t.name_key = ?1";
    let found: Option<(bool, Option<String>)> =
        read.first(sql, [fold(name)], |row| Ok((row.get(0)?, row.get(1)?)))?;
    match found {
        Some((true, _)) => Err(Sentence::TagDeleted.into()),
        Some((false, main)) => Ok(main),
        None => Ok(None),
    }
}

/// Returns the ids of a tag and its synonyms by the name of any of them, without an access check. Only
/// these are in `question_tags`.
pub fn with_synonyms(read: &Read<'_>, name: &str) -> Result<Vec<Id>> {
    let sql = "SELECT main_id FROM main_tags WHERE name_key = ?1
               UNION ALL SELECT s.tag_id FROM main_tags m JOIN tag_synonyms s ON s.main_id = m.main_id WHERE m.name_key = ?1";
    read.all(sql, [fold(name)], |row| row.get(0))
}

/// Returns a main tag and its synonyms. The newest questions with any of them are the newest of the main
/// tag.
pub fn of_main(read: &Read<'_>, main: Id) -> Result<Vec<Id>> {
    let sql = "SELECT ?1 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?1";
    read.all(sql, [main], |row| row.get(0))
}

/// Adds the questions of a synonym to the counters of its main tag, except those that these include
/// already. The cost grows with the questions of the synonym.
pub fn add_to_main(tx: &Write<'_>, synonym: Id, main: Id) -> Result<()> {
    // Every scope whose questions have the synonym, or have it again after they are restored.
    let sql = "SELECT scope FROM scoped_tags s WHERE tag_id = ?1
               AND NOT EXISTS (SELECT 1 FROM scoped_tags WHERE tag_id = ?2 AND scope = s.scope)";
    let scopes: Vec<i64> = tx.all(sql, (synonym, main), |row| row.get(0))?;
    for scope in scopes {
        let sql = "INSERT INTO scoped_tags (tag_id, scope, id, name)
                   SELECT t.id, ?2, ?3, coalesce((SELECT name FROM scoped_tags WHERE tag_id = t.id AND scope = 0), t.name_key)
                   FROM tags t WHERE t.id = ?1";
        tx.execute(sql, (main, scope, tx.new_id()))?;
    }
    move_counts(tx, synonym, main, 1)
}

/// Takes the questions of a synonym back out of the counters of its main tag. The cost grows with the
/// questions of the synonym.
pub fn take_from_main(tx: &Write<'_>, synonym: Id, main: Id) -> Result<()> {
    move_counts(tx, synonym, main, -1)
}

/// Adds the questions of a synonym to the counters of its main tag if `sign` is 1, or takes them back
/// if it is -1.
fn move_counts(tx: &Write<'_>, synonym: Id, main: Id, sign: i64) -> Result<()> {
    let counts = |place: &str, condition: &str| -> Result<Vec<(i64, i64, i64)>> {
        let sql = format!(
            "SELECT {place}, count(*), sum(NOT EXISTS (
                 SELECT 1 FROM question_tags WHERE question_id = q.id AND tag_id <> ?1
                 AND tag_id IN (SELECT ?2 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?2)))
             FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
             WHERE qt.tag_id = ?1 AND {condition} GROUP BY {place}"
        );
        tx.all(&sql, (synonym, main), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
    };
    let in_communities = counts(
        "q.community_id",
        "q.scope = 0 AND q.community_id IS NOT NULL",
    )?;
    for (community, questions, only_by_synonym) in in_communities {
        let sql = "INSERT INTO community_tags (tag_id, community_id, question_count) VALUES (?1, ?2, ?3)
                   ON CONFLICT (tag_id, community_id) DO UPDATE SET question_count = question_count + excluded.question_count";
        tx.execute(sql, (synonym, community, -sign * questions))?;
        tx.execute(sql, (main, community, sign * only_by_synonym))?;
    }
    for (scope, questions, only_by_synonym) in counts("q.scope", "q.scope IS NOT NULL")? {
        let sql = "UPDATE scoped_tags SET question_count = question_count + ?3 WHERE tag_id = ?1 AND scope = ?2";
        tx.execute(sql, (synonym, scope, -sign * questions))?;
        tx.execute(sql, (main, scope, sign * only_by_synonym))?;
    }
    Ok(())
}

/// Makes a synonym the main tag, and the main tag its synonym, with their other synonyms and all counters.
/// Everyone sees the new name. The cost grows with the private communities that use the tag.
pub fn promote(tx: &Write<'_>, synonym: Id, main: Id, name: &str, old_name: &str) -> Result<()> {
    let scopes: Vec<i64> = tx.all(
        "SELECT scope FROM scoped_tags WHERE tag_id = ?1",
        [main],
        |row| row.get(0),
    )?;
    for scope in scopes {
        let sql = "INSERT INTO scoped_tags (tag_id, scope, id, name, description, question_count)
                   SELECT ?1, scope, ?4, ?5, description, question_count FROM scoped_tags WHERE tag_id = ?2 AND scope = ?3
                   ON CONFLICT (tag_id, scope) DO UPDATE SET name = excluded.name, description = excluded.description,
                       question_count = excluded.question_count";
        tx.execute(sql, (synonym, main, scope, tx.new_id(), name))?;
    }
    let sql = "INSERT INTO community_tags (tag_id, community_id, question_count)
               SELECT ?1, community_id, question_count FROM community_tags WHERE tag_id = ?2
               ON CONFLICT (tag_id, community_id) DO UPDATE SET question_count = excluded.question_count";
    tx.execute(sql, (synonym, main))?;
    set_counts_to_zero(tx, main)?;
    tx.execute("DELETE FROM tag_synonyms WHERE tag_id = ?1", [synonym])?;
    let sql = "UPDATE tag_synonyms SET main_id = ?1 WHERE main_id = ?2";
    tx.execute(sql, (synonym, main))?;
    let sql = "INSERT INTO tag_synonyms (tag_id, main_id, name) VALUES (?2, ?1, ?3)";
    tx.execute(sql, (synonym, main, old_name))?;
    Ok(())
}

/// Spells a tag this way for all its readers.
pub fn respell(tx: &Write<'_>, tag: Id, name: &str) -> Result<()> {
    let sql = "UPDATE scoped_tags SET name = ?2 WHERE tag_id = ?1";
    tx.execute(sql, (tag, name)).map(drop)
}

fn set_counts_to_zero(tx: &Write<'_>, tag: Id) -> Result<()> {
    for table in ["scoped_tags", "community_tags"] {
        let sql = format!("UPDATE {table} SET question_count = 0 WHERE tag_id = ?1");
        tx.execute(&sql, [tag])?;
    }
    Ok(())
}

/// Marks a main tag and its synonyms as deleted: no question shows them.
pub fn delete(tx: &Write<'_>, main: Id) -> Result<()> {
    set_counts_to_zero(tx, main)?;
    mark_deleted(tx, main, Some(tx.now))
}

fn mark_deleted(tx: &Write<'_>, main: Id, at: Option<Timestamp>) -> Result<()> {
    let sql = "UPDATE tags SET deleted_at = ?2 WHERE id IN (SELECT ?1 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?1)";
    tx.execute(sql, (main, at)).map(drop)
}

/// Reverses [`delete`] and counts the questions again, which the cost grows with.
pub fn restore(tx: &Write<'_>, main: Id) -> Result<()> {
    mark_deleted(tx, main, None)?;
    // A question that was moved in the meantime brings the tag to a scope that does not spell it yet.
    let sql = "SELECT DISTINCT t.id, q.scope FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
               JOIN tags t ON t.id IN (qt.tag_id, ?1)
               WHERE qt.tag_id IN (SELECT ?1 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?1) AND q.scope IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM scoped_tags s WHERE s.tag_id = t.id AND s.scope = q.scope)";
    let missing: Vec<(Id, i64)> = tx.all(sql, [main], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (tag, scope) in missing {
        let sql = "INSERT INTO scoped_tags (tag_id, scope, id, name)
                   SELECT t.id, ?2, ?3, coalesce((SELECT name FROM scoped_tags WHERE tag_id = t.id AND scope = 0), t.name_key)
                   FROM tags t WHERE t.id = ?1";
        tx.execute(sql, (tag, scope, tx.new_id()))?;
    }
    let counts = |place: &str, condition: &str| -> Result<Vec<(i64, i64)>> {
        let sql = format!(
            "SELECT {place}, count(DISTINCT q.id) FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
             WHERE qt.tag_id IN (SELECT ?1 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?1) AND {condition} GROUP BY {place}"
        );
        tx.all(&sql, [main], |row| Ok((row.get(0)?, row.get(1)?)))
    };
    for (scope, questions) in counts("q.scope", "q.scope IS NOT NULL")? {
        let sql = "UPDATE scoped_tags SET question_count = ?3 WHERE tag_id = ?1 AND scope = ?2";
        tx.execute(sql, (main, scope, questions))?;
    }
    let in_communities = counts(
        "q.community_id",
        "q.scope = 0 AND q.community_id IS NOT NULL",
    )?;
    for (community, questions) in in_communities {
        let sql = "INSERT INTO community_tags (tag_id, community_id, question_count) VALUES (?1, ?2, ?3)
                   ON CONFLICT (tag_id, community_id) DO UPDATE SET question_count = excluded.question_count";
        tx.execute(sql, (main, community, questions))?;
    }
    Ok(())
}

/// Returns the number of questions that everyone may read and that show no other tag than this one. The cost
/// grows with the questions of the tag.
pub fn questions_without_another(read: &Read<'_>, main: Id) -> Result<i64> {
    let sql = "SELECT count(DISTINCT q.id) FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
               WHERE qt.tag_id IN (SELECT ?1 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?1) AND q.scope = 0
               AND NOT EXISTS (SELECT 1 FROM question_tags o JOIN main_tags m ON m.tag_id = o.tag_id
                               WHERE o.question_id = q.id AND m.main_id <> ?1)";
    read.value(sql, [main])
}
