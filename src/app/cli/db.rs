//! `stoa db`

use clap::{Args, Subcommand};
use indicatif::HumanBytes;

use super::data_dir::{DataDir, require_site};
use super::error::Failure;
use super::findings;
use super::output::{print, print_json};
use super::settings::Settings;
use crate::core::clock::Clock;
use crate::core::config::Config;
use crate::operations::doctor::{Status, maintenance};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check the database for damage; a running server keeps serving
    #[command(after_help = "Exit codes:
  0  no damage
  3  the database is damaged")]
    Check {
        /// Skip the comparison of indexes with their tables
        #[arg(long)]
        quick: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Merge the segments of the search index for faster searches; a running server keeps serving
    Optimize,
    /// Rewrite the database to release free space; stop the server first
    Vacuum {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the size of the database and its tables
    Stats {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Rebuild the search index; stop the server first
    Reindex,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    let config = settings.load()?;
    match options.command {
        Command::Check { quick, json } => check(&config, quick, json),
        Command::Optimize => optimize(settings, &config),
        Command::Vacuum { json } => vacuum(settings, &config, json),
        Command::Stats { json } => stats(&config, json),
        Command::Reindex => {
            let data = lock(&config)?.migrated(&config, settings)?;
            maintenance::reindex(&data.path)?;
            settings.say("rebuilt the search index");
            Ok(())
        }
    }
}

/// Locks the data directory of an existing site.
fn lock(config: &Config) -> Result<DataDir, Failure> {
    require_site(config)?;
    DataDir::lock(config)
}

fn check(config: &Config, quick: bool, json: bool) -> Result<(), Failure> {
    require_site(config)?;
    let findings = maintenance::check(&config.data_dir(), Clock::system().now(), quick)?;
    if json {
        print_json(&findings)?;
    } else {
        print(findings::as_text(&findings))?;
    }
    if findings.iter().all(|finding| finding.status == Status::Ok) {
        return Ok(());
    }
    Err(Failure::check("the database is damaged").hint("run stoa doctor for details"))
}

fn optimize(settings: &Settings, config: &Config) -> Result<(), Failure> {
    require_site(config)?;
    let bar = settings.bar();
    let result = maintenance::optimize(&config.data_dir(), |steps| bar.set_position(steps));
    bar.finish_and_clear();
    result?;
    settings.say("optimized the search index");
    Ok(())
}

fn vacuum(settings: &Settings, config: &Config, json: bool) -> Result<(), Failure> {
    let data = lock(config)?;
    let vacuumed = maintenance::vacuum(&data.path)?;
    if json {
        return print_json(&vacuumed);
    }
    settings.say(format_args!(
        "{} before, {} after",
        HumanBytes(vacuumed.bytes_before),
        HumanBytes(vacuumed.bytes_after)
    ));
    Ok(())
}

fn stats(config: &Config, json: bool) -> Result<(), Failure> {
    require_site(config)?;
    let stats = maintenance::stats(&config.data_dir(), Clock::system().now())?;
    if json {
        return print_json(&stats);
    }
    let maintenance::Stats {
        schema,
        bytes,
        wal_bytes,
        page_size,
        pages,
        free_pages,
        rows,
    } = stats;
    let mut text = format!(
        "schema   {schema}\nfile     {}\nlog      {}\n",
        HumanBytes(bytes),
        HumanBytes(wal_bytes)
    );
    text += &format!("pages    {pages} of {page_size} bytes, {free_pages} free\n\n");
    text.extend(
        rows.iter()
            .map(|(table, rows)| format!("{table:<28}{rows:>12}\n")),
    );
    print(text)
}
