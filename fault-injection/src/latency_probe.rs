//! Probe that measures the latency of reads while a scenario loads the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::client::{Client, Response};
use crate::error::Result;
use crate::report::Report;

/// Limit for 99% of the reads, in milliseconds, on a slow machine under load.
pub const READ_LATENCY_LIMIT_MS: f64 = 1_000.0;
/// Number of reads that may always exceed the limit. With few samples, a single delay on a busy
/// machine is more than 1%.
const MAX_SLOW_READS: usize = 2;
/// Pause between two reads.
const READ_INTERVAL: Duration = Duration::from_millis(20);

/// Background task that lists questions, alternately over a new and a persistent connection.
pub struct LatencyProbe {
    stop: Arc<AtomicBool>,
    samples: JoinHandle<ProbeSamples>,
}

/// Measurements of a probe.
#[derive(Default)]
pub struct ProbeSamples {
    /// Latencies in milliseconds, in ascending order.
    pub times: Vec<f64>,
    /// Failed reads.
    pub failures: Vec<String>,
}

impl LatencyProbe {
    /// Starts a probe that is authenticated by the session token.
    pub fn start(address: SocketAddr, token: &str) -> Self {
        let (stop, token) = (Arc::new(AtomicBool::new(false)), token.to_owned());
        let stopped = stop.clone();
        let samples = tokio::spawn(async move {
            let (persistent, mut samples) = (Client::new(address), ProbeSamples::default());
            for number in 0.. {
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
                let (fresh, began) = (Client::new(address), Instant::now());
                let client = if number % 2 == 0 { &fresh } else { &persistent };
                match client
                    .call(
                        "GET",
                        "/question/getQuestion?view=card&limit=10",
                        Some(&token),
                        None,
                    )
                    .await
                {
                    Ok(Response { status: 200, .. }) => {
                        samples.times.push(began.elapsed().as_secs_f64() * 1e3)
                    }
                    Ok(response) => samples
                        .failures
                        .push(format!("{} {}", response.status, response.body)),
                    Err(error) => samples.failures.push(format!("{error:?}")),
                }
                tokio::time::sleep(READ_INTERVAL).await;
            }
            samples.times.sort_by(f64::total_cmp);
            samples
        });
        Self { stop, samples }
    }

    pub async fn stop(self) -> Result<ProbeSamples> {
        self.stop.store(true, Ordering::Relaxed);
        Ok(self.samples.await?)
    }
}

/// Returns a percentile of sorted values, rounded to one decimal.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    let index = (sorted.len() as f64 * share).ceil() as usize;
    sorted
        .get(index.saturating_sub(1))
        .map_or(0.0, |value| (value * 10.0).round() / 10.0)
}

impl ProbeSamples {
    /// Adds the latencies to the report. Adds violations for failed reads, and if more than 1% of
    /// the reads exceed the limit.
    pub fn report_to(&self, report: &mut Report, limit_ms: f64) {
        report.metric("reads", self.times.len());
        report.metric("p50_ms", percentile(&self.times, 0.5));
        report.metric("p99_ms", percentile(&self.times, 0.99));
        report.metric("longest_ms", percentile(&self.times, 1.0));
        if self.times.is_empty() {
            report.violation("the probe completed no read");
        }
        let slow = self.times.iter().filter(|time| **time > limit_ms).count();
        if slow > (self.times.len() / 100).max(MAX_SLOW_READS) {
            report.violation(format!(
                "{slow} of {} reads of the probe took more than {limit_ms} ms",
                self.times.len()
            ));
        }
        for failure in &self.failures {
            report.violation(format!("a read of the probe failed: {failure}"));
        }
    }
}
