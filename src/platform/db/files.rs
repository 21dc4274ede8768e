//! The files of a database and the space on their disk.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::core::error::{Error, Result};

/// The name of the database file in the data directory.
pub const FILE: &str = "stoa.db";
/// The name of its write-ahead log.
pub const WAL: &str = "stoa.db-wal";
/// The name of the shared-memory file of its connections.
pub const SHARED_MEMORY: &str = "stoa.db-shm";

/// Returns the size of a file in bytes; 0 if it does not exist.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

/// Returns the path of a database's write-ahead log.
pub fn wal_of(database: &Path) -> PathBuf {
    with_suffix(database, "-wal")
}

/// Returns the path of a database's shared-memory file.
pub fn shared_memory_of(database: &Path) -> PathBuf {
    with_suffix(database, "-shm")
}

fn with_suffix(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the size of a data directory's database and its log, in bytes.
pub fn size_in(data_dir: &Path) -> u64 {
    size(&data_dir.join(FILE)) + size(&data_dir.join(WAL))
}

/// Returns whether the file system of `path` is mounted read-only.
pub fn is_read_only(path: &Path) -> bool {
    rustix::fs::statvfs(path).is_ok_and(|system| {
        system
            .f_flag
            .contains(rustix::fs::StatVfsMountFlags::RDONLY)
    })
}

/// Returns whether this process may create files in a directory.
pub fn is_writable(directory: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD};
    rustix::fs::accessat(
        CWD,
        directory,
        Access::WRITE_OK | Access::EXEC_OK,
        AtFlags::EACCESS,
    )
    .is_ok()
}

/// Syncs a directory, so that new names in it survive a power cut.
pub fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Returns the free bytes of a directory's file system that this process may use.
pub fn free_bytes(directory: &Path) -> Result<u64> {
    disk_space(directory).map(|(free, _)| free)
}

/// Returns the same, and the size of the file system in bytes.
pub fn disk_space(directory: &Path) -> Result<(u64, u64)> {
    let system = rustix::fs::statvfs(directory)
        .map_err(|error| Error::internal(format_args!("{}: {error}", directory.display())))?;
    let bytes = |blocks: u64| blocks.saturating_mul(system.f_frsize);
    Ok((bytes(system.f_bavail), bytes(system.f_blocks)))
}
