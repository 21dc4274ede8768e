//! Log of the server's disk operations and of the ledger entries, in the order in which they
//! happened.
//!
//! Both writers append whole records, and only after the fact: the shim appends a sync before
//! SQLite learns that it is done, and the ledger appends an acknowledgement after its client has
//! read the response. An acknowledgement therefore never precedes the sync that it depends on,
//! unless the server answered without waiting for the sync: a sync takes longer than recording the
//! response.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::error::{Result, failed};

/// Size of a record's header: kind, file, two unused bytes, then in native byte order the length of
/// the payload (32 bits) and the offset (64 bits).
const HEADER: usize = 16;
const LEDGER_ENTRY: u8 = b'A';

/// Database file, or the directory that contains them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoggedFile {
    Database,
    Wal,
    Directory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'l> {
    Write {
        file: LoggedFile,
        offset: usize,
        bytes: &'l [u8],
    },
    Truncate {
        file: LoggedFile,
        size: usize,
    },
    Sync {
        file: LoggedFile,
    },
    /// Failed sync: the pending writes may or may not be durable, and no later sync makes up for
    /// it.
    FailedSync {
        file: LoggedFile,
    },
    Unlink {
        file: LoggedFile,
    },
    /// Ledger entry as JSON.
    LedgerEntry {
        json: &'l [u8],
    },
}

/// Parses a log. Fails if the last record is incomplete.
pub fn read(log: &[u8]) -> Result<Vec<Operation<'_>>> {
    let mut operations = Vec::new();
    let mut rest = log;
    while !rest.is_empty() {
        let (operation, after) =
            parse_first(rest).ok_or_else(|| failed("the I/O log is damaged"))?;
        operations.push(operation);
        rest = after;
    }
    Ok(operations)
}

fn parse_first(log: &[u8]) -> Option<(Operation<'_>, &[u8])> {
    let (header, rest) = log.split_at_checked(HEADER)?;
    let length = u32::from_ne_bytes(header[4..8].try_into().ok()?) as usize;
    let offset = usize::try_from(u64::from_ne_bytes(header[8..16].try_into().ok()?)).ok()?;
    let (bytes, rest) = rest.split_at_checked(length)?;
    if header[0] == LEDGER_ENTRY {
        return Some((Operation::LedgerEntry { json: bytes }, rest));
    }
    let file = match header[1] {
        b'd' => LoggedFile::Database,
        b'w' => LoggedFile::Wal,
        b'.' => LoggedFile::Directory,
        _ => return None,
    };
    let operation = match header[0] {
        b'W' => Operation::Write {
            file,
            offset,
            bytes,
        },
        b'T' => Operation::Truncate { file, size: offset },
        b'S' => Operation::Sync { file },
        b'F' => Operation::FailedSync { file },
        b'U' => Operation::Unlink { file },
        _ => return None,
    };
    Some((operation, rest))
}

/// Appends ledger entries to an I/O log.
pub struct IoLogWriter(File);

impl IoLogWriter {
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(File::options().create(true).append(true).open(path)?))
    }

    /// Appends a ledger entry with a single write.
    pub fn append(&self, json: &[u8]) -> io::Result<()> {
        let mut record = vec![0; HEADER];
        record[0] = LEDGER_ENTRY;
        record[4..8].copy_from_slice(
            &u32::try_from(json.len())
                .map_err(io::Error::other)?
                .to_ne_bytes(),
        );
        record.extend_from_slice(json);
        let written = (&self.0).write(&record)?;
        if written == record.len() {
            Ok(())
        } else {
            Err(io::Error::other("incomplete write to the I/O log"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_parsed_as_it_was_written() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("log");
        let writer = IoLogWriter::open(&path).expect("a log");
        writer.append(b"one").expect("appended");
        let mut record = [b'W', b'w', 0, 0].to_vec();
        record.extend(2u32.to_ne_bytes());
        record.extend(4096u64.to_ne_bytes());
        record.extend(b"ab");
        (&writer.0).write_all(&record).expect("written");
        writer.append(b"").expect("appended");
        let log = std::fs::read(&path).expect("the log");
        let ledger_entry = |json| Operation::LedgerEntry { json };
        let write = Operation::Write {
            file: LoggedFile::Wal,
            offset: 4096,
            bytes: b"ab",
        };
        assert_eq!(
            read(&log).expect("whole"),
            [ledger_entry(b"one"), write, ledger_entry(b"")]
        );
        for length in (1..log.len()).filter(|length| ![19, 37].contains(length)) {
            assert!(
                read(&log[..length]).is_err(),
                "{length} of {} bytes",
                log.len()
            );
        }
    }
}
