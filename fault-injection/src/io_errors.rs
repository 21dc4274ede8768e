//! Scenario that fails the n-th write or sync of the database under load. After an I/O error the
//! server must exit, and its next start must find every acknowledged write. On a full disk it must
//! reject writes with a clear message and resume once there is space.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use futures_util::future::try_join_all;

use crate::error::{Result, failed};
use crate::load::Load;
use crate::report::Report;
use crate::request_counts::RequestCounts;
use crate::server::Server;
use crate::shim::{Fault, FaultKind, FaultOperation, FaultTarget, FsyncMode, Repeat, Shim};
use crate::site::Site;

/// Timeout until the fault fires, and until the server stops.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Timeout until the server exits after an I/O error.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Time during which the disk stays full, and duration of each run of the load after it.
const FULL_DURATION: Duration = Duration::from_millis(150);
/// Maximum time until the server accepts writes again after there is space.
const RECOVERY: Duration = Duration::from_secs(10);
/// Rejection of a write on a full disk.
const DISK_FULL_MESSAGE: &str =
    "503 The site's disk is full: it can be read, but nothing new can be stored at the moment";
/// Message in the server's log after an I/O error.
const FAILURE_LOG_MESSAGE: &str = "the disk failed";
/// All entries are verified after this many points, only new ones after the others.
const FULL_VERIFICATION_INTERVAL: usize = 25;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A write fails with EIO
    Write,
    /// A sync fails with EIO
    Sync,
    /// A write fails with ENOSPC
    Full,
    /// A write and all later ones to any file of the site fail with EDQUOT
    Quota,
}

#[derive(Args, Clone)]
pub struct IoErrors {
    /// Number of points per kind: the fault hits the first operation, the second, and so on
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub points: usize,
    /// Kind of fault to inject [default: all kinds]
    #[arg(long, value_enum)]
    pub kind: Option<Kind>,
    /// Number of concurrent writers
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub writers: usize,
}

/// Runs all selected kinds concurrently, each on its own site: the full-disk kinds mostly wait.
pub async fn io_errors(stoa: &Path, options: &IoErrors) -> Result<bool> {
    let kinds = Kind::value_variants()
        .iter()
        .filter(|kind| options.kind.is_none_or(|only| only == **kind));
    let result = try_join_all(kinds.map(|kind| inject_kind(stoa, *kind, options))).await?;
    Ok(result.into_iter().all(|passed| passed))
}

async fn inject_kind(stoa: &Path, kind: Kind, options: &IoErrors) -> Result<bool> {
    let name = match kind {
        Kind::Write => "io-errors, write",
        Kind::Sync => "io-errors, sync",
        Kind::Full => "io-errors, full",
        Kind::Quota => "io-errors, quota",
    };
    let site = Site::new(stoa)?;
    let mut run = Run {
        shim: Shim::build(&site).await?,
        site,
        report: Report::new(name),
    };
    let result = run.points(kind, options).await;
    Ok(run.report.finish(result, run.site.dir))
}

struct Run {
    site: Site,
    shim: Shim,
    report: Report,
}

impl Run {
    async fn points(&mut self, kind: Kind, options: &IoErrors) -> Result<()> {
        let mut server = self.start().await?;
        let mut load = Load::new(server.address(), &self.site.ledger, options.writers).await?;
        for point in 1..=options.points {
            let fault = fault_at(kind, point);
            server = match kind {
                Kind::Full | Kind::Quota => {
                    self.fail_until_cleared(server, &mut load, &fault).await?
                }
                Kind::Write | Kind::Sync => {
                    self.fail_disk(server, &mut load, point, &fault).await?
                }
            };
            self.report.count("points", 1);
            if point % FULL_VERIFICATION_INTERVAL == 0 {
                self.site.verify(&server, true, &mut self.report).await?;
            } else {
                self.site
                    .verify_ledger(&server, false, &mut self.report)
                    .await?;
            }
            if self.report.has_violations() {
                self.report.violation(format!(
                    "the violations above occurred at point {point}: {fault}"
                ));
                break;
            }
        }
        self.site.verify(&server, true, &mut self.report).await?;
        self.stop(server).await
    }

    async fn start(&self) -> Result<Server> {
        self.shim.start(&self.site, false, FsyncMode::Honest).await
    }

    /// Breaks the disk under load. At some points the fault hits the next start or the graceful
    /// stop instead.
    async fn fail_disk(
        &mut self,
        mut server: Server,
        load: &mut Load,
        point: usize,
        fault: &Fault,
    ) -> Result<Server> {
        let address = server.address();
        if point % 10 == 9 {
            // Run the load, so that the stop has something left to write.
            let ((), counts) = load.run(address, tokio::time::sleep(FULL_DURATION)).await?;
            counts
                .missing_responses()
                .for_each(|violation| self.report.violation(violation));
            self.check_accepted(counts);
            self.shim.inject(&Fault {
                nth: 1 + point / 10 % 4,
                target: FaultTarget::Anywhere,
                ..*fault
            })?;
            let status = server.stop(TIMEOUT).await?;
            if self.shim.has_fired() {
                self.report.count("fired_during_stop", 1);
                if status.success() {
                    self.report.violation(
                        "the disk failed during the stop, but the server exited successfully",
                    );
                }
            }
        } else {
            let reasons_before = self.shutdown_reasons()?;
            self.shim.inject(fault)?;
            let shim = &self.shim;
            let (exited, counts) = load
                .run(address, exit_after_fault(&mut server, shim))
                .await?;
            self.check_accepted(counts);
            match exited? {
                Some(status) if status.code() == Some(1) => {}
                Some(status) => self
                    .report
                    .violation(format!("the server exited with {status}")),
                None => {
                    self.report
                        .violation("the server keeps running after its disk failed");
                    server.kill().await?;
                }
            }
            if self.shutdown_reasons()? <= reasons_before {
                self.report
                    .violation("the log does not say why the server exited");
            }
        }
        if point % 10 == 4 {
            self.shim.inject(&Fault {
                nth: 1 + point / 10 % 6,
                target: FaultTarget::Anywhere,
                ..*fault
            })?;
            let started = self.start().await;
            let has_fired = self.shim.has_fired();
            self.shim.clear_fault()?;
            self.report
                .count("fired_during_start", usize::from(has_fired));
            match started {
                // A disk that fails only once does not have to prevent the start.
                Ok(server) => return Ok(server),
                Err(_) if has_fired => {}
                Err(error) => return Err(error),
            }
        }
        self.shim.clear_fault()?;
        self.start().await
    }

    /// Returns how often servers have logged that the disk failed.
    fn shutdown_reasons(&self) -> Result<usize> {
        Ok(std::fs::read_to_string(self.site.instance.log())?
            .matches(FAILURE_LOG_MESSAGE)
            .count())
    }

    /// Fills the disk and makes space again.
    async fn fail_until_cleared(
        &mut self,
        mut server: Server,
        load: &mut Load,
        fault: &Fault,
    ) -> Result<Server> {
        self.shim.inject(fault)?;
        let address = server.address();
        let shim = &self.shim;
        let full = async {
            wait_for(TIMEOUT, || shim.has_fired()).await?;
            tokio::time::sleep(FULL_DURATION).await;
            shim.clear_fault()
        };
        let (cleared, while_full) = load.run(address, full).await?;
        if let Some(status) = server.wait_for_exit(Duration::ZERO).await? {
            return Err(failed(format_args!(
                "the server exited with {status} on a full disk: {fault}"
            )));
        }
        cleared?;
        for (message, count) in &while_full.rejected {
            if message != DISK_FULL_MESSAGE {
                self.report.violation(format!(
                    "on a full disk {count} requests were rejected with: {message}"
                ));
            }
        }
        self.check_answered("on a full disk", &while_full);
        self.report.add_counts(while_full);
        let began = Instant::now();
        loop {
            let ((), after) = load.run(address, tokio::time::sleep(FULL_DURATION)).await?;
            self.check_answered("after space was available", &after);
            let has_recovered = after.acknowledged > 0 && after.rejected.is_empty();
            self.report.add_counts(after);
            // One round can exceed the limit by itself if its requests wait.
            let is_late = began.elapsed() > RECOVERY;
            if is_late {
                self.report.violation(format!(
                    "the server does not accept writes {RECOVERY:?} after there is space"
                ));
            }
            if has_recovered || is_late {
                return Ok(server);
            }
        }
    }

    /// Adds the counts to the report, and violations for rejected valid requests.
    fn check_accepted(&mut self, counts: RequestCounts) {
        counts
            .unexpected_rejections()
            .for_each(|violation| self.report.violation(violation));
        self.report.add_counts(counts);
    }

    /// Adds violations for invalid and missing responses.
    fn check_answered(&mut self, when: &str, counts: &RequestCounts) {
        counts
            .invalid_responses()
            .chain(counts.missing_responses())
            .for_each(|violation| self.report.violation(format!("{violation}, {when}")));
    }

    async fn stop(&mut self, server: Server) -> Result<()> {
        let status = server.stop(TIMEOUT).await?;
        if !status.success() {
            self.report
                .violation(format!("the stopped server exited with {status}"));
        }
        Ok(())
    }
}

/// Returns the fault of a point. Every other point counts only operations of the database file,
/// which checkpoints write and rarely sync.
fn fault_at(kind: Kind, point: usize) -> Fault {
    let target = if point.is_multiple_of(2) {
        FaultTarget::Database
    } else {
        FaultTarget::Anywhere
    };
    let (operation, fault_kind) = match kind {
        Kind::Write => (FaultOperation::Write, FaultKind::Eio),
        Kind::Sync => (FaultOperation::Sync, FaultKind::Eio),
        Kind::Full => (FaultOperation::Write, FaultKind::Enospc),
        Kind::Quota => (FaultOperation::Write, FaultKind::Edquot),
    };
    let repeat = match kind {
        Kind::Quota => Repeat::AllWrites,
        _ if point.is_multiple_of(3) => Repeat::SameOperation,
        _ => Repeat::Once,
    };
    let nth = if kind == Kind::Sync && target == FaultTarget::Database {
        1 + point / 2 % 3
    } else {
        point
    };
    Fault {
        operation,
        target,
        nth,
        kind: fault_kind,
        repeat,
    }
}

/// Waits for the fault to fire. Returns how the server exited after it, or `None` if it keeps
/// running.
async fn exit_after_fault(
    server: &mut Server,
    shim: &Shim,
) -> Result<Option<std::process::ExitStatus>> {
    wait_for(TIMEOUT, || shim.has_fired()).await?;
    server.wait_for_exit(EXIT_TIMEOUT).await
}

async fn wait_for(timeout: Duration, condition: impl Fn() -> bool) -> Result<()> {
    let began = Instant::now();
    while !condition() {
        if began.elapsed() > timeout {
            return Err(failed("the fault did not fire: too few disk operations"));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
