//! Who may write where, and what to do if we may not.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Why we may not use a file or directory, as far as can be seen, and the command that changes it.
pub fn hint(path: &Path) -> String {
    // What is not there yet would be made in what is.
    let Some((place, metadata)) = path.ancestors().find_map(|place| Some((place, place.metadata().ok()?))) else {
        return "look at the path: nothing of it is there".to_owned();
    };
    let place = if place.as_os_str().is_empty() { Path::new(".") } else { place };
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let shown = place.display();
    if is_read_only(place) {
        return format!("{shown} is on a file system that can only be read; mount it so that it can be written");
    }
    if !metadata.is_dir() && place != path {
        return format!("{shown} is no directory");
    }
    if metadata.uid() != user {
        let owner = metadata.uid();
        return format!(
            "{shown} belongs to user {owner}, and this is user {user}: run `chown -R {user}:{group} {shown}` as root, or run stoa as user {owner}"
        );
    }
    format!("{shown} belongs to user {user}, which this is, with the mode {:o}: run `chmod u+rwX {shown}`", metadata.mode() & 0o777)
}

fn is_read_only(place: &Path) -> bool {
    rustix::fs::statvfs(place).is_ok_and(|system| system.f_flag.contains(rustix::fs::StatVfsMountFlags::RDONLY))
}

/// Whether we may make files in a directory.
pub fn is_writable(directory: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD};
    rustix::fs::accessat(CWD, directory, Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS).is_ok()
}
