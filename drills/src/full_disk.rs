//! The disk gets full while the site is being written to, and has room again.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use crate::client::{Client, Reply};
use crate::load::Load;
use crate::report::Report;
use crate::server::Server;
use crate::site::{Site, copy_all};
use crate::verify::PASSWORD;
use crate::{Result, failed};

const STOP: Duration = Duration::from_secs(10);
/// The site must be itself again so long after there is room.
const RECOVERY: Duration = Duration::from_secs(10);

#[derive(Args, Clone)]
pub struct DiskFull {
    /// How often the disk gets full
    #[arg(long, default_value_t = 3)]
    pub times: usize,
    #[arg(long, default_value_t = 16)]
    pub writers: usize,
    /// How large the disk is, in MiB
    #[arg(long, default_value_t = 128)]
    pub size: usize,
}

/// A file system in memory. It is gone when this is dropped.
struct Disk {
    path: PathBuf,
}

impl Disk {
    /// Needs root.
    fn mount(path: &Path, mebibytes: usize) -> Result<Self> {
        std::fs::create_dir_all(path)?;
        let size = format!("size={mebibytes}m,mode=700");
        let output = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "stoa-drill"]).arg(path).output()?;
        if output.status.success() {
            return Ok(Self { path: path.to_owned() });
        }
        Err(failed(String::from_utf8_lossy(&output.stderr).trim()))
    }

    fn filler(&self) -> PathBuf {
        self.path.join("filler")
    }

    /// Takes all that is free.
    fn fill(&self) -> Result<()> {
        let mut file = File::options().create(true).append(true).open(self.filler())?;
        let piece = vec![0; 64 * 1024];
        while file.write_all(&piece).is_ok() {}
        Ok(())
    }

    fn empty(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.filler())?)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.path).stderr(Stdio::null()).status();
    }
}

/// Fills the disk under load: what is refused is refused with a sentence and was not done, reading and logging out go on, and when
/// there is room again the site writes again by itself.
pub async fn disk_full(stoa: &Path, options: &DiskFull) -> Result<bool> {
    let mut report = Report::new("disk-full");
    let site = Site::new(stoa)?;
    // The server's messages are beside it, where there is room.
    let disk = match Disk::mount(&site.options.data_dir, options.size) {
        Ok(disk) => disk,
        Err(why) => return Ok(Report::skipped("disk-full", format_args!("a small disk needs root and mount: {why}")).finish(None)),
    };
    let done = rounds(&site, &disk, options, &mut report).await;
    if done.is_err() || report.has_violations() {
        if let Err(error) = keep(&site, disk) {
            report.violation(format!("what was on the disk could not be kept: {error}"));
        }
    } else {
        drop(disk);
    }
    Ok(report.end(done, site.place))
}

/// Brings the site from the disk, which is gone with the drill, to where the messages say that it is.
fn keep(site: &Site, disk: Disk) -> Result<()> {
    let copy = site.place.path().join("copy");
    let _ = disk.empty();
    copy_all(&disk.path, &copy)?;
    drop(disk);
    std::fs::remove_dir(&site.options.data_dir)?;
    Ok(std::fs::rename(copy, &site.options.data_dir)?)
}

async fn rounds(site: &Site, disk: &Disk, options: &DiskFull, report: &mut Report) -> Result<()> {
    let mut server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, options.writers).await?;
    let mut slowest = Duration::ZERO;
    for round in 0..options.times {
        let address = server.address();
        let client = Client::new(address);
        let guests = [guest(&client, round, 'a').await?, guest(&client, round, 'b').await?];
        let (recovered, counts) = load.run(address, round_of(disk, &client, &guests, report)).await?;
        slowest = slowest.max(recovered?);
        counts.unanswered().for_each(|violation| report.violation(violation));
        counts.faults().for_each(|violation| report.violation(violation));
        for sentence in counts.refused.keys().filter(|sentence| !is_clear(sentence) && !sentence.contains("busy")) {
            report.violation(format!("a full disk was said to be: {sentence}"));
        }
        report.load(counts);
        site.look(&server, false, report).await?;
    }
    site.look(&server, true, report).await?;
    report.figure("recovered_ms", slowest.as_millis() as u64);

    // A disk that others fill while the server is down is no reason not to start.
    match server.stop(STOP).await {
        Ok(status) if status.success() => {}
        Ok(status) => report.violation(format!("a stopped server ended with {status}")),
        Err(error) => report.violation(error),
    }
    disk.fill()?;
    match Server::start(site.options.clone()).await {
        Ok(started) => {
            let client = Arc::new(Client::new(started.address()));
            let findings = site.ledger.verify(&client).await?;
            findings.violations.into_iter().for_each(|violation| report.violation(violation));
            disk.empty()?;
            server = started;
        }
        Err(error) => {
            report.violation(format!("on a full disk the server does not start: {error}"));
            disk.empty()?;
            server = site.start().await?;
        }
    }
    server.stop(STOP).await?;
    Ok(())
}

/// What a writer must be told.
fn is_clear(sentence: &str) -> bool {
    sentence.starts_with("503 ") && sentence.contains("disk is full")
}

/// Somebody with a session to log out of.
async fn guest(client: &Client, round: usize, letter: char) -> Result<String> {
    let body = json!({ "username": format!("guest{round}{letter}"), "password": PASSWORD });
    match client.call("POST", "/user/signup", None, Some(&body)).await {
        Ok(Reply { status: 200, token: Some(token), .. }) => Ok(token),
        other => Err(failed(format_args!("a guest could not sign up: {other:?}"))),
    }
}

/// The disk gets full and has room again; returns how long the site took then to write again.
async fn round_of(disk: &Disk, client: &Client, guests: &[String; 2], report: &mut Report) -> Result<Duration> {
    let second = Duration::from_secs(1);
    let call = async |method: &str, path: &str, token: &str, body: Option<&Value>| {
        client.call(method, path, Some(token), body).await.map_err(|_| failed(format_args!("{method} {path}: no answer")))
    };
    let write = json!({ "biography": "room" });
    tokio::time::sleep(second).await;
    disk.fill()?;
    tokio::time::sleep(second).await;
    let refused = call("PATCH", "/user/updateBiography", &guests[0], Some(&write)).await?;
    let said = format!("{} {}", refused.status, refused.body.as_str().unwrap_or_default());
    if !is_clear(&said) {
        report.violation(format!("a second after the disk got full a write was answered: {said}"));
    }
    for path in ["/question/getQuestion", "/user/me", "/messaging/getMessages"] {
        let read = call("GET", path, &guests[0], None).await?;
        if read.status != 200 {
            report.violation(format!("on a full disk GET {path}: {} {}", read.status, read.body));
        }
    }
    let ready = call("GET", "/readyz", &guests[0], None).await?;
    if ready.status != 503 {
        report.violation(format!("on a full disk /readyz says {}", ready.status));
    }
    let out = call("POST", "/user/logout", &guests[1], Some(&json!({}))).await?;
    let after = call("GET", "/user/me", &guests[1], None).await?;
    if (out.status, after.status) != (200, 401) {
        report.violation(format!("on a full disk logging out: {} {}, and then {}", out.status, out.body, after.status));
    }
    disk.empty()?;
    let began = Instant::now();
    let written = async {
        while call("PATCH", "/user/updateBiography", &guests[0], Some(&write)).await?.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Result::<()>::Ok(())
    };
    match tokio::time::timeout(RECOVERY, written).await {
        Ok(done) => done?,
        Err(_) => report.violation(format!("{RECOVERY:?} after there was room the site wrote nothing")),
    }
    let took = began.elapsed();
    tokio::time::sleep(second).await;
    Ok(took)
}
