//! Finds questions that are related to a question.

use super::similar::{Draft, Others, similar};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::questions::access::ReadablePost;
use crate::features::users::Me;
use crate::platform::db::Read;

/// Returns up to `limit` questions that are related to a question and visible to the viewer, best
/// first: those that are linked with it, then similar ones.
pub fn related(read: &Read<'_>, me: &Me, question: &ReadablePost, limit: usize) -> Result<Vec<Id>> {
    let mut related = linked(read, me, question, limit)?;
    if related.len() < limit {
        let draft = draft(read, question.question())?;
        let others = Others::Except(question.question());
        // The linked ones can be among the similar ones.
        for id in similar(read, me.id(), &draft, others, 2 * limit)? {
            if !related.contains(&id) {
                related.push(id);
            }
        }
        related.truncate(limit);
    }
    Ok(related)
}

/// Returns the content of a question.
fn draft(read: &Read<'_>, question: Id) -> Result<Draft> {
    let sql = "SELECT q.title, p.text FROM questions q JOIN posts p ON p.id = q.id WHERE q.id = ?1";
    let content = read.first(sql, [question], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (title, text) = content.unwrap_or_default();
    let tags = "SELECT t.name_key FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = ?1";
    let tags = read.all(tags, [question], |row| row.get(0))?;
    Ok(Draft { title, tags, text })
}

/// Returns the originals of a question, its duplicates, then the questions that it mentions or that
/// mention it; of each kind those with the highest score, without the votes of their authors.
fn linked(read: &Read<'_>, me: &Me, question: &ReadablePost, limit: usize) -> Result<Vec<Id>> {
    let sql = format!(
        "SELECT q.id FROM (SELECT original_id AS id, 0 AS kind FROM duplicates WHERE question_id = ?2
                           UNION ALL SELECT question_id, 1 FROM duplicates WHERE original_id = ?2
                           UNION ALL SELECT linked_id, 2 FROM question_links WHERE question_id = ?2
                           UNION ALL SELECT question_id, 2 FROM question_links WHERE linked_id = ?2) l
         JOIN questions q ON q.id = l.id WHERE {VISIBLE}
         GROUP BY q.id ORDER BY min(l.kind), q.peer_score DESC, q.id DESC LIMIT ?3"
    );
    read.all(&sql, (me.id(), question.question(), limit as i64), |row| {
        row.get(0)
    })
}
