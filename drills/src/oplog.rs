//! The log of what the disk was asked for and of what was acknowledged meanwhile, in this order.
//!
//! Whoever writes to it appends whole records, and only when what they say is so: the shim notes a sync before SQLite knows that it
//! is done, and the drill notes an acknowledgement after it has read the answer. So an acknowledgement never stands before the sync
//! that it rests on, unless the server has not waited for it: a sync takes longer than to note the answer.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::{Result, failed};

/// Of each record: kind, file, two unused bytes, and in the machine's byte order the length of what follows and an offset.
const HEADER: usize = 16;
const ACKNOWLEDGED: u8 = b'A';

/// A file of the database, or their directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    Database,
    Wal,
    Directory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'l> {
    Write {
        file: Name,
        offset: usize,
        bytes: &'l [u8],
    },
    Truncate {
        file: Name,
        size: usize,
    },
    Sync {
        file: Name,
    },
    /// What was to be stored by it may be stored or not, and no later sync will make up for it.
    FailedSync {
        file: Name,
    },
    Unlink {
        file: Name,
    },
    /// A line of the ledger.
    Noted {
        line: &'l [u8],
    },
}

/// All operations of a log, which must be whole.
pub fn read(log: &[u8]) -> Result<Vec<Operation<'_>>> {
    let mut operations = Vec::new();
    let mut rest = log;
    while !rest.is_empty() {
        let (operation, after) = first(rest).ok_or_else(|| failed("the log of operations is broken"))?;
        operations.push(operation);
        rest = after;
    }
    Ok(operations)
}

fn first(log: &[u8]) -> Option<(Operation<'_>, &[u8])> {
    let (header, rest) = log.split_at_checked(HEADER)?;
    let length = u32::from_ne_bytes(header[4..8].try_into().ok()?) as usize;
    let offset = usize::try_from(u64::from_ne_bytes(header[8..16].try_into().ok()?)).ok()?;
    let (bytes, rest) = rest.split_at_checked(length)?;
    if header[0] == ACKNOWLEDGED {
        return Some((Operation::Noted { line: bytes }, rest));
    }
    let file = match header[1] {
        b'd' => Name::Database,
        b'w' => Name::Wal,
        b'.' => Name::Directory,
        _ => return None,
    };
    let operation = match header[0] {
        b'W' => Operation::Write { file, offset, bytes },
        b'T' => Operation::Truncate { file, size: offset },
        b'S' => Operation::Sync { file },
        b'F' => Operation::FailedSync { file },
        b'U' => Operation::Unlink { file },
        _ => return None,
    };
    Some((operation, rest))
}

/// Where the drill notes lines of the ledger.
pub struct Marks(File);

impl Marks {
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(File::options().create(true).append(true).open(path)?))
    }

    /// Appends a line of the ledger, in one piece.
    pub fn note(&self, line: &[u8]) -> io::Result<()> {
        let mut record = vec![0; HEADER];
        record[0] = ACKNOWLEDGED;
        record[4..8].copy_from_slice(&u32::try_from(line.len()).map_err(io::Error::other)?.to_ne_bytes());
        record.extend_from_slice(line);
        let written = (&self.0).write(&record)?;
        if written == record.len() { Ok(()) } else { Err(io::Error::other("half a record was written")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_as_it_was_written() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("log");
        let marks = Marks::open(&path).expect("a log");
        marks.note(b"one").expect("noted");
        let mut record = [b'W', b'w', 0, 0].to_vec();
        record.extend(2u32.to_ne_bytes());
        record.extend(4096u64.to_ne_bytes());
        record.extend(b"ab");
        (&marks.0).write_all(&record).expect("written");
        marks.note(b"").expect("noted");
        let log = std::fs::read(&path).expect("the log");
        let noted = |line| Operation::Noted { line };
        let write = Operation::Write { file: Name::Wal, offset: 4096, bytes: b"ab" };
        assert_eq!(read(&log).expect("whole"), [noted(b"one"), write, noted(b"")]);
        for length in (1..log.len()).filter(|length| ![19, 37].contains(length)) {
            assert!(read(&log[..length]).is_err(), "{length} of {} bytes", log.len());
        }
    }
}
