//! What every feature stands on: the database, live events, HTTP, settings and the outbox.
//!
//! Each module imports only modules above it.

pub mod realtime;
pub mod db;
pub mod settings;
pub mod web;
pub mod outbox;
pub mod scopes;
