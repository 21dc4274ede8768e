//! Ledger of all requests and their outcomes. Each entry is synced to disk before its writer
//! continues.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock, mpsc};

use tokio::sync::oneshot;

use crate::effect::LedgerEntry;
use crate::error::{Result, failed};
use crate::io_log::IoLogWriter;
use crate::model::Model;

/// Maximum number of entries that share one sync.
const BATCH: usize = 256;

/// Append-only file of acknowledged and indeterminate requests, plus the model that they add up to.
pub struct Ledger {
    queue: mpsc::Sender<(LedgerEntry, oneshot::Sender<()>)>,
    /// Expected state according to all entries. Verification resolves indeterminate requests here.
    pub model: Mutex<Model>,
    /// I/O log that also receives every entry, for the power-cut scenario.
    io_log: OnceLock<IoLogWriter>,
}

impl Ledger {
    /// Creates a ledger in a new file. Fails if the file exists.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create_new(path)
            .map_err(|error| failed(format_args!("cannot create {}: {error}", path.display())))?;
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || append_entries(file, &receiver));
        Ok(Self {
            queue: sender,
            model: Mutex::default(),
            io_log: OnceLock::new(),
        })
    }

    /// Appends an entry. The entry is durable when this returns.
    pub async fn record(&self, entry: LedgerEntry) -> Result<()> {
        // Append to the I/O log first. The ledger's own sync takes time, in which a late sync of
        // the server could complete and hide that the server answered without waiting for it.
        if let Some(io_log) = self.io_log.get() {
            io_log.append(&serde_json::to_vec(&entry)?)?;
        }
        let (written, is_written) = oneshot::channel();
        let lost = || failed("cannot write the ledger");
        self.queue
            .send((entry.clone(), written))
            .map_err(|_| lost())?;
        is_written.await.map_err(|_| lost())?;
        self.with(|model| model.apply(&entry));
        Ok(())
    }

    /// Copies every further entry to the I/O log.
    pub fn mirror_to(&self, io_log: IoLogWriter) -> Result<()> {
        self.io_log
            .set(io_log)
            .map_err(|_| failed("the ledger already has an I/O log"))
    }

    /// Calls `f` with the locked model.
    pub fn with<T>(&self, f: impl FnOnce(&mut Model) -> T) -> T {
        f(&mut self.model.lock().expect("the model's lock is not poisoned"))
    }
}

/// Writes queued entries and syncs once per batch.
fn append_entries(mut file: File, queue: &mpsc::Receiver<(LedgerEntry, oneshot::Sender<()>)>) {
    while let Ok(first) = queue.recv() {
        let batch: Vec<_> = std::iter::once(first)
            .chain(queue.try_iter().take(BATCH))
            .collect();
        let mut text = String::new();
        for (entry, _) in &batch {
            text += &serde_json::to_string(entry).expect("an entry is serializable");
            text.push('\n');
        }
        if file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_data())
            .is_err()
        {
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
    use crate::effect::{Effect, Outcome};

    #[tokio::test]
    async fn a_recorded_entry_is_in_the_file_and_in_the_model() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("ledger.jsonl");
        let ledger = Ledger::create(&path).expect("a ledger");
        assert!(
            Ledger::create(&path).is_err(),
            "an existing ledger must not be reused"
        );
        for (number, outcome) in [
            Outcome::Acknowledged,
            Outcome::Indeterminate,
            Outcome::Rejected,
        ]
        .into_iter()
        .enumerate()
        {
            let effect = Effect::Message {
                chat: None,
                text: number.to_string(),
                user: "ann".to_owned(),
            };
            let id = (outcome == Outcome::Acknowledged).then(|| "m".to_owned());
            ledger
                .record(LedgerEntry {
                    outcome,
                    id,
                    effect,
                })
                .await
                .expect("recorded");
            let text = std::fs::read_to_string(&path).expect("the file");
            let last: LedgerEntry =
                serde_json::from_str(text.lines().last().expect("a line")).expect("a ledger entry");
            assert_eq!((text.lines().count(), last.outcome), (number + 1, outcome));
        }
        // The model ignores rejected requests.
        assert_eq!(ledger.with(|model| model.messages[&None].len()), 2);
    }
}
