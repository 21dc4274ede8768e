//! Recognizes copies of texts of the last year.

use super::shingles::{BANDS, Signature};
use super::store;
use super::words::words_without_links;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::trust::model::NewText;
use crate::platform::db::{Read, Write};

/// The share of common shingles from which on texts are copies.
const SIMILAR: f64 = 0.5;
/// The number of texts with an equal band that are looked at, for each band: the newest.
const CANDIDATES: usize = 8;

/// Returns a text that is the same, or nearly.
pub fn find(read: &Read<'_>, new: &NewText<'_>) -> Result<Option<Id>> {
    let Some(signature) = signature(new) else {
        return Ok(None);
    };
    let mut candidates = store::with_bands(read, signature.bands(), CANDIDATES)?;
    debug_assert!(candidates.len() <= BANDS * CANDIDATES);
    candidates.retain(|id| Some(*id) != new.edits);
    for id in candidates {
        let stored = store::signature(read, id)?;
        let stored = stored.and_then(|bytes| Signature::from_bytes(&bytes));
        if stored.is_some_and(|stored| stored.similarity(&signature) >= SIMILAR) {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Remembers a text, instead of its earlier version if it is edited, and forgets the oldest ones.
pub fn remember(tx: &Write<'_>, id: Id, new: &NewText<'_>) -> Result<()> {
    forget(tx, id)?;
    if let Some(signature) = signature(new) {
        store::insert(tx, id, &signature.to_bytes(), signature.bands())?;
    }
    for old in store::expired(tx)? {
        forget(tx, old)?;
    }
    Ok(())
}

fn forget(tx: &Write<'_>, id: Id) -> Result<()> {
    if let Some(bytes) = store::signature(tx, id)? {
        let bands = Signature::from_bytes(&bytes);
        store::delete(tx, id, bands.iter().flat_map(Signature::bands))?;
    }
    Ok(())
}

fn signature(new: &NewText<'_>) -> Option<Signature> {
    Signature::new(&words_without_links(new.text))
}
