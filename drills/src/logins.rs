//! Logins: many at once, and how long one takes with a name that somebody has and with one that nobody has.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use tokio::task::JoinSet;

use crate::Result;
use crate::client::Client;
use crate::probe::{Probe, percentile};
use crate::process::megabytes;
use crate::scene::{Scene, play, sign_up};

/// What other calls must be answered within while many log in, all but one in a hundred.
const OTHERS: f64 = 250.0;
/// Bytes more than before, at most: the hashes' own memory, and the connections'.
const MEMORY: u64 = 64 << 20;

#[derive(Args, Clone)]
pub struct Logins {
    /// How many log in at once
    #[arg(long, default_value_t = 500)]
    pub at_once: usize,
    /// How often
    #[arg(long, default_value_t = 5)]
    pub times: usize,
    /// Print how long others waited, and take it as it is
    #[arg(long)]
    pub unhurried: bool,
}

#[derive(Args, Clone)]
pub struct Timing {
    /// How many logins with each kind of name
    #[arg(long, default_value_t = 1_000)]
    pub pairs: usize,
}

/// What so many logins at once were answered, each over a connection of its own.
pub async fn log_in_at_once(address: SocketAddr, at_once: usize) -> BTreeMap<String, usize> {
    let mut logins = JoinSet::new();
    for number in 0..at_once {
        logins.spawn(async move {
            let body = json!({"username": format!("user{}", number % 50), "password": "not the right one"});
            match Client::new(address).call("POST", "/user/login", None, Some(&body)).await {
                Ok(reply) => reply.status.to_string(),
                Err(error) => format!("{error:?}"),
            }
        });
    }
    let mut answers = BTreeMap::new();
    for answer in logins.join_all().await {
        *answers.entry(answer).or_default() += 1;
    }
    answers
}

/// Many logins at once, while somebody else reads.
pub async fn logins(stoa: &Path, options: &Logins) -> Result<bool> {
    play("logins", stoa, "", async |scene| logins_in(scene, options).await).await
}

async fn logins_in(scene: &mut Scene<'_>, options: &Logins) -> Result<()> {
    let address = scene.address();
    sign_up(&Client::new(address), "user0").await?;
    let before = scene.usage()?.memory;
    let probe = Probe::start(address, &scene.token);
    let (mut answers, mut longest) = (BTreeMap::new(), Duration::ZERO);
    for _ in 0..options.times {
        let began = Instant::now();
        for (answer, count) in log_in_at_once(address, options.at_once).await {
            *answers.entry(answer).or_insert(0) += count;
        }
        longest = longest.max(began.elapsed());
    }
    let looks = probe.stop().await?;
    looks.note(scene.report);
    let p99 = percentile(&looks.times, 0.99);
    if p99 > OTHERS && !options.unhurried {
        scene.report.violation(format!("one in a hundred other calls took {p99} ms"));
    }
    for (answer, count) in &answers {
        if !["401", "503", "429"].contains(&answer.as_str()) {
            scene.report.violation(format!("{count} logins were answered {answer}"));
        }
    }
    let more = scene.usage()?.peak.saturating_sub(before);
    if more > MEMORY {
        scene.report.violation(format!("{} MB more than before", megabytes(more)));
    }
    scene.report.figure("at_once", options.at_once);
    scene.report.figure("answers", answers);
    scene.report.figure("longest_round_s", (longest.as_secs_f64() * 10.0).round() / 10.0);
    scene.report.figure("more_mb", megabytes(more));
    scene.recover().await
}

/// Logins with a wrong password, by turns with the name of somebody and of nobody. Nothing is demanded of the figures: they are
/// noise around a ratio of one, and a test knows that the same work is done.
pub async fn timing(stoa: &Path, options: &Timing) -> Result<bool> {
    play("login timing", stoa, "", async |scene| timing_in(scene, options).await).await
}

async fn timing_in(scene: &mut Scene<'_>, options: &Timing) -> Result<()> {
    let client = Arc::new(Client::new(scene.address()));
    let mut times = [Vec::new(), Vec::new()];
    for number in 0..options.pairs {
        for (times, name) in times.iter_mut().zip(["ann".to_owned(), format!("nobody{number}")]) {
            let body = json!({"username": name, "password": "not the right one"});
            let began = Instant::now();
            match client.call("POST", "/user/login", None, Some(&body)).await {
                Ok(reply) if reply.status == 401 => times.push(began.elapsed().as_secs_f64() * 1e3),
                other => scene.report.violation(format!("a login as {name}: {other:?}")),
            }
        }
    }
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    let [known, unknown] = times.map(|times| percentile(&times, 0.5));
    scene.report.figure("pairs", options.pairs);
    scene.report.figure("known_ms", known);
    scene.report.figure("unknown_ms", unknown);
    scene.report.figure("ratio", (known / unknown * 1_000.0).round() / 1_000.0);
    Ok(())
}
