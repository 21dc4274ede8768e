//! Scenario that simulates power cuts. It logs the disk operations of servers under load while they
//! are killed, stopped and hit by failed syncs. Then it cuts the power at random positions of the
//! log and checks the crash images that the disk model generates.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;

use crate::crash_image::{Expectations, check_image};
use crate::disk_model::DiskModel;
use crate::error::{Result, failed};
use crate::io_log::{self, IoLogWriter, LoggedFile, Operation};
use crate::load::Load;
use crate::report::Report;
use crate::server::Instance;
use crate::shim::{Fault, FaultKind, FaultOperation, FaultTarget, FsyncMode, Repeat, Shim};
use crate::site::{Site, doctor};

const WRITERS: usize = 16;
/// Timeout until the server exits.
const TIMEOUT: Duration = Duration::from_secs(15);
/// One in this many images is also checked by `stoa doctor`, which knows the application's
/// invariants.
const DOCTOR_INTERVAL: usize = 50;

/// Share of the cuts that are just before a sync, where a premature acknowledgement loses most.
const SYNC_SHARE: f64 = 0.3;
/// Share of the other cuts that are near rare operations, and the size of that neighborhood.
const RARE_SHARE: f64 = 0.5;
const RARE_WINDOW: usize = 60;

#[derive(Args, Clone)]
pub struct PowerCuts {
    /// Number of crash images to check
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub images: usize,
    /// Duration of the load on each server, in seconds
    #[arg(long, default_value_t = 2.0)]
    pub seconds: f64,
    /// Behavior of the disk's fsync; with `delayed` and `ignored` the scenario fails unless it
    /// finds losses
    #[arg(long, value_name = "MODE", value_enum, default_value_t = FsyncMode::Honest)]
    pub fsync: FsyncMode,
    /// Seed of the random cut positions [default: random]
    #[arg(long)]
    pub seed: Option<u64>,
}

/// How a server shuts down while its operations are logged.
#[derive(Clone, Copy)]
enum Shutdown {
    Stopped,
    /// An injected fault ends the server.
    Fault(Fault),
}

/// Shutdowns of consecutive servers. Each server starts with the files that the previous one left.
fn shutdowns() -> Vec<Shutdown> {
    let fault = |operation, target, nth, kind| {
        Shutdown::Fault(Fault {
            operation,
            target,
            nth,
            kind,
            repeat: Repeat::SameOperation,
        })
    };
    vec![
        fault(
            FaultOperation::Write,
            FaultTarget::Anywhere,
            2_000,
            FaultKind::Crash,
        ),
        fault(
            FaultOperation::Sync,
            FaultTarget::Anywhere,
            20,
            FaultKind::Eio,
        ),
        Shutdown::Stopped,
        fault(
            FaultOperation::Write,
            FaultTarget::Database,
            50,
            FaultKind::Crash,
        ),
        fault(
            FaultOperation::Sync,
            FaultTarget::Database,
            1,
            FaultKind::Eio,
        ),
        fault(
            FaultOperation::Write,
            FaultTarget::Anywhere,
            300,
            FaultKind::Crash,
        ),
        fault(
            FaultOperation::Sync,
            FaultTarget::Anywhere,
            7,
            FaultKind::Eio,
        ),
        Shutdown::Stopped,
    ]
}

impl PowerCuts {
    /// Returns whether this is a control run, which must find losses because the disk lies about
    /// syncs.
    fn is_control(&self) -> bool {
        self.fsync != FsyncMode::Honest
    }
}

/// Cuts the power at random positions of the I/O log.
pub async fn power_cuts(stoa: &Path, options: &PowerCuts) -> Result<bool> {
    let name = match options.fsync {
        FsyncMode::Honest => "power-cuts",
        FsyncMode::Delayed => "power-cuts, fsync delayed",
        FsyncMode::Ignored => "power-cuts, fsync ignored",
    };
    let (mut report, site) = (Report::new(name), Site::new(stoa)?);
    let result = run_power_cuts(&site, options, &mut report).await;
    Ok(report.finish(result, site.dir))
}

async fn run_power_cuts(site: &Site, options: &PowerCuts, report: &mut Report) -> Result<()> {
    let initial_files = record(site, options, report).await?;
    let log = fs::read(site.dir.path().join("io-log"))?;
    let operations = io_log::read(&log)?;
    let findings = check_crash_images(site, options, initial_files, &operations, report).await?;
    if options.is_control() && findings.lost == 0 {
        report
            .violation("no loss on a disk that ignores syncs: this scenario cannot detect losses");
    }
    Ok(())
}

/// Database files before the first logged operation.
type InitialFiles = Vec<(LoggedFile, Vec<u8>)>;

/// Runs the servers and logs their disk operations. Returns the initial database files.
async fn record(site: &Site, options: &PowerCuts, report: &mut Report) -> Result<InitialFiles> {
    let mut shim = Shim::build(site).await?;
    site.ledger.mirror_to(IoLogWriter::open(shim.io_log())?)?;
    let server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, WRITERS).await?;
    server.stop(TIMEOUT).await?;
    let mut initial_files = vec![(
        LoggedFile::Database,
        fs::read(site.instance.data_dir.join("stoa.db"))?,
    )];
    initial_files.extend(
        fs::read(site.instance.data_dir.join("stoa.db-wal")).map(|wal| (LoggedFile::Wal, wal)),
    );
    let shutdowns = if options.is_control() {
        vec![Shutdown::Stopped]
    } else {
        shutdowns()
    };
    for shutdown in shutdowns {
        let mut server = shim.start(site, true, options.fsync).await?;
        if !options.is_control() {
            // Resolve indeterminate requests before new entries build on them.
            site.verify(&server, false, report).await?;
        }
        let time = tokio::time::sleep(Duration::from_secs_f64(options.seconds));
        let ((), counts) = load.run(server.address(), time).await?;
        counts
            .unexpected_rejections()
            .chain(counts.missing_responses())
            .for_each(|violation| report.violation(violation));
        report.add_counts(counts);
        match shutdown {
            Shutdown::Stopped => drop(server.stop(TIMEOUT).await?),
            Shutdown::Fault(fault) => {
                shim.inject(&fault)?;
                let (exited, counts) = load
                    .run(server.address(), server.wait_for_exit(TIMEOUT))
                    .await?;
                counts
                    .unexpected_rejections()
                    .for_each(|violation| report.violation(violation));
                report.add_counts(counts);
                if exited?.is_none() {
                    report.violation(format!("the server keeps running after {fault}"));
                    server.kill().await?;
                }
                shim.clear_fault()?;
            }
        }
    }
    Ok(initial_files)
}

/// Number of crash images with lost writes and with damage.
#[derive(Default)]
struct Findings {
    lost: usize,
    damaged: usize,
}

async fn check_crash_images(
    site: &Site,
    options: &PowerCuts,
    initial_files: InitialFiles,
    operations: &[Operation<'_>],
    report: &mut Report,
) -> Result<Findings> {
    let seed = options.seed.unwrap_or_else(rand::random);
    let mut rng = StdRng::seed_from_u64(seed);
    let expected = Expectations::from_log(operations)?;
    let first_io = operations
        .iter()
        .position(|operation| !matches!(operation, Operation::LedgerEntry { .. }));
    let first_io = first_io
        .ok_or_else(|| failed("no disk operation was logged: is the binary linked statically?"))?;
    let positions = cut_positions(operations, first_io, options.images, &mut rng);
    let (mut disk, mut applied, mut findings, mut checked) =
        (DiskModel::new(initial_files), 0, Findings::default(), 0);
    for (number, position) in positions.into_iter().enumerate() {
        operations[applied..position]
            .iter()
            .for_each(|operation| disk.apply(operation));
        applied = position;
        let image = disk.crash_image(&mut rng);
        let directory = tempfile::Builder::new()
            .prefix("image-")
            .tempdir_in(site.dir.path())?;
        let mut image_findings = check_image(&image, directory.path(), &expected, position)?;
        checked += image_findings.checked;
        if number % DOCTOR_INTERVAL == 0 && !options.is_control() {
            let mut doctor_report = Report::new("doctor");
            doctor(
                &Instance::new(&site.instance.stoa, directory.path()),
                &mut doctor_report,
            )
            .await?;
            image_findings
                .damage
                .extend(doctor_report.into_violations());
        }
        findings.lost += usize::from(!image_findings.lost.is_empty());
        findings.damaged += usize::from(!image_findings.damage.is_empty());
        let problems: Vec<String> = image_findings
            .damage
            .into_iter()
            .chain(image_findings.lost)
            .collect();
        if !options.is_control()
            && let Some(first) = problems.first()
        {
            let kept_in = keep_image(directory, &image)?;
            report.violation(format!(
                "cut before operation {position}, {} problems, kept in {kept_in}: {first}",
                problems.len()
            ));
        }
    }
    report.metric("seed", seed);
    report.metric("operations", operations.len() - first_io);
    let syncs = operations
        .iter()
        .filter(|operation| matches!(operation, Operation::Sync { .. }))
        .count();
    report.metric("syncs", syncs);
    report.metric("checkpoints", checkpoints(operations));
    report.metric("images", options.images);
    report.metric("acknowledgements_checked", checked);
    report.metric("images_with_losses", findings.lost);
    report.metric("images_damaged", findings.damaged);
    Ok(findings)
}

/// Returns cut positions in ascending order. Some are at syncs and some near checkpoints, failures
/// and restarts, which are rare compared to writes.
fn cut_positions(
    operations: &[Operation<'_>],
    first_io: usize,
    images: usize,
    rng: &mut StdRng,
) -> Vec<usize> {
    let is_rare = |operation: &Operation<'_>| match operation {
        Operation::Write { .. } | Operation::LedgerEntry { .. } => false,
        Operation::Sync { file } => *file != LoggedFile::Wal,
        Operation::Truncate { .. } | Operation::FailedSync { .. } | Operation::Unlink { .. } => {
            true
        }
    };
    let is_sync = |operation: &Operation<'_>| {
        matches!(
            operation,
            Operation::Sync { .. } | Operation::FailedSync { .. }
        )
    };
    let positions_of = |predicate: &dyn Fn(&Operation<'_>) -> bool| -> Vec<usize> {
        (first_io..operations.len())
            .filter(|position| predicate(&operations[*position]))
            .collect()
    };
    let (sync_positions, rare_positions) = (positions_of(&is_sync), positions_of(&is_rare));
    let mut positions: Vec<usize> = (0..images)
        .map(
            |_| match (sync_positions.choose(rng), rare_positions.choose(rng)) {
                (Some(position), _) if rng.random_bool(SYNC_SHARE) => *position,
                (_, Some(position)) if rng.random_bool(RARE_SHARE) => {
                    (position + rng.random_range(0..RARE_WINDOW)).saturating_sub(RARE_WINDOW / 2)
                }
                _ => rng.random_range(first_io..=operations.len()),
            },
        )
        .map(|position| position.clamp(first_io, operations.len()))
        .collect();
    positions.sort_unstable();
    positions
}

/// Returns the number of syncs of the database file.
fn checkpoints(operations: &[Operation<'_>]) -> usize {
    operations
        .iter()
        .filter(|operation| {
            matches!(
                operation,
                Operation::Sync {
                    file: LoggedFile::Database
                }
            )
        })
        .count()
}

/// Keeps an image for inspection, including a copy of the files as they were before they were
/// opened.
fn keep_image(directory: TempDir, image: &HashMap<LoggedFile, Vec<u8>>) -> Result<String> {
    let path = directory.keep();
    for (name, bytes) in image {
        fs::write(path.join(format!("original-{name:?}")), bytes)?;
    }
    Ok(path.display().to_string())
}
