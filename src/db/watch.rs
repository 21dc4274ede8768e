//! How long the work of the threads takes: for the log what is slow, and for whoever scrapes metrics all of it.

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::metrics::Metrics;

thread_local! {
    /// Longest time that a query on this thread may take unnoticed.
    static SLOW: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// What is noted of the work of the threads.
pub(super) struct Watch {
    pub slow: Option<Duration>,
    pub metrics: Metrics,
}

impl Watch {
    /// The time, if it is of use to anybody.
    pub fn begin(watch: &OnceLock<Watch>) -> Option<Instant> {
        let watch = watch.get()?;
        SLOW.set(watch.slow);
        watch.metrics.begin()
    }

    pub fn end(watch: &OnceLock<Watch>, kind: &str, began: Option<Instant>) {
        if let Some(watch) = watch.get() {
            watch.metrics.lasted("stoa_db_query_duration_seconds", &[("kind", kind)], began);
        }
    }
}

/// A query under way; when it ends late, the log names it.
pub(super) struct Timed<'s> {
    sql: &'s str,
    began: Option<(Instant, Duration)>,
}

pub(super) fn timed(sql: &str) -> Timed<'_> {
    Timed { sql, began: SLOW.get().map(|slow| (Instant::now(), slow)) }
}

impl Drop for Timed<'_> {
    fn drop(&mut self) {
        if let Some((began, slow)) = self.began
            && began.elapsed() >= slow
        {
            let sql = self.sql.split_whitespace().collect::<Vec<_>>().join(" ");
            tracing::warn!(ms = began.elapsed().as_millis() as u64, sql, "slow query");
        }
    }
}
