//! Which texts show which pictures.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::pictures::model::Source;
use crate::features::users::Account;
use crate::platform::db::Write;

/// The largest number of texts that show a picture. Further ones do not.
const MAX_USES: i64 = 1_000;

/// Records which of the pictures that a text has shown it still shows.
pub fn set_current(tx: &Write<'_>, source: &Source) -> Result<()> {
    let sql = "UPDATE picture_uses SET is_current = NOT is_current WHERE place_id = ?1 AND content_id = ?2
               AND is_current <> (picture_id IN (SELECT value FROM json_each(?3)))";
    tx.execute(sql, (source.place, source.id, json(&source.pictures)))?;
    Ok(())
}

/// Forgets the pictures that only earlier versions of a text show, except `kept`.
pub fn forget_earlier(tx: &Write<'_>, place: Id, text: Id, kept: &[Id]) -> Result<()> {
    let sql = "DELETE FROM picture_uses WHERE place_id = ?1 AND content_id = ?2 AND NOT is_current
               AND picture_id NOT IN (SELECT value FROM json_each(?3))";
    tx.execute(sql, (place, text, json(kept)))?;
    Ok(())
}

/// Forgets all pictures of a text.
pub fn delete(tx: &Write<'_>, place: Id, text: Id) -> Result<()> {
    let sql = "DELETE FROM picture_uses WHERE place_id = ?1 AND content_id = ?2";
    tx.execute(sql, (place, text)).map(drop)
}

/// Swaps the pictures in the descriptions of two tags. Both may show the same picture, so the rows first leave
/// their keys.
pub fn swap_tags(tx: &Write<'_>, one: Id, other: Id) -> Result<()> {
    let sql = "UPDATE picture_uses SET content_id = -content_id WHERE kind = 'tag' AND place_id IN (?1, ?2) AND content_id = place_id";
    tx.execute(sql, (one, other))?;
    let sql = "UPDATE picture_uses SET content_id = iif(content_id = -?1, ?2, ?1), place_id = iif(content_id = -?1, ?2, ?1)
               WHERE kind = 'tag' AND place_id IN (?1, ?2) AND content_id < 0";
    tx.execute(sql, (one, other)).map(drop)
}

/// SQL condition: the user `?1` sees the picture `i` in a text of the question or the chat `?4`, which they
/// may read. The text is not deleted, and the member was in the chat when it was written.
const SEEN_IN_PLACE: &str =
    "EXISTS (SELECT 1 FROM picture_uses x LEFT JOIN messages m ON m.id = x.content_id LEFT JOIN comments c ON c.id = x.content_id
                    LEFT JOIN posts p ON p.id = coalesce(c.post_id, x.content_id)
             WHERE x.picture_id = i.id AND x.place_id = ?4 AND x.is_current
               AND CASE WHEN x.kind = 'message'
                   THEN m.chat_id = 0 OR EXISTS (SELECT 1 FROM participants t WHERE t.chat_id = m.chat_id AND t.user_id = ?1 AND t.hidden_up_to < m.id)
                   ELSE x.kind IN ('question', 'answer', 'comment') AND p.deleted_at IS NULL AND c.deleted_at IS NULL END)";

/// Records that a text of an author shows those of its pictures that the author may show.
pub fn insert(tx: &Write<'_>, author: &Account, source: &Source) -> Result<()> {
    let sql = format!(
        "INSERT INTO picture_uses (picture_id, kind, content_id, place_id)
         SELECT i.id, ?2, ?3, ?4 FROM pictures i WHERE i.id IN (SELECT value FROM json_each(?5))
           AND i.use_count < {MAX_USES} AND (i.owner_id = ?1 OR {SEEN_IN_PLACE})
         ON CONFLICT DO NOTHING"
    );
    let (kind, id, place) = (source.kind, source.id, source.place);
    let values = (author.id(), kind, id, place, json(&source.pictures));
    tx.execute(&sql, values)?;
    Ok(())
}

fn json(ids: &[Id]) -> String {
    let ids: Vec<i64> = ids.iter().map(|id| id.as_i64()).collect();
    serde_json::json!(ids).to_string()
}
