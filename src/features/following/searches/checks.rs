//! Looks for new results of watched searches.
//!
//! Each search runs as its user would run it, over the questions asked since it is watched and since the last result. The
//! searches take turns in the order of their ids: those of one user come no sooner than those of another. Each round
//! begins at the earliest ten seconds after the one before, and only if something was written since. A round stops after
//! each [`BUDGET`] of time for a pause nine times as long, so that all searches together take at most a tenth of one reader.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::following::store::searches::{self as store, Watched, Written};
use crate::features::notifications::entries;
use crate::features::questions::order::Order;
use crate::features::questions::store::lists::{self, ListFilter};
use crate::features::search::query::Search;
use crate::platform::db::Read;
use crate::platform::web::App;

/// The interval between two rounds.
const INTERVAL: Duration = Duration::from_secs(10);
/// The time that the searches of one read take.
const BUDGET: Duration = Duration::from_millis(20);
/// The largest number of searches of one read.
const AT_ONCE: usize = 20;
/// The number of new results among which one by another user is looked for.
const LOOKED_AT: usize = 5;

/// A search and its newest new result.
type Found = (Watched, Id);

/// Starts to look for new results for as long as `app` lives.
pub fn start(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        let mut last = None;
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            match round(&app, last).await {
                Ok(written) => last = Some(written),
                Err(error) => tracing::warn!(%error, "could not check watched searches"),
            }
        }
    });
}

/// Checks all watched searches, unless what was written is what it was at the last round. Returns what was written.
pub async fn round(app: &App, last: Option<Written>) -> Result<Written> {
    let written = app.db.read(store::written).await?;
    if Some(written) == last {
        return Ok(written);
    }
    let mut after = Id::from_i64(0);
    loop {
        let begin = Instant::now();
        let (checked, found) = app.db.read(move |read| some(read, after)).await?;
        if !found.is_empty() {
            app.db
                .write(move |tx| {
                    for (search, result) in &found {
                        if store::set_found(tx, search, *result)? {
                            entries::emit_changed(tx, search.user);
                        }
                    }
                    tx.without_event("the search is watched no longer");
                    Ok(())
                })
                .await?;
        }
        let Some(checked) = checked else {
            return Ok(written);
        };
        after = checked;
        tokio::time::sleep(9 * begin.elapsed()).await;
    }
}

/// Checks some searches after one. Returns the last of them, if there is any, and what was found.
fn some(read: &Read<'_>, after: Id) -> Result<(Option<Id>, Vec<Found>)> {
    let begin = Instant::now();
    let (mut last, mut found) = (None, Vec::new());
    for search in store::watched(read, after, AT_ONCE)? {
        last = Some(search.id);
        // What cannot be read for one user must not keep the others waiting.
        match newest_result(read, &search) {
            Ok(Some(result)) => found.push((search, result)),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, search = %search.id, "cannot check a search"),
        }
        if begin.elapsed() >= BUDGET {
            break;
        }
    }
    Ok((last, found))
}

/// Returns the newest new result of a search that the user did not ask.
fn newest_result(read: &Read<'_>, search: &Watched) -> Result<Option<Id>> {
    let filter = ListFilter {
        viewer: search.user,
        order: Order::Newest,
        // Results with some of the words are for those who look for them.
        search: Search::parse(&search.text).with_all_words(),
        community: search.community,
        since: Some(search.since),
    };
    let paging = Paging {
        limit: LOOKED_AT,
        cursor: None,
    };
    let page = if filter.search.has_words() {
        lists::find_as_typed(read, &filter, &paging)?.page
    } else {
        lists::find(read, &filter, &paging)?.0
    };
    for question in page.items {
        if store::is_news(read, search.user, question)? {
            return Ok(Some(question));
        }
    }
    Ok(None)
}
