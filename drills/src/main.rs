//! Drills: what could lose somebody's words is done to the real program, and everything it has acknowledged is looked for.
//!
//! Nothing here is linked with the program. It is a process ([`server`]), talked to through its public API ([`client`]) by
//! writers ([`load`]) who note what was acknowledged ([`ledger`]). Each drill prints one line of JSON, and ends with 1 if anything
//! that was acknowledged is not true afterwards.

#![forbid(unsafe_code)]

mod backups;
mod book;
mod client;
mod commands;
mod disk;
mod full_disk;
mod image;
mod io_errors;
mod kill;
mod ledger;
mod load;
mod logins;
mod pressure;
mod probe;
mod process;
mod migrate;
mod oplog;
mod power_cuts;
mod report;
mod scene;
mod server;
mod shim;
mod site;
mod slow;
mod soak;
mod sockets;
mod verify;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::shim::Syncs;

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
    /// Kill the server at random moments under load
    Kill(kill::Kill),
    /// Stop the server under load
    Stop(kill::Stop),
    /// Slow connections, sockets that never read, floods, reconnect storms, few descriptors, little memory
    Pressure(pressure::Pressure),
    /// Many logins at once, while somebody else reads
    Logins(logins::Logins),
    /// How long a login takes with a name that somebody has, and with one that nobody has
    Timing(logins::Timing),
    /// Everything at once for a long time, and whether the server needs more and more for it
    Soak(soak::Soak),
    /// Kill a migration of a full database of an older version
    MigrateKill(migrate::MigrateKill),
    /// Kill the making of a backup beside a server under load
    BackupKill(backups::BackupKill),
    /// Kill the return of a backup over another site
    RestoreKill(backups::RestoreKill),
    /// Fill the disk under load, and make room again; needs root
    DiskFull(full_disk::DiskFull),
    /// Let writes and syncs of the database fail, one after the other
    IoErrors(io_errors::IoErrors),
    /// Cut the power at random moments, and look at what the disk may hold then
    PowerCuts(power_cuts::PowerCuts),
    /// The quick forms of all drills that have one
    Quick,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Arguments { stoa, drill } = Arguments::parse();
    let done = match &drill {
        Drill::Kill(options) => kill::kill(&stoa, options).await,
        Drill::Stop(options) => kill::stop(&stoa, options).await,
        Drill::Pressure(options) => pressure::pressure(&stoa, options).await,
        Drill::Logins(options) => logins::logins(&stoa, options).await,
        Drill::Timing(options) => logins::timing(&stoa, options).await,
        Drill::Soak(options) => soak::soak(&stoa, options).await,
        Drill::MigrateKill(options) => migrate::migrate_kill(&stoa, options).await,
        Drill::BackupKill(options) => backups::backup_kill(&stoa, options).await,
        Drill::RestoreKill(options) => backups::restore_kill(&stoa, options).await,
        Drill::DiskFull(options) => full_disk::disk_full(&stoa, options).await,
        Drill::IoErrors(options) => io_errors::io_errors(&stoa, options).await,
        Drill::PowerCuts(options) => power_cuts::power_cuts(&stoa, options).await,
        Drill::Quick => Ok(quick(&stoa).await),
    };
    if is_fine(done) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether a drill could be done, and all was well.
fn is_fine(done: Result<bool>) -> bool {
    done.unwrap_or_else(|error| {
        eprintln!("the drill could not be done: {error}");
        false
    })
}

/// What can be done in little time, one after the other: they would disturb each other. One that fails keeps nothing from the others.
async fn quick(stoa: &Path) -> bool {
    let mut all_fine = true;
    all_fine &= is_fine(kill::kill(stoa, &kill::Kill { times: Some(6), writers: 32 }).await);
    all_fine &= is_fine(kill::stop(stoa, &kill::Stop { times: 2, writers: 32 }).await);
    // Whether deaf sockets are closed takes longer to see; that they keep nothing from others does not.
    let few = pressure::Pressure { connections: 300, sockets: 200, seconds: 2, times: 2, alone: true, only: Vec::new() };
    all_fine &= is_fine(pressure::pressure(stoa, &few).await);
    all_fine &= is_fine(logins::logins(stoa, &logins::Logins { at_once: 100, times: 1, unhurried: true }).await);
    all_fine &= is_fine(soak::soak(stoa, &soak::Soak { minutes: 0.1, writers: 8 }).await);
    all_fine &= is_fine(migrate::migrate_kill(stoa, &migrate::MigrateKill { times: 5, questions: 1_000 }).await);
    all_fine &= is_fine(backups::backup_kill(stoa, &backups::BackupKill { times: 6, writers: 8 }).await);
    all_fine &= is_fine(backups::restore_kill(stoa, &backups::RestoreKill { times: 6, writers: 8 }).await);
    all_fine &= is_fine(full_disk::disk_full(stoa, &full_disk::DiskFull { times: 1, writers: 16, size: 128 }).await);
    all_fine &= is_fine(io_errors::io_errors(stoa, &io_errors::IoErrors { points: 2, kind: None, writers: 4 }).await);
    for (syncs, images) in [(Syncs::InTime, 120), (Syncs::Late, 60), (Syncs::Never, 20)] {
        let options = power_cuts::PowerCuts { images, seconds: 0.3, syncs, seed: None };
        all_fine &= is_fine(power_cuts::power_cuts(stoa, &options).await);
    }
    all_fine
}
