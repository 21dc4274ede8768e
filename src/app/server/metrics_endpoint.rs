//! `/metrics` in Prometheus' text format: recorded metrics, and those measured at a scrape.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Method, Request, Response, header};
use axum::response::IntoResponse;
use procfs::ProcResult;
use procfs::process::Process;
use subtle::ConstantTimeEq;
use tokio::sync::{Mutex, oneshot};

use super::connections::Connections;
use super::store;
use crate::core::error::{Error, Sentence};
use crate::core::metrics::Metrics;
use crate::operations::backup;
use crate::platform::db::{StorageUse, files};
use crate::platform::outbox::{Channel, store as deliveries};
use crate::platform::web::App;

const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);
const COUNT_TIMEOUT: Duration = Duration::from_secs(2);
const CPU_METRIC: &str = "process_cpu_seconds_total";

/// Answers scrapes of one site.
pub struct MetricsEndpoint {
    data_dir: PathBuf,
    /// Held while a thread measures the files.
    file_scan: Arc<Mutex<()>>,
}

impl MetricsEndpoint {
    /// Creates the endpoint of the site in this data directory.
    pub fn new(data_dir: PathBuf) -> Self {
        Self {
            data_dir,
            file_scan: Arc::default(),
        }
    }

    /// Answers a scrape on a listener of the site. Rejects it with 401 without the configured
    /// token.
    pub async fn respond_with_token(
        &self,
        app: &App,
        connections: &Connections,
        request: Request<Body>,
    ) -> Response<Body> {
        let sent = request
            .headers()
            .get(header::AUTHORIZATION)
            .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "));
        let expected = app.config.metrics.token.expose().as_bytes();
        if sent.is_some_and(|sent| sent.ct_eq(expected).into()) {
            self.respond(app, connections, request).await
        } else {
            Error::from(Sentence::MetricsTokenRequired).into_response()
        }
    }

    /// Answers `GET /metrics`, and everything else with 404.
    pub async fn respond(
        &self,
        app: &App,
        connections: &Connections,
        request: Request<Body>,
    ) -> Response<Body> {
        if request.method() != Method::GET || request.uri().path() != "/metrics" {
            return Error::from(Sentence::NotFound).into_response();
        }
        self.measure(app, connections).await;
        // A counter of the library has integer values only, so the CPU seconds are a gauge there.
        let text = app.metrics.render().replace(
            &format!("# TYPE {CPU_METRIC} gauge\n"),
            &format!("# TYPE {CPU_METRIC} counter\n"),
        );
        let content_type = "text/plain; version=0.0.4; charset=utf-8";
        ([(header::CONTENT_TYPE, content_type)], text).into_response()
    }

    /// Sets the metrics that are measured at each scrape.
    async fn measure(&self, app: &App, connections: &Connections) {
        let metrics = &app.metrics;
        let build = [
            ("version", env!("CARGO_PKG_VERSION")),
            ("sqlite", rusqlite::version()),
        ];
        metrics.set("stoa_build_info", &build, 1.0);
        let sockets = app.hub.count(|_| true) as f64;
        let waiting_writes = app.db.waiting_writes() as f64;
        metrics.set("stoa_connections", &[], connections.count() as f64);
        metrics.set("stoa_ws_connections", &[], sockets);
        let is_damaged = f64::from(u8::from(app.db.damage().is_some()));
        metrics.set("stoa_db_damaged", &[], is_damaged);
        metrics.set("stoa_db_write_queue_depth", &[], waiting_writes);
        let is_read_only = f64::from(u8::from(app.db.is_read_only()));
        metrics.set("stoa_read_only", &[], is_read_only);
        // Readers that hang must not stop the scrape, which reports that.
        let counted = tokio::time::timeout(COUNT_TIMEOUT, app.db.read(store::counts)).await;
        if let Ok(Ok((users, questions))) = counted {
            metrics.set("stoa_users", &[], users as f64);
            metrics.set("stoa_questions", &[], questions as f64);
        }
        let limit = app.config.limits.storage_mb;
        let storage = app.db.read(move |read| StorageUse::of(read, limit, None));
        if let Ok(Ok(storage)) = tokio::time::timeout(COUNT_TIMEOUT, storage).await {
            metrics.set("stoa_storage_used_bytes", &[], storage.used as f64);
            if let Some(limit) = storage.limit {
                metrics.set("stoa_storage_limit_bytes", &[], limit as f64);
            }
        }
        let channels = [
            (Channel::Mail, app.settings().config.has_mail()),
            (Channel::Push, app.config.push.enabled),
        ];
        for (channel, _) in channels.into_iter().filter(|(_, is_on)| *is_on) {
            let waiting = app.db.read(move |read| deliveries::waiting(read, channel));
            let waiting = tokio::time::timeout(COUNT_TIMEOUT, waiting);
            if let Ok(Ok((count, since))) = waiting.await {
                let wait = since.map_or(0.0, |since| app.clock.now().since(since).as_secs_f64());
                let labels = [("channel", channel.name())];
                metrics.set("stoa_deliveries_waiting", &labels, f64::from(count));
                metrics.set("stoa_deliveries_wait_seconds", &labels, wait);
            }
        }
        if let Err(error) = measure_process(metrics) {
            tracing::debug!(%error, "cannot measure the process");
        }
        self.measure_files(app).await;
    }

    /// Measures the files in a thread of its own, because a failing disk may never respond: then
    /// only this scrape waits, and the server can still stop. A scrape during the measurement uses
    /// the values of the previous one.
    async fn measure_files(&self, app: &App) {
        let Ok(guard) = self.file_scan.clone().try_lock_owned() else {
            return;
        };
        let (done, finished) = oneshot::channel();
        let (metrics, data_dir, backups) = (
            app.metrics.clone(),
            self.data_dir.clone(),
            backup::directory(&app.config),
        );
        let measure = move || {
            measure_files(&metrics, &data_dir, &backups);
            drop(guard);
            done.send(())
        };
        let thread = std::thread::Builder::new().name("metrics".to_owned());
        if thread.spawn(measure).is_ok() {
            let _ = finished.await;
        }
    }
}

fn measure_files(metrics: &Metrics, data_dir: &Path, backups: &Path) {
    let size = |name: &str| files::size(&data_dir.join(name)) as f64;
    metrics.set("stoa_db_size_bytes", &[], size(files::FILE));
    metrics.set("stoa_db_wal_size_bytes", &[], size(files::WAL));
    for (directory, path) in [("data", data_dir), ("backups", backups)] {
        // The first backup may still have to create its directory.
        let place = path.ancestors().find(|path| path.exists());
        if let Some(free) = place.and_then(|place| files::free_bytes(place).ok()) {
            metrics.set(
                "stoa_disk_free_bytes",
                &[("directory", directory)],
                free as f64,
            );
        }
    }
    if let Some((time, size)) = newest_backup(backups) {
        metrics.set("stoa_backup_last_success_timestamp_seconds", &[], time);
        metrics.set("stoa_backup_last_size_bytes", &[], size);
    }
}

/// Returns the time of the newest backup in Unix seconds, and its size in bytes.
fn newest_backup(directory: &Path) -> Option<(f64, f64)> {
    let files = std::fs::read_dir(directory).ok()?.filter_map(Result::ok);
    let backups = files.filter(|file| file.path().to_string_lossy().ends_with(backup::EXTENSION));
    let newest = backups
        .filter_map(|file| file.metadata().ok())
        .max_by_key(|file| file.modified().ok())?;
    let time = newest.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((time.as_secs_f64(), newest.len() as f64))
}

/// Sets the process metrics under the names of the Prometheus client libraries.
fn measure_process(metrics: &Metrics) -> ProcResult<()> {
    let process = Process::myself()?;
    let stat = process.stat()?;
    let resident = stat.rss * procfs::page_size();
    metrics.set("process_open_fds", &[], process.fd_count()? as f64);
    metrics.set("process_resident_memory_bytes", &[], resident as f64);
    metrics.set("process_virtual_memory_bytes", &[], stat.vsize as f64);
    let seconds = |ticks: u64| ticks as f64 / procfs::ticks_per_second() as f64;
    metrics.set(CPU_METRIC, &[], seconds(stat.utime + stat.stime));
    let start = procfs::boot_time_secs()? as f64 + seconds(stat.starttime);
    metrics.set("process_start_time_seconds", &[], start);
    Ok(())
}

/// Bounds the memory of the histograms, until it is cancelled.
pub async fn run_upkeep(metrics: Metrics) {
    loop {
        tokio::time::sleep(UPKEEP_INTERVAL).await;
        metrics.run_upkeep();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::server::Site;
    use crate::core::clock::Clock;
    use crate::core::config::{Address, Addresses, Config};

    #[tokio::test]
    async fn a_scrape_does_not_wait_for_the_file_measurement_of_another() {
        let directory = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        config.metrics.listen = Addresses(vec![Address::Tcp("127.0.0.1:0".to_owned())]);
        let site = Site::open(config, Clock::system(), directory.path()).unwrap();
        let scrape = async || {
            let request = Request::get("/metrics").body(Body::empty()).unwrap();
            let response = site.respond_with_metrics(request).await;
            let body = axum::body::to_bytes(response.into_body(), usize::MAX)
                .await
                .unwrap();
            String::from_utf8(body.to_vec()).unwrap()
        };
        let guard = site.metrics_endpoint.file_scan.clone().lock_owned().await;
        let without_files = scrape().await;
        assert!(without_files.contains("stoa_build_info"), "{without_files}");
        assert!(
            !without_files.contains("stoa_db_size_bytes"),
            "{without_files}"
        );
        drop(guard);
        assert!(scrape().await.contains("stoa_db_size_bytes "));
    }
}
