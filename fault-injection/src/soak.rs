//! Scenario that runs a mixed load for a long time and checks that resource usage stays constant.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use crate::client::Client;
use crate::error::Result;
use crate::harness::{Harness, run_scenario};
use crate::latency_probe::{LatencyProbe, READ_LATENCY_LIMIT_MS};
use crate::load::Load;
use crate::logins::{concurrent_logins, require_processed_logins};
use crate::resource_usage::{ResourceUsage, megabytes};
use crate::sockets::Socket;

/// Interval between samples of the resource usage, and minimum number of samples in a short run.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(2);
const MIN_SAMPLES: u32 = 40;
/// Maximum growth from the second to the last quarter, in MB, descriptors and MB. The first quarter
/// is for warming up.
const MAX_MEMORY_GROWTH: f64 = 16.0;
const MAX_DESCRIPTOR_GROWTH: f64 = 16.0;
const MAX_WAL_GROWTH: f64 = 16.0;

#[derive(Args, Clone)]
pub struct Soak {
    /// Duration in minutes
    #[arg(long, default_value_t = 60.0)]
    pub minutes: f64,
    /// Number of concurrent writers
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub writers: usize,
}

pub async fn soak(stoa: &Path, options: &Soak) -> Result<bool> {
    run_scenario("soak", stoa, "", async |harness| {
        run_soak(harness, options).await
    })
    .await
}

async fn run_soak(harness: &mut Harness<'_>, options: &Soak) -> Result<()> {
    let time = Duration::from_secs_f64(options.minutes * 60.0);
    // Take enough samples for a comparison even in a short run.
    let sample = SAMPLE_INTERVAL.min(time / MIN_SAMPLES);
    let (address, end) = (harness.address(), Instant::now() + time);
    let mut load = Load::new(address, &harness.site.ledger, options.writers).await?;
    let probe = LatencyProbe::start(address, &harness.token);
    let opened = AtomicUsize::new(0);
    let reconnect = async || {
        while Instant::now() < end {
            if let Ok(mut socket) = Socket::open(address, &harness.token, None).await {
                opened.fetch_add(1, Ordering::Relaxed);
                let lifetime = Duration::from_millis(rand::random_range(100..5_000))
                    .min(end.saturating_duration_since(Instant::now()));
                let _ = tokio::time::timeout(lifetime, async {
                    while socket.recv().await.is_some() {}
                })
                .await;
            }
        }
    };
    let visitors = async {
        let mut answers = BTreeMap::new();
        while Instant::now() < end {
            for (answer, count) in concurrent_logins(address, 5).await {
                *answers.entry(answer).or_insert(0) += count;
            }
            let path = "/question/getQuestion?search=x&order=active";
            let _ = Client::new(address)
                .call("GET", path, Some(&harness.token), None)
                .await;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        answers
    };
    let sampling = async {
        let mut samples: Vec<ResourceUsage> = Vec::new();
        while Instant::now() < end {
            tokio::time::sleep(sample).await;
            samples.push(harness.usage()?);
        }
        Ok::<_, crate::error::Error>(samples)
    };
    let all = async {
        tokio::join!(
            sampling,
            visitors,
            futures_util::future::join_all((0..20).map(|_| reconnect()))
        )
    };
    let ((samples, logins, _), counts) = load.run(address, all).await?;
    let (samples, opened) = (samples?, opened.into_inner());
    require_processed_logins(&logins, harness);
    harness.report.metric("logins", logins);
    harness.report.metric("sockets_opened", opened);
    if opened == 0 {
        harness.report.violation("no socket was opened");
    }
    probe
        .stop()
        .await?
        .report_to(harness.report, READ_LATENCY_LIMIT_MS);
    counts
        .unexpected_rejections()
        .for_each(|violation| harness.report.violation(violation));
    counts
        .missing_responses()
        .for_each(|violation| harness.report.violation(violation));
    harness.report.add_counts(counts);
    harness.report.metric("minutes", options.minutes);
    harness.report.metric("samples", samples.len());
    for (name, limit, metric) in [
        (
            "memory_mb",
            MAX_MEMORY_GROWTH,
            (|usage| usage.memory as f64 / f64::from(1 << 20)) as fn(&ResourceUsage) -> f64,
        ),
        ("descriptors", MAX_DESCRIPTOR_GROWTH, |usage| {
            usage.descriptors as f64
        }),
        ("wal_mb", MAX_WAL_GROWTH, |usage| {
            usage.wal as f64 / f64::from(1 << 20)
        }),
    ] {
        let values: Vec<f64> = samples.iter().map(metric).collect();
        let (quarter, round) = (values.len() / 4, |value: f64| (value * 10.0).round() / 10.0);
        let (second, last) = (
            median(&values[quarter..2 * quarter]),
            median(&values[3 * quarter..]),
        );
        let hour = slope(&values[quarter..]) * 3_600.0 / sample.as_secs_f64();
        harness.report.metric(name, json!({"second_quarter": round(second), "last_quarter": round(last), "slope_per_hour": round(hour)}));
        if last > second + limit {
            harness.report.violation(format!(
                "{name} grew from {} to {}",
                round(second),
                round(last)
            ));
        }
    }
    harness.recover().await?;
    harness.verify().await?;
    let database = std::fs::metadata(harness.site.instance.data_dir.join("stoa.db"))
        .map_or(0, |file| file.len());
    harness.report.metric("database_mb", megabytes(database));
    Ok(())
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// Returns the growth per sample by least squares.
fn slope(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let (middle, mean) = ((count - 1.0) / 2.0, values.iter().sum::<f64>() / count);
    let points = || {
        values
            .iter()
            .enumerate()
            .map(|(x, value)| (x as f64 - middle, value - mean))
    };
    let spread: f64 = points().map(|(x, _)| x * x).sum();
    points().map(|(x, value)| x * value).sum::<f64>() / spread.max(1.0)
}
