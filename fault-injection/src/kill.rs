//! Scenarios that kill or stop the server under load.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;

use crate::error::{Result, failed};
use crate::load::Load;
use crate::report::Report;
use crate::site::Site;

/// Environment variable with the default of `--times`.
const TIMES_VARIABLE: &str = "STOA_FAULT_KILLS";
/// Maximum duration of a graceful stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Args, Clone)]
pub struct Kill {
    /// Number of times to kill the server [default: $STOA_FAULT_KILLS or 15]
    #[arg(long, value_name = "N")]
    pub times: Option<usize>,
    /// Number of concurrent writers
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub writers: usize,
}

#[derive(Args, Clone)]
pub struct Stop {
    /// Number of times to stop the server
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub times: usize,
    /// Number of concurrent writers
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub writers: usize,
}

/// Kills the server at random moments 50 to 2,000 ms after the load starts. After each restart,
/// verifies the writes since the previous kill; in the end, verifies all writes.
pub async fn kill(stoa: &Path, options: &Kill) -> Result<bool> {
    let times = match (options.times, std::env::var_os(TIMES_VARIABLE)) {
        (Some(times), _) => times,
        (None, None) => 15,
        (None, Some(times)) => {
            let number = times.to_str().and_then(|times| times.parse().ok());
            number.ok_or_else(|| {
                failed(format_args!("{TIMES_VARIABLE} is not a number: {times:?}"))
            })?
        }
    };
    let (mut report, site) = (Report::new("kill"), Site::new(stoa)?);
    report.metric("kills", times);
    let result = run_kills(&site, times, options.writers, &mut report).await;
    Ok(report.finish(result, site.dir))
}

async fn run_kills(site: &Site, times: usize, writers: usize, report: &mut Report) -> Result<()> {
    let mut server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, writers).await?;
    for _ in 0..times {
        let delay = Duration::from_millis(rand::random_range(50..2_000));
        let address = server.address();
        let kill_result = async {
            tokio::time::sleep(delay).await;
            server.kill().await
        };
        let (kill_result, counts) = load.run(address, kill_result).await?;
        kill_result?;
        counts
            .unexpected_rejections()
            .for_each(|violation| report.violation(violation));
        report.add_counts(counts);
        server = site.start().await?;
        site.verify(&server, false, report).await?;
        if report.has_violations() {
            break;
        }
    }
    if !report.has_violations() {
        site.verify(&server, true, report).await?;
    }
    server.stop(STOP_TIMEOUT).await?;
    Ok(())
}

/// Stops the server under load, as a service manager does. It must exit successfully and in time,
/// and all acknowledged writes must survive.
pub async fn stop(stoa: &Path, options: &Stop) -> Result<bool> {
    let (mut report, site) = (Report::new("stop"), Site::new(stoa)?);
    report.metric("stops", options.times);
    let result = run_stops(&site, options, &mut report).await;
    Ok(report.finish(result, site.dir))
}

async fn run_stops(site: &Site, options: &Stop, report: &mut Report) -> Result<()> {
    let mut server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, options.writers).await?;
    let mut longest_stop = Duration::ZERO;
    for _ in 0..options.times {
        let delay = Duration::from_millis(rand::random_range(200..1_500));
        let address = server.address();
        let stop_result = async {
            tokio::time::sleep(delay).await;
            let began = Instant::now();
            (server.stop(STOP_TIMEOUT).await, began.elapsed())
        };
        let ((stop_result, elapsed), counts) = load.run(address, stop_result).await?;
        longest_stop = longest_stop.max(elapsed);
        match stop_result {
            Ok(status) if status.success() => {}
            Ok(status) => report.violation(format!("the stopped server exited with {status}")),
            Err(error) => report.violation(error),
        }
        counts
            .unexpected_rejections()
            .for_each(|violation| report.violation(violation));
        report.add_counts(counts);
        server = site.start().await?;
        site.verify(&server, false, report).await?;
    }
    site.verify(&server, true, report).await?;
    report.metric("longest_stop_ms", longest_stop.as_millis() as u64);
    server.stop(STOP_TIMEOUT).await?;
    Ok(())
}
