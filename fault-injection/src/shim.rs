//! Fault-injection layer below the server: `shim.c` is compiled here and preloaded into the
//! server's process. It fails selected disk operations and logs all of them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use clap::ValueEnum;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::error::{Result, failed};
use crate::server::{Instance, Server};
use crate::site::Site;

const SOURCE: &str = include_str!("../shim.c");

/// Operation that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultOperation {
    Write,
    Sync,
}

/// Files in which the operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultTarget {
    Anywhere,
    /// The database file, which only checkpoints write to.
    Database,
}

/// Effect of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The process exits at once, as if it had been killed.
    Crash,
    /// The operation fails with EIO.
    Eio,
    /// The operation fails with ENOSPC.
    Enospc,
    /// The operation fails with EDQUOT.
    Edquot,
}

/// Fault to inject. `nth` counts the matching operations since the injection.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub operation: FaultOperation,
    pub target: FaultTarget,
    pub nth: usize,
    pub kind: FaultKind,
    pub repeat: Repeat,
}

/// Later operations that fail too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    Once,
    /// All operations that match the fault.
    SameOperation,
    /// All operations that match the fault, and all writes to any file in the data directory.
    AllWrites,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            operation,
            target,
            nth,
            kind,
            repeat,
        } = self;
        let repeat = match repeat {
            Repeat::Once => "",
            Repeat::SameOperation => " and all later ones",
            Repeat::AllWrites => " and all later ones in any file",
        };
        write!(f, "{operation:?} {nth}{repeat} ({target:?}, {kind:?})")
    }
}

/// Behavior of the simulated disk's fsync.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FsyncMode {
    /// Returns after the data is durable
    Honest,
    /// Returns before the data is durable, as if the server answered without waiting for the sync
    Delayed,
    /// Never makes data durable
    Ignored,
}

/// Compiled shim and the files that control it.
pub struct Shim {
    library: PathBuf,
    data_dir: PathBuf,
    control: PathBuf,
    log: PathBuf,
    serial: usize,
}

impl Shim {
    /// Compiles the shim for a site. Requires a C compiler.
    pub async fn build(site: &Site) -> Result<Self> {
        let dir = site.dir.path().canonicalize()?;
        let library = dir.join("shim.so");
        let mut compiler = Command::new("cc");
        compiler
            .args([
                "-shared",
                "-fPIC",
                "-O2",
                "-x",
                "c",
                "-",
                "-ldl",
                "-lpthread",
                "-o",
            ])
            .arg(&library);
        let missing_compiler = |error| {
            failed(format_args!(
                "this scenario requires a C compiler: cannot run cc: {error}"
            ))
        };
        let mut compiling = compiler
            .stdin(Stdio::piped())
            .spawn()
            .map_err(missing_compiler)?;
        if let Some(mut input) = compiling.stdin.take() {
            input.write_all(SOURCE.as_bytes()).await?;
        }
        if !compiling.wait().await?.success() {
            return Err(failed("the C compiler failed to compile shim.c"));
        }
        fs::create_dir_all(&site.instance.data_dir)?;
        let data_dir = site.instance.data_dir.canonicalize()?;
        Ok(Self {
            library,
            data_dir,
            control: dir.join("control"),
            log: dir.join("io-log"),
            serial: 0,
        })
    }

    /// Returns the path of the I/O log.
    pub fn io_log(&self) -> &Path {
        &self.log
    }

    /// Starts a server with the shim. The start fails if an active fault prevents it.
    pub async fn start(&self, site: &Site, log_io: bool, mode: FsyncMode) -> Result<Server> {
        Server::start(self.instance(site, log_io, mode)).await
    }

    fn instance(&self, site: &Site, log_io: bool, mode: FsyncMode) -> Instance {
        let mut instance = site.instance.clone();
        instance.data_dir.clone_from(&self.data_dir);
        let mut set = |name: &str, value: &Path| {
            instance
                .env
                .push((name.to_owned(), value.display().to_string()))
        };
        set("LD_PRELOAD", &self.library);
        set("FAULT_DATA_DIR", &self.data_dir);
        set("FAULT_CONTROL", &self.control);
        if log_io {
            set("FAULT_LOG", &self.log);
        }
        match mode {
            FsyncMode::Honest => {}
            FsyncMode::Delayed => set("FAULT_FSYNC", Path::new("delayed")),
            FsyncMode::Ignored => set("FAULT_FSYNC", Path::new("ignored")),
        }
        instance
    }

    /// Injects a fault, which replaces the active one and stays active until it is cleared.
    pub fn inject(&mut self, fault: &Fault) -> Result<()> {
        self.clear_fault()?;
        self.serial += 1;
        let operation = if fault.operation == FaultOperation::Write {
            'W'
        } else {
            'S'
        };
        let target = if fault.target == FaultTarget::Anywhere {
            '*'
        } else {
            'd'
        };
        let error = match fault.kind {
            FaultKind::Crash => 0,
            FaultKind::Eio => rustix::io::Errno::IO.raw_os_error(),
            FaultKind::Enospc => rustix::io::Errno::NOSPC.raw_os_error(),
            FaultKind::Edquot => rustix::io::Errno::DQUOT.raw_os_error(),
        };
        let line = format!(
            "{} {operation} {target} {} {error} {}\n",
            self.serial, fault.nth, fault.repeat as u8
        );
        // Replace the file atomically, because the shim may be reading it.
        let new = self.control.with_extension("new");
        fs::write(&new, line)?;
        Ok(fs::rename(new, &self.control)?)
    }

    /// Removes the active fault, if any.
    pub fn clear_fault(&self) -> Result<()> {
        for path in [&self.control, &self.fired_marker()] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error.into());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns whether the active fault has failed an operation.
    pub fn has_fired(&self) -> bool {
        self.fired_marker().exists()
    }

    fn fired_marker(&self) -> PathBuf {
        self.control.with_extension("fired")
    }
}
