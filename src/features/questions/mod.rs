//! Questions with their answers, comments, tags, votes, views and search.

pub mod access;
mod awards;
pub mod batches;
pub mod counters;
pub mod duplicates;
pub mod events;
pub mod excerpt;
pub mod for_you;
mod holding;
pub mod invariants;
pub mod model;
pub mod moderation;
pub mod order;
pub mod permissions;
pub mod posting;
mod publishing;
pub mod revisions;
pub mod routes;
pub mod state;
pub mod store;
pub mod suggested_edits;
pub mod suggestions;
pub mod views;
pub mod votes;

/// The size in bytes up to which a question is part of its page.
pub const FIRST_DATA_SIZE: usize = 256 * 1024;
