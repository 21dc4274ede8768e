//! What the server has acknowledged, in a file of its own that is synced before anybody goes on.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc;

use tokio::sync::oneshot;

use crate::book::{Book, Line};
use crate::{Result, failed};

/// Lines that one sync may gather.
const BATCH: usize = 256;

/// Everything that was acknowledged, and what was asked without an answer.
pub struct Ledger {
    lines: mpsc::Sender<(Line, oneshot::Sender<()>)>,
    /// The lines taken together. What is looked at is settled here.
    pub book: Mutex<Book>,
}

impl Ledger {
    /// A new one, in a file that must not exist.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create_new(path).map_err(|error| failed(format_args!("cannot make {}: {error}", path.display())))?;
        let (lines, queue) = mpsc::channel();
        std::thread::spawn(move || append(file, &queue));
        Ok(Self { lines, book: Mutex::default() })
    }

    /// Appends a line; it is on the disk when this returns.
    pub async fn note(&self, line: Line) -> Result<()> {
        let (written, is_written) = oneshot::channel();
        let lost = || failed("the ledger could not be written");
        self.lines.send((line.clone(), written)).map_err(|_| lost())?;
        is_written.await.map_err(|_| lost())?;
        self.with(|book| book.add(&line));
        Ok(())
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
