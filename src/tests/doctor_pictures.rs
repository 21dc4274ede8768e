//! The doctor finds and repairs what is wrong with the files of pictures.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::core::clock::{Clock, Timestamp};
use crate::core::config::Config;
use crate::features::pictures::files::{FileHash, Media};
use crate::operations::backup::{self, Place};
use crate::operations::doctor::{DoctorContext, Finding, RepairOutcome, Status};
use crate::platform::db::Db;
use crate::platform::realtime::Hub;

const DAY: Duration = Duration::from_secs(86_400);

/// A site with a member, and its configuration.
struct Site {
    directory: TempDir,
    config: Config,
}

impl Site {
    fn new() -> Self {
        let directory = TempDir::new().expect("a directory");
        drop(Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database"));
        let mut config = Config::default();
        config.data.dir = directory.path().to_owned();
        let site = Self { directory, config };
        site.sql(
            "INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ann', 'ann', 0)",
        );
        site
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn media(&self) -> Media {
        Media::of(self.path())
    }

    fn sql(&self, sql: &str) {
        super::doctor::sql(self.path(), sql);
    }

    /// Adds a picture.
    fn add(&self, bytes: &[u8]) -> FileHash {
        let hash = self.media().put(bytes).expect("stored");
        let length = bytes.len();
        self.sql(&format!(
            "INSERT INTO media_files (hash, bytes) VALUES ('{hash}', {length});
             INSERT INTO pictures (owner_id, file, type, width, height, bytes) VALUES (1, '{hash}', 'image/png', 1, 1, {length})"
        ));
        hash
    }

    /// Adds a file that no row names, as a process does that is killed before its transaction.
    fn leave(&self, bytes: &[u8]) -> FileHash {
        self.media().put(bytes).expect("stored")
    }

    /// The doctor some time from now.
    fn doctor(&self, later: Duration) -> DoctorContext<'_> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = now.expect("a time after 1970") + later;
        DoctorContext {
            config: &self.config,
            data_dir: self.path().to_owned(),
            now: Timestamp::from_millis(now.as_millis() as i64),
            is_locked: true,
        }
    }

    fn look(&self, later: Duration) -> Finding {
        self.doctor(later)
            .inspect(&["pictures".to_owned()])
            .remove(0)
    }

    fn repair(&self, later: Duration) -> RepairOutcome {
        let doctor = self.doctor(later);
        let findings = doctor.inspect(&["pictures".to_owned()]);
        doctor.repair(&findings, None).expect("repaired")
    }
}

#[test]
fn intact_files_are_sound() {
    let site = Site::new();
    assert_eq!(site.look(DAY * 2).status, Status::Ok);
    site.add(b"one");
    let found = site.look(DAY * 2);
    assert_eq!(
        (found.status, found.message.as_str()),
        (Status::Ok, "1 files of pictures are intact")
    );
}

#[test]
fn missing_and_damaged_files_are_found_and_come_back_from_the_backups() {
    let site = Site::new();
    let [missing, damaged, lost] = [&b"one"[..], b"two", b"three"].map(|bytes| site.add(bytes));
    backup::create(
        site.path(),
        Place::Directory(&backup::directory(&site.config)),
        Timestamp::from_millis(1),
    )
    .expect("a backup");
    // A damaged link would damage the backup too.
    let replace = |media: &Media, hash: &FileHash| {
        media.remove(hash).expect("removed");
        fs::write(media.path(hash), "other").expect("damaged");
    };
    site.media().remove(&missing).expect("removed");
    replace(&site.media(), &damaged);
    replace(&site.media(), &lost);
    replace(
        &Media::at(backup::directory(&site.config).join("media")),
        &lost,
    );

    let found = site.look(Duration::ZERO);
    assert_eq!(found.status, Status::Error);
    assert_eq!(
        found.message,
        "files of pictures are missing (1) or damaged (2)"
    );
    for line in [format!("missing: {missing}"), format!("damaged: {lost}")] {
        assert!(found.details.contains(&line), "{:?}", found.details);
    }
    let kept = site.repair(Duration::ZERO);
    assert_eq!((kept.files.put_back, kept.files.removed), (2, 0));
    let found = site.look(Duration::ZERO);
    assert_eq!(found.details, [format!("damaged: {lost}")]);
    assert!(site.media().is_intact(&missing).expect("read"));
}

#[test]
fn files_of_no_picture_are_removed_after_a_day() {
    let site = Site::new();
    let used = site.add(b"one");
    let left = site.leave(b"two");
    assert_eq!(
        site.look(Duration::ZERO).status,
        Status::Ok,
        "it may be in an upload"
    );
    assert_eq!(site.repair(Duration::ZERO).files.removed, 0);
    let found = site.look(DAY * 2);
    assert_eq!(found.status, Status::Warn);
    assert_eq!(found.details, [format!("of no picture: {left}")]);
    assert_eq!(site.repair(DAY * 2).files.removed, 1);
    assert_eq!(site.look(DAY * 2).status, Status::Ok);
    assert!(site.media().is_intact(&used).expect("read"));
}

#[test]
fn no_file_is_removed_beside_a_damaged_database() {
    let site = Site::new();
    let left = site.leave(b"two");
    let database = site.path().join("stoa.db");
    let bytes = fs::read(&database).expect("read");
    fs::write(&database, &bytes[..bytes.len() / 2]).expect("cut off");
    let _ = fs::remove_file(site.path().join("stoa.db-wal"));
    assert_eq!(site.repair(DAY * 2).files.removed, 0);
    assert!(site.media().is_intact(&left).expect("read"));
}
