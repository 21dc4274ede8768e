//! Queries of this feature.

use crate::clock::Timestamp;
use crate::communities::store::{VISIBLE, VISIBLE_SCOPE};
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::questions::model::Revision;
use crate::questions::store::tags;
use crate::tags::access::{PublicTag, PurgeableVersion, ReadableTag};
use crate::tags::model::TopQuestion;
use crate::text::fold;
use crate::users::Me;

/// A tag as a viewer knows it.
pub struct FoundTag {
    pub id: Id,
    /// The smallest scope in which they know it: 0 for everyone.
    pub scope: i64,
    pub name: String,
    pub question_count: i64,
}

/// Finds a tag of questions that the viewer may read.
pub fn find(read: &Read<'_>, viewer: Id, name: &str) -> Result<Option<FoundTag>> {
    // With min(), SQLite takes the name from the row with the smallest scope.
    let sql = format!(
        "SELECT tag_id, min(scope), name, sum(question_count) FROM scoped_tags
         WHERE tag_id = (SELECT id FROM tags WHERE name_key = ?2) AND question_count > 0 AND {VISIBLE_SCOPE} GROUP BY tag_id"
    );
    read.first(&sql, (viewer, fold(name)), |row| {
        Ok(FoundTag {
            id: row.get(0)?,
            scope: row.get(1)?,
            name: row.get(2)?,
            question_count: row.get(3)?,
        })
    })
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

/// Stores a version of the description of a tag, and what lists show of it.
pub fn insert_version(
    tx: &Write<'_>,
    me: &Me,
    tag: &PublicTag,
    text: &str,
    summary: Option<&str>,
) -> Result<()> {
    tx.execute(
        "INSERT INTO tag_revisions (id, tag_id, author_id, created_at, text) VALUES (?1, ?2, ?3, ?4, ?5)",
        (tx.new_id(), tag.id(), me.id(), tx.now, text),
    )?;
    tags::describe(tx, tag.id(), summary)
}

/// Returns the versions of the description of a tag, newest first, and which of them the viewer can
/// purge. A tag that not everyone can find has none.
pub fn versions(
    read: &Read<'_>,
    me: &Me,
    tag: &ReadableTag,
    paging: &Paging,
) -> Result<Page<Revision>> {
    let shown = tag.is_public().then(|| tag.id());
    let total = read.value(
        "SELECT count(*) FROM tag_revisions WHERE tag_id = ?1",
        [shown],
    )?;
    let sql = "SELECT r.id, a.name, r.created_at, r.text, r.purged_at IS NOT NULL, r.author_id,
                      r.id < (SELECT max(id) FROM tag_revisions WHERE tag_id = ?1)
               FROM tag_revisions r JOIN authors a ON a.id = r.author_id
               WHERE r.tag_id = ?1 ORDER BY r.id DESC LIMIT ?2 OFFSET ?3";
    let params = (shown, paging.limit as i64 + 1, paging.skipped()?);
    let versions = read.all(sql, params, |row| {
        let (purged, is_earlier): (bool, bool) = (row.get(4)?, row.get(6)?);
        Ok(Revision {
            id: row.get(0)?,
            edited_by: row.get(1)?,
            edit_date_time: row.get(2)?,
            title: None,
            tags: None,
            text: row.get(3)?,
            purged,
            can_purge: is_earlier && !purged && PurgeableVersion::is_allowed(me, row.get(5)?),
        })
    })?;
    Page::numbered(versions, paging, total)
}

/// Returns the author of a version of the description of a tag.
pub fn author(read: &Read<'_>, tag: Id, version: Id) -> Result<Option<Id>> {
    let sql = "SELECT author_id FROM tag_revisions WHERE tag_id = ?1 AND id = ?2";
    read.first(sql, (tag, version), |row| row.get(0))
}

/// Empties an earlier version. Succeeds without changes if it is purged.
pub fn purge(tx: &Write<'_>, me: &Me, version: &PurgeableVersion) -> Result<()> {
    let sql = "UPDATE tag_revisions SET text = '', purged_at = ?2, purged_by = ?3 WHERE id = ?1 AND purged_at IS NULL";
    tx.execute(sql, (version.id(), tx.now, me.id()))?;
    Ok(())
}

/// The largest number of top questions.
const MAX_TOP: i64 = 5;
/// A tag with more questions is looked for among the best voted questions of the site.
const MAX_COMPARED: i64 = 2_000;

/// Returns the best voted questions of a tag that the viewer may read, of equal ones the newest first.
/// `count` is their number. A tag of many questions is only looked for among the best voted ones of the
/// site, of which there may be fewer.
pub fn top_questions(read: &Read<'_>, me: &Me, tag: Id, count: i64) -> Result<Vec<TopQuestion>> {
    let candidates = if count <= MAX_COMPARED {
        format!(
            "SELECT q.id, q.score FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
             WHERE qt.tag_id = ?2 AND {VISIBLE} LIMIT ?3"
        )
    } else {
        format!(
            "SELECT b.id, b.score FROM (
                 SELECT q.id, q.score FROM questions q INDEXED BY questions_by_score WHERE {VISIBLE} ORDER BY q.score DESC, q.id DESC LIMIT ?3) b
             WHERE EXISTS (SELECT 1 FROM question_tags WHERE tag_id = ?2 AND question_id = b.id)"
        )
    };
    let sql = format!(
        "SELECT q.id, q.title, q.score, q.answer_count
         FROM (SELECT id FROM ({candidates}) ORDER BY score DESC, id DESC LIMIT ?4) top CROSS JOIN questions q ON q.id = top.id
         ORDER BY q.score DESC, q.id DESC"
    );
    read.all(&sql, (me.id(), tag, MAX_COMPARED, MAX_TOP), |row| {
        Ok(TopQuestion {
            id: row.get(0)?,
            title: row.get(1)?,
            score: row.get(2)?,
            answer_count: row.get(3)?,
        })
    })
}
