//! Model of a disk that generates the states it may be in after a power cut.
//!
//! The model replays an I/O log. Everything up to the last successful sync of a file is durable.
//! Each later write may be durable completely, partly (some of its sectors) or not at all,
//! independently of the other writes; each later truncation may be durable or not. Files that were
//! created or removed since the last sync of their directory may be so on the disk or not, in the
//! order of the operations, as on a file system with a journal.
//!
//! After a failed sync, the affected writes stay uncertain until they are written again, because
//! the kernel marks the pages as clean.

use std::collections::HashMap;

use rand::{Rng, RngExt};

use crate::io_log::{LoggedFile, Operation};

/// Size of a sector. A disk writes a sector completely or not at all.
const SECTOR: usize = 512;

#[derive(Clone, Copy, Debug)]
enum Change<'l> {
    Write { offset: usize, bytes: &'l [u8] },
    Truncate { size: usize },
}

impl Change<'_> {
    fn apply(&self, file: &mut Vec<u8>) {
        match *self {
            Self::Write { offset, bytes } => write_at(file, offset, bytes),
            Self::Truncate { size } => file.resize(size, 0),
        }
    }

    /// Returns whether this change overwrites all bytes of `other`.
    fn covers(&self, other: &Change<'_>) -> bool {
        match (*self, *other) {
            (
                Self::Write { offset, bytes },
                Change::Write {
                    offset: start,
                    bytes: other_bytes,
                },
            ) => offset <= start && start + other_bytes.len() <= offset + bytes.len(),
            _ => false,
        }
    }
}

fn write_at(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    if file.len() < offset + bytes.len() {
        file.resize(offset + bytes.len(), 0);
    }
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
}

/// Durability of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Durability {
    Durable,
    /// Not synced yet.
    Pending,
    /// The sync of this change failed.
    Uncertain,
}

#[derive(Debug, Default)]
struct FileModel<'l> {
    /// Durable contents, without the changes below.
    durable: Vec<u8>,
    changes: Vec<(Change<'l>, Durability)>,
}

impl<'l> FileModel<'l> {
    fn sync(&mut self) {
        for (_, durability) in self
            .changes
            .iter_mut()
            .filter(|(_, durability)| *durability == Durability::Pending)
        {
            *durability = Durability::Durable;
        }
        // Writes that were overwritten by a durable write are no longer uncertain.
        let mut index = 0;
        while index < self.changes.len() {
            let (change, durability) = self.changes[index];
            let is_covered = |(later, durability): &(Change<'l>, Durability)| {
                *durability == Durability::Durable && later.covers(&change)
            };
            if durability == Durability::Uncertain
                && self.changes[index + 1..].iter().any(is_covered)
            {
                self.changes.remove(index);
            } else {
                index += 1;
            }
        }
        let durable_prefix = self
            .changes
            .iter()
            .take_while(|(_, durability)| *durability == Durability::Durable)
            .count();
        for (change, _) in self.changes.drain(..durable_prefix) {
            change.apply(&mut self.durable);
        }
    }

    fn fail_sync(&mut self) {
        for (_, durability) in self
            .changes
            .iter_mut()
            .filter(|(_, durability)| *durability == Durability::Pending)
        {
            *durability = Durability::Uncertain;
        }
    }

    /// Returns one of the contents that the file may have after a power cut.
    fn crash_image(&self, mode: &UnsyncedWrites, rng: &mut impl Rng) -> Vec<u8> {
        let mut file = self.durable.clone();
        let unsynced = self
            .changes
            .iter()
            .filter(|(_, durability)| *durability != Durability::Durable)
            .count();
        let mut number = 0;
        for (change, durability) in &self.changes {
            if *durability == Durability::Durable {
                change.apply(&mut file);
                continue;
            }
            let share = number as f64 / unsynced as f64;
            number += 1;
            match mode.survival(share, rng) {
                Survival::Whole => change.apply(&mut file),
                Survival::None => {}
                Survival::Sectors => apply_torn(change, &mut file, rng),
            }
        }
        file
    }
}

/// Applies a random half of a write's sectors, or a truncation with probability 1/2.
fn apply_torn(change: &Change<'_>, file: &mut Vec<u8>, rng: &mut impl Rng) {
    let Change::Write { offset, bytes } = *change else {
        if rng.random() {
            change.apply(file);
        }
        return;
    };
    let mut start = offset;
    while start < offset + bytes.len() {
        let end = ((start / SECTOR + 1) * SECTOR).min(offset + bytes.len());
        if rng.random() {
            write_at(file, start, &bytes[start - offset..end - offset]);
        }
        start = end;
    }
}

enum Survival {
    Whole,
    None,
    Sectors,
}

/// Selection of the unsynced writes that survive a power cut.
enum UnsyncedWrites {
    /// All of them, as after a kill of the process.
    All,
    /// None of them.
    None,
    /// This share of them, the earliest first.
    Prefix(f64),
    /// Each write independently with this probability; the others are torn or lost.
    Random(f64),
}

impl UnsyncedWrites {
    fn random(rng: &mut impl Rng) -> Self {
        match rng.random_range(0..10) {
            0 => Self::All,
            1 => Self::None,
            2..4 => Self::Prefix(rng.random()),
            _ => Self::Random(rng.random()),
        }
    }

    fn survival(&self, share: f64, rng: &mut impl Rng) -> Survival {
        let survives = match *self {
            Self::All => true,
            Self::None => return Survival::None,
            Self::Prefix(first) => share < first,
            Self::Random(probability) => rng.random_bool(probability),
        };
        match survives {
            true => Survival::Whole,
            false if rng.random() => Survival::Sectors,
            false => Survival::None,
        }
    }
}

/// Database files on a disk, including changes that are not durable yet.
#[derive(Debug, Default)]
pub struct DiskModel<'l> {
    files: Vec<FileModel<'l>>,
    /// Directory as the processes see it: the index of each file.
    visible: HashMap<LoggedFile, usize>,
    /// Durable directory entries, and the changes since then.
    durable: HashMap<LoggedFile, usize>,
    changes: Vec<(LoggedFile, Option<usize>)>,
}

impl<'l> DiskModel<'l> {
    /// Creates a disk with these durable files.
    pub fn new(files: impl IntoIterator<Item = (LoggedFile, Vec<u8>)>) -> Self {
        let mut disk = Self::default();
        for (name, durable) in files {
            disk.durable.insert(name, disk.files.len());
            disk.files.push(FileModel {
                durable,
                changes: Vec::new(),
            });
        }
        disk.visible = disk.durable.clone();
        disk
    }

    /// Applies an operation of the log.
    pub fn apply(&mut self, operation: &Operation<'l>) {
        match *operation {
            Operation::Write {
                file,
                offset,
                bytes,
            } => self
                .file(file)
                .changes
                .push((Change::Write { offset, bytes }, Durability::Pending)),
            Operation::Truncate { file, size } => self
                .file(file)
                .changes
                .push((Change::Truncate { size }, Durability::Pending)),
            Operation::Sync {
                file: LoggedFile::Directory,
            } => self.durable.clone_from(&self.visible),
            Operation::Sync { file } => self.file(file).sync(),
            Operation::FailedSync {
                file: LoggedFile::Directory,
            }
            | Operation::LedgerEntry { .. } => {}
            Operation::FailedSync { file } => self.file(file).fail_sync(),
            Operation::Unlink { file } => {
                self.visible.remove(&file);
                self.changes.push((file, None));
            }
        }
        if let Operation::Sync {
            file: LoggedFile::Directory,
        } = operation
        {
            self.changes.clear();
        }
    }

    /// Returns the file with this name, and creates it if it does not exist.
    fn file(&mut self, name: LoggedFile) -> &mut FileModel<'l> {
        let index = *self.visible.entry(name).or_insert_with(|| {
            self.files.push(FileModel::default());
            self.changes.push((name, Some(self.files.len() - 1)));
            self.files.len() - 1
        });
        &mut self.files[index]
    }

    /// Returns one of the disk states that a power cut may leave at this point.
    pub fn crash_image(&self, rng: &mut impl Rng) -> HashMap<LoggedFile, Vec<u8>> {
        let mode = UnsyncedWrites::random(rng);
        let mut directory = self.durable.clone();
        for (name, index) in &self.changes[..rng.random_range(0..=self.changes.len())] {
            match index {
                Some(index) => drop(directory.insert(*name, *index)),
                None => drop(directory.remove(name)),
            }
        }
        directory
            .into_iter()
            .map(|(name, index)| (name, self.files[index].crash_image(&mode, rng)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    const SAMPLES: usize = 300;

    fn write(offset: usize, bytes: &[u8]) -> Operation<'_> {
        Operation::Write {
            file: LoggedFile::Database,
            offset,
            bytes,
        }
    }

    /// Returns the distinct contents of the database file after many power cuts; `None` if it does
    /// not exist.
    fn crash_images(operations: &[Operation<'_>]) -> Vec<Option<Vec<u8>>> {
        let mut disk = DiskModel::new([(LoggedFile::Database, vec![0; 2 * SECTOR])]);
        operations
            .iter()
            .for_each(|operation| disk.apply(operation));
        let mut rng = StdRng::seed_from_u64(7);
        let mut images: Vec<_> = (0..SAMPLES)
            .map(|_| disk.crash_image(&mut rng).remove(&LoggedFile::Database))
            .collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    fn both(first: u8, second: u8) -> Option<Vec<u8>> {
        Some([[first; SECTOR], [second; SECTOR]].concat())
    }

    const SYNC: Operation<'_> = Operation::Sync {
        file: LoggedFile::Database,
    };

    #[test]
    fn synced_writes_are_durable_and_others_may_be() {
        let (one, two) = ([1; 2 * SECTOR], [2; 2 * SECTOR]);
        assert_eq!(crash_images(&[write(0, &one), SYNC]), [both(1, 1)]);
        assert_eq!(
            crash_images(&[write(0, &one)]),
            [both(0, 0), both(0, 1), both(1, 0), both(1, 1)]
        );
        let either = crash_images(&[write(0, &one), SYNC, write(0, &two)]);
        assert_eq!(either, [both(1, 1), both(1, 2), both(2, 1), both(2, 2)]);
        // The second write can be durable without the first one.
        let later = crash_images(&[write(0, &one[..SECTOR]), write(SECTOR, &one[SECTOR..])]);
        assert!(later.contains(&both(0, 1)), "{}", later.len());
    }

    #[test]
    fn writes_of_a_failed_sync_stay_uncertain_until_written_again() {
        let (one, two) = ([1; 2 * SECTOR], [2; 2 * SECTOR]);
        let failed = Operation::FailedSync {
            file: LoggedFile::Database,
        };
        assert_eq!(crash_images(&[write(0, &one), failed, SYNC]).len(), 4);
        assert_eq!(
            crash_images(&[write(0, &one), failed, write(0, &two), SYNC]),
            [both(2, 2)]
        );
        let half = crash_images(&[write(0, &one), failed, write(0, &two[..SECTOR]), SYNC]);
        assert_eq!(half, [both(2, 0), both(2, 1)]);
    }

    #[test]
    fn a_removed_file_is_gone_after_a_directory_sync() {
        let unlink = Operation::Unlink {
            file: LoggedFile::Database,
        };
        let directory = Operation::Sync {
            file: LoggedFile::Directory,
        };
        assert_eq!(crash_images(&[unlink]), [None, both(0, 0)]);
        assert_eq!(crash_images(&[unlink, directory]), [None]);
        let one = [1; 2 * SECTOR];
        assert_eq!(
            crash_images(&[unlink, write(0, &one), SYNC]),
            [None, both(0, 0), both(1, 1)]
        );
        assert_eq!(
            crash_images(&[unlink, write(0, &one), SYNC, directory]),
            [both(1, 1)]
        );
    }

    #[test]
    fn a_truncation_is_applied_or_not() {
        let short = Operation::Truncate {
            file: LoggedFile::Database,
            size: SECTOR,
        };
        assert_eq!(crash_images(&[short]), [Some(vec![0; SECTOR]), both(0, 0)]);
        assert_eq!(crash_images(&[short, SYNC]), [Some(vec![0; SECTOR])]);
    }
}
