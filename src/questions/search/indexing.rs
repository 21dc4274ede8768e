//! Keeps the index in step with the posts.

use std::sync::Arc;

use crate::db::{BatchTask, Db, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::store::search::documents::{self, StalePost};
use crate::questions::store::search::rebuild;
use crate::web::App;

/// Why a rebuild sends no events.
const NO_EVENT: &str = "the index is not content";

impl BatchTask for StalePost {
    fn run<'w>(all: impl Iterator<Item = &'w Self>, tx: &Write<'_>) -> Result<()> {
        documents::replace(tx, all)
    }
}

/// Indexes a new post at the end of the batch.
pub fn index(tx: &Write<'_>, post: Id) -> Result<()> {
    tx.defer(post, || {
        Ok(StalePost {
            post,
            indexed: None,
        })
    })
}

/// Indexes a post again at the end of the batch. Must be called before the change: the index has no
/// copy of the texts, and deletes an entry only when given its exact content.
pub fn reindex(tx: &Write<'_>, post: Id) -> Result<()> {
    tx.defer(post, || {
        let indexed = documents::document(tx, post)?;
        Ok(StalePost { post, indexed })
    })
}

/// Does the same for a question and all its answers.
pub fn reindex_thread(tx: &Write<'_>, question: Id) -> Result<()> {
    let posts = documents::thread(tx, question)?;
    posts.into_iter().try_for_each(|post| reindex(tx, post))
}

/// Empties the index and begins to rebuild it. The caller continues with
/// [`finish_rebuild`], unless a server does.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    tx.cancel_deferred::<StalePost>();
    rebuild::begin(tx)
}

/// Runs the rest of a rebuild, step by step. Does nothing if the index is complete.
pub fn finish_rebuild(db: &Db) -> Result<()> {
    while db.write_blocking(step)? {}
    Ok(())
}

/// Starts to finish a rebuild step by step beside other writes, for as long as `app` lives.
pub fn continue_rebuild(app: &Arc<App>) {
    app.run_in_steps("rebuilding the search index", step);
}

fn step(tx: &mut Write<'_>) -> Result<bool> {
    tx.without_event(NO_EVENT);
    rebuild::step(tx)
}
