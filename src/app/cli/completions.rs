//! `stoa completions`

use clap::{Args, Command};
use clap_complete::Shell;

use super::error::Failure;
use super::output::print;

#[derive(Args)]
#[command(after_help = "Examples:
  stoa completions bash > /etc/bash_completion.d/stoa
  stoa completions fish > ~/.config/fish/completions/stoa.fish")]
pub struct Options {
    /// The shell to generate the script for
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(options: Options, command: &mut Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, command, "stoa", &mut script);
    print(script)
}
