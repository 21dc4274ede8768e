//! Health checks for monitoring: `/healthz` (the process answers) and `/readyz` (the site works).

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use tokio::sync::Mutex;

use super::listeners::Peer;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::platform::db::{self, Db, newest_schema};

/// Free disk space below which the site is not ready, in bytes: SQLite needs some for every write.
const MIN_FREE_BYTES: u64 = 32 * 1024 * 1024;
/// Timeout of the database checks.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for which a report is reused, so that frequent checks cost nothing.
const REUSE_TIME: Duration = Duration::from_secs(1);

/// The health of a site.
pub struct Health {
    data_dir: PathBuf,
    is_stopping: AtomicBool,
    last_report: Mutex<Option<(Instant, HealthReport)>>,
}

/// The state of the parts of a site.
#[derive(Clone, Debug, Serialize)]
pub struct HealthReport {
    /// A read has succeeded.
    pub reads: bool,
    /// A transaction was committed, and so was the last one with changes.
    pub writes: bool,
    /// The schema version of the database, if it could be read.
    pub schema: Option<i32>,
    /// Free bytes on the disk of the data directory, if the system reports them.
    pub free_bytes: Option<u64>,
    /// No query has met damage, and the schema is the one of this program.
    pub intact: bool,
    /// The database threads have answered, even if with an error. A restart would not repair an
    /// error.
    #[serde(skip)]
    pub is_alive: bool,
}

impl HealthReport {
    /// Returns whether the site can serve requests.
    pub fn is_ready(&self) -> bool {
        let has_space = self.free_bytes.is_none_or(|free| free >= MIN_FREE_BYTES);
        self.reads
            && self.writes
            && self.intact
            && self.schema == Some(newest_schema())
            && has_space
    }
}

impl Health {
    /// Creates the health of the site in this data directory.
    pub fn new(data_dir: PathBuf) -> Self {
        Self {
            data_dir,
            is_stopping: AtomicBool::new(false),
            last_report: Mutex::default(),
        }
    }

    /// Marks the site as stopping, and so as not ready.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Checks the site, at most once a second.
    pub async fn check(&self, db: &Db) -> HealthReport {
        let mut last_report = self.last_report.lock().await;
        if let Some((time, report)) = &*last_report
            && time.elapsed() < REUSE_TIME
        {
            return report.clone();
        }
        let read = with_timeout(|| db.read(store::schema_version)).await;
        // The check writes no data, to spare memory cards: the last real write shows whether
        // writing works. After a failed one the check writes itself, because there may be no other
        // write.
        let has_failed = db.has_failed_to_commit();
        let written = with_timeout(|| async move {
            if has_failed {
                db.probe_write().await
            } else {
                db.write(|tx| store::schema_version(tx).map(drop)).await
            }
        })
        .await;
        let is_alive = read.is_some() && written.is_some() && db.is_running();
        let schema = read.and_then(Result::ok);
        let writes = written.is_some_and(|result| result.is_ok());
        let report = HealthReport {
            reads: schema.is_some(),
            writes,
            schema,
            free_bytes: db::files::free_bytes(&self.data_dir).ok(),
            intact: db.damage().is_none(),
            is_alive,
        };
        *last_report = Some((Instant::now(), report.clone()));
        report
    }

    /// Returns the response of `/readyz`. Only a client on this machine gets the report.
    pub async fn ready(
        &self,
        db: &Db,
        peer: Peer,
        headers: &HeaderMap,
    ) -> Response<axum::body::Body> {
        #[derive(Serialize)]
        struct Ready {
            status: &'static str,
            #[serde(flatten)]
            report: Option<HealthReport>,
        }
        let report = self.check(db).await;
        let (code, status) = match (self.is_stopping.load(Ordering::Relaxed), report.is_ready()) {
            (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            (false, false) => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
            (false, true) => (StatusCode::OK, "ready"),
        };
        let is_local = peer.address().is_loopback() && !headers.contains_key("x-forwarded-for");
        json(
            code,
            &Ready {
                status,
                report: is_local.then_some(report),
            },
        )
    }
}

/// Runs an operation until it is not rejected because of a full queue. Returns `None` at the
/// timeout.
async fn with_timeout<T, F: Future<Output = Result<T>>>(
    operation: impl Fn() -> F,
) -> Option<Result<T>> {
    let attempts = async {
        loop {
            match operation().await {
                Err(error) if error.sentence() == Sentence::Busy => {
                    tokio::time::sleep(CHECK_TIMEOUT / 40).await;
                }
                result => return result,
            }
        }
    };
    tokio::time::timeout(CHECK_TIMEOUT, attempts).await.ok()
}

/// Returns the response of `/healthz`: the process answers requests.
pub fn alive() -> Response<axum::body::Body> {
    json(StatusCode::OK, &serde_json::json!({ "status": "alive" }))
}

fn json(code: StatusCode, body: &impl Serialize) -> Response<axum::body::Body> {
    let body = serde_json::to_string(body).unwrap_or_default();
    (code, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
