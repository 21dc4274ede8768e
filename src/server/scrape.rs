//! `/metrics`: what is counted as it happens, and what is looked up when somebody asks.

use std::path::{Path, PathBuf};
use std::sync::Weak;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Method, Request, Response, header};
use axum::response::IntoResponse;
use subtle::ConstantTimeEq;

use super::Site;
use crate::backup;
use crate::db::files;
use crate::error::{Error, Sentence};
use crate::metrics::Metrics;

const TIDY_EVERY: Duration = Duration::from_secs(5);
/// Clock ticks in a second, in which Linux counts a process' time on the processor; it is the same everywhere.
const TICKS: f64 = 100.0;

impl Site {
    /// `/metrics` of the site itself, for who sends the token.
    pub(super) fn show_metrics_to_holder(&self, request: &Request<Body>) -> Response<Body> {
        let sent = request.headers().get(header::AUTHORIZATION).and_then(|value| value.as_bytes().strip_prefix(b"Bearer "));
        let expected = self.app.config.metrics.token.expose().as_bytes();
        if sent.is_some_and(|sent| sent.ct_eq(expected).into()) {
            self.show_metrics(request)
        } else {
            Error::from(Sentence::MetricsTokenRequired).into_response()
        }
    }

    /// `/metrics`, and nothing else.
    pub(super) fn show_metrics(&self, request: &Request<Body>) -> Response<Body> {
        if request.method() != Method::GET || request.uri().path() != "/metrics" {
            return Error::from(Sentence::NotFound).into_response();
        }
        self.look_up();
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], self.app.metrics.render()).into_response()
    }

    fn look_up(&self) {
        let metrics = &self.app.metrics;
        let build = [("version", env!("CARGO_PKG_VERSION")), ("sqlite", rusqlite::version())];
        metrics.set("stoa_build_info", &build, 1.0);
        metrics.set("stoa_connections", &[], self.connections.count() as f64);
        metrics.set("stoa_ws_connections", &[], self.app.hub.count(|_| true) as f64);
        metrics.set("stoa_db_write_queue_depth", &[], self.app.db.waiting_writes() as f64);
        let size = |name: &str| files::size(&self.data_dir.join(name)) as f64;
        metrics.set("stoa_db_size_bytes", &[], size(files::FILE));
        metrics.set("stoa_db_wal_size_bytes", &[], size(files::LOG));
        if let Some((time, size)) = newest_backup(&backup::directory(&self.app.config)) {
            metrics.set("stoa_backup_last_success_timestamp_seconds", &[], time);
            metrics.set("stoa_backup_last_size_bytes", &[], size);
        }
        look_up_process(metrics);
    }
}

/// When the newest backup was written, in seconds since 1970, and its size in bytes.
fn newest_backup(directory: &Path) -> Option<(f64, f64)> {
    let files = std::fs::read_dir(directory).ok()?.filter_map(Result::ok);
    let backups = files.filter(|file| file.path().to_string_lossy().ends_with(backup::EXTENSION));
    let newest = backups.filter_map(|file| file.metadata().ok()).max_by_key(|file| file.modified().ok())?;
    let time = newest.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((time.as_secs_f64(), newest.len() as f64))
}

/// What Linux tells of the process, under the names that Prometheus' own clients use.
fn look_up_process(metrics: &Metrics) -> Option<()> {
    let proc = PathBuf::from("/proc/self");
    metrics.set("process_open_fds", &[], std::fs::read_dir(proc.join("fd")).ok()?.count() as f64);
    let status = std::fs::read_to_string(proc.join("status")).ok()?;
    let kilobytes = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    metrics.set("process_resident_memory_bytes", &[], kilobytes("VmRSS:")? * 1024.0);
    metrics.set("process_virtual_memory_bytes", &[], kilobytes("VmSize:")? * 1024.0);
    // The second field is the program's name in brackets, which may hold anything.
    let stat = std::fs::read_to_string(proc.join("stat")).ok()?;
    let fields: Vec<f64> = stat.rsplit_once(')')?.1.split_whitespace().map(|field| field.parse().unwrap_or_default()).collect();
    let [user, system, started] = [11, 12, 19].map(|index| fields.get(index).copied().unwrap_or_default() / TICKS);
    metrics.set("process_cpu_seconds_total", &[], user + system);
    let boot = std::fs::read_to_string("/proc/stat").ok()?;
    let boot: f64 = boot.lines().find_map(|line| line.strip_prefix("btime ")?.parse().ok())?;
    metrics.set("process_start_time_seconds", &[], boot + started);
    Some(())
}

/// Keeps the counters small as long as the site is there.
pub async fn tidy(site: Weak<Site>) {
    loop {
        tokio::time::sleep(TIDY_EVERY).await;
        match site.upgrade() {
            Some(site) => site.app.metrics.tidy(),
            None => return,
        }
    }
}
