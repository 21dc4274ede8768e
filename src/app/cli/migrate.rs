//! `stoa migrate`

use clap::{Args, Subcommand};

use super::data_dir::{DataDir, NewSite};
use super::error::Failure;
use super::output::{print, print_json};
use super::settings::Settings;
use crate::core::clock::Clock;
use crate::operations::backup;
use crate::operations::backup::migration::{self, Rehearsal};

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Without a command, migrate runs stoa migrate up. stoa serve migrates automatically."
)]
pub struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    up: Up,
}

#[derive(Subcommand)]
enum Command {
    /// Apply pending migrations, after a backup; stop the server first
    #[command(after_help = "Examples:
  stoa migrate up --dry-run
  stoa migrate up

A migration cannot be undone; restore the backup with stoa backup restore instead.")]
    Up(Up),
    /// Show the schema of the database and pending migrations
    #[command(after_help = "Exit codes:
  0  success, with or without pending migrations
  3  with --exit-code: migrations are pending")]
    Status(Status),
}

#[derive(Args)]
struct Up {
    /// Migrate a copy, and show the duration of each migration and the changes in row counts
    #[arg(long)]
    dry_run: bool,
    /// Do not create a backup first
    #[arg(long)]
    no_backup: bool,
    #[command(flatten)]
    new: NewSite,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Status {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Exit with code 3 if migrations are pending
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
    let data = DataDir::lock_to_create(&config, settings, options.new)?;
    let backups = if options.no_backup {
        None
    } else {
        Some(backup::usable_directory(&config)?)
    };
    let migrated = migration::up(&data.path, backups.as_deref(), Clock::system().now())?;
    if options.json {
        return print_json(&migrated);
    }
    for step in &migrated.steps {
        print(format!("{:>4}  {}\n", step.version, step.name))?;
    }
    if let Some(backup) = &migrated.backup {
        settings.say(format_args!(
            "the backup made before is {}",
            backup.display()
        ));
    }
    settings.say(match migrated.steps.len() {
        0 => format!("no pending migrations; the schema is {}", migrated.to),
        _ => format!("migrated to schema {}", migrated.to),
    });
    Ok(())
}

fn rehearse(settings: &Settings, options: &Up) -> Result<(), Failure> {
    let rehearsal = migration::rehearse(&settings.load()?.data_dir())?;
    if options.json {
        return print_json(&rehearsal);
    }
    let Rehearsal {
        from,
        to,
        steps,
        rows_before,
        rows_after,
    } = rehearsal;
    for step in steps {
        print(format!(
            "{:>4}  {:<24}{:>10} ms\n",
            step.step.version, step.step.name, step.milliseconds
        ))?;
    }
    for (table, after) in rows_after
        .iter()
        .filter(|(table, after)| rows_before.get(*table) != Some(*after))
    {
        let before = rows_before
            .get(table)
            .map_or("none".to_owned(), i64::to_string);
        print(format!("{table}: {before} rows before, {after} after\n"))?;
    }
    settings.say(format_args!(
        "migrated a copy from schema {from} to {to}; the site is unchanged"
    ));
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
        pending if pending > 0 && options.exit_code => Err(Failure::check(format_args!(
            "{pending} migrations are pending"
        ))
        .hint("run stoa migrate up, or stoa serve")),
        _ => Ok(()),
    }
}
