//! What moderators of the site and of communities do with questions, and with the texts of others.
//!
//! Closing a question stops its answers, with a reason and a sentence that says what to do next. Locking it
//! stops answers, comments, votes and edits of all but moderators. A pinned question stands above a list. A
//! moved one is in another community, or in none. The answers of a merged one are with another question. Each action has a reason, is in the log, tells the author,
//! and can be reversed.

pub mod close_reason;
pub mod closing;
pub mod editing;
pub mod locking;
pub mod merging;
pub mod moving;
pub mod pinning;
pub mod places;
pub mod protection;
mod protection_routes;
pub(super) mod record;
pub mod routes;

use crate::platform::web::Routes;

/// Registers the routes.
pub(super) fn register(routes: &mut Routes) {
    protection_routes::routes(routes);
    routes::routes(routes);
    merging::routes::routes(routes);
}
