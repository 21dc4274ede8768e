//! Stoa: a community question-and-answer site in one binary and one SQLite file.
//!
//! The modules below stand in the order of their dependencies: each uses only those above it, and a test holds
//! them to it. First the plumbing, then the features, each a folder of what it means (`mod.rs`), its SQL
//! (`store`) and how it is reached (`routes.rs`), then the shell that puts them together.
//!
//! A call's way through the house: `server::accept` reads a request from a connection; `server::security` finds
//! out who calls and from which origin; `web` parses the input and queues a job for a reader or the writer of
//! `db`; there the session is looked up, the feature's function runs, and its events wait in the outbox; after
//! COMMIT the answer goes back and `live` sends the events to their audience, over `server::socket`.

// Plumbing
pub mod error;
pub mod clock;
pub mod id;
pub mod text;
pub mod words;
pub mod config;
pub mod live;
pub mod metrics;
pub mod db;
pub mod web;

// Features
pub mod users;
pub mod communities;
pub mod notifications;
pub mod questions;
pub mod stars;
pub mod contributions;
pub mod messages;
pub mod chats;
pub mod games;
pub mod accounts;

// Shell
pub mod export;
pub mod import;
pub mod backup;
pub mod doctor;
pub mod administration;
pub mod server;
pub mod bench;
pub mod demo;
pub mod cli;

// For `fuzz/` and the tests
#[cfg(any(test, fuzzing))]
pub mod fuzzing;

#[cfg(test)]
mod tests;
