//! The measured servers. They are separate processes, so that memory figures do not include the load
//! generator.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use stoa::core::error::{Error, Result};

/// Time limit for the start and for the end of a server.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running server. Dropping it kills the process.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
    /// Time from the start of the process to its ready line.
    pub ready: Duration,
}

/// Resident memory of a process, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub now: u64,
    pub peak: u64,
}

impl Process {
    /// Starts `binary` with the default configuration without rate limits, and waits for the line
    /// with its address.
    pub async fn start<A: AsRef<OsStr>>(
        binary: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Self> {
        let failed = |error: &dyn std::fmt::Display| {
            Error::internal(format_args!("cannot start {}: {error}", binary.display()))
        };
        let mut command = Command::new(binary);
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"STOA_"))
        {
            command.env_remove(name);
        }
        command
            .env("STOA_LIMITS_ENABLED", "false")
            .env("STOA_LOG_LEVEL", "warn")
            .env("STOA_SITE_READING", "everyone");
        // Ignores the configuration file of the site that this machine serves.
        command.env("STOA_CONFIG", "/dev/null");
        let start = Instant::now();
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let mut lines = BufReader::new(
            child
                .stdout
                .take()
                .ok_or_else(|| failed(&"it has no output"))?,
        )
        .lines();
        let line = tokio::time::timeout(TIMEOUT, lines.next_line())
            .await
            .map_err(|_| failed(&"it was not ready after a minute"))?;
        let ready = start.elapsed();
        let line = line.map_err(|error| failed(&error))?.unwrap_or_default();
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
        let address = address.ok_or_else(|| failed(&"it did not print its address"))?;
        Ok(Self {
            child,
            address,
            ready,
        })
    }

    /// Returns the resident memory of the process. `None` except on Linux.
    pub fn memory(&self) -> Option<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
        };
        Some(Memory {
            now: bytes("VmRSS:")?,
            peak: bytes("VmHWM:")?,
        })
    }

    /// Stops the server with SIGTERM, so that it closes its database cleanly.
    pub async fn stop(mut self) -> Result<()> {
        let pid = self
            .child
            .id()
            .and_then(|id| Pid::from_raw(id.cast_signed()));
        if let Some(pid) = pid {
            kill_process(pid, Signal::TERM).map_err(Error::internal)?;
        }
        match tokio::time::timeout(TIMEOUT, self.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(status)) => Err(Error::internal(format_args!(
                "the measured server ended with {status}"
            ))),
            Ok(Err(error)) => Err(Error::internal(error)),
            Err(_) => Err(Error::internal("the measured server did not stop")),
        }
    }
}
