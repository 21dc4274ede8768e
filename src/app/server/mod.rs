//! The HTTP server around the features: listeners, request checks, sockets and assets.

mod accept;
mod api_document;
mod assets;
mod client_events;
mod connections;
mod documents;
mod cors;
mod embedding;
mod engine;
pub mod events;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod heads;
pub mod health;
mod listeners;
mod metrics_endpoint;
mod pages;
mod redirects;
mod replies;
mod request_log;
mod routes;
mod security;
mod send_queue;
mod service_worker;
mod site;
mod socket;
mod store;
mod subpath;
mod timeouts;
mod tls;
mod uploads;

pub use accept::serve;
pub use listeners::{BindError, Listener, Peer, SystemdSockets, listen};
pub use site::Site;
pub use tls::{Tls, connect_without_verification};
