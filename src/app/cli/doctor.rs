//! `stoa doctor`

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::data_dir::DataDir;
use super::error::Failure;
use super::output::{print, print_json};
use super::settings::Settings;
use super::{findings::as_text, version};
use crate::core::clock::Clock;
use crate::operations::backup;
use crate::operations::doctor::{CHECKS, DoctorContext, Status};

#[derive(Args)]
#[command(
    after_help = "Without --fix, doctor changes nothing and works next to a running server. With it, nothing becomes readable for more people than before, and what cannot be repaired stays as it is.

Exit codes:
  0  no errors
  3  a check found an error

Examples:
  stoa doctor
  stoa doctor --only integrity,counters
  stoa doctor --fix
  stoa doctor --report > report.txt"
)]
pub struct Options {
    /// List all checks
    #[arg(long)]
    list: bool,
    /// Run only these checks, separated by commas
    #[arg(long, value_name = "CHECK", value_delimiter = ',', value_parser = PossibleValuesParser::new(CHECKS.iter().map(|check| check.id)))]
    only: Vec<String>,
    /// Repair what can be derived from sound rows, and delete orphaned rows, after a backup; put back
    /// the files of pictures that the backups have, and delete those of no picture; stop the server
    /// first
    #[arg(long)]
    fix: bool,
    /// Repair without a backup before
    #[arg(long, requires = "fix")]
    no_backup: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print a report to attach to a bug report; it contains no secrets
    #[arg(long, conflicts_with_all = ["fix", "json"])]
    report: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    if options.list {
        let listed: String = CHECKS
            .iter()
            .map(|check| format!("{:<14}  {}\n", check.id, check.about))
            .collect();
        return print(listed);
    }
    let mut config = settings.load()?;
    if options.report {
        // An absolute path can be found and hidden in the report.
        config.data.dir = std::path::absolute(config.data_dir()).map_err(Failure::new)?;
    }
    let lock = if options.fix {
        Some(DataDir::lock(&config)?)
    } else {
        None
    };
    let doctor = DoctorContext {
        config: &config,
        data_dir: config.data_dir(),
        now: Clock::system().now(),
        is_locked: lock.is_some(),
    };
    let mut findings = doctor.inspect(&options.only);
    if options.fix {
        let backups = if options.no_backup {
            None
        } else {
            Some(backup::usable_directory(&config)?)
        };
        let kept = doctor.repair(&findings, backups.as_deref())?;
        for (what, path) in [
            ("the backup made before", &kept.backup),
            ("the database as it was", &kept.database),
            ("the write-ahead log", &kept.log),
        ] {
            if let Some(path) = path {
                settings.say(format_args!("{what} is {}", path.display()));
            }
        }
        for (what, count) in [
            (
                "files of pictures, put back from the backups",
                kept.files.put_back,
            ),
            ("files of no picture, removed", kept.files.removed),
        ] {
            if count > 0 {
                settings.say(format_args!("{what}: {count}"));
            }
        }
        let before = std::mem::replace(&mut findings, doctor.inspect(&options.only));
        for (before, after) in before.iter().zip(&mut findings) {
            if before.status == Status::Error && after.status == Status::Ok {
                after.message = format!("repaired: {}", before.message);
                after.details.clone_from(&before.details);
            }
        }
    }
    if options.json {
        print_json(&findings)?;
    } else if options.report {
        let data_dir = doctor.data_dir.display().to_string();
        let home = std::env::var("HOME").unwrap_or_default();
        let text = format!("{}\n{}", version::current(), as_text(&findings));
        print(without_path(
            &without_path(&text, &data_dir, "DATA"),
            &home,
            "HOME",
        ))?;
    } else {
        print(as_text(&findings))?;
    }
    let wrong: Vec<&str> = findings
        .iter()
        .filter(|finding| finding.status == Status::Error)
        .map(|finding| finding.id)
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure::check(format_args!(
            "checks failed: {}",
            wrong.join(", ")
        )))
    }
}

/// Replaces a path by a word, except where it is part of a longer name.
fn without_path(text: &str, path: &str, word: &str) -> String {
    if path.len() < 2 {
        return text.to_owned();
    }
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "-_".contains(c));
    let mut pieces = text.split(path).peekable();
    let mut replaced = String::new();
    while let Some(piece) = pieces.next() {
        replaced += piece;
        if let Some(next) = pieces.peek() {
            let is_part = is_name(replaced.chars().last()) || is_name(next.chars().next());
            replaced += if is_part { path } else { word };
        }
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::without_path;

    #[test]
    fn a_path_is_hidden_except_within_a_longer_name() {
        let hidden = |text| without_path(text, "/srv/qa", "DATA");
        assert_eq!(
            hidden("/srv/qa: run `chmod 700 /srv/qa/stoa.db`"),
            "DATA: run `chmod 700 DATA/stoa.db`"
        );
        for other in ["/srv/qanda", "/mnt/srv/qa", "an aqa"] {
            assert_eq!(hidden(other), other);
        }
        assert_eq!(without_path("/root /", "/", "HOME"), "/root /");
    }
}
