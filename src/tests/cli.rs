//! The command line as it is documented.

use std::path::Path;

use super::check_fresh;
use crate::app::cli;

#[test]
fn the_reference_of_the_commands_is_fresh() {
    check_fresh(Path::new("docs/cli.md"), &cli::reference());
}
