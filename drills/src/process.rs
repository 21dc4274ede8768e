//! What a server uses of its machine, as Linux tells it.

use std::path::Path;

use serde::Serialize;

use crate::{Result, failed};

/// What a process holds at one moment.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Usage {
    /// Bytes in RAM.
    pub memory: u64,
    /// The most that it ever was.
    pub peak: u64,
    /// Open files and connections.
    pub descriptors: usize,
    /// Bytes of the database's write-ahead log.
    pub wal: u64,
}

impl Usage {
    /// Of the process with this id, which serves this directory.
    pub fn of(pid: Option<u32>, data_dir: &Path) -> Result<Self> {
        let pid = pid.ok_or_else(|| failed("the server has ended by itself; its log says why"))?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or_default()
        };
        let wal = std::fs::metadata(data_dir.join("stoa.db-wal")).map_or(0, |file| file.len());
        let descriptors = std::fs::read_dir(format!("/proc/{pid}/fd"))?.count();
        Ok(Self { memory: kilobytes("VmRSS:") * 1024, peak: kilobytes("VmHWM:") * 1024, descriptors, wal })
    }
}

/// Bytes as whole megabytes.
pub fn megabytes(bytes: u64) -> u64 {
    (bytes + (1 << 19)) >> 20
}
