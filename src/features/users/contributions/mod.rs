//! Contributions: how much of what the viewer may read a user wrote per day.

pub mod model;
pub mod routes;
pub mod store;
