//! `/metrics`: what is counted as it happens, and what is looked up when somebody asks.

use std::path::{Path, PathBuf};
use std::sync::Weak;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Method, Request, Response, header};
use axum::response::IntoResponse;
use subtle::ConstantTimeEq;
use tokio::sync::oneshot;

use super::Site;
use crate::backup;
use crate::db::files;
use crate::error::{Error, Sentence};
use crate::metrics::Metrics;

const TIDY_EVERY: Duration = Duration::from_secs(5);
/// Clock ticks in a second, in which Linux counts a process' time on the processor; it is the same everywhere.
const TICKS: f64 = 100.0;
const CPU: &str = "process_cpu_seconds_total";

impl Site {
    /// `/metrics` of the site itself, for who sends the token.
    pub(super) async fn show_metrics_to_holder(&self, request: Request<Body>) -> Response<Body> {
        let sent = request.headers().get(header::AUTHORIZATION).and_then(|value| value.as_bytes().strip_prefix(b"Bearer "));
        let expected = self.app.config.metrics.token.expose().as_bytes();
        if sent.is_some_and(|sent| sent.ct_eq(expected).into()) {
            self.show_metrics(request).await
        } else {
            Error::from(Sentence::MetricsTokenRequired).into_response()
        }
    }

    /// `/metrics`, and nothing else.
    pub(super) async fn show_metrics(&self, request: Request<Body>) -> Response<Body> {
        if request.method() != Method::GET || request.uri().path() != "/metrics" {
            return Error::from(Sentence::NotFound).into_response();
        }
        self.look_up().await;
        // The library's counters count whole numbers only: this one of seconds is kept as a gauge.
        let text = self.app.metrics.render().replace(&format!("# TYPE {CPU} gauge\n"), &format!("# TYPE {CPU} counter\n"));
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
    }

    async fn look_up(&self) {
        let metrics = &self.app.metrics;
        let build = [("version", env!("CARGO_PKG_VERSION")), ("sqlite", rusqlite::version())];
        metrics.set("stoa_build_info", &build, 1.0);
        metrics.set("stoa_connections", &[], self.connections.count() as f64);
        metrics.set("stoa_ws_connections", &[], self.app.hub.count(|_| true) as f64);
        metrics.set("stoa_db_write_queue_depth", &[], self.app.db.waiting_writes() as f64);
        look_up_process(metrics);
        // A disk may let it wait for ever: then one thread waits, which holds up nobody but who asked, nor the end of the server.
        // Whoever asks meanwhile is told what was known.
        let Ok(turn) = self.looking.clone().try_lock_owned() else { return };
        let (done, ended) = oneshot::channel();
        let (metrics, data_dir, backups) = (metrics.clone(), self.data_dir.clone(), backup::directory(&self.app.config));
        let look = move || {
            look_up_files(&metrics, &data_dir, &backups);
            drop(turn);
            done.send(())
        };
        if std::thread::Builder::new().name("metrics".to_owned()).spawn(look).is_ok() {
            let _ = ended.await;
        }
    }
}

fn look_up_files(metrics: &Metrics, data_dir: &Path, backups: &Path) {
    let size = |name: &str| files::size(&data_dir.join(name)) as f64;
    metrics.set("stoa_db_size_bytes", &[], size(files::FILE));
    metrics.set("stoa_db_wal_size_bytes", &[], size(files::LOG));
    if let Some((time, size)) = newest_backup(backups) {
        metrics.set("stoa_backup_last_success_timestamp_seconds", &[], time);
        metrics.set("stoa_backup_last_size_bytes", &[], size);
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
    metrics.set(CPU, &[], user + system);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::config::{Address, Addresses, Config};

    #[tokio::test]
    async fn a_disk_that_lets_one_scrape_wait_holds_up_no_other() {
        let directory = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        config.metrics.listen = Addresses(vec![Address::Tcp("127.0.0.1:0".to_owned())]);
        let site = Site::open(config, Clock::system(), directory.path()).unwrap();
        let scrape = async || {
            let response = site.show_metrics(Request::get("/metrics").body(Body::empty()).unwrap()).await;
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            String::from_utf8(body.to_vec()).unwrap()
        };
        let waiting = site.looking.clone().lock_owned().await;
        let without = scrape().await;
        assert!(without.contains("stoa_build_info") && !without.contains("stoa_db_size_bytes"), "{without}");
        drop(waiting);
        assert!(scrape().await.contains("stoa_db_size_bytes "));
    }
}
