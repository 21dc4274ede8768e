//! Finds tags, synonyms and versions of descriptions.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::communities::store::{TAG_QUESTIONS, VISIBLE_SCOPE};
use crate::platform::db::Read;

/// A tag as a viewer knows it.
pub struct FoundTag {
    pub id: Id,
    /// The smallest scope in which they know it: 0 for everyone.
    pub scope: i64,
    pub name: String,
    pub question_count: i64,
    /// What lists show as its description, unless it is the default.
    pub description: Option<String>,
}

/// Finds a tag of questions that the viewer may read. A synonym finds its main tag.
pub fn find(read: &Read<'_>, viewer: Id, name: &str) -> Result<Option<FoundTag>> {
    // With min(), SQLite takes the name and the description from the row with the smallest scope.
    let sql = format!(
        "SELECT tag_id, min(scope), name, sum({TAG_QUESTIONS}), nullif(description, 'user added tag') FROM scoped_tags
         WHERE tag_id = (SELECT main_id FROM main_tags WHERE name_key = ?2) AND question_count > 0 AND {VISIBLE_SCOPE} AND {TAG_QUESTIONS} > 0 GROUP BY tag_id"
    );
    read.first(&sql, (viewer, fold(name)), |row| {
        Ok(FoundTag {
            id: row.get(0)?,
            scope: row.get(1)?,
            name: row.get(2)?,
            question_count: row.get(3)?,
            description: row.get(4)?,
        })
    })
}

/// A synonym with its main tag.
pub struct FoundSynonym {
    pub id: Id,
    pub name: String,
    pub main: Id,
    /// As everyone spells it.
    pub main_name: String,
}

/// Finds a synonym by its name.
pub fn synonym(read: &Read<'_>, name: &str) -> Result<Option<FoundSynonym>> {
    let sql = "SELECT s.tag_id, s.name, s.main_id, coalesce(c.name, m.name_key)
               FROM tags t JOIN tag_synonyms s ON s.tag_id = t.id JOIN tags m ON m.id = s.main_id
               LEFT JOIN scoped_tags c ON c.tag_id = m.id AND c.scope = 0 WHERE t.name_key = ?1";
    read.first(sql, [fold(name)], |row| {
        Ok(FoundSynonym {
            id: row.get(0)?,
            name: row.get(1)?,
            main: row.get(2)?,
            main_name: row.get(3)?,
        })
    })
}

/// Returns whether a name is that of a deleted tag or a synonym of one.
pub fn is_deleted(read: &Read<'_>, name: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM tags WHERE name_key = ?1 AND deleted_at IS NOT NULL";
    read.exists(sql, [fold(name)])
}

/// Finds a deleted tag by its name or a synonym. Returns its id and its name, as everyone spelled it.
pub fn deleted(read: &Read<'_>, name: &str) -> Result<Option<(Id, String)>> {
    let sql = "SELECT m.id, coalesce(c.name, m.name_key) FROM tags t LEFT JOIN tag_synonyms s ON s.tag_id = t.id
               JOIN tags m ON m.id = coalesce(s.main_id, t.id) LEFT JOIN scoped_tags c ON c.tag_id = m.id AND c.scope = 0
               WHERE t.name_key = ?1 AND t.deleted_at IS NOT NULL";
    read.first(sql, [fold(name)], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The current version of a description.
pub struct CurrentVersion {
    pub id: Id,
    pub edited_by: String,
    pub edited_at: Timestamp,
    pub text: String,
}

/// Returns the current version of the description of a tag, which may be empty.
pub fn current(read: &Read<'_>, tag: Id) -> Result<Option<CurrentVersion>> {
    let sql = "SELECT r.id, a.name, r.created_at, r.text FROM tag_revisions r JOIN authors a ON a.id = r.author_id
               WHERE r.tag_id = ?1 ORDER BY r.id DESC LIMIT 1";
    read.first(sql, [tag], |row| {
        Ok(CurrentVersion {
            id: row.get(0)?,
            edited_by: row.get(1)?,
            edited_at: row.get(2)?,
            text: row.get(3)?,
        })
    })
}

/// Returns the author of a version of the description of a tag.
pub fn author(read: &Read<'_>, tag: Id, version: Id) -> Result<Option<Id>> {
    let sql = "SELECT author_id FROM tag_revisions WHERE tag_id = ?1 AND id = ?2";
    read.first(sql, (tag, version), |row| row.get(0))
}
