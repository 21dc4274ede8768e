//! The Stoa binary as a child process: runs commands, and starts, stops and kills the server.

use std::ffi::OsStr;
use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::error::{Result, failed};

/// Timeout until the server is ready: enough for a debug build on a busy machine that recovers a
/// large write-ahead log.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// Extension of the file with the server's standard error, next to the data directory.
const LOG_EXTENSION: &str = "server.log";

/// Stoa binary with its data directory and environment.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Path of the binary.
    pub stoa: PathBuf,
    /// Data directory, which the server creates if necessary.
    pub data_dir: PathBuf,
    /// Additional environment variables, such as `LD_PRELOAD`.
    pub env: Vec<(String, String)>,
}

impl Instance {
    /// Creates an instance without additional environment variables.
    pub fn new(stoa: &Path, data_dir: &Path) -> Self {
        Self {
            stoa: stoa.to_owned(),
            data_dir: data_dir.to_owned(),
            env: Vec::new(),
        }
    }

    /// Returns the path of the server's log, which all starts append to.
    pub fn log(&self) -> PathBuf {
        self.data_dir.with_extension(LOG_EXTENSION)
    }

    /// Returns a command on this data directory, without rate limits and without the caller's
    /// `STOA_` variables.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(&self.stoa);
        command
            .args(arguments)
            .arg("--data-dir")
            .arg(&self.data_dir)
            .stdin(Stdio::null())
            .kill_on_drop(true);
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"STOA_"))
        {
            command.env_remove(name);
        }
        // Ignore the configuration of a site that this machine may serve.
        command
            .env("STOA_CONFIG", "/dev/null")
            .env("STOA_LIMITS_ENABLED", "false")
            .env("STOA_LOG_LEVEL", "warn");
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a command to completion.
    pub async fn run<A: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Output> {
        self.command(arguments).output().await.map_err(|error| {
            failed(format_args!(
                "cannot start {}: {error}",
                self.stoa.display()
            ))
        })
    }
}

/// Running server. It is killed when the value is dropped.
pub struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts a server and waits until it is ready.
    pub async fn start(instance: Instance) -> Result<Self> {
        let start_error = |error: &dyn std::fmt::Display| {
            failed(format_args!(
                "cannot start {}: {error}",
                instance.stoa.display()
            ))
        };
        let log = File::options()
            .create(true)
            .append(true)
            .open(instance.log())?;
        let mut command = instance.command(["serve", "--listen", "127.0.0.1:0"]);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .map_err(|error| start_error(&error))?;
        let mut lines = BufReader::new(
            child
                .stdout
                .take()
                .ok_or_else(|| start_error(&"no standard output"))?,
        )
        .lines();
        let line = tokio::time::timeout(START_TIMEOUT, lines.next_line())
            .await
            .map_err(|_| start_error(&format_args!("not ready after {START_TIMEOUT:?}")))?;
        let line = line?.unwrap_or_default();
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
        let address = address.ok_or_else(|| {
            start_error(&format_args!(
                "it did not print its address; see {}",
                instance.log().display()
            ))
        })?;
        Ok(Self { child, address })
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the process ID, or `None` after the process has exited.
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Kills the server (SIGKILL) and waits for its exit.
    pub async fn kill(mut self) -> Result<ExitStatus> {
        self.signal(Signal::KILL)?;
        Ok(self.child.wait().await?)
    }

    /// Stops the server gracefully (SIGTERM). Fails if it does not exit within `timeout`.
    pub async fn stop(mut self, timeout: Duration) -> Result<ExitStatus> {
        self.signal(Signal::TERM)?;
        self.wait_for_exit(timeout)
            .await?
            .ok_or_else(|| failed(format_args!("the server did not stop within {timeout:?}")))
    }

    /// Waits for the server to exit by itself. Returns `None` after the timeout.
    pub async fn wait_for_exit(&mut self, timeout: Duration) -> Result<Option<ExitStatus>> {
        match tokio::time::timeout(timeout, self.child.wait()).await {
            Ok(status) => Ok(Some(status?)),
            Err(_) => Ok(None),
        }
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        let pid = self
            .child
            .id()
            .and_then(|id| Pid::from_raw(id.cast_signed()));
        kill_process(
            pid.ok_or_else(|| failed("the server exited unexpectedly; see its log"))?,
            signal,
        )?;
        Ok(())
    }
}
