//! Results on standard output.

use std::io::{ErrorKind, Write};

use comfy_table::{Table, presets};
use serde::Serialize;

use super::error::Failure;

/// Writes to standard output. A reader that closes the pipe early is not a failure.
pub(super) fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    match std::io::stdout().lock().write_all(text.as_ref()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::new(format_args!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Writes a value as indented JSON.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(json_text(value)?)
}

/// Returns a value as indented JSON with a newline at the end.
pub(super) fn json_text(value: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(value).map_err(Failure::new)? + "\n")
}

/// Writes a secret that is shown only once. Failing to write it is a failure, with a hint that says
/// what to do instead.
pub(super) fn print_once(text: impl AsRef<[u8]>, hint: &str) -> Result<(), Failure> {
    let written = std::io::stdout().lock().write_all(text.as_ref());
    written.map_err(|error| {
        Failure::new(format_args!(
            "the command succeeded, but its output, which is shown only once, cannot be written: {error}"
        ))
        .hint(hint)
    })
}

/// Writes a table with a header, aligned and without lines, so that other programs can parse it.
pub(super) fn print_table<const N: usize>(
    header: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<(), Failure> {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(header)
        .add_rows(rows);
    print(table.trim_fmt() + "\n")
}
