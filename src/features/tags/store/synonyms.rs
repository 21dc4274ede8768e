//! Stores and lists synonyms.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::questions::store::synonyms::{add_to_main, take_from_main};
use crate::features::tags::access::{MainTag, Synonym};
use crate::features::users::SiteModerator;
use crate::platform::db::{Read, Write};

/// Returns whether a name has synonyms.
pub fn has_synonyms(read: &Read<'_>, name: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM tags t JOIN tag_synonyms s ON s.main_id = t.id WHERE t.name_key = ?1";
    read.exists(sql, [fold(name)])
}

/// Returns the synonyms of a tag, by name.
pub fn list(read: &Read<'_>, main: Id) -> Result<Vec<String>> {
    let sql = "SELECT s.name FROM tag_synonyms s JOIN tags t ON t.id = s.tag_id WHERE s.main_id = ?1 ORDER BY t.name_key";
    read.all(sql, [main], |row| row.get(0))
}

/// Stores a synonym.
pub fn insert(tx: &Write<'_>, _: &SiteModerator, main: &MainTag, name: &str) -> Result<()> {
    let key = fold(name);
    tx.execute(
        "INSERT INTO tags (id, name_key) VALUES (?1, ?2) ON CONFLICT (name_key) DO NOTHING",
        (tx.new_id(), &key),
    )?;
    let id: Id = tx.value("SELECT id FROM tags WHERE name_key = ?1", [&key])?;
    tx.execute(
        "INSERT INTO tag_synonyms (tag_id, main_id, name) VALUES (?1, ?2, ?3)",
        (id, main.id(), name),
    )?;
    add_to_main(tx, id, main.id())
}

/// Deletes a synonym, and its tag if no question ever had it.
pub fn delete(tx: &Write<'_>, _: &SiteModerator, synonym: &Synonym) -> Result<()> {
    take_from_main(tx, synonym.id(), synonym.main())?;
    tx.execute("DELETE FROM tag_synonyms WHERE tag_id = ?1", [synonym.id()])?;
    // A question that waits for approval has tags that are in no scope yet.
    let sql = "DELETE FROM tags WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM scoped_tags WHERE tag_id = ?1)
               AND NOT EXISTS (SELECT 1 FROM question_tags WHERE tag_id = ?1)";
    tx.execute(sql, [synonym.id()])?;
    Ok(())
}
