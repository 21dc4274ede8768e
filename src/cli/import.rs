//! `stoa import`

use std::path::PathBuf;

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

use super::{DataDir, Failure, Settings};
use crate::clock::Clock;
use crate::db::Db;
use crate::import::{self, Progress, stackexchange};
use crate::live::Hub;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    from: From,
}

#[derive(Subcommand)]
enum From {
    /// Import an unpacked Stack Exchange data dump: all of it or nothing, and each row only once
    #[command(after_help = "Examples:
  stoa import stackexchange cardano
  stoa import stackexchange --dry-run dumps/bicycles-meta
  stoa import stackexchange --site stackoverflow.com dumps/so-2024-06")]
    Stackexchange {
        /// The directory that holds Posts.xml, Users.xml and the others
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// The site that the dump is from [default: what the directory's name says, such as
        /// cardano.stackexchange.com for cardano]
        #[arg(long, value_name = "HOST")]
        site: Option<String>,
        /// Do everything, undo it, and say what it would have done
        #[arg(long)]
        dry_run: bool,
    },
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let From::Stackexchange { directory, site, dry_run } = options.from;
    let data = DataDir::with_current_schema(&settings.load()?, settings)?;
    let db = Db::open(&data.path, Clock::system(), Hub::default())?;
    // Draws on standard error, and only if that is a terminal.
    let bar = settings.bar().with_style(style());
    let summary = stackexchange::import(&db, &directory, &import::Options { site, dry_run }, draw_on(&bar));
    bar.finish_and_clear();
    print!("{}", summary?);
    Ok(())
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{msg:<16} {bar:40} {percent:>3} % of {total_bytes}, {eta} to go");
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
