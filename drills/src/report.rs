//! What a drill found: one line of JSON, and if something was lost what to do about it.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::Result;
use crate::load::Counts;

/// So many violations are printed.
const SHOWN: usize = 20;

/// What a drill counts as it goes on.
pub struct Report {
    drill: &'static str,
    began: Instant,
    figures: Map<String, Value>,
    counts: BTreeMap<&'static str, usize>,
    violations: Vec<String>,
    skipped: Option<String>,
}

impl Report {
    pub fn new(drill: &'static str) -> Self {
        let (figures, counts) = (Map::new(), BTreeMap::new());
        Self { drill, began: Instant::now(), figures, counts, violations: Vec::new(), skipped: None }
    }

    /// A drill that cannot be done here.
    pub fn skipped(drill: &'static str, why: impl ToString) -> Self {
        Self { skipped: Some(why.to_string()), ..Self::new(drill) }
    }

    pub fn figure(&mut self, name: &str, value: impl Serialize) {
        self.figures.insert(name.to_owned(), json!(value));
    }

    /// A figure that is taken several times, of which the largest counts.
    pub fn largest(&mut self, name: &str, value: f64) {
        let before = self.figures.get(name).and_then(Value::as_f64);
        self.figure(name, before.map_or(value, |before| before.max(value)));
    }

    pub fn count(&mut self, name: &'static str, more: usize) {
        *self.counts.entry(name).or_default() += more;
    }

    /// How much was counted so far.
    pub fn counted(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or_default()
    }

    pub fn load(&mut self, counts: Counts) {
        self.count("acknowledged", counts.acknowledged);
        self.count("unanswered", counts.unknown);
        self.count("broken_answers", counts.broken.values().sum());
        let refused: usize = counts.refused.values().sum();
        self.count("refused", refused);
    }

    pub fn violation(&mut self, what: impl ToString) {
        self.violations.push(what.to_string());
    }

    pub fn has_violations(&self) -> bool {
        !self.violations.is_empty()
    }

    /// What it found, for a report on more than this.
    pub fn into_violations(self) -> Vec<String> {
        self.violations
    }

    /// The end of a drill: what kept it from going on is a violation, and the line is printed all the same.
    pub fn end(mut self, done: Result<()>, place: TempDir) -> bool {
        if let Err(error) = done {
            self.violation(format_args!("it did not come to its end: {error}"));
        }
        // Whoever acknowledges nothing loses nothing.
        if self.counts.get("acknowledged") == Some(&0) {
            self.violation("no write was acknowledged: nothing was tried");
        }
        self.finish(Some(place))
    }

    /// Prints the line; whether all was well. What the drill was done in is kept if it was not.
    pub fn finish(self, place: Option<TempDir>) -> bool {
        let is_fine = self.violations.is_empty();
        let mut line = json!({ "drill": self.drill, "result": if is_fine { "ok" } else { "failed" } });
        if let Some(why) = &self.skipped {
            line["result"] = json!("skipped");
            line["why"] = json!(why);
        }
        for (name, value) in self.figures {
            line[name] = value;
        }
        for (name, value) in self.counts {
            line[name] = json!(value);
        }
        line["violations"] = json!(self.violations.len());
        line["seconds"] = json!((self.began.elapsed().as_secs_f64() * 10.0).round() / 10.0);
        println!("{line}");
        if !is_fine {
            for violation in self.violations.iter().take(SHOWN) {
                eprintln!("  {violation}");
            }
            if self.violations.len() > SHOWN {
                eprintln!("  and {} more", self.violations.len() - SHOWN);
            }
            if let Some(place) = place {
                eprintln!("  The ledger, the site and the server's messages are kept in {}.", place.keep().display());
                eprintln!("  Look there for the first line of the ledger that is not true, and report it with the server's log.");
            }
        }
        is_fine
    }
}
