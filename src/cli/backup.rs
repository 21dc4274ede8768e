//! `stoa backup`

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::HumanBytes;

use super::{DataDir, Failure, Settings, confirm, print_json};
use crate::backup::{self, BackupError, retention::Retention};
use crate::clock::Clock;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    create: Create,
}

#[derive(Subcommand)]
enum Command {
    /// Back the site up, whether or not it is being served (also: stoa backup)
    Create(Create),
    /// List the backups in a directory
    List(List),
    /// Unpack a backup and check that it could be restored; says 3 if it could not
    Verify(Verify),
    /// Put a backup in the place of the site, which must not be served meanwhile; the site that was there is kept
    #[command(after_help = "Examples:
  stoa backup restore --data-dir /var/lib/stoa stoa-2026-11-22T02-00-00.000Z.tar.zst
  stoa backup restore --yes latest.tar.zst")]
    Restore(Restore),
    /// Remove backups that are not among those to keep
    #[command(after_help = "Example:
  stoa backup prune --keep-daily 7 --keep-weekly 4 --keep-monthly 12")]
    Prune(Prune),
}

#[derive(Args)]
struct Create {
    /// The backup's file (.tar.zst), or the directory to put it in [default: backups in the data directory]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct List {
    /// [default: backups in the data directory]
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Verify {
    #[arg(value_name = "BACKUP")]
    archive: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Restore {
    #[arg(value_name = "BACKUP")]
    archive: PathBuf,
    /// Do not ask before another site's place is taken
    #[arg(short, long)]
    yes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Prune {
    /// [default: backups in the data directory]
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Keep so many of the last ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_last: usize,
    /// Keep the last one of each of so many days
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_daily: usize,
    /// Keep the last one of each of so many weeks
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_weekly: usize,
    /// Keep the last one of each of so many months
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_monthly: usize,
    /// Only say what would be removed
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    match options.command.unwrap_or(Command::Create(options.create)) {
        Command::Create(options) => create(settings, &options),
        Command::List(options) => list(settings, options),
        Command::Verify(options) => verify(&options),
        Command::Restore(options) => restore(settings, &options),
        Command::Prune(options) => prune(settings, options),
    }
}

/// Where backups are, unless somebody names another place.
fn directory(settings: &Settings, named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    Ok(match named {
        Some(directory) => directory,
        None => settings.load()?.data_dir().join("backups"),
    })
}

fn create(settings: &Settings, options: &Create) -> Result<(), Failure> {
    let data_dir = settings.load()?.data_dir();
    let to = options.output.clone().unwrap_or_else(|| data_dir.join("backups"));
    let created = backup::create(&data_dir, &to, Clock::system().now())?;
    if options.json {
        return print_json(&created);
    }
    println!("{}", created.path.display());
    eprintln!("backed up and checked: {} in {}", rows(&created.manifest.rows), HumanBytes(created.archive_bytes));
    Ok(())
}

/// What matters of a database's rows to people.
fn rows(rows: &BTreeMap<String, i64>) -> String {
    let count = |table: &str| rows.get(table).copied().unwrap_or_default();
    let (posts, questions) = (count("posts"), count("questions"));
    format!("{} users, {questions} questions, {} answers, {} comments", count("users"), posts - questions, count("comments"))
}

fn list(settings: &Settings, options: List) -> Result<(), Failure> {
    let listed = backup::list(&directory(settings, options.directory)?)?;
    if options.json {
        return print_json(&listed);
    }
    let mut out = io::stdout().lock();
    for backup in &listed {
        let what = backup.manifest.as_ref().map_or_else(|| "cannot be read".to_owned(), |manifest| rows(&manifest.rows));
        writeln!(out, "{}  {:>10}  {what}", backup.path.display(), HumanBytes(backup.archive_bytes).to_string()).map_err(Failure::new)?;
    }
    Ok(())
}

fn verify(options: &Verify) -> Result<(), Failure> {
    let manifest = backup::verify(&options.archive)?;
    if options.json {
        return print_json(&manifest);
    }
    println!("sound: {}, made {} with stoa {}", rows(&manifest.rows), manifest.created_at, manifest.stoa);
    Ok(())
}

fn restore(settings: &Settings, options: &Restore) -> Result<(), Failure> {
    let data = DataDir::lock(&settings.load()?)?;
    if backup::holds_site(&data.path) && !options.yes {
        confirm(&format!("There is a site in {}. It will be kept, but not served any more. Go on?", data.path.display()))?;
    }
    let restored = backup::restore(&options.archive, &data.path, Clock::system().now())?;
    if options.json {
        return print_json(&restored);
    }
    println!("{:<28}{:>12}{:>12}", "rows", "backup", "restored");
    for (table, backed_up) in &restored.manifest.rows {
        println!("{table:<28}{backed_up:>12}{:>12}", restored.rows.get(table).copied().unwrap_or_default());
    }
    if let Some(kept) = &restored.kept {
        eprintln!("the site that was here is in {}", kept.display());
    }
    Ok(())
}

fn prune(settings: &Settings, options: Prune) -> Result<(), Failure> {
    let retention =
        Retention { last: options.keep_last, daily: options.keep_daily, weekly: options.keep_weekly, monthly: options.keep_monthly };
    if retention == Retention::default() {
        return Err(Failure { code: 2, message: "say what to keep, such as --keep-daily 7".to_owned() });
    }
    // What cannot be read is nobody's to remove.
    let listed = backup::list(&directory(settings, options.directory)?)?;
    let dated: Vec<(&Path, jiff::Timestamp)> =
        listed.iter().filter_map(|backup| Some((backup.path.as_path(), backup.manifest.as_ref()?.created_at.parse().ok()?))).collect();
    let times: Vec<jiff::Timestamp> = dated.iter().map(|(_, time)| *time).collect();
    for index in retention.superfluous(&times) {
        let (path, _) = dated[index];
        if !options.dry_run {
            std::fs::remove_file(path).map_err(|error| Failure::new(format_args!("cannot remove {}: {error}", path.display())))?;
        }
        println!("{}", path.display());
    }
    Ok(())
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        let code = match error {
            BackupError::NotFound(_) => 4,
            BackupError::Damaged(_) => 3,
            BackupError::Newer { .. } => 78,
            BackupError::Io(_) | BackupError::Sqlite(_) => 1,
        };
        Self { code, message: error.to_string() }
    }
}
