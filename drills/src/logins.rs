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
use crate::probe::{OTHERS, Probe, percentile};
use crate::process::megabytes;
use crate::scene::{Scene, play, sign_up};

/// What other calls must be answered within while many log in, all but one in a hundred, when nothing else keeps the machine busy.
const HURRIED: f64 = 250.0;
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
    /// Others may wait for a second, as on a busy machine
    #[arg(long)]
    pub unhurried: bool,
}

/// Pairs of logins whose medians can be compared, and by how much they may differ.
const ENOUGH: usize = 200;
const DIFFERENT: f64 = 0.05;

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

/// That the passwords of some of many logins were looked at: they are not the right ones.
pub fn expect_done(answers: &BTreeMap<String, usize>, scene: &mut Scene<'_>) {
    if !answers.contains_key("401") {
        scene.report.violation(format!("no login was done: {answers:?}"));
    }
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
    looks.note(scene.report, if options.unhurried { OTHERS } else { HURRIED });
    expect_done(&answers, scene);
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

/// Logins with a wrong password, by turns with the name of somebody and of nobody. Who measures finds out nothing when the medians
/// are the same but for noise; of fewer pairs than [`ENOUGH`] they say nothing, but a test knows that the same work is done.
pub async fn timing(stoa: &Path, options: &Timing) -> Result<bool> {
    play("login timing", stoa, "", async |scene| timing_in(scene, options).await).await
}

async fn timing_in(scene: &mut Scene<'_>, options: &Timing) -> Result<()> {
    let client = Arc::new(Client::new(scene.address()));
    let mut times = [Vec::new(), Vec::new()];
    for number in 0..options.pairs {
        // Neither is always the first.
        for turn in [number % 2, 1 - number % 2] {
            let (times, name) = (&mut times[turn], if turn == 0 { "ann".to_owned() } else { format!("nobody{number}") });
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
    let ratio = (known / unknown * 1_000.0).round() / 1_000.0;
    scene.report.figure("ratio", ratio);
    if options.pairs >= ENOUGH && (ratio - 1.0).abs() > DIFFERENT {
        scene.report.violation(format!("a login with somebody's name takes {ratio} of the time that one with nobody's takes"));
    }
    Ok(())
}
