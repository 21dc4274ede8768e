//! Scenario that fills the disk under load and frees it again.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use crate::client::{Client, PASSWORD, Response};
use crate::error::{Result, failed};
use crate::load::Load;
use crate::report::Report;
use crate::server::Server;
use crate::site::{Site, copy_directory};

const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum time until the site accepts writes again after space is available.
const RECOVERY: Duration = Duration::from_secs(10);

#[derive(Args, Clone)]
pub struct DiskFull {
    /// Number of times to fill the disk
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub times: usize,
    /// Number of concurrent writers
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub writers: usize,
    /// Size of the disk in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128)]
    pub size: usize,
}

/// Small tmpfs that is unmounted when the value is dropped.
struct SmallDisk {
    path: PathBuf,
}

impl SmallDisk {
    /// Mounts the file system. Requires root.
    fn mount(path: &Path, mebibytes: usize) -> Result<Self> {
        std::fs::create_dir_all(path)?;
        let size = format!("size={mebibytes}m,mode=700");
        let output = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "stoa-fault"])
            .arg(path)
            .output()?;
        if output.status.success() {
            return Ok(Self {
                path: path.to_owned(),
            });
        }
        Err(failed(String::from_utf8_lossy(&output.stderr).trim()))
    }

    fn filler_path(&self) -> PathBuf {
        self.path.join("filler")
    }

    /// Fills the disk completely.
    fn fill(&self) -> Result<()> {
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(self.filler_path())?;
        let piece = vec![0; 64 * 1024];
        while file.write_all(&piece).is_ok() {}
        Ok(())
    }

    fn free(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.filler_path())?)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount")
            .arg("-l")
            .arg(&self.path)
            .stderr(Stdio::null())
            .status();
    }
}

/// Fills the disk under load. Rejected writes must get a clear message and must not be applied.
/// Reading and logging out must work on the full disk, and writing must resume by itself once there
/// is space.
pub async fn disk_full(stoa: &Path, options: &DiskFull) -> Result<bool> {
    let mut report = Report::new("disk-full");
    let site = Site::new(stoa)?;
    // The server's log is outside the small disk.
    let disk = match SmallDisk::mount(&site.instance.data_dir, options.size) {
        Ok(disk) => disk,
        Err(why) => {
            return Ok(Report::skipped(
                "disk-full",
                format_args!("mounting a small file system requires root: {why}"),
            )
            .print(None));
        }
    };
    let result = run_rounds(&site, &disk, options, &mut report).await;
    if result.is_err() || report.has_violations() {
        if let Err(error) = keep_files(&site, disk) {
            report.violation(format!("cannot keep the files of the full disk: {error}"));
        }
    } else {
        drop(disk);
    }
    Ok(report.finish(result, site.dir))
}

/// Copies the site from the temporary disk to the directory that the report names.
fn keep_files(site: &Site, disk: SmallDisk) -> Result<()> {
    let copy = site.dir.path().join("copy");
    let _ = disk.free();
    copy_directory(&disk.path, &copy)?;
    drop(disk);
    std::fs::remove_dir(&site.instance.data_dir)?;
    Ok(std::fs::rename(copy, &site.instance.data_dir)?)
}

async fn run_rounds(
    site: &Site,
    disk: &SmallDisk,
    options: &DiskFull,
    report: &mut Report,
) -> Result<()> {
    let mut server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, options.writers).await?;
    let mut longest_recovery = Duration::ZERO;
    for round in 0..options.times {
        let address = server.address();
        let client = Client::new(address);
        let guests = [
            sign_up_guest(&client, round, 'a').await?,
            sign_up_guest(&client, round, 'b').await?,
        ];
        let (recovered, counts) = load
            .run(address, fill_and_free(disk, &client, &guests, report))
            .await?;
        longest_recovery = longest_recovery.max(recovered?);
        counts
            .missing_responses()
            .for_each(|violation| report.violation(violation));
        counts
            .invalid_responses()
            .for_each(|violation| report.violation(violation));
        for message in counts
            .rejected
            .keys()
            .filter(|message| !is_disk_full_message(message) && !message.contains("busy"))
        {
            report.violation(format!(
                "on a full disk a write was rejected with: {message}"
            ));
        }
        report.add_counts(counts);
        site.verify(&server, false, report).await?;
    }
    site.verify(&server, true, report).await?;
    report.metric("recovered_ms", longest_recovery.as_millis() as u64);

    // The server must also start on a disk that was filled while it was down.
    match server.stop(STOP_TIMEOUT).await {
        Ok(status) if status.success() => {}
        Ok(status) => report.violation(format!("the stopped server exited with {status}")),
        Err(error) => report.violation(error),
    }
    disk.fill()?;
    match Server::start(site.instance.clone()).await {
        Ok(started) => {
            let client = Arc::new(Client::new(started.address()));
            let findings = site.ledger.verify(&client).await?;
            findings
                .violations
                .into_iter()
                .for_each(|violation| report.violation(violation));
            disk.free()?;
            server = started;
        }
        Err(error) => {
            report.violation(format!("the server does not start on a full disk: {error}"));
            disk.free()?;
            server = site.start().await?;
        }
    }
    server.stop(STOP_TIMEOUT).await?;
    Ok(())
}

/// Returns whether a rejection tells the user that the disk is full, or nearly so for a text.
fn is_disk_full_message(message: &str) -> bool {
    (message.starts_with("503 ") && message.contains("disk is full"))
        || (message.starts_with("507 ") && message.contains("no room left"))
}

/// Signs up a user and returns the session token.
async fn sign_up_guest(client: &Client, round: usize, letter: char) -> Result<String> {
    let body = json!({ "username": format!("guest{round}{letter}"), "password": PASSWORD });
    match client.call("POST", "/user/signup", None, Some(&body)).await {
        Ok(Response {
            status: 200,
            token: Some(token),
            ..
        }) => Ok(token),
        other => Err(failed(format_args!("a guest could not sign up: {other:?}"))),
    }
}

/// Fills the disk and frees it again. Returns the time until the site accepts writes.
async fn fill_and_free(
    disk: &SmallDisk,
    client: &Client,
    guests: &[String; 2],
    report: &mut Report,
) -> Result<Duration> {
    let second = Duration::from_secs(1);
    let call = async |method: &str, path: &str, token: &str, body: Option<&Value>| {
        client
            .call(method, path, Some(token), body)
            .await
            .map_err(|_| failed(format_args!("{method} {path}: no response")))
    };
    let write = json!({ "biography": "space" });
    tokio::time::sleep(second).await;
    disk.fill()?;
    tokio::time::sleep(second).await;
    let rejected = call("PATCH", "/user/updateBiography", &guests[0], Some(&write)).await?;
    let answer = format!(
        "{} {}",
        rejected.status,
        rejected.body.as_str().unwrap_or_default()
    );
    if !is_disk_full_message(&answer) {
        report.violation(format!(
            "one second after the disk was full, a write was answered with: {answer}"
        ));
    }
    for path in [
        "/question/getQuestion",
        "/user/me",
        "/messaging/getMessages",
    ] {
        let read = call("GET", path, &guests[0], None).await?;
        if read.status != 200 {
            report.violation(format!(
                "on a full disk GET {path}: {} {}",
                read.status, read.body
            ));
        }
    }
    let ready = call("GET", "/readyz", &guests[0], None).await?;
    if ready.status != 503 {
        report.violation(format!("on a full disk GET /readyz: {}", ready.status));
    }
    let out = call("POST", "/user/logout", &guests[1], Some(&json!({}))).await?;
    let after = call("GET", "/user/me", &guests[1], None).await?;
    if (out.status, after.status) != (200, 401) {
        report.violation(format!(
            "on a full disk POST /user/logout: {} {}, then GET /user/me: {}",
            out.status, out.body, after.status
        ));
    }
    disk.free()?;
    let began = Instant::now();
    let written = async {
        while call("PATCH", "/user/updateBiography", &guests[0], Some(&write))
            .await?
            .status
            != 200
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Result::<()>::Ok(())
    };
    match tokio::time::timeout(RECOVERY, written).await {
        Ok(result) => result?,
        Err(_) => report.violation(format!(
            "the site does not accept writes {RECOVERY:?} after there is space"
        )),
    }
    let recovery_time = began.elapsed();
    tokio::time::sleep(second).await;
    Ok(recovery_time)
}
