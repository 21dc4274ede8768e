//! Views: each user counts once for each question.
//!
//! Reading a question must not wait for a write, so views are buffered and written together once a
//! second. The response to the reader already includes their own view. A power failure loses the
//! buffered views, and no other write.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use super::{events, store};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Db, Write};
use crate::platform::web::App;

const FLUSH_INTERVAL: Duration = Duration::from_secs(1);
/// The largest number of buffered views. Further views within one interval are not counted.
const MAX_BUFFERED: usize = 10_000;

/// Pairs of a question and its viewer.
pub type ViewBatch = HashSet<(Id, Id)>;

/// The buffer of views that are not yet written. Cheap to clone.
#[derive(Clone, Default)]
pub struct Views(Arc<Mutex<ViewBatch>>);

impl Views {
    /// Starts to flush the buffer once a second for as long as `app` lives.
    pub fn start(app: &Arc<App>) -> Self {
        let views = Self::default();
        let (buffer, app): (_, Weak<App>) = (views.clone(), Arc::downgrade(app));
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(FLUSH_INTERVAL).await;
                let Some(app) = app.upgrade() else { break };
                buffer.flush(&app.db).await;
            }
        });
        views
    }

    /// Writes all buffered views. The server also calls it before it stops.
    pub async fn flush(&self, db: &Db) {
        let batch = self.take();
        if !batch.is_empty()
            && let Err(error) = db.write(move |tx| record(tx, &batch)).await
        {
            tracing::warn!(%error, "views were not recorded");
        }
    }

    /// Buffers one view.
    pub fn add(&self, question: Id, viewer: Id) {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buffer.len() < MAX_BUFFERED {
            buffer.insert((question, viewer));
        }
    }

    fn take(&self) -> ViewBatch {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Writes a batch of views and emits the questions with new viewers.
pub fn record(tx: &mut Write<'_>, batch: &ViewBatch) -> Result<()> {
    tx.without_event("views that are already recorded change nothing");
    let mut changed = HashSet::new();
    for &(question, viewer) in batch {
        if store::views::insert(tx, question, viewer)? {
            changed.insert(question);
        }
    }
    for question in changed {
        if let Some(scope) = store::content::scope(tx, question)? {
            events::emit_views(tx, question, scope)?;
        }
    }
    Ok(())
}
