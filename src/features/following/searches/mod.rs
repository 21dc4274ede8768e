//! Saved searches, and the new results of those that are watched.
//!
//! [`checks`] runs the watched searches in turn, each with the rights of its user, and stores the newest result. The inbox
//! shows it while the user may read it.

pub mod checks;

use super::model::SearchState;
use super::store::searches as store;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::DetailLevel;
use crate::features::communities::access::FoundCommunity;
use crate::features::users::Me;
use crate::platform::db::Write;

/// The largest number of a user's saved searches.
const MAX_SAVED: i64 = 20;
/// The largest number of them that are watched.
const MAX_WATCHED: i64 = 5;

/// Saves, watches or removes a search of everything or of a community for the actor. A search that they watch already
/// stays watched since then. Rejects a community that they may not read with 404 or 403 unless the search is saved, and
/// one search too many with 409.
pub fn set_state(
    tx: &Write<'_>,
    me: &Me,
    text: &str,
    community: Option<Id>,
    state: SearchState,
) -> Result<()> {
    let known = store::find(tx, me, text, community)?;
    let (id, is_watched) = match known {
        Some(known) => known,
        None if state == SearchState::Removed => return Ok(()),
        None => (save(tx, me, text, community)?, false),
    };
    match state {
        SearchState::Removed => store::delete(tx, id),
        SearchState::Saved => store::unwatch(tx, id),
        SearchState::Watched if is_watched => Ok(()),
        SearchState::Watched if store::count(tx, me, true)? >= MAX_WATCHED => {
            Err(Sentence::WatchedSearchesTooMany.into())
        }
        SearchState::Watched => store::watch(tx, id),
    }
}

fn save(tx: &Write<'_>, me: &Me, text: &str, community: Option<Id>) -> Result<Id> {
    if let Some(id) = community
        && FoundCommunity::find(tx, me, id)?.detail_level() < DetailLevel::Inside
    {
        return Err(Sentence::AccessByRequest.into());
    }
    if store::count(tx, me, false)? >= MAX_SAVED {
        return Err(Sentence::SavedSearchesTooMany.into());
    }
    store::insert(tx, me, text, community)
}
