//! The parameters of a question list.

use crate::core::id::Id;
use crate::features::questions::order::Order;
use crate::features::search::query::Search;

/// Which questions to list, for which viewer and in which order.
#[derive(Clone)]
pub struct ListFilter {
    pub viewer: Id,
    pub order: Order,
    pub search: Search,
    pub community: Option<Id>,
    /// Only questions with this id or a later one.
    pub since: Option<Id>,
}
