//! What a disk may hold after the power went: a model of it, led through the log of operations.
//!
//! What was synced is there. Of everything since then each write may be there, or not, or some of its sectors, whatever came before
//! or after it; so may a truncation. Files that were made or removed since their directory was synced may be so or not, in the
//! order in which that was done, as file systems with a journal have it. After a sync that failed, what it was to store stays in
//! doubt for ever, until it is written again: the kernel takes it for stored.

use std::collections::HashMap;

use rand::{Rng, RngExt};

use crate::oplog::{Name, Operation};

/// A disk writes a sector whole or not at all.
const SECTOR: usize = 512;

#[derive(Clone, Copy, Debug)]
enum Change<'l> {
    Write { offset: usize, bytes: &'l [u8] },
    Truncate { size: usize },
}

impl Change<'_> {
    fn apply(&self, file: &mut Vec<u8>) {
        match *self {
            Self::Write { offset, bytes } => put(file, offset, bytes),
            Self::Truncate { size } => file.resize(size, 0),
        }
    }

    /// Whether nothing of `other` can be seen after this.
    fn covers(&self, other: &Change<'_>) -> bool {
        match (*self, *other) {
            (Self::Write { offset, bytes }, Change::Write { offset: start, bytes: hidden }) => {
                offset <= start && start + hidden.len() <= offset + bytes.len()
            }
            _ => false,
        }
    }
}

fn put(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    if file.len() < offset + bytes.len() {
        file.resize(offset + bytes.len(), 0);
    }
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
}

/// Whether a change is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Stored,
    /// Not yet synced.
    Open,
    /// Its sync has failed.
    Doubtful,
}

#[derive(Debug, Default)]
struct File<'l> {
    /// What is there in any case, before the changes.
    stored: Vec<u8>,
    changes: Vec<(Change<'l>, Fate)>,
}

impl<'l> File<'l> {
    fn sync(&mut self) {
        for (_, fate) in self.changes.iter_mut().filter(|(_, fate)| *fate == Fate::Open) {
            *fate = Fate::Stored;
        }
        // What was written again is in doubt no more.
        let mut place = 0;
        while place < self.changes.len() {
            let (change, fate) = self.changes[place];
            let is_covered = |(later, fate): &(Change<'l>, Fate)| *fate == Fate::Stored && later.covers(&change);
            if fate == Fate::Doubtful && self.changes[place + 1..].iter().any(is_covered) {
                self.changes.remove(place);
            } else {
                place += 1;
            }
        }
        let settled = self.changes.iter().take_while(|(_, fate)| *fate == Fate::Stored).count();
        for (change, _) in self.changes.drain(..settled) {
            change.apply(&mut self.stored);
        }
    }

    fn fail_to_sync(&mut self) {
        for (_, fate) in self.changes.iter_mut().filter(|(_, fate)| *fate == Fate::Open) {
            *fate = Fate::Doubtful;
        }
    }

    /// One of the contents that a power cut may leave.
    fn after_cut(&self, cut: &Cut, rng: &mut impl Rng) -> Vec<u8> {
        let mut file = self.stored.clone();
        let open = self.changes.iter().filter(|(_, fate)| *fate != Fate::Stored).count();
        let mut number = 0;
        for (change, fate) in &self.changes {
            if *fate == Fate::Stored {
                change.apply(&mut file);
                continue;
            }
            let share = number as f64 / open as f64;
            number += 1;
            match cut.what_becomes_of(share, rng) {
                Left::Whole => change.apply(&mut file),
                Left::Nothing => {}
                Left::Sectors => tear(change, &mut file, rng),
            }
        }
        file
    }
}

/// Applies a random half of the sectors of a write; a truncation is done or not.
fn tear(change: &Change<'_>, file: &mut Vec<u8>, rng: &mut impl Rng) {
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
            put(file, start, &bytes[start - offset..end - offset]);
        }
        start = end;
    }
}

enum Left {
    Whole,
    Nothing,
    Sectors,
}

/// How a disk dies.
enum Cut {
    /// All that was written is there, as after a kill.
    Nothing,
    /// Nothing that was not synced is there.
    Everything,
    /// What came first is there: this share of it.
    After(f64),
    /// Each write for itself: there with this likelihood, else not or torn.
    Each(f64),
}

impl Cut {
    fn any(rng: &mut impl Rng) -> Self {
        match rng.random_range(0..10) {
            0 => Self::Nothing,
            1 => Self::Everything,
            2..4 => Self::After(rng.random()),
            _ => Self::Each(rng.random()),
        }
    }

    fn what_becomes_of(&self, share: f64, rng: &mut impl Rng) -> Left {
        let is_there = match *self {
            Self::Nothing => true,
            Self::Everything => return Left::Nothing,
            Self::After(first) => share < first,
            Self::Each(likelihood) => rng.random_bool(likelihood),
        };
        match is_there {
            true => Left::Whole,
            false if rng.random() => Left::Sectors,
            false => Left::Nothing,
        }
    }
}

/// The database's files on a disk, and what is under way to it.
#[derive(Debug, Default)]
pub struct Disk<'l> {
    files: Vec<File<'l>>,
    /// The files as processes see them.
    seen: HashMap<Name, usize>,
    /// The files that are in the directory in any case, and what has changed there since.
    stored: HashMap<Name, usize>,
    changes: Vec<(Name, Option<usize>)>,
}

impl<'l> Disk<'l> {
    /// A disk with these files on it.
    pub fn new(files: impl IntoIterator<Item = (Name, Vec<u8>)>) -> Self {
        let mut disk = Self::default();
        for (name, stored) in files {
            disk.stored.insert(name, disk.files.len());
            disk.files.push(File { stored, changes: Vec::new() });
        }
        disk.seen = disk.stored.clone();
        disk
    }

    /// Does what was done.
    pub fn apply(&mut self, operation: &Operation<'l>) {
        match *operation {
            Operation::Write { file, offset, bytes } => self.file(file).changes.push((Change::Write { offset, bytes }, Fate::Open)),
            Operation::Truncate { file, size } => self.file(file).changes.push((Change::Truncate { size }, Fate::Open)),
            Operation::Sync { file: Name::Directory } => self.stored.clone_from(&self.seen),
            Operation::Sync { file } => self.file(file).sync(),
            Operation::FailedSync { file: Name::Directory } | Operation::Noted { .. } => {}
            Operation::FailedSync { file } => self.file(file).fail_to_sync(),
            Operation::Unlink { file } => {
                self.seen.remove(&file);
                self.changes.push((file, None));
            }
        }
        if let Operation::Sync { file: Name::Directory } = operation {
            self.changes.clear();
        }
    }

    /// The file of this name, which is made if there is none.
    fn file(&mut self, name: Name) -> &mut File<'l> {
        let place = *self.seen.entry(name).or_insert_with(|| {
            self.files.push(File::default());
            self.changes.push((name, Some(self.files.len() - 1)));
            self.files.len() - 1
        });
        &mut self.files[place]
    }

    /// One of the images that a power cut may leave at this moment.
    pub fn after_cut(&self, rng: &mut impl Rng) -> HashMap<Name, Vec<u8>> {
        let cut = Cut::any(rng);
        let mut directory = self.stored.clone();
        for (name, place) in &self.changes[..rng.random_range(0..=self.changes.len())] {
            match place {
                Some(place) => drop(directory.insert(*name, *place)),
                None => drop(directory.remove(name)),
            }
        }
        directory.into_iter().map(|(name, place)| (name, self.files[place].after_cut(&cut, rng))).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    const TIMES: usize = 300;

    fn write(offset: usize, bytes: &[u8]) -> Operation<'_> {
        Operation::Write { file: Name::Database, offset, bytes }
    }

    /// What many cuts leave of the database; None: there is none.
    fn left(operations: &[Operation<'_>]) -> Vec<Option<Vec<u8>>> {
        let mut disk = Disk::new([(Name::Database, vec![0; 2 * SECTOR])]);
        operations.iter().for_each(|operation| disk.apply(operation));
        let mut rng = StdRng::seed_from_u64(7);
        let mut images: Vec<_> = (0..TIMES).map(|_| disk.after_cut(&mut rng).remove(&Name::Database)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    fn both(first: u8, second: u8) -> Option<Vec<u8>> {
        Some([[first; SECTOR], [second; SECTOR]].concat())
    }

    const SYNC: Operation<'_> = Operation::Sync { file: Name::Database };

    #[test]
    fn what_is_synced_is_there_and_of_the_rest_anything() {
        let (one, two) = ([1; 2 * SECTOR], [2; 2 * SECTOR]);
        assert_eq!(left(&[write(0, &one), SYNC]), [both(1, 1)]);
        assert_eq!(left(&[write(0, &one)]), [both(0, 0), both(0, 1), both(1, 0), both(1, 1)]);
        let either = left(&[write(0, &one), SYNC, write(0, &two)]);
        assert_eq!(either, [both(1, 1), both(1, 2), both(2, 1), both(2, 2)]);
        // The later without the earlier one.
        let later = left(&[write(0, &one[..SECTOR]), write(SECTOR, &one[SECTOR..])]);
        assert!(later.contains(&both(0, 1)), "{}", later.len());
    }

    #[test]
    fn what_a_failed_sync_was_to_store_stays_in_doubt_until_it_is_written_again() {
        let (one, two) = ([1; 2 * SECTOR], [2; 2 * SECTOR]);
        let failed = Operation::FailedSync { file: Name::Database };
        assert_eq!(left(&[write(0, &one), failed, SYNC]).len(), 4);
        assert_eq!(left(&[write(0, &one), failed, write(0, &two), SYNC]), [both(2, 2)]);
        let half = left(&[write(0, &one), failed, write(0, &two[..SECTOR]), SYNC]);
        assert_eq!(half, [both(2, 0), both(2, 1)]);
    }

    #[test]
    fn a_file_is_gone_for_good_when_its_directory_is_synced() {
        let unlink = Operation::Unlink { file: Name::Database };
        let directory = Operation::Sync { file: Name::Directory };
        assert_eq!(left(&[unlink]), [None, both(0, 0)]);
        assert_eq!(left(&[unlink, directory]), [None]);
        let one = [1; 2 * SECTOR];
        assert_eq!(left(&[unlink, write(0, &one), SYNC]), [None, both(0, 0), both(1, 1)]);
        assert_eq!(left(&[unlink, write(0, &one), SYNC, directory]), [both(1, 1)]);
    }

    #[test]
    fn a_truncation_is_done_or_not() {
        let short = Operation::Truncate { file: Name::Database, size: SECTOR };
        assert_eq!(left(&[short]), [Some(vec![0; SECTOR]), both(0, 0)]);
        assert_eq!(left(&[short, SYNC]), [Some(vec![0; SECTOR])]);
    }
}
