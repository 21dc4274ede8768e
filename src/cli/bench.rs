//! `stoa bench`

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::runtime;

use super::{Failure, Settings, print, print_json, told_to_stop};
use crate::bench::{self, Part, Progress};

#[derive(Args)]
#[command(after_help = "Without --data-dir the site is made in the system's temporary directory (TMPDIR chooses another) and
removed at the end. With it the site stays there, and the next run measures it again, with what the runs before wrote.

Examples:
  stoa bench
  stoa bench --questions 1000 --json
  stoa bench --data-dir bench-site --only list_newest,search")]
pub struct Options {
    /// Size of the site: N questions, 3 N answers, N/10 users
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    questions: u32,
    /// How long each route is measured at each number of connections, and the bare route beside it
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = seconds)]
    seconds: f64,
    /// Live connections that wait for an event
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=8_000))]
    sockets: u32,
    /// Measure only these
    #[arg(long, value_name = "NAME", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|seconds| (0.01..=3_600.0).contains(seconds)).ok_or_else(|| "a number from 0.01 to 3600".to_owned())
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    if cfg!(debug_assertions) {
        eprintln!("stoa: this is a development build; measure what `cargo build --release` makes");
    }
    // Only a directory that was asked for here: never the configured site's.
    let directory: Option<PathBuf> = settings.data_dir.clone();
    let binary = std::env::current_exe().map_err(Failure::new)?;
    let parts = if options.only.is_empty() { Part::value_variants().to_vec() } else { options.only };
    let measured = bench::Options {
        questions: options.questions as usize,
        seconds: options.seconds,
        sockets: options.sockets as usize,
        parts,
        directory,
        binary,
    };
    // Draws on standard error, and only if that is a terminal.
    let bar = settings.bar();
    let drawing = bar.clone();
    let progress = Arc::new(move |progress| draw(&drawing, progress));
    // The load shares the machine with the servers it measures: half of it each.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let runtime = runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build().map_err(Failure::new)?;
    let done = runtime.block_on(async {
        tokio::select! {
            report = bench::run(measured, progress) => report.map_err(Failure::from),
            () = told_to_stop()? => Err(Failure::new("interrupted; nothing was measured")),
        }
    });
    bar.finish_and_clear();
    // A site that is being filled when this is interrupted goes with the process.
    runtime.shutdown_background();
    let report = done?;
    if options.json {
        print_json(&report)?;
    } else {
        print(report.to_string())?;
    }
    Ok(())
}

/// `stoa bench-bare`, which `stoa bench` starts.
pub(super) fn run_bare() -> Result<(), Failure> {
    runtime::Runtime::new().and_then(|runtime| runtime.block_on(bench::serve_bare())).map_err(Failure::new)
}

fn draw(bar: &ProgressBar, progress: Progress) {
    let template = if progress.total > 0 { "{msg:<20} {bar:40} {percent:>3} %, {elapsed}" } else { "{msg:<20} {spinner} {elapsed}" };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(progress.step);
    bar.set_length(progress.total as u64);
    bar.set_position(progress.done as u64);
    bar.tick();
}
