//! The measured functions of the site, called as the routes call them.

use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::paging::Paging;
use crate::questions::order::Order;
use crate::questions::search::Search;
use crate::questions::store::lists::{self, ListFilter};
use crate::questions::store::similar;

/// A member without communities, who sees the public questions.
const VIEWER: Id = Id::from_i64(1);
/// The number of similar questions to ask for, because later ones do not count.
const CANDIDATES: usize = 10_000;

/// A question as its author writes it.
#[derive(Clone)]
pub struct Draft {
    pub title: String,
    pub text: String,
}

/// Returns the first `limit` results of a search by relevance.
pub fn search(read: &Read<'_>, query: &str, limit: usize) -> Result<Vec<Id>> {
    let filter = ListFilter {
        viewer: VIEWER,
        order: Order::Relevance,
        search: Search::parse(query),
        community: None,
    };
    let paging = Paging {
        limit,
        cursor: None,
    };
    Ok(lists::find(read, filter, &paging)?.0.items)
}

/// Returns the first `limit` questions that are similar to a draft, among those asked before the
/// question `before`.
pub fn similar(read: &Read<'_>, draft: &Draft, before: Id, limit: usize) -> Result<Vec<Id>> {
    let similar = similar::similar(read, VIEWER, &draft.title, CANDIDATES)?;
    Ok(similar
        .into_iter()
        .filter(|id| *id < before)
        .take(limit)
        .collect())
}
