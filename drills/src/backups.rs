//! The process is killed while it makes a backup, and while it brings one back.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use crate::client::Client;
use crate::commands::{Shape, check_listed, expect_strikes, kill_after, moments, succeed};
use crate::ledger::Ledger;
use crate::load::{Counts, Load};
use crate::report::Report;
use crate::server::{Options, Server};
use crate::site::{Site, copy_all, doctor};
use crate::{Result, failed};

const STOP: Duration = Duration::from_secs(10);
/// How long the writers write before anything is done.
const FILL: Duration = Duration::from_millis(1_500);

#[derive(Args, Clone)]
pub struct BackupKill {
    /// How often a backup is killed
    #[arg(long, default_value_t = 20)]
    pub times: usize,
    #[arg(long, default_value_t = 8)]
    pub writers: usize,
}

#[derive(Args, Clone)]
pub struct RestoreKill {
    /// How often a restore is killed
    #[arg(long, default_value_t = 20)]
    pub times: usize,
    #[arg(long, default_value_t = 8)]
    pub writers: usize,
}

/// Kills `stoa backup create` at random moments beside a server that is written to: no half backup is listed, the writers notice
/// nothing, and the backup that is made at last has everything.
pub async fn backup_kill(stoa: &Path, options: &BackupKill) -> Result<bool> {
    let (mut report, site) = (Report::new("backup-kill"), Site::new(stoa)?);
    let done = backup_kills(&site, options, &mut report).await;
    Ok(report.end(done, site.place))
}

async fn backup_kills(site: &Site, options: &BackupKill, report: &mut Report) -> Result<()> {
    let server = site.start().await?;
    let address = server.address();
    let mut load = Load::new(address, &site.ledger, options.writers).await?;
    let ((), mut all) = load.run(address, tokio::time::sleep(FILL)).await?;
    let backups = site.place.path().join("backups");
    let output = backups.display().to_string();
    let create = ["backup", "create", "--output", &output];
    let began = Instant::now();
    succeed(&site.options, &create).await?;
    let usual = began.elapsed();
    report.figure("backup_ms", usual.as_millis() as u64);
    let mut made = 1;
    // Beside writers, and with more to copy each time, it takes longer.
    for moment in moments(options.times, usual.mul_f64(1.5)) {
        let (has_struck, counts) = load.run(address, kill_after(&site.options, &create, moment, report)).await?;
        made += usize::from(!has_struck?);
        all.add(counts);
    }
    expect_strikes(report);
    check_listed(&site.options, &backups, made, report).await?;
    expect_no_refusal(all, report);
    site.look(&server, true, report).await?;
    server.stop(STOP).await?;

    let last = site.place.path().join("last.tar.zst").display().to_string();
    succeed(&site.options, &["backup", "create", "--output", &last]).await?;
    let restored = Options::new(&site.options.stoa, &site.place.path().join("restored"));
    succeed(&restored, &["backup", "restore", "--yes", &last]).await?;
    let server = Server::start(restored.clone()).await?;
    let findings = site.ledger.verify(&Arc::new(Client::new(server.address()))).await?;
    findings.violations.into_iter().for_each(|violation| report.violation(violation));
    doctor(&restored, report).await?;
    server.stop(STOP).await?;
    Ok(())
}

/// Kills `stoa backup restore` at random moments over a site whose server was killed: the old site is there or the new one, each
/// with all its lines, and the same command does the rest.
pub async fn restore_kill(stoa: &Path, options: &RestoreKill) -> Result<bool> {
    let (mut report, site) = (Report::new("restore-kill"), Site::new(stoa)?);
    let done = restore_kills(&site, options, &mut report).await;
    Ok(report.end(done, site.place))
}

async fn restore_kills(site: &Site, options: &RestoreKill, report: &mut Report) -> Result<()> {
    let server = site.start().await?;
    let address = server.address();
    let mut load = Load::new(address, &site.ledger, options.writers).await?;
    let ((), mut all) = load.run(address, tokio::time::sleep(FILL)).await?;
    let archive = site.place.path().join("first.tar.zst").display().to_string();
    succeed(&site.options, &["backup", "create", "--output", &archive]).await?;
    let first = site.ledger.with(|book| book.clone());
    let ((), counts) = load.run(address, tokio::time::sleep(FILL)).await?;
    all.add(counts);
    expect_no_refusal(all, report);
    let second = site.ledger.with(|book| book.clone());
    // So that there is something in the log of the old site.
    server.kill().await?;
    let pristine = site.place.path().join("pristine");
    copy_all(&site.options.data_dir, &pristine)?;

    let target = Options::new(&site.options.stoa, &site.place.path().join("target"));
    let fresh = || -> Result<()> {
        let _ = std::fs::remove_dir_all(&target.data_dir);
        copy_all(&pristine, &target.data_dir)
    };
    fresh()?;
    let old = Shape::of(&target.data_dir)?;
    fresh()?;
    let restore = ["backup", "restore", "--yes", &archive];
    let began = Instant::now();
    succeed(&target, &restore).await?;
    let usual = began.elapsed();
    report.figure("restore_ms", usual.as_millis() as u64);
    let new = Shape::of(&target.data_dir)?;
    if new == old {
        return Err(failed("the two sites do not differ"));
    }
    let (mut looked_at_old, mut looked_at_new) = (false, false);
    for moment in moments(options.times, usual.mul_f64(1.1)) {
        fresh()?;
        kill_after(&target, &restore, moment, report).await?;
        // A copy, because a look changes what is there.
        let look = Options::new(&site.options.stoa, &site.place.path().join("look"));
        let _ = std::fs::remove_dir_all(&look.data_dir);
        copy_all(&target.data_dir, &look.data_dir)?;
        let found = Shape::of(&look.data_dir)?;
        let (book, is_looked_at) = match () {
            () if found == old => {
                report.count("found_old", 1);
                (&second, &mut looked_at_old)
            }
            () if found == new => {
                report.count("found_new", 1);
                (&first, &mut looked_at_new)
            }
            () => {
                report.violation(format!("neither the old site nor the new one: {:?}", found.rows));
                continue;
            }
        };
        if !std::mem::replace(is_looked_at, true) {
            let server = Server::start(look.clone()).await?;
            let path = look.data_dir.with_extension(format!("{}.jsonl", rand::random::<u32>()));
            let ledger = Ledger::create(&path)?;
            ledger.with(|kept| *kept = book.clone());
            let findings = ledger.verify(&Arc::new(Client::new(server.address()))).await?;
            findings.violations.into_iter().for_each(|violation| report.violation(violation));
            server.stop(STOP).await?;
        }
        doctor(&look, report).await?;
        succeed(&target, &restore).await?;
        if Shape::of(&target.data_dir)? != new {
            report.violation("the second attempt did not bring the backup back");
        }
    }
    expect_strikes(report);
    Ok(())
}

fn expect_no_refusal(counts: Counts, report: &mut Report) {
    counts.unfounded().for_each(|violation| report.violation(violation));
    counts.unanswered().for_each(|violation| report.violation(violation));
    report.load(counts);
}
