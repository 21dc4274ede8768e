//! Views: each user counts once for each question.
//!
//! Reading a question must not wait for a write, so views are gathered and written together once a second. A
//! reply counts its own viewer already. Views gathered when the power fails are lost; no other write is.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use serde::Serialize;

use super::{Question, store};
use crate::communities::access::Scope;
use crate::db::{Db, Write};
use crate::error::Result;
use crate::id::Id;
use crate::live::Event;
use crate::web::App;

const INTERVAL: Duration = Duration::from_secs(1);
/// Views gathered at most; more in one interval are not counted.
const MOST: usize = 10_000;

/// More users have seen a question. Whoever may read it is told, at most once a second.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewsUpdate(pub Question);

impl Event for ViewsUpdate {
    const NAME: &'static str = "viewsUpdate";
}

/// Questions, and who has seen them.
pub type Gathered = HashSet<(Id, Id)>;

/// Takes views in. Cheap to clone.
#[derive(Clone, Default)]
pub struct Views(Arc<Mutex<Gathered>>);

impl Views {
    /// Starts writing what is gathered, as long as `app` lives.
    pub fn start(app: &Arc<App>) -> Self {
        let views = Self::default();
        let (gathered, app): (_, Weak<App>) = (views.clone(), Arc::downgrade(app));
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(INTERVAL).await;
                let Some(app) = app.upgrade() else { break };
                gathered.store(&app.db).await;
            }
        });
        views
    }

    /// Writes what is gathered: before the process ends, too.
    pub async fn store(&self, db: &Db) {
        let batch = self.take();
        if !batch.is_empty()
            && let Err(error) = db.write(move |tx| record(tx, &batch)).await
        {
            tracing::warn!(%error, "views were not recorded");
        }
    }

    /// Notes that a user has seen a question.
    pub fn note(&self, question: Id, viewer: Id) {
        let mut gathered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if gathered.len() < MOST {
            gathered.insert((question, viewer));
        }
    }

    fn take(&self) -> Gathered {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Writes gathered views, and tells of the questions that somebody saw for the first time.
pub fn record(tx: &mut Write<'_>, views: &Gathered) -> Result<()> {
    tx.quietly("views that were counted before are no news");
    let mut seen = HashSet::new();
    for &(question, viewer) in views {
        if store::insert_view(tx, question, viewer)? {
            seen.insert(question);
        }
    }
    for question in seen {
        if let Some(scope) = store::scope(tx, question)? {
            let audience = Scope::from_value(scope).audience(tx)?;
            tx.emit(ViewsUpdate(store::one(tx, question)?), audience);
        }
    }
    Ok(())
}
