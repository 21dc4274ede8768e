//! `stoa man`

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use super::error::Failure;
use super::output::print;

#[derive(Args)]
#[command(after_help = "Examples:
  stoa man | man -l -
  stoa man --dir /usr/local/share/man/man1")]
pub struct Options {
    /// Write one page per command to this directory, which is created if it is missing
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn run(options: &Options, command: Command) -> Result<(), Failure> {
    let Some(directory) = &options.dir else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page).map_err(Failure::new)?;
        return print(page);
    };
    fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(command, directory))
        .map_err(|error| {
            Failure::new(format_args!(
                "cannot write manual pages to {}: {error}",
                directory.display()
            ))
        })
}
