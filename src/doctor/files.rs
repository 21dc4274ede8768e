//! Checks of what is around the database.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;

use super::{Finding, Patient, ownership};
use crate::db::{ballast, files};
use crate::error::Result;

/// The log of the database is emptied before it is so large, unless somebody reads for very long.
const LARGE_LOG: u64 = 256 << 20;

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// That it is an address was checked when the configuration was read.
pub fn base_url(patient: &Patient<'_>) -> Result<Finding> {
    let url: &str = &patient.config.server.base_url;
    Ok(if url.is_empty() {
        Finding::ok("server.base_url is not set: each request says itself where it goes")
    } else if url.starts_with("https://") {
        Finding::ok(url)
    } else if url.starts_with("http://localhost") || url.starts_with("http://127.") {
        Finding::ok(format!("{url}, for this machine only"))
    } else {
        Finding::warn(format!("{url} is not encrypted: passwords can be read on the way"), "use a proxy with a certificate, and https here")
    })
}

pub fn data_dir(patient: &Patient<'_>) -> Result<Finding> {
    let directory = &patient.data_dir;
    let shown = directory.display();
    let metadata = match fs::metadata(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Finding::warn(format!("{shown} is not there yet"), "stoa serve makes it"));
        }
        Err(error) => return Ok(Finding::error(format!("cannot look for {shown}: {error}"), ownership::hint(directory))),
        Ok(metadata) => metadata,
    };
    if !metadata.is_dir() {
        return Ok(Finding::error(format!("{shown} is no directory"), "choose another one with --data-dir or data.dir"));
    }
    if !files::is_writable(directory) {
        return Ok(Finding::error(format!("we may not write in {shown}"), ownership::hint(directory)));
    }
    let (mode, owner, user) = (metadata.mode() & 0o777, metadata.uid(), rustix::process::geteuid().as_raw());
    if let Some(command) = ownership::take_back(directory, owner, metadata.gid()) {
        let message = format!("{shown} belongs to user {owner}, and not all files of the site in it do");
        let command = format!("run `{command}` as root");
        // Root can use them all the same.
        return Ok(if user == 0 { Finding::warn(message, command) } else { Finding::error(message, command) });
    }
    if mode & 0o077 != 0 {
        return Ok(Finding::warn(format!("others may look into {shown}: its mode is {mode:o}"), format!("run `chmod 700 {shown}`")));
    }
    if owner != user && user != 0 {
        return Ok(Finding::warn(format!("{shown} belongs to user {owner}"), ownership::hint(directory)));
    }
    Ok(Finding::ok(format!("{shown} belongs to user {owner}, and its mode is {mode:o}")))
}

pub fn disk_space(patient: &Patient<'_>) -> Result<Finding> {
    if !patient.data_dir.is_dir() {
        return Ok(Finding::skip("there is no data directory yet"));
    }
    let free = files::free_bytes(&patient.data_dir)?;
    Ok(room(free, files::size_in(&patient.data_dir), patient.data_dir.join(ballast::FILE).exists()))
}

/// What it means that so many bytes are free beside so many of the database, with the room that is set aside or without.
fn room(free: u64, used: u64, has_ballast: bool) -> Finding {
    let message = format!("{} are free, and the database has {}", megabytes(free), megabytes(used));
    let advice = "make room, or move backups to another disk with backup.dir";
    // A backup is made beside the database, and before it is compressed it is as large.
    match free {
        free if free < ballast::LEAST_FREE || free < ballast::ENOUGH_FREE && !has_ballast => {
            Finding::error(format!("{message}: the disk is full, and the site can only be read"), advice)
        }
        free if free < ballast::ENOUGH_FREE => Finding::warn(format!("{message}: soon the site can only be read"), advice),
        free if free < used => Finding::error(format!("{message}: not enough for a backup"), advice),
        free if free / 2 < used => Finding::warn(message, advice),
        _ => Finding::ok(message),
    }
}

/// File systems of other machines, on which locks and shared memory do not work as SQLite needs them; and layers of containers,
/// which are gone with them.
const UNSAFE: [(i64, &str); 7] = [
    (0x6969, "NFS"),
    (0x517b, "SMB"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB2"),
    (0x0102_1997, "9P"),
    (0x6573_5546, "FUSE"),
    (0x794c_7630, "overlayfs"),
];

pub fn file_system(patient: &Patient<'_>) -> Result<Finding> {
    let Ok(system) = rustix::fs::statfs(&patient.data_dir) else { return Ok(Finding::skip("there is no data directory yet")) };
    let kind = i64::from(system.f_type as u32);
    Ok(match UNSAFE.iter().find(|(number, _)| *number == kind) {
        Some((_, "overlayfs")) => {
            Finding::warn("the data is in a container's own layer", "mount a volume: this data is gone with the container")
        }
        Some((_, name)) => Finding::warn(
            format!("the data is on {name}: a power cut, or a second machine, may damage the database"),
            "move it to a disk of this machine",
        ),
        None => Finding::ok(format!("a file system of this machine (type {kind:#x})")),
    })
}

pub fn wal_size(patient: &Patient<'_>) -> Result<Finding> {
    let bytes = files::size(&patient.data_dir.join(files::LOG));
    let message = format!("the log has {}", megabytes(bytes));
    Ok(if bytes < LARGE_LOG {
        Finding::ok(message)
    } else {
        Finding::warn(message, "run stoa db optimize; if it stays so large, restart the server")
    })
}

#[cfg(test)]
mod tests {
    use super::super::Status;
    use super::*;

    /// As the server does: see `db::ballast`.
    #[test]
    fn a_disk_is_full_when_the_server_says_so() {
        let status = |mebibytes: u64, has_ballast| room(mebibytes << 20, 0, has_ballast).status;
        assert_eq!([7, 8, 31, 32].map(|free| status(free, true)), [Status::Error, Status::Warn, Status::Warn, Status::Ok]);
        assert_eq!([7, 8, 31, 32].map(|free| status(free, false)), [Status::Error, Status::Error, Status::Error, Status::Ok]);
    }
}
