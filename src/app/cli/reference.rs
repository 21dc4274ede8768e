//! The reference of all commands, `docs/cli.md`.

use clap::Command;

use super::settings::GLOBAL_OPTIONS;

const HEAD: &str = "# The commands of `stoa`

This page is the output of `--help`; `cargo test` rewrites it when it is stale. `stoa man` prints the
same text as manual pages.

Results go to standard output, messages and progress to standard error. With `--json`, errors are JSON
too: `{\"error\": {\"code\": \"not_found\", \"message\": \"…\", \"hint\": \"…\"}}`. The codes are `failed`, `usage`,
`check_failed`, `not_found`, `conflict` and `configuration`.
";

/// Returns the text of `docs/cli.md`: the help of each command, and the global options once.
pub(super) fn markdown(command: Command) -> String {
    let mut command = command.term_width(100);
    command.build();
    let (help, global_options) = help(&mut command);
    let mut text = HEAD.to_owned();
    add_section("stoa", &help, &mut text);
    text += &format!("\n## {GLOBAL_OPTIONS}\n\nEvery command accepts these options.\n");
    add_block(&global_options, &mut text);
    describe_subcommands(&mut command, "stoa", &mut text);
    text
}

fn describe_subcommands(command: &mut Command, parent: &str, text: &mut String) {
    for command in command
        .get_subcommands_mut()
        .filter(|command| !command.is_hide_set() && command.get_name() != "help")
    {
        let name = format!("{parent} {}", command.get_name());
        add_section(&name, &help(command).0, text);
        describe_subcommands(command, &name, text);
    }
}

/// Returns the help of a command without the global options, and the block of global options.
fn help(command: &mut Command) -> (String, String) {
    let help = command.render_long_help().to_string();
    let (mut own, mut global) = (Vec::new(), Vec::new());
    let mut is_global = false;
    for line in help.lines().map(str::trim_end) {
        // Each block begins with a line that is not indented.
        if !line.is_empty() && !line.starts_with(' ') {
            is_global = line.strip_suffix(':') == Some(GLOBAL_OPTIONS);
        }
        if is_global { &mut global } else { &mut own }.push(line);
    }
    (own.join("\n"), global.join("\n"))
}

fn add_section(name: &str, help: &str, text: &mut String) {
    *text += &format!("\n## {name}\n");
    add_block(help, text);
}

fn add_block(block: &str, text: &mut String) {
    *text += &format!("\n```text\n{}\n```\n", block.trim());
}
