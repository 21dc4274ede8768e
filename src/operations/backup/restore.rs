//! Replaces a site by the one in an archive, and keeps the replaced one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::TempPath;

use super::archive::{DATABASE, Manifest, Unpacked, media_at, unpack, unpack_to_check};
use super::error::Result;
use super::files::{copy_file, create_private, remove_if_exists};
use super::media::{Folder, Plan, PutBack};
use super::names::remove_leftovers;
use super::store;
use crate::core::clock::Timestamp;
use crate::features::pictures::files::{DIRECTORY, FileHash, Media};
use crate::platform::db::files::{SHARED_MEMORY, WAL, sync_directory};

/// The result of [`restore`].
#[derive(Debug, Serialize)]
pub struct Restored {
    pub manifest: Manifest,
    /// The number of rows of each table of the restored database.
    pub rows: BTreeMap<String, i64>,
    /// The directory that now holds the replaced site, if there was one.
    pub kept: Option<PathBuf>,
    /// The files of pictures.
    pub media: PutBack,
}

/// Where a restore finds the files of pictures.
#[derive(Clone, Debug, Default)]
pub struct FilesOf {
    /// Their folder. By default it is `media` beside the archive.
    pub directory: Option<PathBuf>,
    /// Restores although some files are missing or damaged, without them.
    pub without_missing: bool,
}

impl FilesOf {
    /// Looks for the files in the site and in the backup. Fails if some are intact in neither.
    fn plan(&self, archive: &Path, unpacked: &Unpacked, site: &Media) -> Result<(Plan, Media)> {
        let backup = media_at(archive, self.directory.as_deref());
        let plan = Plan::new(&unpacked.hashes, &backup, site);
        if !self.without_missing {
            plan.require_all(&backup)?;
        }
        Ok((plan, backup))
    }
}

/// Replaces the database in `data_dir` by the archive's, and preserves the replaced one in a
/// directory beside it. Before, it puts back the files of pictures that are missing or damaged; no
/// other file changes. No server may run there. After an error or a kill at any moment, either the
/// old or the new site is in place. One exception: if the old write-ahead log could not be merged,
/// the old database can be in place without its log, which is then in the preserving directory.
pub fn restore(
    archive: &Path,
    files: &FilesOf,
    data_dir: &Path,
    now: Timestamp,
) -> Result<Restored> {
    remove_leftovers(data_dir)?;
    let unpacked = unpack(archive, data_dir)?;
    let site = Media::of(data_dir);
    let (plan, backup) = files.plan(archive, &unpacked, &site)?;
    let media = plan.carry_out(&backup, &site)?;
    let keep = |kept: &Path| keep_files(&site, &unpacked.hashes, kept);
    let kept = replace(data_dir, unpacked.database, "before-restore", now, keep)?;
    Ok(Restored {
        manifest: unpacked.manifest,
        rows: store::inspect(&data_dir.join(DATABASE))?.rows,
        kept,
        media,
    })
}

/// Links or copies the files of the replaced site that the restored one does not name into `media` in the
/// directory that keeps it: a server removes them from the data directory.
fn keep_files(site: &Media, restored: &[FileHash], kept: &Path) -> Result<()> {
    let others = Folder::at(site).names()?;
    let others: Vec<FileHash> = others
        .into_iter()
        .filter(|hash| restored.binary_search(hash).is_err())
        .collect();
    if others.is_empty() {
        return Ok(());
    }
    let folder = Folder::beside(kept);
    for hash in &others {
        folder.place(&site.path(hash), hash)?;
    }
    Ok(folder.sync(&others)?)
}

/// Checks that an archive can be restored into `data_dir`. Returns its manifest, and what would happen
/// to the files of pictures.
pub fn rehearse(archive: &Path, files: &FilesOf, data_dir: &Path) -> Result<(Manifest, PutBack)> {
    let unpacked = unpack_to_check(archive)?;
    let (plan, _) = files.plan(archive, &unpacked, &Media::of(data_dir))?;
    Ok((unpacked.manifest, plan.numbers()))
}

/// Puts those of these files back into a site that are not intact in it, but in the folder of pictures
/// of `backups`.
pub fn put_back(hashes: &[FileHash], backups: &Path, data_dir: &Path) -> Result<PutBack> {
    let (backup, site) = (Media::at(backups.join(DIRECTORY)), Media::of(data_dir));
    Plan::new(hashes, &backup, &site).carry_out(&backup, &site)
}

/// Puts a file in the place of the database, and preserves the replaced database with its write-ahead
/// log in a directory whose name begins with `kept_as`, which it returns. Before the new database is in
/// place, `keep` adds what else is to be preserved there.
pub fn replace(
    data_dir: &Path,
    database: TempPath,
    kept_as: &str,
    now: Timestamp,
    keep: impl FnOnce(&Path) -> Result<()>,
) -> Result<Option<PathBuf>> {
    let place = data_dir.join(DATABASE);
    let kept = if place.exists() {
        let directory = preserve(data_dir, kept_as, now)?;
        keep(&directory)?;
        Some(directory)
    } else {
        None
    };
    // SQLite would replay a leftover write-ahead log into the new database.
    for stale in [WAL, SHARED_MEMORY] {
        remove_if_exists(&data_dir.join(stale))?;
    }
    database.persist(&place).map_err(|failed| failed.error)?;
    sync_directory(data_dir)?;
    Ok(kept)
}

/// Copies the database of a site as it is, damage included, into a new directory, which it returns. No
/// other process may use the data directory.
pub fn keep_copy(data_dir: &Path, kept_as: &str, now: Timestamp) -> Result<PathBuf> {
    let directory = preserve(data_dir, kept_as, now)?;
    // A link would share later changes.
    let (place, kept) = (data_dir.join(DATABASE), directory.join(DATABASE));
    remove_if_exists(&kept)?;
    copy_file(&place, &kept)?;
    sync_directory(&directory)?;
    Ok(directory)
}

/// Links or copies the current database, with its write-ahead log if that cannot be merged, into a
/// new directory. Returns that directory.
fn preserve(data_dir: &Path, kept_as: &str, now: Timestamp) -> Result<PathBuf> {
    let directory = data_dir.join(format!("{kept_as}-{}", now.to_string().replace(':', "-")));
    create_private(&directory)?;
    let place = data_dir.join(DATABASE);
    // SQLite deletes the log of a database that it cannot read, so copy the log first.
    let (log, kept_log) = (data_dir.join(WAL), directory.join(WAL));
    if log.exists() {
        copy_file(&log, &kept_log)?;
    }
    // The log was merged into the database: the copy is not needed.
    if store::merge_wal(&place).unwrap_or(false) {
        remove_if_exists(&kept_log)?;
    }
    let kept = directory.join(DATABASE);
    fs::hard_link(&place, &kept).or_else(|_| copy_file(&place, &kept))?;
    sync_directory(&directory)?;
    sync_directory(data_dir)?;
    Ok(directory)
}
