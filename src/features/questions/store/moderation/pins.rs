//! Stores which questions are pinned where.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::questions::moderation::places::{CanPin, PinPlace};
use crate::platform::db::{Read, Write};

/// The largest number of questions that are pinned in one place.
pub const MAX_PINS: usize = 3;

/// SQL condition: the pin is in the place `?1` with the id `?2`, or at a synonym of this tag.
const IN_PLACE: &str = "place = ?1 AND place_id IN (SELECT ?2 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?2 AND ?1 = 'tag')";

/// Returns the word and the id that the database has for a place.
fn parts(place: PinPlace) -> (&'static str, i64) {
    match place {
        PinPlace::Site => ("site", 0),
        PinPlace::Tag(tag) => ("tag", tag.as_i64()),
        PinPlace::Community(community) => ("community", community.as_i64()),
    }
}

/// Pins a question. Does nothing if it is pinned there.
pub fn insert(tx: &Write<'_>, pin: &CanPin) -> Result<()> {
    let (word, id) = parts(pin.place());
    let sql = "INSERT INTO pins (place, place_id, question_id, pinned_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    tx.execute(sql, (word, id, pin.question().id(), tx.now))?;
    Ok(())
}

/// Unpins a question. Does nothing if it is not pinned there.
pub fn delete(tx: &Write<'_>, pin: &CanPin) -> Result<()> {
    let (word, id) = parts(pin.place());
    let sql = format!("DELETE FROM pins WHERE question_id = ?3 AND {IN_PLACE}");
    tx.execute(&sql, (word, id, pin.question().id()))?;
    Ok(())
}

/// Returns whether a question is pinned in any place.
pub fn is_anywhere(read: &Read<'_>, question: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM pins WHERE question_id = ?1", [question])
}

/// Returns whether a question is pinned in a place.
pub fn exists(read: &Read<'_>, pin: &CanPin) -> Result<bool> {
    let (word, id) = parts(pin.place());
    let sql = format!("SELECT 1 FROM pins WHERE question_id = ?3 AND {IN_PLACE}");
    read.exists(&sql, (word, id, pin.question().id()))
}

/// Returns the questions that are pinned in a place and that the viewer may read, the latest pin first.
pub fn list(read: &Read<'_>, viewer: Id, place: PinPlace) -> Result<Vec<Id>> {
    // A pin stays where its question no longer belongs, so that it is back when that change is undone.
    let belongs = match place {
        PinPlace::Site => "q.scope = 0",
        PinPlace::Tag(_) => {
            "q.scope = 0 AND EXISTS (SELECT 1 FROM question_tags t JOIN main_tags m ON m.tag_id = t.tag_id WHERE t.question_id = q.id AND m.main_id = ?3)"
        }
        PinPlace::Community(_) => "q.community_id = ?3",
    };
    let in_place = IN_PLACE.replace("?2", "?3").replace("?1", "?2");
    let sql = format!(
        "SELECT q.id FROM pins p JOIN questions q ON q.id = p.question_id
         WHERE {in_place} AND {belongs} AND {VISIBLE} ORDER BY p.pinned_at DESC, q.id DESC LIMIT {MAX_PINS}"
    );
    let (word, id) = parts(place);
    read.all(&sql, (viewer, word, id), |row| row.get(0))
}
