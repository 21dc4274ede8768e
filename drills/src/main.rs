//! Drills: what could lose somebody's words is done to the real program, and everything it has acknowledged is looked for.
//!
//! Nothing here is linked with the program. It is a process ([`server`]), talked to through its public API ([`client`]) by
//! writers ([`load`]) who note what was acknowledged ([`ledger`]). Each drill prints one line of JSON, and ends with 1 if anything
//! that was acknowledged is not true afterwards.

#![forbid(unsafe_code)]

mod client;
mod ledger;
mod load;
mod server;

use std::fmt;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Why a drill could not be done, or what it has found.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A failure that says this.
pub fn failed(message: impl fmt::Display) -> Error {
    message.to_string().into()
}

/// Does to a Stoa what could lose somebody's words, and looks for everything it has acknowledged
#[derive(Parser)]
struct Arguments {
    /// The program
    #[arg(long, global = true, value_name = "FILE", default_value = "target/debug/stoa")]
    stoa: PathBuf,
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Subcommand)]
enum Drill {
    /// The quick forms of all drills
    Quick,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    match arguments.drill {
        Drill::Quick => Ok(()),
    }
}
