//! Counts contributions from the posts and comments themselves, by an index on their author.

use super::model::Contribution;
use crate::core::clock::{Day, Timestamp};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::users::Me;
use crate::platform::db::Read;

/// Returns the days on which an author wrote something that the viewer may read, oldest first, from
/// `since` up to and excluding `until`.
pub fn of_author(
    read: &Read<'_>,
    viewer: &Me,
    author: Id,
    since: Timestamp,
    until: Timestamp,
) -> Result<Vec<Contribution>> {
    let sql = format!(
        "SELECT w.created_at / ?5 AS day, sum(w.kind = 'question'), sum(w.kind = 'comment'), sum(w.kind = 'answer')
         FROM (SELECT created_at, iif(question_id IS NULL, 'question', 'answer') AS kind, coalesce(question_id, id) AS question_id
               FROM posts WHERE author_id = ?2 AND created_at >= ?3 AND created_at < ?4 AND deleted_at IS NULL
               UNION ALL
               SELECT c.created_at, 'comment', c.question_id
               FROM comments c JOIN posts p ON p.id = c.post_id
               WHERE c.author_id = ?2 AND c.created_at >= ?3 AND c.created_at < ?4 AND c.deleted_at IS NULL AND p.deleted_at IS NULL) w
         JOIN questions q ON q.id = w.question_id WHERE {VISIBLE} GROUP BY day ORDER BY day"
    );
    read.all(
        &sql,
        (viewer.id(), author, since, until, Day::MILLIS),
        |row| {
            let date = Day::since_1970(row.get(0)?);
            Ok(Contribution {
                date,
                questions: row.get(1)?,
                comments: row.get(2)?,
                answers: row.get(3)?,
            })
        },
    )
}
