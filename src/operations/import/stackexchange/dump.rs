//! The files of a Stack Exchange data dump.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::answer;
use super::askbot;
use super::discourse;
use super::flat_file;
use super::nodebb;
use super::question2answer::{self, Details};
use super::tables::Tables;
use crate::core::error::{Error, Result};
use crate::features::pictures::files::{DIRECTORY, Media};
use crate::operations::import::error::ImportError;
use crate::operations::import::options::{Options, Progress};

/// A dump in a directory, or the tables of a site of another program, and the progress of reading it.
pub struct Dump {
    directory: PathBuf,
    /// The tables, which are read in place of files.
    pub(super) tables: Option<Tables>,
    /// What a row of the tables counts for in the progress, in bytes.
    pub(super) row_size: u64,
    /// Whether the site publishes its texts under licences that name their authors.
    pub(super) is_licensed: bool,
    /// The folder of the files of pictures.
    pictures: PathBuf,
    /// A temporary folder of these, which disappears with this value.
    _unpacked: Option<TempDir>,
    pub(super) host: String,
    pub(super) options: Options,
    pub(super) progress: Box<dyn FnMut(Progress) + Send>,
    done: u64,
    total: u64,
}

/// The files, and how often each is read.
const FILES: &[(&str, u64)] = &[
    ("Posts.xml", 3),
    ("Users.xml", 1),
    ("Tags.xml", 1),
    ("PostHistory.xml", 1),
    ("Comments.xml", 1),
    ("Votes.xml", 1),
    ("PostLinks.xml", 1),
    ("Badges.xml", 1),
];

impl Dump {
    /// Opens a dump, and checks that it has posts and users.
    pub fn open(directory: &Path, options: Options) -> Result<Self, ImportError> {
        let directory = directory.canonicalize().map_err(|error| {
            let name = directory.display();
            match error.kind() {
                io::ErrorKind::NotFound => {
                    ImportError::NotFound(format!("there is no directory {name}"))
                }
                kind => io::Error::new(kind, format!("cannot read {name}: {error}")).into(),
            }
        })?;
        let host = match &options.site {
            Some(site) => site.clone(),
            None => host(&directory.file_name().unwrap_or_default().to_string_lossy()),
        };
        let mut dump = Self {
            tables: None,
            row_size: 0,
            is_licensed: true,
            pictures: directory.join(DIRECTORY),
            _unpacked: None,
            directory,
            host: checked(&host)?,
            options,
            progress: Box::new(|_| ()),
            done: 0,
            total: 0,
        };
        for file in ["Posts.xml", "Users.xml"] {
            if dump.path(file).is_none() {
                return Err(ImportError::NotFound(format!(
                    "{} does not contain {file}: is it an unpacked dump?",
                    dump.directory.display()
                )));
            }
        }
        let size = |file: &str| {
            dump.path(file)
                .and_then(|path| path.metadata().ok())
                .map_or(0, |file| file.len())
        };
        // With a limit, users are read a second time, for the biographies of imported authors.
        let second_read = dump.options.limit.map_or(0, |_| size("Users.xml"));
        dump.total = FILES
            .iter()
            .map(|(file, times)| size(file) * times)
            .sum::<u64>()
            + second_read;
        Ok(dump)
    }

    /// Opens the database of a site of Apache Answer: a file of SQLite, or a dump with the times of this zone. `uploads` is the
    /// folder of what its users have uploaded.
    pub fn open_answer(
        file: &Path,
        time_zone: Option<&str>,
        uploads: Option<&Path>,
        options: Options,
        progress: impl FnMut(Progress),
    ) -> Result<Self, ImportError> {
        let tables = answer::open(file, time_zone, &mut reading(file, progress))?;
        let pictures = uploads.unwrap_or(Path::new("")).join("post");
        Self::of_tables(tables, file, pictures, options)
    }

    /// Reads the dump of the database of a site of Question2Answer. `blobs` is the folder of what its users have uploaded, if
    /// that is not in the database.
    pub fn open_question2answer(
        file: &Path,
        details: Details<'_>,
        blobs: Option<&Path>,
        options: Options,
        progress: impl FnMut(Progress),
    ) -> Result<Self, ImportError> {
        let tables = question2answer::open(file, details, &mut reading(file, progress))?;
        let pictures = blobs.unwrap_or(Path::new("")).to_owned();
        Self::of_tables(tables, file, pictures, options)
    }

    /// Reads the dump of the database of a site of Askbot. `everyone` is the name of its group of all users, if the dump does not
    /// say it, and `uploads` the folder of what they have uploaded.
    pub fn open_askbot(
        file: &Path,
        everyone: Option<&str>,
        uploads: Option<&Path>,
        options: Options,
        progress: impl FnMut(Progress),
    ) -> Result<Self, ImportError> {
        let tables = askbot::open(file, everyone, &mut reading(file, progress))?;
        let pictures = uploads.unwrap_or(Path::new("")).to_owned();
        Self::of_tables(tables, file, pictures, options)
    }

    /// Reads the dump of the database of a site of NodeBB. `all_topics`: also topics that are not marked as questions, although
    /// others are. `uploads` is the folder of what its users have uploaded.
    pub fn open_nodebb(
        file: &Path,
        all_topics: bool,
        uploads: Option<&Path>,
        options: Options,
        progress: impl FnMut(Progress),
    ) -> Result<Self, ImportError> {
        let tables = nodebb::open(file, all_topics, &mut reading(file, progress))?;
        let pictures = uploads.unwrap_or(Path::new("")).join("files");
        Self::of_tables(tables, file, pictures, options)
    }

    /// Reads a backup of a site of Discourse, or a dump of its database. `uploads` is the folder of what its users have uploaded, for
    /// a dump.
    pub fn open_discourse(
        file: &Path,
        uploads: Option<&Path>,
        options: Options,
        progress: impl FnMut(Progress),
    ) -> Result<Self, ImportError> {
        let site = discourse::open(file, &mut reading(file, progress))?;
        let unpacked = site.pictures.as_ref().map(TempDir::path);
        let pictures = uploads.or(unpacked).unwrap_or(Path::new("")).to_owned();
        Ok(Self {
            _unpacked: site.pictures,
            ..Self::of_tables(site.tables, file, pictures, options)?
        })
    }

    /// Reads a file of CSV or lines of JSON with a record for each post. `time_zone` is that of times without an offset.
    pub fn open_flat_file(
        file: &Path,
        time_zone: Option<&str>,
        options: Options,
        progress: impl FnMut(Progress),
    ) -> Result<Self, ImportError> {
        let host = checked(options.site.as_deref().unwrap_or_default())?;
        let tables = flat_file::open(file, &host, time_zone, &mut reading(file, progress))?;
        Self::of_tables(tables, file, PathBuf::new(), options)
    }

    fn of_tables(
        tables: Tables,
        file: &Path,
        pictures: PathBuf,
        options: Options,
    ) -> Result<Self, ImportError> {
        let host = options.site.clone().or_else(|| tables.host.clone());
        let mut rows = 0;
        for (file, times) in FILES {
            rows += tables.count(file)? * times;
        }
        let total = file.metadata()?.len();
        Ok(Self {
            is_licensed: false,
            pictures,
            _unpacked: None,
            directory: PathBuf::new(),
            host: checked(&host.unwrap_or_default())?,
            options,
            progress: Box::new(|_| ()),
            done: 0,
            total,
            row_size: total / rows.max(1),
            tables: Some(tables),
        })
    }

    /// Returns whether the dump has a file.
    pub(super) fn has(&self, file: &str) -> bool {
        match &self.tables {
            Some(tables) => tables.has(file),
            None => self.path(file).is_some(),
        }
    }

    /// Returns the path of a file, if the dump has it. The oldest dumps have names in lower case.
    pub(super) fn path(&self, file: &str) -> Option<PathBuf> {
        [
            self.directory.join(file),
            self.directory.join(file.to_ascii_lowercase()),
        ]
        .into_iter()
        .find(|path| path.is_file())
    }

    /// Sets where the files of pictures are stored.
    pub fn with_pictures_in(mut self, media: Media) -> Self {
        self.options.media = Some(media);
        self
    }

    /// Returns whether the dump has files of pictures, and there is a place for them.
    pub(super) fn has_pictures(&self) -> bool {
        self.options.media.is_some() && self.pictures.is_dir()
    }

    /// Returns the path of a file of a picture, if the dump has it. `path` is a path without dots that lead elsewhere.
    pub(super) fn picture(&self, path: &str) -> Option<PathBuf> {
        let path = self.pictures.join(path);
        path.is_file().then_some(path)
    }

    /// Returns where the files of pictures are stored. A dry run stores none.
    pub(super) fn media(&self) -> Option<&Media> {
        let media = self.options.media.as_ref();
        media.filter(|_| !self.options.dry_run)
    }

    /// Returns the names of the XML files that are not read.
    pub(super) fn unknown_files(&self) -> io::Result<Vec<String>> {
        let names = fs::read_dir(&self.directory)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect::<io::Result<Vec<_>>>()?;
        let is_unknown = |name: &String| {
            let name = name.to_ascii_lowercase();
            name.ends_with(".xml")
                && FILES
                    .iter()
                    .all(|(known, _)| known.to_ascii_lowercase() != name)
        };
        Ok(names.into_iter().filter(is_unknown).collect())
    }

    /// Reports progress.
    pub(super) fn advance(&mut self, step: &'static str, bytes: u64) {
        self.done += bytes;
        (self.progress)(Progress {
            step,
            done: self.done,
            total: self.total,
        });
    }
}

/// Returns what reports the progress of reading a dump of a database.
fn reading(file: &Path, mut progress: impl FnMut(Progress)) -> impl FnMut(u64) {
    let total = file.metadata().map_or(0, |file| file.len());
    move |done| {
        progress(Progress {
            step: "dump",
            done,
            total,
        });
    }
}

/// Returns a host name in lower case.
fn checked(host: &str) -> Result<String, ImportError> {
    let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'/');
    if host.is_empty() || !host.bytes().all(is_allowed) {
        let message = format!("{host:?} is not a host name: name the site of the dump with --site");
        return Err(Error::internal(message).into());
    }
    Ok(host.to_ascii_lowercase())
}

/// Derives the host name of a site from the name of its dump directory.
fn host(directory: &str) -> String {
    if directory.contains('.') {
        return directory.to_owned();
    }
    match directory.strip_suffix("-meta") {
        Some(site) => format!("{site}.meta.stackexchange.com"),
        None => format!("{directory}.stackexchange.com"),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn the_host_is_derived_from_the_directory() {
        assert_eq!(host("cardano"), "cardano.stackexchange.com");
        assert_eq!(host("bicycles-meta"), "bicycles.meta.stackexchange.com");
        assert_eq!(host("stackoverflow.com"), "stackoverflow.com");
    }
}
