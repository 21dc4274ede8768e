//! `stoa doctor`

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{DataDir, Failure, Settings, print, print_json, version};
use crate::clock::Clock;
use crate::doctor::{CHECKS, Finding, Patient, Status};

#[derive(Args)]
#[command(after_help = "Without --fix it changes nothing, and the site may be served meanwhile.

Examples:
  stoa doctor
  stoa doctor --only integrity,counters
  stoa doctor --fix
  stoa doctor --report > report.txt")]
pub struct Options {
    /// Say what can be looked at
    #[arg(long)]
    list: bool,
    /// Look only at these
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = PossibleValuesParser::new(CHECKS.iter().map(|check| check.id)))]
    only: Vec<String>,
    /// Recompute wrong counts, remove rows that belong to nothing, make wrong indexes anew. The site must not be served meanwhile
    #[arg(long)]
    fix: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print what belongs into a report of a bug: nothing in it is secret
    #[arg(long, conflicts_with_all = ["fix", "json"])]
    report: bool,
}

pub(super) fn run(settings: &Settings, options: Options) -> Result<(), Failure> {
    if options.list {
        let listed: String = CHECKS.iter().map(|check| format!("{:<14}  {}\n", check.id, check.about)).collect();
        return print(listed);
    }
    let mut config = settings.load()?;
    if options.report {
        // So that it is found in what is printed, and nothing else is.
        config.data.dir = std::path::absolute(config.data_dir()).map_err(Failure::new)?;
    }
    let lock = if options.fix { Some(DataDir::lock(&config)?) } else { None };
    let patient = Patient { config: &config, data_dir: config.data_dir(), now: Clock::system().now(), is_locked: lock.is_some() };
    let mut findings = patient.look(&options.only);
    if options.fix {
        patient.mend(&findings)?;
        let before = std::mem::replace(&mut findings, patient.look(&options.only));
        for (before, after) in before.iter().zip(&mut findings) {
            if before.status == Status::Error && after.status == Status::Ok {
                after.message = format!("mended: {}", before.message);
                after.details.clone_from(&before.details);
            }
        }
    }
    if options.json {
        print_json(&findings)?;
    } else if options.report {
        let hidden = patient.data_dir.display().to_string();
        let home = std::env::var("HOME").unwrap_or_default();
        let text = format!("{}\n{}", version::this(), shown(&findings));
        print(without_path(&without_path(&text, &hidden, "DATA"), &home, "HOME"))?;
    } else {
        print(shown(&findings))?;
    }
    let wrong: Vec<&str> = findings.iter().filter(|finding| finding.status == Status::Error).map(|finding| finding.id).collect();
    if wrong.is_empty() { Ok(()) } else { Err(Failure::check(format_args!("not in order: {}", wrong.join(", ")))) }
}

/// One line for each finding, and below it what is wrong and what to do.
pub(super) fn shown(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let status = match finding.status {
            Status::Ok => "ok",
            Status::Warn => "warn",
            Status::Error => "ERROR",
            Status::Skip => "skip",
        };
        text += &format!("{status:<5}  {:<14}  {}\n", finding.id, finding.message);
        for line in finding.details.iter().take(20) {
            text += &format!("                         {line}\n");
        }
        if let Some(fix) = &finding.fix {
            text += &format!("                       → {fix}\n");
        }
    }
    text
}

/// The text with a word in the place of a path, where it is not a part of another name.
fn without_path(text: &str, path: &str, word: &str) -> String {
    if path.len() < 2 {
        return text.to_owned();
    }
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "-_".contains(c));
    let mut pieces = text.split(path).peekable();
    let mut shown = String::new();
    while let Some(piece) = pieces.next() {
        shown += piece;
        if let Some(next) = pieces.peek() {
            let is_part = is_name(shown.chars().last()) || is_name(next.chars().next());
            shown += if is_part { path } else { word };
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::without_path;

    #[test]
    fn a_path_is_hidden_and_no_part_of_another_name() {
        let hidden = |text| without_path(text, "/srv/qa", "DATA");
        assert_eq!(hidden("/srv/qa: run `chmod 700 /srv/qa/stoa.db`"), "DATA: run `chmod 700 DATA/stoa.db`");
        for other in ["/srv/qanda", "/mnt/srv/qa", "an aqa"] {
            assert_eq!(hidden(other), other);
        }
        assert_eq!(without_path("/root /", "/", "HOME"), "/root /");
    }
}
