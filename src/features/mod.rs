//! What the site does, one folder a feature.
//!
//! A feature has its meaning (`mod.rs`), its types (`model.rs`), its SQL (`store`), the invariants of its
//! rows (`invariants.rs`) and its HTTP calls (`routes`). It imports only features above it.

pub mod auth;
pub mod users;
pub mod pictures;
pub mod notifications;
pub mod mentions;
pub mod trust;
pub mod communities;
pub mod profiles;
pub mod cases;
pub mod signup;
pub mod providers;
pub mod search;
pub mod questions;
pub mod bots;
pub mod stars;
pub mod following;
pub mod tags;
pub mod addresses;
pub mod messages;
pub mod chats;
pub mod sanctions;
pub mod flags;
pub mod inbox;
pub mod games;
pub mod mail;
pub mod push;
pub mod webhooks;
pub mod account_data;
pub mod feeds;
pub mod previews;
pub mod mcp;
