//! Stoa: a community question-and-answer site in one binary, with one SQLite file and a folder of
//! pictures.
//!
//! The crate has five rooms, listed in the order of their dependencies. A room imports only rooms above
//! it, and a module of a room only modules above it in its `mod.rs`; a test checks both.
//!
//! | room | holds |
//! |---|---|
//! | [`core`] | basics without a database: errors, time, ids, texts, the configuration |
//! | [`platform`] | what every feature stands on: database, live events, HTTP, settings, outbox |
//! | [`features`] | what the site does, one folder a feature |
//! | [`operations`] | backup, doctor, export, import, invariants, administration |
//! | [`app`] | the server and the command line |
//!
//! A request takes this way:
//!
//! 1. `app::server::accept` reads it from a connection, and [`app::server`] finds its caller and checks
//!    its origin.
//! 2. [`platform::web`] parses the input and queues a job for a reader or the writer of
//!    [`platform::db`]. Routes state who may call them.
//! 3. The job authenticates the caller ([`features::users::Me`]), looks up the target, which returns the
//!    proof of a right (such as [`features::questions::access::ReadablePost`]), and calls the feature's
//!    function.
//! 4. The function changes rows through its `store` and emits events ([`platform::db::Write::emit`]).
//! 5. After the COMMIT the response is sent, and [`platform::realtime::Hub`] sends the events to their
//!    audience.
//!
//! `ARCHITECTURE.md` follows one action through the whole system, browser included.

pub mod core;
pub mod platform;
pub mod features;
pub mod operations;
pub mod app;

/// For `fuzz/` and the tests.
#[cfg(any(test, fuzzing))]
pub mod fuzzing;

#[cfg(test)]
mod tests;
