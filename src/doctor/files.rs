//! Checks of what is around the database.

use std::fs;
use std::os::unix::fs::MetadataExt;

use super::{Finding, Patient, ownership};
use crate::db::files;
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
    let Ok(metadata) = fs::metadata(directory) else {
        return Ok(Finding::warn(format!("{shown} is not there yet"), "stoa serve makes it"));
    };
    if !metadata.is_dir() {
        return Ok(Finding::error(format!("{shown} is no directory"), "choose another one with --data-dir or data.dir"));
    }
    if !ownership::is_writable(directory) {
        return Ok(Finding::error(format!("we may not write in {shown}"), ownership::hint(directory)));
    }
    let (mode, owner, user) = (metadata.mode() & 0o777, metadata.uid(), rustix::process::geteuid().as_raw());
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
    let used = files::size_in(&patient.data_dir);
    let message = format!("{} are free, and the database has {}", megabytes(free), megabytes(used));
    let advice = "make room, or move backups to another disk with backup.dir";
    // A backup is made beside the database, and before it is compressed it is as large.
    Ok(match free {
        free if free < used => Finding::error(format!("{message}: not enough for a backup"), advice),
        free if free / 2 < used => Finding::warn(message, advice),
        _ => Finding::ok(message),
    })
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
