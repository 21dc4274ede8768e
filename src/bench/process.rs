//! The measured servers: processes of their own, so that what they use is theirs alone.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::error::{Error, Result};

/// For a server to say that it is ready, and to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends when this is dropped.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
    /// From its start to the line that says it is ready.
    pub ready: Duration,
}

/// Bytes of memory that a process has in RAM.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub now: u64,
    pub peak: u64,
}

impl Process {
    /// Starts `binary` with these arguments, on the defaults of the configuration but without rate limits, and waits
    /// for the line with its address.
    pub async fn start<A: AsRef<OsStr>>(binary: &Path, arguments: impl IntoIterator<Item = A>) -> Result<Self> {
        let failed = |error: &dyn std::fmt::Display| Error::internal(format_args!("cannot start {}: {error}", binary.display()));
        let mut command = Command::new(binary);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"STOA_")) {
            command.env_remove(name);
        }
        command.env("STOA_LIMITS_ENABLED", "false").env("STOA_LOG_LEVEL", "warn");
        // An empty file, and not the one of the site that this machine serves.
        command.env("STOA_CONFIG", "/dev/null");
        let began = Instant::now();
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let mut lines = BufReader::new(child.stdout.take().ok_or_else(|| failed(&"it has no output"))?).lines();
        let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.map_err(|_| failed(&"it is not ready after a minute"))?;
        let ready = began.elapsed();
        let line = line.map_err(|error| failed(&error))?.unwrap_or_default();
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
        let address = address.ok_or_else(|| failed(&"it did not say its address"))?;
        Ok(Self { child, address, ready })
    }

    /// What the process has in RAM, where the system tells (Linux).
    pub fn memory(&self) -> Option<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
        };
        Some(Memory { now: bytes("VmRSS:")?, peak: bytes("VmHWM:")? })
    }

    /// Ends the server as an operator does, so that its file is left whole.
    pub async fn stop(mut self) -> Result<()> {
        let pid = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        if let Some(pid) = pid {
            kill_process(pid, Signal::TERM).map_err(Error::internal)?;
        }
        match tokio::time::timeout(PATIENCE, self.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(status)) => Err(Error::internal(format_args!("the measured server ended with {status}"))),
            Ok(Err(error)) => Err(Error::internal(error)),
            Err(_) => Err(Error::internal("the measured server did not stop")),
        }
    }
}
