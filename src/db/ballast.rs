//! What a full disk does not take away: logging out and deleting.
//!
//! Beside the database lies a file of nothing. When the disk is nearly full it is given up; from then on only what ends or
//! removes something is written, in the room that this has made, and everything else is refused. Once there is room enough
//! for the file again, it is laid again and everything is written as before.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::fs::{FallocateFlags, fallocate};

use super::files;

/// The file in the data directory.
pub const FILE: &str = "stoa.ballast";
/// Its bytes: enough for a long time of logouts and deletions, which take a few pages each.
const BYTES: u64 = 16 << 20;
/// With fewer bytes left the disk counts as full: a batch and the database's next checkpoint take so much.
pub const LEAST_FREE: u64 = 8 << 20;
/// With so many the file is laid again.
pub const ENOUGH_FREE: u64 = BYTES + 2 * LEAST_FREE;
/// How long a disk that tells of room, and has none for us, is believed nothing: it may be our quota that is used up.
const DISBELIEF: Duration = Duration::from_secs(5);
/// What the log says then.
const REFUSED: &str = "until there is room, nothing is stored but what ends or removes something";

/// The file, and whether it was given up.
pub struct Ballast {
    path: PathBuf,
    is_given_up: AtomicBool,
    /// When there was no room last although the disk told of some.
    was_deceived: Mutex<Option<Instant>>,
    /// How many bytes are free on the disk, where the system tells.
    free: Box<dyn Fn() -> Option<u64> + Send + Sync>,
}

impl Ballast {
    /// Lays the file in a data directory, unless it is there. When the disk is full already it is given up at once: do this before
    /// the database is opened, which takes room too.
    pub fn lay(directory: &Path) -> Self {
        let place = directory.to_owned();
        Self::with(directory, move || files::free_bytes(&place).ok())
    }

    /// The same on a disk that tells its free bytes like this.
    pub(crate) fn with(directory: &Path, free: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Self {
        let path = directory.join(FILE);
        let ballast = Self { is_given_up: AtomicBool::new(false), was_deceived: Mutex::default(), path, free: Box::new(free) };
        if !is_whole(&ballast.path) && !ballast.is_made() {
            ballast.is_given_up.store(true, Ordering::Relaxed);
            tracing::error!("the disk is full: {REFUSED}");
        }
        ballast.admits();
        ballast
    }

    /// Whether all may be written, as far as the disk is concerned. Gives the file up when it is full, and lays it when
    /// there is room again.
    pub fn admits(&self) -> bool {
        if !self.is_given_up.load(Ordering::Relaxed) {
            if self.free_bytes() < LEAST_FREE {
                self.give_up();
            }
        } else if self.is_made() {
            self.is_given_up.store(false, Ordering::Relaxed);
            tracing::info!("there is room on the disk again");
        }
        !self.is_given_up.load(Ordering::Relaxed)
    }

    fn free_bytes(&self) -> u64 {
        (self.free)().unwrap_or(u64::MAX)
    }

    /// Lays the file, if there is room enough.
    fn is_made(&self) -> bool {
        let doubted = *self.was_deceived.lock().unwrap_or_else(PoisonError::into_inner);
        if self.free_bytes() < ENOUGH_FREE || doubted.is_some_and(|since| since.elapsed() < DISBELIEF) {
            return false;
        }
        let made = self.make();
        if let Err(error) = &made {
            tracing::warn!(%error, path = %self.path.display(), "no room could be set aside");
            let _ = fs::remove_file(&self.path);
            self.doubt();
        }
        made.is_ok()
    }

    fn doubt(&self) {
        *self.was_deceived.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// The disk is full, whatever it tells.
    pub fn give_up(&self) {
        if self.free_bytes() >= ENOUGH_FREE {
            self.doubt();
        }
        if self.is_given_up.swap(true, Ordering::Relaxed) {
            return;
        }
        tracing::error!(path = %self.path.display(), "the disk is full: {REFUSED}");
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::error!(%error, "the room that was set aside is not free");
        }
    }

    fn make(&self) -> io::Result<()> {
        let mut file = File::create(&self.path)?;
        // Where the file system cannot set room aside, zeros take it.
        if fallocate(&file, FallocateFlags::empty(), 0, BYTES).is_err() {
            io::copy(&mut io::repeat(0).take(BYTES), &mut file)?;
        }
        file.sync_all()
    }
}

fn is_whole(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() == BYTES)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_file_makes_room_when_the_disk_is_full_and_comes_back_when_it_is_not() {
        let directory = TempDir::new().expect("a directory");
        let free = Arc::new(AtomicU64::new(1 << 40));
        let probe = free.clone();
        let ballast = Ballast::with(directory.path(), move || Some(probe.load(Ordering::Relaxed)));
        let is_there = || directory.path().join(FILE).metadata().is_ok_and(|file| file.len() == BYTES);
        assert!(ballast.admits() && is_there());
        free.store(LEAST_FREE - 1, Ordering::Relaxed);
        assert!(!ballast.admits() && !is_there());
        // What the file itself has left free is not room for everybody.
        free.store(BYTES + LEAST_FREE, Ordering::Relaxed);
        assert!(!ballast.admits() && !is_there());
        free.store(ENOUGH_FREE, Ordering::Relaxed);
        assert!(ballast.admits() && is_there());
    }

    #[test]
    fn a_disk_that_tells_of_room_and_has_none_is_not_tried_at_every_write() {
        let directory = TempDir::new().expect("a directory");
        let ballast = Ballast::with(directory.path(), || Some(1 << 40));
        let is_there = || directory.path().join(FILE).exists();
        let a_little_later = || *ballast.was_deceived.lock().unwrap() = Instant::now().checked_sub(DISBELIEF);
        // SQLite could not write: what this frees is for logging out and deleting.
        ballast.give_up();
        assert!(!ballast.admits() && !is_there());
        a_little_later();
        assert!(ballast.admits() && is_there());
        // It cannot be laid again either.
        ballast.give_up();
        fs::create_dir(directory.path().join(FILE)).expect("something in the way");
        a_little_later();
        assert!(!ballast.admits());
        fs::remove_dir(directory.path().join(FILE)).expect("out of the way");
        assert!(!ballast.admits());
        a_little_later();
        assert!(ballast.admits() && is_there());
    }

    #[test]
    fn a_start_on_a_full_disk_writes_nothing_and_a_restart_keeps_the_file() {
        let directory = TempDir::new().expect("a directory");
        let full = Ballast::with(directory.path(), || Some(0));
        assert!(!full.admits() && !directory.path().join(FILE).exists());
        drop(Ballast::with(directory.path(), || None));
        assert!(directory.path().join(FILE).exists());
        // It takes no room anew.
        assert!(Ballast::with(directory.path(), || Some(LEAST_FREE)).admits());
        // A database needs some to be opened.
        drop(Ballast::with(directory.path(), || Some(LEAST_FREE - 1)));
        assert!(!directory.path().join(FILE).exists());
    }
}
