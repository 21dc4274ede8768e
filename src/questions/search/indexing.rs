//! Keeps the full-text indexes in step with the questions.

use crate::db::{BatchTask, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::store;
use crate::questions::store::documents::Document;

/// A question whose index entry is out of date.
struct StaleEntry {
    question: Id,
    /// The indexed content, if there is any.
    indexed: Option<Document>,
}

impl BatchTask for StaleEntry {
    fn run<'w>(all: impl Iterator<Item = &'w Self>, tx: &Write<'_>) -> Result<()> {
        let entries = all.map(|entry| (entry.question, entry.indexed.as_ref()));
        store::documents::replace(tx, entries)
    }
}

/// Indexes a new question at the end of the batch.
pub fn index(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.defer(question, || {
        Ok(StaleEntry {
            question,
            indexed: None,
        })
    })
}

/// Indexes a question again at the end of the batch. Must be called before the change: the index
/// has no copy of the texts, and deletes an entry only when given its exact content.
pub fn reindex(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.defer(question, || {
        Ok(StaleEntry {
            question,
            indexed: store::documents::document(tx, question)?,
        })
    })
}

/// Rebuilds the indexes.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    tx.cancel_deferred::<StaleEntry>();
    store::documents::rebuild(tx)
}
