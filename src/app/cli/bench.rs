//! `stoa bench`

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::runtime;

use super::error::Failure;
use super::output::{print, print_json};
use super::settings::Settings;
use super::shutdown::shutdown_signal;
use crate::app::bench::search::{self, Half};
use crate::app::bench::{self, Part, Progress, cost, spam};
use crate::core::clock::Clock;
use crate::operations::import;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Without --data-dir, bench generates the site in the temporary directory (TMPDIR) and removes it at the end. With --data-dir, the site stays there, and the next run measures it again, including the rows that earlier runs wrote.

Examples:
  stoa bench
  stoa bench --questions 1000 --json
  stoa bench --data-dir bench-site --only list_newest,search"
)]
pub struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    /// Size of the site: N questions, 3 N answers and N/10 users
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    questions: u32,
    /// Measure each route, and the bare route, for this long at each number of connections
    #[arg(long, value_name = "SECONDS", default_value_t = 4.0, value_parser = seconds)]
    seconds: f64,
    /// Number of Socket.IO connections that wait for an event
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=8_000))]
    sockets: u32,
    /// Measure only these, separated by commas
    #[arg(long, value_name = "NAME", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Measure how well the search finds known answers
    #[command(
        after_help = "Imports each dump into a temporary site and searches there, without a server. The queries for the dumps of cardano.stackexchange.com and bicycles.meta.stackexchange.com are part of the program. Other dumps measure only the similar questions.

Examples:
  stoa bench search --dump cardano bicycles-meta
  stoa bench search --half tune --dump cardano"
    )]
    Search {
        /// Unpacked Stack Exchange dumps: directories that contain Posts.xml and the other files
        #[arg(long = "dump", value_name = "DIR", required = true, num_args = 1..)]
        dumps: Vec<PathBuf>,
        /// Use only one half of the queries
        #[arg(long, value_enum)]
        half: Option<Half>,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Measure how much spam the scores hold, and how many honest first texts
    #[command(
        after_help = "Imports each dump into a temporary site and judges its texts in their order. The first text of each author is honest, and so are later ones, which are judged as if they were the first; spam of our own comes in between. The half `tune` is for changing the scores, the half `report` for their measurement.

Examples:
  stoa bench spam --dump cardano bicycles-meta
  stoa bench spam --half tune --wrong --dump cardano"
    )]
    Spam {
        /// Unpacked Stack Exchange dumps: directories that contain Posts.xml and the other files
        #[arg(long = "dump", value_name = "DIR", required = true, num_args = 1..)]
        dumps: Vec<PathBuf>,
        /// Which half of the spam and of the authors to use
        #[arg(long, value_enum, default_value = "report")]
        half: Half,
        /// The number of spam texts
        #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        texts: u32,
        /// Equal seeds give equal spam
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u32,
        /// Print the texts that are judged wrongly too
        #[arg(long)]
        wrong: bool,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Measure what each call costs at worst
    #[command(
        after_help = "Fills a temporary site with the longest thread, the largest communities and chats and an account with many rows of each kind, and calls every route with the worst input that is allowed. The site is in the temporary directory (TMPDIR).

Examples:
  stoa bench cost
  stoa bench cost --rows 1000 --json"
    )]
    Cost {
        /// The rows of each kind that one account has
        #[arg(long, value_name = "N", default_value_t = cost::Scale::FULL.own as u32, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
        rows: u32,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=3_600.0).contains(seconds))
        .ok_or_else(|| "use a number from 0.01 to 3600".to_owned())
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    match options.command {
        Some(Command::Search { dumps, half, json }) => {
            return run_search(settings, &dumps, half, json);
        }
        Some(Command::Spam {
            dumps,
            half,
            texts,
            seed,
            wrong,
            json,
        }) => {
            let bar = settings.bar();
            let (count, seed) = (texts as usize, u64::from(seed));
            let result = spam::run(&dumps, half, count, seed, import_progress(&bar));
            bar.finish_and_clear();
            let mut report = result?;
            if wrong && !json {
                print(report.wrong.join("\n") + "\n")?;
            }
            if !wrong {
                report.wrong.clear();
            }
            return if json {
                print_json(&report)
            } else {
                print(report.to_string())
            };
        }
        Some(Command::Cost { rows, json }) => return run_cost(settings, rows as usize, json),
        None => {}
    }
    if cfg!(debug_assertions) {
        eprintln!(
            "stoa: this is a development build; for meaningful numbers, use `cargo build --release`"
        );
    }
    // Only the directory of the flag: never that of the configured site.
    let directory: Option<PathBuf> = settings.data_dir.clone();
    let binary = std::env::current_exe().map_err(Failure::new)?;
    let parts = if options.only.is_empty() {
        Part::value_variants().to_vec()
    } else {
        options.only
    };
    let run_options = bench::Options {
        questions: options.questions as usize,
        seconds: options.seconds,
        sockets: options.sockets as usize,
        parts,
        directory,
        binary,
    };
    // Draws on standard error, and only if that is a terminal.
    let bar = settings.bar();
    let progress_bar = bar.clone();
    let progress = Arc::new(move |progress| draw(&progress_bar, progress));
    // The load and the measured servers share the machine: half the cores each.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
        .map_err(Failure::new)?;
    let result = runtime.block_on(async {
        tokio::select! {
            report = bench::run(run_options, progress) => report.map_err(Failure::from),
            () = shutdown_signal()? => Err(Failure::new("interrupted; there is no result")),
        }
    });
    bar.finish_and_clear();
    // Generating the site, if interrupted, ends with the process.
    runtime.shutdown_background();
    let report = result?;
    if options.json {
        print_json(&report)?;
    } else {
        print(report.to_string())?;
    }
    Ok(())
}

/// Returns what draws the progress of an import.
fn import_progress(bar: &ProgressBar) -> impl FnMut(import::Progress) + Clone + Send + 'static {
    let bar = bar.clone();
    move |progress: import::Progress| {
        draw(
            &bar,
            Progress {
                step: progress.step.to_owned(),
                done: progress.done as usize,
                total: progress.total as usize,
            },
        );
    }
}

/// Runs `stoa bench search`.
fn run_search(
    settings: &Settings,
    dumps: &[PathBuf],
    half: Option<Half>,
    json: bool,
) -> Result<(), Failure> {
    let bar = settings.bar();
    let result = search::run(dumps, half, import_progress(&bar));
    bar.finish_and_clear();
    let report = result?;
    if json {
        print_json(&report)
    } else {
        print(report.to_string())
    }
}

/// Runs `stoa bench cost`.
fn run_cost(settings: &Settings, rows: usize, json: bool) -> Result<(), Failure> {
    let bar = settings.bar();
    let progress = |step: &str, done, total| {
        draw(
            &bar,
            Progress {
                step: step.to_owned(),
                done,
                total,
            },
        );
    };
    let scale = cost::Scale {
        own: rows,
        ..cost::Scale::FULL
    };
    let directory = tempfile::TempDir::new().map_err(Failure::new)?;
    progress("filling a site", 0, 0);
    let runtime = runtime::Runtime::new().map_err(Failure::new)?;
    let result = runtime.block_on(async {
        tokio::select! {
            report = cost::run(directory.path(), Clock::system(), scale, |done, total| progress("calls", done, total)) => {
                report.map_err(Failure::from)
            }
            () = shutdown_signal()? => Err(Failure::new("interrupted; there is no result")),
        }
    });
    bar.finish_and_clear();
    runtime.shutdown_background();
    let report = result?;
    if json {
        print_json(&report)
    } else {
        print(report.to_string())
    }
}

/// Runs `stoa bench-bare`, which `stoa bench` starts.
pub(super) fn run_bare() -> Result<(), Failure> {
    runtime::Runtime::new()
        .and_then(|runtime| runtime.block_on(bench::serve_bare()))
        .map_err(Failure::new)
}

fn draw(bar: &ProgressBar, progress: Progress) {
    let template = if progress.total > 0 {
        "{msg:<20} {bar:40} {percent:>3} %, {elapsed}"
    } else {
        "{msg:<20} {spinner} {elapsed}"
    };
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.set_message(progress.step);
    bar.set_length(progress.total as u64);
    bar.set_position(progress.done as u64);
    bar.tick();
}
