//! Tests with real files and archives.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::Connection;
use tempfile::TempDir;

use super::Folder;
use super::list::{LIST, read_list, size_of_list, write_list};
use crate::core::clock::Timestamp;
use crate::features::pictures::files::{FileHash, Media};
use crate::operations::backup::archive::{DATABASE, MANIFEST, append, write_archive};
use crate::operations::backup::expiry::{Pruned, Pruning};
use crate::operations::backup::retention::Retention;
use crate::operations::backup::tests::{NOW, restore, site_with_backup, verify};
use crate::operations::backup::{
    BackupError, Created, FilesOf, Manifest, Place, PutBack, create, rehearse,
};

/// Creates a site with pictures of these bytes, which their owner uses, and no backup.
fn site_with(pictures: &[&[u8]]) -> (TempDir, Vec<FileHash>) {
    let (site, archive) = site_with_backup(1);
    fs::remove_dir_all(archive.parent().expect("a directory")).expect("removed");
    execute(
        site.path(),
        "INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ann', 'ann', 0)",
    );
    let hashes = pictures.iter().map(|bytes| add(site.path(), bytes));
    let hashes = hashes.collect();
    (site, hashes)
}

fn execute(site: &Path, sql: &str) {
    Connection::open(site.join(DATABASE))
        .and_then(|connection| connection.execute_batch(sql))
        .expect("the statements run");
}

/// Adds a picture to a site.
fn add(site: &Path, bytes: &[u8]) -> FileHash {
    let hash = Media::of(site).put(bytes).expect("stored");
    let length = bytes.len();
    execute(
        site,
        &format!(
            "INSERT INTO media_files (hash, bytes) VALUES ('{hash}', {length});
             INSERT INTO pictures (owner_id, file, type, width, height, bytes) VALUES (1, '{hash}', 'image/png', 1, 1, {length})"
        ),
    );
    hash
}

/// Removes a picture as the server does: the row, and then the file.
fn remove(site: &Path, hash: &FileHash) {
    execute(
        site,
        &format!(
            "DELETE FROM pictures WHERE file = '{hash}'; DELETE FROM media_files WHERE hash = '{hash}'"
        ),
    );
    Media::of(site).remove(hash).expect("removed");
}

fn backups(site: &Path) -> PathBuf {
    site.join("backups")
}

/// Backs a site up, some hours after the first time.
fn back_up(site: &Path, hours: u64) -> Created {
    let now = NOW.plus(Duration::from_secs(hours * 3_600));
    create(site, Place::Directory(&backups(site)), now).expect("a backup")
}

fn backup_media(site: &Path) -> Media {
    Folder::beside(&backups(site)).media().clone()
}

fn names(media: &Media) -> Vec<FileHash> {
    let mut names: Vec<_> = Folder::at(media)
        .names()
        .expect("names")
        .into_iter()
        .collect();
    names.sort();
    names
}

fn sorted(mut hashes: Vec<FileHash>) -> Vec<FileHash> {
    hashes.sort();
    hashes
}

/// Keeps one backup, two days from now: the files were added more than a day ago.
fn prune(directory: &Path, dry_run: bool) -> Pruned {
    let retention = Retention {
        last: 1,
        ..Retention::default()
    };
    let pruning = Pruning {
        dry_run,
        ..Pruning::default()
    };
    retention
        .prune(directory, in_two_days(), pruning)
        .expect("pruned")
}

fn in_two_days() -> Timestamp {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let later = now.expect("a time after 1970") + Duration::from_secs(2 * 86_400);
    Timestamp::from_millis(later.as_millis() as i64).max(NOW.plus(Duration::from_secs(86_400)))
}

#[test]
fn a_backup_links_the_files_of_pictures_and_each_only_once() {
    let (site, mut hashes) = site_with(&[b"one", b"two"]);
    let created = back_up(site.path(), 0);
    let summary = created.manifest.media.expect("pictures");
    assert_eq!((summary.files, summary.bytes, summary.missing), (2, 6, 0));
    assert!(created.lost.is_empty());
    let media = backup_media(site.path());
    assert_eq!(names(&media), sorted(hashes.clone()));
    let inode = |media: &Media| fs::metadata(media.path(&hashes[0])).expect("a file").ino();
    assert_eq!(inode(&media), inode(&Media::of(site.path())));

    // What is in the backup already is not read again: it stays as it is.
    fs::remove_file(media.path(&hashes[0])).expect("removed");
    fs::write(media.path(&hashes[0]), "other").expect("changed");
    hashes.push(add(site.path(), b"three"));
    let second = back_up(site.path(), 1);
    assert_eq!(second.manifest.media.expect("pictures").files, 3);
    assert_eq!(names(&media), sorted(hashes.clone()));
    assert_eq!(fs::read(media.path(&hashes[0])).expect("read"), b"other");
    assert!(matches!(
        verify(&second.path),
        Err(BackupError::Files { missing, damaged, .. }) if missing.is_empty() && damaged == hashes[..1]
    ));
}

#[test]
fn a_backup_without_pictures_is_as_before() {
    let (site, _) = site_with(&[]);
    let created = back_up(site.path(), 0);
    assert_eq!((created.manifest.format, created.manifest.media), (1, None));
    assert!(!backup_media(site.path()).directory().exists());
    assert_eq!(verify(&created.path).expect("sound"), created.manifest);
    let new = TempDir::new().expect("a directory");
    let restored = restore(&created.path, new.path(), NOW).expect("restored");
    assert_eq!(restored.media, PutBack::default());
    assert!(!new.path().join("media").exists());
}

#[test]
fn an_archive_from_before_pictures_can_be_verified_and_restored() {
    let (site, _) = site_with(&[]);
    execute(
        site.path(),
        "DROP TABLE picture_uses; DROP TABLE pictures; DROP TABLE media_files; PRAGMA journal_mode = DELETE",
    );
    let created = back_up(site.path(), 0);
    let json = serde_json::to_string(&created.manifest).expect("JSON");
    assert!(!json.contains("media\":"), "{json}");
    verify(&created.path).expect("sound");
    let new = TempDir::new().expect("a directory");
    restore(&created.path, new.path(), NOW).expect("restored");
}

#[test]
fn verify_finds_missing_and_damaged_files() {
    let (site, hashes) = site_with(&[b"one", b"two", b"three"]);
    let created = back_up(site.path(), 0);
    verify(&created.path).expect("sound");
    let media = backup_media(site.path());
    fs::remove_file(media.path(&hashes[0])).expect("removed");
    fs::remove_file(media.path(&hashes[1])).expect("removed");
    fs::write(media.path(&hashes[1]), "tw0").expect("damaged");
    let Err(error) = verify(&created.path) else {
        panic!("the files are not those of the backup")
    };
    let text = error.to_string();
    for part in [
        "missing: 1 (",
        hashes[0].as_str(),
        "damaged: 1 (",
        hashes[1].as_str(),
    ] {
        assert!(text.contains(part), "{text}");
    }
    // The same files elsewhere are as good.
    crate::operations::backup::verify(&created.path, Some(Media::of(site.path()).directory()))
        .expect("sound");
}

#[test]
fn a_restore_on_a_new_machine_needs_only_the_directory_of_backups() {
    let (site, hashes) = site_with(&[b"one", b"two"]);
    let created = back_up(site.path(), 0);
    let name = created.path.file_name().expect("a name").to_owned();
    let machine = TempDir::new().expect("a directory");
    let copied = machine.path().join("copied");
    copy(&backups(site.path()), &copied);
    drop(site);
    let new = machine.path().join("site");
    fs::create_dir(&new).expect("a directory");
    let restored = restore(&copied.join(name), &new, NOW).expect("restored");
    assert_eq!(
        restored.media,
        PutBack {
            kept: 0,
            restored: 2,
            missing: 0
        }
    );
    let media = Media::of(&new);
    assert_eq!(names(&media), sorted(hashes.clone()));
    assert!(
        hashes
            .iter()
            .all(|hash| media.is_intact(hash).expect("read"))
    );
}

/// Copies a directory.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
}

#[test]
fn a_restore_puts_back_what_is_missing_or_damaged_and_keeps_the_rest() {
    let (site, hashes) = site_with(&[b"one", b"two", b"three"]);
    let created = back_up(site.path(), 0);
    let media = Media::of(site.path());
    let later = add(site.path(), b"later");
    media.remove(&hashes[0]).expect("removed");
    media.remove(&hashes[1]).expect("removed");
    fs::write(media.path(&hashes[1]), "tw0").expect("damaged");
    let expected = PutBack {
        kept: 1,
        restored: 2,
        missing: 0,
    };
    let (_, planned) =
        rehearse(&created.path, &FilesOf::default(), site.path()).expect("a rehearsal");
    assert_eq!(planned, expected);
    assert!(
        !media.path(&hashes[0]).exists(),
        "a rehearsal changes nothing"
    );
    let restored = restore(&created.path, site.path(), NOW).expect("restored");
    assert_eq!(restored.media, expected);
    // The server is going to remove what the restored site does not name.
    let kept = Media::of(&restored.kept.expect("the replaced site"));
    assert_eq!(names(&kept), std::slice::from_ref(&later));
    for hash in hashes.iter().chain([&later]) {
        assert!(media.is_intact(hash).expect("read"), "{hash}");
    }
}

#[test]
fn a_restore_without_all_files_needs_a_decision() {
    let (site, hashes) = site_with(&[b"one", b"two"]);
    let created = back_up(site.path(), 0);
    backup_media(site.path())
        .remove(&hashes[0])
        .expect("removed");
    let new = TempDir::new().expect("a directory");
    let refused = restore(&created.path, new.path(), NOW);
    assert!(
        matches!(refused, Err(BackupError::Files { .. })),
        "{refused:?}"
    );
    assert!(!new.path().join(DATABASE).exists(), "nothing was swapped");
    let files = FilesOf {
        without_missing: true,
        ..FilesOf::default()
    };
    let restored = crate::operations::backup::restore(&created.path, &files, new.path(), NOW)
        .expect("restored");
    assert_eq!(
        restored.media,
        PutBack {
            kept: 0,
            restored: 1,
            missing: 1
        }
    );
}

#[test]
fn a_backup_of_a_site_that_has_lost_files_has_everything_else() {
    let (site, hashes) = site_with(&[b"one", b"two", b"three"]);
    let media = Media::of(site.path());
    media.remove(&hashes[0]).expect("removed");
    fs::write(media.path(&hashes[1]), "tw0").expect("damaged");
    let created = back_up(site.path(), 0);
    assert_eq!(sorted(created.lost), sorted(hashes[..2].to_vec()));
    let summary = created.manifest.media.expect("pictures");
    assert_eq!((summary.files, summary.bytes, summary.missing), (1, 5, 2));
    assert_eq!(names(&backup_media(site.path())), hashes[2..]);
    verify(&created.path).expect("what it names is there");
    // A file that is going to be removed is no loss.
    execute(site.path(), "UPDATE media_files SET unused_since = 0");
    assert!(back_up(site.path(), 1).lost.is_empty());
}

/// As on a full disk: a file cannot be added.
#[test]
fn a_backup_that_cannot_add_a_file_leaves_no_archive_and_the_next_one_goes_on() {
    let (site, hashes) = site_with(&[b"one", b"two"]);
    let media = backup_media(site.path());
    let folder = media.path(&hashes[1]);
    let folder = folder.parent().expect("a folder");
    fs::create_dir_all(media.directory()).expect("a folder");
    fs::write(folder, "in the way").expect("a file");
    let failed = create(site.path(), Place::Directory(&backups(site.path())), NOW);
    assert!(matches!(failed, Err(BackupError::Io(_))), "{failed:?}");
    let left: Vec<_> = fs::read_dir(backups(site.path()))
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left, ["media"], "no archive, and nothing unfinished");
    fs::remove_file(folder).expect("removed");
    verify(&back_up(site.path(), 1).path).expect("sound");
}

#[test]
fn pruning_removes_the_files_that_no_remaining_archive_names() {
    let (site, hashes) = site_with(&[b"one", b"two"]);
    back_up(site.path(), 0);
    remove(site.path(), &hashes[0]);
    back_up(site.path(), 1);
    let media = backup_media(site.path());
    assert_eq!(names(&media).len(), 2);

    let rehearsed = prune(&backups(site.path()), true);
    assert_eq!((rehearsed.removed.len(), rehearsed.files.removed), (1, 1));
    assert_eq!(names(&media).len(), 2, "a dry run removes nothing");
    let pruned = prune(&backups(site.path()), false);
    assert_eq!((pruned.removed.len(), pruned.files.removed), (1, 1));
    assert_eq!(names(&media), hashes[1..]);
    assert!(Media::of(site.path()).is_intact(&hashes[1]).expect("read"));
    assert_eq!(prune(&backups(site.path()), false).files.removed, 0);
}

#[test]
fn files_that_were_just_added_are_not_removed() {
    let (site, _) = site_with(&[b"one"]);
    back_up(site.path(), 0);
    let media = backup_media(site.path());
    // An operator copies another site's backups here: its files first.
    let copied = media.put(b"copied").expect("stored");
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = Timestamp::from_millis(now.expect("a time").as_millis() as i64);
    let pruned = super::prune(&backups(site.path()), now, &[], false).expect("pruned");
    assert_eq!(pruned.removed, 0);
    assert!(media.is_intact(&copied).expect("read"));
}

#[test]
fn an_archive_that_cannot_be_read_keeps_all_files() {
    let (site, hashes) = site_with(&[b"one"]);
    let first = back_up(site.path(), 0);
    remove(site.path(), &hashes[0]);
    add(site.path(), b"two");
    back_up(site.path(), 1);
    let bytes = fs::read(&first.path).expect("read");
    let damaged = backups(site.path()).join("damaged.tar.zst");
    fs::write(&damaged, &bytes[..bytes.len() / 50]).expect("cut off");
    let pruned = prune(&backups(site.path()), false);
    assert_eq!(
        (pruned.files.removed, pruned.files.kept_for),
        (0, Some(damaged))
    );
    assert_eq!(names(&backup_media(site.path())).len(), 2);
}

#[test]
fn no_file_is_removed_while_a_backup_is_made() {
    let (site, hashes) = site_with(&[b"one"]);
    let created = back_up(site.path(), 0);
    fs::remove_file(&created.path).expect("its archive is not there yet");
    let making = Folder::beside(&backups(site.path()))
        .create_and_share()
        .expect("a lock");
    let other = Folder::beside(&backups(site.path()))
        .create_and_share()
        .expect("two backups may be made at once");
    assert_eq!(prune(&backups(site.path()), false).files.removed, 0);
    drop((making, other));
    assert_eq!(prune(&backups(site.path()), false).files.removed, 1);
    assert!(!backup_media(site.path()).path(&hashes[0]).exists());
}

#[test]
fn a_backup_needs_a_name_that_pruning_recognizes() {
    let (site, _) = site_with(&[b"one"]);
    let elsewhere = TempDir::new().expect("a directory");
    let path = elsewhere.path().join("before-upgrade.bak");
    let refused = create(site.path(), Place::File(&path), NOW).expect_err("refused");
    assert!(
        refused.to_string().contains("ends with .tar.zst"),
        "{refused}"
    );
    assert!(
        std::fs::read_dir(elsewhere.path())
            .expect("a directory")
            .next()
            .is_none()
    );
}

#[test]
fn the_folder_of_a_site_is_no_place_for_its_backup_and_is_never_pruned() {
    let (site, hashes) = site_with(&[b"one"]);
    let inside = site.path().join("a.tar.zst");
    let refused = create(site.path(), Place::File(&inside), NOW).expect_err("refused");
    assert!(
        refused.to_string().contains("the site's own pictures"),
        "{refused}"
    );
    let link = TempDir::new().expect("a directory");
    std::os::unix::fs::symlink(site.path().join("media"), link.path().join("media"))
        .expect("a link");
    create(site.path(), Place::Directory(link.path()), NOW).expect_err("refused");
    assert_eq!(prune(site.path(), false).files.removed, 0);
    assert!(Media::of(site.path()).is_intact(&hashes[0]).expect("read"));
}

#[test]
fn a_stream_names_the_files_but_copies_none() {
    let (site, hashes) = site_with(&[b"one", b"two"]);
    let directory = TempDir::new().expect("a directory");
    let created =
        create(site.path(), Place::WithoutFiles(directory.path()), NOW).expect("a backup");
    assert_eq!(created.manifest.media.expect("pictures").files, 2);
    assert!(!directory.path().join("media").exists());
    assert!(matches!(
        verify(&created.path),
        Err(BackupError::Files { missing, .. }) if missing == sorted(hashes)
    ));
    // The site itself has the files.
    let restored = restore(&created.path, site.path(), NOW).expect("restored");
    assert_eq!(restored.media.kept, 2);
}

#[test]
fn a_list_that_is_not_that_of_its_database_is_damage() {
    let (site, hashes) = site_with(&[b"one", b"two"]);
    execute(site.path(), "PRAGMA journal_mode = DELETE");
    let created = back_up(site.path(), 0);
    let sorted = sorted(hashes);
    let foreign = vec![FileHash::of(b"foreign"), sorted[0].clone()];
    let archive = backups(site.path()).join("altered.tar.zst");
    let database = TempDir::new().expect("a directory");
    let copied = crate::operations::backup::archive::unpack(&created.path, database.path())
        .expect("unpacked");
    let rejection = |manifest: &Manifest, hashes: &[FileHash]| {
        write_archive(
            manifest,
            hashes,
            &copied.database,
            &File::create(&archive).expect("a file"),
        )
        .expect("an archive");
        verify(&archive).map(drop)
    };
    rejection(&created.manifest, &sorted).expect("unaltered");
    let with = |files, missing| {
        let mut manifest = created.manifest.clone();
        let media = manifest.media.as_mut().expect("pictures");
        (media.files, media.missing) = (files, missing);
        manifest
    };
    let none = Manifest {
        media: None,
        ..created.manifest.clone()
    };
    for (what, manifest, hashes) in [
        ("foreign", with(2, 0), foreign.clone()),
        (
            "twice",
            with(2, 0),
            vec![sorted[0].clone(), sorted[0].clone()],
        ),
        (
            "unsorted",
            with(2, 0),
            vec![sorted[1].clone(), sorted[0].clone()],
        ),
        ("fewer", with(1, 0), vec![sorted[0].clone()]),
        ("fewer than said", with(2, 0), vec![sorted[0].clone()]),
        ("more than said", with(1, 1), sorted.clone()),
        ("huge", with(u64::MAX / 2, 0), sorted.clone()),
        ("none", none, Vec::new()),
    ] {
        let rejected = rejection(&manifest, &hashes);
        assert!(
            matches!(rejected, Err(BackupError::Damaged(_))),
            "{what}: {rejected:?}"
        );
    }
    // As after a loss: consistent.
    let mut lossy = with(1, 1);
    lossy.media.as_mut().expect("pictures").bytes = 3;
    rejection(&lossy, &sorted[..1]).expect("consistent");
}

#[test]
fn a_list_has_the_format_of_sha256sum() {
    let hashes = sorted(vec![FileHash::of(b"one"), FileHash::of(b"two")]);
    let list = write_list(&hashes);
    assert_eq!(list.len() as u64, size_of_list(2));
    let text = String::from_utf8(list.clone()).expect("UTF-8");
    let hash = &hashes[0];
    let folder = &hash.as_str()[..2];
    assert!(text.starts_with(&format!("{hash}  media/{folder}/{hash}\n")));
    assert_eq!(read_list(list.as_slice(), 2).expect("read"), hashes);
    assert!(read_list(&list[1..], 2).is_err());
    assert!(read_list(text.replace("media", "../..").as_bytes(), 2).is_err());
    assert!(read_list(text.to_uppercase().as_bytes(), 2).is_err());
}

/// A list is read before the database of an archive, whatever follows.
#[test]
fn the_names_are_read_without_the_database() {
    let (site, hashes) = site_with(&[b"one"]);
    let created = back_up(site.path(), 0);
    let archive = site.path().join("cut.tar.zst");
    let file = File::create(&archive).expect("a file");
    let mut tar = tar::Builder::new(zstd::Encoder::new(file, 1).expect("zstd"));
    let text = serde_json::to_vec(&created.manifest).expect("JSON");
    append(&mut tar, MANIFEST, text.len() as u64, text.as_slice()).expect("a manifest");
    let list = write_list(&hashes);
    append(&mut tar, LIST, list.len() as u64, list.as_slice()).expect("a list");
    tar.into_inner().expect("a tar").finish().expect("zstd");
    let names = crate::operations::backup::archive::read_names(&archive).expect("the names");
    assert_eq!(names, hashes);
    assert!(matches!(verify(&archive), Err(BackupError::Damaged(_))));
}
