//! Scenarios for logins: many concurrent ones, and the timing of existing and unknown usernames.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::error::Result;
use crate::harness::{Harness, run_scenario, sign_up};
use crate::latency_probe::{LatencyProbe, READ_LATENCY_LIMIT_MS, percentile};
use crate::resource_usage::megabytes;

/// Latency limit for 99% of the other requests on an otherwise idle machine, in milliseconds.
const IDLE_LATENCY_LIMIT_MS: f64 = 250.0;
/// Maximum memory growth in bytes: working memory of the password hashes, and connections.
const MEMORY_LIMIT: u64 = 64 << 20;

#[derive(Args, Clone)]
pub struct Logins {
    /// Number of concurrent logins
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub concurrency: usize,
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub times: usize,
    /// Allow other requests to take one second, as on a busy machine
    #[arg(long)]
    pub relaxed: bool,
}

/// Minimum number of pairs for comparing the medians, and their maximum relative difference.
const MIN_PAIRS: usize = 200;
const MAX_DIFFERENCE: f64 = 0.05;

#[derive(Args, Clone)]
pub struct LoginTiming {
    /// Number of logins with each kind of username
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub pairs: usize,
}

/// Sends concurrent logins, each over its own connection. Returns the number of responses by
/// status.
pub async fn concurrent_logins(address: SocketAddr, concurrency: usize) -> BTreeMap<String, usize> {
    let mut logins = JoinSet::new();
    for number in 0..concurrency {
        logins.spawn(async move {
            let body = json!({"username": format!("user{}", number % 50), "password": "not the right one"});
            match Client::new(address).call("POST", "/user/login", None, Some(&body)).await {
                Ok(response) => response.status.to_string(),
                Err(error) => format!("{error:?}"),
            }
        });
    }
    let mut statuses = BTreeMap::new();
    for status in logins.join_all().await {
        *statuses.entry(status).or_default() += 1;
    }
    statuses
}

/// Adds a violation if no password was checked. All passwords are wrong, so a check results in 401.
pub fn require_processed_logins(statuses: &BTreeMap<String, usize>, harness: &mut Harness<'_>) {
    if !statuses.contains_key("401") {
        harness
            .report
            .violation(format!("no login was processed: {statuses:?}"));
    }
}

/// Sends many logins at once and measures the latency of other reads.
pub async fn logins(stoa: &Path, options: &Logins) -> Result<bool> {
    run_scenario("logins", stoa, "", async |harness| {
        run_logins(harness, options).await
    })
    .await
}

async fn run_logins(harness: &mut Harness<'_>, options: &Logins) -> Result<()> {
    let address = harness.address();
    sign_up(&Client::new(address), "user0").await?;
    let before = harness.usage()?.memory;
    let probe = LatencyProbe::start(address, &harness.token);
    let (mut statuses, mut longest) = (BTreeMap::new(), Duration::ZERO);
    for _ in 0..options.times {
        let began = Instant::now();
        for (status, count) in concurrent_logins(address, options.concurrency).await {
            *statuses.entry(status).or_insert(0) += count;
        }
        longest = longest.max(began.elapsed());
    }
    let samples = probe.stop().await?;
    samples.report_to(
        harness.report,
        if options.relaxed {
            READ_LATENCY_LIMIT_MS
        } else {
            IDLE_LATENCY_LIMIT_MS
        },
    );
    require_processed_logins(&statuses, harness);
    for (status, count) in &statuses {
        if !["401", "503", "429"].contains(&status.as_str()) {
            harness
                .report
                .violation(format!("{count} logins were answered with {status}"));
        }
    }
    let more = harness.usage()?.peak.saturating_sub(before);
    if more > MEMORY_LIMIT {
        harness
            .report
            .violation(format!("memory grew by {} MB", megabytes(more)));
    }
    harness.report.metric("concurrency", options.concurrency);
    harness.report.metric("statuses", statuses);
    harness.report.metric(
        "longest_round_s",
        (longest.as_secs_f64() * 10.0).round() / 10.0,
    );
    harness.report.metric("more_mb", megabytes(more));
    harness.recover().await
}

/// Compares logins with a wrong password for an existing and for unknown usernames. Equal medians
/// mean that the duration does not reveal whether a username exists. With fewer than [`MIN_PAIRS`]
/// pairs the medians are only reported.
pub async fn login_timing(stoa: &Path, options: &LoginTiming) -> Result<bool> {
    run_scenario("login-timing", stoa, "", async |harness| {
        run_login_timing(harness, options).await
    })
    .await
}

async fn run_login_timing(harness: &mut Harness<'_>, options: &LoginTiming) -> Result<()> {
    let client = Arc::new(Client::new(harness.address()));
    let mut times = [Vec::new(), Vec::new()];
    for number in 0..options.pairs {
        // Alternate the order within each pair.
        for kind in [number % 2, 1 - number % 2] {
            let (times, name) = (
                &mut times[kind],
                if kind == 0 {
                    "ann".to_owned()
                } else {
                    format!("unknown{number}")
                },
            );
            let body = json!({"username": name, "password": "not the right one"});
            let began = Instant::now();
            match client.call("POST", "/user/login", None, Some(&body)).await {
                Ok(response) if response.status == 401 => {
                    times.push(began.elapsed().as_secs_f64() * 1e3)
                }
                other => harness
                    .report
                    .violation(format!("login as {name}: {other:?}")),
            }
        }
    }
    times
        .iter_mut()
        .for_each(|times| times.sort_by(f64::total_cmp));
    let [known, unknown] = times.map(|times| percentile(&times, 0.5));
    harness.report.metric("pairs", options.pairs);
    harness.report.metric("known_ms", known);
    harness.report.metric("unknown_ms", unknown);
    let ratio = (known / unknown * 1_000.0).round() / 1_000.0;
    harness.report.metric("ratio", ratio);
    if options.pairs >= MIN_PAIRS && (ratio - 1.0).abs() > MAX_DIFFERENCE {
        harness.report.violation(format!(
            "a login with an existing username takes {ratio} of the time of one with an unknown username"
        ));
    }
    Ok(())
}
