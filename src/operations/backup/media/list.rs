//! The list of files in an archive, in the format of `sha256sum`: one line for each file, with its hash
//! and its path beside the archive.

use std::io::{BufReader, Read};

use crate::features::pictures::files::{DIRECTORY, FileHash};
use crate::operations::backup::error::{Result, damaged};

/// The name of the list in an archive.
pub(in crate::operations::backup) const LIST: &str = "media.sha256";

/// The length of a line, with its end.
const LINE: usize = line_length();

/// The most files that an archive may name. A foreign archive must not fill the memory.
pub(in crate::operations::backup) const MAX_FILES: u64 = 1 << 22;

const fn line_length() -> usize {
    const HASH: usize = 64;
    const FOLDER: usize = 2;
    HASH + "  ".len() + DIRECTORY.len() + "/".len() + FOLDER + "/".len() + HASH + "\n".len()
}

/// Returns the size of the list of this many files in bytes.
pub(in crate::operations::backup) fn size_of_list(files: u64) -> u64 {
    files * LINE as u64
}

/// Returns the list of files.
pub(in crate::operations::backup) fn write_list(hashes: &[FileHash]) -> Vec<u8> {
    let mut list = Vec::with_capacity(hashes.len() * LINE);
    for hash in hashes {
        list.extend_from_slice(line(hash).as_bytes());
    }
    list
}

fn line(hash: &FileHash) -> String {
    let folder = &hash.as_str()[..2];
    format!("{hash}  {DIRECTORY}/{folder}/{hash}\n")
}

/// Reads the list of this many files, which must be sorted.
pub(in crate::operations::backup) fn read_list(
    from: impl Read,
    files: u64,
) -> Result<Vec<FileHash>> {
    let wrong = || damaged("its list of pictures is damaged");
    let mut from = BufReader::new(from);
    let mut hashes: Vec<FileHash> = Vec::new();
    let mut bytes = [0; LINE];
    for _ in 0..files {
        from.read_exact(&mut bytes).map_err(damaged)?;
        let hash: FileHash = std::str::from_utf8(&bytes[..64])
            .ok()
            .and_then(|text| text.parse().ok())
            .ok_or_else(wrong)?;
        if line(&hash).as_bytes() != bytes || hashes.last().is_some_and(|last| *last >= hash) {
            return Err(wrong());
        }
        hashes.push(hash);
    }
    Ok(hashes)
}
