//! Stoa: a community question-and-answer site in one binary, with one SQLite file and a folder of
//! pictures.
//!
//! The modules are listed in the order of their dependencies: each uses only modules above it, and a
//! test checks this. First come the basics, then the features, then the shell that combines them. A
//! feature is a folder with its meaning (`mod.rs`), its types (`model.rs`), its SQL (`store`), the
//! invariants of its rows (`invariants.rs`) and its HTTP calls (`routes`).
//!
//! A request takes this way:
//!
//! 1. `server::accept` reads it from a connection, and [`server`] finds its caller and checks its
//!    origin.
//! 2. [`web`] parses the input and queues a job for a reader or the writer of [`db`]. Routes state who
//!    may call them.
//! 3. The job authenticates the caller ([`users::Me`]), looks up the target, which returns the proof of
//!    a right (such as [`questions::access::ReadablePost`]), and calls the feature's function.
//! 4. The function changes rows through its `store` and emits events ([`db::Write::emit`]).
//! 5. After the COMMIT the response is sent, and [`realtime::Hub`] sends the events to their audience.
//!
//! `ARCHITECTURE.md` follows one action through the whole system, browser included.

// Basics
pub mod error;
pub mod clock;
pub mod id;
pub mod network;
pub mod paging;
pub mod view;
pub mod json_text;
pub mod words;
pub mod text;
pub mod tokenizer;
pub mod config;
pub mod realtime;
pub mod metrics;
pub mod http_client;
pub mod db;
pub mod settings;
pub mod web;

// Features
pub mod deliveries;
pub mod users;
pub mod scopes;
pub mod pictures;
pub mod notifications;
pub mod mentions;
pub mod badges;
pub mod communities;
pub mod trust;
pub mod profiles;
pub mod cases;
pub mod signup;
pub mod questions;
pub mod stars;
pub mod following;
pub mod tags;
pub mod moderation_log;
pub mod contributions;
pub mod messages;
pub mod blocks;
pub mod chats;
pub mod picture_access;
pub mod avatars;
pub mod sanctions;
pub mod flags;
pub mod games;
pub mod mail;
pub mod push;
pub mod account_data;
pub mod bulk_removal;

// Shell
pub mod invariants;
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
