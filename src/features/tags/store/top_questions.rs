//! Finds the best voted questions of tags.

use crate::core::error::Result;
use crate::features::communities::store::VISIBLE;
use crate::features::tags::access::ReadableTag;
use crate::features::tags::model::TopQuestion;
use crate::features::users::Viewer;
use crate::platform::db::Read;

/// The largest number of top questions.
const MAX_TOP: i64 = 5;
/// A tag with more questions is looked for among the best voted questions of the site.
const MAX_COMPARED: i64 = 2_000;

/// SQL query: the ids of the tag `?2` and its synonyms.
const WITH_SYNONYMS: &str =
    "SELECT ?2 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?2";

/// Returns the best voted questions of a tag that the viewer may read, without the votes of their authors, of equal ones the newest first.
/// A tag of many questions is only looked for among the best voted ones of the site. Fewer of these may
/// have it.
pub fn list(read: &Read<'_>, viewer: &Viewer, tag: &ReadableTag) -> Result<Vec<TopQuestion>> {
    let candidates = if tag.question_count() <= MAX_COMPARED {
        format!(
            "SELECT DISTINCT q.id, q.peer_score FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
             WHERE qt.tag_id IN ({WITH_SYNONYMS}) AND {VISIBLE} LIMIT ?3"
        )
    } else {
        format!(
            "SELECT b.id, b.peer_score FROM (
                 SELECT q.id, q.peer_score FROM questions q INDEXED BY questions_by_peer_score WHERE {VISIBLE} ORDER BY q.peer_score DESC, q.id DESC LIMIT ?3) b
             WHERE EXISTS (SELECT 1 FROM question_tags WHERE tag_id IN ({WITH_SYNONYMS}) AND question_id = b.id)"
        )
    };
    let sql = format!(
        "SELECT q.id, q.title, q.score, q.answer_count
         FROM (SELECT id FROM ({candidates}) ORDER BY peer_score DESC, id DESC LIMIT ?4) top CROSS JOIN questions q ON q.id = top.id
         ORDER BY q.peer_score DESC, q.id DESC"
    );
    read.all(
        &sql,
        (viewer.id(), tag.id(), MAX_COMPARED, MAX_TOP),
        |row| {
            Ok(TopQuestion {
                id: row.get(0)?,
                title: row.get(1)?,
                score: row.get(2)?,
                answer_count: row.get(3)?,
            })
        },
    )
}
