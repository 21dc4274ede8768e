//! Report of a scenario: one line of JSON, plus the violations on standard error.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::error::Result;
use crate::request_counts::RequestCounts;

/// Maximum number of violations that are printed.
const MAX_SHOWN_VIOLATIONS: usize = 20;

/// Metrics, counters and violations of a running scenario.
pub struct Report {
    scenario: &'static str,
    began: Instant,
    metrics: Map<String, Value>,
    counts: BTreeMap<&'static str, usize>,
    violations: Vec<String>,
    skipped: Option<String>,
}

impl Report {
    pub fn new(scenario: &'static str) -> Self {
        let (metrics, counts) = (Map::new(), BTreeMap::new());
        Self {
            scenario,
            began: Instant::now(),
            metrics,
            counts,
            violations: Vec::new(),
            skipped: None,
        }
    }

    /// Creates the report of a scenario that cannot run on this machine.
    pub fn skipped(scenario: &'static str, reason: impl ToString) -> Self {
        Self {
            skipped: Some(reason.to_string()),
            ..Self::new(scenario)
        }
    }

    pub fn metric(&mut self, name: &str, value: impl Serialize) {
        self.metrics.insert(name.to_owned(), json!(value));
    }

    /// Sets a metric to the maximum of its current and the new value.
    pub fn max_metric(&mut self, name: &str, value: f64) {
        let before = self.metrics.get(name).and_then(Value::as_f64);
        self.metric(name, before.map_or(value, |before| before.max(value)));
    }

    pub fn count(&mut self, name: &'static str, n: usize) {
        *self.counts.entry(name).or_default() += n;
    }

    /// Returns the current value of a counter.
    pub fn counter(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or_default()
    }

    pub fn add_counts(&mut self, counts: RequestCounts) {
        self.count("acknowledged", counts.acknowledged);
        self.count("no_response", counts.no_response);
        self.count("invalid_responses", counts.invalid.values().sum());
        let rejected: usize = counts.rejected.values().sum();
        self.count("rejected", rejected);
    }

    pub fn violation(&mut self, message: impl ToString) {
        self.violations.push(message.to_string());
    }

    pub fn has_violations(&self) -> bool {
        !self.violations.is_empty()
    }

    /// Returns the violations, to include them in another report.
    pub fn into_violations(self) -> Vec<String> {
        self.violations
    }

    /// Ends a scenario: adds a violation if it failed with an error, then prints the report.
    pub fn finish(mut self, result: Result<()>, dir: TempDir) -> bool {
        if let Err(error) = result {
            self.violation(format_args!("the scenario failed: {error}"));
        }
        // Without acknowledged writes there is nothing to lose.
        if self.counts.get("acknowledged") == Some(&0) {
            self.violation("no write was acknowledged, so nothing was tested");
        }
        self.print(Some(dir))
    }

    /// Prints the report and returns whether there are no violations. Keeps the directory
    /// otherwise.
    pub fn print(self, dir: Option<TempDir>) -> bool {
        let passed = self.violations.is_empty();
        let mut line =
            json!({ "scenario": self.scenario, "result": if passed { "ok" } else { "failed" } });
        if let Some(reason) = &self.skipped {
            line["result"] = json!("skipped");
            line["reason"] = json!(reason);
        }
        for (name, value) in self.metrics {
            line[name] = value;
        }
        for (name, value) in self.counts {
            line[name] = json!(value);
        }
        line["violations"] = json!(self.violations.len());
        line["seconds"] = json!((self.began.elapsed().as_secs_f64() * 10.0).round() / 10.0);
        println!("{line}");
        if !passed {
            for violation in self.violations.iter().take(MAX_SHOWN_VIOLATIONS) {
                eprintln!("  {violation}");
            }
            if self.violations.len() > MAX_SHOWN_VIOLATIONS {
                eprintln!(
                    "  and {} more",
                    self.violations.len() - MAX_SHOWN_VIOLATIONS
                );
            }
            if let Some(dir) = dir {
                eprintln!(
                    "  The ledger, the site and the server's log are kept in {}.",
                    dir.keep().display()
                );
                eprintln!(
                    "  Find the first ledger entry that does not hold, and report it with the server's log."
                );
            }
        }
        passed
    }
}
