//! Stars: private bookmarks of questions.

pub mod invariants;
pub mod model;
pub mod routes;
pub mod store;
