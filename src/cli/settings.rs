//! The global options, and what every command derives from them.

use std::fmt;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args, ColorChoice};
use indicatif::ProgressBar;

use super::error::Failure;
use super::log::Log;
use crate::config::{Config, Environment, Loaded, Source, file_in_use};

/// The heading of the global options in `--help`.
pub(super) const GLOBAL_OPTIONS: &str = "Global options";

/// The global options.
#[derive(Args, Clone)]
pub(super) struct Settings {
    /// Read the configuration from this TOML file [env: STOA_CONFIG]
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL_OPTIONS)]
    pub config: Option<PathBuf>,
    /// Use the database in this directory [env: STOA_DATA_DIR]
    #[arg(long, global = true, value_name = "DIR", help_heading = GLOBAL_OPTIONS)]
    pub data_dir: Option<PathBuf>,
    /// Print only results and errors
    #[arg(short, long, global = true, help_heading = GLOBAL_OPTIONS)]
    pub quiet: bool,
    /// Never prompt; fail if input is required
    #[arg(long, global = true, help_heading = GLOBAL_OPTIONS)]
    no_input: bool,
    /// When to use colors; auto respects NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = GLOBAL_OPTIONS)]
    color: ColorChoice,
}

impl Settings {
    /// Reads the configuration and starts the log.
    pub fn load(&self) -> Result<Config, Failure> {
        let config = self.read()?.config;
        Log::start(&config, self.is_colored())?;
        Ok(config)
    }

    /// Reads the configuration together with the source of each value.
    pub fn read(&self) -> Result<Loaded, Failure> {
        let environment = environment();
        let mut loaded = Loaded::load(
            file_in_use(self.config.as_deref(), &environment).as_deref(),
            &environment,
        )?;
        if let Some(directory) = &self.data_dir {
            loaded.set(
                "data.dir",
                &directory.to_string_lossy(),
                Source::Flag("--data-dir"),
            )?;
            // The path may not be valid UTF-8.
            loaded.config.data.dir.clone_from(directory);
        }
        Ok(loaded)
    }

    /// Whether to write colors to standard error.
    pub fn is_colored(&self) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                std::io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }

    /// Prints a progress message to standard error, unless `--quiet` is given.
    pub fn say(&self, message: impl fmt::Display) {
        if !self.quiet {
            eprintln!("{message}");
        }
    }

    /// Returns a progress bar that draws on standard error, and only if that is a terminal.
    pub fn bar(&self) -> ProgressBar {
        if self.quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(0)
        }
    }

    /// Whether the command may prompt: standard input is a terminal and `--no-input` is not given.
    pub fn can_prompt(&self) -> bool {
        !self.no_input && std::io::stdin().is_terminal()
    }
}

/// Returns the environment variables of this process that are valid UTF-8.
pub(super) fn environment() -> Environment {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}
