//! The global options, and what every command derives from them.

use std::fmt;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};
use indicatif::ProgressBar;

use super::error::Failure;
use super::json_log::message_line;
use super::log::Log;
use super::output::print;
use crate::core::config::{Config, Environment, Loaded, Source, file_in_use};

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
    /// Whether messages are lines of the log, because a program reads standard error.
    #[arg(skip)]
    logs_messages: bool,
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
        Ok(self.read_from(None).valid()?)
    }

    /// Does the same, and notes mistakes instead of failing. Reads `file` if it is given.
    pub fn read_from(&self, file: Option<&Path>) -> Loaded {
        let environment = environment();
        let in_use = file_in_use(self.config.as_deref(), &environment);
        let mut loaded = Loaded::read(file.or(in_use.as_deref()), &environment);
        if let Some(directory) = &self.data_dir {
            loaded.apply(
                "data.dir",
                &directory.to_string_lossy(),
                Source::Flag("--data-dir"),
            );
            // The path may not be valid UTF-8.
            loaded.config.data.dir.clone_from(directory);
        }
        loaded
    }

    /// Returns the same settings for a command whose messages are lines of the log.
    pub fn with_messages_in_log(&self) -> Self {
        Self {
            logs_messages: true,
            ..self.clone()
        }
    }

    /// Prints a result to standard output, as a line of the log if messages are that. A closed pipe
    /// must not keep a server from serving.
    pub fn announce(&self, result: &str) {
        let _ = print(if self.logs_messages {
            message_line(result)
        } else {
            format!("{result}\n")
        });
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
            self.tell(message);
        }
    }

    /// Prints a message that the operator needs to standard error.
    pub fn tell(&self, message: impl fmt::Display) {
        if self.logs_messages {
            tracing::info!("{message}");
        } else {
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
