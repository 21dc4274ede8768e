//! Whether the site is alive, and whether it can do its work, for whatever watches over it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use tokio::sync::Mutex;

use super::listeners::Peer;
use super::store;
use crate::db::{self, Db, newest_schema};
use crate::error::{Result, Sentence};

/// With less space on the disk the site is not ready: SQLite needs some for every write. In bytes.
const LEAST_SPACE: u64 = 32 * 1024 * 1024;
/// For the database to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long what was found out holds: whoever asks more often costs nothing.
const HOLDS: Duration = Duration::from_secs(1);

/// What is asked when somebody wants to know how the site is.
pub struct Health {
    data_dir: PathBuf,
    is_stopping: AtomicBool,
    found: Mutex<Option<(Instant, Findings)>>,
}

/// How the parts of the site are.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// A read was answered.
    pub reads: bool,
    /// A transaction was committed, and the last one that changed anything too.
    pub writes: bool,
    /// The database's schema, if it could be read.
    pub schema: Option<i32>,
    /// Bytes left on the disk of the data directory, where the system tells.
    pub free_bytes: Option<u64>,
    /// The database's threads answered, if only with an error, which a restart would not mend.
    #[serde(skip)]
    pub is_alive: bool,
}

impl Findings {
    /// Whether the site can do its work.
    pub fn is_fine(&self) -> bool {
        let has_space = self.free_bytes.is_none_or(|free| free >= LEAST_SPACE);
        self.reads && self.writes && self.schema == Some(newest_schema()) && has_space
    }
}

impl Health {
    pub fn new(data_dir: PathBuf) -> Self {
        Self { data_dir, is_stopping: AtomicBool::new(false), found: Mutex::default() }
    }

    /// The site is going to stop: it is not ready for new requests.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Finds out how the site is, at most once a second.
    pub async fn examine(&self, db: &Db) -> Findings {
        let mut found = self.found.lock().await;
        if let Some((when, findings)) = &*found
            && when.elapsed() < HOLDS
        {
            return findings.clone();
        }
        let read = answered(|| db.read(store::schema)).await;
        // Nothing is stored for this, to spare memory cards: what was really stored tells whether that works. Only when that has
        // failed, perhaps nobody else tries again.
        let has_failed = db.has_failed_to_commit();
        let written =
            answered(|| async move { if has_failed { db.try_to_store().await } else { db.write(|tx| store::schema(tx).map(drop)).await } })
                .await;
        let is_alive = read.is_some() && written.is_some() && db.is_running();
        let schema = read.and_then(Result::ok);
        let writes = written.is_some_and(|answer| answer.is_ok());
        let findings =
            Findings { reads: schema.is_some(), writes, schema, free_bytes: db::files::free_bytes(&self.data_dir).ok(), is_alive };
        *found = Some((Instant::now(), findings.clone()));
        findings
    }

    /// The answer of `/readyz`: its parts are told on this machine only.
    pub async fn ready(&self, db: &Db, peer: Peer, headers: &HeaderMap) -> Response<axum::body::Body> {
        #[derive(Serialize)]
        struct Answer {
            status: &'static str,
            #[serde(flatten)]
            findings: Option<Findings>,
        }
        let findings = self.examine(db).await;
        let (code, status) = match (self.is_stopping.load(Ordering::Relaxed), findings.is_fine()) {
            (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            (false, false) => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
            (false, true) => (StatusCode::OK, "ready"),
        };
        let is_here = peer.address().is_loopback() && !headers.contains_key("x-forwarded-for");
        json(code, &Answer { status, findings: is_here.then_some(findings) })
    }
}

/// The database's answer. Where so many wait that nobody else is let in, it has none yet.
async fn answered<T, F: Future<Output = Result<T>>>(ask: impl Fn() -> F) -> Option<Result<T>> {
    let asking = async {
        loop {
            match ask().await {
                Err(error) if error.sentence() == Sentence::Busy => tokio::time::sleep(PATIENCE / 40).await,
                answer => return answer,
            }
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.ok()
}

/// The answer of `/healthz`: the process answers requests.
pub fn alive() -> Response<axum::body::Body> {
    json(StatusCode::OK, &serde_json::json!({ "status": "alive" }))
}

fn json(code: StatusCode, answer: &impl Serialize) -> Response<axum::body::Body> {
    let body = serde_json::to_string(answer).unwrap_or_default();
    (code, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
