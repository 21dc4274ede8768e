//! Who may write where, and what to do if we may not.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::{getegid, geteuid};

use crate::db::files::{self, is_read_only};

/// Why we may not use a file or directory, as far as can be seen, and the command that changes it. No command changes anything
/// but what was asked for: what is around it belongs to others.
pub fn hint(path: &Path) -> String {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let asked = path.display();
    let looked_at = path.metadata();
    // What is not there yet would be made in what is.
    let Some((place, metadata)) = path.ancestors().find_map(|place| {
        let place = if place.as_os_str().is_empty() { Path::new(".") } else { place };
        Some((place, place.metadata().ok()?))
    }) else {
        return "look at the path: nothing of it is there".to_owned();
    };
    let (shown, owner, mode) = (place.display(), metadata.uid(), metadata.mode() & 0o777);
    if is_read_only(place) {
        return format!("{shown} is on a file system that can only be read: mount it so that it can be written, or work with a copy");
    }
    if !metadata.is_dir() && place != path {
        return format!("{shown} is no directory");
    }
    match looked_at {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return format!("{asked} is not there: run `install -d -o {user} -g {group} -m 0700 {asked}` as root");
        }
        Err(_) => return format!("user {user} may not look into {shown}, which belongs to user {owner}: run stoa as user {owner}"),
        Ok(_) => {}
    }
    if metadata.is_dir() && is_anothers(place) {
        return format!("{shown} holds other things than a site, which are not for us to change");
    }
    if owner != user {
        let (if_alone, recursive) = if metadata.is_dir() { ("if it is for this site alone, ", "-R ") } else { ("", "") };
        return format!(
            "{shown} belongs to user {owner}, and this is user {user}: {if_alone}run `chown {recursive}{user}:{group} {shown}` as root, \
             or run stoa as user {owner}"
        );
    }
    let needed = if metadata.is_dir() { 0o700 } else { 0o600 };
    if mode & needed != needed {
        return format!("{shown} belongs to user {user}, which this is, with the mode {mode:o}: run `chmod u+rwX {shown}`");
    }
    match take_back(place, user, group) {
        Some(command) => format!("what is in it belongs to others: run `{command}` as root"),
        None => format!("{shown} belongs to user {user}, which this is, and may be written: look at what is in it"),
    }
}

/// Whether a directory has something in it, and no site.
fn is_anothers(directory: &Path) -> bool {
    let is_empty = fs::read_dir(directory).map_or(true, |mut entries| entries.next().is_none());
    !is_empty && !directory.join(files::FILE).exists() && !directory.join(super::LOCK).exists()
}

/// The command that gives a site's files to the owner of their directory, if some are somebody else's: a command that root has
/// run makes such.
pub fn take_back(data_dir: &Path, user: u32, group: u32) -> Option<String> {
    let names = [files::FILE, files::LOG, files::SHARED_MEMORY, super::LOCK, "backups"];
    let is_others = |path: &PathBuf| path.metadata().is_ok_and(|metadata| metadata.uid() != user);
    let others: Vec<String> =
        names.iter().map(|name| data_dir.join(name)).filter(is_others).map(|path| path.display().to_string()).collect();
    // All that is in it was made by the same command.
    let recursive = if others.iter().any(|path| path.ends_with("backups")) { "-R " } else { "" };
    (!others.is_empty()).then(|| format!("chown {recursive}{user}:{group} {}", others.join(" ")))
}

/// Whose a data directory is, if root would make files in it that this user could not use.
pub fn locked_out(data_dir: &Path) -> Option<String> {
    // Where the database is root's, root has served the site all the time.
    let metadata = data_dir.join(files::FILE).metadata().or_else(|_| data_dir.metadata()).ok()?;
    let owner = metadata.uid();
    (geteuid().is_root() && owner != 0).then(|| name(owner).unwrap_or_else(|| format!("'#{owner}'")))
}

/// What a user is called on this machine.
fn name(user: u32) -> Option<String> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let mut named = users.lines().filter(|line| line.split(':').nth(2) == Some(&user.to_string()));
    named.next()?.split(':').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Whoever runs what he is told does not change what is around the site.
    #[test]
    fn advice_is_about_what_was_asked_for_and_nothing_around_it() {
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        for path in ["/nowhere-at-all/site", "/etc/nowhere-at-all", "nowhere-at-all"] {
            let advice = hint(Path::new(path));
            assert_eq!(advice, format!("{path} is not there: run `install -d -o {user} -g {group} -m 0700 {path}` as root"));
        }
        let there = hint(Path::new("/etc"));
        assert!(!there.contains("chown") && !there.contains("chmod") && there.contains("holds other things"), "{there}");
    }

    #[test]
    fn a_mode_is_only_blamed_if_it_is_in_the_way() {
        let directory = tempfile::tempdir().expect("a directory");
        let mode = |mode| fs::set_permissions(directory.path(), fs::Permissions::from_mode(mode)).expect("its mode");
        mode(0o500);
        assert!(hint(directory.path()).contains("run `chmod u+rwX /"), "{}", hint(directory.path()));
        mode(0o700);
        assert!(hint(directory.path()).ends_with("look at what is in it"), "{}", hint(directory.path()));
    }

    #[test]
    fn files_of_others_are_named_one_by_one() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = |name: &str| directory.path().join(name);
        fs::write(path(files::FILE), "").expect("a file");
        fs::write(path(super::super::LOCK), "").expect("a file");
        assert_eq!(take_back(directory.path(), geteuid().as_raw(), 7), None);
        let (other, database, lock) = (geteuid().as_raw() + 1, path(files::FILE), path(super::super::LOCK));
        let command = format!("chown {other}:7 {} {}", database.display(), lock.display());
        assert_eq!(take_back(directory.path(), other, 7), Some(command));
        fs::create_dir(path("backups")).expect("a directory");
        assert!(take_back(directory.path(), other, 7).is_some_and(|command| command.starts_with("chown -R ")));
        assert_eq!(name(0).as_deref(), Some("root"));
    }
}
