//! Questions on the terminal. All of them fail with exit code 2 where the command may not prompt.

use super::error::Failure;
use super::settings::Settings;

/// Prints a question to standard error and returns the line that the user types.
pub(super) fn line(question: &str) -> Result<String, Failure> {
    eprint!("{question} ");
    let mut answer = String::new();
    std::io::stdin()
        .read_line(&mut answer)
        .map_err(Failure::new)?;
    Ok(answer.trim().to_owned())
}

/// Asks a yes/no question. Fails unless the user answers `y`.
pub(super) fn confirm(settings: &Settings, question: &str) -> Result<(), Failure> {
    confirm_with(
        settings,
        &format!("{question} Continue? [y/N]"),
        question,
        |answer| answer.eq_ignore_ascii_case("y"),
    )
}

/// Asks the user to type `name`. Fails unless they do.
pub(super) fn confirm_by_typing(
    settings: &Settings,
    name: &str,
    reason: &str,
) -> Result<(), Failure> {
    confirm_with(
        settings,
        &format!("{reason}\nType {name} to continue:"),
        reason,
        |answer| answer == name,
    )
}

fn confirm_with(
    settings: &Settings,
    question: &str,
    reason: &str,
    is_yes: impl Fn(&str) -> bool,
) -> Result<(), Failure> {
    if !settings.can_prompt() {
        return Err(
            Failure::usage(format_args!("{reason} Confirmation is required"))
                .hint("add --yes to confirm without a prompt"),
        );
    }
    if is_yes(&line(question)?) {
        Ok(())
    } else {
        Err(Failure::usage("canceled; nothing was changed"))
    }
}
