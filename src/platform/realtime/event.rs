//! Events, and their Socket.IO packets of a bounded size.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::id::Id;

/// A type of event. `server::events` lists all of them, and the UI's types are generated from that
/// list.
pub trait Event: Serialize + Send + 'static {
    /// The Socket.IO event name.
    const NAME: &'static str;
    /// Whether an event for all signed-in users also goes to strangers while everyone may read.
    const IS_PUBLIC: bool = false;
    /// What a client needs that was not connected yet.
    const IF_MISSED: IfMissed = IfMissed::Refetch;

    /// Returns what the event is about, for the [`Changed`] that replaces it if it is too large.
    fn subject(&self) -> Subject;
}

/// What a client needs that was not connected yet when an event was published, and had read its data before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfMissed {
    /// It fetches everything again.
    Refetch,
    /// The event: it says how something is now, so that it may also come late and twice.
    Resend,
    /// Nothing: no call returns what the event says.
    Ignore,
}

/// What an event is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject {
    pub question: Option<Id>,
    /// An answer of the question, or without a question the changed object itself.
    pub object: Option<Id>,
}

impl Subject {
    /// Returns a question as the subject.
    pub fn question(id: Id) -> Self {
        Self {
            question: Some(id),
            object: None,
        }
    }

    /// Returns an answer to a question as the subject.
    pub fn answer(question: Id, id: Id) -> Self {
        Self {
            question: Some(question),
            object: Some(id),
        }
    }

    /// Returns an object that belongs to no question as the subject.
    pub fn object(id: Id) -> Self {
        Self {
            question: None,
            object: Some(id),
        }
    }
}

/// The largest event as JSON, in bytes. New questions and answers are sent in full.
pub const EVENT_SIZE: usize = 64 * 1024;

/// Replaces an event that is larger than [`EVENT_SIZE`]. A browser that shows the object fetches it
/// again.
#[derive(Serialize, ToSchema)]
pub struct Changed {
    /// The question that changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    qid: Option<Id>,
    /// The answer that changed, or without a question the user, chat or community that changed.
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    /// The name of the replaced event.
    event: &'static str,
}

impl Changed {
    /// Creates the replacement of an event about `subject`.
    pub fn of<E: Event>(subject: Subject) -> Self {
        Self {
            qid: subject.question,
            id: subject.object,
            event: E::NAME,
        }
    }
}

impl Event for Changed {
    const NAME: &'static str = "changed";

    fn subject(&self) -> Subject {
        Subject {
            question: self.qid,
            object: self.id,
        }
    }
}

/// A buffer that accepts a limited number of bytes.
struct BoundedBuffer {
    bytes: Vec<u8>,
    room: usize,
}

impl Write for BoundedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.room = self
            .room
            .checked_sub(bytes.len())
            .ok_or(ErrorKind::FileTooLarge)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the packet of an event, or that of its [`Changed`] if it is larger than [`EVENT_SIZE`].
/// Serializing stops at that size.
pub(super) fn bounded<E: Event>(event: &E) -> String {
    packet(event, EVENT_SIZE).unwrap_or_else(|| full(&Changed::of::<E>(event.subject())))
}

/// Returns the packet of an event.
pub(super) fn full<E: Event>(event: &E) -> String {
    packet(event, usize::MAX).unwrap_or_default()
}

fn packet<E: Event>(event: &E, room: usize) -> Option<String> {
    let mut buffer = BoundedBuffer {
        bytes: format!("2[\"{}\",", E::NAME).into_bytes(),
        room,
    };
    serde_json::to_writer(&mut buffer, event).ok()?;
    buffer.bytes.push(b']');
    String::from_utf8(buffer.bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Text(String);

    impl Event for Text {
        const NAME: &'static str = "text";

        fn subject(&self) -> Subject {
            Subject::object(Id::from_i64(7))
        }
    }

    #[test]
    fn an_event_of_the_largest_size_is_sent_and_a_larger_one_is_replaced() {
        let text = |length: usize| Text("x".repeat(length));
        let largest = bounded(&text(EVENT_SIZE - 2));
        assert_eq!(largest.len(), EVENT_SIZE + "2[\"text\",]".len());
        assert_eq!(
            bounded(&text(EVENT_SIZE - 1)),
            format!(
                "2[\"changed\",{{\"_id\":\"{}\",\"event\":\"text\"}}]",
                Id::from_i64(7)
            )
        );
        assert!(full(&text(EVENT_SIZE)).len() > EVENT_SIZE);
    }
}
