//! The process dies while it is being written to: killed, or asked to stop.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;

use crate::load::Load;
use crate::report::Report;
use crate::site::Site;
use crate::{Result, failed};

/// The environment's wish how often a server is killed.
const TIMES: &str = "STOA_DRILL_KILLS";
/// A stopping server may take so long.
const STOP: Duration = Duration::from_secs(10);

#[derive(Args, Clone)]
pub struct Kill {
    /// How often the server is killed (STOA_DRILL_KILLS, or 15)
    #[arg(long, value_name = "N")]
    pub times: Option<usize>,
    #[arg(long, default_value_t = 32)]
    pub writers: usize,
}

#[derive(Args, Clone)]
pub struct Stop {
    /// How often the server is stopped
    #[arg(long, default_value_t = 5)]
    pub times: usize,
    #[arg(long, default_value_t = 32)]
    pub writers: usize,
}

/// Kills the server at random moments 50 to 2,000 ms after its writers began. After each kill what they wrote since the last
/// one is looked for, in the end everything.
pub async fn kill(stoa: &Path, options: &Kill) -> Result<bool> {
    let times = match (options.times, std::env::var_os(TIMES)) {
        (Some(times), _) => times,
        (None, None) => 15,
        (None, Some(times)) => {
            let number = times.to_str().and_then(|times| times.parse().ok());
            number.ok_or_else(|| failed(format_args!("{TIMES} is {times:?}, and not a number")))?
        }
    };
    let (mut report, site) = (Report::new("kill"), Site::new(stoa)?);
    report.figure("kills", times);
    let done = kills(&site, times, options.writers, &mut report).await;
    Ok(report.end(done, site.place))
}

async fn kills(site: &Site, times: usize, writers: usize, report: &mut Report) -> Result<()> {
    let mut server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, writers).await?;
    for _ in 0..times {
        let moment = Duration::from_millis(rand::random_range(50..2_000));
        let address = server.address();
        let killed = async {
            tokio::time::sleep(moment).await;
            server.kill().await
        };
        let (killed, counts) = load.run(address, killed).await?;
        killed?;
        counts.unfounded().for_each(|violation| report.violation(violation));
        report.load(counts);
        server = site.start().await?;
        site.look(&server, false, report).await?;
        if report.has_violations() {
            break;
        }
    }
    if !report.has_violations() {
        site.look(&server, true, report).await?;
    }
    server.stop(STOP).await?;
    Ok(())
}

/// Stops the server as a service manager does, under load: it must end well and in time, and nothing acknowledged is lost.
pub async fn stop(stoa: &Path, options: &Stop) -> Result<bool> {
    let (mut report, site) = (Report::new("stop"), Site::new(stoa)?);
    report.figure("stops", options.times);
    let done = stops(&site, options, &mut report).await;
    Ok(report.end(done, site.place))
}

async fn stops(site: &Site, options: &Stop, report: &mut Report) -> Result<()> {
    let mut server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, options.writers).await?;
    let mut longest = Duration::ZERO;
    for _ in 0..options.times {
        let moment = Duration::from_millis(rand::random_range(200..1_500));
        let address = server.address();
        let stopped = async {
            tokio::time::sleep(moment).await;
            let began = Instant::now();
            (server.stop(STOP).await, began.elapsed())
        };
        let ((stopped, took), counts) = load.run(address, stopped).await?;
        longest = longest.max(took);
        match stopped {
            Ok(status) if status.success() => {}
            Ok(status) => report.violation(format!("a stopped server ended with {status}")),
            Err(error) => report.violation(error),
        }
        counts.unfounded().for_each(|violation| report.violation(violation));
        report.load(counts);
        server = site.start().await?;
        site.look(&server, false, report).await?;
    }
    site.look(&server, true, report).await?;
    report.figure("longest_stop_ms", longest.as_millis() as u64);
    server.stop(STOP).await?;
    Ok(())
}
