//! `stoa import`

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

use super::data_dir::{DataDir, NewSite};
use super::error::Failure;
use super::output::{print, print_json};
use super::settings::Settings;
use crate::clock::Clock;
use crate::db::Db;
use crate::import::json::{self, ImportError, Source};
use crate::import::{self, Progress, stackexchange};
use crate::realtime::Hub;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    format: Format,
}

impl Format {
    fn new_site(&self) -> NewSite {
        match self {
            Self::Json { new, .. } | Self::Stackexchange { new, .. } => *new,
        }
    }
}

#[derive(Subcommand)]
enum Format {
    /// Import an export of `stoa export` into an empty site
    #[command(
        after_help = "Stop the server first. The import is one transaction: it succeeds completely or changes nothing.

Examples:
  stoa import json --data-dir /var/lib/stoa-new site.ndjson
  zstd -dc site.ndjson.zst | stoa import json -"
    )]
    Json {
        /// The export file, or - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        new: NewSite,
        /// Show what would be imported, but change nothing
        #[arg(long)]
        dry_run: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Import an unpacked Stack Exchange data dump
    #[command(
        after_help = "Stop the server first. The import is one transaction: it succeeds completely or changes nothing. Rows that an earlier import created are skipped.

Examples:
  stoa import stackexchange cardano
  stoa import stackexchange --dry-run dumps/bicycles-meta
  stoa import stackexchange --site stackoverflow.com dumps/so-2024-06
  stoa import stackexchange --limit 100 --dry-run dumps/unix"
    )]
    Stackexchange {
        /// The directory that contains Posts.xml, Users.xml and the other files
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// The site of the dump [default: from the name of the directory, such as
        /// cardano.stackexchange.com for cardano]
        #[arg(long, value_name = "HOST")]
        site: Option<String>,
        /// Import only the first N questions that were not imported before, with their answers,
        /// comments and authors
        #[arg(long, value_name = "N")]
        limit: Option<u64>,
        #[command(flatten)]
        new: NewSite,
        /// Show what would be imported, but change nothing
        #[arg(long)]
        dry_run: bool,
    },
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    if let Format::Stackexchange { directory, .. } = &options.format
        && !directory.is_dir()
    {
        return Err(Failure::not_found(format_args!(
            "there is no directory {}",
            directory.display()
        ))
        .hint("name the directory of an unpacked dump"));
    }
    let data =
        DataDir::with_current_schema(&settings.load()?, settings, options.format.new_site())?;
    let open = || Db::open(&data.path, Clock::system(), Hub::default());
    // Draws on standard error, and only if that is a terminal.
    let bar = settings.bar().with_style(style());
    match options.format {
        Format::Json {
            file,
            dry_run,
            json,
            ..
        } => {
            let source = if file == Path::new("-") {
                Source::new(BufReader::new(io::stdin()), 0)
            } else {
                Source::open(&file)
            };
            let imported = json::import(&open()?, source?, dry_run, draw_on(&bar));
            bar.finish_and_clear();
            if json {
                print_json(&imported?)
            } else {
                print(imported?.to_string())
            }
        }
        Format::Stackexchange {
            directory,
            site,
            limit,
            dry_run,
            ..
        } => {
            let options = import::Options {
                site,
                dry_run,
                limit,
            };
            let summary = stackexchange::import(&open()?, &directory, &options, draw_on(&bar));
            bar.finish_and_clear();
            print(summary?.to_string())
        }
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::NotFound(_) => Self::not_found(error),
            ImportError::Foreign(_) => {
                Self::new(error).hint("docs/export-format.md describes the format")
            }
            ImportError::Newer { .. } => {
                Self::configuration(error).hint("import it with the newer version that created it")
            }
            ImportError::NotEmpty => {
                Self::conflict(error).hint("choose another directory with --data-dir")
            }
            ImportError::Io(_) => Self::new(error),
            ImportError::Site(error) => error.into(),
        }
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template(
        "{msg:<16} {bar:40} {percent:>3} % of {total_bytes}, {eta} to go",
    );
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn draw_on(bar: &ProgressBar) -> impl FnMut(Progress) + Send + 'static {
    let bar = bar.clone();
    let mut step = "";
    move |progress| {
        if step != progress.step {
            step = progress.step;
            bar.set_message(step);
            bar.set_length(progress.total);
        }
        bar.set_position(progress.done);
    }
}
