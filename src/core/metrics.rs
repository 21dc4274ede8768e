//! Prometheus metrics. Each site has its own recorder, or none without an endpoint.

use std::sync::Arc;
use std::time::Instant;

use metrics::{Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// Upper bounds of the histograms' buckets, in seconds.
const BUCKETS: [f64; 12] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

/// Every metric with its description. The times and sizes are in seconds and bytes.
pub const METRICS: &[(&str, &str)] = &[
    (
        "process_cpu_seconds_total",
        "CPU time of the process, of user and system.",
    ),
    ("process_open_fds", "Open file descriptors of the process."),
    (
        "process_resident_memory_bytes",
        "Resident memory of the process.",
    ),
    (
        "process_start_time_seconds",
        "Start of the process, in Unix time.",
    ),
    (
        "process_virtual_memory_bytes",
        "Virtual memory of the process.",
    ),
    (
        "stoa_backup_last_failure_timestamp_seconds",
        "Time of the last failed backup since the start of the server, in Unix time.",
    ),
    (
        "stoa_backup_last_size_bytes",
        "Size of the newest backup in the backup directory.",
    ),
    (
        "stoa_backup_last_success_timestamp_seconds",
        "Time of the newest backup in the backup directory, in Unix time.",
    ),
    (
        "stoa_backups_total",
        "Backups that the server made, by result: ok or failed.",
    ),
    (
        "stoa_backups_withheld",
        "Expired backups that are kept because the newest one does not replace them.",
    ),
    (
        "stoa_build_info",
        "Version of the program and of SQLite; always 1.",
    ),
    ("stoa_connections", "Open connections of clients."),
    (
        "stoa_db_damaged",
        "1 if a query has met damage or the schema is not the one of this program.",
    ),
    (
        "stoa_db_query_duration_seconds",
        "Duration of reads and of batches of writes, by kind.",
    ),
    ("stoa_db_size_bytes", "Size of the database file."),
    ("stoa_db_wal_size_bytes", "Size of the write-ahead log."),
    (
        "stoa_db_write_queue_depth",
        "Writes that wait for the writer thread.",
    ),
    (
        "stoa_deliveries_waiting",
        "Mails and push messages that wait to be sent, by channel.",
    ),
    (
        "stoa_deliveries_wait_seconds",
        "Time that the oldest of them has waited.",
    ),
    (
        "stoa_disk_free_bytes",
        "Free space on the disk of the data and on that of the backups.",
    ),
    (
        "stoa_http_request_duration_seconds",
        "Duration of requests, by route.",
    ),
    ("stoa_http_requests_in_flight", "Requests in progress."),
    (
        "stoa_http_requests_total",
        "Requests, by method, route and status.",
    ),
    (
        "stoa_logins_total",
        "Logins, by result: ok, failed (a wrong password) or refused (before or after the check of the password).",
    ),
    (
        "stoa_mails_total",
        "Attempts to send a mail, by result: sent, later (the mail server took it not yet), failed (it will not take it), unavailable (it takes no mail at all) or dropped (the recipient does not want or may not read it any more).",
    ),
    (
        "stoa_public_pages_total",
        "Pages for readers without a session, by result: drawn, unchanged (after a look at the data), kept (without one), or refused because too many waited.",
    ),
    (
        "stoa_pushes_total",
        "Attempts to send a push message to a device, by result: sent, later (the push service does not respond or took it not yet), gone (the device is unknown, and removed), refused (the push service will not take it); and dropped for messages that their recipients do not want, have read or may not read any more.",
    ),
    (
        "stoa_questions",
        "Questions, those of private communities included.",
    ),
    (
        "stoa_rate_limited_total",
        "Requests that a rate limit refused.",
    ),
    (
        "stoa_read_only",
        "1 if the site accepts only deletions and logouts, because its disk is full.",
    ),
    (
        "stoa_searches_total",
        "Searches, by result: finished or refused.",
    ),
    (
        "stoa_storage_limit_bytes",
        "Largest size of the database and the pictures, if limits.storage_mb is set.",
    ),
    (
        "stoa_storage_used_bytes",
        "Size of the used part of the database and of the pictures.",
    ),
    (
        "stoa_stranger_reads_total",
        "Reads without a session while everyone may read, by result: answered, or refused because too many waited.",
    ),
    ("stoa_users", "Accounts, without deleted ones."),
    (
        "stoa_webhooks_total",
        "Attempts to send a message of a webhook, by result: sent, refused (the receiver did not take it); and failed for messages that have waited too long, dropped for those about what may not be read any more.",
    ),
    ("stoa_ws_connections", "Live connections of browsers."),
];

/// Counters that exist from the start, so that their first event is an increase.
const COUNTERS: &[(&str, &[&str])] = &[
    ("stoa_backups_total", &["ok", "failed"]),
    ("stoa_logins_total", &["ok", "failed", "refused"]),
    (
        "stoa_mails_total",
        &["sent", "later", "failed", "unavailable", "dropped"],
    ),
    (
        "stoa_pushes_total",
        &["sent", "later", "gone", "refused", "dropped"],
    ),
    (
        "stoa_webhooks_total",
        &["sent", "refused", "failed", "dropped"],
    ),
];

const METADATA: Metadata<'static> = Metadata::new("stoa", Level::INFO, None);

/// The metrics of a site, or nothing if they are off. Clones share them.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Exporter>>);

struct Exporter {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
}

/// Label names and values of one series of a metric.
pub type Labels<'l> = &'l [(&'static str, &'l str)];

impl Metrics {
    /// Creates the metrics of a site. If `enabled` is false, they record nothing.
    pub fn new(enabled: bool) -> Self {
        let exporter = || {
            let builder = PrometheusBuilder::new().set_buckets(&BUCKETS);
            let recorder = builder
                .unwrap_or_else(|_| PrometheusBuilder::new())
                .build_recorder();
            for (name, about) in METRICS {
                // The kind of a metric does not matter to its description.
                recorder.describe_gauge((*name).into(), None, (*about).into());
            }
            for (name, results) in COUNTERS {
                for result in *results {
                    recorder
                        .register_counter(&key(name, &[("result", result)]), &METADATA)
                        .increment(0);
                }
            }
            let handle = recorder.handle();
            // Publishes the descriptions.
            handle.run_upkeep();
            Arc::new(Exporter { handle, recorder })
        };
        Self(enabled.then(exporter))
    }

    /// Returns whether metrics are recorded.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Increments a counter by one.
    pub fn count(&self, name: &'static str, labels: Labels<'_>) {
        if let Some(exporter) = &self.0 {
            exporter
                .recorder
                .register_counter(&key(name, labels), &METADATA)
                .increment(1);
        }
    }

    /// Sets a gauge.
    pub fn set(&self, name: &'static str, labels: Labels<'_>, value: f64) {
        if let Some(exporter) = &self.0 {
            exporter
                .recorder
                .register_gauge(&key(name, labels), &METADATA)
                .set(value);
        }
    }

    /// Adds to a gauge.
    pub fn add(&self, name: &'static str, value: f64) {
        if let Some(exporter) = &self.0 {
            exporter
                .recorder
                .register_gauge(&key(name, &[]), &METADATA)
                .increment(value);
        }
    }

    /// Returns the current time for [`Metrics::observe_duration`], or `None` if metrics are off.
    pub fn start_timer(&self) -> Option<Instant> {
        self.0.as_ref().map(|_| Instant::now())
    }

    /// Records the time since `start` in a histogram, in seconds.
    pub fn observe_duration(&self, name: &'static str, labels: Labels<'_>, start: Option<Instant>) {
        if let (Some(exporter), Some(start)) = (&self.0, start) {
            exporter
                .recorder
                .register_histogram(&key(name, labels), &METADATA)
                .record(start.elapsed());
        }
    }

    /// Moves recorded values into the buckets of their histograms. Without regular calls they pile
    /// up in memory between two scrapes.
    pub fn run_upkeep(&self) {
        if let Some(exporter) = &self.0 {
            exporter.handle.run_upkeep();
        }
    }

    /// Returns all metrics in Prometheus' text format.
    pub fn render(&self) -> String {
        self.0
            .as_ref()
            .map(|exporter| exporter.handle.render())
            .unwrap_or_default()
    }
}

fn key(name: &'static str, labels: Labels<'_>) -> Key {
    debug_assert!(
        METRICS.iter().any(|(known, _)| *known == name),
        "{name} has no description"
    );
    let labels: Vec<Label> = labels
        .iter()
        .map(|(name, value)| Label::new(*name, (*value).to_owned()))
        .collect();
    Key::from_parts(name, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_site_has_its_own_metrics_if_they_are_enabled() {
        let (on, other, off) = (Metrics::new(true), Metrics::new(true), Metrics::new(false));
        for metrics in [&on, &on, &off] {
            metrics.count("stoa_logins_total", &[("result", "ok")]);
            metrics.observe_duration("stoa_db_query_duration_seconds", &[], metrics.start_timer());
        }
        assert!(
            on.render().contains("stoa_logins_total{result=\"ok\"} 2\n"),
            "{}",
            on.render()
        );
        assert!(
            on.render()
                .contains("stoa_db_query_duration_seconds_bucket{le=\"5\"} 2\n"),
            "{}",
            on.render()
        );
        let fresh = other.render();
        assert!(
            fresh.contains("stoa_logins_total{result=\"ok\"} 0\n"),
            "{fresh}"
        );
        assert_eq!(off.render(), "");
    }

    #[test]
    fn every_metric_is_described() {
        let metrics = Metrics::new(true);
        metrics.set("stoa_users", &[], 3.0);
        let text = metrics.render();
        for (kind, name) in [("gauge", "stoa_users"), ("counter", "stoa_logins_total")] {
            let (_, about) = METRICS.iter().find(|(known, _)| *known == name).unwrap();
            let head = format!("# HELP {name} {about}\n# TYPE {name} {kind}\n");
            assert!(text.contains(&head), "{head} is not in {text}");
        }
    }
}
