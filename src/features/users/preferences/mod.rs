//! Preferences: how the site looks and behaves for an account, in every browser in which it is signed in.

pub mod model;
pub mod routes;
pub mod store;
