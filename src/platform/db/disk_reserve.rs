//! Reserves disk space so that logouts and deletions still work on a full disk.
//!
//! A file of zeros beside the database holds the space. When the disk is nearly full, the file is
//! deleted. From then on only critical writes (those that end or remove something) are accepted, and
//! they use the space that this freed. Once the disk has room for the file again, the file is
//! created again and all writes are accepted.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::fs::{FallocateFlags, fallocate};

use super::files;

/// The name of the file in the data directory.
pub const FILE: &str = "stoa.reserve";
/// The size of the file. A logout or a deletion takes a few pages of 4 KiB.
const BYTES: u64 = 16 << 20;
/// With fewer free bytes the disk counts as full: one batch and the next checkpoint need this much.
pub const LEAST_FREE: u64 = 8 << 20;
/// With this many free bytes the file is created again.
pub const ENOUGH_FREE: u64 = BYTES + 2 * LEAST_FREE;
/// How long to wait after a write failed on a disk that reports free space, before trying again. A
/// used-up quota looks like this.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// The second half of the log line about a full disk.
const REFUSED: &str = "only deletions, logouts and similar writes are accepted until there is room";

/// The reserve file and its state.
pub struct DiskReserve {
    path: PathBuf,
    is_released: AtomicBool,
    /// When a write last failed although the disk reported free space.
    failed_at: Mutex<Option<Instant>>,
    /// Returns the free bytes of the disk, if the system reports them.
    free: Box<dyn Fn() -> Option<u64> + Send + Sync>,
}

impl DiskReserve {
    /// Creates the file in a data directory unless it exists. Releases it at once if the disk is
    /// full. Call this before opening the database, which needs space too.
    pub fn reserve(directory: &Path) -> Self {
        let path = directory.to_owned();
        Self::with(directory, move || files::free_bytes(&path).ok())
    }

    /// Does the same with `free` as the source of the disk's free bytes.
    pub(crate) fn with(
        directory: &Path,
        free: impl Fn() -> Option<u64> + Send + Sync + 'static,
    ) -> Self {
        let path = directory.join(FILE);
        let reserve = Self {
            is_released: AtomicBool::new(false),
            failed_at: Mutex::default(),
            path,
            free: Box::new(free),
        };
        if !is_complete(&reserve.path) && !reserve.try_create() {
            reserve.is_released.store(true, Ordering::Relaxed);
            tracing::error!("the disk is full: {REFUSED}");
        }
        reserve.accepts_writes();
        reserve
    }

    /// Returns whether the disk has room for all writes. Releases the file when the disk is full and
    /// creates it again when there is room.
    pub fn accepts_writes(&self) -> bool {
        if !self.is_released.load(Ordering::Relaxed) {
            if self.free_bytes() < LEAST_FREE {
                self.release();
            }
        } else if self.try_create() {
            self.is_released.store(false, Ordering::Relaxed);
            tracing::info!("the disk has room again: all writes are accepted");
        }
        !self.is_released.load(Ordering::Relaxed)
    }

    /// Returns whether the file was released and not created again since.
    pub fn is_released(&self) -> bool {
        self.is_released.load(Ordering::Relaxed)
    }

    /// Returns the free bytes of the disk, if the system reports them.
    pub fn free(&self) -> Option<u64> {
        (self.free)()
    }

    fn free_bytes(&self) -> u64 {
        self.free().unwrap_or(u64::MAX)
    }

    /// Creates the file if there is room, and returns whether it did.
    fn try_create(&self) -> bool {
        let failed_at = *self
            .failed_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if self.free_bytes() < ENOUGH_FREE
            || failed_at.is_some_and(|since| since.elapsed() < RETRY_AFTER)
        {
            return false;
        }
        let created = self.create();
        if let Err(error) = &created {
            tracing::warn!(%error, path = %self.path.display(), "cannot create the disk reserve");
            let _ = fs::remove_file(&self.path);
            self.note_failure();
        }
        created.is_ok()
    }

    fn note_failure(&self) {
        *self
            .failed_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Deletes the file because a write failed for lack of space, whatever the disk reports.
    pub fn release(&self) {
        if self.free_bytes() >= ENOUGH_FREE {
            self.note_failure();
        }
        if self.is_released.swap(true, Ordering::Relaxed) {
            return;
        }
        tracing::error!(path = %self.path.display(), "the disk is full: {REFUSED}");
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::error!(%error, "cannot delete the disk reserve");
        }
    }

    fn create(&self) -> io::Result<()> {
        let mut file = File::create(&self.path)?;
        // Not every file system supports fallocate; writing zeros works everywhere.
        if fallocate(&file, FallocateFlags::empty(), 0, BYTES).is_err() {
            io::copy(&mut io::repeat(0).take(BYTES), &mut file)?;
        }
        file.sync_all()
    }
}

fn is_complete(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() == BYTES)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_file_is_released_on_a_full_disk_and_created_again_later() {
        let directory = TempDir::new().expect("a directory");
        let free = Arc::new(AtomicU64::new(1 << 40));
        let probe = free.clone();
        let reserve = DiskReserve::with(directory.path(), move || {
            Some(probe.load(Ordering::Relaxed))
        });
        let is_there = || {
            directory
                .path()
                .join(FILE)
                .metadata()
                .is_ok_and(|file| file.len() == BYTES)
        };
        assert!(reserve.accepts_writes() && is_there());
        free.store(LEAST_FREE - 1, Ordering::Relaxed);
        assert!(!reserve.accepts_writes() && !is_there());
        // The space that the file itself has freed is not enough for all writes.
        free.store(BYTES + LEAST_FREE, Ordering::Relaxed);
        assert!(!reserve.accepts_writes() && !is_there());
        free.store(ENOUGH_FREE, Ordering::Relaxed);
        assert!(reserve.accepts_writes() && is_there());
    }

    #[test]
    fn a_disk_that_reports_space_but_has_none_is_not_tried_at_every_write() {
        let directory = TempDir::new().expect("a directory");
        let reserve = DiskReserve::with(directory.path(), || Some(1 << 40));
        let is_there = || directory.path().join(FILE).exists();
        let a_little_later =
            || *reserve.failed_at.lock().unwrap() = Instant::now().checked_sub(RETRY_AFTER);
        // SQLite could not write: only critical writes may use the freed space.
        reserve.release();
        assert!(!reserve.accepts_writes() && !is_there());
        a_little_later();
        assert!(reserve.accepts_writes() && is_there());
        // The file cannot be created again either.
        reserve.release();
        fs::create_dir(directory.path().join(FILE)).expect("something in the way");
        a_little_later();
        assert!(!reserve.accepts_writes());
        fs::remove_dir(directory.path().join(FILE)).expect("out of the way");
        assert!(!reserve.accepts_writes());
        a_little_later();
        assert!(reserve.accepts_writes() && is_there());
    }

    #[test]
    fn a_start_on_a_full_disk_writes_nothing_and_a_restart_keeps_the_file() {
        let directory = TempDir::new().expect("a directory");
        let full = DiskReserve::with(directory.path(), || Some(0));
        assert!(!full.accepts_writes() && !directory.path().join(FILE).exists());
        drop(DiskReserve::with(directory.path(), || None));
        assert!(directory.path().join(FILE).exists());
        // The file exists already and takes no further space.
        assert!(DiskReserve::with(directory.path(), || Some(LEAST_FREE)).accepts_writes());
        // Opening the database needs some space.
        drop(DiskReserve::with(directory.path(), || Some(LEAST_FREE - 1)));
        assert!(!directory.path().join(FILE).exists());
    }
}
