//! What the server has acknowledged, in a file of its own that is synced before anybody goes on.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock, mpsc};

use tokio::sync::oneshot;

use crate::book::{Book, Line};
use crate::oplog::Marks;
use crate::{Result, failed};

/// Lines that one sync may gather.
const BATCH: usize = 256;

/// Everything that was acknowledged, and what was asked without an answer.
pub struct Ledger {
    lines: mpsc::Sender<(Line, oneshot::Sender<()>)>,
    /// The lines taken together. What is looked at is settled here.
    pub book: Mutex<Book>,
    /// The log of what a disk was asked for, in which the lines are noted too.
    marks: OnceLock<Marks>,
}

impl Ledger {
    /// A new one, in a file that must not exist.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create_new(path).map_err(|error| failed(format_args!("cannot make {}: {error}", path.display())))?;
        let (lines, queue) = mpsc::channel();
        std::thread::spawn(move || append(file, &queue));
        Ok(Self { lines, book: Mutex::default(), marks: OnceLock::new() })
    }

    /// Appends a line; it is on the disk when this returns.
    pub async fn note(&self, line: Line) -> Result<()> {
        // At once: by the end of our own sync one of the server's would be done that it should have waited for.
        if let Some(marks) = self.marks.get() {
            marks.note(&serde_json::to_vec(&line)?)?;
        }
        let (written, is_written) = oneshot::channel();
        let lost = || failed("the ledger could not be written");
        self.lines.send((line.clone(), written)).map_err(|_| lost())?;
        is_written.await.map_err(|_| lost())?;
        self.with(|book| book.add(&line));
        Ok(())
    }

    /// From now on each line is noted there too.
    pub fn mark(&self, marks: Marks) -> Result<()> {
        self.marks.set(marks).map_err(|_| failed("the lines are noted somewhere already"))
    }

    /// Looks something up, or changes it.
    pub fn with<T>(&self, f: impl FnOnce(&mut Book) -> T) -> T {
        f(&mut self.book.lock().expect("nobody panicked with the book"))
    }
}

/// Writes the lines, each sync for all that wait for one.
fn append(mut file: File, queue: &mpsc::Receiver<(Line, oneshot::Sender<()>)>) {
    while let Ok(first) = queue.recv() {
        let batch: Vec<_> = std::iter::once(first).chain(queue.try_iter().take(BATCH)).collect();
        let mut text = String::new();
        for (line, _) in &batch {
            text += &serde_json::to_string(line).expect("a line is JSON");
            text.push('\n');
        }
        if file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).is_err() {
            return;
        }
        for (_, written) in batch {
            let _ = written.send(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Effect, Outcome};

    #[tokio::test]
    async fn a_line_is_in_the_file_and_in_the_book_when_it_was_noted() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("ledger.jsonl");
        let ledger = Ledger::create(&path).expect("a ledger");
        assert!(Ledger::create(&path).is_err(), "it must not go on with another one's lines");
        for (number, outcome) in [Outcome::Acknowledged, Outcome::Unknown, Outcome::Refused].into_iter().enumerate() {
            let effect = Effect::Message { chat: None, text: number.to_string(), by: "ann".to_owned() };
            let id = (outcome == Outcome::Acknowledged).then(|| "m".to_owned());
            ledger.note(Line { outcome, id, effect }).await.expect("noted");
            let text = std::fs::read_to_string(&path).expect("the file");
            let last: Line = serde_json::from_str(text.lines().last().expect("a line")).expect("a line of the ledger");
            assert_eq!((text.lines().count(), last.outcome), (number + 1, outcome));
        }
        // What was refused is not expected.
        assert_eq!(ledger.with(|book| book.messages[&None].len()), 2);
    }
}
