//! Our own disk under the server: `shim.c`, compiled here and loaded into the server's process. It fails when it is told to, and
//! keeps a log of all it was asked for.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use clap::ValueEnum;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::server::{Options, Server};
use crate::site::Site;
use crate::{Result, failed};

const SOURCE: &str = include_str!("../shim.c");

/// What is to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Write,
    Sync,
}

/// Where it is to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Anywhere,
    /// In the database itself, which only a checkpoint writes to.
    Database,
}

/// How it is to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The process ends at this moment, as if it had been killed.
    End,
    /// EIO.
    Broken,
    /// ENOSPC.
    Full,
    /// EDQUOT.
    Quota,
}

/// An order to the disk: which operation is to fail, counted from the order on.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub operation: Operation,
    pub place: Place,
    pub nth: usize,
    pub failure: Failure,
    pub then: Then,
}

/// What else is to fail after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    Nothing,
    /// All such operations.
    All,
    /// And all writes to any file in the data directory.
    Everywhere,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, place, nth, failure, then } = self;
        let then = match then {
            Then::Nothing => "",
            Then::All => " and all after it",
            Then::Everywhere => " and all after it, to any file",
        };
        write!(f, "{operation:?} {nth}{then} ({place:?}, {failure:?})")
    }
}

/// When a sync is done of which the disk says that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Syncs {
    /// Before the disk says so
    InTime,
    /// A little after it: as if the server answered before its sync is done
    Late,
    /// Never
    Never,
}

/// The library, and the files by which one talks to it.
pub struct Shim {
    library: PathBuf,
    data_dir: PathBuf,
    control: PathBuf,
    log: PathBuf,
    serial: usize,
}

impl Shim {
    /// Compiles it for a site. Needs a C compiler.
    pub async fn build(site: &Site) -> Result<Self> {
        let place = site.place.path().canonicalize()?;
        let library = place.join("shim.so");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O2", "-x", "c", "-", "-ldl", "-lpthread", "-o"]).arg(&library);
        let missing = |error| failed(format_args!("this drill needs a C compiler: cannot run cc: {error}"));
        let mut compiling = compiler.stdin(Stdio::piped()).spawn().map_err(missing)?;
        if let Some(mut input) = compiling.stdin.take() {
            input.write_all(SOURCE.as_bytes()).await?;
        }
        if !compiling.wait().await?.success() {
            return Err(failed("the C compiler refused shim.c"));
        }
        fs::create_dir_all(&site.options.data_dir)?;
        let data_dir = site.options.data_dir.canonicalize()?;
        Ok(Self { library, data_dir, control: place.join("control"), log: place.join("operations"), serial: 0 })
    }

    /// Where the operations are noted.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Starts a server on this disk; which may fail at any order.
    pub async fn start(&self, site: &Site, is_logging: bool, syncs: Syncs) -> Result<Server> {
        Server::start(self.options(site, is_logging, syncs)).await
    }

    fn options(&self, site: &Site, is_logging: bool, syncs: Syncs) -> Options {
        let mut options = site.options.clone();
        options.data_dir.clone_from(&self.data_dir);
        let mut set = |name: &str, value: &Path| options.env.push((name.to_owned(), value.display().to_string()));
        set("LD_PRELOAD", &self.library);
        set("DRILL_DATA", &self.data_dir);
        set("DRILL_CONTROL", &self.control);
        if is_logging {
            set("DRILL_LOG", &self.log);
        }
        match syncs {
            Syncs::InTime => {}
            Syncs::Late => set("DRILL_SYNCS", Path::new("late")),
            Syncs::Never => set("DRILL_SYNCS", Path::new("never")),
        }
        options
    }

    /// Gives an order, which holds until it is withdrawn.
    pub fn order(&mut self, order: &Order) -> Result<()> {
        self.withdraw()?;
        self.serial += 1;
        let operation = if order.operation == Operation::Write { 'W' } else { 'S' };
        let place = if order.place == Place::Anywhere { '*' } else { 'd' };
        let error = match order.failure {
            Failure::End => 0,
            Failure::Broken => rustix::io::Errno::IO.raw_os_error(),
            Failure::Full => rustix::io::Errno::NOSPC.raw_os_error(),
            Failure::Quota => rustix::io::Errno::DQUOT.raw_os_error(),
        };
        let line = format!("{} {operation} {place} {} {error} {}\n", self.serial, order.nth, order.then as u8);
        // Whole or not at all, for whoever is reading it.
        let new = self.control.with_extension("new");
        fs::write(&new, line)?;
        Ok(fs::rename(new, &self.control)?)
    }

    /// Takes the order back, if there is one.
    pub fn withdraw(&self) -> Result<()> {
        for path in [&self.control, &self.fired()] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether something has failed since the order.
    pub fn has_struck(&self) -> bool {
        self.fired().exists()
    }

    fn fired(&self) -> PathBuf {
        self.control.with_extension("fired")
    }
}
