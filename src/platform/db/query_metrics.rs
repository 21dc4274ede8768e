//! Measures reads, writes and queries: durations for the metrics, slow queries for the log.

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::core::metrics::Metrics;

thread_local! {
    /// Queries of this thread that take longer are logged.
    static SLOW: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// The threshold of slow queries and the destination of the durations.
pub(super) struct QueryMetrics {
    pub slow: Option<Duration>,
    pub metrics: Metrics,
}

impl QueryMetrics {
    /// Begins a job on this thread. Returns its start if durations are collected.
    pub fn begin(settings: &OnceLock<QueryMetrics>) -> Option<Instant> {
        let settings = settings.get()?;
        SLOW.set(settings.slow);
        settings.metrics.start_timer()
    }

    /// Records the duration of a job of this `kind` (`read` or `write`).
    pub fn end(settings: &OnceLock<QueryMetrics>, kind: &str, began: Option<Instant>) {
        if let Some(settings) = settings.get() {
            settings.metrics.observe_duration(
                "stoa_db_query_duration_seconds",
                &[("kind", kind)],
                began,
            );
        }
    }
}

/// A running query. Logs it on drop if it was slow.
pub(super) struct QueryTimer<'s> {
    sql: &'s str,
    began: Option<(Instant, Duration)>,
}

/// Starts to time a query on this thread.
pub(super) fn time_query(sql: &str) -> QueryTimer<'_> {
    QueryTimer {
        sql,
        began: SLOW.get().map(|slow| (Instant::now(), slow)),
    }
}

impl Drop for QueryTimer<'_> {
    fn drop(&mut self) {
        if let Some((began, slow)) = self.began
            && began.elapsed() >= slow
        {
            let sql = self.sql.split_whitespace().collect::<Vec<_>>().join(" ");
            tracing::warn!(ms = began.elapsed().as_millis() as u64, sql, "slow query");
        }
    }
}
