//! The table of calls with their budgets.

use stoa::core::error::{Error, Result};

/// Every route with the worst input that is allowed, in the order in which the calls run.
const CALLS: &str = include_str!("calls.txt");

/// A call and its budget.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: &'static str,
    /// Words in capitals stand for objects of the world.
    pub path: &'static str,
    pub body: Option<&'static str>,
    #[cfg_attr(not(test), expect(dead_code, reason = "only a test compares it"))]
    pub budget: Figures,
    /// The expected status.
    pub status: u16,
    /// Why the call costs more than others, and what bounds it.
    pub note: &'static str,
}

/// The figures of a call that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub read_steps: u64,
    pub write_steps: u64,
    pub rows: u64,
    pub log_kib: u64,
    pub reply_kib: u64,
}

impl Figures {
    pub fn values(&self) -> [u64; 5] {
        [
            self.read_steps,
            self.write_steps,
            self.rows,
            self.log_kib,
            self.reply_kib,
        ]
    }

    /// What a figure may exceed its budget by: ids are partly random, and a task of the site may write
    /// meanwhile.
    const SLACK: [u64; 5] = [100, 100, 20, 64, 4];

    /// Returns whether no figure is larger than that of the budget.
    pub fn is_within(&self, budget: &Self) -> bool {
        let limits = budget.values().into_iter().zip(Self::SLACK);
        let mut pairs = self.values().into_iter().zip(limits);
        pairs.all(|(figure, (budget, slack))| figure <= budget + slack)
    }
}

/// Returns all calls.
pub fn calls() -> Result<Vec<Call>> {
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines = CALLS.lines().filter(is_content);
    let mut calls = Vec::new();
    while let Some(head) = lines.next() {
        let figures = lines.next().unwrap_or_default();
        let call = parse(head, figures);
        calls.push(call.ok_or_else(|| {
            Error::internal(format_args!("a call and its budget: {head:?}, {figures:?}"))
        })?);
    }
    Ok(calls)
}

fn parse(head: &'static str, figures: &'static str) -> Option<Call> {
    let mut parts = head.splitn(3, ' ');
    let (method, path, body) = (parts.next()?, parts.next()?, parts.next());
    let mut rest = figures.strip_prefix("    ")?.trim_start();
    let mut number = || {
        let (number, after) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = after.trim_start();
        number.parse::<u64>().ok()
    };
    let budget = Figures {
        read_steps: number()?,
        write_steps: number()?,
        rows: number()?,
        log_kib: number()?,
        reply_kib: number()?,
    };
    let status = number()?.try_into().ok()?;
    Some(Call {
        method,
        path,
        body,
        budget,
        status,
        note: rest,
    })
}
