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
    let config = settings.load()?;
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
        let text = format!("{}\n{}", version::this(), shown(&findings)).replace(&hidden, "DATA");
        print(if home.len() > 1 { text.replace(&home, "HOME") } else { text })?;
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
