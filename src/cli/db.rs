//! `stoa db`

use clap::{Args, Subcommand};
use indicatif::HumanBytes;

use super::{DataDir, Failure, Settings, doctor, missing, print, print_json};
use crate::clock::Clock;
use crate::config::Config;
use crate::doctor::{Status, maintenance};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Look for damage, whether or not the site is served; says 3 if there is some
    Check {
        /// Do not compare indexes with their tables
        #[arg(long)]
        quick: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Merge the pieces of the search index, so that searches read less; whether or not the site is served
    Optimize,
    /// Write the database anew without what is free in it; the site must not be served meanwhile
    Vacuum {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Say how large the database is
    Stats {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make the search index anew; the site must not be served meanwhile
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
            settings.say("the search index is new");
            Ok(())
        }
    }
}

/// The data directory of a site, for oneself alone.
fn lock(config: &Config) -> Result<DataDir, Failure> {
    missing(config).map_or_else(|| DataDir::lock(config), Err)
}

fn check(config: &Config, quick: bool, json: bool) -> Result<(), Failure> {
    missing(config).map_or(Ok(()), Err)?;
    let findings = maintenance::check(&config.data_dir(), Clock::system().now(), quick)?;
    if json {
        print_json(&findings)?;
    } else {
        print(doctor::shown(&findings))?;
    }
    if findings.iter().all(|finding| finding.status == Status::Ok) {
        return Ok(());
    }
    Err(Failure::check("the database is not in order").hint("stoa doctor looks closer"))
}

fn optimize(settings: &Settings, config: &Config) -> Result<(), Failure> {
    missing(config).map_or(Ok(()), Err)?;
    let bar = settings.bar();
    let done = maintenance::optimize(&config.data_dir(), |steps| bar.set_position(steps));
    bar.finish_and_clear();
    done?;
    settings.say("optimized");
    Ok(())
}

fn vacuum(settings: &Settings, config: &Config, json: bool) -> Result<(), Failure> {
    let data = lock(config)?;
    let vacuumed = maintenance::vacuum(&data.path)?;
    if json {
        return print_json(&vacuumed);
    }
    settings.say(format_args!("{} before, {} after", HumanBytes(vacuumed.bytes_before), HumanBytes(vacuumed.bytes_after)));
    Ok(())
}

fn stats(config: &Config, json: bool) -> Result<(), Failure> {
    missing(config).map_or(Ok(()), Err)?;
    let stats = maintenance::stats(&config.data_dir(), Clock::system().now())?;
    if json {
        return print_json(&stats);
    }
    let maintenance::Stats { schema, bytes, wal_bytes, page_size, pages, free_pages, rows } = stats;
    let mut text = format!("schema   {schema}\nfile     {}\nlog      {}\n", HumanBytes(bytes), HumanBytes(wal_bytes));
    text += &format!("pages    {pages} of {page_size} bytes, of which {free_pages} are free\n\n");
    text.extend(rows.iter().map(|(table, rows)| format!("{table:<28}{rows:>12}\n")));
    print(text)
}
