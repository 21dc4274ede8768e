//! The costs of calls, as a table and as JSON.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::calls::{Call, Figures};
use stoa::platform::db::Cost;

/// The CPU time that no call should exceed.
const WRITER_GOAL: Duration = Duration::from_millis(50);
const READER_GOAL: Duration = Duration::from_millis(250);

/// The cost of a call.
#[derive(Debug, Serialize)]
pub struct CallReport {
    pub method: &'static str,
    pub path: &'static str,
    /// CPU time of the readers.
    pub reader_ms: f64,
    /// CPU time of the largest write.
    pub writer_ms: f64,
    pub read_steps: u64,
    pub write_steps: u64,
    pub rows: u64,
    pub log_bytes: u64,
    pub reply_bytes: usize,
    pub is_within_goal: bool,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: &'static str,
}

impl CallReport {
    pub(super) fn new(call: &Call, cost: &Cost, reply_bytes: usize) -> Self {
        Self {
            method: call.method,
            path: call.path,
            reader_ms: cost.reader.cpu.as_secs_f64() * 1_000.0,
            writer_ms: cost.writer.cpu.as_secs_f64() * 1_000.0,
            read_steps: cost.reader.steps,
            write_steps: cost.writer.steps,
            rows: cost.rows,
            log_bytes: cost.log_bytes,
            reply_bytes,
            is_within_goal: cost.reader.cpu <= READER_GOAL && cost.writer.cpu <= WRITER_GOAL,
            note: call.note,
        }
    }

    /// Returns the figures that do not depend on the machine.
    pub fn figures(&self) -> Figures {
        Figures {
            read_steps: self.read_steps,
            write_steps: self.write_steps,
            rows: self.rows,
            log_kib: self.log_bytes.div_ceil(1_024),
            reply_kib: (self.reply_bytes as u64).div_ceil(1_024),
        }
    }
}

/// The costs of all calls.
#[derive(Debug, Serialize)]
pub struct Report {
    pub calls: Vec<CallReport>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<6} {:<70} {:>9} {:>9} {:>11} {:>11} {:>7} {:>9} {:>9}",
            "",
            "call",
            "reader ms",
            "writer ms",
            "read steps",
            "write steps",
            "rows",
            "log kB",
            "reply kB"
        )?;
        for call in &self.calls {
            write!(
                f,
                "{:<6} {:<70.70} {:>9.1} {:>9.1} {:>11} {:>11} {:>7} {:>9} {:>9}",
                call.method,
                call.path,
                call.reader_ms,
                call.writer_ms,
                call.read_steps,
                call.write_steps,
                call.rows,
                call.log_bytes / 1_000,
                call.reply_bytes / 1_000
            )?;
            writeln!(f, "{}", if call.is_within_goal { "" } else { "  over" })?;
        }
        let over = self
            .calls
            .iter()
            .filter(|call| !call.is_within_goal)
            .count();
        writeln!(
            f,
            "\n{over} of {} calls take more than {} ms on a reader or {} ms on the writer",
            self.calls.len(),
            READER_GOAL.as_millis(),
            WRITER_GOAL.as_millis()
        )
    }
}
