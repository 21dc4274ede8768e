//! Stores the notes and reminders of stars. A row without its star is kept, but no query returns it.

use std::time::Duration;

use rusqlite::Row;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::questions::access::ReadablePost;
use crate::features::stars::model::{Reminder, StarNote};
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// SQL condition: the user `?1` has starred the question of the row `n`.
const STARRED: &str =
    "EXISTS (SELECT 1 FROM stars s WHERE s.user_id = ?1 AND s.question_id = n.question_id)";

fn note_from(row: &Row<'_>) -> rusqlite::Result<StarNote> {
    Ok(StarNote {
        qid: row.get(0)?,
        note: row.get(1)?,
        remind_at: row.get(2)?,
    })
}

/// Returns the actor's note and reminder of a question, if they have either, also without the star.
pub fn find(read: &Read<'_>, me: &Me, on: &ReadablePost) -> Result<Option<StarNote>> {
    let sql = "SELECT question_id, note, remind_at FROM star_notes WHERE user_id = ?1 AND question_id = ?2";
    read.first(sql, (me.id(), on.question()), note_from)
}

/// Returns the notes and reminders of those of the questions that the actor has starred and may read.
pub fn list(read: &Read<'_>, me: &Me, questions: &[Id]) -> Result<Vec<StarNote>> {
    let sql = format!(
        "SELECT n.question_id, n.note, n.remind_at FROM json_each(?2) CROSS JOIN questions q ON q.id = json_each.value
         CROSS JOIN star_notes n ON n.user_id = ?1 AND n.question_id = q.id WHERE {STARRED} AND {VISIBLE}"
    );
    let ids: Vec<i64> = questions.iter().map(|id| id.as_i64()).collect();
    let ids = serde_json::json!(ids).to_string();
    read.all(&sql, (me.id(), ids), note_from)
}

/// Returns the reminders of questions that the actor has starred and may read which became due after a
/// time in milliseconds: the latest first.
pub fn due(read: &Read<'_>, me: &Account, since: i64, limit: usize) -> Result<Vec<Reminder>> {
    let sql = format!(
        "SELECT n.question_id, q.title, n.note, n.remind_at
         FROM star_notes n INDEXED BY star_notes_by_time CROSS JOIN questions q ON q.id = n.question_id
         WHERE n.user_id = ?1 AND n.remind_at <= ?2 AND n.remind_at > ?4 AND {STARRED} AND {VISIBLE} ORDER BY n.remind_at DESC, n.question_id DESC LIMIT ?3"
    );
    read.all(&sql, (me.id(), read.now, limit as i64, since), |row| {
        Ok(Reminder {
            qid: row.get(0)?,
            title: row.get(1)?,
            note: row.get(2)?,
            remind_at: row.get(3)?,
        })
    })
}

/// Returns the time until the next of these reminders is due.
pub fn next_due(read: &Read<'_>, me: &Me) -> Result<Option<Duration>> {
    let sql = format!(
        "SELECT n.remind_at
         FROM star_notes n INDEXED BY star_notes_by_time CROSS JOIN questions q ON q.id = n.question_id
         WHERE n.user_id = ?1 AND n.remind_at > ?2 AND {STARRED} AND {VISIBLE} ORDER BY n.remind_at LIMIT 1"
    );
    let next: Option<Timestamp> = read.first(&sql, (me.id(), read.now), |row| row.get(0))?;
    Ok(next.map(|next| next.since(read.now)))
}

/// Counts the actor's rows, those without a star included.
pub fn count(read: &Read<'_>, me: &Me) -> Result<i64> {
    read.value(
        "SELECT count(*) FROM star_notes WHERE user_id = ?1",
        [me.id()],
    )
}

/// Inserts or replaces the actor's note and reminder of a question.
pub fn set(tx: &Write<'_>, me: &Me, note: &StarNote) -> Result<()> {
    let sql =
        "INSERT INTO star_notes (user_id, question_id, note, remind_at) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO UPDATE SET note = excluded.note, remind_at = excluded.remind_at";
    tx.execute(sql, (me.id(), note.qid, &note.note, note.remind_at))?;
    Ok(())
}

/// Deletes the actor's note and reminder of a question.
pub fn delete(tx: &Write<'_>, me: &Me, question: Id) -> Result<()> {
    let sql = "DELETE FROM star_notes WHERE user_id = ?1 AND question_id = ?2";
    tx.execute(sql, (me.id(), question))?;
    Ok(())
}

/// Deletes the actor's notes and reminders of questions that they have not starred.
pub fn delete_unstarred(tx: &Write<'_>, me: &Me) -> Result<()> {
    let sql = "DELETE FROM star_notes WHERE user_id = ?1 AND NOT EXISTS (
                   SELECT 1 FROM stars s WHERE s.user_id = ?1 AND s.question_id = star_notes.question_id)";
    tx.execute(sql, [me.id()])?;
    Ok(())
}

/// Deletes the notes and reminders of a user.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM star_notes WHERE user_id = ?1", [account.id()])?;
    Ok(())
}
