//! Crash and fault-injection tests for Stoa.
//!
//! The crate is not linked with Stoa. It runs the real binary ([`server`]) and calls its public API
//! ([`client`]). Simulated users ([`load`]) record every acknowledged write in a ledger
//! ([`ledger`]). Each scenario injects faults, compares the ledger with the server's state
//! ([`verify`]) and prints one line of JSON. The process exits with 1 if a scenario finds a
//! violation.

#![forbid(unsafe_code)]

mod attack;
mod backups;
mod client;
mod commands;
mod compare;
mod crash_image;
mod disk_full;
mod disk_model;
mod effect;
mod error;
mod harness;
mod io_errors;
mod io_log;
mod json;
mod kill;
mod latency_probe;
mod ledger;
mod load;
mod logins;
mod mail_host;
mod mail_kill;
mod media_kill;
mod memory_group;
mod migrate;
mod model;
mod power_cuts;
mod pressure;
mod report;
mod request_counts;
mod resource_usage;
mod server;
mod shim;
mod site;
mod slow_clients;
mod soak;
mod sockets;
mod verify;
mod webhook_kill;
mod writer;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Result;
use crate::shim::FsyncMode;

/// Inject faults into a running Stoa server and check that every acknowledged write survives.
///
/// Each scenario starts its own server in a temporary directory and prints one line of JSON.
/// If a scenario fails, its directory is kept and the exit status is 1.
#[derive(Parser)]
struct Arguments {
    /// Stoa binary to test
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        default_value = "target/debug/stoa"
    )]
    stoa: PathBuf,
    #[command(subcommand)]
    scenario: Scenario,
}

#[derive(Subcommand)]
enum Scenario {
    /// Kill the server (SIGKILL) at random moments under load
    Kill(kill::Kill),
    /// Kill the server and its mail host while mails are sent
    MailKill(mail_kill::MailKill),
    /// Kill the server while messages of webhooks are sent
    WebhookKill(webhook_kill::WebhookKill),
    /// Kill the server while pictures are uploaded and deleted
    MediaKill(media_kill::MediaKill),
    /// Stop the server (SIGTERM) under load
    Stop(kill::Stop),
    /// Exhaust connections, sockets, file descriptors and memory
    Pressure(pressure::Pressure),
    /// Send many logins at once and measure the latency of other requests
    Logins(logins::Logins),
    /// Compare the duration of logins with existing and unknown usernames
    LoginTiming(logins::LoginTiming),
    /// Run a mixed load for a long time and check that resource usage stays constant
    Soak(soak::Soak),
    /// Kill a schema migration of a large database
    MigrateKill(migrate::MigrateKill),
    /// Kill `stoa backup create` while the server is under load
    BackupKill(backups::BackupKill),
    /// Kill `stoa backup restore` while it replaces another site
    RestoreKill(backups::RestoreKill),
    /// Fill the disk under load and free it again (requires root)
    DiskFull(disk_full::DiskFull),
    /// Fail writes and syncs of the database files (requires a C compiler)
    IoErrors(io_errors::IoErrors),
    /// Simulate power cuts and check the resulting database files (requires a C compiler)
    PowerCuts(power_cuts::PowerCuts),
    /// Take as much as the limits allow, beside users who must not notice it
    Attack(attack::Attack),
    /// Run a short form of each scenario except login-timing
    Quick,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Arguments { stoa, scenario } = Arguments::parse();
    let result = match &scenario {
        Scenario::Kill(options) => kill::kill(&stoa, options).await,
        Scenario::MailKill(options) => mail_kill::mail_kill(&stoa, options).await,
        Scenario::WebhookKill(options) => webhook_kill::webhook_kill(&stoa, options).await,
        Scenario::MediaKill(options) => media_kill::media_kill(&stoa, options).await,
        Scenario::Stop(options) => kill::stop(&stoa, options).await,
        Scenario::Pressure(options) => pressure::pressure(&stoa, options).await,
        Scenario::Logins(options) => logins::logins(&stoa, options).await,
        Scenario::LoginTiming(options) => logins::login_timing(&stoa, options).await,
        Scenario::Soak(options) => soak::soak(&stoa, options).await,
        Scenario::MigrateKill(options) => migrate::migrate_kill(&stoa, options).await,
        Scenario::BackupKill(options) => backups::backup_kill(&stoa, options).await,
        Scenario::RestoreKill(options) => backups::restore_kill(&stoa, options).await,
        Scenario::DiskFull(options) => disk_full::disk_full(&stoa, options).await,
        Scenario::IoErrors(options) => io_errors::io_errors(&stoa, options).await,
        Scenario::PowerCuts(options) => power_cuts::power_cuts(&stoa, options).await,
        Scenario::Attack(options) => attack::attack(&stoa, options).await,
        Scenario::Quick => Ok(quick(&stoa).await),
    };
    if passed(result) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns whether a scenario completed without violations; prints the error if it did not
/// complete.
fn passed(result: Result<bool>) -> bool {
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        false
    })
}

/// Runs the short forms one after the other, because they would disturb each other. A failure does
/// not stop the remaining scenarios.
async fn quick(stoa: &Path) -> bool {
    let mut all_passed = true;
    let kill = kill::Kill {
        times: Some(6),
        writers: 32,
    };
    all_passed &= passed(kill::kill(stoa, &kill).await);
    let mail_kill = mail_kill::MailKill { times: 6 };
    all_passed &= passed(mail_kill::mail_kill(stoa, &mail_kill).await);
    let webhook_kill = webhook_kill::WebhookKill { times: 6 };
    all_passed &= passed(webhook_kill::webhook_kill(stoa, &webhook_kill).await);
    let media_kill = media_kill::MediaKill { times: 6 };
    all_passed &= passed(media_kill::media_kill(stoa, &media_kill).await);
    let stop = kill::Stop {
        times: 2,
        writers: 32,
    };
    all_passed &= passed(kill::stop(stoa, &stop).await);
    // Two seconds are too short to see the server close stalled sockets. They are enough to see
    // that these do not delay other clients.
    let pressure = pressure::Pressure {
        connections: 300,
        sockets: 200,
        seconds: 2,
        times: 2,
        no_slowhttptest: true,
        only: Vec::new(),
    };
    all_passed &= passed(pressure::pressure(stoa, &pressure).await);
    let logins = logins::Logins {
        concurrency: 100,
        times: 1,
        relaxed: true,
    };
    all_passed &= passed(logins::logins(stoa, &logins).await);
    let soak = soak::Soak {
        minutes: 0.1,
        writers: 8,
    };
    all_passed &= passed(soak::soak(stoa, &soak).await);
    let migrate_kill = migrate::MigrateKill {
        times: 5,
        questions: 1_000,
    };
    all_passed &= passed(migrate::migrate_kill(stoa, &migrate_kill).await);
    let backup_kill = backups::BackupKill {
        times: 6,
        writers: 8,
    };
    all_passed &= passed(backups::backup_kill(stoa, &backup_kill).await);
    let restore_kill = backups::RestoreKill {
        times: 6,
        writers: 8,
    };
    all_passed &= passed(backups::restore_kill(stoa, &restore_kill).await);
    let disk_full = disk_full::DiskFull {
        times: 1,
        writers: 16,
        size: 128,
    };
    all_passed &= passed(disk_full::disk_full(stoa, &disk_full).await);
    let io_errors = io_errors::IoErrors {
        points: 2,
        kind: None,
        writers: 4,
    };
    all_passed &= passed(io_errors::io_errors(stoa, &io_errors).await);
    let attack = attack::Attack {
        seconds: 1,
        relaxed: true,
        only: Vec::new(),
    };
    all_passed &= passed(attack::attack(stoa, &attack).await);
    for (fsync, images) in [
        (FsyncMode::Honest, 120),
        (FsyncMode::Delayed, 60),
        (FsyncMode::Ignored, 20),
    ] {
        let power_cuts = power_cuts::PowerCuts {
            images,
            seconds: 0.3,
            fsync,
            seed: None,
        };
        all_passed &= passed(power_cuts::power_cuts(stoa, &power_cuts).await);
    }
    all_passed
}
