//! Tests with real databases: acknowledged writes survive a restore, and damaged archives are
//! rejected.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use rusqlite::Connection;
use tempfile::TempDir;

use super::archive::{DATABASE, FORMAT, LEVEL, MANIFEST, append, write_archive};
use super::files::sha256;
use super::{BackupError, FilesOf, Manifest, Place, Restored, create, list, store};
use crate::core::clock::{Clock, Timestamp};
use crate::core::error::Error;
use crate::platform::db::{self, Db};
use crate::platform::realtime::Hub;

pub(super) const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

fn open(directory: &Path) -> Db {
    Db::open(directory, Clock::system(), Hub::default()).expect("the database opens")
}

fn insert_row(db: &Db, text: String) {
    db.write_blocking(move |tx| {
        tx.without_event("a test");
        tx.execute("INSERT INTO login_throttles VALUES (?1, 1, 0, 0)", [text])
    })
    .expect("a written row");
}

fn count_rows(directory: &Path) -> i64 {
    let connection = Connection::open(directory.join(DATABASE)).expect("the database opens");
    connection
        .query_row("SELECT count(*) FROM login_throttles", [], |row| row.get(0))
        .expect("a count")
}

/// Creates a site with `count` rows, and its backup.
pub(super) fn site_with_backup(count: usize) -> (TempDir, PathBuf) {
    let site = TempDir::new().expect("a directory");
    let db = open(site.path());
    (0..count).for_each(|number| insert_row(&db, number.to_string()));
    drop(db);
    let created = create(
        site.path(),
        Place::Directory(&site.path().join("backups")),
        NOW,
    )
    .expect("a backup");
    (site, created.path)
}

/// Restores an archive with the files beside it.
pub(super) fn restore(
    archive: &Path,
    data_dir: &Path,
    now: Timestamp,
) -> Result<Restored, BackupError> {
    super::restore(archive, &FilesOf::default(), data_dir, now)
}

/// Verifies an archive with the files beside it.
pub(super) fn verify(archive: &Path) -> Result<Manifest, BackupError> {
    super::verify(archive, None)
}

/// Returns the sorted names of the files in a directory.
pub(super) fn file_names(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_backup_contains_every_row_acknowledged_before_it() {
    let (site, target) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let db = Arc::new(open(site.path()));
    let (written, stop) = (
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (db, written, stop) = (db.clone(), written.clone(), stop.clone());
            std::thread::spawn(move || {
                for number in 0.. {
                    insert_row(&db, format!("{writer} {number}"));
                    written.fetch_add(1, Ordering::SeqCst);
                    if stop.load(Ordering::SeqCst) {
                        return;
                    }
                }
            })
        })
        .collect();
    while written.load(Ordering::SeqCst) < 20 {
        std::thread::yield_now();
    }
    let acknowledged = written.load(Ordering::SeqCst);
    let created = create(
        site.path(),
        Place::File(&target.path().join("a.tar.zst")),
        NOW,
    )
    .expect("a backup beside writers");
    stop.store(true, Ordering::SeqCst);
    writers
        .into_iter()
        .for_each(|writer| writer.join().expect("a writer"));
    assert!(created.manifest.rows["login_throttles"] >= acknowledged as i64);

    let new = TempDir::new().unwrap();
    let restored = restore(&created.path, new.path(), NOW).expect("a restored site");
    assert_eq!(
        (&restored.rows, restored.kept),
        (&created.manifest.rows, None)
    );
    assert_eq!(
        count_rows(new.path()),
        created.manifest.rows["login_throttles"]
    );
    insert_row(&open(new.path()), "a later row".to_owned());
}

#[test]
fn a_backup_is_private_overwrites_nothing_and_leaves_no_temporary_files() {
    let (site, archive) = site_with_backup(1);
    assert_eq!(
        file_names(&site.path().join("backups")),
        ["stoa-2026-11-21T00-00-00.000Z.tar.zst"]
    );
    #[cfg(unix)]
    {
        let mode = |path: &Path| {
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions())
                & 0o777
        };
        assert_eq!(
            (mode(&archive), mode(archive.parent().unwrap())),
            (0o600, 0o700)
        );
    }
    let again = create(site.path(), Place::File(&archive), NOW).unwrap_err();
    assert!(
        matches!(again, BackupError::Io(_)),
        "an existing backup is not overwritten: {again}"
    );
    assert_eq!(file_names(archive.parent().unwrap()).len(), 1);
    // This fails before the database is read.
    let damaged = TempDir::new().unwrap();
    fs::write(damaged.path().join(DATABASE), "rubbish").unwrap();
    let early = create(damaged.path(), Place::File(&archive), NOW).unwrap_err();
    assert!(
        matches!(&early, BackupError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists),
        "{early}"
    );
    assert!(
        early
            .to_string()
            .ends_with("/stoa-2026-11-21T00-00-00.000Z.tar.zst already exists"),
        "{early}"
    );
    assert_eq!(
        list(archive.parent().unwrap()).unwrap()[0]
            .manifest
            .as_ref()
            .unwrap()
            .rows["login_throttles"],
        1
    );
    let nowhere = TempDir::new().unwrap();
    assert!(matches!(
        create(nowhere.path(), Place::Directory(nowhere.path()), NOW),
        Err(BackupError::NotFound(_))
    ));
}

#[test]
fn a_damaged_archive_is_rejected_and_changes_nothing() {
    let (site, archive) = site_with_backup(3);
    let sound = fs::read(&archive).unwrap();
    verify(&archive).expect("a sound archive");
    let mut broken: Vec<Vec<u8>> = [0, 1, sound.len() / 2, sound.len() - 1]
        .iter()
        .map(|&length| sound[..length].to_vec())
        .collect();
    // Some bits of a compressed stream have no meaning: flipping them is no damage.
    let content = zstd::decode_all(sound.as_slice()).unwrap();
    let flips = (0..sound.len()).step_by(sound.len() / 40).map(|place| {
        let mut flipped = sound.clone();
        flipped[place] ^= 1;
        flipped
    });
    broken.extend(flips.filter(|bytes| {
        zstd::decode_all(bytes.as_slice()).map_or(true, |decoded| decoded != content)
    }));
    assert!(broken.len() > 34, "{} damaged archives", broken.len());
    broken.push(b"not a backup at all".to_vec());
    broken.push(zstd::encode_all(&b"neither this"[..], 3).unwrap());
    let before = file_names(site.path());
    for (number, bytes) in broken.iter().enumerate() {
        fs::write(&archive, bytes).unwrap();
        for rejected in [
            verify(&archive).map(drop),
            restore(&archive, site.path(), NOW).map(drop),
        ] {
            assert!(
                matches!(rejected, Err(BackupError::Damaged(_) | BackupError::Io(_))),
                "damage {number}: {rejected:?}"
            );
        }
    }
    assert_eq!(
        (file_names(site.path()), count_rows(site.path())),
        (before, 3)
    );
    assert!(matches!(
        verify(&site.path().join("no.tar.zst")),
        Err(BackupError::NotFound(_))
    ));
}

/// A decompression bomb unpacks to no more than its manifest declares and the disk has room for.
#[test]
fn the_unpacked_size_of_an_archive_is_bounded() {
    const LARGE: u64 = 64 << 20;
    let directory = TempDir::new().unwrap();
    let archive = directory.path().join("bomb.tar.zst");
    // The database's size in the manifest and in the tar header, its real size, and the number of
    // bytes after the tar.
    let rejection = |declared: u64, header: u64, actual: u64, trailing: u64| {
        let (created_at, stoa, sha256) = (NOW.to_string(), String::new(), String::new());
        let manifest = Manifest {
            format: FORMAT,
            created_at,
            stoa,
            schema: 1,
            bytes: declared,
            sha256,
            rows: BTreeMap::new(),
            site: None,
            media: None,
        };
        let mut tar =
            tar::Builder::new(zstd::Encoder::new(File::create(&archive).unwrap(), LEVEL).unwrap());
        let text = serde_json::to_vec(&manifest).unwrap();
        append(&mut tar, MANIFEST, text.len() as u64, text.as_slice()).unwrap();
        append(&mut tar, DATABASE, header, io::repeat(0).take(actual)).unwrap();
        let mut end = tar.into_inner().unwrap();
        io::copy(&mut io::repeat(0).take(trailing), &mut end).unwrap();
        end.finish().unwrap();
        assert!(fs::metadata(&archive).unwrap().len() < LARGE / 1_000);
        verify(&archive).unwrap_err().to_string()
    };
    assert_eq!(
        rejection(3, LARGE, LARGE, 0),
        "this is not a sound backup: its database has another size than its manifest says"
    );
    assert_eq!(
        rejection(3, 3, 3, LARGE),
        "this is not a sound backup: it has content after its database"
    );
    let temporary = std::env::temp_dir();
    let all = rejection(1 << 60, 1 << 60, LARGE, 0);
    assert!(
        all.starts_with(&format!(
            "the archive unpacks to 1152921504606846976 bytes, but {} has only ",
            temporary.display()
        )),
        "{all}"
    );
    assert_eq!(
        rejection(3, 3, 3, 0),
        "this is not a sound backup: its database does not match its checksum"
    );
}

/// Creates an archive of a site's database after running some SQL on it.
fn altered_archive(sql: &str) -> (TempDir, PathBuf) {
    let (site, _) = site_with_backup(1);
    let database = site.path().join(DATABASE);
    Connection::open(&database)
        .unwrap()
        .execute_batch(sql)
        .unwrap();
    let bytes = fs::metadata(&database).unwrap().len();
    let rows = store::inspect(&database).unwrap().rows;
    let sha256 = sha256(&database).unwrap();
    let manifest = Manifest {
        format: FORMAT,
        created_at: NOW.to_string(),
        stoa: String::new(),
        schema: db::newest_schema(),
        bytes,
        sha256,
        rows,
        site: None,
        media: None,
    };
    let archive = site.path().join("altered.tar.zst");
    write_archive(&manifest, &[], &database, &File::create(&archive).unwrap()).unwrap();
    (site, archive)
}

#[test]
fn a_foreign_newer_unreleased_or_inconsistent_database_is_rejected() {
    let without_wal = "PRAGMA journal_mode = DELETE;";
    let rejection = |sql: &str| {
        let (_site, archive) = altered_archive(&format!("{without_wal} {sql}"));
        verify(&archive).map(drop)
    };
    rejection("").expect("an unaltered archive is sound");
    assert!(matches!(
        rejection("PRAGMA application_id = 1"),
        Err(BackupError::Damaged(_))
    ));
    let newer = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'x', 'x', '0')";
    assert!(matches!(
        rejection(newer),
        Err(BackupError::Newer { theirs: 9999, .. })
    ));
    let unreleased = "UPDATE refinery_schema_history SET checksum = '7'";
    assert!(matches!(
        rejection(unreleased),
        Err(BackupError::Database(Error::UnreleasedData(_)))
    ));
    let orphan = "PRAGMA foreign_keys = OFF; INSERT INTO stars VALUES (1, 2, 3)";
    assert!(matches!(rejection(orphan), Err(BackupError::Damaged(_))));
}

#[test]
fn a_restore_preserves_the_replaced_site_and_its_log() {
    let (_other, archive) = site_with_backup(2);
    let site = TempDir::new().unwrap();
    // A killed server leaves acknowledged writes in its write-ahead log.
    let running = open(site.path());
    (0..5).for_each(|number| insert_row(&running, number.to_string()));
    let killed = TempDir::new().unwrap();
    for file in [DATABASE, "stoa.db-wal", "stoa.db-shm"] {
        fs::copy(site.path().join(file), killed.path().join(file)).unwrap();
    }
    assert!(
        fs::metadata(killed.path().join("stoa.db-wal"))
            .unwrap()
            .len()
            > 0
    );

    let restored = restore(&archive, killed.path(), NOW).expect("a restored site");
    assert_eq!(count_rows(killed.path()), 2);
    let kept = restored.kept.expect("the replaced site");
    assert_eq!(count_rows(&kept), 5);

    // A database that SQLite cannot read is preserved as it is.
    fs::write(killed.path().join(DATABASE), "rubbish").unwrap();
    fs::write(killed.path().join("stoa.db-wal"), "rubbish too").unwrap();
    let restored = restore(
        &archive,
        killed.path(),
        NOW.plus(std::time::Duration::from_secs(1)),
    )
    .expect("a restored site");
    assert_eq!(count_rows(killed.path()), 2);
    let kept = restored.kept.expect("the replaced site");
    assert_eq!(fs::read(kept.join(DATABASE)).unwrap(), b"rubbish");
    assert_eq!(fs::read(kept.join("stoa.db-wal")).unwrap(), b"rubbish too");
}

#[test]
fn unfinished_files_of_killed_processes_are_removed_after_a_day() {
    let (site, _) = site_with_backup(1);
    let directory = site.path().join("backups");
    for (name, hours) in [
        (".stoa-unfinished-old", 25),
        (".stoa-unfinished-new", 23),
        (".stoa-data", 25),
        ("other-old", 25),
    ] {
        let file = File::create(directory.join(name)).expect("a file");
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(hours * 3_600))
            .expect("a time");
    }
    create(
        site.path(),
        Place::Directory(&directory),
        NOW.plus(Duration::from_secs(1)),
    )
    .expect("a backup");
    let left = file_names(&directory);
    assert_eq!(
        left[..3],
        [".stoa-data", ".stoa-unfinished-new", "other-old"]
    );
    assert_eq!(left.len(), 5);
}
