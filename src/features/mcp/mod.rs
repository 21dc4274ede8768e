//! A server of the Model Context Protocol: assistants search and read for the account of their API token.
//!
//! The SDK (`rmcp`) knows the messages; [`routes`] mounts it so that each request is a call of its own like any other:
//! authenticated, counted and answered with one JSON document. No session is kept and no stream is left open. The tools
//! call what the routes of the site call, in a snapshot and with the same actor.

mod model;
mod question;
pub mod routes;
mod tools;
