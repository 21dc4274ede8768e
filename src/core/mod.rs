//! Basics without a database: errors, time, ids, texts, words, the configuration.
//!
//! Each module imports only modules above it.

pub mod error;
pub mod clock;
pub mod id;
pub mod network;
pub mod fair_queue;
pub mod paging;
pub mod json_text;
pub mod string_enum;
pub mod text;
pub mod tokenizer;
pub mod meaning;
pub mod metrics;
pub mod http_client;
pub mod config;
pub mod user_agent;
