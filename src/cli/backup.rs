//! `stoa backup`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::HumanBytes;

use super::{DataDir, Failure, Settings, print, print_json, refuse_root};
use crate::backup::{self, retention::Retention};
use crate::clock::{Clock, Timestamp};

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
  stoa backup restore --dry-run latest.tar.zst
  ssh other stoa backup --output - | stoa backup restore --yes -")]
    Restore(Restore),
    /// Remove backups that are not among those to keep
    #[command(after_help = "Example:
  stoa backup prune --keep-daily 7 --keep-weekly 4 --keep-monthly 12")]
    Prune(Prune),
}

#[derive(Args)]
struct Create {
    /// The backup's file (.tar.zst), the directory to put it in, or - for standard output [default: backup.dir]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct List {
    /// [default: backup.dir]
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
    /// Its file, or - for standard input
    #[arg(value_name = "BACKUP")]
    archive: PathBuf,
    /// Only check it, and say what it would bring
    #[arg(long)]
    dry_run: bool,
    /// Do not ask before another site's place is taken
    #[arg(short, long)]
    yes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Prune {
    /// [default: backup.dir]
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

/// The site's backups, whose directory is made with the first one, unless another place is named, which must be there.
fn directory(settings: &Settings, named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match named {
        Some(named) if named.is_dir() => Ok(named),
        Some(named) => Err(Failure::not_found(format_args!("there is no directory {}", named.display()))),
        None => Ok(backup::directory(&settings.load()?)),
    }
}

fn create(settings: &Settings, options: &Create) -> Result<(), Failure> {
    let config = settings.load()?;
    let now = Clock::system().now();
    if options.output.as_deref().is_some_and(is_stream) {
        return stream(settings, &config.data_dir(), now);
    }
    let to = options.output.clone().unwrap_or_else(|| backup::directory(&config));
    if options.output.is_none() {
        refuse_root(&config.data_dir())?;
    }
    let created = backup::create(&config.data_dir(), &to, now)?;
    if options.json {
        return print_json(&created);
    }
    print(format!("{}\n", created.path.display()))?;
    said_to_be_created(settings, &created);
    Ok(())
}

fn said_to_be_created(settings: &Settings, created: &backup::Created) {
    settings.say(format_args!("backed up and checked: {} in {}", rows(&created.manifest.rows), HumanBytes(created.archive_bytes)));
}

/// Whether a path means standard input or output.
fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a backup to standard output, which has been made and checked beside the database.
fn stream(settings: &Settings, data_dir: &Path, now: Timestamp) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        return Err(Failure::usage("a backup is nothing for a terminal").hint("send it to a file or another program"));
    }
    let directory = backup::room(data_dir)?;
    let created = backup::create(data_dir, directory.path(), now)?;
    File::open(&created.path).and_then(|mut file| io::copy(&mut file, &mut out)).and_then(|_| out.flush()).map_err(Failure::new)?;
    said_to_be_created(settings, &created);
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
    print(format!("sound: {}, made {} with stoa {}\n", rows(&manifest.rows), manifest.created_at, manifest.stoa))?;
    Ok(())
}

fn restore(settings: &Settings, options: &Restore) -> Result<(), Failure> {
    let config = settings.load()?;
    if options.dry_run && !is_stream(&options.archive) {
        return rehearse(settings, options, &options.archive, &config.data_dir());
    }
    let data = DataDir::lock(&config)?;
    // What comes from standard input is stored first: whether it is sound is known at its end.
    let directory = backup::room(&data.path)?;
    let archive = if is_stream(&options.archive) { received(directory.path())? } else { options.archive.clone() };
    if options.dry_run {
        return rehearse(settings, options, &archive, &data.path);
    }
    if backup::holds_site(&data.path).map_err(Failure::new)? && !options.yes {
        settings.confirm(&format!("There is a site in {}. It will be kept, but not served any more. Go on?", data.path.display()))?;
    }
    let restored = backup::restore(&archive, &data.path, Clock::system().now())?;
    if options.json {
        return print_json(&restored);
    }
    print(format!("{:<28}{:>12}{:>12}\n", "rows", "backup", "restored"))?;
    for (table, backed_up) in &restored.manifest.rows {
        print(format!("{table:<28}{backed_up:>12}{:>12}\n", restored.rows.get(table).copied().unwrap_or_default()))?;
    }
    if let Some(kept) = &restored.kept {
        settings.say(format_args!("the site that was here is in {}", kept.display()));
    }
    Ok(())
}

/// The backup that arrives at standard input.
fn received(directory: &Path) -> Result<PathBuf, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        return Err(Failure::usage("no backup arrives at standard input").hint("name a file, or send one: … | stoa backup restore -"));
    }
    let path = directory.join("received.tar.zst");
    let cannot = |error| Failure::new(format_args!("cannot store what arrives at standard input: {error}"));
    io::copy(&mut input, &mut File::create(&path).map_err(cannot)?).map_err(cannot)?;
    Ok(path)
}

/// Says what a restore would bring.
fn rehearse(settings: &Settings, options: &Restore, archive: &Path, data_dir: &Path) -> Result<(), Failure> {
    let manifest = backup::verify(archive)?;
    if options.json {
        return print_json(&manifest);
    }
    print(format!("sound: {}, made {} with stoa {}\n", rows(&manifest.rows), manifest.created_at, manifest.stoa))?;
    let place = data_dir.display();
    settings.say(match backup::holds_site(data_dir).map_err(Failure::new)? {
        true => format!("it would take the place of the site in {place}, which would be kept"),
        false => format!("it would be the first site in {place}"),
    });
    Ok(())
}

fn prune(settings: &Settings, options: Prune) -> Result<(), Failure> {
    let retention =
        Retention { last: options.keep_last, daily: options.keep_daily, weekly: options.keep_weekly, monthly: options.keep_monthly };
    if retention == Retention::default() {
        return Err(Failure::usage("nothing says what to keep").hint("say it, such as --keep-daily 7"));
    }
    for path in retention.prune(&directory(settings, options.directory)?, Clock::system().now(), options.dry_run)? {
        print(format!("{}\n", path.display()))?;
    }
    Ok(())
}
