//! `stoa man`

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_mangen::Man;

use super::{Cli, Failure, print};

#[derive(Args)]
#[command(after_help = "Examples:
  stoa man | man -l -
  stoa man --dir /usr/local/share/man/man1")]
pub struct Options {
    /// Write a page for each command into this directory
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let Some(directory) = &options.dir else {
        let mut page = Vec::new();
        Man::new(Cli::command()).render(&mut page).map_err(Failure::new)?;
        return print(page);
    };
    fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), directory))
        .map_err(|error| Failure::new(format_args!("cannot write manual pages into {}: {error}", directory.display())))
}
