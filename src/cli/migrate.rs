//! `stoa migrate`

use clap::{Args, Subcommand};

use super::{DataDir, Failure, Settings, print, print_json};
use crate::backup;
use crate::backup::migration::{self, Rehearsal};
use crate::clock::Clock;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    up: Up,
}

#[derive(Subcommand)]
enum Command {
    /// Do what is missing, after a backup (also: stoa migrate, and stoa serve does it by itself)
    #[command(after_help = "Examples:
  stoa migrate up --dry-run
  stoa migrate up

There is no way back but the backup that was made before: stoa backup restore.")]
    Up(Up),
    /// Say which schema the database has, and what is missing
    Status(Status),
}

#[derive(Args)]
struct Up {
    /// Do it on a copy, and say how long each step takes and what becomes of the rows
    #[arg(long)]
    dry_run: bool,
    /// Make no backup before
    #[arg(long)]
    no_backup: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Status {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// End with 3 if something is missing
    #[arg(long)]
    exit_code: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    match options.command.unwrap_or(Command::Up(options.up)) {
        Command::Up(options) if options.dry_run => rehearse(settings, &options),
        Command::Up(options) => up(settings, &options),
        Command::Status(options) => status(settings, &options),
    }
}

fn up(settings: &Settings, options: &Up) -> Result<(), Failure> {
    let config = settings.load()?;
    let data = DataDir::lock(&config)?;
    let backups = (!options.no_backup).then(|| backup::directory(&config));
    let migrated = migration::up(&data.path, backups.as_deref(), Clock::system().now())?;
    if options.json {
        return print_json(&migrated);
    }
    for step in &migrated.steps {
        print(format!("{:>4}  {}\n", step.version, step.name))?;
    }
    if let Some(backup) = &migrated.backup {
        settings.say(format_args!("{} is how the site was before", backup.display()));
    }
    settings.say(match migrated.steps.len() {
        0 => format!("nothing was missing: the schema is {}", migrated.to),
        _ => format!("the schema is {} now", migrated.to),
    });
    Ok(())
}

fn rehearse(settings: &Settings, options: &Up) -> Result<(), Failure> {
    let rehearsal = migration::rehearse(&settings.load()?.data_dir())?;
    if options.json {
        return print_json(&rehearsal);
    }
    let Rehearsal { from, to, steps, rows_before, rows_after } = rehearsal;
    for step in steps {
        print(format!("{:>4}  {:<24}{:>10} ms\n", step.step.version, step.step.name, step.milliseconds))?;
    }
    for (table, after) in rows_after.iter().filter(|(table, after)| rows_before.get(*table) != Some(*after)) {
        let before = rows_before.get(table).map_or("none".to_owned(), i64::to_string);
        print(format!("{table}: {before} rows before, {after} after\n"))?;
    }
    settings.say(format_args!("from schema {from} to {to} on a copy; the site is as it was"));
    Ok(())
}

fn status(settings: &Settings, options: &Status) -> Result<(), Failure> {
    let status = migration::status(&settings.load()?.data_dir())?;
    if options.json {
        print_json(&status)?;
    } else {
        print(format!("schema {} of {}\n", status.schema, status.newest))?;
        for step in &status.pending {
            print(format!("{:>4}  {}\n", step.version, step.name))?;
        }
    }
    match status.pending.len() {
        missing if missing > 0 && options.exit_code => {
            Err(Failure::check(format_args!("{missing} steps are missing")).hint("run stoa migrate up, or stoa serve"))
        }
        _ => Ok(()),
    }
}
