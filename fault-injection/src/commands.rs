//! Runs and kills `stoa` commands and checks what they leave behind.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use rustix::process::Signal;
use serde_json::Value;

use crate::error::{Result, failed};
use crate::report::Report;
use crate::server::Instance;

/// Tables whose row counts identify a state of the database.
const TABLES: [&str; 9] = [
    "users",
    "posts",
    "questions",
    "comments",
    "votes",
    "question_views",
    "stars",
    "tags",
    "question_tags",
];

/// Runs a command that must succeed and returns its standard output.
pub async fn run_ok(site: &Instance, arguments: &[&str]) -> Result<String> {
    let output = site.run(arguments).await?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(failed(format_args!(
        "`stoa {}` exited with {}: {stderr}",
        arguments.join(" "),
        output.status
    )))
}

/// Returns one random moment in each of `times` equal parts of the duration, so that early and late
/// moments occur too.
pub fn kill_delays(times: usize, duration: Duration) -> impl Iterator<Item = Duration> {
    (0..times)
        .map(move |index| duration.mul_f64((index as f64 + rand::random::<f64>()) / times as f64))
}

/// Starts a command and kills it after `delay`. Returns false if the command had already completed.
pub async fn kill_after(
    site: &Instance,
    arguments: &[&str],
    delay: Duration,
    report: &mut Report,
) -> Result<bool> {
    let mut command = site.command(arguments);
    let null = std::process::Stdio::null;
    let mut child = command.stdout(null()).stderr(null()).spawn()?;
    tokio::time::timeout(delay, child.wait()).await.ok();
    child.start_kill().ok();
    let status = child.wait().await?;
    let was_killed = status.signal() == Some(Signal::KILL.as_raw());
    if !was_killed && !status.success() {
        return Err(failed(format_args!(
            "`stoa {}` exited with {status} before it was killed",
            arguments.join(" ")
        )));
    }
    report.count("kills", 1);
    report.count("effective_kills", usize::from(was_killed));
    Ok(was_killed)
}

/// Reports a violation if every command had completed before it was killed: such a run proves
/// nothing.
pub fn require_effective_kills(report: &mut Report) {
    if report.counter("effective_kills") == 0 {
        report.violation("no kill was effective: every command completed before it");
    }
}

/// Checks that every listed backup is valid and that there are at least `minimum` of them.
pub async fn check_backup_list(
    site: &Instance,
    backups: &Path,
    minimum: usize,
    report: &mut Report,
) -> Result<()> {
    let directory = backups.display().to_string();
    // A command that is killed early has not created the directory.
    let list = if backups.is_dir() {
        run_ok(site, &["backup", "list", "--json", &directory]).await?
    } else {
        "[]".to_owned()
    };
    let listed: Value = serde_json::from_str(&list)?;
    let listed = listed
        .as_array()
        .ok_or_else(|| failed("`stoa backup list` did not print a list"))?;
    for backup in listed {
        let path = backup["path"].as_str().unwrap_or_default();
        if !site.run(["backup", "verify", path]).await?.status.success() {
            report.violation(format!("{path} is listed as a backup but is not valid"));
        }
    }
    if listed.len() < minimum {
        report.violation(format!(
            "{} backups are listed, expected at least {minimum}",
            listed.len()
        ));
    }
    report.count("listed_backups", listed.len());
    Ok(())
}

/// Schema and row counts of a database.
#[derive(Debug, PartialEq, Eq)]
pub struct DatabaseSummary {
    schema: String,
    pub rows: Vec<i64>,
}

impl DatabaseSummary {
    /// Reads the summary of the database in a directory. No process may be using the database.
    pub fn of(directory: &Path) -> Result<Self> {
        let connection = Connection::open_with_flags(
            directory.join("stoa.db"),
            OpenFlags::SQLITE_OPEN_READ_WRITE,
        )?;
        let schema = "SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema";
        let schema = connection.query_row(schema, [], |row| row.get(0))?;
        let count = |table: &&str| {
            connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
                row.get(0)
            })
        };
        Ok(Self {
            schema,
            rows: TABLES.iter().map(count).collect::<rusqlite::Result<_>>()?,
        })
    }
}
