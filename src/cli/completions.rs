//! `stoa completions`

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Failure, print};

#[derive(Args)]
#[command(after_help = "Examples:
  stoa completions bash > /etc/bash_completion.d/stoa
  stoa completions fish > ~/.config/fish/completions/stoa.fish")]
pub struct Options {
    /// Which shell
    shell: Shell,
}

pub(super) fn run(options: Options) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "stoa", &mut script);
    print(script)
}
