//! Commands of the program that are killed, and what they leave in a directory that nobody serves.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use rustix::process::Signal;
use serde_json::Value;

use crate::report::Report;
use crate::server::Options;
use crate::{Result, failed};

/// Tables that have the same rows before and after.
const TABLES: [&str; 9] = ["users", "posts", "questions", "comments", "votes", "views", "stars", "tags", "question_tags"];

/// Runs a command of the program, which must succeed, and returns what it printed.
pub async fn succeed(site: &Options, arguments: &[&str]) -> Result<String> {
    let output = site.run(arguments).await?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(failed(format_args!("stoa {} ended with {}: {said}", arguments.join(" "), output.status)))
}

/// Random moments, one in each part of this time, so that a few are early and late too.
pub fn moments(times: usize, time: Duration) -> impl Iterator<Item = Duration> {
    (0..times).map(move |part| time.mul_f64((part as f64 + rand::random::<f64>()) / times as f64))
}

/// Starts a command of the program and kills it after this time. Whether that struck it: it may have ended well by then.
pub async fn kill_after(site: &Options, arguments: &[&str], time: Duration, report: &mut Report) -> Result<bool> {
    let mut command = site.command(arguments);
    let null = std::process::Stdio::null;
    let mut child = command.stdout(null()).stderr(null()).spawn()?;
    tokio::time::timeout(time, child.wait()).await.ok();
    child.start_kill().ok();
    let status = child.wait().await?;
    let has_struck = status.signal() == Some(Signal::KILL.as_raw());
    if !has_struck && !status.success() {
        return Err(failed(format_args!("stoa {} ended with {status} before it was killed", arguments.join(" "))));
    }
    report.count("kills", 1);
    report.count("struck", usize::from(has_struck));
    Ok(has_struck)
}

/// Kills that come when all is over show nothing.
pub fn expect_strikes(report: &mut Report) {
    if report.counted("struck") == 0 {
        report.violation("no kill struck: each command had ended before");
    }
}

/// Whatever is listed as a backup can be restored, and at least so many are.
pub async fn check_listed(site: &Options, backups: &Path, fewest: usize, report: &mut Report) -> Result<()> {
    let directory = backups.display().to_string();
    // Killed soon enough, a command has not even made it.
    let list = if backups.is_dir() { succeed(site, &["backup", "list", "--json", &directory]).await? } else { "[]".to_owned() };
    let listed: Value = serde_json::from_str(&list)?;
    let listed = listed.as_array().ok_or_else(|| failed("stoa backup list printed no list"))?;
    for backup in listed {
        let path = backup["path"].as_str().unwrap_or_default();
        if !site.run(["backup", "verify", path]).await?.status.success() {
            report.violation(format!("{path} is listed as a backup, and is none"));
        }
    }
    if listed.len() < fewest {
        report.violation(format!("{} backups are listed, and at least {fewest} were made", listed.len()));
    }
    report.count("listed_backups", listed.len());
    Ok(())
}

/// What a database is: its schema's text, and how many rows its tables have.
#[derive(Debug, PartialEq, Eq)]
pub struct Shape {
    schema: String,
    pub rows: Vec<i64>,
}

impl Shape {
    /// Of the database in a directory, which no process uses.
    pub fn of(directory: &Path) -> Result<Self> {
        let connection = Connection::open_with_flags(directory.join("stoa.db"), OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let schema = "SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema";
        let schema = connection.query_row(schema, [], |row| row.get(0))?;
        let count = |table: &&str| connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0));
        Ok(Self { schema, rows: TABLES.iter().map(count).collect::<rusqlite::Result<_>>()? })
    }
}
