//! `stoa backup`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::HumanBytes;

use super::data_dir::{DataDir, refuse_root};
use super::error::Failure;
use super::output::{print, print_json};
use super::prompt;
use super::settings::Settings;
use crate::core::clock::{Clock, Timestamp};
use crate::features::pictures::files::DIRECTORY;
use crate::operations::backup::retention::{self, Retention};
use crate::operations::backup::{self, FilesOf, Manifest, Place, PutBack, expiry::Pruning};

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Without a command, backup creates a backup: a file, and the files of pictures in the folder media beside it, which all backups in a directory share.

Examples:
  stoa backup
  stoa backup --output /mnt/backups
  stoa backup list
  stoa backup restore stoa-2026-11-22T02-00-00.000Z.tar.zst"
)]
pub struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    create: Create,
}

#[derive(Subcommand)]
enum Command {
    /// Create a backup; a running server keeps serving
    #[command(after_help = "Examples:
  stoa backup create
  stoa backup create --output /mnt/backups/
  stoa backup create --output before-upgrade.tar.zst
  stoa backup create --output - | ssh other 'cat > stoa.tar.zst'")]
    Create(Create),
    /// List backups
    List(List),
    /// Unpack a backup and check that it can be restored, with all its pictures
    #[command(after_help = "Exit codes:
  0  the backup can be restored
  3  the backup is damaged, or files of pictures are missing or damaged")]
    Verify(Verify),
    /// Replace the site with a backup; stop the server first
    #[command(
        after_help = "The replaced site is kept in the data directory, in before-restore-TIME. Files of pictures that are there are kept; missing and damaged ones come from the folder media beside the backup.

Examples:
  stoa backup restore --data-dir /var/lib/stoa stoa-2026-11-22T02-00-00.000Z.tar.zst
  stoa backup restore --dry-run latest.tar.zst
  ssh other stoa backup --output - | stoa backup restore --yes -"
    )]
    Restore(Restore),
    /// Delete old backups
    #[command(
        after_help = "A backup that any of the --keep options selects is kept, all others are deleted. Files of pictures that no backup in the directory names any more are deleted a day after they were added. Days, weeks and months are those in UTC. Backups of another site than the newest backup, or with more than twice its content, are kept with a warning and exit code 3.

Examples:
  stoa backup prune --keep-last 5 --dry-run
  stoa backup prune --keep-daily 7 --keep-weekly 4 --keep-monthly 12"
    )]
    Prune(Prune),
}

#[derive(Args)]
struct Create {
    /// The file to write, an existing directory (or a path that ends with a slash) to write it to, or -
    /// for standard output [default: backup.dir]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct List {
    /// The directory of the backups [default: backup.dir]
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Verify {
    /// The backup file to check
    #[arg(value_name = "BACKUP")]
    archive: PathBuf,
    /// The folder with the files of pictures [default: media beside the backup]
    #[arg(long, value_name = "DIR")]
    media: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Restore {
    /// The backup file to restore, or - for standard input
    #[arg(value_name = "BACKUP")]
    archive: PathBuf,
    /// The folder with the files of pictures [default: media beside the backup; for standard input,
    /// media in backup.dir]
    #[arg(long, value_name = "DIR")]
    media: Option<PathBuf>,
    /// Restore although files of pictures are missing or damaged
    #[arg(long)]
    without_missing: bool,
    /// Check the backup and show its contents, but restore nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not ask before replacing an existing site
    #[arg(short, long)]
    yes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Prune {
    /// The directory of the backups [default: backup.dir]
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Keep the newest N backups
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_last: usize,
    /// Keep the newest backup of each of the last N days that have one
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_daily: usize,
    /// Keep the newest backup of each of the last N weeks that have one
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_weekly: usize,
    /// Keep the newest backup of each of the last N months that have one
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_monthly: usize,
    /// Show which backups would be deleted, but delete nothing
    #[arg(long)]
    dry_run: bool,
    /// Delete backups of another site, or with more than twice the content of the newest backup,
    /// too
    #[arg(long)]
    force: bool,
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

/// Returns the given directory, which must exist, else the configured one, which the first backup
/// creates.
fn directory(settings: &Settings, named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match named {
        Some(named) if named.is_dir() => Ok(named),
        Some(named) if named.exists() => Err(Failure::not_found(format_args!(
            "{} is not a directory",
            named.display()
        ))),
        Some(named) => Err(Failure::not_found(format_args!(
            "there is no directory {}",
            named.display()
        ))),
        None => Ok(backup::directory(&settings.load()?)),
    }
}

fn create(settings: &Settings, options: &Create) -> Result<(), Failure> {
    let config = settings.load()?;
    let now = Clock::system().now();
    if options.output.as_deref().is_some_and(is_stream) {
        return stream(settings, &config.data_dir(), now);
    }
    let created = match options.output.as_deref() {
        None => {
            refuse_root(&config.data_dir())?;
            let directory = backup::usable_directory(&config)?;
            backup::create(&config.data_dir(), Place::Directory(&directory), now)?
        }
        Some(path) if path.is_dir() || path.as_os_str().as_bytes().ends_with(b"/") => {
            backup::create(&config.data_dir(), Place::Directory(path), now)?
        }
        Some(path) => backup::create(&config.data_dir(), Place::File(path), now)?,
    };
    if options.json {
        return print_json(&created);
    }
    print(format!("{}\n", created.path.display()))?;
    say_created(settings, &created);
    Ok(())
}

fn say_created(settings: &Settings, created: &backup::Created) {
    settings.say(format_args!(
        "created and verified: {}, {}{}",
        rows(&created.manifest.rows),
        HumanBytes(created.archive_bytes),
        files(&created.manifest)
    ));
    if let Some(warning) = lost_files(created) {
        eprintln!("warning: {warning}");
    }
    if let Some(damage) = &created.rebuilt {
        eprintln!(
            "warning: the database is damaged ({damage}), but its rows are sound: the backup was made from them and is complete; stop the server and run stoa doctor --fix"
        );
    }
}

/// Returns a warning of files of pictures that the site has lost.
fn lost_files(created: &backup::Created) -> Option<String> {
    let count = created.lost.len();
    (count > 0).then(|| {
        format!("{count} files of pictures are missing or damaged, and not in the backup, which is complete otherwise; stoa doctor names them")
    })
}

/// Whether a path means standard input or output.
fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Creates and verifies a backup next to the database, then writes it to standard output.
fn stream(settings: &Settings, data_dir: &Path, now: Timestamp) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        return Err(Failure::usage("refusing to write a backup to a terminal")
            .hint("redirect it to a file or another program"));
    }
    let directory = backup::temporary_directory(data_dir)?;
    let created = backup::create(data_dir, Place::WithoutFiles(directory.path()), now)?;
    File::open(&created.path)
        .and_then(|mut file| io::copy(&mut file, &mut out))
        .and_then(|_| out.flush())
        .map_err(Failure::new)?;
    say_created(settings, &created);
    if created.manifest.media.is_some() {
        eprintln!(
            "warning: the pictures are not in the stream: copy {} too, and name the copy with --media when you restore",
            data_dir.join(DIRECTORY).display()
        );
    }
    Ok(())
}

/// Summarizes the row counts of a database.
fn rows(rows: &BTreeMap<String, i64>) -> String {
    let count = |table: &str| rows.get(table).copied().unwrap_or_default();
    let (posts, questions) = (count("posts"), count("questions"));
    format!(
        "{} users, {questions} questions, {} answers, {} comments",
        count("users"),
        posts - questions,
        count("comments")
    )
}

/// Summarizes the files of pictures that a backup names, after a comma.
fn files(manifest: &Manifest) -> String {
    manifest.media.map_or_else(String::new, |media| {
        let size = HumanBytes(media.bytes);
        format!(", {} files of pictures ({size})", media.files)
    })
}

fn list(settings: &Settings, options: List) -> Result<(), Failure> {
    let listed = backup::list(&directory(settings, options.directory)?)?;
    if options.json {
        return print_json(&listed);
    }
    let mut out = io::stdout().lock();
    for backup in &listed {
        let content = backup.manifest.as_ref().map_or_else(
            || "cannot be read".to_owned(),
            |manifest| rows(&manifest.rows),
        );
        writeln!(
            out,
            "{}  {:>10}  {content}",
            backup.path.display(),
            HumanBytes(backup.archive_bytes).to_string()
        )
        .map_err(Failure::new)?;
    }
    Ok(())
}

fn verify(options: &Verify) -> Result<(), Failure> {
    let manifest = backup::verify(&options.archive, options.media.as_deref())?;
    if options.json {
        return print_json(&manifest);
    }
    print_sound(&manifest)
}

fn print_sound(manifest: &Manifest) -> Result<(), Failure> {
    print(format!(
        "sound: {}{}, created {} with stoa {}\n",
        rows(&manifest.rows),
        files(manifest),
        manifest.created_at,
        manifest.stoa
    ))
}

fn restore(settings: &Settings, options: &Restore) -> Result<(), Failure> {
    let config = settings.load()?;
    let directory = match &options.media {
        None if is_stream(&options.archive) => Some(backup::directory(&config).join(DIRECTORY)),
        named => named.clone(),
    };
    let files = FilesOf {
        directory,
        without_missing: options.without_missing,
    };
    if options.dry_run && !is_stream(&options.archive) {
        return rehearse(
            settings,
            options,
            (&options.archive, &files),
            &config.data_dir(),
        );
    }
    if !is_stream(&options.archive) {
        backup::open(&options.archive)?;
    }
    let data = DataDir::lock(&config)?;
    // Standard input is stored first: only its end shows whether the backup is sound.
    let directory = backup::temporary_directory(&data.path)?;
    let archive = if is_stream(&options.archive) {
        store_input(directory.path())?
    } else {
        options.archive.clone()
    };
    if options.dry_run {
        return rehearse(settings, options, (&archive, &files), &data.path);
    }
    if backup::holds_site(&data.path).map_err(Failure::new)? && !options.yes {
        let question = format!(
            "There is a site in {}. It will be replaced, and kept in a subdirectory.",
            data.path.display()
        );
        prompt::confirm(settings, &question)?;
    }
    let restored = backup::restore(&archive, &files, &data.path, Clock::system().now())?;
    if options.json {
        return print_json(&restored);
    }
    print(format!(
        "{:<28}{:>12}{:>12}\n",
        "rows", "backup", "restored"
    ))?;
    for (table, backed_up) in &restored.manifest.rows {
        print(format!(
            "{table:<28}{backed_up:>12}{:>12}\n",
            restored.rows.get(table).copied().unwrap_or_default()
        ))?;
    }
    say_files(settings, restored.manifest.media.map(|_| restored.media));
    if let Some(kept) = &restored.kept {
        settings.say(format_args!(
            "the replaced site is kept in {}",
            kept.display()
        ));
    }
    Ok(())
}

/// Says what happens to the files of pictures.
fn say_files(settings: &Settings, files: Option<PutBack>) {
    let Some(PutBack {
        kept,
        restored,
        missing,
    }) = files
    else {
        return;
    };
    settings.say(format_args!(
        "files of pictures: {restored} from the backup, {kept} were there, {missing} are missing"
    ));
}

/// Stores the backup from standard input in a file.
fn store_input(directory: &Path) -> Result<PathBuf, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        return Err(Failure::usage("standard input is a terminal, not a backup")
            .hint("name a file, or use a pipe: … | stoa backup restore -"));
    }
    let path = directory.join("received.tar.zst");
    let cannot = |error| {
        Failure::new(format_args!(
            "cannot store the backup from standard input: {error}"
        ))
    };
    io::copy(&mut input, &mut File::create(&path).map_err(cannot)?).map_err(cannot)?;
    Ok(path)
}

/// Shows the result that a restore would have.
fn rehearse(
    settings: &Settings,
    options: &Restore,
    (archive, files): (&Path, &FilesOf),
    data_dir: &Path,
) -> Result<(), Failure> {
    let (manifest, put_back) = backup::rehearse(archive, files, data_dir)?;
    if options.json {
        return print_json(&manifest);
    }
    print_sound(&manifest)?;
    say_files(settings, manifest.media.map(|_| put_back));
    let path = data_dir.display();
    settings.say(match backup::holds_site(data_dir).map_err(Failure::new)? {
        true => format!("it would replace the site in {path}, which would be kept"),
        false => format!("it would be the first site in {path}"),
    });
    Ok(())
}

fn prune(settings: &Settings, options: Prune) -> Result<(), Failure> {
    let retention = Retention {
        last: options.keep_last,
        daily: options.keep_daily,
        weekly: options.keep_weekly,
        monthly: options.keep_monthly,
    };
    if retention == Retention::default() {
        return Err(
            Failure::usage("no --keep option is given").hint("add one, such as --keep-daily 7")
        );
    }
    let pruning = Pruning {
        dry_run: options.dry_run,
        force: options.force,
    };
    let pruned = retention.prune(
        &directory(settings, options.directory)?,
        Clock::system().now(),
        pruning,
    )?;
    for path in pruned.removed {
        print(format!("{}\n", path.display()))?;
    }
    let count = pruned.files.removed;
    if count > 0 {
        let verb = if options.dry_run { "would be" } else { "were" };
        settings.say(format_args!(
            "files of pictures that no backup names {verb} deleted: {count}"
        ));
    }
    if let Some(path) = pruned.files.kept_for {
        eprintln!(
            "warning: {} cannot be read and may name pictures: all files of pictures are kept",
            path.display()
        );
    }
    match pruned.withheld {
        withheld if withheld.count() > 0 => {
            Err(Failure::check(withheld).hint(retention::WITHHELD_ADVICE))
        }
        _ => Ok(()),
    }
}
