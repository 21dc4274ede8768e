//! The findings of the doctor as text.

use crate::operations::doctor::{Finding, Status};

/// Lines of details that are shown for each finding.
const MAX_DETAILS: usize = 20;

/// Returns one line for each finding, followed by its details and how to fix it.
pub(super) fn as_text(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let status = match finding.status {
            Status::Ok => "ok",
            Status::Warn => "warn",
            Status::Error => "ERROR",
            Status::Skip => "skip",
        };
        text += &format!("{status:<5}  {:<14}  {}\n", finding.id, finding.message);
        for line in finding.details.iter().take(MAX_DETAILS) {
            text += &format!("                         {line}\n");
        }
        if let Some(fix) = &finding.fix {
            text += &format!("                       → {fix}\n");
        }
    }
    text
}
