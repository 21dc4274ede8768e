//! The private note and the reminder of a starred question.
//!
//! Removing the star hides both, and starring the question again shows them again, so that no click
//! loses a text. A reminder is due when its time has passed: due reminders are found when they are
//! read, and nothing runs at that time.

use std::time::Duration;

use super::model::{Reminders, StarNote};
use super::store::{self, notes};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::text;
use crate::features::questions::access::ReadablePost;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// The largest number of a member's notes and reminders.
pub const MAX_NOTES: i64 = 1_000;
/// The largest number of due reminders that one call returns.
const MAX_DUE: usize = 20;
/// How far ahead a reminder may be: two years, one of them a leap year.
const MAX_AHEAD: Duration = Duration::from_secs(731 * 24 * 60 * 60);

/// A change of a note and a reminder. What is absent stays.
pub struct Change {
    pub note: Option<String>,
    pub remind_at: Option<Option<Timestamp>>,
}

impl Change {
    /// Parses a change at a time. An empty note removes the note, and `none` the reminder.
    pub fn parse(note: Option<&str>, remind_at: Option<&str>, now: Timestamp) -> Result<Self> {
        Ok(Self {
            note: note.map(text::star_note).transpose()?,
            remind_at: remind_at.map(|time| parse_time(time, now)).transpose()?,
        })
    }
}

/// Parses the time of a reminder. Rejects the past and what is too far ahead with 400.
fn parse_time(text: &str, now: Timestamp) -> Result<Option<Timestamp>> {
    if text == "none" {
        return Ok(None);
    }
    let time: Timestamp = text.parse()?;
    if time <= now || time > now.plus(MAX_AHEAD) {
        return Err(Sentence::ReminderTime.into());
    }
    Ok(Some(time))
}

/// Changes the actor's note and reminder of a question, which they have starred. Returns both.
pub fn set(tx: &Write<'_>, me: &Me, on: &ReadablePost, change: Change) -> Result<StarNote> {
    if !store::exists(tx, me, on)? {
        return Err(Sentence::NotStarred.into());
    }
    let known = notes::find(tx, me, on)?;
    let is_new = known.is_none();
    let mut note = known.unwrap_or_else(|| StarNote::empty(on.question()));
    note.note = change.note.unwrap_or(note.note);
    note.remind_at = change.remind_at.unwrap_or(note.remind_at);
    if note.is_empty() {
        notes::delete(tx, me, note.qid)?;
    } else {
        if is_new {
            make_room(tx, me)?;
        }
        notes::set(tx, me, &note)?;
    }
    Ok(note)
}

/// Removes hidden notes if the actor cannot have another one otherwise. Rejects with 409 if they still
/// cannot.
fn make_room(tx: &Write<'_>, me: &Me) -> Result<()> {
    if notes::count(tx, me)? < MAX_NOTES {
        return Ok(());
    }
    notes::delete_unstarred(tx, me)?;
    if notes::count(tx, me)? < MAX_NOTES {
        return Ok(());
    }
    Err(Sentence::StarNotesTooMany.into())
}

/// Returns the actor's due reminders, and when the next one is due.
pub fn reminders(read: &Read<'_>, me: &Me) -> Result<Reminders> {
    let next = notes::next_due(read, me)?;
    Ok(Reminders {
        due: notes::due(read, me, i64::MIN, MAX_DUE)?,
        next_due_ms: next.map(|next| next.as_millis() as i64),
    })
}
