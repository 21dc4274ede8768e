//! Drills: what was acknowledged comes back, and what is broken is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::clock::Clock;
use crate::db::Db;
use crate::live::Hub;

pub(super) const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

fn open(directory: &Path) -> Db {
    Db::open(directory, Clock::system(), Hub::default()).expect("the database opens")
}

fn note(db: &Db, text: String) {
    db.write_blocking(move |tx| {
        tx.quietly("a test");
        tx.execute("INSERT INTO login_delays VALUES (?1, 1, 0, 0)", [text])
    })
    .expect("the note is written");
}

fn notes(directory: &Path) -> i64 {
    let connection = Connection::open(directory.join(DATABASE)).expect("the database opens");
    connection.query_row("SELECT count(*) FROM login_delays", [], |row| row.get(0)).expect("a count")
}

/// A site with some notes, and its backup.
pub(super) fn backed_up(count: usize) -> (TempDir, PathBuf) {
    let site = TempDir::new().expect("a directory");
    let db = open(site.path());
    (0..count).for_each(|number| note(&db, number.to_string()));
    drop(db);
    let created = create(site.path(), &site.path().join("backups"), NOW).expect("a backup");
    (site, created.path)
}

/// What is in a directory beside the lock.
pub(super) fn content(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_was_acknowledged_before_a_backup_is_in_it() {
    let (site, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let db = Arc::new(open(site.path()));
    let (written, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (db, written, stop) = (db.clone(), written.clone(), stop.clone());
            std::thread::spawn(move || {
                for number in 0.. {
                    note(&db, format!("{writer} {number}"));
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
    let created = create(site.path(), &elsewhere.path().join("a.tar.zst"), NOW).expect("a backup beside writers");
    stop.store(true, Ordering::SeqCst);
    writers.into_iter().for_each(|writer| writer.join().expect("a writer"));
    assert!(created.manifest.rows["login_delays"] >= acknowledged as i64);

    let new = TempDir::new().unwrap();
    let restored = restore(&created.path, new.path(), NOW).expect("a restored site");
    assert_eq!((&restored.rows, restored.kept), (&created.manifest.rows, None));
    assert_eq!(notes(new.path()), created.manifest.rows["login_delays"]);
    note(&open(new.path()), "it goes on".to_owned());
}

#[test]
fn a_backup_is_for_its_owner_and_leaves_nothing_else() {
    let (site, archive) = backed_up(1);
    assert_eq!(content(&site.path().join("backups")), ["stoa-2026-11-21T00-00-00.000Z.tar.zst"]);
    #[cfg(unix)]
    {
        let mode = |path: &Path| std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions()) & 0o777;
        assert_eq!((mode(&archive), mode(archive.parent().unwrap())), (0o600, 0o700));
    }
    let again = create(site.path(), &archive, NOW).unwrap_err();
    assert!(matches!(again, BackupError::Io(_)), "another backup is not overwritten: {again}");
    assert_eq!(content(archive.parent().unwrap()).len(), 1);
    // That is known before a large site is read.
    let damaged = TempDir::new().unwrap();
    fs::write(damaged.path().join(DATABASE), "rubbish").unwrap();
    let at_once = create(damaged.path(), &archive, NOW).unwrap_err();
    assert!(matches!(&at_once, BackupError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists), "{at_once}");
    assert!(at_once.to_string().ends_with("/stoa-2026-11-21T00-00-00.000Z.tar.zst already"), "{at_once}");
    assert_eq!(list(archive.parent().unwrap()).unwrap()[0].manifest.as_ref().unwrap().rows["login_delays"], 1);
    let nowhere = TempDir::new().unwrap();
    assert!(matches!(create(nowhere.path(), nowhere.path(), NOW), Err(BackupError::NotFound(_))));
}

#[test]
fn what_is_broken_is_refused_and_changes_nothing() {
    let (site, archive) = backed_up(3);
    let sound = fs::read(&archive).unwrap();
    verify(&archive).expect("it is sound");
    let mut broken: Vec<Vec<u8>> = [0, 1, sound.len() / 2, sound.len() - 1].iter().map(|&length| sound[..length].to_vec()).collect();
    // Beyond the frame's header, in which not every bit means something.
    broken.extend((20..sound.len()).step_by(sound.len() / 40).map(|place| {
        let mut flipped = sound.clone();
        flipped[place] ^= 1;
        flipped
    }));
    broken.push(b"not a backup at all".to_vec());
    broken.push(zstd::encode_all(&b"neither this"[..], 3).unwrap());
    let before = content(site.path());
    for (number, bytes) in broken.iter().enumerate() {
        fs::write(&archive, bytes).unwrap();
        for refused in [verify(&archive).map(drop), restore(&archive, site.path(), NOW).map(drop)] {
            assert!(matches!(refused, Err(BackupError::Damaged(_) | BackupError::Io(_))), "damage {number}: {refused:?}");
        }
    }
    assert_eq!((content(site.path()), notes(site.path())), (before, 3));
    assert!(matches!(verify(&site.path().join("no.tar.zst")), Err(BackupError::NotFound(_))));
}

/// One that is small, and of which little is true, unpacks to no more than it says and there is room for.
#[test]
fn what_an_archive_unpacks_to_is_bounded() {
    const MUCH: u64 = 64 << 20;
    let directory = TempDir::new().unwrap();
    let archive = directory.path().join("bomb.tar.zst");
    // The database's length in the manifest and in the tar, what comes there, and what follows.
    let refusal = |says: u64, is: u64, comes: u64, follows: u64| {
        let (created_at, stoa, sha256) = (NOW.to_string(), String::new(), String::new());
        let manifest = Manifest { format: FORMAT, created_at, stoa, schema: 1, bytes: says, sha256, rows: BTreeMap::new() };
        let mut tar = tar::Builder::new(zstd::Encoder::new(File::create(&archive).unwrap(), LEVEL).unwrap());
        let text = serde_json::to_vec(&manifest).unwrap();
        append(&mut tar, MANIFEST, text.len() as u64, text.as_slice()).unwrap();
        append(&mut tar, DATABASE, is, io::repeat(0).take(comes)).unwrap();
        let mut end = tar.into_inner().unwrap();
        io::copy(&mut io::repeat(0).take(follows), &mut end).unwrap();
        end.finish().unwrap();
        assert!(fs::metadata(&archive).unwrap().len() < MUCH / 1_000);
        verify(&archive).unwrap_err().to_string()
    };
    assert_eq!(refusal(3, MUCH, MUCH, 0), "this is not a sound backup: its database is not as long as its manifest says");
    assert_eq!(refusal(3, 3, 3, MUCH), "this is not a sound backup: something follows its database");
    let temporary = std::env::temp_dir();
    let all = refusal(1 << 60, 1 << 60, MUCH, 0);
    assert!(all.starts_with(&format!("unpacked it takes 1152921504606846976 bytes, and {} has room for ", temporary.display())), "{all}");
    assert_eq!(refusal(3, 3, 3, 0), "this is not a sound backup: its database is not the one that was backed up");
}

/// An archive of a site's database after some SQL.
fn altered(sql: &str) -> (TempDir, PathBuf) {
    let (site, _) = backed_up(1);
    let database = site.path().join(DATABASE);
    Connection::open(&database).unwrap().execute_batch(sql).unwrap();
    let bytes = fs::metadata(&database).unwrap().len();
    let rows = store::inspect(&database).unwrap().rows;
    let sha256 = sha256(&database).unwrap();
    let manifest =
        Manifest { format: FORMAT, created_at: NOW.to_string(), stoa: String::new(), schema: db::newest_schema(), bytes, sha256, rows };
    let archive = site.path().join("altered.tar.zst");
    write_archive(&manifest, &database, &File::create(&archive).unwrap()).unwrap();
    (site, archive)
}

#[test]
fn what_is_foreign_newer_or_inconsistent_is_refused() {
    let still = "PRAGMA journal_mode = DELETE;";
    let refusal = |sql: &str| {
        let (_site, archive) = altered(&format!("{still} {sql}"));
        verify(&archive).map(drop)
    };
    refusal("").expect("what is not altered is sound");
    assert!(matches!(refusal("PRAGMA application_id = 1"), Err(BackupError::Damaged(_))));
    let newer = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'x', 'x', '0')";
    assert!(matches!(refusal(newer), Err(BackupError::Newer { theirs: 9999, .. })));
    let orphan = "PRAGMA foreign_keys = OFF; INSERT INTO stars VALUES (1, 2, 3)";
    assert!(matches!(refusal(orphan), Err(BackupError::Damaged(_))));
}

#[test]
fn the_site_that_was_there_is_kept_and_its_log_harms_nobody() {
    let (_other, archive) = backed_up(2);
    let site = TempDir::new().unwrap();
    // A killed server leaves its log behind, and in it what it has acknowledged.
    let running = open(site.path());
    (0..5).for_each(|number| note(&running, number.to_string()));
    let killed = TempDir::new().unwrap();
    for file in [DATABASE, "stoa.db-wal", "stoa.db-shm"] {
        fs::copy(site.path().join(file), killed.path().join(file)).unwrap();
    }
    assert!(fs::metadata(killed.path().join("stoa.db-wal")).unwrap().len() > 0);

    let restored = restore(&archive, killed.path(), NOW).expect("a restored site");
    assert_eq!(notes(killed.path()), 2);
    let kept = restored.kept.expect("what was there");
    assert_eq!(notes(&kept), 5);

    // And when it is beyond help.
    fs::write(killed.path().join(DATABASE), "rubbish").unwrap();
    fs::write(killed.path().join("stoa.db-wal"), "rubbish too").unwrap();
    let restored = restore(&archive, killed.path(), NOW.plus(std::time::Duration::from_secs(1))).expect("a restored site");
    assert_eq!(notes(killed.path()), 2);
    let kept = restored.kept.expect("what was there");
    assert_eq!(fs::read(kept.join(DATABASE)).unwrap(), b"rubbish");
    assert_eq!(fs::read(kept.join("stoa.db-wal")).unwrap(), b"rubbish too");
}

#[test]
fn what_a_kill_has_left_behind_is_swept_away_after_a_day() {
    let (site, _) = backed_up(1);
    let directory = site.path().join("backups");
    for (name, hours) in [(".stoa-unfinished-old", 25), (".stoa-unfinished-new", 23), (".stoa-data", 25), ("other-old", 25)] {
        let file = File::create(directory.join(name)).expect("a file");
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(hours * 3_600)).expect("a time");
    }
    create(site.path(), &directory, NOW.plus(Duration::from_secs(1))).expect("a backup");
    let left = content(&directory);
    assert_eq!(left[..3], [".stoa-data", ".stoa-unfinished-new", "other-old"]);
    assert_eq!(left.len(), 5);
}
