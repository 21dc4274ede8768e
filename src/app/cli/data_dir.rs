//! Access to the data directory and its database.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use tempfile::TempDir;

use super::error::Failure;
use super::settings::Settings;
use crate::core::clock::Clock;
use crate::core::config::Config;
use crate::operations::backup::{self, create_private};
use crate::operations::doctor::{LOCK, ownership};
use crate::platform::db::{self, Db};
use crate::platform::realtime::Hub;

/// The data directory, created if it is missing, and locked against other processes until dropped.
pub(super) struct DataDir {
    pub path: PathBuf,
    _lock: File,
}

/// The database, for a command that also works next to a running server.
pub(super) struct Database {
    pub db: Db,
    /// If no server is running, none can start while the command works.
    _lock: Option<DataDir>,
}

/// Whether a command may create a site where there are traces of a lost one.
#[derive(Args, Clone, Copy, Default)]
pub(super) struct NewSite {
    /// Create a new site although there are traces of another one
    #[arg(long = "new")]
    is_wanted: bool,
}

impl NewSite {
    /// Refuses to replace a lost database by a new site, unless that is wanted.
    fn check(self, config: &Config) -> Result<(), Failure> {
        if self.is_wanted {
            return Ok(());
        }
        Ok(backup::refuse_lost(
            &config.data_dir(),
            &backup::directory(config),
        )?)
    }

    /// Keeps SQLite from deleting the log of a lost database, and the server from deleting its pictures.
    fn prepare(self, data: DataDir, settings: &Settings) -> Result<DataDir, Failure> {
        if !self.is_wanted || db::files::size(&data.path.join(db::FILE)) > 0 {
            return Ok(data);
        }
        let now = Clock::system().now();
        for (what, moved) in [
            ("write-ahead log", backup::set_log_aside(&data.path, now)?),
            ("pictures", backup::set_pictures_aside(&data.path, now)?),
        ] {
            if let Some(moved) = moved {
                settings.say(format_args!(
                    "of another site, now in {}: {what}",
                    moved.display()
                ));
            }
        }
        Ok(data)
    }
}

/// Refuses to run as root in a data directory of another user, who could not use files created by
/// root.
pub(super) fn refuse_root(data_dir: &Path) -> Result<(), Failure> {
    let Some(owner) = ownership::locked_out(data_dir) else {
        return Ok(());
    };
    let path = data_dir.display();
    let failure = Failure::new(format_args!(
        "{path} belongs to {owner}, who could not use files that root creates there"
    ));
    Err(failure.hint(format_args!(
        "sudo -u {owner} stoa …; or, if root is to serve the site, chown -R root {path}"
    )))
}

/// Fails with exit code 4 if the data directory contains no site.
pub(super) fn require_site(config: &Config) -> Result<(), Failure> {
    let directory = config.data_dir();
    match backup::holds_site(&directory) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::not_found(format_args!(
            "there is no site in {}",
            directory.display()
        ))
        .hint("set its directory with --data-dir")),
        Err(error) => Err(Failure::new(error).hint(ownership::hint(&directory))),
    }
}

/// Creates a temporary directory with a copy of the site, for a dry run: the site does not change, and
/// a server may be running. Without a site, the directory is empty. Dropping the value removes it.
pub(super) fn rehearsal(config: &Config, new: NewSite) -> Result<TempDir, Failure> {
    new.check(config)?;
    let data_dir = config.data_dir();
    if !backup::holds_site(&data_dir).map_err(Failure::new)? {
        return TempDir::new().map_err(Failure::new);
    }
    refuse_root(&data_dir)?;
    Ok(backup::temporary_copy(&data_dir)?)
}

impl Database {
    /// Opens the database of an existing site.
    pub fn of_site(config: &Config, settings: &Settings) -> Result<Self, Failure> {
        require_site(config)?;
        Self::open(config, settings, NewSite::default())
    }

    /// Opens the database or creates a site: migrated to the current schema if no other process uses the data
    /// directory, else with the schema of the running server.
    pub fn open(config: &Config, settings: &Settings, new: NewSite) -> Result<Self, Failure> {
        let clock = Clock::system();
        new.check(config)?;
        if let Some(data) = DataDir::try_lock(config)? {
            let data = new.prepare(data, settings)?.migrated(config, settings)?;
            return Ok(Self {
                db: Db::open(&data.path, clock, Hub::default())?,
                _lock: Some(data),
            });
        }
        let db = Db::open_shared(&config.data_dir(), clock).map_err(|error| {
            Failure::conflict(format_args!(
                "cannot work next to the running server: {error}"
            ))
            .hint("use the same program as the server, or stop it first")
        })?;
        Ok(Self { db, _lock: None })
    }
}

impl DataDir {
    /// Locks the data directory. Fails with exit code 5 if another process uses it.
    pub fn lock(config: &Config) -> Result<Self, Failure> {
        let in_use = || {
            Failure::conflict(format_args!(
                "another stoa process is using {}",
                config.data_dir().display()
            ))
            .hint("stop it first")
        };
        Self::try_lock(config)?.ok_or_else(in_use)
    }

    /// Locks the data directory. Returns `None` if another process uses it.
    fn try_lock(config: &Config) -> Result<Option<Self>, Failure> {
        let path = config.data_dir();
        let cannot = |action: &str, error: std::io::Error| {
            let failure = Failure::new(format_args!(
                "cannot {action} the data directory {}: {error}",
                path.display()
            ));
            failure.hint(format_args!(
                "{}, or choose another directory with --data-dir or data.dir",
                ownership::hint(&path)
            ))
        };
        refuse_root(&path)?;
        // From here on, new files are private to their owner, even in a directory that others can
        // read.
        rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
        create_private(&path).map_err(|error| cannot("create", error))?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join(LOCK));
        let lock = lock.map_err(|error| cannot("write in", error))?;
        if lock.try_lock().is_err() {
            return Ok(None);
        }
        // Shows operators which process holds the lock.
        let _ = lock
            .set_len(0)
            .and_then(|()| writeln!(&lock, "{}", std::process::id()));
        Ok(Some(Self { path, _lock: lock }))
    }

    /// Locks the data directory for a command that may create a site. Refuses to replace a lost
    /// database, unless that is wanted.
    pub fn lock_to_create(
        config: &Config,
        settings: &Settings,
        new: NewSite,
    ) -> Result<Self, Failure> {
        new.check(config)?;
        new.prepare(Self::lock(config)?, settings)
    }

    /// Does the same, and migrates or creates the database.
    pub fn with_current_schema(
        config: &Config,
        settings: &Settings,
        new: NewSite,
    ) -> Result<Self, Failure> {
        Self::lock_to_create(config, settings, new)?.migrated(config, settings)
    }

    /// Migrates the database to the schema of this program, after a backup, or creates it.
    pub fn migrated(self, config: &Config, settings: &Settings) -> Result<Self, Failure> {
        let status = backup::migration::status(&self.path)?;
        let backups = if status.schema > 0 && !status.pending.is_empty() {
            backup::usable_directory(config)?
        } else {
            backup::directory(config)
        };
        let migrated = backup::migration::up(&self.path, Some(&backups), Clock::system().now())?;
        if let Some(backup) = migrated.backup {
            settings.say(format_args!(
                "migrated from schema {} to {}; the backup made before is {}",
                migrated.from,
                migrated.to,
                backup.display()
            ));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_lost_site_is_replaced_only_on_request_and_its_backups_stay() {
        let directory = TempDir::new().expect("a directory");
        let mut config = Config::default();
        config.data.dir = directory.path().join("unmounted");
        config.backup.dir = directory.path().join("backups");
        let archive = config.backup.dir.join("stoa-1.tar.zst");
        std::fs::create_dir(&config.backup.dir).expect("a directory");
        std::fs::write(&archive, "x").expect("a backup");
        let refused = NewSite::default().check(&config).expect_err("refused");
        assert!(refused.to_string().contains("stoa-1.tar.zst"), "{refused}");
        assert!(!config.data.dir.exists(), "nothing is created");
        let wanted = NewSite { is_wanted: true };
        assert!(wanted.check(&config).is_ok());
        assert!(archive.exists());
    }
}
