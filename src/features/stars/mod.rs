//! Stars: private bookmarks of questions, each with a private note and a reminder if wanted.

pub mod invariants;
pub mod model;
pub mod notes;
pub mod routes;
pub mod store;
