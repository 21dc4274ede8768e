//! `stoa-bench`: the command line of the measurements.
//!
//! Results go to standard output, messages and progress to standard error.

#![forbid(unsafe_code)]

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use stoa::core::clock::Clock;
use stoa::core::error::Error;
use stoa::operations::import;
use stoa_bench::search::{self, QuerySet, ReferenceKind};
use stoa_bench::{Options, Part, Progress, cost, spam};
use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};

/// The allocator of the measured server, so that the bare route compares with it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(
    name = "stoa-bench",
    version,
    about,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    after_help = "Without --data-dir, the site is generated in the temporary directory (TMPDIR) and removed at the end. With --data-dir, the site stays there, and the next run measures it again, including the rows that earlier runs wrote.

Examples:
  stoa-bench
  stoa-bench --questions 1000 --json
  stoa-bench --data-dir bench-site --only list_newest,search"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    server: ServerOptions,
}

/// What to measure of the server.
#[derive(Args)]
struct ServerOptions {
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
    /// The directory of a site that is kept and measured again
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The program to measure [default: `stoa` in the directory of this program]
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
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
  stoa-bench search --dump cardano bicycles-meta
  stoa-bench search --half tune --dump cardano"
    )]
    Search {
        /// Unpacked Stack Exchange dumps: directories that contain Posts.xml and the other files
        #[arg(long = "dump", value_name = "DIR", required = true, num_args = 1..)]
        dumps: Vec<PathBuf>,
        /// Use only one half of the queries
        #[arg(long, value_enum)]
        half: Option<QuerySet>,
        /// What to compare with
        #[arg(long, value_enum, default_value_t)]
        reference: ReferenceKind,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Measure how much spam the scores hold, and how many honest first texts
    #[command(
        after_help = "Imports each dump into a temporary site and judges its texts in their order. The first text of each author is honest, and so are later ones, which are judged as if they were the first; spam of our own comes in between. The half `tune` is for changing the scores, the half `report` for their measurement.

Examples:
  stoa-bench spam --dump cardano bicycles-meta
  stoa-bench spam --half tune --wrong --dump cardano"
    )]
    Spam {
        /// Unpacked Stack Exchange dumps: directories that contain Posts.xml and the other files
        #[arg(long = "dump", value_name = "DIR", required = true, num_args = 1..)]
        dumps: Vec<PathBuf>,
        /// Which half of the spam and of the authors to use
        #[arg(long, value_enum, default_value = "report")]
        half: QuerySet,
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
  stoa-bench cost
  stoa-bench cost --rows 1000 --json"
    )]
    Cost {
        /// The rows of each kind that one account has
        #[arg(long, value_name = "N", default_value_t = cost::Scale::FULL.own as u32, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
        rows: u32,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Serve the bare route that the others are compared with
    #[command(hide = true)]
    Bare,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.01..=3_600.0).contains(seconds))
        .ok_or_else(|| "use a number from 0.01 to 3600".to_owned())
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Draws on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(0);
    let result = match cli.command {
        None => measure_server(cli.server, &bar),
        Some(Command::Search {
            dumps,
            half,
            reference,
            json,
        }) => {
            let report = search::run(&dumps, half, reference, import_progress(&bar));
            show(&bar, report, json)
        }
        Some(Command::Spam {
            dumps,
            half,
            texts,
            seed,
            wrong,
            json,
        }) => {
            let (count, seed) = (texts as usize, u64::from(seed));
            let report = spam::run(&dumps, half, count, seed, import_progress(&bar));
            show_spam(&bar, report, wrong, json)
        }
        Some(Command::Cost { rows, json }) => measure_costs(rows as usize, json, &bar),
        Some(Command::Bare) => runtime().and_then(|runtime| {
            runtime
                .block_on(stoa_bench::serve_bare())
                .map_err(Error::internal)
        }),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stoa-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure_server(options: ServerOptions, bar: &ProgressBar) -> Result<(), Error> {
    if cfg!(debug_assertions) {
        eprintln!(
            "stoa-bench: this is a development build; for meaningful numbers, use `cargo build --release --workspace`"
        );
    }
    let this = std::env::current_exe().map_err(Error::internal)?;
    let binary = options
        .binary
        .unwrap_or_else(|| this.with_file_name("stoa"));
    if !binary.exists() {
        return Err(Error::internal(format_args!(
            "there is no {}: build it with `cargo build --release`, or name it with --binary",
            binary.display()
        )));
    }
    let run_options = Options {
        questions: options.questions as usize,
        seconds: options.seconds,
        sockets: options.sockets as usize,
        parts: if options.only.is_empty() {
            Part::value_variants().to_vec()
        } else {
            options.only
        },
        directory: options.data_dir,
        binary,
        bare: this,
    };
    let progress_bar = bar.clone();
    let progress = Arc::new(move |progress| draw(&progress_bar, progress));
    // The load and the measured servers share the machine: half the cores each.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
        .map_err(Error::internal)?;
    let report = runtime.block_on(unless_interrupted(stoa_bench::run(run_options, progress)));
    // Generating the site, if interrupted, ends with the process.
    runtime.shutdown_background();
    show(bar, report, options.json)
}

fn measure_costs(rows: usize, json: bool, bar: &ProgressBar) -> Result<(), Error> {
    let progress = |step: &str, done, total| {
        draw(
            bar,
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
    let directory = tempfile::TempDir::new().map_err(Error::internal)?;
    progress("filling a site", 0, 0);
    let runtime = runtime()?;
    let measured = cost::run(directory.path(), Clock::system(), scale, |done, total| {
        progress("calls", done, total);
    });
    let report = runtime.block_on(unless_interrupted(measured));
    runtime.shutdown_background();
    show(bar, report, json)
}

fn runtime() -> Result<runtime::Runtime, Error> {
    runtime::Runtime::new().map_err(Error::internal)
}

/// Fails at SIGTERM or Ctrl-C.
async fn unless_interrupted<T>(
    measured: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let mut terminate = signal(SignalKind::terminate()).map_err(Error::internal)?;
    tokio::select! {
        report = measured => return report,
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Err(Error::internal("interrupted; there is no result"))
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

/// Removes the progress bar and prints a report as a table or as JSON.
fn show<R: Display + Serialize>(
    bar: &ProgressBar,
    report: Result<R, Error>,
    json: bool,
) -> Result<(), Error> {
    bar.finish_and_clear();
    let report = report?;
    if json {
        print(serde_json::to_string_pretty(&report).map_err(Error::internal)? + "\n")
    } else {
        print(report.to_string())
    }
}

fn show_spam(
    bar: &ProgressBar,
    report: Result<spam::Report, Error>,
    wrong: bool,
    json: bool,
) -> Result<(), Error> {
    bar.finish_and_clear();
    let mut report = report?;
    if wrong && !json {
        print(report.wrong.join("\n") + "\n")?;
    }
    if !wrong {
        report.wrong.clear();
    }
    show(bar, Ok(report), json)
}

/// Writes to standard output. A reader that closes the pipe early is not a failure.
fn print(text: String) -> Result<(), Error> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::internal(format_args!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}
