//! Resource usage of the server's process, read from `/proc`.

use std::path::Path;

use serde::Serialize;

use crate::error::{Result, failed};

/// Resources that a process uses at one moment.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ResourceUsage {
    /// Resident memory in bytes.
    pub memory: u64,
    /// Peak resident memory in bytes.
    pub peak: u64,
    /// Number of open file descriptors.
    pub descriptors: usize,
    /// Size of the write-ahead log in bytes.
    pub wal: u64,
}

impl ResourceUsage {
    /// Reads the usage of the process that serves this data directory.
    pub fn of(pid: Option<u32>, data_dir: &Path) -> Result<Self> {
        let pid = pid.ok_or_else(|| failed("the server exited unexpectedly; see its log"))?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let kilobytes = |name: &str| {
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .unwrap_or_default();
            line.trim()
                .trim_end_matches(" kB")
                .parse::<u64>()
                .unwrap_or_default()
        };
        let wal = std::fs::metadata(data_dir.join("stoa.db-wal")).map_or(0, |file| file.len());
        let descriptors = std::fs::read_dir(format!("/proc/{pid}/fd"))?.count();
        Ok(Self {
            memory: kilobytes("VmRSS:") * 1024,
            peak: kilobytes("VmHWM:") * 1024,
            descriptors,
            wal,
        })
    }
}

/// Rounds a number of bytes to whole mebibytes.
pub fn megabytes(bytes: u64) -> u64 {
    (bytes + (1 << 19)) >> 20
}
