//! Keeps the index in step with the posts.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::tokenizer;
use crate::features::search::store::documents::{self, StalePost};
use crate::features::search::store::rebuild::StepSize;
use crate::features::search::store::{rebuild, words};
use crate::platform::db::{BatchTask, Db, Steps, Write};

/// Why the steps send no events.
const NO_EVENT: &str = "the index is not content";

impl BatchTask for StalePost {
    fn bytes(&self) -> usize {
        self.bytes
    }

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
            bytes: documents::bytes(tx, post)?,
        })
    })
}

/// Indexes a post again at the end of the batch. Must be called before the change: the index has no
/// copy of the texts, and deletes an entry only when given its exact content.
pub fn reindex(tx: &Write<'_>, post: Id) -> Result<()> {
    tx.defer(post, || {
        Ok(StalePost {
            post,
            indexed: documents::document(tx, post)?,
            bytes: documents::bytes(tx, post)?,
        })
    })
}

/// Does the same for a question and its answers before a change that hides or shows all of them. Of a
/// long thread only the first posts are indexed at the end of the batch, and [`STEPS`] index the
/// others. Meanwhile no search shows what is hidden.
pub fn reindex_thread(tx: &mut Write<'_>, question: Id) -> Result<()> {
    let begun = documents::begin_thread(tx, question)?;
    reindex_begun(tx, begun)
}

/// Does the same for answers of a question before a change that moves them to another one.
pub fn reindex_answers(tx: &mut Write<'_>, answers: &[Id]) -> Result<()> {
    let begun = documents::begin_answers(tx, answers)?;
    reindex_begun(tx, begun)
}

fn reindex_begun(tx: &mut Write<'_>, (posts, has_rest): (Vec<Id>, bool)) -> Result<()> {
    if has_rest {
        tx.continue_with(&STEPS);
    }
    posts.into_iter().try_for_each(|post| reindex(tx, post))
}

/// Forgets the words of an erased text that no visible post of the scope has, so that none of them corrects
/// or completes a search. Returns the number of words of the text.
pub fn forget_words(tx: &Write<'_>, scope: i64, text: &str) -> Result<usize> {
    let words = tokenizer::words(&tokenizer::segmented(text));
    words::forget(tx, scope, &words)?;
    Ok(words.len())
}

/// Empties the index and begins to rebuild it. [`finish_rebuild`] does the rest, or the next start of a site.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    tx.cancel_deferred::<StalePost>();
    rebuild::begin(tx)
}

/// Runs all remaining steps of the index, while nothing else writes. Does nothing if it is complete.
pub fn finish_rebuild(db: &Db) -> Result<()> {
    while write(db, documents::step)? {}
    if !write(db, rebuild::is_pending)? {
        return Ok(());
    }
    while write(db, |tx| rebuild::step(tx, StepSize::ALONE))? {}
    for index in rebuild::INDEXES {
        let mut is_first = true;
        while write(db, move |tx| rebuild::merge(tx, index, is_first))? {
            is_first = false;
        }
    }
    write(db, rebuild::end)
}

fn write<T: Send + 'static>(
    db: &Db,
    step: impl FnOnce(&Write<'_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    db.write_blocking(|tx| {
        tx.without_event(NO_EVENT);
        step(tx)
    })
}

/// Completes the index.
pub static STEPS: Steps = Steps {
    work: "completing the search index",
    step,
};

/// Completes a part of the index. Returns whether there may be more.
pub fn step(tx: &mut Write<'_>) -> Result<bool> {
    tx.without_event(NO_EVENT);
    Ok(documents::step(tx)? || rebuild::step(tx, StepSize::BESIDE_WRITES)?)
}
