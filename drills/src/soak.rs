//! A long day: writers, readers, logins and sockets that come and go, and whether the server needs more and more for it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use crate::Result;
use crate::client::Client;
use crate::load::Load;
use crate::logins::{expect_done, log_in_at_once};
use crate::probe::{OTHERS, Probe};
use crate::process::{Usage, megabytes};
use crate::scene::{Scene, play};
use crate::sockets::Socket;

/// Between two looks at what the server holds, or so many of them if it is short.
const SAMPLE: Duration = Duration::from_secs(2);
const SAMPLES: u32 = 40;
/// What may be more in the last quarter than in the second: the first is for what is there once and for all.
const MEMORY: f64 = 16.0;
const DESCRIPTORS: f64 = 16.0;
const WAL: f64 = 16.0;

#[derive(Args, Clone)]
pub struct Soak {
    /// How long
    #[arg(long, default_value_t = 60.0)]
    pub minutes: f64,
    #[arg(long, default_value_t = 8)]
    pub writers: usize,
}

pub async fn soak(stoa: &Path, options: &Soak) -> Result<bool> {
    play("soak", stoa, "", async |scene| soak_in(scene, options).await).await
}

async fn soak_in(scene: &mut Scene<'_>, options: &Soak) -> Result<()> {
    let time = Duration::from_secs_f64(options.minutes * 60.0);
    // Enough samples to compare, however short it is.
    let sample = SAMPLE.min(time / SAMPLES);
    let (address, end) = (scene.address(), Instant::now() + time);
    let mut load = Load::new(address, &scene.site.ledger, options.writers).await?;
    let probe = Probe::start(address, &scene.token);
    let opened = AtomicUsize::new(0);
    let come_and_go = async || {
        while Instant::now() < end {
            if let Ok(mut socket) = Socket::open(address, &scene.token, None).await {
                opened.fetch_add(1, Ordering::Relaxed);
                let stays = Duration::from_millis(rand::random_range(100..5_000)).min(end.saturating_duration_since(Instant::now()));
                let _ = tokio::time::timeout(stays, async { while socket.hear().await.is_some() {} }).await;
            }
        }
    };
    let visitors = async {
        let mut answers = BTreeMap::new();
        while Instant::now() < end {
            for (answer, count) in log_in_at_once(address, 5).await {
                *answers.entry(answer).or_insert(0) += count;
            }
            let path = "/question/getQuestion?search=x&order=active";
            let _ = Client::new(address).call("GET", path, Some(&scene.token), None).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        answers
    };
    let watching = async {
        let mut samples: Vec<Usage> = Vec::new();
        while Instant::now() < end {
            tokio::time::sleep(sample).await;
            samples.push(scene.usage()?);
        }
        Ok::<_, crate::Error>(samples)
    };
    let all = async { tokio::join!(watching, visitors, futures_util::future::join_all((0..20).map(|_| come_and_go()))) };
    let ((samples, logins, _), counts) = load.run(address, all).await?;
    let (samples, opened) = (samples?, opened.into_inner());
    expect_done(&logins, scene);
    scene.report.figure("logins", logins);
    scene.report.figure("sockets_opened", opened);
    if opened == 0 {
        scene.report.violation("no socket was opened");
    }
    probe.stop().await?.note(scene.report, OTHERS);
    counts.unfounded().for_each(|violation| scene.report.violation(violation));
    counts.unanswered().for_each(|violation| scene.report.violation(violation));
    scene.report.load(counts);
    scene.report.figure("minutes", options.minutes);
    scene.report.figure("samples", samples.len());
    for (name, most, figure) in [
        ("memory_mb", MEMORY, (|usage| usage.memory as f64 / f64::from(1 << 20)) as fn(&Usage) -> f64),
        ("descriptors", DESCRIPTORS, |usage| usage.descriptors as f64),
        ("wal_mb", WAL, |usage| usage.wal as f64 / f64::from(1 << 20)),
    ] {
        let figures: Vec<f64> = samples.iter().map(figure).collect();
        let (quarter, round) = (figures.len() / 4, |figure: f64| (figure * 10.0).round() / 10.0);
        let (second, last) = (median(&figures[quarter..2 * quarter]), median(&figures[3 * quarter..]));
        let hour = slope(&figures[quarter..]) * 3_600.0 / sample.as_secs_f64();
        scene.report.figure(name, json!({"second_quarter": round(second), "last_quarter": round(last), "slope_per_hour": round(hour)}));
        if last > second + most {
            scene.report.violation(format!("{name} grew from {} to {}", round(second), round(last)));
        }
    }
    scene.recover().await?;
    scene.look().await?;
    let database = std::fs::metadata(scene.site.options.data_dir.join("stoa.db")).map_or(0, |file| file.len());
    scene.report.figure("database_mb", megabytes(database));
    Ok(())
}

fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// How much a figure grows from one to the next, by least squares.
fn slope(figures: &[f64]) -> f64 {
    let count = figures.len() as f64;
    let (middle, mean) = ((count - 1.0) / 2.0, figures.iter().sum::<f64>() / count);
    let places = || figures.iter().enumerate().map(|(place, figure)| (place as f64 - middle, figure - mean));
    let spread: f64 = places().map(|(place, _)| place * place).sum();
    places().map(|(place, figure)| place * figure).sum::<f64>() / spread.max(1.0)
}
