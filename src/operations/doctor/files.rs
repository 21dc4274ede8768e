//! Checks of the configuration, the data directory, its disk and the backups.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;

use super::context::{DoctorContext, has_site};
use super::finding::Finding;
use super::ownership::{self, LOCK};
use crate::core::error::Result;
use crate::operations::backup;
use crate::platform::db::{disk_reserve, files};

/// The size from which the write-ahead log is too large. Checkpoints keep it smaller, unless a
/// reader blocks them for long.
const LARGE_WAL: u64 = 256 << 20;

/// Formats a size in mebibytes.
fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// Checks that the address is encrypted or local. The configuration parser has checked its syntax.
pub fn base_url(doctor: &DoctorContext<'_>) -> Result<Finding> {
    let url: &str = &doctor.config.server.base_url;
    Ok(if url.is_empty() {
        Finding::ok("server.base_url is not set: the site uses the address of each request")
    } else if url.starts_with("https://") {
        Finding::ok(url)
    } else if url.starts_with("http://localhost") || url.starts_with("http://127.") {
        Finding::ok(format!("{url} is reachable from this machine only"))
    } else {
        Finding::warn(
            format!("{url} is not encrypted: the network can read passwords"),
            "use a proxy with a TLS certificate, and set server.base_url to an https address",
        )
    })
}

/// Checks that the data directory is writable, private and owned by this user.
pub fn data_dir(doctor: &DoctorContext<'_>) -> Result<Finding> {
    let directory = &doctor.data_dir;
    let shown = directory.display();
    let metadata = match fs::metadata(directory) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Finding::warn(
                format!("{shown} does not exist yet"),
                "run stoa serve, which creates it",
            ));
        }
        Err(error) => {
            return Ok(Finding::error(
                format!("cannot look for {shown}: {error}"),
                ownership::hint(directory),
            ));
        }
        Ok(metadata) => metadata,
    };
    if !metadata.is_dir() {
        return Ok(Finding::error(
            format!("{shown} is not a directory"),
            "choose another directory with --data-dir or data.dir",
        ));
    }
    if !files::is_writable(directory) {
        return Ok(Finding::error(
            format!("this user cannot write in {shown}"),
            ownership::hint(directory),
        ));
    }
    let (mode, owner, user) = (
        metadata.mode() & 0o777,
        metadata.uid(),
        rustix::process::geteuid().as_raw(),
    );
    if let Some(command) = ownership::chown_command(directory, owner, metadata.gid()) {
        let message =
            format!("{shown} belongs to user {owner}, but some files of the site in it do not");
        let command = format!("run `{command}` as root");
        // Root can use them anyway.
        return Ok(if user == 0 {
            Finding::warn(message, command)
        } else {
            Finding::error(message, command)
        });
    }
    if mode & 0o077 != 0 {
        return Ok(Finding::warn(
            format!("other users can read {shown}: its mode is {mode:o}"),
            format!("run `chmod 700 {shown}`"),
        ));
    }
    if owner != user && user != 0 {
        return Ok(Finding::warn(
            format!("{shown} belongs to user {owner}"),
            ownership::hint(directory),
        ));
    }
    Ok(Finding::ok(format!(
        "{shown} belongs to user {owner} and has mode {mode:o}"
    )))
}

/// Checks that the disk has space for the database and a backup.
pub fn disk_space(doctor: &DoctorContext<'_>) -> Result<Finding> {
    if !doctor.data_dir.is_dir() {
        return Ok(Finding::skip("there is no data directory yet"));
    }
    let free = files::free_bytes(&doctor.data_dir)?;
    Ok(assess_space(
        free,
        files::size_in(&doctor.data_dir),
        doctor.data_dir.join(disk_reserve::FILE).exists(),
    ))
}

/// Assesses the free bytes, given the size of the database and whether the disk reserve exists.
fn assess_space(free: u64, used: u64, has_reserve: bool) -> Finding {
    let message = format!(
        "the disk has {} free, and the database takes {}",
        mebibytes(free),
        mebibytes(used)
    );
    let advice = "free disk space, or move backups to another disk with backup.dir";
    // An unfinished backup takes as much space as the database.
    match free {
        free if free < disk_reserve::LEAST_FREE
            || free < disk_reserve::ENOUGH_FREE && !has_reserve =>
        {
            Finding::error(
                format!("{message}: the disk is full, and the site is read-only"),
                advice,
            )
        }
        free if free < disk_reserve::ENOUGH_FREE => Finding::warn(
            format!("{message}: the site is going to be read-only soon"),
            advice,
        ),
        free if free < used => Finding::error(
            format!("{message}: that is not enough for a backup"),
            advice,
        ),
        free if free / 2 < used => Finding::warn(message, advice),
        _ => Finding::ok(message),
    }
}

/// File systems that are not safe for SQLite: network file systems, whose locks and shared memory
/// do not work as SQLite needs them, and container layers, which are deleted with their container.
const UNSAFE: [(i64, &str); 7] = [
    (0x6969, "NFS"),
    (0x517b, "SMB"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB2"),
    (0x0102_1997, "9P"),
    (0x6573_5546, "FUSE"),
    (0x794c_7630, "overlayfs"),
];

/// Checks that the data is on a local file system.
pub fn file_system(doctor: &DoctorContext<'_>) -> Result<Finding> {
    let Ok(system) = rustix::fs::statfs(&doctor.data_dir) else {
        return Ok(Finding::skip("there is no data directory yet"));
    };
    let kind = i64::from(system.f_type as u32);
    Ok(match UNSAFE.iter().find(|(number, _)| *number == kind) {
        Some((_, "overlayfs")) => Finding::warn(
            "the data is in the writable layer of a container",
            "mount a volume: this data is deleted with the container",
        ),
        Some((_, name)) => Finding::warn(
            format!(
                "the data is on {name}: a power cut or a second machine can damage the database"
            ),
            "move the data to a local disk",
        ),
        None => Finding::ok(format!("the file system is local (type {kind:#x})")),
    })
}

/// Checks that the write-ahead log is small.
pub fn wal_size(doctor: &DoctorContext<'_>) -> Result<Finding> {
    let bytes = files::size(&doctor.data_dir.join(files::WAL));
    let message = format!("the write-ahead log has {}", mebibytes(bytes));
    Ok(if bytes < LARGE_WAL {
        Finding::ok(message)
    } else {
        Finding::warn(
            message,
            "run stoa db optimize; if the log stays large, restart the server",
        )
    })
}

/// Reports which process uses the data directory.
pub fn lock(doctor: &DoctorContext<'_>) -> Result<Finding> {
    if doctor.is_locked {
        return Ok(Finding::ok("no other process is using the data directory"));
    }
    let Ok(lock) = File::open(doctor.data_dir.join(LOCK)) else {
        return Ok(Finding::skip("no process has used the data directory yet"));
    };
    Ok(match lock.try_lock() {
        Ok(()) => Finding::ok("no process is using the data directory"),
        Err(TryLockError::WouldBlock) => {
            let process = std::fs::read_to_string(doctor.data_dir.join(LOCK)).unwrap_or_default();
            let process = match process.trim() {
                "" => "another process".to_owned(),
                id => format!("process {id}"),
            };
            Finding::ok(format!(
                "{process} is using the data directory, for example a server"
            ))
        }
        Err(TryLockError::Error(error)) => Finding::warn(
            format!("cannot test the lock: {error}"),
            "use a file system that supports locks",
        ),
    })
}

/// The age in hours from which the last backup is too old.
const BACKUP_HOURS: u64 = 48;

/// Checks that there is a recent backup.
pub fn last_backup(doctor: &DoctorContext<'_>) -> Result<Finding> {
    if !has_site(&doctor.data_dir)? {
        return Ok(Finding::skip("there is no site yet"));
    }
    let directory = backup::directory(doctor.config);
    let advice = "run stoa backup or set backup.schedule";
    let listed = match backup::list(&directory) {
        Ok(listed) => listed,
        Err(error) => {
            return Ok(Finding::warn(
                format!("cannot read {}: {error}", directory.display()),
                ownership::hint(&directory),
            ));
        }
    };
    let Some(newest) = backup::last(&listed, doctor.now) else {
        return Ok(Finding::warn(
            format!("there is no backup in {}", directory.display()),
            advice,
        ));
    };
    let withheld = backup::retention::candidates(&listed, doctor.now).withheld;
    if withheld.count() > 0 {
        return Ok(Finding::warn(
            withheld.to_string(),
            backup::retention::WITHHELD_ADVICE,
        ));
    }
    let hours = doctor.now.since(newest).as_secs() / 3_600;
    let message = format!("the last of {} backups is {hours} hours old", listed.len());
    Ok(if hours < BACKUP_HOURS {
        Finding::ok(message)
    } else {
        Finding::warn(message, advice)
    })
}

#[cfg(test)]
mod tests {
    use super::super::finding::Status;
    use super::*;

    /// See `db::disk_reserve` for the limits of the server.
    #[test]
    fn the_doctor_and_the_server_agree_when_a_disk_is_full() {
        let status =
            |mebibytes: u64, has_reserve| assess_space(mebibytes << 20, 0, has_reserve).status;
        assert_eq!(
            [7, 8, 31, 32].map(|free| status(free, true)),
            [Status::Error, Status::Warn, Status::Warn, Status::Ok]
        );
        assert_eq!(
            [7, 8, 31, 32].map(|free| status(free, false)),
            [Status::Error, Status::Error, Status::Error, Status::Ok]
        );
    }
}
