//! Somebody who looks at the site all the time while something is done to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::Result;
use crate::client::{Client, Reply};
use crate::report::Report;

/// What others' reads must be answered within, all but one in a hundred, in milliseconds: on a slow machine, with something done to
/// the server.
pub const OTHERS: f64 = 1_000.0;
/// So many may take longer in any case: of few looks one that a busy machine kept waiting is already more than one in a hundred.
const SLOW: usize = 2;
/// Between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// Asks for questions, by turns over a new connection and over one that stays open.
pub struct Probe {
    stop: Arc<AtomicBool>,
    looks: JoinHandle<Looks>,
}

/// What it saw.
#[derive(Default)]
pub struct Looks {
    /// How long each answer took, in milliseconds, the shortest first.
    pub times: Vec<f64>,
    /// What was answered instead.
    pub failures: Vec<String>,
}

impl Probe {
    /// Looks as whoever holds the session's token.
    pub fn start(address: SocketAddr, token: &str) -> Self {
        let (stop, token) = (Arc::new(AtomicBool::new(false)), token.to_owned());
        let stopped = stop.clone();
        let looks = tokio::spawn(async move {
            let (kept, mut looks) = (Client::new(address), Looks::default());
            for number in 0.. {
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
                let (new, began) = (Client::new(address), Instant::now());
                let client = if number % 2 == 0 { &new } else { &kept };
                match client.call("GET", "/question/getQuestion?view=card&limit=10", Some(&token), None).await {
                    Ok(Reply { status: 200, .. }) => looks.times.push(began.elapsed().as_secs_f64() * 1e3),
                    Ok(reply) => looks.failures.push(format!("{} {}", reply.status, reply.body)),
                    Err(error) => looks.failures.push(format!("{error:?}")),
                }
                tokio::time::sleep(PAUSE).await;
            }
            looks.times.sort_by(f64::total_cmp);
            looks
        });
        Self { stop, looks }
    }

    pub async fn stop(self) -> Result<Looks> {
        self.stop.store(true, Ordering::Relaxed);
        Ok(self.looks.await?)
    }
}

/// The part of sorted figures below which `share` of them are; rounded to a tenth.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(place.saturating_sub(1)).map_or(0.0, |figure| (figure * 10.0).round() / 10.0)
}

impl Looks {
    /// Notes the figures, and as violations what was no answer, and if more than one in a hundred took longer than so many milliseconds.
    pub fn note(&self, report: &mut Report, patience: f64) {
        report.figure("looks", self.times.len());
        report.figure("p50_ms", percentile(&self.times, 0.5));
        report.figure("p99_ms", percentile(&self.times, 0.99));
        report.figure("longest_ms", percentile(&self.times, 1.0));
        if self.times.is_empty() {
            report.violation("nobody else was answered meanwhile");
        }
        let slow = self.times.iter().filter(|time| **time > patience).count();
        if slow > (self.times.len() / 100).max(SLOW) {
            report.violation(format!("{slow} of {} of somebody else's reads took more than {patience} ms", self.times.len()));
        }
        for failure in &self.failures {
            report.violation(format!("somebody else was not answered meanwhile: {failure}"));
        }
    }
}
