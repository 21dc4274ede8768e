//! What an import did, told to whoever ran it.

use std::collections::BTreeMap;
use std::fmt;

/// What became of one kind of row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub imported: u64,
    /// Made by an earlier import.
    pub present: u64,
}

/// What became of the votes. Nobody knows whose they were, so they live on in the scores alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    pub rows: u64,
    pub up: u64,
    pub down: u64,
    /// Up and down, counted by an earlier import.
    pub present: u64,
}

/// What an import did, or would have done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The site that the dump is from.
    pub source: String,
    /// Whether all of it was undone again, because that was asked for.
    pub rehearsed: bool,
    pub users: Count,
    /// Users made up for authors whom the dump does not name.
    pub stand_ins: Count,
    pub tags: Count,
    pub questions: Count,
    pub answers: Count,
    pub accepted: u64,
    pub revisions: u64,
    pub comments: Count,
    pub votes: Votes,
    /// How many posts and comments are under which licence.
    pub licences: BTreeMap<String, u64>,
    /// What was left out, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// What was imported as it is, though nobody could write it here.
    pub remarks: BTreeMap<&'static str, u64>,
}

impl Summary {
    /// Rows that were not there before.
    pub fn new_rows(&self) -> u64 {
        [self.users, self.stand_ins, self.tags, self.questions, self.answers, self.comments].iter().map(|count| count.imported).sum()
    }

    pub(super) fn skip(&mut self, reason: impl Into<String>) {
        *self.skipped.entry(reason.into()).or_default() += 1;
    }

    pub(super) fn remark(&mut self, remark: &'static str, count: usize) {
        if count > 0 {
            *self.remarks.entry(remark).or_default() += count as u64;
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = &self.source;
        match (self.rehearsed, self.new_rows()) {
            (true, _) => writeln!(f, "Dry run: this is what an import from {source} would do; nothing was kept.")?,
            (false, 0) => writeln!(f, "Nothing new from {source}: everything was imported before.")?,
            (false, _) => writeln!(f, "Imported from {source}:")?,
        }
        let counts = [
            ("users", self.users),
            ("stand-ins for authors without an account", self.stand_ins),
            ("tags", self.tags),
            ("questions", self.questions),
            ("answers", self.answers),
            ("comments", self.comments),
        ];
        for (name, count) in counts {
            let before = if count.present > 0 { format!(" ({} imported before)", grouped(count.present)) } else { String::new() };
            line(f, count.imported, format_args!("{name}{before}"))?;
        }
        line(f, self.accepted, "accepted answers")?;
        line(f, self.revisions, "revisions")?;
        line(f, self.votes.up, "up votes, in the scores")?;
        line(f, self.votes.down, "down votes, in the scores")?;
        section(f, "Left out:", self.skipped.iter())?;
        section(f, "Imported as they are:", self.remarks.iter())?;
        section(f, "Licences of posts and comments:", self.licences.iter())
    }
}

fn section<N: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    lines: impl ExactSizeIterator<Item = (N, impl std::borrow::Borrow<u64>)>,
) -> fmt::Result {
    if lines.len() > 0 {
        writeln!(f, "{title}")?;
    }
    for (name, count) in lines {
        line(f, *count.borrow(), name)?;
    }
    Ok(())
}

fn line(f: &mut fmt::Formatter<'_>, count: u64, name: impl fmt::Display) -> fmt::Result {
    writeln!(f, "{:>12}  {name}", grouped(count))
}

/// A number with a comma after every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")] {
            assert_eq!(grouped(number), text);
        }
    }
}
