//! Finds what addresses name.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::store::moderation::merge_lookup::IS_MERGED;
use crate::features::users::{self, User, Viewer};
use crate::platform::db::Read;

/// Returns what has this id on an imported site. `None`: nothing, or different rows of several sites.
pub fn imported(read: &Read<'_>, kind: &str, external_id: &str) -> Result<Option<Id>> {
    // One step for each site.
    let sql = "WITH RECURSIVE sites(source) AS (
                   SELECT min(source) FROM external_ids UNION ALL
                   SELECT (SELECT min(e.source) FROM external_ids e WHERE e.source > s.source) FROM sites s WHERE s.source IS NOT NULL)
               SELECT DISTINCT e.local_id FROM sites s
               CROSS JOIN external_ids e ON e.source = s.source AND e.kind = ?1 AND e.external_id = ?2 LIMIT 2";
    let found: Vec<Id> = read.all(sql, (kind, external_id), |row| row.get(0))?;
    Ok(match found[..] {
        [id] => Some(id),
        _ => None,
    })
}

/// Returns a user, or the one into which they were merged.
pub fn user(read: &Read<'_>, id: Id) -> Result<Option<User>> {
    let sql = "SELECT coalesce(merged_into, id) FROM users WHERE id = ?1";
    match read.first(sql, [id], |row| row.get(0))? {
        Some(id) => users::store::by_id(read, id),
        None => Ok(None),
    }
}

/// Returns the question that has the answers of a merged one, if the viewer may read it. One that is merged itself
/// leads nowhere, so that no address leads in a circle.
pub fn merged_into(
    read: &Read<'_>,
    viewer: &Viewer,
    question: &ReadablePost,
) -> Result<Option<Id>> {
    let sql = format!(
        "SELECT q.id FROM question_merges m JOIN questions q ON q.id = m.into_id
         WHERE m.question_id = ?2 AND {IS_MERGED} AND {VISIBLE}
           AND NOT EXISTS (SELECT 1 FROM question_merges m WHERE m.question_id = q.id AND {IS_MERGED})"
    );
    let ids = (viewer.id(), question.question());
    read.first(&sql, ids, |row| row.get(0))
}
