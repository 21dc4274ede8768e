//! Advice about owners and modes of files that the program cannot use.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::{getegid, geteuid};

use crate::features::pictures::files::DIRECTORY;
use crate::platform::db::files::{self, is_read_only};

/// The file that prevents two processes from using a data directory at once.
pub const LOCK: &str = "stoa.lock";

/// Returns why this user cannot use a path, as far as that can be determined, and a command that
/// solves it. A command changes only the path itself and its content, never what is around it.
pub fn hint(path: &Path) -> String {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let requested = path.display();
    let target = path.metadata();
    // A missing path would be created in its closest existing ancestor.
    let Some((place, metadata)) = path.ancestors().find_map(|place| {
        let place = if place.as_os_str().is_empty() {
            Path::new(".")
        } else {
            place
        };
        Some((place, place.metadata().ok()?))
    }) else {
        return "check the path: no part of it exists".to_owned();
    };
    let (shown, owner, mode) = (place.display(), metadata.uid(), metadata.mode() & 0o777);
    if is_read_only(place) {
        return format!(
            "{shown} is on a read-only file system: mount it writable, or work with a copy"
        );
    }
    if !metadata.is_dir() && place != path {
        return format!("{shown} is not a directory");
    }
    match target {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return format!(
                "{requested} does not exist: run `install -d -o {user} -g {group} -m 0700 {requested}` as root"
            );
        }
        Err(_) => {
            return format!(
                "user {user} cannot read {shown}, which belongs to user {owner}: run stoa as user {owner}"
            );
        }
        Ok(_) => {}
    }
    if metadata.is_dir() && is_foreign(place) {
        return format!("{shown} contains other files than a site: choose another directory");
    }
    if owner != user {
        let (condition, recursive) = if metadata.is_dir() {
            ("if only this site uses it, ", "-R ")
        } else {
            ("", "")
        };
        return format!(
            "{shown} belongs to user {owner}, but this is user {user}: {condition}run `chown {recursive}{user}:{group} {shown}` as root, \
             or run stoa as user {owner}"
        );
    }
    let needed = if metadata.is_dir() { 0o700 } else { 0o600 };
    if mode & needed != needed {
        return format!(
            "{shown} belongs to this user ({user}), but its mode is {mode:o}: run `chmod u+rwX {shown}`"
        );
    }
    match chown_command(place, user, group) {
        Some(command) => format!("some files in it belong to other users: run `{command}` as root"),
        None => {
            format!("{shown} belongs to this user ({user}) and is writable: check the files in it")
        }
    }
}

/// Returns whether a directory contains files, but no site.
fn is_foreign(directory: &Path) -> bool {
    let is_empty = fs::read_dir(directory).map_or(true, |mut entries| entries.next().is_none());
    !is_empty && !directory.join(files::FILE).exists() && !directory.join(LOCK).exists()
}

/// Returns the command that gives a site's files to the owner of their directory, if some belong to
/// another user. Commands that root ran create such files.
pub fn chown_command(data_dir: &Path, user: u32, group: u32) -> Option<String> {
    let names = [
        files::FILE,
        files::WAL,
        files::SHARED_MEMORY,
        LOCK,
        DIRECTORY,
        "backups",
    ];
    let is_foreign_file =
        |path: &PathBuf| path.metadata().is_ok_and(|metadata| metadata.uid() != user);
    let foreign: Vec<String> = names
        .iter()
        .map(|name| data_dir.join(name))
        .filter(is_foreign_file)
        .map(|path| path.display().to_string())
        .collect();
    // The command that created the directory created its content.
    let is_directory = |path: &String| {
        ["backups", DIRECTORY]
            .iter()
            .any(|name| path.ends_with(name))
    };
    let recursive = if foreign.iter().any(is_directory) {
        "-R "
    } else {
        ""
    };
    (!foreign.is_empty()).then(|| format!("chown {recursive}{user}:{group} {}", foreign.join(" ")))
}

/// Returns the owner of a data directory, if this is root and would create files in it that the
/// owner cannot use.
pub fn locked_out(data_dir: &Path) -> Option<String> {
    // If the database belongs to root, root is the regular user of the site.
    let metadata = data_dir
        .join(files::FILE)
        .metadata()
        .or_else(|_| data_dir.metadata())
        .ok()?;
    let owner = metadata.uid();
    (geteuid().is_root() && owner != 0)
        .then(|| name(owner).unwrap_or_else(|| format!("'#{owner}'")))
}

/// Returns the name of a user on this machine.
fn name(user: u32) -> Option<String> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let mut named = users
        .lines()
        .filter(|line| line.split(':').nth(2) == Some(&user.to_string()));
    named.next()?.split(':').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Running the suggested command must not change anything around the site.
    #[test]
    fn advice_concerns_only_the_requested_path() {
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        for path in [
            "/nowhere-at-all/site",
            "/etc/nowhere-at-all",
            "nowhere-at-all",
        ] {
            let advice = hint(Path::new(path));
            assert_eq!(
                advice,
                format!(
                    "{path} does not exist: run `install -d -o {user} -g {group} -m 0700 {path}` as root"
                )
            );
        }
        let existing = hint(Path::new("/etc"));
        assert!(
            !existing.contains("chown")
                && !existing.contains("chmod")
                && existing.contains("contains other files"),
            "{existing}"
        );
    }

    #[test]
    fn a_mode_is_blamed_only_if_it_prevents_access() {
        let directory = tempfile::tempdir().expect("a directory");
        let mode = |mode| {
            fs::set_permissions(directory.path(), fs::Permissions::from_mode(mode))
                .expect("a changed mode");
        };
        mode(0o500);
        assert!(
            hint(directory.path()).contains("run `chmod u+rwX /"),
            "{}",
            hint(directory.path())
        );
        mode(0o700);
        assert!(
            hint(directory.path()).ends_with("check the files in it"),
            "{}",
            hint(directory.path())
        );
    }

    #[test]
    fn the_command_lists_each_foreign_file() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = |name: &str| directory.path().join(name);
        fs::write(path(files::FILE), "").expect("a file");
        fs::write(path(LOCK), "").expect("a file");
        assert_eq!(chown_command(directory.path(), geteuid().as_raw(), 7), None);
        let (other, database, lock) = (geteuid().as_raw() + 1, path(files::FILE), path(LOCK));
        let command = format!("chown {other}:7 {} {}", database.display(), lock.display());
        assert_eq!(chown_command(directory.path(), other, 7), Some(command));
        fs::create_dir(path("backups")).expect("a directory");
        assert!(
            chown_command(directory.path(), other, 7)
                .is_some_and(|command| command.starts_with("chown -R "))
        );
        assert_eq!(name(0).as_deref(), Some("root"));
    }
}
