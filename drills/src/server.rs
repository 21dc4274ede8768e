//! The real program as a process: started, asked to stop, or killed.

use std::ffi::OsStr;
use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::{Result, failed};

/// For a server to say that it is ready: a debug build on a busy machine, with a log to read first.
const PATIENCE: Duration = Duration::from_secs(60);
/// What the program says on its standard error, in the data directory's parent or wherever [`Options::log`] says.
const LOG: &str = "server.log";

/// How to start a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program.
    pub stoa: PathBuf,
    /// Made if need be.
    pub data_dir: PathBuf,
    /// Further variables of its environment, such as `LD_PRELOAD`.
    pub env: Vec<(String, String)>,
}

impl Options {
    /// `stoa` on the data in a directory, with nothing special in its environment.
    pub fn new(stoa: &Path, data_dir: &Path) -> Self {
        Self { stoa: stoa.to_owned(), data_dir: data_dir.to_owned(), env: Vec::new() }
    }

    /// Where the server's messages go, one start after the other: beside the data directory.
    pub fn log(&self) -> PathBuf {
        self.data_dir.with_extension(LOG)
    }

    /// The program with these arguments, on this data directory, without the environment's own wishes and without rate limits.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(&self.stoa);
        command.args(arguments).arg("--data-dir").arg(&self.data_dir).stdin(Stdio::null()).kill_on_drop(true);
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"STOA_")) {
            command.env_remove(name);
        }
        // An empty file, and not the one of the site that this machine serves.
        command.env("STOA_CONFIG", "/dev/null").env("STOA_LIMITS_ENABLED", "false").env("STOA_LOG_LEVEL", "warn");
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a command of the program to its end.
    pub async fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Result<Output> {
        self.command(arguments).output().await.map_err(|error| failed(format_args!("cannot start {}: {error}", self.stoa.display())))
    }
}

/// A server that serves. It is killed when this is dropped.
pub struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts it and waits until it says that it is ready.
    pub async fn start(options: Options) -> Result<Self> {
        let broken = |error: &dyn std::fmt::Display| failed(format_args!("cannot start {}: {error}", options.stoa.display()));
        let log = File::options().create(true).append(true).open(options.log())?;
        let mut command = options.command(["serve", "--listen", "127.0.0.1:0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().map_err(|error| broken(&error))?;
        let mut lines = BufReader::new(child.stdout.take().ok_or_else(|| broken(&"it has no output"))?).lines();
        let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.map_err(|_| broken(&"it is not ready after a minute"))?;
        let line = line?.unwrap_or_default();
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
        let address = address.ok_or_else(|| broken(&format_args!("it did not say its address; see {}", options.log().display())))?;
        Ok(Self { child, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process, while it runs.
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Kills it (SIGKILL), as a power cut of the process, and waits for its end.
    pub async fn kill(mut self) -> Result<ExitStatus> {
        self.signal(Signal::KILL)?;
        Ok(self.child.wait().await?)
    }

    /// Asks it to stop (SIGTERM). It must end within `patience`.
    pub async fn stop(mut self, patience: Duration) -> Result<ExitStatus> {
        self.signal(Signal::TERM)?;
        self.ended(patience).await?.ok_or_else(|| failed(format_args!("the server did not stop within {patience:?}")))
    }

    /// How it ended by itself, if it does so in time.
    pub async fn ended(&mut self, patience: Duration) -> Result<Option<ExitStatus>> {
        match tokio::time::timeout(patience, self.child.wait()).await {
            Ok(status) => Ok(Some(status?)),
            Err(_) => Ok(None),
        }
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        let pid = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        kill_process(pid.ok_or_else(|| failed("the server has ended by itself; its log says why"))?, signal)?;
        Ok(())
    }
}
