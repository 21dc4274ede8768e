//! A folder of files by content, as a backup or a restore fills it.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::features::pictures::files::{DIRECTORY, FileHash, Media};
use crate::operations::backup::error::{BackupError, Result};
use crate::operations::backup::files::create_private;
use crate::platform::db::files::sync_directory;

/// The file whose lock backups and removals hold.
const LOCK: &str = "lock";
/// The folder of unfinished copies.
const INCOMING: &str = "incoming";

/// A folder of files by content.
pub(in crate::operations::backup) struct Folder {
    media: Media,
    _lock: Option<File>,
}

impl Folder {
    /// Returns the folder beside the archives in a directory. Creates nothing.
    pub fn beside(directory: &Path) -> Self {
        Self::at(&Media::at(directory.join(DIRECTORY)))
    }

    /// Returns the folder of these files. Creates nothing.
    pub fn at(media: &Media) -> Self {
        Self {
            media: media.clone(),
            _lock: None,
        }
    }

    pub fn media(&self) -> &Media {
        &self.media
    }

    /// Fails if this is the folder of the site: a backup there would protect nothing.
    pub fn refuse_site_itself(&self, site: &Media) -> Result<()> {
        let place = |media: &Media| -> io::Result<PathBuf> {
            let directory = media.directory();
            match directory.canonicalize() {
                Ok(place) => Ok(place),
                Err(_) => Ok(parent(directory).canonicalize()?.join(DIRECTORY)),
            }
        };
        match (place(&self.media), place(site)) {
            (Ok(ours), Ok(theirs)) if ours == theirs => Err(BackupError::OwnFolder(theirs)),
            _ => Ok(()),
        }
    }

    /// Creates the folder if it is missing, and takes its shared lock. Waits for a removal of files.
    pub fn create_and_share(self) -> Result<Self> {
        create_private(self.media.directory())?;
        let lock = self.open_lock()?;
        let is_locked = lock.lock_shared();
        if let Err(error) = &is_locked {
            // Then nobody removes files here either: see `lock_alone`.
            tracing::warn!(%error, directory = %self.media.directory().display(), "cannot lock the folder of pictures");
        }
        Ok(Self {
            _lock: is_locked.is_ok().then_some(lock),
            ..self
        })
    }

    /// Takes the exclusive lock, or returns `None` if a backup is being made or the file system has no
    /// locks.
    pub fn lock_alone(self) -> Result<Option<Self>> {
        let lock = self.open_lock()?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Self {
                _lock: Some(lock),
                ..self
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, directory = %self.media.directory().display(), "cannot lock the folder of pictures: no files are removed from it");
                Ok(None)
            }
        }
    }

    fn open_lock(&self) -> Result<File> {
        Ok(OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(self.media.directory().join(LOCK))?)
    }

    /// Returns the hashes of all files. Reads only the names.
    pub fn names(&self) -> io::Result<HashSet<FileHash>> {
        let mut names = HashSet::new();
        for folder in 0..=u8::MAX {
            let entries = match fs::read_dir(self.media.directory().join(format!("{folder:02x}"))) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                entries => entries?,
            };
            for entry in entries {
                let name = entry?.file_name();
                names.extend(name.to_str().and_then(|name| name.parse::<FileHash>().ok()));
            }
        }
        Ok(names)
    }

    /// Adds a file of the site. Returns whether it was there and intact.
    pub fn add(&self, site: &Media, hash: &FileHash) -> Result<bool> {
        match site.is_intact(hash) {
            Ok(true) => match self.place(&site.path(hash), hash) {
                // The server has removed it meanwhile, because no picture has it any more.
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
                placed => Ok(placed.map(|()| true)?),
            },
            Ok(false) => Ok(false),
            Err(error) => {
                if error.kind() != io::ErrorKind::NotFound {
                    tracing::warn!(%error, %hash, "cannot read the file of a picture");
                }
                Ok(false)
            }
        }
    }

    /// Links or copies a file into the folder. A file that is there already is replaced. Call
    /// [`Folder::sync`] afterwards, so that its name survives a power cut.
    pub fn place(&self, from: &Path, hash: &FileHash) -> io::Result<()> {
        let path = self.media.path(hash);
        create_private(parent(&path))?;
        match fs::hard_link(from, &path) {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
            // Another file system, one without links, or a damaged file to replace.
            Err(_) => {}
        }
        let incoming = self.media.directory().join(INCOMING);
        create_private(&incoming)?;
        let mut copy = NamedTempFile::new_in(&incoming)?;
        io::copy(&mut File::open(from)?, &mut copy)?;
        copy.as_file().sync_all()?;
        copy.persist(&path).map_err(|failed| failed.error)?;
        Ok(())
    }

    /// Makes the names of these new files survive a power cut.
    pub fn sync(&self, added: &[FileHash]) -> io::Result<()> {
        let folders: BTreeSet<PathBuf> = added
            .iter()
            .map(|hash| parent(&self.media.path(hash)).to_owned())
            .collect();
        folders
            .iter()
            .try_for_each(|folder| sync_directory(folder))?;
        sync_directory(self.media.directory())?;
        sync_directory(parent(self.media.directory()))
    }
}

fn parent(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

impl BackupError {
    /// Creates the error of a backup some of whose files are missing or damaged.
    pub(super) fn files(media: &Media, missing: Vec<FileHash>, damaged: Vec<FileHash>) -> Self {
        Self::Files {
            directory: media.directory().to_owned(),
            missing,
            damaged,
        }
    }
}
