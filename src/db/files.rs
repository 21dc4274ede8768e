//! The database's files, and the room for them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The database, in the data directory.
pub const FILE: &str = "stoa.db";
/// What has been committed and is not in the database's file yet, beside it.
pub const LOG: &str = "stoa.db-wal";
/// What connections to it share while it is open.
pub const SHARED_MEMORY: &str = "stoa.db-shm";

/// Bytes of a file, 0 if it is not there.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

/// The log beside any database.
pub fn log_of(database: &Path) -> PathBuf {
    beside(database, "-wal")
}

/// The memory that connections to any database share.
pub fn shared_memory_of(database: &Path) -> PathBuf {
    beside(database, "-shm")
}

fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Bytes of a data directory's database with its log.
pub fn size_in(data_dir: &Path) -> u64 {
    size(&data_dir.join(FILE)) + size(&data_dir.join(LOG))
}

/// Whether a file system can only be read, for us at least.
pub fn is_read_only(place: &Path) -> bool {
    rustix::fs::statvfs(place).is_ok_and(|system| system.f_flag.contains(rustix::fs::StatVfsMountFlags::RDONLY))
}

/// Whether we may make files in a directory.
pub fn is_writable(directory: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD};
    rustix::fs::accessat(CWD, directory, Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS).is_ok()
}

/// Bytes that we may still write in a directory's file system.
pub fn free_bytes(directory: &Path) -> Result<u64> {
    let system = rustix::fs::statvfs(directory).map_err(|error| Error::internal(format_args!("{}: {error}", directory.display())))?;
    Ok(system.f_bavail.saturating_mul(system.f_frsize))
}
