//! The program: the server and the command line.
//!
//! Each module imports only modules above it.

pub mod server;
pub mod demo;
pub mod cli;
