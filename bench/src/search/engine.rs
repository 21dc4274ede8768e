//! The measured functions of the site, called as the routes call them.

use stoa::core::error::Result;
use stoa::core::id::Id;
use stoa::core::paging::Paging;
use stoa::features::questions::order::Order;
use stoa::features::questions::store::lists::{self, ListFilter};
use stoa::features::questions::store::similar::{self, Draft, Others};
use stoa::features::search::Search;
use stoa::platform::db::Read;

/// A member without communities, who sees the public questions.
const VIEWER: Id = Id::from_i64(1);

/// Returns the first `limit` results of a search by relevance.
pub fn search(read: &Read<'_>, query: &str, limit: usize) -> Result<Vec<Id>> {
    let filter = ListFilter {
        viewer: VIEWER,
        order: Order::Relevance,
        search: Search::parse(query),
        community: None,
        since: None,
    };
    let paging = Paging {
        limit,
        cursor: None,
    };
    Ok(lists::find(read, &filter, &paging)?.0.items)
}

/// Returns the first `limit` questions that are similar to a draft, among those asked before the
/// question `before`.
pub fn similar(read: &Read<'_>, draft: &Draft, before: Id, limit: usize) -> Result<Vec<Id>> {
    similar::similar(read, VIEWER, draft, Others::Before(before), limit)
}
