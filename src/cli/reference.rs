//! The reference of all commands, `docs/cli.md`.

use clap::{Command, CommandFactory};

use super::Cli;

/// The text of `docs/cli.md`: what `--help` says about each command.
pub fn markdown() -> String {
    let mut text = String::from(
        "# The commands of `stoa`\n\n\
         This is what `--help` says; a test writes it. `stoa man` prints it as manual pages.\n\
         What a command produces goes to standard output, messages and progress to standard error. With `--json`, errors are JSON too:\n\
         `{\"error\": {\"code\": \"not_found\", \"message\": \"…\", \"hint\": \"…\"}}` with the codes `failed`, `usage`, `check_failed`,\n\
         `not_found`, `conflict` and `configuration`.\n",
    );
    let mut command = Cli::command().term_width(100);
    command.build();
    describe(&mut command, "stoa", &mut text);
    text
}

fn describe(command: &mut Command, name: &str, text: &mut String) {
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    *text += &format!("\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
    for inner in command.get_subcommands_mut().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help") {
        let name = format!("{name} {}", inner.get_name());
        describe(inner, &name, text);
    }
}
