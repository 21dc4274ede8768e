//! `stoa export`

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::{HumanCount, ProgressStyle};
use tempfile::NamedTempFile;

use super::error::Failure;
use super::settings::Settings;
use crate::core::clock::Clock;
use crate::core::error::{Error, Sentence};
use crate::features::account_data;
use crate::features::users::AdminAuthority;
use crate::operations::backup;
use crate::operations::export::store::Snapshot;
use crate::operations::export::{self, ExportError, Exported};
use crate::platform::db;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Without a format, export writes JSON (stoa export json)."
)]
pub struct Options {
    #[command(subcommand)]
    format: Option<Format>,
    #[command(flatten)]
    json: Json,
}

#[derive(Subcommand)]
enum Format {
    /// Export as one JSON object per line, with a folder of pictures; a running server keeps serving
    #[command(after_help = "Examples:
  stoa export json -o site.ndjson
  stoa export json --with-secrets --media site.media | zstd > site.ndjson.zst
  stoa export json --user ann -o ann.json

stoa import json reads an export; docs/export-format.md describes the format.")]
    Json(Json),
}

#[derive(Args)]
struct Json {
    /// The file to write, readable only by its owner [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The new folder to write the files of pictures to [default: the output file with the extension
    /// media; none for standard output]
    #[arg(long, value_name = "DIR", conflicts_with = "user")]
    media: Option<PathBuf>,
    /// Include password hashes, so that users can log in to the imported site
    #[arg(long)]
    with_secrets: bool,
    /// Export only the data that this user can download, as one JSON object
    #[arg(long, value_name = "USERNAME", conflicts_with = "with_secrets")]
    user: Option<String>,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let Format::Json(options) = options.format.unwrap_or(Format::Json(options.json));
    let data_dir = settings.load()?.data_dir();
    let media = match (&options.media, &options.output) {
        (Some(folder), _) => Some(folder.clone()),
        (None, Some(path)) if options.user.is_none() => Some(export::folder_of(path)),
        (None, _) => None,
    };
    if let Some(folder) = media.as_deref().filter(|folder| folder.exists()) {
        return Err(taken(folder));
    }
    let write = |to: &mut dyn Write| match &options.user {
        Some(name) => write_user(&data_dir, name, to),
        None => write_site(
            settings,
            &data_dir,
            options.with_secrets,
            to,
            media.as_deref(),
        ),
    };
    match &options.output {
        None => write(&mut io::stdout().lock()),
        Some(path) => write_file(path, write),
    }
}

/// Writes a file that appears under its name only when it is complete. Never replaces a file.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::usage(format_args!(
            "{} is a directory; name a file",
            path.display()
        )));
    }
    if path.exists() {
        return Err(taken(path));
    }
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let cannot = |error: io::Error| {
        let cause = if directory.is_dir() {
            backup::cause(&error)
        } else {
            format!("there is no directory {}", directory.display())
        };
        Failure::new(format_args!("cannot write {}: {cause}", path.display()))
    };
    let file = NamedTempFile::with_prefix_in(".stoa-", directory).map_err(cannot)?;
    write(&mut file.as_file()).map_err(|failure| failure.about(path))?;
    file.as_file().sync_all().map_err(cannot)?;
    file.persist_noclobber(path)
        .map_err(|failed| match failed.error.kind() {
            io::ErrorKind::AlreadyExists => taken(path),
            _ => cannot(failed.error),
        })?;
    Ok(())
}

fn taken(path: &Path) -> Failure {
    let what = if path.is_dir() { "folder" } else { "file" };
    Failure::conflict(format_args!("the {what} {} already exists", path.display()))
        .hint(format_args!("choose another name, or remove the {what}"))
}

fn write_site(
    settings: &Settings,
    data_dir: &Path,
    secrets: bool,
    to: &mut dyn Write,
    media: Option<&Path>,
) -> Result<(), Failure> {
    // Draws on standard error, and only if that is a terminal.
    let style = ProgressStyle::with_template("{msg:<16} {human_pos} records, {elapsed}");
    let bar = settings
        .bar()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    let mut step = "";
    let written = export::export(
        data_dir,
        secrets,
        &mut BufWriter::new(to),
        media,
        |name, records| {
            if step != name {
                step = name;
                bar.set_message(name);
            }
            bar.set_position(records);
        },
    );
    bar.finish_and_clear();
    match written {
        // The reader closed the pipe.
        Err(ExportError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
        written => say_exported(settings, written?, media),
    }
    Ok(())
}

/// Says what was exported, and what was not.
fn say_exported(settings: &Settings, exported: Exported, media: Option<&Path>) {
    let records = HumanCount(exported.records);
    let Exported {
        pictures, missing, ..
    } = exported;
    match media.filter(|_| pictures > 0) {
        Some(folder) => settings.say(format_args!(
            "exported {records} records, and the files of {} pictures to {}",
            HumanCount(pictures - missing),
            folder.display()
        )),
        None => settings.say(format_args!("exported {records} records")),
    }
    if missing > 0 {
        eprintln!(
            "warning: the files of {missing} pictures are missing or damaged; stoa doctor names them"
        );
    }
    if pictures > 0 && media.is_none() {
        eprintln!(
            "warning: the files of {pictures} pictures were not exported: name a folder for them with --media"
        );
    }
}

/// Writes the data that a user can download from their profile.
fn write_user(data_dir: &Path, name: &str, to: &mut dyn Write) -> Result<(), Failure> {
    // Fails if there is no site or its schema is old: a running server may be using it, so it
    // cannot be migrated here.
    Snapshot::open(data_dir)?;
    let written = db::inspect(data_dir, Clock::system().now(), |read| {
        let account = AdminAuthority::of_operator().account(read, name)?;
        let data = account_data::data(read, &account, None)?;
        serde_json::to_writer_pretty(&mut *to, &data).map_err(Error::internal)
    });
    written.map_err(|error| match error.sentence() {
        Sentence::UserNotFound => Failure::not_found(format_args!("there is no user {name}")),
        _ => error.into(),
    })?;
    writeln!(to).map_err(Failure::new)
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::NotFound(_) => Self::not_found(error)
                .hint("set the directory of the site with --data-dir or data.dir"),
            ExportError::Schema { theirs, ours } if theirs > ours => {
                Self::configuration(error).hint("use the same version as the server")
            }
            ExportError::Schema { .. } => {
                Self::configuration(error).hint("run stoa migrate to migrate the site")
            }
            ExportError::Unreleased(error) => error.into(),
            ExportError::Damaged(_) => Self::new(error).hint("run stoa doctor for details"),
            ExportError::Io(_) | ExportError::Sqlite(_) => Self::new(error),
        }
    }
}
