//! `stoa export`

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use tempfile::NamedTempFile;

use super::{Failure, Settings};
use crate::export::{self, ExportError};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    #[command(subcommand)]
    format: Option<Format>,
    #[command(flatten)]
    json: Json,
}

#[derive(Subcommand)]
enum Format {
    /// Write one JSON object a line, whether or not the site is being served (also: stoa export)
    #[command(after_help = "Examples:
  stoa export json -o site.ndjson
  stoa export json --with-secrets | zstd > site.ndjson.zst
The format is described in docs/export-format.md; `stoa import json` reads it.")]
    Json(Json),
}

#[derive(Args)]
struct Json {
    /// The file to write, which nobody else may read [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// With the hashes of passwords, so that everybody can log in where it is imported
    #[arg(long)]
    with_secrets: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let Format::Json(options) = options.format.unwrap_or(Format::Json(options.json));
    let data_dir = settings.load()?.data_dir();
    let records = match &options.output {
        None => write(&data_dir, options.with_secrets, io::stdout().lock())?,
        Some(path) => write_file(&data_dir, options.with_secrets, path)?,
    };
    eprintln!("exported {} records", HumanCount(records));
    Ok(())
}

/// Writes a file that gets its name when it is whole, and takes it from no other.
fn write_file(data_dir: &Path, secrets: bool, path: &Path) -> Result<u64, Failure> {
    if path.exists() {
        return Err(taken(path));
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let cannot = |error: io::Error| Failure::new(format_args!("cannot write {}: {error}", path.display()));
    let file = NamedTempFile::with_prefix_in(".stoa-", directory).map_err(cannot)?;
    let records = write(data_dir, secrets, file.as_file())?;
    file.as_file().sync_all().map_err(cannot)?;
    file.persist_noclobber(path).map_err(|failed| match failed.error.kind() {
        io::ErrorKind::AlreadyExists => taken(path),
        _ => cannot(failed.error),
    })?;
    Ok(records)
}

fn taken(path: &Path) -> Failure {
    Failure { code: 5, message: format!("there is a file {} already; choose another name, or remove it", path.display()) }
}

fn write(data_dir: &Path, secrets: bool, to: impl Write) -> Result<u64, Failure> {
    // Draws on standard error, and only if that is a terminal.
    let style = ProgressStyle::with_template("{msg:<16} {human_pos} records, {elapsed}");
    let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut step = "";
    let written = export::export(data_dir, secrets, &mut BufWriter::new(to), |name, records| {
        if step != name {
            step = name;
            bar.set_message(name);
        }
        bar.set_position(records);
    });
    bar.finish_and_clear();
    Ok(written?)
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let code = match error {
            ExportError::NotFound(_) => 4,
            ExportError::Schema { .. } => 78,
            ExportError::Io(_) | ExportError::Sqlite(_) | ExportError::Damaged(_) => 1,
        };
        Self { code, message: error.to_string() }
    }
}
