//! The memory of texts that wait to be sent. All sockets share a text, so it counts once.

use bytes::Bytes;
use engineioxide::Str;

/// Bytes of waiting texts above which sockets that lag behind are closed.
const BUDGET: usize = 64 * 1024 * 1024;
/// Bytes of texts, sent or waiting, below which the sent ones are not sought.
const UNCHECKED: usize = 1024 * 1024;

/// All texts that sockets may still have to send.
#[derive(Default)]
pub(super) struct QueuedTexts {
    texts: Vec<Bytes>,
    bytes: usize,
    /// The number of bytes at which sent texts are dropped next.
    check_at: usize,
}

impl QueuedTexts {
    /// Adds a text that the caller still holds. Returns whether the waiting texts are larger than
    /// the budget.
    pub fn add(&mut self, text: &Str) -> bool {
        self.texts.push(text.clone().into());
        self.bytes += text.len();
        if self.bytes >= self.check_at {
            // No socket has a text any more if only this list has it.
            self.texts.retain(|text| !text.is_unique());
            self.bytes = self.texts.iter().map(Bytes::len).sum();
            self.check_at = (2 * self.bytes).clamp(UNCHECKED, BUDGET);
        }
        self.bytes > BUDGET
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 64 * 1024;

    fn text() -> Str {
        Str::from("x".repeat(SIZE))
    }

    #[test]
    fn waiting_texts_count_once_and_sent_ones_do_not_count() {
        let mut queued = QueuedTexts::default();
        let mut waiting = Vec::new();
        for _ in 0..BUDGET / SIZE {
            let text = text();
            assert!(!queued.add(&text));
            waiting.extend([text.clone(), text]);
        }
        assert!(queued.add(&text()), "one text more than the budget");
        waiting.truncate(4);
        assert!(!queued.add(&text()));
        assert!(
            queued.texts.len() < 10,
            "sent texts are kept: {}",
            queued.texts.len()
        );
    }
}
