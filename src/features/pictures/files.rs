//! A directory of files by content: `ab/<hash>`, where the hash is the SHA-256 of the file's bytes and
//! `ab` are its first two digits. Two files with the same bytes are one.
//!
//! A file is complete and on the disk before it has its name. It never changes.

use std::fmt::{self, Write as _};
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write as _};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::platform::db::files::sync_directory;

/// The name of the directory in the data directory.
pub const DIRECTORY: &str = "media";
/// The name of its directory for unfinished files.
const INCOMING: &str = "incoming";

/// The SHA-256 of a file's bytes: 64 hexadecimal digits in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileHash(String);

impl FileHash {
    /// Returns the hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self::from_digest(&Sha256::digest(bytes))
    }

    /// Returns the hash of what a reader returns, read in small parts.
    pub fn of_reader(mut reader: impl Read) -> io::Result<Self> {
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match reader.read(&mut buffer)? {
                0 => return Ok(Self::from_digest(&hasher.finalize())),
                count => hasher.update(&buffer[..count]),
            }
        }
    }

    fn from_digest(digest: &[u8]) -> Self {
        let mut text = String::with_capacity(64);
        for byte in digest {
            let _ = write!(text, "{byte:02x}");
        }
        Self(text)
    }

    /// Returns the digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for FileHash {
    type Err = io::Error;

    /// Fails with [`io::ErrorKind::InvalidData`] for other texts.
    fn from_str(text: &str) -> io::Result<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(is_digit) {
            Ok(Self(text.to_owned()))
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

/// A file in the directory.
#[derive(Clone, Debug)]
pub struct StoredFile {
    pub hash: FileHash,
    pub bytes: u64,
    /// When the file was last stored.
    pub modified: SystemTime,
}

/// A directory of files by content.
#[derive(Clone, Debug)]
pub struct Media {
    directory: PathBuf,
}

impl Media {
    /// Returns the directory `media` of a data directory. Creates nothing.
    pub fn of(data_dir: &Path) -> Self {
        Self::at(data_dir.join(DIRECTORY))
    }

    /// Returns a directory of files by content at any place. Creates nothing.
    pub fn at(directory: PathBuf) -> Self {
        Self { directory }
    }

    /// Removes unfinished files that an earlier process has left behind. To be called before the first
    /// [`Media::put`], by the process that owns the directory.
    pub fn clear_incoming(&self) -> io::Result<()> {
        match fs::remove_dir_all(self.directory.join(INCOMING)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns the directory itself.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the path of a file, whether or not it exists.
    pub fn path(&self, hash: &FileHash) -> PathBuf {
        self.directory.join(&hash.0[..2]).join(&hash.0)
    }

    /// Stores bytes, so that they survive a power cut, and returns their hash. A file with the same hash
    /// is replaced, which also repairs it and makes it look new to those who remove old files.
    pub fn put(&self, bytes: &[u8]) -> io::Result<FileHash> {
        self.put_holding(&Mutex::new(()), bytes)
    }

    /// Does the same, and holds a lock while the file gets its place, but not while it is synced.
    pub(super) fn put_holding(&self, lock: &Mutex<()>, bytes: &[u8]) -> io::Result<FileHash> {
        let hash = FileHash::of(bytes);
        let incoming = self.directory.join(INCOMING);
        create_directory(&incoming)?;
        // It has mode 0600, and is removed again if a step fails.
        let mut file = tempfile::NamedTempFile::new_in(&incoming)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        let path = self.path(&hash);
        let folder = path.parent().unwrap_or(&self.directory);
        create_directory(folder)?;
        {
            let _guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
            file.persist(&path)?;
        }
        sync_directory(folder)?;
        Ok(hash)
    }

    /// Creates an unnamed file for bytes that may not be stored in the end. Nothing
    /// remains of it when it is dropped or the process dies.
    pub fn temporary(&self) -> io::Result<File> {
        let incoming = self.directory.join(INCOMING);
        create_directory(&incoming)?;
        tempfile::tempfile_in(incoming)
    }

    /// Returns a file, or `None` if it does not exist.
    pub fn stored(&self, hash: &FileHash) -> io::Result<Option<StoredFile>> {
        let metadata = match fs::symlink_metadata(self.path(hash)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            metadata => metadata?,
        };
        Ok(Some(StoredFile {
            hash: hash.clone(),
            bytes: metadata.len(),
            modified: metadata.modified()?,
        }))
    }

    /// Opens a file to read it.
    pub fn open(&self, hash: &FileHash) -> io::Result<File> {
        File::open(self.path(hash))
    }

    /// Returns whether the bytes of a file have its hash. Fails if it cannot be read.
    pub fn is_intact(&self, hash: &FileHash) -> io::Result<bool> {
        Ok(FileHash::of_reader(self.open(hash)?)? == *hash)
    }

    /// Removes a file, and succeeds if it does not exist.
    pub fn remove(&self, hash: &FileHash) -> io::Result<()> {
        match fs::remove_file(self.path(hash)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns all files, those of one of its 256 folders at a time. Ignores everything that has not the
    /// name and the place of such a file.
    pub fn list(&self) -> impl Iterator<Item = io::Result<StoredFile>> {
        (0..=u8::MAX).flat_map(|folder| match self.list_folder(folder) {
            Ok(files) => files.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// Returns the files of one folder, whose name is this number in hexadecimal.
    pub fn list_folder(&self, folder: u8) -> io::Result<Vec<StoredFile>> {
        let entries = match fs::read_dir(self.directory.join(format!("{folder:02x}"))) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let Some(Ok(hash)) = name.to_str().map(FileHash::from_str) else {
                continue;
            };
            let metadata = match entry.metadata() {
                // It was removed meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                metadata => metadata?,
            };
            if metadata.is_file() && self.path(&hash) == entry.path() {
                files.push(StoredFile {
                    hash,
                    bytes: metadata.len(),
                    modified: metadata.modified()?,
                });
            }
        }
        files.sort_by(|a, b| a.hash.cmp(&b.hash));
        Ok(files)
    }
}

/// Creates a directory and its parents with mode 0700, so that they survive a power cut, unless it
/// exists.
fn create_directory(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent {
        create_directory(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    parent.map_or(Ok(()), sync_directory)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use tempfile::TempDir;

    use super::*;

    /// The SHA-256 of `abc`.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn media() -> (TempDir, Media) {
        let directory = TempDir::new().expect("a directory");
        let media = Media::of(directory.path());
        (directory, media)
    }

    #[test]
    fn a_file_has_the_name_of_its_bytes_and_is_private() {
        let (directory, media) = media();
        let hash = media.put(b"abc").expect("stored");
        assert_eq!(hash.as_str(), ABC);
        let path = directory.path().join("media/ba").join(ABC);
        assert_eq!(fs::read(&path).expect("the file"), b"abc");
        let mode = |path: &Path| path.metadata().expect("it exists").permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(path.parent().expect("a folder")), 0o700);
        assert_eq!(mode(media.directory()), 0o700);
        let incoming = fs::read_dir(media.directory().join(INCOMING)).expect("a folder");
        assert_eq!(incoming.count(), 0);
    }

    #[test]
    fn the_same_bytes_are_one_file_which_storing_them_repairs() {
        let (_directory, media) = media();
        let hash = media.put(b"abc").expect("stored");
        fs::write(media.path(&hash), b"abd").expect("damaged");
        assert!(!media.is_intact(&hash).expect("readable"));
        assert_eq!(media.put(b"abc").expect("stored again"), hash);
        assert!(media.is_intact(&hash).expect("readable"));
        assert_eq!(media.list().count(), 1);
    }

    #[test]
    fn the_list_has_all_files_and_nothing_else() {
        let (_directory, media) = media();
        assert_eq!(media.list().count(), 0);
        let mut stored = [b"a", b"b", b"c"].map(|bytes| media.put(bytes).expect("stored"));
        stored.sort();
        fs::write(media.directory().join(INCOMING).join(ABC), b"x").expect("an unfinished file");
        let folder = media.path(&stored[0]).with_file_name("notes.txt");
        fs::write(folder, b"x").expect("a foreign file");
        fs::write(media.path(&stored[0]).with_file_name("0".repeat(64)), b"x")
            .expect("a wrong place");
        let listed: Vec<_> = media
            .list()
            .map(|file| file.expect("readable").hash)
            .collect();
        assert_eq!(listed, stored);
    }

    #[test]
    fn a_removed_file_is_gone_and_removing_it_again_succeeds() {
        let (_directory, media) = media();
        let hash = media.put(b"abc").expect("stored");
        for _ in 0..2 {
            media.remove(&hash).expect("removed");
            assert!(media.open(&hash).is_err() && media.list().count() == 0);
        }
    }

    #[test]
    fn unfinished_files_of_an_earlier_process_are_removed() {
        let (_directory, media) = media();
        media.clear_incoming().expect("nothing to remove");
        let hash = media.put(b"abc").expect("stored");
        fs::write(media.directory().join(INCOMING).join("x"), b"x").expect("an unfinished file");
        media.clear_incoming().expect("removed");
        assert!(!media.directory().join(INCOMING).exists() && media.is_intact(&hash).unwrap());
    }

    #[test]
    fn only_64_digits_are_a_hash() {
        assert!(ABC.parse::<FileHash>().is_ok());
        for text in [
            "",
            "ba",
            "../../../etc/passwd",
            &ABC.to_uppercase(),
            &ABC.replace('b', "g"),
        ] {
            assert!(text.parse::<FileHash>().is_err(), "{text}");
        }
    }
}
