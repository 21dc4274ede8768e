//! Scenarios that kill `stoa backup create` and `stoa backup restore`.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use crate::client::Client;
use crate::commands::{
    DatabaseSummary, check_backup_list, kill_after, kill_delays, require_effective_kills, run_ok,
};
use crate::error::{Result, failed};
use crate::ledger::Ledger;
use crate::load::Load;
use crate::report::Report;
use crate::request_counts::RequestCounts;
use crate::server::{Instance, Server};
use crate::site::{Site, copy_directory, doctor};

const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// Duration of the load that fills the site.
const FILL_DURATION: Duration = Duration::from_millis(1_500);

#[derive(Args, Clone)]
pub struct BackupKill {
    /// Number of backups to kill
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub times: usize,
    /// Number of concurrent writers
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub writers: usize,
}

#[derive(Args, Clone)]
pub struct RestoreKill {
    /// Number of restores to kill
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub times: usize,
    /// Number of concurrent writers
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub writers: usize,
}

/// Kills `stoa backup create` at random moments while the server is under load. No incomplete
/// backup may be listed, no request may fail, and a final backup must contain every acknowledged
/// write.
pub async fn backup_kill(stoa: &Path, options: &BackupKill) -> Result<bool> {
    let (mut report, site) = (Report::new("backup-kill"), Site::new(stoa)?);
    let result = run_backup_kills(&site, options, &mut report).await;
    Ok(report.finish(result, site.dir))
}

async fn run_backup_kills(site: &Site, options: &BackupKill, report: &mut Report) -> Result<()> {
    let server = site.start().await?;
    let address = server.address();
    let mut load = Load::new(address, &site.ledger, options.writers).await?;
    let ((), mut counts_total) = load.run(address, tokio::time::sleep(FILL_DURATION)).await?;
    let backups = site.dir.path().join("backups");
    // The sign at its end makes it a directory.
    let output = format!("{}/", backups.display());
    let create = ["backup", "create", "--output", &output];
    let began = Instant::now();
    run_ok(&site.instance, &create).await?;
    let duration = began.elapsed();
    report.metric("backup_ms", duration.as_millis() as u64);
    let mut backups_created = 1;
    // A backup takes longer under load, and the site grows with each round.
    for delay in kill_delays(options.times, duration.mul_f64(1.5)) {
        let (was_killed, counts) = load
            .run(address, kill_after(&site.instance, &create, delay, report))
            .await?;
        backups_created += usize::from(!was_killed?);
        counts_total.add(counts);
    }
    require_effective_kills(report);
    check_backup_list(&site.instance, &backups, backups_created, report).await?;
    require_no_rejections(counts_total, report);
    site.verify(&server, true, report).await?;
    server.stop(STOP_TIMEOUT).await?;

    let last = site.dir.path().join("last.tar.zst").display().to_string();
    run_ok(&site.instance, &["backup", "create", "--output", &last]).await?;
    let restored = Instance::new(&site.instance.stoa, &site.dir.path().join("restored"));
    run_ok(&restored, &["backup", "restore", "--yes", &last]).await?;
    let server = Server::start(restored.clone()).await?;
    let findings = site
        .ledger
        .verify(&Arc::new(Client::new(server.address())))
        .await?;
    findings
        .violations
        .into_iter()
        .for_each(|violation| report.violation(violation));
    doctor(&restored, report).await?;
    server.stop(STOP_TIMEOUT).await?;
    Ok(())
}

/// Kills `stoa backup restore` at random moments while it replaces the site of a killed server.
/// Afterwards the data directory must contain the old or the new site with all acknowledged writes,
/// and repeating the command must complete the restore.
pub async fn restore_kill(stoa: &Path, options: &RestoreKill) -> Result<bool> {
    let (mut report, site) = (Report::new("restore-kill"), Site::new(stoa)?);
    let result = run_restore_kills(&site, options, &mut report).await;
    Ok(report.finish(result, site.dir))
}

async fn run_restore_kills(site: &Site, options: &RestoreKill, report: &mut Report) -> Result<()> {
    let server = site.start().await?;
    let address = server.address();
    let mut load = Load::new(address, &site.ledger, options.writers).await?;
    let ((), mut counts_total) = load.run(address, tokio::time::sleep(FILL_DURATION)).await?;
    let archive = site.dir.path().join("backup.tar.zst").display().to_string();
    run_ok(&site.instance, &["backup", "create", "--output", &archive]).await?;
    let first_model = site.ledger.with(|model| model.clone());
    let ((), counts) = load.run(address, tokio::time::sleep(FILL_DURATION)).await?;
    counts_total.add(counts);
    require_no_rejections(counts_total, report);
    let second_model = site.ledger.with(|model| model.clone());
    // A killed server leaves a write-ahead log.
    server.kill().await?;
    let pristine = site.dir.path().join("pristine");
    copy_directory(&site.instance.data_dir, &pristine)?;

    let target = Instance::new(&site.instance.stoa, &site.dir.path().join("target"));
    let fresh = || -> Result<()> {
        let _ = std::fs::remove_dir_all(&target.data_dir);
        copy_directory(&pristine, &target.data_dir)
    };
    fresh()?;
    let old = DatabaseSummary::of(&target.data_dir)?;
    fresh()?;
    let restore = ["backup", "restore", "--yes", &archive];
    let began = Instant::now();
    run_ok(&target, &restore).await?;
    let duration = began.elapsed();
    report.metric("restore_ms", duration.as_millis() as u64);
    let new = DatabaseSummary::of(&target.data_dir)?;
    if new == old {
        return Err(failed("the old and the new site are identical"));
    }
    let (mut verified_old, mut verified_new) = (false, false);
    for delay in kill_delays(options.times, duration.mul_f64(1.1)) {
        fresh()?;
        kill_after(&target, &restore, delay, report).await?;
        // Inspect a copy, because opening the database changes its files.
        let inspected = Instance::new(&site.instance.stoa, &site.dir.path().join("inspected"));
        let _ = std::fs::remove_dir_all(&inspected.data_dir);
        copy_directory(&target.data_dir, &inspected.data_dir)?;
        let found = DatabaseSummary::of(&inspected.data_dir)?;
        let (model, is_verified) = match () {
            () if found == old => {
                report.count("found_old", 1);
                (&second_model, &mut verified_old)
            }
            () if found == new => {
                report.count("found_new", 1);
                (&first_model, &mut verified_new)
            }
            () => {
                report.violation(format!(
                    "neither the old nor the new site: {:?}",
                    found.rows
                ));
                continue;
            }
        };
        if !std::mem::replace(is_verified, true) {
            let server = Server::start(inspected.clone()).await?;
            let path = inspected
                .data_dir
                .with_extension(format!("{}.jsonl", rand::random::<u32>()));
            let ledger = Ledger::create(&path)?;
            ledger.with(|current| *current = model.clone());
            let findings = ledger
                .verify(&Arc::new(Client::new(server.address())))
                .await?;
            findings
                .violations
                .into_iter()
                .for_each(|violation| report.violation(violation));
            server.stop(STOP_TIMEOUT).await?;
        }
        doctor(&inspected, report).await?;
        run_ok(&target, &restore).await?;
        if DatabaseSummary::of(&target.data_dir)? != new {
            report.violation("the second attempt did not restore the backup");
        }
    }
    require_effective_kills(report);
    Ok(())
}

fn require_no_rejections(counts: RequestCounts, report: &mut Report) {
    counts
        .unexpected_rejections()
        .for_each(|violation| report.violation(violation));
    counts
        .missing_responses()
        .for_each(|violation| report.violation(violation));
    report.add_counts(counts);
}
